"""The shadow map: depth along the sunlight of the first surface in each cell of a square.

The sun is so far that its rays are parallel. A map (m, m) keeps for every cell the height along the ray of the surface
nearest to the sun; a point of the picture is lit as far as the cells around it hold nothing higher.

A sun (16,) holds the middle of the map, its two axes, the direction towards the sun, cells per meter, and the bias.
"""

import math
from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.jit.decorators import inlined, kernel, routine
from rigida.render.raster import Numbers, Samples, fill_triangle, seen_from

#: Inverse depths of the map are heights above this floor [map halves]; 0 stays "nothing there".
FLOOR = 2.0
#: How far a lit surface must lie under the cover, in cells: the slope of a surface within one cell and its filter.
_BIAS_CELLS = 1.5


def sun_row(direction: FloatArray, center: FloatArray, radius: float, cells: int) -> FloatArray:
    """Return the sun for a map of `cells` that covers the ball of `radius` about `center`, both rounded to cells.

    Rounding keeps the cells in place when the ball moves, so that edges of shadows do not crawl.
    """
    # A few sizes only, for the same reason.
    radius = 2.0 ** (math.ceil(4.0 * math.log2(max(radius, 1e-9))) / 4.0)
    z = direction / math.sqrt(float(np.sum(direction * direction)))
    axis = np.eye(3)[int(np.argmin(np.abs(z)))]
    x = np.array([axis[1] * z[2] - axis[2] * z[1], axis[2] * z[0] - axis[0] * z[2], axis[0] * z[1] - axis[1] * z[0]])
    x /= math.sqrt(float(np.sum(x * x)))
    y = np.array([z[1] * x[2] - z[2] * x[1], z[2] * x[0] - z[0] * x[2], z[0] * x[1] - z[1] * x[0]])
    per_meter = 0.5 * cells / radius
    along = [math.floor(float(np.sum(center * a)) * per_meter) / per_meter for a in (x, y)]
    middle = along[0] * x + along[1] * y + float(np.sum(center * z)) * z
    return np.array([*middle, *x, *y, *z, per_meter, _BIAS_CELLS / per_meter, 1.0 / radius, 0.0])


def _beside(axis: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return two unit vectors across `axis`, and it at length 1."""
    z = axis / math.sqrt(float(np.sum(axis * axis)))
    x = np.cross(z, np.eye(3)[int(np.argmin(np.abs(z)))])
    x /= math.sqrt(float(np.sum(x * x)))
    return x, np.cross(z, x), z


def triangle(axis: FloatArray, opening: float) -> FloatArray:
    """Return `axis` at length 1 and the corners (4, 3) of a triangle about it, each `opening` [rad] away."""
    x, y, z = _beside(axis)
    turns = 2.0 * math.pi / 3.0 * np.arange(3)[:, None]
    corners = math.cos(opening) * z + math.sin(opening) * (np.cos(turns) * x + np.sin(turns) * y)
    return np.concatenate([z[None], corners])


def spread(axis: FloatArray, count: int, opening: float) -> FloatArray:
    """Return `count` unit directions (count, 3) evenly over the cap of ± `opening` [rad] about `axis`.

    A spiral with the golden angle covers a disc evenly with any number of points.
    """
    x, y, z = _beside(axis)
    k = np.arange(count) + 0.5
    rise = 1.0 - (1.0 - math.cos(opening)) * k / count
    out, turn = np.sqrt(1.0 - rise * rise), k * math.pi * (3.0 - math.sqrt(5.0))
    return np.asarray(rise[:, None] * z + (out * np.cos(turn))[:, None] * x + (out * np.sin(turn))[:, None] * y)


@kernel
def fill_shadow_maps(cover: Samples, seen: Numbers, corner_W: FloatArray, sun: FloatArray) -> None:
    """Fill a map (m, m) for each of the suns (k, 16)."""
    for k in range(sun.shape[0]):
        fill_shadow_map(cover[k], seen, corner_W, sun[k])


@routine
def fill_shadow_map(cover: Samples, seen: Numbers, corner_W: FloatArray, sun: FloatArray) -> None:
    """Clear the map and fill it with all triangles that face the sun."""
    for row in range(cover.shape[0]):
        for column in range(cover.shape[1]):
            cover[row, column] = np.float32(0.0)
    half, per_meter, per_radius = 0.5 * cover.shape[0], sun[12], sun[14]
    for t in range(corner_W.shape[0]):
        ax, ay, az = seen_from(sun, corner_W[t, 0], corner_W[t, 1], corner_W[t, 2])
        bx, by, bz = seen_from(sun, corner_W[t, 3], corner_W[t, 4], corner_W[t, 5])
        cx, cy, cz = seen_from(sun, corner_W[t, 6], corner_W[t, 7], corner_W[t, 8])
        if (bx - ax) * (cy - ay) - (cx - ax) * (by - ay) <= 0.0:
            continue
        fill_triangle(
            cover,
            seen,
            t,
            half + per_meter * ax,
            half + per_meter * ay,
            FLOOR + per_radius * az,
            half + per_meter * bx,
            half + per_meter * by,
            FLOOR + per_radius * bz,
            half + per_meter * cx,
            half + per_meter * cy,
            FLOOR + per_radius * cz,
            False,
        )


@inlined
def blended(here: bool, right: bool, below: bool, both: bool, f: Any, g: Any) -> Any:
    """Return the share of lit cells among four neighbors at fractions f down and g to the right."""
    one, none = np.float32(1.0), np.float32(0.0)
    upper = (one if here else none) * (one - g) + (g if right else none)
    lower = (one if below else none) * (one - g) + (g if both else none)
    return upper + f * (lower - upper)
