"""Dense routines against numpy's, on random matrices of every rank."""

import numpy as np
import pytest
import scipy.optimize

from rigida.math import dense
from rigida.math.nonnegative import nonnegative_least_squares

SHAPES = [(1, 1), (3, 3), (7, 4), (4, 7), (12, 12)]


def matrices(shape, seed=0):
    """Yield random matrices of a shape with every rank, in several units."""
    rng = np.random.default_rng([seed, *shape])
    for rank in range(min(shape) + 1):
        for scale in (1e-6, 1.0, 1e9):
            yield rank, scale * rng.normal(size=(shape[0], rank)) @ rng.normal(size=(rank, shape[1]))


@pytest.mark.parametrize("shape", SHAPES)
def test_least_squares_agree_with_the_singular_values(shape):
    rng = np.random.default_rng(1)
    for rank, a in matrices(shape):
        b = rng.normal(size=shape[0])
        x, expected = dense.least_squares(a, b, 1e-11), np.linalg.lstsq(a, b, rcond=1e-11)[0]
        assert dense.Factored(a, 1e-11).rank == rank
        assert np.abs(x - expected).max() <= 1e-9 * max(np.abs(expected).max(), 1e-300) * (
            1.0 if rank == 0 else np.linalg.svd(a)[1][0] / np.linalg.svd(a)[1][rank - 1]
        )


@pytest.mark.parametrize("shape", SHAPES)
def test_pseudo_inverse_satisfies_the_conditions_of_penrose(shape):
    for rank, a in matrices(shape):
        g = dense.pseudo_inverse(a, 1e-11)
        size = 1.0 if rank == 0 else np.linalg.svd(a)[1][0] / np.linalg.svd(a)[1][rank - 1]
        for part, whole in ((a @ g @ a, a), (g @ a @ g, g), ((a @ g).T, a @ g), ((g @ a).T, g @ a)):
            assert np.abs(part - whole).max() <= 1e-13 * size**2 * max(np.abs(whole).max(), 1e-300)


@pytest.mark.parametrize("shape", SHAPES)
def test_null_space_is_orthonormal_and_complete(shape):
    for rank, a in matrices(shape):
        basis = dense.null_space(a, 1e-11)
        assert basis.shape == (shape[1], shape[1] - rank)
        assert np.abs(basis.T @ basis - np.eye(basis.shape[1])).max(initial=0.0) < 1e-13
        assert np.abs(a @ basis).max(initial=0.0) <= 1e-13 * np.abs(a).max() * shape[1]


@pytest.mark.parametrize("n", [1, 2, 3, 6])
def test_eigenvectors_of_symmetric_matrices_diagonalize_them(n):
    rng = np.random.default_rng(n)
    for repeated in (False, True):
        turn = np.linalg.qr(rng.normal(size=(n, n)))[0]
        values = np.sort(np.full(n, 2.0) if repeated else rng.lognormal(0.0, 3.0, n))
        found, axes = dense.symmetric_eigen(turn @ np.diag(values) @ turn.T)
        assert np.abs(found - values).max() < 1e-13 * values[-1]
        assert np.abs(axes.T @ axes - np.eye(n)).max() < 1e-14 * 10
        assert np.abs(turn @ np.diag(values) @ turn.T @ axes - axes * found).max() < 1e-13 * values[-1]


def test_products_and_lengths_agree_with_numpy():
    rng = np.random.default_rng(0)
    a, b, x, y = rng.normal(size=(4, 3)), rng.normal(size=(3, 5)), rng.normal(size=3), rng.normal(size=4)
    for left, right in ((a, b), (a, x), (y, a), (x, x)):
        assert np.allclose(dense.product(left, right), left @ right, rtol=1e-14, atol=1e-14)
    assert dense.euclidean_norm(x) == pytest.approx(np.linalg.norm(x), rel=1e-15)


def test_nonnegative_least_squares_satisfies_the_conditions_of_the_least():
    rng = np.random.default_rng(36)
    for _ in range(100):
        m, n = rng.integers(1, 8, size=2)
        a, b = rng.normal(size=(m, n)), rng.normal(size=m)
        if rng.random() < 0.3:
            a[:, -1] = a[:, 0]  # dependent columns
        x = nonnegative_least_squares(a, b)
        gradient = a.T @ (a @ x - b)
        assert (x >= 0.0).all()
        assert (gradient > -1e-10).all()
        assert abs(gradient @ x) < 1e-10
        assert np.linalg.norm(a @ x - b) <= scipy.optimize.nnls(a, b)[1] + 1e-10
