"""Manifolds of bodies at rest: known point sets, and feature ids that stay while the bodies jitter."""

import os
import subprocess
import sys

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import rigida as rg
from rigida.collision.narrow.narrow_phase import find_manifolds
from rigida.collision.shapes.convex import convex_table

PLANE = rg.HalfSpace((0.0, 0.0, 1.0))
TABLE_TOP = rg.Box((4.0, 4.0, 1.0))
CUBE = rg.Box((1.0, 1.0, 1.0))
CUBE_HULL = rg.ConvexHull(CUBE.surface()[0])
CYLINDER = rg.Cylinder(0.5, 1.0)
CONE = rg.Cone(0.5, 1.0)
CAPSULE = rg.Capsule(0.25, 1.0)
PYRAMID = rg.Pyramid((1.0, 0.8), 0.6)
#: A hexagonal prism, a face of six corners below.
PRISM = rg.ConvexHull([(np.cos(t), np.sin(t), z) for t in np.arange(6) * np.pi / 3 for z in (-0.5, 0.5)])
UPRIGHT = Rotation.identity()
LYING = Rotation.from_rotvec((0.5 * np.pi, 0.0, 0.0))
OVERLAP = -1e-3


def wxyz(rotation):
    return np.roll(np.atleast_2d(rotation.as_quat()), 1, axis=1)


def contact(lower, upper, position, rotation=UPRIGHT, margin=0.0, limit=4, below=(0.0, 0.0, 0.0)):
    """Return the contact of a lower shape (top at z = 0 for those used here) and an upper one, sorted by x, y."""
    table = convex_table([lower, upper])
    pair = np.array([[0, 1]], dtype=np.int32)
    found = find_manifolds(
        table,
        pair[0],
        np.array([below, position], dtype=float),
        np.concatenate([wxyz(UPRIGHT), wxyz(rotation)]),
        pair,
        margin,
        limit,
    )
    n = found.count[0]
    order = np.lexsort(found.point[0, :n, ::-1].round(9).T[1:])
    return found.normal[0], found.point[0, :n][order], found.separation[0, :n][order]


def corners(x, y, z=0.5 * OVERLAP):
    return [(-x, -y, z), (-x, y, z), (x, -y, z), (x, y, z)]


R = np.sqrt(0.125)  # corners of a square inscribed in a circle of radius 0.5
LINE = [(0.0, -0.5, 0.5 * OVERLAP), (0.0, 0.5, 0.5 * OVERLAP)]
RESTING = {
    "cube on plane": (PLANE, (0, 0, 0), CUBE, 0.5, UPRIGHT, corners(0.5, 0.5)),
    "cube on table": (TABLE_TOP, (0, 0, -0.5), CUBE, 0.5, UPRIGHT, corners(0.5, 0.5)),
    "hull on table": (TABLE_TOP, (0, 0, -0.5), CUBE_HULL, 0.5, UPRIGHT, corners(0.5, 0.5)),
    "hull face on equal hull face": (CUBE_HULL, (0, 0, -0.5), CUBE_HULL, 0.5, UPRIGHT, corners(0.5, 0.5)),
    "pyramid on its base": (TABLE_TOP, (0, 0, -0.5), PYRAMID, 0.3, UPRIGHT, corners(0.5, 0.4)),
    "pyramid on plane": (PLANE, (0, 0, 0), PYRAMID, 0.3, UPRIGHT, corners(0.5, 0.4)),
    "lying cylinder on plane": (PLANE, (0, 0, 0), CYLINDER, 0.5, LYING, LINE),
    "lying cylinder on table": (TABLE_TOP, (0, 0, -0.5), CYLINDER, 0.5, LYING, LINE),
    "lying capsule on plane": (PLANE, (0, 0, 0), CAPSULE, 0.25, LYING, LINE),
    "lying capsule on table": (TABLE_TOP, (0, 0, -0.5), CAPSULE, 0.25, LYING, LINE),
    "standing capsule on table": (TABLE_TOP, (0, 0, -0.5), CAPSULE, 0.75, UPRIGHT, [(0.0, 0.0, 0.5 * OVERLAP)]),
    "sphere on table": (TABLE_TOP, (0, 0, -0.5), rg.Sphere(0.3), 0.3, UPRIGHT, [(0.0, 0.0, 0.5 * OVERLAP)]),
}


@pytest.mark.parametrize("name", RESTING)
def test_resting_shapes_touch_in_the_known_points(name):
    lower, below, upper, height, rotation, expected = RESTING[name]
    normal, points, separations = contact(lower, upper, (0, 0, height + OVERLAP), rotation, below=below)
    np.testing.assert_allclose(normal, (0, 0, 1), atol=1e-9)
    np.testing.assert_allclose(points, expected, atol=1e-9)
    np.testing.assert_allclose(separations, OVERLAP, atol=1e-9)


