"""Kernels of articulated groups, alone and eight at a time, against numpy: masses, factor, flight, closed joints."""

import numpy as np
import pytest
from plain_kernels import plain
from scipy.spatial.transform import Rotation

import rigida as rg
from rigida.constraints.multipliers import factor_group
from rigida.jit.plain import plain_table
from rigida.jit.tables import dtype_of
from rigida.math.lanes import LANES
from rigida.realtime.arrays import Islands, JointRow, JointRows
from rigida.realtime.articulated.arrays import ActedReaction, GroupLimit, GroupLimits, LimitImpulses
from rigida.realtime.articulated.groups import begin_groups, choose_large, record_factor
from rigida.realtime.articulated.motion import gather_impulses, integrate_velocities, largest, read_twists
from rigida.realtime.articulated.project import integrate_solved_groups, spin_momentum
from rigida.realtime.articulated.stages import correct_flight
from rigida.realtime.articulated.wide.arrays import GroupsInSubSteps
from rigida.realtime.articulated.wide.choose import turns_little
from rigida.realtime.articulated.wide.factor import assemble_lanes, factor_lanes
from rigida.realtime.articulated.wide.fields import pack_rows, read_sums, share_lanes
from rigida.realtime.articulated.wide.flight import integrate_ballistic_lanes, record_momenta, turn_members
from rigida.realtime.articulated.wide.joints import GROUP_CLOSED, LOST, OPEN, begin_closing, gaps_as_rates, still_open
from rigida.realtime.articulated.wide.limits import end_limits, list_limits, respond, sweep_limits
from rigida.realtime.articulated.wide.project import integrate_solved_rows
from rigida.realtime.articulated.wide.solve import solve_jointed
from rigida.realtime.articulated.wide.state import pack_members, pack_parts, unpack_members
from rigida.realtime.articulated.wide.velocities import close_velocities
from rigida.realtime.bodies.flight_correction import after_less
from rigida.realtime.substeps.wide_contact import WideRows

H, GROUPS, LINKS = 0.01, 3, 2
BODIES = GROUPS * LINKS


class Chains:
    """Chains of two links on a ball joint each, that hang from the world, turned and moving at random."""

    def __init__(self):
        scene, rng = rg.Scene(gravity=(0, 0, 0)), np.random.default_rng(3)
        for n in range(GROUPS):
            before = rg.WORLD
            for k in range(LINKS):
                place = 3.0 * n, 0.5 * k, 0.0
                turn = Rotation.random(rng=rng).as_quat()[[3, 0, 1, 2]]
                link = scene.add_body(
                    rg.Box((0.1, 0.2, 0.4)), mass=1.0 + n + k, position=place, orientation=tuple(turn)
                )
                scene.add_joint(rg.Spherical(link, before, anchor=(3.0 * n, 0.5 * k - 0.25, 0.0)))
                before = link
        simulation = rg.Simulation(scene, rg.Realtime(dt=H))
        self.engine = simulation.engine
        self.tables = self.engine.world.articulated.tables
        self.bodies, self.joints, self.groups = self.engine.world.bodies.table, self.tables.joints, self.tables.groups
        self.joints_set = self.engine.joints
        self.joints_set.evaluate(0.0, simulation.state)
        self.turns = Rotation.from_quat(np.roll(self.bodies.attitude, -1, axis=1)).as_matrix()
        self.inertia = self.turns @ (self.bodies.inertia[:, :, None] * self.turns.transpose(0, 2, 1))
        self.set_twists(rng.normal(size=(BODIES, 6)))
        self.groups.solved = np.ones(GROUPS, dtype=np.int32)
        self.groups.asleep = np.zeros(GROUPS, dtype=np.int32)
        for g in range(GROUPS):
            plain(factor_group, g, self.joints)
            plain(record_factor, g, True, self.groups, self.joints)

    def set_twists(self, twists):
        self.bodies.velocity[:], self.bodies.angular_velocity[:] = twists[:, :3], twists[:, 3:]
        self.bodies.angular_momentum[:] = np.einsum("nij,nj->ni", self.inertia, twists[:, 3:])
        for table in (self.bodies.twist, self.bodies.moving, self.bodies.before):
            table[:BODIES] = twists

    def jacobian(self):
        """Return J (3 parts, 6 n) of all joints."""
        parts = self.joints.parts
        found = np.zeros((len(parts.code), 3, BODIES + 1, 6))
        jacobian = np.asarray(parts.jacobian).reshape(-1, 2, 3, 6)
        for p, frames in enumerate(np.asarray(parts.frame).reshape(-1, 2)):
            for side, frame in enumerate(frames):
                found[p, :, min(frame, BODIES)] += jacobian[p, side]
        return found[:, :, :BODIES].reshape(-1, 6 * BODIES)

    def inverse_masses(self):
        found = np.zeros((BODIES, 6, BODIES, 6))
        for i in range(BODIES):
            found[i, :3, i, :3] = np.eye(3) / self.bodies.mass[i]
            found[i, 3:, i, 3:] = np.linalg.inv(self.inertia[i])
        return found.reshape(6 * BODIES, 6 * BODIES)

    def closed(self, twists):
        """Return the twists (n, 6) that joints allow, by the least change in the metric of the masses, and impulses."""
        j, inverse = self.jacobian(), self.inverse_masses()
        impulse = np.linalg.solve(j @ inverse @ j.T, -j @ twists.reshape(-1))
        return twists + (inverse @ j.T @ impulse).reshape(-1, 6), impulse

    def carried_row(self):
        """Return a row of all groups, with its factor, as `wide.project` moves it."""
        wide = self.tables.kinds.carried_groups()
        wide.row["group"][0, :] = [*range(GROUPS), *[0] * (LANES - GROUPS)]
        seen = plain_table(wide)
        plain(pack_parts, H, seen.row[0], self.joints, self.tables.reactions, seen)
        plain(pack_members, seen.row[0], self.bodies, self.groups, self.joints, seen)
        return wide, seen


