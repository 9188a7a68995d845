"""Small parts of the realtime engine: clock, cache of pairs, groups of joints, levels, overlaps, patch friction."""

import math
from types import SimpleNamespace

import numpy as np
import pytest
from realtime_tables import contact_table
from scipy.spatial.transform import Rotation

import rigida as rg
from rigida.dynamics.model import DYNAMIC, FIXED
from rigida.jit.tables import dtype_of
from rigida.math.vec3 import Vec3, dot
from rigida.realtime.arrays import Manifold, Pair
from rigida.realtime.articulated.groups import GroupMembers, joint_groups, members_of
from rigida.realtime.bodies.kinematic import carrying_twist
from rigida.realtime.contacts.overlaps import Overlaps
from rigida.realtime.contacts.pair_cache import PairCache
from rigida.realtime.contacts.patch_friction import rubbing, shared_limits, sliding_share
from rigida.realtime.document.graph import contact_levels
from rigida.realtime.world import Clock


def test_times_of_whole_steps_carry_no_sum_of_roundings():
    clock = Clock(0.1)
    clock.restart(2.0)
    for k in range(1, 1001):
        for part in (0.03, 0.07) if k % 3 else (0.1,):
            clock.take(part)
            time = clock.tick()
        assert time == 2.0 + k * 0.1
    kept = clock.snapshot()
    clock.take(0.04)
    assert clock.tick() == pytest.approx(102.04)
    clock.restore(kept)
    assert (clock.steps, clock.step_end) == (1000, 2.0 + 1001 * 0.1)


def test_entries_are_given_once():
    cache = PairCache(simplices=True)
    cache.reserve(5)
    taken = cache.take(4)
    assert len(set(taken.tolist())) == 4
    assert (cache.table.count == -1).all()
    assert not set(cache.take(cache.free_count).tolist()) & set(taken.tolist())


def test_more_room_keeps_what_entries_hold_and_lining_up_moves_it_to_the_front():
    cache = PairCache(simplices=False)
    cache.reserve(3)
    taken = cache.take(3)
    cache.impulse["spin"][taken] = 1.0, 2.0, 3.0
    cache.reserve(50)
    assert cache.capacity >= 53
    assert cache.impulse["spin"][taken].tolist() == [1.0, 2.0, 3.0]
    cache.line_up(taken[[2, 0]])
    assert cache.impulse["spin"][:2].tolist() == [3.0, 1.0]
    assert cache.free_count == cache.capacity - 2
    assert not {0, 1} & set(cache.take(cache.free_count).tolist())


def test_a_cache_goes_back_to_its_snapshot_and_gives_entries_in_the_same_order():
    cache = PairCache(simplices=False)
    cache.reserve(4)
    first = cache.take(2)
    cache.impulse["normal"][first] = 2.0
    kept = cache.snapshot()
    given = cache.take(1).tolist()
    cache.keep_loads()
    cache.scale_impulses(0.5, 0.5)
    assert (cache.impulse["normal"][first] == 1.0).all()
    cache.forget()
    cache.reserve(40)
    cache.restore(kept)
    assert (cache.impulse["normal"][first] == 2.0).all()
    assert cache.take(1).tolist() == given


def chained_model(links):
    """Return a model of free bodies, of which these pairs are joined; −1 is the world."""
    rows = [SimpleNamespace(rows=pair) for pair in links]
    motion = np.array([DYNAMIC] * 5 + [FIXED])
    order = {"rank": list(range(6)), "joint_sequence": list(range(len(links)))}
    return SimpleNamespace(joint_rows=rows, motion=motion, couplings=(), actuators=(), **order)


def test_joints_that_share_a_moving_body_hang_together_and_a_fixed_one_parts_them():
    model = chained_model([(0, 1), (2, 5), (3, 5), (1, 2), (4, -1)])
    groups = joint_groups(model)
    assert groups == [[0, 1, 3], [2], [4]]
    members = GroupMembers([members_of(model, group) for group in groups])
    assert members.row.tolist() == [0, 1, 2, 3, 4]
    assert members.of([0, 2]).tolist() == [0, 1, 2, 4]
    assert members.half_active(np.array([1, 0, 1, 1, 0, 0])).tolist() == [0, 1, 2]


def test_a_carrying_twist_takes_one_pose_into_the_other():
    first, turn = Rotation.from_rotvec([0.2, 0.1, -0.4]), Rotation.from_rotvec([0.3, -0.5, 0.2])
    quats = [np.roll(r.as_quat(), 1) for r in (first, turn * first)]
    twist = carrying_twist(np.zeros(3), quats[0], np.array([1.0, 2.0, 3.0]), quats[1], 0.5)
    np.testing.assert_allclose(twist, [2.0, 4.0, 6.0, 0.6, -1.0, 0.4], atol=1e-14)


class FoundContacts:
    """Contacts of a step, as a contact set returns them; bounding_radius: of each body [m]."""

    concave = None

    def __init__(self, pairs, bounding_radius=0.5, separation=0.0):
        self.table, self.count = contact_table(pairs, separation=separation), len(pairs)
        self.pair = self.table.pair.view(dtype_of(Pair)).reshape(-1)
        self.manifold = self.table.manifold.view(dtype_of(Manifold)).reshape(-1)
        self.body_radius = np.full(1 + max(max(pair) for pair in pairs), bounding_radius)

    def pairs_and_manifolds(self):
        return self.pair, self.manifold


