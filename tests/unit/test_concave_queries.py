"""Distances, casts and times of contact of concave meshes against brute force over triangles and closed formulas."""

import numpy as np
import pytest
import trimesh
from concave_cases import ring
from numpy.testing import assert_allclose

import rigida as rg
from rigida.errors import ModelError
from rigida.math.quaternion import rotate_array

ORIGIN = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0))


def channel():
    """A U along y: walls from x = ±0.8 to ±1, up to z = 1, on a floor 0.2 thick whose top is z = 0."""
    outline = [(-1, -0.2), (1, -0.2), (1, 1), (0.8, 1), (0.8, 0), (-0.8, 0), (-0.8, 1), (-1, 1)]
    return rg.extruded_mesh(outline, 4.0)


UP = (0.5**0.5, 0.5**0.5, 0.0, 0.0)  # y of an outline upwards: the channel then runs along −y


def at(x, y, z, turn=(1.0, 0.0, 0.0, 0.0)):
    return (x, y, z), turn


def random_turn(random):
    turn = random.normal(size=4)
    return tuple(turn / np.linalg.norm(turn))


def world(mesh, pose):
    """Corners (t, 3, 3) of a mesh at a pose."""
    vertices, triangles = mesh.surface()
    return (np.array(pose[0]) + rotate_array(np.broadcast_to(pose[1], (len(vertices), 4)), vertices))[triangles]


def point_gap(triangles, points):
    """Least distance (n,) of points from triangles (t, 3, 3), by trimesh."""
    pairs = np.repeat(triangles[None], len(points), axis=0).reshape(-1, 3, 3), np.repeat(points, len(triangles), axis=0)
    nearest = trimesh.triangles.closest_point(*pairs)
    return np.linalg.norm(nearest - pairs[1], axis=1).reshape(len(points), -1).min(axis=1)


def winding(triangles, points):
    """How often a closed surface goes round points (n,), by solid angles (van Oosterom and Strackee 1983)."""
    a, b, c = (triangles[None, :, k] - points[:, None] for k in range(3))
    x, y, z = (np.linalg.norm(v, axis=2) for v in (a, b, c))
    volume = (a * np.cross(b, c)).sum(axis=2)
    around = x * y * z + (a * b).sum(axis=2) * z + (b * c).sum(axis=2) * x + (c * a).sum(axis=2) * y
    return 2 * np.arctan2(volume, around).sum(axis=1) / (4 * np.pi)


def segment_gap(p, u, q, v):
    """Least distance of segments p + s u and q + t v, whole-array."""
    w = p - q
    a, b, c = (u * u).sum(-1), (u * v).sum(-1), (v * v).sum(-1)
    d, e = (u * w).sum(-1), (v * w).sum(-1)
    s = np.clip((b * e - c * d) / np.maximum(a * c - b * b, 1e-300), 0, 1)
    t = np.clip((b * s + e) / c, 0, 1)
    s = np.clip((b * t - d) / a, 0, 1)
    return np.linalg.norm(w + s[..., None] * u - t[..., None] * v, axis=-1)


def surface_gap(one, two):
    """Least distance of two triangle surfaces that do not cross: a vertex and a face, or two edges."""
    corners = min(
        point_gap(one, np.unique(two.reshape(-1, 3), axis=0)).min(),
        point_gap(two, np.unique(one.reshape(-1, 3), axis=0)).min(),
    )
    edges = np.inf
    for i in range(3):
        for k in range(3):
            p, q = one[:, None, i], two[None, :, k]
            gaps = segment_gap(p, one[:, None, (i + 1) % 3] - p, q, two[None, :, (k + 1) % 3] - q)
            edges = min(edges, gaps.min())
    return min(corners, edges)


