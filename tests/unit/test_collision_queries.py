"""Distances, overlaps and containment against closed forms, against Minkowski hulls by Qhull and against coal."""

import gc
import math
import os
import subprocess
import sys

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.spatial import ConvexHull as Qhull

from rigida.collision.shapes import shape_set
from rigida.errors import ModelError
from rigida.geometry import (
    Box,
    Capsule,
    Compound,
    Cone,
    ConvexHull,
    Cylinder,
    Ellipsoid,
    HalfSpace,
    Mesh,
    Pyramid,
    Sphere,
)
from rigida.math.quaternion import multiply_array, rotate_array
from rigida.math.rotation import matrix_from_quaternion_array
from rigida.queries.distance import closest_points, contains, distance, distance_many, overlap

NO_TURN = (1.0, 0.0, 0.0, 0.0)
ORIGIN = ((0.0, 0.0, 0.0), NO_TURN)
HULL = ConvexHull(np.random.default_rng(5).normal(size=(24, 3)))
CONVEX = [
    Box((1.0, 2.0, 0.6)),
    Sphere(0.7),
    Capsule(0.4, 1.2),
    Cylinder(0.6, 1.1),
    Cone(0.8, 1.4),
    Ellipsoid((0.9, 0.6, 0.4)),
    Pyramid((1.0, 1.6), 1.2),
    HULL,
]


def at(*position):
    return (position, NO_TURN)


def random_pose(rng, spread=1.0):
    q = rng.normal(size=4)
    return spread * rng.normal(size=3), q / np.linalg.norm(q)


def world(points, pose):
    return np.asarray(pose[0]) + rotate_array(np.asarray(pose[1]), np.asarray(points, dtype=float))


def check_consistent(found, shape_a, pose_a, shape_b, pose_b, tolerance=1e-9):
    """A result's points lie on the surfaces, and the normal and the separation lead from one to the other."""
    assert np.linalg.norm(found.normal) == pytest.approx(1.0, abs=1e-12)
    np.testing.assert_allclose(found.point_b - found.point_a, found.separation * found.normal, atol=tolerance)
    for shape, pose, point in ((shape_a, pose_a, found.point_a), (shape_b, pose_b, found.point_b)):
        assert abs(distance(shape, pose, np.zeros((1, 3)), (point, NO_TURN)).separation) < tolerance


# Closed forms.


def test_spheres_are_apart_by_their_centers_less_their_radii():
    rng = np.random.default_rng(1)
    for _ in range(50):
        a, b = Sphere(rng.uniform(0.1, 2.0)), Sphere(rng.uniform(0.1, 2.0))
        pose_a, pose_b = random_pose(rng), random_pose(rng)
        found = distance(a, pose_a, b, pose_b)
        between = pose_b[0] - pose_a[0]
        # Touching, apart and deep alike: only rounding of the root.
        assert found.separation == pytest.approx(np.linalg.norm(between) - a.radius - b.radius, abs=1e-14)
        np.testing.assert_allclose(found.normal, between / np.linalg.norm(between), atol=1e-14)


def test_sphere_and_box_in_all_27_regions_and_inside():
    rng, half = np.random.default_rng(2), np.array([0.5, 1.0, 0.3])
    box, radius = Box(2.0 * half), 0.2
    for region in np.ndindex(3, 3, 3):
        for _ in range(4):
            side = np.array(region) - 1
            center = np.where(side == 0, rng.uniform(-0.9, 0.9, 3) * half, side * (half + rng.uniform(0.05, 1.0, 3)))
            outside = np.maximum(np.abs(center) - half, 0.0)
            depth = (half - np.abs(center)).min()
            exact = (np.linalg.norm(outside) if outside.any() else -depth) - radius
            found = distance(Sphere(radius), at(*center), box, ORIGIN)
            assert found.separation == pytest.approx(exact, abs=1e-14)


