"""Threads that share what is independent within a step: pairs of shapes, islands, articulated groups.

Kernels release the interpreter while they run, so plain threads suffice. Each takes a range of its own and writes to
that range only: the result is the same to the bit whatever their number.
"""

import os
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from rigida.arrays import IntArray

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

    from rigida.constraints.block_order import Ints

#: Threads that a simulation can have.
MOST_THREADS = 64
#: Work on the range from the second to the third number, as worker number the first.
Work = Callable[[int, int, int], None]


@cache
def _pool() -> "ThreadPoolExecutor":
    """Return the threads that all simulations of the process share; they start as they are needed."""
    from concurrent.futures import ThreadPoolExecutor  # with what it imports, a fiftieth of a process's start

    return ThreadPoolExecutor(MOST_THREADS - 1, thread_name_prefix="rigida")


# A forked process has the pool but not its threads.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_pool.cache_clear)


def thread_count(asked: int) -> int:
    """Return how many threads to use: as many as asked for, one for each core where that is 0."""
    return asked or min(os.cpu_count() or 1, MOST_THREADS)


class Workers:
    """So many threads, the calling one included."""

    def __init__(self, count: int) -> None:
        self.count = count

    def share(self, size: int, least: int, work: Work) -> None:
        """Do `work` for all of 0 … size in equal ranges of at least `least`."""
        if self.count == 1:
            work(0, 0, size)
            return
        count = max(1, min(self.count, size // least))
        self._run([size * i // count for i in range(count + 1)], work)

    def join(self, most: int, work: Callable[[int], None]) -> None:
        """Let at most `most` threads, and this one, do `work` as workers 0, 1, …, which divide it among themselves."""
        others = [_pool().submit(work, i) for i in range(1, min(self.count, most))]
        work(0)
        for other in others:
            other.result()

    def share_by_cost(self, start: "IntArray | Ints", least: int, work: Work) -> None:
        """Do `work` for all items in ranges of about equal cost; start (items + 1,): cost of all items before each."""
        if self.count == 1:
            work(0, 0, len(start) - 1)
            return
        total = int(start[-1] - start[0])
        count = max(1, min(self.count, total // least))
        inner = [int(np.searchsorted(start, start[0] + total * i / count)) for i in range(1, count)]
        self._run([0, *inner, len(start) - 1], work)

    def _run(self, bounds: list[int], work: Work) -> None:
        ranges = [(first, last) for first, last in pairwise(bounds) if last > first]
        others = [_pool().submit(work, i, *ranges[i]) for i in range(1, len(ranges))]
        if ranges:
            work(0, *ranges[0])
        for other in others:
            other.result()
