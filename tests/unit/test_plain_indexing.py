"""Elements of arrays are those that numpy finds, whatever the type of the index or the sign."""

import numba
import numpy as np
import pytest

from rigida.jit.decorators import kernel, routine
from rigida.jit.linking import KernelCompiler
from rigida.jit.patches import plain_indexing


@kernel
def read(array, i, j):
    return array[i, j]


@kernel
def write(array, i, j, value):
    array[i, j] = value


@kernel
def write_row(array, i, value):
    array[i] = value


@pytest.mark.parametrize("kind", [np.int64, np.int32, np.uint8, np.uint64])
@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.int32, np.bool_])
def test_elements_are_those_of_numpy(kind, dtype):
    array = (np.arange(12).reshape(3, 4) % 5).astype(dtype)
    for i in range(3):
        for j in range(4):
            assert read(array, kind(i), j) == array[i, j]
            write(array, i, kind(j), 1)
            assert array[i, j] == 1


def test_negative_indices_count_from_the_end():
    array = np.arange(12.0).reshape(3, 4)
    assert read(array, -1, -2) == array[-1, -2]
    write(array, -3, -4, 7.0)
    assert array[0, 0] == 7.0
    row = np.arange(3.0)
    write_row(row, -1, 9.0)
    assert row.tolist() == [0.0, 1.0, 9.0]


def test_other_arrays_are_left_to_numba():
    array = np.arange(24.0).reshape(4, 6)
    assert read(array[::2, ::3], 1, 1) == array[2, 3]
    assert read(np.asfortranarray(array), 3, 2) == array[3, 2]
    write_row(array, 2, 5.0)
    assert (array == 5.0).sum() == 7
    assert (array[2] == 5.0).all()


def test_accesses_to_contiguous_arrays_are_plain(monkeypatch):
    taken = []
    pointer = plain_indexing._pointer
    monkeypatch.setattr(plain_indexing, "_pointer", lambda *given: taken.append(given) or pointer(*given))

    @routine  # not a kernel, which might be loaded from the disk instead
    def swap(array):
        array[0, 1], array[1, 0] = array[1, 0], array[0, 1]

    swap.dispatcher.compile("void(float64[:, ::1])")
    assert len(taken) == 4


def test_checked_accesses_are_left_to_numba():
    checked = numba.njit(pipeline_class=KernelCompiler, boundscheck=True)(lambda array: array[array.shape[0]])
    with pytest.raises(IndexError):
        checked(np.zeros(2))
