"""Gliding in plain Python: accelerations against numpy, and the ends of ways that have closed forms."""

import math

import numpy as np
import pytest
from plain_kernels import plain

from rigida.jit.plain import plain_table
from rigida.jit.tables import dtype_of
from rigida.math.vec3 import Vec3
from rigida.realtime.direct.glide import REST, acceleration, follow_friction, lies_flat, measure_points
from rigida.realtime.direct.work import Gliding, Work

LOAD, FRICTION, MASS = 12.0, 0.4, 1.3


def gliding(points, velocity, inertia=0.05, height=0.04, lean=(0.0, 0.0), force=(0.0, 0.0), torque=(0.0, 0.0, 0.0)):
    rows = np.zeros(1, dtype=dtype_of(Gliding))
    g = plain_table(Work(gliding=rows)).gliding
    g.count, g.mass, g.load, g.friction, g.inertia, g.height = len(points), MASS, LOAD, FRICTION, inertia, height
    g.lean_x, g.lean_y = lean
    g.force, g.torque, g.velocity = Vec3(*force, 0.0), Vec3(*torque), Vec3(*velocity)
    for k, (x, y) in enumerate(points):
        g.point[k].x, g.point[k].y = x, y
    plain(measure_points, g)
    return g


CORNERS = [(0.2, 0.11), (-0.19, 0.1), (-0.2, -0.12), (0.21, -0.09)]


@pytest.mark.parametrize("lean", [(0.0, 0.0), (0.01, -0.006)])
@pytest.mark.parametrize("turn", [0.0, 0.7])
def test_loads_and_friction_of_a_patch_balance_all_moments(lean, turn):
    velocity, force, torque = np.array([0.8, -0.3, 2.5]), np.array([1.1, -0.4]), np.array([0.05, -0.08, 0.2])
    g = gliding(CORNERS, velocity, lean=lean, force=force, torque=torque)
    found = plain(acceleration, turn, Vec3(*velocity), g)
    # The same seen from the ground: loads as found must give these accelerations and leave no moment about a tangent.
    c, s = math.cos(turn), math.sin(turn)
    rotation = np.array([[c, -s], [s, c]])
    d = np.array(CORNERS) @ rotation.T
    slope = rotation @ [g.slope_x, g.slope_y]
    loads = LOAD * (1 / 4 + (d - d.mean(axis=0)) @ slope)
    slip = velocity[:2] + velocity[2] * np.stack([-d[:, 1], d[:, 0]], axis=1)
    pushes = -FRICTION * loads[:, None] * slip / np.linalg.norm(slip, axis=1)[:, None]
    contact = np.concatenate([pushes, loads[:, None]], axis=1)
    moment = np.cross(np.concatenate([d, np.full((4, 1), -g.height)], axis=1), contact).sum(axis=0) + torque
    inertia_n = np.array([*(rotation @ lean), g.inertia])  # I n
    change = found.z * inertia_n + velocity[2] ** 2 * np.cross([0, 0, 1], inertia_n)
    np.testing.assert_allclose(moment, change, atol=1e-13)
    np.testing.assert_allclose([found.x, found.y], (force + pushes.sum(axis=0)) / MASS, rtol=1e-13)


def test_what_slides_straight_stops_after_the_closed_form():
    speed, a = 0.3, FRICTION * LOAD / MASS
    g = gliding(CORNERS, (speed, 0.0, 0.0), height=0.0)
    g.point[0].x, g.point[1].x, g.point[2].x, g.point[3].x = 0.2, -0.2, -0.2, 0.2
    g.point[0].y, g.point[1].y, g.point[2].y, g.point[3].y = 0.1, 0.1, -0.1, -0.1
    plain(measure_points, g)
    assert plain(follow_friction, 2.0 * speed / a, g)
    assert (g.velocity.x, g.velocity.y, g.velocity.z) == (0.0, 0.0, 0.0)
    np.testing.assert_allclose([g.place.x, g.place.y], [0.5 * speed**2 / a, 0.0], rtol=1e-5, atol=1e-15)


def test_what_only_spins_turns_as_far_as_the_lever_of_its_points_lets_it():
    square = [(0.1, 0.1), (-0.1, 0.1), (-0.1, -0.1), (0.1, -0.1)]
    g = gliding(square, (0.0, 0.0, 6.0))
    rate = FRICTION * LOAD * math.hypot(0.1, 0.1) / g.inertia
    assert plain(follow_friction, 7.0 / rate, g)
    assert g.place.z == pytest.approx(0.5 * 36.0 / rate, rel=1e-5)


def test_what_is_pulled_harder_than_friction_turns_back():
    a, h, speed = FRICTION * LOAD / MASS, 0.05, 0.05
    g = gliding(CORNERS, (speed, 0.0, 0.0), height=0.0, force=(-1.5 * FRICTION * LOAD, 0.0))
    back = h - speed / (2.5 * a)
    assert plain(follow_friction, h, g)
    # Where it turns, it is at rest below REST of what friction changes in the step, and goes on with twice that.
    near = 3.0 * REST * a * h
    assert g.velocity.x == pytest.approx(-0.5 * a * back, abs=near)
    assert g.place.x == pytest.approx(0.5 * speed**2 / (2.5 * a) - 0.25 * a * back**2, abs=near * h)


def test_what_would_tip_is_left_to_the_solver():
    tall = gliding(CORNERS, (0.5, 0.0, 0.0), height=0.6)
    assert not plain(follow_friction, 0.01, tall)
    assert not plain(lies_flat, tall)
