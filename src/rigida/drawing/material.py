"""Materials as glTF and USD describe them: base color, metalness, roughness and opacity, from the one appearance.

Pale octants of marked bodies and dark fields of grounds have materials of their own: in pictures and pages white is
mixed into the color there, or light taken away.
"""

from dataclasses import dataclass
from typing import Literal

from rigida.drawing.appearance import APPEARANCE
from rigida.drawing.finish import FINISHES
from rigida.drawing.palette import light
from rigida.fields import Vec3
from rigida.scene.body import Finish

#: Refractive index of glass and of the coat of other surfaces.
REFRACTIVE_INDEX = 1.5
Tone = Literal["plain", "pale", "dark"]


@dataclass(frozen=True)
class Material:
    """A physically based material.

    Args:
        color: Of the body, as "#rrggbb".
        finish: Of its surface.
        tone: "pale" for pale octants, "dark" for dark fields.
    """

    color: str
    finish: Finish
    tone: Tone = "plain"

    @property
    def name(self) -> str:
        """Color and finish, such as "#3d7fc4 metal"."""
        return f"{self.color} {self.finish}" + (f" {self.tone}" if self.tone != "plain" else "")

    @property
    def base_color(self) -> Vec3:
        """Amounts of red, green and blue light in 0…1."""
        white = APPEARANCE.mark if self.tone == "pale" else 0.0
        left = 1.0 - APPEARANCE.field_dark if self.tone == "dark" else 1.0
        r, g, b = (left * (part + white * (1.0 - part)) for part in light(self.color))
        return (r, g, b)

    @property
    def metalness(self) -> float:
        """From 0 to 1."""
        return FINISHES[self.finish].metalness

    @property
    def roughness(self) -> float:
        """From 0 to 1."""
        return FINISHES[self.finish].roughness

    @property
    def opacity(self) -> float:
        """1 for all that is not glass."""
        return FINISHES[self.finish].opacity