@pytest.fixture
def chains():
    return Chains()


def test_velocities_that_joints_allow_are_the_least_change_in_the_metric_of_the_masses(chains):
    wide = chains.tables.kinds.wide_groups()
    chains.groups.in_sub_steps[:] = 1
    twist = np.zeros((BODIES + 1, 8), dtype=np.float32)
    start = np.hstack([chains.bodies.velocity, chains.bodies.angular_velocity])
    twist[:BODIES, :6] = start
    rows = plain(share_lanes, chains.groups, chains.joints, wide)
    assert (rows, wide.row["used"][0]) == (1, GROUPS)
    trajectory = plain_table(chains.tables.reactions).trajectory
    plain(pack_rows, rows, BODIES, chains.groups, chains.joints, trajectory, wide)
    plain(close_velocities, 2.0, rows, chains.joints, wide, WideRows(twist=twist))
    expected, impulse = chains.closed(start)
    np.testing.assert_allclose(twist[:BODIES, :6], expected, atol=2e-5)
    plain(read_sums, rows, chains.joints, chains.tables.reactions, wide)
    np.testing.assert_allclose(chains.tables.impulse.reshape(-1), 2.0 * impulse, rtol=1e-4, atol=1e-4)


def test_the_factor_of_lanes_is_that_of_each_group_alone(chains):
    wide, seen = chains.carried_row()
    unconstrained = np.asarray(chains.joints.factor.block).reshape(-1, 3, 3).copy()
    plain(assemble_lanes, seen.row[0], chains.joints, seen)
    plain(factor_lanes, seen.row[0], chains.joints, seen)
    found = np.ascontiguousarray(wide.block).view(np.float64).reshape(-1, 3, 3, LANES)
    of_group = unconstrained.reshape(GROUPS, -1, 3, 3)
    for k in range(LANES):
        np.testing.assert_allclose(found[..., k], of_group[k if k < GROUPS else 0], rtol=1e-9, atol=1e-12)


def test_members_fly_with_their_momenta_and_end_where_they_were_if_nothing_moves(chains):
    wide, seen = chains.carried_row()
    plain(integrate_ballistic_lanes, H, LINKS, seen)
    members = np.ascontiguousarray(wide.member).view(np.float64).reshape(LINKS, -1, LANES)
    flown, momentum = members[:, 7:10], members[:, 17:20]
    for g in range(GROUPS):
        rows = slice(LINKS * g, LINKS * g + LINKS)
        ends = chains.bodies.center[rows] + H * chains.bodies.velocity[rows]
        np.testing.assert_allclose(flown[..., g], ends, atol=1e-15)
        np.testing.assert_allclose(momentum[..., g], chains.bodies.angular_momentum[rows], atol=1e-14)
    # A turn keeps the momentum, and twists are those of the new attitude.
    plain(turn_members, LINKS, seen)
    plain(record_momenta, LINKS, seen)
    for g in range(GROUPS):
        rows = slice(LINKS * g, LINKS * g + LINKS)
        np.testing.assert_allclose(members[:, 17:20, g], chains.bodies.angular_momentum[rows], atol=1e-13)
    before = chains.bodies.center.copy()
    members[:, 7:10], members[:, 10:14] = members[:, :3], members[:, 3:7]
    wide.fate["state"] = GROUP_CLOSED
    plain(unpack_members, seen.row[0], chains.bodies, chains.groups, chains.joints, seen)
    np.testing.assert_array_equal(chains.bodies.center, before)