def test_capsules_are_apart_by_their_axes_less_their_radii():
    rng = np.random.default_rng(3)
    a, b = Capsule(0.3, 2.0), Capsule(0.2, 3.0)
    for _ in range(60):
        pose_a, pose_b = random_pose(rng, 2.0), random_pose(rng, 2.0)
        ends_a, ends_b = (world([[0, 0, -h / 2], [0, 0, h / 2]], p) for h, p in ((2.0, pose_a), (3.0, pose_b)))

        def square(st, p=ends_a, q=ends_b):
            return float(np.sum((p[0] + st[0] * (p[1] - p[0]) - q[0] - st[1] * (q[1] - q[0])) ** 2))

        # The square of the distance is a convex quadratic, so any descent finds its minimum.
        best = minimize(square, [0.5, 0.5], bounds=[(0, 1), (0, 1)], options={"ftol": 1e-16, "gtol": 1e-12})
        found = distance(a, pose_a, b, pose_b)
        # The descent finds the root of its square only to about 1e-8 of its size.
        assert found.separation == pytest.approx(math.sqrt(best.fun) - 0.5, abs=1e-6)
        assert found.separation <= math.sqrt(best.fun) - 0.5 + 1e-12


def test_box_stands_above_a_plane_by_its_lowest_corner():
    rng = np.random.default_rng(4)
    box = Box((1.0, 2.0, 3.0))
    for _ in range(30):
        pose, ground = random_pose(rng, 2.0), random_pose(rng, 2.0)
        plane = HalfSpace(rng.normal(size=3))
        normal = rotate_array(ground[1], np.array(plane.normal))
        heights = (world(box.surface()[0], pose) - ground[0]) @ normal
        found = distance(box, pose, plane, ground)
        assert found.separation == pytest.approx(heights.min(), abs=1e-14)
        np.testing.assert_allclose(found.normal, -normal, atol=1e-15)
        check_consistent(found, box, pose, plane, ground, 1e-13)


@pytest.mark.parametrize("shape", CONVEX, ids=lambda s: type(s).__name__)
def test_every_shape_stands_above_a_plane_by_its_support_point(shape):
    rng = np.random.default_rng(6)
    for _ in range(10):
        pose = random_pose(rng, 2.0)
        down = rotate_array(pose[1] * [1, -1, -1, -1], np.array([0.0, 0.0, -1.0]))
        lowest = world(shape.support(down), pose)[2]
        assert distance(HalfSpace(), ORIGIN, shape, pose).separation == pytest.approx(lowest, abs=1e-14)


def test_half_spaces_leave_a_gap_only_if_they_face_each_other():
    up, down = HalfSpace((0, 0, 1)), HalfSpace((0, 0, -1))
    assert distance(up, ORIGIN, down, at(5, 6, 3)).separation == 3.0
    assert distance(up, ORIGIN, down, at(5, 6, -2)).separation == -2.0
    assert distance(up, ORIGIN, up, at(0, 0, 9)).separation == -math.inf
    tilted = distance(up, ORIGIN, HalfSpace((0, 1e-6, -1)), at(0, 0, 9))
    assert tilted.separation == -math.inf
    assert np.isfinite([tilted.point_a, tilted.point_b, tilted.normal]).all()


# Independent oracles.


def minkowski_separation(points_a, points_b):
    """Return the signed distance of the origin from the hull of all differences, by Qhull and projections."""
    difference = (points_b[None, :, :] - points_a[:, None, :]).reshape(-1, 3)
    hull = Qhull(difference)
    heights = hull.equations[:, 3]
    if heights.max() <= 0.0:
        return float(heights.max())
    best = math.inf
    for corners in difference[hull.simplices[heights > 0.0]]:
        best = min(best, float(np.linalg.norm(_nearest_to_origin(corners))))
    return best


