"""Tables: what belongs together, named once, handed to kernels by one pointer.

    class Bodies(Table):
        center: Rows[Vec3]     # centre of mass, world [m]; written by …
        twist: Rows[Twist]
        gravity: Vec3          # one for all
        limit: float           # a number

In Python a table holds numpy arrays and numbers as attributes: rows of numbers are arrays (n,), rows of values and
records arrays (n, …) with as many numbers of the same kind a row, or of the record's own dtype (`dtype_of`). Where they
lie is written into words that never move; a kernel that takes the table gets the address of these words. An array is
replaced by assignment, `bodies.center = larger`: kernels see it in their next call, without being bound again. A
table can hold another table. Kernels write into arrays, not numbers of a table.
"""

import math
import operator
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

from rigida.jit.layout import dtype_of_kind, is_one_number, kind_of, layout, number_code, size_of
from rigida.jit.records import Record, Rows

#: Words of a column: address and number of rows, or a number, or the address of a table's words.
_WORDS = 2


class Table:
    """Arrays and numbers that kernels take together; subclasses annotate them."""

    words: NDArray[np.int64]

    def __init__(self, **values: Any) -> None:
        self.__dict__["words"] = np.zeros(_WORDS * len(columns(type(self))), dtype=np.int64)
        for name, value in values.items():
            if name not in columns(type(self)):
                raise TypeError(f"{type(self).__name__} has no '{name}'; it has {', '.join(columns(type(self)))}.")
            setattr(self, name, value)

    def __setattr__(self, name: str, value: Any) -> None:
        if value is not None and value is self.__dict__.get(name):
            return  # its words are written
        column = columns(type(self)).get(name)
        if column is not None:
            words = column.words(f"{type(self).__name__}.{name}", value)
            self.words[column.place : column.place + len(words)] = words
        self.__dict__[name] = value

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "words"}

    def __setstate__(self, values: dict[str, Any]) -> None:
        Table.__init__(self)
        for name, value in values.items():
            setattr(self, name, value)


@dataclass(frozen=True)
class Column:
    """An attribute of a table: the first of its words, and the kind that they describe.

    kind: of the number, value or record, of which there are rows or only one, or None for a table of class `cls`.
    """

    place: int
    kind: Any
    rows: bool = False
    cls: type | None = None

    @property
    def dtype(self) -> Any:
        """Numpy's dtype of a row."""
        return dtype_of_kind(self.kind)

    def words(self, name: str, value: Any) -> tuple[int, ...]:
        """Return the words that describe a value to kernels, after a check of its type and shape."""
        if self.cls is not None:
            if not isinstance(value, self.cls):
                raise TypeError(f"{name} must be a {self.cls.__name__}, got {type(value).__name__}.")
            return (value.words.ctypes.data,)  # type: ignore[attr-defined]
        if is_one_number(self.kind) and not self.rows:
            return (int(np.float64(value).view(np.int64)) if self.kind[-2] == "f" else operator.index(value),)
        self._check(name, value)
        return value.ctypes.data, len(value) if self.rows else 1

    def _check(self, name: str, value: Any) -> None:
        """Raise an error that says what is wanted if a value is not an array of such rows."""
        code, size = number_code(self.kind), size_of(self.kind)
        if isinstance(value, np.ndarray) and value.flags.c_contiguous:
            row = value.itemsize * math.prod(value.shape[1:] if self.rows else value.shape)
            numbers = value.dtype == self.dtype.base if value.dtype.fields else value.dtype.str[1:] == code
            if numbers and row == size and value.ndim >= self.rows:
                return
        got = f"{value.dtype} {value.shape}" if isinstance(value, np.ndarray) else type(value).__name__
        if isinstance(value, np.ndarray) and not value.flags.c_contiguous:
            got += ", not contiguous"
        count = size // np.dtype(code).itemsize if code else 0
        plain = (
            f"{np.dtype(code)} ({'n, ' if self.rows else ''}{count})" if code else f"{self.kind.cls.__name__}'s dtype"
        )
        if is_one_number(self.kind):
            plain = f"{np.dtype(code)} (n,)"
        raise TypeError(f"{name} must be a contiguous array of {plain}, {size} bytes a row; got {got}.")


def _columns(cls: type) -> dict[str, Column]:
    """Return the columns of a table class by name."""
    found: dict[str, Column] = {}
    for name, hint in get_type_hints(cls, include_extras=True).items():
        place = _WORDS * len(found)
        if name == "words":
            continue
        if get_origin(hint) is Rows:
            found[name] = Column(place, kind_of(get_args(hint)[0]), rows=True)
        elif isinstance(hint, type) and issubclass(hint, Table):
            found[name] = Column(place, None, cls=hint)
        else:
            found[name] = Column(place, kind_of(hint))
    return found


columns: Callable[[type], dict[str, Column]] = cache(_columns)


def dtype_of(record: type[Record]) -> np.dtype[Any]:
    """Return the numpy dtype of rows of a record class."""
    return layout(record).dtype


def named(rows: NDArray[Any], record: type[Record]) -> NDArray[np.void]:
    """Return rows of plain numbers (n, numbers of a row) by the names of a record's fields (n,): the same memory."""
    return rows.view(dtype_of(record))[:, 0]
