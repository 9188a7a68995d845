"""Signed separation of two convex shapes: distance when apart, minus the penetration when they overlap.

Apart: nearest points of the cores by `gjk`, less the radii around them. Cores that overlap or touch: separating axes
for polytopes and for curved cores. A half-space is measured by one support point. There is no case
without an answer: each method ends with a valid axis.
"""

import math

from rigida.collision.arrays import (
    ConvexTable,
    Core,
    CorePair,
    DistanceWork,
    PlacedShapes,
    Separation,
    SeparationPairs,
    SimplexPoint,
)
from rigida.collision.distance.curved_axes import (
    BEST,
    core_separation_along,
    curved_axis,
    least_axis,
    polish,
    set_direction,
)
from rigida.collision.distance.gjk import EXACT, core_distance, restart
from rigida.collision.distance.polytope_axes import EDGE_PAIR, FACE_OF_B, NOTHING, polytope_axis
from rigida.collision.distance.simplex import shallowest_side
from rigida.collision.distance.work import SIMPLEX_ROWS
from rigida.collision.shapes.frames import set_pair
from rigida.collision.shapes.support import support
from rigida.geometry.core import BOX, HALF_SPACE, POLYTOPE
from rigida.jit.decorators import inlined, kernel, routine
from rigida.jit.records import Rows
from rigida.math.vec3 import Vec3, cross, dot, norm, square


@routine
def _set_surface_points(
    a: Core, b: Core, core_separation: float, n: Vec3, on_a: Vec3, on_b: Vec3, out: Separation
) -> None:
    """Write the result for points of cores a and b, moved out along the normal by the radii around the cores."""
    ra, rb = a.radius, b.radius
    out.distance, out.normal = core_separation - ra - rb, n
    out.on_a, out.on_b = on_a + ra * n, on_b - rb * n


@inlined
def is_polytope(core: Core) -> bool:
    """Return whether a core has vertices, and maybe faces."""
    return core.kind == BOX or core.kind == POLYTOPE


@inlined
def are_polytopes(pair: CorePair, shapes: ConvexTable) -> bool:
    """Return whether both cores of a pair have vertices."""
    return is_polytope(shapes.core[pair.a]) and is_polytope(shapes.core[pair.b])


@routine
def half_space_separation(pair: CorePair, shapes: ConvexTable, out: Separation) -> None:
    """Write the separation of a half-space (as a) and another shape (as b), in the half-space's frame."""
    plane, core = shapes.core[pair.a], shapes.core[pair.b]
    n = plane.size
    q, _ = support(core, -(n @ pair.rotation), shapes)
    on_b = pair.rotation @ q + pair.position
    height = dot(n, on_b)
    _set_surface_points(plane, core, height, n, on_b - height * n, on_b, out)


@routine
def _nearest_on_edges(first: int, second: int, pair: CorePair, shapes: ConvexTable) -> tuple[Vec3, Vec3]:
    """Return the nearest points of the lines through an edge of a and one of b, kept within both edges."""
    edge_a, edge_b = shapes.edge[first], shapes.edge[second]
    p = shapes.vertex[edge_a.p]
    u = shapes.vertex[edge_a.q] - p
    r = pair.rotation @ shapes.vertex[edge_b.p] + pair.position
    v = pair.rotation @ (shapes.vertex[edge_b.q] - shapes.vertex[edge_b.p])
    w = r - p
    n = cross(u, v)
    area = square(n)
    s = min(max(dot(cross(w, v), n) / area, 0.0), 1.0)
    k = min(max(dot(cross(w, u), n) / area, 0.0), 1.0)
    return p + s * u, r + k * v


@routine
def overlap_separation(pair: CorePair, start: Vec3, shapes: ConvexTable, work: DistanceWork, out: Separation) -> None:
    """Write the separation of two shapes whose cores overlap or touch; start: initial guess of the axis."""
    a, b = shapes.core[pair.a], shapes.core[pair.b]
    on_face_of_b = False
    if are_polytopes(pair, shapes):
        kind, first, second, s, n = polytope_axis(pair, start, a.scale + b.scale, shapes)
        if kind == EDGE_PAIR:
            on_a, on_b = _nearest_on_edges(first, second, pair, shapes)
            _set_surface_points(a, b, s, n, on_a, on_b, out)
            return
        on_face_of_b = kind == FACE_OF_B
        if kind == NOTHING:
            s, n = 0.0, _free_axis(pair, shapes)
    else:
        s, n = curved_axis(pair, shapes, work)
    if on_face_of_b:
        # The deepest point of a along the axis, and its foot on the face of b.
        on_a, _ = support(a, n, shapes)
        _set_surface_points(a, b, s, n, on_a, on_a + s * n, out)
        return
    # The deepest point of b along the axis, and its foot on the plane of a.
    q, _ = support(b, -(n @ pair.rotation), shapes)
    on_b = pair.rotation @ q + pair.position
    _set_surface_points(a, b, s, n, on_b - s * n, on_b, out)


