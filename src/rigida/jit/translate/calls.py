"""Calls in kernels: of other kernel functions, formulas and values, and of the functions of Python and numpy below."""

import ast
import inspect
import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from rigida.jit.layout import Fields, Number, number_code
from rigida.jit.records import as_array
from rigida.jit.translate import lane_calls
from rigida.jit.translate.code import Code, any_writes, bare, constant
from rigida.jit.translate.evaluate import concrete, evaluated, expression
from rigida.jit.translate.memory import row_place, tuple_of
from rigida.jit.translate.operators import apply_formula, cast, in_order
from rigida.jit.translate.types import (
    CONVERSIONS,
    NONE,
    NUMBERS,
    OBJECT,
    STORED,
    Array,
    Rows,
    Tuple,
    common,
    is_number,
    shown,
    type_of_kind,
)
from rigida.jit.values import FORMULAS, VALUES, square_root
from rigida.jit.wide_rows import RECORDS_AT

if TYPE_CHECKING:
    from rigida.jit.translate.function import Function

#: Functions of one or two floats that C has by the same name.
_MATH = ["sqrt", "sin", "cos", "tan", "atan2", "asin", "acos", "exp", "expm1", "pow", "hypot", "copysign", "log"]


def call(f: "Function", node: ast.Call) -> Code:
    """Return a call in C."""
    if isinstance(node.func, ast.Attribute) and node.func.attr == "reshape":
        return _reshape(f, node)
    found = expression(f, node.func)
    if found.type != OBJECT or any(isinstance(given, ast.Starred) for given in node.args):
        raise f.refuse(node, f"'{ast.unparse(node.func)}' cannot be called in a kernel, or not with *arguments")
    function = found.constant
    if hasattr(function, "role"):
        return _call_kernel_function(f, function, node)
    given = [evaluated(f, part) for part in node.args]
    if function in RECORDS_AT:
        return Code(row_place(f, given[0], given[1]), type_of_kind(Fields(RECORDS_AT[function])))
    if function in FORMULAS:
        return apply_formula(f, function, _all_arguments(f, function, given, node), function.__name__)
    if isinstance(function, type) and function in VALUES:
        return apply_formula(f, function, _all_arguments(f, function, given, node), f"make_{function.__name__}")
    if isinstance(function, type) and issubclass(function, tuple) and hasattr(function, "_fields"):
        given = _all_arguments(f, function, given, node)
        return in_order(f, given, lambda operands: tuple_of(f, operands, function))
    if function in (np.empty, np.zeros, np.ones):
        return _new_array(f, function, given, node)
    write = lane_calls.BY_NAME.get(getattr(function, "c_name", None)) or _FUNCTIONS.get(function)
    if write is None:
        raise f.refuse(node, f"'{ast.unparse(node.func)}' cannot be called in a kernel; see CONTRIBUTING for what can")
    return in_order(f, given, lambda operands: write(f, operands, function))


def _all_arguments(f: "Function", function: Any, given: list[Code], node: ast.Call) -> list[Code]:
    """Return all arguments in their order, defaults included."""
    named = {str(keyword.arg): evaluated(f, keyword.value) for keyword in node.keywords}
    try:
        bound = inspect.signature(function).bind(*given, **named)
    except TypeError as error:
        raise f.refuse(node, f"call of '{function.__name__}': {error}") from error
    bound.apply_defaults()
    return [part if isinstance(part, Code) else concrete(f, constant(part)) for part in bound.args]


def _call_kernel_function(f: "Function", function: Any, node: ast.Call) -> Code:
    python = function.py_func
    given = _all_arguments(f, python, [evaluated(f, part) for part in node.args], node)
    callee = f.call(python, function.role, given, node)

    def build(operands: list[Code]) -> Code:
        texts = ", ".join(bare(code.text) for code in operands if code.type != NONE)
        return Code(f"{callee.name}({texts})", callee.result, writes=callee.writes or any_writes(operands))

    return in_order(f, given, build)


