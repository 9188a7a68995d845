"""Sweep and prune: boxes kept in order along one axis, and only those that overlap there compared on the other two.

From step to step the order hardly changes, so an insertion sort that starts from the last one is linear in practice.
An unbounded box needs no special case: it begins at −∞, comes first and meets everything once. Bacin 1999, 7.3.
"""

import math

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.collision.broad.base import BroadPhase, KeyArray, RuleArray, is_box
from rigida.jit.decorators import inlined, kernel

#: Another axis is taken when its variance is this many times larger, so that two like axes do not alternate.
_CLEARLY_LARGER = 2.0
#: Moves per shape after which the last order is given up as useless and a sort from scratch is cheaper.
_MOVES_PER_SHAPE = 32
#: Boxes compared before the first branch. LLVM unrolls shorter loops before it could use vectors: 16 is slower.
_BLOCK = 32

# Rows of the boxes in sorted order: along the axis, then the two others.
_KEY, _END, _LOW_1, _HIGH_1, _LOW_2, _HIGH_2 = 0, 1, 2, 3, 4, 5


@kernel
def measure_spread(low: FloatArray, high: FloatArray, variance: FloatArray) -> None:
    """Write the variance of the centers of all bounded boxes along each axis."""
    for k in range(3):
        count, total, squares, origin = 0, 0.0, 0.0, 0.0
        for i in range(low.shape[0]):
            center = 0.5 * (low[i, k] + high[i, k])
            if math.isfinite(center):
                if count == 0:
                    origin = center
                count += 1
                total += center - origin
                squares += (center - origin) * (center - origin)
        variance[k] = (squares - total * total / count) / count if count > 0 else 0.0


@kernel
def restore_order(low: FloatArray, high: FloatArray, axis: int, order: IntArray, key: FloatArray) -> bool:
    """Sort `order` and `key` by the lower ends of the boxes on the axis; return false after too many moves."""
    n = order.shape[0]
    moves_left = _MOVES_PER_SHAPE * n
    for p in range(n):
        shape = order[p]
        begin = low[shape, axis] if is_box(low, high, shape) else math.inf
        q = p
        while q > 0 and key[q - 1] > begin:
            key[q] = key[q - 1]
            order[q] = order[q - 1]
            q -= 1
        key[q] = begin
        order[q] = shape
        moves_left -= p - q
        if moves_left < 0:
            return False
    return True


@kernel
def arrange(low: FloatArray, high: FloatArray, axis: int, order: IntArray, box: FloatArray) -> None:
    """Write the boxes (6, n) in order; empty ones stand last and are NaN, which overlaps not even an infinite box."""
    one, two = (axis + 1) % 3, (axis + 2) % 3
    for p in range(order.shape[0]):
        i = order[p]
        if is_box(low, high, i):
            box[_KEY, p], box[_END, p] = low[i, axis], high[i, axis]
            box[_LOW_1, p], box[_HIGH_1, p] = low[i, one], high[i, one]
            box[_LOW_2, p], box[_HIGH_2, p] = low[i, two], high[i, two]
        else:
            box[_KEY, p], box[_END, p] = math.inf, -math.inf
            for k in range(2, 6):
                box[k, p] = math.nan


@inlined
def count_up_to(key: FloatArray, limit: float) -> int:
    """Return how many of the sorted keys are not above a limit, by bisection."""
    low, high = 0, key.shape[0]
    while low < high:
        middle = (low + high) // 2
        if key[middle] <= limit:
            low = middle + 1
        else:
            high = middle
    return low


@kernel
def sweep(box: FloatArray, order: IntArray, pairs: IntArray) -> int:
    """Write the pairs of overlapping boxes, as many as fit; return their number."""
    key, low_1, high_1, low_2, high_2 = box[_KEY], box[_LOW_1], box[_HIGH_1], box[_LOW_2], box[_HIGH_2]
    hits = np.empty(_BLOCK + 1, dtype=np.int32)
    count = 0
    for p in range(order.shape[0]):
        end = count_up_to(key, box[_END, p])
        a_low_1, a_high_1, a_low_2, a_high_2 = low_1[p], high_1[p], low_2[p], high_2[p]
        for q in range(p + 1, end, _BLOCK):
            stop = min(q + _BLOCK, end)
            w, x, y, z = low_1[q:stop], high_1[q:stop], low_2[q:stop], high_2[q:stop]
            if stop == q + _BLOCK:
                overlaps = 0
                for k in range(_BLOCK):
                    overlaps += (w[k] <= a_high_1) & (x[k] >= a_low_1) & (y[k] <= a_high_2) & (z[k] >= a_low_2)
                if overlaps == 0:
                    continue
            # Written in any case, kept on overlap: as a branch this would be mispredicted more often than not.
            hit_count = 0
            for k in range(stop - q):
                hits[hit_count] = order[q + k]
                hit_count += (w[k] <= a_high_1) & (x[k] >= a_low_1) & (y[k] <= a_high_2) & (z[k] >= a_low_2)
            for h in range(hit_count):
                if count < pairs.shape[0]:
                    pairs[count, 0] = order[p]
                    pairs[count, 1] = hits[h]
                count += 1
    return count


class SweepAndPrune(BroadPhase):
    """Boxes sorted along the axis on which they are spread most."""

    def __init__(self, body: IntArray, motion: IntArray, filter: RuleArray, excluded: KeyArray) -> None:
        super().__init__(body, motion, filter, excluded)
        self.axis = 0
        self._order = np.arange(self.shape_count, dtype=np.int32)
        self._key = np.empty(self.shape_count)
        self._box = np.empty((6, self.shape_count))
        self._variance = np.empty(3)

    def update(self, low: FloatArray, high: FloatArray) -> IntArray:
        self._choose_axis(low, high)
        if not restore_order(low, high, self.axis, self._order, self._key):
            begin = np.where((low <= high).all(axis=1), low[:, self.axis], np.inf)
            self._order[:] = np.argsort(begin, kind="stable")
        arrange(low, high, self.axis, self._order, self._box)
        return self._sorted_pairs(lambda pairs: sweep(self._box, self._order, pairs))

    def _choose_axis(self, low: FloatArray, high: FloatArray) -> None:
        measure_spread(low, high, self._variance)
        widest = int(np.argmax(self._variance))
        if self._variance[widest] > _CLEARLY_LARGER * self._variance[self.axis]:
            self.axis = widest