def test_gaps_are_closed_in_a_step_by_their_rates_and_lanes_that_close_or_diverge_stop(chains):
    wide, seen = chains.carried_row()
    members = np.ascontiguousarray(wide.member).view(np.float64).reshape(LINKS, -1, LANES)
    members[:, 7:10], members[:, 10:14] = members[:, :3], members[:, 3:7]
    members[1, 7, 1] += 0.02  # the second link of the second chain is out of its joint
    plain(gaps_as_rates, H, seen.row[0], chains.joints, seen)
    rate = np.ascontiguousarray(wide.rate).view(np.float64).reshape(-1, 3, LANES)
    place = np.asarray(chains.joints.factor.place)
    gap = np.zeros((LINKS, 3))
    gap[1] = 0.02, 0.0, 0.0
    np.testing.assert_allclose(np.abs(rate[place[:LINKS], :, 1]), gap / H, atol=1e-12)
    np.testing.assert_allclose(rate[..., 0], 0.0, atol=1e-12)
    plain(begin_closing, seen)
    assert plain(still_open, LINKS, 1e-6, seen)
    assert wide.fate["state"].tolist() == [GROUP_CLOSED, OPEN, *[GROUP_CLOSED] * (LANES - 2)]
    assert not plain(still_open, LINKS, 1e-6, seen)  # no nearer than the time before
    assert wide.fate["state"][1] == LOST


@pytest.mark.parametrize("in_lanes", [True, False])
def test_solved_groups_move_along_their_joints_and_keep_what_they_are_allowed(chains, in_lanes):
    twists, _ = chains.closed(0.3 * np.hstack([chains.bodies.velocity, chains.bodies.angular_velocity]))
    chains.set_twists(twists)
    reactions, solved, middle = chains.tables.reactions, np.ones(GROUPS, dtype=np.int32), chains.bodies.center.copy()
    chains.groups.done[:] = 0
    if in_lanes:
        wide = chains.tables.kinds.carried_groups()
        left = plain(integrate_solved_rows, H, solved, chains.bodies, chains.groups, chains.joints, reactions, wide)
        assert left == 0
        assert chains.groups.done.tolist() == [1] * GROUPS
    else:
        work = chains.tables.work
        tables = chains.bodies, chains.groups, chains.joints, reactions, work
        assert plain(integrate_solved_groups, H, solved, *tables) == 0
    np.testing.assert_allclose(chains.bodies.center, middle + H * twists[:, :3], atol=1e-3)
    assert np.abs(chains.bodies.center - middle).max() > 1e-4
    chains.joints_set.evaluate(H, chains.engine.state)
    assert np.abs(chains.joints_set.parts.error).max() < 1.1e-6
    turns = Rotation.from_quat(np.roll(chains.bodies.attitude, -1, axis=1)).as_matrix()
    inverse = turns @ (chains.bodies.inv_inertia[:, :, None] * turns.transpose(0, 2, 1))
    spin = np.einsum("nij,nj->ni", inverse, chains.bodies.angular_momentum)
    rates = chains.jacobian() @ np.hstack([chains.bodies.velocity, spin]).reshape(-1)
    np.testing.assert_allclose(rates, 0.0, atol=1e-9)


def test_only_groups_that_turn_little_are_carried_in_lanes(chains):
    kinds, given = chains.tables.kinds.table, (chains.bodies, chains.groups, chains.joints)
    chains.bodies.moving[:] = 0.0
    chains.bodies.moving[1, 3:] = 0.0, 9.0, 0.0
    assert plain(turns_little, 0, H, 0.15, *given, kinds)
    chains.bodies.moving[1, 3:] = 30.0, 20.0, 10.0
    assert not plain(turns_little, 0, H, 0.15, *given, kinds)
    assert plain(turns_little, 1, H, 0.15, *given, kinds)


