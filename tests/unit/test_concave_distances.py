"""Closed distances of primitives, places on edges and balls on surfaces, against what they must be."""

import numpy as np
import pytest
from concave_cases import ring

import rigida as rg
from rigida.collision.shapes.instances import ShapeInstances
from rigida.concave.candidates import NORMAL, POINT, SEPARATION
from rigida.concave.pairs import pair_memory, seek_points
from rigida.concave.solid_distance import primitive_distance
from rigida.concave.solids import solid_table
from rigida.math.quaternion import rotate_array

SHAPES = [
    rg.Sphere(0.3),
    rg.Capsule(0.2, 0.6),
    rg.Box((0.4, 0.6, 0.8)),
    rg.Cylinder(0.3, 0.8),
    rg.Cone(0.3, 0.8),
    rg.HalfSpace((0.6, 0.0, 0.8)),
]


@pytest.mark.parametrize("shape", SHAPES, ids=lambda s: s.kind)
def test_closed_distances_have_unit_gradients_and_agree_with_the_queries(shape):
    table = solid_table([shape])
    here = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0))
    step = 1e-7
    for point in np.random.default_rng(0).uniform(-0.8, 0.8, (60, 3)):
        d, *gradient = primitive_distance(0, *point, table.info, table.size)
        assert np.linalg.norm(gradient) == pytest.approx(1.0, abs=1e-12)
        slope = [
            (
                primitive_distance(0, *(point + step * axis), table.info, table.size)[0]
                - primitive_distance(0, *(point - step * axis), table.info, table.size)[0]
            )
            / (2 * step)
            for axis in np.eye(3)
        ]
        np.testing.assert_allclose(gradient, slope, atol=1e-5)
        if d > 0.0:
            expected = rg.distance(shape, here, rg.Sphere(1e-9), (tuple(point), (1.0, 0.0, 0.0, 0.0))).separation
            assert d == pytest.approx(expected + 1e-9, abs=1e-7)


def contacts(first, second, place, turn=(1.0, 0.0, 0.0, 0.0), margin=0.05):
    """Contact points between `first` at the origin and `second` elsewhere, first → second."""
    table = solid_table([first, second])
    memory = pair_memory(1)
    seek_points(
        table,
        np.array([[0, 1]], dtype=np.int32),
        np.zeros(1, dtype=np.int32),
        np.array([margin]),
        np.zeros(1),
        np.array([0, 1], dtype=np.int32),
        np.array([(0.0, 0.0, 0.0), place]),
        np.array([(1.0, 0.0, 0.0, 0.0), turn]),
        memory,
    )
    return memory.point[0, : memory.count[0]]


def dented_cube():
    outline = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (0.1, 0.5), (0.0, 0.4), (-0.1, 0.5), (-0.5, 0.5)]
    return rg.extruded_mesh(outline, 1.0)


def test_crossing_edges_touch_along_the_cross_product():
    cube = dented_cube()
    # Turned by 45° about x, an edge along x looks down; the other cube's upper edge along y looks up by its own turn.
    s, c = np.sin(np.pi / 8), np.cos(np.pi / 8)
    lower = (c, 0.0, s, 0.0)
    upper = (c, s, 0.0, 0.0)
    table = solid_table([cube, cube])
    memory = pair_memory(1)
    gap = 0.003
    position = np.array([(0.0, 0.0, 0.0), (0.02, -0.03, np.sqrt(2.0) + gap)])
    seek_points(
        table,
        np.array([[0, 1]], dtype=np.int32),
        np.zeros(1, dtype=np.int32),
        np.array([0.02]),
        np.zeros(1),
        np.array([0, 1], dtype=np.int32),
        position,
        np.array([lower, upper]),
        memory,
    )
    found = memory.point[0, : memory.count[0]]
    deepest = found[np.argmin(found[:, SEPARATION])]
    assert deepest[SEPARATION] == pytest.approx(gap, abs=1e-5)
    np.testing.assert_allclose(deepest[NORMAL : NORMAL + 3], (0, 0, 1), atol=1e-6)
    np.testing.assert_allclose(deepest[POINT : POINT + 2], (0.0, -0.03), atol=0.03)


def test_a_ball_in_a_groove_touches_both_sides_and_not_the_bottom():
    groove = rg.extruded_mesh([(-1, -1), (1, -1), (1, 1), (0, 0), (-1, 1)], 2.0)
    found = contacts(rg.Sphere(0.2), groove, (0.0, -0.2 * np.sqrt(2.0), 0.0))
    assert len(found) == 2
    np.testing.assert_allclose(found[:, SEPARATION], 0.0, atol=1e-12)
    np.testing.assert_allclose(sorted(found[:, NORMAL]), [-(0.5**0.5), 0.5**0.5], atol=1e-12)


def test_a_ball_on_a_ridge_touches_the_edge_once():
    ridge = rg.extruded_mesh([(-1, -1), (1, -1), (0.0, 0.0), (-1, -0.2)], 2.0)
    found = contacts(rg.Sphere(0.2), ridge, (0.0, -0.2, 0.1))
    near = found[np.abs(found[:, SEPARATION]) < 1e-9]
    assert len(near) == 1
    np.testing.assert_allclose(near[0, NORMAL : NORMAL + 3], (0, -1, 0), atol=1e-12)


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
    np.testing.assert_allclose(without[:, SEPARATION], with_grid[:, SEPARATION], atol=1e-12)


def test_contacts_do_not_depend_on_what_is_remembered():
    table = solid_table([ring(0.5, 0.15, 12, 9), ring(0.5, 0.15, 12, 9)])
    solid, kept = np.array([0, 1], dtype=np.int32), pair_memory(1)
    pair, entry = np.array([[0, 1]], dtype=np.int32), np.zeros(1, dtype=np.int32)
    attitude = np.array([(1.0, 0.0, 0.0, 0.0), (0.9, 0.1, 0.4, 0.1)])
    attitude /= np.linalg.norm(attitude, axis=1)[:, None]
    seen = 0
    for step in range(40):
        position = np.array([(0.0, 0.0, 0.0), (0.35, 0.2, 0.615 - 0.002 * step)])
        fresh = pair_memory(1)
        for memory in (kept, fresh):
            seek_points(
                table,
                pair,
                entry,
                np.array([6e-3]),
                np.array([0.01]),
                solid,
                position,
                attitude,
                memory,
                limit=np.ones(1, np.int32),
            )
        assert kept.count[0] == fresh.count[0]
        # Deep inside, the side from which a sample came counts.
        if fresh.count[0] and fresh.point[0, 0, SEPARATION] > -0.02:
            # The span in which an edge is looked at may differ, and with it the last digits of a minimum.
            assert kept.point[0, 0, SEPARATION] == pytest.approx(fresh.point[0, 0, SEPARATION], abs=1e-4)
            seen += 1
    assert seen > 5
