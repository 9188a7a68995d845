"""What every registered shape promises: support, bounds, surface and mass properties agree with one another.

A new shape only needs a sample here; the test of the samples fails until it has one.
"""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rigida.errors import ModelError, UsageError
from rigida.geometry import (
    SHAPES,
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
    Shape,
    Sphere,
    polyhedron_properties,
)
from rigida.geometry.mesh_check import is_closed
from rigida.geometry.polyhedron import signed_volume, triangle_normals
from rigida.math.rotation import matrix_from_quaternion_array

TURN = (0.5, 0.1, -0.7, 0.5)

#: An L: concave, with its center of mass far from its box's middle.
L_OUTLINE = np.array([[0, 0], [3, 0], [3, 1], [1, 1], [1, 2], [0, 2]], dtype=float)


def extruded_l() -> Mesh:
    bottom = np.column_stack([L_OUTLINE, np.zeros(6)])
    top = bottom + np.array([0.0, 0.0, 0.5])
    flat = np.array([[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]])
    sides = [t for i in range(6) for j in [(i + 1) % 6] for t in ([i, j, 6 + j], [i, 6 + j, 6 + i])]
    return Mesh(np.concatenate([bottom, top]), np.concatenate([flat[:, ::-1], flat + 6, sides]))


POLYHEDRAL: dict[str, Shape] = {
    "box": Box((1.0, 2.0, 0.3)),
    "pyramid": Pyramid((1.0, 2.5), 1.7),
    "convex_hull": ConvexHull(np.random.default_rng(3).normal(size=(40, 3)) + np.array([5.0, 0.0, 0.0])),
    "mesh": extruded_l(),
    "compound": Compound([(Box((1, 2, 3)), (0, 0, 1), TURN), (Pyramid(1.0, 2.0), (3, 0, 0))]),
}
ROUND: dict[str, Shape] = {
    "sphere": Sphere(0.7),
    "cylinder": Cylinder(0.4, 1.5),
    "capsule": Capsule(0.3, 1.1),
    "cone": Cone(0.8, 1.3),
    "ellipsoid": Ellipsoid((0.9, 0.5, 0.3)),
    "compound": Compound([(Sphere(0.5), (0, 0, 1)), (Compound([(Cone(0.3, 1.0), (1, 0, 0), TURN)]), (0, 2, 0), TURN)]),
}
UNBOUNDED: dict[str, Shape] = {"half_space": HalfSpace((0.0, 0.6, 0.8))}
BOUNDED = [*POLYHEDRAL.values(), *ROUND.values()]

directions = st.tuples(*[st.floats(-1, 1)] * 3).filter(lambda d: np.linalg.norm(d) > 1e-3).map(np.array)


def named(shapes):
    return [pytest.param(shape, id=f"{shape.kind}-{i}") for i, shape in enumerate(shapes)]


def size_of(shape: Shape) -> float:
    """Return the largest coordinate: one rounding in a support point is about 1e-16 of it."""
    return float(np.abs(shape.bounds()).max())


def test_every_registered_shape_has_a_sample():
    assert set(SHAPES) == {*POLYHEDRAL, *ROUND, *UNBOUNDED}


def test_kind_is_the_class_name_in_snake_case():
    for kind, cls in SHAPES.items():
        assert cls.kind == kind


@pytest.mark.parametrize("shape", named(POLYHEDRAL.values()))
@given(direction=directions)
@settings(max_examples=30, deadline=None)
def test_support_of_a_polyhedron_is_its_furthest_vertex(shape, direction):
    furthest = (shape.surface()[0] @ direction).max()
    # The same corner by two routes of rounding.
    assert shape.support(direction) @ direction == pytest.approx(furthest, abs=8e-16 * size_of(shape) * 3)


