"""Calls in kernels: of other kernel functions, formulas and values, and of the functions of Python and numpy below."""

import ast
import math
from collections.abc import Callable
from inspect import signature
from typing import Any

import numpy as np

from rigida.jit.layout import Fields, is_one_number, number_code, size_of
from rigida.jit.records import as_array
from rigida.jit.translate import lane_calls
from rigida.jit.translate.body import Body
from rigida.jit.translate.code import Code, any_writes, bare, constant, listed
from rigida.jit.translate.memory import concrete, parts_of, row_place, tuple_of
from rigida.jit.translate.operators import apply_formula, cast
from rigida.jit.translate.types import (
    CONVERSIONS,
    NUMBERS,
    STORED,
    Array,
    Rows,
    Tuple,
    common,
    is_number,
    shown,
)
from rigida.jit.values import FORMULAS, VALUES, square_root
from rigida.jit.wide_rows import RECORDS_AT

#: Functions of one or two floats that C has by the same name. Only the first three round alike everywhere.
_MATH = [
    "sqrt",
    "copysign",
    "ldexp",
    *["sin", "cos", "tan", "atan2", "asin", "acos", "exp", "expm1", "pow", "hypot", "log"],
]


def call(f: Body, function: Any, given: list[Code], named: dict[str, Code]) -> Code:
    """Return the call of a Python function with arguments by place and by name."""
    is_class = isinstance(function, type)
    is_value, is_tuple = is_class and function in VALUES, is_class and hasattr(function, "_fields")
    if function in (np.empty, np.zeros, np.ones):
        return _new_array(f, function, *_arguments(f, _like_empty, given, named))
    if hasattr(function, "role") or function in FORMULAS or is_value or is_tuple:
        given, named = _arguments(f, getattr(function, "py_func", function), given, named), {}
    given = [concrete(f, code) for code in given]
    if hasattr(function, "role"):
        return _call_kernel_function(f, function, given)
    if function in FORMULAS or is_value:
        return apply_formula(f, function, given, f"{'make_' if is_value else ''}{function.__name__}")
    if is_tuple:
        return tuple_of(f, given, function)
    if function in RECORDS_AT:
        return Code(row_place(f, given[0], given[1]), Fields(RECORDS_AT[function]))
    write = lane_calls.BY_NAME.get(getattr(function, "c_name", None)) or _FUNCTIONS.get(function)
    if write is None or named:
        name = ast.unparse(getattr(f.node, "func", f.node))
        raise f.refuse(f"'{name}' cannot be called in a kernel; see CONTRIBUTING for what can")
    return write(f, given)


def _arguments(f: Body, function: Any, given: list[Code], named: dict[str, Code]) -> list[Code]:
    """Return all arguments in their order, defaults included."""
    try:
        bound = signature(function).bind(*given, **named)
    except TypeError as error:
        raise f.refuse(f"call of '{function.__name__}': {error}") from error
    bound.apply_defaults()
    return [part if isinstance(part, Code) else constant(part) for part in bound.args]


def _call_kernel_function(f: Body, function: Any, given: list[Code]) -> Code:
    callee = f.program.function(function.py_func, tuple(code.type for code in given), function.role)
    if not callee.is_done:
        raise f.refuse(f"'{function.py_func.__name__}' calls itself; write a loop")
    f.callees.append(callee)
    f.writes |= callee.writes
    f.allocates |= callee.allocates
    return Code(f"{callee.name}({listed(given)})", callee.result, writes=callee.writes or any_writes(given))


def _like_empty(shape: Any, dtype: Any = float) -> None:
    """Takes what functions that make arrays take."""


def _new_array(f: Body, function: Any, shape: Code, dtype: Code) -> Code:
    """Return a new array: on the stack where its size is constant, otherwise freed when the function returns."""
    code = CONVERSIONS[dtype.constant]
    sizes = [shape] if is_number(shape.type) else parts_of(f, shape)
    name, stored = f"memory{f.temporary()}", STORED[code]
    f.local_arrays |= {target.id for target in getattr(f.statement, "targets", ()) if hasattr(target, "id")}
    if all(size.known for size in sizes):
        total = str(math.prod(size.constant for size in sizes))
        f.memory.append(f"{stored} {name}[{total}];")
    else:
        f.allocates = True
        f.memory.append(f"__attribute__((cleanup(free_memory))) void *{name} = NULL;")
        sizes = [f.hold(Code(cast(f, size, "i8"), "i8")) for size in sizes]
        total = " * ".join(size.text for size in sizes)
        f.emit(f"free({name}); {name} = allocate(({total}) * sizeof({stored}));")
    if function is not np.empty:
        k, number = f.temporary(), "0" if function is np.zeros else "1"
        f.emit(f"for (int64_t {k} = 0; {k} < {total}; {k}++) (({stored} *){name})[{k}] = {number};")
    return f.make(Array(code, len(sizes)), name, *(size.text for size in sizes))


