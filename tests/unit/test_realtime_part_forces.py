"""Forces of joints over the parts of a step, against means by hand."""

import numpy as np

from rigida.realtime.articulated.part_forces import PartForces

DT = 0.01


def test_a_short_part_hardly_changes_what_starts_the_next_one():
    force, impulse = np.array([[2.0, 0.0, 0.0]]), np.array([0.05])
    parts = PartForces([force], [impulse], DT)
    force[:], impulse[:] = 1e6, 1.0  # an impulse of 1 N s in a microsecond
    parts.add_forces(1e-6)
    parts.add_impulses()
    parts.fit(DT - 1e-6)
    np.testing.assert_allclose(force, [[102.0, 100.0, 100.0]], rtol=1e-3)
    np.testing.assert_allclose(impulse, 1.05, rtol=1e-3)


def test_a_step_has_the_mean_of_the_forces_of_its_parts_and_the_sum_of_their_impulses():
    force, impulse = np.array([[7.0, 7.0, 7.0]]), np.array([7.0])
    parts = PartForces([force], [impulse], DT)
    for h, push in ((0.25 * DT, 4.0), (0.75 * DT, 8.0)):
        parts.fit(h)
        force[:], impulse[:] = push, h * push
        parts.add_forces(h)
        parts.add_impulses()
    parts.end()
    np.testing.assert_allclose(force, 7.0)
    np.testing.assert_allclose(impulse, 7.0 * DT)
