"""Kernels of contacts and free islands against numpy: patches, the cache, meeting bodies, momenta, divergence."""

import numpy as np
import pytest
from plain_kernels import plain
from realtime_tables import body_table, contact_table, island_table, work_table
from scipy.spatial.transform import Rotation

from rigida.concave.arrays import KEPT_IN_MOTION, ConcavePoint, PairMemory
from rigida.jit.plain import plain_table
from rigida.jit.tables import dtype_of
from rigida.realtime.arrays import Acted, CachedManifold, Pairs, Shapes
from rigida.realtime.contacts.crowd import thin_pairs
from rigida.realtime.contacts.manifolds import drop_impulses, keep_normal, keep_point, place_manifold, relative_pose
from rigida.realtime.contacts.patch_arrays import OldPatchPoint, PatchPairs, PatchUpdates, RelativePose
from rigida.realtime.contacts.patches import collect_patch_events, recycle_patches, shared_side
from rigida.realtime.contacts.store_patches import store_patches
from rigida.realtime.direct.constraint import Constraint
from rigida.realtime.islands.restitution import Impacts
from rigida.realtime.islands.touch import (
    NEVER,
    apply_touch_impacts,
    first_touch,
    gather_touching,
    keep_twists,
    spare_meeting,
)
from rigida.realtime.quarantine import FINE, NOT_FINITE, RUNS_AWAY, SPINS, SWINGS, Watched, watch_bodies
from rigida.realtime.substeps.restrain import restrain_bodies
from rigida.realtime.tuning import GAP

H = 0.01


def ints(*values):
    return np.array(values, dtype=np.int32)


def turned_bodies(n, seed=3):
    """Return n bodies that are turned at random, with their rotations."""
    bodies, turns = body_table(n), Rotation.random(n, rng=np.random.default_rng(seed))
    bodies.attitude[:] = np.roll(turns.as_quat(), 1, axis=1)
    bodies.rotation[:n] = turns.as_matrix().reshape(n, 9)
    return bodies, turns


def test_a_kept_manifold_is_placed_where_its_bodies_have_moved():
    bodies, turns = turned_bodies(2)
    contacts = contact_table([(0, 1)], separation=-0.02, points=3)
    contacts.cache.manifold = np.zeros(1, dtype=dtype_of(CachedManifold))
    seen = plain_table(bodies), plain_table(contacts)
    before = contacts.manifold[0].copy()
    plain(keep_normal, 0, 0, 1, seen[1].manifold[0].normal, seen[1].cache, seen[0])
    for k in range(3):
        plain(keep_point, 0, k, seen[1], seen[0])
    # Both bodies turn about the origin and shift as one: the manifold goes with them.
    turn, shift = Rotation.from_rotvec([0.3, -0.2, 0.5]), np.array([1.0, 2.0, 3.0])
    bodies.center[:] = turn.apply(bodies.center) + shift
    bodies.rotation[:2] = (turn * turns).as_matrix().reshape(2, 9)
    plain(place_manifold, seen[1].pair[0], seen[1].manifold[0], seen[1], seen[0])
    after = contacts.manifold[0]
    np.testing.assert_allclose(after[:3], turn.apply(before[:3]), atol=1e-14)
    np.testing.assert_allclose(after[3:6], -0.02, atol=1e-14)
    np.testing.assert_allclose(after[7:16].reshape(3, 3), turn.apply(before[7:16].reshape(3, 3)) + shift, atol=1e-13)


def test_relative_poses_do_not_change_when_both_bodies_move_as_one():
    bodies, turns = turned_bodies(2)
    first, turn = plain(relative_pose, 0, 1, plain_table(bodies)), Rotation.from_rotvec([0.3, -0.2, 0.5])
    np.testing.assert_allclose([*vars_of(first[0])], turns[0].inv().apply(bodies.center[1] - bodies.center[0]))
    bodies.center[:] = turn.apply(bodies.center) + np.array([4.0, 5.0, 6.0])
    bodies.attitude[:] = np.roll((turn * turns).as_quat(), 1, axis=1)
    bodies.rotation[:2] = (turn * turns).as_matrix().reshape(2, 9)
    second = plain(relative_pose, 0, 1, plain_table(bodies))
    np.testing.assert_allclose([*vars_of(second[0])], [*vars_of(first[0])], atol=1e-14)
    q, p = second[1], first[1]
    assert abs(q.w * p.w + q.x * p.x + q.y * p.y + q.z * p.z) == pytest.approx(1.0)


