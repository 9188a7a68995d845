"""Brute force: every box against every other, the oracle by which the other broad phases are tested.

It needs no memory between steps and no tuning, and it is the quickest for a handful of shapes.
"""

from rigida.collision.broad_phase_base import BroadPhase, is_box
from rigida.compilation import kernel
from rigida.fields import FloatArray, IntArray


@kernel
def find_all(low: FloatArray, high: FloatArray, pairs: IntArray) -> int:
    """Write the pairs of overlapping boxes as far as they fit and return their number."""
    count = 0
    for i in range(low.shape[0]):
        if not is_box(low, high, i):
            continue
        for j in range(i + 1, low.shape[0]):
            overlap = is_box(low, high, j)
            for k in range(3):
                overlap &= (low[i, k] <= high[j, k]) & (low[j, k] <= high[i, k])
            if overlap:
                if count < pairs.shape[0]:
                    pairs[count, 0] = i
                    pairs[count, 1] = j
                count += 1
    return count


class BruteForce(BroadPhase):
    """All pairs, n²/2 tests a step."""

    def update(self, low: FloatArray, high: FloatArray) -> IntArray:
        return self._sorted_pairs(lambda pairs: find_all(low, high, pairs))
