"""Counters that several threads share, for kernels in which they divide work among them while it goes on.

In plain Python there is one thread.
"""

from rigida.jit.decorators import c_function
from rigida.jit.records import Rows


@c_function("add_one")
def add_one(counter: Rows[int], k: int) -> int:
    """Add one to a counter and return what it was; no two threads get the same number."""
    counter[k] += 1
    return counter[k] - 1


@c_function("wait_for")
def wait_for(counter: Rows[int], k: int, count: int) -> None:
    """Wait until a counter has reached a count; what other threads wrote before they counted is then seen."""
