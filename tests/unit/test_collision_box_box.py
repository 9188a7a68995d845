"""Box–box manifolds: an independent oracle, known contacts, stability of features, symmetry, degenerate boxes."""

from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
import pytest
from convex_pairs import box_manifolds
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial import ConvexHull
from scipy.spatial.transform import Rotation

from rigida.collision.narrow.box_axes import SLACK_OF_SEPARATION, SLACK_OF_SIZE
from rigida.collision.narrow.box_clip import EQUAL_DEPTH_OF_BOXES, FLUSH_OF_SIDE
from rigida.collision.narrow.box_edges import NEARLY_ALONG

CORNERS = np.array(list(product((-1.0, 1.0), repeat=3)))


@dataclass
class Box:
    half: Any
    center: Any = (0.0, 0.0, 0.0)
    rotation: Any = None

    def __post_init__(self) -> None:
        self.half = np.asarray(self.half, dtype=float)
        self.center = np.asarray(self.center, dtype=float)
        self.rotation = Rotation.identity() if self.rotation is None else self.rotation

    @property
    def corners(self):
        return self.center + self.rotation.apply(CORNERS * self.half)

    def outside(self, points):
        """Return how far points are outside the box's faces (negative inside), the largest over the faces."""
        return np.max(np.abs(self.rotation.inv().apply(points - self.center)) - self.half, axis=-1)

    def moved(self, rotation, shift):
        return Box(self.half, rotation.apply(self.center) + shift, rotation * self.rotation)


@dataclass
class Manifold:
    normal: Any
    point: Any
    separation: Any
    feature: Any

    def __len__(self) -> int:
        return len(self.separation)

    def ordered(self):
        order = np.argsort(self.feature)
        return Manifold(self.normal, self.point[order], self.separation[order], self.feature[order])


def manifolds(pairs, margin=0.0, most=4):
    """Return the manifolds of a list of pairs of boxes."""
    m = len(pairs)
    boxes = [box for pair in pairs for box in pair]
    half = np.array([box.half for box in boxes])
    center = np.array([box.center for box in boxes])
    attitude = np.array([np.roll(box.rotation.as_quat(), 1) for box in boxes])
    numbers = np.arange(2 * m, dtype=np.int32).reshape(m, 2)
    count, found = box_manifolds(numbers, half, center, attitude, margin, most)
    return [
        Manifold(row["normal"], row["point"][:n], row["separation"][:n], row["feature"][:n])
        for row, n in zip(found, count, strict=True)
    ]


def manifold(a, b, margin=0.0, most=4):
    return manifolds([(a, b)], margin, most)[0]


def size_of(a, b):
    return max(a.half.sum(), b.half.sum())


def slack_of(a, b, separation):
    return SLACK_OF_SIZE * min(a.half.min(), b.half.min()) + SLACK_OF_SEPARATION * abs(separation)


def separation_along(a, b, normal):
    return (b.corners @ normal).min() - (a.corners @ normal).max()


def code(*signs):
    return sum((s + 1) * 3**k for k, s in enumerate(signs))


def random_pairs(rng, m, spread):
    """Return pairs of boxes of mixed scale and shape with centers up to `spread` mean radii apart."""
    pairs = []
    for rotations in np.split(Rotation.random(2 * m, rng=rng).as_quat(), m):
        scale = 10.0 ** rng.uniform(-3, 3)
        half = scale * 10.0 ** rng.uniform(-0.7, 0.7, (2, 3))
        direction = rng.normal(size=3)
        distance = rng.uniform(0, spread) * half.mean(axis=1).sum()
        shift = scale * rng.normal(size=3)
        center = shift + distance * direction / np.linalg.norm(direction)
        a, b = (Rotation.from_quat(q) for q in rotations)
        pairs.append((Box(half[0], shift, a), Box(half[1], center, b)))
    return pairs


