"""Light of sky and ground for a whole row of pixels at once.

These are most of a picture, and the same few formulas hold along the row; written without branches and in single
precision they become vector code. The grid on a plane is filtered exactly over each pixel, so that it neither flickers
nor breaks up with distance.
"""

import math
from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.jit.decorators import inlined, routine
from rigida.render.raster import Samples
from rigida.render.shadow import FLOOR, blended

#: Shares of sun, sky and light thrown back by the ground.
SUNLIGHT, SKYLIGHT, BOUNCE = 0.78, 0.34, 0.16
#: What a grid line takes of the ground's light.
_LINE_DARK = 0.3

F = np.float32


@inlined
def pulses(place: Any, share: Any) -> Any:
    """Return the integral up to `place` of lines that cover the first `share` of every unit."""
    whole = np.floor(place)
    return share * whole + min(place - whole, share)


@inlined
def line_cover(place: Any, width: Any, share: Any) -> Any:
    """Return which part of an interval of `width` about `place` is covered by grid lines (exact box filter)."""
    half = F(0.5) * max(width, F(1e-4))
    place += F(0.5) * share
    return (pulses(place + half, share) - pulses(place - half, share)) / (half + half)


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
    for column in range(np.uint64(columns)):
        x = across * (F(np.int32(column)) - middle)
        # Below the horizon the sky goes on as above it: a scene without ground floats in a haze.
        rise = abs(base + along * x) / F(math.sqrt(level + x * x))
        low = F(1.0) - rise
        share = F(1.0) - low * low
        out[np.uint64(0), column] = horizon_r + share * more_r
        out[np.uint64(1), column] = horizon_g + share * more_g
        out[np.uint64(2), column] = horizon_b + share * more_b


