"""Fat boxes: each shape has an enlarged box, and the pairs of enlarged boxes are kept as candidates between steps.

A step in which no shape leaves its enlarged box only sifts the candidates by the boxes themselves. A shape that leaves
gets a new one, and its pairs alone are sought again in the cells of the grid: one rolling body costs one search.
The idea is that of the dynamic trees of Bullet and Box2D.
"""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray, IntArray
from rigida.collision.broad.base import BroadPhase, KeyArray, RuleArray, doubled_capacity, is_box, never_moves
from rigida.collision.broad.grid import Cells, Grid
from rigida.jit.decorators import kernel

FlagArray = NDArray[np.uint8]

#: Room on each side, in mean extents of the shape.
_MARGIN = 0.13
#: Where more than this part of all shapes leaves per step (running average), keeping candidates does not pay; the
#: grid takes over until it is less than half of that.
_MOVING_SHARE = 0.2
_AVERAGED_STEPS = 5.0
#: A coordinate that no shape has [m].
_ELSEWHERE = 1e300
_FIRST_BOXES = 256


@kernel
def renew_boxes(
    low: FloatArray,
    high: FloatArray,
    rules: RuleArray,
    fat_low: FloatArray,
    fat_high: FloatArray,
    left: FlagArray,
    leavers: IntArray,
) -> int:
    """Give a new fat box to each shape that has left its own; mark and list these, and return their number."""
    count = 0
    for i in range(low.shape[0]):
        inside = True
        for k in range(3):
            inside &= (fat_low[i, k] <= low[i, k]) & (low[i, k] <= high[i, k]) & (high[i, k] <= fat_high[i, k])
        left[i] = False
        if inside:
            continue
        if is_box(low, high, i):
            size = 0.0
            for k in range(3):
                extent = high[i, k] - low[i, k]
                if math.isfinite(extent):
                    size += extent / 3.0
            margin = 0.0 if never_moves(rules, i) else _MARGIN * size
            for k in range(3):
                fat_low[i, k] = low[i, k] - margin
                fat_high[i, k] = high[i, k] + margin
        elif is_box(fat_low, fat_high, i):
            for k in range(3):
                fat_low[i, k] = math.nan
                fat_high[i, k] = math.nan
        else:  # it was empty before: nothing has changed
            continue
        left[i] = True
        leavers[count] = i
        count += 1
    return count


@kernel
def merge_candidates(
    left: FlagArray, start: IntArray, partner: IntArray, found: IntArray, new_start: IntArray, new_partner: IntArray
) -> None:
    """Write the old candidates without those of shapes that left, together with the sorted pairs `found`.

    The partners j > i of shape i are partner[start[i]] … partner[start[i + 1] − 1], in rising order.
    """
    count = 0
    f = 0
    for i in range(left.shape[0]):
        new_start[i] = count
        if not left[i]:
            for p in range(start[i], start[i + 1]):
                j = partner[p]
                while f < found.shape[0] and found[f, 0] == i and found[f, 1] < j:
                    new_partner[count] = found[f, 1]
                    count += 1
                    f += 1
                new_partner[count] = j
                count += not left[j]
        while f < found.shape[0] and found[f, 0] == i:
            new_partner[count] = found[f, 1]
            count += 1
            f += 1
    new_start[left.shape[0]] = count


@kernel
def keep_overlapping(low: FloatArray, high: FloatArray, start: IntArray, partner: IntArray, pairs: IntArray) -> int:
    """Write the candidates whose boxes overlap and return their number."""
    count = 0
    for i in range(low.shape[0]):
        l0, l1, l2, h0, h1, h2 = low[i, 0], low[i, 1], low[i, 2], high[i, 0], high[i, 1], high[i, 2]
        for p in range(start[i], start[i + 1]):
            j = partner[p]
            pairs[count, 0] = i
            pairs[count, 1] = j
            count += (
                (low[j, 0] <= h0)
                & (high[j, 0] >= l0)
                & (low[j, 1] <= h1)
                & (high[j, 1] >= l1)
                & (low[j, 2] <= h2)
                & (high[j, 2] >= l2)
            )
    return count


