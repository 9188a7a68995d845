"""Candidates for contact points of a pair, and the few of them that are kept.

The deepest comes first; then, again and again, the one that differs most in place and normal from those chosen, where
deep ones and those used in the last step count more. So a manifold spreads over all places and directions in which the
bodies touch, and does not change without cause.
"""

import math

from rigida.concave.arrays import ConcaveWork, PairMemory
from rigida.jit.decorators import inlined, routine
from rigida.math.vec3 import Vec3, dot, square

#: Most candidates of a pair; the shallowest give way.
MOST = 256
#: How much the depth counts, and how much more a point of the last step.
_AS_DEEP = 0.9
_STEADY = 1.5
#: Candidates that differ less from the chosen ones (squared, in parts of half the reach, plus 1 − cosine) add nothing.
_SAME_POINT = 2.5e-3


@routine
def add_candidate(count: int, name: int, separation: float, place: Vec3, normal: Vec3, work: ConcaveWork) -> int:
    """Add a candidate, replacing the shallowest if there is no room; return the number of candidates."""
    k, candidate = count, work.candidate
    if count == len(candidate):
        k = 0
        for i in range(1, count):
            if candidate[i].separation > candidate[k].separation:
                k = i
        if candidate[k].separation <= separation:
            return count
    else:
        count += 1
    candidate[k].separation, candidate[k].place, candidate[k].normal = separation, place, normal
    work.name[k] = name
    return count


@inlined
def swap(a: int, b: int, work: ConcaveWork) -> None:
    """Exchange two candidates."""
    one, two = work.candidate[a], work.candidate[b]
    separation, place, normal, difference = two.separation, two.place, two.normal, two.difference
    two.separation, two.place, two.normal, two.difference = one.separation, one.place, one.normal, one.difference
    one.separation, one.place, one.normal, one.difference = separation, place, normal, difference
    work.name[a], work.name[b] = work.name[b], work.name[a]


@routine
def keep_few(count: int, limit: int, bounding_radius: float, memory: PairMemory, work: ConcaveWork) -> int:
    """Move at most `limit` good candidates to the front; return their number."""
    if count == 0:
        return 0
    search, candidate, best = work.search[0], work.candidate, 0
    for i in range(count):
        candidate[i].difference = math.inf
        if candidate[i].separation < candidate[best].separation:
            best = i
    deepest, scale, kept = candidate[best].separation, 4.0 / (bounding_radius * bounding_radius), 0
    while True:
        swap(kept, best, work)
        kept += 1
        if kept >= limit:
            return kept
        last, best, most = candidate[kept - 1], -1, _SAME_POINT
        for i in range(kept, count):
            this = candidate[i]
            far, cosine = square(this.place - last.place), dot(this.normal, last.normal)
            difference = min(this.difference, far * scale + 1.0 - cosine)
            this.difference = difference
            if difference <= 0.5 * most:
                continue
            worth = difference * (1.0 - _AS_DEEP * (this.separation - deepest) / (search.margin - deepest + 1e-9))
            if worth * _STEADY <= most:
                continue
            for o in range(search.last):
                if memory.name[search.row][o] == work.name[i]:
                    worth *= _STEADY
                    break
            if worth > most:
                most, best = worth, i
        if best < 0:
            return kept
