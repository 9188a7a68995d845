"""Reading and writing memory in C: fields of records, rows of tables, items of arrays, parts of tuples.

Indices count from zero; an array's last items may be asked for by a negative constant. A build with RIGIDA_BOUNDS
compares every index with the number of rows (`prelude.h`).
"""

from typing import Any

import numpy as np

from rigida.jit.layout import Components, Fields, Several, layout, number_code, size_of
from rigida.jit.tables import columns
from rigida.jit.translate.body import Body
from rigida.jit.translate.code import Code, any_writes, bare, constant, listed, literal
from rigida.jit.translate.operators import cast
from rigida.jit.translate.types import (
    NONE,
    OBJECT,
    STORED,
    Array,
    Rows,
    TableOf,
    Tuple,
    Value,
    common_of_all,
    is_lanes,
    is_number,
    register_code,
    shown,
    type_of_kind,
)
from rigida.jit.values import VALUES, component_names


def load(f: Body, kind: Any, at: str, writes: bool = False) -> Code:
    """Return what lies at an address: a number, lanes or a value, or the address of a record or of items."""
    t = type_of_kind(kind)
    if is_lanes(t):
        at = f"LOAD_{t}({bare(at)})"
    elif isinstance(kind, str):
        at = f"LOAD({STORED[kind[-2:]]}, {STORED[t]}, {bare(at)})"
    elif isinstance(kind, Components):
        at = f"load_{_accessors(f, kind, t)}({bare(at)})"
    return Code(at, t, writes=writes)


def store(f: Body, kind: Any, at: str, code: Code) -> str:
    """Return the statement that writes a number, lanes, a value or a whole record to an address."""
    t = type_of_kind(kind)
    f.writes = True
    if isinstance(kind, Fields | Several):
        if code.type != t:
            raise f.refuse(f"{shown(code.type)} cannot be written where {shown(t)} lies")
        number = number_code(kind)
        if number is None:
            return f"memmove({bare(at)}, {bare(code.text)}, {size_of(kind)});"
        count = size_of(kind) // np.dtype(number).itemsize
        return f"COPY({STORED[number]}, {count}, {bare(at)}, {bare(code.text)});"
    given = f"{bare(at)}, {bare(cast(f, code, t))}"
    if is_lanes(t):
        return f"STORE_{t}({given});"
    if isinstance(kind, str):
        return f"STORE({STORED[kind[-2:]]}, {given});"
    return f"store_{_accessors(f, kind, t)}({given});"


def _accessors(f: Body, kind: Components, t: Any) -> str:
    """Return what the functions that read and write the components of a value are called behind load_ and store_."""

    def declare() -> str:
        type_name, size = f.program.type_name(t), size_of(kind.of)
        name = f.program.name(f"{type_name}_{number_code(kind)}_{size}")
        places = {part: f"(p + {k * size})" for k, part in enumerate(component_names(kind.cls))}
        read = ", ".join(load(f, kind.of, at).text for at in places.values())
        written = " ".join(store(f, kind.of, at, Code(f"v.{part}", t.real)) for part, at in places.items())
        f.program.declare(f"INLINE {type_name} load_{name}(const char *p) {{ return ({type_name}){{{read}}}; }}")
        f.program.declare(f"INLINE void store_{name}(char *p, {type_name} v) {{ {written} }}")
        return name

    writes, name = f.writes, f.program.once(kind, declare)
    f.writes = writes
    return name


def field_place(f: Body, record: Code, name: str) -> tuple[Any, str]:
    """Return kind and address of a record's field."""
    fields = layout(record.type.cls).fields
    if name not in fields:
        raise f.refuse(f"{record.type.cls.__name__} has no field '{name}'; it has {', '.join(fields)}")
    at, kind = fields[name]
    return kind, f"({record.text} + {at})" if at else record.text


