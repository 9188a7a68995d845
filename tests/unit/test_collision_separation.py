"""Separation of convex shapes against an independent oracle: the hull of the Minkowski difference by qhull."""

import numpy as np
import pytest
from convex_pairs import Pair
from hypothesis import given, settings
from hypothesis import strategies as st
from long_form import cases, examples
from scipy.spatial import ConvexHull as Qhull

import rigida as rg
from rigida.collision.arrays import DistanceWork, PlacedShapes
from rigida.collision.shapes.convex import convex_table
from rigida.collision.shapes.frames import set_pair
from rigida.jit.bind import bind
from rigida.jit.decorators import kernel
from rigida.math.quaternion import multiply_array, rotate_array
from rigida.math.rotation import matrix_from_quaternion_array

PAIRS_PER_BATCH = 2500


def unit(v):
    return v / np.linalg.norm(v)


def random_points(rng):
    """Return 4–60 points: aspect ratios up to 1e4 in half of the cases, sizes from 1e-3 to 1e3."""
    stretch = np.exp(rng.uniform(np.log(1e-4) if rng.random() < 0.5 else -1.0, 0.0, 3))
    return rng.normal(size=(rng.integers(4, 61), 3)) * stretch / stretch.max() * 10.0 ** rng.uniform(-3, 3)


def distance_to_triangles(a, b, c):
    """Return the distance from the origin to the nearest of many triangles."""

    def to_segment(p, q):
        d = q - p
        t = np.clip(-np.sum(p * d, axis=1) / np.maximum(np.sum(d * d, axis=1), 1e-300), 0.0, 1.0)
        return np.linalg.norm(p + t[:, None] * d, axis=1)

    best = np.minimum(np.minimum(to_segment(a, b), to_segment(b, c)), to_segment(c, a))
    normal = np.cross(b - a, c - a)
    length = np.linalg.norm(normal, axis=1)
    solid = length > 0.0
    normal = normal / np.where(solid, length, 1.0)[:, None]
    height = np.sum(a * normal, axis=1)
    foot = height[:, None] * normal
    inside = solid.copy()
    for p, q in ((a, b), (b, c), (c, a)):
        inside &= np.sum(np.cross(p - foot, q - foot) * normal, axis=1) >= 0.0
    return float(np.where(inside, np.minimum(np.abs(height), best), best).min())


def oracle(a, b):
    """Return the signed separation of two point clouds' hulls; the penetration is that of the nearest facet."""
    difference = (a[:, None] - b[None]).reshape(-1, 3)
    hull = Qhull(difference)
    offsets = hull.equations[:, 3]
    if (offsets <= 0.0).all():
        return float(offsets.max())
    corners = difference[hull.simplices]
    return distance_to_triangles(corners[:, 0], corners[:, 1], corners[:, 2])


def vertices(table, row):
    return table.vertex[table.core["vertex"][row] : table.core["vertex_end"][row]]


@pytest.fixture(scope="module")
def pool():
    rng = np.random.default_rng(5)
    return convex_table([random_points(rng) for _ in range(300)])


@pytest.mark.parametrize("batch", cases(1, 8))
def test_separation_of_hulls_agrees_with_the_minkowski_difference(pool, batch):
    """2,500 pairs in a batch: apart, touching along a random direction, exactly touching, and deep."""
    rng = np.random.default_rng(100 + batch)
    worst = 0.0
    for number in range(PAIRS_PER_BATCH):
        a, b = rng.integers(0, pool.count, 2)
        rotation = matrix_from_quaternion_array(unit(rng.normal(size=4)))
        va, vb = vertices(pool, a), vertices(pool, b) @ rotation.T
        size = max(np.abs(va).max(), np.abs(vb).max())
        direction = unit(rng.normal(size=3))
        reach = (va @ direction).max() - (vb @ direction).min()
        mode = number % 4
        position = direction * (
            reach + size * rng.uniform(0, 1) if mode == 0 else reach * (1 - rng.uniform(0, 1) * (mode == 2))
        )
        pair = Pair(pool, a, b)
        if mode == 3:  # moved along their normal until they touch to rounding
            pair.at(rotation, position)
            position = position - pair.out[0] * pair.out[1:4]
        got = pair.at(rotation, position)
        expected = oracle(va, vb + position)
        worst = max(worst, abs(got - expected) / size)
        assert np.linalg.norm(pair.out[1:4]) == pytest.approx(1.0, abs=1e-12)
    assert worst < 1e-9


