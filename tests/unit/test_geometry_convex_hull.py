import itertools

import numpy as np
import pytest

from rigida.errors import ModelError
from rigida.geometry import Box, ConvexHull, Cylinder, polyhedron_properties
from rigida.geometry.mesh_check import is_closed
from rigida.math.rotation import matrix_from_quaternion_array

TURN = matrix_from_quaternion_array(np.array([0.5, 0.1, -0.7, 0.5]))
SCALES = [1e-6, 1e-3, 1.0, 1e3, 1e6]


def cube_grid(count: int) -> np.ndarray:
    return np.array(list(itertools.product(np.linspace(-1, 1, count), repeat=3)))


@pytest.mark.parametrize("scale", SCALES)
def test_hull_of_box_corners_equals_the_box(scale):
    box = Box((scale, 2 * scale, 3 * scale))
    hull, exact = ConvexHull(box.surface()[0]).mass_properties(1.0), box.mass_properties(1.0)
    assert hull.mass == pytest.approx(exact.mass, rel=1e-12)
    np.testing.assert_allclose(hull.inertia, exact.inertia, atol=1e-12 * exact.inertia.max())


@pytest.mark.parametrize("count", [2, 3, 5, 9])
@pytest.mark.parametrize("rotation", [np.eye(3), TURN], ids=["straight", "turned"])
def test_points_inside_on_faces_and_on_edges_are_left_out(count, rotation):
    hull = ConvexHull(cube_grid(count) @ rotation.T)
    vertices, triangles = hull.surface()
    assert len(vertices) == 8
    assert len(triangles) == 12
    assert is_closed(triangles)
    assert hull.mass_properties(1.0).mass == pytest.approx(8.0, rel=1e-12)


def test_shallow_corners_are_kept():
    # A roof 1e-7 high on a unit square: its ridge turns by 4e-7 rad only, but it belongs to the hull.
    points = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)] + [[0, 0, 0.5 + 1e-7]])
    hull = ConvexHull(points)
    assert hull.bounds()[1, 2] == 0.5 + 1e-7
    np.testing.assert_array_equal(hull.support(np.array([0.0, 0.0, 1.0])), points[-1])
    assert hull.mass_properties(1.0).mass - 1.0 == pytest.approx(1e-7 / 3.0, rel=1e-7)


@pytest.mark.parametrize("noise", [1e-15, 1e-12, 1e-9])
def test_hull_of_noisy_flat_faces_is_closed(noise):
    generator = np.random.default_rng(5)
    for _ in range(20):
        points = cube_grid(7) @ TURN.T * [1.0, 1.0, 1e-3] + noise * generator.normal(size=(343, 3))
        hull = ConvexHull(points)
        assert is_closed(hull.surface()[1])
        # All noise points stick out by less than 5σ of 1e-9, seen by faces of 24 m² on a body of 8e-3 m³ at most.
        box = ConvexHull(cube_grid(2) @ TURN.T * [1.0, 1.0, 1e-3]).mass_properties(1.0)
        assert hull.mass_properties(1.0).mass == pytest.approx(box.mass, rel=5 * max(noise, 1e-13) * 24 / 8e-3)


def test_hull_of_a_cylinder_keeps_its_vertices():
    vertices, triangles = Cylinder(1.0, 2.0).surface(40)
    hull = ConvexHull(vertices @ TURN.T)
    assert len(hull.surface()[0]) == 80  # the middles of the two ends are not corners
    assert hull.mass_properties(1.0).mass == pytest.approx(polyhedron_properties(vertices, triangles).mass, rel=1e-12)


def test_hull_does_not_depend_on_the_order_of_points():
    points = np.random.default_rng(2).normal(size=(50, 3))
    one, other = ConvexHull(points).mass_properties(1.0), ConvexHull(points[::-1]).mass_properties(1.0)
    assert one.mass == pytest.approx(other.mass, rel=1e-14)
    np.testing.assert_allclose(one.inertia, other.inertia, atol=1e-13 * one.inertia.max())


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("thickness", [0.0, 1e-12])
def test_points_in_a_plane_are_refused_at_every_scale(scale, thickness):
    flat = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, thickness], [0.3, 0.2, 0]]) @ TURN.T
    with pytest.raises(ModelError, match=r"all 5 lie in one plane\. Add points"):
        ConvexHull(scale * flat)


@pytest.mark.parametrize("scale", SCALES)
def test_thin_plate_is_not_called_flat(scale):
    plate = Box((1.0, 1.0, 1e-8)).surface()[0] @ TURN.T
    assert ConvexHull(scale * plate).mass_properties(1.0).mass == pytest.approx(1e-8 * scale**3, rel=1e-6)


def test_plane_far_from_the_origin_is_still_called_flat():
    flat = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0], [0.3, 0.2, 0]]) @ TURN.T
    with pytest.raises(ModelError, match="lie in one plane"):
        ConvexHull(flat + 1e6)


@pytest.mark.parametrize(
    ("points", "words"),
    [
        (np.zeros((0, 3)), "at least 4 .* got 0"),
        ([], "at least 4 .* got 0"),
        (np.eye(3), "at least 4 .* got 3"),
        (np.ones((6, 3)), "all 6 coincide"),
        (np.outer(np.arange(5), [1, 2, 3]), "all 5 lie on one line"),
        ([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, np.nan]], "must be finite, but row 3"),
        ([[0, 0], [1, 0], [0, 1], [1, 1]], r"shape \(n, 3\), got \(4, 2\)"),
        ("points", "numbers only"),
        (None, "ConvexHull: points"),
    ],
)
def test_unusable_points_are_refused_in_words(points, words):
    with pytest.raises(ModelError, match=words):
        ConvexHull(points)
