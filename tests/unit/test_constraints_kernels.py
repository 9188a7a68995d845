"""Kernels of constraints and joint limits on small arrays, against numpy."""

import numpy as np
import pytest

import rigida as rg
from rigida.constraints.arrays import Coordinates, Frames, Target
from rigida.constraints.block_factor import inverse_block
from rigida.constraints.block_order import inward_order
from rigida.constraints.parts.part_set import PartSet
from rigida.jit.bind import bind
from rigida.jit.decorators import kernel
from rigida.jit.records import Record, Rows
from rigida.jit.tables import Table, dtype_of
from rigida.math.vec3 import Mat3, Vec3
from rigida.realtime.arrays import JointRow, JointRows
from rigida.realtime.articulated.arrays import Groups, LimitImpulses
from rigida.realtime.articulated.limits import store_limit_impulses, write_limit_rows


def ladder(rungs=4):
    """Return joints of bodies that hang together in closed loops, factored."""
    scene, before = rg.Scene(), (rg.WORLD, rg.WORLD)
    for k in range(rungs):
        pair = tuple(scene.add_body(rg.Box((0.1, 0.2, 0.3)), mass=1.0 + k, position=(x, 0, -k)) for x in (0.0, 1.0))
        for x, body, other in zip((0.0, 1.0), pair, before, strict=True):
            scene.add_joint(rg.Spherical(body, other, anchor=(x, 0.1, 0.5 - k)))
        scene.add_joint(rg.Revolute(*pair, anchor=(0.5, 0, -k), axis=(1, 0.5, 0)))
        before = pair
    joints = rg.Simulation(scene, rg.Precise()).engine.joints
    joints.factor()
    return joints


def dense(joints):
    """Return A = J M⁻¹ Jᵀ over the equations that parts have, and which these are."""
    parts, frames = joints.parts, joints.frames
    rows = np.zeros((len(parts), 3, len(frames.pose), 6))
    for p, pair in enumerate(parts.frame):
        for side, f in enumerate(pair):
            rows[p, :, f] += parts.jacobian[p, side]
    inverse = np.zeros((len(frames.pose), 6, 6))
    inverse[:, [0, 1, 2], [0, 1, 2]] = frames.inverse[:, :1]
    inverse[:, 3:, 3:] = frames.inverse[:, [[1, 2, 3], [2, 4, 5], [3, 5, 6]]]
    has = (np.arange(3) < parts.equations[:, None]).ravel()
    flat = rows.reshape(-1, len(frames.pose), 6)[has]
    return np.einsum("afi,fij,bfj->ab", flat, inverse, flat), has


def test_blocks_solve_what_the_dense_matrix_solves():
    joints = ladder()
    matrix, has = dense(joints)
    wanted = np.random.default_rng(1).normal(size=len(matrix))
    right = np.zeros(3 * len(joints.parts))
    right[has] = matrix @ wanted  # also where joints are redundant, a right side that has a solution
    found = joints.solve(right.reshape(-1, 3)).ravel()
    np.testing.assert_allclose(matrix @ found[has], right[has], atol=1e-9)
    assert (found[~has] == 0.0).all()


class Case(Record):
    block: Mat3
    original: Vec3


class Cases(Table):
    case: Rows[Case]


@kernel
def invert_cases(cases: Cases) -> None:
    for k in range(len(cases.case)):
        cases.case[k].block = inverse_block(cases.case[k].block, cases.case[k].original)


@pytest.mark.parametrize("rank", [1, 2, 3])
def test_an_inverse_block_leaves_redundant_directions_out(rank):
    half = np.random.default_rng(rank).normal(size=(3, rank))
    block = half @ half.T
    case = np.array([[*block.ravel(), *np.diag(block)]])
    bind(invert_cases, Cases(case=case))()
    found = case[0, :9].reshape(3, 3)
    np.testing.assert_allclose(block @ found @ block, block, atol=1e-9)
    assert np.linalg.matrix_rank(found, tol=1e-9) == rank


def limit_rows(value, rate, h=0.01, **fields):
    """Return the joint rows of one coordinate along x of body 0 against the world, and what is remembered of them."""
    given = {
        "spring": np.zeros((1, 3)),
        "motor": np.zeros(1, dtype=np.int32),
        "drive": np.zeros((1, 4)),
        "bounds": np.array([[-1.0, 2.0]]),
        "restitution": np.zeros(1),
        "soft_limit": np.zeros((1, 8)),
        "speed_limit": np.full(1, np.inf),
        "armature": np.zeros(1),
        "stiff": np.zeros(1, dtype=np.bool_),
        "servo": np.zeros(1, dtype=np.bool_),
        "ease": np.ones(1),
        "dry": np.zeros(1, dtype=np.bool_),
    } | fields
    parts = PartSet([])
    jacobian = np.zeros((1, 2, 3, 6))
    jacobian[0, 0, 0, 0], jacobian[0, 1, 0, 0] = 1.0, -1.0
    parts.table.frame, parts.table.jacobian = np.array([[0, 1]], dtype=np.int32), jacobian
    parts.table.target = np.zeros(1, dtype=dtype_of(Target))
    coordinates = Coordinates(parts=parts.table, value=np.array([value]), rate=np.array([[rate, 0.0, 0.0]]), **given)
    groups = Groups(
        of_coordinate=np.zeros(1, dtype=np.int64),
        solved=np.ones(1, dtype=np.int32),
        asleep=np.zeros(1, dtype=np.int32),
    )
    rows = JointRows(row=np.zeros(5, dtype=dtype_of(JointRow)), of=np.zeros((5, 5), dtype=np.int32))
    last = LimitImpulses(impulse=np.full((1, 5), 7.0), rotor=np.zeros(1))
    frames = Frames(motion=np.zeros(1, dtype=np.int32), twist=np.zeros((2, 6)))
    count = bind(write_limit_rows, coordinates, frames, groups, rows, last)(0, h, 0.0)
    rows.row["impulse"][:count] += 1.0
    bind(store_limit_impulses, coordinates, rows, groups, last)(count)
    return rows.row[:count], rows.of[:count], last.impulse[0]


