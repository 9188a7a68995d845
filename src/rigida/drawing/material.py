"""Materials as glTF and USD describe them: base color, metalness, roughness and opacity, from the one appearance.

Pale octants of marked bodies have a material of their own: in pictures and pages white is mixed into the color there.
Wood and grounds have a texture. A ground in haze has a texture for every step of the haze, into which the color of the
sky is mixed.
"""

import math
from dataclasses import dataclass

import numpy as np

from rigida.arrays import FloatArray
from rigida.drawing.appearance import APPEARANCE
from rigida.drawing.finish import FINISHES
from rigida.drawing.palette import light
from rigida.drawing.texture import checker, grain
from rigida.fields import Vec3
from rigida.scene.body import Finish

#: Part of the light that a bright coat reflects, seen straight on; others less, as their highlight is dimmer.
_REFLECTED = 0.04
#: Steps of the haze from the ground to the horizon; so many that their edges are not seen.
HAZE_STEPS = 24
#: Pixels across two fields of a ground near the eye, and further away, where fields are smaller.
_NEAR, _FAR = 512, 128
#: "plain", "pale", "grain" of wood, or "haze" with the step of a ground, from haze00 near the eye.
Tone = str


def haze_tone(step: int) -> Tone:
    """Return the tone of a ground at a step of its haze."""
    return f"haze{step:02d}"


@dataclass(frozen=True)
class Material:
    """A physically based material.

    Args:
        color: Of the body, as "#rrggbb".
        finish: Of its surface.
        tone: "pale" for pale octants, "grain" for wood with its grain, "haze…" for grounds.
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
        """Amounts of red, green and blue light in 0…1; the mean over a texture."""
        texture = self.texture
        white = APPEARANCE.mark if self.tone == "pale" else 0.0
        plain = [part + white * (1.0 - part) for part in light(self.color)]
        r, g, b = plain if texture is None else texture.mean(axis=(0, 1)).tolist()
        return (r, g, b)

    @property
    def texture(self) -> FloatArray | None:
        """Light (h, w, 3) in 0…1 that a textured surface sends back (`drawing/texture.py`), or None."""
        own = np.array(light(self.color))
        if self.tone == "grain":
            return np.asarray((1.0 - FINISHES[self.finish].grain * grain())[..., None] * own)
        if not self.tone.startswith("haze"):
            return None
        step = int(self.tone.removeprefix("haze"))
        tones = checker(_FAR if step else _NEAR)
        haze = step / HAZE_STEPS
        return np.asarray((1.0 - haze) * tones[..., None] * own + haze * np.array(_horizon()))

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
        """Of each face, 1 for all that is not glass: light passes two of them."""
        return 1.0 - math.sqrt(1.0 - FINISHES[self.finish].opacity)


def _horizon() -> list[float]:
    """Return the color of a level surface that sends as much light as the horizon, in the light of pictures."""
    look = APPEARANCE
    up = look.sun_high[0] / math.hypot(*look.sun_high)
    light_of = zip(light(look.sky_horizon), look.sky_color, look.sun_color, strict=True)
    return [min(part / (look.skylight * sky + look.sunlight * up * sun), 1.0) for part, sky, sun in light_of]
