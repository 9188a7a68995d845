"""Steps of the direct solver against numpy: its matrix, Newton's step, both passes, jams, driven rows, mean twists."""

import numpy as np
import pytest
from plain_kernels import plain
from realtime_tables import (
    all_rows,
    body_table,
    contact_jacobian,
    contact_table,
    island_table,
    joint_row_table,
    mass_matrix,
    work_table,
)

from rigida.jit.plain import plain_table
from rigida.realtime.direct.cholesky import measure_envelope, rank_bodies
from rigida.realtime.direct.constraint import SLIDE_1, SLIDE_2, build_constraint
from rigida.realtime.direct.descent import descend, off_limit
from rigida.realtime.direct.joint_rows import prepare_joint_rows
from rigida.realtime.direct.newton import (
    assemble_contacts,
    assemble_joint_rows,
    clear_solution,
    newton_step,
    start_matrix,
)
from rigida.realtime.direct.passes import moving_twists, run_passes
from rigida.realtime.direct.projected import LOAD, loaded, project_impulses, violation
from rigida.realtime.direct.solve import solve_directly, tolerance_of
from rigida.realtime.direct.sweep import set_bias
from rigida.realtime.direct.work import Island
from rigida.realtime.tuning import CONVERGED, PENALTY, SMALL

H = 0.01
#: An active row is met up to one part in as many as it is stiffer than the bodies.
SOFT = 1e-4

#: What velocities may be wrong by after solves to 1e-6 m/s, and rounding of stiff rows [m/s].
TOLERANCE = 1e-5


class Solved:
    """One island of bodies, contacts and joint rows, with its constraints built; tables as routines see them."""

    def __init__(self, bodies, pairs=(), jacobian=None, joined=(), **contact):
        n = len(bodies.mass)
        self.bodies, self.contacts = bodies, contact_table(pairs, **contact)
        self.joints = joint_row_table(joined, np.zeros((0, 2, 6)) if jacobian is None else jacobian)
        self.work, self.islands = work_table(n, len(pairs)), island_table(n, len(pairs))
        moved = np.flatnonzero(bodies.inv_mass > 0.0).astype(np.int32)
        self.islands.body, self.islands.contact = moved, np.arange(len(pairs), dtype=np.int32)
        self.seen = [plain_table(table) for table in (self.joints, bodies, self.work)]
        joints, seen_bodies, work = self.seen
        islands, contacts = plain_table(self.islands), plain_table(self.contacts)
        self.island = Island(islands.body, islands.contact, joints.order)
        plain(rank_bodies, islands.body, seen_bodies.center, work.rank)
        plain(measure_envelope, self.island, contacts.pair, joints, work)
        plain(prepare_joint_rows, joints.order, joints, seen_bodies)
        for q in range(len(pairs)):
            plain(build_constraint, work.constraint[q], q, contacts, seen_bodies)
        plain(set_bias, len(pairs), 1.0 / H, 0.0, work)

    @property
    def impulses(self):
        of_contacts = np.ascontiguousarray(self.work.constraint["impulse"]).view(np.float64)
        return np.concatenate([of_contacts.reshape(-1), self.joints.row["impulse"]])

    def rate(self):
        """Return J v of all rows."""
        return all_rows(self.work, self.joints, self.bodies) @ self.bodies.twist[:-1].reshape(-1)


def falling_row(points=4):
    """Return three bodies in a row that approach each other, turning a little."""
    bodies = body_table(3)
    bodies.twist[:3] = [[1.0, 0.1, 0.0, 0.0, 0.2, 0.1], [0.0] * 6, [-1.0, 0.0, 0.1, 0.0, 0.1, 0.3]]
    return Solved(bodies, [(0, 1), (1, 2)], points=points)


def dense_matrix(work, n):
    """Return the block matrix in the order of ranks (6 n, 6 n); only its lower half is stored."""
    found = np.zeros((n, 6, n, 6))
    for i in range(n):
        for j in range(work.left[i], i + 1):
            found[i, :, j, :] = work.block[work.start[i] + j - work.left[i]].T
            found[j, :, i, :] = found[i, :, j, :].T
    return found.reshape(6 * n, 6 * n)


