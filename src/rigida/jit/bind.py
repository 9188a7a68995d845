"""Kernels that take hold of their tables and arrays once, not in every call.

Kernels take numbers first, then tables (`tables`), then arrays. To hand one of the latter from Python to a compiled
function costs up to a microsecond, and the step of a small scene hands over many. A bound kernel finds them in a row of
words (`array_table`) instead.
"""

from collections.abc import Callable
from typing import Any

from rigida.jit.decorators import Compiled
from rigida.jit.entry import entry
from rigida.jit.plain import plain_arguments


def bind(kernel: Callable[..., Any], *last: Any) -> Callable[..., Any]:
    """Return `kernel` with its last arguments given once and for all; calls give the first ones.

    Tables are seen as they are when the kernel is called. Arrays are bound, not their values: who replaces an array
    that is not in a table binds again. None in place of a table has the kernel compiled without what is written under
    `if table is not None`, by the functions that it hands None on to as well.
    """
    if not isinstance(kernel, Compiled):  # compiling is disabled
        return lambda *first: kernel(*first, *plain_arguments(last))
    return entry(kernel, last)
