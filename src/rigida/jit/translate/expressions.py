"""Expressions of kernels in C, one function for each kind of node of Python's syntax tree."""

import ast
import builtins
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from rigida.jit.translate.calls import call
from rigida.jit.translate.code import Code, any_writes, bare, constant
from rigida.jit.translate.evaluate import EXPRESSIONS, concrete, evaluated, expression
from rigida.jit.translate.memory import (
    array_item,
    array_slice,
    attribute,
    load,
    row_place,
    slice_rows,
    tuple_item,
    tuple_of,
)
from rigida.jit.translate.operators import BINARY, CONVERT, binary, cast, in_order, truth, unary
from rigida.jit.translate.types import NONE, OBJECT, Array, Items, Rows, Tuple, common, is_number, shown
from rigida.jit.values import VALUES

if TYPE_CHECKING:
    from rigida.jit.translate.function import Function

_COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}


def _name(f: "Function", node: ast.Name) -> Code:
    if node.id in f.assigned:
        return f.read_variable(node.id)
    if node.id in f.scope:
        return constant(f.scope[node.id])
    if hasattr(builtins, node.id):
        return Code("", OBJECT, getattr(builtins, node.id))
    raise f.refuse(node, f"'{node.id}' is not defined")


def _attribute(f: "Function", node: ast.Attribute) -> Code:
    owner = expression(f, node.value)
    if owner.type == OBJECT and not isinstance(owner.constant, np.ndarray) and type(owner.constant) not in VALUES:
        if not hasattr(owner.constant, node.attr):
            raise f.refuse(node, f"'{ast.unparse(node)}' is not defined")
        return constant(getattr(owner.constant, node.attr))
    return attribute(f, concrete(f, owner), node.attr)


def _tuple(f: "Function", node: ast.Tuple) -> Code:
    return in_order(f, [evaluated(f, part) for part in node.elts], lambda operands: tuple_of(f, operands))


def _binary(f: "Function", node: ast.BinOp) -> Code:
    return binary(f, BINARY[type(node.op)], evaluated(f, node.left), evaluated(f, node.right))


def _choice(f: "Function", node: ast.IfExp) -> Code:
    test = condition(f, node.test)
    if test.known:
        return expression(f, node.body if test.constant else node.orelse)
    a, b = evaluated(f, node.body), evaluated(f, node.orelse)
    kind = common(a.type, b.type)
    if kind is None:
        raise f.refuse(node, f"one branch is {shown(a.type)}, the other {shown(b.type)}; give both one type")
    text = f"({test.text} ? {cast(f, a, kind)} : {cast(f, b, kind)})"
    return Code(text, kind, writes=any_writes((test, a, b)))


def condition(f: "Function", node: ast.expr) -> Code:
    """Return an expression of which only the truth counts: numbers are compared with zero."""
    return _joined(f, node, condition) if isinstance(node, ast.BoolOp) else truth(f, expression(f, node))


def _boolean(f: "Function", node: ast.expr) -> Code:
    """Return 'and' or 'or' as a value: of bools only, where C and Python give the same."""
    code = _joined(f, node, _boolean) if isinstance(node, ast.BoolOp) else expression(f, node)
    if code.type not in ("b1", NONE):
        raise f.refuse(node, f"'{ast.unparse(node)}' is no bool: 'and' and 'or' give bools only; compare it with 0")
    return truth(f, code)


def _joined(f: "Function", node: ast.BoolOp, part: Callable[["Function", ast.expr], Code]) -> Code:
    """Return parts joined by 'and' or 'or'; those behind a known end are not looked at."""
    ends = isinstance(node.op, ast.Or)
    found = list[Code]()
    for value in node.values:
        code = part(f, value)
        if not code.known or code.constant == ends:
            found.append(code)
        if code.known and code.constant == ends:
            break
    if len(found) < 2:
        return found[0] if found else constant(not ends)
    text = (" || " if ends else " && ").join(code.text for code in found)
    return Code(f"({text})", "b1", writes=any_writes(found))


def _unary(f: "Function", node: ast.UnaryOp) -> Code:
    operand = condition(f, node.operand) if isinstance(node.op, ast.Not) else evaluated(f, node.operand)
    return unary(f, node.op, operand)


def _comparison(f: "Function", node: ast.Compare) -> Code:
    codes = [expression(f, part) for part in (node.left, *node.comparators)]
    if isinstance(node.ops[0], ast.Is | ast.IsNot):
        if codes[1].type != NONE:
            raise f.refuse(node, "'is' compares with None only; use ==")
        return constant((codes[0].type == NONE) == isinstance(node.ops[0], ast.Is))
    if isinstance(node.ops[0], ast.In | ast.NotIn):
        return _membership(f, node, codes[0])

    def build(operands: list[Code]) -> Code:
        pairs = zip(operands, node.ops, operands[1:], strict=False)
        texts = [f"({_compared(f, a, b, _COMPARISONS[type(op)])})" for a, op, b in pairs]
        text = texts[0] if len(texts) == 1 else f"({' && '.join(texts)})"
        return Code(text, "b1", writes=any_writes(operands))

    if len(codes) > 2 and not all(code.is_simple for code in codes[1:-1]) and any_writes(codes):
        raise f.refuse(node, "a chained comparison calls a function that writes; give its result a name first")
    return in_order(f, codes, build)


