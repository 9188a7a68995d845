"""Threads that share what is independent within a step: bodies, pairs of shapes, islands, articulated groups.

Kernels are called for ranges and write to them only: the result is the same to the bit however many there are, and
whichever thread takes them. Threads are kept for the next call, and take part in all simulations of the process.
"""

import os
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from rigida.arrays import IntArray
from rigida.jit.entry import together

if TYPE_CHECKING:
    from rigida.constraints.block_order import Ints

#: Threads that a simulation can have.
MOST_THREADS = 64
#: Bodies, or shapes, for each further thread of what goes over all of them.
FEWEST_BODIES = 1000
_RANGES_OF_THREAD = 4
#: The call (kernel, *arguments) for a range: its number, its begin and its end.
RangeCall = Callable[[int, int, int], tuple[Any, ...]]


def thread_count(asked: int) -> int:
    """Return how many threads to use: as many as asked for, one for each core where that is 0."""
    return asked or min(os.cpu_count() or 1, MOST_THREADS)


class Workers:
    """So many threads, the calling one included, which take ranges one after another.

    ranges: most of them, more than threads as they do not cost the same. What kernels return for them is returned in
    their order.
    """

    def __init__(self, count: int) -> None:
        self.count, self.ranges = count, 1 if count == 1 else _RANGES_OF_THREAD * count

    def share(self, size: int, least: int, call: RangeCall) -> list[Any]:
        """Make the calls for all of 0 … size in equal ranges of at least `least`."""
        if self.count == 1:
            return _make_one(call(0, 0, size))
        count = max(1, min(self.ranges, size // least))
        return self._make_ranges([size * i // count for i in range(count + 1)], call)

    def over(self, size: int, least: int, kernel: Callable[..., Any]) -> Callable[..., None]:
        """Return what calls a kernel (first, last, *arguments) for all of 0 … size, in ranges as `share` makes them."""
        if self.count == 1 or size < 2 * least:
            return partial(kernel, 0, size)

        def call(*given: Any) -> None:
            self.share(size, least, lambda number, first, last: (kernel, first, last, *given))

        return call

    def share_by_cost(self, start: "IntArray | Ints", least: int, call: RangeCall) -> list[Any]:
        """Make the calls for ranges of items of about equal cost; start (items + 1,): cost of all items before each."""
        if self.count == 1:
            return _make_one(call(0, 0, len(start) - 1))
        total = int(start[-1] - start[0])
        count = max(1, min(self.ranges, total // least))
        inner = [int(np.searchsorted(start, start[0] + total * i / count)) for i in range(1, count)]
        return self._make_ranges([0, *inner, len(start) - 1], call)

    def make(self, calls: list[tuple[Any, ...]]) -> list[Any]:
        """Make calls (kernel, *arguments); return what they return."""
        return together(calls, self.count)

    def _make_ranges(self, bounds: list[int], call: RangeCall) -> list[Any]:
        ranges = [(first, last) for first, last in pairwise(bounds) if last > first] or [(0, 0)]
        return self.make([call(i, *ranges[i]) for i in range(len(ranges))])


def _make_one(call: tuple[Any, ...]) -> list[Any]:
    kernel, *given = call
    return [kernel(*given)]
