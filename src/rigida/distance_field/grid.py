"""Signed distances on a regular grid: the document's field, and the culling field made from it.

`sample_grid` fills exact values at the nodes (Popovski 2008, 2.1). Between nodes the value is trilinear and its
gradient is the normal (2.5); both err by up to a fraction of a cell near edges, so contacts take neither. They use the
*lower bound* of `lower_grid`, which never exceeds the distance, to pass over what is far, and for what is near the
short list of triangles that can be nearest in a cell (`cell_lists`), which gives the exact distance in about 0.2 µs.
"""

import math

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray, IntArray
from rigida.distance_field.arrays import Surface, Walk
from rigida.distance_field.surface import nearest, new_walk, signed, square_to_box
from rigida.distance_field.triangle import nearest_on_triangle
from rigida.jit.bind import bind
from rigida.jit.decorators import inlined, kernel, routine, whole
from rigida.math.vec3 import Vec3

SingleGrid = NDArray[np.float32]

#: Most triangles that can be looked at for one cell.
_MOST = 4096
#: Points at which a cell's interpolated value is compared with the exact one, as parts of a cell's side.
_PROBES = np.array(
    [[0.25 + 0.5 * (i & 1), 0.25 + 0.5 * (i >> 1 & 1), 0.25 + 0.5 * (i >> 2)] for i in range(8)]
    + [[0.5, 0.5, 0.5]]
    + [[w if c == axis else 0.5 for c in range(3)] for axis in range(3) for w in (0.02, 0.98)]
)
#: The bound is lowered by this many times the greatest excess found at the probes, and by this part of a cell.
_CAUTION = 1.1
_SPARE = 0.01


@kernel
def sample_grid(h: float, surface: Surface, walk: Walk, origin: FloatArray, value: FloatArray, near: IntArray) -> None:
    """Fill the exact signed distance and the nearest triangle at every node (nx, ny, nz) of a grid.

    Neighboring nodes differ by at most h, so each search starts from its neighbor's result.
    """
    for i in range(value.shape[0]):
        for j in range(value.shape[1]):
            guess, radius = -1, math.inf
            if j > 0:
                guess, radius = whole(near[i, j - 1, 0]), abs(value[i, j - 1, 0]) + h
            elif i > 0:
                guess, radius = whole(near[i - 1, 0, 0]), abs(value[i - 1, 0, 0]) + h
            for k in range(value.shape[2]):
                node, limit = Vec3(origin[0] + i * h, origin[1] + j * h, origin[2] + k * h), radius * 1.0001
                square, q, region, t = nearest(node, 0, limit * limit, guess, surface, walk)
                value[i, j, k] = signed(node, square, q, surface.normal[t].region[region])[0]
                near[i, j, k] = t
                guess, radius = t, abs(value[i, j, k]) + h


@inlined
def mix(a: float, b: float, part: float) -> float:
    """Return the value at `part` of the way from a to b."""
    return a + part * (b - a)


@routine
def trilinear(value: FloatArray, i: int, j: int, k: int, u: float, v: float, w: float) -> float:
    """Return the interpolated value at parts u, v, w of cell (i, j, k) (Popovski 2008, 2.1)."""
    low = mix(mix(value[i, j, k], value[i, j, k + 1], w), mix(value[i, j + 1, k], value[i, j + 1, k + 1], w), v)
    i += 1
    high = mix(mix(value[i, j, k], value[i, j, k + 1], w), mix(value[i, j + 1, k], value[i, j + 1, k + 1], w), v)
    return mix(low, high, u)


@kernel
def lower_grid(
    h: float,
    surface: Surface,
    walk: Walk,
    origin: FloatArray,
    value: FloatArray,
    near: IntArray,
    probe: FloatArray,
    lower: SingleGrid,
) -> None:
    """Fill node values whose interpolation stays below the exact distance.

    Outside, at a distance d from the surface, the distance is semi-concave with constant 1/d, so interpolation exceeds
    it by at most 3 h²/(8 d). Near the surface the excess is measured at the probes. Deep inside it does not matter.
    """
    for i in range(value.shape[0]):
        for j in range(value.shape[1]):
            for k in range(value.shape[2]):
                lower[i, j, k] = value[i, j, k]
    for i in range(value.shape[0] - 1):
        for j in range(value.shape[1] - 1):
            for k in range(value.shape[2] - 1):
                least, excess = math.inf, _SPARE * h
                for c in range(8):
                    least = min(least, value[i + (c & 1), j + (c >> 1 & 1), k + (c >> 2)])
                if least > 2.0 * h:
                    excess += 0.375 * h * h / (least - h)
                elif least > -2.0 * h:
                    guess, most = whole(near[i, j, k]), 0.0
                    for p in range(probe.shape[0]):
                        u, v, w = probe[p, 0], probe[p, 1], probe[p, 2]
                        place = Vec3(origin[0] + (i + u) * h, origin[1] + (j + v) * h, origin[2] + (k + w) * h)
                        square, q, region, guess = nearest(place, 0, math.inf, guess, surface, walk)
                        exact = signed(place, square, q, surface.normal[guess].region[region])[0]
                        most = max(most, trilinear(value, i, j, k, u, v, w) - exact)
                    excess += _CAUTION * most
                for c in range(8):
                    a, b, d = i + (c & 1), j + (c >> 1 & 1), k + (c >> 2)
                    lower[a, b, d] = min(lower[a, b, d], value[a, b, d] - excess)


