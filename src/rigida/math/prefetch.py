"""Asking for memory ahead of its use.

A loop that follows numbers into a large table waits for each row in turn. Asked for some rows ahead, the processor has
them ready; what is computed does not depend on it. Without compilation (NUMBA_DISABLE_JIT=1) nothing happens.
"""

from typing import Any

import numba
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.extending import intrinsic

from rigida.jit.decorators import inlined
from rigida.jit.extend import compile_as
from rigida.jit.layout import ItemsType, RecordType, offset
from rigida.math.cache_lines import LINE
from rigida.math.lanes import RealArray


def _fetch(array: RealArray, row: int, column: int) -> None:
    """Ask for the line of the cache in which array[row, column] lies."""


@intrinsic
def _fetch_line(typing: Any, array: Any, row: Any, column: Any) -> Any:
    def code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        table = context.make_array(sig.args[0])(context, builder, args[0])
        place = cgutils.get_item_pointer(context, builder, sig.args[0], table, [args[1], args[2]], wraparound=False)
        _ask(builder, builder.bitcast(place, ir.IntType(8).as_pointer()))
        return context.get_dummy_value()

    return types.void(array, types.int64, types.int64), code


def _ask(builder: Any, place: Any) -> None:
    """Ask for the line at a pointer."""
    word, byte = ir.IntType(32), ir.IntType(8).as_pointer()
    kind = ir.FunctionType(ir.VoidType(), [byte, word, word, word])
    fetch = builder.module.declare_intrinsic("llvm.prefetch", [byte], kind)
    # To be read, kept in all caches, data rather than instructions.
    builder.call(fetch, [place, *(ir.Constant(word, flag) for flag in (0, 3, 1))])


if not numba.config.DISABLE_JIT:  # type: ignore[attr-defined]
    _fetch = _fetch_line  # type: ignore[assignment]


@inlined
def prefetch(array: RealArray, row: int, first: int, last: int) -> None:
    """Ask for the columns from `first` to `last` of a row."""
    for column in range(first, last, LINE // array.itemsize):
        _fetch(array, row, column)


def prefetch_row(row: Any) -> None:
    """Ask for a whole record, or for those of its numbers that are items of one field."""


def _types(args: tuple[Any, ...]) -> Any:
    return (types.void, *args) if len(args) == 1 and isinstance(args[0], (RecordType, ItemsType)) else None


def _code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    for at in range(0, sig.args[0].size, LINE):
        _ask(builder, offset(builder, args[0], at))
    return context.get_dummy_value()


compile_as(prefetch_row, _types, _code, (RecordType,), (ItemsType,))
