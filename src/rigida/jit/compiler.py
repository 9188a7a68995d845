"""numba, loaded when the first kernel must be compiled, and told then of all that kernels are written with.

Kernels that were compiled when rigida was installed (`pack`) run without it: most processes never pay for it.
"""

from collections.abc import Callable
from importlib import import_module
from threading import RLock
from typing import Any

from rigida import errors  # not `from rigida.errors`: kernels do not stand on it, see `sources`

_waiting: list[Callable[[], object]] = []
_loaded = False
_lock = RLock()


def when_compiling(module: str, function: str = "", *arguments: Any) -> None:
    """Import a module that tells numba of something, and call its function; when numba is loaded, not before."""

    def tell() -> None:
        found = import_module(module)
        if function:
            getattr(found, function)(*arguments)

    with _lock:
        if _loaded:
            tell()
        else:
            _waiting.append(tell)


def load(why: str) -> None:
    """Load numba and tell it what waits to be told; `why`: begins the message where numba is not installed."""
    global _loaded
    with _lock:
        if _loaded:
            return
        try:
            import_module("numba")
        except ImportError as error:
            raise errors.UsageError(
                f"{why} numba compiles such kernels on first use, but is not installed. "
                "Install it: pip install 'rigida[jit]'."
            ) from error
        _loaded = True
        while _waiting:
            _waiting.pop(0)()


# What numba must know before any kernel is compiled: types of functions, tables and rows.
when_compiling("rigida.jit.dispatchers")
when_compiling("rigida.jit.lowering.table_code")
when_compiling("rigida.jit.lowering.rows_as_arrays")
