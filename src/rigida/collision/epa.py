"""Penetration of overlapping cores of which one is curved, by an expanding polytope.

The tetrahedron that enclosed the origin at the end of `gjk` is blown up towards the boundary of the difference a − b:
the face nearest to the origin is replaced by faces to the support point beyond it, until no such point lies further out
than the tolerance. Every face gives a lower and every support point an upper bound of the depth, so a search that ends
early (buffers full, rounding) still returns a valid axis and its error. van den Bergen 2001.
Polytopes are answered exactly by `polytope_axes` instead.
"""

import math

import numpy as np
from numpy.typing import NDArray

from rigida.collision.gjk import support_of_difference
from rigida.collision.simplex import WIDTH
from rigida.compilation import inlined, routine
from rigida.fields import FloatArray, IntArray
from rigida.math.vector import cross, dot, norm

_POINTS = 128
_FACES = 256
#: Relative gap between both bounds of the depth at which the search ends.
_GAP = 1e-11


@routine
def _plane(p: FloatArray, i: int, j: int, k: int) -> tuple[float, float, float, float]:
    """Return the unit normal of a triangle and its distance from the origin; distance −1 without area."""
    x, y, z = cross(
        p[j, 0] - p[i, 0],
        p[j, 1] - p[i, 1],
        p[j, 2] - p[i, 2],
        p[k, 0] - p[i, 0],
        p[k, 1] - p[i, 1],
        p[k, 2] - p[i, 2],
    )
    length = norm(x, y, z)
    if length == 0.0:
        return 0.0, 0.0, 0.0, -1.0
    x, y, z = x / length, y / length, z / length
    return x, y, z, dot(x, y, z, p[i, 0], p[i, 1], p[i, 2])


@routine
def curved_axis(
    a: int,
    b: int,
    header: IntArray,
    size: FloatArray,
    vertex: FloatArray,
    frame: FloatArray,
    simplex: FloatArray,
    count: int,
    scale: float,
) -> tuple[float, float, float, float]:
    """Return the separation (≤ 0) of two overlapping cores and the unit axis from a to b, in frame a.

    simplex, count: as `core_distance` left them; points of the axis follow from the support points along it.
    """
    p = np.empty((_POINTS, WIDTH))
    tri = np.empty((_FACES, 3), dtype=np.int64)
    plane = np.empty((_FACES, 4))
    loose = np.empty((3 * _FACES, 2), dtype=np.int64)
    points = _enclosing(a, b, header, size, vertex, frame, simplex, count, p, scale)
    best, bx, by, bz = -math.inf, 0.0, 0.0, 1.0
    if points < 4:
        # The difference is flat there (the cores only touch): any axis across it separates them.
        bx, by, bz, _ = _plane(p, 0, 1, 2) if points == 3 else (1.0, 0.0, 0.0, 0.0)
        if bx == 0.0 and by == 0.0 and bz == 0.0:
            bx = 1.0
        return 0.0, bx, by, bz
    faces = 0
    for i, j, k in ((0, 1, 2), (0, 3, 1), (0, 2, 3), (1, 3, 2)):
        tri[faces, 0], tri[faces, 1], tri[faces, 2] = i, j, k
        plane[faces, 0], plane[faces, 1], plane[faces, 2], plane[faces, 3] = _plane(p, i, j, k)
        faces += 1
    while points < _POINTS:
        nearest, lowest = -1, math.inf
        for f in range(faces):
            if plane[f, 3] >= 0.0 and plane[f, 3] < lowest:
                nearest, lowest = f, plane[f, 3]
        if nearest < 0:
            break
        x, y, z = plane[nearest, 0], plane[nearest, 1], plane[nearest, 2]
        support_of_difference(a, b, header, size, vertex, frame, x, y, z, p, points)
        reach = dot(x, y, z, p[points, 0], p[points, 1], p[points, 2])
        if -reach > best:
            best, bx, by, bz = -reach, x, y, z
        if reach - lowest <= _GAP * scale:
            break
        # Remove the faces that see the new point and span the hole's rim to it.
        edges, f = 0, 0
        while f < faces:
            i = tri[f, 0]
            seen = dot(
                plane[f, 0],
                plane[f, 1],
                plane[f, 2],
                p[points, 0] - p[i, 0],
                p[points, 1] - p[i, 1],
                p[points, 2] - p[i, 2],
            )
            if seen > 1e-15 * scale or plane[f, 3] < 0.0:
                for e in range(3):
                    edges = _toggle(loose, edges, tri[f, e], tri[f, (e + 1) % 3])
                faces -= 1
                tri[f, 0], tri[f, 1], tri[f, 2] = tri[faces, 0], tri[faces, 1], tri[faces, 2]
                for c in range(4):
                    plane[f, c] = plane[faces, c]
            else:
                f += 1
        if edges == 0 or faces + edges > _FACES:
            break
        for e in range(edges):
            tri[faces, 0], tri[faces, 1], tri[faces, 2] = loose[e, 0], loose[e, 1], points
            plane[faces, 0], plane[faces, 1], plane[faces, 2], plane[faces, 3] = _plane(
                p, loose[e, 0], loose[e, 1], points
            )
            faces += 1
        points += 1
    return best, bx, by, bz


