"""Penetration of two polytopes by separating axes: exact, and without an iteration that could fail.

The separation of two shapes along a unit vector n is s(n) = min n·b − max n·a; their penetration is its maximum over
all n. For polytopes the maximum is attained at a face normal of either one or at the cross product of two edges that
form a face of their difference (Gregorius 2013). Edge pairs are first pruned on the Gauss map; every candidate that
would win is then measured against all vertices, so a pruning test spoilt by rounding cannot invent a separation.
Only features at the contact can win: the best axis m of all has points p and q = p + s m on both surfaces. Where some
axis n separates by `best`, |s| ≤ |best|, and q does not lie below b along n; so p lies at most |best| below that, which
is 2 |best| below the furthest point of a. The same holds for q.
Points, segments and flat polygons are polytopes too, with pruning left out where they have no faces.
Works in the frame of core a, like `gjk`.
"""

import math

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray, IntArray
from rigida.collision.shapes.convex import EDGE, EDGE_END, FACE, FACE_END, VERTEX, VERTEX_END
from rigida.collision.shapes.frames import to_a, to_b
from rigida.jit.decorators import inlined, routine
from rigida.math.vector import cross, dot, norm

Flags = NDArray[np.bool_]
Ints = NDArray[np.int64]

#: Edges whose directions differ by less than this sine are parallel: their cross product is rounding.
_PARALLEL = 1e-9
#: A later axis must be better by this fraction of the size, so that rounding does not make features flicker.
_BETTER = 1e-13
#: Part of the size by which more is looked at than rounding could hide.
_ROUNDING = 1e-9

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


