"""What falls asleep, and what wakes it."""

import numpy as np
import pytest

import rigida as rg

UNIT = rg.Box((1, 1, 1))
SLEEPING = rg.Realtime(sleeping=True)


def steps(simulation, count):
    for _ in range(count):
        simulation.step()
    return simulation


def hinged_pair(**hinge):
    """Two boxes on the ground with a hinge between them."""
    scene = rg.Scene()
    scene.add_ground(name="ground")
    a, b = (scene.add_body(UNIT, mass=1.0, position=(1.2 * k, 0, 0.52), name=f"box{k}") for k in range(2))
    scene.add_joint(rg.Revolute(a, b, anchor=(0.6, 0, 0.52), axis=(0, 1, 0), name="hinge", **hinge))
    return scene


def asleep(simulation, *names):
    return [not simulation.engine.world.bodies.active[simulation.model.index(name)] for name in names]


def sleeping_pair(scene=None):
    simulation = steps(rg.Simulation(scene or hinged_pair(), SLEEPING), 120)
    assert all(asleep(simulation, "box0", "box1"))
    return simulation


def test_jointed_bodies_at_rest_fall_asleep_and_keep_their_reactions():
    simulation = sleeping_pair()
    place, force = simulation.state.position, simulation.joint("hinge").force
    steps(simulation, 60)
    np.testing.assert_array_equal(simulation.state.position, place)
    np.testing.assert_array_equal(simulation.joint("hinge").force, force)
    np.testing.assert_array_equal(simulation.state.velocity, 0.0)


def test_jointed_sleepers_wake_when_hit():
    scene = hinged_pair()
    scene.add_body(rg.Sphere(0.3), mass=1.0, position=(1.2, 0, 25), name="late")
    simulation = sleeping_pair(scene)
    assert asleep(simulation, "late") == [False]
    steps(simulation, 25)
    assert asleep(simulation, "box0", "box1") == [False, False]


def test_sleep_of_jointed_bodies_does_not_change_what_a_blow_does():
    scene = hinged_pair()
    scene.add_force(rg.Impulse(scene.bodies[2], (2.0, 0.5, 0.0), time=3.0))
    awake, slept = (steps(rg.Simulation(scene, rg.Realtime(sleeping=sleeping)), 175) for sleeping in (False, True))
    assert asleep(slept, "box0", "box1") == [True, True]
    steps(awake, 40), steps(slept, 40)
    assert asleep(slept, "box0", "box1") == [False, False]
    assert slept.body("box1").position[0] > 1.25
    # Before the blow the boxes of 1 m that stay awake creep, by less than a step may err.
    np.testing.assert_allclose(slept.state.position, awake.state.position, atol=rg.Realtime().accuracy)


def test_blow_wakes_only_whom_it_strikes():
    scene = hinged_pair()
    far = scene.add_body(UNIT, mass=1.0, position=(9, 0, 0.5), name="far")
    scene.add_force(rg.Impulse(far, (0.0, 0.0, 1.0), time=2.5))
    simulation = steps(sleeping_pair(scene), 32)
    assert asleep(simulation, "box0", "box1", "far") == [True, True, False]


def test_motor_wakes_when_its_target_changes_and_stays_awake_while_it_turns():
    scene = rg.Scene()
    post = scene.add_body(None, fixed=True, name="post")
    arm = scene.add_body(rg.Box((1, 0.2, 0.2)), mass=1.0, name="arm")
    scene.add_joint(rg.Revolute(arm, post, axis=(0, 0, 1), motor="speed", motor_max=10.0, name="motor"))
    simulation = steps(rg.Simulation(scene, SLEEPING), 60)
    assert asleep(simulation, "arm") == [True]
    simulation.joint("motor").motor_target = 0.001  # slower than what counts as quiet
    steps(simulation, 120)
    assert asleep(simulation, "arm") == [False]
    # The first of the 120 steps starts from rest and goes half as far.
    assert simulation.joint("motor").position == pytest.approx(0.001 * 119.5 / 60, rel=1e-6)


def test_swing_that_nothing_damps_does_not_fall_asleep():
    scene = rg.Scene()
    bob = scene.add_body(rg.Sphere(0.1), mass=1.0, position=(0.002, 0, -1), name="bob")
    scene.add_joint(rg.Spherical(bob, anchor=(0, 0, 0)))
    simulation = rg.Simulation(scene, SLEEPING)
    start = simulation.energy().total
    steps(simulation, 600)
    assert asleep(simulation, "bob") == [False]
    fall = 9.81 * 0.5 * 0.002**2
    assert simulation.energy().total == pytest.approx(start, abs=0.01 * fall)


def test_moving_partner_wakes_what_hangs_on_it():
    scene = rg.Scene()
    scene.add_ground()
    path = rg.Path(times=[3.0, 5.0], positions=[(0, 0, 2.0), (0, 0, 3.0)])
    hook = scene.add_body(rg.Sphere(0.1), path=path, position=(0, 0, 2.0), name="hook")
    load = scene.add_body(UNIT, mass=1.0, position=(0, 0, 0.8), name="load")
    scene.add_joint(rg.Spherical(load, hook, anchor=(0, 0, 2.0)))
    simulation = steps(rg.Simulation(scene, SLEEPING), 150)
    assert asleep(simulation, "load") == [True]
    steps(simulation, 60)
    assert asleep(simulation, "load") == [False]
    assert simulation.body("load").position[2] > 0.85


