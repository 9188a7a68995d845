"""Laws of batches: each world moves, to the bit, as a simulation of its scene alone, whatever the others do."""

from dataclasses import replace

import numpy as np
import pytest

import rigida as rg
from rigida.scene.copies import with_copies
from rigida.scenes import path

DT = 0.01


def quadruped() -> rg.Scene:
    return rg.load(path("robots/quadruped"))


def loose_bodies() -> rg.Scene:
    """Return boxes, a ball and a capsule that fall, roll and strike each other, elastic and not."""
    scene = rg.Scene()
    scene.add_ground(friction=0.6)
    scene.add_body(rg.Box((0.2, 0.3, 0.1)), name="box", position=(0, 0, 0.3), angular_velocity=(1, 4, 2))
    scene.add_body(rg.Box((0.1, 0.1, 0.1)), name="small", position=(0.02, 0, 0.6), restitution=0.5)
    scene.add_body(rg.Sphere(0.1), name="ball", position=(0.5, 0, 0.1), velocity=(-1, 0.1, 0))
    scene.add_body(rg.Capsule(0.05, 0.2), name="capsule", position=(0, 0.6, 0.4), angular_velocity=(3, 0, 1))
    return scene


def chain() -> rg.Scene:
    """Return a chain of ball joints over the ground, with a spring that pulls at its end."""
    scene, last = rg.Scene(), rg.WORLD
    scene.add_ground()
    for number in range(4):
        link = scene.add_body(rg.Sphere(0.05), name=f"link{number}", position=(0.2 * number + 0.2, 0, 0.5))
        scene.add_joint(rg.Spherical(link, last, anchor=(0.2 * number, 0, 0.5)))
        last = link
    scene.add_force(rg.Spring(last, rg.WORLD, anchor_a=(0.8, 0, 0.5), anchor_b=(0.8, 0.5, 0.8), stiffness=20.0))
    return scene


def drone() -> rg.Scene:
    """Return a drone with a driven arm, whose actuator stands before those of the rotors."""
    scene = rg.Scene()
    scene.add_ground()
    frame = scene.add_body(rg.Box((0.4, 0.4, 0.1)), mass=1.2, position=(0, 0, 0.3), name="frame")
    arm = scene.add_body(rg.Box((0.3, 0.05, 0.05)), mass=0.1, position=(0.3, 0, 0.3), name="arm")
    scene.add_joint(rg.Revolute(arm, frame, anchor=(0.2, 0, 0.3), axis=(0, 1, 0), name="elbow"))
    scene.add_actuator(rg.Actuator(("elbow",), control_range=(-0.3, 0.3), name="servo"))
    for x, y in ((0.2, 0.2), (-0.2, 0.2), (-0.2, -0.2), (0.2, -0.2)):
        rotor = scene.add_force(rg.Thrust(frame, force=(0, 0, 1), torque=(0, 0, 0.05 * x * y), point=(x, y, 0)))
        scene.add_actuator(rg.Actuator(thrust=rotor.name, gain=5.0, control_range=(0, 2)))
    return scene


def single(scene: rg.Scene) -> rg.Simulation:
    """Return a simulation as those of a batch are: its steps are whole."""
    simulation = rg.Simulation(scene, dt=DT)
    simulation.engine.divides_steps = False
    return simulation


def controls(batch: rg.Batch, step: int) -> np.ndarray:
    return np.random.default_rng(step).uniform(-0.5, 0.5, batch.controls.shape)


@pytest.mark.parametrize("make", [quadruped, loose_bodies, chain, drone])
@pytest.mark.parametrize("threads", [1, 2])
def test_every_world_moves_as_a_simulation_alone_to_the_bit(make, threads):
    batch, alone = rg.Batch(make(), 5, dt=DT, threads=threads), [single(make()) for _ in range(5)]
    for step in range(120):
        told = batch.controls + controls(batch, step)
        batch.controls = told
        batch.step()
        for simulation, own in zip(alone, told, strict=True):
            if len(own):
                simulation.controls = own
            simulation.step()
    assert [batch.state_hash(world) for world in range(5)] == [simulation.state_hash() for simulation in alone]


