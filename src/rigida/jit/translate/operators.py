"""Operators between numbers, lanes and values in C, and conversions between types.

Numbers follow Python: `/` divides as floats, `//` and `%` round towards minus infinity, an int beside a float becomes
one. Nothing is contracted or reordered, so that C and Python round alike.
"""

import ast
import contextlib
import operator
from typing import Any

from rigida.jit.translate.body import Body
from rigida.jit.translate.code import Code, any_writes, bare, constant, listed
from rigida.jit.translate.types import NUMBERS, Value, common, is_lanes, is_number, shown

#: What each operator does, and its sign in C where C has the same.
BINARY: dict[type[ast.operator], tuple[Any, str]] = {
    ast.Add: (operator.add, "+"),
    ast.Sub: (operator.sub, "-"),
    ast.Mult: (operator.mul, "*"),
    ast.Div: (operator.truediv, "/"),
    ast.FloorDiv: (operator.floordiv, ""),
    ast.Mod: (operator.mod, ""),
    ast.Pow: (operator.pow, ""),
    ast.MatMult: (operator.matmul, ""),
    ast.BitAnd: (operator.and_, "&"),
    ast.BitOr: (operator.or_, "|"),
    ast.BitXor: (operator.xor, "^"),
    ast.LShift: (operator.lshift, "<<"),
    ast.RShift: (operator.rshift, ">>"),
}
_COMPARISONS = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
_MOST_PRODUCTS = 8


def cast(f: Body, code: Code, t: Any) -> str:
    """Return the text of an expression as another type."""
    if code.type == t:
        return code.text
    if is_lanes(t) and is_number(code.type):
        return f"splat_{t}({bare(code.text)})"
    if not is_number(t) or not is_number(code.type):
        raise f.refuse(f"{shown(code.type)} cannot serve as {shown(t)}")
    if code.known and t == "f8":
        return constant(float(code.constant)).text
    if code.known and t == "u8" and code.constant >= 0:
        return f"UINT64_C({int(code.constant)})"
    return f"({bare(code.text)} != 0)" if t == "b1" else f"({NUMBERS[t]}){code.text}"


def binary(f: Body, node: ast.operator, a: Code, b: Code) -> Code:
    """Return what an operator of Python makes of two expressions."""
    op, sign = BINARY[type(node)]
    if a.known and b.known and is_number(a.type) and is_number(b.type) and "u8" not in (a.type, b.type):
        with contextlib.suppress(ArithmeticError, TypeError, ValueError):
            return constant(op(a.constant, b.constant))
    name, writes = op.__name__, a.writes or b.writes
    for t in (a.type, b.type):
        if isinstance(t, Value):
            return apply_formula(f, op, [a, b], f"{t.cls.__name__}_{name}")
    kind = common(a.type, b.type)
    if not (is_lanes(kind) and sign in ("+", "-", "*", "/") and sign):
        kind = _number_kind(f, name, a, b)
    x, y = cast(f, a, kind), b.text if name in ("lshift", "rshift") else cast(f, b, kind)
    if name == "lshift" or name == "rshift":
        x = f"({NUMBERS[kind]}){x}"
    if sign:
        return Code(f"({x} {sign} {y})", kind, writes=writes)
    if name == "pow":
        return _power(f, a, b, kind)
    if kind == "u8":
        return Code(f"({x} {'/' if name == 'floordiv' else '%'} {y})", kind, writes=writes)
    return Code(f"{name}_{kind}({bare(x)}, {bare(y)})", kind, writes=writes)


def _number_kind(f: Body, name: str, a: Code, b: Code) -> str:
    """Return the kind of number that an operator gives."""
    if not is_number(a.type) or not is_number(b.type):
        raise f.refuse(f"'{name}' is not defined for {shown(a.type)} and {shown(b.type)}")
    if name in ("lshift", "rshift"):
        return "i8" if a.type == "b1" else str(a.type)
    if a.type == b.type == "b1" and name in ("and_", "or_", "xor"):
        return "b1"
    if "u8" in (a.type, b.type):
        _require_compatible(f, a, b, "meets")
        return "u8"
    kind = str(common(a.type, b.type))
    kind = "i8" if kind == "b1" else kind
    return "f8" if name == "truediv" and kind != "f4" else kind


def _require_compatible(f: Body, a: Code, b: Code, what: str) -> None:
    """Refuse a uint64 beside another number, but for constants."""
    if "u8" in (a.type, b.type) and a.type != b.type:
        other = a if b.type == "u8" else b
        if not (other.known and other.type == "i8" and other.constant >= 0):
            hint = "convert one of them: np.uint64(…) or int(…)"
            raise f.refuse(f"a uint64 {what} {shown(other.type)}; {hint}")


def _power(f: Body, a: Code, b: Code, kind: str) -> Code:
    """Return a power: products for small whole exponents."""
    writes = a.writes or b.writes
    if b.known and isinstance(b.constant, int) and 2 <= b.constant <= _MOST_PRODUCTS:
        base = "i8" if a.type == "b1" else a.type
        return Code(f"power_{base}({bare(a.text)}, {b.constant})", base, writes=writes)
    if kind == "f8":
        return Code(f"pow({bare(cast(f, a, 'f8'))}, {bare(cast(f, b, 'f8'))})", "f8", writes=writes)
    raise f.refuse("a power of ints needs a constant exponent from 2 to 8; write a product, or 1 << n for 2**n")


def compared(f: Body, a: Code, node: ast.cmpop, b: Code) -> str:
    """Return the text of a comparison of numbers."""
    if not is_number(a.type) or not is_number(b.type):
        raise f.refuse(f"{shown(a.type)} cannot be compared with {shown(b.type)}")
    _require_compatible(f, a, b, "is compared with")
    return f"({a.text} {_COMPARISONS[type(node)]} {b.text})"


def apply_formula(f: Body, python: Any, codes: list[Code], label: str) -> Code:
    """Return the call of a formula or of an operator of values."""
    formula = f.program.formula(python, tuple(code.type for code in codes), label)
    f.callees.append(formula)
    return Code(f"{formula.name}({listed(codes)})", formula.result, writes=any_writes(codes))


def truth(f: Body, code: Code) -> Code:
    """Return whether a number is not zero."""
    if code.known and (is_number(code.type) or not code.text):
        return constant(bool(code.constant))
    if code.type == "b1":
        return code
    if not is_number(code.type):
        raise f.refuse(f"{shown(code.type)} is not a condition; compare it with something")
    return Code(f"({code.text} != 0)", "b1", writes=code.writes)


def unary(f: Body, op: ast.unaryop, code: Code) -> Code:
    """Return a sign, a negation or a complement."""
    t = "i8" if code.type == "b1" else code.type
    if isinstance(op, ast.Not):
        known = truth(f, code)
        return constant(not known.constant) if known.known else Code(f"(!{known.text})", "b1", writes=code.writes)
    if isinstance(op, ast.Invert) and code.type in ("i8", "u8"):
        return Code(f"(~{code.text})", t, writes=code.writes)
    if isinstance(op, ast.UAdd) and is_number(code.type):
        return code
    if isinstance(op, ast.USub):
        if isinstance(t, Value):
            return apply_formula(f, operator.neg, [code], f"{t.cls.__name__}_neg")
        if code.known and is_number(t):
            return constant(-code.constant)
        if is_lanes(t) or t in ("f8", "f4", "i8"):
            return Code(f"(-{cast(f, code, t)})", t, writes=code.writes)
    raise f.refuse(f"'{type(op).__name__}' is not defined for {shown(code.type)}")
