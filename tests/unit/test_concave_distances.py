"""Closed distances of primitives, places on edges and balls on surfaces, against what they must be."""

import numpy as np
import pytest
from concave_cases import ring

import rigida as rg
from rigida.collision.arrays import PlacedShapes
from rigida.collision.shapes.instances import ShapeInstances
from rigida.concave.arrays import ConcavePoint, Solids
from rigida.concave.memory import pair_memory
from rigida.concave.pairs import all_within, find_once
from rigida.concave.solid_distance import clamped, in_grid, primitive_distance
from rigida.concave.solids import solid_table
from rigida.jit.bind import bind
from rigida.jit.decorators import kernel
from rigida.jit.tables import dtype_of
from rigida.math.quaternion import rotate_array
from rigida.math.vec3 import Vec3

PAIR = np.array([[0, 1]], dtype=np.int32)

SHAPES = [
    rg.Sphere(0.3),
    rg.Capsule(0.2, 0.6),
    rg.Box((0.4, 0.6, 0.8)),
    rg.Cylinder(0.3, 0.8),
    rg.Cone(0.3, 0.8),
    rg.HalfSpace((0.6, 0.0, 0.8)),
]


@kernel
def distance_at(x: float, y: float, z: float, solids: Solids) -> tuple[float, float, float, float]:
    d, gradient = primitive_distance(solids.solid[0], Vec3(x, y, z))
    return d, gradient.x, gradient.y, gradient.z


@pytest.mark.parametrize("shape", SHAPES, ids=lambda s: s.kind)
def test_closed_distances_have_unit_gradients_and_agree_with_the_queries(shape):
    distance = bind(distance_at, solid_table([shape]))
    here = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0))
    step = 1e-7
    for point in np.random.default_rng(0).uniform(-0.8, 0.8, (60, 3)):
        d, *gradient = distance(*point)
        assert np.linalg.norm(gradient) == pytest.approx(1.0, abs=1e-12)
        slope = [
            (distance(*(point + step * axis))[0] - distance(*(point - step * axis))[0]) / (2 * step)
            for axis in np.eye(3)
        ]
        np.testing.assert_allclose(gradient, slope, atol=1e-5)
        if d > 0.0:
            expected = rg.distance(shape, here, rg.Sphere(1e-9), (tuple(point), (1.0, 0.0, 0.0, 0.0))).separation
            assert d == pytest.approx(expected + 1e-9, abs=1e-7)


def placed(place, turn=(1.0, 0.0, 0.0, 0.0), first_turn=(1.0, 0.0, 0.0, 0.0)):
    """Two shapes, the first at the origin and the second elsewhere."""
    geometry = np.array([0, 1], dtype=np.int32)
    return PlacedShapes(
        geometry=geometry, position=np.array([(0.0, 0.0, 0.0), place]), attitude=np.array([first_turn, turn])
    )


def points_of(memory):
    """The points of the one pair that is remembered."""
    return memory.point.view(dtype_of(ConcavePoint))[0, : memory.count[0], 0]


def contacts(first, second, place, turn=(1.0, 0.0, 0.0, 0.0), margin=0.05, first_turn=(1.0, 0.0, 0.0, 0.0)):
    """Contact points between `first` at the origin and `second` elsewhere, first → second."""
    memory = pair_memory(1)
    updates = all_within(PAIR, np.array([margin]))
    find_once(updates, placed(place, turn, first_turn), solid_table([first, second]), memory)
    return points_of(memory)


def dented_cube():
    outline = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (0.1, 0.5), (0.0, 0.4), (-0.1, 0.5), (-0.5, 0.5)]
    return rg.extruded_mesh(outline, 1.0)


def test_crossing_edges_touch_along_the_cross_product():
    cube = dented_cube()
    # Turned by 45° about x, an edge along x looks down; the other cube's upper edge along y looks up by its own turn.
    s, c = np.sin(np.pi / 8), np.cos(np.pi / 8)
    lower = (c, 0.0, s, 0.0)
    upper = (c, s, 0.0, 0.0)
    gap = 0.003
    place = (0.02, -0.03, np.sqrt(2.0) + gap)
    found = contacts(cube, cube, place, upper, margin=0.02, first_turn=lower)
    deepest = found[np.argmin(found["separation"])]
    assert deepest["separation"] == pytest.approx(gap, abs=1e-5)
    np.testing.assert_allclose(deepest["normal"], (0, 0, 1), atol=1e-6)
    np.testing.assert_allclose(deepest["place"][:2], (0.0, -0.03), atol=0.03)


