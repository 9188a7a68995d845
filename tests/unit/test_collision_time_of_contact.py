"""Times of contact against closed forms, the examples of CLIC 6.3, and dense sampling of random motions."""

import math

import numpy as np
import pytest
from scipy.optimize import brentq

from rigida.collision.queries.first_contacts import first_contacts
from rigida.collision.shapes.shape_set import shape_set
from rigida.errors import ModelError, UsageError
from rigida.geometry import (
    Box,
    Capsule,
    Compound,
    Cone,
    ConvexHull,
    Cylinder,
    HalfSpace,
    Pyramid,
    Sphere,
)
from rigida.math.euler import quaternion_from_euler_xyz_array
from rigida.math.quaternion import multiply_array, rotate_array
from rigida.queries.distance import distance, distance_many
from rigida.queries.time_of_contact import Motion, first_contact, time_of_contact

SHAPES = [
    Box((1.0, 2.0, 0.3)),
    Sphere(0.5),
    Capsule(0.3, 1.5),
    Cylinder(0.5, 1.0),
    Cone(0.6, 1.2),
    Pyramid(1.0, 1.0),
    ConvexHull(0.5 * np.random.default_rng(1).normal(size=(30, 3))),
]
POINT = np.zeros((1, 3))


def poses(motion, times):
    """Return positions (n, 3) and orientations (n, 4) at times (n,), written down anew from the motion's definition."""
    omega = np.array(motion.angular_velocity)
    speed = np.linalg.norm(omega)
    half = 0.5 * speed * times
    axis = omega / speed if speed > 0.0 else omega
    turn = multiply_array(np.column_stack([np.cos(half), np.outer(np.sin(half), axis)]), np.array(motion.orientation))
    arm = np.array(motion.center)
    start = np.array(motion.position) + rotate_array(np.array(motion.orientation), arm)
    return start + np.outer(times, motion.velocity) - rotate_array(turn, arm), turn


def separations(shape_a, motion_a, shape_b, motion_b, times):
    return distance_many(shape_a, *poses(motion_a, times), shape_b, *poses(motion_b, times)).separation


# CLIC (Bacin's seed 002) 6.3, figures 6.4–6.20: bricks of 100 × 200 × 100, Lemos' angles in degrees. Both fall alike.

BRICK, SPEED = Box((100.0, 200.0, 100.0)), -10000.0 / 57.6
CLIC = [
    (1, (0, 0, 0), 0.0, -350.0, (30, 0, 30), 1.190585),
    (2, (0, 0, 0), -20.0, -400.0, (0, -30, 0), 1.622585),
    (3, (30, 0, 30), -20.0, -400.0, (0, -30, 0), 1.392462),
    (4, (90, 0, 0), -20.0, -400.0, (0, 0, 0), 1.728000),
    (5, (0, 0, 0), 0.0, -400.0, (0, 0, 0), 1.728000),
]


@pytest.mark.parametrize(("number", "turn_a", "force_y", "x", "turn_b", "time"), CLIC)
def test_bricks_of_clic_6_3_meet_at_their_exact_times(number, turn_a, force_y, x, turn_b, time):
    turns = quaternion_from_euler_xyz_array(np.radians([turn_a, turn_b]))
    velocity = (SPEED, SPEED * force_y / -10000.0, 0.0)
    found = time_of_contact(
        BRICK, Motion(orientation=turns[0], velocity=velocity), BRICK, Motion((x, 0, 0), turns[1]), 5.0
    )
    # The times are printed to six decimals.
    assert found.time == pytest.approx(time, abs=5.1e-7)
    assert abs(found.separation) <= 1e-9 * 200.0
    falling = time_of_contact(
        BRICK,
        Motion(orientation=turns[0], velocity=(velocity[0], velocity[1] - 9.8, 0.0)),
        BRICK,
        Motion((x, 0, 0), turns[1], velocity=(0.0, -9.8, 0.0)),
        5.0,
    )
    # Computed between the two: a common velocity changes rounding only.
    assert falling.time == pytest.approx(found.time, abs=1e-12)


# Closed forms.


