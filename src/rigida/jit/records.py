"""Records: rows of arrays with named fields, as kernels read and write them.

    class Manifold(Record):
        normal: Vec3                                # from a to b, world
        separation: Annotated[Items[float], 4]      # of each point [m]

    c = contacts.manifold[m]
    c.separation[k] += h * dot(c.normal, v)

A record is a place: to take a row copies nothing, to assign a field writes it, to assign a whole record copies it. A
number or a value that is read from a field is a copy: ints and floats whatever they are stored as, vectors `Vec3`.
Rows are counted from zero up, never from the end; with RIGIDA_BOUNDS=1 a row that is not there is an IndexError
that names the table and field, otherwise it is as undefined as in C.

In Python, outside kernels, the rows of a table are numpy arrays (`tables`), which `as_array` declares
to the type checker.
"""

from dataclasses import dataclass
from typing import Annotated, Any, Generic, TypeVar, cast, overload

import numpy as np
from numpy.typing import NDArray

T = TypeVar("T")

# Numbers by how they are stored; kernels get int, float, bool or `Lanes`.
Int32 = Annotated[int, "i4"]
UInt32 = Annotated[int, "u4"]
UInt64 = Annotated[np.uint64, "u8"]
Byte = Annotated[int, "u1"]
Flag = Annotated[bool, "b1"]
Single = Annotated[float, "f4"]
Wide = Annotated[Any, "8f4"]
WideDouble = Annotated[Any, "8f8"]


class Record:
    """A row with named fields, which subclasses annotate; they lie one behind the other."""


class Items(Generic[T]):
    """So many of the same within a record: `Annotated[Items[float], 4]`."""

    def __getitem__(self, k: int) -> T:
        raise NotImplementedError

    def __setitem__(self, k: int, value: T) -> None:
        raise NotImplementedError


@dataclass(frozen=True)
class At:
    """Lets a field lie where another one begins: the same numbers by another name."""

    field: str


class Rows(Generic[T]):
    """An array of numbers, values or records, as kernels see the field of a table."""

    shape: tuple[int]

    def __len__(self) -> int:
        raise NotImplementedError

    @overload
    def __getitem__(self, k: int) -> T: ...
    @overload
    def __getitem__(self, k: slice) -> "Rows[T]": ...
    def __getitem__(self, k: int | slice) -> "T | Rows[T]":
        raise NotImplementedError

    def __setitem__(self, k: int, value: T) -> None:
        raise NotImplementedError

    # The type checker lets arrays be assigned to the fields of tables by these; `Table` itself does it.
    @overload
    def __get__(self, table: None, owner: type) -> "Rows[T]": ...
    @overload
    def __get__(self, table: object, owner: type) -> "Rows[T]": ...
    def __get__(self, table: object, owner: type) -> "Rows[T]":
        raise NotImplementedError

    def __set__(self, table: object, value: "NDArray[Any] | Rows[T]") -> None:
        raise NotImplementedError


def as_array(rows: Rows[Any]) -> NDArray[Any]:
    """Return rows as the array of numbers (n,) or (n, numbers of a row) that they lie in.

    In kernels, for functions that take arrays; in Python, where they are that array already, for the type checker.
    """
    return cast(Any, getattr(rows, "array", rows))
