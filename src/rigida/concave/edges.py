"""An edge against another solid: local minima of the distance along it.

With slope s = n·u, the gradient n along the unit direction u of the edge: where s changes sign, the minimum lies
between,
at the crossing of the two tangents. There two edges cross; the mean λ n₁ + (1 − λ) n₂ of the gradients beside it, with
λ = s₂/(s₂ − s₁), is perpendicular to u, which makes it the direction edge × edge. Where a run of the edge is flat
(|s| small) both its ends are reported, so that an edge that lies on a face has contacts at both (Popovski 2008, 3 and
6).
"""

import math

from rigida.concave.arrays import ConcaveWork, Piece, Place, Solid, Solids
from rigida.concave.solid_distance import lower_bound, solid_distance
from rigida.concave.solids import MESH
from rigida.distance_field.arrays import Walk
from rigida.jit.decorators import inlined, routine
from rigida.jit.records import Rows
from rigida.math.vec3 import Vec3, dot, norm

#: Slopes below this are flat.
FLAT_EDGE = 3e-3

# What happens between two points of an edge.
_NOTHING, _MINIMUM, _FLAT_BEGINS, _FLAT_ENDS, _STARTING = 0, 1, 2, 3, 4
#: Part of the other solid's extent down to which the near span of an edge is halved.
_FINEST_SPAN = 0.012
#: A minimum is narrowed down to this part of the extent, or to this slope, in so many tries.
_FINEST_PLACE = 3e-4
_LEVEL_EDGE = 0.04
_MOST_TRIES = 6


@routine
def near_span(
    solid: Solid, start: Vec3, u: Vec3, half: float, margin: float, solids: Solids, walk: Walk, piece: Rows[Piece]
) -> tuple[float, float, float]:
    """Return begin and end of the part of a segment start + t u, t from 0 to 2 half, that may be within margin of a
    solid.

    Begin lies beyond end where no part is near. The third number is a bound of the distance of the whole segment.
    """
    begin, end, bound = math.inf, -math.inf, math.inf
    piece[0].middle, piece[0].half = half, half
    finest = _FINEST_SPAN * solid.scale
    waiting = 1
    while waiting > 0:
        waiting -= 1
        t, r = piece[waiting].middle, piece[waiting].half
        value = lower_bound(solid, start + t * u, margin + r, solids, walk) - r
        if value > margin or r <= finest:
            bound = min(bound, value)
            if value <= margin:
                begin, end = min(begin, t - r), max(end, t + r)
        else:
            piece[waiting].middle, piece[waiting].half = t - 0.5 * r, 0.5 * r
            piece[waiting + 1].middle, piece[waiting + 1].half = t + 0.5 * r, 0.5 * r
            waiting += 2
    return begin, end, bound


@inlined
def _between(s0: float, s1: float, d0: float, d1: float, step: float, margin: float) -> int:
    """Return the kind of minimum between two points with slopes s0, s1 and distances d0, d1, `step` apart."""
    if 0.5 * (d0 + d1 - step) >= margin:
        return _NOTHING
    if s0 < -FLAT_EDGE and s1 > FLAT_EDGE:
        return _MINIMUM
    if s0 < -FLAT_EDGE and s1 >= -FLAT_EDGE and d1 < margin:
        return _FLAT_BEGINS
    if -FLAT_EDGE <= s0 <= FLAT_EDGE and s1 > FLAT_EDGE and d0 < margin:
        return _FLAT_ENDS
    return _NOTHING


@inlined
def _next_place(what: int, tries: int, t0: float, t1: float, d0: float, d1: float, s0: float, s1: float) -> float:
    """Return the next evaluation point between two points with distances d and slopes s."""
    if what != _MINIMUM or tries >= 3:
        return 0.5 * (t0 + t1)
    # Where the tangents at both ends cross.
    crossing, room = (d1 - d0 + s0 * t0 - s1 * t1) / (s0 - s1), 0.02 * (t1 - t0)
    return crossing if t0 + room < crossing < t1 - room else t0 + (t1 - t0) * (s0 / (s0 - s1))