def test_the_matrix_holds_masses_and_the_active_rows_by_their_weights():
    rng, bodies = np.random.default_rng(2), body_table(3)
    bodies.twist[:3] = rng.normal(size=(3, 6))
    jacobian = rng.normal(size=(2, 2, 6))
    jacobian[1, 1] = 0.0
    solved = Solved(bodies, [(0, 1)], jacobian, [(1, 2), (2, 3)], points=2)
    solved.work.constraint["impulse"]["normal"][0, :2] = 50.0  # so both push and friction sticks
    solved.joints.row["bias"] = 0.3, -0.2
    joints, seen, work = solved.seen
    plain(start_matrix, solved.island, seen, work)
    plain(clear_solution, solved.island, work)
    plain(assemble_contacts, 1, seen, work)
    plain(assemble_joint_rows, solved.island.joint_row, 1.0, joints, seen, work)
    j = all_rows(solved.work, solved.joints, bodies)
    weight = np.concatenate([solved.work.weight[0], solved.joints.row["weight"]])
    assert (weight > 0.0).tolist() == [
        True,
        True,
        False,
        False,
        True,
        True,
        *[weight[6] > 0.0],
        False,
        False,
        True,
        True,
    ]
    residual = solved.rate() + np.concatenate([np.zeros(9), solved.joints.row["bias"]])
    order = np.concatenate([np.arange(6) + 6 * i for i in np.argsort(solved.work.rank[:3])])
    expected = mass_matrix(bodies) + j.T @ (weight[:, None] * j)
    np.testing.assert_allclose(dense_matrix(solved.work, 3), expected[np.ix_(order, order)], rtol=1e-12, atol=1e-9)
    right = -(weight * residual) @ j
    np.testing.assert_allclose(solved.work.x.reshape(-1), right[order], rtol=1e-12, atol=1e-9)


def test_newtons_step_meets_what_is_active_and_changes_momenta_by_its_impulses():
    solved = falling_row()
    before = solved.bodies.twist[:3].copy()
    solved.work.constraint["impulse"]["normal"] = 1.0  # all four points push, friction sticks
    solved.work.constraint["friction"] = 10.0
    start = solved.impulses
    joints, seen, work = solved.seen
    assert plain(newton_step, solved.island, 0.0, joints, seen, work) == 0
    active = solved.work.weight.reshape(-1) > 0.0
    assert active.sum() >= 12
    np.testing.assert_allclose(solved.rate()[active], 0.0, atol=SOFT)
    change = mass_matrix(solved.bodies) @ (solved.bodies.twist[:3] - before).reshape(-1)
    gained = all_rows(solved.work, solved.joints, solved.bodies).T @ (solved.impulses - start)
    np.testing.assert_allclose(change, gained, atol=1e-9)
    assert not solved.work.turn.any()  # else other islands that touch these bodies, once asleep, would see it


def test_both_passes_leave_contacts_as_their_laws_say_and_push_overlaps_out():
    bodies = body_table(2, fixed=(0,))
    bodies.twist[1] = -1.0, 0.2, 0.0, 0.0, 0.1, 0.0
    bodies.moving[:], bodies.before[:] = bodies.twist, bodies.twist
    solved = Solved(bodies, [(0, 1)], separation=-0.01, points=4, centered=True)
    joints, seen, work = solved.seen
    failed, wrong = plain(run_passes, H, 1e-6, False, 1e-6, True, solved.island, joints, seen, work)
    assert (failed, wrong) == (2, 0.0)
    (contact,) = solved.work.constraint
    normal, speed = contact["impulse"]["normal"], solved.rate()[:4]
    assert (speed > -SOFT).all()
    np.testing.assert_allclose(normal * speed, 0.0, atol=SOFT)
    assert np.hypot(contact["impulse"]["slide_1"], contact["impulse"]["slide_2"]) <= 0.5 * normal.sum() * (1.0 + 1e-9)
    # A fifth of the overlap beyond the dead band goes in a step.
    moving = contact_jacobian(contact)[:4, 6:] @ bodies.moving[1]
    np.testing.assert_allclose(moving, 0.2 * (0.01 - contact["slop"]) / H, atol=1e-3)


@pytest.mark.parametrize("impact", [False, True])
def test_bodies_move_by_the_mean_of_both_ends_unless_a_contact_took_up_an_approach(impact):
    bodies = body_table(2, fixed=(0,))
    start = -1.0 if impact else 0.0
    bodies.before[1], bodies.moving[1], bodies.twist[1] = (
        [start, 0.4, 0, 0, 0, 0],
        [start, 0.5, 0, 0, 0, 0],
        [0.0, 0.42] + [0] * 4,
    )
    solved = Solved(bodies, [(0, 1)])
    solved.work.constraint["impulse"]["normal"][0, 0] = 1.0
    joints, seen, work = solved.seen
    plain(moving_twists, solved.island, 2.0, H, joints, seen, work)
    np.testing.assert_allclose(bodies.moving[1, :2], [0.0, 0.42] if impact else [0.0, 0.41], atol=1e-15)
    assert solved.work.mean[1] == (not impact)


