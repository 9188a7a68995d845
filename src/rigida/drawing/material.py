"""Materials as glTF and USD describe them: base color, metalness, roughness and opacity, from the one appearance.

Pale octants of marked bodies are a second material: in pictures and pages white is mixed into the color there.
"""

from dataclasses import dataclass

from rigida.drawing.appearance import APPEARANCE
from rigida.drawing.finish import FINISHES
from rigida.drawing.palette import light
from rigida.fields import Vec3
from rigida.scene.body import Finish

#: Refractive index of glass and of the coat of other surfaces.
REFRACTIVE_INDEX = 1.5


@dataclass(frozen=True)
class Material:
    """A physically based material.

    Args:
        color: Of the body, as "#rrggbb".
        finish: Of its surface.
        pale: Whether it is that of pale octants.
    """

    color: str
    finish: Finish
    pale: bool = False

    @property
    def name(self) -> str:
        """Color and finish, such as "#3d7fc4 metal"."""
        return f"{self.color} {self.finish}" + (" pale" if self.pale else "")

    @property
    def base_color(self) -> Vec3:
        """Amounts of red, green and blue light in 0…1."""
        white = APPEARANCE.mark if self.pale else 0.0
        r, g, b = (part + white * (1.0 - part) for part in light(self.color))
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
