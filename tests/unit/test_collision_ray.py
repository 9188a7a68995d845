"""Rays against marching by distances, against brute-force triangles, and where closed forms break; shape casts."""

import math

import numpy as np
import pytest
import trimesh
from long_form import examples

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
from rigida.math.quaternion import rotate_array
from rigida.queries.distance import contains, distance_many
from rigida.queries.ray import raycast, raycast_many
from rigida.queries.shape_cast import shapecast, shapecast_scene

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
SOLIDS = [*CONVEX, HalfSpace((1.0, 2.0, 3.0)), Compound([(Box((1, 1, 1)), (1, 0, 0)), (Sphere(0.6), (-1, 0, 0))])]


def at(*position):
    return (position, NO_TURN)


def name(shape):
    return type(shape).__name__


def random_pose(rng, spread=1.0):
    q = rng.normal(size=4)
    return spread * rng.normal(size=3), q / np.linalg.norm(q)


def marched(shape, pose, origins, directions, limit):
    """Return where rays meet a shape (r,): steps as long as the distance to it, which cannot pass it."""
    t, point = np.zeros(len(origins)), np.zeros((1, 3))
    for _ in range(2000):
        gap = distance_many(shape, *pose, point, origins + t[:, None] * directions, NO_TURN).separation
        t = np.minimum(t + np.maximum(gap, 0.0), 1e30)  # those that miss go on doubling their way
        if ((gap < 1e-11) | (t > limit)).all():
            break
    return np.where(gap < 1e-9, t, math.inf)


@pytest.mark.parametrize("shape", SOLIDS, ids=name)
def test_rays_meet_shapes_where_marching_by_distance_does(shape):
    rng = np.random.default_rng(1)
    pose, limit, hits = random_pose(rng, 0.3), 20.0, 0
    count = examples(120)
    origins = 3.0 * rng.normal(size=(120, 3))[:count]
    targets = pose[0] + 0.6 * rng.normal(size=(120, 3))[:count]
    directions = (targets - origins) / np.linalg.norm(targets - origins, axis=1)[:, None]
    exact = marched(shape, pose, origins, directions, limit)
    for origin, direction, t in zip(origins, directions, exact, strict=True):
        hit = raycast(shape, pose, origin, 7.0 * direction, limit)
        assert (hit is not None) == (t <= limit)
        if hit is None:
            continue
        hits += 1
        # Distances below 1e-10 of the size are measured along separating axes and may be short by as much: there
        # marching ends. At a grazing angle that is a longer way along the ray.
        slope = max(-float(hit.normal @ direction), 1e-4)
        assert hit.distance == pytest.approx(t, abs=4e-10 / slope)
        np.testing.assert_allclose(hit.point, origin + hit.distance * direction, atol=1e-12)
        assert np.linalg.norm(hit.normal) == pytest.approx(1.0, abs=1e-9)
        if hit.distance > 0.0:
            # The normal points out of the surface: a step along it leaves the shape by as much.
            outside = distance_many(shape, *pose, np.zeros((1, 3)), hit.point + 1e-6 * hit.normal, NO_TURN)
            assert outside.separation[0] == pytest.approx(1e-6, abs=1e-9)
    assert hits > count // 4


def test_simple_rays_are_exact():
    cases = [
        (Box((2, 4, 6)), (-5, 0.5, 0.5), (1, 0, 0), 4.0, (-1, 0, 0)),
        (Box((2, 4, 6)), (0, 0, 9), (0, 0, -2), 6.0, (0, 0, 1)),
        (Sphere(2.0), (0, 5, 0), (0, -1, 0), 3.0, (0, 1, 0)),
        (Capsule(1.0, 2.0), (0, 0, 9), (0, 0, -1), 7.0, (0, 0, 1)),
        (Capsule(1.0, 2.0), (9, 0, 0.5), (-1, 0, 0), 8.0, (1, 0, 0)),
        (Cylinder(1.0, 2.0), (0.5, 0, -4), (0, 0, 1), 3.0, (0, 0, -1)),
        (Cylinder(1.0, 2.0), (0, 4, 0.5), (0, -3, 0), 3.0, (0, 1, 0)),
        (Cone(1.0, 2.0), (0, 0, 5), (0, 0, -1), 4.0, (0, 0, 1)),
        (Ellipsoid((1.0, 2.0, 3.0)), (0, 5, 0), (0, -1, 0), 3.0, (0, 1, 0)),
        (Cone(1.0, 2.0), (0.5, 0.5, -5), (0, 0, 1), 4.0, (0, 0, -1)),
        (Cone(1.0, 2.0), (5, 0, 0), (-1, 0, 0), 4.5, (2 / math.sqrt(5), 0, 1 / math.sqrt(5))),
        (HalfSpace((0, 0, 1)), (3, 4, 5), (0, 0, -1), 5.0, (0, 0, 1)),
        (HalfSpace((0, 0, 1)), (0, 0, 3), (4, 0, -3), 5.0, (0, 0, 1)),
        (Mesh(*Box((2, 4, 6)).surface()), (-5, 0.5, 0.5), (1, 0, 0), 4.0, (-1, 0, 0)),
    ]
    for shape, origin, direction, exact, normal in cases:
        hit = raycast(shape, ORIGIN, origin, direction)
        assert hit.distance == pytest.approx(exact, abs=1e-15)
        np.testing.assert_allclose(hit.normal, normal, atol=1e-15)