@pytest.mark.parametrize("shape", [CYLINDER, CONE], ids=["cylinder", "cone"])
@pytest.mark.parametrize(("lower", "z"), [(PLANE, 0.0), (TABLE_TOP, -0.5)], ids=["plane", "table"])
def test_round_base_stands_on_four_points_a_quarter_of_the_rim_apart(shape, lower, z):
    _, points, separations = contact(lower, shape, (0, 0, 0.5 + OVERLAP), below=(0, 0, z))
    angles = np.sort(np.arctan2(points[:, 1], points[:, 0]))
    np.testing.assert_allclose(np.hypot(points[:, 0], points[:, 1]), 0.5, atol=1e-9)
    np.testing.assert_allclose(np.diff(angles), 0.5 * np.pi, atol=1e-9)
    np.testing.assert_allclose(separations, OVERLAP, atol=1e-9)


def test_hexagon_keeps_its_corners_with_eight_points_and_a_wide_four_without():
    six = contact(TABLE_TOP, PRISM, (0, 0, 0.5), margin=1e-3, limit=8, below=(0, 0, -0.5))[1]
    four = contact(TABLE_TOP, PRISM, (0, 0, 0.5), margin=1e-3, below=(0, 0, -0.5))[1]
    assert len(six) == 6
    assert len(four) == 4
    # Largest quadrangle of a regular hexagon of side 1: two thirds of its area, √3.
    middle = four[:, :2] - four[:, :2].mean(axis=0)
    ring = middle[np.argsort(np.arctan2(middle[:, 1], middle[:, 0]))]
    x, y = ring.T
    area = 0.5 * abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1)))
    assert area == pytest.approx(np.sqrt(3.0), rel=1e-9)


def test_overhanging_face_is_cut_at_the_side_of_the_other():
    _, points, _ = contact(CUBE_HULL, PRISM, (0.9, 0, 0.5), below=(0, 0, -0.5), margin=1e-3, limit=8)
    # The prism's corner at x = −0.1, its sides (30° off the y axis) where they leave the cube's top, the top's corners.
    x = -0.1 + 0.5 / np.sqrt(3.0)
    np.testing.assert_allclose(
        points, [(-0.1, 0, 0), (x, -0.5, 0), (x, 0.5, 0), (0.5, -0.5, 0), (0.5, 0.5, 0)], atol=1e-9
    )


def test_crossed_edges_touch_in_one_point_and_parallel_ones_in_two():
    ridge = Rotation.from_rotvec((0.25 * np.pi, 0.0, 0.0))
    height = np.sqrt(0.5)
    crossed = Rotation.from_rotvec((0.0, 0.0, 0.5 * np.pi)) * ridge
    table = convex_table([CUBE_HULL])
    for rotation, expected in ((crossed, 1), (ridge, 2)):
        found = find_manifolds(
            table,
            np.zeros(2, dtype=np.int32),
            np.array([(0, 0, -height), (0, 0, height + 1e-3)]),
            np.concatenate([wxyz(ridge), wxyz(rotation)]),
            np.array([[0, 1]], dtype=np.int32),
            0.01,
        )
        assert found.count[0] == expected
        np.testing.assert_allclose(found.normal[0], (0, 0, 1), atol=1e-9)
        np.testing.assert_allclose(found.point[0, :expected, 1:], np.tile((0, 5e-4), (expected, 1)), atol=1e-9)
        np.testing.assert_allclose(found.separation[0, :expected], 1e-3, atol=1e-9)


@pytest.mark.parametrize("gap", [-1e-4, 0.0, 1e-4])
def test_touching_corners_take_the_plane_of_a_face(gap):
    """Bacin's algorithm 7.1: the pair vertex–vertex is replaced by one whose plane separates the shapes."""
    shift = np.array([1.0 - 1e-6, 1.0 - 1e-6, 1.0 + gap])
    normal, points, separations = contact(CUBE_HULL, CUBE_HULL, shift, margin=1e-3)
    assert np.count_nonzero(np.abs(normal) > 1e-9) == 1
    assert len(points) >= 1
    # The corners overlap by 1e-6 sideways: that is the depth when the gap above is closed.
    assert separations.min() == pytest.approx(max(gap, -1e-6), abs=1e-4)


def test_a_shape_known_only_by_its_support_points_touches_without_a_table_entry():
    table = convex_table([CUBE_HULL, TABLE_TOP])
    core = table.core[0]
    core["face_end"], core["edge_end"] = core["face"], core["edge"]
    tilted = Rotation.from_rotvec((0.3, 0.5, 0.0))
    lowest = tilted.apply(CUBE.surface()[0])[:, 2].min()
    found = find_manifolds(
        table,
        np.array([0, 1], dtype=np.int32),
        np.array([(0, 0, -lowest - 0.01), (0, 0, -0.5)]),
        np.concatenate([wxyz(tilted), wxyz(UPRIGHT)]),
        np.array([[0, 1]], dtype=np.int32),
        0.0,
    )
    assert found.count[0] == 1
    np.testing.assert_allclose(found.normal[0], (0, 0, -1), atol=1e-9)
    assert found.separation[0, 0] == pytest.approx(-0.01, abs=1e-9)


