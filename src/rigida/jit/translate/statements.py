"""Statements of kernels in C, one function for each kind of node of Python's syntax tree."""

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rigida.jit.translate.code import Code, bare, constant
from rigida.jit.translate.evaluate import concrete, evaluated, expression
from rigida.jit.translate.expressions import array_part, condition
from rigida.jit.translate.memory import field_place, row_place, store, tuple_item
from rigida.jit.translate.operators import BINARY, binary, cast
from rigida.jit.translate.refusal import KEEPS_TYPE, NotYetTypedError
from rigida.jit.translate.types import (
    NONE,
    OBJECT,
    STORED,
    Array,
    Items,
    Place,
    Rows,
    Tuple,
    common,
    is_number,
    register_code,
    shown,
)

if TYPE_CHECKING:
    from rigida.jit.translate.function import Function


def write_body(f: "Function", body: list[ast.stmt]) -> bool:
    """Write statements; return whether they always leave the function, so that nothing behind them is reached."""
    for node in body:
        write = _STATEMENTS.get(type(node))
        if write is None:
            raise f.refuse(node, f"'{type(node).__name__}' statements cannot be compiled; see CONTRIBUTING")
        f.node = f.statement = node
        f.lines.append(f'#line {node.lineno} "{f.place}"\n')
        try:
            if write(f, node):
                return True
        except NotYetTypedError:
            f.unsettled = node
    return False


def _block(f: "Function", body: list[ast.stmt]) -> bool:
    f.depth += 1
    ends = write_body(f, body)
    f.depth -= 1
    return ends


def _expression(f: "Function", node: ast.Expr) -> None:
    if isinstance(node.value, ast.Constant):
        return
    code = expression(f, node.value)
    if code.text:
        f.emit(f"{'' if code.type == NONE else '(void)'}{code.text};")


def _return(f: "Function", node: ast.Return) -> bool:
    code = constant(None) if node.value is None else evaluated(f, node.value)
    names = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
    if isinstance(code.type, Array) and names & f.local_arrays:
        raise f.refuse(node, "an array made here ends with the function; let the caller make it and pass it in")
    kind = code.type if f.result is None else common(f.result, code.type)
    if kind is None or kind == OBJECT:
        raise f.refuse(node, f"{shown(code.type)} is returned here and {shown(f.result)} elsewhere; return one type")
    f.result = kind
    if kind == NONE:
        f.emit(f"{code.text}{'; ' if code.text else ''}return;")
    else:
        f.emit(f"return {bare(cast(f, code, kind))};")
    return True


def _if(f: "Function", node: ast.If) -> bool:
    test = condition(f, node.test)
    if test.known:
        return write_body(f, node.body if test.constant else node.orelse)
    f.emit(f"if ({bare(test.text)}) {{")
    known = dict(f.known)
    ends = _block(f, node.body)
    if node.orelse:
        f.emit("} else {")
        ends = _block(f, node.orelse) and ends
    else:
        ends = False
    f.emit("}")
    f.known = known
    return ends


def _while(f: "Function", node: ast.While) -> None:
    if node.orelse:
        raise f.refuse(node, "a loop has no 'else' in kernels; use a flag")
    f.emit(f"while ({bare(condition(f, node.test).text)}) {{")
    _block(f, node.body)
    f.emit("}")


def _for(f: "Function", node: ast.For) -> None:
    if node.orelse:
        raise f.refuse(node, "a loop has no 'else' in kernels; use a flag")
    counter, end = f.temporary(), f.temporary()
    if isinstance(node.iter, ast.Call) and isinstance(node.iter.func, ast.Name) and node.iter.func.id == "range":
        given = [evaluated(f, part) for part in node.iter.args]
        start, stop, step = (constant(0), *given, constant(1)) if len(given) == 1 else (*given, constant(1))[:3]
        step = f.hold(step)
        begin = f"int64_t {counter} = {bare(cast(f, start, 'i8'))}, {end} = {bare(cast(f, stop, 'i8'))}"
        up, down = f"{counter} < {end}", f"{counter} > {end}"
        more = f"{step.text} > 0 ? {up} : {down}" if not step.known else up if step.constant > 0 else down
        f.emit(f"for ({begin}; {more}; {counter} += {step.text}) {{")
        item = Code(counter, "i8")
    else:
        several = evaluated(f, node.iter)
        if not isinstance(several.type, Tuple):
            raise f.refuse(node, f"a loop goes over range(…) or over a tuple, not over {shown(several.type)}")
        kind = several.type.parts[0]
        for part in several.type.parts[1:]:
            kind = common(kind, part)
        if kind is None:
            raise f.refuse(node, "the items of this tuple are of several types; write the loop out")
        source, items, count = f.hold(several), f.temporary(), len(several.type.parts)
        parts = ", ".join(cast(f, tuple_item(source, k), kind) for k in range(count))
        f.emit(f"{f.program.type_name(kind)} {items}[] = {{{parts}}};")
        f.emit(f"for (int64_t {counter} = 0, {end} = {count}; {counter} < {end}; {counter}++) {{")
        item = Code(f"{items}[{counter}]", kind)
    f.depth += 1
    assign(f, node.target, item)
    f.depth -= 1
    _block(f, node.body)
    f.emit("}")


def _assign(f: "Function", node: ast.Assign) -> None:
    target = node.targets[0]
    if len(node.targets) > 1:
        code = f.hold(evaluated(f, node.value))
        for each in node.targets:
            assign(f, each, code)
    elif isinstance(target, ast.Tuple) and len(target.elts) == len(getattr(node.value, "elts", ())):
        _assign_pairwise(f, target.elts, node.value.elts)  # type: ignore[attr-defined]
    else:
        assign(f, target, evaluated(f, node.value))


