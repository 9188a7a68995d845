"""The steps of a manifold one by one: closed forms of round shapes, clipping, and the choice of a few points."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

import rigida as rg
from rigida.collision.narrow.clip import CLIP_ROWS, LINE, clip, facet
from rigida.collision.narrow.contact_face import COLUMNS, FACE_A, FACE_B, SECTIONS
from rigida.collision.narrow.manifold import feature_id
from rigida.collision.narrow.narrow_phase import PAIR_TABLE, find_manifolds
from rigida.collision.narrow.reduce_points import FEATURE, SEPARATION, reduce_points, set_basis
from rigida.collision.shapes.convex import convex_table

UP = np.array([1.0, 0.0, 0.0, 0.0])


def contact(a, b, position, margin=0.0, turn=None):
    table = convex_table([a, b])
    attitude = np.array([UP, UP if turn is None else np.roll(turn.as_quat(), 1)])
    pair = np.array([[0, 1]], dtype=np.int32)
    found = find_manifolds(table, pair[0], np.array([(0, 0, 0), position], dtype=float), attitude, pair, margin)
    n = found.count[0]
    return found.normal[0], found.point[0, :n], found.separation[0, :n], found.feature[0, :n]


def test_spheres_touch_on_the_line_of_their_centres():
    normal, points, separations, _ = contact(rg.Sphere(1.0), rg.Sphere(0.5), (0.0, 0.84, 1.12))
    np.testing.assert_allclose(normal, (0.0, 0.6, 0.8), atol=1e-12)
    assert separations == pytest.approx(-0.1)
    # Surfaces at 1.0 and 1.4 − 0.5 along the normal.
    np.testing.assert_allclose(points, [np.array([0.0, 0.6, 0.8]) * 0.95], atol=1e-12)


def test_concentric_spheres_are_pushed_apart_along_some_unit_normal():
    normal, points, separations, _ = contact(rg.Sphere(1.0), rg.Sphere(0.5), (0.0, 0.0, 0.0))
    assert np.linalg.norm(normal) == pytest.approx(1.0)
    assert separations == pytest.approx(-1.5)
    assert np.isfinite(points).all()


def test_capsules_side_by_side_touch_at_the_ends_of_their_common_stretch():
    _, points, separations, features = contact(rg.Capsule(0.2, 2.0), rg.Capsule(0.3, 1.0), (0.5, 0.0, 0.8), margin=0.1)
    np.testing.assert_allclose(points, [(0.2, 0.0, 0.3), (0.2, 0.0, 1.0)], atol=1e-12)
    np.testing.assert_allclose(separations, 0.0, atol=1e-12)
    assert sorted(features) == [1, 2]


def test_capsules_end_to_end_and_crossed_touch_in_one_point():
    _, points, _, _ = contact(rg.Capsule(0.2, 1.0), rg.Capsule(0.2, 1.0), (0.0, 0.0, 1.3))
    np.testing.assert_allclose(points, [(0.0, 0.0, 0.65)], atol=1e-12)
    quarter = Rotation.from_rotvec((0.5 * math.pi, 0.0, 0.0))
    normal, points, separations, _ = contact(rg.Capsule(0.2, 1.0), rg.Capsule(0.2, 1.0), (0.3, 0.1, 0.2), turn=quarter)
    np.testing.assert_allclose(normal, (1.0, 0.0, 0.0), atol=1e-12)
    np.testing.assert_allclose(points, [(0.15, 0.0, 0.2)], atol=1e-12)
    assert separations == pytest.approx(-0.1)


@pytest.mark.parametrize("position", [(0.7, 0.1, 0.2), (0.6, 0.7, 0.1), (0.6, 0.65, 0.7), (0.45, 0.1, 0.2)])
def test_sphere_and_box_agree_with_the_general_routine(position):
    """The box as a hull has no entry in the pair table; the last sphere has its centre inside."""
    box, sphere = rg.Box((1.0, 1.2, 1.4)), rg.Sphere(0.3)
    closed = contact(box, sphere, position, margin=0.1)
    general = contact(rg.ConvexHull(box.surface()[0]), sphere, position, margin=0.1)
    for ours, theirs in zip(closed[:3], general[:3], strict=True):
        np.testing.assert_allclose(ours, theirs, atol=1e-9)


def test_two_half_spaces_have_no_contact():
    assert len(contact(rg.HalfSpace((0, 0, 1)), rg.HalfSpace((1, 0, 0)), (0, 0, 0))[1]) == 0


def test_pair_table_has_a_routine_for_every_ordered_pair_but_two_planes():
    rows, columns = np.triu_indices(len(PAIR_TABLE))
    empty = [(int(i), int(j)) for i, j in zip(rows, columns, strict=True) if PAIR_TABLE[i, j] == 0]
    assert empty == [(0, 0)]


def fill(scratch, section, corners):
    scratch[section, : len(corners), :3] = corners


def polygon_area(points):
    x, y = np.asarray(points)[:, :2].T
    return 0.5 * abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1)))


def test_clipped_squares_have_the_area_and_the_lines_of_their_overlap():
    scratch = np.zeros((SECTIONS, CLIP_ROWS, COLUMNS))
    square = np.array([(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)], dtype=float)
    fill(scratch, FACE_A, square)
    fill(scratch, FACE_B, square[::-1] * 2.0 + (0.25, 0.5, 0.0))
    area, _, _ = facet(FACE_A, 4, scratch)
    assert area == 1.0
    section, count = clip(FACE_A, 4, area, FACE_B, 4, 0.0, scratch)
    assert count == 4
    assert polygon_area(scratch[section, :count]) == pytest.approx(0.75 * 0.5)
    lines = scratch[section, :count, LINE]
    # Two sides of the reference (64 …) and two edges of the other square bound the overlap, each once.
    assert sorted(lines >= 64) == [False, False, True, True]
    assert len(set(lines)) == 4


@given(st.lists(st.tuples(st.floats(-1, 1), st.floats(-1, 1)), min_size=1, max_size=40), st.integers(1, 8))
def test_reduction_keeps_the_deepest_and_never_two_in_one_place(places, limit):
    scratch = np.zeros((SECTIONS, CLIP_ROWS, COLUMNS))
    for i, (u, v) in enumerate(places):
        scratch[2, i, :2], scratch[2, i, SEPARATION], scratch[2, i, FEATURE] = (u, v), u * v, i
    deepest = min(u * v for u, v in places)
    kept = reduce_points(2, len(places), limit, 1e-4, scratch)
    rows = scratch[2, :kept]
    assert 1 <= kept <= limit
    assert rows[0, SEPARATION] <= deepest + 1e-4
    assert len({int(f) for f in rows[:, FEATURE]}) == kept
    gaps = np.linalg.norm(rows[:, None, :2] - rows[None, :, :2], axis=2)
    assert (gaps[~np.eye(kept, dtype=bool)] > 0.0).all()


def test_reduction_of_a_circle_spans_it_whatever_the_jitter():
    angles = np.arange(8) * math.pi / 4
    rng = np.random.default_rng(0)
    kept_ids = set()
    for _ in range(1000):
        scratch = np.zeros((SECTIONS, CLIP_ROWS, COLUMNS))
        scratch[2, :8, 0], scratch[2, :8, 1] = np.cos(angles), np.sin(angles)
        scratch[2, :8, FEATURE] = np.arange(8)
        scratch[2, :8, :4] += rng.normal(size=(8, 4)) * 1e-6
        order = rng.permutation(8)
        scratch[2, :8] = scratch[2, order]
        assert reduce_points(2, 8, 4, 1e-4, scratch) == 4
        kept_ids.add(tuple(sorted(scratch[2, :4, FEATURE].astype(int))))
    assert kept_ids == {(0, 2, 4, 6)}


def test_points_on_a_line_keep_both_ends_and_the_deepest():
    scratch = np.zeros((SECTIONS, CLIP_ROWS, COLUMNS))
    scratch[2, :5, 0] = np.linspace(-1.0, 1.0, 5)
    scratch[2, :5, SEPARATION] = [0.0, 0.0, -1.0, 0.0, 0.0]
    scratch[2, :5, FEATURE] = np.arange(5)
    assert reduce_points(2, 5, 3, 1e-4, scratch) == 3
    assert sorted(scratch[2, :3, 0]) == [-1.0, 0.0, 1.0]


def test_largest_feature_id_fits_32_bits():
    assert feature_id(255, 255, 1, 127.0, 127.0) == 2**31 - 1


@given(st.tuples(*[st.floats(-1, 1)] * 3).filter(lambda v: np.linalg.norm(v) > 1e-3))
def test_basis_is_orthonormal_and_right_handed(direction):
    scratch, normal = np.zeros((SECTIONS, 4, COLUMNS)), np.zeros(3)
    unit = np.array(direction) / np.linalg.norm(direction)
    set_basis(*unit, normal, scratch)
    basis = scratch[4, :3, :3]
    np.testing.assert_allclose(basis @ basis.T, np.eye(3), atol=1e-14)
    assert np.linalg.det(basis) == pytest.approx(1.0)
    np.testing.assert_array_equal(normal, unit)