def test_a_ball_in_a_groove_touches_both_sides_and_not_the_bottom():
    groove = rg.extruded_mesh([(-1, -1), (1, -1), (1, 1), (0, 0), (-1, 1)], 2.0)
    found = contacts(rg.Sphere(0.2), groove, (0.0, -0.2 * np.sqrt(2.0), 0.0))
    assert len(found) == 2
    np.testing.assert_allclose(found["separation"], 0.0, atol=1e-12)
    np.testing.assert_allclose(sorted(found["normal"][:, 0]), [-(0.5**0.5), 0.5**0.5], atol=1e-12)


def test_a_ball_on_a_ridge_touches_the_edge_once():
    ridge = rg.extruded_mesh([(-1, -1), (1, -1), (0.0, 0.0), (-1, -0.2)], 2.0)
    found = contacts(rg.Sphere(0.2), ridge, (0.0, -0.2, 0.1))
    near = found[np.abs(found["separation"]) < 1e-9]
    assert len(near) == 1
    np.testing.assert_allclose(near[0]["normal"], (0, -1, 0), atol=1e-12)


def test_only_instances_that_stay_concave_are_told_to_be():
    scene = rg.Scene()
    scene.add_body(dented_cube(), density=1.0)
    scene.add_body(rg.Mesh(*rg.Box((1, 1, 1)).surface()), density=1.0, position=(3, 0, 0))
    shapes: ShapeInstances = rg.Simulation(scene, "realtime").engine.world.contacts.shapes
    assert shapes.concave.tolist() == [True, False]


def test_a_surface_without_a_grid_gives_the_same_contacts(monkeypatch):
    body = ring(0.5, 0.15, 12, 9)
    turn = np.array([0.8, 0.4, 0.3, 0.2]) / np.linalg.norm([0.8, 0.4, 0.3, 0.2])
    corners = rotate_array(turn, body.surface()[0])
    lowest = corners[np.argmin(corners[:, 2])]
    place = (0.2 - lowest[0], -0.1 - lowest[1], 0.499 - lowest[2])  # 1 mm deep in the cube's top
    with_grid = contacts(dented_cube(), body, place, turn, margin=4e-3)
    monkeypatch.setattr("rigida.distance_field.field.MOST_TRIANGLES", 1)
    without = contacts(dented_cube(), body, place, turn, margin=4e-3)
    assert len(with_grid) > 0
    assert len(without) == len(with_grid)
    np.testing.assert_allclose(without["separation"], with_grid["separation"], atol=1e-12)


def test_contacts_do_not_depend_on_what_is_remembered():
    table, kept = solid_table([ring(0.5, 0.15, 12, 9), ring(0.5, 0.15, 12, 9)]), pair_memory(1)
    updates = all_within(PAIR, np.array([6e-3]), most=1)
    updates.slack = np.array([0.01])
    turn = np.array((0.9, 0.1, 0.4, 0.1)) / np.linalg.norm((0.9, 0.1, 0.4, 0.1))
    seen = 0
    for step in range(40):
        fresh = pair_memory(1)
        for memory in (kept, fresh):
            find_once(updates, placed((0.35, 0.2, 0.615 - 0.002 * step), turn), table, memory)
        assert kept.count[0] == fresh.count[0]
        # Deep inside, the side from which a sample came counts.
        if fresh.count[0] and points_of(fresh)["separation"][0] > -0.02:
            # The span in which an edge is looked at may differ, and with it the last digits of a minimum.
            assert points_of(kept)["separation"][0] == pytest.approx(points_of(fresh)["separation"][0], abs=1e-4)
            seen += 1
    assert seen > 5


@kernel
def cell_at(x: float, y: float, z: float, solids: Solids) -> tuple[int, int, int]:
    i, j, k, _, _, _, _ = in_grid(solids.solid[0], Vec3(x, y, z))
    return i, j, k


@pytest.mark.parametrize("place", [np.nan, np.inf, -np.inf, 1e300, -1e300, 0.01])
def test_a_place_beyond_all_numbers_has_a_cell_of_the_grid(place):
    solids = solid_table([ring()])
    cell = bind(cell_at, solids)(0.01, place, 0.01)
    assert all(0 <= i < n - 1 for i, n in zip(cell, solids.solid["count"][0], strict=True))


def test_numbers_are_clamped_and_what_is_none_is_zero():
    assert [clamped(x, 2.0) for x in (-1.0, 0.5, 3.0, np.inf, np.nan)] == [0.0, 0.5, 2.0, 2.0, 0.0]
