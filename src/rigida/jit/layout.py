"""Memory layout of records.

A *kind* is what an annotation of a record or table describes: a number by numpy's code of it, such as "i4", eight of
them that kernels get as `Lanes`, "8f4", one lane of such eight, "1f4"; or a value, a record, or several of a kind, by
the classes below. Kernels get an int, a float or a bool from a number, however it is stored.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import numpy as np

from rigida.jit.records import At, Items, Record
from rigida.jit.values import VALUES, component_names

#: Numbers that kernels handle as one.
LANES = 8
_CODES = {int: "i8", np.uint64: "u8", float: "f8", bool: "b1", Any: "8f4"}


@dataclass(frozen=True)
class Components:
    """A value: its components one behind the other, of a kind of number."""

    cls: type
    of: str


@dataclass(frozen=True)
class Fields:
    """A record."""

    cls: type


@dataclass(frozen=True)
class Several:
    """So many of a kind."""

    kind: Any
    count: int


@dataclass(frozen=True)
class Layout:
    """Offset and kind of each field of a record, and its dtype."""

    fields: dict[str, tuple[int, Any]]
    dtype: Any


def is_one_number(kind: Any) -> bool:
    """Return whether a kind is one number."""
    return isinstance(kind, str) and kind[0] != str(LANES)


def count_of(kind: Any) -> int:
    """Return how many components a kind has, 1 for a number."""
    return len(component_names(kind.cls)) if isinstance(kind, Components) else 1


@cache
def dtype_of_kind(kind: Any) -> Any:
    """Return the numpy dtype of a kind."""
    if isinstance(kind, str):  # the other lanes of a number lie behind it
        return np.dtype(f"{LANES}{kind[1:]}" if kind[0] == "1" else kind)
    if isinstance(kind, Fields):
        return layout(kind.cls).dtype
    if isinstance(kind, Components):
        return np.dtype((dtype_of_kind(kind.of), count_of(kind)))
    return np.dtype((dtype_of_kind(kind.kind), kind.count))


@cache
def size_of(kind: Any) -> int:
    """Return the bytes that a kind takes."""
    return int(dtype_of_kind(kind).itemsize)


@cache
def number_code(kind: Any) -> str | None:
    """Return the one code of all numbers that a kind consists of, None if there are several."""
    if isinstance(kind, str):
        return kind[-2:]
    if isinstance(kind, Fields):
        codes = {number_code(of) for _, of in layout(kind.cls).fields.values()}
        return codes.pop() if len(codes) == 1 else None
    return number_code(kind.of if isinstance(kind, Components) else kind.kind)


def kind_of(hint: Any) -> Any:
    """Return the kind that an annotation describes."""
    extra: tuple[Any, ...] = ()
    if get_origin(hint) is Annotated:
        hint, *rest = get_args(hint)
        extra = tuple(rest)
    if get_origin(hint) is Items:
        return Several(kind_of(get_args(hint)[0]), extra[0])
    if isinstance(hint, type) and issubclass(hint, Record):
        return Fields(hint)
    if hint in VALUES:
        return Components(hint, extra[0] if extra else "f8")
    if hint not in _CODES:
        raise TypeError(f"{hint} is no number, value, record or items of them: a record cannot hold it.")
    return extra[0] if extra and isinstance(extra[0], str) else _CODES[hint]


def _lane_hint(hint: Any) -> Any:
    """Return the annotation of one lane of a field."""
    if isinstance(hint, type) and issubclass(hint, Record):
        return lane_record(hint)
    inner, *extra = get_args(hint)
    if get_origin(inner) is Items:
        return Annotated[Items[_lane_hint(get_args(inner)[0])], *extra]  # type: ignore[misc]
    return Annotated[float if inner is Any else inner, f"1{extra[0][1:]}", *extra[1:]]


def _lane_record(cls: type) -> type[Record]:
    """Return the record that one lane of a record of lanes is: the same fields, of single numbers."""
    hints = {name: _lane_hint(hint) for name, hint in get_type_hints(cls, include_extras=True).items()}
    return type(f"{cls.__name__}Lane", (Record,), {"__annotations__": hints, "__module__": cls.__module__})


lane_record: Callable[[type], type[Record]] = cache(_lane_record)


def _layout(cls: type) -> Layout:
    """Return the layout of a record class: each field begins where the one before ends."""
    fields, size, names = dict[str, tuple[int, Any]](), 0, []
    for name, hint in get_type_hints(cls, include_extras=True).items():
        kind = kind_of(hint)
        same = [extra.field for extra in getattr(hint, "__metadata__", ()) if isinstance(extra, At)]
        if same:
            fields[name] = (fields[same[0]][0], kind)
            continue
        fields[name] = (size, kind)
        names.append((name, dtype_of_kind(kind)))
        size += size_of(kind)
    return Layout(fields, np.dtype(names))


layout: Callable[[type], Layout] = cache(_layout)
