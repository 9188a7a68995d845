"""The contact cache, kernel by kernel: pairs keep entries, manifolds move along with bodies, points find their own."""

import math
from types import SimpleNamespace

import numpy as np
import pytest
from plain_kernels import plain

from rigida.collision.arrays import FoundManifold, ManifoldUpdates
from rigida.jit.bind import bind
from rigida.jit.plain import plain_table
from rigida.jit.tables import dtype_of, named
from rigida.math.quaternion import rotate_array
from rigida.math.rotation import matrix_from_quaternion
from rigida.realtime.arrays import (
    Bodies,
    CachedArms,
    CachedManifold,
    CachedPose,
    ContactCache,
    Contacts,
    Impulse,
    InverseMass,
    Manifold,
    OldPoint,
    Pair,
    Pairs,
    PoseVersion,
    PoseVersions,
    Shapes,
    Twist,
)
from rigida.realtime.contacts.manifolds import number_poses, recycle_manifolds, store_manifolds
from rigida.realtime.contacts.pair_cache import drop_pairs, keep_pairs
from rigida.realtime.contacts.spread_load import spread_load

ENTRIES, H, MARGIN = 4, 0.01, 0.01


def zeros(count, record):
    return np.zeros(count, dtype=dtype_of(record))


def ints(*values):
    return np.array(values, dtype=np.int32)


def turn(axis, angle):
    return np.concatenate([[math.cos(angle / 2)], math.sin(angle / 2) * np.array(axis, dtype=float)])


@pytest.fixture
def world():
    """Two unit cubes face to face along z, each with one shape, and an empty cache."""
    center, attitude = np.array([[0.0, 0.0, 0.0], [0.0, 0.0, 1.0]]), np.array([[1.0, 0, 0, 0], [1.0, 0, 0, 0]])
    rotation, twist = np.zeros((3, 9)), zeros(3, Twist)
    bodies = Bodies(
        awake=ints(1, 1),
        center=center,
        attitude=attitude,
        rotation=rotation,
        twist=twist,
        inverse=zeros(3, InverseMass),
    )
    cache = ContactCache(
        count=ints(*[-1] * ENTRIES),
        touched=ints(*[0] * ENTRIES),
        feature=np.zeros((ENTRIES, 4), dtype=np.int32),
        pose=zeros(ENTRIES, CachedPose),
        manifold=zeros(ENTRIES, CachedManifold),
        arms=zeros(ENTRIES, CachedArms),
        is_round=ints(*[0] * ENTRIES),
        load=np.zeros(ENTRIES),
        impulse=zeros(ENTRIES, Impulse),
        simplex_count=ints(*[0] * ENTRIES),
    )
    shapes = Shapes(
        body=ints(0, 1),
        bounding_radius=np.full(2, 0.87),
        room=np.full(2, 0.5 * MARGIN),
        tolerance=np.full(2, 5e-3),
        own=ints(0, 0),
        smooth=ints(0, 0),
        low=center - 0.5,
        high=center + 0.5,
        swept_low=center - 0.5,
        swept_high=center + 0.5,
    )
    version = zeros(2, PoseVersion)
    version["position"] = np.inf
    pairs = Pairs(
        shapes=np.array([[0, 1]] * ENTRIES, dtype=np.int32),
        entry=ints(2, 0, 0, 0),
        pushed=ints(*[0] * ENTRIES),
        event=np.zeros((ENTRIES, 3), dtype=np.int32),
        new_entry=ints(*[0] * ENTRIES),
        free=ints(*range(ENTRIES)),
        ended=ints(*[0] * ENTRIES),
        ceased=np.zeros((ENTRIES, 2), dtype=np.int32),
    )
    updates = ManifoldUpdates(
        shapes=np.zeros((ENTRIES, 2), dtype=np.int32),
        entry=ints(*[0] * ENTRIES),
        margin=np.zeros(ENTRIES),
        count=ints(*[0] * ENTRIES),
        manifold=zeros(ENTRIES, FoundManifold),
    )
    pair, manifold = np.zeros((ENTRIES, 6), dtype=np.int32), zeros(ENTRIES, Manifold)
    contacts = Contacts(recycled=1.0, pair=pair, manifold=manifold, old=zeros(4, OldPoint), cache=cache)
    found = SimpleNamespace(
        bodies=bodies, cache=cache, shapes=shapes, pairs=pairs, updates=updates, contacts=contacts, version=version
    )
    found.poses = PoseVersions(same=2.5e-4, bounding_radius=np.full(2, 0.87), version=version)
    place(found, center, attitude)
    return found


