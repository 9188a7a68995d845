"""Functions that kernels choose from by a number, open to more of them from anywhere.

A kernel cannot call through a list, so the kind of force or constraint part of a row was found by a chain of
conditions, and a new kind had to be written into it. A `Choice` writes that ladder itself, from the functions that were
entered, when the first kernel that calls it is compiled:

    PART_ROWS = Choice(__file__, "p, number, error")
    POINT = PART_ROWS.enter(point_rows)                      # the number of the kind

    @kernel
    def evaluate(code, number, error):
        for p in range(code.shape[0]):
            part_rows(code[p], p, number[p], error)          # part_rows = PART_ROWS.function()

All functions of a choice take the same arguments and return the same type. Their files count as imported by that of the
choice: an edit or a further function recompiles the kernels that call it.
"""

from collections.abc import Callable
from typing import Any

from rigida.jit.decorators import Compiled
from rigida.jit.sources import enter_source
from rigida.jit.switches import PLAIN


class Choice:
    """Functions with the same arguments, numbered in the order in which they are entered."""

    def __init__(self, file: str, arguments: str) -> None:
        self._file, self._arguments = file, arguments
        self._functions: list[Callable[..., Any]] = []

    def enter(self, function: Callable[..., Any]) -> int:
        """Add an `@inlined` or `@routine` function and return its number; before kernels that choose are used."""
        enter_source(self._file, getattr(function, "py_func", function).__code__.co_filename)
        self._functions.append(function)
        return len(self._functions) - 1

    def function(self) -> Any:
        """Return the function for kernels that takes a number and hands the other arguments to what is chosen."""
        return late(self._ladder)

    def _ladder(self) -> Callable[..., Any]:
        given = self._arguments
        steps = [f"    if kind == {n}:\n        return f{n}({given})\n" for n in range(1, len(self._functions))]
        names = {f"f{n}": function for n, function in enumerate(self._functions)}
        return written(f"def choose(kind, {given}):\n{''.join(steps)}    return f0({given})\n", names)


def written(source: str, names: dict[str, Any]) -> Callable[..., Any]:
    """Return the one function that a text defines."""
    scope = {**names, "__name__": __name__}  # its module, under which compile times are listed
    known = {*scope, "__builtins__"}
    exec(compile(source, __file__, "exec"), scope)
    made: Any = next(value for name, value in scope.items() if name not in known)
    made.source_text = source  # for the translator, which finds no file
    return made


class _Late(Compiled):
    """An inlined function that is made when it is first asked for."""

    def __init__(self, make: Callable[[], Callable[..., Any]]) -> None:
        self.role, self._make = "inlined", make

    def __getattr__(self, name: str) -> Any:
        if name not in ("py_func", "_count"):
            raise AttributeError(name)
        self._use(self._make())
        return self.__dict__[name]

    def __call__(self, *given: Any, **named: Any) -> Any:
        return self.py_func(*given, **named)  # Python chooses by itself


def late(make: Callable[[], Callable[..., Any]]) -> Any:
    """Return an inlined function for kernels that is made when the first of them is compiled."""
    return (lambda *given: make()(*given)) if PLAIN else _Late(make)
