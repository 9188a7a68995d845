"""Arrays by address: a table that a compiled function reads arrays and numbers from, without asking Python for them."""

from typing import Any

import numpy as np
from numba.core import cgutils, types
from numba.extending import intrinsic
from numba.np.arrayobj import make_array, populate_array
from numba.np.numpy_support import from_dtype
from numpy.typing import NDArray

#: What a value is: the name of its dtype and its number of dimensions, 0 for a number.
Kind = tuple[str, int]


def kind_of(value: Any) -> Kind:
    """Return the kind of an array, an int or a float."""
    array = np.asarray(value)
    return array.dtype.str, array.ndim


def array_table(values: tuple[Any, ...]) -> NDArray[np.int64]:
    """Return the table of contiguous arrays and of numbers: address and shape of each, or the number's 64 bits."""
    rows: list[int] = []
    for value in values:
        if isinstance(value, np.ndarray):
            if not value.flags.c_contiguous:
                raise ValueError(f"array of shape {value.shape} must be contiguous to be read by address.")
            rows += [value.ctypes.data, *value.shape]
        else:
            rows.append(int(np.asarray(value).view(np.int64)))
    return np.array(rows, dtype=np.int64)


def array_reader(kinds: tuple[Kind, ...]) -> Any:
    """Return a function for kernels that turns a table of such values into a tuple of them."""
    found = [_type_of(kind) for kind in kinds]

    @intrinsic
    def read(_: Any, table: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            base = make_array(signature.args[0])(context, builder, arguments[0]).data
            place, values = 0, []
            for kind in found:
                words = 1 + getattr(kind, "ndim", 0)
                row = [
                    builder.load(builder.gep(base, [context.get_constant(types.intp, place + k)])) for k in range(words)
                ]
                values.append(_value(context, builder, kind, row))
                place += words
            return context.make_tuple(builder, signature.return_type, values)

        return types.Tuple(found)(table), generate

    return read


def _type_of(kind: Kind) -> Any:
    dtype = from_dtype(np.dtype(kind[0]))
    return types.Array(dtype, kind[1], "C") if kind[1] else dtype


def _value(context: Any, builder: Any, kind: Any, row: list[Any]) -> Any:
    """Return the code of an array or number that the words of its row describe."""
    if not isinstance(kind, types.Array):
        return builder.bitcast(row[0], context.get_value_type(kind))
    word, item = context.get_value_type(types.intp), context.get_data_type(kind.dtype)
    size = context.get_constant(types.intp, context.get_abi_sizeof(item))
    strides = [size]
    for length in row[:1:-1]:
        strides.insert(0, builder.mul(strides[0], length))
    array = make_array(kind)(context, builder)
    populate_array(
        array,
        data=builder.inttoptr(row[0], item.as_pointer()),
        shape=cgutils.pack_array(builder, row[1:], ty=word),
        strides=cgutils.pack_array(builder, strides, ty=word),
        itemsize=size,
        meminfo=None,
    )
    return array._getvalue()
