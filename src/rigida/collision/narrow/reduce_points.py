"""A few well-spread points of many, and a contact's points written out.

Last stage of a manifold. The deepest point comes first, then the one furthest from it, then those that add most area
to the polygon of the chosen. Values that differ by less than a tolerance count as equal and the lowest feature id
decides, so that jitter does not change which points are kept; points in one place are kept once.
"""

import math

from rigida.arrays import FloatArray, IntArray
from rigida.collision.narrow.contact_face import BASIS
from rigida.jit.decorators import inlined, routine

# Columns of a candidate after u, v, w.
SEPARATION = 3
FEATURE = 4
_GAIN = 5

#: Depths that differ by less than this fraction of the smaller core's size are equal, and points nearer to each other
#: than `_SAME` times it are one. Far above jitter, far below what a solver notices.
EQUAL_DEPTH = 1e-4
_SAME = 3.0
#: Relative difference of distances and areas that counts as none.
_EQUAL_SPREAD = 1e-3

# What a candidate is judged by; the first four are the steps for the first four points.
_DEPTH = 0
_DISTANCE = 1
_TRIANGLE = 2
_QUADRANGLE = 3
_GAP = 4


@inlined
def put_candidate(
    section: int, row: int, u: float, v: float, w: float, gap: float, feature: float, scratch: FloatArray
) -> int:
    """Write a candidate and return the next row."""
    scratch[section, row, 0], scratch[section, row, 1], scratch[section, row, 2] = u, v, w
    scratch[section, row, SEPARATION], scratch[section, row, FEATURE] = gap, feature
    return row + 1


@inlined
def _cross(section: int, i: int, j: int, k: int, scratch: FloatArray) -> float:
    """Return twice the signed area of three candidates."""
    u, v = scratch[section, i, 0], scratch[section, i, 1]
    return (scratch[section, j, 0] - u) * (scratch[section, k, 1] - v) - (scratch[section, j, 1] - v) * (
        scratch[section, k, 0] - u
    )


@routine
def _gain(section: int, i: int, chosen: int, rule: int, scratch: FloatArray) -> float:
    """Return what candidate i adds to the first `chosen` ones."""
    if rule == _DEPTH:
        return -scratch[section, i, SEPARATION]
    if rule == _TRIANGLE:
        return abs(_cross(section, 0, 1, i, scratch))
    gain = 0.0
    if rule == _QUADRANGLE:
        turn = math.copysign(1.0, _cross(section, 0, 1, 2, scratch))
        for j in range(3):
            gain = max(gain, -turn * _cross(section, j, (j + 1) % 3, i, scratch))
        return gain
    gain = math.inf
    for j in range(chosen):
        du, dv = scratch[section, i, 0] - scratch[section, j, 0], scratch[section, i, 1] - scratch[section, j, 1]
        gain = min(gain, du * du + dv * dv)
    return gain


@routine
def _best(section: int, count: int, chosen: int, rule: int, tolerance: float, scratch: FloatArray) -> int:
    """Return the candidate with the greatest gain, the one with the lowest feature id among equals."""
    greatest = -math.inf
    for i in range(chosen, count):
        scratch[section, i, _GAIN] = _gain(section, i, chosen, rule, scratch)
        greatest = max(greatest, scratch[section, i, _GAIN])
    enough = greatest - (tolerance if rule == _DEPTH else _EQUAL_SPREAD * greatest)
    best = -1
    for i in range(chosen, count):
        if scratch[section, i, _GAIN] >= enough and (
            best < 0 or scratch[section, i, FEATURE] < scratch[section, best, FEATURE]
        ):
            best = i
    return best


@routine
def reduce_points(section: int, count: int, limit: int, tolerance: float, scratch: FloatArray) -> int:
    """Bring at most `limit` well-spread candidates to the front of their section and return how many they are."""
    near = _SAME * tolerance
    chosen, length, line = 0, 0.0, False
    while chosen < min(count, limit):
        rule = _GAP if line or chosen > _QUADRANGLE else chosen
        best = _best(section, count, chosen, rule, tolerance, scratch)
        if best < 0:
            break
        gain = scratch[section, best, _GAIN]
        if rule == _DISTANCE:
            length = math.sqrt(gain)
        if rule != _DEPTH and gain <= near * (length if rule in (_TRIANGLE, _QUADRANGLE) else near):
            if rule != _TRIANGLE:
                break
            # All on one line: the third point is the one furthest from both.
            line = True
            continue
        for c in range(FEATURE + 1):
            kept = scratch[section, chosen, c]
            scratch[section, chosen, c] = scratch[section, best, c]
            scratch[section, best, c] = kept
        chosen += 1
    return chosen


@routine
def write_points(
    section: int,
    count: int,
    limit: int,
    tolerance: float,
    scratch: FloatArray,
    point: FloatArray,
    separation: FloatArray,
    feature: IntArray,
) -> int:
    """Write well-spread candidates as contact points in the frame of a and return how many they are."""
    count = reduce_points(section, count, limit, tolerance, scratch)
    for i in range(count):
        u, v, w = scratch[section, i, 0], scratch[section, i, 1], scratch[section, i, 2]
        for c in range(3):
            point[i, c] = u * scratch[BASIS, 0, c] + v * scratch[BASIS, 1, c] + w * scratch[BASIS, 2, c]
        separation[i] = scratch[section, i, SEPARATION]
        feature[i] = int(scratch[section, i, FEATURE])
    return count


@routine
def set_basis(x: float, y: float, z: float, normal: FloatArray, scratch: FloatArray) -> None:
    """Set the contact normal and the unit vectors of u, v, w: two across the normal and itself."""
    # Without a branch that divides by nearly nothing (Duff et al. 2017).
    sign = math.copysign(1.0, z)
    p = -1.0 / (sign + z)
    q = x * y * p
    scratch[BASIS, 0, 0], scratch[BASIS, 0, 1], scratch[BASIS, 0, 2] = 1.0 + sign * x * x * p, sign * q, -sign * x
    scratch[BASIS, 1, 0], scratch[BASIS, 1, 1], scratch[BASIS, 1, 2] = q, sign + y * y * p, -y
    scratch[BASIS, 2, 0], scratch[BASIS, 2, 1], scratch[BASIS, 2, 2] = x, y, z
    normal[0], normal[1], normal[2] = x, y, z