@inlined
def _put_place(found: int, d: float, t: float, gradient: Vec3, margin: float, place: Rows[Place]) -> int:
    """Add a minimum within the margin, keeping the two deepest; return their number."""
    if not d < margin:
        return found
    here = found
    if found == 2:
        here = 0 if place[0].distance > place[1].distance else 1
        if place[here].distance <= d:
            return found
    place[here].distance, place[here].along, place[here].gradient = d, t, gradient
    return min(found + 1, 2)


@inlined
def _crossing_normal(s0: float, s1: float, n0: Vec3, n1: Vec3) -> tuple[Vec3, float]:
    """Return the mean of two gradients that is perpendicular to the edge, and its length before it was made one."""
    part = s1 / (s1 - s0)
    mean = part * n0 + (1.0 - part) * n1
    length = norm(mean)
    return mean / length, length


@routine
def nearest_places(
    solid: Solid, start: Vec3, u: Vec3, begin: float, end: float, margin: float, solids: Solids, work: ConcaveWork
) -> tuple[int, float]:
    """Fill the local minima of the distance below the margin, on an edge start + t u between begin and end.

    Returns how many there are, of more than two the deepest, and a bound of the distance of all that lies between.
    The edge is walked from 0 to e; where something happens between two places 0 and 1, it is narrowed down first.
    """
    found, bound, what, tries, none = 0, math.inf, _STARTING, 0, Vec3(0.0, 0.0, 0.0)
    t0, d0, s0, n0 = begin, 0.0, 0.0, none
    t1, d1, s1, n1 = begin, 0.0, 0.0, none
    te, de, se, ne = begin, 0.0, 0.0, none
    fine = _FINEST_PLACE * solid.scale
    t = begin
    while True:
        d, n = solid_distance(solid, start + t * u, solids, work.walk)
        slope = dot(n, u)
        if what == _NOTHING:
            t1, d1, s1, n1 = t, d, slope, n
            te, de, se, ne = t, d, slope, n
            bound = min(bound, 0.5 * (d0 + d1 - (t1 - t0)))
            what, tries = _between(s0, s1, d0, d1, t1 - t0, margin), 0
        elif what != _STARTING:
            threshold = -FLAT_EDGE if what == _FLAT_BEGINS else (FLAT_EDGE if what == _FLAT_ENDS else 0.0)
            if slope < threshold:
                t0, d0, s0, n0 = t, d, slope, n
            else:
                t1, d1, s1, n1 = t, d, slope, n
            tries += 1
            level = what == _MINIMUM and (abs(slope) < _LEVEL_EDGE or 0.5 * (d0 + d1 - t1 + t0) > margin)
            if tries == _MOST_TRIES or t1 - t0 < fine or level:
                if what == _FLAT_BEGINS:
                    found = _put_place(found, d1, t1, n1, margin, work.place)
                elif what == _FLAT_ENDS:
                    found = _put_place(found, d0, t0, n0, margin, work.place)
                else:
                    normal, length = _crossing_normal(s0, s1, n0, n1)
                    # Opposed gradients: the middle of a thin part, where no direction leads out.
                    if length > 0.5:
                        found = _put_place(found, d if d > 0.0 else d / length, t, normal, margin, work.place)
                what = _NOTHING
        else:
            te, de, se, ne = t, d, slope, n
            what = _NOTHING
        if what != _NOTHING:
            t = _next_place(what, tries, t0, t1, d0, d1, s0, s1)
            continue
        if te >= end:
            return found, bound
        t0, d0, s0, n0 = te, de, se, ne
        # The distance to a convex solid is convex along a line: its ends decide. Else nothing is nearer within d0.
        step = end - begin if solid.kind != MESH else max(solid.spacing, d0 - margin)
        t = t0 + step if t0 + 1.2 * step < end else end