def _compared(f: "Function", a: Code, b: Code, sign: str) -> str:
    if not is_number(a.type) or not is_number(b.type):
        raise f.refuse(f.node, f"{shown(a.type)} cannot be compared with {shown(b.type)}")
    if "u8" in (a.type, b.type) and a.type != b.type:
        other = a if b.type == "u8" else b
        if not (other.known and other.type == "i8" and other.constant >= 0):
            raise f.refuse(f.node, f"a uint64 is compared with {shown(other.type)}; {CONVERT}")
    return f"{a.text} {sign} {b.text}"


def _membership(f: "Function", node: ast.Compare, left: Code) -> Code:
    several = expression(f, node.comparators[0])
    if several.type == OBJECT and isinstance(several.constant, tuple):
        parts = [constant(part) for part in several.constant]
    elif isinstance(node.comparators[0], ast.Tuple):
        parts = [evaluated(f, part) for part in node.comparators[0].elts]
    else:
        raise f.refuse(node, "'in' asks for members of a tuple that is written out")
    text = " || ".join(_compared(f, left, part, "==") for part in parts)
    return Code(f"({text})" if isinstance(node.ops[0], ast.In) else f"(!({text}))", "b1", writes=left.writes)


def _item(f: "Function", node: ast.Subscript) -> Code:
    owner = expression(f, node.value)
    if isinstance(owner.type, Array):
        return array_part(f, owner, node)
    index = None if isinstance(node.slice, ast.Slice) else expression(f, node.slice)
    if owner.type == OBJECT and isinstance(owner.constant, tuple) and index is not None:
        return _item_of_constants(f, owner.constant, index)
    if isinstance(node.value, ast.Attribute) and node.value.attr == "shape" and index is not None and index.known:
        array = evaluated(f, node.value.value)
        return Code(f"{array.text}.n" if isinstance(array.type, Rows) else f"{array.text}.n{index.constant}", "i8")
    owner = concrete(f, owner)
    if isinstance(owner.type, Tuple) and index is not None:
        return _item_of_tuple(f, owner, index)
    if isinstance(owner.type, Rows | Items):
        if isinstance(node.slice, ast.Slice):
            low = expression(f, node.slice.lower) if node.slice.lower else constant(0)
            high = expression(f, node.slice.upper) if node.slice.upper else None
            return slice_rows(f, owner, node.slice, low, high)
        assert index is not None
        return load(f, owner.type.kind, row_place(f, owner, index), owner.writes or index.writes)
    if isinstance(owner.type, Array):  # of a module
        return array_part(f, owner, node)
    raise f.refuse(node, f"{shown(owner.type)} has no items")


def array_part(f: "Function", array: Code, node: ast.Subscript) -> Code:
    """Return an item, a row or a slice of an array."""
    parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    indices = [evaluated(f, part) for part in parts if not isinstance(part, ast.Slice)]
    if not any(isinstance(part, ast.Slice) for part in parts):
        return array_item(f, array, indices)
    last = parts[-1]
    if len(indices) != len(parts) - 1 or not isinstance(last, ast.Slice) or last.step is not None:
        raise f.refuse(node, "slices of arrays are a[i:j] and a[k, i:j], without a step")
    ends = (None if end is None else expression(f, end) for end in (last.lower, last.upper))
    return array_slice(f, array, indices, *ends)


def _item_of_constants(f: "Function", values: tuple[Any, ...], index: Code) -> Code:
    if index.known:
        return constant(values[index.constant])
    codes = [constant(value) for value in values]
    kind = _one_kind(f, [code.type for code in codes])
    name = f.program.constant_items(values, kind)
    return Code(f"{name}[INDEX({bare(index.text)}, {len(values)})]", kind, writes=index.writes)


def _item_of_tuple(f: "Function", several: Code, index: Code) -> Code:
    parts = several.type.parts
    if index.known:
        return tuple_item(several, index.constant % len(parts))
    kind, name = _one_kind(f, parts), f.temporary()
    items = ", ".join(cast(f, Code(f"{name}.f{k}", part), kind) for k, part in enumerate(parts))
    first = f"const {f.program.type_name(several.type)} {name} = {several.text};"
    array = f"const {f.program.type_name(kind)} {name}i[] = {{{items}}};"
    return Code(f"({{ {first} {array} {name}i[INDEX({index.text}, {len(parts)})]; }})", kind, writes=several.writes)


def _one_kind(f: "Function", parts: Any) -> Any:
    kind = parts[0]
    for part in parts[1:]:
        kind = common(kind, part)
    if kind in (None, OBJECT):
        raise f.refuse(f.node, "the items of this tuple are of several types or no numbers: give a constant index")
    return kind


EXPRESSIONS |= {
    ast.Constant: lambda f, node: constant(node.value),
    ast.Name: _name,
    ast.Attribute: _attribute,
    ast.Tuple: _tuple,
    ast.BinOp: _binary,
    ast.UnaryOp: _unary,
    ast.BoolOp: _boolean,
    ast.Compare: _comparison,
    ast.IfExp: _choice,
    ast.Subscript: _item,
    ast.Call: call,
}
