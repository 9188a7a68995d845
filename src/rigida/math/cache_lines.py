"""Arrays that begin with a line of the processor's cache.

Rows of eight single-precision numbers are half a line: where the first begins anywhere, every other one lies across two
lines and is read twice.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

#: Bytes of a line.
LINE = 64


def lined_zeros(shape: int | tuple[int, ...], dtype: Any = np.float64) -> NDArray[Any]:
    """Return an array of zeros whose first number begins a line."""
    size = math.prod(shape) if isinstance(shape, tuple) else shape
    kind = np.dtype(dtype)
    raw = np.zeros(size * kind.itemsize + LINE, dtype=np.uint8)
    first = -raw.ctypes.data % LINE
    return raw[first : first + size * kind.itemsize].view(kind).reshape(shape)