def place(world, center, attitude):
    world.bodies.center[:], world.bodies.attitude[:] = center, attitude
    for k in range(2):
        world.bodies.rotation[k] = matrix_from_quaternion(*attitude[k])
    world.shapes.low[:], world.shapes.high[:] = center - 0.6, center + 0.6


def recycle(world):
    tables = (world.bodies, world.shapes, world.poses, world.pairs, world.contacts, world.updates)
    bind(number_poses, world.bodies, world.poses)(0, len(world.poses.version), world.poses.same)
    return bind(recycle_manifolds, *tables)(0, 1, H)


def store(world, features, impulses=None, shift=0.0, gap=1e-3):
    """Let the narrow phase have found as many points as features on the upper face of the lower cube."""
    n = len(features)
    corners = np.array([[0.5, 0.5], [-0.5, 0.5], [-0.5, -0.5], [0.5, -0.5]])[:n] + shift
    updates, found = world.updates, world.updates.manifold[0]
    updates.count[0], found["normal"] = n, (0, 0, 1)
    found["point"][:n, :2], found["point"][:n, 2], found["separation"][:n] = corners, 0.5, gap
    found["feature"][:n] = features
    count = bind(store_manifolds, world.bodies, world.shapes, world.contacts, updates)(0, 0, 1, 0)
    if impulses is not None:
        world.cache.impulse["normal"][2, :n] = impulses
    return count


def test_a_pair_never_looked_at_is_listed_for_the_narrow_phase(world):
    assert recycle(world) == (0, 1)
    assert world.updates.shapes[0].tolist() == [0, 1]
    assert world.updates.entry[0] == 2
    assert world.updates.margin[0] > MARGIN


def test_a_stored_manifold_moves_along_with_its_bodies(world):
    recycle(world)
    assert store(world, [1, 2, 3, 4]) == 1
    q, shift = turn((0, 1, 0), 0.3), np.array([2.0, -1.0, 0.5])
    points = world.contacts.manifold["point"][0].copy()
    place(world, rotate_array(q, world.bodies.center) + shift, np.array([q, q]))
    assert recycle(world) == (1, 0)
    manifold, pair = world.contacts.manifold[0], named(world.contacts.pair, Pair)[0]
    assert pair.tolist() == (0, 1, 2, 4, -1, -1)
    np.testing.assert_allclose(manifold["point"], rotate_array(q, points) + shift, atol=1e-14)
    np.testing.assert_allclose(manifold["normal"], rotate_array(q, np.array([0.0, 0, 1])), atol=1e-15)
    np.testing.assert_allclose(manifold["separation"], 1e-3, atol=1e-14)


def test_separations_follow_a_small_motion_and_a_large_one_needs_an_update(world):
    recycle(world)
    store(world, [1, 2, 3, 4])
    for rise, expected in ((4e-3, (1, 0)), (6e-3, (0, 1))):
        place(world, np.array([[0.0, 0, 0], [0, 0, 1.0 + rise]]), world.bodies.attitude.copy())
        assert recycle(world) == expected
        if expected[0]:
            np.testing.assert_allclose(world.contacts.manifold["separation"][0], 1e-3 + rise, atol=1e-14)


def test_pairs_asleep_are_left_out(world):
    world.bodies.awake[:] = 0
    assert recycle(world) == (0, 0)


def test_points_take_over_impulses_by_feature_then_by_place(world):
    recycle(world)
    store(world, [11, 12, 13, 14], impulses=[1.0, 2.0, 3.0, 4.0])
    # Features 13 and 11 are seen again at other points; the last two points lie where 12 and 14 were.
    place(world, np.array([[0.0, 0, 0], [0, 0, 1.02]]), world.bodies.attitude.copy())
    recycle(world)
    store(world, [13, 92, 11, 94], shift=0.01)
    assert world.cache.impulse["normal"][2].tolist() == [3.0, 2.0, 1.0, 4.0]
    assert world.cache.feature[2].tolist() == [13, 92, 11, 94]


def test_a_patch_of_other_points_carries_the_load_of_the_old_ones_where_it_was(world):
    """Of the points of a rim others may be kept a step later: their center of pressure must not jump."""
    recycle(world)
    store(world, [11, 12, 13, 14], impulses=[1.0, 2.0, 3.0, 4.0])
    manifold = world.contacts.manifold["point"][0].copy()
    wanted = np.array([1.0, 2.0, 3.0, 4.0]) @ (manifold - manifold.mean(axis=0))
    store(world, [94, 93, 92, 91], shift=0.2)
    points, loads = world.contacts.manifold["point"][0], world.cache.impulse["normal"][2]
    assert loads.sum() == pytest.approx(10.0)
    np.testing.assert_allclose(loads @ (points - points.mean(axis=0)), wanted, atol=1e-14)


