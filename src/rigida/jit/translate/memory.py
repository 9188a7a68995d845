"""Reading and writing memory in C: fields of records, rows of tables, items of arrays.

Indices count from zero; an array's last items may be asked for by a negative constant. A build with RIGIDA_BOUNDS
compares every index with the number of rows (`prelude.h`).
"""

import ast
from typing import TYPE_CHECKING, Any

import numpy as np

from rigida.jit.layout import Components, Number, WideNumber, layout, number_code
from rigida.jit.tables import columns
from rigida.jit.translate.code import Code, any_writes, bare, constant
from rigida.jit.translate.operators import cast
from rigida.jit.translate.types import (
    NONE,
    STORED,
    Array,
    Items,
    Place,
    Rows,
    TableOf,
    Tuple,
    Value,
    is_number,
    register_code,
    shown,
    type_of_kind,
)
from rigida.jit.values import component_names

if TYPE_CHECKING:
    from rigida.jit.translate.function import Function


def load(f: "Function", kind: Any, at: str, writes: bool = False) -> Code:
    """Return what lies at an address: a number, lanes or a value, or the address of a record or of items."""
    t = type_of_kind(kind)
    if isinstance(kind, WideNumber):
        return Code(f"LOAD_{t}({bare(at)})", t, writes=writes)
    if isinstance(kind, Number):
        return Code(f"LOAD({STORED[kind.code]}, {STORED[t]}, {bare(at)})", t, writes=writes)
    if isinstance(kind, Components):
        return Code(f"{_loader(f, kind, t)}({bare(at)})", t, writes=writes)
    return Code(at, t, writes=writes)


def store(f: "Function", kind: Any, at: str, code: Code) -> str:
    """Return the statement that writes a number, lanes, a value or a whole record to an address."""
    t = type_of_kind(kind)
    f.writes = True
    if isinstance(kind, WideNumber):
        return f"STORE_{t}({bare(at)}, {bare(cast(f, code, t))});"
    if isinstance(kind, Number):
        return f"STORE({STORED[kind.code]}, {bare(at)}, {bare(cast(f, code, t))});"
    if isinstance(kind, Components):
        return f"{_storer(f, kind, t)}({bare(at)}, {bare(cast(f, code, t))});"
    if code.type != t:
        raise f.refuse(f.node, f"{shown(code.type)} cannot be written where {shown(t)} lies")
    number = number_code(kind)
    if number is None:
        return f"memmove({bare(at)}, {bare(code.text)}, {kind.size});"
    return f"COPY({STORED[number]}, {kind.size // np.dtype(number).itemsize}, {bare(at)}, {bare(code.text)});"


def _loader(f: "Function", kind: Components, t: Any) -> str:
    """Return the name of a function that reads the components of a value."""

    def declare() -> str:
        type_name = f.program.type_name(t)
        name = f.program.name(f"load_{type_name}_{kind.of.code}_{kind.of.size}")
        parts = (load(f, kind.of, f"(p + {k * kind.of.size})").text for k in range(kind.count))
        f.program.declare(f"INLINE {type_name} {name}(const char *p) {{ return ({type_name}){{{', '.join(parts)}}}; }}")
        return name

    return f.program.accessor(("load", kind), declare)


def _storer(f: "Function", kind: Components, t: Any) -> str:
    """Return the name of a function that writes the components of a value."""

    def declare() -> str:
        type_name = f.program.type_name(t)
        name = f.program.name(f"store_{type_name}_{kind.of.code}_{kind.of.size}")
        parts = (
            store(f, kind.of, f"(p + {k * kind.of.size})", Code(f"v.{component}", t.real))
            for k, component in enumerate(component_names(kind.cls))
        )
        f.program.declare(f"INLINE void {name}(char *p, {type_name} v) {{ {' '.join(parts)} }}")
        return name

    return f.program.accessor(("store", kind), declare)


def field_place(f: "Function", record: Code, name: str) -> tuple[Any, str]:
    """Return kind and address of a record's field."""
    fields = layout(record.type.cls).fields
    if name not in fields:
        raise f.refuse(f.node, f"{record.type.cls.__name__} has no field '{name}'; it has {', '.join(fields)}")
    at, kind = fields[name]
    return kind, f"({record.text} + {at})" if at else record.text


def column(f: "Function", table: Code, name: str) -> Code:
    """Return a column of a table: rows, another table, a number or a value."""
    found = columns(table.type.cls).get(name)
    if found is None:
        known = ", ".join(columns(table.type.cls))
        raise f.refuse(f.node, f"{table.type.cls.__name__} has no '{name}'; it has {known}")
    word = f"{table.text}[{found.place}]"
    if found.cls is not None:
        return Code(f"((const Word *){word})", TableOf(found.cls))
    if found.rows:
        return Code(f"ROWS({table.text}, {found.place})", Rows(found.kind))
    if not isinstance(found.kind, Number):
        return load(f, found.kind, f"(char *){word}")
    t = type_of_kind(found.kind)
    return Code(f"as_double({word})" if t == "f8" else f"(({STORED[t]}){word})", t)


def row_place(f: "Function", rows: Code, index: Code) -> str:
    """Return the address of a row, or of one of a record's items."""
    i = bare(cast(f, index, "i8"))
    if isinstance(rows.type, Items):
        return f"ITEM({bare(rows.text)}, {i}, {rows.type.kind.size}, {rows.type.count})"
    return f"ROW({rows.text}, {i}, {rows.type.kind.size})"


