"""Forms of a kernel: the kinds of arguments that one compiled version of it takes, written as a line of text.

    rigida.realtime.islands.island_set:find_islands d i f8:2 ; rigida.realtime.arrays.Bodies i4:1

Before the semicolon is what calls give, behind it what is bound: `d`, `i`, `?` for a float, an int, a bool, the dtype
and the number of dimensions of a contiguous array, the class of a table, `None` for one that there is not.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from rigida.jit import sources
from rigida.jit.tables import Table

#: All forms that are compiled ahead of time.
LIST = Path(__file__).parent / "forms.txt"
_NUMBERS = ((bool | np.bool_, "?"), (int | np.integer, "i"), (float | np.floating, "d"))


@dataclass(frozen=True, order=True)
class Form:
    """The kinds of given and bound arguments of a kernel "module:name"."""

    kernel: str
    given: tuple[str, ...]
    bound: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join((self.kernel, *self.given, ";", *self.bound)).rstrip()

    @classmethod
    def parse(cls, line: str) -> "Form":
        """Return the form that a line describes."""
        given, _, bound = line.partition(";")
        kernel, *kinds = given.split()
        return cls(kernel, tuple(kinds), tuple(bound.split()))


def listed() -> list[Form]:
    """Return the forms that are compiled ahead of time."""
    return [Form.parse(line) for line in LIST.read_text(encoding="utf-8").splitlines()]


def kernel_files(python: Any, kinds: Iterable[str]) -> set[str]:
    """Return the files in which a kernel, of this Python function, and its tables among the arguments are written."""
    modules = {kind.rpartition(".")[0] for kind in kinds if "." in kind}
    found = (getattr(import_module(name), "__file__", None) for name in modules)
    return {python.__code__.co_filename, *filter(None, found)}


def form_key(python: Any, form: Form) -> str:
    """Return a hash of a form of a kernel, written as this Python function, and of the sources that it stands on."""
    state = sources.state_of(kernel_files(python, (*form.given, *form.bound)))
    return sources.short_hash(f"{form}\n{state}".encode())


def kernel_name(python: Any) -> str:
    """Return the name by which a kernel is found, of the function that it is written as."""
    return f"{python.__module__}:{python.__qualname__}"


def kind_text(value: Any) -> str:
    """Return the kind of an argument, "" for one that no form can take."""
    if value is None:
        return "None"
    if isinstance(value, Table):
        return f"{type(value).__module__}.{type(value).__qualname__}"
    if isinstance(value, np.ndarray):
        plain = value.ndim and value.flags.c_contiguous and value.dtype.fields is None
        return f"{value.dtype.str[1:]}:{value.ndim}" if plain else ""
    return next((letter for kind, letter in _NUMBERS if isinstance(value, kind)), "")


def given_code(kinds: tuple[str, ...]) -> bytes:
    """Return what calls compare given arguments with (native/kernels.c)."""
    pairs = (kind.split(":") if ":" in kind else (kind, "0") for kind in kinds)
    return b"".join(
        bytes((ord(letter) if count == "0" else np.dtype(letter).num, int(count))) for letter, count in pairs
    )
