"""Counters that several threads share, for kernels in which they divide work among them while it goes on.

In plain Python there is one thread.
"""

from rigida.jit.decorators import c_function
from rigida.jit.records import Rows


@c_function("fetch_add")
def fetch_add(counter: Rows[int], k: int, n: int) -> int:
    """Add n to a counter and return what it was; no two threads that add get the same number."""
    counter[k] += n
    return counter[k] - n


@c_function("raise_to")
def raise_to(counter: Rows[int], k: int, n: int) -> bool:
    """Raise a lower counter to n and return whether this thread did: of all that raise it to n, one."""
    lower = counter[k] < n
    if lower:
        counter[k] = n
    return lower


@c_function("wait_for")
def wait_for(counter: Rows[int], k: int, count: int) -> None:
    """Wait until a counter has reached a count; what other threads wrote before they counted is then seen."""
