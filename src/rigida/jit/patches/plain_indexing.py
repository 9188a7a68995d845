"""Reads and writes single elements of contiguous arrays in a dozen instructions instead of forty.

Kernels consist of such accesses. numba unpacks the whole description of the array for each; what comes out once LLVM
has removed the rest is the same, but writing and removing it takes a sixth of the time that compiling takes.
"""

import operator
from copy import copy
from typing import Any

from numba.core import cgutils, types
from numba.core.base import _wrap_impl
from numba.core.cpu import CPUContext
from numba.np.arrayobj import load_item, store_item

_NUMBERS = (types.Number, types.Boolean)


class KernelContext(CPUContext):
    """numba's target context, which answers how an operation is compiled; for functions of rigida alone."""

    #: Functions of numba that are compiled for rigida's; those that are compiled for the user's stay as they are.
    _INTERNAL: dict[Any, Any] = {}  # noqa: RUF012 — shared by all contexts on purpose

    def get_function(self, fn: Any, sig: Any, _firstcall: bool = True) -> Any:
        """Return the implementation of an operation."""
        access = _ACCESSES.get(getattr(fn, "typing_key", None))
        if access and _is_plain(self, *sig.args):
            return _wrap_impl(access, self, sig)
        return super().get_function(fn, sig, _firstcall)


def own_target(context: Any) -> KernelContext:
    """Return a target context like the given one that accesses elements plainly."""
    own = copy(context)  # as numba does for every function with options of its own
    own.__class__ = KernelContext
    own.cached_internal_func = KernelContext._INTERNAL
    return own


def _is_plain(context: Any, array: Any, index: Any, value: Any = types.int64) -> bool:
    """Tell whether an index leads to a number of a contiguous array, unchecked."""
    if not (isinstance(array, types.Array) and array.layout == "C" and isinstance(array.dtype, _NUMBERS)):
        return False
    if not isinstance(index, (types.Integer, types.BaseTuple)):
        return False
    indices = _indices(index)
    whole = len(indices) == array.ndim and all(isinstance(i, types.Integer) for i in indices)
    return whole and isinstance(value, _NUMBERS) and not context.enable_boundscheck


def _indices(index: Any) -> tuple[Any, ...]:
    return (index,) if isinstance(index, types.Integer) else tuple(index)


def _pointer(context: Any, builder: Any, array: Any, value: Any, index: Any, at: Any) -> Any:
    """Return the code of the address of an element; negative indices count from the end."""
    kinds = _indices(index)
    places = cgutils.unpack_tuple(builder, at, count=len(kinds)) if isinstance(index, types.BaseTuple) else [at]
    field = context.data_model_manager[array].get_field_position
    offset = None
    for axis, (kind, i) in enumerate(zip(kinds, places, strict=True)):
        i = context.cast(builder, i, kind, types.uintp if not kind.signed else types.intp)
        if kind.signed or axis > 0:
            length = builder.extract_value(value, [field("shape"), axis])
        if kind.signed:
            i = builder.select(builder.icmp_signed("<", i, i.type(0)), builder.add(i, length), i)
        offset = i if offset is None else builder.add(builder.mul(offset, length), i)
    return builder.gep(builder.extract_value(value, field("data")), [offset], inbounds=True)


def _read(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    array, index = signature.args
    return load_item(context, builder, array, _pointer(context, builder, array, arguments[0], index, arguments[1]))


def _write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    array, index, kind = signature.args
    value = context.cast(builder, arguments[2], kind, array.dtype)
    store_item(context, builder, array, value, _pointer(context, builder, array, arguments[0], index, arguments[1]))
    return context.get_dummy_value()


_ACCESSES: dict[Any, Any] = {operator.getitem: _read, operator.setitem: _write}
