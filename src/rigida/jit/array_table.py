"""Arguments by address: a row of words that a compiled function reads tables, arrays and numbers from.

Python hands over this one row instead of asking of every argument what it is.
"""

from typing import Any

import numpy as np
from numba.core import cgutils, types
from numba.extending import intrinsic
from numba.np.arrayobj import make_array, populate_array
from numba.np.numpy_support import from_dtype
from numpy.typing import NDArray

from rigida.jit.layout import WORD
from rigida.jit.tables import Table, TableType, constant_word

#: What a value is: the class of a table, or the name of a dtype and the number of dimensions, 0 for a number.
Kind = type[Table] | tuple[str, int]


def kind_of(value: Any) -> Kind:
    """Return the kind of a table, an array, an int or a float."""
    if isinstance(value, Table):
        return type(value)
    array = np.asarray(value)
    return array.dtype.str, array.ndim


def array_table(values: tuple[Any, ...]) -> NDArray[np.int64]:
    """Return the words of tables, contiguous arrays and numbers.

    They are the address of a table's words, the address and shape of an array, or a number's 64 bits.
    """
    words: list[int] = []
    for value in values:
        if isinstance(value, Table):
            words.append(value.words.ctypes.data)
        elif isinstance(value, np.ndarray):
            if not value.flags.c_contiguous:
                raise ValueError(f"array of shape {value.shape} must be contiguous to be read by address.")
            words += [value.ctypes.data, *value.shape]
        else:
            words.append(int(np.asarray(value).view(np.int64)))
    return np.array(words, dtype=np.int64)


def array_reader(kinds: tuple[Kind, ...]) -> Any:
    """Return a function for kernels that turns the words of such values into a tuple of them."""
    found = [_type_of(kind) for kind in kinds]

    @intrinsic
    def read(_: Any, table: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            base = make_array(signature.args[0])(context, builder, arguments[0]).data
            place, values = 0, []
            for kind in found:
                words = [constant_word(builder, base, place + k) for k in range(1 + getattr(kind, "ndim", 0))]
                values.append(_value(context, builder, kind, words))
                place += len(words)
            return context.make_tuple(builder, signature.return_type, values)

        return types.Tuple(found)(table), generate

    return read


def _type_of(kind: Kind) -> Any:
    if isinstance(kind, type):
        return TableType(kind)
    dtype = from_dtype(np.dtype(kind[0]))
    return types.Array(dtype, kind[1], "C") if kind[1] else dtype


def _value(context: Any, builder: Any, kind: Any, words: list[Any]) -> Any:
    """Return the code of a table, array or number that these words describe."""
    if isinstance(kind, TableType):
        return builder.inttoptr(words[0], WORD.as_pointer())
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