def test_points_far_from_all_old_ones_start_without_impulse(world):
    recycle(world)
    store(world, [11, 12], impulses=[1.0, 2.0])
    store(world, [91, 92], shift=0.2)
    assert world.cache.impulse["normal"][2].tolist() == [0.0, 0.0, 0.0, 0.0]


def test_pairs_keep_their_entries_and_new_ones_get_free_ones(world):
    keep = bind(keep_pairs, world.shapes, world.pairs, world.cache)
    first = np.array([[0, 1], [0, 2], [1, 3]], dtype=np.int32)
    free, gone, _ = keep(first, 0, ENTRIES)
    entries = dict(zip(map(tuple, first.tolist()), world.pairs.entry[:3].tolist(), strict=True))
    assert (free, gone) == (ENTRIES - 3, 0)
    assert len(set(entries.values())) == 3
    world.cache.touched[entries[0, 1]] = 1
    world.shapes.body = ints(5, 6, 7, 8)
    second = np.array([[0, 2], [1, 3], [2, 3]], dtype=np.int32)
    free, gone, ceased = keep(second, 3, free)
    assert (free, gone, ceased) == (ENTRIES - 3, 1, 1)
    assert world.pairs.ceased[0].tolist() == [5, 6]
    assert world.pairs.entry[:2].tolist() == [entries[0, 2], entries[1, 3]]
    assert world.pairs.entry[2] not in (entries[0, 2], entries[1, 3], entries[0, 1])
    assert world.cache.count[world.pairs.entry[2]] == -1


def test_pairs_and_contacts_of_bodies_that_leave_are_gone_and_their_entries_free(world):
    world.shapes.body = ints(0, 1, 2, 3)
    world.pairs.shapes[:3], world.pairs.entry[:3] = [[0, 1], [1, 2], [2, 3]], [2, 0, 1]
    world.contacts.pair[:3, :4] = [[0, 1, 2, 4], [1, 2, 0, 4], [2, 3, 1, 4]]
    world.cache.touched[:] = 1
    leaves = ints(0, 1, 0, 0, 0)
    count, kept, free = bind(drop_pairs, world.shapes, world.pairs, world.contacts)(leaves, 3, 3, 1)
    assert (count, kept, free) == (1, 1, 3)
    assert world.contacts.pair[0, :4].tolist() == [2, 3, 1, 4]
    assert (world.pairs.shapes[0].tolist(), world.pairs.entry[0]) == ([2, 3], 1)
    assert sorted(world.pairs.free[1:3].tolist()) == [0, 2]
    assert world.cache.touched.tolist() == [0, 1, 0, 1]


@pytest.mark.parametrize(("turn", "spread"), [(0.6, True), (None, False)])
def test_a_load_is_spread_with_its_center_of_pressure_over_points_that_are_not_in_a_line(turn, spread):
    square = np.array([[0.5, 0.5, 0], [-0.5, 0.5, 0], [-0.5, -0.5, 0], [0.5, -0.5, 0]])
    old, updates = np.zeros(4, dtype=dtype_of(OldPoint)), np.zeros(1, dtype=dtype_of(FoundManifold))
    old["place"], old["impulse"] = square, [1.0, 2.0, 3.0, 4.0]
    angle = np.arange(4) * math.pi / 2 + (turn or 0.0)
    new = np.stack([np.cos(angle), np.sin(angle), 0 * angle], axis=1) if turn else np.outer(np.arange(4.0), [1, 2, 0])
    updates["point"][0, :4], updates["normal"][0] = new, (0, 0, 1)
    impulse = np.zeros((1, dtype_of(Impulse).itemsize // 8))
    contacts = Contacts(old=old, cache=ContactCache(impulse=impulse))
    found = plain_table(ManifoldUpdates(manifold=updates)).manifold[0]
    assert plain(spread_load, 0, 4, 4, found, plain_table(contacts).old, contacts) is spread
    kept = impulse.view(dtype_of(Impulse))["normal"].reshape(-1)
    if spread:
        assert kept.sum() == pytest.approx(10.0)
        np.testing.assert_allclose(kept @ new / 10.0, old["impulse"] @ square / 10.0, atol=1e-12)
    else:
        assert (kept == 0.0).all()