def vars_of(v):
    return v.x, v.y, v.z


def patch_tables(points):
    """Return a concave pair of bodies 0 and 1 for which these points (place, normal, name) were found."""
    bodies, shapes = body_table(2), Shapes(body=ints(0, 1), bounding_radius=np.array([0.5, 0.5]))
    shapes.low, shapes.high = np.array([[-0.5] * 3, [0.4, -0.5, -0.5]]), np.array([[0.5] * 3, [1.5, 0.5, 0.5]])
    contacts = contact_table([(0, 1)] * KEPT_IN_MOTION)
    contacts.cache.manifold = np.zeros(KEPT_IN_MOTION, dtype=dtype_of(CachedManifold))
    contacts.cache.feature, contacts.cache.count = np.zeros((KEPT_IN_MOTION, 4), dtype=np.int32), ints(*[0] * 16)
    patches = PatchPairs(
        shapes=np.array([[0, 1]], dtype=np.int32),
        row=ints(0),
        pose=np.zeros(1, dtype=dtype_of(RelativePose)),
        count=ints(0),
        entry=np.arange(KEPT_IN_MOTION, dtype=np.int32).reshape(1, -1),
        touched=ints(0),
    )
    updates = PatchUpdates(
        shapes=np.array([[0, 1]], dtype=np.int32),
        row=ints(0),
        old=np.zeros(64, dtype=dtype_of(OldPatchPoint)),
        drift=np.zeros((1, 6)),
        limit=ints(0),
        **{name: np.zeros(1) for name in ("margin", "slack", "near")},
    )
    found = np.zeros((1, KEPT_IN_MOTION), dtype=dtype_of(ConcavePoint))
    memory = PairMemory(count=ints(len(points)), point=found, name=np.zeros((1, KEPT_IN_MOTION), dtype=np.int32))
    for k, (place, normal, name) in enumerate(points):
        found["place"][0, k], found["normal"][0, k], found["separation"][0, k] = place, normal, -1e-3 * k
        memory.name[0, k] = name
    return bodies, shapes, patches, contacts, updates, memory


SIDE, UP = (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)
FIVE = [((0.5, 0.1 * k, 0.0), SIDE, 10 + k) for k in range(5)]


def test_points_of_one_normal_form_patches_of_at_most_four():
    bodies, shapes, patches, contacts, updates, memory = patch_tables([*FIVE, ((0.5, 0.0, 0.5), UP, 20)])
    assert plain(store_patches, 1, 0, bodies, shapes, patches, contacts, updates, memory) == 3
    assert contacts.pair[:3, 3].tolist() == [4, 1, 1]
    assert patches.count[0] == 3
    np.testing.assert_array_equal(contacts.manifold[:3, :3], [SIDE, SIDE, UP])
    np.testing.assert_allclose(contacts.manifold[0, 3:7], [0.0, -1e-3, -2e-3, -3e-3])
    assert contacts.cache.feature[0].tolist() == [10, 11, 12, 13]