def pile_pairs(rng, m):
    """Return pairs that rest face on face, turned and shifted at random, tilted by a milliradian."""
    pairs = []
    for _ in range(m):
        half = rng.uniform(0.2, 0.5, (2, 3))
        world = Rotation.random(rng=rng)
        over = Rotation.from_rotvec(rng.normal(0, 1e-3, 3)) * Rotation.from_rotvec([0, 0, rng.uniform(0, 6.3)])
        shift = np.append(rng.uniform(-0.4, 0.4, 2), half[:, 2].sum() - 2e-3)
        a, b = Box(half[0]), Box(half[1], shift, over)
        pairs.append((a.moved(world, [1, 2, 3]), b.moved(world, [1, 2, 3])))
    return pairs


def hull_separations(a, b):
    """Return the two largest separations over different facets of the Minkowski difference, and the first's normal.

    A facet n·x + d ≤ 0 of a − b holds the boxes d apart along n.
    """
    difference = (a.corners[:, None] - b.corners[None]).reshape(-1, 3)
    scale = np.abs(difference).max()
    equations = ConvexHull(difference / scale).equations
    best = equations[np.argmax(equations[:, 3])]
    others = equations[equations[:, :3] @ best[:3] < 1 - 1e-9]
    return scale * best[3], scale * others[:, 3].max(), best[:3]


def is_edge_near_a_face(a, b, normal):
    """Return whether a normal is within 0.05 rad of a face's but not the face's: there the face may take over."""
    cosine = max(np.abs(box.rotation.as_matrix().T @ normal).max() for box in (a, b))
    return NEARLY_ALONG - 1e-9 < cosine < 1 - 1e-12


def test_depth_and_normal_are_those_of_the_minkowski_difference():
    pairs = random_pairs(np.random.default_rng(1), 2000, 1.6)
    clear, overlapping = 0, 0
    for (a, b), found in zip(pairs, manifolds(pairs, most=8), strict=True):
        best, second, normal = hull_separations(a, b)
        if best > 0:
            assert len(found) == 0
            continue
        overlapping += 1
        rounding = 1e-9 * size_of(a, b)
        slack = slack_of(a, b, best)
        # Whatever axis is chosen: no axis separates more than the oracle's, no point is deeper than the axis says,
        # and the deepest point is as deep as the oracle says within the promised slack ...
        along = separation_along(a, b, found.normal)
        assert along <= best + rounding
        assert found.separation.min() >= along - rounding
        assert abs(found.separation.min() - best) <= 2 * slack + rounding
        # ... and where no other axis comes near, depth and normal are the oracle's.
        if second < best - 3 * slack and not is_edge_near_a_face(a, b, normal):
            clear += 1
            assert abs(found.separation.min() - best) <= rounding
            assert found.normal == pytest.approx(normal, abs=1e-9)
    assert overlapping > 1000
    assert clear > 0.7 * overlapping


def test_separation_within_the_margin_is_that_of_the_best_axis():
    pairs = random_pairs(np.random.default_rng(2), 2000, 2.5)
    near = 0
    for a, b in pairs:
        best, second, normal = hull_separations(a, b)
        if best <= 0:
            continue
        assert len(manifold(a, b, margin=0.999 * best)) == 0
        found = manifold(a, b, margin=3 * best, most=8)
        if len(found) and second < best - 3 * slack_of(a, b, best) and not is_edge_near_a_face(a, b, normal):
            near += 1
            assert found.separation.min() >= best - 1e-9 * size_of(a, b)
            assert found.normal == pytest.approx(normal, abs=1e-9)
    assert near > 100


@pytest.mark.parametrize("make", [lambda rng: random_pairs(rng, 1500, 1.4), lambda rng: pile_pairs(rng, 1500)])
def test_points_lie_halfway_between_the_two_surfaces(make):
    pairs = make(np.random.default_rng(4))
    off = []
    for (a, b), found in zip(pairs, manifolds(pairs, most=8), strict=True):
        half_way = 0.5 * found.separation[:, None] * found.normal
        for box, surface in ((a, found.point - half_way), (b, found.point + half_way)):
            off.extend(np.abs(box.outside(surface)) / size_of(a, b))
    off = np.array(off)
    # Corners up to FLUSH_OF_SIDE outside the reference face are kept where they are.
    assert len(off) > 2000
    assert np.mean(off < 1e-12) > 0.999
    assert off.max() < FLUSH_OF_SIDE


def test_a_milliradian_of_tilt_does_not_turn_a_face_contact_into_one_point():
    # Overhanging boxes cross edges whose axis separates a little more than the face does.
    for found in manifolds(pile_pairs(np.random.default_rng(10), 1500)):
        assert len(found) >= 3