def test_spheres_meet_when_their_centers_are_their_radii_apart():
    rng, hits = np.random.default_rng(2), 0
    for _ in range(100):
        a, b = Sphere(rng.uniform(0.1, 1.0)), Sphere(rng.uniform(0.1, 1.0))
        p, v = 4.0 * rng.normal(size=3), rng.normal(size=3)
        v = 0.5 * v - 0.5 * p
        reach = a.radius + b.radius
        if np.linalg.norm(p) < reach:
            continue
        spin = 10.0 * rng.normal(size=3)  # a ball's spin about its center changes nothing
        found = time_of_contact(a, Motion(angular_velocity=spin), b, Motion(p, velocity=v), 100.0)
        half_b, c = p @ v, p @ p - reach * reach
        square = half_b * half_b - v @ v * c
        if square < 0.0 or half_b > 0.0:
            assert found is None
            continue
        hits += 1
        exact = c / (-half_b + math.sqrt(square))
        # Contact is reported up to 1e-10 of the size before: the error of the time is that over the closing speed.
        closing = math.sqrt(square) / reach
        assert exact - 1e-9 / closing <= found.time <= exact + 1e-12
        np.testing.assert_allclose(found.normal, (p + exact * v) / reach, atol=1e-7)
        np.testing.assert_allclose(found.point, (p + exact * v) * a.radius / reach, atol=1e-7)
    assert 20 < hits < 95


def first_root(height, end):
    """Return the first zero of a function positive at 0: the first change of sign on a fine grid, then Brent."""
    times = np.linspace(0.0, end, 20001)
    below = np.flatnonzero(height(times) <= 0.0)
    return brentq(height, times[below[0] - 1], times[below[0]], xtol=1e-15) if len(below) else None


@pytest.mark.parametrize("spin", [0.3, 2.0, 11.0, -40.0])
@pytest.mark.parametrize("fall", [0.0, 0.2, 3.0])
def test_a_spinning_rod_meets_the_ground_where_its_lower_end_does(spin, fall):
    rod = np.array([[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]])
    start = 0.95 if fall == 0.0 else 2.5
    exact = first_root(lambda t: start - fall * t - np.abs(np.sin(spin * t)), 10.0)
    motion = Motion((0, 0, start), velocity=(1.0, 0.0, -fall), angular_velocity=(0.0, spin, 0.0))
    found = time_of_contact(rod, motion, HalfSpace(), Motion(), 10.0)
    if exact is None:
        assert found is None
        return
    # 1e-10 of the rod's size over the speed of its end, which is slow where it only just reaches down.
    rate = fall + abs(spin * math.cos(spin * exact))
    assert found.time == pytest.approx(exact, abs=1e-9 / rate)
    np.testing.assert_allclose(found.normal, (0, 0, -1), atol=1e-12)
    end = math.cos(spin * exact) * math.copysign(1.0, math.sin(spin * exact))
    np.testing.assert_allclose(found.point, (exact + end, 0.0, 0.0), atol=1e-7)


@pytest.mark.parametrize("center", [(0.0, 0.0, 0.0), (0.3, 0.0, -0.2)])
def test_a_turning_box_meets_the_ground_with_its_lowest_corner(center):
    half, spin, fall = np.array([0.7, 0.4, 0.2]), np.array([1.3, -2.1, 0.7]), 0.4
    motion = Motion((0, 0, 3.0), (0.9, 0.1, 0.3, -0.2), (0.5, 0, -fall), spin, center)
    box = Box(2.0 * half)

    def lowest(time):
        position, turn = poses(motion, np.atleast_1d(time))
        corners = np.array([position[:, 2] + rotate_array(turn, c)[:, 2] for c in box.surface()[0]])
        return corners.min(axis=0) if np.ndim(time) else float(corners.min())

    exact = first_root(lowest, 8.0)
    found = time_of_contact(box, motion, HalfSpace(), Motion(), 8.0)
    assert found.time == pytest.approx(exact, abs=1e-9)
    assert time_of_contact(HalfSpace(), Motion(), box, motion, 8.0).time == pytest.approx(exact, abs=1e-9)
    assert time_of_contact(box, motion, HalfSpace(), Motion(), exact - 1e-6) is None


def test_a_door_meets_the_post_it_swings_towards():
    # A door of 1 m hinged at the origin swings at 1 rad/s towards a post of radius 0.1 at (0.6, 0.6): its leading face,
    # at half its thickness from the line through the hinge, touches when the post's center is 0.1 + 0.02 off that line.
    door, post = Box((1.0, 0.04, 2.0)), Cylinder(0.1, 2.0)
    found = time_of_contact(
        door,
        Motion((0.5, 0, 0), angular_velocity=(0, 0, 1), center=(-0.5, 0, 0)),
        post,
        Motion((0.6, 0.6, 0.3)),
        3.0,
    )
    far = math.hypot(0.6, 0.6)
    assert found.time == pytest.approx(0.25 * math.pi - math.asin(0.12 / far), abs=1e-8)
    np.testing.assert_allclose(found.normal[:2], (-math.sin(found.time), math.cos(found.time)), atol=1e-6)


