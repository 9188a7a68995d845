"""Distance of two convex cores by the algorithm of Gilbert, Johnson and Keerthi, started from the last simplex.

The difference of the cores is searched for its point nearest to the origin; the search ends when no point of it lies
nearer than rounding allows, which for polytopes is after finitely many steps at the exact feature. Starting from the
simplex of an earlier query is the temporal coherence of Lin and Canny (Bacin 1999, 7.2): cores that moved little are
answered in one or two steps. Works in the frame of core a.
"""

from rigida.collision.arrays import ConvexTable, CorePair, SimplexPoint
from rigida.collision.distance.simplex import NEAREST, reduce
from rigida.collision.shapes.support import support
from rigida.jit.decorators import routine
from rigida.jit.records import Rows
from rigida.math.vec3 import Vec3, dot, norm, square

#: Steps after which the best simplex is taken as it is; polytopes need some ten, curved cores some thirty.
_STEPS = 128
#: Relative gap between the distance found and its lower bound at which the search ends if nothing less will do.
EXACT = 1e-14
#: Cores nearer than this fraction of their size count as touching: the direction between them is rounding.
COINCIDENT = 1e-12
#: Where the simplex before the last step is kept.
_BEFORE = 4


@routine
def support_of_difference(pair: CorePair, d: Vec3, shapes: ConvexTable, point: SimplexPoint) -> None:
    """Fill a point of a simplex with the point of a − b furthest along a direction."""
    on_a, point.vertex_a = support(shapes.core[pair.a], d, shapes)
    local, point.vertex_b = support(shapes.core[pair.b], -(d @ pair.rotation), shapes)
    on_b = pair.rotation @ local + pair.position
    point.difference, point.on_a, point.on_b = on_a - on_b, on_a, on_b


@routine
def restart(count: int, pair: CorePair, shapes: ConvexTable, simplex: Rows[SimplexPoint]) -> int:
    """Move the points of an earlier simplex to the present positions of their vertices; 0 if they have no vertices."""
    for i in range(count):
        point = simplex[i]
        if point.vertex_a < 0 or point.vertex_b < 0:
            return 0
        on_a = shapes.vertex[point.vertex_a]
        on_b = pair.rotation @ shapes.vertex[point.vertex_b] + pair.position
        point.difference, point.on_a, point.on_b = on_a - on_b, on_a, on_b
    return count


@routine
def core_distance(
    pair: CorePair, count: int, start: Vec3, gap: float, shapes: ConvexTable, simplex: Rows[SimplexPoint]
) -> tuple[int, float, Vec3]:
    """Find the nearest points of two cores.

    simplex (8 rows) starts from its first `count` points as they are (0: from those furthest along `start`) and ends as
    the simplex of the answer; its last four rows are scratch. gap: part of the distance by which it may err.

    Returns:
        Points in the simplex (4: the cores overlap), the squared distance, and the vector from b to a between the
        nearest points, in the frame of a.
    """
    scale = shapes.core[pair.a].scale + shapes.core[pair.b].scale + norm(pair.position)
    touching = (COINCIDENT * scale) * (COINCIDENT * scale)
    if count == 0:
        support_of_difference(pair, start, shapes, simplex[0])
        count += 1
    count = reduce(simplex, count)
    v = simplex[NEAREST].difference
    far = square(v)
    for _ in range(_STEPS):
        if count == 4 or far <= touching:
            break
        new = simplex[count]
        support_of_difference(pair, -v, shapes, new)
        # |v|² − v·w bounds how much nearer the true distance can be.
        if far - dot(v, new.difference) <= gap * far:
            break
        repeated = False
        for i in range(count):
            # Points of curved cores have no vertex to be known by.
            known = new.vertex_a >= 0 and new.vertex_b >= 0
            if known and simplex[i].vertex_a == new.vertex_a and simplex[i].vertex_b == new.vertex_b:
                repeated = True
        if repeated:
            break
        for i in range(count):
            simplex[_BEFORE + i] = simplex[i]
        before = count
        count = reduce(simplex, count + 1)
        if count == 4:
            return count, 0.0, Vec3(0.0, 0.0, 0.0)
        nearer = simplex[NEAREST].difference
        square_nearer = square(nearer)
        if square_nearer >= far:
            # Rounding: nothing nearer will be found, and the simplex before was as good or better.
            for i in range(before):
                simplex[i] = simplex[_BEFORE + i]
            return before, far, v
        v, far = nearer, square_nearer
    return count, far, v
