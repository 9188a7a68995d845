"""Occlusion of a point from sun and sky, read from their shadow maps (`shadow`).

The sun is a triangle and the sky a dome; each is some directions with a map of their own. One direction gives
hard shadows at the cost of one map; several give its penumbra, and those of the sky the soft darkness in corners and
under bodies (ambient occlusion).

Where the directions of the sun differ, rays between them are followed. A ray along d meets what covers the point at a
distance g close to where one along d_k meets it, g (d − d_k) aside; so the map of d_k answers for d.
"""

import math
from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.jit.decorators import inlined, routine
from rigida.render.raster import Samples
from rigida.render.shadow import FLOOR, blended

F = np.float32
#: Multiples of these, without their whole parts, spread points evenly over a square (Roberts 2018, R2 sequence).
_STEP_A, _STEP_B = 0.7548776662466927, 0.5698402909980532
#: Radius of the corners of the sun, larger than it is so that its penumbra can be seen [rad].
SUN = math.radians(3.1)
#: Smallest part of the sun, seen or hidden, that makes a penumbra.
PARTLY = 1e-3


@inlined
def uncovered(cover: Samples, start: Any, size: Any, u: Any, v: Any, height: Any) -> Any:
    """Return the light at a place of a map of `size` × `size` cells that begins at `start`, blended over four cells."""
    i, j = np.int32(v), np.int32(u)
    cell, one, down = start + i * size + j, 1, size
    return blended(
        cover[cell] <= height,
        cover[cell + one] <= height,
        cover[cell + down] <= height,
        cover[cell + down + one] <= height,
        v - F(i),
        u - F(j),
    )


@inlined
def lamp_light(
    lamp: FloatArray,
    k: int,
    cover: Samples,
    start: int,
    size: int,
    x: float,
    y: float,
    z: float,
    nx: float,
    ny: float,
    nz: float,
) -> Any:
    """Return the part of lamp k's light at a world point with a unit normal."""
    # The point is moved off its surface by a cell, so that a slope does not shade itself.
    bias = lamp[k, 13]
    x, y, z = x + bias * nx - lamp[k, 0], y + bias * ny - lamp[k, 1], z + bias * nz - lamp[k, 2]
    half, last = 0.5 * size - 0.5, size - 2.0
    u = half + lamp[k, 12] * (x * lamp[k, 3] + y * lamp[k, 4] + z * lamp[k, 5])
    v = half + lamp[k, 12] * (x * lamp[k, 6] + y * lamp[k, 7] + z * lamp[k, 8])
    height = FLOOR + lamp[k, 14] * (x * lamp[k, 9] + y * lamp[k, 10] + z * lamp[k, 11] + bias)
    # Outside the map its border counts, which is empty.
    u, v = min(max(u, 0.0), last), min(max(v, 0.0), last)
    return uncovered(cover, start, size, F(u), F(v), F(max(height, 0.0)))


