"""Expressions of kernels in C, one function for each kind of node of Python's syntax tree."""

import ast
import builtins
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from rigida.jit.layout import Several
from rigida.jit.translate.body import Body
from rigida.jit.translate.calls import call
from rigida.jit.translate.code import Code, any_writes, constant
from rigida.jit.translate.memory import (
    array_item,
    array_slice,
    attribute,
    concrete,
    load,
    parts_of,
    reshape,
    row_place,
    rows_slice,
    tuple_item,
    written_out,
)
from rigida.jit.translate.operators import binary, cast, compared, truth, unary
from rigida.jit.translate.types import NONE, OBJECT, Array, Rows, Tuple, common, shown
from rigida.jit.values import VALUES


def expression(f: Body, node: ast.expr) -> Code:
    """Return an expression in C, constants and objects of Python included."""
    translate = _EXPRESSIONS.get(type(node))
    outer, f.node = f.node, node
    if translate is None:
        raise f.refuse(f"'{ast.unparse(node)}' ({type(node).__name__}) cannot be compiled; see CONTRIBUTING")
    code = translate(f, node)
    f.node = outer
    return code


def evaluated(f: Body, node: ast.expr) -> Code:
    """Return an expression that C has a value of."""
    return concrete(f, expression(f, node))


def in_order(f: Body, *nodes: ast.expr) -> list[Code]:
    """Return expressions, one evaluated after another where it matters."""
    return f.in_order([partial(expression, f, node) for node in nodes])


def _name(f: Body, node: ast.Name) -> Code:
    if node.id in f.assigned:
        return f.read_variable(node.id)
    if node.id in f.scope:
        return constant(f.scope[node.id])
    if hasattr(builtins, node.id):
        return Code("", OBJECT, getattr(builtins, node.id))
    raise f.refuse(f"'{node.id}' is not defined")


def _attribute(f: Body, node: ast.Attribute) -> Code:
    owner = expression(f, node.value)
    if owner.type == OBJECT and not isinstance(owner.constant, np.ndarray) and type(owner.constant) not in VALUES:
        if not hasattr(owner.constant, node.attr):
            raise f.refuse(f"'{ast.unparse(node)}' is not defined")
        return constant(getattr(owner.constant, node.attr))
    return attribute(f, concrete(f, owner), node.attr)


def _call(f: Body, node: ast.Call) -> Code:
    if isinstance(node.func, ast.Attribute) and node.func.attr == "reshape":
        array, *sizes = in_order(f, node.func.value, *node.args)
        return reshape(f, concrete(f, array), sizes)
    function = expression(f, node.func)
    if function.type != OBJECT or any(isinstance(given, ast.Starred) for given in node.args):
        raise f.refuse(f"'{ast.unparse(node.func)}' cannot be called in a kernel, or not with *arguments")
    given = in_order(f, *node.args, *(keyword.value for keyword in node.keywords))
    names = [str(keyword.arg) for keyword in node.keywords]
    count = len(node.args)
    return call(f, function.constant, given[:count], dict(zip(names, given[count:], strict=True)))


def _binary(f: Body, node: ast.BinOp) -> Code:
    a, b = in_order(f, node.left, node.right)
    return binary(f, node.op, concrete(f, a), concrete(f, b))


def _unary(f: Body, node: ast.UnaryOp) -> Code:
    operand = condition(f, node.operand) if isinstance(node.op, ast.Not) else evaluated(f, node.operand)
    return unary(f, node.op, operand)


def _choice(f: Body, node: ast.IfExp) -> Code:
    test = condition(f, node.test)
    if test.known:
        return expression(f, node.body if test.constant else node.orelse)
    a, b = (f.enclosed(partial(evaluated, f, branch)) for branch in (node.body, node.orelse))
    kind = common(a.type, b.type)
    if kind is None:
        raise f.refuse(f"one branch is {shown(a.type)}, the other {shown(b.type)}; give both one type")
    text = f"({test.text} ? {cast(f, a, kind)} : {cast(f, b, kind)})"
    return Code(text, kind, writes=any_writes((test, a, b)))


def condition(f: Body, node: ast.expr) -> Code:
    """Return an expression of which only the truth counts: numbers are compared with zero."""
    return _joined(f, node, condition) if isinstance(node, ast.BoolOp) else truth(f, expression(f, node))


def _boolean(f: Body, node: ast.expr) -> Code:
    """Return 'and' or 'or' as a value: of bools only, where C and Python give the same."""
    code = _joined(f, node, _boolean) if isinstance(node, ast.BoolOp) else expression(f, node)
    if code.type not in ("b1", NONE):
        raise f.refuse(f"'{ast.unparse(node)}' is no bool: 'and' and 'or' give bools only; compare it with 0")
    return truth(f, code)