@routine
def _toggle(loose: NDArray[np.int64], edges: int, i: int, j: int) -> int:
    """Enter a directed edge, or take out its opposite: what stays is the rim of the removed faces."""
    for e in range(edges):
        if loose[e, 0] == j and loose[e, 1] == i:
            loose[e, 0], loose[e, 1] = loose[edges - 1, 0], loose[edges - 1, 1]
            return edges - 1
    loose[edges, 0], loose[edges, 1] = i, j
    return edges + 1


@routine
def _enclosing(
    a: int,
    b: int,
    header: IntArray,
    size: FloatArray,
    vertex: FloatArray,
    frame: FloatArray,
    simplex: FloatArray,
    count: int,
    p: FloatArray,
    scale: float,
) -> int:
    """Fill p with a tetrahedron of the difference around the origin, outward winding; return how many points it has."""
    points = min(count, 4)
    for i in range(points):
        for c in range(WIDTH):
            p[i, c] = simplex[i, c]
    # A thinner simplex is widened by support points across it.
    for direction in range(14):
        if points == 4:
            break
        x, y, z = _across(p, points, direction)
        support_of_difference(a, b, header, size, vertex, frame, x, y, z, p, points)
        if _spreads(p, points, scale):
            points += 1
    if points == 4:
        x, y, z, _ = _plane(p, 0, 1, 2)
        if dot(x, y, z, p[3, 0] - p[0, 0], p[3, 1] - p[0, 1], p[3, 2] - p[0, 2]) > 0.0:
            for c in range(WIDTH):
                p[1, c], p[2, c] = p[2, c], p[1, c]
    return points


@inlined
def _across(p: FloatArray, points: int, number: int) -> tuple[float, float, float]:
    """Return a direction in which a point, segment or triangle can be widened."""
    sign = 1.0 if number % 2 == 0 else -1.0
    x, y, z = 0.0, 0.0, 0.0
    if number % 6 < 2:
        x = sign
    elif number % 6 < 4:
        y = sign
    else:
        z = sign
    if points == 2:
        x, y, z = cross(p[1, 0] - p[0, 0], p[1, 1] - p[0, 1], p[1, 2] - p[0, 2], x, y, z)
    elif points == 3:
        x, y, z, _ = _plane(p, 0, 1, 2)
        x, y, z = sign * x, sign * y, sign * z
    return x, y, z


@inlined
def _spreads(p: FloatArray, points: int, scale: float) -> bool:
    """Tell whether the newest point adds a dimension to the simplex."""
    dx, dy, dz = p[points, 0] - p[0, 0], p[points, 1] - p[0, 1], p[points, 2] - p[0, 2]
    if points == 1:
        return norm(dx, dy, dz) > 1e-12 * scale
    if points == 2:
        x, y, z = cross(dx, dy, dz, p[1, 0] - p[0, 0], p[1, 1] - p[0, 1], p[1, 2] - p[0, 2])
        return norm(x, y, z) > 1e-12 * scale * scale
    x, y, z, _ = _plane(p, 0, 1, 2)
    return abs(dot(x, y, z, dx, dy, dz)) > 1e-12 * scale
