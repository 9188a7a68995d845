"""Distance from a point to any solid of the table: a quick lower bound, and the exact value with its gradient."""

import math

from rigida.concave.arrays import Solid, Solids
from rigida.concave.primitives import Signed, box_distance, cone_distance, cylinder_distance, segment_distance
from rigida.concave.solids import BOX, CONE, CYLINDER, MESH, PLANE
from rigida.distance_field.arrays import Walk
from rigida.distance_field.grid import mix
from rigida.distance_field.surface import nearest_again, signed
from rigida.distance_field.triangle import FACE, nearest_on_triangle
from rigida.jit.decorators import inlined, routine
from rigida.jit.records import as_array
from rigida.math.vec3 import Vec3, dot

#: A surface without a grid is searched this part of its extent inwards.
DEEP_INSIDE = 0.01
#: Outside by more than so many cells the culling grid stands for the distance.
FAR = 0.5


@routine
def primitive_distance(solid: Solid, point: Vec3) -> Signed:
    """Return signed distance and gradient of a primitive at a point of its frame."""
    kind, size = solid.kind, solid.parameter
    if kind == PLANE:
        return dot(size, point), size
    if kind == BOX:
        return box_distance(point, size)
    if kind == CYLINDER:
        return cylinder_distance(point, size.x, size.y)
    if kind == CONE:
        return cone_distance(point, size.x, size.y)
    return segment_distance(point, size.y, size.x)


@inlined
def clamped(x: float, highest: float) -> float:
    """Return x clamped to 0 … highest; zero if x is NaN."""
    return highest if x > highest else (x if x > 0.0 else 0.0)


@inlined
def in_grid(solid: Solid, point: Vec3) -> tuple[int, int, int, float, float, float, float]:
    """Return the cell of a point, or of the grid's point nearest to it, the place in it, and how far it is outside."""
    scale = solid.inv_side
    place = (point - solid.origin) * scale
    u, v, w = place.x, place.y, place.z
    nx, ny, nz = solid.count[0] - 1.000001, solid.count[1] - 1.000001, solid.count[2] - 1.000001
    outside = 0.0
    if not (0.0 <= u <= nx and 0.0 <= v <= ny and 0.0 <= w <= nz):
        p, q, r = clamped(u, nx), clamped(v, ny), clamped(w, nz)
        outside = math.sqrt((u - p) * (u - p) + (v - q) * (v - q) + (w - r) * (w - r)) / scale
        u, v, w = p, q, r
    i, j, k = int(u), int(v), int(w)
    return i, j, k, u - i, v - j, w - k, outside


@inlined
def lower_bound(solid: Solid, point: Vec3, near: float, solids: Solids, walk: Walk) -> float:
    """Return a lower bound of the signed distance to a solid; beyond `near` it may be any value above `near`."""
    if solid.kind != MESH:
        return primitive_distance(solid, point)[0]
    if solid.count[0] == 0:
        return tree_distance(solid, point, near, solids, walk)[0]
    i, j, k, u, v, w, outside = in_grid(solid, point)
    ny, nz, lower = solid.count[1], solid.count[2], as_array(solids.lower)  # as an array: differences in its precision
    o = solid.lower + (i * ny + j) * nz + k
    p = o + ny * nz
    low = mix(mix(lower[o], lower[o + 1], w), mix(lower[o + nz], lower[o + nz + 1], w), v)
    high = mix(mix(lower[p], lower[p + 1], w), mix(lower[p + nz], lower[p + nz + 1], w), v)
    value = mix(low, high, u)
    # Outside the grid: not nearer than the grid is, and distances change no faster than places.
    return max(outside, value - outside) if outside > 0.0 else value


@routine
def tree_distance(solid: Solid, point: Vec3, near: float, solids: Solids, walk: Walk) -> Signed:
    """Return signed distance and gradient of a surface without a grid, infinity if it is further than `near`."""
    limit = max(near, 0.0) + DEEP_INSIDE * solid.scale
    square, q, region, t = nearest_again(point, solid.root, limit * limit, solids.surface, walk)
    if t < 0:
        return math.inf, Vec3(0.0, 0.0, 1.0)
    return signed(point, square, q, solids.surface.normal[t].region[region])