def _nearest_to_origin(corners):
    """Return the point of a triangle nearest to the origin: the best of its face, edges and corners."""
    candidates = list(corners)
    for i in range(3):
        p, u = corners[i], corners[(i + 1) % 3] - corners[i]
        s = -(p @ u) / (u @ u)
        if 0.0 < s < 1.0:
            candidates.append(p + s * u)
    edges = np.stack([corners[1] - corners[0], corners[2] - corners[0]])
    s, t = np.linalg.lstsq(edges.T, -corners[0], rcond=None)[0]
    if s > 0.0 and t > 0.0 and s + t < 1.0:
        candidates.append(corners[0] + s * edges[0] + t * edges[1])
    return min(candidates, key=np.linalg.norm)


def test_hulls_agree_with_the_hull_of_their_minkowski_difference():
    rng = np.random.default_rng(7)
    signs = set()
    for _ in range(300):
        scale = 10.0 ** rng.uniform(-3, 3)
        points = [scale * rng.normal(size=(rng.integers(4, 30), 3)) * 10.0 ** rng.uniform(-1, 0, 3) for _ in range(2)]
        a, b = ConvexHull(points[0]), ConvexHull(points[1])
        pose_a, pose_b = random_pose(rng, 0.1 * scale), random_pose(rng, rng.choice([0.3, 1.0, 3.0]) * scale)
        exact = minkowski_separation(world(points[0], pose_a), world(points[1], pose_b))
        found = distance(a, pose_a, b, pose_b)
        signs.add(exact > 0.0)
        assert found.separation == pytest.approx(exact, abs=1e-9 * scale)
        check_consistent(found, a, pose_a, b, pose_b, 1e-9 * scale)
    assert signs == {True, False}


def test_thousands_of_pairs_agree_with_coal():
    coal = pytest.importorskip("coal", reason="coal is not installed: pip install rigida[test]")
    rng = np.random.default_rng(8)
    peers = [
        (Box((1.0, 2.0, 0.6)), coal.Box(1.0, 2.0, 0.6)),
        (Sphere(0.7), coal.Sphere(0.7)),
        (Capsule(0.4, 1.2), coal.Capsule(0.4, 1.2)),
        (Cylinder(0.6, 1.1), coal.Cylinder(0.6, 1.1)),
        (Cone(0.8, 1.4), coal.Cone(0.8, 1.4)),
        (HULL, _coal_hull(coal, HULL)),
    ]
    request = coal.DistanceRequest()
    request.gjk_tolerance = 1e-12
    compared = 0
    for shape_a, coal_a in peers:
        for shape_b, coal_b in peers:
            poses = [(random_pose(rng), random_pose(rng, 3.0)) for _ in range(70)]
            found = distance_many(
                shape_a,
                [a[0] for a, _ in poses],
                [a[1] for a, _ in poses],
                shape_b,
                [b[0] for _, b in poses],
                [b[1] for _, b in poses],
            ).separation
            for ours, (pose_a, pose_b) in zip(found, poses, strict=True):
                # In overlap coal's expanding polytope is a coarse peer; hulls are compared with Qhull above.
                if ours <= 0.01:
                    continue
                theirs = coal.distance(
                    coal_a, _coal_pose(coal, pose_a), coal_b, _coal_pose(coal, pose_b), request, coal.DistanceResult()
                )
                compared += 1
                # coal stops curved shapes at about 1e-6; where it stops short, its distance is the larger one.
                assert -1e-9 < theirs - ours < 2e-6
    assert compared > 1500


def _coal_pose(coal, pose):
    return coal.Transform3s(matrix_from_quaternion_array(pose[1]), np.asarray(pose[0]))


def _coal_hull(coal, hull):
    vertices, triangles = hull.surface()
    points = coal.StdVec_Vec3s()
    for vertex in vertices:
        points.append(np.array(vertex))
    faces = coal.StdVec_Triangle()
    for i, j, k in triangles:
        faces.append(coal.Triangle(int(i), int(j), int(k)))
    return coal.Convex(points, faces)


# Invariance.


