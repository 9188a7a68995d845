"""Bodies that roll on rims, sides and smooth surfaces: their energy stays, and their ways are those of mechanics."""

import math

import numpy as np
import pytest

import rigida as rg
from rigida.textbook.rolling import circling_disk

RADIUS, THICKNESS = 0.1, 0.02


def leaning_disk(lean, spin, yaw, thickness=THICKNESS, friction=1.0, slope=0.0):
    """A disk that leans [rad] on its rim and rolls without slip, with rates of spin and yaw [rad/s], down a slope."""
    scene = rg.Scene(gravity=(9.81 * math.sin(slope), 0, -9.81 * math.cos(slope)))
    scene.add_ground(friction=friction)
    axis = np.array([0.0, -math.cos(lean), -math.sin(lean)])
    arm = arm_of(axis, thickness)
    turning = -spin * axis + np.array([0.0, 0.0, yaw])
    scene.add_body(
        rg.Cylinder(RADIUS, thickness),
        mass=1.0,
        position=(0, 0, -arm[2]),
        orientation=rg.axis_angle((1, 0, 0), 0.5 * math.pi + lean),
        velocity=-np.cross(turning, arm),
        angular_velocity=turning,
        friction=friction,
        name="disk",
    )
    return scene


def arm_of(axis, thickness):
    """Return where a disk with this axis, that points down, touches, from its centre [m]."""
    down = np.array([0.0, 0.0, -1.0]) + axis * axis[2]
    return RADIUS * down / np.linalg.norm(down) + 0.5 * thickness * axis


def steady_spin(lean, yaw, thickness):
    """Return the spin with which a disk of 1 kg goes round in a circle, by the balance of angular momentum [rad/s]."""
    axis, about = np.array([0.0, -math.cos(lean), -math.sin(lean)]), np.array([0.0, 0.0, yaw])
    along, across = 0.5 * RADIUS**2, (3 * RADIUS**2 + thickness**2) / 12
    arm = arm_of(axis, thickness)

    def excess(spin):
        turning = about - spin * axis
        momentum = across * turning + (along - across) * (turning @ axis) * axis
        force = np.cross(about, -np.cross(turning, arm)) + np.array([0.0, 0.0, 9.81])
        return (np.cross(about, momentum) - np.cross(arm, force))[0]

    return -excess(0.0) / (excess(1.0) - excess(0.0))


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
    for dt in (1 / 60, 1 / 120, 1 / 240):
        found, gained = ways(leaning_disk(math.radians(20), 10.0, -2.0), "disk", dt)
        errors.append(np.linalg.norm(found[[5, 10]] - exact, axis=1).max() / radius)
        assert abs(gained) < 1e-4
    assert errors[0] < 2e-3
    assert errors[2] < 0.4 * errors[1]  # of second order


@pytest.mark.parametrize(("lean", "spin", "yaw"), [(20, 10.0, 2.0), (35, 15.0, 4.0), (5, 12.0, -1.0)])
def test_a_disk_on_its_rim_keeps_its_energy(lean, spin, yaw):
    _, gained = ways(leaning_disk(math.radians(lean), spin, yaw), "disk", 1 / 240)
    assert abs(gained) < (5e-3 if lean == 5 else 5e-4)  # at 5° it falls back on its other rim, which is a blow


@pytest.mark.parametrize(("lean", "yaw", "thickness"), [(40, -8.0, 0.02), (75, -18.0, 0.004), (85, -35.0, 0.02)])
def test_a_disk_goes_round_in_a_circle_however_flat_it_is(lean, yaw, thickness):
    lean, seconds = math.radians(lean), 2.0
    spin = steady_spin(lean, yaw, thickness)
    found, gained = ways(leaning_disk(lean, spin, yaw, thickness, friction=8.0), "disk", 1 / 60, seconds)
    axis = np.array([0.0, -math.cos(lean), -math.sin(lean)])
    velocity = -np.cross(np.array([0.0, 0.0, yaw]) - spin * axis, arm_of(axis, thickness))[0]
    radius, angle = velocity / yaw, yaw * np.linspace(0.0, seconds, 11)
    exact = radius * np.stack([np.sin(angle), 1.0 - np.cos(angle)], axis=1)
    assert np.linalg.norm(found[:, :2] - exact, axis=1).max() < 0.01 * abs(radius)
    assert abs(gained) < 1e-4


