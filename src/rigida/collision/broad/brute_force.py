"""Brute force: every box against every other, the oracle by which the other broad phases are tested.

It needs no memory between steps and no tuning, and it is the quickest for a handful of shapes. Shapes of copies of a
world (`Model.copies`), which do not meet, follow each other: each is compared with those of its own copy.
"""

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.collision.broad.base import BroadPhase, KeyArray, RuleArray, doubled_capacity, is_box, may_touch
from rigida.jit.bind import bind
from rigida.jit.decorators import kernel


@kernel
def find_all(
    low: FloatArray,
    high: FloatArray,
    size: int,
    body_count: int,
    rules: RuleArray,
    excluded: KeyArray,
    pairs: IntArray,
) -> int:
    """Write the pairs of overlapping boxes that may touch, as many as fit; return their number.

    size: How many boxes, following each other, a copy of the world has.
    """
    count = 0
    for i in range(low.shape[0]):
        if not is_box(low, high, i):
            continue
        for j in range(i + 1, (i // size + 1) * size):
            overlap = is_box(low, high, j)
            for k in range(3):
                overlap &= (low[i, k] <= high[j, k]) & (low[j, k] <= high[i, k])
            if overlap and may_touch(rules, excluded, body_count, i, j):
                if count < pairs.shape[0]:
                    pairs[count, 0] = i
                    pairs[count, 1] = j
                count += 1
    return count


class BruteForce(BroadPhase):
    """All pairs of each copy of the world, n²/2 tests a step."""

    def __init__(
        self, body: IntArray, motion: IntArray, filter: RuleArray, excluded: KeyArray, copies: int = 1
    ) -> None:
        super().__init__(body, motion, filter, excluded)
        self._size = max(self.shape_count // copies, 1)
        self._found: IntArray = np.empty((0, 2), dtype=np.int32)
        self._reserve(16)

    def update(self, low: FloatArray, high: FloatArray) -> IntArray:
        count = self._find(low, high)
        if count > len(self._pairs):
            self._reserve(count)
            count = self._find(low, high)
        if count != len(self._found):
            self._found = self._pairs[:count]
        return self._found

    def _reserve(self, count: int) -> None:
        """Make room for `count` pairs."""
        self._pairs = np.empty((doubled_capacity(16, count), 2), dtype=np.int32)
        self._found = self._pairs[:0]
        self._find = bind(find_all, self._size, self.body_count, self.rules, self.excluded, self._pairs)
