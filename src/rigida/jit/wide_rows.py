"""Rows for kernels that work on eight at a time: gathered, scattered, and records of lanes anywhere among fields.

    linear, angular, rest, rest_2 = gather_rows(bodies.twist, ids, at)

takes the rows ids[at] … ids[at + 7], records of eight single-precision numbers each, and returns their fields with a
lane for each row: a number as `Lanes`, a vector as `Vec3` of lanes. `lane_of(contact, k)` is one lane of a record.
"""

from typing import Any, TypeVar, cast

import numpy as np
from numba.core import types

from rigida.jit.extend import compile_as
from rigida.jit.lanes_type import LANES, SINGLE, read_lanes, transposed, write_lanes
from rigida.jit.layout import WORD, Components, Fields, Number, RecordType, lane_record, layout, number_code
from rigida.jit.plain import PlainRecord
from rigida.jit.records import Rows
from rigida.jit.row_access import RowsType, check, checked_place, row_place
from rigida.jit.values import ValueType, component_names, pack, unpack

R = TypeVar("R")


def gather_rows(rows: Rows[Any], ids: Rows[int], at: int) -> tuple[Any, ...]:
    """Return the fields of the rows ids[at] … ids[at + 7], a lane for each row."""
    columns = np.stack([_numbers(rows[ids[at + lane]]) for lane in range(LANES)]).T.copy()
    found, column = [], 0
    for kind in _fields(rows._kind):  # type: ignore[attr-defined]  # rows are plain here
        count = _count(kind)
        found.append(columns[column] if count == 1 else kind.cls(*columns[column : column + count]))
        column += count
    return tuple(found)


def scatter_rows(rows: Rows[Any], ids: Rows[int], at: int, fields: tuple[Any, ...]) -> None:
    """Write fields with a lane for each row into the rows ids[at] … ids[at + 7]."""
    columns: list[Any] = []
    for field in fields:
        names = component_names(type(field)) if hasattr(type(field), "__slots__") else ()
        columns += [getattr(field, name) for name in names] if names else [field]
    for lane in range(LANES):
        _numbers(rows[ids[at + lane]])[:] = [column[lane] for column in columns]


def _numbers(record: Any) -> Any:
    """Return the eight numbers of a plain record."""
    return record._memory[record._at : record._at + 4 * LANES].view(np.float32)


def _fields(kind: Any) -> list[Any]:
    """Return the kinds of the fields of a record of eight single-precision numbers; none for other records."""
    if not isinstance(kind, Fields):
        return []
    found, size = list[Any](), 0
    for at, field in layout(kind.cls).fields.values():
        if at == size:  # not the same numbers by another name
            found.append(field)
            size += field.size
    plain = all(getattr(field, "of", field) == Number("f4") for field in found)
    return found if plain and kind.size == 4 * LANES else []


def _count(kind: Any) -> int:
    return kind.count if isinstance(kind, Components) else 1


def _wide(kind: Any) -> Any:
    """Return the type of a field with a lane for each row."""
    return ValueType(kind.cls, SINGLE) if isinstance(kind, Components) else SINGLE


def _places(context: Any, builder: Any, sig: Any, args: Any) -> list[Any]:
    """Return where the rows begin whose numbers stand in ids[at …]."""
    found = []
    for lane in range(LANES):
        id_place = checked_place(context, builder, sig.args[1], args[1], builder.add(args[2], WORD(lane)))
        row = sig.args[1].kind.load(context, builder, id_place)
        place = checked_place(context, builder, sig.args[0], args[0], row)
        found.append(builder.bitcast(place, SINGLE.vector.as_pointer()))
    return found


def _gather_types(args: tuple[Any, ...]) -> Any:
    if len(args) != 3 or not isinstance(args[0], RowsType) or not _fields(args[0].kind):
        return None
    return types.Tuple([_wide(kind) for kind in _fields(args[0].kind)]), *args[:2], types.int64


def _gather(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    columns = transposed(builder, [read_lanes(builder, place) for place in _places(context, builder, sig, args)])
    found = []
    for kind in _fields(sig.args[0].kind):
        mine, columns = columns[: _count(kind)], columns[_count(kind) :]
        found.append(pack(context, builder, _wide(kind), mine) if isinstance(kind, Components) else mine[0])
    return context.make_tuple(builder, sig.return_type, found)


def _scatter_types(args: tuple[Any, ...]) -> Any:
    if len(args) != 4 or not isinstance(args[0], RowsType) or not _fields(args[0].kind):
        return None
    return types.void, *args[:2], types.int64, types.Tuple([_wide(kind) for kind in _fields(args[0].kind)])


def _scatter(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    columns: list[Any] = []
    for k, kind in enumerate(sig.args[3]):
        field = builder.extract_value(args[3], k)
        columns += unpack(builder, kind, field) if isinstance(kind, ValueType) else [field]
    for place, row in zip(_places(context, builder, sig, args), transposed(builder, columns), strict=True):
        write_lanes(builder, place, row)
    return context.get_dummy_value()


compile_as(gather_rows, _gather_types, _gather, (RowsType, RowsType, types.int64))
compile_as(scatter_rows, _scatter_types, _scatter, (RowsType, RowsType, types.int64, types.BaseTuple))


def lane_of(record: R, lane: int) -> R:
    """Return one lane of a record of lanes: the same fields, numbers and values where those are lanes."""
    found = cast(Any, record)
    return cast(R, PlainRecord(lane_record(found._cls), found._memory, found._at + _width(found._cls) * lane))


def _width(record: type) -> int:
    """Return how many bytes lie between two lanes of a record."""
    return np.dtype(number_code(Fields(record))).itemsize


def _lane_types(args: tuple[Any, ...]) -> Any:
    fits = len(args) == 2 and isinstance(args[0], RecordType) and isinstance(args[1], types.Integer)
    return (RecordType(lane_record(args[0].cls)), args[0], types.int64) if fits else None


def _lane(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.gep(args[0], [builder.mul(args[1], WORD(_width(sig.args[0].cls)))])


compile_as(lane_of, _lane_types, _lane, (RecordType, types.int64))


def record_at(record: type) -> Any:
    """Return a function for kernels: `at(rows, index)` is the record of that class that begins with row `index`.

    For rows of one field each, of which records take as many as they need.
    """

    def at(rows: Any, index: int) -> Any:
        return PlainRecord(record, rows._memory, rows._place(index))

    def types_of(args: tuple[Any, ...]) -> Any:
        fits = len(args) == 2 and isinstance(args[0], RowsType) and isinstance(args[1], types.Integer)
        return (RecordType(record), args[0], types.int64) if fits else None

    def code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        count, message = builder.extract_value(args[0], 1), f"{sig.args[0].where}: {record.__name__} out of bounds."
        check(context, builder, lambda: builder.icmp_unsigned(">=", args[1], count), message)
        return row_place(builder, sig.args[0].kind, builder.extract_value(args[0], 0), args[1])

    compile_as(at, types_of, code, (RowsType, types.int64))
    return at