def test_distance_of_two_rings_agrees_with_brute_force():
    random, mesh = np.random.default_rng(3), ring()
    apart = 0
    for _ in range(12):
        poses = [at(*random.uniform(-0.35, 0.35, 3), random_turn(random)) for _ in range(2)]
        found = rg.distance(mesh, poses[0], mesh, poses[1])
        back = rg.distance(mesh, poses[1], mesh, poses[0])
        # In overlap the deepest place of an edge is narrowed down to 3e-4 of the extent, 0.8 m.
        near = 1e-9 if found.separation > 0 else 2.4e-4
        assert back.separation == pytest.approx(found.separation, abs=near)
        if found.separation > 0:
            apart += 1
            assert found.separation == pytest.approx(
                surface_gap(world(mesh, poses[0]), world(mesh, poses[1])), abs=1e-9
            )
            assert_allclose(found.point_b - found.point_a, found.separation * found.normal, atol=1e-9)
    assert apart >= 3


@pytest.mark.parametrize(
    "shape", [rg.Box((0.2, 0.3, 0.1)), rg.ConvexHull(np.random.default_rng(1).normal(size=(9, 3)))]
)
def test_distance_of_a_mesh_and_a_polytope_agrees_with_brute_force(shape):
    random, mesh = np.random.default_rng(5), ring()
    for _ in range(6):
        pose, other = (
            at(0.1, 0, 0, random_turn(random)),
            at(*(1.6 * np.array(random_turn(random)[:3])), random_turn(random)),
        )
        found = rg.distance(mesh, pose, shape, other)
        if found.separation > 0:
            expected = surface_gap(world(mesh, pose), world(rg.Mesh(*shape.surface()), other))
            assert found.separation == pytest.approx(expected, abs=1e-9)
            assert rg.distance(shape, other, mesh, pose).separation == pytest.approx(expected, abs=1e-9)


def test_a_ball_in_a_channel_is_as_far_as_the_nearest_wall():
    pose = at(0, 0, 0, UP)
    found = rg.distance(channel(), pose, rg.Sphere(0.2), at(0.5, 0, 0.6))
    assert found.separation == pytest.approx(0.1, abs=1e-12)
    assert_allclose(found.normal, [-1, 0, 0], atol=1e-9)
    assert_allclose(found.point_a, [0.8, 0, 0.6], atol=1e-9)
    # Through the hollow: its hull would say overlap.
    assert not rg.overlap(channel(), pose, rg.Sphere(0.2), at(0, 0, 0.6))
    inside = rg.distance(rg.Sphere(0.2), at(0.7, 0, 0.6), channel(), pose)
    assert inside.separation == pytest.approx(-0.1, abs=1e-12)
    assert_allclose(inside.normal, [1, 0, 0], atol=1e-9)
    assert_allclose(inside.point_a - inside.point_b, [0.1, 0, 0], atol=1e-9)


def test_what_lies_wholly_inside_the_material_overlaps():
    # 0.1 below the floor's top, 0.1 above its bottom; a ball of 0.05 in the middle is 0.15 deep.
    found = rg.distance(rg.Sphere(0.05), at(0, 0, -0.1), channel(), at(0, 0, 0, UP))
    assert found.separation == pytest.approx(-0.15, abs=1e-9)
    small = rg.distance(ring(0.03, 0.01), at(0, 0, -0.1), channel(), at(0, 0, 0, UP))
    assert small.separation == pytest.approx(-0.1, abs=2e-2)
    assert rg.overlap(channel(), at(0, 0, 0, UP), ring(0.03, 0.01), at(0, 0, -0.1))


def test_many_poses_and_parts_of_a_compound_are_served():
    mesh, random = ring(), np.random.default_rng(7)
    places = random.uniform(-1, 1, (40, 3)) * [0.5, 0.5, 0.15]
    many = rg.distance_many(mesh, (0, 0, 0), (1, 0, 0, 0), rg.Sphere(0.1), places, (1, 0, 0, 0))
    one = [rg.distance(mesh, ORIGIN, rg.Sphere(0.1), at(*place)).separation for place in places]
    assert_allclose(many.separation, one, rtol=0, atol=1e-12)
    surface = world(mesh, ORIGIN)
    signed = point_gap(surface, places) * np.where(winding(surface, places) > 0.5, -1.0, 1.0)
    assert_allclose(many.separation, signed - 0.1, atol=1e-9)
    assert (signed < 0).any()
    both = rg.Compound([(mesh, (1, 0, 0)), (rg.Sphere(0.1), (0, 0, 0))])
    assert rg.distance(both, ORIGIN, rg.Sphere(0.1), at(0, 0, 0.5)).separation == pytest.approx(0.3, abs=1e-12)
    assert rg.distance(both, ORIGIN, rg.Sphere(0.1), at(1, 0, 0.0)).separation == pytest.approx(
        rg.distance(mesh, ORIGIN, rg.Sphere(0.1), ORIGIN).separation, abs=1e-12
    )


