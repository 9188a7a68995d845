"""Bodies that roll on rims, sides and smooth surfaces: their energy stays, and their ways are those of mechanics."""

import math

import numpy as np
import pytest

import rigida as rg
from rigida.textbook.rolling import circling_disk

RADIUS, THICKNESS = 0.1, 0.02
#: Error that a step may make, by the size of a body.
ACCURACY = rg.Realtime().accuracy


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
    """Return where a disk with this axis, that points down, touches, from its center [m]."""
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
    # At 1 s and 2 s, by the precise engine at its default tolerance, which is 4e-5 m off at 2 s.
    exact = np.array([[0.57531296, -0.6189795, 0.09742189], [-0.0839406, -1.14748085, 0.09751318]])
    radius = 0.55  # of the loop it makes
    places = []
    for dt in (1 / 120, 1 / 240, 1 / 960):  # none is divided
        found, gained = ways(leaning_disk(math.radians(20), 10.0, -2.0), "disk", dt)
        assert np.linalg.norm(found[[5, 10]] - exact, axis=1).max() < ACCURACY * radius
        assert abs(gained) < ACCURACY
        places.append(found)
    coarse, fine = (np.linalg.norm(place - places[-1], axis=1).max() for place in places[:2])
    assert fine < 0.3 * coarse  # of second order


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
    # It goes round up to eleven times.
    assert np.linalg.norm(found[:, :2] - exact, axis=1).max() < 20 * ACCURACY * RADIUS
    assert abs(gained) < ACCURACY


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
    np.testing.assert_allclose(place, [*exact, center[2]], atol=5 * ACCURACY * center[0])
    assert sim.energy().total == pytest.approx(start, rel=ACCURACY)


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
    assert abs(gained) < ACCURACY
    assert np.linalg.norm(coarse - fine, axis=1).max() < 5 * ACCURACY * 0.2


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


def lay_plate(scene, kind, mass=20.0, friction=1.0):
    """Add a plate of 3 m that bodies may move as they roll on it."""
    plate = scene.add_body(rg.Box((3, 3, 0.1)), mass=mass, position=(0, 0, -0.05), friction=friction, name="plate")
    if kind == "on a hinge":
        scene.add_joint(rg.Revolute(plate, anchor=(0, 0, -0.05), axis=(0, 0, 1)))
    elif kind == "on a slider":
        scene.add_joint(rg.Prismatic(plate, anchor=(0, 0, -0.05), axis=(1, 0, 0)))
    else:
        low = -0.2 if kind == "on rollers" else -0.1
        scene.add_ground(friction=0.0 if kind == "on ice" else 1.0, position=(0, 0, low))
        for k in range(4 if kind == "on rollers" else 0):
            lying = rg.axis_angle((1, 0, 0), 0.5 * math.pi)
            place = (-0.9 + 0.6 * k, 0, -0.15)
            scene.add_body(rg.Cylinder(0.05, 2.5), mass=1.0, position=place, orientation=lying, friction=1.0)


def add_disk(scene, lean, spin, yaw, thickness=THICKNESS, friction=1.0, at=(0.0, 0.0), name="disk"):
    """Add the disk of `leaning_disk` elsewhere, to another scene."""
    disk = leaning_disk(math.radians(lean), spin, yaw, thickness, friction).bodies[-1]
    start = {"orientation": disk.orientation, "velocity": disk.velocity, "angular_velocity": disk.angular_velocity}
    place = (at[0], at[1], disk.position[2])
    scene.add_body(disk.shape, mass=1.0, position=place, friction=friction, name=name, **start)


def energy_of_disks(scene):
    """Return the energy that bodies called disk… have at the start, above z = 0 [J]."""
    sim, total = rg.Simulation(scene, "precise"), 0.0
    for i, name in enumerate(sim.model.names):
        if name.startswith("disk"):
            state = sim.state
            turning = state.angular_velocity[i] @ state.angular_momentum[i]
            total += 0.5 * (state.velocity[i] @ state.velocity[i] + turning) + 9.81 * state.center[i, 2]
    return total