def slice_rows(f: "Function", rows: Code, part: ast.Slice, low: Code, high: Code | None) -> Code:
    """Return the rows of a slice."""
    if part.step is not None or not isinstance(rows.type, Rows):
        raise f.refuse(part, "slices are rows[a:b] of rows or arrays, without a step")
    end = "INT64_MAX" if high is None else cast(f, high, "i8")
    text = f"slice_rows({rows.text}, {cast(f, low, 'i8')}, {end}, {rows.type.kind.size})"
    return Code(text, rows.type, writes=rows.writes)


def array_item(f: "Function", array: Code, indices: list[Code]) -> Code:
    """Return an item of an array, or the smaller array that fewer indices give."""
    t, first, name = array.type, "", array.text
    if len(indices) > t.dimensions:
        raise f.refuse(f.node, f"{shown(t)} has too many indices")
    if not array.text.isidentifier():
        name = f.temporary()
        first = f"const {f.program.type_name(t)} {name} = {array.text}; "
    places = [_index(f, name, k, index) for k, index in enumerate(indices)]
    at = places[0]
    for k in range(1, len(places)):
        at = f"({at}) * {name}.n{k} + {places[k]}"
    writes = array.writes or any_writes(indices)
    if len(indices) == t.dimensions:
        item = f"{name}.p[{at}]"
        return Code(f"(*({{ {first}&{item}; }}))" if first else item, register_code(t.code), writes=writes)
    rest = [f"{name}.n{k}" for k in range(len(indices), t.dimensions)]
    smaller = Array(t.code, len(rest))
    text = f"({f.program.type_name(smaller)}){{{name}.p + ({at}) * {' * '.join(rest)}, {', '.join(rest)}}}"
    return Code(f"({{ {first}{text}; }})" if first else f"({text})", smaller, writes=writes)


def _index(f: "Function", name: str, k: int, index: Code) -> str:
    if not is_number(index.type) or index.type[0] == "f":
        raise f.refuse(f.node, f"{shown(index.type)} is not an index")
    if index.known and index.constant < 0:
        return f"{name}.n{k} - {-index.constant}"
    return f"INDEX({bare(cast(f, index, 'i8'))}, {name}.n{k})"


def array_slice(f: "Function", array: Code, indices: list[Code], low: Code | None, high: Code | None) -> Code:
    """Return the items of an array from `low` to `high` of the dimension behind some indices, its last one or first."""
    t = array.type
    if indices:
        array = array_item(f, array, indices)
        t = array.type
    if t.dimensions != 1 and indices:
        raise f.refuse(f.node, "slices of arrays are a[i:j] and a[k, i:j]")
    name, a, b = f.temporary(), f.temporary(), f.temporary()
    begin = f"clip({cast(f, low, 'i8')}, {name}.n0)" if low is not None else "0"
    end = f"clip({cast(f, high, 'i8')}, {name}.n0)" if high is not None else f"{name}.n0"
    rest = [f"{name}.n{k}" for k in range(1, t.dimensions)]
    made = ", ".join((f"{name}.p + {' * '.join((a, *rest))}", f"{b} > {a} ? {b} - {a} : 0", *rest))
    type_name = f.program.type_name(t)
    first = f"const {type_name} {name} = {array.text}; const int64_t {a} = {begin}, {b} = {end};"
    return Code(f"({{ {first} ({type_name}){{{made}}}; }})", t, writes=array.writes)


def attribute(f: "Function", owner: Code, name: str) -> Code:
    """Return an attribute of something that C has a value of."""
    t = owner.type
    if isinstance(t, TableOf):
        return column(f, owner, name)
    if isinstance(t, Place):
        kind, at = field_place(f, owner, name)
        return load(f, kind, at, owner.writes)
    if isinstance(t, Value) and name in component_names(t.cls):
        return Code(f"{owner.text}.{name}", t.real, writes=owner.writes)
    if isinstance(t, Tuple) and t.cls is not None and name in t.cls._fields:
        return tuple_item(owner, t.cls._fields.index(name))
    if isinstance(t, Rows) and name == "shape":
        return tuple_of(f, [Code(f"{owner.text}.n", "i8")])
    if isinstance(t, Array):
        sizes = [Code(f"{owner.text}.n{k}", "i8") for k in range(t.dimensions)]
        if name == "shape":
            return tuple_of(f, sizes)
        if name == "size":
            return Code(f"({' * '.join(size.text for size in sizes)})", "i8")
        if name == "itemsize":
            return constant(np.dtype(t.code).itemsize)
    raise f.refuse(f.node, f"{shown(t)} has no attribute '{name}' that kernels can use")


def tuple_of(f: "Function", codes: list[Code], cls: Any = None) -> Code:
    """Return several expressions as one."""
    t = Tuple(tuple(code.type for code in codes), cls)
    parts = ", ".join(bare(code.text) for code in codes if code.text) or "0"
    text = f"({f.program.type_name(t)}){{{parts}}}"
    return Code(text, t, writes=any_writes(codes))


def tuple_item(several: Code, k: int) -> Code:
    """Return one part of several."""
    part = several.type.parts[k]
    return constant(None) if part == NONE else Code(f"{several.text}.f{k}", part, writes=several.writes)
