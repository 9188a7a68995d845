"""Materials as glTF and USD describe them: base color, metalness, roughness and opacity, from the one appearance.

Pale octants of marked bodies, dark fields of grounds and their haze have materials of their own: in pictures and pages
white or the color of the sky is mixed into the color there, or light taken away.
"""

import math
from dataclasses import dataclass

from rigida.drawing.appearance import APPEARANCE
from rigida.drawing.finish import FINISHES
from rigida.drawing.palette import light
from rigida.fields import Vec3
from rigida.scene.body import Finish

#: Part of the light that a bright coat reflects, seen straight on; others less, as their highlight is dimmer.
_REFLECTED = 0.04
#: Steps of the haze from the ground to the horizon.
HAZE_RINGS = 12
#: "plain", "pale", "dark", "mean", or "haze" with the percentage of the sky's color.
Tone = str


def haze_tone(part: float) -> Tone:
    """Return the tone of a ground of which this part, from 0 to 1, is haze."""
    return f"haze{round(100.0 * part):02d}"


@dataclass(frozen=True)
class Material:
    """A physically based material.

    Args:
        color: Of the body, as "#rrggbb".
        finish: Of its surface.
        tone: "pale" for pale octants; of grounds "dark" for dark fields, "mean" for all fields together, and haze.
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
        taken = {"plain": 0.0, "pale": 0.0, "dark": 1.0}.get(self.tone, 0.5)
        left = 1.0 - taken * APPEARANCE.field_dark
        own = [left * (part + white * (1.0 - part)) for part in light(self.color)]
        haze = int(self.tone.removeprefix("haze")) / 100.0 if self.tone.startswith("haze") else 0.0
        r, g, b = ((1.0 - haze) * part + haze * sky for part, sky in zip(own, _horizon(), strict=True))
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
    def refractive_index(self) -> float:
        """Of the coat: (1 + √R)/(1 − √R) for the part R of the light that it reflects, seen straight on."""
        root = math.sqrt(_REFLECTED * FINISHES[self.finish].shine)
        return (1.0 + root) / (1.0 - root)

    @property
    def opacity(self) -> float:
        """1 for all that is not glass."""
        return FINISHES[self.finish].opacity


def _horizon() -> list[float]:
    """Return the color of a level surface that sends as much light as the horizon, in the light of pictures."""
    look = APPEARANCE
    up = look.sun_high[0] / math.hypot(*look.sun_high)
    light_of = zip(light(look.sky_horizon), look.sky_color, look.sun_color, strict=True)
    return [min(part / (look.skylight * sky + look.sunlight * up * sun), 1.0) for part, sky, sun in light_of]
