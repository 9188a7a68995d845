"""A program in C: functions translated for the types they are called with, and the types and constants they use.

Each function is translated once for all units; a unit (`Program.unit`) holds those that its forms call.
"""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from rigida.jit.ahead.form import Form
from rigida.jit.layout import Fields, Several
from rigida.jit.translate.body import Refused
from rigida.jit.translate.code import Code, constant, literal
from rigida.jit.translate.formula import Formula
from rigida.jit.translate.function import Function
from rigida.jit.translate.types import (
    LANES,
    NONE,
    NUMBERS,
    OBJECT,
    STORED,
    Array,
    Rows,
    TableOf,
    Tuple,
    type_of_argument,
)
from rigida.jit.values import component_names


class Program:
    """Functions, types and constants, each with a name of its own."""

    def __init__(self) -> None:
        self._names = set[str]()
        self._once = dict[Any, str]()
        self._declarations = list[str]()
        self._functions = dict[Any, Function]()
        self._formulas = dict[Any, Formula]()

    def name(self, proposed: str) -> str:
        """Return a name that nothing else has: `proposed`, or `proposed` with a number appended."""
        name, k = proposed, 1
        while name in self._names:
            k += 1
            name = f"{proposed}_{k}"
        self._names.add(name)
        return name

    def declare(self, text: str) -> None:
        """Put a line before all functions."""
        self._declarations.append(f"{text}\n")

    def once(self, key: Any, declare: Callable[[], str]) -> str:
        """Return the name of what `declare` declares when it is first used."""
        if key not in self._once:
            self._once[key] = declare()
        return self._once[key]

    def type_name(self, t: Any) -> str:
        """Return the name of a type, which is declared if it is not built in."""
        if isinstance(t, str):
            return "void" if t in (NONE, OBJECT) else (NUMBERS | LANES)[t]
        if isinstance(t, Fields | Several):
            return "char *"
        if isinstance(t, Rows | TableOf):
            return "Rows" if isinstance(t, Rows) else "const Word *"
        return self.once(t, lambda: self._declare_type(t))

    def _declare_type(self, t: Any) -> str:
        if isinstance(t, Array):
            shape = ", ".join(f"n{k}" for k in range(t.dimensions))
            name, fields = f"Array{t.dimensions}_{t.code}", f"{STORED[t.code]} *p; int64_t {shape};"
        elif isinstance(t, Tuple):
            parts = [f"{self.type_name(part)} f{k};" for k, part in enumerate(t.parts) if part != NONE]
            name, fields = t.cls.__name__ if t.cls else f"Tuple{len(t.parts)}", " ".join(parts) or "char none;"
        else:
            name = t.cls.__name__ if t.real == "f8" else f"{t.cls.__name__}_{t.real}"
            fields = f"{self.type_name(t.real)} {', '.join(component_names(t.cls))};"
        name = self.name(name)
        self.declare(f"typedef struct {{ {fields} }} {name};")
        return name

    def constant_items(self, values: Iterable[Any], code: str) -> str:
        """Return the name of a constant array of numbers."""
        texts = ", ".join(literal(x) if code[0] == "f" else constant(x).text for x in values)

        def declare() -> str:
            name = self.name("CONSTANTS")
            self.declare(f"static const {STORED[code]} {name}[] = {{{texts}}};")
            return name

        return self.once((code, texts), declare)

    def constant_array(self, array: np.ndarray[Any, Any]) -> Code:
        """Return an array of a module as an expression."""
        t = Array(array.dtype.str[1:], array.ndim)
        name = self.constant_items(array.reshape(-1).tolist(), t.code)
        shape = ", ".join(map(str, array.shape))
        return Code(f"(({self.type_name(t)}){{({STORED[t.code]} *){name}, {shape}}})", t)

    def function(self, python: Any, arguments: tuple[Any, ...], role: str) -> Function:
        """Return a Python function translated for arguments of these types."""
        key = (python, arguments)
        if key not in self._functions:
            self._functions[key] = Function(self, python, arguments, role)
            try:
                self._functions[key].translate()
            except Refused:
                del self._functions[key]
                raise
        return self._functions[key]

    def function_of(self, form: Form, kernel: Any) -> Function:
        """Return the function that a form of a kernel runs."""
        types = tuple(type_of_argument(kind) for kind in (*form.given, *form.bound))
        if len(types) != kernel.py_func.__code__.co_argcount:
            raise Refused(f"{form.kernel} takes {kernel.py_func.__code__.co_argcount} arguments, not {len(types)}.")
        return self.function(kernel.py_func, types, "routine")

    def formula(self, python: Any, arguments: tuple[Any, ...], label: str) -> Formula:
        """Return a formula translated for arguments of these types."""
        key = (python, arguments)
        if key not in self._formulas:
            self._formulas[key] = Formula(self, python, arguments, label)
        return self._formulas[key]

    def unit(self, roots: Iterable[Function], entries: Iterable[str]) -> str:
        """Return the text of a unit: what the entries of these functions need, callees first."""
        found = dict[Any, None]()

        def visit(function: Any) -> None:
            if function not in found:
                for callee in function.callees:
                    visit(callee)
                found[function] = None

        for root in roots:
            visit(root)
        texts = (function.text for function in found)
        return "".join(('#include "prelude.h"\n', *self._declarations, *texts, *entries))
