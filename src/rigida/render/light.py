"""Shading of a surface: sun, sky, light reflected by the ground, highlight and mirror reflection."""

import math
from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.drawing.appearance import APPEARANCE
from rigida.jit.decorators import inlined

#: Kernels take numbers of the appearance as constants.
SUNLIGHT, SKYLIGHT, BOUNCE = APPEARANCE.sunlight, APPEARANCE.skylight, APPEARANCE.bounce
SUN_COLOR, SKY_COLOR = APPEARANCE.sun_color, APPEARANCE.sky_color
_DARK = APPEARANCE.mirrored_ground

F = np.float32
Light = tuple[float, float, float]


@inlined
def unit(x: float, y: float, z: float) -> Light:
    """Return the vector at length 1."""
    scale = 1.0 / math.sqrt(x * x + y * y + z * z)
    return x * scale, y * scale, z * scale


@inlined
def surface_light(
    nx: float,
    ny: float,
    nz: float,
    sky: FloatArray,
    sun_x: float,
    sun_y: float,
    sun_z: float,
    half_x: float,
    half_y: float,
    half_z: float,
) -> Light:
    """Return the light of sky and ground on a surface, the unshadowed light of the sun, and its highlight.

    The highlight is (n·h)³² with h halfway between sun and eye; the eye counts as far away, so that one h serves the
    whole picture.
    """
    above = 0.5 + 0.5 * (nx * sky[6] + ny * sky[7] + nz * sky[8])
    gloss = nx * half_x + ny * half_y + nz * half_z
    gloss *= gloss
    gloss *= gloss
    gloss *= gloss
    gloss *= gloss
    sunlight = SUNLIGHT * (nx * sun_x + ny * sun_y + nz * sun_z)
    return BOUNCE + (SKYLIGHT - BOUNCE) * above, sunlight, gloss * gloss


@inlined
def mirrored(
    mirror: Any, sky: FloatArray, dx: float, dy: float, dz: float, nx: float, ny: float, nz: float
) -> tuple[float, float]:
    """Return the reflectance of a surface seen along d, and the elevation of the reflected ray, from 0 to 1."""
    dx, dy, dz = unit(dx, dy, dz)
    straight = -(nx * dx + ny * dy + nz * dz)
    # Schlick's approximation of Fresnel: at a glance everything mirrors.
    low = 1.0 - max(straight, 0.0)
    part = mirror + (1.0 - mirror) * low * low * low * low * low
    rise = (
        (dx + 2.0 * straight * nx) * sky[6] + (dy + 2.0 * straight * ny) * sky[7] + (dz + 2.0 * straight * nz) * sky[8]
    )
    return part, 0.5 + 0.5 * min(max(3.0 * rise, -1.0), 1.0)


@inlined
def sent(
    own: Any, c: int, ambient: Any, sunlight: Any, shine: Any, tint: Any, mirror: Any, above: Any, sky: FloatArray
) -> Any:
    """Return the light of color c that a surface of color `own` sends to the eye."""
    lit = own * (ambient * SKY_COLOR[c] + sunlight * SUN_COLOR[c])
    taken = 1.0 + tint * (own - 1.0)
    return lit + mirror * ((sky[c] * above + _DARK * (1.0 - above)) * taken - lit) + shine * taken