def test_a_point_goes_on_with_the_impulse_of_its_name_and_its_share_of_friction():
    tables = patch_tables(FIVE[:2])
    contacts, memory = tables[3], tables[5]
    plain(store_patches, 1, 0, *tables)
    contacts.cache.impulse[0, :2] = 3.0, 1.0
    contacts.cache.impulse[0, 8:11] = 0.0, 0.8, 0.4
    memory.name[0, :2] = memory.name[0, 1::-1].copy()  # the points are found in the other order
    memory.point["place"][0, :2] = memory.point["place"][0, 1::-1].copy()
    plain(store_patches, 1, 0, *tables)
    assert contacts.cache.impulse[0, :2].tolist() == [1.0, 3.0]
    np.testing.assert_allclose(contacts.cache.impulse[0, 8:11], [0.0, 0.8, 0.4])
    memory.name[0, 0], memory.count[0] = 99, 1  # another name at the same place continues it, the other point is gone
    plain(store_patches, 1, 0, *tables)
    assert contacts.cache.impulse[0, 0] == 1.0
    np.testing.assert_allclose(contacts.cache.impulse[0, 8:11], [0.0, 0.2, 0.1])


def test_patches_are_recycled_until_bodies_have_moved_and_dropped_when_they_are_far():
    tables = patch_tables(FIVE[:1])
    bodies, shapes, patches = tables[:3]
    patches.count[0] = -1
    assert plain(recycle_patches, 0, H, *tables[:5]) == (0, 1)
    plain(store_patches, 1, 0, *tables)
    assert plain(recycle_patches, 0, H, *tables[:5]) == (1, 0)
    bodies.center[1, 1] += 1e-3
    assert plain(recycle_patches, 0, H, *tables[:5]) == (0, 1)
    bodies.center[1, 0] = 5.0
    shapes.low[1, 0], shapes.high[1, 0] = 4.5, 5.5
    assert plain(recycle_patches, 0, H, *tables[:5]) == (0, 0)
    assert patches.count[0] == -1
    assert plain(shared_side, 0.0, 1.0, 0.6, 2.0, 0.1) == pytest.approx((0.8, 0.3))


def test_a_concave_pair_begins_and_ceases_to_touch_as_a_whole():
    bodies, shapes, patches, *_ = patch_tables([])
    pairs = Pairs(pushed=ints(*[0] * 16), event=np.zeros((2, 3), dtype=np.int32))
    pairs.pushed[[3, 7]] = 1
    assert plain(collect_patch_events, 0, bodies, shapes, patches, pairs) == 1
    assert pairs.event[0].tolist() == [1, 0, 1]
    assert not pairs.pushed.any()
    assert plain(collect_patch_events, 0, bodies, shapes, patches, pairs) == 1
    assert pairs.event[0].tolist() == [0, 0, 1]
    assert plain(collect_patch_events, 0, bodies, shapes, patches, pairs) == 0


def test_dropped_impulses_start_nothing():
    contacts = contact_table([(0, 1)])
    contacts.cache.impulse[:] = 1.0
    plain(drop_impulses, plain_table(contacts).cache.impulse[0])
    assert not contacts.cache.impulse[0, :15].any()
    assert contacts.cache.impulse[0, 15] == 1.0


def test_of_crowded_shapes_the_nearest_pairs_are_kept_and_others_all():
    n = 40
    pairs = np.array([(i, j) for i in range(n) for j in range(i + 1, n)], dtype=np.int32)
    crowded, kept, taken = ints(*[1] * n), np.zeros(len(pairs), dtype=np.int32), ints(*[0] * n)
    crowded[-1] = 0
    order = np.argsort(pairs[:, 1] - pairs[:, 0], kind="stable").astype(np.int32)
    plain(thin_pairs, pairs, order, crowded, taken, kept)
    chosen = pairs[kept == 1]
    assert (chosen[:, 1] == n - 1).sum() == n - 1  # the one that is not crowded loses nothing
    among = chosen[chosen[:, 1] < n - 1]
    assert np.bincount(among.ravel()).max() == 8
    assert {(i, i + 1) for i in range(n - 2)} <= set(map(tuple, among.tolist()))


