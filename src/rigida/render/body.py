"""Bodies in a row of pixels: every surface seen in a pixel is lit once and weighs by the samples that see it."""

import math
from typing import Any

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.drawing.appearance import APPEARANCE
from rigida.jit.decorators import inlined, routine
from rigida.render.cover import sky_part, sun_part
from rigida.render.light import mirrored, sent, surface_light, unit
from rigida.render.raster import SKY, Numbers, Samples

#: Kernels take numbers of the appearance as constants.
_RINGS = APPEARANCE.rings
F = np.float32


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
def smooth_normal(
    corner: FloatArray, normal: FloatArray, t: Any, x: float, y: float, z: float
) -> tuple[float, float, float]:
    """Return the unit normal at a point of triangle t, blended from those of its corners."""
    ax, ay, az = corner[t, 0], corner[t, 1], corner[t, 2]
    to_b, to_c = corner_weights(
        corner[t, 3] - ax,
        corner[t, 4] - ay,
        corner[t, 5] - az,
        corner[t, 6] - ax,
        corner[t, 7] - ay,
        corner[t, 8] - az,
        x - ax,
        y - ay,
        z - az,
    )
    to_a = 1.0 - to_b - to_c
    return unit(
        to_a * normal[t, 0] + to_b * normal[t, 3] + to_c * normal[t, 6],
        to_a * normal[t, 1] + to_b * normal[t, 4] + to_c * normal[t, 7],
        to_a * normal[t, 2] + to_b * normal[t, 5] + to_c * normal[t, 8],
    )


@inlined
def grain_tone(frame: FloatArray, i: Any, x: float, y: float, z: float) -> float:
    """Return a tone between 0 and 1 of wood at a world point: rings about the body's first axis, a little bent.

    frame (n, 13): position, rotation matrix by rows, 1 over the body's radius.
    """
    x, y, z = x - frame[i, 0], y - frame[i, 1], z - frame[i, 2]
    along = frame[i, 3] * x + frame[i, 6] * y + frame[i, 9] * z
    across = frame[i, 4] * x + frame[i, 7] * y + frame[i, 10] * z
    deep = frame[i, 5] * x + frame[i, 8] * y + frame[i, 11] * z
    per = frame[i, 12]
    bent = per * (across + 0.35 * deep) + 0.06 * math.sin(0.9 * per * along)
    return 0.5 + 0.5 * math.sin(_RINGS * bent + 1.3 * math.sin(2.0 * bent))


@inlined
def octants(frame: FloatArray, i: Any, x: float, y: float, z: float, soft: float) -> float:
    """Return 1 in four octants of the body frame and 0 in the others, with edges as wide as `soft` [m]."""
    x, y, z = x - frame[i, 0], y - frame[i, 1], z - frame[i, 2]
    along = frame[i, 3] * x + frame[i, 6] * y + frame[i, 9] * z
    across = frame[i, 4] * x + frame[i, 7] * y + frame[i, 10] * z
    deep = frame[i, 5] * x + frame[i, 8] * y + frame[i, 11] * z
    along, across, deep = (
        min(max(along / soft, -1.0), 1.0),
        min(max(across / soft, -1.0), 1.0),
        min(max(deep / soft, -1.0), 1.0),
    )
    return 0.5 + 0.5 * along * across * deep