def limit_rows(chains):
    """Return a limit on the second link of the second chain, as rows and with room for its response."""
    row, of = np.zeros(1, dtype=dtype_of(JointRow)), np.zeros((1, 5), dtype=np.int32)
    row["a"]["angular"], row["b"]["angular"], row["low"], row["high"] = (1.0, 2.0, 0.5), (-1.0, -2.0, -0.5), 0.0, np.inf
    of[0] = 3, 2, -1, 0, 0
    chains.groups.of_coordinate, chains.groups.in_large_islands[:] = np.array([1]), 0
    chains.groups.in_large_islands[2:4] = 1
    limits = GroupLimits(
        listed=np.zeros(1, dtype=dtype_of(GroupLimit)),
        response=np.zeros((LINKS, 6)),
        pull=np.zeros((LINKS, 3)),
        sum=np.zeros(1),
    )
    return JointRows(row=row, of=of), limits


def room_for_limits():
    """Return room for what one limit did."""
    return LimitImpulses(acted=np.zeros(1, dtype=dtype_of(ActedReaction)))


def test_a_group_responds_to_a_limit_with_its_joints_closed(chains):
    rows, limits = limit_rows(chains)
    assert plain(list_limits, 1, chains.groups, chains.joints, rows, limits) == (1, LINKS, LINKS)
    rows.row["impulse"] = 8.0
    plain(respond, 1, 0.25, chains.groups, chains.joints, rows, limits, chains.tables.work)
    assert rows.row["impulse"][0] == 2.0
    along = np.zeros((BODIES, 6))
    along[3, 3:], along[2, 3:] = (1.0, 2.0, 0.5), (-1.0, -2.0, -0.5)
    unconstrained = (chains.inverse_masses() @ along.reshape(-1)).reshape(-1, 6)
    expected, _ = chains.closed(unconstrained)
    np.testing.assert_allclose(limits.response, expected[2:4], atol=1e-10)
    assert rows.row["inverse_k"][0] == pytest.approx(1.0 / (along.reshape(-1) @ expected.reshape(-1)))
    assert not np.asarray(chains.groups.response).any()
    limits.sum[0] = 6.0
    last = room_for_limits()
    plain(end_limits, 1, 0.25, BODIES, rows, limits, last)
    assert last.acted["multiplier"][0, 0] == 6.0
    assert rows.row["impulse"][0] == 8.0


def test_sub_steps_leave_joints_closed_and_limits_met(chains):
    rows, limits = limit_rows(chains)
    plain(list_limits, 1, chains.groups, chains.joints, rows, limits)
    chains.groups.in_sub_steps[:] = 1
    start = np.hstack([chains.bodies.velocity, chains.bodies.angular_velocity])
    start[3, 3:] = -5.0  # runs into its limit
    singles = {name: np.zeros((BODIES + 1, 8), dtype=np.float32) for name in ("twist", "before", "displacement")}
    singles["twist"][:BODIES, :6] = start
    contacts = WideRows(**singles, recovery=1e3, inverse=np.zeros((BODIES + 1, 8), dtype=np.float32))
    contacts.touched, contacts.field = np.full(BODIES + 1, 4, dtype=np.int32), np.zeros((1, LANES), dtype=np.float32)
    in_large_islands = GroupsInSubSteps(wide=chains.tables.kinds.wide_groups(), rows=rows, limits=limits)
    reactions = chains.tables.reactions
    reactions.limits = room_for_limits()
    tables = contacts, chains.groups, chains.joints, reactions, chains.tables.work, in_large_islands
    plain(solve_jointed, 2, H, 0, 1, *tables)
    twists = singles["twist"][:BODIES, :6].astype(float)
    np.testing.assert_allclose(chains.jacobian() @ twists.reshape(-1), 0.0, atol=1e-4)
    assert rows.row["impulse"][0] > 0.0
    along = (twists[3, 3:] - twists[2, 3:]) @ (1.0, 2.0, 0.5)
    assert along == pytest.approx(0.0, abs=1e-4)
    plain(
        sweep_limits, 1, 0.0, 0.5, 1, chains.groups, chains.joints, in_large_islands, chains.tables.reactions, contacts
    )
    np.testing.assert_allclose(singles["twist"][:BODIES, :6], twists, atol=1e-4)