@routine
def interpolated(solid: Solid, point: Vec3, solids: Solids) -> Signed:
    """Return trilinear distance and unit gradient of a sampled field (Popovski 2008, 2.1 and 2.5).

    Of a culling grid it is a number that the distance is not below.
    """
    i, j, k, u, v, w, outside = in_grid(solid, point)
    ny, nz, lower = solid.count[1], solid.count[2], as_array(solids.lower)
    o = solid.lower + (i * ny + j) * nz + k
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
        value = max(outside, value - outside) if solid.exact else value + outside
    if length < 1e-12:
        return value, Vec3(0.0, 0.0, 1.0)
    return value, Vec3(gx / length, gy / length, gz / length)


@inlined
def near_distance(solid: Solid, point: Vec3, solids: Solids, walk: Walk) -> Signed:
    """Return the exact distance of a mesh and its gradient: from the triangles listed for a cell, else from all."""
    best, q, region, found, surface = math.inf, Vec3(0.0, 0.0, 0.0), 0, -1, solids.surface
    if solid.count[0] > 0:
        i, j, k, _, _, _, outside = in_grid(solid, point)
        if outside == 0.0:
            cell = solid.cell + (i * (solid.count[1] - 1) + j) * (solid.count[2] - 1) + k
            for e in range(solids.start[cell], solids.start[cell + 1]):
                t = solids.listed[e]
                plane = dot(point - surface.triangle[t].corner[0], surface.normal[t].region[FACE])
                if plane * plane < best:
                    d, p, r = nearest_on_triangle(point, surface.triangle[t])
                    if d < best:
                        best, q, region, found = d, p, r, t
    if found < 0:
        best, q, region, found = nearest_again(point, solid.root, math.inf, surface, walk)
    return signed(point, best, q, surface.normal[found].region[region])


@inlined
def quick_distance(solid: Solid, point: Vec3, near: float, solids: Solids, walk: Walk) -> tuple[float, Vec3, bool]:
    """Return a number that the distance is not below, its gradient, and whether `near_distance` is needed.

    Beyond `near` the number may be anything above it.
    """
    if solid.kind != MESH:
        d, gradient = primitive_distance(solid, point)
        return d, gradient, False
    if solid.count[0] == 0:
        d, gradient = tree_distance(solid, point, near, solids, walk)
        return d, gradient, False
    d, gradient = interpolated(solid, point, solids)
    # Far outside the bound itself is near enough: nothing touches there yet.
    return d, gradient, solid.exact != 0 and d * solid.inv_side <= FAR


@inlined
def solid_distance(solid: Solid, point: Vec3, solids: Solids, walk: Walk) -> Signed:
    """Return the signed distance of a solid at a point of its frame, and its gradient.

    Exact within half a cell of the surface and everywhere inside.
    """
    if solid.kind != MESH:
        return primitive_distance(solid, point)
    if solid.count[0] > 0:
        d, gradient = interpolated(solid, point, solids)
        # Far outside the bound itself is near enough: nothing touches there yet.
        if solid.exact == 0 or d * solid.inv_side > FAR:
            return d, gradient
    return near_distance(solid, point, solids, walk)


@routine
def far_distance(solid: Solid, point: Vec3, d: float, gradient: Vec3, solids: Solids, walk: Walk) -> Signed:
    """Return the exact distance as `solid_distance`, also where that returned the bound d of the culling grid."""
    if solid.kind != MESH or solid.count[0] == 0 or solid.exact == 0 or d * solid.inv_side <= FAR:
        return d, gradient
    best, q, region, found = nearest_again(point, solid.root, math.inf, solids.surface, walk)
    return signed(point, best, q, solids.surface.normal[found].region[region])