def _reshape(f: "Function", node: ast.Call) -> Code:
    array = evaluated(f, node.func.value)  # type: ignore[attr-defined]
    if not isinstance(array.type, Array):
        raise f.refuse(node, f"{shown(array.type)} has no shape")
    given = [evaluated(f, part) for part in node.args]
    if len(given) == 1 and isinstance(given[0].type, Tuple):
        given = [Code(f"{given[0].text}.f{k}", part) for k, part in enumerate(given[0].type.parts)]
    t, name = Array(array.type.code, len(given)), f.temporary()
    total = " * ".join(f"{name}.n{k}" for k in range(array.type.dimensions))
    shape = list[str]()
    for size in given:
        if size.known and size.constant == -1:
            rest = " * ".join(cast(f, other, "i8") for other in given if other is not size) or "1"
            shape.append(f"({total}) / ({rest})")
        else:
            shape.append(cast(f, size, "i8"))
    first = f"const {f.program.type_name(array.type)} {name} = {array.text};"
    return Code(f"({{ {first} ({f.program.type_name(t)}){{{name}.p, {', '.join(shape)}}}; }})", t, writes=array.writes)


def _new_array(f: "Function", function: Any, given: list[Code], node: ast.Call) -> Code:
    """Return a new array: on the stack where its size is constant, otherwise freed when the function returns."""
    named = {keyword.arg: expression(f, keyword.value) for keyword in node.keywords}
    dtype = named.get("dtype") or (given[1] if len(given) > 1 else Code("", OBJECT, float))
    code = CONVERSIONS[dtype.constant]
    sizes = [given[0]]
    if isinstance(given[0].type, Tuple):
        parts = node.args[0].elts if isinstance(node.args[0], ast.Tuple) else None
        known = expression(f, node.args[0])
        if parts is not None:
            sizes = [evaluated(f, part) for part in parts]
        elif known.type == OBJECT:
            sizes = [constant(size) for size in known.constant]
        else:
            sizes = [Code(f"{given[0].text}.f{k}", part) for k, part in enumerate(given[0].type.parts)]
    t, name, k = Array(code, len(sizes)), f"memory{f.temporary()}", f.temporary()
    fill = {np.zeros: "0", np.ones: "1"}.get(function)
    f.local_arrays |= {target.id for target in _targets(f) if isinstance(target, ast.Name)}
    if all(size.known for size in sizes):
        count = math.prod(size.constant for size in sizes)
        f.memory.append(f"{STORED[code]} {name}[{count}];")
        made, first = f"({f.program.type_name(t)}){{{name}, {', '.join(size.text for size in sizes)}}}", ""
        total = str(count)
    else:
        f.allocates = True
        f.memory.append(f"__attribute__((cleanup(free_memory))) void *{name} = NULL;")
        shape = [f"{k}s{d}" for d in range(len(sizes))]
        declared = ", ".join(f"{s} = {bare(cast(f, size, 'i8'))}" for s, size in zip(shape, sizes, strict=True))
        total = " * ".join(shape)
        first = f"const int64_t {declared}; free({name}); {name} = allocate(({total}) * sizeof({STORED[code]})); "
        made = f"({f.program.type_name(t)}){{{name}, {', '.join(shape)}}}"
    if fill is not None:
        first += f"for (int64_t {k} = 0; {k} < {total}; {k}++) (({STORED[code]} *){name})[{k}] = {fill}; "
    return Code(f"({{ {first}{made}; }})" if first else made, t)


def _targets(f: "Function") -> list[ast.expr]:
    """Return the targets of the statement that is being translated."""
    return getattr(f.statement, "targets", [])


