"""Listed samples of one solid in the distance of another: candidates for contact points."""

from rigida.concave.arrays import ConcaveWork, NearSample, PairMemory, Solid, Solids, View
from rigida.concave.balls import ball_hits
from rigida.concave.candidates import add_candidate
from rigida.concave.drift import approach_distance, greatest_displacement
from rigida.concave.edges import near_span, nearest_places
from rigida.concave.entry_side import from_its_side
from rigida.concave.solid_distance import lower_bound, near_distance, quick_distance, solid_distance
from rigida.concave.solids import MESH, SEGMENT
from rigida.distance_field.arrays import Element
from rigida.jit.decorators import inlined, routine
from rigida.math.vec3 import Vec3

#: An edge that was near but touched nowhere is left alone until the bodies moved so far [m], in parts of the margin.
_LATER = 0.12


@routine
def touch(side: int, first: int, last: int, count: int, solids: Solids, memory: PairMemory, work: ConcaveWork) -> int:
    """Add candidates from the listed samples first … last − 1, which the solid of view `side` sees; return how many.

    A sample is left alone until it is due, when the bodies may have come within margin.
    """
    search, view = work.search[0], work.views[side]
    moved, solid = memory.state[search.row].moved, solids.solid[view.solid]
    for r in range(search.row * memory.room + first, search.row * memory.room + last):
        sample = memory.near[r]
        if moved + search.margin < sample.due:
            continue
        work.statistics[0].looked_at += 1
        element = solids.element[sample.element]
        start, u = view.frame.rotation @ element.start + view.frame.position, Vec3(0.0, 0.0, 0.0)
        if element.half > 0.0:
            u = view.frame.rotation @ element.direction
            found = touch_edge(start, u, moved, sample, solid, view, solids, work)
        elif element.radius > 0.0 and solid.kind == MESH:
            count = touch_ball(side, start, element, count, solid, solids, work)
            sample.due = -1.0
            work.statistics[0].touched += 1
            continue
        else:
            found = touch_point(start, moved, sample, solid, view, solids, work)
        if found == 0:
            continue
        sample.due = -1.0
        work.statistics[0].touched += 1
        for i in range(found):
            place = work.place[i]
            second = 1 if found == 2 and place.along > work.place[1 - i].along else 0
            point, d, n = start + place.along * u, place.distance, place.gradient
            # The ends of a capsule are balls, which find their places themselves.
            if solid.kind == SEGMENT and abs(point.z) >= solid.parameter.y:
                continue
            name = solids.name[sample.element] * 4 + 2 * second + side
            if d > search.near + approach_distance(point, n, view.drift):
                continue
            if d < 0.0 and search.last > 0:
                d, n = from_its_side(name, side, point, d, n, solids, memory, work)
            count = add_seen(name, d, 0.0, point, n, view, count, work)
    return count


@routine
def touch_edge(
    start: Vec3, u: Vec3, moved: float, sample: NearSample, solid: Solid, view: View, solids: Solids, work: ConcaveWork
) -> int:
    """Fill the near points of an edge start + t u and the motion until its next evaluation; return their number."""
    search, t, half = work.search[0], sample.begin, 0.5 * (sample.end - sample.begin)
    begin_at = start + t * u
    swept = greatest_displacement(begin_at + half * u, half, view.drift)
    margin = min(search.margin, search.near + swept)
    begin, end, bound = near_span(solid, begin_at, u, half, margin, solids, work.walk, work.piece)
    if begin > end:
        sample.due = moved + bound
        return 0
    work.statistics[0].edges += 1
    found, least = nearest_places(solid, start, u, t + begin, t + end, margin, solids, work)
    sample.due = moved + max(min(bound, least), (1.0 + _LATER) * search.margin)
    return found


@routine
def touch_ball(
    side: int, center: Vec3, element: Element, count: int, solid: Solid, solids: Solids, work: ConcaveWork
) -> int:
    """Add the candidates of a ball; return their number."""
    radius, hit, found = element.radius, work.hit, 0
    # A ball that lies inside entirely finds no surface within its radius.
    if lower_bound(solid, center, radius, solids, work.walk) < -radius:
        hit[0].distance, hit[0].gradient = solid_distance(solid, center, solids, work.walk)
        found, hit[0].name = 1 if hit[0].distance < -radius else 0, 0
    if found == 0:
        found = ball_hits(center, radius + work.search[0].margin, solid.root, solids.surface, work)
    for i in range(found):
        name, d, n = hit[i].name * 2 + side, hit[i].distance, hit[i].gradient
        count = add_seen(name, d, radius, center, n, work.views[side], count, work)
    return count


@routine
def touch_point(
    point: Vec3, moved: float, sample: NearSample, solid: Solid, view: View, solids: Solids, work: ConcaveWork
) -> int:
    """Fill the near point of a vertex, or the motion until it must be evaluated again; return their number."""
    search = work.search[0]
    d, n, more = quick_distance(solid, point, search.margin, solids, work.walk)
    far = d > search.margin or d > search.near + approach_distance(point, n, view.drift)
    if more and not far:
        work.statistics[0].exact_points += 1
        d, n = near_distance(solid, point, solids, work.walk)
        far = d > search.margin or d > search.near + approach_distance(point, n, view.drift)
    if far:
        sample.due = moved + d
        return 0
    work.place[0].distance, work.place[0].along, work.place[0].gradient = d, 0.0, n
    return 1


@inlined
def add_seen(
    name: int, d: float, radius: float, point: Vec3, n: Vec3, view: View, count: int, work: ConcaveWork
) -> int:
    """Add a candidate from a point or ball at distance d from the solid of a view, in world coordinates."""
    world = view.world
    place = world.rotation @ (point - 0.5 * (d + radius) * n) + world.position
    return add_candidate(count, name, d - radius, place, view.sign * (world.rotation @ n), work)