def test_worlds_that_are_driven_alike_stay_alike_and_others_do_not():
    batch = rg.Batch(quadruped(), 3, dt=DT)
    batch.controls = batch.controls + np.array([0.1, 0.1, -0.1])[:, None]
    batch.step(60)
    assert batch.state_hash(0) == batch.state_hash(1) != batch.state_hash(2)


def test_a_world_that_is_reset_begins_as_a_new_simulation_and_leaves_the_others_alone():
    scene = quadruped()
    batch, undisturbed, fresh = rg.Batch(scene, 3, dt=DT), rg.Batch(scene, 3, dt=DT), single(scene)
    for step in range(60):
        batch.controls = undisturbed.controls = batch.single.controls + controls(batch, step)
        batch.step()
        undisturbed.step()
    batch.reset([1])
    told = batch.single.controls + controls(batch, 0)
    batch.controls = undisturbed.controls = told
    fresh.controls = told[1]
    for _ in range(60):
        batch.step()
        undisturbed.step()
        fresh.step()
    assert batch.state_hash(1) == fresh.state_hash()
    assert batch.state_hash(0) == undisturbed.state_hash(0)
    assert batch.state_hash(2) == undisturbed.state_hash(2)
    assert np.allclose(batch.time, [1.2, 0.6, 1.2])


def test_a_prepared_world_moves_as_the_simulation_that_was_prepared():
    scene = quadruped()

    def prepare(simulation: rg.Simulation, random: np.random.Generator) -> None:
        trunk = simulation.body("trunk")
        trunk.mass *= random.uniform(0.7, 1.3)
        trunk.friction = random.uniform(0.2, 1.0)
        joint = simulation.joint(simulation.joints.names[3])
        joint.damping = random.uniform(0.1, 1.0)
        knee = simulation.actuator(str(scene.actuators[2].name))
        knee.gain, knee.bias = knee.gain * 1.2, tuple(1.2 * value for value in knee.bias)
        simulation.gravity = (0.0, 0.0, random.uniform(-11.0, -8.0))

    batch = rg.Batch(scene, 3, dt=DT, seed=4)
    batch.reset(prepare=prepare)
    alone = []
    for random in rg.Batch(scene, 3, dt=DT, seed=4).random:
        alone.append(single(scene))
        prepare(alone[-1], random)
    batch.step(80)
    for simulation in alone:
        for _ in range(80):
            simulation.step()
    assert [batch.state_hash(world) for world in range(3)] == [simulation.state_hash() for simulation in alone]
    batch.reset()
    batch.step(10)
    plain = single(scene)
    for _ in range(10):
        plain.step()
    assert {batch.state_hash(world) for world in range(3)} == {plain.state_hash()}


def test_a_world_may_have_other_numbers_than_the_scene_of_the_batch():
    """Centers of mass, inertias, armatures and limits are numbers of the scene."""
    scene = chain()
    other = with_copies(scene, 1)
    for body, like in zip(other.bodies, scene.bodies, strict=True):
        body.name = like.name
        if body.dynamic:
            body.mass, body.inertia, body.center_of_mass = 0.3, np.diag([1e-3, 2e-3, 3e-3]), (0.0, 0.01, 0.02)
    other.set_members(
        other.bodies,
        [replace(joint, name=like.name) for joint, like in zip(other.joints, scene.joints, strict=True)],
        [replace(force, name=like.name) for force, like in zip(other.forces, scene.forces, strict=True)],
    )
    batch, alone, varied = rg.Batch(scene, 2, dt=DT), single(scene), single(other)
    batch.load([1], single(other))
    batch.step(100)
    for _ in range(100):
        alone.step()
        varied.step()
    assert batch.state_hash(0) == alone.state_hash()
    assert batch.state_hash(1) == varied.state_hash() != alone.state_hash()


