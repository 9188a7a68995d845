"""Listed samples of one solid in the distance of another: candidates for contact points."""

from rigida.arrays import FloatArray, IntArray
from rigida.concave.balls import ball_hits
from rigida.concave.candidates import add_candidate
from rigida.concave.drift import closing_way, furthest_way
from rigida.concave.edges import near_span, nearest_places
from rigida.concave.held import from_its_side
from rigida.concave.solid_distance import lower_bound, near_distance, quick_distance, solid_distance
from rigida.concave.solids import KIND, MESH, PARAMETER, ROOT, SEGMENT
from rigida.distance_field.grid import SingleGrid
from rigida.distance_field.samples import DIRECTION, HALF, RADIUS
from rigida.jit.decorators import routine, whole

# What is counted: elements looked at, exact distances asked for at points, edges looked at, elements that touch,
# lists made, candidates, points kept.
LOOKED_AT, EXACT_POINTS, EDGES, TOUCHED, LISTS, CANDIDATES, POINTS_KEPT = 0, 1, 2, 3, 4, 5, 6
STATISTICS = 7
#: An edge that was near but touched nowhere is left alone until the bodies moved so far [m], in parts of the margin.
_LATER = 0.12


@routine
def touch(
    b: int,
    frame: FloatArray,
    world: FloatArray,
    margin: float,
    near: float,
    drift: FloatArray,
    moved: float,
    side: int,
    first: int,
    last: int,
    info: IntArray,
    size: FloatArray,
    lower: SingleGrid,
    start: IntArray,
    listed: IntArray,
    triangle: FloatArray,
    normal: FloatArray,
    box: FloatArray,
    child: IntArray,
    element: FloatArray,
    name: IntArray,
    stack: IntArray,
    halves: FloatArray,
    place: FloatArray,
    hit: FloatArray,
    hit_of: IntArray,
    listed_element: IntArray,
    span: FloatArray,
    due: FloatArray,
    held: FloatArray,
    held_name: IntArray,
    held_count: int,
    count: int,
    candidate: FloatArray,
    names: IntArray,
    statistics: IntArray,
) -> int:
    """Add candidates from the listed elements first..last, which lie in solid b's frame by `frame` (12,).

    world (12,): pose of b. near, drift (6,): what comes no nearer than `near` in the step is left out. moved: how far
    the bodies have moved against each other in all; an element is left alone until `due`, when they may have come
    within margin. held, held_name: the last held_count points of the pair.
    Returns the number of candidates.
    """
    f0, f1, f2, f3, f4, f5 = frame[0], frame[1], frame[2], frame[3], frame[4], frame[5]
    f6, f7, f8, px, py, pz = frame[6], frame[7], frame[8], frame[9], frame[10], frame[11]
    sign = -1.0 if side == 0 else 1.0
    for r in range(first, last):
        if moved + margin < due[r]:
            continue
        statistics[LOOKED_AT] += 1
        e = whole(listed_element[r] >> 1)
        cx, cy, cz = element[e, 0], element[e, 1], element[e, 2]
        x = f0 * cx + f1 * cy + f2 * cz + px
        y = f3 * cx + f4 * cy + f5 * cz + py
        z = f6 * cx + f7 * cy + f8 * cz + pz
        half, radius = element[e, HALF], element[e, RADIUS]
        ux, uy, uz, found = 0.0, 0.0, 0.0, 0
        if half > 0.0:
            cx, cy, cz = element[e, DIRECTION], element[e, DIRECTION + 1], element[e, DIRECTION + 2]
            ux = f0 * cx + f1 * cy + f2 * cz
            uy = f3 * cx + f4 * cy + f5 * cz
            uz = f6 * cx + f7 * cy + f8 * cz
            t, room = span[r, 0], 0.5 * (span[r, 1] - span[r, 0])
            sx, sy, sz = x + t * ux, y + t * uy, z + t * uz
            way = furthest_way(sx + room * ux, sy + room * uy, sz + room * uz, room, drift)
            sought = min(margin, near + way)
            begin, end, bound = near_span(
                b, sx, sy, sz, ux, uy, uz, room, sought, info, size, lower, triangle, normal, box, child, stack, halves
            )
            if begin > end:
                due[r] = moved + bound
                continue
            statistics[EDGES] += 1
            found, least = nearest_places(
                b,
                x,
                y,
                z,
                ux,
                uy,
                uz,
                t + begin,
                t + end,
                sought,
                info,
                size,
                lower,
                start,
                listed,
                triangle,
                normal,
                box,
                child,
                stack,
                place,
            )
            due[r] = moved + max(min(bound, least), (1.0 + _LATER) * margin)
        elif radius > 0.0 and info[b, KIND] == MESH:
            found = 0
            # A ball that has sunk in whole finds no surface within its radius.
            if lower_bound(b, x, y, z, radius, info, size, lower, triangle, normal, box, child, stack) < -radius:
                hit[0, 0], hit[0, 1], hit[0, 2], hit[0, 3] = solid_distance(
                    b, x, y, z, info, size, lower, start, listed, triangle, normal, box, child, stack
                )
                found, hit_of[0] = 1 if hit[0, 0] < -radius else 0, 0
            if found == 0:
                found = ball_hits(
                    x, y, z, radius + margin, info[b, ROOT], triangle, normal, box, child, stack, hit, hit_of
                )
            for i in range(found):
                count = _add(
                    hit_of[i] * 2 + side,
                    hit[i, 0],
                    radius,
                    x,
                    y,
                    z,
                    hit[i, 1],
                    hit[i, 2],
                    hit[i, 3],
                    sign,
                    world,
                    count,
                    candidate,
                    names,
                )
            due[r] = -1.0
            statistics[TOUCHED] += 1
            continue
        else:
            d, nx, ny, nz, more = quick_distance(
                b, x, y, z, margin, info, size, lower, triangle, normal, box, child, stack
            )
            if d > margin or d > near + closing_way(x, y, z, nx, ny, nz, drift):
                due[r] = moved + d
                continue
            if more:
                statistics[EXACT_POINTS] += 1
                d, nx, ny, nz = near_distance(
                    b, x, y, z, info, size, start, listed, triangle, normal, box, child, stack
                )
                if d > margin or d > near + closing_way(x, y, z, nx, ny, nz, drift):
                    due[r] = moved + d
                    continue
            place[0, 0], place[0, 1] = d, 0.0
            place[0, 2], place[0, 3], place[0, 4] = nx, ny, nz
            found = 1
        if found == 0:
            continue
        due[r] = -1.0
        statistics[TOUCHED] += 1
        for i in range(found):
            second = 1 if found == 2 and place[i, 1] > place[1 - i, 1] else 0
            t = place[i, 1]
            # The ends of a capsule are balls, which find their places themselves.
            if info[b, KIND] == SEGMENT and abs(z + t * uz) >= size[b, PARAMETER + 1]:
                continue
            called = name[e] * 4 + 2 * second + side
            d, nx, ny, nz = place[i, 0], place[i, 2], place[i, 3], place[i, 4]
            if d > near + closing_way(x + t * ux, y + t * uy, z + t * uz, nx, ny, nz, drift):
                continue
            if d < 0.0 and held_count > 0:
                d, nx, ny, nz = from_its_side(
                    b,
                    called,
                    side,
                    x + t * ux,
                    y + t * uy,
                    z + t * uz,
                    d,
                    nx,
                    ny,
                    nz,
                    margin,
                    held,
                    held_name,
                    held_count,
                    info,
                    size,
                    lower,
                    start,
                    listed,
                    triangle,
                    normal,
                    box,
                    child,
                    stack,
                )
            count = _add(
                called,
                d,
                0.0,
                x + t * ux,
                y + t * uy,
                z + t * uz,
                nx,
                ny,
                nz,
                sign,
                world,
                count,
                candidate,
                names,
            )
    return count


@routine
def _add(
    name: int,
    d: float,
    radius: float,
    x: float,
    y: float,
    z: float,
    nx: float,
    ny: float,
    nz: float,
    sign: float,
    world: FloatArray,
    count: int,
    candidate: FloatArray,
    names: IntArray,
) -> int:
    """Add a candidate from a point (or ball) of b's frame at distance d from b, in world coordinates."""
    back = 0.5 * (d + radius)
    x, y, z = x - back * nx, y - back * ny, z - back * nz
    return add_candidate(
        count,
        name,
        d - radius,
        world[0] * x + world[1] * y + world[2] * z + world[9],
        world[3] * x + world[4] * y + world[5] * z + world[10],
        world[6] * x + world[7] * y + world[8] * z + world[11],
        sign * (world[0] * nx + world[1] * ny + world[2] * nz),
        sign * (world[3] * nx + world[4] * ny + world[5] * nz),
        sign * (world[6] * nx + world[7] * ny + world[8] * nz),
        candidate,
        names,
    )