@pytest.mark.parametrize("shape_a", CONVEX, ids=lambda s: type(s).__name__)
def test_swapping_the_shapes_or_moving_them_together_changes_nothing(shape_a):
    rng = np.random.default_rng(9)
    for shape_b in CONVEX:
        for spread in (0.4, 1.0, 3.0):
            pose_a, pose_b = random_pose(rng, 0.5), random_pose(rng, spread)
            found = distance(shape_a, pose_a, shape_b, pose_b)
            # Along a flat valley of the distance its points are only as exact as the root of rounding.
            check_consistent(found, shape_a, pose_a, shape_b, pose_b, 1e-5)
            swapped = distance(shape_b, pose_b, shape_a, pose_a)
            assert swapped.separation == pytest.approx(found.separation, abs=1e-9)
            shift, turn = random_pose(rng, 5.0)
            moved = distance(
                shape_a,
                (shift + rotate_array(turn, pose_a[0]), multiply_array(turn, pose_a[1])),
                shape_b,
                (shift + rotate_array(turn, pose_b[0]), multiply_array(turn, pose_b[1])),
            )
            assert moved.separation == pytest.approx(found.separation, abs=1e-9)


# Degenerate shapes.


def test_points_segments_and_flat_polygons_have_their_distances():
    point, segment = np.zeros((1, 3)), np.array([[-1.0, 0, 0], [1, 0, 0]])
    square = np.array([[-1.0, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]])
    assert distance(point, ORIGIN, point, at(0, 3, 4)).separation == 5.0
    assert distance(point, ORIGIN, point, ORIGIN).separation == 0.0
    assert distance(segment, ORIGIN, point, at(2, 1, 0)).separation == pytest.approx(math.sqrt(2.0))
    assert distance(segment, ORIGIN, segment, ((0, 0, 0.5), (0.0, 0.0, 0.0, 1.0))).separation == 0.5
    assert distance(square, ORIGIN, segment, at(0, 0, 2)).separation == 2.0
    assert distance(square, ORIGIN, square, ORIGIN).separation == pytest.approx(0.0, abs=1e-12)
    assert distance(square, ORIGIN, Sphere(1.0), at(0, 0, 0.25)).separation == -0.75
    assert distance(square, ORIGIN, Box((1, 1, 1)), at(0, 0, 0.3)).separation == pytest.approx(-0.2)
    # Many points in one place or on one line are that place and that line.
    assert distance(np.ones((7, 3)), ORIGIN, point, ORIGIN).separation == pytest.approx(math.sqrt(3.0))
    line = np.linspace([0.0, 0, 0], [1.0, 1, 1], 9)
    assert distance(line, ORIGIN, point, at(2, 2, 2)).separation == pytest.approx(math.sqrt(3.0))


@pytest.mark.parametrize("shape", CONVEX, ids=lambda s: type(s).__name__)
def test_a_shape_coincident_with_itself_is_as_deep_as_it_is_thin(shape):
    found = distance(shape, ORIGIN, shape, ORIGIN)
    assert np.isfinite([found.separation, *found.normal, *found.point_a, *found.point_b]).all()
    # The shortest way out along any direction of a dense set bounds the depth from above.
    directions = np.random.default_rng(10).normal(size=(2000, 3))
    directions /= np.linalg.norm(directions, axis=1)[:, None]
    widths = [float(shape.support(n) @ n + shape.support(-n) @ -n) for n in directions]
    assert -found.separation <= min(widths) + 1e-9
    n = found.normal
    assert -found.separation == pytest.approx(float(shape.support(n) @ n + shape.support(-n) @ -n), abs=1e-9)


# Compounds and meshes.

DUMBBELL = Compound(
    [(Sphere(0.5), (2.0, 0, 0)), (Sphere(0.5), (-2.0, 0, 0)), (Cylinder(0.1, 4.0), (0, 0, 0), (1, 0, 1, 0))]
)


