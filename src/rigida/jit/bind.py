"""Kernels that take hold of their arrays once, not in every call.

To hand an array from Python to a compiled function costs an eighth of a microsecond, and the step of a small scene
hands over two hundred. A bound kernel finds them in a table (`array_table`) instead.
"""

from collections.abc import Callable
from functools import cache, partial
from types import FunctionType
from typing import Any

from rigida.jit.array_table import Kind, array_reader, array_table, kind_of
from rigida.jit.decorators import cached, counting
from rigida.jit.linking import callee

function: Any = None
arrays: Any = None

# An entry for each number of arguments that calls give; `function` and `arrays` are those of the kernel.
_ENTRIES: tuple[Callable[..., Any], ...] = (
    lambda table: function(*arrays(table)),
    lambda table, a: function(a, *arrays(table)),
    lambda table, a, b: function(a, b, *arrays(table)),
    lambda table, a, b, c: function(a, b, c, *arrays(table)),
    lambda table, a, b, c, d: function(a, b, c, d, *arrays(table)),
    lambda table, a, b, c, d, e: function(a, b, c, d, e, *arrays(table)),
    lambda table, a, b, c, d, e, f: function(a, b, c, d, e, f, *arrays(table)),
    lambda table, a, b, c, d, e, f, g: function(a, b, c, d, e, f, g, *arrays(table)),
)


def bind(kernel: Callable[..., Any], *last: Any) -> Callable[..., Any]:
    """Return `kernel` with its last arguments given once and for all; calls give the first ones.

    Arrays are bound, not their values: who replaces an array binds anew.
    """
    if not hasattr(kernel, "py_func"):  # compiling is disabled
        return lambda *first: kernel(*first, *last)
    given = kernel.py_func.__code__.co_argcount - len(last)
    bound = partial(_entry(kernel, given, tuple(kind_of(value) for value in last)), array_table(last))
    bound.arrays = last  # type: ignore[attr-defined]  # they live as long as their addresses are known
    return bound


@cache
def _entry(kernel: Any, given: int, kinds: tuple[Kind, ...]) -> Any:
    """Return the compiled function of a table and the first `given` arguments of a kernel."""
    python = kernel.py_func
    name = f"{python.__name__}_of_{''.join(f'{dtype[1:]}{ndim}' for dtype, ndim in kinds)}"
    code = _ENTRIES[given].__code__.replace(co_filename=python.__code__.co_filename, co_name=name, co_qualname=name)
    entry = FunctionType(code, {"function": callee(python, **counting(python)), "arrays": array_reader(kinds)}, name)
    entry.__module__ = python.__module__
    return cached(entry, python.__code__.co_filename, __file__)
