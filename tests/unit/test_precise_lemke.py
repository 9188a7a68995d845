"""Lemke's algorithm on random contact-like problems."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rigida.precise.contact.lemke import lemke


@given(st.integers(1, 12), st.integers(1, 8), st.integers(0, 10_000))
def test_solutions_of_semidefinite_problems_are_complementary(size: int, rank: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    rows = random.normal(size=(size, rank))
    matrix = rows @ rows.T
    # Contacts that can be left behind together: q = rows · a with some a for which all rows open.
    q = rows @ random.normal(size=rank)
    z = lemke(matrix, q)
    if z is None:
        # Only where no motion opens all contacts that would otherwise close.
        assert rank < size or np.linalg.matrix_rank(matrix) < size
        return
    w = matrix @ z + q
    scale = max(1.0, np.abs(q).max())
    assert (z >= 0.0).all()
    assert w.min() >= -1e-8 * scale
    assert abs(z @ w) <= 1e-7 * scale**2 * max(1.0, z.max())


def test_a_problem_without_solution_is_told_apart() -> None:
    assert lemke(np.array([[-1.0]]), np.array([-1.0])) is None


def test_nothing_happens_where_nothing_closes() -> None:
    assert lemke(np.eye(2), np.array([1.0, 0.0])) == pytest.approx([0.0, 0.0])
