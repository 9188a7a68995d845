"""Types of what kernels handle, and how C writes them.

Numbers and lanes are named by their numpy code, "f8" or "8f4"; everything else is one of the classes below. Numbers of
fewer bytes exist in memory only: kernels read them as "i8", except single-precision items of arrays, which stay "f4".
"""

from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np

from rigida.jit.layout import Components, Fields, Number, Several, WideNumber

#: C types by numpy code: of numbers in registers, of lanes, and of numbers that only memory holds.
NUMBERS = {"f8": "double", "f4": "float", "i8": "int64_t", "u8": "uint64_t", "b1": "bool"}
LANES = {"8f4": "v8f", "8f8": "v8d"}
STORED = NUMBERS | {"i4": "int32_t", "i2": "int16_t", "u4": "uint32_t", "u2": "uint16_t", "u1": "uint8_t"}
#: Python's names of numbers.
CONVERSIONS = {
    float: "f8",
    int: "i8",
    bool: "b1",
    np.float64: "f8",
    np.float32: "f4",
    np.int64: "i8",
    np.int32: "i4",
    np.uint64: "u8",
    np.uint32: "u4",
    np.uint8: "u1",
    np.bool_: "b1",
}
NONE, OBJECT = "None", "object"
#: Numbers by the letters of forms (`ahead.form`).
LETTERS = {"d": "f8", "i": "i8", "?": "b1"}


@dataclass(frozen=True)
class Value:
    """A value class (`jit.values`) with components of one kind of number or lanes."""

    cls: Any
    real: str


@dataclass(frozen=True)
class Place:
    """A record at an address."""

    cls: Any


@dataclass(frozen=True)
class Items:
    """So many of a kind at an address."""

    kind: Any
    count: int


@dataclass(frozen=True)
class Rows:
    """Rows of a table: an address and their number."""

    kind: Any


@dataclass(frozen=True)
class TableOf:
    """A table: the address of its words."""

    cls: Any


@dataclass(frozen=True)
class Array:
    """A contiguous array: an address and its shape."""

    code: str
    dimensions: int


@dataclass(frozen=True)
class Tuple:
    """Several results: a tuple, or a NamedTuple of a class."""

    parts: tuple[Any, ...]
    cls: Any = None


def is_number(t: Any) -> bool:
    """Return whether a type is that of one number."""
    return isinstance(t, str) and t in NUMBERS


def is_lanes(t: Any) -> bool:
    """Return whether a type is that of eight numbers."""
    return isinstance(t, str) and t in LANES


def register_code(code: str) -> str:
    """Return the code of a number in a register that memory holds by `code`."""
    return code if code in NUMBERS else "i8"


def type_of_kind(kind: Any) -> Any:
    """Return the type that kernels see where memory holds a kind (`jit.layout`)."""
    if isinstance(kind, WideNumber):
        return kind.code
    if isinstance(kind, Number):
        return "f8" if kind.code[0] == "f" else register_code(kind.code)
    if isinstance(kind, Components):
        return Value(kind.cls, type_of_kind(kind.of))
    if isinstance(kind, Fields):
        return Place(kind.cls)
    assert isinstance(kind, Several)
    return Items(kind.kind, kind.count)


def type_of_argument(kind: str) -> Any:
    """Return the type of an argument that a form names."""
    if kind in LETTERS:
        return LETTERS[kind]
    if kind == "None":
        return NONE
    if ":" in kind:
        code, dimensions = kind.split(":")
        return Array(code, int(dimensions))
    module, _, name = kind.rpartition(".")
    return TableOf(getattr(import_module(module), name))


def common(a: Any, b: Any) -> Any:
    """Return the type that holds what two types hold; None where there is none."""
    if a == b:
        return a
    if is_number(a) and is_number(b):
        if "f8" in (a, b) or "f4" in (a, b):
            return "f8"
        return "i8" if {a, b} == {"i8", "b1"} else None
    if is_lanes(a) and is_number(b):
        return a
    if is_lanes(b) and is_number(a):
        return b
    if isinstance(a, Tuple) and isinstance(b, Tuple) and len(a.parts) == len(b.parts):
        parts = tuple(common(*pair) for pair in zip(a.parts, b.parts, strict=True))
        return None if None in parts else Tuple(parts, a.cls)
    return None


def shown(t: Any) -> str:
    """Return a type in words, for messages."""
    names = {"f8": "a float", "f4": "a float32", "i8": "an int", "u8": "a uint64", "b1": "a bool", NONE: "None"}
    if isinstance(t, str):
        return names.get(t, "lanes" if is_lanes(t) else "a Python object")
    if isinstance(t, Tuple):
        return f"a tuple of {len(t.parts)}"
    if isinstance(t, Array):
        return f"an array of {t.code} with {t.dimensions} dimensions"
    if isinstance(t, Rows | Items):
        return "rows" if isinstance(t, Rows) else "items"
    return f"a {t.cls.__name__}"
