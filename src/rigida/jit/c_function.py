"""Marks Python functions that kernels call by C of their own (`translate.lane_calls`)."""

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


def c_function(name: str) -> Callable[[F], F]:
    """Let kernels call a function by what the translator knows under `name`; Python calls the function itself."""

    def mark(function: F) -> F:
        function.c_name = name  # type: ignore[attr-defined]
        return function

    return mark
