"""Statements of kernels in C, one function for each kind of node of Python's syntax tree."""

import ast
from collections.abc import Callable
from functools import partial
from typing import Any

from rigida.jit.layout import Fields, Several
from rigida.jit.translate.body import Body, NotYetTypedError
from rigida.jit.translate.code import Code, bare, constant
from rigida.jit.translate.expressions import condition, evaluated, expression, in_order, item
from rigida.jit.translate.memory import array_of, concrete, field_place, parts_of, row_place, store
from rigida.jit.translate.operators import binary, cast
from rigida.jit.translate.types import (
    NONE,
    NUMBERS,
    OBJECT,
    STORED,
    Array,
    Rows,
    Tuple,
    common,
    is_number,
    register_code,
    shown,
)


def write_body(f: Body, body: list[ast.stmt]) -> bool:
    """Write statements; return whether they always leave the function, so that nothing behind them is reached."""
    for node in body:
        f.node = f.statement = node
        write = _STATEMENTS.get(type(node))
        if write is None:
            raise f.refuse(f"'{type(node).__name__}' statements cannot be compiled; see CONTRIBUTING")
        f.lines.append(f'#line {node.lineno} "{f.place}"\n')
        try:
            if write(f, node):
                return True
        except NotYetTypedError:
            f.unsettled = node
    return False


def _block(f: Body, body: list[ast.stmt]) -> bool:
    f.depth += 1
    ends = write_body(f, body)
    f.depth -= 1
    return ends


def _expression(f: Body, node: ast.Expr) -> None:
    if isinstance(node.value, ast.Constant):
        return
    code = expression(f, node.value)
    if code.text:
        f.emit(f"{'' if code.type == NONE else '(void)'}{code.text};")


def _return(f: Body, node: ast.Return) -> bool:
    code = constant(None) if node.value is None else evaluated(f, node.value)
    names = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
    if isinstance(code.type, Array) and names & f.local_arrays:
        raise f.refuse("an array made here ends with the function; let the caller make it and pass it in")
    kind = code.type if f.result is None else common(f.result, code.type)
    if kind is None or kind == OBJECT:
        raise f.refuse(f"{shown(code.type)} is returned here and {shown(f.result)} elsewhere; return one type")
    f.result = kind
    if kind == NONE:
        f.emit(f"{code.text}{'; ' if code.text else ''}return;")
    else:
        f.emit(f"return {bare(cast(f, code, kind))};")
    return True


def _if(f: Body, node: ast.If) -> bool:
    test = condition(f, node.test)
    if test.known:
        return write_body(f, node.body if test.constant else node.orelse)
    f.emit(f"if ({bare(test.text)}) {{")
    ends = _block(f, node.body)
    if node.orelse:
        f.emit("} else {")
        ends = _block(f, node.orelse) and ends
    f.emit("}")
    return ends and bool(node.orelse)


def _loop(
    f: Body, node: ast.While | ast.For, head: str, target: ast.expr | None = None, item: Code | None = None
) -> None:
    """Write a loop whose target, if it has one, is given an item before each turn."""
    if node.orelse:
        raise f.refuse("a loop has no 'else' in kernels; use a flag")
    f.emit(f"{head} {{")
    f.depth += 1
    if target is not None and item is not None:
        assign(f, target, item)
    write_body(f, node.body)
    f.depth -= 1
    f.emit("}")


def _while(f: Body, node: ast.While) -> None:
    _loop(f, node, f"while ({bare(f.enclosed(partial(condition, f, node.test)).text)})")


def _for(f: Body, node: ast.For) -> None:
    counter, end = f.temporary(), f.temporary()
    if isinstance(node.iter, ast.Call) and isinstance(node.iter.func, ast.Name) and node.iter.func.id == "range":
        given = in_order(f, *node.iter.args)
        start, stop, step = (constant(0), *given, constant(1)) if len(given) == 1 else (*given, constant(1))[:3]
        step = f.hold(step)
        begin = f"int64_t {counter} = {bare(cast(f, start, 'i8'))}, {end} = {bare(cast(f, stop, 'i8'))}"
        up, down = f"{counter} < {end}", f"{counter} > {end}"
        more = f"{step.text} > 0 ? {up} : {down}" if not step.known else up if step.constant > 0 else down
        _loop(f, node, f"for ({begin}; {more}; {counter} += {step.text})", node.target, Code(counter, "i8"))
        return
    several = expression(f, node.iter)
    if not isinstance(several.type, Tuple) and not isinstance(several.constant, tuple):
        raise f.refuse(f"a loop goes over range(…) or over a tuple, not over {shown(several.type)}")
    parts = parts_of(f, several)
    name, kind = array_of(f, parts)
    head = f"for (int64_t {counter} = 0; {counter} < {len(parts)}; {counter}++)"
    _loop(f, node, head, node.target, Code(f"{name}[{counter}]", kind))