@routine
def near_edges(
    g: int,
    header: IntArray,
    vertex: FloatArray,
    edge: IntArray,
    x: float,
    y: float,
    z: float,
    depth: float,
    near: Flags,
    edges: Ints,
) -> int:
    """List the edges of polytope g with an end at most `depth` below its furthest vertex along a direction.

    near (v,): marks of such vertices. Returns the number of edges.
    """
    first, count = header[g, VERTEX], 0
    enough = furthest(g, header, vertex, x, y, z, math.inf) - depth
    for i in range(first, header[g, VERTEX_END]):
        near[i - first] = vertex[i, 0] * x + vertex[i, 1] * y + vertex[i, 2] * z >= enough
    for e in range(header[g, EDGE], header[g, EDGE_END]):
        edges[count] = e
        count += near[edge[e, 0] - first] or near[edge[e, 1] - first]
    return count


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
    nx: float,
    ny: float,
    nz: float,
    scale: float,
) -> tuple[int, int, int, float, float, float, float]:
    """Return the axis of largest separation of two polytopes; n, of any length, is where the search starts.

    Returns:
        What it belongs to (FACE_OF_A, FACE_OF_B, EDGE_PAIR), the face or the two edges as rows of the table, the
        separation along it and the unit axis from a to b, in frame a.
    """
    kind, first, second = NOTHING, -1, -1
    start, faces = header[b, FACE], header[b, FACE_END] - header[b, FACE]
    vertices = max(header[a, VERTEX_END] - header[a, VERTEX], header[b, VERTEX_END] - header[b, VERTEX])
    near, done = np.empty(vertices, dtype=np.bool_), np.zeros(header[a, FACE_END] - header[a, FACE] + faces, np.bool_)
    edges_a = np.empty(header[a, EDGE_END] - header[a, EDGE] + 1, dtype=np.int64)
    edges_b = np.empty(header[b, EDGE_END] - header[b, EDGE] + 1, dtype=np.int64)
    # Any axis bounds the answer; the nearer it is to the best one, the fewer features have to be looked at.
    length = norm(nx, ny, nz)
    nx, ny, nz = (nx / length, ny / length, nz / length) if length > 0.0 else (0.0, 0.0, 1.0)
    best = separation_along(a, b, header, vertex, frame, nx, ny, nz) - _ROUNDING * scale
    for of_faces in (True, False):
        depth = 2.0 * (abs(best) + _ROUNDING * scale)
        lx, ly, lz = to_b(frame, -nx, -ny, -nz)
        count_a = near_edges(a, header, vertex, edge, nx, ny, nz, depth, near, edges_a)
        count_b = near_edges(b, header, vertex, edge, lx, ly, lz, depth, near, edges_b)
        if not of_faces:
            break
        for n in range(2 * count_a):
            f = edge[edges_a[n >> 1], 2 + (n & 1)]
            if f < 0 or done[f - header[a, FACE]]:
                continue
            done[f - header[a, FACE]] = True
            x, y, z = face[f, 0], face[f, 1], face[f, 2]
            lx, ly, lz = to_b(frame, x, y, z)
            s = dot(x, y, z, frame[9], frame[10], frame[11]) - face[f, 3]
            s -= furthest(b, header, vertex, -lx, -ly, -lz, s - best)
            if s > best + _BETTER * scale:
                kind, first, best, nx, ny, nz = FACE_OF_A, f, s, x, y, z
        for n in range(2 * count_b):
            f = edge[edges_b[n >> 1], 2 + (n & 1)]
            if f < 0 or done[done.shape[0] - faces + f - start]:
                continue
            done[done.shape[0] - faces + f - start] = True
            x, y, z = to_a(frame, face[f, 0], face[f, 1], face[f, 2])
            s = -dot(x, y, z, frame[9], frame[10], frame[11]) - face[f, 3]
            s -= furthest(a, header, vertex, -x, -y, -z, s - best)
            if s > best + _BETTER * scale:
                kind, first, best, nx, ny, nz = FACE_OF_B, f, s, -x, -y, -z
    for n in range(count_a):
        i = edges_a[n]
        p, q, f, g = edge[i, 0], edge[i, 1], edge[i, 2], edge[i, 3]
        ex, ey, ez = vertex[q, 0] - vertex[p, 0], vertex[q, 1] - vertex[p, 1], vertex[q, 2] - vertex[p, 2]
        # Edges of a are pruned in frame b: there, nothing has to be turned for the edges of b.
        lx, ly, lz = to_b(frame, ex, ey, ez)
        ax, ay, az, cx, cy, cz = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
        if f >= 0:
            ax, ay, az = to_b(frame, face[f, 0], face[f, 1], face[f, 2])
            cx, cy, cz = to_b(frame, face[g, 0], face[g, 1], face[g, 2])
        for m in range(count_b):
            j = edges_b[m]
            r, t, h, k = edge[j, 0], edge[j, 1], edge[j, 2], edge[j, 3]
            fx, fy, fz = vertex[t, 0] - vertex[r, 0], vertex[t, 1] - vertex[r, 1], vertex[t, 2] - vertex[r, 2]
            if f >= 0 and h >= 0:
                side = -dot(face[h, 0], face[h, 1], face[h, 2], lx, ly, lz)
                if -side * dot(face[k, 0], face[k, 1], face[k, 2], lx, ly, lz) > 0.0:  # most pairs end here
                    continue
                if not arc_is_crossed(dot(ax, ay, az, fx, fy, fz), dot(cx, cy, cz, fx, fy, fz), side):
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
            # Out of a, between the normals at its edge; both directions for shapes without faces.
            outward = 0.0
            if f >= 0:
                outward = dot(x, y, z, face[f, 0] + face[g, 0], face[f, 1] + face[g, 1], face[f, 2] + face[g, 2])
            for sign in (1.0, -1.0):
                if sign * outward >= -_ROUNDING and sign * gap > best + _BETTER * scale:
                    s = separation_along(a, b, header, vertex, frame, sign * x, sign * y, sign * z)
                    if s > best + _BETTER * scale:
                        kind, first, second, best = EDGE_PAIR, i, j, s
                        nx, ny, nz = sign * x, sign * y, sign * z
    return kind, first, second, best, nx, ny, nz
