"""From samples to pixels, row by row: light of sky, planes and bodies, and tone mapping.

Amounts of light are added, and only the sum is turned into the screen's sRGB.
"""

from typing import Any

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.jit.decorators import kernel, routine
from rigida.render.body import body_row
from rigida.render.cover import PARTLY, penumbra, plane_cover_row
from rigida.render.ground import plane_row, sky_row
from rigida.render.light import BOUNCE, SKYLIGHT, SUNLIGHT, surface_light, unit
from rigida.render.raster import FIRST_PLANE, Numbers, Samples

Pixels = np.ndarray[Any, np.dtype[np.uint8]]

#: Steps of the table from light to sRGB; finer than a 1/255 step of the darkest tones needs.
TONES = 8192
F = np.float32


def tone_table() -> Pixels:
    """Return the sRGB byte (TONES + 1,) of every amount of light from 0 to 1 (IEC 61966-2-1)."""
    light = np.arange(TONES + 1) / TONES
    srgb = np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1.0 / 2.4) - 0.055)
    return np.asarray(np.floor(255.0 * srgb + 0.5), dtype=np.uint8)


@routine
def survey(seen: Numbers, row: int, across: int, uniform: Any) -> int:
    """Fill whether one surface fills each pixel of a row, and return the lowest number seen in it."""
    lowest = np.int32(0x7FFFFFFF)
    top = row * across
    if across == 2:  # the usual case, written out so that it becomes vector code
        for column in range(uniform.shape[0]):
            a, b = seen[top, 2 * column], seen[top, 2 * column + 1]
            c, d = seen[top + 1, 2 * column], seen[top + 1, 2 * column + 1]
            uniform[column] = (a == b) & (a == c) & (a == d)
            lowest = min(lowest, min(min(a, b), min(c, d)))
        return int(lowest)
    for column in range(uniform.shape[0]):
        first, same = seen[top, column * across], True
        for i in range(across):
            for j in range(across):
                own_row = seen[top + i, column * across + j]
                same &= own_row == first
                lowest = min(lowest, own_row)
        uniform[column] = same
    return int(lowest)


@routine
def triangle_lights(normal_W: FloatArray, sky: FloatArray, sun: FloatArray, half: FloatArray, light_T: Any) -> None:
    """Fill light_T (t, 3) with `surface_light` at the first corner of every triangle."""
    for t in range(normal_W.shape[0]):
        light_T[t, 0], light_T[t, 1], light_T[t, 2] = surface_light(
            normal_W[t, 0], normal_W[t, 1], normal_W[t, 2], sky, sun[9], sun[10], sun[11], half[0], half[1], half[2]
        )


@routine
def lit_plane_row(
    y: float,
    step: float,
    row: int,
    across: int,
    view: FloatArray,
    plane: FloatArray,
    color: FloatArray,
    sky: FloatArray,
    lamp: FloatArray,
    suns: int,
    sun_cover: Samples,
    sun_size: int,
    sky_cover: Samples,
    sky_size: int,
    part: Samples,
    scratch: Samples,
    out: Samples,
) -> None:
    """Fill out (3, columns) with the light of a plane in a row of pixels; part (2, columns) is room."""
    # 1/z at the first column, and its change per column.
    columns = out.shape[1]
    inverse_0 = plane[0] + plane[1] * (0.5 * across) + plane[2] * ((row + 0.5) * across)
    inverse_1 = plane[1] * across

    # Which part of the sun, then of the sky, each point sees; without a dome all of the sky.
    domed = lamp.shape[0] > suns
    for column in range(columns):
        part[0, column] = F(0.0)
        part[1, column] = F(0.0 if domed else 1.0)
    for k in range(suns):
        plane_cover_row(
            columns,
            view,
            lamp,
            k,
            sun_cover,
            k * sun_size * sun_size,
            sun_size,
            y,
            step,
            inverse_0,
            inverse_1,
            plane,
            1.0 / suns,
            scratch,
            part[0],
        )
    if suns > 1:
        for column in range(columns):
            lit = part[0, column]
            if F(PARTLY) < lit < F(1.0 - PARTLY):
                x, z = step * (column + 0.5 - 0.5 * columns), 1.0 / max(inverse_0 + inverse_1 * column, 1e-12)
                part[0, column] = penumbra(
                    lamp,
                    sun_cover,
                    sun_size,
                    view[0] + z * (view[9] + x * view[3] + y * view[6]),
                    view[1] + z * (view[10] + x * view[4] + y * view[7]),
                    view[2] + z * (view[11] + x * view[5] + y * view[8]),
                    plane[3],
                    plane[4],
                    plane[5],
                    row,
                    column,
                    lit,
                )
    whole = 1e-9
    for k in range(suns, lamp.shape[0]):
        whole += max(plane[3] * lamp[k, 9] + plane[4] * lamp[k, 10] + plane[5] * lamp[k, 11], 0.0)
    for k in range(suns, lamp.shape[0]):
        facing = plane[3] * lamp[k, 9] + plane[4] * lamp[k, 10] + plane[5] * lamp[k, 11]
        if facing > 0.0:
            start = (k - suns) * sky_size * sky_size
            plane_cover_row(
                columns,
                view,
                lamp,
                k,
                sky_cover,
                start,
                sky_size,
                y,
                step,
                inverse_0,
                inverse_1,
                plane,
                facing / whole,
                scratch,
                part[1],
            )

    # What light that makes of the plane's color and pattern.
    above = 0.5 + 0.5 * (plane[3] * sky[6] + plane[4] * sky[7] + plane[5] * sky[8])
    facing = max(plane[3] * lamp[0, 9] + plane[4] * lamp[0, 10] + plane[5] * lamp[0, 11], 0.0)
    ambient = BOUNCE + (SKYLIGHT - BOUNCE) * above
    plane_row(
        columns,
        step,
        y,
        inverse_0,
        inverse_1,
        plane,
        color,
        sky,
        ambient,
        SUNLIGHT * facing,
        part[0],
        part[1],
        scratch,
        out,
    )