def test_compound_is_as_near_as_its_nearest_part_and_as_deep_as_its_deepest():
    rng = np.random.default_rng(11)
    for _ in range(40):
        pose, other = random_pose(rng, 0.5), random_pose(rng, 2.0)
        parts = [
            distance(shape, (world(p, pose), multiply_array(pose[1], np.array(q))), HULL, other).separation
            for shape, p, q in DUMBBELL.flattened
        ]
        assert distance(DUMBBELL, pose, HULL, other).separation == pytest.approx(min(parts), abs=1e-12)
        assert distance(HULL, other, DUMBBELL, pose).separation == pytest.approx(min(parts), abs=1e-9)
    # Many parts, of which most are never measured because others are nearer.
    comb = Compound([(Box((0.1, 0.1, 1.0)), (0.2 * i, 0.1 * i, 0.0)) for i in range(30)])
    assert distance(comb, ORIGIN, comb, at(0, 0, 3)).separation == 2.0
    assert distance(comb, ORIGIN, HalfSpace(), at(0, 0, -1)).separation == 0.5


def l_shape():
    """Return a concave mesh: the square (0..2)² without its quarter (1..2)², from z = 0 to 1."""
    outline = np.array([[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]], dtype=float)
    vertices = np.array([[x, y, z] for z in (0.0, 1.0) for x, y in outline])
    caps = [(0, 1, 2), (0, 2, 3), (0, 3, 4), (0, 4, 5)]
    triangles = [(a, c, b) for a, b, c in caps] + [(a + 6, b + 6, c + 6) for a, b, c in caps]
    for i in range(6):
        j = (i + 1) % 6
        triangles += [(i, j, j + 6), (i, j + 6, i + 6)]
    return Mesh(vertices, triangles)


def test_convex_mesh_counts_as_its_hull():
    cube = Mesh(*Box((2, 2, 2)).surface())
    assert distance(cube, ORIGIN, Sphere(1.0), at(5, 0, 0)).separation == 3.0


# Vectorised, overlap, closest points.


def test_many_distances_equal_single_ones_and_single_poses_are_repeated():
    rng = np.random.default_rng(12)
    poses = [random_pose(rng, 2.0) for _ in range(20)]
    positions, turns = [p for p, _ in poses], [q for _, q in poses]
    for a, b in ((CONVEX[0], CONVEX[3]), (DUMBBELL, HULL), (HalfSpace(), CONVEX[2])):
        many = distance_many(a, (0.1, 0.2, 0.3), NO_TURN, b, positions, turns)
        singles = [distance(a, ((0.1, 0.2, 0.3), NO_TURN), b, pose) for pose in poses]
        np.testing.assert_array_equal(many.separation, [one.separation for one in singles])
        np.testing.assert_array_equal(many.normal, [one.normal for one in singles])
        np.testing.assert_array_equal(many.point_a, [one.point_a for one in singles])
        np.testing.assert_array_equal(many.point_b, [one.point_b for one in singles])
    assert distance_many(a, np.zeros((0, 3)), NO_TURN, b, (0, 0, 0), NO_TURN).separation.shape == (0,)


def test_touching_counts_as_overlap():
    box = Box((1, 1, 1))
    assert overlap(box, ORIGIN, box, at(1.0, 0.3, 0.2))
    assert overlap(box, ORIGIN, box, at(0.9, 0.9, 0.9))
    assert not overlap(box, ORIGIN, box, at(1.0 + 1e-9, 0, 0))


def test_closest_points_of_parallel_faces_lie_opposite_each_other_on_both():
    a, b = Box((2, 2, 2)), Box((1, 1, 1))
    for height in (1.5, 1.7, 1.2):  # touching, apart, overlapping
        p, q = closest_points(a, ORIGIN, b, at(0.7, 0.3, height))
        np.testing.assert_allclose(p[:2], q[:2], atol=1e-12)
        assert p[2] == pytest.approx(1.0, abs=1e-12)
        assert q[2] == pytest.approx(height - 0.5, abs=1e-12)
        assert (np.abs(p[:2]) <= 1.0 + 1e-12).all()
        assert (np.abs(q[:2] - [0.7, 0.3]) <= 0.5 + 1e-12).all()


