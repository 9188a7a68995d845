"""Operators between numbers, lanes and values in C, and conversions between types.

Numbers follow Python: `/` divides as floats, `//` and `%` round towards minus infinity, an int beside a float becomes
one. Nothing is contracted or reordered, so that C and Python round alike.
"""

import ast
import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rigida.jit.translate.code import Code, any_writes, bare, constant
from rigida.jit.translate.types import NUMBERS, Tuple, Value, common, is_lanes, is_number, shown
from rigida.jit.values import component_names

if TYPE_CHECKING:
    from rigida.jit.translate.function import Function

BINARY: dict[type[ast.operator], Any] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.MatMult: operator.matmul,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
}
_SIGNS = {"add": "+", "sub": "-", "mul": "*", "truediv": "/", "and_": "&", "or_": "|", "xor": "^"}
_SHIFTS = {"lshift": "<<", "rshift": ">>"}
_MOST_PRODUCTS = 8
CONVERT = "convert one of them: np.uint64(…) or int(…)"


def cast(f: "Function", code: Code, t: Any) -> str:
    """Return the text of an expression as another type."""
    if code.type == t:
        return code.text
    if is_lanes(t) and is_number(code.type):
        return f"splat_{t}({bare(code.text)})"
    if is_number(t) and is_number(code.type):
        if code.known and t == "f8":
            return constant(float(code.constant)).text
        if code.known and t == "u8" and code.constant >= 0:
            return f"UINT64_C({int(code.constant)})"
        return f"({bare(code.text)} != 0)" if t == "b1" else f"({NUMBERS[t]}){code.text}"
    name = f.temporary()
    parts: list[str] | None = None
    if isinstance(t, Tuple) and isinstance(code.type, Tuple) and len(t.parts) == len(code.type.parts):
        pairs = enumerate(zip(code.type.parts, t.parts, strict=True))
        parts = [cast(f, Code(f"{name}.f{k}", a), b) for k, (a, b) in pairs]
    elif isinstance(t, Value) and isinstance(code.type, Value) and t.cls is code.type.cls:
        parts = [cast(f, Code(f"{name}.{part}", code.type.real), t.real) for part in component_names(t.cls)]
    if parts is None:
        raise f.refuse(f.node, f"{shown(code.type)} cannot serve as {shown(t)}")
    names = f.program.type_name
    return f"({{ const {names(code.type)} {name} = {code.text}; ({names(t)}){{{', '.join(parts)}}}; }})"


def in_order(f: "Function", codes: list[Code], build: Callable[[list[Code]], Code]) -> Code:
    """Build an expression of operands, evaluated from the left where one of them writes: C has no order of its own."""
    complex_ones = [code for code in codes if not code.is_simple]
    if len(complex_ones) < 2 or not any_writes(complex_ones):
        return build(codes)
    operands, first = list[Code](), list[str]()
    for code in codes:
        if not code.is_simple:
            name = f.temporary()
            first.append(f"{f.program.type_name(code.type)} {name} = {bare(code.text)};")
            code = Code(name, code.type)
        operands.append(code)
    made = build(operands)
    return Code(f"({{ {' '.join(first)} {bare(made.text)}; }})", made.type, writes=True)


def binary(f: "Function", op: Any, a: Code, b: Code) -> Code:
    """Return what an operator of Python makes of two expressions."""
    if a.known and b.known and is_number(a.type) and is_number(b.type) and "u8" not in (a.type, b.type):
        try:
            return constant(op(a.constant, b.constant))
        except (ArithmeticError, TypeError, ValueError):
            pass
    return in_order(f, [a, b], lambda operands: _binary(f, op, *operands))


def _binary(f: "Function", op: Any, a: Code, b: Code) -> Code:
    name, writes = op.__name__, a.writes or b.writes
    if isinstance(a.type, Value) or isinstance(b.type, Value):
        owner = a.type if isinstance(a.type, Value) else b.type
        return apply_formula(f, op, [a, b], f"{owner.cls.__name__}_{name.strip('_')}")
    if isinstance(a.type, Tuple) and isinstance(b.type, Tuple) and name == "add":
        return _joined(f, a, b)
    kind = common(a.type, b.type)
    if is_lanes(kind) and name in ("add", "sub", "mul", "truediv"):
        return Code(f"({cast(f, a, kind)} {_SIGNS[name]} {cast(f, b, kind)})", kind, writes=writes)
    if not is_number(a.type) or not is_number(b.type):
        raise f.refuse(f.node, f"'{name}' is not defined for {shown(a.type)} and {shown(b.type)}")
    kind = _number_kind(f, name, a, b)
    x, y = cast(f, a, kind), cast(f, b, kind)
    if name in _SHIFTS:
        return Code(f"(({NUMBERS[kind]}){x} {_SHIFTS[name]} {b.text})", kind, writes=writes)
    if name in _SIGNS:
        return Code(f"({x} {_SIGNS[name]} {y})", kind, writes=writes)
    if name == "pow":
        return _power(f, a, b, kind)
    if kind == "u8":
        return Code(f"({x} {'/' if name == 'floordiv' else '%'} {y})", kind, writes=writes)
    return Code(f"{name}_{kind}({bare(x)}, {bare(y)})", kind, writes=writes)


