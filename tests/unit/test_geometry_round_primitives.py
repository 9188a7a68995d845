import math

import numpy as np
import pytest

from rigida.errors import ModelError
from rigida.geometry import Capsule, Cone, Cylinder, Sphere


def moments(shape, mass):
    properties = shape.mass_properties(1.0)
    return np.diag(properties.inertia) * mass / properties.mass


def test_sphere_has_two_fifths():
    np.testing.assert_allclose(moments(Sphere(3.0), 1.0), [3.6] * 3, rtol=1e-15)
    assert Sphere(3.0).mass_properties(1.0).mass == pytest.approx(36.0 * math.pi, rel=1e-15)


def test_cylinder_has_half_about_its_axis():
    np.testing.assert_allclose(moments(Cylinder(2.0, 6.0), 1.0), [4.0, 4.0, 2.0], rtol=1e-15)


def test_cone_has_three_tenths_about_its_axis_and_its_center_a_quarter_up():
    cone = Cone(2.0, 4.0)
    np.testing.assert_allclose(moments(cone, 1.0), [1.2, 1.2, 1.2], rtol=1e-15)
    np.testing.assert_array_equal(cone.mass_properties(1.0).center, [0.0, 0.0, -1.0])


def test_flat_capsule_tends_to_a_sphere_and_thin_one_to_a_rod():
    np.testing.assert_allclose(moments(Capsule(1.0, 1e-12), 1.0), moments(Sphere(1.0), 1.0), rtol=1e-11)
    # The round ends of a capsule 1e-6 as thick as long add 4e-6 of the mass, at its tips.
    assert moments(Capsule(1e-6, 1.0), 12.0)[0] == pytest.approx(1.0, rel=1e-5)


def test_capsule_height_is_that_of_the_cylindrical_part():
    capsule = Capsule(0.5, 2.0)
    assert capsule.bounds()[1, 2] == 1.5
    np.testing.assert_array_equal(capsule.support(np.array([0.0, 0.0, 1.0])), [0.0, 0.0, 1.5])


def test_cone_support_changes_from_rim_to_apex_at_the_mantle_normal():
    cone = Cone(1.0, 2.0)
    steep, shallow = np.array([1.0, 0.0, 0.5 + 1e-9]), np.array([1.0, 0.0, 0.5 - 1e-9])
    np.testing.assert_array_equal(cone.support(steep), [0.0, 0.0, 1.0])
    np.testing.assert_array_equal(cone.support(shallow), [1.0, 0.0, -1.0])


def test_flat_ends_answer_with_their_middle():
    up = np.array([0.0, 0.0, 1.0])
    np.testing.assert_array_equal(Cylinder(1.0, 2.0).support(up), [0.0, 0.0, 1.0])
    np.testing.assert_array_equal(Cylinder(1.0, 2.0).support(-up), [0.0, 0.0, -1.0])
    np.testing.assert_array_equal(Cone(1.0, 2.0).support(-up), [0.0, 0.0, -1.0])


@pytest.mark.parametrize("size", [1e-200, 1e200])
def test_size_whose_moments_would_leave_the_range_of_floats_is_refused_in_words(size):
    with pytest.raises(ModelError, match=r"Sphere: radius must be .*1e[+-]36"):
        Sphere(size)
    for kind in (Cylinder, Capsule, Cone):
        with pytest.raises(ModelError, match=r"radius must be .*1e[+-]36"):
            kind(size, size)


@pytest.mark.parametrize("value", [0.0, -1.0, math.nan, math.inf, "1", None, True, [1.0]])
@pytest.mark.parametrize(
    ("make", "who"),
    [
        (lambda v: Sphere(v), "Sphere: radius"),
        (lambda v: Cylinder(v, 1.0), "Cylinder: radius"),
        (lambda v: Cylinder(1.0, v), "Cylinder: height"),
        (lambda v: Capsule(v, 1.0), "Capsule: radius"),
        (lambda v: Cone(1.0, v), "Cone: height"),
    ],
)
def test_sizes_must_be_positive_numbers(make, who, value):
    with pytest.raises(ModelError, match=who):
        make(value)