@pytest.mark.parametrize("shape", CONVEX, ids=name)
def test_a_far_origin_costs_only_the_digits_of_its_coordinates(shape):
    rng = np.random.default_rng(2)
    target = 0.3 * shape.support(np.array([1.0, 2.0, -1.5]))
    for _ in range(20):
        direction = rng.normal(size=3)
        direction /= np.linalg.norm(direction)
        near = raycast(shape, ORIGIN, target - 5.0 * direction, direction)
        far = raycast(shape, ORIGIN, target - 1e6 * direction, direction)
        # Coordinates of 1e6 m are spaced by 1e-10 m.
        assert far.distance - near.distance == pytest.approx(1e6 - 5.0, abs=2e-9)


@pytest.mark.parametrize("shape", [*CONVEX, HalfSpace()], ids=name)
def test_a_ray_from_inside_hits_at_once_and_against_itself(shape):
    origin = np.array([0.01, 0.02, -0.05])
    for direction in np.random.default_rng(3).normal(size=(20, 3)):
        hit = raycast(shape, ORIGIN, origin, direction)
        assert hit.distance == 0.0
        np.testing.assert_array_equal(hit.point, origin)
        np.testing.assert_allclose(hit.normal, -direction / np.linalg.norm(direction), atol=1e-15)


@pytest.mark.parametrize("shape", CONVEX, ids=name)
def test_a_ray_from_the_surface_hits_only_if_it_goes_inwards(shape):
    rng = np.random.default_rng(4)
    pose = random_pose(rng, 2.0)
    for _ in range(60):
        inwards = rng.normal(size=3)
        inwards /= np.linalg.norm(inwards)
        first = raycast(shape, pose, pose[0] - 5.0 * inwards, inwards)
        assert raycast(shape, pose, first.point, -inwards) is None
        again = raycast(shape, pose, first.point, inwards)
        assert again.distance == pytest.approx(0.0, abs=1e-12)
        # Rounding may put the start just inside, within the tolerance it still counts as on the surface.
        np.testing.assert_allclose(again.normal, first.normal, atol=1e-9)


def test_axis_parallel_and_grazing_rays_give_numbers():
    rng = np.random.default_rng(5)
    axes = [*np.eye(3), *-np.eye(3)]
    for shape in [*SOLIDS, Mesh(*Box((1, 2, 0.6)).surface())]:
        low, high = np.clip(shape.bounds(), -1.0, 1.0)
        # Origins on the planes of the bounds: rays run along faces, edges, rims and through the apex.
        grid = np.array(np.meshgrid(*[[a, 0.5 * (a + b), b] for a, b in zip(low, high, strict=True)])).reshape(3, -1).T
        for origin in grid:
            for direction in axes:
                for start in (origin, origin - 3.0 * direction, origin - 3.0 * direction + 1e-17 * rng.normal(size=3)):
                    hit = raycast(shape, ORIGIN, start, direction)
                    if hit is not None:
                        assert 0.0 <= hit.distance < 20.0
                        assert np.isfinite([*hit.point, *hit.normal]).all()
                        assert np.linalg.norm(hit.normal) == pytest.approx(1.0, abs=1e-9)


