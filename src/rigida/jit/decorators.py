"""Decorators of compiled functions: `kernel` for what Python calls, `routine` and `inlined` for what kernels call."""

from collections.abc import Callable
from functools import cached_property
from inspect import signature
from typing import Any, Literal, TypeVar, cast

import numpy as np

from rigida.jit.entry import entry
from rigida.jit.switches import PLAIN

F = TypeVar("F", bound=Callable[..., Any])


class Compiled:
    """A function that runs compiled: at install (`pack`) or on first use (`on_demand`).

    py_func: What it is written as. role: Who calls it.
    """

    py_func: Any

    def __init__(self, function: Callable[..., Any], role: Literal["kernel", "routine", "inlined"]) -> None:
        self.role = role
        self._use(function)

    def _use(self, function: Callable[..., Any]) -> None:
        self.py_func = function
        self._count = function.__code__.co_argcount
        # What functools.update_wrapper copies, in a quarter of its time: there are hundreds of kernel functions.
        self.__dict__.update(
            function.__dict__,
            __module__=function.__module__,
            __name__=function.__name__,
            __qualname__=function.__qualname__,
            __doc__=function.__doc__,
            __wrapped__=function,
        )

    def __call__(self, *given: Any, **named: Any) -> Any:
        if named or len(given) < self._count:
            given = self._complete(given, named)
        return self._run(*given)

    def _complete(self, given: tuple[Any, ...], named: dict[str, Any]) -> tuple[Any, ...]:
        """Return all arguments in their order."""
        call = signature(self.py_func).bind(*given, **named)
        call.apply_defaults()
        return call.args

    @cached_property
    def _run(self) -> Callable[..., Any]:
        return entry(self, ())

    def __reduce__(self) -> Any:  # pickled by its name, as a function is
        name = self.py_func.__qualname__
        return (Compiled, (self.py_func, self.role)) if "<locals>" in name else name


def kernel(function: F) -> F:
    """Compile `function` at install or on first use; it releases the GIL while it runs.

    Division follows IEEE (no exception per division, so loops vectorise), and every operation rounds on its own.
    """
    return function if PLAIN else cast(F, Compiled(function, "kernel"))


def inlined(function: F) -> F:
    """Compile a small function of scalars and tuples into whatever kernel calls it (it is always inlined)."""
    return function if PLAIN else cast(F, Compiled(function, "inlined"))


def routine(function: F) -> F:
    """Compile a function that kernels call but that is too large to copy into each of them."""
    return function if PLAIN else cast(F, Compiled(function, "routine"))


def c_function(name: str) -> Callable[[F], F]:
    """Let kernels call a function by what the translator knows under `name` (`translate.lane_calls`)."""

    def mark(function: F) -> F:
        function.c_name = name  # type: ignore[attr-defined]
        return function

    return mark


@inlined
def whole(number: Any) -> int:
    """Return a row number read from an array as the type that kernels count with."""
    return np.int64(number)  # type: ignore[return-value]
