"""Entry of kernel calls from Python: forms that were compiled at install, and those that are compiled on first use."""

from collections.abc import Callable
from types import BuiltinFunctionType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rigida.jit.ahead import pack
from rigida.jit.ahead.form import Form, given_code, kernel_name, kind_text
from rigida.jit.plain import plain_arguments
from rigida.jit.tables import Table

if TYPE_CHECKING:
    from rigida.jit.decorators import Compiled

#: Takes what runs, the kernel and its last arguments; returns what runs and records how it is called (`noted_forms`).
noting: Callable[..., Callable[..., Any]] | None = None
#: Kernels that were bound, by their names and the kinds of what was bound.
expected: dict[tuple[str, tuple[str, ...]], "Compiled"] = {}


#: Kinds of arguments that a call cannot pass to C; None can only be bound.
_ODD = ("", "None")


def entry(kernel: "Compiled", last: tuple[Any, ...]) -> Callable[..., Any]:
    """Return what runs a kernel with its last arguments given; calls give the first ones."""
    calls = _calls()
    if calls is None:
        return lambda *given: kernel.py_func(*plain_arguments((*given, *last)))
    bound = tuple(kind_text(value) for value in last)
    expected[kernel_name(kernel.py_func), bound] = kernel

    def new_form(*given: Any) -> tuple[Any, ...]:
        """Return address, kinds and results of a form for these arguments, or in a tuple of one what Python returns."""
        names, kinds = kernel.py_func.__code__.co_varnames, tuple(kind_text(value) for value in given)
        odd = [k for k, kind in enumerate(kinds) if kind in _ODD]
        if odd and kernel.role == "kernel":
            raise TypeError(
                f"Kernel '{kernel.py_func.__name__}': {names[odd[0]]} must be a number, a contiguous array or a table, "
                f"got {type(given[odd[0]]).__name__}."
            )
        if odd or "" in bound:  # only kernels can pass such values
            return (kernel.py_func(*plain_arguments((*given, *last))),)
        form = Form(kernel_name(kernel.py_func), kinds, bound)
        found = pack.find(kernel, form) or compiled(kernel, form)
        if found is None:  # a kernel that no pack brings, without a C compiler
            return (kernel.py_func(*plain_arguments((*given, *last))),)
        address, letters = found
        return address, given_code(kinds), letters

    run: Callable[..., Any] = calls.entry(array_table(last) if last else None, last, new_form)
    return run if noting is None else noting(run, kernel, last)


def together(asked: list[tuple[Any, ...]], threads: int) -> list[Any]:
    """Make calls (kernel, *arguments) by so many threads, which take one after another; return what they return."""
    if len(asked) > 1 and all(isinstance(call[0], BuiltinFunctionType) for call in asked):
        found: list[Any] = _calls().together(asked, threads)
        return found
    return [kernel(*given) for kernel, *given in asked]


def _calls() -> Any:
    """Return the extension that calls kernels, compiled now where no pack brings it; None without a C compiler."""
    if found := pack.calls():
        return found
    from rigida.jit import on_demand

    return on_demand.calls()


def compiled(kernel: "Compiled", form: Form) -> tuple[int, str] | None:
    """Return the address of a form's function, compiled now or in an earlier run, and the letters of its result.

    None without a C compiler."""
    from rigida.jit import on_demand

    if on_demand.calls() is None:
        return None

    return on_demand.load(kernel, form)


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
