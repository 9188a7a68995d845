"""The steps of a manifold one by one: closed forms of round shapes, clipping, and the choice of a few points."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

import rigida as rg
from rigida.collision.arrays import Corner, FoundManifold, ManifoldUpdates, NarrowWork
from rigida.collision.narrow.clip import clip, facet
from rigida.collision.narrow.contact_face import FACE_A, FACE_B, POLYGON, section
from rigida.collision.narrow.manifold import feature_id
from rigida.collision.narrow.narrow_phase import PAIR_TABLE, find_manifolds
from rigida.collision.narrow.reduce_points import reduce_points, set_basis
from rigida.collision.narrow.work import narrow_work
from rigida.collision.shapes.convex import convex_table
from rigida.jit.bind import bind
from rigida.jit.decorators import kernel
from rigida.jit.tables import dtype_of
from rigida.math.vec3 import Vec3

UP = np.array([1.0, 0.0, 0.0, 0.0])


def contact(a, b, position, margin=0.0, turn=None):
    table = convex_table([a, b])
    attitude = np.array([UP, UP if turn is None else np.roll(turn.as_quat(), 1)])
    pair = np.array([[0, 1]], dtype=np.int32)
    found = find_manifolds(table, pair[0], np.array([(0, 0, 0), position], dtype=float), attitude, pair, margin)
    n = found.count[0]
    return found.normal[0], found.point[0, :n], found.separation[0, :n], found.feature[0, :n]


def test_spheres_touch_on_the_line_of_their_centers():
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
    """The box as a hull has no entry in the pair table; the last sphere has its center inside."""
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


@kernel
def clip_faces(corners: int, count: int, flush: float, work: NarrowWork) -> tuple[float, int, int]:
    area, _, _ = facet(section(FACE_A, work), corners)
    which, left = clip(FACE_A, corners, area, FACE_B, count, flush, work)
    return area, which, left


@kernel
def reduce(count: int, limit: int, tolerance: float, work: NarrowWork) -> int:
    return reduce_points(section(POLYGON, work), count, limit, tolerance)


@kernel
def fill_basis(x: float, y: float, z: float, work: NarrowWork, updates: ManifoldUpdates) -> None:
    set_basis(Vec3(x, y, z), work, updates.manifold[0])


def steps():
    """Return working rows and a function that gives one section of their corners."""
    work: NarrowWork = narrow_work(convex_table([]))
    return work, lambda which: work.corner[which * work.room : (which + 1) * work.room]


def polygon_area(points):
    x, y = np.asarray(points)[:, :2].T
    return 0.5 * abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1)))


def test_clipped_squares_have_the_area_and_the_lines_of_their_overlap():
    work, corners = steps()
    square = np.array([(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)], dtype=float)
    corners(FACE_A)["place"][:4] = square
    corners(FACE_B)["place"][:4] = square[::-1] * 2.0 + (0.25, 0.5, 0.0)
    area, which, count = bind(clip_faces, work)(4, 4, 0.0)
    assert area == 1.0
    assert count == 4
    assert polygon_area(corners(which)["place"][:count]) == pytest.approx(0.75 * 0.5)
    lines = corners(which)["line"][:count]
    # Two sides of the reference (64 …) and two edges of the other square bound the overlap, each once.
    assert sorted(lines >= 64) == [False, False, True, True]
    assert len(set(lines)) == 4


@given(st.lists(st.tuples(st.floats(-1, 1), st.floats(-1, 1)), min_size=1, max_size=40), st.integers(1, 8))
def test_reduction_keeps_the_deepest_and_never_two_in_one_place(places, limit):
    work, corners = steps()
    candidates = corners(POLYGON)
    for i, (u, v) in enumerate(places):
        candidates["place"][i, :2], candidates["separation"][i], candidates["feature"][i] = (u, v), u * v, i
    deepest = min(u * v for u, v in places)
    kept = bind(reduce, work)(len(places), limit, 1e-4)
    rows = candidates[:kept]
    assert 1 <= kept <= limit
    assert rows["separation"][0] <= deepest + 1e-4
    assert len(set(rows["feature"])) == kept
    gaps = np.linalg.norm(rows["place"][:, None, :2] - rows["place"][None, :, :2], axis=2)
    assert (gaps[~np.eye(kept, dtype=bool)] > 0.0).all()


def test_reduction_keeps_what_a_body_on_a_corner_touches_next():
    """A box of 4 × 2 × 2 on its first corner; the next one along its long edge lies lower than those beyond it."""
    work, corners = steps()
    candidates = corners(POLYGON)
    places = [(0.0, 0.0), (4.0, 0.0), (0.0, 1.8), (4.0, 1.8), (0.0, -1.8), (4.0, -1.8)]
    heights = [0.0, 0.5, 1.0, 1.5, 1.1, 1.6]
    for i, ((u, v), height) in enumerate(zip(places, heights, strict=True)):
        candidates["place"][i, :2], candidates["separation"][i], candidates["feature"][i] = (u, v), height, i
    kept = bind(reduce, work)(len(places), 4, 1e-4)
    assert set(candidates["feature"][:kept]) >= {0, 1}


def test_reduction_of_a_circle_spans_it_whatever_the_jitter():
    angles = np.arange(8) * math.pi / 4
    rng = np.random.default_rng(0)
    work, corners = steps()
    candidates, choose = corners(POLYGON), bind(reduce, work)
    kept_ids = set()
    for _ in range(1000):
        circle = np.zeros(8, dtype=dtype_of(Corner))
        circle["place"][:, 0], circle["place"][:, 1], circle["feature"] = np.cos(angles), np.sin(angles), np.arange(8)
        circle["place"] += rng.normal(size=(8, 3)) * 1e-6
        circle["separation"] += rng.normal(size=8) * 1e-6
        candidates[:8] = circle[rng.permutation(8)]
        assert choose(8, 4, 1e-4) == 4
        kept_ids.add(tuple(sorted(candidates["feature"][:4].tolist())))
    assert kept_ids == {(0, 2, 4, 6)}


def test_points_on_a_line_keep_both_ends_and_the_deepest():
    work, corners = steps()
    candidates = corners(POLYGON)
    candidates["place"][:5, 0] = np.linspace(-1.0, 1.0, 5)
    candidates["separation"][:5] = [0.0, 0.0, -1.0, 0.0, 0.0]
    candidates["feature"][:5] = np.arange(5)
    assert bind(reduce, work)(5, 3, 1e-4) == 3
    assert sorted(candidates["place"][:3, 0]) == [-1.0, 0.0, 1.0]


def test_largest_feature_id_fits_32_bits():
    assert feature_id(255, 255, 1, 127, 127) == 2**31 - 1


@given(st.tuples(*[st.floats(-1, 1)] * 3).filter(lambda v: np.linalg.norm(v) > 1e-3))
def test_basis_is_orthonormal_and_right_handed(direction):
    work, _ = steps()
    found = np.zeros(1, dtype=dtype_of(FoundManifold))
    unit = np.array(direction) / np.linalg.norm(direction)
    bind(fill_basis, work, ManifoldUpdates(manifold=found))(*unit)
    basis = work.basis.reshape(3, 3)
    np.testing.assert_allclose(basis @ basis.T, np.eye(3), atol=1e-14)
    assert np.linalg.det(basis) == pytest.approx(1.0)
    np.testing.assert_array_equal(found["normal"][0], unit)