@inlined
def share_of(seen: Numbers, top: Any, left: Any, across: Any, s: Any, own_row: Any) -> Any:
    """Return which part of a pixel's samples sees surface `own_row`; 0 if a sample before s does."""
    count = np.int64(0)
    for r in range(across * across):
        if seen[top + r // across, left + r % across] == own_row:
            if r < s:
                return 0.0
            count += 1
    return count / float(np.int64(across * across))


@routine
def body_row(
    row: int,
    across: int,
    step: float,
    view: FloatArray,
    depth: Samples,
    seen: Numbers,
    uniform: Any,
    base: Samples,
    sky: FloatArray,
    lamp: FloatArray,
    suns: int,
    sun_cover: Samples,
    sun_size: int,
    sky_cover: Samples,
    sky_size: int,
    corner_W: FloatArray,
    normal_W: FloatArray,
    light_T: FloatArray,
    half: FloatArray,
    smooth: Any,
    body: IntArray,
    color: Samples,
    look: Samples,
    frame: FloatArray,
    out: Samples,
) -> None:
    """Fill out (3, columns) with the light of a row of pixels; base (1 + p, 3, columns) is that of sky and planes."""
    columns = out.shape[1]
    rows = depth.shape[0] // across
    samples = across * across
    top, fine = row * across, step / across
    left_x, high_y = 0.5 - 0.5 * columns * across, 0.5 * rows * across - 0.5 - row * across
    domed = lamp.shape[0] > suns
    sun_x, sun_y, sun_z = lamp[0, 9], lamp[0, 10], lamp[0, 11]
    for column in range(columns):
        left = column * across
        first, single = seen[top, left], uniform[column]
        if single and first < 0:
            k = SKY - first
            out[0, column], out[1, column], out[2, column] = base[k, 0, column], base[k, 1, column], base[k, 2, column]
            continue
        red, green, blue = 0.0, 0.0, 0.0
        for s in range(1 if single else samples):
            i, j = s // across, s % across
            own_row = seen[top + i, left + j]
            weight = 1.0 if single else share_of(seen, top, left, across, s, own_row)
            if weight == 0.0:
                continue
            if own_row < 0:
                k = SKY - own_row
                red += weight * base[k, 0, column]
                green += weight * base[k, 1, column]
                blue += weight * base[k, 2, column]
                continue
            t = own_row
            own = body[t]
            ambient, facing, gloss = light_T[t, 0], light_T[t, 1], light_T[t, 2]
            shine, mirror, tint, above = look[own, 0], 0.0, look[own, 2], 0.0
            r, g, b = color[own, 0], color[own, 1], color[own, 2]
            lit = F(0.0)
            if smooth[t] or facing > 0.0 or domed or look[own, 1] + look[own, 3] + look[own, 4] > F(0.0):
                # the point that is seen
                x, y = fine * (left_x + float(left + j)), fine * (high_y - float(i))
                z = 1.0 / depth[top + i, left + j]
                dx = view[9] + x * view[3] + y * view[6]
                dy = view[10] + x * view[4] + y * view[7]
                dz = view[11] + x * view[5] + y * view[8]
                px, py, pz = view[0] + z * dx, view[1] + z * dy, view[2] + z * dz
                nx, ny, nz = normal_W[t, 0], normal_W[t, 1], normal_W[t, 2]
                if smooth[t]:
                    nx, ny, nz = smooth_normal(corner_W, normal_W, t, px, py, pz)
                    ambient, facing, gloss = surface_light(
                        nx, ny, nz, sky, sun_x, sun_y, sun_z, half[0], half[1], half[2]
                    )
                if facing > 0.0:
                    lit = sun_part(lamp, suns, sun_cover, sun_size, px, py, pz, nx, ny, nz, row, column)
                if domed:
                    ambient *= sky_part(lamp, suns, sky_cover, sky_size, px, py, pz, nx, ny, nz)
                if look[own, 1] > F(0.0):
                    mirror, above = mirrored(look[own, 1], sky, dx, dy, dz, nx, ny, nz)
                if look[own, 3] > F(0.0):
                    tone = F(1.0 - look[own, 3] * grain_tone(frame, own, px, py, pz))
                    r, g, b = r * tone, g * tone, b * tone
                if look[own, 4] > F(0.0):
                    pale = F(look[own, 4] * octants(frame, own, px, py, pz, step * z))
                    r, g, b = r + pale * (F(1.0) - r), g + pale * (F(1.0) - g), b + pale * (F(1.0) - b)
            sunlight, shine = lit * max(facing, 0.0), lit * gloss * shine
            red += weight * sent(r, 0, ambient, sunlight, shine, tint, mirror, above, sky)
            green += weight * sent(g, 1, ambient, sunlight, shine, tint, mirror, above, sky)
            blue += weight * sent(b, 2, ambient, sunlight, shine, tint, mirror, above, sky)
        out[0, column], out[1, column], out[2, column] = F(red), F(green), F(blue)
