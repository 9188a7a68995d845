"""The direct solver's parts against numpy: factorization in the envelope, and a sweep over contact constraints."""

import numpy as np
import pytest
from plain_kernels import bind
from realtime_tables import body_table, contact_jacobian, contact_table

from rigida.jit.tables import dtype_of
from rigida.realtime.direct.cholesky import factor, rank_bodies, solve_factored
from rigida.realtime.direct.constraint import MULTIPLIERS, Constraint, build_constraint
from rigida.realtime.direct.sweep import set_bias, sweep_contacts
from rigida.realtime.direct.work import Work

H = 1.0 / 60.0


def solve(bodies, work):
    factor(bodies, work)
    solve_factored(bodies, work)


def test_envelope_cholesky_solves_as_numpy_does():
    rng, left = np.random.default_rng(7), [0, 0, 1, 0, 3]
    n, start = len(left), np.concatenate([[0], np.cumsum([i - k + 1 for i, k in enumerate(left)])])
    matrix = np.zeros((n, 6, n, 6))
    for i, first in enumerate(left):
        for j in range(first, i + 1):
            block = rng.normal(size=(6, 6))
            matrix[i, :, j, :] = block + block.T + 40.0 * np.eye(6) if i == j else block
            matrix[j, :, i, :] = matrix[i, :, j, :].T
    stored = np.array([matrix[i, :, j, :].T for i in range(n) for j in range(left[i], i + 1)])
    right = rng.normal(size=(n, 6))
    work = Work(
        left=np.array(left, dtype=np.int32),
        start=start.astype(np.int32),
        block=stored.copy(),
        filled=np.ones(len(stored), dtype=np.int32),
        x=right.copy(),
    )
    bind(solve, work)(n)
    expected = np.linalg.solve(matrix.reshape(6 * n, 6 * n), right.reshape(6 * n))
    np.testing.assert_allclose(work.x.reshape(6 * n), expected, rtol=1e-12)


def rank(bodies, work):
    rank_bodies(work.left, bodies.center, work.rank)


def test_bodies_are_ranked_along_the_longest_extent():
    bodies = body_table(40)
    bodies.center[:] = np.random.default_rng(2).normal(size=(40, 3)) * [1.0, 0.1, 9.0]
    work = Work(left=np.arange(40, dtype=np.int32), rank=np.full(41, -1, dtype=np.int32))
    bind(rank, bodies, work)()
    height = bodies.center @ [1e-3, 1e-4, 1.0]
    np.testing.assert_array_equal(work.left, np.argsort(height))
    np.testing.assert_array_equal(work.rank[work.left], np.arange(40))


def build_and_sweep(count, sweeps, bodies, contacts, work):
    for q in range(count):
        build_constraint(work.constraint[q], q, contacts, bodies)
    set_bias(count, 1.0 / H, 0.0, work)
    largest = 0.0
    for _ in range(sweeps):
        largest = sweep_contacts(count, bodies, work)
    return largest


def swept(bodies, contacts, sweeps):
    count = len(contacts.pair)
    work = Work(constraint=np.zeros(count, dtype=dtype_of(Constraint)))
    return bind(build_and_sweep, bodies, contacts, work)(count, sweeps), work.constraint


@pytest.mark.parametrize("points", [1, 2, 4])
def test_effective_masses_are_those_of_the_jacobian(points):
    bodies, contacts = body_table(2), contact_table([(0, 1)], points=points)
    _, (contact,) = swept(bodies, contacts, 0)
    inverse = np.diag([0.5] * 3 + [1 / 0.3, 1 / 0.4, 1 / 0.5] + [0.5] * 3 + [1 / 0.3, 1 / 0.4, 1 / 0.5])
    j = contact_jacobian(contact)
    k = j @ inverse @ j.T
    expected = 1.0 / np.diag(k)
    expected[points:4] = 0.0
    got = np.concatenate([contact["inverse_k"][name].reshape(-1) for name in contact["inverse_k"].dtype.names])
    assert len(got) == MULTIPLIERS
    np.testing.assert_allclose(got, expected, rtol=1e-12)
    np.testing.assert_allclose(contact["k"][:points], k[0, :points], rtol=1e-12)
    np.testing.assert_allclose(contact["inverse_k_friction"][[0, 1, 1, 2]].reshape(2, 2), np.linalg.inv(k[4:6, 4:6]))


def test_sweeps_stop_an_approach_and_slide_no_further_than_friction_holds():
    bodies, contacts = body_table(2), contact_table([(0, 1)], points=4)
    bodies.twist[1] = [-1.0, 0.2, 0.0, 0.0, 0.1, -0.2]
    before = bodies.twist.copy()
    largest, (contact,) = swept(bodies, contacts, 200)
    assert largest < 1e-10
    j, v = contact_jacobian(contact), bodies.twist[:2].reshape(12)
    rate, impulse = (j @ v), contact["impulse"]
    normal = impulse["normal"]
    # Signorini: nothing approaches, and only what touches pushes; friction within its disk.
    assert (rate[:4] > -1e-9).all()
    np.testing.assert_allclose(normal * rate[:4], 0.0, atol=1e-9)
    slide = np.hypot(impulse["slide_1"], impulse["slide_2"])
    assert slide <= 0.5 * normal.sum() + 1e-12
    # Impulses change momenta by Jᵀ λ.
    all_nine = np.concatenate([impulse[name].reshape(-1) for name in impulse.dtype.names])
    change = np.concatenate([np.diag([2.0] * 3 + [0.3, 0.4, 0.5]) @ row for row in (bodies.twist - before)[:2]])
    np.testing.assert_allclose(change, j.T @ all_nine, atol=1e-12)