@routine
def tone_row(light: Samples, tones: Pixels, line: Any) -> None:
    """Fill line (columns, 3) of the picture from amounts of light (3, columns)."""
    for column in range(line.shape[0]):
        for c in range(3):
            tone = np.int32(light[c, column] * F(TONES))
            line[column, c] = tones[min(max(tone, np.int32(0)), np.int32(TONES))]


@kernel
def shade(
    depth: Samples,
    seen: Numbers,
    across: int,
    view: FloatArray,
    scale: float,
    lamp: FloatArray,
    suns: int,
    sun_cover: Samples,
    sky_cover: Samples,
    sky: FloatArray,
    plane: FloatArray,
    plane_color: FloatArray,
    corner_W: FloatArray,
    normal_W: FloatArray,
    smooth: Any,
    body: IntArray,
    color: Samples,
    look: Samples,
    frame: FloatArray,
    tones: Pixels,
    picture: Pixels,
) -> None:
    """Fill picture (h, w, 3) from the samples, `across` × `across` of them in each pixel.

    lamp (k, 16): `suns` directions of the sun, then those of the sky, with maps sun_cover and sky_cover (·, m, m).
    sky (10,): light at the horizon, overhead, the direction up, and the squared distance at which planes are half
    haze. plane (p, 17): 0–2 slopes of 1/z over samples, 3–5 normal, 6 width of lines [fields], 7–8 slopes of 1/z to
    the right and up; then for each axis of the pattern: where the eye is along it [fields], and how far forward, right
    and up lead [fields/m]. look (n, 5): highlight, mirrored sky, how far both take the body's color,
    depth of grain, how far its pale octants are white.
    """
    # Room for a row: light of sky and planes, of the row, and what each sees of sun and sky.
    rows, columns, planes = picture.shape[0], picture.shape[1], plane.shape[0]
    sun_size, sky_size = sun_cover.shape[1], sky_cover.shape[1]
    sun_cells, sky_cells = sun_cover.reshape(sun_cover.size), sky_cover.reshape(sky_cover.size)
    base, light = np.empty((1 + planes, 3, columns), np.float32), np.empty((3, columns), np.float32)
    scratch, part = np.empty((3, columns), np.float32), np.empty((2, columns), np.float32)
    uniform = np.empty(columns, np.bool_)

    # What is the same for a whole triangle.
    light_T, half = np.empty((normal_W.shape[0], 3)), np.empty(3)
    half[0], half[1], half[2] = unit(lamp[0, 9] - view[9], lamp[0, 10] - view[10], lamp[0, 11] - view[11])
    triangle_lights(normal_W, sky, lamp[0], half, light_T)

    # Row by row: sky, planes that are seen in it, bodies over both, tones.
    step = across / scale
    for row in range(rows):
        lowest = survey(seen, row, across, uniform)
        y = step * (0.5 * rows - row - 0.5)
        sky_row(row, rows, columns, view, step, sky, base[0])
        for k in range(planes):
            if lowest <= FIRST_PLANE - k:
                lit_plane_row(
                    y,
                    step,
                    row,
                    across,
                    view,
                    plane[k],
                    plane_color[k],
                    sky,
                    lamp,
                    suns,
                    sun_cells,
                    sun_size,
                    sky_cells,
                    sky_size,
                    part,
                    scratch,
                    base[1 + k],
                )
        body_row(
            row,
            across,
            step,
            view,
            depth,
            seen,
            uniform,
            base,
            sky,
            lamp,
            suns,
            sun_cells,
            sun_size,
            sky_cells,
            sky_size,
            corner_W,
            normal_W,
            light_T,
            half,
            smooth,
            body,
            color,
            look,
            frame,
            light,
        )
        tone_row(light, tones, picture[row])