def meeting(speeds, gaps, restitution=1.0):
    """Return balls in a row along x that move with these speeds, and their contacts with these gaps beyond touch."""
    n = len(speeds)
    bodies, contacts = body_table(n), contact_table([(k, k + 1) for k in range(n - 1)])
    bodies.twist[:n, 0] = speeds
    bodies.surface[:, 1] = restitution
    contacts.manifold[:, 3] = GAP * bodies.length_scale[0] + np.array(gaps)
    impacts = Impacts(
        contact=ints(*[0] * (n - 1)),
        constraint=np.zeros(n - 1, dtype=dtype_of(Constraint)),
        impulse=np.zeros((n - 1, 4)),
        acted=np.zeros(n - 1, dtype=dtype_of(Acted)),
        approach_speed=np.zeros(n - 1),
        joint_row=ints(),
        **{name: ints(*[0] * (n - 1)) for name in ("involved", "number")},
        body=ints(*[0] * n),
        marked=ints(*[0] * (n + 1)),
        before=np.zeros((n + 1, 6)),
    )
    return bodies, contacts, impacts


def test_the_first_elastic_bodies_meet_when_their_gap_is_closed_by_speed_and_forces():
    bodies, contacts, _ = meeting([2.0, 0.0, -1.0], [0.04, 0.3])
    wrench = np.zeros((3, 6))
    first = plain(first_touch, 2, 0.01, 0.1, wrench, bodies, contacts)
    assert first == pytest.approx(0.02, rel=1e-3)
    wrench[0, 0] = 200.0  # 100 m/s² towards the second ball
    first = plain(first_touch, 2, 0.01, 0.1, wrench, bodies, contacts)
    assert 2.0 * first + 50.0 * first**2 == pytest.approx(0.04, rel=1e-3)
    assert plain(first_touch, 2, 0.01, 5.0, np.zeros((3, 6)), bodies, contacts) == np.inf
    bodies.surface[:, 1] = 0.0
    assert plain(first_touch, 2, 0.01, 0.1, wrench, bodies, contacts) == np.inf


def test_elastic_bodies_meet_only_where_one_of_them_can_be_moved():
    bodies, contacts, _ = meeting([1.0, 0.0], [0.0])
    for held, first in ((1, 0.0), (0, np.inf)):
        bodies.inverse[held] = 0.0
        assert plain(first_touch, 1, 0.01, 0.1, np.zeros((2, 6)), bodies, contacts) == first


def test_points_about_to_meet_are_spared_and_those_that_touch_are_not():
    bodies, contacts, impacts = meeting([2.0, 0.0, -1.0], [0.04, 0.0])
    plain(spare_meeting, 2, 0.1, np.zeros((3, 6)), bodies, contacts)
    assert contacts.manifold[0, 3] == NEVER
    assert contacts.manifold[1, 3] < 1e-3
    assert plain(gather_touching, 2, bodies, contacts, impacts) == 1
    assert impacts.contact[0] == 1


def test_what_forces_will_let_meet_is_spared_though_it_still_rises():
    for pulled, spared in ((0.0, False), (40.0, True)):
        bodies, contacts, _ = meeting([-0.05, 0.0], [0.04])
        wrench = np.zeros((2, 6))
        wrench[0, 0] = pulled
        plain(spare_meeting, 1, 0.1, wrench, bodies, contacts)
        assert (contacts.manifold[0, 3] == NEVER) == spared


def test_a_row_of_equal_balls_hands_a_blow_on():
    bodies, contacts, impacts = meeting([3.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0])
    assert plain(gather_touching, 3, bodies, contacts, impacts) == 3
    rounds, speed = plain(apply_touch_impacts, 3, 20, 1e-6, 0, bodies, contacts, None, impacts, work_table(4, 3))
    assert (rounds, speed) == (3, 0.0)
    np.testing.assert_allclose(bodies.twist[:4, 0], [0.0, 0.0, 0.0, 3.0], atol=1e-12)
    np.testing.assert_allclose(impacts.impulse.sum(axis=1), 6.0)
    plain(keep_twists, bodies)
    np.testing.assert_array_equal(bodies.velocity, bodies.twist[:4, :3])
    np.testing.assert_allclose(bodies.angular_momentum, bodies.inertia * bodies.twist[:4, 3:], atol=1e-15)