def _extreme(name: str) -> Callable[..., Code]:
    def write(f: Body, given: list[Code]) -> Code:
        if len(given) < 2:
            raise f.refuse(f"'{name}' takes two numbers or more")
        found = given[0]
        for other in given[1:]:
            kind = common(found.type, other.type)
            if not is_number(kind):
                raise f.refuse(f"'{name}' takes numbers, not {shown(found.type)} and {shown(other.type)}")
            kind = "i8" if kind == "b1" else kind
            text = f"{name}_{kind}({bare(cast(f, found, kind))}, {bare(cast(f, other, kind))})"
            found = Code(text, kind, writes=found.writes or other.writes)
        return found

    return write


def _absolute(f: Body, given: list[Code]) -> Code:
    kind = "i8" if given[0].type == "b1" else given[0].type
    names = {"f8": "fabs", "f4": "fabsf", "i8": "llabs"}
    if kind not in names:
        raise f.refuse(f"'abs' takes a number, not {shown(kind)}")
    return Code(f"{names[kind]}({bare(given[0].text)})", kind, writes=given[0].writes)


def _length(f: Body, given: list[Code]) -> Code:
    t = given[0].type
    if isinstance(t, Tuple):
        return constant(len(t.parts))
    if not isinstance(t, Rows | Array):
        raise f.refuse(f"{shown(t)} has no length")
    return Code(f"{given[0].text}.n{'' if isinstance(t, Rows) else '0'}", "i8", writes=given[0].writes)


def _conversion(function: Any) -> Callable[..., Code]:
    def write(f: Body, given: list[Code]) -> Code:
        code, number = CONVERSIONS[function], given[0]
        if not is_number(number.type):
            raise f.refuse(f"{shown(number.type)} is not a number")
        if code not in NUMBERS:  # rounds to fewer bytes, as memory does; kernels count on with an int
            return Code(f"((int64_t)({STORED[code]}){number.text})", "i8", writes=number.writes)
        if number.known and code in ("i8", "f8"):
            return constant(function(number.constant))
        return number if number.type == code else Code(f"({cast(f, number, code)})", code, writes=number.writes)

    return write


def _of_floats(name: str, result: str = "f8") -> Callable[..., Code]:
    def write(f: Body, given: list[Code]) -> Code:
        if not all(is_number(number.type) for number in given):
            raise f.refuse(f"'{name}' takes numbers")
        single = all(number.type == "f4" for number in given) and result != "b1"
        texts = ", ".join(bare(number.text if single else cast(f, number, "f8")) for number in given)
        text, writes = f"{name}{'f' if single else ''}({texts})", any_writes(given)
        if result != "f8":
            return Code(f"(({NUMBERS[result]}){text})", result, writes=writes)
        return Code(text, "f4" if single else "f8", writes=writes)

    return write


def _fraction_and_exponent(f: Body, given: list[Code]) -> Code:
    exponent = f.temporary()
    f.emit(f"int {exponent} = 0;")
    fraction = f.hold(Code(f"split({bare(cast(f, given[0], 'f8'))}, &{exponent})", "f8"))
    return tuple_of(f, [fraction, Code(exponent, "i8")])


def _as_array(f: Body, given: list[Code]) -> Code:
    kind, rows = given[0].type.kind, f.hold(given[0])
    code = number_code(kind)
    if code is None:
        raise f.refuse("rows of several kinds of numbers are not an array")
    shape = [f"{rows.text}.n", str(size_of(kind) // np.dtype(code).itemsize)]
    if is_one_number(kind):
        shape.pop()
    return f.make(Array(code, len(shape)), f"({STORED[code]} *){rows.text}.p", *shape)


_FUNCTIONS: dict[Any, Callable[..., Code]] = {
    max: _extreme("max"),
    min: _extreme("min"),
    abs: _absolute,
    len: _length,
    math.floor: _of_floats("floor", "i8"),
    math.ceil: _of_floats("ceil", "i8"),
    np.floor: _of_floats("floor"),
    np.ceil: _of_floats("ceil"),
    math.isnan: _of_floats("isnan", "b1"),
    math.isfinite: _of_floats("isfinite", "b1"),
    np.sqrt: _of_floats("sqrt"),
    np.log: _of_floats("log"),
    square_root: _of_floats("sqrt"),
    math.frexp: _fraction_and_exponent,
    as_array: _as_array,
    **{function: _conversion(function) for function in CONVERSIONS},
    **{getattr(math, name): _of_floats(name) for name in _MATH},
}