def test_a_ball_cast_through_a_ring_passes_and_beside_it_hits():
    mesh = ring(0.3, 0.1, 64, 32)
    assert rg.shapecast(rg.Sphere(0.15), at(0, 0, 2), (0, 0, -1), mesh, ORIGIN) is None
    hit = rg.shapecast(rg.Sphere(0.15), at(0.3, 0, 2), (0, 0, -1), mesh, ORIGIN)
    assert hit.distance == pytest.approx(2 - 0.25, abs=1e-3)
    assert_allclose(hit.normal, [0, 0, 1], atol=0.15)
    back = rg.shapecast(mesh, ORIGIN, (0, 0, 1), rg.Sphere(0.15), at(0.3, 0, 2))
    assert back.distance == pytest.approx(hit.distance, abs=1e-9)
    several = rg.shapecast_scene(
        rg.Sphere(0.15), at(0.3, 0, 2), (0, 0, -1), [mesh, rg.Sphere(0.1)], [(0, 0, 0), (0.3, 0, 1)], [(1, 0, 0, 0)] * 2
    )
    assert several.index == 1
    within = rg.shapecast(rg.Sphere(0.02), at(0.3, 0, 0), (0, 0, 1), mesh, ORIGIN)
    assert within.distance == 0.0


def test_time_of_contact_is_the_first_instant_without_a_gap():
    mesh, random = ring(), np.random.default_rng(11)
    met = 0
    for _ in range(6):
        a = rg.Motion((-0.8, 0.1, 0), random_turn(random), (1.5, 0, 0), tuple(2 * random.normal(size=3)))
        b = rg.Motion((0.8, 0, 0.1), random_turn(random), (-1.0, 0, 0), tuple(2 * random.normal(size=3)))
        found = rg.time_of_contact(mesh, a, mesh, b, 2.0)
        if found is None:
            continue
        met += 1
        gaps = []
        for time in (*np.linspace(0, 1, 8)[:-1] * found.time, found.time):
            gaps.append(rg.distance(mesh, moved(a, time), mesh, moved(b, time)).separation)
        assert min(gaps[:-1]) > 0.0
        assert gaps[-1] == pytest.approx(0.0, abs=1e-7)
        assert rg.time_of_contact(mesh, b, mesh, a, 2.0).time == pytest.approx(found.time, abs=1e-7)
    assert met >= 4


def moved(motion, time):
    """Where a motion about the body's origin has come to."""
    spin = np.array(motion.angular_velocity)
    angle = np.linalg.norm(spin) * time
    half = np.array([np.cos(0.5 * angle), *(np.sin(0.5 * angle) * spin / np.linalg.norm(spin))])
    w, v = half[0], half[1:]
    q, u = motion.orientation[0], np.array(motion.orientation[1:])
    turn = (w * q - v @ u, *(w * u + q * v + np.cross(v, u)))
    return tuple(np.array(motion.position) + time * np.array(motion.velocity)), turn


def test_a_ball_falls_into_a_channel_until_its_floor():
    found = rg.time_of_contact(
        rg.Sphere(0.2), rg.Motion((0, 0, 3), velocity=(0, 0, -2)), channel(), rg.Motion(orientation=UP), 5.0
    )
    assert found.time == pytest.approx(1.4, abs=1e-9)
    assert_allclose(found.point, [0, 0, 0], atol=1e-8)
    started = rg.time_of_contact(rg.Sphere(0.05), rg.Motion((0, 0, -0.1)), channel(), rg.Motion(orientation=UP), 1.0)
    assert started.time == 0.0
    assert started.separation == pytest.approx(-0.15, abs=1e-9)


def test_points_against_a_concave_mesh_are_told_what_to_give():
    with pytest.raises(ModelError, match=r"distance: points are not measured.*ConvexHull"):
        rg.distance(np.eye(3), ORIGIN, ring(), ORIGIN)
