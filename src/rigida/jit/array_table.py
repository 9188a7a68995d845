"""Arguments by address: a row of words that a compiled function reads tables, arrays and numbers from.

Python hands over this one row instead of asking of every argument what it is.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rigida.jit.tables import Table

#: What a value is: the class of a table, or the name of a dtype and the number of dimensions, 0 for a number. None for
#: a table that there is not.
Kind = type[Table] | tuple[str, int] | None


def kind_of(value: Any) -> Kind:
    """Return the kind of a table, an array, an int or a float, or of None."""
    if value is None:
        return None
    if isinstance(value, Table):
        return type(value)
    array = np.asarray(value)
    return array.dtype.str, array.ndim


def array_table(values: tuple[Any, ...]) -> NDArray[np.int64]:
    """Return the words of tables, contiguous arrays and numbers.

    They are the address of a table's words (0 for None), the address and shape of an array, or a number's 64 bits.
    """
    words: list[int] = []
    for value in values:
        if value is None:
            words.append(0)
        elif isinstance(value, Table):
            words.append(value.words.ctypes.data)
        elif isinstance(value, np.ndarray):
            if not value.flags.c_contiguous:
                raise ValueError(f"array of shape {value.shape} must be contiguous to be read by address.")
            words += [value.ctypes.data, *value.shape]
        else:
            words.append(int(np.asarray(value).view(np.int64)))
    return np.array(words, dtype=np.int64)
