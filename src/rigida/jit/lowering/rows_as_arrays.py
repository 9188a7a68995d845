"""`as_array(rows)` in kernels: what takes arrays can be called with the rows of a table."""

from typing import Any

import numpy as np
from numba.core import types
from numba.np.numpy_support import from_dtype

from rigida.jit.extend import compile_as
from rigida.jit.layout import Number, number_code
from rigida.jit.lowering.array_reader import array_code
from rigida.jit.lowering.kind_code import WORD
from rigida.jit.lowering.row_access import RowsType
from rigida.jit.records import as_array


def _types(args: tuple[Any, ...]) -> Any:
    if len(args) != 1 or not isinstance(args[0], RowsType) or (code := number_code(args[0].kind)) is None:
        return None
    dimensions = 1 if isinstance(args[0].kind, Number) else 2
    return types.Array(from_dtype(np.dtype(code)), dimensions, "C"), *args


def _code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    kind, array = sig.args[0].kind, sig.return_type
    shape = [builder.extract_value(args[0], 1)]
    if array.ndim == 2:
        shape.append(WORD(kind.size // np.dtype(number_code(kind)).itemsize))
    address = builder.ptrtoint(builder.extract_value(args[0], 0), WORD)
    return array_code(context, builder, array, address, shape)


compile_as(as_array, _types, _code, (RowsType,))