@pytest.mark.parametrize("most", [4, 8])
def test_features_are_unique_within_a_manifold(most):
    rng = np.random.default_rng(5)
    pairs = random_pairs(rng, 1000, 1.4) + pile_pairs(rng, 1000)
    for found in manifolds(pairs, most=most):
        assert len(set(found.feature)) == len(found) <= most
        assert np.all((found.feature >= 0) & (found.feature < 729))


def test_box_on_a_floor_touches_with_its_four_lower_corners():
    floor = Box((10, 10, 1), (0, 0, -1))
    box = Box((0.5, 0.3, 0.2), (1, 2, 0.2 - 1e-3))
    found = manifold(floor, box)
    assert found.normal == pytest.approx([0, 0, 1], abs=1e-15)
    assert found.separation == pytest.approx([-1e-3] * 4, abs=1e-14)
    expected = {(1 + 0.5 * i, 2 + 0.3 * j, -0.5e-3) for i in (-1, 1) for j in (-1, 1)}
    assert {tuple(np.round(p, 12)) for p in found.point} == {tuple(np.round(p, 12)) for p in expected}
    # Lower corners of the box against the upper face of the floor
    assert set(found.feature) == {27 * code(0, 0, 1) + code(i, j, -1) for i in (-1, 1) for j in (-1, 1)}


def test_cubes_stacked_flush_touch_at_the_common_corners():
    for tilt in (0.0, 1e-7, -1e-6):
        rotation = Rotation.from_rotvec([tilt, tilt / 2, -tilt])
        found = manifold(Box((0.5, 0.5, 0.5)), Box((0.5, 0.5, 0.5), (tilt, -tilt, 1.0), rotation), margin=1e-4)
        assert len(found) == 4
        assert np.sort(np.abs(found.point), axis=None) == pytest.approx([0.5] * 12, abs=3e-6)


def test_half_overhanging_box_is_clipped_at_the_edge_of_the_lower_one():
    lower, upper = Box((1, 1, 0.5)), Box((0.5, 0.4, 0.5), (1, 0, 0.99))
    found = manifold(lower, upper).ordered()
    corners = np.round(found.point, 12)
    assert {tuple(p) for p in corners} == {(0.5, -0.4, 0.495), (0.5, 0.4, 0.495), (1.0, -0.4, 0.495), (1.0, 0.4, 0.495)}
    # Two corners of the upper box on the face; two of its edges across the edge (+x, +z) of the lower one
    assert set(found.feature) == {
        27 * code(0, 0, 1) + code(-1, -1, -1),
        27 * code(0, 0, 1) + code(-1, 1, -1),
        27 * code(1, 0, 1) + code(0, -1, -1),
        27 * code(1, 0, 1) + code(0, 1, -1),
    }


def test_turned_cube_touches_in_an_octagon_of_which_a_wide_quadrangle_is_kept():
    lower, upper = Box((1, 1, 1)), Box((1, 1, 1), (0, 0, 1.99), Rotation.from_rotvec([0, 0, np.pi / 4]))
    octagon = manifold(lower, upper, most=8)
    inner = np.sqrt(2) - 1
    expected = {(i, j * inner) for i in (-1, 1) for j in (-1, 1)} | {(j * inner, i) for i in (-1, 1) for j in (-1, 1)}
    assert {tuple(np.round(p[:2], 9)) for p in octagon.point} == {tuple(np.round(p, 9)) for p in expected}
    kept = manifold(lower, upper, most=4)
    assert set(kept.feature) <= set(octagon.feature)
    assert ConvexHull(kept.point[:, :2]).volume > 0.6 * ConvexHull(octagon.point[:, :2]).volume


def test_deepest_point_survives_the_choice_of_four():
    tilt = Rotation.from_rotvec([0.004, 0.003, 0])
    lower, upper = Box((1, 1, 1)), Box((1, 1, 1), (0, 0, 1.99), tilt * Rotation.from_rotvec([0, 0, np.pi / 4]))
    octagon, kept = manifold(lower, upper, margin=0.1, most=8), manifold(lower, upper, margin=0.1)
    assert len(octagon) > 4
    assert len(kept) == 4
    assert kept.separation.min() == octagon.separation.min()


