"""From samples to pixels: every surface seen in a pixel is lit once and weighs by the samples that see it.

Light: a sun with shadows (`shadow`), a sky that lights from above and a ground that throws a little back from below, a
faint highlight. Surfaces fade into the haze with distance. Amounts of light are added, and only the sum is turned into
the screen's sRGB.
"""

import math
from typing import Any

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.jit.decorators import inlined, kernel, routine
from rigida.render.ground import BOUNCE, SKYLIGHT, SUNLIGHT, plane_row, sky_row
from rigida.render.raster import FIRST_PLANE, SKY, Numbers, Samples
from rigida.render.shadow import FLOOR, blended

Pixels = np.ndarray[Any, np.dtype[np.uint8]]
Light = tuple[float, float, float]

#: Steps of the table from light to sRGB; finer than a 1/255 step of the darkest tones needs.
TONES = 8192
#: Marks a sample whose surface has been lit together with an earlier one.
TAKEN = 0x7FFFFFFF
#: Strength of the highlight.
_SHINE = 0.12


def tone_table() -> Pixels:
    """Return the sRGB byte (TONES + 1,) of every amount of light from 0 to 1 (IEC 61966-2-1)."""
    light = np.arange(TONES + 1) / TONES
    srgb = np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1.0 / 2.4) - 0.055)
    return np.asarray(np.floor(255.0 * srgb + 0.5), dtype=np.uint8)


@inlined
def corner_weights(
    ux: float, uy: float, uz: float, vx: float, vy: float, vz: float, wx: float, wy: float, wz: float
) -> tuple[float, float]:
    """Return the weights of corners b and c at a point w, all seen from corner a (barycentric coordinates)."""
    uu, uv, vv = ux * ux + uy * uy + uz * uz, ux * vx + uy * vy + uz * vz, vx * vx + vy * vy + vz * vz
    wu, wv = wx * ux + wy * uy + wz * uz, wx * vx + wy * vy + wz * vz
    scale = 1.0 / (uu * vv - uv * uv)
    return min(max((vv * wu - uv * wv) * scale, 0.0), 1.0), min(max((uu * wv - uv * wu) * scale, 0.0), 1.0)


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
    up_x: float,
    up_y: float,
    up_z: float,
    sun_x: float,
    sun_y: float,
    sun_z: float,
    half_x: float,
    half_y: float,
    half_z: float,
) -> Light:
    """Return the light of sky and ground on a surface, that of the sun if nothing covers it, and its highlight.

    The highlight is (n·h)³² with h halfway between sun and eye; the eye counts as far away, so that one h serves the
    whole picture.
    """
    above = 0.5 + 0.5 * (nx * up_x + ny * up_y + nz * up_z)
    gloss = nx * half_x + ny * half_y + nz * half_z
    gloss *= gloss
    gloss *= gloss
    gloss *= gloss
    gloss *= gloss
    sunlight = SUNLIGHT * (nx * sun_x + ny * sun_y + nz * sun_z)
    return BOUNCE + (SKYLIGHT - BOUNCE) * above, sunlight, _SHINE * gloss * gloss


@routine
def survey(seen: Numbers, row: int, across: int, uniform: Any) -> int:
    """Fill whether one surface fills each pixel of a row, and return the lowest number seen in it."""
    lowest = np.int32(TAKEN)
    wide, one = np.uint64(across), np.uint64(1)
    top = np.uint64(row) * wide
    if across == 2:  # the usual case, written out so that it becomes vector code
        for column in range(np.uint64(uniform.shape[0])):
            a, b = seen[top, wide * column], seen[top, wide * column + one]
            c, d = seen[top + one, wide * column], seen[top + one, wide * column + one]
            uniform[column] = (a == b) & (a == c) & (a == d)
            lowest = min(lowest, min(min(a, b), min(c, d)))
        return int(lowest)
    for column in range(np.uint64(uniform.shape[0])):
        first, same = seen[top, column * wide], True
        for i in range(wide):
            for j in range(wide):
                mine = seen[top + i, column * wide + j]
                same &= mine == first
                lowest = min(lowest, mine)
        uniform[column] = same
    return int(lowest)


