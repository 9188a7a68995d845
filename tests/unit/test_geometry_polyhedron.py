import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from long_form import examples

from rigida.errors import ModelError
from rigida.geometry import Box, Sphere, polyhedron_properties
from rigida.geometry.polyhedron import check_extent, furthest_vertex, signed_volume, surface_area, triangle_normals
from rigida.math.rotation import matrix_from_quaternion_array

lengths = st.floats(1e-3, 1e3)


@given(size=st.tuples(lengths, lengths, lengths))
@settings(max_examples=examples(100), deadline=None)
def test_integrals_over_a_box_equal_its_closed_form(size):
    exact, integrated = Box(size).mass_properties(1.0), polyhedron_properties(*Box(size).surface())
    assert integrated.mass == pytest.approx(exact.mass, rel=1e-12)
    np.testing.assert_allclose(integrated.center, 0.0, atol=1e-12 * max(size))
    np.testing.assert_allclose(np.diag(integrated.inertia), np.diag(exact.inertia), rtol=1e-12)
    assert np.abs(integrated.inertia - np.diag(np.diag(integrated.inertia))).max() <= 1e-12 * exact.inertia.max()


def test_unit_tetrahedron_has_its_known_moments():
    vertices = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype=float)
    triangles = np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]], dtype=np.int32)
    properties = polyhedron_properties(vertices, triangles)
    assert properties.mass == pytest.approx(1.0 / 6.0, rel=1e-15)
    np.testing.assert_allclose(properties.center, [0.25] * 3, rtol=1e-15)
    # ∫x² = 1/60 and ∫xy = 1/120 about the corner at the origin.
    expected = np.full((3, 3), -1.0 / 120.0) + np.diag([1.0 / 30.0 + 1.0 / 120.0] * 3)
    np.testing.assert_allclose(properties.about(np.zeros(3)), expected, rtol=1e-14)


@pytest.mark.parametrize("distance", [1e3, 1e6])
def test_mesh_far_from_the_origin_keeps_its_inertia(distance):
    vertices, triangles = Box((1.0, 2.0, 3.0)).surface()
    # Multiples of 1/2 are exact at these distances, so all error is that of the integration.
    far = polyhedron_properties(vertices + distance, triangles)
    exact = Box((1.0, 2.0, 3.0)).mass_properties(1.0)
    assert far.mass == pytest.approx(exact.mass, rel=1e-13)
    np.testing.assert_allclose(far.center, [distance] * 3, rtol=1e-15)
    np.testing.assert_allclose(far.inertia, exact.inertia, atol=1e-12 * exact.inertia.max())


@pytest.mark.parametrize("scale", [1e-6, 1e6])
def test_scaling_multiplies_volume_by_the_cube_and_inertia_by_the_fifth_power(scale):
    vertices, triangles = Sphere(1.0).surface()
    one, scaled = polyhedron_properties(vertices, triangles), polyhedron_properties(scale * vertices, triangles)
    assert scaled.mass == pytest.approx(scale**3 * one.mass, rel=1e-13)
    np.testing.assert_allclose(np.diag(scaled.inertia), scale**5 * np.diag(one.inertia), rtol=1e-13)


def test_turning_a_polyhedron_turns_its_tensor():
    rotation = matrix_from_quaternion_array(np.array([0.5, 0.5, 0.1, 0.7]))
    vertices, triangles = Box((1.0, 2.0, 3.0)).surface()
    exact = Box((1.0, 2.0, 3.0)).mass_properties(1.0).inertia
    turned = polyhedron_properties(vertices @ rotation.T, triangles).inertia
    np.testing.assert_allclose(turned, rotation @ exact @ rotation.T, atol=1e-13 * exact.max())
    np.testing.assert_array_equal(turned, turned.T)


def test_volume_of_an_inside_out_box_is_negative():
    vertices, triangles = Box((1.0, 2.0, 3.0)).surface()
    assert signed_volume(vertices, triangles[:, ::-1]) == pytest.approx(-6.0, rel=1e-15)


def test_area_and_normals_of_a_box():
    vertices, triangles = Box((1.0, 2.0, 3.0)).surface()
    assert surface_area(vertices, triangles) == pytest.approx(22.0, rel=1e-15)
    np.testing.assert_allclose(triangle_normals(vertices, triangles).sum(axis=0), 0.0, atol=1e-15)


@pytest.mark.parametrize("scale", [1e-200, 1e-60, 1e60, 1e300])
def test_extent_beyond_the_range_of_moments_is_refused(scale):
    with pytest.raises(ModelError, match="Ball: its extent must be between"):
        check_extent("Ball", scale * np.eye(3))
    check_extent("Ball", np.eye(3))


def test_furthest_vertex_is_the_first_of_equals_and_a_copy():
    vertices = np.array([[0.0, 0, 0], [1.0, 5, 0], [1.0, 7, 0]])
    found = furthest_vertex(vertices, np.array([1.0, 0.0, 0.0]))
    np.testing.assert_array_equal(found, [1.0, 5.0, 0.0])
    found[:] = 9.0
    np.testing.assert_array_equal(vertices[1], [1.0, 5.0, 0.0])