@pytest.mark.parametrize("shape", named(ROUND.values()))
@given(direction=directions)
@settings(max_examples=30, deadline=None)
def test_support_of_a_round_shape_lies_beyond_its_surface_and_within_its_bounds(shape, direction):
    point = shape.support(direction)
    rounding = 1e-15 * size_of(shape)
    reach = (shape.surface(64)[0] @ direction).max()
    assert point @ direction >= reach - 3 * rounding
    # An inscribed 64-gon misses at most 1 - cos(π/64) = 1.2e-3 of the radius in each of two curvatures.
    assert point @ direction <= reach + 2.5e-3 * size_of(shape)
    low, high = shape.bounds()
    assert (point >= low - rounding).all()
    assert (point <= high + rounding).all()


@pytest.mark.parametrize("shape", named(BOUNDED))
def test_support_touches_the_bounds_along_the_axes(shape):
    axes = np.eye(3)
    touched = [[shape.support(sign * axes[i])[i] for i in range(3)] for sign in (-1.0, 1.0)]
    np.testing.assert_allclose(shape.bounds(), touched, atol=1e-15 * size_of(shape))


@pytest.mark.parametrize("shape", named(BOUNDED))
def test_support_of_a_tied_or_zero_direction_is_always_the_same_finite_point(shape):
    for direction in (np.zeros(3), np.array([0.0, 0.0, 1.0]), np.array([-0.0, 0.0, 1.0]), np.array([1.0, 0.0, 0.0])):
        first, second = shape.support(direction), shape.support(direction)
        assert np.isfinite(first).all()
        assert first.tobytes() == second.tobytes()


@pytest.mark.parametrize("shape", named(BOUNDED))
def test_support_does_not_depend_on_the_length_of_the_direction(shape):
    direction = np.array([0.3, -0.5, 0.2])
    expected = shape.support(direction) @ direction
    for factor in (1e-200, 1e200):
        assert shape.support(factor * direction) @ direction == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize("shape", named(BOUNDED))
def test_support_hands_out_a_point_of_its_own(shape):
    direction = np.array([1.0, 0.2, 0.1])
    before = shape.support(direction).copy()
    shape.support(direction)[:] = 99.0
    np.testing.assert_array_equal(shape.support(direction), before)


@pytest.mark.parametrize("segments", [3, 8, 25])
@pytest.mark.parametrize("shape", named(BOUNDED))
def test_surface_is_closed_and_faces_outwards(shape, segments):
    vertices, triangles = shape.surface(segments)
    assert vertices.dtype == np.float64
    assert triangles.dtype == np.int32
    assert is_closed(triangles)
    assert signed_volume(vertices, triangles) > 0.0
    assert set(np.unique(triangles)) == set(range(len(vertices)))


@pytest.mark.parametrize("shape", named([s for s in BOUNDED if s.convex]))
def test_every_triangle_of_a_convex_surface_has_all_vertices_behind_it(shape):
    vertices, triangles = shape.surface()
    normals = triangle_normals(vertices, triangles)
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    heights = vertices @ normals.T - np.sum(normals * vertices[triangles[:, 0]], axis=1)
    # Triangles as thin as 1e-2 of the size enlarge the rounding of their normal a hundredfold.
    assert heights.max() <= 1e-13 * size_of(shape)


@pytest.mark.parametrize("shape", named(BOUNDED))
def test_surface_lies_within_the_bounds(shape):
    vertices, _ = shape.surface()
    low, high = shape.bounds()
    assert (vertices >= low - 1e-15 * size_of(shape)).all()
    assert (vertices <= high + 1e-15 * size_of(shape)).all()


@pytest.mark.parametrize("shape", named(POLYHEDRAL.values()))
def test_mass_properties_of_a_polyhedron_equal_the_integrals_over_its_surface(shape):
    exact, integrated = shape.mass_properties(1.0), polyhedron_properties(*shape.surface())
    assert integrated.mass == pytest.approx(exact.mass, rel=1e-12)
    np.testing.assert_allclose(integrated.center, exact.center, atol=1e-12 * size_of(shape))
    np.testing.assert_allclose(integrated.inertia, exact.inertia, atol=1e-12 * np.abs(exact.inertia).max())


