"""A bound kernel does what the kernel does, with the arrays it was given."""

import numpy as np
import pytest

from rigida.jit.ahead.form import kind_text
from rigida.jit.bind import bind
from rigida.jit.decorators import kernel, routine
from rigida.jit.entry import array_table
from rigida.jit.tables import Table


@kernel
def mix(count, factor, offset, numbers, marks, cube):
    total = offset
    for i in range(count):
        numbers[i, 1] += factor * marks[i]
        total += numbers[i, 0] + cube[1, i, 2]
    return total, marks.shape[0]


def arrays():
    numbers = np.arange(6.0).reshape(3, 2)
    marks = np.array([1, 2, 3], dtype=np.int32)
    cube = np.arange(24, dtype=np.int64).reshape(2, 3, 4)
    return numbers, marks, cube


def test_bound_kernel_returns_and_writes_the_same():
    plain, bound = arrays(), arrays()
    expected = mix(3, 0.5, 0.25, *plain)
    assert bind(mix, 0.25, *bound)(3, 0.5) == expected
    assert bind(mix, *bound)(3, 0.0, 0.25) == expected
    np.testing.assert_array_equal(bound[0], plain[0])


def test_bound_kernel_reads_what_its_arrays_hold_when_it_is_called():
    numbers, marks, cube = arrays()
    bound = bind(mix, 0.0, numbers, marks, cube)
    before, _ = bound(3, 1.0)
    numbers[:, 0] += 1.0
    assert bound(3, 1.0)[0] == before + 3.0


def test_bound_arrays_outlive_their_owner():
    bound = bind(mix, 0.0, *arrays())
    litter = [np.full(6, 1e9) for _ in range(100)]
    assert bound(3, 0.0)[0] == mix(3, 0.0, 0.0, *arrays())[0]
    assert len(litter) == 100


class Weights(Table):
    """A factor."""

    factor: float


@routine
def scaled(x, weights):
    if weights is None:
        return x
    return x * weights.factor


@kernel
def scale_or_not(x, weights):
    return scaled(x, weights) + (0.0 if weights is None else weights.factor)


def test_none_in_place_of_a_table_leaves_out_what_reads_it():
    assert bind(scale_or_not, Weights(factor=3.0))(2.0) == 9.0
    assert bind(scale_or_not, None)(2.0) == 2.0
    assert kind_text(None) == "None"


def test_only_contiguous_arrays_are_read_by_address():
    with pytest.raises(ValueError, match="contiguous"):
        array_table((np.zeros((4, 4))[:, 1],))


def test_an_int_of_more_than_64_bits_is_refused():
    with pytest.raises(OverflowError, match="an int that is passed to a kernel must have at most 64 bits"):
        mix(1 << 70, 0.5, 0.25, *arrays())


def test_kernel_that_was_not_compiled_can_be_bound():
    assert bind(lambda a, b, c: a + b * c, 2, 3)(1) == 7
