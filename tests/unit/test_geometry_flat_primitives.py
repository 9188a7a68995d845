import math

import numpy as np
import pytest

from rigida.errors import ModelError
from rigida.geometry import Box, HalfSpace, Pyramid
from rigida.geometry.polyhedron import triangle_normals


def test_cube_has_a_sixth_of_mass_times_edge_squared():
    properties = Box((2, 2, 2)).mass_properties(3.0)
    assert properties.mass == 24.0
    np.testing.assert_allclose(properties.inertia, 24.0 * 4.0 / 6.0 * np.eye(3), rtol=1e-15)


def test_box_size_is_full_edge_lengths():
    np.testing.assert_array_equal(Box((1, 2, 3)).bounds(), [[-0.5, -1.0, -1.5], [0.5, 1.0, 1.5]])


@pytest.mark.parametrize("size", [(0, 1, 1), (1, -1, 1), (1, 1), (1, 1, math.nan), (1, 1, math.inf), "abc", None, 3])
def test_box_refuses_sizes_that_are_not_three_positive_lengths(size):
    with pytest.raises(ModelError, match="Box: size"):
        Box(size)


def test_pyramid_center_of_mass_lies_a_quarter_of_the_height_above_the_base():
    pyramid = Pyramid((2.0, 3.0), 4.0)
    assert pyramid.bounds()[0, 2] == -2.0
    np.testing.assert_array_equal(pyramid.mass_properties(1.0).center, [0.0, 0.0, -1.0])
    assert pyramid.mass_properties(1.0).mass == 8.0


def test_pyramid_base_of_one_number_is_a_square():
    square = Pyramid(2, 1.0)
    assert square.base == square.edges == (2.0, 2.0)
    assert Pyramid([2, 3], 1.0).base == (2.0, 3.0)
    assert Pyramid(np.float64(2.0), 1.0).edges == (2.0, 2.0)


@pytest.mark.parametrize("base", [0.0, -1.0, (1, 0), (1, 2, 3), "ab", None, math.nan, True])
def test_pyramid_refuses_bases_that_are_not_one_or_two_positive_lengths(base):
    with pytest.raises(ModelError, match="Pyramid: base"):
        Pyramid(base, 1.0)


@pytest.mark.parametrize("edge", [1e-120, 1e-70, 1e70, 1e200])
def test_box_whose_moments_would_leave_the_range_of_floats_is_refused_in_words(edge):
    with pytest.raises(ModelError, match=r"size.* must be (at most 1e\+36|above 0 \(and at least 1e-36\))"):
        Box((edge, edge, edge))


@pytest.mark.parametrize("normal", [(0, 0, 5), (1, 2, 3), (1e-200, 0, 1e-200), (0, -1e30, 1e30)])
def test_half_space_normal_is_made_unit(normal):
    unit = np.array(HalfSpace(normal).normal)
    assert np.linalg.norm(unit) == pytest.approx(1.0, rel=1e-15)
    scaled = np.array(normal) / np.abs(normal).max()
    np.testing.assert_allclose(np.cross(unit, scaled), 0.0, atol=1e-15)
    assert unit @ scaled > 0.0


def test_half_space_refuses_a_zero_normal():
    with pytest.raises(ModelError, match=r"normal must be a non-zero vector.*Give the direction"):
        HalfSpace((0, 0, 0))


def test_half_space_ends_at_its_plane_only_along_the_normal():
    space = HalfSpace((1, 2, 3))
    np.testing.assert_array_equal(space.support(2.5 * np.array([1.0, 2.0, 3.0])), np.zeros(3))
    np.testing.assert_array_equal(HalfSpace().support(np.array([1.0, 0.0, 5.0])), [np.inf, 0.0, 0.0])
    np.testing.assert_array_equal(HalfSpace().support(np.array([0.0, -1.0, -5.0])), [0.0, -np.inf, -np.inf])


@pytest.mark.parametrize("normal", [(0, 0, 1), (0, 0, -1), (1, 0, 0), (0.3, -0.5, 0.2)])
def test_half_space_patch_is_a_square_that_faces_the_normal(normal):
    space = HalfSpace(normal)
    vertices, triangles = space.surface()
    normals = triangle_normals(vertices, triangles)
    # Each half of a 20 m square, as twice its area.
    np.testing.assert_allclose(normals, 400.0 * np.array([space.normal] * 2), atol=1e-12)
    np.testing.assert_allclose(vertices @ space.normal, 0.0, atol=1e-14)
