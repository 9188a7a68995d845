"""A checkered square: whole fields about the origin, every other one dark, facing along the normal."""

import numpy as np
import pytest

from rigida.drawing.checker import checkered_square
from rigida.geometry.polyhedron import triangle_normals

NORMALS = [(0.0, 0.0, 1.0), (0.0, 1.0, 0.0), (0.6, 0.0, 0.8), (-0.48, 0.64, 0.6)]


@pytest.mark.parametrize("normal", NORMALS)
def test_square_lies_in_its_plane_and_faces_along_the_normal(normal):
    square, _ = checkered_square(normal, 3.2, 0.5)
    np.testing.assert_allclose(square.vertices @ np.array(normal), 0.0, atol=1e-12)
    areas = triangle_normals(square.vertices, square.triangles) @ np.array(normal)
    assert (areas > 0.0).all()
    assert np.linalg.norm(square.vertices, axis=1).max() == pytest.approx(3.5 * np.sqrt(2.0))


@pytest.mark.parametrize("normal", NORMALS)
def test_neighbors_across_an_edge_of_a_field_differ_and_half_is_dark(normal):
    square, dark = checkered_square(normal, 2.0, 0.5)
    assert dark.mean() == 0.5
    middles = square.vertices[square.triangles].reshape(-1, 6, 3).mean(axis=1)  # of fields, of two triangles each
    fields = dark.reshape(-1, 2)
    assert (fields[:, 0] == fields[:, 1]).all()
    apart = np.linalg.norm(middles[:, None] - middles[None], axis=2)
    beside = np.abs(apart - 0.5) < 1e-6
    assert beside.any(axis=1).all()
    assert (fields[:, 0][:, None] != fields[:, 0][None])[beside].all()


def test_fields_of_long_motions_are_larger_and_not_more_than_their_limit():
    square, _ = checkered_square((0.0, 0.0, 1.0), 5000.0, 1.0)
    assert len(square.triangles) <= 2 * 128**2
    assert np.abs(square.vertices).max() >= 5000.0