def test_a_world_that_diverges_is_reported_and_the_others_go_on():
    batch, alone = rg.Batch(loose_bodies(), 3, dt=DT), single(loose_bodies())

    def explode(simulation: rg.Simulation, random: np.random.Generator) -> None:
        simulation.body("ball").velocity = (1e9, 0.0, 0.0)

    batch.step(5)
    batch.reset([1], prepare=explode)
    batch._shares[0].engine.world.quarantine._fastest = 1e5
    batch.step(40)
    for _ in range(45):
        alone.step()
    assert batch.diverged.tolist() == [False, True, False]
    assert batch.state_hash(2) == alone.state_hash()
    batch.reset([1])
    batch.step(45)
    assert not batch.diverged.any()
    assert batch.state_hash(1) == alone.state_hash()


def test_sensors_and_forces_of_contacts_are_arrays_over_worlds():
    scene = quadruped()
    trunk = scene.body("trunk")
    scene.sites["imu"] = rg.Site(trunk, (0.1, 0.0, 0.0))
    scene.sensors["gyro"] = rg.Sensor("gyro", {"site": "imu"})
    scene.sensors["knee"] = rg.Sensor("jointpos", {"joint": scene.joints[2].name})
    batch, alone = rg.Batch(scene, 3, dt=DT), single(scene)
    batch.controls = batch.controls + np.array([0.0, 0.2, -0.2])[:, None]
    alone.controls = batch.controls[1]
    batch.step(50)
    for _ in range(50):
        alone.step()
    assert np.array_equal(batch.sensors()[1], alone.sensors.read())
    assert np.array_equal(batch.contact_forces()[1], alone.contact_forces())
    assert np.array_equal(batch.joint_motion()[0][1], alone.joints.position)
    assert np.array_equal(batch.position[1], alone.state.position)
    assert batch.velocity.shape == (3, len(scene.bodies), 3)
    assert np.abs(batch.contact_forces()).max() > 10.0


def test_gravity_of_a_world_acts_on_bodies_drags_and_accelerometers_of_that_world_alone():
    scene = rg.Scene()
    body = scene.add_body(rg.Sphere(0.1), name="ball", mass=0.01)
    scene.add_force(rg.Drag(body, linear=5.0))  # stiff: it stops the ball within a step
    scene.sites["here"] = rg.Site(body)
    scene.sensors["felt"] = rg.Sensor("accelerometer", {"site": "here"})
    gravity = [(0.0, 0.0, -9.81), (0.0, 3.0, 0.0), (0.0, 0.0, 0.0)]
    batch, alone = rg.Batch(scene, 3, dt=DT), [single(scene) for _ in gravity]
    for world, (simulation, value) in enumerate(zip(alone, gravity, strict=True)):
        simulation.gravity = value
        batch.reset([world], prepare=lambda prepared, _, value=value: setattr(prepared, "gravity", value))
    batch.step(20)
    for simulation in alone:
        for _ in range(20):
            simulation.step()
    assert [batch.state_hash(world) for world in range(3)] == [simulation.state_hash() for simulation in alone]
    np.testing.assert_allclose(batch.velocity[:, 0], np.array(gravity) * 0.01 / 5.0, rtol=1e-3, atol=1e-12)
    np.testing.assert_array_equal(batch.sensors(), [simulation.sensors.read() for simulation in alone])
    np.testing.assert_allclose(batch.sensors(), -np.array(gravity), rtol=1e-3, atol=1e-9)


def test_scenes_that_depend_on_the_time_are_refused():
    scene = loose_bodies()
    scene.add_body(rg.Box((1, 1, 0.1)), path=rg.Path((0.0, 1.0), ((0, 0, 1), (0, 1, 1))), name="lift")
    with pytest.raises(rg.SceneError, match="'lift' follows a path"):
        rg.Batch(scene, 2)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda batch: batch.reset([3]), "numbered from 0 to 1"),
        (lambda batch: batch.reset([0.5]), "numbers or a mask"),
        (lambda batch: setattr(batch, "controls", np.zeros((3, 12))), r"shape \(2, 12\)"),
        (lambda batch: batch.load([0], rg.Simulation(loose_bodies())), "differs in more than numbers"),
        (lambda batch: rg.Batch(quadruped(), 2, rg.Precise()), "realtime engine"),
    ],
)
def test_wrong_uses_are_refused(wrong, message):
    batch = rg.Batch(quadruped(), 2)
    with pytest.raises(rg.UsageError, match=message):
        wrong(batch)