@pytest.mark.parametrize("bullet", [Sphere(5e-4), Box((1e-3, 1e-3, 1e-3)), Cylinder(5e-4, 1e-3), Cone(5e-4, 1e-3)])
@pytest.mark.parametrize("spin", [0.0, 1000.0])
def test_a_plate_of_a_millimeter_stops_a_bullet_of_ten_kilometers_per_second(bullet, spin):
    plate = Box((1.0, 1.0, 0.001))
    motion = Motion((0.1, 0.2, 7000.0), velocity=(0, 0, -1e4), angular_velocity=(spin, 0.3 * spin, 0))
    found = time_of_contact(bullet, motion, plate, Motion(), 2.0)
    # Its surface is between 0.22 mm (the cone's mantle) and 0.87 mm (the box's corner) from its middle.
    assert (7000.0 - 0.0005 - 0.00087) / 1e4 <= found.time <= (7000.0 - 0.0005 - 0.00022) / 1e4
    np.testing.assert_allclose(found.normal, (0, 0, -1), atol=1e-9)
    np.testing.assert_allclose(found.point, (0.1, 0.2, 0.0005), atol=9e-4)
    beside = Motion((0.6, 0.2, 7000.0), velocity=(0, 0, -1e4), angular_velocity=(spin, 0, 0))
    assert time_of_contact(bullet, beside, plate, Motion(), 2.0) is None


# No contact is missed, none is late.


def random_motion(rng, position, velocity):
    spin = rng.normal(size=3) * rng.choice([0.0, 1.0, 5.0, 20.0])
    return Motion(position, rng.normal(size=4), velocity, spin, 0.3 * rng.normal(size=3))


@pytest.mark.parametrize("a", range(len(SHAPES)), ids=[type(shape).__name__ for shape in SHAPES])
def test_up_to_the_time_found_random_motions_are_apart_and_then_they_touch(a):
    rng, hits, misses = np.random.default_rng(100 + a), 0, 0
    for k in range(60):
        b = k % len(SHAPES)
        p = 3.0 * rng.normal(size=3)
        p *= max(1.0, 2.5 / np.linalg.norm(p))
        common = rng.normal(size=3) * rng.choice([0.0, 1.0, 100.0])
        v = (-p + 0.7 * rng.normal(size=3)) * rng.choice([0.3, 1.0, 5.0])
        motion_a, motion_b = random_motion(rng, (0, 0, 0), common), random_motion(rng, p, common + v)
        found = time_of_contact(SHAPES[a], motion_a, SHAPES[b], motion_b, 2.0)
        end = 2.0 if found is None else found.time
        gaps = separations(SHAPES[a], motion_a, SHAPES[b], motion_b, np.linspace(0.0, end, 301))
        if gaps[0] < 0.0:
            assert found.time == 0.0
            continue
        assert (gaps[:-1] > 0.0).all()
        if found is None:
            misses += 1
            continue
        hits += 1
        # The gaps 0.1 and 0.2 µs before, drawn on to the end, leave at most 1e-9 of it.
        before = separations(SHAPES[a], motion_a, SHAPES[b], motion_b, end - np.array([1e-7, 2e-7]))
        closing = (before[1] - before[0]) / 1e-7
        assert abs(2.0 * before[0] - before[1]) <= 1e-9
        for shape, motion in ((SHAPES[a], motion_a), (SHAPES[b], motion_b)):
            position, turn = poses(motion, np.array([end]))
            on_surface = distance(shape, (position[0], turn[0]), POINT, (found.point, (1, 0, 0, 0)))
            assert abs(on_surface.separation) <= 1e-6
        swapped = time_of_contact(SHAPES[b], motion_b, SHAPES[a], motion_a, 2.0)
        assert swapped.time == pytest.approx(end, abs=1e-9 / max(closing, 1e-2))
    assert hits > 15
    assert misses > 3


def test_compounds_meet_with_their_first_parts():
    dumbbell = Compound(
        [(Sphere(0.5), (2.0, 0, 0)), (Sphere(0.5), (-2.0, 0, 0)), (Capsule(0.1, 4.0), (0, 0, 0), (1, 0, 1, 0))]
    )
    # Turning at 1 rad/s about its middle, the ball at radius 2 reaches the wall x = 2.4 where 2 cos t + 0.5 = 2.4.
    wall, motion = HalfSpace((-1, 0, 0)), Motion(orientation=(1, 0, 0, 1), angular_velocity=(0, 0, 1.0))
    found = time_of_contact(dumbbell, motion, wall, Motion((2.4, 0, 0)), 10.0)
    # From the quarter turn, the second ball comes round first.
    assert found.time == pytest.approx(0.5 * math.pi - math.acos(0.95), abs=1e-9)
    whole = Compound([(Box((1, 1, 1)), (0, 0, 0.5)), (Box((1, 1, 1)), (0, 0, -0.5))])
    block = Box((1, 1, 2))
    approach = Motion((6, 0.2, 0.1), velocity=(-2, 0, 0), angular_velocity=(1, 2, 0.5))
    ours, plain = (time_of_contact(s, Motion(), Cone(0.5, 1.0), approach, 5.0).time for s in (whole, block))
    assert ours == pytest.approx(plain, abs=1e-9)