class FatBoxes(BroadPhase):
    """Broad phase with candidates that persist over steps: fastest if most bodies move little."""

    def __init__(self, body: IntArray, motion: IntArray, filter: RuleArray, excluded: KeyArray) -> None:
        super().__init__(body, motion, filter, excluded)
        n = self.shape_count
        self._grid = Grid(body, motion, filter, excluded)
        self._grid.rules = self.rules  # the same, so that both are renewed at once
        self._candidates_kept = True
        self._moving_share = 0.0
        self._fat_low = np.full((n, 3), np.nan)
        self._fat_high = np.full((n, 3), np.nan)
        self._left = np.zeros(n, dtype=np.uint8)
        self._leavers = np.empty(n, dtype=np.int32)
        self._start = np.zeros(n + 1, dtype=np.int32)
        self._new_start = np.zeros(n + 1, dtype=np.int32)
        self._partner = np.empty(_FIRST_BOXES, dtype=np.int32)
        self._new_partner = np.empty_like(self._partner)
        self._pairs = np.empty((_FIRST_BOXES, 2), dtype=np.int32)
        # Filling the cells costs about 20 tests per shape, a tail of t moved shapes t/2 tests per search: the sum is
        # least at t = √(40 n), however many shapes leave per step.
        self._cells = Cells(n, spare=16 + int(math.sqrt(40.0 * n)))
        self._entries = np.arange(self._cells.capacity, dtype=np.int32)

    def renew(self, which: Sequence[int], motion: IntArray, filter: RuleArray) -> None:
        super().renew(which, motion, filter)
        # A box far from everything: the shape leaves it, and its pairs are sought again.
        self._fat_low[which] = self._fat_high[which] = _ELSEWHERE

    def update(self, low: FloatArray, high: FloatArray) -> IntArray:
        leaver_count = renew_boxes(low, high, self.rules, self._fat_low, self._fat_high, self._left, self._leavers)
        self._moving_share += (leaver_count / max(self.shape_count, 1) - self._moving_share) / _AVERAGED_STEPS
        if self._moving_share > (_MOVING_SHARE if self._candidates_kept else 0.5 * _MOVING_SHARE):
            self._candidates_kept = False
            return self._grid.update(low, high)
        if leaver_count > 0 or not self._candidates_kept:
            self._renew_candidates(leaver_count)
        return self._pairs[: keep_overlapping(low, high, self._start, self._partner, self._pairs)]

    def _renew_candidates(self, leaver_count: int) -> None:
        """Replace the candidates of the shapes that left."""
        cells = self._cells
        every = not self._candidates_kept or 2 * leaver_count > self.shape_count
        self._candidates_kept = True
        leavers = self._leavers[:leaver_count]
        if not every and cells.has_room(leaver_count):
            before = cells.entries
            cells.move(leavers, self._fat_low, self._fat_high)
            queries = self._entries[before : cells.entries]
        else:
            cells.fill(self._fat_low, self._fat_high)
            queries = self._entries[: cells.entries] if every else cells.place[leavers]
            queries = queries[queries >= 0]
        if every:
            self._left[:] = True
        found = self._sorted_pairs(lambda pairs: cells.search(queries, every, pairs))
        self._reserve(int(self._start[-1]) + len(found))
        merge_candidates(self._left, self._start, self._partner, found, self._new_start, self._new_partner)
        self._start, self._new_start = self._new_start, self._start
        self._partner, self._new_partner = self._new_partner, self._partner

    def _reserve(self, count: int) -> None:
        """Reserve room in all buffers for `count` candidates and one that is written but not kept."""
        if count >= len(self._partner):
            capacity = doubled_capacity(len(self._partner), count + 1)
            self._partner = np.concatenate([self._partner, np.empty(capacity - len(self._partner), dtype=np.int32)])
            self._new_partner = np.empty_like(self._partner)
            self._pairs = np.empty((capacity, 2), dtype=np.int32)
