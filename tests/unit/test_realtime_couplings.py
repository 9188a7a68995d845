"""Couplings of coordinates against numpy: equations held with the joints, and their rows beside contacts."""

import numpy as np
import pytest
from plain_kernels import bind
from realtime_tables import joint_row_table

import rigida as rg
from rigida.constraints.couplings import EQUATION
from rigida.realtime.articulated.arrays import CouplingRows
from rigida.realtime.articulated.coupling_rows import factor_coupling_rows, set_length_errors
from rigida.realtime.articulated.couplings import choose_coupled, store_couplings, write_couplings
from rigida.realtime.articulated.rattle import begin_group, close_velocities
from rigida.realtime.tuning import COUPLING_RETURN

H = 0.01


@pytest.fixture
def wheels():
    """Three wheels on hinges of the world along z; the first follows twice the second, and the third a range."""
    scene = rg.Scene(gravity=(0, 0, 0))
    for k in range(3):
        wheel = scene.add_body(rg.Cylinder(0.2, 0.1), mass=1.0 + k, position=(k, 0, 0), name=f"wheel{k}")
        scene.add_joint(rg.Revolute(wheel, anchor=(k, 0, 0), axis=(0, 0, 1), name=f"hinge{k}"))
    scene.add_coupling(rg.Coupling(("hinge0",), ("hinge1",), leader_gear=(2.0,)))
    scene.add_coupling(rg.Coupling(("hinge2",), ("hinge1",), bounds=(-0.5, 0.5)))
    simulation = rg.Simulation(scene, rg.Realtime())
    simulation.engine.joints.measure(0.0, simulation.state)
    return simulation


def spin_wheels(simulation, *spins):
    state = simulation.state
    state.angular_momentum[:, 2] = np.array(spins) * simulation.engine.model.inertia[:, 2]
    state.angular_velocity[:, 2] = spins
    simulation.engine.joints.measure(0.0, state)
    simulation.engine.joints.couplings.evaluate()


def close(g, bodies, groups, joints, reactions, work):
    begin_group(g, bodies, groups, joints, reactions, work)
    close_velocities(g, bodies, groups, joints, reactions, work)


def test_velocities_meet_joints_and_equations_by_the_least_change_in_the_metric_of_the_masses(wheels):
    spin_wheels(wheels, 3.0, 1.0, -2.0)
    world, tables = wheels.engine.world, wheels.engine.world.articulated.tables
    bind(close, world.bodies.table, tables.groups, tables.joints, tables.reactions, tables.work)(0)
    moments = wheels.engine.model.inertia[:, 2]
    after = wheels.state.angular_momentum[:, 2] / moments
    row = np.array([1.0, -2.0, 0.0])  # ω₀ − 2 ω₁ = 0; the range holds nothing
    before = np.array([3.0, 1.0, -2.0])
    expected = before - (row / moments) * (row @ before) / (row @ (row / moments))
    np.testing.assert_allclose(after, expected, atol=1e-13)


def test_equations_that_others_imply_have_no_pivot_and_the_rest_is_a_cholesky_factor():
    rows = np.random.default_rng(1).normal(size=(3, 5))
    rows = np.vstack([rows, rows[0] + rows[1]])
    matrix = rows @ rows.T
    coupled = CouplingRows(start=np.array([0, 4]), equation=np.arange(4), matrix=matrix.ravel().copy())
    bind(factor_coupling_rows, coupled)(0)
    factor = np.tril(np.reshape(coupled.matrix, (4, 4)))
    np.testing.assert_allclose(factor[:3, :3], np.linalg.cholesky(matrix[:3, :3]), rtol=1e-10)
    assert factor[3, 3] == np.inf


def test_a_missed_equation_is_to_come_back_over_some_steps(wheels):
    tables = wheels.engine.world.articulated.tables
    coupled, frames = tables.work.coupled, tables.joints.frames
    coupled.aim[:] = 0.3
    worst = bind(set_length_errors, frames, coupled)(0, H)
    missed = np.reshape(coupled.couplings.length, -1)[0] - (1.0 - COUPLING_RETURN * H) * 0.3
    assert worst == pytest.approx(abs(missed))
    assert coupled.impulse[0] == pytest.approx(-missed / H)


def rows_of(simulation, h):
    """Return the joint rows of the couplings of a simulation, and how many there are."""
    articulated = simulation.engine.world.articulated
    joints, groups = articulated.joints, articulated.tables.groups
    groups.solved = np.ones_like(groups.solved)
    rows = joint_row_table([(0, 0)] * 8, np.zeros((8, 2, 6)))
    given = joints.couplings.table, joints.coordinates.table, joints.frames.table, groups, rows
    return rows, bind(write_couplings, *given)(0, h), given


def test_the_row_of_an_equation_has_the_rate_of_its_length(wheels):
    spin_wheels(wheels, 3.0, 1.0, -2.0)
    rows, count, (couplings, *_) = rows_of(wheels, H)
    assert couplings.kind[0] == EQUATION
    assert count == 1  # the range is far from its bounds
    spins, rate = {0: 3.0, 1: 1.0, 2: -2.0}, 0.0
    for side, body in (("a", 0), ("b", 1)):
        rate += rows.row[side]["angular"][0, 2] * spins.get(int(rows.of[0, body]), 0.0)
    assert rate == pytest.approx(3.0 - 2.0 * 1.0)
    assert rows.row["low"][0] == -np.inf
    assert rows.row["high"][0] == np.inf


def test_a_range_pushes_where_its_bound_is_within_reach_and_keeps_its_impulse(wheels):
    spin_wheels(wheels, 0.0, 0.0, 100.0)
    rows, count, (couplings, _, _, groups, _) = rows_of(wheels, H)
    assert count == 2
    assert rows.row["low"][1] == 0.0
    assert rows.row["bias"][1] == pytest.approx(0.5 / H)  # what is left until the bound is met
    rows.row["impulse"][:2] = 0.1, 0.7
    bind(store_couplings, couplings, groups, rows)(2)
    np.testing.assert_allclose(np.reshape(couplings.impulse, -1), [0.1, -0.7])  # it pushes down


def test_a_range_is_solved_with_contacts_where_its_group_is_awake(wheels):
    articulated = wheels.engine.world.articulated
    groups, couplings = articulated.tables.groups, articulated.joints.couplings.table
    for asleep, solved in ((0, 1), (1, 0)):
        groups.solved[:], groups.asleep[:] = 0, asleep
        assert bind(choose_coupled, couplings, groups)() == solved
