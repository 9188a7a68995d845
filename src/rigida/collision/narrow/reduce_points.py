"""A few well-spread points of many, and a contact's points written out.

Last stage of a manifold. The deepest point comes first, then the one furthest from it, then those that add most area
to the polygon of the chosen. Where there are too many, those that lie higher count as nearer to the deepest, by the
slope up to them: a body that turns about its deepest point touches next where the slope is least. Values that differ by
less than a tolerance count as equal and the lowest feature id decides, so that jitter does not change which points are
kept; points in one place are kept once.
"""

import math

from rigida.collision.arrays import Corner, FoundManifold, NarrowWork
from rigida.jit.decorators import inlined, routine
from rigida.jit.records import Rows
from rigida.math.vec3 import Mat3, Vec3

#: Depths that differ by less than this fraction of the smaller core's size are equal, and points nearer to each other
#: than `_SAME` times it are one. Far above jitter, far below what a solver notices.
EQUAL_DEPTH = 1e-4
_SAME = 3.0
#: Relative difference of distances and areas that counts as none.
_EQUAL_SPREAD = 1e-3

#: Slope at which a point counts as half as far away [rad].
_HALF_AS_FAR = 0.3

# What a candidate is judged by; the first four are the steps for the first four points.
_DEPTH = 0
_DISTANCE = 1
_TRIANGLE = 2
_QUADRANGLE = 3
_GAP = 4


@inlined
def put_candidate(candidates: Rows[Corner], row: int, place: Vec3, gap: float, feature: int) -> int:
    """Write a candidate and return the next row."""
    candidate = candidates[row]
    candidate.place, candidate.separation, candidate.feature = place, gap, feature
    return row + 1


@inlined
def _seen(candidates: Rows[Corner], i: int, lean: float) -> Vec3:
    """Return the effective position of candidate i in the (u, v) plane relative to the deepest; lean: see `_gain`."""
    away = candidates[i].place - candidates[0].place
    height, square = lean * (candidates[i].separation - candidates[0].separation), away.x * away.x + away.y * away.y
    return away * (square / (square + height * height)) if height > 0.0 else away


@inlined
def _cross(p: Vec3, q: Vec3, r: Vec3) -> float:
    """Return twice the signed area of three points in the (u, v) plane."""
    return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)


@routine
def _gain(candidates: Rows[Corner], i: int, chosen: int, rule: int, lean: float) -> float:
    """Return the gain of adding candidate i to the first `chosen` ones.

    lean: how much the slope counts by which candidates lie higher than the deepest, zero for not at all.
    """
    if rule == _DEPTH:
        return -candidates[i].separation
    place = _seen(candidates, i, lean)
    if rule == _TRIANGLE:
        return abs(_cross(_seen(candidates, 0, lean), _seen(candidates, 1, lean), place))
    gain = 0.0
    if rule == _QUADRANGLE:
        first, second, third = _seen(candidates, 0, lean), _seen(candidates, 1, lean), _seen(candidates, 2, lean)
        turn = math.copysign(1.0, _cross(first, second, third))
        gain = max(gain, -turn * _cross(first, second, place))
        gain = max(gain, -turn * _cross(second, third, place))
        return max(gain, -turn * _cross(third, first, place))
    gain = math.inf
    for j in range(chosen):
        other = _seen(candidates, j, lean)
        du, dv = place.x - other.x, place.y - other.y
        gain = min(gain, du * du + dv * dv)
    return gain


@routine
def _best(candidates: Rows[Corner], count: int, chosen: int, rule: int, lean: float, tolerance: float) -> int:
    """Return the candidate with the greatest gain (see `_gain`), the one with the lowest feature id among equals."""
    greatest = -math.inf
    for i in range(chosen, count):
        candidates[i].gain = _gain(candidates, i, chosen, rule, lean)
        greatest = max(greatest, candidates[i].gain)
    threshold = greatest - (tolerance if rule == _DEPTH else _EQUAL_SPREAD * greatest)
    best = -1
    for i in range(chosen, count):
        if candidates[i].gain >= threshold and (best < 0 or candidates[i].feature < candidates[best].feature):
            best = i
    return best


@routine
def reduce_points(candidates: Rows[Corner], count: int, limit: int, tolerance: float) -> int:
    """Move at most `limit` well-spread candidates to the front and return their number."""
    near, lean = _SAME * tolerance, 1.0 / _HALF_AS_FAR if count > limit else 0.0
    chosen, length, line = 0, 0.0, False
    while chosen < min(count, limit):
        rule = _GAP if line or chosen > _QUADRANGLE else chosen
        best = _best(candidates, count, chosen, rule, lean, tolerance)
        if best < 0:
            break
        gain = candidates[best].gain
        if rule == _DISTANCE:
            length = math.sqrt(gain)
        if rule != _DEPTH and gain <= near * (length if rule in (_TRIANGLE, _QUADRANGLE) else near):
            if rule != _TRIANGLE:
                break
            # All on one line: the third point is the one furthest from both.
            line = True
            continue
        place, gap, feature = candidates[chosen].place, candidates[chosen].separation, candidates[chosen].feature
        candidates[chosen] = candidates[best]
        put_candidate(candidates, best, place, gap, feature)
        chosen += 1
    return chosen


@routine
def write_points(
    candidates: Rows[Corner], count: int, limit: int, tolerance: float, work: NarrowWork, out: FoundManifold
) -> int:
    """Write well-spread candidates as contact points in the frame of a and return their number."""
    count, basis = reduce_points(candidates, count, limit, tolerance), work.basis[0]
    for i in range(count):
        out.point[i] = candidates[i].place @ basis
        out.separation[i], out.feature[i] = candidates[i].separation, candidates[i].feature
    return count


@routine
def set_basis(n: Vec3, work: NarrowWork, out: FoundManifold) -> None:
    """Set the contact normal and the unit vectors of u, v, w: two across the normal and itself."""
    # Without a branch that divides by nearly nothing (Duff et al. 2017).
    sign = math.copysign(1.0, n.z)
    p = -1.0 / (sign + n.z)
    q = n.x * n.y * p
    work.basis[0] = Mat3(
        1.0 + sign * n.x * n.x * p, sign * q, -sign * n.x, q, sign + n.y * n.y * p, -n.y, n.x, n.y, n.z
    )
    out.normal = n