# Containment.


@pytest.mark.parametrize("shape", [*CONVEX, HalfSpace((1, 2, 3)), DUMBBELL], ids=lambda s: type(s).__name__)
def test_contained_points_are_those_at_negative_distance(shape):
    rng = np.random.default_rng(13)
    pose, points = random_pose(rng, 0.1), rng.normal(size=(400, 3)) * 0.8
    found = distance_many(shape, *pose, np.zeros((1, 3)), points, NO_TURN).separation
    clear = np.abs(found) > 1e-9
    inside = contains(shape, pose, points)
    np.testing.assert_array_equal(inside[clear], found[clear] < 0.0)
    assert 5 < inside.sum() < 395


@pytest.mark.parametrize("shape", CONVEX, ids=lambda s: type(s).__name__)
def test_the_surface_belongs_to_the_shape(shape):
    rng = np.random.default_rng(14)
    pose = random_pose(rng, 3.0)
    surface = np.array([shape.support(n) for n in rng.normal(size=(50, 3))])
    assert contains(shape, pose, world(surface, pose)).all()
    middle = surface.mean(axis=0)
    assert not contains(shape, pose, world(middle + (1.0 + 1e-9) * (surface - middle), pose)).any()


def test_concave_mesh_contains_what_its_outline_says():
    rng = np.random.default_rng(15)
    mesh, pose, points = l_shape(), random_pose(rng), rng.uniform(-0.5, 2.5, (2000, 3))
    x, y, z = points.T
    exact = (z >= 0) & (z <= 1) & (x >= 0) & (y >= 0) & (x <= 2) & (y <= 2) & ((x <= 1) | (y <= 1))
    np.testing.assert_array_equal(contains(mesh, pose, world(points, pose)), exact)
    on_surface = [[1, 1, 0.5], [1, 1.5, 0.5], [0, 0, 0], [1.5, 1, 1], [0.3, 0.4, 1.0]]
    assert contains(mesh, ORIGIN, on_surface).all()


def test_flat_shapes_contain_only_what_lies_in_them():
    triangle = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0]])
    points = [[0.2, 0.2, 0], [0.2, 0.2, 1e-6], [0.5, 0.5, 0], [0.6, 0.6, 0], [0, 0, 0], [-0.1, 0.1, 0]]
    assert contains(triangle, ORIGIN, points).tolist() == [True, False, True, False, True, False]
    assert contains(triangle[:2], ORIGIN, points).tolist() == [False] * 4 + [True, False]
    assert contains(triangle[:1], ORIGIN, (0, 0, 0)).tolist() == [True]


# Errors and memory.


@pytest.mark.parametrize(
    ("pose", "words"),
    [
        ((0, 0, 0), "pose_a must be \\(position, orientation\\), got \\(0, 0, 0\\)"),
        (((0, 0), NO_TURN), "pose_a position must be 3 numbers"),
        (((0, 0, math.nan), NO_TURN), "pose_a position\\[2\\] must be a finite number"),
        (((0, 0, 0), (0, 0, 0, 0)), "pose_a orientation must be a non-zero quaternion"),
        (((0, 0, 0), (1, 0, 0)), "pose_a orientation must be 4 numbers"),
        (None, "pose_a must be \\(position, orientation\\)"),
    ],
)
def test_bad_poses_are_told(pose, words):
    with pytest.raises(ModelError, match=words):
        distance(Sphere(1.0), pose, Sphere(1.0), ORIGIN)