def test_a_ray_along_a_face_or_touching_a_sphere_hits():
    assert raycast(Box((2, 2, 2)), ORIGIN, (-5, 0, 1), (1, 0, 0)).distance == 4.0
    assert raycast(Box((2, 2, 2)), ORIGIN, (-5, 1, 1), (1, 0, 0)).distance == 4.0
    assert raycast(Box((2, 2, 2)), ORIGIN, (-5, 0, 1 + 1e-9), (1, 0, 0)) is None
    assert raycast(Sphere(1.0), ORIGIN, (-5, 0, 1), (1, 0, 0)).distance == 5.0
    assert raycast(Sphere(1.0), ORIGIN, (-5, 0, 1 + 1e-9), (1, 0, 0)) is None
    assert raycast(Cylinder(1.0, 2.0), ORIGIN, (1, 0, 5), (0, 0, -1)).distance == 4.0
    # Along the mantle of a cone, up and down, just below and just above it.
    foot, along = np.array([1.0, 0, -1.0]), np.array([-1.0, 0, 2.0])
    for start, way in ((foot - along, along), (foot + 2 * along, -along)):
        assert raycast(Cone(1.0, 2.0), ORIGIN, start - 1e-9 * foot, way) is not None
        assert raycast(Cone(1.0, 2.0), ORIGIN, start + 1e-9 * foot, way) is None
    assert raycast(Cone(1.0, 2.0), ORIGIN, (0.5, 0, 3), (0, 0, -1)).distance == pytest.approx(3.0)
    # The other half of the double cone, above the apex, is empty.
    assert raycast(Cone(1.0, 2.0), ORIGIN, (-5, 0, 1.5), (1, 0, 0)) is None


def test_max_distance_is_inclusive():
    assert raycast(Sphere(1.0), at(5, 0, 0), (0, 0, 0), (1, 0, 0), 4.0).distance == 4.0
    assert raycast(Sphere(1.0), at(5, 0, 0), (0, 0, 0), (1, 0, 0), 3.999) is None
    assert raycast(Sphere(1.0), at(5, 0, 0), (0, 0, 0), (-1, 0, 0)) is None


def test_flat_polygon_is_hit_from_both_sides_and_thinner_points_by_nothing():
    square = np.array([[-1.0, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]])
    for side in (1.0, -1.0):
        hit = raycast(square, ORIGIN, (0.3, 0.4, 2 * side), (0, 0, -side))
        assert hit.distance == 2.0
        np.testing.assert_array_equal(hit.normal, (0, 0, side))
    assert raycast(square, ORIGIN, (1.1, 0, 2), (0, 0, -1)) is None
    assert raycast(square, ORIGIN, (-3, 0.5, 0), (1, 0, 0)).distance == 2.0
    assert raycast(square[:2], ORIGIN, (0, -1, 3), (0, 0, -1)) is None


# Meshes.


def torus():
    made = trimesh.creation.torus(1.0, 0.4, major_sections=24, minor_sections=12)
    return Mesh(made.vertices, made.faces)


def brute_force(vertices, triangles, origin, direction):
    """Return the nearest forward crossing of a ray with any triangle, by Möller and Trumbore's formula."""
    a, b, c = vertices[triangles.T]
    p = np.cross(direction, c - a)
    with np.errstate(divide="ignore", invalid="ignore"):
        inverse = 1.0 / np.sum((b - a) * p, axis=1)
        u = np.sum((origin - a) * p, axis=1) * inverse
        q = np.cross(origin - a, b - a)
        v = np.sum(direction * q, axis=1) * inverse
        t = np.sum((c - a) * q, axis=1) * inverse
    return np.min(t, where=(u >= 0) & (v >= 0) & (u + v <= 1) & (t > 0), initial=math.inf)


def test_concave_mesh_is_met_at_its_nearest_triangle():
    rng, mesh, hits = np.random.default_rng(6), torus(), 0
    vertices, triangles = mesh.surface()
    pose = random_pose(rng)
    placed = pose[0] + rotate_array(pose[1], np.array(vertices))
    for _ in range(400):
        origin = pose[0] + 2.5 * rng.normal(size=3)
        direction = pose[0] + 0.7 * rng.normal(size=3) - origin
        direction /= np.linalg.norm(direction)
        hit, exact = raycast(mesh, pose, origin, direction), brute_force(placed, triangles, origin, direction)
        if contains(mesh, pose, origin)[0]:
            assert hit.distance == 0.0
        elif exact == math.inf:
            assert hit is None
        else:
            hits += 1
            assert hit.distance == pytest.approx(exact, abs=1e-12)
            assert hit.normal @ direction < 0.0
    assert 100 < hits < 390