@routine
def penumbra(
    lamp: FloatArray,
    cover: Samples,
    size: int,
    x: float,
    y: float,
    z: float,
    nx: float,
    ny: float,
    nz: float,
    row: int,
    column: int,
    lit: Any,
) -> Any:
    """Return the part of the sun that a world point sees; `lit` is the mean over the directions of its maps.

    The sun is the triangle between directions 1 to 3 about direction 0, as `shadow.triangle` gives them.
    """
    # How far away the cover is, on average.
    half, last = 0.5 * size - 0.5, size - 2.0
    gap, covered = 0.0, 0
    for k in range(4):
        bias = lamp[k, 13]
        px, py, pz = x + bias * nx - lamp[k, 0], y + bias * ny - lamp[k, 1], z + bias * nz - lamp[k, 2]
        u = half + lamp[k, 12] * (px * lamp[k, 3] + py * lamp[k, 4] + pz * lamp[k, 5])
        v = half + lamp[k, 12] * (px * lamp[k, 6] + py * lamp[k, 7] + pz * lamp[k, 8])
        height = FLOOR + lamp[k, 14] * (px * lamp[k, 9] + py * lamp[k, 10] + pz * lamp[k, 11] + bias)
        i, j = np.int32(min(max(v, 0.0), last) + 0.5), np.int32(min(max(u, 0.0), last) + 0.5)
        above = cover[k * size * size + i * size + j] - height
        if above > 0.0:
            gap += above / lamp[k, 14]
            covered += 1
    # A narrow one has no steps: cells are blended.
    gap /= max(covered, 1)
    if gap * SUN * lamp[0, 12] < 1.0:
        return lit

    # Half as large triangles at the corners and, turned over, in the middle make up the triangle: two rays in each, by
    # its own map; other ones in every pixel, by interleaved gradient noise, so that no steps are seen.
    noise = 0.06711056 * column + 0.00583715 * row
    noise = 52.9829189 * (noise - math.floor(noise))
    noise -= math.floor(noise)
    ax, ay, az = lamp[2, 9] - lamp[1, 9], lamp[2, 10] - lamp[1, 10], lamp[2, 11] - lamp[1, 11]
    bx, by, bz = lamp[3, 9] - lamp[1, 9], lamp[3, 10] - lamp[1, 10], lamp[3, 11] - lamp[1, 11]
    seen = F(0.0)
    for k in range(4):
        bias, aside = lamp[k, 13], (0.5 if k > 0 else -0.5) * gap
        px = x + bias * nx - lamp[k, 0] + aside * (lamp[1, 9] - lamp[k, 9])
        py = y + bias * ny - lamp[k, 1] + aside * (lamp[1, 10] - lamp[k, 10])
        pz = z + bias * nz - lamp[k, 2] + aside * (lamp[1, 11] - lamp[k, 11])
        u = half + lamp[k, 12] * (px * lamp[k, 3] + py * lamp[k, 4] + pz * lamp[k, 5])
        v = half + lamp[k, 12] * (px * lamp[k, 6] + py * lamp[k, 7] + pz * lamp[k, 8])
        # What covers the point is about as far away; the surface itself and what stands beside the point are nearer.
        above = px * lamp[k, 9] + py * lamp[k, 10] + pz * lamp[k, 11] + bias + 0.5 * gap
        height = F(max(FLOOR + lamp[k, 14] * above, 0.0))
        aside *= lamp[k, 12]
        ua, va = (
            ax * lamp[k, 3] + ay * lamp[k, 4] + az * lamp[k, 5],
            ax * lamp[k, 6] + ay * lamp[k, 7] + az * lamp[k, 8],
        )
        ub, vb = (
            bx * lamp[k, 3] + by * lamp[k, 4] + bz * lamp[k, 5],
            bx * lamp[k, 6] + by * lamp[k, 7] + bz * lamp[k, 8],
        )
        for ray in range(2):
            a, b = noise + _STEP_A * (2 * k + ray), 7.0 * noise + _STEP_B * (2 * k + ray)
            a, b = a - math.floor(a), b - math.floor(b)
            if a + b > 1.0:
                a, b = 1.0 - a, 1.0 - b
            du, dv = u + aside * (a * ua + b * ub), v + aside * (a * va + b * vb)
            du, dv = min(max(du, 0.0), last), min(max(dv, 0.0), last)
            seen += uncovered(cover, k * size * size, size, F(du), F(dv), height)
    return seen / F(8.0)


@inlined
def sun_part(
    lamp: FloatArray,
    suns: int,
    cover: Samples,
    size: int,
    x: float,
    y: float,
    z: float,
    nx: float,
    ny: float,
    nz: float,
    row: int,
    column: int,
) -> Any:
    """Return the part of the sun that a world point sees."""
    if suns == 1:
        return lamp_light(lamp, 0, cover, 0, size, x, y, z, nx, ny, nz)
    lit = F(0.0)
    for k in range(suns):
        lit += lamp_light(lamp, k, cover, k * size * size, size, x, y, z, nx, ny, nz)
    lit /= F(suns)
    if lit < F(PARTLY) or lit > F(1.0 - PARTLY):
        return lit
    return penumbra(lamp, cover, size, x, y, z, nx, ny, nz, row, column, lit)


