"""Evaluates nodes of Python's syntax tree: finds how each kind of expression is written in C."""

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from rigida.jit.translate.code import Code, constant, literal
from rigida.jit.translate.memory import tuple_of
from rigida.jit.translate.types import OBJECT, Value
from rigida.jit.values import VALUES, component_names

if TYPE_CHECKING:
    from rigida.jit.translate.function import Function

#: Translators by kind of node, entered by `expressions`.
EXPRESSIONS: dict[type[ast.expr], Callable[[Any, Any], Code]] = {}


def expression(f: "Function", node: ast.expr) -> Code:
    """Return an expression in C, constants and objects of Python included."""
    translate = EXPRESSIONS.get(type(node))
    if translate is None:
        raise f.refuse(node, f"'{ast.unparse(node)}' ({type(node).__name__}) cannot be compiled; see CONTRIBUTING")
    outer, f.node = f.node, node
    code = translate(f, node)
    f.node = outer
    return code


def evaluated(f: "Function", node: ast.expr) -> Code:
    """Return an expression that C has a value of: constant values, tuples and arrays of modules are written out."""
    return concrete(f, expression(f, node))


def concrete(f: "Function", code: Code) -> Code:
    """Return a Python object as what C can hold."""
    if code.type != OBJECT:
        return code
    value = code.constant
    if type(value) in VALUES:
        t = Value(type(value), "f8")
        parts = ", ".join(literal(getattr(value, name)) for name in component_names(type(value)))
        return Code(f"(({f.program.type_name(t)}){{{parts}}})", t)
    if isinstance(value, np.ndarray):
        return f.program.constant_array(value)
    if isinstance(value, tuple):
        cls = type(value) if hasattr(value, "_fields") else None
        return tuple_of(f, [concrete(f, constant(part)) for part in value], cls)
    return code
