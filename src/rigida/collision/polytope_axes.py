"""Penetration of two polytopes by separating axes: exact, and without an iteration that could fail.

The separation of two shapes along a unit vector n is s(n) = min n·b − max n·a; their penetration is its maximum over
all n. For polytopes the maximum is attained at a face normal of either one or at the cross product of two edges that
form a face of their difference (Gregorius 2013). Edge pairs are first pruned on the Gauss map; every candidate that
would win is then measured against all vertices, so a pruning test spoilt by rounding cannot invent a separation.
Points, segments and flat polygons are polytopes too, with pruning left out where they have no faces.
Works in the frame of core a, like `gjk`.
"""

import math

import numpy as np

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
def furthest(g: int, header: IntArray, vertex: FloatArray, x: float, y: float, z: float, enough: float) -> float:
    """Return how far polytope g reaches along a direction of its own frame, or some reach that is `enough`."""
    reach = -math.inf
    for i in range(header[g, VERTEX], header[g, VERTEX_END]):
        reach = max(reach, vertex[i, 0] * x + vertex[i, 1] * y + vertex[i, 2] * z)
        if reach > enough:
            break
    return reach


@routine
def separation_along(
    a: int, b: int, header: IntArray, vertex: FloatArray, frame: FloatArray, x: float, y: float, z: float
) -> float:
    """Return min n·b − max n·a for a direction of frame a."""
    lx, ly, lz = to_b(frame, x, y, z)
    lowest_b = dot(x, y, z, frame[9], frame[10], frame[11]) - furthest(b, header, vertex, -lx, -ly, -lz, math.inf)
    return lowest_b - furthest(a, header, vertex, x, y, z, math.inf)


@inlined
def arc_is_crossed(a_side: float, b_side: float, c_side: float) -> bool:
    """Tell whether the arcs a–b and c–d of the Gauss map cross, if c and d lie on both sides of a–b's great circle.

    a and b are normals of the first shape, c and d negated normals of the second; sides are measured along the edges
    that belong to the arcs, e along b × a for c, f along d × c for a and b. Touching arcs count as crossing.
    """
    return a_side * b_side <= 0.0 and c_side * b_side >= 0.0


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
    start, faces = header[b, FACE], header[b, FACE_END] - header[b, FACE]
    side = np.empty(faces)
    for f in range(header[a, FACE], header[a, FACE_END]):
        x, y, z = face[f, 0], face[f, 1], face[f, 2]
        lx, ly, lz = to_b(frame, x, y, z)
        s = dot(x, y, z, frame[9], frame[10], frame[11]) - face[f, 3]
        s -= furthest(b, header, vertex, -lx, -ly, -lz, s - best)
        if s > best + _BETTER * scale:
            kind, first, best, nx, ny, nz = FACE_OF_A, f, s, x, y, z
    for f in range(header[b, FACE], header[b, FACE_END]):
        x, y, z = to_a(frame, face[f, 0], face[f, 1], face[f, 2])
        s = -dot(x, y, z, frame[9], frame[10], frame[11]) - face[f, 3]
        s -= furthest(a, header, vertex, -x, -y, -z, s - best)
        if s > best + _BETTER * scale:
            kind, first, best, nx, ny, nz = FACE_OF_B, f, s, -x, -y, -z
    for i in range(header[a, EDGE], header[a, EDGE_END]):
        p, q, f, g = edge[i, 0], edge[i, 1], edge[i, 2], edge[i, 3]
        ex, ey, ez = vertex[q, 0] - vertex[p, 0], vertex[q, 1] - vertex[p, 1], vertex[q, 2] - vertex[p, 2]
        # Edges of a are pruned in frame b: there, nothing has to be turned for the many edges of b, and on which side
        # of the edge's great circle their normals lie is found once per face.
        lx, ly, lz = to_b(frame, ex, ey, ez)
        ax, ay, az, cx, cy, cz = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
        if f >= 0:
            ax, ay, az = to_b(frame, face[f, 0], face[f, 1], face[f, 2])
            cx, cy, cz = to_b(frame, face[g, 0], face[g, 1], face[g, 2])
            for h in range(faces):
                side[h] = -dot(face[start + h, 0], face[start + h, 1], face[start + h, 2], lx, ly, lz)
        for j in range(header[b, EDGE], header[b, EDGE_END]):
            r, t, h, k = edge[j, 0], edge[j, 1], edge[j, 2], edge[j, 3]
            pruned = f >= 0 and h >= 0
            if pruned and side[h - start] * side[k - start] > 0.0:  # most pairs end here
                continue
            fx, fy, fz = vertex[t, 0] - vertex[r, 0], vertex[t, 1] - vertex[r, 1], vertex[t, 2] - vertex[r, 2]
            if pruned and not arc_is_crossed(dot(ax, ay, az, fx, fy, fz), dot(cx, cy, cz, fx, fy, fz), side[h - start]):
                continue
            fx, fy, fz = to_a(frame, fx, fy, fz)
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