def test_no_ray_slips_between_the_triangles_of_a_mesh():
    sphere = trimesh.creation.icosphere(2)
    # A dent makes it concave, so that it is not taken as its hull.
    vertices = np.array(sphere.vertices)
    vertices[0] *= 0.5
    mesh = Mesh(vertices, sphere.faces)
    rng = np.random.default_rng(7)
    edges = vertices[sphere.edges_unique]
    aims = np.concatenate(
        [vertices, edges.mean(axis=1), edges[:, 0] + rng.uniform(size=(len(edges), 1)) * (edges[:, 1] - edges[:, 0])]
    )
    for aim in aims:
        outwards = aim / np.linalg.norm(aim)
        assert raycast(mesh, ORIGIN, 3.0 * outwards, -outwards) is not None
        inside = raycast(mesh, ORIGIN, 0.1 * rng.normal(size=3), outwards)
        assert inside.distance == 0.0
        np.testing.assert_allclose(inside.normal, -outwards, atol=1e-15)
    assert raycast(mesh, ORIGIN, (3, 0, 0), (1, 0, 0)) is None


def test_a_ray_from_the_surface_of_a_mesh_hits_only_if_it_goes_inwards():
    mesh, rng = torus(), np.random.default_rng(8)
    # Downwards on to the tube, away from the hole.
    for angle in rng.uniform(0, 2 * np.pi, 40):
        start = np.array([np.cos(angle), np.sin(angle), 3.0])
        top = raycast(mesh, ORIGIN, start, (0, 0, -1))
        assert raycast(mesh, ORIGIN, top.point, (0, 0, 1)) is None
        assert raycast(mesh, ORIGIN, top.point, (0, 0, -1)).distance == pytest.approx(0.0, abs=1e-12)


# Scenes.


def test_many_rays_among_many_shapes_find_the_nearest():
    rng = np.random.default_rng(9)
    shapes = [*CONVEX, torus(), CONVEX[0], SOLIDS[-1]]
    poses = [random_pose(rng, 4.0) for _ in shapes]
    origins = 6.0 * rng.normal(size=(80, 3))
    directions = np.array([poses[i][0] for i in rng.integers(0, len(poses), 80)]) + rng.normal(size=(80, 3)) - origins
    hits = raycast_many(shapes, [p for p, _ in poses], [q for _, q in poses], origins, directions, 30.0)
    for i in range(80):
        singles = [raycast(s, pose, origins[i], directions[i], 30.0) for s, pose in zip(shapes, poses, strict=True)]
        distances = [math.inf if one is None else one.distance for one in singles]
        assert hits.distance[i] == min(distances)
        if min(distances) == math.inf:
            assert hits.index[i] == -1
        else:
            assert hits.index[i] == int(np.argmin(distances))
            np.testing.assert_array_equal(hits.normal[i], singles[hits.index[i]].normal)
    assert 10 < (hits.index >= 0).sum() < 75


def test_bad_rays_are_told():
    with pytest.raises(ModelError, match="direction must be a non-zero vector"):
        raycast(Sphere(1.0), ORIGIN, (0, 0, 0), (0, 0, 0))
    with pytest.raises(ModelError, match="max_distance must be at least 0"):
        raycast(Sphere(1.0), ORIGIN, (0, 0, 0), (0, 0, 1), -1.0)
    with pytest.raises(ModelError, match="max_distance must be at least 0"):
        raycast(Sphere(1.0), ORIGIN, (0, 0, 0), (0, 0, 1), math.nan)
    with pytest.raises(ModelError, match=r"origin\[0\] must be a finite number"):
        raycast(Sphere(1.0), ORIGIN, (math.inf, 0, 0), (0, 0, 1))
    with pytest.raises(ModelError, match="row 1 is zero"):
        raycast_many([Sphere(1.0)], (0, 0, 0), NO_TURN, (0, 0, 0), [(0, 0, 1), (0, 0, 0)])
    with pytest.raises(ModelError, match="equally many, got 2, 1 and 1"):
        raycast_many([Sphere(1.0), Sphere(2.0)], (0, 0, 0), NO_TURN, (0, 0, 0), (0, 0, 1))


# Shape casts.


@pytest.mark.parametrize("shape", SOLIDS, ids=name)
def test_a_point_is_cast_as_a_ray(shape):
    rng = np.random.default_rng(10)
    pose, hits = random_pose(rng, 0.3), 0
    for _ in range(40):
        origin = 3.0 * rng.normal(size=3)
        direction = pose[0] + 0.6 * rng.normal(size=3) - origin
        ray = raycast(shape, pose, origin, direction, 20.0)
        cast = shapecast(np.zeros((1, 3)), (origin, NO_TURN), direction, shape, pose, 20.0)
        assert (ray is None) == (cast is None)
        if ray is not None and ray.distance > 0.0:
            hits += 1
            # A cast ends within 1e-10 of the size before the surface.
            slope = -float(ray.normal @ direction) / np.linalg.norm(direction)
            assert cast.distance == pytest.approx(ray.distance, abs=2e-9 / max(slope, 1e-3))
            np.testing.assert_allclose(cast.point, ray.point, atol=1e-6)
    assert hits > 5