def test_a_disk_that_slides_on_its_rim_loses_what_friction_takes():
    def slider():
        scene = leaning_disk(math.radians(20), 20.0, 0.0, friction=0.1)
        scene.bodies[-1].velocity = (1.0, 0.0, 0.0)
        return scene

    # By the precise engine at its default tolerance.
    exact, lost = np.array([0.54408505, -0.08508978, 0.09401143]), 0.23654757
    for dt in (1 / 120, 1 / 240):
        found, gained = ways(slider(), "disk", dt, 0.5)
        assert np.linalg.norm(found[-1] - exact) < 2e-3 * 0.26
        assert gained == pytest.approx(-lost, abs=1e-3)


@pytest.mark.parametrize(("radius", "height", "rate"), [(0.1, 0.3, 2.0), (0.05, 0.2, -3.0), (0.1, 0.15, 3.0)])
def test_a_cone_rolls_on_its_side_about_its_apex(radius, height, rate):
    scene = rg.Scene()
    scene.add_ground(friction=1.0)
    side = math.hypot(radius, height)
    axis = np.array([height, 0.0, radius]) / side  # from the apex to the base
    center = 0.75 * height * axis
    scene.add_body(
        rg.Cone(radius, height),
        mass=1.0,
        position=0.5 * height * axis,
        orientation=rg.axis_angle((0, 1, 0), math.atan2(-axis[0], -axis[2])),
        velocity=(0, rate * center[0], 0),
        angular_velocity=(-rate * height / radius, 0, 0),
        friction=1.0,
        name="cone",
    )
    sim = rg.Simulation(scene, rg.Realtime())
    start = sim.energy().total
    for _ in range(120):
        sim.step()
    exact = center[0] * np.array([math.cos(2 * rate), math.sin(2 * rate)])
    place = sim.state.center[sim.model.names.index("cone")]
    np.testing.assert_allclose(place, [*exact, center[2]], atol=1e-4 * center[0])
    assert sim.energy().total == pytest.approx(start, rel=1e-6)


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
    coarse, gained = ways(egg(0.6, (0, 0, 0)), "egg", 1 / 60)
    fine, _ = ways(egg(0.6, (0, 0, 0)), "egg", 1 / 960)
    assert abs(gained) < 1e-3
    assert np.linalg.norm(coarse - fine, axis=1).max() < 1e-3 * 0.2


def test_a_disk_rolls_on_a_plate_that_glides_along_as_on_one_at_rest():
    """Seen from a plate that moves with constant velocity nothing is different."""
    described, _ = circling_disk(0.8, 8.0, 0.1, 0.02)
    disk, glide, places = described.bodies[-1], np.array([1.3, -0.7, 0.0]), []
    for along in (np.zeros(3), glide):
        scene = rg.Scene()
        path = rg.PathFunction(lambda t, along=along: tuple(along * t - (0, 0, 0.25)))
        scene.add_body(rg.Box((20, 20, 0.5)), path=path, friction=2.0)
        start = {"position": disk.position, "orientation": disk.orientation, "angular_velocity": disk.angular_velocity}
        start["velocity"] = np.asarray(disk.velocity) + along
        scene.add_body(rg.Cylinder(0.1, 0.02), mass=1.0, friction=2.0, name="disk", **start)
        sim = rg.Simulation(scene, rg.Realtime())
        for _ in range(60):
            sim.step()
        places.append(sim.body("disk").position - 1.0 * along)
    np.testing.assert_allclose(places[1], places[0], atol=1e-9)
