"""Penetration of two polytopes by separating axes: exact, and without an iteration that could fail.

The separation of two shapes along a unit vector n is s(n) = min n·b − max n·a; their penetration is its maximum over
all n. For polytopes the maximum is attained at a face normal of either one or at the cross product of two edges that
form a face of their difference (Gregorius 2013). Edge pairs are first pruned on the Gauss map; every candidate that
would win is then measured against all vertices, so a pruning test spoilt by rounding cannot invent a separation.
Points, segments and flat polygons are polytopes too, with pruning left out where they have no faces.
Works in the frame of core a, like `gjk`.
"""

import math

from rigida.collision.convex import EDGE, EDGE_END, FACE, FACE_END, VERTEX, VERTEX_END
from rigida.collision.frames import to_a, to_b
from rigida.compilation import inlined, routine
from rigida.fields import FloatArray, IntArray
from rigida.math.vector import cross, dot, norm

#: Edges whose directions differ by less than this sine are parallel: their cross product is rounding.
_PARALLEL = 1e-9
#: A later axis must be better by this fraction of the size, so that rounding does not make features flicker.
_BETTER = 1e-13

# What the winning axis belongs to.
FACE_OF_A = 0
FACE_OF_B = 1
EDGE_PAIR = 2
NOTHING = 3


@routine
def furthest(g: int, header: IntArray, vertex: FloatArray, x: float, y: float, z: float) -> float:
    """Return how far polytope g reaches along a direction of its own frame."""
    reach = -math.inf
    for i in range(header[g, VERTEX], header[g, VERTEX_END]):
        reach = max(reach, vertex[i, 0] * x + vertex[i, 1] * y + vertex[i, 2] * z)
    return reach


@routine
def separation_along(
    a: int, b: int, header: IntArray, vertex: FloatArray, frame: FloatArray, x: float, y: float, z: float
) -> float:
    """Return min n·b − max n·a for a direction of frame a."""
    lx, ly, lz = to_b(frame, x, y, z)
    lowest_b = dot(x, y, z, frame[9], frame[10], frame[11]) - furthest(b, header, vertex, -lx, -ly, -lz)
    return lowest_b - furthest(a, header, vertex, x, y, z)


@inlined
def arcs_cross(
    ax: float,
    ay: float,
    az: float,
    bx: float,
    by: float,
    bz: float,
    cx: float,
    cy: float,
    cz: float,
    dx: float,
    dy: float,
    dz: float,
    ex: float,
    ey: float,
    ez: float,
    fx: float,
    fy: float,
    fz: float,
) -> bool:
    """Tell whether the arcs a–b and c–d of the Gauss map cross; e and f are the edges that belong to them.

    a and b are normals of the first shape, c and d negated normals of the second; e is along b × a, f along d × c.
    Touching arcs count as crossing.
    """
    c_side, d_side = dot(cx, cy, cz, ex, ey, ez), dot(dx, dy, dz, ex, ey, ez)
    a_side, b_side = dot(ax, ay, az, fx, fy, fz), dot(bx, by, bz, fx, fy, fz)
    return c_side * d_side <= 0.0 and a_side * b_side <= 0.0 and c_side * b_side >= 0.0


@routine
def polytope_axis(
    a: int,
    b: int,
    header: IntArray,
    vertex: FloatArray,
    face: FloatArray,
    edge: IntArray,
    frame: FloatArray,
    scale: float,
) -> tuple[int, int, int, float, float, float, float]:
    """Return the axis of largest separation of two polytopes.

    Returns:
        What it belongs to (FACE_OF_A, FACE_OF_B, EDGE_PAIR), the face or the two edges as rows of the table, the
        separation along it and the unit axis from a to b, in frame a.
    """
    kind, first, second = NOTHING, -1, -1
    best, nx, ny, nz = -math.inf, 0.0, 0.0, 1.0
    for f in range(header[a, FACE], header[a, FACE_END]):
        x, y, z = face[f, 0], face[f, 1], face[f, 2]
        lx, ly, lz = to_b(frame, x, y, z)
        s = dot(x, y, z, frame[9], frame[10], frame[11]) - furthest(b, header, vertex, -lx, -ly, -lz) - face[f, 3]
        if s > best + _BETTER * scale:
            kind, first, best, nx, ny, nz = FACE_OF_A, f, s, x, y, z
    for f in range(header[b, FACE], header[b, FACE_END]):
        x, y, z = to_a(frame, face[f, 0], face[f, 1], face[f, 2])
        s = -dot(x, y, z, frame[9], frame[10], frame[11]) - face[f, 3] - furthest(a, header, vertex, -x, -y, -z)
        if s > best + _BETTER * scale:
            kind, first, best, nx, ny, nz = FACE_OF_B, f, s, -x, -y, -z
    for i in range(header[a, EDGE], header[a, EDGE_END]):
        p, q, f, g = edge[i, 0], edge[i, 1], edge[i, 2], edge[i, 3]
        ex, ey, ez = vertex[q, 0] - vertex[p, 0], vertex[q, 1] - vertex[p, 1], vertex[q, 2] - vertex[p, 2]
        for j in range(header[b, EDGE], header[b, EDGE_END]):
            r, t, h, k = edge[j, 0], edge[j, 1], edge[j, 2], edge[j, 3]
            fx, fy, fz = to_a(
                frame, vertex[t, 0] - vertex[r, 0], vertex[t, 1] - vertex[r, 1], vertex[t, 2] - vertex[r, 2]
            )
            if f >= 0 and h >= 0 and not _edges_can_meet(face, f, g, h, k, frame, ex, ey, ez, fx, fy, fz):
                continue
            x, y, z = cross(ex, ey, ez, fx, fy, fz)
            length = norm(x, y, z)
            if length <= _PARALLEL * norm(ex, ey, ez) * norm(fx, fy, fz):
                continue
            x, y, z = x / length, y / length, z / length
            rx, ry, rz = to_a(frame, vertex[r, 0], vertex[r, 1], vertex[r, 2])
            gap = dot(
                x,
                y,
                z,
                rx + frame[9] - vertex[p, 0],
                ry + frame[10] - vertex[p, 1],
                rz + frame[11] - vertex[p, 2],
            )
            # Both directions of the axis: pruning has no orientation for shapes without faces.
            for sign in (1.0, -1.0):
                if sign * gap > best + _BETTER * scale:
                    s = separation_along(a, b, header, vertex, frame, sign * x, sign * y, sign * z)
                    if s > best + _BETTER * scale:
                        kind, first, second, best = EDGE_PAIR, i, j, s
                        nx, ny, nz = sign * x, sign * y, sign * z
    return kind, first, second, best, nx, ny, nz


@inlined
def _edges_can_meet(
    face: FloatArray,
    f: int,
    g: int,
    h: int,
    k: int,
    frame: FloatArray,
    ex: float,
    ey: float,
    ez: float,
    fx: float,
    fy: float,
    fz: float,
) -> bool:
    """Tell by the Gauss map whether an edge of a (faces f, g) and one of b (faces h, k) make a face of a − b."""
    cx, cy, cz = to_a(frame, -face[h, 0], -face[h, 1], -face[h, 2])
    dx, dy, dz = to_a(frame, -face[k, 0], -face[k, 1], -face[k, 2])
    return arcs_cross(
        face[f, 0],
        face[f, 1],
        face[f, 2],
        face[g, 0],
        face[g, 1],
        face[g, 2],
        cx,
        cy,
        cz,
        dx,
        dy,
        dz,
        ex,
        ey,
        ez,
        fx,
        fy,
        fz,
    )
