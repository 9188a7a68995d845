"""Cylinders and cones in the realtime engine: they stand, lie, roll, and their piles come to rest."""

import math

import numpy as np
import pytest

import rigida as rg

DT = 1 / 60
#: The engine leaves gaps and overlaps of half a millimeter alone.
BAND = 5e-4
LYING = (math.sqrt(0.5), math.sqrt(0.5), 0.0, 0.0)


def ground(scene):
    scene.add_body(rg.Box((20, 20, 2)), fixed=True, position=(0, 0, -1))


def run(scene, seconds):
    sim = rg.Simulation(scene, rg.Realtime(dt=DT))
    for _ in range(round(seconds / DT)):
        sim.step()
    return sim


@pytest.mark.parametrize(
    ("shape", "heights", "attitude"),
    [
        (rg.Cylinder(0.2, 0.4), (0.2,), (1, 0, 0, 0)),
        (rg.Cylinder(0.2, 0.4), (0.2, 0.6), (1, 0, 0, 0)),
        (rg.Cylinder(0.2, 0.4), (0.2,), LYING),
        (rg.Cone(0.2, 0.4), (0.2,), (1, 0, 0, 0)),
    ],
    ids=["cylinder on its base", "two cylinders", "cylinder on its side", "cone on its base"],
)
def test_round_bodies_stay_as_they_are_put(shape, heights, attitude):
    scene = rg.Scene()
    ground(scene)
    for height in heights:
        scene.add_body(shape, mass=1.0, position=(0, 0, height), orientation=attitude)
    sim = run(scene, 3.0)
    for k, height in enumerate(heights):
        np.testing.assert_allclose(sim.state.position[1 + k], (0, 0, height), atol=2 * BAND)
        np.testing.assert_allclose(np.abs(sim.state.orientation[1 + k]), attitude, atol=1e-3)
    assert sim.energy().kinetic < 1e-8


def test_a_cylinder_on_its_side_rolls_on_without_loss():
    scene = rg.Scene()
    ground(scene)
    # The axis lies along −y; rolling along x turns about y.
    scene.add_body(
        rg.Cylinder(0.2, 0.4),
        mass=1.0,
        position=(-3, 0, 0.2),
        orientation=LYING,
        velocity=(1.5, 0, 0),
        angular_velocity=(0, 1.5 / 0.2, 0),
    )
    sim = run(scene, 3.0)
    np.testing.assert_allclose(sim.state.velocity[1], (1.5, 0, 0), atol=0.01)
    np.testing.assert_allclose(sim.state.position[1], (1.5, 0, 0.2), atol=0.02)


def test_a_cone_on_its_side_rolls_around_its_apex():
    """Turning with ω about the line it lies on, a cone of half angle α goes around its apex with ω tan α."""
    radius, height, omega = 0.2, 0.6, 2.0
    slant, alpha = math.hypot(radius, height), math.atan2(radius, height)
    # Apex at the origin, the line of contact along −x, the axis up by α from it.
    axis = np.array([math.cos(alpha), 0.0, -math.sin(alpha)])
    tilt = math.pi / 2 + alpha
    scene = rg.Scene()
    ground(scene)
    middle = -0.5 * height * axis
    center = -0.75 * height * axis
    spin = np.array([omega, 0.0, 0.0])
    scene.add_body(
        rg.Cone(radius, height),
        mass=1.0,
        friction=1.0,
        position=tuple(middle),
        orientation=(math.cos(0.5 * tilt), 0.0, math.sin(0.5 * tilt), 0.0),
        velocity=tuple(np.cross(spin, center)),
        angular_velocity=tuple(spin),
    )
    sim = run(scene, 1.0)
    assert slant * math.cos(alpha) == pytest.approx(height)
    x, y, z = sim.state.position[1]
    assert z == pytest.approx(middle[2], abs=2e-3)
    assert math.hypot(x, y) == pytest.approx(abs(middle[0]), abs=5e-3)
    turned = abs(math.atan2(y, -x))
    assert turned == pytest.approx(omega * math.tan(alpha), rel=0.05)


@pytest.mark.parametrize("shape", [rg.Cylinder(0.2, 0.4), rg.Cone(0.2, 0.4)], ids=["cylinders", "cones"])
def test_a_heap_comes_to_rest_with_little_overlap(shape):
    rng = np.random.default_rng(2)
    scene = rg.Scene()
    ground(scene)
    for x, y, wide, deep in ((1, 0, 0.2, 2.2), (-1, 0, 0.2, 2.2), (0, 1, 2.2, 0.2), (0, -1, 2.2, 0.2)):
        scene.add_body(rg.Box((wide, deep, 6)), fixed=True, position=(x, y, 3))
    for i in range(36):
        attitude = rng.normal(size=4)
        place = ((i % 3 - 1) * 0.55, (i // 3 % 3 - 1) * 0.55, 0.4 + 0.6 * (i // 9))
        scene.add_body(shape, mass=1.0, position=place, orientation=tuple(attitude))
    sim = run(scene, 6.0)
    moving = 0.5 * (sim.state.velocity[5:] ** 2).sum(axis=1)
    # Without rolling friction one or the other may roll to and fro in a trough of others for long.
    assert (moving > 1e-5).sum() <= 2
    assert sim.contacts()["separation"].min() > -3e-3
    assert (np.abs(sim.state.position[5:, :2]) < 1.0).all()
