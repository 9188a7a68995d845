"""Decorators of compiled functions: `kernel` for what Python calls, `routine` and `inlined` for what kernels call."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np

from rigida.jit.cache import KernelCache
from rigida.jit.linking import OPTIONS, KernelCompiler, callee

F = TypeVar("F", bound=Callable[..., Any])

#: Names by which kernels make arrays.
_ARRAY_MAKERS = frozenset(("array", "copy", "empty", "empty_like", "full", "ones", "zeros", "zeros_like"))


def _called_by(dispatcher: Any, callee: Any) -> Any:
    """Let kernels that call `dispatcher` call `callee`, one compiled version of it for all literal numbers.

    numba types a literal argument by its value and compiles the callee anew for each.
    """
    if hasattr(dispatcher, "get_call_template"):  # not so when compiling is disabled
        template, plain = callee.get_call_template, cast(Any, numba.types.unliteral)
        dispatcher.get_call_template = lambda args, kws: template(
            tuple(plain(arg) for arg in args), {name: plain(arg) for name, arg in kws.items()}
        )
        dispatcher.get_overload = callee.get_overload
        dispatcher._compiling_counter = callee._compiling_counter  # so that a function may call itself
    return dispatcher


def counting(function: Callable[..., Any]) -> dict[str, Any]:
    """Return the option that tells numba whether to count references to arrays.

    Only functions that make arrays need numba's counting of references. It costs a memory block per array and call
    from Python, and an atomic addition wherever an array is handed on: a fifth of the time of some kernels.
    """
    return {"_nrt": not _ARRAY_MAKERS.isdisjoint(function.__code__.co_names)}


def kernel(function: F) -> F:
    """Compile `function` on first use, cache it on disk, release the GIL while it runs.

    Division follows IEEE (no exception per division, so loops vectorise). No `fastmath`: it would remove the
    checks for NaN by which a diverging motion is noticed.
    """
    dispatcher = cached(function, function.__code__.co_filename)
    return cast(F, _called_by(dispatcher, dispatcher))


def cached(function: Any, *files: str) -> Any:
    """Compile `function`, which is written in these files, on first use and cache it on disk."""
    dispatcher = _compiled(function, **counting(function))
    # No cache when compiling is disabled, nor for what was typed into a console.
    if hasattr(dispatcher, "_cache") and all(Path(file).is_file() for file in files):
        dispatcher._cache = KernelCache(function, *files)
    return dispatcher


def _compiled(function: Any, **options: Any) -> Any:
    """Return a dispatcher of `function` that Python can call."""
    return numba.njit(pipeline_class=KernelCompiler, **OPTIONS, **options)(function)


def inlined(function: F) -> F:
    """Compile a small function of scalars and tuples into whatever kernel calls it (LLVM inlines it)."""
    options: dict[str, Any] = {"forceinline": True, **counting(function)}
    return cast(F, _called_by(_compiled(function, **options), callee(function, **options)))


def routine(function: F) -> F:
    """Compile a function that kernels call but that is too large to copy into each of them."""
    options = counting(function)
    return cast(F, _called_by(_compiled(function, **options), callee(function, **options)))


@inlined
def whole(number: Any) -> int:
    """Return a row number read from an array as the type that kernels count with.

    A callee given an int32 once and an int64 elsewhere would be compiled twice.
    """
    return np.int64(number)  # type: ignore[return-value]