#: Places at 1 s and 2 s of a disk that starts with a lean of 35° on plates of 20 kg, by the precise engine [m].
ON_PLATES = {
    "on ground": [[-0.070975, -1.05261, 0.070684], [0.139926, -0.015715, 0.082327]],
    "on ice": [[-0.031151, -0.94434, 0.069942], [0.438652, -0.064123, 0.083023]],
    "on a hinge": [[-0.060401, -1.038316, 0.069711], [0.193816, -0.020815, 0.084198]],
    "on a slider": [[-0.023068, -1.001878, 0.07235], [0.364486, -0.039206, 0.078657]],
    "on rollers": [[-0.026384, -1.005339, 0.072234], [0.349815, -0.037311, 0.078915]],
}


@pytest.mark.parametrize("kind", ON_PLATES)
@pytest.mark.parametrize("dt", [1 / 60, 1 / 240])
def test_a_disk_rolls_on_a_plate_that_it_moves_as_the_precise_engine_says(kind, dt):
    scene = rg.Scene()
    lay_plate(scene, kind)
    add_disk(scene, 35, 15.0, 4.0)
    energy, sim = energy_of_disks(scene), rg.Simulation(scene, rg.Realtime(dt=dt))
    start, exact = sim.energy().total, np.array(ON_PLATES[kind])
    found = sim.run(2.0, fps=1).position[1:, sim.model.names.index("disk")]
    # Within 2 % of the radius of its loop, 0.43 m at least, and of its energy.
    assert np.linalg.norm(found - exact, axis=1).max() < 0.02 * 0.43
    assert abs(sim.energy().total - start) < 0.02 * energy


@pytest.mark.parametrize(("lean", "yaw", "thickness"), [(40, -8.0, 0.02), (75, -18.0, 0.004), (85, -35.0, 0.02)])
def test_a_disk_goes_round_in_a_circle_on_a_plate_that_lies_on_the_ground(lean, yaw, thickness):
    """The plate does not move: friction below it holds more than the disk pulls."""
    scene, spin = rg.Scene(), steady_spin(math.radians(lean), yaw, thickness)
    lay_plate(scene, "on ground", friction=8.0)
    add_disk(scene, lean, spin, yaw, thickness, friction=8.0)
    radius = scene.bodies[-1].velocity[0] / yaw
    found, gained = ways(scene, "disk", 1 / 60)
    angle = yaw * np.linspace(0.0, 2.0, 11)
    exact = radius * np.stack([np.sin(angle), 1.0 - np.cos(angle)], axis=1)
    assert np.linalg.norm(found[:, :2] - exact, axis=1).max() < 20 * ACCURACY * RADIUS
    # Of the energy with the plate's, which is −9.8 J; the disk's own is above 0.09 J.
    assert abs(gained) < 0.02 * 0.09 / 9.8


def test_disks_that_roll_on_one_plate_keep_energy_and_momentum():
    """On ice: nothing acts along the ground."""
    scene = rg.Scene()
    lay_plate(scene, "on ice")
    add_disk(scene, 20, 10.0, -2.0, at=(0.0, -0.3))
    add_disk(scene, 30, 12.0, 3.0, at=(0.0, 0.5), name="disk 2")
    energy, sim = energy_of_disks(scene), rg.Simulation(scene, rg.Realtime())
    start, momentum = sim.energy().total, sim.momentum().linear[:2].copy()
    for _ in range(120):
        sim.step()
    assert abs(sim.energy().total - start) < 2e-3 * energy
    np.testing.assert_allclose(sim.momentum().linear[:2], momentum, atol=1e-6)


