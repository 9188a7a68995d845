"""Forces of rows that stand still, against least squares of the whole system."""

import numpy as np
import pytest

from rigida.precise.contact.closed_system import ClosedSystem


def rows_of_bodies(seed, slides):
    """Return rows A (18, 9) of rank 8 at most and B, which differs from A where something slides."""
    random = np.random.default_rng(seed)
    a = np.zeros((18, 9))
    a[:9, :6], a[9:, 3:] = random.normal(size=(9, 6)), random.normal(size=(9, 6))
    a[:, 8] = 0.5 * a[:, 7]  # one motion moves nothing
    b = a.copy()
    if slides:
        b[:4] -= 0.3 * random.normal(size=(4, 4)) @ a[9:13]
    return a, b


@pytest.mark.parametrize("slides", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_forces_balance_the_load_and_are_shared_as_by_equal_springs(seed, slides):
    a, b = rows_of_bodies(seed, slides)
    load = a @ np.random.default_rng(seed + 10).normal(size=9)
    z = ClosedSystem(a, b).solve(load)
    np.testing.assert_allclose(a @ (b.T @ z), -load, atol=1e-10)
    x = np.linalg.lstsq(a, z, rcond=None)[0]
    np.testing.assert_allclose(a @ x, z, atol=1e-10)  # in the range of A
    if not slides:
        np.testing.assert_allclose(z, -np.linalg.pinv(a @ a.T, rcond=1e-11) @ load, atol=1e-9)


@pytest.mark.parametrize("slides", [False, True])
def test_free_forces_move_nothing_and_are_all_that_do(slides):
    a, b = rows_of_bodies(1, slides)
    system = ClosedSystem(a, b)
    free = system.free_forces()
    assert free.shape == (18, 18 - np.linalg.matrix_rank(a))
    np.testing.assert_allclose(a @ (b.T @ free), 0.0, atol=1e-9)
    idle = system.without_effect(np.arange(18.0))
    np.testing.assert_allclose(a @ (b.T @ idle), 0.0, atol=1e-8)
    np.testing.assert_allclose(system.without_effect(idle), idle, atol=1e-8)


def test_forces_that_can_be_redistributed_only_together_form_groups():
    # Two bodies: three rows bear the first, one the second, and one lies between the two.
    a = np.array([(1.0, 0.0), (1.0, 0.0), (2.0, 0.0), (0.0, 1.0), (-1.0, 1.0)])
    assert len(set(ClosedSystem(a, a).groups(np.arange(5, dtype=np.int32)).tolist())) == 1
    # Without the one between them the second body's row is determinate.
    group = ClosedSystem(a[:4], a[:4]).groups(np.arange(4, dtype=np.int32))
    assert group.tolist() == [0, 0, 0, 3]
    # A limit that joins two forces joins their groups.
    assert ClosedSystem(a[:4], a[:4]).groups(np.array([0, 1, 2, 1], dtype=np.int32)).tolist() == [0, 0, 0, 0]
