"""Distance from a point to any solid of the table: a quick lower bound, and the exact value with its gradient."""

import math

from rigida.arrays import FloatArray, IntArray
from rigida.concave.primitives import box_distance, cone_distance, cylinder_distance, segment_distance
from rigida.concave.solids import (
    BOX,
    CELL,
    CONE,
    COUNT,
    CYLINDER,
    EXACT,
    INV_SIDE,
    KIND,
    LOWER,
    MESH,
    ORIGIN,
    PARAMETER,
    PLANE,
    ROOT,
    SCALE,
)
from rigida.distance_field.grid import SingleGrid, mix
from rigida.distance_field.surface import nearest_again, signed
from rigida.distance_field.triangle import nearest_on_triangle
from rigida.jit.decorators import inlined, routine, whole

#: A surface without a grid is searched this part of its extent inwards.
DEEP = 0.01
#: Outside by more than so many cells the culling grid stands for the distance.
FAR = 0.5


@routine
def primitive_distance(
    s: int, x: float, y: float, z: float, info: IntArray, size: FloatArray
) -> tuple[float, float, float, float]:
    """Return signed distance and gradient of primitive s at a point of its frame."""
    kind = info[s, KIND]
    a, b, c = size[s, PARAMETER], size[s, PARAMETER + 1], size[s, PARAMETER + 2]
    if kind == PLANE:
        return a * x + b * y + c * z, a, b, c
    if kind == BOX:
        return box_distance(x, y, z, a, b, c)
    if kind == CYLINDER:
        return cylinder_distance(x, y, z, a, b)
    if kind == CONE:
        return cone_distance(x, y, z, a, b)
    return segment_distance(x, y, z, b, a)


@inlined
def in_grid(
    s: int, x: float, y: float, z: float, info: IntArray, size: FloatArray
) -> tuple[int, int, int, float, float, float, float]:
    """Return the cell of a point, or of the grid's point nearest to it, the place in it, and how far it is outside."""
    scale = size[s, INV_SIDE]
    u, v, w = (x - size[s, ORIGIN]) * scale, (y - size[s, ORIGIN + 1]) * scale, (z - size[s, ORIGIN + 2]) * scale
    nx, ny, nz = info[s, COUNT] - 1.000001, info[s, COUNT + 1] - 1.000001, info[s, COUNT + 2] - 1.000001
    outside = 0.0
    if not (0.0 <= u <= nx and 0.0 <= v <= ny and 0.0 <= w <= nz):
        p, q, r = min(max(u, 0.0), nx), min(max(v, 0.0), ny), min(max(w, 0.0), nz)
        outside = math.sqrt((u - p) * (u - p) + (v - q) * (v - q) + (w - r) * (w - r)) / scale
        u, v, w = p, q, r
    i, j, k = int(u), int(v), int(w)
    return i, j, k, u - i, v - j, w - k, outside


@inlined
def lower_bound(
    s: int,
    x: float,
    y: float,
    z: float,
    near: float,
    info: IntArray,
    size: FloatArray,
    lower: SingleGrid,
    triangle: FloatArray,
    normal: FloatArray,
    box: FloatArray,
    child: IntArray,
    stack: IntArray,
) -> float:
    """Return a number that the signed distance to solid s is not below; beyond `near` it may be anything above it."""
    if info[s, KIND] != MESH:
        return primitive_distance(s, x, y, z, info, size)[0]
    if info[s, COUNT] == 0:
        return tree_distance(s, x, y, z, near, info, size, triangle, normal, box, child, stack)[0]
    i, j, k, u, v, w, outside = in_grid(s, x, y, z, info, size)
    ny, nz = info[s, COUNT + 1], info[s, COUNT + 2]
    o = info[s, LOWER] + (i * ny + j) * nz + k
    p = o + ny * nz
    low = mix(mix(lower[o], lower[o + 1], w), mix(lower[o + nz], lower[o + nz + 1], w), v)
    high = mix(mix(lower[p], lower[p + 1], w), mix(lower[p + nz], lower[p + nz + 1], w), v)
    value = mix(low, high, u)
    # Outside the grid: not nearer than the grid is, and distances change no faster than places.
    return max(outside, value - outside) if outside > 0.0 else value


@routine
def tree_distance(
    s: int,
    x: float,
    y: float,
    z: float,
    near: float,
    info: IntArray,
    size: FloatArray,
    triangle: FloatArray,
    normal: FloatArray,
    box: FloatArray,
    child: IntArray,
    stack: IntArray,
) -> tuple[float, float, float, float]:
    """Return signed distance and gradient of a surface without a grid, infinity where it is further than `near`."""
    reach = max(near, 0.0) + DEEP * size[s, SCALE]
    square, qx, qy, qz, region, t = nearest_again(x, y, z, info[s, ROOT], triangle, box, child, reach * reach, stack)
    if t < 0:
        return math.inf, 0.0, 0.0, 1.0
    return signed(x, y, z, square, qx, qy, qz, region, t, normal)