def test_crossed_edges_touch_where_they_cross():
    # Two beams lying on an edge each, along x below and along y above, crossing at the origin 0.02 deep.
    up = np.sqrt(2) / 2
    lower = Box((2, 0.5, 0.5), (0.3, 0, -up + 0.01), Rotation.from_rotvec([np.pi / 4, 0, 0]))
    upper = Box((0.5, 2, 0.5), (0, -0.4, up - 0.01), Rotation.from_rotvec([0, np.pi / 4, 0]))
    found = manifold(lower, upper)
    assert len(found) == 1
    assert found.normal == pytest.approx([0, 0, 1], abs=1e-12)
    assert found.separation == pytest.approx([-0.02], abs=1e-12)
    assert found.point[0] == pytest.approx([0, 0, 0], abs=1e-12)
    assert found.feature[0] == 27 * code(0, 1, 1) + code(1, 0, -1)


def test_box_standing_on_a_corner_touches_with_that_corner():
    corner = Rotation.align_vectors([[0, 0, -1]], [[1, 1, 1]])[0]
    found = manifold(Box((5, 5, 1), (0, 0, -1)), Box((1, 1, 1), (0.5, 0.25, np.sqrt(3) - 0.01), corner))
    assert len(found) == 1
    assert found.point[0] == pytest.approx([0.5, 0.25, -0.005], abs=1e-12)
    assert found.separation == pytest.approx([-0.01], abs=1e-12)
    assert found.feature[0] == 27 * code(0, 0, 1) + code(1, 1, 1)


@pytest.mark.parametrize("gap", [1e-9, 0.01, 0.049])
def test_boxes_within_the_margin_report_a_positive_separation(gap):
    below, above = Box((1, 1, 1)), Box((0.5, 0.5, 0.5), (0.2, 0.1, 1.5 + gap))
    found = manifold(below, above, margin=0.05)
    assert found.separation == pytest.approx([gap] * 4, abs=1e-14)
    assert found.point[:, 2] == pytest.approx([1 + gap / 2] * 4, abs=1e-14)
    assert len(manifold(below, above, margin=0.9 * gap)) == 0


def test_corners_that_pass_each_other_are_reported_only_within_the_margin():
    below = Box((1, 1, 1))
    for lateral, expected in ((0.03, 1), (0.06, 0)):
        found = manifold(below, Box((1, 1, 1), (2 + lateral, 2 + lateral, 2 + 0.04)), margin=0.07)
        assert len(found) == expected


def jittered(box, rng, amount):
    return Box(
        box.half,
        box.center + rng.uniform(-amount, amount, 3),
        Rotation.from_rotvec(rng.uniform(-amount, amount, 3)) * box.rotation,
    )


RESTING = {
    "on a floor": (Box((50, 50, 1), (0, 0, -1)), Box((0.5, 0.5, 0.5), (3, 4, 0.4999))),
    "on a floor given second": (Box((0.5, 0.5, 0.5), (3, 4, 0.4999)), Box((50, 50, 1), (0, 0, -1))),
    "exactly touching": (Box((50, 50, 1), (0, 0, -1)), Box((0.5, 0.5, 0.5), (3, 4, 0.5))),
    "flush on an equal cube": (Box((0.5, 0.5, 0.5)), Box((0.5, 0.5, 0.5), (0, 0, 0.9999))),
    "overhanging": (Box((0.5, 0.5, 0.5)), Box((0.5, 0.4, 0.5), (0.3, 0.2, 0.9999))),
    "turned by 45 degrees": (
        Box((0.5, 0.5, 0.5)),
        Box((0.5, 0.5, 0.5), (0, 0, 0.9999), Rotation.from_rotvec([0, 0, np.pi / 4])),
    ),
    "turned by 20 degrees": (
        Box((0.5, 0.5, 0.5)),
        Box((0.5, 0.5, 0.5), (0.1, 0.05, 0.9999), Rotation.from_rotvec([0, 0, 0.35])),
    ),
    "balanced on an edge": (
        Box((50, 50, 1), (0, 0, -1)),
        Box((0.5, 0.5, 0.5), (0, 0, np.sqrt(0.5) - 1e-4), Rotation.from_rotvec([0, np.pi / 4, 0])),
    ),
    "crossed edges": (
        Box((2, 0.5, 0.5), (0, 0, -0.7), Rotation.from_rotvec([np.pi / 4, 0, 0])),
        Box((0.5, 2, 0.5), (0, 0, 0.7), Rotation.from_rotvec([0, np.pi / 4, 0])),
    ),
}


