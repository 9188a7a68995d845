"""What runs when Python calls a kernel: a form that was compiled ahead of time, or what numba compiles on first use."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rigida.jit.ahead import pack
from rigida.jit.compiler import load

if TYPE_CHECKING:
    from rigida.jit.decorators import Compiled

#: Takes what runs, the kernel and its last arguments; returns what runs and notes how it is called (`noted_forms`).
noting: Callable[..., Callable[..., Any]] | None = None


def entry(kernel: "Compiled", last: tuple[Any, ...]) -> Callable[..., Any]:
    """Return what runs a kernel with its last arguments given; calls give the first ones."""
    run = pack.find(kernel, last) or compiled(kernel, last)
    return run if noting is None else noting(run, kernel, last)


def compiled(kernel: "Compiled", last: tuple[Any, ...]) -> Callable[..., Any]:
    """Return what numba compiles on first use."""
    load(f"{kernel.py_func.__name__} is not among the kernels that were compiled when rigida was installed.")
    from rigida.jit.dispatchers import jit_entry

    return jit_entry(kernel, last)