def _number_kind(f: "Function", name: str, a: Code, b: Code) -> str:
    """Return the kind of number that an operator gives."""
    if name in _SHIFTS:
        return "i8" if a.type == "b1" else str(a.type)
    if a.type == b.type == "b1" and name in ("and_", "or_", "xor"):
        return "b1"
    if "u8" in (a.type, b.type) and a.type != b.type:
        other = b if a.type == "u8" else a
        if not (other.known and other.type == "i8" and other.constant >= 0):
            raise f.refuse(f.node, f"a uint64 meets {shown(other.type)}; {CONVERT}")
        return "u8"
    kind = str(common(a.type, b.type))
    kind = "i8" if kind == "b1" else kind
    return "f8" if name == "truediv" and kind != "f4" else kind


def _power(f: "Function", a: Code, b: Code, kind: str) -> Code:
    """Return a power: products for small whole exponents."""
    writes = a.writes or b.writes
    if b.known and isinstance(b.constant, int) and 2 <= b.constant <= _MOST_PRODUCTS:
        base = "i8" if a.type == "b1" else a.type
        return Code(f"power_{base}({bare(a.text)}, {b.constant})", base, writes=writes)
    if kind == "f8":
        return Code(f"pow({bare(cast(f, a, 'f8'))}, {bare(cast(f, b, 'f8'))})", "f8", writes=writes)
    raise f.refuse(f.node, "a power of ints needs a constant exponent from 2 to 8; write a product, or 1 << n for 2**n")


def _joined(f: "Function", a: Code, b: Code) -> Code:
    """Return two tuples one behind the other."""
    t, first, codes = Tuple(a.type.parts + b.type.parts), list[str](), list[str]()
    for code in (a, b):
        name = f.temporary()
        first.append(f"const {f.program.type_name(code.type)} {name} = {code.text};")
        codes += [f"{name}.f{k}" for k in range(len(code.type.parts))]
    text = f"({{ {' '.join(first)} ({f.program.type_name(t)}){{{', '.join(codes)}}}; }})"
    return Code(text, t, writes=a.writes or b.writes)


def apply_formula(f: "Function", python: Any, codes: list[Code], label: str) -> Code:
    """Return the call of a formula or of an operator of values."""
    formula = f.program.formula(python, tuple(code.type for code in codes), label)
    f.callees.append(formula)

    def build(operands: list[Code]) -> Code:
        given = ", ".join(bare(code.text) for code in operands)
        return Code(f"{formula.name}({given})", formula.result, writes=any_writes(operands))

    return in_order(f, codes, build)


def truth(f: "Function", code: Code) -> Code:
    """Return whether a number is not zero."""
    if code.known and code.text == "":
        return constant(bool(code.constant))
    if code.type == "b1":
        return code
    if not is_number(code.type):
        raise f.refuse(f.node, f"{shown(code.type)} is not a condition; compare it with something")
    return constant(bool(code.constant)) if code.known else Code(f"({code.text} != 0)", "b1", writes=code.writes)


def unary(f: "Function", op: ast.unaryop, code: Code) -> Code:
    """Return a sign, a negation or a complement."""
    if isinstance(op, ast.Not):
        known = truth(f, code)
        return constant(not known.constant) if known.known else Code(f"(!{known.text})", "b1", writes=code.writes)
    if isinstance(op, ast.Invert) and code.type in ("i8", "u8"):
        return Code(f"(~{code.text})", code.type, writes=code.writes)
    if isinstance(op, ast.UAdd) and is_number(code.type):
        return code
    if isinstance(op, ast.USub):
        if isinstance(code.type, Value):
            return apply_formula(f, operator.neg, [code], f"{code.type.cls.__name__}_neg")
        if code.known and is_number(code.type):
            return constant(-code.constant)
        if is_lanes(code.type) or code.type in ("f8", "f4", "i8", "b1"):
            kind = "i8" if code.type == "b1" else code.type
            return Code(f"(-{cast(f, code, kind)})", kind, writes=code.writes)
    raise f.refuse(f.node, f"'{type(op).__name__}' is not defined for {shown(code.type)}")