def driven_rows(seed):
    """Return three bodies with motors between them and to the world, with bounds that some of them meet."""
    rng, bodies = np.random.default_rng(seed), body_table(3)
    bodies.twist[:3] = rng.normal(size=(3, 6))
    jacobian = rng.normal(size=(6, 2, 6))
    pairs = [(0, 1), (1, 2), (0, 2), (0, 3), (1, 3), (2, 3)]
    for k in range(3, 6):
        jacobian[k, 1] = 0.0
    solved = Solved(bodies, jacobian=jacobian, joined=pairs)
    bounding_radius = rng.uniform(0.02, 0.8, size=6)
    row = solved.joints.row
    row["low"], row["high"], row["bias"], row["softness"] = -bounding_radius, bounding_radius, rng.normal(size=6), 0.05
    row["low"][1], row["high"][1] = 0.0, np.inf  # a stop
    solved.joints.of[:, 2] = -1
    return solved, bodies.twist[:3].copy()


@pytest.mark.parametrize("seed", range(4))
def test_driven_rows_meet_their_laws_inside_their_bounds_and_lack_impulse_on_them(seed):
    solved, before = driven_rows(seed)
    joints, seen, work = solved.seen
    solves, found, wrong = plain(descend, 1e-6, 0.0, solved.island, joints, seen, work)
    assert 0 < solves <= 20
    assert found
    assert wrong < 1e-6
    assert plain(violation, 0.0, solved.island, joints, seen, work) < 1e-6
    row = solved.joints.row
    residual, impulse = solved.rate() + row["bias"] + row["softness"] * row["impulse"], row["impulse"]
    inside = (impulse > row["low"]) & (impulse < row["high"])
    np.testing.assert_allclose(residual[inside], 0.0, atol=SOFT)
    assert (residual[impulse >= row["high"]] < SOFT).all()  # more would be needed
    assert (residual[impulse <= row["low"]] > -SOFT).all()
    assert not inside.all()
    change = mass_matrix(solved.bodies) @ (solved.bodies.twist[:3] - before).reshape(-1)
    np.testing.assert_allclose(change, all_rows(solved.work, solved.joints, solved.bodies).T @ impulse, atol=1e-9)


@pytest.mark.parametrize("friction", [0.1, 2.0])
def test_going_down_the_energy_leaves_contacts_as_their_laws_say(friction):
    bodies = body_table(3)
    bodies.twist[:3] = [[1.0, 0.8, 0.0, 0.0, 0.2, 0.1], [0.0] * 6, [-1.0, 0.0, 0.7, 0.0, 0.1, 0.3]]
    bodies.surface[:, [0, 7]] = friction
    solved = Solved(bodies, [(0, 1), (1, 2)])
    joints, seen, work = solved.seen
    before = bodies.twist[:3].copy()
    _, found, _ = plain(descend, 1e-6, 0.0, solved.island, joints, seen, work)
    assert found
    rate, impulse = solved.rate().reshape(-1, 9), solved.impulses.reshape(-1, 9)
    for q in range(2):
        assert (impulse[q, :4] >= 0.0).all()
        assert (rate[q, :4] > -TOLERANCE).all()
        np.testing.assert_allclose(rate[q, :4][impulse[q, :4] > 0.0], 0.0, atol=TOLERANCE)
        slip = rate[q, SLIDE_1 : SLIDE_2 + 1]
        slides = np.abs(slip).max() > TOLERANCE
        assert slides == (friction < 1.0)
        assert plain(off_limit, work.constraint[q], plain(loaded, work.constraint[q]), slides) < TOLERANCE
        if slides:  # friction points against the slip
            force = impulse[q, SLIDE_1 : SLIDE_2 + 1]
            assert force @ slip == pytest.approx(-np.linalg.norm(force) * np.linalg.norm(slip), rel=1e-4)
    change = mass_matrix(bodies) @ (bodies.twist[:3] - before).reshape(-1)
    rows = all_rows(solved.work, solved.joints, bodies)
    np.testing.assert_allclose(change, rows.T @ solved.impulses, atol=1e-4)