# Starts in contact.


def test_touching_bodies_count_only_if_they_come_nearer():
    box = Box((1, 1, 1))
    above = (0.0, 0.0, 1.0)
    for velocity in ((0, 0, 1), (1, 0, 0), (0, 0, 0), (1, 1, 2)):
        assert time_of_contact(box, Motion(), box, Motion(above, velocity=velocity), 10.0) is None
    assert time_of_contact(box, Motion(), box, Motion(above, velocity=(1, 0, -1e-3)), 10.0).time == 0.0
    # A box that lifts off and turns: its corner comes down below where its face was only later.
    turning = Motion(above, velocity=(0, 0, 1.0), angular_velocity=(1.0, 0, 0))
    assert time_of_contact(box, Motion(), box, turning, 10.0) is None
    slow = Motion(above, velocity=(0, 0, 0.1), angular_velocity=(1.0, 0, 0))
    assert time_of_contact(box, Motion(), box, slow, 10.0).time == 0.0


def test_a_hinged_bar_that_leaves_a_stop_meets_it_again_from_behind():
    # A bar of half width 0.1 lies on a stop at its right; turning away, it comes round after half a turn.
    bar, stop = Box((2.0, 0.2, 0.2)), Sphere(0.1)
    found = time_of_contact(bar, Motion(angular_velocity=(0, 0, 1.0)), stop, Motion((0.9, -0.2, 0)), 6.0)
    angle = 2.0 * math.atan2(0.2, 0.9)
    assert found.time == pytest.approx(math.pi - angle, abs=1e-8)


def test_overlapping_bodies_touch_at_once():
    found = time_of_contact(Sphere(1.0), Motion(), Box((1, 1, 1)), Motion((1.2, 0, 0), velocity=(9, 0, 0)), 1.0)
    assert found.time == 0.0
    assert found.separation == pytest.approx(-0.3)
    np.testing.assert_allclose(found.normal, (1, 0, 0), atol=1e-12)


def test_a_body_at_rest_is_never_met_by_one_that_stands_still_or_spins_out_of_reach():
    assert time_of_contact(SHAPES[0], Motion(), SHAPES[4], Motion((5, 0, 0)), math.inf) is None
    spinning = Motion((5, 0, 0), angular_velocity=(10, 20, 30))
    assert time_of_contact(SHAPES[0], Motion(), SHAPES[4], spinning, 1e6) is None
    assert time_of_contact(Sphere(1.0), Motion(), Sphere(1.0), Motion((9, 0, 0), velocity=(-1, 0, 0)), 7.0).time == 7.0
    assert time_of_contact(Sphere(1.0), Motion(), Sphere(1.0), Motion((9, 0, 0), velocity=(-1, 0, 0)), 6.9) is None


def test_many_pairs_in_one_call_equal_single_ones():
    rng = np.random.default_rng(5)
    motions = [random_motion(rng, 3.0 * rng.normal(size=3), 2.0 * rng.normal(size=3)) for _ in SHAPES]
    pair = np.array([(i, j) for i in range(len(SHAPES)) for j in range(i)])
    rows = np.array([motion.row() for motion in motions])
    status, time, out = first_contacts(shape_set("test", SHAPES), pair, rows, 2.0)
    for k, (i, j) in enumerate(pair):
        single = time_of_contact(SHAPES[i], motions[i], SHAPES[j], motions[j], 2.0)
        assert (single is not None) == bool(status[k])
        if single is not None:
            assert (time[k], out[k, 0]) == (single.time, single.separation)
    assert 3 < np.count_nonzero(status) < len(pair)