@kernel
def shade(
    depth: Samples,
    seen: Numbers,
    across: int,
    view: FloatArray,
    scale: float,
    sun: FloatArray,
    cover: Samples,
    sky: FloatArray,
    plane: FloatArray,
    plane_color: FloatArray,
    corner_W: FloatArray,
    normal_W: FloatArray,
    smooth: Any,
    body: IntArray,
    color: FloatArray,
    tones: Pixels,
    picture: Pixels,
) -> None:
    """Fill picture (h, w, 3) from the samples, `across` × `across` of them in each pixel.

    sky (10,): light at the horizon, overhead, the direction up, and the squared distance at which planes are half
    haze. plane (p, 16): 0–2 slopes of 1/z, 3–5 normal, 6–8 first axis of the grid [cells/m], 9–11 second
    axis, 12–14 a point of it, 15 width of grid lines [cells].

    No array is handed on from pixel to pixel: numba would count its references each time.
    """
    rows, columns = picture.shape[0], picture.shape[1]
    count, cells = across * across, cover.shape[0]
    flat_cover = cover.reshape(cells * cells)
    planes = plane.shape[0]
    base = np.empty((1 + planes, 3, columns), np.float32)
    scratch = np.empty((5, columns), np.float32)
    uniform = np.empty(columns, np.bool_)
    number, place_x, place_y = np.empty(count, np.int64), np.empty(count), np.empty(count)
    right, down = np.empty(count, np.int64), np.empty(count, np.int64)
    for s in range(count):
        right[s], down[s] = s % across, s // across
        place_x[s], place_y[s] = (right[s] + 0.5) / across, (down[s] + 0.5) / across
    step, part = across / scale, 1.0 / count
    eye_x, eye_y, eye_z = view[0], view[1], view[2]
    right_x, right_y, right_z = step * view[3], step * view[4], step * view[5]
    up_x, up_y, up_z = step * view[6], step * view[7], step * view[8]
    sun_x, sun_y, sun_z, cells_per_metre, bias = sun[9], sun[10], sun[11], sun[12], sun[13]
    half_x, half_y, half_z = unit(sun_x - view[9], sun_y - view[10], sun_z - view[11])
    up_0, up_1, up_2 = sky[6], sky[7], sky[8]
    light_T = np.empty((body.shape[0], 3))
    for face in range(corner_W.shape[0]):
        light_T[face, 0], light_T[face, 1], light_T[face, 2] = surface_light(
            normal_W[face, 0],
            normal_W[face, 1],
            normal_W[face, 2],
            up_0,
            up_1,
            up_2,
            sun_x,
            sun_y,
            sun_z,
            half_x,
            half_y,
            half_z,
        )
    half, last = 0.5 * cells - 0.5, cells - 2.0
    for row in range(rows):
        lowest = survey(seen, row, across, uniform)
        sky_row(row, rows, columns, view, step, sky, base[0])
        for k in range(planes):
            if lowest <= FIRST_PLANE - k:
                plane_row(
                    row,
                    rows,
                    columns,
                    view,
                    step,
                    across,
                    plane[k],
                    plane_color[k],
                    sun,
                    flat_cover,
                    cells,
                    sky,
                    scratch,
                    base[1 + k],
                )
        column = -1
        while column + 1 < columns:
            column += 1
            single, red, green, blue = uniform[column], 0.0, 0.0, 0.0
            number[0] = seen[row * across, column * across]
            if single and number[0] < 0:
                for c in range(3):
                    tone = int(base[SKY - number[0], c, column] * TONES)
                    picture[row, column, c] = tones[min(tone, TONES)]
                continue
            if single and not smooth[number[0]]:
                # A run of pixels within one flat triangle: only depth and shadow change along it. The place in the map
                # is linear in z and in z × column, as in `plane_row`.
                t = np.uint64(number[0])
                own = np.uint64(body[t])
                nx, ny, nz, facing = normal_W[t, 0], normal_W[t, 1], normal_W[t, 2], max(light_T[t, 1], 0.0)
                x, y = place_x[0] - 0.5 * columns, 0.5 * rows - row - place_y[0]
                dx = view[9] + x * right_x + y * up_x
                dy = view[10] + x * right_y + y * up_y
                dz = view[11] + x * right_z + y * up_z
                px, py, pz = eye_x + bias * nx - sun[0], eye_y + bias * ny - sun[1], eye_z + bias * nz - sun[2]
                u_0 = half + cells_per_metre * (px * sun[3] + py * sun[4] + pz * sun[5])
                u_1 = cells_per_metre * (dx * sun[3] + dy * sun[4] + dz * sun[5])
                u_2 = cells_per_metre * (right_x * sun[3] + right_y * sun[4] + right_z * sun[5])
                v_0 = half + cells_per_metre * (px * sun[6] + py * sun[7] + pz * sun[8])
                v_1 = cells_per_metre * (dx * sun[6] + dy * sun[7] + dz * sun[8])
                v_2 = cells_per_metre * (right_x * sun[6] + right_y * sun[7] + right_z * sun[8])
                h_0 = FLOOR + sun[14] * (px * sun_x + py * sun_y + pz * sun_z + bias)
                h_1 = sun[14] * (dx * sun_x + dy * sun_y + dz * sun_z)
                h_2 = sun[14] * (right_x * sun_x + right_y * sun_y + right_z * sun_z)
                while True:
                    lit = np.float32(0.0)
                    if facing > 0.0:
                        z = 1.0 / depth[np.uint64(row * across), np.uint64(column * across)]
                        u = min(max(u_0 + z * (u_1 + u_2 * column), 0.0), last)
                        v = min(max(v_0 + z * (v_1 + v_2 * column), 0.0), last)
                        height = max(h_0 + z * (h_1 + h_2 * column), 0.0)
                        cell_v, cell_u = np.uint64(int(v)), np.uint64(int(u))
                        lit = blended(
                            cover[cell_v, cell_u] <= height,
                            cover[cell_v, cell_u + np.uint64(1)] <= height,
                            cover[cell_v + np.uint64(1), cell_u] <= height,
                            cover[cell_v + np.uint64(1), cell_u + np.uint64(1)] <= height,
                            np.float32(v - int(v)),
                            np.float32(u - int(u)),
                        )
                    bright, shine = light_T[t, 0] + lit * facing, lit * light_T[t, 2]
                    for c in range(3):
                        tone = int((bright * color[own, np.uint64(c)] + shine) * TONES)
                        picture[row, column, c] = tones[min(tone, TONES)]
                    following = column + 1
                    if following == columns or not uniform[following]:
                        break
                    if seen[row * across, following * across] != number[0]:
                        break
                    column = following
                continue
            if not single:
                s = 0
                for i in range(row * across, (row + 1) * across):
                    for j in range(column * across, (column + 1) * across):
                        number[s] = seen[i, j]
                        s += 1
            for s in range(1 if single else count):
                mine = number[s]
                if mine == TAKEN:
                    continue
                weight = 1.0
                if not single:
                    # All samples of one surface are lit at once, at the first of them.
                    weight = 0.0
                    for other in range(s, count):
                        if number[other] == mine:
                            weight += part
                            number[other] = TAKEN
                if mine < 0:
                    k = SKY - mine
                    red += weight * base[k, 0, column]
                    green += weight * base[k, 1, column]
                    blue += weight * base[k, 2, column]
                    continue
                t = np.uint64(mine)
                bright, facing, shine = light_T[t, 0], light_T[t, 1], light_T[t, 2]
                lit = np.float32(0.0)
                if facing > 0.0 or smooth[t]:
                    # the point that is seen
                    x, y = column + place_x[s] - 0.5 * columns, 0.5 * rows - row - place_y[s]
                    z = 1.0 / depth[np.uint64(row * across + down[s]), np.uint64(column * across + right[s])]
                    x_W = eye_x + z * (view[9] + x * right_x + y * up_x)
                    y_W = eye_y + z * (view[10] + x * right_y + y * up_y)
                    z_W = eye_z + z * (view[11] + x * right_z + y * up_z)
                    nx, ny, nz = normal_W[t, 0], normal_W[t, 1], normal_W[t, 2]
                    if smooth[t]:
                        ax, ay, az = corner_W[t, 0], corner_W[t, 1], corner_W[t, 2]
                        to_b, to_c = corner_weights(
                            corner_W[t, 3] - ax,
                            corner_W[t, 4] - ay,
                            corner_W[t, 5] - az,
                            corner_W[t, 6] - ax,
                            corner_W[t, 7] - ay,
                            corner_W[t, 8] - az,
                            x_W - ax,
                            y_W - ay,
                            z_W - az,
                        )
                        to_a = 1.0 - to_b - to_c
                        nx, ny, nz = unit(
                            to_a * nx + to_b * normal_W[t, 3] + to_c * normal_W[t, 6],
                            to_a * ny + to_b * normal_W[t, 4] + to_c * normal_W[t, 7],
                            to_a * nz + to_b * normal_W[t, 5] + to_c * normal_W[t, 8],
                        )
                        bright, facing, shine = surface_light(
                            nx, ny, nz, up_0, up_1, up_2, sun_x, sun_y, sun_z, half_x, half_y, half_z
                        )
                    if facing > 0.0:
                        # The point is moved off its surface by a cell, so that a slope does not shade itself.
                        x_W, y_W, z_W = x_W + bias * nx - sun[0], y_W + bias * ny - sun[1], z_W + bias * nz - sun[2]
                        u = half + cells_per_metre * (x_W * sun[3] + y_W * sun[4] + z_W * sun[5])
                        v = half + cells_per_metre * (x_W * sun[6] + y_W * sun[7] + z_W * sun[8])
                        u, v = min(max(u, 0.0), last), min(max(v, 0.0), last)
                        height = max(FLOOR + sun[14] * (x_W * sun_x + y_W * sun_y + z_W * sun_z + bias), 0.0)
                        cell_v, cell_u = np.uint64(int(v)), np.uint64(int(u))
                        lit = blended(
                            cover[cell_v, cell_u] <= height,
                            cover[cell_v, cell_u + np.uint64(1)] <= height,
                            cover[cell_v + np.uint64(1), cell_u] <= height,
                            cover[cell_v + np.uint64(1), cell_u + np.uint64(1)] <= height,
                            np.float32(v - int(v)),
                            np.float32(u - int(u)),
                        )
                bright += lit * facing
                shine *= lit
                own = np.uint64(body[t])
                red += weight * (bright * color[own, 0] + shine)
                green += weight * (bright * color[own, 1] + shine)
                blue += weight * (bright * color[own, 2] + shine)
            picture[row, column, 0] = tones[min(int(red * TONES), TONES)]
            picture[row, column, 1] = tones[min(int(green * TONES), TONES)]
            picture[row, column, 2] = tones[min(int(blue * TONES), TONES)]