def slow_belt(**settings):
    """A box on a platform that moves by at most 7.5 mm/s after three seconds, less than what counts as quiet."""
    scene = rg.Scene()
    path = rg.Path(times=[3.0, 13.0], positions=[(0, 0, -0.5), (0.05, 0, -0.5)])
    scene.add_body(rg.Box((10, 10, 1)), path=path, position=(0, 0, -0.5), name="belt")
    scene.add_body(UNIT, mass=1.0, position=(0, 0, 0.5), name="box")
    return rg.Simulation(scene, rg.Realtime(**settings))


def test_slow_platform_wakes_and_carries_what_slept_on_it():
    simulation = steps(slow_belt(sleeping=True), 150)
    assert asleep(simulation, "box") == [True]
    steps(simulation, 450)
    awake = steps(slow_belt(), 600)
    assert awake.body("box").position[0] > 0.02
    np.testing.assert_allclose(simulation.body("box").position, awake.body("box").position, atol=1e-6)


def sprung_box(times, forces):
    scene = rg.Scene()
    scene.add_ground(friction=0.5)
    box = scene.add_body(UNIT, mass=1.0, position=(0, 0, 0.5), name="box")
    scene.add_force(rg.Spring(box, anchor_b=(3, 0, 0.5), stiffness=1.0, rest_length=1.0))
    scene.add_force(rg.ConstantForce(box, (0.5, 0, 0)))
    scene.add_force(rg.InterpolatedForce(box, times=np.array(times), forces=np.array(forces)))
    return steps(rg.Simulation(scene, SLEEPING), 120)


def test_steady_forces_let_a_body_sleep_and_a_change_wakes_it():
    simulation = sprung_box([3.0, 6.0], [(9, 0, 0), (9, 0, 0)])
    assert asleep(simulation, "box") == [True]
    steps(simulation, 80)
    assert asleep(simulation, "box") == [False]
    assert simulation.body("box").position[0] > 1e-3


def test_growing_force_keeps_a_body_awake():
    assert asleep(sprung_box([0.0, 30.0], [(0, 0, 0), (3, 0, 0)]), "box") == [False]


def test_neighbors_that_do_not_push_sleep_alone():
    scene = rg.Scene()
    scene.add_ground()
    for k in range(3):
        scene.add_body(UNIT, mass=1.0, position=(1.001 * k, 0, 0.5 + 0.1 * k), name=f"box{k}")
    simulation = steps(rg.Simulation(scene, SLEEPING), 200)
    assert all(asleep(simulation, "box0", "box1", "box2"))


def test_broken_group_of_which_a_part_moves_stays_awake():
    scene = hinged_pair(break_force=5.0)
    scene.add_force(rg.Impulse(scene.bodies[2], (12.0, 0.0, 0.0), time=0.5))
    simulation = steps(rg.Simulation(scene, SLEEPING), 45)
    assert simulation.joint("hinge").broken
    rows = simulation.engine.world.bodies.active[1:3]
    for _ in range(200):
        simulation.step()
        assert rows[0] == rows[1]
    assert asleep(simulation, "box0", "box1") == [True, True]


def test_snapshot_with_jointed_sleepers_resumes_to_the_bit():
    scene = hinged_pair(stiffness=500.0, damping=5.0)
    scene.add_body(UNIT, mass=1.0, position=(0.2, 0, 40), name="late")
    simulation = sleeping_pair(scene)
    snapshot = simulation.snapshot()
    expected = steps(simulation, 200).state_hash()
    simulation.restore(snapshot)
    assert asleep(simulation, "box0", "box1") == [True, True]
    assert steps(simulation, 200).state_hash() == expected


@pytest.mark.parametrize("concave", [False, True], ids=["boxes", "ring"])
def test_contacts_of_sleepers_bear_their_weight(concave):
    scene = rg.Scene()
    scene.add_ground()
    ring = rg.revolved_mesh([(0.2, -0.1), (0.5, -0.1), (0.5, 0.1), (0.2, 0.1)], 12)
    for k in range(2):
        scene.add_body(ring if concave else UNIT, mass=1.0, position=(0, 0, (0.11 if concave else 0.51) + 1.1 * k))
    simulation = steps(rg.Simulation(scene, SLEEPING), 180)
    assert not simulation.engine.world.bodies.active.any()
    contacts = simulation.contacts()
    on_ground = contacts[(contacts["body_a"] == 0) | (contacts["body_b"] == 0)]
    away = np.where(on_ground["body_a"] == 0, 1.0, -1.0)  # the normal points from a to b
    up = (away * on_ground["impulse"] * on_ground["normal"][:, 2]).sum() * 60.0
    assert up == pytest.approx(2 * 9.81, rel=1e-3)
    np.testing.assert_allclose(on_ground["point"][:, 2], 0.0, atol=2e-3)