def _extreme(name: str) -> Callable[..., Code]:
    def write(f: "Function", given: list[Code], function: Any) -> Code:
        if len(given) < 2:
            raise f.refuse(f.node, f"'{name}' takes two numbers or more")
        found = given[0]
        for other in given[1:]:
            kind = common(found.type, other.type)
            if not is_number(kind):
                raise f.refuse(f.node, f"'{name}' takes numbers, not {shown(found.type)} and {shown(other.type)}")
            kind = "i8" if kind == "b1" else kind
            text = f"{name}_{kind}({bare(cast(f, found, kind))}, {bare(cast(f, other, kind))})"
            found = Code(text, kind, writes=found.writes or other.writes)
        return found

    return write


def _absolute(f: "Function", given: list[Code], function: Any) -> Code:
    kind = "i8" if given[0].type == "b1" else given[0].type
    names = {"f8": "fabs", "f4": "fabsf", "i8": "llabs"}
    if kind not in names:
        raise f.refuse(f.node, f"'abs' takes a number, not {shown(kind)}")
    return Code(f"{names[kind]}({bare(given[0].text)})", kind, writes=given[0].writes)


def _length(f: "Function", given: list[Code], function: Any) -> Code:
    t = given[0].type
    if isinstance(t, Tuple):
        return constant(len(t.parts))
    if not isinstance(t, Rows | Array):
        raise f.refuse(f.node, f"{shown(t)} has no length")
    return Code(f"{given[0].text}.n{'' if isinstance(t, Rows) else '0'}", "i8", writes=given[0].writes)


def _conversion(f: "Function", given: list[Code], function: Any) -> Code:
    code, number = CONVERSIONS[function], given[0]
    if not is_number(number.type):
        raise f.refuse(f.node, f"{shown(number.type)} is not a number")
    if code not in NUMBERS:  # rounds to fewer bytes, as memory does; kernels count on with an int
        return Code(f"((int64_t)({STORED[code]}){number.text})", "i8", writes=number.writes)
    if number.known and code in ("i8", "f8"):
        return constant(function(number.constant))
    return number if number.type == code else Code(f"({cast(f, number, code)})", code, writes=number.writes)


def _of_floats(name: str, result: str = "f8") -> Callable[..., Code]:
    def write(f: "Function", given: list[Code], function: Any) -> Code:
        if not all(is_number(number.type) for number in given):
            raise f.refuse(f.node, f"'{name}' takes numbers")
        single = all(number.type == "f4" for number in given) and result != "b1"
        texts = ", ".join(bare(number.text if single else cast(f, number, "f8")) for number in given)
        text, writes = f"{name}{'f' if single else ''}({texts})", any_writes(given)
        if result != "f8":
            return Code(f"(({NUMBERS[result]}){text})", result, writes=writes)
        return Code(text, "f4" if single else "f8", writes=writes)

    return write


def _fraction_and_exponent(f: "Function", given: list[Code], function: Any) -> Code:
    t = Tuple(("f8", "i8"))
    name = f.program.type_name(t)
    text = f"({{ int e = 0; const double m = split({cast(f, given[0], 'f8')}, &e); ({name}){{m, e}}; }})"
    return Code(text, t, writes=given[0].writes)


def _as_array(f: "Function", given: list[Code], function: Any) -> Code:
    kind = given[0].type.kind
    code = number_code(kind)
    if code is None:
        raise f.refuse(f.node, "rows of several kinds of numbers are not an array")
    t, name = Array(code, 1 if isinstance(kind, Number) else 2), f.temporary()
    shape = f"{name}.n" if t.dimensions == 1 else f"{name}.n, {kind.size // np.dtype(code).itemsize}"
    made = f"({f.program.type_name(t)}){{({STORED[code]} *){name}.p, {shape}}}"
    return Code(f"({{ const Rows {name} = {given[0].text}; {made}; }})", t, writes=given[0].writes)


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
    **dict.fromkeys(CONVERSIONS, _conversion),
    **{getattr(math, name): _of_floats(name) for name in _MATH},
}
