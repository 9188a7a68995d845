"""Closed forms of boxes and cylinders with capsules and spheres, against the general search and by hand."""

import math

import numpy as np
import pytest
from convex_pairs import Pair
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

import rigida as rg
from rigida.collision.narrow.narrow_phase import find_manifolds
from rigida.collision.shapes.convex import convex_table

SOLIDS = [rg.Box((1.0, 0.7, 0.4)), rg.Cylinder(0.4, 0.9)]
ROUNDS = [rg.Capsule(0.2, 0.8), rg.Sphere(0.25)]
ALONG_X = Rotation.from_rotvec((0.0, 0.5 * math.pi, 0.0))
MARGIN = 0.1


def contact(solid, round_shape, position, turn=None, margin=MARGIN):
    table = convex_table([solid, round_shape])
    attitude = np.array([(1.0, 0.0, 0.0, 0.0), np.roll((turn or Rotation.identity()).as_quat(), 1)])
    pair = np.array([[0, 1]], dtype=np.int32)
    found = find_manifolds(table, pair[0], np.array([(0, 0, 0), position], dtype=float), attitude, pair, margin)
    n = found.count[0]
    order = np.argsort(found.feature[0, :n])
    return found.normal[0], found.point[0, order], found.separation[0, order]


def searched(solid, round_shape, position, turn):
    """Return the separation by the general search, which knows nothing of the pair."""
    return Pair(convex_table([solid, round_shape]), 0, 1).at(turn.as_matrix(), position)


places = st.tuples(*[st.floats(-1.2, 1.2)] * 3)
turns = st.one_of(
    st.sampled_from([(0.0, 0.0, 0.0), (0.0, 0.5 * math.pi, 0.0), (0.25 * math.pi, 0.0, 0.0), (1e-9, 1e-3, 0.0)]),
    st.tuples(*[st.floats(-3.0, 3.0)] * 3),
)


@pytest.mark.parametrize("solid", SOLIDS, ids=["box", "cylinder"])
@pytest.mark.parametrize("round_shape", ROUNDS, ids=["capsule", "sphere"])
@given(position=places, turn=turns)
def test_nearest_point_is_that_of_the_general_search(solid, round_shape, position, turn):
    turn = Rotation.from_rotvec(turn)
    expected = searched(solid, round_shape, np.array(position), turn)
    normal, points, gaps = contact(solid, round_shape, position, turn)
    if abs(expected - MARGIN) > 1e-9:
        assert (len(points) > 0) == (expected <= MARGIN)
    if len(points):
        assert gaps.min() == pytest.approx(expected, abs=5e-5)
        assert np.linalg.norm(normal) == pytest.approx(1.0, abs=1e-12)


def test_capsule_flat_on_a_box_touches_where_both_end():
    normal, points, gaps = contact(SOLIDS[0], ROUNDS[0], (0.3, 0.0, 0.39), ALONG_X)
    np.testing.assert_allclose(normal, (0, 0, 1), atol=1e-12)
    np.testing.assert_allclose(gaps, -0.01, atol=1e-12)
    np.testing.assert_allclose(sorted(points[:, 0]), (-0.1, 0.5), atol=1e-9)
    np.testing.assert_allclose(points[:, 2], 0.195, atol=1e-12)


def test_leaning_capsule_tells_how_far_its_other_end_is():
    lean = Rotation.from_rotvec((0.0, 0.05, 0.0)) * ALONG_X
    _, points, gaps = contact(SOLIDS[0], ROUNDS[0], (0.0, 0.0, 0.41), lean)
    assert len(points) == 2
    assert abs(gaps[0] - gaps[1]) == pytest.approx(0.8 * math.sin(0.05), rel=1e-9)


def test_capsule_along_an_edge_of_a_box_touches_it_in_two_points():
    diagonal = np.array([0.0, 1.0, 1.0]) / math.sqrt(2.0)
    normal, points, gaps = contact(SOLIDS[0], ROUNDS[0], np.array([0.2, 0.35, 0.2]) + 0.2 * diagonal, ALONG_X)
    np.testing.assert_allclose(normal, diagonal, atol=1e-12)
    np.testing.assert_allclose(gaps, 0.0, atol=1e-12)
    np.testing.assert_allclose(points, [(-0.2, 0.35, 0.2), (0.5, 0.35, 0.2)], atol=1e-9)


def test_capsule_beside_a_cylinder_touches_its_mantle_in_two_points():
    _, points, gaps = contact(SOLIDS[1], ROUNDS[0], (0.59, 0.0, 0.2))
    np.testing.assert_allclose(gaps, -0.01, atol=1e-12)
    np.testing.assert_allclose(points, [(0.395, 0, -0.2), (0.395, 0, 0.45)], atol=1e-9)


def test_capsule_across_a_cylinder_touches_its_mantle_in_one_point():
    normal, points, gaps = contact(SOLIDS[1], ROUNDS[0], (0.1, 0.6, 0.1), ALONG_X)
    np.testing.assert_allclose(normal, (0, 1, 0), atol=1e-9)
    np.testing.assert_allclose(points, [(0.0, 0.4, 0.1)], atol=1e-9)
    assert gaps == pytest.approx(0.0, abs=1e-12)


def test_capsule_on_the_end_of_a_cylinder_touches_across_the_disk():
    _, points, gaps = contact(SOLIDS[1], ROUNDS[0], (0.1, 0.24, 0.65), ALONG_X)
    np.testing.assert_allclose(gaps, 0.0, atol=1e-12)
    # The chord of the disk at y = 0.24, as far as the capsule reaches.
    np.testing.assert_allclose(sorted(points[:, 0]), (-0.3, 0.32), atol=1e-9)


@pytest.mark.parametrize("solid", SOLIDS, ids=["box", "cylinder"])
def test_segment_inside_the_solid_is_pushed_out(solid):
    normal, points, gaps = contact(solid, ROUNDS[0], (0.01, 0.02, 0.03), ALONG_X)
    assert len(points) > 0
    assert gaps.min() < -0.2
    assert np.linalg.norm(normal) == pytest.approx(1.0, abs=1e-12)


@given(seed=st.integers(0, 10_000), height=st.floats(-0.01, 0.02))
def test_hull_of_many_corners_finds_its_face(seed, height):
    """From the 63rd corner on, marks of corners are shared; faces must still be found."""
    rng = np.random.default_rng(seed)
    corners = rng.normal(size=(120, 3))
    corners /= np.linalg.norm(corners, axis=1)[:, None]
    floor = np.array([(x, y, -0.9) for x in (-0.3, 0.3) for y in (-0.3, 0.3)])
    hull = rg.ConvexHull(np.concatenate([corners[corners[:, 2] > -0.85], floor]))
    plate = rg.ConvexHull(rg.Box((4.0, 4.0, 0.2)).surface()[0])
    normal, points, gaps = contact(plate, hull, (0.0, 0.0, 1.0 + height))
    np.testing.assert_allclose(normal, (0, 0, 1), atol=1e-9)
    np.testing.assert_allclose(gaps, height, atol=1e-4)
    assert len(points) == 4
    np.testing.assert_allclose(np.abs(points[:, :2]), 0.3, atol=1e-9)