@pytest.mark.parametrize("case", RESTING)
def test_features_stay_the_same_under_jitter(case):
    a, b = RESTING[case]
    rng = np.random.default_rng(6)
    pairs = [(jittered(a, rng, 1e-6), jittered(b, rng, 1e-6)) for _ in range(1000)]
    # The speculative margin of a resting contact, far above the jitter, as the engines use it
    seen = {tuple(sorted(found.feature)) for found in manifolds(pairs, margin=1e-3)}
    assert len(seen) == 1
    assert len(next(iter(seen))) == {"balanced on an edge": 2, "crossed edges": 1}.get(case, 4)


def exchanged(feature):
    return 27 * (feature % 27) + feature // 27


def test_exchanging_the_boxes_negates_the_normal_and_keeps_the_points():
    rng = np.random.default_rng(7)
    pairs = random_pairs(rng, 1000, 1.6) + pile_pairs(rng, 1000)
    forth = manifolds(pairs, margin=1e-4)
    back = manifolds([(b, a) for a, b in pairs], margin=1e-4)
    for (a, b), one, other in zip(pairs, forth, back, strict=True):
        assert len(one) == len(other)
        assert one.normal == pytest.approx(-other.normal, abs=1e-14)
        assert one.point == pytest.approx(other.point, abs=1e-12 * size_of(a, b))
        assert one.separation == pytest.approx(other.separation, abs=1e-12 * size_of(a, b))
        assert np.array_equal(one.feature, exchanged(other.feature))


def test_exchanging_equal_boxes_changes_nothing_where_one_axis_is_clearly_best():
    # Equal boxes are not ordered by size, so each order is computed in the frame of another box.
    pairs = random_pairs(np.random.default_rng(9), 600, 1.6)
    pairs = [(a, Box(a.half, b.center, b.rotation)) for a, b in pairs]
    forth, back = manifolds(pairs, most=8), manifolds([(b, a) for a, b in pairs], most=8)
    clear = 0
    for (a, b), one, other in zip(pairs, forth, back, strict=True):
        best, second, normal = hull_separations(a, b)
        assert (len(one) > 0) == (len(other) > 0) == (best <= 0)
        if best > 0 or second > best - 3 * slack_of(a, b, best) or is_edge_near_a_face(a, b, normal):
            continue
        clear += 1
        other.feature = exchanged(other.feature)
        one, other = one.ordered(), other.ordered()
        assert np.array_equal(one.feature, other.feature)
        assert one.normal == pytest.approx(-other.normal, abs=1e-12)
        assert one.separation == pytest.approx(other.separation, abs=1e-12 * size_of(a, b))
        # Crossings of nearly parallel edges magnify rounding.
        assert one.point == pytest.approx(other.point, abs=1e-9 * size_of(a, b))
    assert clear > 200


def test_moving_the_world_moves_the_contacts_with_it():
    rng = np.random.default_rng(8)
    pairs = random_pairs(rng, 500, 1.4) + pile_pairs(rng, 500)
    world, shift = Rotation.random(rng=rng), np.array([1.0, -2.0, 0.5])
    there = manifolds([(a.moved(world, shift), b.moved(world, shift)) for a, b in pairs], most=8)
    for (a, b), here, moved in zip(pairs, manifolds(pairs, most=8), there, strict=True):
        here, moved = here.ordered(), moved.ordered()
        # Rounding of the pose is 1e-16 of the distance from the origin; crossings of edges magnify it.
        allowed = 1e-9 * (size_of(a, b) + np.abs(a.center).max())
        assert np.array_equal(here.feature, moved.feature)
        assert moved.normal == pytest.approx(world.apply(here.normal), abs=1e-9)
        assert moved.separation == pytest.approx(here.separation, abs=allowed)
        if len(here):
            assert moved.point == pytest.approx(world.apply(here.point) + shift, abs=allowed)


