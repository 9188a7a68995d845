"""Joint rows and the motion of articulated groups against numpy: sorting, sweeps, reactions, RATTLE's projection."""

import numpy as np
import pytest
from plain_kernels import bind
from realtime_tables import body_table, island_table, joint_row_table
from scipy.spatial.transform import Rotation

import rigida as rg
from rigida.realtime.arrays import Bodies, JointRows
from rigida.realtime.articulated.limits import add_joint_impulses, read_reactions, write_joint_rows
from rigida.realtime.articulated.rattle import begin_group, close_velocities
from rigida.realtime.direct.joint_rows import (
    prepare_joint_rows,
    sort_joint_rows,
    sweep_joint_rows,
    warm_start_joints,
)

H = 0.01
WORLD = 3


def joint_table(pairs, rows=None):
    """Return joint rows between pairs of bodies, with random Jacobians and no bounds, all in one island."""
    jacobian = np.random.default_rng(5).normal(size=(len(pairs), 2, 6)) if rows is None else rows
    return joint_row_table(pairs, jacobian), jacobian


def test_rows_are_sorted_by_the_island_of_either_body_and_those_of_nobody_left_out():
    joints, _ = joint_table([(0, WORLD), (WORLD, 1), (2, 0), (WORLD, WORLD), (1, 1)])
    islands = island_table(WORLD, 1)
    islands.of_body[:] = 1, 0, -1
    bind(sort_joint_rows, joints, islands)(5, 2)
    assert joints.start[:3].tolist() == [0, 2, 4]
    assert joints.order[:4].tolist() == [1, 4, 0, 2]


def sweep(count: int, sweeps: int, push: float, joints: JointRows, bodies: Bodies) -> float:
    island_rows, largest = joints.order[0:count], 0.0
    prepare_joint_rows(island_rows, joints, bodies)
    warm_start_joints(island_rows, joints, bodies)
    for _ in range(sweeps):
        largest = sweep_joint_rows(island_rows, push, joints, bodies)
    return largest


def dense(jacobian, pairs, bodies):
    """Return J (m, 6 (n + 1)) and M⁻¹ of all bodies; the world has none."""
    n = len(bodies.inverse)
    j, inverse = np.zeros((len(pairs), 6 * n)), np.zeros((6 * n, 6 * n))
    for k, (a, b) in enumerate(pairs):
        j[k, 6 * a : 6 * a + 6] += jacobian[k, 0]
        j[k, 6 * b : 6 * b + 6] += jacobian[k, 1]
    for i, (mass, xx, xy, xz, yy, yz, zz) in enumerate(bodies.inverse):
        inverse[6 * i : 6 * i + 3, 6 * i : 6 * i + 3] = mass * np.eye(3)
        inverse[6 * i + 3 : 6 * i + 6, 6 * i + 3 : 6 * i + 6] = [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]
    return j, inverse


def test_sweeps_over_rows_solve_their_equations_as_numpy_does():
    pairs, bodies = [(0, 1), (1, 2), (2, WORLD)], body_table(WORLD)
    joints, jacobian = joint_table(pairs)
    row = joints.row
    row["bias"], row["push"], row["softness"], row["impulse"] = (0.1, -0.2, 0.3), (0.5, 0, 0), (0, 0.4, 0), 0.1
    bodies.twist[:WORLD] = np.random.default_rng(6).normal(size=(WORLD, 6))
    start = bodies.twist.copy()
    assert bind(sweep, joints, bodies)(3, 300, 1.0) < 1e-12
    j, inverse = dense(jacobian, pairs, bodies)
    matrix = j @ inverse @ j.T + np.diag(row["softness"])
    impulse = np.linalg.solve(matrix, -(j @ start.ravel() + row["bias"] + row["push"]))
    np.testing.assert_allclose(row["impulse"], impulse, atol=1e-10)
    np.testing.assert_allclose(bodies.twist.ravel(), start.ravel() + inverse @ j.T @ impulse, atol=1e-10)
    np.testing.assert_allclose(row["inverse_k"], 1.0 / np.diag(j @ inverse @ j.T), rtol=1e-13)


def test_a_limit_only_pushes_and_a_motor_only_within_its_reach():
    axis = np.array([[[0, 0, 0, 0, 0, 0], [1.0, 0, 0, 0, 0, 0]]])
    for approach, low, high, expected in ((-2.0, 0.0, np.inf, 4.0), (2.0, 0.0, np.inf, 0.0), (-2.0, -1.0, 1.0, 1.0)):
        bodies, (joints, _) = body_table(WORLD), joint_table([(WORLD, 0)], axis)
        joints.row["low"], joints.row["high"] = low, high
        bodies.twist[0, 0] = approach
        bind(sweep, joints, bodies)(1, 3, 0.0)
        assert joints.row["impulse"][0] == pytest.approx(expected)
        assert bodies.twist[0, 0] == pytest.approx(approach + 0.5 * expected)