@inlined
def sky_part(
    lamp: FloatArray,
    suns: int,
    cover: Samples,
    size: int,
    x: float,
    y: float,
    z: float,
    nx: float,
    ny: float,
    nz: float,
) -> Any:
    """Return the unoccluded fraction of the sky's light at a world point."""
    lit, whole = F(0.0), F(0.0)
    for k in range(suns, lamp.shape[0]):
        facing = F(nx * lamp[k, 9] + ny * lamp[k, 10] + nz * lamp[k, 11])
        if facing > F(0.05):
            whole += facing
            lit += facing * lamp_light(lamp, k, cover, (k - suns) * size * size, size, x, y, z, nx, ny, nz)
    return lit / whole if whole > F(0.3) else F(1.0)


@routine
def plane_cover_row(
    columns: int,
    view: FloatArray,
    lamp: FloatArray,
    k: int,
    cover: Samples,
    start: int,
    size: int,
    y: float,
    step: float,
    inverse_0: float,
    inverse_1: float,
    plane: FloatArray,
    share: float,
    scratch: Samples,
    out: Samples,
) -> None:
    """Add `share` × the part of lamp k's light on a plane to out (columns,), a row of pixels at tangent y.

    Everything about the seen point P = eye + z d is linear in z and in z x, where x is the place along the row: map
    coordinates and height are c0 + z (c1 + c2 x).
    """
    bias, half = lamp[k, 13], 0.5 * size - 0.5
    dx, dy, dz = view[9] + y * view[6], view[10] + y * view[7], view[11] + y * view[8]
    rx, ry, rz = view[3], view[4], view[5]
    px = view[0] - lamp[k, 0] + bias * plane[3]
    py = view[1] - lamp[k, 1] + bias * plane[4]
    pz = view[2] - lamp[k, 2] + bias * plane[5]
    per = lamp[k, 12]
    s_0 = F(half + per * (px * lamp[k, 3] + py * lamp[k, 4] + pz * lamp[k, 5]))
    s_1 = F(per * (dx * lamp[k, 3] + dy * lamp[k, 4] + dz * lamp[k, 5]))
    s_2 = F(per * (rx * lamp[k, 3] + ry * lamp[k, 4] + rz * lamp[k, 5]))
    t_0 = F(half + per * (px * lamp[k, 6] + py * lamp[k, 7] + pz * lamp[k, 8]))
    t_1 = F(per * (dx * lamp[k, 6] + dy * lamp[k, 7] + dz * lamp[k, 8]))
    t_2 = F(per * (rx * lamp[k, 6] + ry * lamp[k, 7] + rz * lamp[k, 8]))
    h_0 = F(FLOOR + lamp[k, 14] * (px * lamp[k, 9] + py * lamp[k, 10] + pz * lamp[k, 11] + bias))
    h_1 = F(lamp[k, 14] * (dx * lamp[k, 9] + dy * lamp[k, 10] + dz * lamp[k, 11]))
    h_2 = F(lamp[k, 14] * (rx * lamp[k, 9] + ry * lamp[k, 10] + rz * lamp[k, 11]))
    first, slope = F(inverse_0), F(inverse_1)
    last, move, middle = F(size - 2), F(step), F(0.5 * columns - 0.5)
    # Two passes: reading the map at scattered cells is the one thing that does not become vector code.
    down, right, high = 0, 1, 2
    for column in range(columns):
        place = F(np.int32(column))
        x = move * (place - middle)
        z = F(1.0) / max(first + slope * place, F(1e-12))
        scratch[right, column] = min(max(s_0 + z * (s_1 + s_2 * x), F(0.0)), last)
        scratch[down, column] = min(max(t_0 + z * (t_1 + t_2 * x), F(0.0)), last)
        scratch[high, column] = max(h_0 + z * (h_1 + h_2 * x), F(0.0))
    part, begin, wide = F(share), np.int32(start), np.int32(size)
    for column in range(columns):
        s, t, height = scratch[right, column], scratch[down, column], scratch[high, column]
        # Most of a large plane lies outside the map, where nothing covers it.
        inside = (s > F(0.0)) & (s < last) & (t > F(0.0)) & (t < last)
        out[column] += part * uncovered(cover, begin, wide, s, t, height) if inside else part