def test_ways_on_a_plate_converge_with_the_step():
    """Steps so short that none is parted: of second order."""
    places = []
    for dt in (1 / 480, 1 / 960, 1 / 3840):
        scene = rg.Scene()
        lay_plate(scene, "on ice", mass=2.0)
        add_disk(scene, 20, 10.0, -2.0)
        places.append(ways(scene, "disk", dt, 1.0)[0])
    coarse, fine = (np.linalg.norm(place - places[-1], axis=1).max() for place in places[:2])
    assert coarse < 1e-3 * 0.55
    assert fine < max(0.4 * coarse, 0.1 * 1e-3 * 0.55)  # orders are asked for above a tenth of the accuracy


@pytest.mark.parametrize("shape", [rg.Box((4, 4, 0.2)), rg.Cylinder(2.0, 0.2)])
def test_an_egg_rolls_on_a_turntable_the_same_with_any_step(shape):
    places = []
    for dt in (1 / 60, 1 / 960):
        scene = egg(0.6, (0, 0, 2.0))
        scene.bodies[:] = scene.bodies[-1:]
        path = rg.PathFunction(lambda t: ((0, 0, -0.1), rg.axis_angle((0, 0, 1), 2.0 * t)))
        scene.add_body(shape, path=path, friction=1.0)
        places.append(ways(scene, "egg", dt)[0])
    assert np.linalg.norm(places[0] - places[1], axis=1).max() < 2e-3


def test_a_ball_goes_round_on_a_turntable_at_two_sevenths_of_its_rate():
    """Without slip and from rest in the room, whatever its start (Burns 1981, American Journal of Physics 49, 56)."""
    rate, radius, seconds = 3.0, 0.1, 2.0
    scene, start = rg.Scene(), np.array([0.5, 0.0, radius])
    path = rg.PathFunction(lambda t: ((0, 0, -0.1), rg.axis_angle((0, 0, 1), rate * t)))
    scene.add_body(rg.Cylinder(4.0, 0.2), path=path, friction=1.0)
    velocity = np.array([0.3, 0.6, 0.0])
    # Its point moves with the table: v + ω × (−r e_z) = Ω e_z × x.
    turning = np.cross([0, 0, 1], velocity - np.cross([0, 0, rate], start)) / radius
    scene.add_body(
        rg.Sphere(radius),
        mass=1.0,
        position=start,
        velocity=velocity,
        angular_velocity=turning,
        friction=1.0,
        name="ball",
    )
    found, _ = ways(scene, "ball", 1 / 60, seconds)
    # v̇ = 2/7 Ω e_z × v: circles with the rate 2/7 Ω.
    w = 2.0 / 7.0 * rate
    center = start + np.cross([0, 0, 1], velocity) / w
    angle = w * np.linspace(0.0, seconds, 11)[:, None]
    arm = start - center
    exact = center + np.cos(angle) * arm + np.sin(angle) * np.cross([0, 0, 1], arm)
    assert np.linalg.norm(found - exact, axis=1).max() < 5e-3 * np.linalg.norm(arm)


@pytest.mark.parametrize("support", [rg.Sphere(3.0), rg.Cylinder(3.0, 8.0)])
def test_a_disk_rolls_on_something_round_the_same_with_any_short_step(support):
    places = []
    for dt in (1 / 60, 1 / 240, 1 / 1920):
        scene = rg.Scene()
        along = rg.axis_angle((0, 1, 0), 0.5 * math.pi)
        scene.add_body(support, fixed=True, position=(0, 0, -3.0), orientation=along, friction=1.0)
        arm = arm_of(np.array([0.0, -math.cos(math.radians(20)), -math.sin(math.radians(20))]), THICKNESS)
        add_disk(scene, 20, 10.0, -2.0, at=-arm[:2])
        found, gained = ways(scene, "disk", dt, 1.0)
        places.append(found)
        assert abs(gained) < 0.01
    errors = [np.linalg.norm(place - places[-1], axis=1).max() for place in places[:2]]
    assert max(errors) < 0.02 * 0.55