@inlined
def _free_axis(pair: CorePair, shapes: ConvexTable) -> Vec3:
    """Return an axis for touching points and segments, which have neither faces nor edges that cross."""
    a, b = shapes.core[pair.a], shapes.core[pair.b]
    if a.edge_end > a.edge:
        edge = shapes.edge[a.edge]
        along = shapes.vertex[edge.q] - shapes.vertex[edge.p]
    elif b.edge_end > b.edge:
        edge = shapes.edge[b.edge]
        along = pair.rotation @ (shapes.vertex[edge.q] - shapes.vertex[edge.p])
    else:
        # Two points in one place: from one origin to the other, or up.
        length = norm(pair.position)
        return pair.position / length if length > 0.0 else Vec3(0.0, 0.0, 1.0)
    # Across the segment, along the frame axis that is least along it.
    n = cross(along, least_axis(along))
    return n / norm(n)


@routine
def separation(
    pair: CorePair,
    count: int,
    shapes: ConvexTable,
    simplex: Rows[SimplexPoint],
    work: DistanceWork,
    out: Separation,
) -> int:
    """Write the separation of a pair of convex shapes, of which a may be a half-space.

    simplex (8 rows) with `count` points from an earlier query of the same two shapes, or 0. Returns the points of the
    simplex to start from next time.
    """
    a, b = shapes.core[pair.a], shapes.core[pair.b]
    if a.kind == HALF_SPACE:
        half_space_separation(pair, shapes, out)
        return 0
    count = restart(count, pair, shapes, simplex)
    count, far, v = core_distance(pair, count, pair.position, EXACT, shapes, simplex)
    distance = math.sqrt(far)
    if count == 4 or distance <= 1e-10 * (a.scale + b.scale):
        start = shallowest_side(simplex) if count == 4 else pair.position
        overlap_separation(pair, start, shapes, work, out)
        return 0 if count == 4 else count
    n = -v / distance
    polished = False
    if not are_polytopes(pair, shapes):
        # On curved cores the search can stop short of the nearest points; the axis gives how far.
        s = core_separation_along(pair, n, shapes)
        if distance - s > 1e-11 * (a.scale + b.scale):
            best = work.found[BEST]
            set_direction(best, s, n)
            polish(pair, 0.1, shapes, work.curve[0], best)
            s, n = best.distance, best.normal
            if distance - s > 1e-9 * (a.scale + b.scale):
                # Of points that nearly coincide the search knows no direction: this one is far from the best.
                found, axis = curved_axis(pair, shapes, work)
                if found > s:
                    set_direction(best, found, axis)
                    polish(pair, 0.1, shapes, work.curve[0], best)
                    s, n = best.distance, best.normal
            distance, polished = s, True
    on_a, on_b = Vec3(0.0, 0.0, 0.0), Vec3(0.0, 0.0, 0.0)
    for i in range(count):
        point = simplex[i]
        on_a, on_b = on_a + point.weight * point.on_a, on_b + point.weight * point.on_b
    if polished:
        on_b = on_a + distance * n
    _set_surface_points(a, b, distance, n, on_a, on_b, out)
    return count


@kernel
def separations(placed: PlacedShapes, shapes: ConvexTable, asked: SeparationPairs, work: DistanceWork) -> None:
    """Fill the separations of pairs of shapes, in the frame of the first of each; a half-space must be the first."""
    pair = work.pair[0]
    for i in range(len(asked.shapes)):
        set_pair(asked.shapes[i].i, asked.shapes[i].j, placed, pair)
        simplex = asked.simplex[SIMPLEX_ROWS * i : SIMPLEX_ROWS * (i + 1)]
        asked.count[i] = separation(pair, asked.count[i], shapes, simplex, work, asked.found[i])