def lower_bound_grid(surface: Surface, origin: FloatArray, h: float, value: FloatArray, near: IntArray) -> SingleGrid:
    """Return the culling field (nx, ny, nz) of a sampled grid, in single precision."""
    lower = np.empty(value.shape, dtype=np.float32)
    bind(lower_grid, surface, new_walk(), origin, value, near, _PROBES, lower)(h)
    return lower


@routine
def gather_near(point: Vec3, radius: float, surface: Surface, walk: Walk, found: IntArray) -> int:
    """List the triangles within `radius` of a point; return their number, limited by the size of the list."""
    count, waiting = 0, 1
    walk.stack[0] = 0
    while waiting > 0:
        waiting -= 1
        n = walk.stack[waiting]
        if square_to_box(point, surface.box[n]) > radius * radius:
            continue
        first, items = surface.child[n].first, surface.child[n].count
        if items == 0:
            walk.stack[waiting], walk.stack[waiting + 1] = first, first + 1
            waiting += 2
            continue
        for t in range(first, first + items):
            if count < found.shape[0] and nearest_on_triangle(point, surface.triangle[t])[0] <= radius * radius:
                found[count] = t
                count += 1
    return count


@routine
def keep_possible(middle: Vec3, h: float, surface: Surface, count: int, found: IntArray, rank: FloatArray) -> int:
    """Keep those of `count` listed triangles that can be nearest to a point of the cell, most likely first.

    At the middle of each eighth of the cell a triangle further than the nearest one by more than the eighth's diameter
    is nearest nowhere in it. rank (m, 3): least and summed excess over the eighths.
    """
    radius = 0.25 * h * math.sqrt(3.0)
    for p in range(count):
        rank[p, 0], rank[p, 1] = math.inf, 0.0
    for c in range(8):
        point = Vec3(
            middle.x + (0.25 * h if c & 1 else -0.25 * h),
            middle.y + (0.25 * h if c & 2 else -0.25 * h),
            middle.z + (0.25 * h if c & 4 else -0.25 * h),
        )
        least = math.inf
        for p in range(count):
            rank[p, 2] = math.sqrt(nearest_on_triangle(point, surface.triangle[whole(found[p])])[0])
            least = min(least, rank[p, 2])
        for p in range(count):
            rank[p, 0] = min(rank[p, 0], rank[p, 2] - least)
            rank[p, 1] += rank[p, 2] - least
    kept = 0
    for p in range(count):
        if rank[p, 0] > 2.0 * radius:
            continue
        t, total, q = found[p], rank[p, 1], kept
        while q > 0 and rank[q - 1, 1] > total:
            found[q], rank[q, 1] = found[q - 1], rank[q - 1, 1]
            q -= 1
        found[q], rank[q, 1] = t, total
        kept += 1
    return kept


@kernel
def fill_cells(
    h: float,
    band: float,
    surface: Surface,
    walk: Walk,
    origin: FloatArray,
    near: IntArray,
    start: IntArray,
    listed: IntArray,
) -> int:
    """Fill, for each cell within `band` of the surface, the triangles that can be nearest in it; return their number.

    start (cells + 1,): where a cell's list begins in `listed`; where that is too small only the number is right.
    """
    found, rank = np.empty(_MOST, dtype=np.int32), np.empty((_MOST, 3))
    half, total, cell = 0.5 * h * math.sqrt(3.0), 0, 0
    for i in range(near.shape[0] - 1):
        for j in range(near.shape[1] - 1):
            for k in range(near.shape[2] - 1):
                middle = Vec3(origin[0] + (i + 0.5) * h, origin[1] + (j + 0.5) * h, origin[2] + (k + 0.5) * h)
                start[cell] = total
                cell += 1
                limit = half + band
                square, _, _, t = nearest(middle, 0, limit * limit, whole(near[i, j, k]), surface, walk)
                if t < 0:
                    continue
                count = gather_near(middle, math.sqrt(square) + 2.0 * half, surface, walk, found)
                if count == _MOST:
                    continue
                count = keep_possible(middle, h, surface, count, found, rank)
                for p in range(count):
                    if total + p < listed.shape[0]:
                        listed[total + p] = found[p]
                total += count
    start[cell] = total
    return total


def cell_lists(
    surface: Surface, origin: FloatArray, h: float, band: float, near: IntArray
) -> tuple[IntArray, IntArray]:
    """Return start (cells + 1,) and the concatenated lists of triangles of all cells."""
    cells = int(np.prod(np.array(near.shape) - 1))
    start, room = np.zeros(cells + 1, dtype=np.int32), 16 * len(surface.triangle) + 8 * cells
    while True:
        listed = np.zeros(room, dtype=np.int32)
        total = bind(fill_cells, surface, new_walk(), origin, near, start, listed)(h, band)
        if total <= room:
            return start, listed[:total].copy()
        room = total
