"""Candidates for contact points of a pair, and the few of them that are kept.

The deepest comes first; then, again and again, the one that differs most in place and normal from those chosen, where
deep ones and those used in the last step count more. So a manifold spreads over all places and directions in which the
bodies touch, and does not change without cause.
"""

import math

from rigida.arrays import FloatArray, IntArray
from rigida.jit.decorators import routine

# Columns of a candidate: separation, point halfway between the surfaces, unit normal from the first solid to the
# second.
SEPARATION = 0
POINT = 1
NORMAL = 4
WIDTH = 8
_NEAREST = 7  # least difference from those chosen

#: Most candidates of a pair; the shallowest give way.
MOST = 256
#: Most points kept, of a pair at rest and of one in motion: its nearest places change on its way.
KEPT, KEPT_IN_MOTION = 8, 16
#: How much the depth counts, and how much more a point of the last step.
_DEPTH = 0.9
_STEADY = 1.5
#: Candidates that differ less from the chosen ones (squared, in parts of half the reach, plus 1 − cosine) add nothing.
_SAME = 2.5e-3


@routine
def add_candidate(
    count: int,
    name: int,
    separation: float,
    x: float,
    y: float,
    z: float,
    nx: float,
    ny: float,
    nz: float,
    candidate: FloatArray,
    names: IntArray,
) -> int:
    """Add a candidate, in place of the shallowest when there is no room; return how many there are."""
    k = count
    if count == candidate.shape[0]:
        k = 0
        for i in range(1, count):
            if candidate[i, SEPARATION] > candidate[k, SEPARATION]:
                k = i
        if candidate[k, SEPARATION] <= separation:
            return count
    else:
        count += 1
    candidate[k, SEPARATION] = separation
    candidate[k, POINT], candidate[k, POINT + 1], candidate[k, POINT + 2] = x, y, z
    candidate[k, NORMAL], candidate[k, NORMAL + 1], candidate[k, NORMAL + 2] = nx, ny, nz
    names[k] = name
    return count


@routine
def keep_few(
    count: int,
    limit: int,
    reach: float,
    margin: float,
    old_names: IntArray,
    old_count: int,
    candidate: FloatArray,
    names: IntArray,
) -> int:
    """Bring at most `limit` good candidates to the front and return how many they are."""
    if count == 0:
        return 0
    best = 0
    for i in range(count):
        candidate[i, _NEAREST] = math.inf
        if candidate[i, SEPARATION] < candidate[best, SEPARATION]:
            best = i
    deepest = candidate[best, SEPARATION]
    scale = 4.0 / (reach * reach)
    kept = 0
    while True:
        for c in range(WIDTH):
            candidate[kept, c], candidate[best, c] = candidate[best, c], candidate[kept, c]
        names[kept], names[best] = names[best], names[kept]
        kept += 1
        if kept >= limit:
            return kept
        last, best, most = kept - 1, -1, _SAME
        for i in range(kept, count):
            dx = candidate[i, POINT] - candidate[last, POINT]
            dy = candidate[i, POINT + 1] - candidate[last, POINT + 1]
            dz = candidate[i, POINT + 2] - candidate[last, POINT + 2]
            cosine = candidate[i, NORMAL] * candidate[last, NORMAL]
            cosine += candidate[i, NORMAL + 1] * candidate[last, NORMAL + 1]
            cosine += candidate[i, NORMAL + 2] * candidate[last, NORMAL + 2]
            difference = min(candidate[i, _NEAREST], (dx * dx + dy * dy + dz * dz) * scale + 1.0 - cosine)
            candidate[i, _NEAREST] = difference
            if difference <= 0.5 * most:
                continue
            worth = difference * (1.0 - _DEPTH * (candidate[i, SEPARATION] - deepest) / (margin - deepest + 1e-9))
            if worth * _STEADY <= most:
                continue
            for o in range(old_count):
                if old_names[o] == names[i]:
                    worth *= _STEADY
                    break
            if worth > most:
                most, best = worth, i
        if best < 0:
            return kept