def test_bad_shapes_and_tables_are_told():
    with pytest.raises(ModelError, match=r"shape or points \(n, 3\) are needed, got 'box'"):
        distance("box", ORIGIN, Sphere(1.0), ORIGIN)
    with pytest.raises(ModelError, match="at least one point"):
        distance(np.zeros((0, 3)), ORIGIN, Sphere(1.0), ORIGIN)
    with pytest.raises(ModelError, match="positions_b has 3 rows but positions_a has 2"):
        distance_many(Sphere(1.0), np.zeros((2, 3)), NO_TURN, Sphere(1.0), np.zeros((3, 3)), NO_TURN)
    with pytest.raises(ModelError, match="row 1 is zero"):
        distance_many(Sphere(1.0), (0, 0, 0), [NO_TURN, (0, 0, 0, 0)], Sphere(1.0), (0, 0, 0), NO_TURN)


def test_tables_live_as_long_as_their_shapes():
    distance(Box((1, 1, 1)), ORIGIN, Sphere(1.0), ORIGIN)
    gc.collect()
    before = len(shape_set._single), len(shape_set._pairs)
    a, b = Box((1, 1, 1)), Sphere(1.0)
    distance(a, ORIGIN, b, ORIGIN)
    assert (len(shape_set._single), len(shape_set._pairs)) == (before[0] + 2, before[1] + 1)
    del a, b
    gc.collect()
    assert (len(shape_set._single), len(shape_set._pairs)) == before


@pytest.mark.parametrize("gap", [1e-9, 1e-8, 1e-7, 1e-6])
def test_a_point_just_off_the_mantle_of_a_cone_is_outside_and_no_further_off(gap):
    rng, radius, height = np.random.default_rng(0), 0.8, 1.4
    slope = np.array([height, radius]) / math.hypot(radius, height)
    z, angle = rng.uniform(-0.6, 0.6, 500), rng.uniform(-math.pi, math.pi, 500)
    across = radius * (0.5 - z / height) + gap * slope[0]
    points = np.stack([across * np.cos(angle), across * np.sin(angle), z + gap * slope[1]], axis=1)
    found = distance_many(Cone(radius, height), *ORIGIN, np.zeros((1, 3)), points, (1.0, 0.0, 0.0, 0.0)).separation
    assert found.min() > 0.0
    assert found.max() < gap + 1e-12


PLAIN = """
import numpy as np
from rigida.queries.distance import contains, distance
from rigida.queries.ray import raycast
from rigida.queries.time_of_contact import Motion, time_of_contact
from rigida.geometry import Box, Cone, Cylinder, ConvexHull, Capsule
hull = ConvexHull(np.random.default_rng(1).normal(size=(12, 3)))
shapes = [Box((1, 2, 0.6)), Cylinder(0.6, 1.1), Cone(0.8, 1.4), Capsule(0.3, 1.0), hull]
for i, a in enumerate(shapes):
    b = shapes[i - 1]
    for x in (0.7, 3.0):
        found = distance(a, ((0, 0, 0), (1, 2, 3, 4)), b, ((x, 0.1, 0.2), (4, 3, 2, 1)))
        print(found.separation, *found.normal)
    print(raycast(a, ((0, 0, 0), (1, 2, 3, 4)), (3, 3, 3), (-1, -1.01, -0.98)).distance)
    print(contains(a, ((0, 0, 0), (1, 2, 3, 4)), np.random.default_rng(2).normal(size=(10, 3))).sum())
    moving = Motion((4, 0.1, 0), velocity=(-1, 0, 0), angular_velocity=(1, 2, 3))
    print(time_of_contact(a, Motion(), b, moving, 10.0).time)
"""


def test_queries_give_the_same_answers_as_plain_python():
    def run(**variables):
        environment = os.environ | variables
        result = subprocess.run(
            [sys.executable, "-c", PLAIN], capture_output=True, text=True, env=environment, check=True
        )
        return np.array([float(number) for number in result.stdout.split()])

    # Compiled code may contract a·b + c, and a refined direction only moves in its last digits.
    np.testing.assert_allclose(run(RIGIDA_PLAIN="1"), run(), rtol=1e-9, atol=1e-9)
