"""Arguments by address (`array_table`) as compiled functions read them from words."""

from typing import Any

import numpy as np
from numba.core import cgutils, types
from numba.extending import intrinsic
from numba.np.arrayobj import make_array, populate_array
from numba.np.numpy_support import from_dtype

from rigida.jit.array_table import Kind
from rigida.jit.lowering.kind_code import WORD
from rigida.jit.lowering.table_code import TableType, constant_word


def array_reader(kinds: tuple[Kind, ...]) -> Any:
    """Return a function for kernels that turns the words of such values into a tuple of them."""
    found = [type_of_kind(kind) for kind in kinds]

    @intrinsic
    def read(_: Any, table: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            base = make_array(signature.args[0])(context, builder, arguments[0]).data
            place, values = 0, []
            for kind in found:
                words = [constant_word(builder, base, place + k) for k in range(1 + getattr(kind, "ndim", 0))]
                values.append(word_value(context, builder, kind, words))
                place += len(words)
            return context.make_tuple(builder, signature.return_type, values)

        return types.Tuple(found)(table), generate

    return read


def type_of_kind(kind: Kind) -> Any:
    """Return the numba type of a kind."""
    if kind is None:
        return types.none
    if isinstance(kind, type):
        return TableType(kind)
    dtype = from_dtype(np.dtype(kind[0]))
    return types.Array(dtype, kind[1], "C") if kind[1] else dtype


def word_value(context: Any, builder: Any, kind: Any, words: list[Any]) -> Any:
    """Return the code of a table, array or number that these words describe."""
    if kind == types.none:
        return context.get_dummy_value()
    if isinstance(kind, TableType):
        return builder.inttoptr(words[0], WORD.as_pointer())
    if kind == types.boolean:
        return builder.icmp_unsigned("!=", words[0], WORD(0))
    if not isinstance(kind, types.Array):
        return builder.bitcast(words[0], context.get_value_type(kind))
    return array_code(context, builder, kind, words[0], words[1:])


def array_code(context: Any, builder: Any, kind: Any, address: Any, shape: list[Any]) -> Any:
    """Return the code of a contiguous array at an address (a word), whose owner somebody else keeps."""
    word, item = context.get_value_type(types.intp), context.get_data_type(kind.dtype)
    size = context.get_constant(types.intp, context.get_abi_sizeof(item))
    strides = [size]
    for length in shape[:0:-1]:
        strides.insert(0, builder.mul(strides[0], length))
    array = make_array(kind)(context, builder)
    populate_array(
        array,
        data=builder.inttoptr(address, item.as_pointer()),
        shape=cgutils.pack_array(builder, shape, ty=word),
        strides=cgutils.pack_array(builder, strides, ty=word),
        itemsize=size,
        meminfo=None,
    )
    return array._getvalue()
