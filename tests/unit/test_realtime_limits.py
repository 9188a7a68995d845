"""Friction of patches, blows, sleep and the choice of a solver, each kernel on a few rows against what theory says."""

import numpy as np
import pytest
from plain_kernels import bind
from realtime_tables import LENGTH_SCALE, body_table, contact_table, island_table

from rigida.dynamics.model import DYNAMIC, KINEMATIC
from rigida.jit.tables import dtype_of
from rigida.math.vec3 import Vec3
from rigida.realtime.arrays import Acted, Bodies, Contacts, Islands, Sleep
from rigida.realtime.bodies.sleep import fall_asleep, wake_pulled, wake_touched
from rigida.realtime.direct.constraint import Constraint, build_constraint
from rigida.realtime.direct.patch_limits import limit_friction
from rigida.realtime.direct.solve import highest_speed, most_products
from rigida.realtime.direct.work import Work
from rigida.realtime.document.solve import Levels, propagate_shock, push_contacts
from rigida.realtime.islands.restitution import Impacts, apply_restitution
from rigida.realtime.tuning import CONCAVE_LIMIT, JOINTED_LIMIT, QUIET_TIME, RESTING_SPEED

H = 0.01


def ints(*values):
    return np.array(values, dtype=np.int32)


def limits(shares: bool, bodies: Bodies, contacts: Contacts, work: Work) -> None:
    c = work.constraint[0]
    build_constraint(c, 0, contacts, bodies)
    limit_friction(c, contacts.manifold[0], Vec3(0.0, 0.0, 0.0), 1.0, shares, bodies.before, bodies)


def patch(velocity, spin=0.0, loads=(1.0, 1.0, 1.0, 1.0), shares=True):
    """Return friction and lever of a square patch of side 0.2 m with μ = 0.5, body b sliding and spinning on a."""
    bodies, contacts = body_table(2), contact_table([(0, 1)], points=4)
    bodies.before[1] = [0.0, *velocity, spin, 0.0, 0.0]
    # The body turns about the middle of the patch, not about its own center.
    middle = contacts.manifold[0, 7:19].reshape(4, 3).mean(axis=0)
    bodies.before[1, :3] -= np.cross(bodies.before[1, 3:], middle - bodies.center[1])
    contacts.cache.impulse[0, :4] = 1e-6 * np.array(loads)
    work = Work(constraint=np.zeros(1, dtype=dtype_of(Constraint)))
    bind(limits, bodies, contacts, work)(shares)
    return work.constraint[0]["friction"], work.constraint[0]["spin_radius"]


def test_a_patch_that_sticks_has_full_friction_and_the_mean_distance_of_its_points_as_lever():
    friction, spin_radius = patch((0.0, 0.0))
    assert friction == pytest.approx(0.5)
    assert spin_radius == pytest.approx(0.1 * np.sqrt(2.0))


def test_a_patch_that_only_slides_keeps_all_of_its_friction():
    friction, _ = patch((0.3, 0.4))
    assert friction == pytest.approx(0.5, rel=1e-4)


def test_a_patch_that_slides_and_spins_has_the_power_of_its_points():
    """With α, β of the ellipsoid: μ (P + Q) is the sum over points of μ w |v|."""
    u, turning = np.array([0.3, 0.1]), 2.0
    friction, spin_radius = patch(u, turning)
    # Four points stand for the rim of a disk: so do four more halfway between them.
    angles = np.arange(8) * np.pi / 4 + np.pi / 4
    away = 0.1 * np.sqrt(2.0) * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    v = u + turning * np.stack([-away[:, 1], away[:, 0]], axis=1)
    power = 0.5 * np.linalg.norm(v, axis=1).mean()
    ellipsoid = np.sqrt((friction * np.linalg.norm(u)) ** 2 + (friction * spin_radius * turning) ** 2)
    assert ellipsoid == pytest.approx(power, rel=1e-3)
    assert friction < 0.5


def test_patches_of_concave_bodies_share_nothing():
    assert patch((0.3, 0.1), 2.0, shares=False) == patch((0.0, 0.0))


