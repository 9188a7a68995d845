"""Types of what kernels handle, and how C writes them.

Numbers and lanes are named by their numpy code, "f8" or "8f4"; records and several of a kind by what lies in memory
(`jit.layout`), they are handled by their address; everything else is one of the classes below. Numbers of fewer bytes
exist in memory only: kernels read them as "i8", except single-precision items of arrays, which stay "f4".
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from importlib import import_module
from typing import Any

import numpy as np

from rigida.jit.layout import Components, Fields, Several

#: C types by numpy code: of numbers in registers, of lanes, and of numbers that only memory holds.
NUMBERS = {"f8": "double", "f4": "float", "i8": "int64_t", "u8": "uint64_t", "b1": "bool"}
LANES = {"8f4": "v8f", "8f8": "v8d"}
STORED = NUMBERS | {"i4": "int32_t", "i2": "int16_t", "u4": "uint32_t", "u2": "uint16_t", "u1": "uint8_t"}
#: Functions of Python and numpy that convert a number, by the code of what they give.
CONVERSIONS = {float: "f8", int: "i8", bool: "b1", np.bool_: "b1"} | {
    getattr(np, name): np.dtype(name).str[1:]
    for name in ("float64", "float32", "int64", "int32", "uint64", "uint32", "uint8")
}
NONE, OBJECT = "None", "object"
#: Numbers by the letters of forms (`ahead.form`).
LETTERS = {"d": "f8", "i": "i8", "?": "b1"}
_SHOWN = {"f8": "a float", "f4": "a float32", "i8": "an int", "u8": "a uint64", "b1": "a bool", NONE: "None"}


@dataclass(frozen=True)
class Value:
    """A value class (`jit.values`) with components of one kind of number or lanes."""

    cls: Any
    real: str


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
    """Return the type that kernels see where memory holds a kind."""
    if isinstance(kind, Components):
        return Value(kind.cls, type_of_kind(kind.of))
    if not isinstance(kind, str) or is_lanes(kind):
        return kind
    return "f8" if kind[-2] == "f" else register_code(kind[-2:])


def type_of_argument(kind: str) -> Any:
    """Return the type of an argument that a form names."""
    if kind == NONE or kind in LETTERS:
        return LETTERS.get(kind, NONE)
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
    return b if is_lanes(b) and is_number(a) else None


def common_of_all(types: Iterable[Any]) -> Any:
    """Return the type that holds what all types hold; None where there is none."""
    return reduce(common, types)


def shown(t: Any) -> str:
    """Return a type in words, for messages."""
    if isinstance(t, str):
        return _SHOWN.get(t, "lanes" if is_lanes(t) else "a Python object")
    if isinstance(t, Tuple):
        return f"a tuple ({', '.join(map(shown, t.parts))})"
    if isinstance(t, Array):
        return f"an array of {t.code} with {t.dimensions} dimensions"
    if isinstance(t, Rows | Several):
        return "rows" if isinstance(t, Rows) else "items"
    assert isinstance(t, Fields | Value | TableOf)
    return f"a {t.cls.__name__}"
