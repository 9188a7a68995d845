"""Tables, rows and records as kernels see them where nothing is compiled (RIGIDA_PLAIN=1, or no C compiler)."""

from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rigida.jit.layout import (
    Components,
    Fields,
    Several,
    count_of,
    dtype_of_kind,
    is_one_number,
    layout,
    number_code,
    size_of,
)
from rigida.jit.tables import Table, columns
from rigida.jit.values import component_names

Memory = NDArray[np.uint8]


def plain_table(table: Table) -> Any:
    """Return a table as kernels see it."""
    found: dict[str, Any] = {}
    for name, column in columns(type(table)).items():
        value = table.__dict__.get(name)
        if value is None:
            continue
        if column.cls is not None:
            value = plain_table(value)
        elif column.rows:
            value = PlainRows(column.kind, value.reshape(-1).view(np.uint8), f"{type(table).__name__}.{name}")
        elif not is_one_number(column.kind):
            value = read(column.kind, value.reshape(-1).view(np.uint8), 0)
        found[name] = value
    return SimpleNamespace(**found)


def plain_arguments(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the arguments of a kernel as it sees them in plain Python."""
    return tuple(plain_table(value) if isinstance(value, Table) else value for value in values)


def read(kind: Any, memory: Memory, at: int, where: str = "") -> Any:
    """Return what lies at a place of memory: a copy of a number or value, or the place itself."""
    if isinstance(kind, str):
        code = kind[-2:]
        if not is_one_number(kind):
            return memory[at : at + size_of(kind)].view(code).copy()
        number = memory[at : at + int(code[1])].view(code)[0]
        if code[0] == "f":
            return np.float64(number)
        return bool(number) if code[0] == "b" else np.uint64(number) if code == "u8" else int(number)
    if isinstance(kind, Components):
        return kind.cls(*(read(kind.of, memory, at + k * size_of(kind.of)) for k in range(count_of(kind))))
    return PlainRecord(kind.cls, memory, at) if isinstance(kind, Fields) else PlainItems(kind, memory, at, where)


def write(kind: Any, memory: Memory, at: int, value: Any) -> None:
    """Write a number, a value or all of another record to a place of memory."""
    if isinstance(kind, str):
        memory[at : at + (int(kind[-1]) if is_one_number(kind) else size_of(kind))].view(kind[-2:])[:] = value
    elif isinstance(kind, Components):
        for k, name in enumerate(component_names(kind.cls)):
            write(kind.of, memory, at + k * size_of(kind.of), getattr(value, name))
    else:
        memory[at : at + size_of(kind)] = value._memory[value._at : value._at + size_of(kind)].copy()


class PlainRecord:
    """A record at a place of memory."""

    def __init__(self, cls: type, memory: Memory, at: int) -> None:
        self.__dict__.update(_cls=cls, _memory=memory, _at=at)

    def __getattr__(self, name: str) -> Any:
        fields = layout(self._cls).fields
        if name not in fields:
            raise AttributeError(f"{self._cls.__name__} has no field '{name}'; it has {', '.join(fields)}.")
        return read(fields[name][1], self._memory, self._at + fields[name][0], f"{self._cls.__name__}.{name}")

    def __setattr__(self, name: str, value: Any) -> None:
        offset, kind = layout(self._cls).fields[name]
        write(kind, self._memory, self._at + offset, value)


class PlainItems:
    """So many of a kind, one behind the other."""

    def __init__(self, several: Several, memory: Memory, at: int, where: str) -> None:
        self._kind, self._count, self._memory, self._at, self._where = several.kind, several.count, memory, at, where

    def _place(self, k: int) -> int:
        if not 0 <= k < self._count:
            raise IndexError(f"{self._where}: {k} is out of bounds, there are {self._count}.")
        return self._at + int(k) * size_of(self._kind)

    def __getitem__(self, k: Any) -> Any:
        return read(self._kind, self._memory, self._place(k))

    def __setitem__(self, k: int, value: Any) -> None:
        write(self._kind, self._memory, self._place(k), value)


class PlainRows(PlainItems):
    """Rows of a kind."""

    def __init__(self, kind: Any, memory: Memory, where: str) -> None:
        super().__init__(Several(kind, len(memory) // size_of(kind)), memory, 0, where)

    def __len__(self) -> int:
        return self._count

    @property
    def shape(self) -> tuple[int]:
        """The number of rows."""
        return (self._count,)

    @property
    def array(self) -> NDArray[Any]:
        """The numbers of the rows."""
        numbers = self._memory.view(number_code(self._kind) or dtype_of_kind(self._kind))
        return numbers if is_one_number(self._kind) else numbers.reshape(self._count, -1)

    def __getitem__(self, k: Any) -> Any:
        if not isinstance(k, slice):
            return super().__getitem__(k)
        start, stop = k.start or 0, self._count if k.stop is None else min(k.stop, self._count)
        if not 0 <= start <= stop:
            raise IndexError(f"{self._where}: rows {start} to {stop} are out of bounds, there are {self._count}.")
        size = size_of(self._kind)
        return PlainRows(self._kind, self._memory[start * size : stop * size], self._where)