def test_groups_that_touch_or_are_pulled_are_solved_and_those_of_large_islands_in_sub_steps(chains):
    islands = Islands(
        of_body=np.array([-1, -1, 0, 0, 1, -1], dtype=np.int32),
        contact_start=np.array([0, 2, 2], dtype=np.int32),
        method=np.array([0, 1], dtype=np.int32),
    )
    chains.groups.pulled[:] = 1, 0, 0
    chains.bodies.active[:] = 1, 1, 1, 1, 0, 0
    solved, missing = plain(begin_groups, chains.bodies, islands, chains.groups, chains.joints)
    assert (solved, missing) == (2, 0)
    assert chains.groups.solved.tolist() == [1, 1, 0]
    assert chains.groups.asleep.tolist() == [0, 0, 1]
    assert plain(choose_large, islands, chains.groups, chains.joints) == 1
    assert chains.groups.in_sub_steps.tolist() == [0, 1, 0]
    assert chains.groups.in_large_islands.tolist() == [0, 0, 1, 1, 0, 0, 0]
    chains.bodies.center[0, 2] += 1e-9  # no more the frame that was factored
    assert plain(begin_groups, chains.bodies, islands, chains.groups, chains.joints)[1] == 1


def test_impulses_of_joints_act_on_bodies_by_the_transposed_jacobian(chains):
    rng, work = np.random.default_rng(9), chains.tables.work
    impulse, wrench = rng.normal(size=(len(chains.tables.force), 3)), rng.normal(size=(BODIES, 6))
    work.impulse[:] = impulse
    seen = plain_table(work)
    for g in range(GROUPS):
        plain(gather_impulses, g, seen.impulse, chains.groups, chains.joints, seen.total)
    np.testing.assert_allclose(work.total.reshape(-1), chains.jacobian().T @ impulse.reshape(-1), atol=1e-13)
    assert plain(largest, 0, 2, seen.impulse) == np.abs(impulse[:2]).max()
    work.impulse[1, 2] = np.nan
    assert plain(largest, 0, 2, seen.impulse) == np.inf
    velocity, momentum = chains.bodies.velocity.copy(), chains.bodies.angular_momentum.copy()
    work.wrench = wrench
    plain(integrate_velocities, 1, H, plain_table(work).wrench, chains.bodies, chains.groups, chains.joints)
    change = np.zeros((BODIES, 6))
    change[2:4] = H * wrench[2:4]
    moved = (chains.bodies.velocity - velocity) * chains.bodies.mass[:, None]
    np.testing.assert_allclose(moved, change[:, :3], atol=1e-13)
    np.testing.assert_allclose(chains.bodies.angular_momentum - momentum, change[:, 3:], atol=1e-13)
    plain(read_twists, 1, chains.bodies, chains.groups, chains.joints)
    spin = np.linalg.solve(chains.inertia[2:4], chains.bodies.angular_momentum[2:4, :, None])[..., 0]
    np.testing.assert_allclose(np.asarray(chains.joints.frames.twist)[2:4, 3:], spin, atol=1e-12)


def test_flight_is_corrected_by_half_the_change_of_wrenches_along_the_joints(chains):
    rng = np.random.default_rng(4)
    before, after = rng.normal(size=(2, BODIES, 6))
    before[0, 0], after[0, 0] = np.nan, 2.0  # what was not finite was nothing
    twists, _ = chains.closed(np.hstack([chains.bodies.velocity, chains.bodies.angular_velocity]))
    chains.set_twists(twists)
    chains.groups.solved[:], islands = 0, Islands(of_body=np.full(BODIES, -1, dtype=np.int32))
    chains.bodies.jointed[:] = 1
    given = chains.bodies, islands, chains.groups, chains.joints, chains.tables.reactions, chains.tables.work
    assert plain(correct_flight, H, before, after, *given) == 0
    change = np.nan_to_num(after) - np.nan_to_num(before)
    pushed = twists + 0.5 * H * (chains.inverse_masses() @ change.reshape(-1)).reshape(-1, 6)
    expected, _ = chains.closed(pushed)
    got = np.hstack([chains.bodies.velocity, chains.bodies.angular_velocity])
    np.testing.assert_allclose(got, expected, atol=1e-11)
    assert plain(after_less, 1.0, np.inf) == 0.0


def test_the_momentum_of_a_spin_is_that_of_the_turned_inertia(chains):
    seen = plain_table(chains.bodies)
    spin = np.array([0.3, -0.2, 0.9])
    chains.bodies.angular_velocity[0] = spin
    found = plain(spin_momentum, seen.inertia[0], seen.attitude[0], seen.angular_velocity[0])
    np.testing.assert_allclose([found.x, found.y, found.z], chains.inertia[0] @ spin, atol=1e-15)