def test_a_row_between_what_cannot_be_moved_is_left_alone():
    bodies, (joints, _) = body_table(WORLD, fixed=[0]), joint_table([(0, WORLD)])
    bodies.twist[0] = 1.0
    bind(sweep, joints, bodies)(1, 2, 0.0)
    assert joints.row["inverse_k"][0] == 0.0
    assert joints.row["impulse"][0] == 0.0
    assert bodies.twist[0].tolist() == [1.0] * 6


@pytest.fixture
def pendulum():
    """A double pendulum of the engine: a spherical joint to the world, a hinge between the links."""
    scene = rg.Scene(gravity=(0, 0, -10))
    upper = scene.add_body(rg.Box((0.1, 0.2, 1.0)), mass=1.0, position=(0, 0, -0.5), name="upper")
    lower = scene.add_body(rg.Box((0.1, 0.2, 1.0)), mass=2.0, position=(0, 0, -1.5), name="lower")
    scene.add_joint(rg.Spherical(upper, anchor=(0, 0, 0)))
    scene.add_joint(rg.Revolute(upper, lower, anchor=(0, 0, -1), axis=(0, 1, 0)))
    simulation = rg.Simulation(scene, rg.Realtime())
    engine = simulation.engine
    engine.joints.evaluate(0.0, simulation.state)
    return simulation, engine.world.bodies.table, engine.world.articulated.tables


def close(g, bodies, groups, joints, reactions, work):
    begin_group(g, bodies, groups, joints, reactions, work)
    close_velocities(g, bodies, groups, joints, reactions, work)


def test_rattle_closes_velocities_by_the_least_change_in_the_metric_of_the_masses(pendulum):
    simulation, bodies, tables = pendulum
    state, rng = simulation.state, np.random.default_rng(8)
    state.velocity[:] = rng.normal(size=(2, 3))
    spin = rng.normal(size=(2, 3))
    moments = simulation.engine.model.inertia
    turned = Rotation.from_quat(np.roll(state.attitude, -1, axis=1)).as_matrix()
    inertia = turned @ (moments[:, :, None] * np.transpose(turned, (0, 2, 1)))
    state.angular_momentum[:] = np.einsum("nij,nj->ni", inertia, spin)
    before = np.hstack([state.velocity, spin]).ravel()
    bind(close, bodies, tables.groups, tables.joints, tables.reactions, tables.work)(0)
    after_spin = np.linalg.solve(inertia, state.angular_momentum[:, :, None])[..., 0]
    after = np.hstack([state.velocity, after_spin]).ravel()

    parts = tables.joints.parts
    rows = []
    for frame, equations, jacobian in zip(parts.frame, parts.equations, parts.jacobian, strict=True):
        for r in range(equations):
            row = np.zeros(12)
            for side in range(2):
                if frame[side] < 2:
                    row[6 * frame[side] : 6 * frame[side] + 6] += np.reshape(jacobian, (2, 3, 6))[side, r]
            rows.append(row)
    j, inverse = np.array(rows), np.zeros((12, 12))
    for i in range(2):
        inverse[6 * i : 6 * i + 3, 6 * i : 6 * i + 3] = np.eye(3) / simulation.engine.model.mass[i]
        inverse[6 * i + 3 : 6 * i + 6, 6 * i + 3 : 6 * i + 6] = np.linalg.inv(inertia[i])
    expected = before - inverse @ j.T @ np.linalg.solve(j @ inverse @ j.T, j @ before)
    assert len(rows) == 8
    np.testing.assert_allclose(after, expected, atol=1e-12)


def test_joint_rows_carry_the_reactions_of_the_last_step_there_and_back(pendulum):
    _, _, tables = pendulum
    parts, reactions = tables.joints.parts, tables.reactions
    count = int(np.sum(parts.equations))
    joints, _ = joint_table([(0, 1)] * count)
    tables.groups.solved = np.ones(1, dtype=np.int32)
    force = reactions.force[:] = np.arange(float(reactions.force.size)).reshape(reactions.force.shape)
    assert bind(write_joint_rows, tables.groups, tables.joints, reactions, joints)(H) == count
    part, equation = joints.of[:, 2], joints.of[:, 3]
    np.testing.assert_allclose(joints.row["impulse"], H * force[part, equation])
    a = joints.of[:, 0]
    expected = np.reshape(parts.jacobian, (-1, 2, 3, 6))[part, 0, equation]
    got = np.hstack([joints.row["a"]["linear"], joints.row["a"]["angular"]])
    np.testing.assert_array_equal(got[a < 2], expected[a < 2])
    assert (got[a >= 2] == 0.0).all()
    reactions.impulse[:] = 0.5
    bind(add_joint_impulses, joints, reactions)(count)
    bind(read_reactions, joints, reactions)(count, H)
    np.testing.assert_allclose(reactions.force[part, equation], force[part, equation] + 0.5 / H, rtol=1e-14)
