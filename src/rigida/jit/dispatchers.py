"""Kernels as numba compiles them: on first use, kept in a cache on disk, bound to tables and arrays by address."""

import hashlib
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from types import FunctionType
from typing import Any

import numba
from numba.core.event import Event, Listener, register
from numba.core.extending import typeof_impl

from rigida.jit.array_table import Kind, array_table, kind_of
from rigida.jit.cache import KernelCache
from rigida.jit.decorators import Compiled
from rigida.jit.first_compile import compiling_begins
from rigida.jit.linking import OPTIONS, KernelCompiler, callee
from rigida.jit.lowering.array_reader import array_reader

#: Names by which kernels make arrays.
_ARRAY_MAKERS = frozenset(("array", "copy", "empty", "empty_like", "full", "ones", "zeros", "zeros_like"))

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

# Kernels that are compiled see a marked function as what numba compiles it by.
typeof_impl.register(Compiled)(lambda compiled, _: numba.types.Dispatcher(compiled.dispatcher))


class _FirstCompile(Listener):
    def on_start(self, event: Event) -> None:
        compiling_begins()

    def on_end(self, event: Event) -> None:
        """Nothing ends that was told of."""


register("numba:compile", _FirstCompile())


def jit_entry(kernel: Compiled, last: tuple[Any, ...]) -> Callable[..., Any]:
    """Return what runs a kernel with its last arguments given."""
    if not last:
        return kernel.dispatcher
    given = kernel.py_func.__code__.co_argcount - len(last)
    bound = partial(_entry(kernel, given, tuple(kind_of(value) for value in last)), array_table(last))
    bound.arrays = last  # type: ignore[attr-defined]  # they live as long as their addresses are known
    return bound


@cache
def _entry(kernel: Compiled, given: int, kinds: tuple[Kind, ...]) -> Any:
    """Return the compiled function of a table and the first `given` arguments of a kernel."""
    python = kernel.py_func
    name = f"{python.__name__}_of_{_words_for(kinds)}"
    code = _ENTRIES[given].__code__.replace(co_filename=python.__code__.co_filename, co_name=name, co_qualname=name)
    entry = FunctionType(code, {"function": callee(python, **counting(python)), "arrays": array_reader(kinds)}, name)
    entry.__module__ = python.__module__
    return _cached(entry, python.__code__.co_filename, __file__)


def _words_for(kinds: tuple[Kind, ...]) -> str:
    """Return words that tell these kinds from others, as the name of a file."""
    tables = "".join(f"{kind.__module__}.{kind.__qualname__} " for kind in kinds if isinstance(kind, type))
    digest = f"_{hashlib.blake2b(tables.encode(), digest_size=4).hexdigest()}" if tables else ""
    names = (
        f"_{getattr(kind, '__name__', None)}_" if not isinstance(kind, tuple) else f"{kind[0][1:]}{kind[1]}"
        for kind in kinds
    )
    return "".join(names).replace("__", "_").strip("_") + digest


def dispatcher_of(compiled: Compiled) -> Any:
    """Return what numba compiles a function by, for Python and for kernels that call it."""
    python = compiled.py_func
    if compiled.role == "kernel":
        return _called_by(_cached(python, python.__code__.co_filename), callee(python, **counting(python)))
    options = counting(python) | ({"forceinline": True} if compiled.role == "inlined" else {})
    return _called_by(_for_python(python, **options), callee(python, **options))


def counting(function: Callable[..., Any]) -> dict[str, Any]:
    """Return the option that tells numba whether to count references to arrays.

    Only functions that make arrays need numba's counting of references. It costs a memory block per array and call
    from Python, and an atomic addition wherever an array is handed on: a fifth of the time of some kernels.
    """
    return {"_nrt": not _ARRAY_MAKERS.isdisjoint(function.__code__.co_names)}


def _cached(function: Any, *files: str) -> Any:
    """Compile `function`, which is written in these files, on first use and cache it on disk."""
    dispatcher = _for_python(function, **counting(function))
    if all(Path(file).is_file() for file in files):  # no cache for what was typed into a console
        dispatcher._cache = KernelCache(function, *files)
    return dispatcher


def _for_python(function: Any, **options: Any) -> Any:
    """Return a dispatcher of `function` that Python can call."""
    return numba.njit(pipeline_class=KernelCompiler, **OPTIONS, **options)(function)


def _called_by(dispatcher: Any, callee: Any) -> Any:
    """Let kernels that call `dispatcher` call `callee`, one compiled version of it for all literal numbers.

    numba types a literal argument by its value and compiles the callee anew for each.
    """
    template, plain = callee.get_call_template, numba.types.unliteral
    dispatcher.get_call_template = lambda args, kws: template(
        tuple(plain(arg) for arg in args), {name: plain(arg) for name, arg in kws.items()}
    )
    dispatcher.get_overload = callee.get_overload
    dispatcher._compiling_counter = callee._compiling_counter  # so that a function may call itself
    return dispatcher