def column(f: Body, table: Code, name: str) -> Code:
    """Return a column of a table: rows, another table, a number or a value."""
    found = columns(table.type.cls).get(name)
    if found is None:
        known = ", ".join(columns(table.type.cls))
        raise f.refuse(f"{table.type.cls.__name__} has no '{name}'; it has {known}")
    word = f"{table.text}[{found.place}]"
    if found.cls is not None:
        return Code(f"((const Word *){word})", TableOf(found.cls))
    if found.rows:
        return Code(f"ROWS({table.text}, {found.place})", Rows(found.kind))
    if not isinstance(found.kind, str):
        return load(f, found.kind, f"(char *){word}")
    t = type_of_kind(found.kind)
    return Code(f"as_double({word})" if t == "f8" else f"(({STORED[t]}){word})", t)


def row_place(f: Body, rows: Code, index: Code) -> str:
    """Return the address of a row, or of one of a record's items."""
    i, size = bare(cast(f, index, "i8")), size_of(rows.type.kind)
    if isinstance(rows.type, Several):
        return f"ITEM({bare(rows.text)}, {i}, {size}, {rows.type.count})"
    return f"ROW({rows.text}, {i}, {size})"


def rows_slice(f: Body, rows: Code, low: Code, high: Code) -> Code:
    """Return rows from `low` up to `high`."""
    given = f"{rows.text}, {cast(f, low, 'i8')}, {cast(f, high, 'i8')}, {size_of(rows.type.kind)}"
    return Code(f"slice_rows({given})", rows.type, writes=any_writes((rows, low, high)))


def array_item(f: Body, array: Code, indices: list[Code]) -> Code:
    """Return an item of an array, or the smaller array that fewer indices give."""
    t, count = array.type, len(indices)
    if count > t.dimensions:
        raise f.refuse(f"{shown(t)} has too many indices")
    array, at = f.hold(array), ""
    for k, index in enumerate(indices):
        if not is_number(index.type) or index.type[0] == "f":
            raise f.refuse(f"{shown(index.type)} is not an index")
        i = f"INDEX({bare(cast(f, index, 'i8'))}, {array.text}.n{k})"
        if index.known and index.constant < 0:
            i = f"{array.text}.n{k} - {-index.constant}"
        at = f"({at}) * {array.text}.n{k} + {i}" if at else i
    writes = any_writes((array, *indices))
    if count == t.dimensions:
        return Code(f"{array.text}.p[{at}]", register_code(t.code), writes=writes)
    rest = [f"{array.text}.n{k}" for k in range(count, t.dimensions)]
    return f.make(Array(t.code, len(rest)), f"{array.text}.p + ({at}) * {' * '.join(rest)}", *rest, writes=writes)


def array_slice(f: Body, array: Code, low: Code, high: Code | None) -> Code:
    """Return the items, or rows, of an array from `low` up to `high`."""
    array, a, b = f.hold(array), f.temporary(), f.temporary()
    count = f"{array.text}.n0"
    end = f"clip({cast(f, high, 'i8')}, {count})" if high else count
    f.emit(f"const int64_t {a} = clip({cast(f, low, 'i8')}, {count}), {b} = {end};")
    rest = [f"{array.text}.n{k}" for k in range(1, array.type.dimensions)]
    first = f"{array.text}.p + {' * '.join((a, *rest))}"
    return f.make(array.type, first, f"{b} > {a} ? {b} - {a} : 0", *rest, writes=array.writes)


def reshape(f: Body, array: Code, sizes: list[Code]) -> Code:
    """Return the items of an array by another shape."""
    if not isinstance(array.type, Array):
        raise f.refuse(f"{shown(array.type)} has no shape")
    if len(sizes) == 1 and isinstance(sizes[0].type, Tuple):
        sizes = parts_of(f, sizes[0])
    array = f.hold(array)
    total = " * ".join(f"{array.text}.n{k}" for k in range(array.type.dimensions))
    shape = [total if size.known and size.constant == -1 else cast(f, size, "i8") for size in sizes]
    if total in shape and len(shape) > 1:
        raise f.refuse("sizes of an array of several dimensions must be given")
    return f.make(Array(array.type.code, len(shape)), f"{array.text}.p", *shape, writes=array.writes)