def test_a_coordinate_far_from_its_limits_has_no_rows_and_forgets():
    rows, _, last = limit_rows(0.5, 1.0)
    assert len(rows) == 0
    assert last.tolist() == [0.0, 0.0, 0.0, 0.0, 0.0]


def test_a_limit_that_is_near_lets_the_coordinate_come_up_to_it():
    rows, of, last = limit_rows(1.995, 1.0)
    assert of.tolist() == [[0, 1, -1, 1, 0]]
    assert rows["a"]["linear"][0, 0] == -1.0
    assert (rows["b"]["linear"][0] == 0.0).all()
    assert (rows["b"]["angular"][0] == 0.0).all()
    assert rows["bias"][0] == pytest.approx(0.005 / 0.01)
    assert (rows["low"][0], rows["high"][0]) == (0.0, np.inf)
    assert last.tolist() == [0.0, 8.0, 0.0, 0.0, 0.0]


def test_a_limit_that_is_passed_pushes_back_without_keeping_the_velocity():
    rows, _, _ = limit_rows(-1.1, 0.0)
    assert rows["bias"][0] == 0.0
    assert rows["push"][0] == pytest.approx(0.2 * -0.1 / 0.01)


def test_a_bouncing_limit_returns_its_part_of_the_speed():
    rows, _, _ = limit_rows(1.999, 2.0, restitution=np.array([0.5]))
    assert rows["bias"][0] == pytest.approx(-0.5 * 2.0)


def spring_impulse(stiffness, damping, stretched, speed, h):
    """Return the impulse that the row of a spring gives a unit mass, which moves at `speed` before."""
    spring = np.array([[stiffness, damping, 0.5 - stretched]])
    rows, of, _ = limit_rows(0.5, speed, h, spring=spring, stiff=np.ones(1, dtype=np.bool_))
    assert of[0, 3] == 3
    assert (rows["low"][0], rows["high"][0]) == (-np.inf, np.inf)
    return -(speed + rows["bias"][0]) / (1.0 + rows["softness"][0])


def test_a_spring_of_a_joint_pulls_by_its_mean_over_the_step():
    h, k, x, v = 0.01, 2000.0, 0.3, 0.7
    impulse = spring_impulse(k, 0.0, x, v, h)
    assert impulse == pytest.approx(-h * k * (x + 0.25 * h * impulse), rel=1e-12)  # v₁ − v₀ is the impulse


def test_a_damper_of_a_joint_slows_a_unit_mass_exponentially():
    for damping in (1e-3, 20.0, 1e4):
        assert 0.7 + spring_impulse(0.0, damping, 0.3, 0.7, 0.01) == pytest.approx(
            0.7 * np.exp(-0.01 * damping), abs=1e-9
        )


def test_a_pendulum_under_rattle_swings_with_its_period():
    scene = rg.Scene(gravity=(0, 0, -9.81))
    bob = scene.add_body(rg.Sphere(0.01), mass=1.0, position=(0.01, 0, -((1.0 - 1e-4) ** 0.5)))
    scene.add_joint(rg.Spherical(bob, anchor=(0, 0, 0)))
    simulation, crossings, before = rg.Simulation(scene, rg.Realtime(dt=0.005)), [], 0.01
    while len(crossings) < 3:
        simulation.step()
        now = float(simulation.state.center[0, 0])
        if before * now < 0.0:
            crossings.append(simulation.time - 0.005 * now / (now - before))
        before = now
    inertia = 1.0 + 0.4 * 0.01**2
    assert crossings[2] - crossings[0] == pytest.approx(2 * np.pi * np.sqrt(inertia / 9.81), rel=1e-4)


def test_from_the_tips_inward_every_link_of_a_tree_comes_before_one_neighbor_alone():
    random = np.random.default_rng(3)
    count = 40
    pairs = np.array([(i, random.integers(i)) for i in range(1, count)] + [(0, count)], dtype=np.int32)
    place = inward_order(pairs, count)
    assert sorted(place) == list(range(count))
    later = np.zeros(count, dtype=int)
    for a, b in pairs[:-1]:
        later[a if place[a] < place[b] else b] += 1
    assert sorted(later) == [0] + [1] * (count - 1)
