"""Base of the broad phases: filters of shape pairs, box overlap, and the order of the result.

The broad phase opens the stage *what touches* of a step: out of n boxes it names the pairs worth a closer look.
Boxes that touch overlap; a box that is inverted or has a NaN overlaps nothing; a half-space has an infinite box.
Bacin 1999, 7.3.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray, IntArray
from rigida.dynamics.model import DYNAMIC, FIXED
from rigida.jit.decorators import inlined, kernel

KeyArray = NDArray[np.int64]
RuleArray = NDArray[np.uint32]

# Columns of the rules: one row of 16 bytes per shape holds all that decides about a pair.
_BODY, _GROUP, _MASK, _FLAGS = 0, 1, 2, 3
_IS_DYNAMIC = 1
_HAS_EXCLUDED_PAIRS = 2
_IS_FIXED = 4

_FIRST_CAPACITY = 256


def pair_rules(body: IntArray, motion: IntArray, filter: RuleArray, excluded: KeyArray) -> RuleArray:
    """Return the rules (n, 4) of n shapes: body, group bit, mask, flags."""
    body_count = max(len(motion), 1)
    excluded_pair = np.zeros(len(motion), dtype=np.uint32)
    excluded_pair[excluded // body_count] = _HAS_EXCLUDED_PAIRS
    excluded_pair[excluded % body_count] = _HAS_EXCLUDED_PAIRS
    flags = excluded_pair + _IS_DYNAMIC * (motion == DYNAMIC) + _IS_FIXED * (motion == FIXED)
    rules = np.empty((len(body), 4), dtype=np.uint32)
    rules[:, _BODY] = body
    rules[:, _GROUP] = filter[body, 0]
    rules[:, _MASK] = filter[body, 1]
    rules[:, _FLAGS] = flags[body]
    return rules


@inlined
def is_box(low: FloatArray, high: FloatArray, i: int) -> bool:
    """Return whether box i holds at least one point (false for NaN)."""
    return bool((low[i, 0] <= high[i, 0]) & (low[i, 1] <= high[i, 1]) & (low[i, 2] <= high[i, 2]))


@inlined
def never_moves(rules: RuleArray, i: int) -> bool:
    """Return whether shape i belongs to a static body."""
    return rules[i, _FLAGS] & _IS_FIXED != 0


@inlined
def may_touch(rules: RuleArray, excluded: KeyArray, body_count: int, i: int, j: int) -> bool:
    """Return whether contacts between shapes i and j are wanted."""
    flags_i, flags_j = rules[i, _FLAGS], rules[j, _FLAGS]
    if (flags_i | flags_j) & _IS_DYNAMIC == 0 or rules[i, _BODY] == rules[j, _BODY]:
        return False
    if rules[i, _GROUP] & rules[j, _MASK] == 0 or rules[j, _GROUP] & rules[i, _MASK] == 0:
        return False
    if flags_i & flags_j & _HAS_EXCLUDED_PAIRS == 0:
        return True
    a, b = np.int64(rules[i, _BODY]), np.int64(rules[j, _BODY])
    key = min(a, b) * body_count + max(a, b)
    # The first entry not below the key lies in [begin, end]. By hand: np.searchsorted takes half a second to compile.
    begin, end = 0, excluded.shape[0]
    while begin < end:
        middle = (begin + end) // 2
        if excluded[middle] < key:
            begin = middle + 1
        else:
            end = middle
    return begin == excluded.shape[0] or excluded[begin] != key


@kernel
def sift_and_sort(
    count: int, rules: RuleArray, excluded: KeyArray, body_count: int, position: KeyArray, buffer: IntArray
) -> int:
    """Sort the `count` pairs in buffer[0], remove duplicates and pairs that cannot collide; return the number left.

    Two stable counting sorts, by the second and then by the first shape, from buffer[0] to buffer[1] and back, take
    O(pairs + shapes) whatever the distribution; a half-space may own most of the pairs.
    """
    pairs = buffer[0]
    accepted = 0
    for k in range(count):
        i, j = min(pairs[k, 0], pairs[k, 1]), max(pairs[k, 0], pairs[k, 1])
        if may_touch(rules, excluded, body_count, i, j):
            pairs[accepted, 0] = i
            pairs[accepted, 1] = j
            accepted += 1
    for turn in range(2):
        source, target, column = buffer[turn], buffer[1 - turn], 1 - turn
        for i in range(position.shape[0]):
            position[i] = 0
        for k in range(accepted):
            position[source[k, column] + 1] += 1
        for i in range(1, position.shape[0]):
            position[i] += position[i - 1]
        for k in range(accepted):
            place = position[source[k, column]]
            position[source[k, column]] += 1
            target[place, 0] = source[k, 0]
            target[place, 1] = source[k, 1]
    kept = 0
    for k in range(accepted):
        if k == 0 or pairs[k, 0] != pairs[kept - 1, 0] or pairs[k, 1] != pairs[kept - 1, 1]:
            pairs[kept, 0] = pairs[k, 0]
            pairs[kept, 1] = pairs[k, 1]
            kept += 1
    return kept


def doubled_capacity(capacity: int, needed: int) -> int:
    """Return `capacity` doubled until `needed` fits."""
    while capacity < needed:
        capacity *= 2
    return capacity


class BroadPhase(ABC):
    """Finds the pairs of shapes whose boxes overlap and that may touch.

    The result depends on the boxes of the call alone, not on the method or on earlier calls.

    Args:
        body: owner body of each shape (n,).
        motion: DYNAMIC, FIXED or KINEMATIC per body; a pair needs a dynamic body.
        filter: group bit and mask per body (body_count, 2); each body's group must be in the other's mask.
        excluded: sorted keys a * body_count + b with a < b of joined bodies that do not collide.
    """

    def __init__(self, body: IntArray, motion: IntArray, filter: RuleArray, excluded: KeyArray) -> None:
        self.shape_count = len(body)
        self.body_count = len(motion)
        self.excluded = np.array(excluded, dtype=np.int64)
        self.rules = pair_rules(body, motion, filter, self.excluded)
        self._buffer = np.empty((2, _FIRST_CAPACITY, 2), dtype=np.int32)
        self._position = np.empty(self.shape_count + 1, dtype=np.int64)

    def renew(self, which: Sequence[int], motion: IntArray, filter: RuleArray) -> None:
        """Record that shapes (k,) have got other owners, joined as before: their motion (k,), filter (k, 2)."""
        moves = _IS_DYNAMIC * (motion == DYNAMIC) + _IS_FIXED * (motion == FIXED)
        self.rules[which, _GROUP], self.rules[which, _MASK] = filter.T
        self.rules[which, _FLAGS] = self.rules[which, _FLAGS] & _HAS_EXCLUDED_PAIRS | moves

    @abstractmethod
    def update(self, low: FloatArray, high: FloatArray) -> IntArray:
        """Return the pairs (m, 2) of shapes, smaller index first, sorted, for world boxes `low`, `high` (n, 3) [m].

        The array is a view of a buffer that the next call overwrites.
        """

    def _sorted_pairs(self, find: Callable[[IntArray], int]) -> IntArray:
        """Return the pairs written by `find` that may touch, sorted and unique.

        `find` returns how many there are; when the buffer is too short, it is enlarged and `find` called again.
        """
        count = find(self._buffer[0])
        capacity = self._buffer.shape[1]
        if count > capacity:
            self._buffer = np.empty((2, doubled_capacity(capacity, count), 2), dtype=np.int32)
            count = find(self._buffer[0])
        kept = sift_and_sort(count, self.rules, self.excluded, self.body_count, self._position, self._buffer)
        return self._buffer[0, :kept]
