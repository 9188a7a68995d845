"""Entry of kernel calls from Python: forms that were compiled at install, and those that are compiled on first use."""

from collections.abc import Callable
from types import BuiltinFunctionType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rigida.jit import first_compile
from rigida.jit.ahead import pack
from rigida.jit.ahead.form import kernel_name, kind_text
from rigida.jit.plain import plain_arguments
from rigida.jit.tables import Table

if TYPE_CHECKING:
    from rigida.jit.decorators import Compiled

#: Takes what runs, the kernel and its last arguments; returns what runs and records how it is called (`noted_forms`).
noting: Callable[..., Callable[..., Any]] | None = None
#: Kernels of which no form was at hand when they were bound, by their names and the kinds of what was bound.
expected: dict[tuple[str, tuple[str, ...]], "Compiled"] = {}


def entry(kernel: "Compiled", last: tuple[Any, ...]) -> Callable[..., Any]:
    """Return what runs a kernel with its last arguments given; calls give the first ones."""
    bound = tuple(kind_text(value) for value in last)
    forms, why = pack.find(kernel, bound)
    if not forms:
        expected[kernel_name(kernel.py_func), bound] = kernel
    calls = pack.calls() or compiled_calls()
    if calls is None:
        return lambda *given: kernel.py_func(*plain_arguments((*given, *last)))

    def new_form(*given: Any) -> tuple[Any, ...]:
        first_compile.why = why
        return compiled(kernel, given, last)

    run: Callable[..., Any] = calls.entry(forms, array_table(last) if last else None, last, new_form)
    return run if noting is None else noting(run, kernel, last)


def together(asked: list[tuple[Any, ...]], threads: int) -> list[Any]:
    """Make calls (kernel, *arguments) by so many threads, which take one after another; return what they return."""
    if len(asked) > 1 and all(isinstance(call[0], BuiltinFunctionType) for call in asked):
        found: list[Any] = (pack.calls() or compiled_calls()).together(asked, threads)
        return found
    return [kernel(*given) for kernel, *given in asked]


def compiled_calls() -> Any:
    """Return the extension that calls kernels where no pack brings it; None where there is no C compiler."""
    from rigida.jit import on_demand

    return on_demand.calls()


def compiled(kernel: "Compiled", given: tuple[Any, ...], last: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return a form that takes these arguments, compiled now, or in a tuple of one what the function returns."""
    from rigida.jit import on_demand

    return on_demand.new_form(kernel, given, last)


def array_table(values: tuple[Any, ...]) -> NDArray[np.int64]:
    """Return the words by which compiled functions take arguments: tables, contiguous arrays and numbers.

    They are the address of a table's words (0 for None), the address and shape of an array, or a number's 64 bits.
    """
    words: list[int] = []
    for value in values:
        if value is None:
            words.append(0)
        elif isinstance(value, Table):
            words.append(value.words.ctypes.data)
        elif isinstance(value, np.ndarray):
            if not value.flags.c_contiguous:
                raise ValueError(f"array of shape {value.shape} must be contiguous to be read by address.")
            words += [value.ctypes.data, *value.shape]
        else:
            words.append(int(np.asarray(value).view(np.int64)))
    return np.array(words, dtype=np.int64)