def test_levels_count_from_what_cannot_move_and_bodies_in_a_circle_share_one():
    contacts = FoundContacts([(2, 3), (0, 1), (1, 2), (3, 4), (4, 3)])
    model = SimpleNamespace(body_count=5, gravity=np.array([-9.8, 0, 0]), motion=np.array([FIXED] + [DYNAMIC] * 4))
    contacts.manifold["normal"][4] = 1.0, 0.0, 0.0  # 3 lies on 4 as 4 lies on 3
    level, order = contact_levels(model, contacts, np.arange(5))
    assert level.tolist() == [0, 1, 2, 3, 3]
    heights = np.maximum(level[contacts.pair["a"]], level[contacts.pair["b"]])[order]
    assert (np.diff(heights) >= 0).all()


def overlap_model(names, copies=1):
    return SimpleNamespace(body_count=len(names), names=names, motion=np.full(len(names), DYNAMIC), copies=copies)


def test_deep_overlaps_are_told_once_and_seen_no_deeper_than_is_pushed_out_gently():
    contacts = FoundContacts([(0, 1)], separation=-0.3)
    overlaps = Overlaps(overlap_model(["left", "right"]), contacts)
    with pytest.warns(rg.RigidaWarning, match="'left' and 'right' overlap by 0.3 m"):
        overlaps.limit(0.01, 0.0)
    assert overlaps.resolving_overlap
    speed = np.sqrt(2.0 * 0.15 * 0.5)
    np.testing.assert_allclose(overlaps.separation_speed[:, 0], speed)
    assert contacts.manifold["separation"][0, 0] == pytest.approx(-speed * 0.01 / 0.4)
    contacts.manifold["separation"][0, 0] = -1e-3
    overlaps.limit(0.01, 0.1)
    assert not overlaps.resolving_overlap


def test_overlaps_of_who_was_there_are_left_alone_when_others_come():
    contacts = FoundContacts([(0, 1), (2, 3)], separation=1e-3)
    names = ["pressed", "table", "late", "early"]
    overlaps = Overlaps(overlap_model(names), contacts)
    overlaps.limit(0.01, 0.0)
    assert overlaps.snapshot() is None
    contacts.manifold["separation"][:, 0] = -0.3  # an impact presses one of them; another comes inside its neighbor
    overlaps.mark_new(np.array([2]))
    with pytest.warns(rg.RigidaWarning, match="'late' and 'early' overlap by 0.3 m at t = 1 s. They"):
        overlaps.limit(0.01, 1.0)
    assert contacts.manifold["separation"][0, 0] == -0.3
    assert contacts.manifold["separation"][1, 0] > -0.01
    assert overlaps.snapshot().tolist() == [0, 0, 1, 0, 0]  # the last: somebody has looked at who is new


def test_bodies_are_parted_in_those_copies_of_a_world_that_overlap():
    contacts = FoundContacts([(0, 1), (2, 3)], separation=-1e-3)
    contacts.manifold["separation"][1, 0] = -0.3
    overlaps = Overlaps(overlap_model(["0/a", "0/b", "1/a", "1/b"], copies=2), contacts)
    with pytest.warns(rg.RigidaWarning, match="'1/a' and '1/b' overlap by 0.3 m"):
        overlaps.limit(0.01, 0.0)
    assert overlaps.lifted.tolist() == overlaps.new.tolist() == [0, 0, 1, 1]


def ellipsoid(u, turning, points):
    """Return force and torque of a patch of equally loaded points (m, 2), about the middle, and of its ellipsoid."""
    levers = [Vec3(y, -x, 0.0) for x, y in points]  # d × n
    rubbed = [rubbing(u, turning, spin_radius) for spin_radius in levers]
    force = sum((f for f, _ in rubbed), Vec3(0.0, 0.0, 0.0)) / len(points)
    torque = np.mean([x * f.y - y * f.x for (x, y), (f, _) in zip(points, rubbed, strict=True)])
    power, spread = np.mean([speed for _, speed in rubbed]), np.mean([x * x + y * y for x, y in points])
    share = sliding_share(force, power, u, turning, spread)
    shift, spin = shared_limits(share, force, power, u, turning, spread)
    place = Vec3(-shift.y, shift.x, 0.0)  # δ = n × (δ × n)
    there = u + turning * Vec3(-place.y, place.x, 0.0)
    size = math.sqrt(share * dot(there, there) + spin * turning * turning)
    found, about = (-share / size) * there, -spin * turning / size
    return (force.x, force.y, torque), (found.x, found.y, about + place.x * found.y - place.y * found.x)


def test_a_patch_that_slides_has_full_friction_and_one_that_spins_the_mean_distance_of_its_points():
    square = [(0.3, 0.4), (-0.3, 0.4), (-0.3, -0.4), (0.3, -0.4)]
    true, found = ellipsoid(Vec3(3.0, 4.0, 0.0), 0.0, square)
    np.testing.assert_allclose(found, true, atol=1e-12)
    np.testing.assert_allclose(found, (-0.6, -0.8, 0.0), atol=1e-12)
    true, found = ellipsoid(Vec3(0.0, 0.0, 0.0), 2.0, square)
    np.testing.assert_allclose(found, (0.0, 0.0, -0.5), rtol=1e-3, atol=1e-12)


@pytest.mark.parametrize(("speed", "turning"), [((0.5, 0.2), 2.0), ((-0.1, 0.4), -1.0), ((1.0, 0.0), 1.0)])
def test_the_ellipsoid_of_a_patch_pushes_as_its_points_do_aside_of_the_slip_too(speed, turning):
    slab = [(0.4, 0.1), (-0.4, 0.1), (-0.4, -0.1), (0.4, -0.1)]
    true, found = ellipsoid(Vec3(*speed, 0.0), turning, slab)
    np.testing.assert_allclose(found, true, atol=2e-3)  # what is faint beside the other motion is left out, 1e-4 of it