def test_bad_motions_are_told():
    with pytest.raises(ModelError, match=r"Motion: velocity\[1\] must be a finite number"):
        Motion(velocity=(0, math.nan, 0))
    with pytest.raises(ModelError, match="motion_b must be a Motion"):
        time_of_contact(Sphere(1.0), Motion(), Sphere(1.0), ((0, 0, 0), (1, 0, 0, 0)), 1.0)
    with pytest.raises(ModelError, match="duration must be at least 0"):
        time_of_contact(Sphere(1.0), Motion(), Sphere(1.0), Motion(), -1.0)
    with pytest.raises(ModelError, match="may only turn about its normal"):
        time_of_contact(Sphere(1.0), Motion((0, 0, 5)), HalfSpace(), Motion(angular_velocity=(1, 0, 0)), 1.0)
    spinning = Motion(angular_velocity=(0, 0, 3))
    assert time_of_contact(Sphere(1.0), Motion((0, 0, 5), velocity=(0, 0, -1)), HalfSpace(), spinning, 9.0).time == 4.0


# Root finding on a given separation.


def test_first_zero_of_a_separation_is_found_to_1e_12():
    def bouncing(t):
        return 1.0 - 4.905 * t * t

    found = first_contact(bouncing, 0.0, 1.0, rate_bound=9.81)
    assert found == pytest.approx(math.sqrt(1.0 / 4.905), abs=1e-12)
    assert first_contact(bouncing, 0.0, 0.45, rate_bound=9.81) is None


def test_the_first_of_many_zeros_is_found_even_if_it_is_brief():
    # A dip of 1e-6 s at t = 0.3, long before the separation falls for good at t = 0.9.
    def brief(t):
        return min(0.9 - t, max(abs(t - 0.3) - 5e-7, -1e-3))

    assert first_contact(brief, 0.0, 1.0, rate_bound=1.0) == pytest.approx(0.3 - 5e-7, abs=1e-12)
    # One sees it only as long as the resolution allows.
    assert first_contact(brief, 0.0, 1.0, rate_bound=1.0, resolution=0.01) == pytest.approx(0.9, abs=1e-12)


def test_a_near_miss_is_passed():
    assert first_contact(lambda t: 1e-6 + (t - 0.4) ** 2, 0.0, 1.0, rate_bound=1.2) is None
    crossing = first_contact(lambda t: -1e-6 + (t - 0.4) ** 2, 0.0, 1.0, rate_bound=1.2)
    assert crossing == pytest.approx(0.4 - 1e-3, abs=1e-12)


def test_a_start_in_contact_counts_if_it_approaches():
    assert first_contact(lambda t: -t, 2.0, 3.0, rate_bound=1.0) == 2.0
    assert first_contact(lambda t: 2.0 - t, 2.0, 3.0, rate_bound=1.0) == 2.0
    # Parting at the start, meeting again at t = π.
    assert first_contact(math.sin, 0.0, 6.0, rate_bound=1.0) == pytest.approx(math.pi, abs=1e-11)
    assert first_contact(lambda t: math.sin(t) - 0.1, 0.0, 6.0, rate_bound=1.0) == pytest.approx(
        math.pi - math.asin(0.1), abs=1e-11
    )
    assert first_contact(lambda t: t, 0.0, 1.0, rate_bound=1.0) is None
    assert first_contact(lambda t: 0.0, 0.0, 1.0, rate_bound=0.0) is None


def test_root_finding_and_advancement_find_the_same_time():
    a, b = SHAPES[0], SHAPES[6]
    motion_a = Motion(angular_velocity=(1, 2, 3))
    motion_b = Motion((4, 0.3, -0.2), velocity=(-1.5, 0, 0), angular_velocity=(-3, 0, 2))
    found = time_of_contact(a, motion_a, b, motion_b, 4.0)

    def gap(t):
        return float(separations(a, motion_a, b, motion_b, np.array([t]))[0])

    # No point is further than 2 m from its center.
    bound = 1.5 + 2.0 * (math.sqrt(14.0) + math.sqrt(13.0))
    assert first_contact(gap, 0.0, 4.0, bound) == pytest.approx(found.time, abs=1e-9)


def test_bad_searches_are_told():
    with pytest.raises(ModelError, match="end must not be before start"):
        first_contact(lambda t: 1.0, 1.0, 0.0, 1.0)
    with pytest.raises(ModelError, match="rate_bound must be at least 0"):
        first_contact(lambda t: 1.0, 0.0, 1.0, -1.0)
    with pytest.raises(ModelError, match=r"separation must be a number, got nan at 0\.5"):
        first_contact(lambda t: math.nan if t >= 0.5 else 1.0, 0.0, 1.0, 2.0)


def test_a_separation_that_stays_at_zero_ends_the_search_in_words():
    with pytest.raises(UsageError, match="coarser resolution"):
        first_contact(lambda t: 0.0, 0.0, 1.0, rate_bound=1.0)
    assert first_contact(lambda t: 0.0, 0.0, 1.0, rate_bound=1.0, resolution=1e-3) is None
