"""Bodies that roll on rims and smooth surfaces at dt 1/240: their energy stays, and their ways converge."""

import math

import numpy as np
import pytest

import rigida as rg

RADIUS, THICKNESS = 0.1, 0.02


def leaning_disk(lean, spin, yaw):
    """A disk that leans [rad] on its rim and rolls without slip, with rates of spin and yaw [rad/s]."""
    scene = rg.Scene()
    scene.add_ground(friction=1.0)
    axis = np.array([0.0, -math.cos(lean), -math.sin(lean)])
    down = np.array([0.0, 0.0, -1.0]) + axis * axis[2]
    arm = RADIUS * down / np.linalg.norm(down) + 0.5 * THICKNESS * axis
    turning = -spin * axis + np.array([0.0, 0.0, yaw])
    scene.add_body(
        rg.Cylinder(RADIUS, THICKNESS),
        mass=1.0,
        position=(0, 0, -arm[2]),
        orientation=rg.axis_angle((1, 0, 0), 0.5 * math.pi + lean),
        velocity=-np.cross(turning, arm),
        angular_velocity=turning,
        friction=1.0,
        name="disk",
    )
    return scene


def ways(scene, name, dt, seconds=2.0):
    """Return the places of a body after each tenth of the time, and by which part its energy has changed."""
    sim = rg.Simulation(scene, rg.Realtime(dt=dt))
    start = sim.energy().total
    run = sim.run(seconds, fps=10 / seconds)
    return run.position[:, sim.model.names.index(name)], sim.energy().total / start - 1.0


def test_a_disk_rolls_on_its_rim_as_the_precise_engine_says():
    # At 1 s and 2 s, by the precise engine at its default tolerance.
    exact = np.array([[0.57531296, -0.6189795, 0.09742189], [-0.0839406, -1.14748085, 0.09751318]])
    radius = 0.55  # of the loop it makes
    errors = []
    for dt in (1 / 120, 1 / 240):
        found, gained = ways(leaning_disk(math.radians(20), 10.0, -2.0), "disk", dt)
        errors.append(np.linalg.norm(found[[5, 10]] - exact, axis=1).max() / radius)
        assert abs(gained) < 2e-3
    assert errors[1] < 0.02
    assert errors[1] < 0.4 * errors[0]  # of second order


@pytest.mark.parametrize(("lean", "spin", "yaw"), [(20, 10.0, 2.0), (35, 15.0, 4.0), (5, 12.0, -1.0)])
def test_a_disk_on_its_rim_keeps_its_energy(lean, spin, yaw):
    _, gained = ways(leaning_disk(math.radians(lean), spin, yaw), "disk", 1 / 240)
    assert abs(gained) < 0.02


def egg(turn, spin):
    scene = rg.Scene()
    scene.add_ground(friction=1.0)
    shape = rg.Ellipsoid((0.2, 0.15, 0.1))
    height = math.hypot(0.1 * math.cos(turn), 0.2 * math.sin(turn))
    scene.add_body(
        shape,
        mass=1.0,
        position=(0, 0, height),
        orientation=rg.axis_angle((0, 1, 0), turn),
        angular_velocity=spin,
        friction=1.0,
        name="egg",
    )
    return scene


def test_an_ellipsoid_rocks_and_rolls_the_same_with_any_short_step():
    coarse, gained = ways(egg(0.6, (0, 0, 0)), "egg", 1 / 240)
    fine, _ = ways(egg(0.6, (0, 0, 0)), "egg", 1 / 960)
    assert abs(gained) < 0.01
    assert np.linalg.norm(coarse - fine, axis=1).max() < 0.02 * 0.2