@routine
def interpolated(
    s: int, x: float, y: float, z: float, info: IntArray, size: FloatArray, lower: SingleGrid
) -> tuple[float, float, float, float]:
    """Return trilinear distance and unit gradient of a sampled field (Popovski 2008, 2.1 and 2.5).

    Of a culling grid it is a number that the distance is not below.
    """
    i, j, k, u, v, w, outside = in_grid(s, x, y, z, info, size)
    ny, nz = info[s, COUNT + 1], info[s, COUNT + 2]
    o = info[s, LOWER] + (i * ny + j) * nz + k
    p = o + ny * nz
    a, b = mix(lower[o], lower[o + 1], w), mix(lower[o + nz], lower[o + nz + 1], w)
    c, d = mix(lower[p], lower[p + 1], w), mix(lower[p + nz], lower[p + nz + 1], w)
    low, high = mix(a, b, v), mix(c, d, v)
    below = mix(lower[o + 1] - lower[o], lower[o + nz + 1] - lower[o + nz], v)
    above = mix(lower[p + 1] - lower[p], lower[p + nz + 1] - lower[p + nz], v)
    gx, gy, gz = high - low, mix(b - a, d - c, u), mix(below, above, u)
    length = math.sqrt(gx * gx + gy * gy + gz * gz)
    value = mix(low, high, u)
    if outside > 0.0:
        value = max(outside, value - outside) if info[s, EXACT] else value + outside
    if length < 1e-12:
        return value, 0.0, 0.0, 1.0
    return value, gx / length, gy / length, gz / length


@inlined
def near_distance(
    s: int,
    x: float,
    y: float,
    z: float,
    info: IntArray,
    size: FloatArray,
    start: IntArray,
    listed: IntArray,
    triangle: FloatArray,
    normal: FloatArray,
    box: FloatArray,
    child: IntArray,
    stack: IntArray,
) -> tuple[float, float, float, float]:
    """Return the exact distance of mesh s and its gradient: from the triangles listed for a cell, else from all."""
    best, qx, qy, qz, region, found = math.inf, 0.0, 0.0, 0.0, 0, -1
    if info[s, COUNT] > 0:
        i, j, k, _, _, _, outside = in_grid(s, x, y, z, info, size)
        if outside == 0.0:
            cell = info[s, CELL] + (i * (info[s, COUNT + 1] - 1) + j) * (info[s, COUNT + 2] - 1) + k
            for e in range(start[cell], start[cell + 1]):
                t = whole(listed[e])
                plane = (x - triangle[t, 0]) * normal[t, 0] + (y - triangle[t, 1]) * normal[t, 1]
                plane += (z - triangle[t, 2]) * normal[t, 2]
                if plane * plane < best:
                    d, px, py, pz, r = nearest_on_triangle(x, y, z, triangle, t)
                    if d < best:
                        best, qx, qy, qz, region, found = d, px, py, pz, r, t
    if found < 0:
        best, qx, qy, qz, region, found = nearest_again(x, y, z, info[s, ROOT], triangle, box, child, math.inf, stack)
    return signed(x, y, z, best, qx, qy, qz, region, found, normal)


@inlined
def quick_distance(
    s: int,
    x: float,
    y: float,
    z: float,
    near: float,
    info: IntArray,
    size: FloatArray,
    lower: SingleGrid,
    triangle: FloatArray,
    normal: FloatArray,
    box: FloatArray,
    child: IntArray,
    stack: IntArray,
) -> tuple[float, float, float, float, bool]:
    """Return a number that the distance is not below, its gradient, and whether `near_distance` must tell more.

    Beyond `near` the number may be anything above it.
    """
    if info[s, KIND] != MESH:
        d, gx, gy, gz = primitive_distance(s, x, y, z, info, size)
        return d, gx, gy, gz, False
    if info[s, COUNT] == 0:
        d, gx, gy, gz = tree_distance(s, x, y, z, near, info, size, triangle, normal, box, child, stack)
        return d, gx, gy, gz, False
    d, gx, gy, gz = interpolated(s, x, y, z, info, size, lower)
    # Far outside the bound itself is near enough: nothing touches there yet.
    return d, gx, gy, gz, info[s, EXACT] != 0 and d * size[s, INV_SIDE] <= FAR


@inlined
def solid_distance(
    s: int,
    x: float,
    y: float,
    z: float,
    info: IntArray,
    size: FloatArray,
    lower: SingleGrid,
    start: IntArray,
    listed: IntArray,
    triangle: FloatArray,
    normal: FloatArray,
    box: FloatArray,
    child: IntArray,
    stack: IntArray,
) -> tuple[float, float, float, float]:
    """Return the signed distance of solid s at a point of its frame, and its gradient.

    Exact within half a cell of the surface and everywhere inside.
    """
    if info[s, KIND] != MESH:
        return primitive_distance(s, x, y, z, info, size)
    if info[s, COUNT] > 0:
        d, gx, gy, gz = interpolated(s, x, y, z, info, size, lower)
        # Far outside the bound itself is near enough: nothing touches there yet.
        if info[s, EXACT] == 0 or d * size[s, INV_SIDE] > FAR:
            return d, gx, gy, gz
    return near_distance(s, x, y, z, info, size, start, listed, triangle, normal, box, child, stack)


@routine
def far_distance(
    s: int,
    x: float,
    y: float,
    z: float,
    d: float,
    gx: float,
    gy: float,
    gz: float,
    info: IntArray,
    size: FloatArray,
    triangle: FloatArray,
    normal: FloatArray,
    box: FloatArray,
    child: IntArray,
    stack: IntArray,
) -> tuple[float, float, float, float]:
    """Return what `solid_distance` does, exactly also where it took the culling grid for the distance d."""
    if info[s, KIND] != MESH or info[s, COUNT] == 0 or info[s, EXACT] == 0 or d * size[s, INV_SIDE] <= FAR:
        return d, gx, gy, gz
    best, qx, qy, qz, region, found = nearest_again(x, y, z, info[s, ROOT], triangle, box, child, math.inf, stack)
    return signed(x, y, z, best, qx, qy, qz, region, found, normal)