def momenta_of(bodies):
    """Return momentum and angular momentum about the common center of the first two bodies."""
    center, velocity = bodies.center[:2].mean(axis=0), bodies.velocity[:2].mean(axis=0)
    arms, push = bodies.center[:2] - center, 2.0 * (bodies.velocity[:2] - velocity)
    return 4.0 * velocity, (np.cross(arms, push) + bodies.angular_momentum[:2]).sum(axis=0), center


def test_bodies_that_are_parted_get_no_faster_than_forces_or_a_gentle_push_make_them():
    bodies, islands = body_table(4), island_table(4, 1)
    islands.body[:], islands.body_start[:5], islands.method[:4] = (0, 1, 2, 3), (0, 1, 2, 3, 4), (0, 0, 1, 0)
    bodies.twist[:4, 0], bodies.displacement[:4, 0], bodies.moving[:4, 0] = 9.0, 1.0, (0.0, 4.0, 0.0, 0.0)
    plain(restrain_bodies, 4, H, False, np.full((4, 2), 0.5), ints(1, 1, 1, 0), bodies, islands)
    np.testing.assert_allclose(bodies.twist[:4, 0], [0.5, 4.0, 9.0, 9.0])
    np.testing.assert_allclose(bodies.displacement[:4, 0], [0.5 * H, 4.0 * H, 1.0, 1.0])


def test_bodies_of_an_unsolved_island_get_no_faster_than_they_were_or_it_is():
    bodies, islands = body_table(2), island_table(2, 1)
    islands.body[:2], islands.body_start[:2], islands.method[:1] = (0, 1), (0, 2), 1
    bodies.mass[:2], bodies.gravity = (3.0, 1.0), np.array([0.0, 0.0, -10.0])
    bodies.twist[:2], bodies.moving[:2], bodies.before[:2, 0] = 90.0, 90.0, (2.0, 0.0)
    plain(restrain_bodies, 1, H, True, np.full((2, 2), 0.5), ints(1, 1), bodies, islands)
    fastest = 2.0 * np.sqrt(3.0 * 2.0**2 / 4.0) + 0.5 + H * 10.0
    for twist in (bodies.twist[:2], bodies.moving[:2]):
        np.testing.assert_allclose(np.linalg.norm(twist[:, :3], axis=1), fastest)
        np.testing.assert_allclose(np.linalg.norm(twist[:, 3:], axis=1), fastest)


def watched_bodies(n=2):
    names = ("velocity", "spin", "change", "turn")
    return body_table(n), Watched(**{k: np.zeros((n, 3)) for k in names}, swings=ints(*[0] * n), turns=ints(*[0] * n))


def test_a_body_diverges_that_swings_ever_faster_runs_away_or_is_not_finite():
    bodies, watched = watched_bodies()
    for k in range(20):
        bodies.velocity[1, 0] = (-1.2) ** k
        row, what, energy = plain(watch_bodies, H, 1e6, bodies, watched)
        assert energy == pytest.approx(1.44**k)
        if what != FINE:
            break
    assert (row, what) == (1, SWINGS)
    assert 9 <= k < 15
    bodies.velocity[0, 1] = 2e6
    assert plain(watch_bodies, H, 1e6, bodies, watched)[:2] == (0, RUNS_AWAY)
    bodies.center[0, 0] = np.nan
    assert plain(watch_bodies, H, 1e6, bodies, watched)[:2] == (0, NOT_FINITE)


def test_a_steady_oscillation_is_fine_and_half_a_turn_in_a_step_is_told():
    bodies, watched = watched_bodies()
    for k in range(30):
        bodies.velocity[1, 0] = (-1.0) ** k
        assert plain(watch_bodies, H, 1e6, bodies, watched)[1] == FINE
    bodies.angular_velocity[0, 2] = 1.01 * np.pi / H
    assert plain(watch_bodies, H, 1e6, bodies, watched)[:2] == (0, SPINS)