def assert_sound(a, b):
    """Nothing is NaN, the normal is unit, features differ, overlap gives points as deep as the oracle says."""
    best, _, _ = hull_separations(a, b)
    size = size_of(a, b)
    for one, other in ((a, b), (b, a)):
        for most in (4, 8):
            found = manifold(one, other, most=most)
            for numbers in (found.normal, found.point, found.separation):
                assert np.all(np.isfinite(numbers))
            assert len(set(found.feature)) == len(found)
            if best < -1e-12 * size:
                assert np.linalg.norm(found.normal) == pytest.approx(1, abs=1e-12)
                # Choosing four of eight may pass over a point that is deeper by EQUAL_DEPTH_OF_BOXES of the face.
                # One slack each may be spent on the choice of the face, of the edge pair, and between both.
                allowed = 3 * slack_of(a, b, best) + (1e-9 if most == 8 else 2 * EQUAL_DEPTH_OF_BOXES) * size
                assert abs(found.separation.min() - best) <= allowed
            elif best > 1e-12 * size:
                assert len(found) == 0


half_extents = st.tuples(*[st.sampled_from([1e-3, 0.1, 0.5, 1.0, 10.0])] * 3)
aligned = st.sampled_from([Rotation.from_rotvec(np.array(v) * np.pi / 2) for v in product((0, 1), repeat=3)])
nearly = st.tuples(*[st.sampled_from([0.0, 1e-15, 1e-12, 1e-9, -1e-7, 1e-6, 1e-4])] * 3)


@given(half_extents, half_extents, aligned, nearly, st.tuples(*[st.sampled_from([-1, -0.5, 0, 0.3, 1])] * 3), nearly)
def test_aligned_touching_contained_and_coincident_boxes_are_sound(half_a, half_b, turn, tilt, place, shift):
    # place ±1 brings faces, edges or vertices to touch exactly; 0 puts one box into the other.
    rotation = Rotation.from_rotvec(tilt) * turn
    extent = np.abs(turn.as_matrix()) @ np.array(half_b)
    center = np.array(place) * (np.array(half_a) + extent) + np.array(shift)
    assert_sound(Box(half_a), Box(half_b, center, rotation))


@given(st.tuples(*[st.floats(-3, 3)] * 3), st.tuples(*[st.floats(-3, 3)] * 3), st.integers(0, 10**6))
def test_boxes_of_any_shape_up_to_a_millionth_are_sound(power_a, power_b, seed):
    rng = np.random.default_rng(seed)
    half_a, half_b = 10.0 ** np.array(power_a), 10.0 ** np.array(power_b)
    a = Box(half_a, rng.normal(size=3), Rotation.random(rng=rng))
    # The center of b is drawn so that some corner of b comes near some point of a.
    rotation = Rotation.random(rng=rng)
    corner = rotation.apply(half_b * rng.choice([-1, 1], 3))
    target = a.center + a.rotation.apply(half_a * rng.uniform(-1.05, 1.05, 3))
    assert_sound(a, Box(half_b, target - corner, rotation))


@given(half_extents, st.integers(0, 10**6))
def test_a_box_in_the_middle_of_itself_is_pushed_out_along_its_thinnest_axis(half, seed):
    rotation = Rotation.random(rng=np.random.default_rng(seed))
    box = Box(half, (0.1, 0.2, 0.3), rotation)
    found = manifold(box, box)
    assert found.separation == pytest.approx(np.full(len(found), -2 * min(half)), rel=2e-2)
    assert len(found) == 4


@given(st.floats(0, 2 * np.pi), st.floats(1e-9, 1e-3), st.floats(-0.3, 0.3))
def test_nearly_parallel_edges_do_not_take_a_face_contact_over(turn, tilt, shift):
    rotation = Rotation.from_rotvec([tilt * np.cos(turn), tilt * np.sin(turn), 0])
    found = manifold(Box((1, 1, 1)), Box((1, 1, 1), (shift, 0.5 * shift, 1.99), rotation), margin=0.01)
    assert len(found) == 4
    assert abs(found.normal[2]) > 1 - 1e-5