def test_normals_want_what_their_rates_ask_for_and_never_to_pull():
    solved = falling_row(points=2)
    joints, seen, work = solved.seen
    solved.work.constraint["impulse"]["normal"][:, 0] = 0.5, 2.0
    for q in range(2):
        assert plain(loaded, work.constraint[q]) == solved.work.constraint["impulse"]["normal"][q].sum()
        work.weight[q].all[LOAD] = 1.0
    plain(project_impulses, solved.island, 0.0, joints, seen, work)
    rate = solved.rate().reshape(2, 9)[:, :4] + solved.work.constraint["point"]["bias"]
    now, inverse = solved.work.constraint["impulse"]["normal"], solved.work.constraint["inverse_k"]["normal"]
    projected = np.maximum(now - PENALTY * inverse * rate, 0.0)
    change = np.reshape(solved.work.change, (2, 9))[:, :4]
    np.testing.assert_allclose(now + change, np.where(np.arange(4) < 2, projected, 0.0), rtol=1e-12, atol=1e-12)


def test_a_stack_at_rest_is_held_by_its_weight():
    """Along x, where gravity acts: two bodies on a fixed one."""
    bodies, g = body_table(3, fixed=(0,)), 10.0
    bodies.gravity = np.array([-g, 0.0, 0.0])
    bodies.twist[1:3, 0] = bodies.moving[1:3, 0] = -H * g
    contacts, islands = contact_table([(0, 1), (1, 2)], points=4, centered=True), island_table(3, 2)
    islands.body[:2], islands.body_start[1:], islands.contact[:2], islands.contact_start[1:] = (1, 2), 2, (0, 1), 2
    joints, work = joint_row_table([], np.zeros((0, 2, 6))), work_table(3, 2)
    wrong, left = plain(solve_directly, 0, 1, H, bodies, contacts, islands, joints, work)
    assert (wrong, left, islands.method[0]) == (0.0, 0, 1)
    np.testing.assert_allclose(bodies.twist, 0.0, atol=CONVERGED)
    np.testing.assert_allclose(contacts.cache.impulse[:, :4].sum(axis=1), [2 * 2.0 * g * H, 2.0 * g * H], rtol=1e-5)
    assert (work.rank == -1).all()


@pytest.mark.parametrize("points", [1, 4])
def test_without_joint_rows_the_solver_that_has_none_gives_the_same_bits(points):
    found = []
    for joints in (joint_row_table([], np.zeros((0, 2, 6))), None):
        bodies, islands = body_table(3, fixed=(0,)), island_table(3, 2)
        contacts = contact_table([(0, 1), (1, 2)], points=points)
        islands.body[:2], islands.body_start[1:], islands.contact[:2], islands.contact_start[1:] = (1, 2), 2, (0, 1), 2
        bodies.twist[1:3] = [[-1.0, 0.3, 0.0, 0.1, 0.0, 0.2], [-2.0, 0.0, 0.2, 0.0, 0.3, 0.0]]
        bodies.moving[1:3] = bodies.twist[1:3]
        result = plain(solve_directly, 0, 1, H, bodies, contacts, islands, joints, work_table(3, 2))
        found.append((result, bodies.twist, bodies.moving, contacts.cache.impulse, islands.method))
    assert found[0][0] == found[1][0]
    for with_rows, without in zip(found[0][1:], found[1][1:], strict=True):
        np.testing.assert_array_equal(with_rows, without)
    assert np.abs(found[1][3]).max() > 0.0


def test_islands_too_large_for_their_limit_are_left():
    bodies = body_table(3, fixed=(0,))
    contacts, islands = contact_table([(0, 1), (1, 2)]), island_table(3, 2)
    islands.body[:2], islands.body_start[1:], islands.contact[:2], islands.contact_start[1:] = (1, 2), 2, (0, 1), 2
    work = work_table(3, 2)
    work.limit = work.limit_in_motion = 1
    bodies.twist[1:3, 0] = -1.0
    before = bodies.twist.copy()
    _, left = plain(solve_directly, 0, 1, H, bodies, contacts, islands, joint_row_table([], np.zeros((0, 2, 6))), work)
    assert (left, islands.method[0]) == (1, 0)
    np.testing.assert_array_equal(bodies.twist, before)


def test_tolerance_shrinks_with_small_islands_and_grows_with_speed():
    assert plain(tolerance_of, SMALL, False, 0.0) == CONVERGED
    assert plain(tolerance_of, SMALL / 100, False, 0.0) == pytest.approx(0.1 * CONVERGED)
    assert plain(tolerance_of, SMALL / 100, True, 0.0) == CONVERGED
    assert plain(tolerance_of, SMALL, False, 1.0) == pytest.approx(1e-4)
