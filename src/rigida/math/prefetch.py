"""Asking for memory ahead of its use.

A loop that follows numbers into a large table waits for each row in turn. Asked for some rows ahead, the processor has
them ready; what is computed does not depend on it. Without compilation (RIGIDA_PLAIN=1) nothing happens.
"""

from typing import Any

from rigida.jit.decorators import c_function, inlined
from rigida.math.cache_lines import LINE
from rigida.math.lanes import RealArray


@c_function("fetch")
def fetch(array: RealArray, row: int, column: int) -> None:
    """Prefetch the cache line of array[row, column]."""


@inlined
def prefetch(array: RealArray, row: int, first: int, last: int) -> None:
    """Prefetch the columns from `first` to `last` of a row."""
    for column in range(first, last, LINE // array.itemsize):
        fetch(array, row, column)


@c_function("prefetch_row")
def prefetch_row(row: Any) -> None:
    """Prefetch a whole record, or the items of one of its fields."""
