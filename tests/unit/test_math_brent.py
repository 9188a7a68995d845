"""Roots between two points take the steps of scipy's brentq."""

import math

import pytest
from scipy.optimize import brentq

from rigida.math.brent import find_root


@pytest.mark.parametrize(
    ("function", "low", "high"),
    [
        (lambda x: math.tanh(3.0 * x) + 0.2 * x**3 - 0.4, -2.0, 5.0),
        (lambda x: math.cos(x) - x, 0.0, 2.0),
        (lambda x: math.exp(x) - 5.0, -3.0, 9.5),
        (lambda x: -1.0 if x < 0.3 else 1.0, 0.0, 1.0),
    ],
)
def test_roots_are_those_of_brentq_to_the_bit(function, low, high):
    assert find_root(function, low, high, 1e-15) == brentq(function, low, high, xtol=1e-15, rtol=8.9e-16)


def test_an_end_that_is_a_root_is_returned_and_equal_signs_are_refused():
    assert find_root(lambda x: x, 0.0, 1.0, 1e-12) == 0.0
    assert find_root(lambda x: x - 1.0, 0.0, 1.0, 1e-12) == 1.0
    with pytest.raises(ValueError, match="same sign"):
        find_root(lambda x: 1.0 + x * x, -1.0, 1.0, 1e-12)
