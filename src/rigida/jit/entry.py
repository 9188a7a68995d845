"""Entry of kernel calls from Python: a form that was compiled at install, or one that is compiled on first use."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rigida.jit.ahead import pack

if TYPE_CHECKING:
    from rigida.jit.decorators import Compiled

#: Takes what runs, the kernel and its last arguments; returns what runs and records how it is called (`noted_forms`).
noting: Callable[..., Callable[..., Any]] | None = None


def entry(kernel: "Compiled", last: tuple[Any, ...]) -> Callable[..., Any]:
    """Return what runs a kernel with its last arguments given; calls give the first ones."""
    run = pack.find(kernel, last) or compiled(kernel, last)
    return run if noting is None else noting(run, kernel, last)


def compiled(kernel: "Compiled", last: tuple[Any, ...]) -> Callable[..., Any]:
    """Return what is compiled on first use."""
    from rigida.jit.on_demand import compiled_on_demand

    return compiled_on_demand(kernel, last)
