"""Asking for memory (`prefetch`) as numba compiles it."""

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types

from rigida.jit.extend import compile_as
from rigida.jit.lowering.kind_code import ItemsType, RecordType, offset
from rigida.math.cache_lines import LINE
from rigida.math.prefetch import fetch, prefetch_row


def _element_types(args: tuple[Any, ...]) -> Any:
    return types.void, args[0], types.int64, types.int64


def _element_code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    table = context.make_array(sig.args[0])(context, builder, args[0])
    place = cgutils.get_item_pointer(context, builder, sig.args[0], table, [args[1], args[2]], wraparound=False)
    _ask(builder, builder.bitcast(place, ir.IntType(8).as_pointer()))
    return context.get_dummy_value()


def _ask(builder: Any, place: Any) -> None:
    """Ask for the line at a pointer."""
    word, byte = ir.IntType(32), ir.IntType(8).as_pointer()
    kind = ir.FunctionType(ir.VoidType(), [byte, word, word, word])
    fetch = builder.module.declare_intrinsic("llvm.prefetch", [byte], kind)
    # To be read, kept in all caches, data rather than instructions.
    builder.call(fetch, [place, *(ir.Constant(word, flag) for flag in (0, 3, 1))])


def _types(args: tuple[Any, ...]) -> Any:
    return (types.void, *args) if len(args) == 1 and isinstance(args[0], (RecordType, ItemsType)) else None


def _code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    for at in range(0, sig.args[0].size, LINE):
        _ask(builder, offset(builder, args[0], at))
    return context.get_dummy_value()


compile_as(prefetch_row, _types, _code, (RecordType,), (ItemsType,))
compile_as(fetch, _element_types, _element_code, (types.Array, types.int64, types.int64))