def _assign(f: Body, node: ast.Assign) -> None:
    code = expression(f, node.value)
    if len(node.targets) > 1:
        code = f.hold(concrete(f, code))
    for target in node.targets:
        assign(f, target, code)


def _augmented(f: Body, node: ast.AugAssign) -> None:
    target: Any = node.target
    fields = {name: getattr(target, name) for name in target._fields if name != "ctx"}
    old, value = in_order(f, ast.copy_location(type(target)(**fields, ctx=ast.Load()), target), node.value)
    if old.writes:
        raise f.refuse("the target calls a function that writes; give its index a name first")
    assign(f, target, binary(f, node.op, old, concrete(f, value)))


def assign(f: Body, target: ast.expr, code: Code) -> None:
    """Write an assignment to a variable, to several targets, to a field or to an item."""
    f.node = target
    if isinstance(target, ast.Tuple):
        parts = parts_of(f, code)
        if len(parts) != len(target.elts):
            raise f.refuse(f"{shown(code.type)} cannot be unpacked into {len(target.elts)} targets")
        kept = [f.keep(part) for part in parts] if code.parts else parts  # before the first target changes
        for each, part in zip(target.elts, kept, strict=True):
            assign(f, each, part)
        return
    code = concrete(f, code)
    if isinstance(target, ast.Name):
        _assign_name(f, target.id, code)
        return
    code = f.hold(code) if code.writes else code
    if isinstance(target, ast.Attribute):
        owner = expression(f, target.value)
        if not isinstance(owner.type, Fields):
            raise f.refuse(f"kernels assign attributes of records only, not of {shown(owner.type)}")
        f.emit(store(f, *field_place(f, owner, target.attr), code))
    elif isinstance(target, ast.Subscript):
        _assign_item(f, target, code)
    else:
        raise f.refuse(f"'{ast.unparse(target)}' cannot be assigned in a kernel")


def _assign_name(f: Body, name: str, code: Code) -> None:
    if name == "_":  # never read
        f.hold(code)
        return
    kind = f.set_type(name, code.type)
    f.emit(f"{f.read_variable(name).text} = {bare(cast(f, code, kind))};")


def _assign_item(f: Body, target: ast.Subscript, code: Code) -> None:
    owner = expression(f, target.value)
    if isinstance(owner.type, Rows | Several):
        at = row_place(f, owner, expression(f, target.slice))
        f.emit(store(f, owner.type.kind, at, code))
        return
    if not isinstance(owner.type, Array):
        raise f.refuse(f"items of {shown(owner.type)} cannot be assigned in a kernel")
    f.writes = True
    part, stored = item(f, owner, target.slice), owner.type.code
    if is_number(part.type):
        f.emit(f"{part.text} = {_stored(f, code, stored)};")
        return
    array, code, k = f.hold(part), f.hold(code), f.temporary()
    if isinstance(code.type, Array) and code.type.dimensions == part.type.dimensions:
        code = Code(f"{code.text}.p[{k}]", register_code(code.type.code))
    if not is_number(code.type):
        raise f.refuse(f"{shown(code.type)} cannot be written into {shown(part.type)}")
    count = " * ".join(f"{array.text}.n{d}" for d in range(part.type.dimensions))
    f.emit(f"for (int64_t {k} = 0; {k} < {count}; {k}++) {array.text}.p[{k}] = {_stored(f, code, stored)};")


def _stored(f: Body, code: Code, stored: str) -> str:
    """Return a number as memory holds it."""
    text = bare(cast(f, code, register_code(stored)))
    return text if stored in NUMBERS else f"({STORED[stored]})({text})"


def _flow(word: str) -> Callable[[Body, ast.stmt], bool]:
    def write(f: Body, node: ast.stmt) -> bool:
        f.emit(f"{word};")
        return True

    return write


_STATEMENTS: dict[type[ast.stmt], Callable[[Any, Any], bool | None]] = {
    ast.Expr: _expression,
    ast.Return: _return,
    ast.If: _if,
    ast.While: _while,
    ast.For: _for,
    ast.Assign: _assign,
    ast.AnnAssign: lambda f, node: assign(f, node.target, expression(f, node.value)) if node.value else None,
    ast.AugAssign: _augmented,
    ast.Break: _flow("break"),
    ast.Continue: _flow("continue"),
    ast.Pass: lambda f, node: None,
}
