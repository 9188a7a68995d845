"""What kernels make of a kind (`layout`): its numba type, and the code that loads and stores it."""

from functools import singledispatch
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types

from rigida.jit.layout import Components, Fields, Number, Several, WideNumber, layout
from rigida.jit.lowering.lanes_type import DOUBLE, SINGLE, read_lanes, write_lanes
from rigida.jit.lowering.value_code import ValueType, pack, unpack

WORD, BYTE = ir.IntType(64), ir.IntType(8)
BYTES = BYTE.as_pointer()

_INTEGERS = {"i": types.int64, "u": types.uint64, "b": types.boolean}


class RecordType(types.Type):
    """The numba type of a record: where it begins."""

    def __init__(self, cls: type) -> None:
        self.cls = cls
        super().__init__(name=f"{cls.__module__}.{cls.__qualname__}")

    @property
    def size(self) -> int:
        """Bytes of a record."""
        return layout(self.cls).size


class ItemsType(types.Type):
    """The numba type of `count` of a kind within a record: where the first begins; `where`: for error messages."""

    def __init__(self, kind: Any, count: int, where: str = "") -> None:
        self.kind, self.count, self.where = kind, count, where
        super().__init__(name=f"{count} x {kind}{where}")

    @property
    def size(self) -> int:
        """Bytes of all."""
        return self.count * int(self.kind.size)


def offset(builder: Any, pointer: Any, size: int) -> Any:
    """Return the place so many bytes behind a pointer."""
    return builder.gep(pointer, [WORD(size)], inbounds=True) if size else pointer


@singledispatch
def type_of(kind: Any) -> Any:
    """Return the numba type that kernels get."""
    raise TypeError(kind)


@singledispatch
def load(kind: Any, context: Any, builder: Any, pointer: Any) -> Any:
    """Return the code of what lies at a pointer; of records and items it is the place itself."""
    return pointer


@singledispatch
def store(kind: Any, context: Any, builder: Any, pointer: Any, found: Any) -> None:
    """Write to a pointer; of records and items all that lies at their place."""
    cgutils.raw_memmove(builder, pointer, found, WORD(kind.size), 1)


@type_of.register
def _(kind: Fields) -> Any:
    return RecordType(kind.cls)


@type_of.register
def _(kind: Several) -> Any:
    return ItemsType(kind.kind, kind.count)


def _stored(kind: Number) -> Any:
    if kind.code[0] == "f":
        return ir.DoubleType() if kind.width == 8 else ir.FloatType()
    return ir.IntType(8 * kind.width)


@type_of.register
def _(kind: Number) -> Any:
    return types.float64 if kind.code[0] == "f" else _INTEGERS[kind.code[0]]


@load.register
def _(kind: Number, context: Any, builder: Any, pointer: Any) -> Any:
    stored = _stored(kind)
    found = builder.load(builder.bitcast(pointer, stored.as_pointer()))
    found.align = kind.width
    if kind.code[0] == "b":
        return builder.icmp_unsigned("!=", found, stored(0))
    if kind.width == 8:
        return found
    if kind.code[0] == "f":
        return builder.fpext(found, ir.DoubleType())
    return builder.sext(found, WORD) if kind.code[0] == "i" else builder.zext(found, WORD)


@store.register
def _(kind: Number, context: Any, builder: Any, pointer: Any, found: Any) -> None:
    stored = _stored(kind)
    if kind.code[0] == "b":
        found = builder.zext(found, stored)
    elif kind.width < 8:
        found = (builder.fptrunc if kind.code[0] == "f" else builder.trunc)(found, stored)
    builder.store(found, builder.bitcast(pointer, stored.as_pointer())).align = kind.width


@type_of.register
def _(kind: WideNumber) -> Any:
    return SINGLE if kind.code == "8f4" else DOUBLE


@load.register
def _(kind: WideNumber, context: Any, builder: Any, pointer: Any) -> Any:
    return read_lanes(builder, builder.bitcast(pointer, type_of(kind).vector.as_pointer()))


@store.register
def _(kind: WideNumber, context: Any, builder: Any, pointer: Any, found: Any) -> None:
    write_lanes(builder, builder.bitcast(pointer, type_of(kind).vector.as_pointer()), found)


@type_of.register
def _(kind: Components) -> Any:
    return ValueType(kind.cls, type_of(kind.of))


@load.register
def _(kind: Components, context: Any, builder: Any, pointer: Any) -> Any:
    places = (offset(builder, pointer, k * kind.of.size) for k in range(kind.count))
    return pack(context, builder, type_of(kind), [load(kind.of, context, builder, place) for place in places])


@store.register
def _(kind: Components, context: Any, builder: Any, pointer: Any, found: Any) -> None:
    for k, part in enumerate(unpack(builder, type_of(kind), found)):
        store(kind.of, context, builder, offset(builder, pointer, k * kind.of.size), part)