@routine
def plane_row(
    row: int,
    rows: int,
    columns: int,
    view: FloatArray,
    step: float,
    across: int,
    plane: FloatArray,
    color: FloatArray,
    sun: FloatArray,
    cover: Samples,
    cells: int,
    sky: FloatArray,
    scratch: Samples,
    out: Samples,
) -> None:
    """Fill out (3, columns) with the light of a plane in a row of pixels; see `shade` for the arrays.

    Everything about the seen point P = eye + z d is linear in z and in z x, where x is the place along the row: grid
    coordinates, shadow map coordinates and height are c0 + z (c1 + c2 x).
    """
    y = step * (0.5 * rows - row - 0.5)
    dx, dy, dz = view[9] + y * view[6], view[10] + y * view[7], view[11] + y * view[8]
    rx, ry, rz = view[3], view[4], view[5]
    inverse_0 = F(plane[0] + plane[1] * (0.5 * across) + plane[2] * ((row + 0.5) * across))
    inverse_1 = F(plane[1] * across)
    # grid coordinates and how they change to the right (e) and down (f), over z
    px, py, pz = view[0] - plane[12], view[1] - plane[13], view[2] - plane[14]
    u_0 = F(px * plane[6] + py * plane[7] + pz * plane[8])
    u_1, u_2 = F(dx * plane[6] + dy * plane[7] + dz * plane[8]), F(rx * plane[6] + ry * plane[7] + rz * plane[8])
    v_0 = F(px * plane[9] + py * plane[10] + pz * plane[11])
    v_1, v_2 = F(dx * plane[9] + dy * plane[10] + dz * plane[11]), F(rx * plane[9] + ry * plane[10] + rz * plane[11])
    down_u = F(step * (view[6] * plane[6] + view[7] * plane[7] + view[8] * plane[8]))
    down_v = F(step * (view[6] * plane[9] + view[7] * plane[10] + view[8] * plane[11]))
    slope_x, slope_y = F(plane[1] * across), F(plane[2] * across)
    share, dark = F(plane[15]), F(_LINE_DARK if plane[15] > 0.0 else 0.0)
    # shadow map coordinates
    bias, half = sun[13], 0.5 * cells - 0.5
    px, py, pz = (
        view[0] - sun[0] + bias * plane[3],
        view[1] - sun[1] + bias * plane[4],
        view[2] - sun[2] + bias * plane[5],
    )
    s_0 = F(half + sun[12] * (px * sun[3] + py * sun[4] + pz * sun[5]))
    s_1, s_2 = (
        F(sun[12] * (dx * sun[3] + dy * sun[4] + dz * sun[5])),
        F(sun[12] * (rx * sun[3] + ry * sun[4] + rz * sun[5])),
    )
    t_0 = F(half + sun[12] * (px * sun[6] + py * sun[7] + pz * sun[8]))
    t_1, t_2 = (
        F(sun[12] * (dx * sun[6] + dy * sun[7] + dz * sun[8])),
        F(sun[12] * (rx * sun[6] + ry * sun[7] + rz * sun[8])),
    )
    h_0 = F(FLOOR + sun[14] * (px * sun[9] + py * sun[10] + pz * sun[11] + bias))
    h_1, h_2 = (
        F(sun[14] * (dx * sun[9] + dy * sun[10] + dz * sun[11])),
        F(sun[14] * (rx * sun[9] + ry * sun[10] + rz * sun[11])),
    )
    # light
    facing = F(SUNLIGHT * max(plane[3] * sun[9] + plane[4] * sun[10] + plane[5] * sun[11], 0.0))
    above = 0.5 + 0.5 * (plane[3] * sky[6] + plane[4] * sky[7] + plane[5] * sky[8])
    ambient = F(BOUNCE + (SKYLIGHT - BOUNCE) * above)
    red, green, blue = F(color[0]), F(color[1]), F(color[2])
    haze_r, haze_g, haze_b, fade = F(sky[0]), F(sky[1]), F(sky[2]), F(sky[9])
    size, last = np.int32(cells), F(cells - 2)
    move, middle = F(step), F(0.5 * columns - 0.5)
    # Three passes: reading the map at scattered cells is the one thing that does not become vector code.
    down, right, high, bare, clear = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(3), np.uint64(4)
    for column in range(np.uint64(columns)):
        place = F(np.int32(column))
        x = move * (place - middle)
        z = F(1.0) / max(inverse_0 + inverse_1 * place, F(1e-12))
        u, v = u_1 + u_2 * x, v_1 + v_2 * x
        wide_u = z * (abs(move * u_2 - z * slope_x * u) + abs(down_u + z * slope_y * u))
        wide_v = z * (abs(move * v_2 - z * slope_x * v) + abs(down_v + z * slope_y * v))
        clean = (F(1.0) - line_cover(u_0 + z * u, wide_u, share)) * (F(1.0) - line_cover(v_0 + z * v, wide_v, share))
        # Outside the map its border counts, which is empty.
        scratch[right, column] = min(max(s_0 + z * (s_1 + s_2 * x), F(0.0)), last)
        scratch[down, column] = min(max(t_0 + z * (t_1 + t_2 * x), F(0.0)), last)
        scratch[high, column] = max(h_0 + z * (h_1 + h_2 * x), F(0.0))
        scratch[bare, column] = F(1.0) - dark * (F(1.0) - clean)
        scratch[clear, column] = fade / (fade + z * z)
    for column in range(np.uint64(columns)):
        s, t, height = scratch[right, column], scratch[down, column], scratch[high, column]
        i, j = np.int32(t), np.int32(s)
        cell = np.uint64(i * size + j)
        scratch[high, column] = blended(
            cover[cell] <= height,
            cover[cell + np.uint64(1)] <= height,
            cover[cell + np.uint64(size)] <= height,
            cover[cell + np.uint64(size + np.int32(1))] <= height,
            t - F(i),
            s - F(j),
        )
    for column in range(np.uint64(columns)):
        bright = (ambient + facing * scratch[high, column]) * scratch[bare, column]
        part = scratch[clear, column]
        out[np.uint64(0), column] = haze_r + part * (bright * red - haze_r)
        out[np.uint64(1), column] = haze_g + part * (bright * green - haze_g)
        out[np.uint64(2), column] = haze_b + part * (bright * blue - haze_b)