def test_warm_start_gives_the_same_answer_as_a_cold_one(pool):
    rng = np.random.default_rng(8)
    for _ in range(300):
        a, b = rng.integers(0, pool.count, 2)
        q, position = unit(rng.normal(size=4)), rng.normal(size=3) * pool.core["scale"][[a, b]].sum()
        warm, cold, count = Pair(pool, a, b), Pair(pool, a, b), 0
        for _ in range(5):
            q = unit(q + 0.02 * rng.normal(size=4))
            position = position + 0.01 * rng.normal(size=3) * pool.core["scale"][b]
            rotation = matrix_from_quaternion_array(q)
            started = warm.at(rotation, position, count)
            count = warm.count
            assert started == pytest.approx(cold.at(rotation, position), abs=1e-12 * pool.core["scale"][[a, b]].sum())


def test_swapping_the_shapes_mirrors_the_result(pool):
    rng = np.random.default_rng(9)
    for _ in range(500):
        a, b = rng.integers(0, pool.count, 2)
        rotation = matrix_from_quaternion_array(unit(rng.normal(size=4)))
        size = pool.core["scale"][[a, b]].sum()
        position = rng.normal(size=3) * size * 0.5
        forward, backward = Pair(pool, a, b), Pair(pool, b, a)
        there = forward.at(rotation, position)
        back = backward.at(rotation.T, -rotation.T @ position)
        assert there == pytest.approx(back, abs=1e-9 * size)


def test_nearest_points_lie_apart_by_the_separation_along_the_normal(pool):
    rng = np.random.default_rng(10)
    for _ in range(500):
        a, b = rng.integers(0, pool.count, 2)
        pair = Pair(pool, a, b)
        size = pool.core["scale"][[a, b]].sum()
        s = pair.at(matrix_from_quaternion_array(unit(rng.normal(size=4))), rng.normal(size=3) * size)
        gap = pair.out[7:10] - pair.out[4:7]
        np.testing.assert_allclose(gap, s * pair.out[1:4], atol=1e-9 * size)


FLAT = {
    "point": np.zeros((1, 3)),
    "segment": np.array([[-1.0, 0, 0], [1, 0, 0]]),
    "flat square": np.array([[-1.0, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]]),
}


@pytest.mark.parametrize(
    ("name", "position", "expected"),
    [
        ("point", (0, 0, 0), -0.5),
        ("point", (0.2, 0, 0), -0.3),
        ("point", (0, 0, 0.5), 0.0),
        ("point", (0.5, 0.5, 0.5), 0.0),
        ("point", (2, 0, 0), 1.5),
        ("segment", (0, 0, 0), -0.5),
        ("segment", (0, 0, 0.7), 0.2),
        ("segment", (1.5, 0.5, 0.5), 0.0),
        ("segment", (0, 0.5, 0.5), 0.0),
        ("flat square", (0, 0, 0), -0.5),
        ("flat square", (0, 0, 0.5), 0.0),
        ("flat square", (0, 0, 2), 1.5),
        ("flat square", (1.5, 0, 0), 0.0),
        ("flat square", (1.4, 0, 0.2), -0.1),
    ],
)
def test_points_segments_and_flat_polygons_against_a_unit_cube(name, position, expected):
    table = convex_table([rg.Box((1, 1, 1)), FLAT[name]])
    for a, b, sign in ((0, 1, 1.0), (1, 0, -1.0)):
        got = Pair(table, a, b).at(np.eye(3), sign * np.array(position, dtype=float))
        assert got == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("first", list(FLAT))