def test_a_ball_is_cast_to_where_its_center_is_a_radius_away():
    ball, box = Sphere(0.5), Box((2, 2, 2))
    face = shapecast(ball, at(-5, 0.3, 0.2), (3, 0, 0), box, ORIGIN)
    assert face.distance == pytest.approx(3.5, abs=1e-9)
    np.testing.assert_allclose(face.point, (-1, 0.3, 0.2), atol=1e-9)
    np.testing.assert_allclose(face.normal, (-1, 0, 0), atol=1e-9)
    # Past an edge at height 1.3: it meets the edge where (x + 1)² + 0.3² = 0.5².
    edge = shapecast(ball, at(-5, 0.0, 1.3), (1, 0, 0), box, ORIGIN)
    assert edge.distance == pytest.approx(4.0 - 0.4, abs=1e-9)
    np.testing.assert_allclose(edge.normal, (-0.8, 0, 0.6), atol=1e-8)
    assert shapecast(ball, at(-5, 0.0, 1.51), (1, 0, 0), box, ORIGIN) is None
    assert shapecast(ball, at(-5, 0.0, 0.0), (1, 0, 0), box, ORIGIN, 3.4) is None
    assert shapecast(ball, at(-5, 0.0, 0.0), (-1, 0, 0), box, ORIGIN) is None
    inside = shapecast(ball, at(0.9, 0.0, 0.0), (1, 0, 0), box, ORIGIN)
    assert inside.distance == 0.0
    np.testing.assert_allclose(inside.normal, (1, 0, 0), atol=1e-12)


def test_a_shape_slides_along_what_it_touches_without_hitting_it():
    box = Box((1, 1, 1))
    for direction in ((1, 0, 0), (1, 2, 0), (0, 0, 1), (1, 0, 1)):
        assert shapecast(box, at(0, 0, 0.5), direction, HalfSpace(), ORIGIN, 100.0) is None
        assert shapecast(box, at(0, 0, 1.0), direction, box, ORIGIN) is None
    assert shapecast(box, at(0, 0, 0.5), (1, 0, -1e-3), HalfSpace(), ORIGIN).distance == 0.0
    # A turned plane: the slide is along it only up to rounding.
    q = np.array([0.9, 0.1, -0.3, 0.2])
    q /= np.linalg.norm(q)
    start, along = rotate_array(q, np.array([0.0, 0.0, 0.5])), rotate_array(q, np.array([1.0, 0.0, 0.0]))
    assert shapecast(box, (start, q), along, HalfSpace(), ((0, 0, 0), q), 100.0) is None


def test_scene_cast_finds_the_nearest_shape():
    rng = np.random.default_rng(11)
    shapes = [*SOLIDS, CONVEX[2]]
    poses = [(6.0 * rng.normal(size=3), random_pose(rng)[1]) for _ in shapes]
    cone, found = Cone(0.5, 1.0), 0
    for _ in range(30):
        start, direction = random_pose(rng, 8.0), rng.normal(size=3)
        hit = shapecast_scene(cone, start, direction, shapes, [p for p, _ in poses], [q for _, q in poses], 30.0)
        singles = [shapecast(cone, start, direction, s, pose, 30.0) for s, pose in zip(shapes, poses, strict=True)]
        distances = [math.inf if one is None else one.distance for one in singles]
        if min(distances) == math.inf:
            assert hit is None
        else:
            found += 1
            assert hit.distance == pytest.approx(min(distances), abs=1e-12)
            assert distances[hit.index] == min(distances)
    assert found > 5


def test_points_that_change_between_rays_are_met_where_they_are():
    """Sets of shapes are kept for the next question, arrays that a caller may change are not."""
    corners = np.array([[x, y, z] for x in (0.0, 1.0) for y in (0.0, 1.0) for z in (0.0, 1.0)])
    places, turns = np.zeros((1, 3)), np.array([[1.0, 0.0, 0.0, 0.0]])
    ask = lambda: raycast_many([corners], places, turns, (0.5, 0.5, 9.0), (0.0, 0.0, -1.0)).distance[0]  # noqa: E731
    assert ask() == pytest.approx(8.0, abs=1e-9)
    corners *= 2.0
    assert ask() == pytest.approx(7.0, abs=1e-9)
