"""A program in C: functions translated for the types they are called with, and the types and constants they use.

Each function is translated once for all units; a unit (`Program.unit`) holds those that its forms call.
"""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from rigida.jit.ahead.form import Form
from rigida.jit.translate.code import Code, constant, literal
from rigida.jit.translate.formula import Formula
from rigida.jit.translate.function import Function
from rigida.jit.translate.refusal import Refused
from rigida.jit.translate.types import (
    LANES,
    NONE,
    NUMBERS,
    OBJECT,
    STORED,
    Array,
    Items,
    Place,
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
        self._types = dict[Any, str]()
        self._constants = dict[Any, str]()
        self._declarations = list[str]()
        self._functions = dict[Any, Function | Formula]()

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

    def type_name(self, t: Any) -> str:
        """Return the name of a type, which is declared if it is not built in."""
        if isinstance(t, str):
            return "void" if t in (NONE, OBJECT) else (NUMBERS | LANES)[t]
        if isinstance(t, Place | Items):
            return "char *"
        if isinstance(t, Rows | TableOf):
            return "Rows" if isinstance(t, Rows) else "const Word *"
        if t not in self._types:
            if isinstance(t, Array):
                shape = ", ".join(f"n{k}" for k in range(t.dimensions))
                name, fields = f"Array{t.dimensions}_{t.code}", f"{STORED[t.code]} *p; int64_t {shape};"
            elif isinstance(t, Tuple):
                parts = [f"{self.type_name(part)} f{k};" for k, part in enumerate(t.parts) if part != NONE]
                name, fields = t.cls.__name__ if t.cls else f"Tuple{len(t.parts)}", " ".join(parts) or "char none;"
            else:
                real = "" if t.real == "f8" else f"_{t.real}"
                name, fields = (
                    f"{t.cls.__name__}{real}",
                    f"{self.type_name(t.real)} {', '.join(component_names(t.cls))};",
                )
            self._types[t] = self.name(name)
            self.declare(f"typedef struct {{ {fields} }} {self._types[t]};")
        return self._types[t]

    def constant_items(self, values: Iterable[Any], code: str) -> str:
        """Return the name of a constant array of numbers."""
        items = tuple(values)
        key = (code, tuple(map(repr, items)))
        if key not in self._constants:
            self._constants[key] = self.name("CONSTANTS")
            texts = ", ".join(literal(x) if code[0] == "f" else constant(x).text for x in items)
            self.declare(f"static const {STORED[code]} {self._constants[key]}[] = {{{texts}}};")
        return self._constants[key]

    def constant_array(self, array: np.ndarray[Any, Any]) -> Code:
        """Return an array of a module as an expression."""
        t = Array(array.dtype.str[1:], array.ndim)
        name = self.constant_items(array.reshape(-1).tolist(), t.code)
        shape = ", ".join(map(str, array.shape))
        return Code(f"(({self.type_name(t)}){{({STORED[t.code]} *){name}, {shape}}})", t)

    def accessor(self, key: Any, make: Callable[[], str]) -> str:
        """Return the name of a function that reads or writes memory, which `make` declares when it is first used."""
        if key not in self._constants:
            self._constants[key] = make()
        return self._constants[key]

    def function(self, python: Any, arguments: tuple[Any, ...], role: str) -> Function:
        """Return a Python function translated for arguments of these types."""
        key = (python, arguments)
        if key not in self._functions:
            self._functions[key] = function = Function(self, python, arguments, role)
            try:
                function.translate()
            except Refused:
                del self._functions[key]
                raise
        found = self._functions[key]
        assert isinstance(found, Function)
        return found

    def function_of(self, form: Form, kernel: Any) -> Function:
        """Return the function that a form of a kernel runs."""
        types = tuple(type_of_argument(kind) for kind in (*form.given, *form.bound))
        if len(types) != kernel.py_func.__code__.co_argcount:
            raise Refused(f"{form.kernel} takes {kernel.py_func.__code__.co_argcount} arguments, not {len(types)}.")
        return self.function(kernel.py_func, types, "routine")

    def formula(self, python: Any, arguments: tuple[Any, ...], label: str) -> Formula:
        """Return a formula translated for arguments of these types."""
        key = (python, arguments)
        if key not in self._functions:
            self._functions[key] = Formula(self, python, arguments, label)
        found = self._functions[key]
        assert isinstance(found, Formula)
        return found

    def unit(self, roots: Iterable[Function], entries: Iterable[str]) -> str:
        """Return the text of a unit: what the entries of these functions need, callees first."""
        found = dict[int, Function | Formula]()

        def visit(function: Function | Formula) -> None:
            if id(function) not in found:
                for callee in function.callees:
                    visit(callee)
                found[id(function)] = function

        for root in roots:
            visit(root)
        texts = (function.text for function in found.values())
        return "".join(('#include "prelude.h"\n', *self._declarations, *texts, *entries))
