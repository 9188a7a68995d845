"""Asking for memory ahead of its use.

A loop that follows numbers into a large table waits for each row in turn. Asked for some rows ahead, the processor has
them ready; what is computed does not depend on it. Without compilation (RIGIDA_PLAIN=1) nothing happens.
"""

from typing import Any

from rigida.jit.decorators import c_function


@c_function("prefetch_row")
def prefetch_row(row: Any) -> None:
    """Prefetch a whole record, or the items of one of its fields."""
