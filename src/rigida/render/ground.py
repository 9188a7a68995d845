"""Sky and ground: the light of the sky along a row of pixels, and the pattern of a plane.

The pattern, a checker with fine lines, is filtered exactly over each pixel, so that it neither flickers nor breaks up
with distance.
"""

import math
from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.drawing.appearance import APPEARANCE
from rigida.jit.decorators import inlined, routine
from rigida.render.light import SKY_COLOR, SUN_COLOR
from rigida.render.raster import Samples

#: Kernels take numbers of the appearance as constants.
_LINE_DARK, _FIELD_DARK = APPEARANCE.line_dark, APPEARANCE.field_dark

F = np.float32


@inlined
def pulses(place: Any, share: Any) -> Any:
    """Return the integral up to `place` of lines that cover the first `share` of every unit."""
    whole = np.floor(place)
    return share * whole + min(place - whole, share)


@inlined
def line_cover(place: Any, half: Any, share: Any) -> Any:
    """Return which part of an interval of ± `half` about `place` is covered by lines (exact box filter)."""
    place += F(0.5) * share
    return (pulses(place + half, share) - pulses(place - half, share)) / (half + half)


@inlined
def fields(place: Any, half: Any) -> Any:
    """Return the mean over ± `half` of a wave that is 1 on even units and −1 on odd ones."""
    place, half = F(0.5) * place, F(0.5) * half
    return F(2.0) * (pulses(place + half, F(0.5)) - pulses(place - half, F(0.5))) / (half + half) - F(1.0)


@routine
def sky_row(row: int, rows: int, columns: int, view: FloatArray, step: float, sky: FloatArray, out: Samples) -> None:
    """Fill out (3, columns) with the light of the sky in a row of pixels."""
    y = step * (0.5 * rows - row - 0.5)
    start = view[9] * sky[6] + view[10] * sky[7] + view[11] * sky[8]
    start += y * (view[6] * sky[6] + view[7] * sky[7] + view[8] * sky[8])
    along = F(view[3] * sky[6] + view[4] * sky[7] + view[5] * sky[8])
    base, level, across, middle = F(start), F(1.0 + y * y), F(step), F(0.5 * columns - 0.5)
    horizon_r, horizon_g, horizon_b = F(sky[0]), F(sky[1]), F(sky[2])
    more_r, more_g, more_b = F(sky[3] - sky[0]), F(sky[4] - sky[1]), F(sky[5] - sky[2])
    for column in range(columns):
        x = across * (F(np.int32(column)) - middle)
        # Below the horizon the sky goes on as above it: a scene without ground floats in a haze.
        rise = abs(base + along * x) / F(math.sqrt(level + x * x))
        low = F(1.0) - rise
        share = F(1.0) - low * low * low
        out[0, column] = horizon_r + share * more_r
        out[1, column] = horizon_g + share * more_g
        out[2, column] = horizon_b + share * more_b


@routine
def plane_row(
    columns: int,
    step: float,
    y: float,
    inverse_0: float,
    inverse_1: float,
    plane: FloatArray,
    color: FloatArray,
    sky: FloatArray,
    ambient: float,
    facing: float,
    sun_part: Samples,
    sky_part: Samples,
    scratch: Samples,
    out: Samples,
) -> None:
    """Fill out (3, columns) with the light of a plane in a row of pixels at tangent y.

    A coordinate of the pattern is U = start + z u with u = (forward + x right + y up)·axis. With 1/z linear over the
    picture, ∂z/∂x = −z² s for the slope s of 1/z, so that a pixel is |z ∂u − z² s u| wide in each direction.
    sun_part, sky_part (columns,): how much of sun and sky is not covered; see `shade` for the plane.
    """
    share, dark = F(plane[6]), F(1.0 if plane[6] > 0.0 else 0.0)
    slope_x, slope_y, pixel = F(plane[7]), F(plane[8]), F(0.5 * step)
    start_u, u_0, u_x = F(plane[9]), F(plane[10] + y * plane[12]), F(plane[11])
    start_v, v_0, v_x = F(plane[13]), F(plane[14] + y * plane[16]), F(plane[15])
    up_u, up_v = F(plane[12]), F(plane[16])
    first, slope, fade = F(inverse_0), F(inverse_1), F(sky[9])
    move, middle = F(step), F(0.5 * columns - 0.5)
    bare, clear = 0, 1
    for column in range(columns):
        place = F(np.int32(column))
        x = move * (place - middle)
        z = F(1.0) / max(first + slope * place, F(1e-12))
        u, v = u_0 + u_x * x, v_0 + v_x * x
        half_u = max(z * pixel * (abs(u_x - z * slope_x * u) + abs(up_u - z * slope_y * u)), F(1e-4))
        half_v = max(z * pixel * (abs(v_x - z * slope_x * v) + abs(up_v - z * slope_y * v)), F(1e-4))
        u, v = start_u + z * u, start_v + z * v
        free = (F(1.0) - line_cover(u, half_u, share)) * (F(1.0) - line_cover(v, half_v, share))
        checker = F(0.5) + F(0.5) * fields(u, half_u) * fields(v, half_v)
        tone = (F(1.0) - F(_LINE_DARK) * (F(1.0) - free)) * (F(1.0) - F(_FIELD_DARK) * checker)
        scratch[bare, column] = F(1.0) - dark * (F(1.0) - tone)
        scratch[clear, column] = fade / (fade + z * z)
    for c in range(3):
        haze, own = F(sky[c]), F(color[c])
        soft, strong = F(ambient * SKY_COLOR[c]), F(facing * SUN_COLOR[c])
        for column in range(columns):
            bright = (soft * sky_part[column] + strong * sun_part[column]) * scratch[bare, column]
            out[c, column] = haze + scratch[clear, column] * (bright * own - haze)


def ground_cell(distance: float, height: float) -> float:
    """Return the width of the checker's fields [m] for an eye at this distance and height."""
    return round_length(max(distance, 2.0 * height) / APPEARANCE.cells)


def round_length(length: float) -> float:
    """Return the largest of 1, 2, 5 × 10ᵏ below `length`."""
    power = 10.0 ** math.floor(math.log10(max(length, 1e-9)))
    return power * max(step for step in (1.0, 2.0, 5.0) if step * power <= length * (1.0 + 1e-9))
