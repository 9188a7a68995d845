"""Eight numbers as one value: the same results compiled and as plain arrays."""

import os
import subprocess
import sys

import numpy as np
import pytest

from rigida.jit.decorators import kernel
from rigida.math.lanes import (
    any_greater,
    greater,
    lesser,
    load,
    magnitude,
    root,
    sign_of,
    spread,
    store,
    where_greater,
)
from rigida.math.quaternion import rotate as rotate_numbers


@kernel
def _arithmetic(a, out):
    x, y = load(a, 0), load(a, 8)
    store(out, 0, x * y + spread(2.0))
    store(out, 8, root(greater(x, y)) / x)
    store(out, 16, lesser(x, y) - sign_of(x))


def test_arithmetic_works_on_all_eight_lanes_to_the_bit():
    a = np.linspace(1.0, 3.0, 16, dtype=np.float32)
    a[0] = -1.0
    out = np.zeros(24, dtype=np.float32)
    with np.errstate(invalid="ignore"):
        _arithmetic(a, out)
        x, y = a[:8], a[8:]
        sign = np.where(x < 0, -1, 1).astype(np.float32)
        expected = np.concatenate([x * y + np.float32(2), np.sqrt(np.maximum(x, y)) / x, np.minimum(x, y) - sign])
    np.testing.assert_array_equal(out, expected)


@kernel
def _mixed(a, out):
    x, y = load(a, 0), load(a, 8)
    store(out, 0, 2.0 * (x - y) / 3.0)
    store(out, 8, -rotate_numbers(1.0 - x * x, x, y, -y, x + 1.0, y, 0.5 - x)[1])


@pytest.mark.parametrize("precision", [np.float32, np.float64])
def test_numbers_stand_for_eight_in_either_precision(precision):
    a = np.linspace(0.1, 0.9, 16).astype(precision)
    out = np.zeros(16, dtype=precision)
    _mixed(a, out)
    x, y = a[:8], a[8:]
    lanes = zip(1.0 - x * x, x, y, -y, x + 1.0, y, 0.5 - x, strict=True)
    turned = np.array([rotate_numbers(*map(float, lane))[1] for lane in lanes])
    np.testing.assert_allclose(out[:8], 2.0 * (x - y) / 3.0, rtol=1e-6)
    np.testing.assert_allclose(out[8:], -turned, rtol=1e-5)


@pytest.mark.skipif(os.environ.get("RIGIDA_PLAIN") == "1", reason="is what this test starts")
def test_kernels_of_lanes_run_without_compilation():
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "-o", "addopts=", __file__]
    done = subprocess.run(command, env={**os.environ, "RIGIDA_PLAIN": "1"}, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


@kernel
def _choices(a, out):
    x, y = load(a, 0), load(a, 8)
    store(out, 0, where_greater(x, y, magnitude(x), -y))
    return any_greater(x, y)


def test_lanes_are_chosen_one_by_one_and_not_where_a_number_is_none():
    a = np.linspace(-1.0, 1.0, 16)
    a[:4], a[2] = 2.0, np.nan
    out, (x, y) = np.zeros(8), (a[:8], a[8:])
    assert _choices(a, out)
    with np.errstate(invalid="ignore"):
        np.testing.assert_array_equal(out, np.where(x > y, np.abs(x), -y))
    assert not _choices(np.full(16, np.nan), out)
