"""Lets numba read and write single elements of contiguous arrays in a dozen instructions instead of forty.

Kernels consist of such accesses. numba unpacks the whole description of the array for each; what comes out once LLVM
has removed the rest is the same, but writing and removing it takes a sixth of the time that compiling takes.
"""

import operator
from typing import Any

from numba.core import cgutils, types
from numba.core.imputils import lower_builtin
from numba.np.arrayobj import getitem_array_tuple, getitem_arraynd_intp, load_item, setitem_array, store_item

_NUMBERS = (types.Number, types.Boolean)


def _is_plain(context: Any, array: Any, index: tuple[Any, ...]) -> bool:
    """Tell whether an index leads to a number of a contiguous array, unchecked."""
    whole = array.layout == "C" and len(index) == array.ndim and all(isinstance(i, types.Integer) for i in index)
    return whole and isinstance(array.dtype, _NUMBERS) and not context.enable_boundscheck


def _pointer(context: Any, builder: Any, array: Any, value: Any, index: tuple[Any, ...], at: list[Any]) -> Any:
    """Return the code of the address of an element; negative indices count from the end."""
    field = context.data_model_manager[array].get_field_position
    offset = None
    for axis, (kind, i) in enumerate(zip(index, at, strict=True)):
        i = context.cast(builder, i, kind, types.uintp if not kind.signed else types.intp)
        if kind.signed or axis > 0:
            length = builder.extract_value(value, [field("shape"), axis])
        if kind.signed:
            i = builder.select(builder.icmp_signed("<", i, i.type(0)), builder.add(i, length), i)
        offset = i if offset is None else builder.add(builder.mul(offset, length), i)
    return builder.gep(builder.extract_value(value, field("data")), [offset], inbounds=True)


def _read_by_tuple(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    array, index = signature.args
    if not _is_plain(context, array, tuple(index)):
        return getitem_array_tuple(context, builder, signature, arguments)
    at = cgutils.unpack_tuple(builder, arguments[1], count=len(index))
    return load_item(context, builder, array, _pointer(context, builder, array, arguments[0], tuple(index), at))


def _read(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    array, index = signature.args
    if not _is_plain(context, array, (index,)):
        return getitem_arraynd_intp(context, builder, signature, arguments)
    return load_item(context, builder, array, _pointer(context, builder, array, arguments[0], (index,), [arguments[1]]))


def _write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    array, index, kind = signature.args
    of_tuple = isinstance(index, types.BaseTuple)
    indices = tuple(index) if of_tuple else (index,)
    if not _is_plain(context, array, indices):
        return setitem_array(context, builder, signature, arguments)
    at = cgutils.unpack_tuple(builder, arguments[1], count=len(indices)) if of_tuple else [arguments[1]]
    value = context.cast(builder, arguments[2], kind, array.dtype)
    store_item(context, builder, array, value, _pointer(context, builder, array, arguments[0], indices, at))
    return context.get_dummy_value()


def use_plain_indexing() -> None:
    """Change how numba compiles accesses to elements, for the process."""
    lower_builtin(operator.getitem, types.Array, types.BaseTuple)(_read_by_tuple)
    lower_builtin(operator.getitem, types.Array, types.Integer)(_read)
    for index in (types.BaseTuple, types.Integer):
        for kind in _NUMBERS:
            lower_builtin(operator.setitem, types.Array, index, kind)(_write)