def _joined(f: Body, node: ast.BoolOp, translate: Callable[[Body, ast.expr], Code]) -> Code:
    """Return parts joined by 'and' or 'or'; those behind a known end are not looked at."""
    ends = isinstance(node.op, ast.Or)
    found = list[Code]()
    for value in node.values:
        part = partial(translate, f, value)
        code = f.enclosed(part) if found else part()
        if not code.known or code.constant == ends:
            found.append(code)
        if code.known and code.constant == ends:
            break
    if len(found) < 2:
        return found[0] if found else constant(not ends)
    text = (" || " if ends else " && ").join(code.text for code in found)
    return Code(f"({text})", "b1", writes=any_writes(found))


def _comparison(f: Body, node: ast.Compare) -> Code:
    codes, op = in_order(f, node.left, *node.comparators), node.ops[0]
    writes = any_writes(codes)
    if isinstance(op, ast.Is | ast.IsNot):
        if codes[1].type != NONE:
            raise f.refuse("'is' compares with None only; use ==")
        return constant((codes[0].type == NONE) == isinstance(op, ast.Is))
    if isinstance(op, ast.In | ast.NotIn):
        left = f.hold(codes[0])
        text = " || ".join(compared(f, left, ast.Eq(), part) for part in parts_of(f, codes[1]))
        return Code(f"({text})" if isinstance(op, ast.In) else f"(!({text}))", "b1", writes=writes)
    if len(codes) > 2 and writes:
        raise f.refuse("a chained comparison calls a function that writes; give its result a name first")
    codes[1:-1] = [f.hold(code) for code in codes[1:-1]]
    texts = [compared(f, a, sign, b) for a, sign, b in zip(codes, node.ops, codes[1:], strict=False)]
    return Code(texts[0] if len(texts) == 1 else f"({' && '.join(texts)})", "b1", writes=writes)


def _item(f: Body, node: ast.Subscript) -> Code:
    return item(f, expression(f, node.value), node.slice)


def item(f: Body, owner: Code, index: ast.expr) -> Code:
    """Return what an index gives: an item, a row, a slice, or a part of a tuple."""
    if isinstance(owner.type, Tuple) or isinstance(owner.constant, tuple):
        return tuple_item(f, owner, expression(f, index))
    owner = concrete(f, owner)
    if isinstance(owner.type, Array):
        return _array_part(f, owner, index.elts if isinstance(index, ast.Tuple) else [index])
    if isinstance(owner.type, Rows) and isinstance(index, ast.Slice):
        return rows_slice(f, owner, *_ends(f, index, Code("INT64_MAX", "i8")))
    if isinstance(owner.type, Rows | Several):
        at = expression(f, index)
        return load(f, owner.type.kind, row_place(f, owner, at), owner.writes or at.writes)
    raise f.refuse(f"{shown(owner.type)} has no items")


def _array_part(f: Body, array: Code, parts: list[ast.expr]) -> Code:
    """Return an item, a row or a slice of an array."""
    last = parts[-1]
    if not isinstance(last, ast.Slice):
        return array_item(f, array, [evaluated(f, part) for part in parts])
    if len(parts) > 1:
        array = array_item(f, array, [evaluated(f, part) for part in parts[:-1]])
        if not isinstance(array.type, Array) or array.type.dimensions > 1:
            raise f.refuse("slices of arrays are a[i:j] and a[k, i:j]")
    return array_slice(f, array, *_ends(f, last, None))


def _ends(f: Body, part: ast.Slice, without: Any) -> tuple[Code, Any]:
    """Return begin and end of a slice, 0 and `without` where they are not given."""
    if part.step is not None:
        raise f.refuse("slices are a[i:j], without a step")
    low = expression(f, part.lower) if part.lower else constant(0)
    return low, expression(f, part.upper) if part.upper else without


_EXPRESSIONS: dict[type[ast.expr], Callable[[Any, Any], Code]] = {
    ast.Constant: lambda f, node: constant(node.value),
    ast.Name: _name,
    ast.Attribute: _attribute,
    ast.Tuple: lambda f, node: written_out([concrete(f, part) for part in in_order(f, *node.elts)]),
    ast.BinOp: _binary,
    ast.UnaryOp: _unary,
    ast.BoolOp: _boolean,
    ast.Compare: _comparison,
    ast.IfExp: _choice,
    ast.Subscript: _item,
    ast.Call: _call,
}