def mark_impacts(bodies, contacts, passes=20):
    count = len(contacts.pair)
    islands = island_table(len(bodies.center), count)
    islands.contact[:count] = np.arange(count)
    constraint, impulse = np.zeros(count, dtype=dtype_of(Constraint)), np.zeros((count, 4))
    acted = np.zeros((count, dtype_of(Acted).itemsize // 8))
    impacts = Impacts(contact=np.zeros(count, dtype=np.int32), constraint=constraint, impulse=impulse, acted=acted)
    found = bind(apply_restitution, bodies, contacts, islands, impacts)(count, passes, H)
    return *found, impulse


def test_an_elastic_blow_runs_through_a_row_of_equal_balls():
    bodies, contacts = body_table(4), contact_table([(0, 1), (1, 2), (2, 3)])
    bodies.surface[:, :2] = 0.0, 1.0
    bodies.twist[0, 0] = 3.0
    count, fastest, impulse = mark_impacts(bodies, contacts)
    assert (count, fastest) == (3, 0.0)
    np.testing.assert_allclose(bodies.twist[:4, 0], [0.0, 0.0, 0.0, 3.0], atol=1e-12)
    np.testing.assert_allclose(impulse[:, 0], 6.0, atol=1e-12)


@pytest.mark.parametrize("restitution", [0.25, 0.8])
def test_a_ball_leaves_the_wall_with_its_restitution_and_slides_no_further_than_friction_holds(restitution):
    bodies, contacts = body_table(2, fixed=[1]), contact_table([(0, 1)])
    bodies.surface[:, [0, 7]], bodies.surface[:, 1] = 0.1, restitution
    bodies.twist[0, :2] = 2.0, 1.0
    mark_impacts(bodies, contacts, passes=1)
    assert bodies.twist[0, 0] == pytest.approx(-restitution * 2.0)
    assert bodies.twist[0, 1] == pytest.approx(1.0 - 0.1 * (1.0 + restitution) * 2.0)


def test_bodies_without_restitution_and_those_that_part_are_not_struck():
    bodies, contacts = body_table(2), contact_table([(0, 1)])
    bodies.twist[0, 0] = 1.0
    assert mark_impacts(bodies, contacts)[0] == 0
    bodies.surface[:, 1], bodies.twist[0, 0] = 1.0, -1.0
    assert mark_impacts(bodies, contacts)[:2] == (1, 0.0)
    assert bodies.twist[0, 0] == -1.0


def test_shock_propagation_lets_no_level_sink_into_the_one_below():
    bodies, contacts = body_table(3, fixed=[0]), contact_table([(0, 1), (1, 2)])
    bodies.twist[1:3, 0] = -1.0, -3.0
    constraint = np.zeros(2, dtype=dtype_of(Constraint))
    levels = Levels(contact=np.arange(2), level=ints(0, 1, 2), constraint=constraint)
    bind(push_contacts, bodies, contacts, levels, None)(6, 1, 2, 0, 0, H)
    bind(propagate_shock, bodies, contacts, levels, None)(1, 2, 0, 0, H)
    assert bodies.twist[1, 0] >= -1e-12
    assert bodies.twist[2, 0] >= bodies.twist[1, 0] - 1e-12


def sleepers(n):
    bodies = body_table(n)
    bodies.active, bodies.motion = ints(*[1] * n), ints(*[DYNAMIC] * n)
    for name in ("velocity", "angular_velocity", "angular_momentum"):
        setattr(bodies, name, np.zeros((n, 3)))
    islands = island_table(n, 1)
    islands.body[:], islands.body_start[:2], islands.contact_start[:2] = np.arange(n), (0, n), (0, 1)
    sleep = Sleep(
        bounding_radius=np.full(n, 0.5),
        weight=np.full(n, 20.0),
        quiet=np.zeros(n),
        group=ints(*[-1] * n),
        pull=np.zeros((n, 6)),
        disturbed=ints(*[0] * n),
    )
    return bodies, islands, sleep


def asleep_after(time, velocity):
    bodies, islands, sleep = sleepers(2)
    bodies.velocity[1] = velocity
    rest = bind(fall_asleep, bodies, islands, sleep)
    for _ in range(round(time / H)):
        rest(1, H)
    return bodies.active.tolist(), sleep.group.tolist()


def test_an_island_falls_asleep_as_a_whole_once_all_have_been_quiet_long_enough():
    assert asleep_after(QUIET_TIME - 2 * H, (0.001, 0, 0)) == ([1, 1], [-1, -1])
    assert asleep_after(QUIET_TIME + 2 * H, (0.001, 0, 0)) == ([0, 0], [0, 0])
    assert asleep_after(QUIET_TIME + 2 * H, (0.02, 0, 0)) == ([1, 1], [-1, -1])


def test_sleepers_wake_where_a_moving_body_or_a_path_touches_them_and_not_beside():
    for separation, motion, speed, woken in (
        (0.0, DYNAMIC, 1.0, 1),
        (0.0, DYNAMIC, 0.001, 0),
        (0.01, DYNAMIC, 1.0, 0),
        (0.0, KINEMATIC, 0.001, 1),
        (0.0, KINEMATIC, 0.0, 0),
    ):
        bodies, _, sleep = sleepers(2)
        bodies.active[0], bodies.motion[1], bodies.twist[1, 0] = 0, motion, speed
        bind(wake_touched, bodies, contact_table([(0, 1)], separation=separation), sleep)(1)
        assert sleep.disturbed.tolist() == [woken, 0]


def test_a_force_that_changes_wakes_a_sleeper_and_a_steady_one_does_not():
    bodies, _, sleep = sleepers(2)
    bodies.active[:] = 0
    sleep.pull[:, 2] = -20.0
    wrench = np.zeros((2, 6))
    wrench[:, 2] = -20.0, -20.1
    bind(wake_pulled, wrench, bodies, sleep)()
    assert sleep.disturbed.tolist() == [0, 1]


def speed_of_all(bodies: Bodies, islands: Islands) -> float:
    return highest_speed(islands.body, bodies.twist, bodies.length_scale)


def test_the_speed_of_an_island_is_that_of_its_bodies_or_of_their_rims():
    bodies, islands = body_table(2), island_table(2, 1)
    islands.body[:] = 0, 1
    bodies.twist[:2] = [[0.1, -0.3, 0, 0, 0, 0.2], [0, 0, 0, 0, 8.0, 0]]
    assert bind(speed_of_all, bodies, islands)() == 8.0 * LENGTH_SCALE
    bodies.length_scale[1] /= 100.0
    assert bind(speed_of_all, bodies, islands)() == 0.3


def test_islands_in_motion_are_solved_directly_only_while_they_are_small():
    choose = bind(most_products)
    assert choose(False, False, 0.5 * RESTING_SPEED, 10_000, 30) == 10_000
    assert choose(False, False, 2.0 * RESTING_SPEED, 10_000, 30) == 30
    assert choose(True, False, 2.0 * RESTING_SPEED, 10_000, 30) == JOINTED_LIMIT
    assert choose(True, True, 0.0, 10_000, 30) == CONCAVE_LIMIT
