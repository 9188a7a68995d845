"""Least squares within bounds on problems whose solution is known."""

import numpy as np
import pytest

from rigida.math.gauss_newton import minimize_residual


@pytest.mark.parametrize("start", [(-1.2, 1.0), (0.5, -1.5), (1.5, 1.8)])
def test_valley_of_rosenbrock_is_followed_to_its_end(start):
    found = minimize_residual(
        lambda x: np.array([10.0 * (x[1] - x[0] ** 2), 1.0 - x[0]]),
        np.array(start),
        np.full(2, -2.0),
        np.full(2, 2.0),
        1.0,
    )
    assert np.abs(found - 1.0).max() < 1e-12


def test_solution_outside_of_the_bounds_ends_on_them():
    # |x − 3|² + |y + 1|² with x ≤ 1: the other unknown is still free.
    found = minimize_residual(
        lambda x: np.array([x[0] - 3.0, x[1] + 1.0]), np.zeros(2), np.array([-5.0, -5.0]), np.array([1.0, 5.0]), 1.0
    )
    assert found == pytest.approx([1.0, -1.0], abs=1e-12)