JITTERED = {
    **{name: case[:5] for name, case in RESTING.items() if "sphere" not in name},
    "cylinder on plane": (PLANE, (0, 0, 0), CYLINDER, 0.5, UPRIGHT),
    "cylinder on table": (TABLE_TOP, (0, 0, -0.5), CYLINDER, 0.5, UPRIGHT),
    "cylinder at the table's edge": (TABLE_TOP, (2.0, 0, -0.5), CYLINDER, 0.5, UPRIGHT),
    "cylinder on cylinder": (CYLINDER, (0, 0, -0.5), CYLINDER, 0.5, UPRIGHT),
    "cone on cube of its width": (CUBE, (0, 0, -0.5), CONE, 0.5, UPRIGHT),
    "prism on plane": (PLANE, (0, 0, 0), PRISM, 0.5, UPRIGHT),
    "prism on table": (TABLE_TOP, (0, 0, -0.5), PRISM, 0.5, UPRIGHT),
    "prism on flush prism": (PRISM, (0, 0, -0.5), PRISM, 0.5, UPRIGHT),
    "prism across the edge of a cube": (CUBE, (0.9, 0, -0.5), PRISM, 0.5, UPRIGHT),
    "cube on flush cube": (CUBE, (0, 0, -0.5), CUBE, 0.5, UPRIGHT),
    "pyramid on flush cube hull": (CUBE_HULL, (0, 0.1, -0.5), PYRAMID, 0.3, UPRIGHT),
}


@pytest.mark.parametrize("gap", [-1e-4, 0.0, 2e-5])
@pytest.mark.parametrize("name", JITTERED)
def test_resting_shapes_keep_all_feature_ids_while_they_jitter(name, gap):
    """1,000 steps with positions and angles off by 1e-6 (normal distribution), overlapping, touching and just apart."""
    lower, below, upper, height, rotation = JITTERED[name]
    steps = 1000
    rng = np.random.default_rng(3)
    table = convex_table([lower, upper])
    poses = np.empty((2 * steps, 3)), np.empty((2 * steps, 4))
    turns = Rotation.from_rotvec(rng.normal(size=(steps, 3)) * 1e-6)
    poses[0][::2], poses[1][::2] = below, wxyz(UPRIGHT)
    poses[0][1::2] = (0.0, 0.0, height + gap) + rng.normal(size=(steps, 3)) * 1e-6
    poses[1][1::2] = wxyz(turns * rotation)
    found = find_manifolds(
        table,
        np.tile(np.array([0, 1], dtype=np.int32), steps),
        *poses,
        np.arange(2 * steps, dtype=np.int32).reshape(steps, 2),
        1e-3,
    )
    ids = {tuple(sorted(row[:n])) for n, row in zip(found.count, found.feature, strict=True)}
    assert len(ids) == 1
    assert len(ids.pop()) == max(found.count) > 0
    np.testing.assert_allclose(found.normal, np.tile((0, 0, 1), (steps, 1)), atol=2e-5)


CODE = """
import numpy as np, rigida as rg
from rigida.collision.shapes.convex import convex_table
from rigida.collision.narrow.narrow_phase import find_manifolds
shapes = [rg.HalfSpace((0, 0, 1)), rg.Box((1, 1, 1)), rg.Sphere(0.5), rg.Capsule(0.3, 1.0), rg.Cylinder(0.5, 1.0),
          rg.Cone(0.5, 1.0), rg.Pyramid(1.0, 1.0)]
count = len(shapes)
pairs = np.array([(i, j) for i in range(count) for j in range(i + 1, count)], dtype=np.int32)
position = np.array(
    [(0, 0, 0), (0, 0, 0.4), (0.9, 0, 0.3), (0.1, 0.8, 0.2), (-0.9, 0, 0.4), (0, 0, 1.3), (0, -0.9, 0.4)]
)
attitude = np.tile((1.0, 0.0, 0.0, 0.0), (count, 1))
attitude[3] = 0.8, 0.6, 0.0, 0.0
attitude[4] = 0.6, 0.0, 0.8, 0.0
found = find_manifolds(convex_table(shapes), np.arange(count, dtype=np.int32), position, attitude, pairs, 0.05)
for n, normal, points, gaps in zip(found.count, found.normal, found.point, found.separation):
    print(n, *normal, *points[:n].ravel(), *gaps[:n])
"""


def test_the_narrow_phase_gives_the_same_contacts_as_plain_python(tmp_path):
    def contacts(**variables):
        result = subprocess.run(
            [sys.executable, "-c", CODE], capture_output=True, text=True, env=os.environ | variables, check=True
        )
        return [np.array(line.split(), dtype=float) for line in result.stdout.splitlines()]

    compiled = contacts()
    plain = contacts(RIGIDA_PLAIN="1", XDG_CACHE_HOME=str(tmp_path))
    assert sum(row[0] for row in compiled) > 10
    # A search on a curved surface ends within 1e-11 of the depth, which leaves the direction its square root.
    for ours, theirs in zip(compiled, plain, strict=True):
        np.testing.assert_allclose(ours, theirs, atol=1e-5)
