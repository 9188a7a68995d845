"""Scenes of any size move alike: lengths scaled by s, times and steps by √s."""

import math

import numpy as np
import pytest

import rigida as rg

STEPS = 45


def slide_and_spin(s):
    """A box thrown over the ground, turning."""
    scene = rg.Scene()
    scene.add_ground(friction=0.3)
    v = math.sqrt(s)
    start = {"position": (0, 0, 0.1 * s), "velocity": (2 * v, 0.5 * v, 0), "angular_velocity": (0, 0, 6 / v)}
    scene.add_body(rg.Box((0.6 * s, 0.4 * s, 0.2 * s)), density=500, friction=0.3, **start)
    return scene


def topple(s):
    """A column that falls over."""
    scene = rg.Scene()
    scene.add_ground(friction=0.8)
    lean = rg.axis_angle((0, 1, 0), 0.35)
    scene.add_body(
        rg.Box((0.2 * s, 0.2 * s, s)), density=500, position=(0, 0, 0.54 * s), orientation=lean, friction=0.8
    )
    return scene


def bounce_and_stack(s):
    """A ball that bounces beside three cubes that drop onto each other."""
    scene = rg.Scene()
    scene.add_ground(restitution=0.0)
    for k in range(3):
        scene.add_body(rg.Box((s, s, s)), density=500, position=(0.02 * k * s, 0, (0.55 + 1.05 * k) * s))
    scene.add_body(rg.Sphere(0.5 * s), density=500, position=(3 * s, 0, s), restitution=0.6)
    return scene


@pytest.mark.parametrize("make", [slide_and_spin, topple, bounce_and_stack])
def test_scenes_of_any_size_move_alike(make):
    places = {}
    for s in (1e-3, 0.02, 1.0, 1e3):
        sim = rg.Simulation(make(s), rg.Realtime(dt=math.sqrt(s) / 60))
        for _ in range(STEPS):
            sim.step()
        places[s] = np.concatenate([sim.state.position[1:] / s, sim.state.orientation[1:, 1:]], axis=1)
    for s in (1e-3, 0.02, 1e3):
        np.testing.assert_allclose(places[s], places[1.0], atol=0.01)


@pytest.mark.parametrize("size", [1e-3, 5e-3, 0.1, 10.0])
def test_hulls_of_any_size_rest_within_a_two_thousandth_of_their_reach(size):
    corners = np.random.default_rng(3).normal(size=(16, 3))
    corners *= size / np.linalg.norm(corners, axis=1)[:, None]
    scene = rg.Scene()
    scene.add_ground(friction=0.6)
    shape = rg.ConvexHull(corners)
    scene.add_body(shape, density=800, position=(0, 0, 0.05 * size - shape.bounds()[0, 2]), friction=0.6)
    sim = rg.Simulation(scene, rg.Realtime())
    for _ in range(400):
        sim.step()
    contacts = sim.contacts()
    left = np.abs(contacts["separation"][contacts["impulse"] > 0])
    # The reach of a hull is that from its center, a little more than `size` at most.
    assert len(left) > 0
    assert left.max() < 1.05 * min(1.2 * size / 2000, 5e-5)
