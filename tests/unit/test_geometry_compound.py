import math

import numpy as np
import pytest

from rigida.errors import ModelError
from rigida.geometry import Box, Compound, Cone, HalfSpace, Mesh, Sphere
from rigida.math.axis_angle import quaternion_from_axis_angle_array

QUARTER = tuple(quaternion_from_axis_angle_array(np.array([0.0, 0.0, 1.0]), 0.5 * math.pi))


def test_two_half_boxes_equal_the_whole():
    halves = Compound([(Box((1, 2, 3)), (-0.5, 0, 0)), (Box((1, 2, 3)), (0.5, 0, 0))]).mass_properties(5.0)
    whole = Box((2, 2, 3)).mass_properties(5.0)
    assert halves.mass == pytest.approx(whole.mass, rel=1e-15)
    np.testing.assert_allclose(halves.inertia, whole.inertia, atol=1e-14 * whole.inertia.max())
    np.testing.assert_allclose(halves.center, 0.0, atol=1e-16)


def test_dumbbell_obeys_the_parallel_axis_theorem():
    dumbbell = Compound([(Sphere(1.0), (0, 0, 5)), (Sphere(1.0), (0, 0, -5))]).mass_properties(1.0)
    ball = 4.0 / 3.0 * math.pi
    np.testing.assert_allclose(np.diag(dumbbell.inertia), 2 * ball * np.array([25.4, 25.4, 0.4]), rtol=1e-14)


def test_overlapping_parts_count_twice():
    assert Compound([Box((1, 1, 1)), Box((1, 1, 1))]).mass_properties(1.0).mass == 2.0


def test_omitted_poses_are_filled_in_and_orientations_made_unit():
    box = Box((1, 1, 1))
    compound = Compound([(box,), (box, (1, 2, 3)), [box, [0, 0, 1], [2, 0, 0, 0]], box])
    assert compound.parts == (
        (box, (0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0)),
        (box, (1.0, 2.0, 3.0), (1.0, 0.0, 0.0, 0.0)),
        (box, (0.0, 0.0, 1.0), (1.0, 0.0, 0.0, 0.0)),
        (box, (0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0)),
    )


def test_nested_compounds_flatten_into_one_frame():
    arm = Compound([(Box((1, 2, 3)), (2, 0, 0), QUARTER), (Sphere(1.0), (4, 0, 0))])
    robot = Compound([(Cone(1.0, 1.0),), (Compound([(arm, (0, 0, 1), QUARTER)]), (10, 0, 0), QUARTER)])
    shapes = [type(shape).__name__ for shape, _, _ in robot.flattened]
    assert shapes == ["Cone", "Box", "Sphere"]
    # Two quarter turns about z make x into -x.
    np.testing.assert_allclose(robot.flattened[1][1], (8, 0, 1), atol=1e-14)
    np.testing.assert_allclose(robot.flattened[2][1], (6, 0, 1), atol=1e-14)
    flat = Compound(robot.flattened).mass_properties(1.0)
    nested = robot.mass_properties(1.0)
    assert nested.mass == pytest.approx(flat.mass, rel=1e-14)
    np.testing.assert_allclose(nested.inertia, flat.inertia, atol=1e-13 * flat.inertia.max())


def test_bounds_of_a_turned_part_are_exact():
    eighth = tuple(quaternion_from_axis_angle_array(np.array([0.0, 0.0, 1.0]), 0.25 * math.pi))
    bounds = Compound([(Box((1, 1, 1)), (0, 0, 0), eighth), (Sphere(0.1), (0, 0, 3))]).bounds()
    half_diagonal = math.sqrt(0.5)
    np.testing.assert_allclose(bounds, [[-half_diagonal] * 2 + [-0.5], [half_diagonal] * 2 + [3.1]], atol=1e-15)


def test_tie_goes_to_the_first_part():
    up = np.array([0.0, 0.0, 1.0])
    compound = Compound([(Sphere(1.0), (5, 0, 0)), (Sphere(1.0), (-5, 0, 0))])
    np.testing.assert_array_equal(compound.support(up), [5.0, 0.0, 1.0])


def test_surface_of_a_compound_makes_a_mesh_of_equal_mass():
    compound = Compound([(Box((1, 2, 3)), (0, 0, 0), QUARTER), (Box((1, 1, 1)), (5, 0, 0))])
    mesh, exact = Mesh(*compound.surface()).mass_properties(1.0), compound.mass_properties(1.0)
    assert mesh.mass == pytest.approx(exact.mass, rel=1e-13)
    np.testing.assert_allclose(mesh.inertia, exact.inertia, atol=1e-13 * exact.inertia.max())


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ([], "at least one shape, got none"),
        (Box((1, 1, 1)), "parts must be a list"),
        (None, "parts must be a list"),
        ("box", "parts must be a list"),
        ([()], r"parts\[0\] must be"),
        (["box"], r"parts\[0\] must be"),
        ([(Sphere(1.0),), ((0, 0, 0), Sphere(1.0))], r"parts\[1\] must be"),
        ([(Sphere(1.0), (0, 0, 0), (1, 0, 0, 0), 5)], r"parts\[0\] must be"),
        ([(Sphere(1.0), (0, 0))], r"parts\[0\] position must be 3 numbers"),
        ([(Sphere(1.0), (0, 0, math.nan))], "finite"),
        ([(Sphere(1.0), (0, 0, 0), (0, 0, 0, 0))], r"parts\[0\] orientation must be a non-zero quaternion"),
        ([(Sphere(1.0),), (HalfSpace(),)], r"parts\[1\] is a HalfSpace, which is unbounded"),
    ],
)
def test_unusable_parts_are_refused_in_words(parts, words):
    with pytest.raises(ModelError, match=words):
        Compound(parts)