@pytest.mark.parametrize("shape", named(ROUND.values()))
def test_mass_properties_of_a_round_shape_are_the_limit_of_its_surfaces(shape):
    exact = shape.mass_properties(1.0)

    def errors(segments: int) -> tuple[float, float, float]:
        rough = polyhedron_properties(*shape.surface(segments))
        return (
            abs(rough.mass / exact.mass - 1.0),
            float(np.abs(rough.center - exact.center).max()),
            float(np.abs(rough.inertia - exact.inertia).max() / np.abs(exact.inertia).max()),
        )

    coarse, fine = errors(64), errors(256)
    # The chord error falls with the square of the segments: a sixteenth for four times as many. A wrong closed form
    # leaves a difference that does not fall.
    for rough, good in zip(coarse, fine, strict=True):
        assert good <= rough / 15.0 + 1e-13
    # The surface contains the shape shrunk by cos(π/256) = 1 - 7.5e-5 for each of two curvatures, and inertia goes
    # with the fifth power of the size.
    assert max(fine) < 10 * 7.5e-5


@pytest.mark.parametrize("shape", named(BOUNDED))
def test_mass_grows_with_density(shape):
    one, heavy = shape.mass_properties(1.0), shape.mass_properties(7.0)
    assert heavy.mass == pytest.approx(7.0 * one.mass, rel=1e-15)
    np.testing.assert_allclose(heavy.inertia, 7.0 * one.inertia, rtol=1e-15)
    np.testing.assert_array_equal(heavy.center, one.center)


@pytest.mark.parametrize("shape", named(BOUNDED))
def test_principal_moments_satisfy_the_triangle_inequality(shape):
    moments = np.linalg.eigvalsh(shape.mass_properties(1.0).inertia)
    assert moments[0] > 0.0
    assert moments[0] + moments[1] >= moments[2]


@pytest.mark.parametrize("shape", named(BOUNDED))
def test_turned_shape_has_turned_properties(shape):
    position, q = np.array([3.0, -1.0, 2.0]), np.array(TURN)
    rotation = matrix_from_quaternion_array(q)
    turned = Compound([(shape, tuple(position), TURN)])
    here, there = shape.mass_properties(2.0), turned.mass_properties(2.0)
    assert there.mass == pytest.approx(here.mass, rel=1e-14)
    np.testing.assert_allclose(there.center, position + rotation @ here.center, atol=1e-14 * (4 + size_of(shape)))
    scale = np.abs(here.inertia).max()
    np.testing.assert_allclose(there.inertia, rotation @ here.inertia @ rotation.T, atol=1e-13 * scale)
    direction = np.array([0.4, 0.5, -0.2])
    expected = position + rotation @ shape.support(rotation.T @ direction)
    np.testing.assert_allclose(turned.support(direction), expected, atol=1e-14 * (4 + size_of(shape)))


@pytest.mark.parametrize("shape", named(ROUND.values()))
def test_round_surface_refuses_fewer_than_three_segments(shape):
    with pytest.raises(UsageError, match="segments of at least 3, got 2"):
        shape.surface(2)


@pytest.mark.parametrize("shape", named(UNBOUNDED.values()))
def test_unbounded_shape_has_no_mass_and_infinite_bounds(shape):
    assert not shape.bounded
    assert np.isinf(shape.bounds()).all()
    with pytest.raises(ModelError, match="is unbounded and has no mass"):
        shape.mass_properties(1.0)


@pytest.mark.parametrize("shape", named([*BOUNDED, *UNBOUNDED.values()]))
def test_shape_cannot_be_changed(shape):
    field = next(iter(shape.__dataclass_fields__))
    with pytest.raises(AttributeError):
        setattr(shape, field, 1.0)
