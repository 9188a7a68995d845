"""Memory layout of records.

A *kind* is what an annotation of a record or table describes: a number, a value, a record, an array of them. It
has a size and a numpy dtype.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import numpy as np

from rigida.jit.records import At, Items, Record
from rigida.jit.values import VALUES, component_names

#: Numbers that kernels handle as one.
LANES = 8
_CODES = {int: "i8", np.uint64: "u8", float: "f8", bool: "b1", Any: "8f4"}


class Kind(ABC):
    """What memory holds at a place."""

    @cached_property
    @abstractmethod
    def dtype(self) -> Any:
        """Numpy's dtype of it."""

    @cached_property
    def size(self) -> int:
        """Bytes that it takes."""
        return int(self.dtype.itemsize)


@dataclass(frozen=True)
class Number(Kind):
    """A number stored as numpy's `code`; kernels get an int, a float or a bool."""

    code: str

    @property
    def width(self) -> int:
        """Bytes of the number itself."""
        return int(self.code[1:])

    @cached_property
    def dtype(self) -> Any:
        return np.dtype(self.code)


class LaneNumber(Number):
    """One of eight numbers: those of the other lanes lie behind it."""

    @cached_property
    def dtype(self) -> Any:
        return np.dtype(f"{LANES}{self.code}")


@dataclass(frozen=True)
class WideNumber(Kind):
    """Eight numbers, stored as numpy's "8f4" or "8f8", that kernels get as `Lanes`."""

    code: str

    @cached_property
    def dtype(self) -> Any:
        return np.dtype(self.code)


@dataclass(frozen=True)
class Components(Kind):
    """A value: its components one behind the other, of a kind of number."""

    cls: type
    of: Any

    @property
    def count(self) -> int:
        return len(component_names(self.cls))

    @cached_property
    def dtype(self) -> Any:
        return np.dtype((self.of.dtype, self.count))


@dataclass(frozen=True)
class Fields(Kind):
    """A record."""

    cls: type

    @cached_property
    def dtype(self) -> Any:
        return layout(self.cls).dtype


@dataclass(frozen=True)
class Several(Kind):
    """So many of a kind."""

    kind: Any
    count: int

    @cached_property
    def dtype(self) -> Any:
        return np.dtype((self.kind.dtype, self.count))


@dataclass(frozen=True)
class Layout:
    """Offset and kind of each field of a record, its size in bytes and its dtype."""

    fields: dict[str, tuple[int, Any]]
    size: int
    dtype: Any


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
        return Components(hint, _number(extra[0] if extra else "f8"))
    if hint not in _CODES:
        raise TypeError(f"{hint} is no number, value, record or items of them: a record cannot hold it.")
    return _number(extra[0] if extra and isinstance(extra[0], str) else _CODES[hint])


def _number(code: str) -> Any:
    if code[0] == "1":
        return LaneNumber(code[1:])
    return WideNumber(code) if code[0] == "8" else Number(code)


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
        names.append((name, kind.dtype))
        size += kind.size
    return Layout(fields, size, np.dtype(names))


layout: Callable[[type], Layout] = cache(_layout)


@cache
def number_code(kind: Any) -> str | None:
    """Return the one code of all numbers that a kind consists of, None if there are several."""
    if isinstance(kind, Fields):
        codes = {number_code(of) for _, of in layout(kind.cls).fields.values()}
        return codes.pop() if len(codes) == 1 else None
    if isinstance(kind, (Several, Components)):
        return number_code(kind.kind if isinstance(kind, Several) else kind.of)
    return str(kind.code).removeprefix("8")