def attribute(f: Body, owner: Code, name: str) -> Code:
    """Return an attribute of something that C has a value of."""
    t = owner.type
    if isinstance(t, TableOf):
        return column(f, owner, name)
    if isinstance(t, Fields):
        kind, at = field_place(f, owner, name)
        return load(f, kind, at, owner.writes)
    if isinstance(t, Value) and name in component_names(t.cls):
        return Code(f"{owner.text}.{name}", t.real, writes=owner.writes)
    if isinstance(t, Tuple) and t.cls is not None and name in t.cls._fields:
        return parts_of(f, owner)[t.cls._fields.index(name)]
    if isinstance(t, Rows) and name == "shape":
        return written_out([Code(f"{owner.text}.n", "i8")])
    if isinstance(t, Array):
        sizes = [Code(f"{owner.text}.n{k}", "i8") for k in range(t.dimensions)]
        if name == "shape":
            return written_out(sizes)
        if name == "size":
            return Code(f"({' * '.join(size.text for size in sizes)})", "i8")
    raise f.refuse(f"{shown(t)} has no attribute '{name}' that kernels can use")


def written_out(codes: list[Code]) -> Code:
    """Return a tuple of expressions, of which C has no value yet."""
    return Code("", Tuple(tuple(code.type for code in codes)), writes=any_writes(codes), parts=tuple(codes))


def parts_of(f: Body, several: Code) -> list[Code]:
    """Return the parts of a tuple."""
    if several.parts is not None:
        return list(several.parts)
    if several.type == OBJECT and isinstance(several.constant, tuple):
        return [concrete(f, constant(part)) for part in several.constant]
    if not isinstance(several.type, Tuple):
        raise f.refuse(f"{shown(several.type)} is not a tuple")
    several = f.hold(several)
    parts = enumerate(several.type.parts)
    return [constant(None) if t == NONE else Code(f"{several.text}.f{k}", t, writes=several.writes) for k, t in parts]


def tuple_item(f: Body, several: Code, index: Code) -> Code:
    """Return the part of a tuple that an index gives, by an array of all parts where it is not known."""
    parts = parts_of(f, several)
    if index.known:
        return parts[index.constant]
    name, kind = array_of(f, parts)
    return Code(f"{name}[INDEX({bare(index.text)}, {len(parts)})]", kind, writes=any_writes((several, index)))


def array_of(f: Body, parts: list[Code]) -> tuple[str, Any]:
    """Return the name of an array in C that holds the parts of a tuple, and the type of all of them."""
    kind = common_of_all(part.type for part in parts)
    if kind in (None, OBJECT):
        raise f.refuse("the items of this tuple are of several types or no numbers: write each of them out")
    if all(part.known for part in parts):
        return f.program.constant_items([part.constant for part in parts], kind), kind
    name, items = f.temporary(), ", ".join(cast(f, concrete(f, part), kind) for part in parts)
    f.emit(f"{f.program.type_name(kind)} {name}[] = {{{items}}};")
    return name, kind


def concrete(f: Body, code: Code) -> Code:
    """Return an expression that C has a value of: constant values, tuples and arrays of modules are written out."""
    value = code.constant
    if code.parts is not None:
        return tuple_of(f, [concrete(f, part) for part in code.parts])
    if code.type != OBJECT:
        return code
    if type(value) in VALUES:
        return f.make(Value(type(value), "f8"), *(literal(getattr(value, k)) for k in component_names(type(value))))
    if isinstance(value, np.ndarray):
        code = f.program.constant_array(value)
    elif isinstance(value, tuple):
        cls = type(value) if hasattr(value, "_fields") else None
        code = tuple_of(f, [concrete(f, constant(part)) for part in value], cls)
    return code


def tuple_of(f: Body, codes: list[Code], cls: Any = None) -> Code:
    """Return several expressions as one."""
    return f.make(Tuple(tuple(code.type for code in codes), cls), listed(codes) or "0", writes=any_writes(codes))