@pytest.mark.parametrize("second", list(FLAT))
def test_flat_shapes_in_one_place_touch(first, second):
    table = convex_table([FLAT[first], FLAT[second]])
    pair = Pair(table, 0, 1)
    assert pair.at(np.eye(3), np.zeros(3)) == pytest.approx(0.0, abs=1e-12)
    assert np.linalg.norm(pair.out[1:4]) == pytest.approx(1.0)


def test_crossing_segments_are_measured_along_their_common_normal():
    table = convex_table([FLAT["segment"], np.array([[0.0, -1, 0], [0, 1, 0]])])
    pair = Pair(table, 0, 1)
    assert pair.at(np.eye(3), np.array([0.3, 0.2, 0.4])) == pytest.approx(0.4, abs=1e-15)
    np.testing.assert_allclose(pair.out[1:4], [0, 0, 1], atol=1e-12)


SOLIDS = [
    rg.Box((1.0, 0.6, 0.3)),
    rg.Sphere(0.4),
    rg.Capsule(0.2, 0.8),
    rg.Cylinder(0.3, 0.9),
    rg.Cone(0.4, 0.8),
    rg.Pyramid((0.6, 0.8), 0.7),
    rg.ConvexHull(np.random.default_rng(4).normal(size=(20, 3)) * 0.4),
]
SOLID_TABLE = convex_table(SOLIDS)
coordinates = st.floats(-1.5, 1.5)
turns = st.tuples(*[st.floats(-1, 1) for _ in range(4)]).filter(lambda q: np.linalg.norm(q) > 0.1)


def reach(shape, q, direction):
    return shape.support(rotate_array(q * [1, -1, -1, -1], direction))


@settings(max_examples=examples(400))
@given(
    st.integers(0, len(SOLIDS) - 1),
    st.integers(0, len(SOLIDS) - 1),
    turns,
    st.tuples(coordinates, coordinates, coordinates),
)
def test_normal_is_the_best_of_all_separating_directions(a, b, q, position):
    """s(n) = min n·b − max n·a along the answer's normal equals the answer, and no nearby direction does better."""
    q, position = np.array(q) / np.linalg.norm(q), np.array(position)
    pair = Pair(SOLID_TABLE, a, b)
    s = pair.at(matrix_from_quaternion_array(q), position)

    normal = pair.out[1:4]

    def separation_along(n):
        nearest_of_b = position + rotate_array(q, reach(SOLIDS[b], q, -n))
        return float(n @ nearest_of_b - n @ SOLIDS[a].support(n))

    assert separation_along(normal) == pytest.approx(s, abs=1e-9)
    rng = np.random.default_rng(0)
    # Where a rim meets another curve the best direction lies in a crooked valley, searched along straight lines.
    slack = 1e-5 if {"cylinder", "cone"} & {SOLIDS[a].kind, SOLIDS[b].kind} else 1e-9
    for spread in (1e-4, 1e-2, 0.3, 3.0):
        for tilt in rng.normal(size=(10, 3)):
            assert separation_along(unit(normal + spread * tilt)) <= s + slack


@kernel
def relate(placed: PlacedShapes, work: DistanceWork) -> None:
    set_pair(0, 1, placed, work.pair[0])


@given(turns, turns, st.tuples(coordinates, coordinates, coordinates))
def test_moving_both_shapes_together_changes_nothing(q, turn, position):
    q, turn = np.array(q) / np.linalg.norm(q), np.array(turn) / np.linalg.norm(turn)
    a, b = Pair(SOLID_TABLE, 0, 6), Pair(SOLID_TABLE, 0, 6)
    plain = a.at(matrix_from_quaternion_array(q), np.array(position))
    pa = np.array([100.0, -50.0, 20.0])
    pb = pa + rotate_array(turn, np.array(position))
    places, turns_of_both = np.array([pa, pb]), np.array([turn, multiply_array(turn, q)])
    geometry = np.array([0, 6], dtype=np.int32)
    bind(relate, PlacedShapes(geometry=geometry, position=places, attitude=turns_of_both), b.work)()
    pair = b.work.pair[0]
    assert b.at(pair["rotation"].copy(), pair["position"].copy()) == pytest.approx(plain, abs=1e-12)
