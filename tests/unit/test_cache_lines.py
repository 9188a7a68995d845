"""Arrays that begin with a line of the cache."""

import numpy as np
import pytest

from rigida.math.cache_lines import LINE, lined_zeros


@pytest.mark.parametrize("shape", [7, (3, 8), (1000, 16)])
@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.int32])
def test_an_array_begins_with_a_line_and_holds_zeros(shape, dtype):
    array = lined_zeros(shape, dtype)
    assert array.ctypes.data % LINE == 0
    assert array.dtype == dtype
    assert array.flags.c_contiguous
    np.testing.assert_array_equal(array, np.zeros(shape, dtype=dtype))


def test_an_array_may_be_empty():
    assert lined_zeros((0, 4), np.float32).shape == (0, 4)
