"""Rolling on one point: where smooth shapes touch, what is flat, and parts of a step that go back as they came."""

import numpy as np
import pytest
from plain_kernels import plain

import rigida as rg
from rigida.math.quat import Quat, rotated, rotated_back
from rigida.math.vec3 import Vec3, by_components
from rigida.realtime.rolling.part import roll_part
from rigida.realtime.rolling.touch_point import is_flat, is_smooth, touch_arm

SHAPES = [rg.Cylinder(0.1, 0.02), rg.Cone(0.1, 0.2), rg.Ellipsoid((0.2, 0.1, 0.05)), rg.Capsule(0.05, 0.2)]


def world_with(shape, **start):
    scene = rg.Scene()
    scene.add_body(rg.Box((4, 4, 1)), position=(0, 0, -0.5), fixed=True)
    scene.add_body(shape, mass=1.0, **start)
    sim = rg.Simulation(scene, rg.Realtime())
    world = sim.engine.world
    world.contacts.find(1 / 60)  # places shapes and their boxes
    return world


@pytest.mark.parametrize("shape", SHAPES)
def test_a_smooth_shape_touches_where_it_reaches_furthest(shape):
    attitude = np.array([0.8, 0.4, -0.2, 0.4])
    world = world_with(shape, position=(0, 0, 1), orientation=attitude)
    shapes, row = world.rolling.shapes, world.rolling.table.shape[1]
    assert plain(is_smooth, row, shapes)
    attitude = world.state.attitude[1]
    arm = plain(touch_arm, row, Quat(*attitude), Vec3(0.0, 0.0, -1.0), shapes)
    assert world.state.center[1, 2] + arm.z == pytest.approx(world.contacts.shapes.low[row, 2], abs=1e-12)


def test_a_box_is_flat_on_its_faces_only():
    world = world_with(rg.Sphere(0.1), position=(0, 0, 1))
    shapes, (floor, ball) = world.rolling.shapes, world.rolling.table.shape
    assert plain(is_flat, floor, Vec3(0.0, 0.0, 1.0), shapes)
    assert not plain(is_flat, floor, Vec3(0.6, 0.0, 0.8), shapes)
    assert not plain(is_smooth, ball, shapes)


def test_a_part_of_rolling_goes_back_as_it_came():
    world = world_with(rg.Ellipsoid((0.2, 0.1, 0.05)), position=(0, 0, 0.06))
    rows, shapes, state = world.rolling.table, world.rolling.shapes, world.state
    ground = rows.ground[1:2]
    ground["up"], ground["friction"] = (0.0, 0.0, 1.0), 10.0
    spin, arm = np.array([3.0, 5.0, 2.0]), plain(touch_arm, 1, Quat(*state.attitude[1]), Vec3(0.0, 0.0, -1.0), shapes)
    rows.center[1], rows.attitude[1] = state.center[1], state.attitude[1]
    rows.velocity[1] = -np.cross(spin, [arm.x, arm.y, arm.z])
    own = rotated_back(Quat(*state.attitude[1]), Vec3(*spin))
    own = by_components(own, Vec3(*world.model.inertia[1]))
    momentum = rotated(Quat(*state.attitude[1]), own)
    rows.momentum[1] = momentum.x, momentum.y, momentum.z
    start = [rows.center[1].copy(), rows.attitude[1].copy(), rows.velocity[1].copy()]
    weight, none = Vec3(0.0, 0.0, -9.81), Vec3(0.0, 0.0, 0.0)
    for _ in range(2):
        rows.push[1] = 0.0, 0.0, 9.81e-3
        assert plain(roll_part, 1, 0.001, True, weight, none, world.bodies.table, shapes, rows)
        rows.velocity[1] *= -1.0
        rows.momentum[1] *= -1.0
    np.testing.assert_allclose(rows.center[1], start[0], atol=1e-12)
    np.testing.assert_allclose(rows.attitude[1], start[1], atol=1e-9)
    np.testing.assert_allclose(rows.velocity[1], start[2], atol=1e-9)
