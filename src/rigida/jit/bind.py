"""Kernels that take hold of their tables and arrays once, not in every call.

Kernels take numbers first, then tables (`tables`), then arrays. To hand one of the latter from Python to a compiled
function costs up to a microsecond, and the step of a small scene hands over many. A bound kernel finds them in a row of
words (`array_table`) instead.
"""

import hashlib
from collections.abc import Callable
from functools import cache, partial
from types import FunctionType
from typing import Any

import rigida.jit.rows_as_arrays  # noqa: F401 — lets kernels turn rows into arrays
from rigida.jit.array_table import Kind, array_reader, array_table, kind_of
from rigida.jit.decorators import cached, counting
from rigida.jit.linking import callee
from rigida.jit.plain import plain_table
from rigida.jit.tables import Table

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

    Tables are seen as they are when the kernel is called. Arrays are bound, not their values: who replaces an array
    that is not in a table binds anew.
    """
    if not hasattr(kernel, "py_func"):  # compiling is disabled
        return lambda *first: kernel(*first, *(plain_table(x) if isinstance(x, Table) else x for x in last))
    given = kernel.py_func.__code__.co_argcount - len(last)
    bound = partial(_entry(kernel, given, tuple(kind_of(value) for value in last)), array_table(last))
    bound.arrays = last  # type: ignore[attr-defined]  # they live as long as their addresses are known
    return bound


@cache
def _entry(kernel: Any, given: int, kinds: tuple[Kind, ...]) -> Any:
    """Return the compiled function of a table and the first `given` arguments of a kernel."""
    python = kernel.py_func
    name = f"{python.__name__}_of_{_words_for(kinds)}"
    code = _ENTRIES[given].__code__.replace(co_filename=python.__code__.co_filename, co_name=name, co_qualname=name)
    entry = FunctionType(code, {"function": callee(python, **counting(python)), "arrays": array_reader(kinds)}, name)
    entry.__module__ = python.__module__
    return cached(entry, python.__code__.co_filename, __file__)


def _words_for(kinds: tuple[Kind, ...]) -> str:
    """Return words that tell these kinds from others, as the name of a file."""
    tables = "".join(f"{kind.__module__}.{kind.__qualname__} " for kind in kinds if isinstance(kind, type))
    digest = f"_{hashlib.blake2b(tables.encode(), digest_size=4).hexdigest()}" if tables else ""
    names = (f"_{kind.__name__}_" if isinstance(kind, type) else f"{kind[0][1:]}{kind[1]}" for kind in kinds)
    return "".join(names).replace("__", "_").strip("_") + digest