def _assign_pairwise(f: "Function", targets: list[ast.expr], values: list[ast.expr]) -> None:
    """Write a, b = x, y: all values before the first target, each in a temporary where a target may change it."""
    f.emit("{")
    f.depth += 1
    codes = list[Code]()
    for value in values:
        code = evaluated(f, value)
        if code.text and not code.known:
            name = f.temporary()
            f.emit(f"{f.program.type_name(code.type)} {name} = {bare(code.text)};")
            code = Code(name, code.type)
        codes.append(code)
    for target, code in zip(targets, codes, strict=True):
        assign(f, target, code)
    f.depth -= 1
    f.emit("}")


def _augmented(f: "Function", node: ast.AugAssign) -> None:
    target: Any = node.target
    fields = {name: getattr(target, name) for name in target._fields if name != "ctx"}
    old = evaluated(f, ast.copy_location(type(target)(**fields, ctx=ast.Load()), target))
    if old.writes:
        raise f.refuse(node, "the target calls a function that writes; give its index a name first")
    assign(f, target, binary(f, BINARY[type(node.op)], old, evaluated(f, node.value)))


def assign(f: "Function", target: ast.expr, code: Code) -> None:
    """Write an assignment to a variable, to several targets, to a field or to an item."""
    f.node = target
    if isinstance(target, ast.Name):
        _assign_name(f, target, code)
    elif isinstance(target, ast.Tuple):
        _unpack(f, target, code)
    elif isinstance(target, ast.Attribute):
        owner = expression(f, target.value)
        if not isinstance(owner.type, Place):
            raise f.refuse(target, f"kernels assign attributes of records only, not of {shown(owner.type)}")
        kind, at = field_place(f, owner, target.attr)
        f.emit(store(f, kind, at, f.hold(code) if code.writes else code))
    elif isinstance(target, ast.Subscript):
        _assign_item(f, target, f.hold(code) if code.writes else code)
    else:
        raise f.refuse(target, f"'{ast.unparse(target)}' cannot be assigned in a kernel")


def _assign_name(f: "Function", target: ast.Name, code: Code) -> None:
    if target.id == "_":  # never read
        if code.writes:
            f.emit(f"(void){code.text};")
        return
    if code.type in (NONE, OBJECT):
        if target.id in f.types:
            before = shown(f.types[target.id])
            raise f.refuse(
                target, f"variable '{target.id}' cannot hold {shown(code.type)} after {before}; {KEEPS_TYPE}"
            )
        f.known[target.id] = code
        return
    if target.id in f.known:
        raise f.refuse(target, f"variable '{target.id}' cannot hold {shown(code.type)} after None; {KEEPS_TYPE}")
    kind = f.set_type(target.id, code, target)
    f.emit(f"{f.read_variable(target.id).text} = {bare(cast(f, code, kind))};")


def _unpack(f: "Function", target: ast.Tuple, code: Code) -> None:
    if not isinstance(code.type, Tuple) or len(code.type.parts) != len(target.elts):
        raise f.refuse(target, f"{shown(code.type)} cannot be unpacked into {len(target.elts)} targets")
    f.emit("{")
    f.depth += 1
    result = f.hold(code)
    for k, each in enumerate(target.elts):
        assign(f, each, tuple_item(result, k))
    f.depth -= 1
    f.emit("}")


def _assign_item(f: "Function", target: ast.Subscript, code: Code) -> None:
    owner = concrete(f, expression(f, target.value))
    if isinstance(owner.type, Rows | Items):
        at = row_place(f, owner, expression(f, target.slice))
        f.emit(store(f, owner.type.kind, at, code))
        return
    if not isinstance(owner.type, Array):
        raise f.refuse(target, f"items of {shown(owner.type)} cannot be assigned in a kernel")
    f.writes = True
    item = array_part(f, owner, target)
    if is_number(item.type):
        stored = owner.type.code
        text = bare(cast(f, code, register_code(stored)))
        f.emit(f"{item.text} = {text if stored in ('f8', 'f4', 'i8', 'u8', 'b1') else f'({STORED[stored]})({text})'};")
        return
    array, k = f.hold(item), f.temporary()
    count = " * ".join(f"{array.text}.n{d}" for d in range(item.type.dimensions))
    if isinstance(code.type, Tuple) and item.type.dimensions == 1:
        several = f.hold(code)
        for number in range(len(code.type.parts)):
            f.emit(f"{array.text}.p[{number}] = {cast(f, tuple_item(several, number), register_code(item.type.code))};")
    elif is_number(code.type) or (isinstance(code.type, Array) and code.type.dimensions == item.type.dimensions):
        source = f.hold(code)
        one = source if is_number(code.type) else Code(f"{source.text}.p[{k}]", register_code(code.type.code))
        text = cast(f, one, register_code(item.type.code))
        f.emit(f"for (int64_t {k} = 0; {k} < {count}; {k}++) {array.text}.p[{k}] = {text};")
    else:
        raise f.refuse(target, f"{shown(code.type)} cannot be written into {shown(item.type)}")


def _flow(word: str) -> Callable[["Function", ast.stmt], bool]:
    def write(f: "Function", node: ast.stmt) -> bool:
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
    ast.AnnAssign: lambda f, node: assign(f, node.target, evaluated(f, node.value)) if node.value else None,
    ast.AugAssign: _augmented,
    ast.Break: _flow("break"),
    ast.Continue: _flow("continue"),
    ast.Pass: lambda f, node: None,
}
