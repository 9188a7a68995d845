"""Rows gathered, scattered and cut into lanes (`wide_rows`), as numba compiles them."""

from typing import Any

from numba.core import types

from rigida.jit.extend import compile_as
from rigida.jit.layout import LANES, Components, lane_record
from rigida.jit.lowering.kind_code import WORD, RecordType, load
from rigida.jit.lowering.lanes_type import SINGLE, read_lanes, transposed, write_lanes
from rigida.jit.lowering.row_access import RowsType, check, checked_place, row_place
from rigida.jit.lowering.value_code import ValueType, pack, unpack
from rigida.jit.wide_rows import count_of, fields_of, gather_rows, lane_of, lane_width, scatter_rows


def _wide(kind: Any) -> Any:
    """Return the type of a field with a lane for each row."""
    return ValueType(kind.cls, SINGLE) if isinstance(kind, Components) else SINGLE


def _places(context: Any, builder: Any, sig: Any, args: Any) -> list[Any]:
    """Return where the rows begin whose numbers stand in ids[at …]."""
    found = []
    for lane in range(LANES):
        id_place = checked_place(context, builder, sig.args[1], args[1], builder.add(args[2], WORD(lane)))
        row = load(sig.args[1].kind, context, builder, id_place)
        place = checked_place(context, builder, sig.args[0], args[0], row)
        found.append(builder.bitcast(place, SINGLE.vector.as_pointer()))
    return found


def _gather_types(args: tuple[Any, ...]) -> Any:
    if len(args) != 3 or not isinstance(args[0], RowsType) or not fields_of(args[0].kind):
        return None
    return types.Tuple([_wide(kind) for kind in fields_of(args[0].kind)]), *args[:2], types.int64


def _gather(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    columns = transposed(builder, [read_lanes(builder, place) for place in _places(context, builder, sig, args)])
    found = []
    for kind in fields_of(sig.args[0].kind):
        mine, columns = columns[: count_of(kind)], columns[count_of(kind) :]
        found.append(pack(context, builder, _wide(kind), mine) if isinstance(kind, Components) else mine[0])
    return context.make_tuple(builder, sig.return_type, found)


def _scatter_types(args: tuple[Any, ...]) -> Any:
    if len(args) != 4 or not isinstance(args[0], RowsType) or not fields_of(args[0].kind):
        return None
    return types.void, *args[:2], types.int64, types.Tuple([_wide(kind) for kind in fields_of(args[0].kind)])


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


def _lane_types(args: tuple[Any, ...]) -> Any:
    fits = len(args) == 2 and isinstance(args[0], RecordType) and isinstance(args[1], types.Integer)
    return (RecordType(lane_record(args[0].cls)), args[0], types.int64) if fits else None


def _lane(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.gep(args[0], [builder.mul(args[1], WORD(lane_width(sig.args[0].cls)))])


compile_as(lane_of, _lane_types, _lane, (RecordType, types.int64))


def register_record_at(function: Any, record: type) -> None:
    """Tell numba of what `record_at` gave."""

    def types_of(args: tuple[Any, ...]) -> Any:
        fits = len(args) == 2 and isinstance(args[0], RowsType) and isinstance(args[1], types.Integer)
        return (RecordType(record), args[0], types.int64) if fits else None

    def code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        count, message = builder.extract_value(args[0], 1), f"{sig.args[0].where}: {record.__name__} out of bounds."
        check(context, builder, lambda: builder.icmp_unsigned(">=", args[1], count), message)
        return row_place(builder, sig.args[0].kind, builder.extract_value(args[0], 0), args[1])

    compile_as(function, types_of, code, (RowsType, types.int64))
