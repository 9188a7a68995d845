"""Lets numba remember what it asks LLVM and Python again and again, and leaves out what nobody reads."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


def remembering_sizes(ask: Callable[..., int]) -> Callable[..., int]:
    """Return `Type.get_abi_size` of LLVM such that a type is written, parsed and measured once."""
    known: dict[tuple[str, Any], int] = {}

    def get_abi_size(self: Any, target_data: Any, context: Any = None) -> int:
        key = str(self), target_data
        if key not in known:
            known[key] = ask(self, target_data, context)
        return known[key]

    return get_abi_size


def without_timers(install: Callable[..., Any]) -> Callable[..., Any]:
    """Return `install_timer` such that nothing is timed.

    numba times each function by listening to every call of LLVM, also those for what is compiled inside others. A
    kernel as a whole is timed all the same: its timer is there before rigida's compiler runs.
    """

    @contextmanager
    def install_none(kind: str, callback: Callable[[float], object]) -> Iterator[None]:
        yield

    return install_none
