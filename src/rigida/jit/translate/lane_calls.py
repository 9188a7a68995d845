"""Calls of functions that work on lanes (`math.lanes`, `jit.wide_rows`), the cache (`math.prefetch`) or counters, in C.

Python functions are marked with their names here by `c_function`.
"""

from collections.abc import Callable
from typing import Any

from rigida.jit.layout import LANES, Components, Fields, count_of, lane_record, size_of
from rigida.jit.translate.body import Body
from rigida.jit.translate.code import Code, bare, constant
from rigida.jit.translate.memory import load, parts_of, row_place, tuple_of
from rigida.jit.translate.operators import cast
from rigida.jit.translate.types import NONE, Value, is_lanes
from rigida.jit.values import component_names
from rigida.jit.wide_rows import fields_of, lane_width

_LINE = 64  # bytes that the processor fetches at once


def _by_lane(name: str, result: str = "") -> Callable[..., Code]:
    def write(f: Body, given: list[Code]) -> Code:
        kind = next((code.type for code in given if is_lanes(code.type)), "8f4")
        texts = ", ".join(bare(cast(f, code, kind)) for code in given)
        return Code(f"{name}_{kind}({texts})", result or kind)

    return write


def _load(f: Body, given: list[Code]) -> Code:
    kind = f"8{given[0].type.code}"
    return Code(f"LOAD_{kind}((char *)({given[0].text}.p + {cast(f, given[1], 'i8')}))", kind)


def _store(f: Body, given: list[Code]) -> Code:
    kind = f"8{given[0].type.code}"
    f.writes = True
    at = f"(char *)({given[0].text}.p + {cast(f, given[1], 'i8')})"
    return Code(f"STORE_{kind}({at}, {bare(cast(f, given[2], kind))})", NONE, writes=True)


def _gather(f: Body, given: list[Code]) -> Code:
    fields, places = _eight_rows(f, given)
    lanes, parts, column = _transposed(f, [f"LOAD_8f4({place})" for place in places]), list[Code](), 0
    for kind in fields:
        texts = lanes[column : column + count_of(kind)]
        column += len(texts)
        is_value = isinstance(kind, Components)
        parts.append(f.make(Value(kind.cls, "8f4"), *texts) if is_value else Code(texts[0], "8f4"))
    return tuple_of(f, parts)


def _scatter(f: Body, given: list[Code]) -> Code:
    _, places = _eight_rows(f, given)
    f.writes, lanes = True, list[str]()
    for part in parts_of(f, given[3]):
        names = (
            [f".{component}" for component in component_names(part.type.cls)] if isinstance(part.type, Value) else [""]
        )
        lanes += [f"{part.text}{name}" for name in names]
    for place, row in zip(places, _transposed(f, lanes), strict=True):
        f.emit(f"STORE_8f4({place}, {row});")
    return constant(None)


def _transposed(f: Body, eight: list[str]) -> list[str]:
    """Return eight times eight numbers, the first of each first."""
    name = f.temporary()
    f.emit(f"const Eight {name} = transpose((Eight){{{', '.join(eight)}}});")
    return [f"{name}.c{k}" for k in range(LANES)]


def _eight_rows(f: Body, given: list[Code]) -> tuple[list[Any], list[str]]:
    """Return the fields of records, and the addresses of the eight of them that ids name from a place on."""
    fields = fields_of(given[0].type.kind)
    if not fields:
        raise f.refuse("rows that are gathered must be records of eight single-precision numbers")
    rows, ids, at = (f.hold(code) for code in given[:3])
    kind, size = ids.type.kind, size_of(ids.type.kind)
    numbers = (load(f, kind, f"ROW({ids.text}, {cast(f, at, 'i8')} + {k}, {size})").text for k in range(LANES))
    return fields, [f"ROW({rows.text}, {number}, {4 * LANES})" for number in numbers]


def _lane_of(f: Body, given: list[Code]) -> Code:
    cls = given[0].type.cls
    text = f"({given[0].text} + {lane_width(cls)} * {cast(f, given[1], 'i8')})"
    return Code(text, Fields(lane_record(cls)), writes=given[0].writes)


def _prefetch_row(f: Body, given: list[Code]) -> Code:
    row = f.hold(given[0])
    for k in range(0, size_of(row.type), _LINE):
        f.emit(f"PREFETCH({row.text} + {k});")
    return constant(None)


def _counter(name: str, result: str) -> Callable[..., Code]:
    def write(f: Body, given: list[Code]) -> Code:
        f.writes = True  # nothing may be moved across it
        place, n = row_place(f, given[0], given[1]), bare(cast(f, given[2], "i8"))
        return Code(f"{name}((int64_t *){place}, {n})", result, writes=True)

    return write


BY_NAME: dict[str | None, Callable[..., Code]] = {
    "load": _load,
    "store": _store,
    "splat": lambda f, given: Code(f"splat_8f4({bare(cast(f, given[0], 'f8'))})", "8f4"),
    "gather_rows": _gather,
    "scatter_rows": _scatter,
    "lane_of": _lane_of,
    "prefetch_row": _prefetch_row,
    "fetch_add": _counter("fetch_add", "i8"),
    "raise_to": _counter("raise_to", "b1"),
    "wait_for": _counter("wait_for", NONE),
    "any_greater": _by_lane("any_greater", "b1"),
    **{name: _by_lane(name) for name in ("greater", "lesser", "sign_of", "magnitude", "where_greater", "sqrt")},
}
