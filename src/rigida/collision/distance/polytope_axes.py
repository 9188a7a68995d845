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

from rigida.collision.arrays import ConvexTable, Core, CorePair
from rigida.jit.decorators import inlined, routine
from rigida.math.vec3 import Vec3, cross, dot, norm

Flags = NDArray[np.bool_]
Ints = NDArray[np.int64]

#: Edges whose directions differ by less than this sine are parallel: their cross product is rounding.
_PARALLEL_EDGES = 1e-9
#: A later axis must be better by this fraction of the size, so that rounding does not make features flicker.
_CLEARLY_BETTER = 1e-13
#: Part of the size by which more is looked at than rounding could hide.
_ROUNDING = 1e-9

# What the winning axis belongs to.
FACE_OF_A = 0
FACE_OF_B = 1
EDGE_PAIR = 2
NOTHING = 3


@routine
def furthest(core: Core, d: Vec3, sufficient: float, shapes: ConvexTable) -> float:
    """Return the extent of a polytope along a direction of its own frame, or any extent above `sufficient`."""
    extent = -math.inf
    for i in range(core.vertex, core.vertex_end):
        extent = max(extent, dot(shapes.vertex[i], d))
        if extent > sufficient:
            break
    return extent


@routine
def separation_along(pair: CorePair, n: Vec3, shapes: ConvexTable) -> float:
    """Return min n·b − max n·a for a direction of frame a."""
    local = -(n @ pair.rotation)
    lowest_b = dot(n, pair.position) - furthest(shapes.core[pair.b], local, math.inf, shapes)
    return lowest_b - furthest(shapes.core[pair.a], n, math.inf, shapes)


@routine
def near_edges(core: Core, d: Vec3, depth: float, shapes: ConvexTable, near: Flags, edges: Ints) -> int:
    """List the edges of a polytope with an end at most `depth` below its furthest vertex along a direction.

    near (v,): marks of such vertices. Returns the number of edges.
    """
    first, count = core.vertex, 0
    sufficient = furthest(core, d, math.inf, shapes) - depth
    for i in range(first, core.vertex_end):
        near[i - first] = dot(shapes.vertex[i], d) >= sufficient
    for e in range(core.edge, core.edge_end):
        edges[count] = e
        count += near[shapes.edge[e].p - first] or near[shapes.edge[e].q - first]
    return count


@inlined
def arc_is_crossed(a_side: float, b_side: float, c_side: float) -> bool:
    """Return whether the arcs a–b and c–d of the Gauss map cross, if c and d lie on both sides of a–b's great circle.

    a and b are normals of the first shape, c and d negated normals of the second; sides are measured along the edges
    that belong to the arcs, e along b × a for c, f along d × c for a and b. Touching arcs count as crossing.
    """
    return a_side * b_side <= 0.0 and c_side * b_side >= 0.0


@routine
def polytope_axis(pair: CorePair, start: Vec3, scale: float, shapes: ConvexTable) -> tuple[int, int, int, float, Vec3]:
    """Return the axis of largest separation of two polytopes; `start`, of any length, is where the search begins.

    Returns:
        What it belongs to (FACE_OF_A, FACE_OF_B, EDGE_PAIR), the face or the two edges as rows of the table, the
        separation along it and the unit axis from a to b, in frame a.
    """
    kind, first, second = NOTHING, -1, -1
    a, b = shapes.core[pair.a], shapes.core[pair.b]
    faces_a, faces_b = a.face_end - a.face, b.face_end - b.face
    near = np.empty(max(a.vertex_end - a.vertex, b.vertex_end - b.vertex), dtype=np.bool_)
    done = np.zeros(faces_a + faces_b, np.bool_)
    edges_a = np.empty(a.edge_end - a.edge + 1, dtype=np.int64)
    edges_b = np.empty(b.edge_end - b.edge + 1, dtype=np.int64)
    # Any axis bounds the answer; the nearer it is to the best one, the fewer features have to be looked at.
    length = norm(start)
    axis = start / length if length > 0.0 else Vec3(0.0, 0.0, 1.0)
    best = separation_along(pair, axis, shapes) - _ROUNDING * scale
    for of_faces in (True, False):
        depth = 2.0 * (abs(best) + _ROUNDING * scale)
        count_a = near_edges(a, axis, depth, shapes, near, edges_a)
        count_b = near_edges(b, -axis @ pair.rotation, depth, shapes, near, edges_b)
        if not of_faces:
            break
        for n in range(2 * count_a):
            f = shapes.edge[edges_a[n >> 1]].face[n & 1]
            if f < 0 or done[f - a.face]:
                continue
            done[f - a.face] = True
            normal = shapes.face[f].normal
            s = dot(normal, pair.position) - shapes.face[f].offset
            s -= furthest(b, -(normal @ pair.rotation), s - best, shapes)
            if s > best + _CLEARLY_BETTER * scale:
                kind, first, best, axis = FACE_OF_A, f, s, normal
        for n in range(2 * count_b):
            f = shapes.edge[edges_b[n >> 1]].face[n & 1]
            if f < 0 or done[faces_a + f - b.face]:
                continue
            done[faces_a + f - b.face] = True
            normal = pair.rotation @ shapes.face[f].normal
            s = -dot(normal, pair.position) - shapes.face[f].offset
            s -= furthest(a, -normal, s - best, shapes)
            if s > best + _CLEARLY_BETTER * scale:
                kind, first, best, axis = FACE_OF_B, f, s, -normal
    for n in range(count_a):
        i = edges_a[n]
        edge = shapes.edge[i]
        p = shapes.vertex[edge.p]
        e = shapes.vertex[edge.q] - p
        # Edges of a are pruned in frame b: there, nothing has to be turned for the edges of b.
        local, left, right = e @ pair.rotation, Vec3(0.0, 0.0, 0.0), Vec3(0.0, 0.0, 0.0)
        if edge.left >= 0:
            left = shapes.face[edge.left].normal @ pair.rotation
            right = shapes.face[edge.right].normal @ pair.rotation
        for m in range(count_b):
            j = edges_b[m]
            other = shapes.edge[j]
            r = shapes.vertex[other.p]
            f_local = shapes.vertex[other.q] - r
            if edge.left >= 0 and other.left >= 0:
                side = -dot(shapes.face[other.left].normal, local)
                if -side * dot(shapes.face[other.right].normal, local) > 0.0:  # most pairs end here
                    continue
                if not arc_is_crossed(dot(left, f_local), dot(right, f_local), side):
                    continue
            across = pair.rotation @ f_local
            normal = cross(e, across)
            length = norm(normal)
            if length <= _PARALLEL_EDGES * norm(e) * norm(across):
                continue
            normal = normal / length
            gap = dot(normal, pair.rotation @ r + pair.position - p)
            # Out of a, between the normals at its edge; both directions for shapes without faces.
            outward = 0.0
            if edge.left >= 0:
                outward = dot(normal, shapes.face[edge.left].normal + shapes.face[edge.right].normal)
            for sign in (1.0, -1.0):
                if sign * outward >= -_ROUNDING and sign * gap > best + _CLEARLY_BETTER * scale:
                    s = separation_along(pair, sign * normal, shapes)
                    if s > best + _CLEARLY_BETTER * scale:
                        kind, first, second, best, axis = EDGE_PAIR, i, j, s, sign * normal
    return kind, first, second, best, axis
