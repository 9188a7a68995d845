"""Calls of functions that work on lanes (`math.lanes`, `jit.wide_rows`), the cache (`math.prefetch`) or counters, in C.

Python functions are marked with their names here by `c_function`.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rigida.jit.layout import LANES, Components, lane_record, layout
from rigida.jit.translate.code import Code, bare
from rigida.jit.translate.memory import load, row_place, tuple_of
from rigida.jit.translate.operators import cast
from rigida.jit.translate.types import Place, Value, is_lanes
from rigida.jit.values import component_names
from rigida.jit.wide_rows import count_of, fields_of, lane_width

if TYPE_CHECKING:
    from rigida.jit.translate.function import Function

_LINE = 64  # bytes that the processor fetches at once


def _by_lane(name: str, result: str = "") -> Callable[..., Code]:
    def write(f: "Function", given: list[Code], function: Any) -> Code:
        kind = next((code.type for code in given if is_lanes(code.type)), "8f4")
        texts = ", ".join(bare(cast(f, code, kind)) for code in given)
        return Code(f"{name}_{kind}({texts})", result or kind)

    return write


def _load(f: "Function", given: list[Code], function: Any) -> Code:
    kind = f"8{given[0].type.code}"
    return Code(f"LOAD_{kind}((char *)({given[0].text}.p + {cast(f, given[1], 'i8')}))", kind)


def _store(f: "Function", given: list[Code], function: Any) -> Code:
    kind = f"8{given[0].type.code}"
    f.writes = True
    at = f"(char *)({given[0].text}.p + {cast(f, given[1], 'i8')})"
    return Code(f"STORE_{kind}({at}, {bare(cast(f, given[2], kind))})", "None", writes=True)


def _gather(f: "Function", given: list[Code], function: Any) -> Code:
    fields, places, first = _eight_rows(f, given)
    rows, name, column = ", ".join(f"LOAD_8f4({place})" for place in places), f.temporary(), 0
    parts = list[Code]()
    for kind in fields:
        texts = [f"{name}.c{column + k}" for k in range(count_of(kind))]
        column += len(texts)
        if isinstance(kind, Components):
            t = Value(kind.cls, "8f4")
            parts.append(Code(f"({f.program.type_name(t)}){{{', '.join(texts)}}}", t))
        else:
            parts.append(Code(texts[0], "8f4"))
    made = tuple_of(f, parts)
    return Code(f"({{ {first} const Eight {name} = transpose((Eight){{{rows}}}); {made.text}; }})", made.type)


def _scatter(f: "Function", given: list[Code], function: Any) -> Code:
    _, places, first = _eight_rows(f, given)
    f.writes = True
    several, name, columns = f.temporary(), f.temporary(), list[str]()
    for k, part in enumerate(given[3].type.parts):
        names = [f".{component}" for component in component_names(part.cls)] if isinstance(part, Value) else [""]
        columns += [f"{several}.f{k}{component}" for component in names]
    stores = " ".join(f"STORE_8f4({place}, {name}.c{k});" for k, place in enumerate(places))
    stored = f"const {f.program.type_name(given[3].type)} {several} = {given[3].text};"
    eight = f"const Eight {name} = transpose((Eight){{{', '.join(columns)}}});"
    return Code(f"({{ {first} {stored} {eight} {stores} }})", "None", writes=True)


def _eight_rows(f: "Function", given: list[Code]) -> tuple[list[Any], list[str], str]:
    """Return the fields of the records, the addresses of eight of them, and what declares the names used there."""
    rows, ids, at = f.temporary(), f.temporary(), f.temporary()
    fields, kind = fields_of(given[0].type.kind), given[1].type.kind
    if not fields:
        raise f.refuse(f.node, "rows that are gathered must be records of eight single-precision numbers")
    numbers = (load(f, kind, f"ROW({ids}, {at} + {k}, {kind.size})").text for k in range(LANES))
    places = [f"ROW({rows}, {number}, {4 * LANES})" for number in numbers]
    declared = f"const Rows {rows} = {given[0].text}, {ids} = {given[1].text};"
    return fields, places, f"{declared} const int64_t {at} = {bare(cast(f, given[2], 'i8'))};"


def _lane_of(f: "Function", given: list[Code], function: Any) -> Code:
    cls = given[0].type.cls
    text = f"({given[0].text} + {lane_width(cls)} * {cast(f, given[1], 'i8')})"
    return Code(text, Place(lane_record(cls)), writes=given[0].writes)


def _prefetch_row(f: "Function", given: list[Code], function: Any) -> Code:
    t, name = given[0].type, f.temporary()
    size = layout(t.cls).size if isinstance(t, Place) else t.count * t.kind.size
    asked = " ".join(f"PREFETCH({name} + {k});" for k in range(0, size, _LINE))
    return Code(f"({{ const char *{name} = {given[0].text}; {asked} }})", "None")


def _fetch(f: "Function", given: list[Code], function: Any) -> Code:
    array = given[0].text
    return Code(f"PREFETCH(&{array}.p[{cast(f, given[1], 'i8')} * {array}.n1 + {cast(f, given[2], 'i8')}])", "None")


def _add_one(f: "Function", given: list[Code], function: Any) -> Code:
    f.writes = True
    return Code(f"add_one((int64_t *){row_place(f, given[0], given[1])})", "i8", writes=True)


def _wait_for(f: "Function", given: list[Code], function: Any) -> Code:
    f.writes = True  # nothing may be moved across it
    place, count = row_place(f, given[0], given[1]), bare(cast(f, given[2], "i8"))
    return Code(f"wait_for((int64_t *){place}, {count})", "None", writes=True)


BY_NAME: dict[str | None, Callable[..., Code]] = {
    "load": _load,
    "store": _store,
    "splat": lambda f, given, function: Code(f"splat_8f4({bare(cast(f, given[0], 'f8'))})", "8f4"),
    "gather_rows": _gather,
    "scatter_rows": _scatter,
    "lane_of": _lane_of,
    "prefetch_row": _prefetch_row,
    "fetch": _fetch,
    "add_one": _add_one,
    "wait_for": _wait_for,
    "any_greater": _by_lane("any_greater", "b1"),
    **{name: _by_lane(name) for name in ("greater", "lesser", "sign_of", "magnitude", "where_greater", "sqrt")},
}
