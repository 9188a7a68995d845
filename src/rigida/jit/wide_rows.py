"""Rows for kernels that work on eight at a time: gathered, scattered, and records of lanes anywhere among fields.

    linear, angular, rest, rest_2 = gather_rows(bodies.twist, ids, at)

takes the rows ids[at] … ids[at + 7], records of eight single-precision numbers each, and returns their fields with a
lane for each row: a number as `Lanes`, a vector as `Vec3` of lanes. `lane_of(contact, k)` is one lane of a record.
"""

from typing import Any, TypeVar, cast

import numpy as np

from rigida.jit.decorators import c_function
from rigida.jit.layout import LANES, Fields, count_of, lane_record, layout, number_code, size_of
from rigida.jit.plain import PlainRecord
from rigida.jit.records import Rows
from rigida.jit.values import component_names

R = TypeVar("R")
#: Record classes by the function that `record_at` made for them.
RECORDS_AT: dict[Any, type] = {}


@c_function("gather_rows")
def gather_rows(rows: Rows[Any], ids: Rows[int], at: int) -> tuple[Any, ...]:
    """Return the fields of the rows ids[at] … ids[at + 7], a lane for each row."""
    columns = np.stack([_numbers(rows[ids[at + lane]]) for lane in range(LANES)]).T.copy()
    found, column = [], 0
    for kind in fields_of(rows._kind):  # type: ignore[attr-defined]  # rows are plain here
        count = count_of(kind)
        found.append(columns[column] if count == 1 else kind.cls(*columns[column : column + count]))
        column += count
    return tuple(found)


@c_function("scatter_rows")
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


def fields_of(kind: Any) -> list[Any]:
    """Return the kinds of the fields of a record of eight single-precision numbers; none for other records."""
    if not isinstance(kind, Fields):
        return []
    found, size = list[Any](), 0
    for at, field in layout(kind.cls).fields.values():
        if at == size:  # not the same numbers by another name
            found.append(field)
            size += size_of(field)
    plain = all(getattr(field, "of", field) == "f4" for field in found)
    return found if plain and size == 4 * LANES else []


@c_function("lane_of")
def lane_of(record: R, lane: int) -> R:
    """Return one lane of a record of lanes: the same fields, numbers and values where those are lanes."""
    found = cast(Any, record)
    return cast(R, PlainRecord(lane_record(found._cls), found._memory, found._at + lane_width(found._cls) * lane))


def lane_width(record: type) -> int:
    """Return how many bytes lie between two lanes of a record."""
    return np.dtype(number_code(Fields(record))).itemsize


def record_at(record: type) -> Any:
    """Return a function for kernels: `at(rows, index)` is the record of that class that begins with row `index`.

    For rows of one field each, of which records take as many as they need.
    """

    def at(rows: Any, index: int) -> Any:
        return PlainRecord(record, rows._memory, rows._place(index))

    RECORDS_AT[at] = record
    return at
