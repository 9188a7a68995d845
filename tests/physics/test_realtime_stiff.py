"""Stiff springs, servos and drag in the realtime engine: stable at its default step, at rest where forces balance."""

import math

import numpy as np
import pytest

import rigida as rg

G, DT = 9.81, 1 / 60


def steps(sim, count):
    """Take steps; return the centers after each (count, n, 3)."""
    places = []
    for _ in range(count):
        sim.step()
        places.append(sim.state.center.copy())
    return np.array(places)


@pytest.mark.parametrize("damping", [0.0, 1.0])
@pytest.mark.parametrize("stiffness", [1.1, 3.0, 30.0, 1000.0])
def test_spring_of_any_stiffness_comes_to_rest_where_it_bears_the_weight(stiffness, damping):
    """stiffness: ω dt of a kilogram; damping: part of the critical one."""
    rate = stiffness / DT
    scene = rg.Scene()
    ball = scene.add_body(rg.Sphere(0.1), mass=1.0, position=(0, 0, -1.01))
    spring = {"stiffness": rate**2, "damping": 2 * damping * rate, "rest_length": 1.0}
    scene.add_force(rg.Spring(ball, anchor_b=(0, 0, 0), **spring))
    height = steps(rg.Simulation(scene, rg.Realtime()), 300)[:, 0, 2]
    assert np.abs(height + 1.0).max() <= 0.0101
    assert height[-1] == pytest.approx(-1.0 - G / rate**2, rel=0, abs=1e-12 + 1e-6 * G / rate**2)


def test_spring_below_the_limit_keeps_its_energy():
    scene = rg.Scene(gravity=(0, 0, 0))
    ball = scene.add_body(rg.Sphere(0.1), mass=1.0, position=(0, 0, -1.1))
    scene.add_force(rg.Spring(ball, anchor_b=(0, 0, 0), stiffness=(0.5 / DT) ** 2, rest_length=1.0))
    height = steps(rg.Simulation(scene, rg.Realtime()), 600)[:, 0, 2] + 1.0
    assert np.abs(height[-60:]).max() == pytest.approx(0.1, rel=0.03)


def test_pair_on_a_stiff_spring_turns_on_with_its_angular_momentum():
    scene = rg.Scene(gravity=(0, 0, 0))
    ends = [
        scene.add_body(rg.Sphere(0.1), mass=1.0, position=(x, 0, 0), velocity=(0, 3 * x, 0), collision_mask=0)
        for x in (-1, 1)
    ]
    scene.add_force(rg.Spring(*ends, stiffness=1e7, damping=100.0))
    sim = rg.Simulation(scene, rg.Realtime())
    before = sim.momentum().angular
    places = steps(sim, 300)
    # The force acts along the line between the midpoints that a first solution has predicted.
    np.testing.assert_allclose(sim.momentum().angular, before, rtol=1e-2 * rg.Realtime().accuracy, atol=1e-9)
    assert np.linalg.norm(places[:, 1] - places[:, 0], axis=1) == pytest.approx(2.0, rel=0.01)


def test_beam_on_a_spring_to_a_body_that_a_joint_holds_gains_no_energy():
    """A joint holds the ball as contacts would: the force of the spring must not act on it one step late."""
    scene = rg.Scene(gravity=(0, 0, 0))
    ball = scene.add_body(rg.Sphere(0.2), mass=0.7)
    scene.add_joint(rg.Revolute(ball, axis=(0, 0, 1), dry_friction=5.0))
    beam = scene.add_body(rg.Box((0.08, 0.05, 0.7)), mass=9.0, position=(0.9, 0, 0), velocity=(0.3, 0.1, 0.2))
    scene.add_force(rg.Spring(beam, ball, stiffness=100.0, anchor_a=(0.8, -0.2, 0)))
    sim = rg.Simulation(scene, rg.Realtime(dt=1 / 30))
    energies = [sim.energy().total for _ in range(90) if sim.step()]
    assert max(energies) <= 1.001 * energies[0]


def test_forces_that_turn_with_a_body_keep_their_energy_however_fast_it_turns():
    """A constant force at a point of a body has a potential; between steps the point turns by 1.7 rad."""
    scene = rg.Scene(gravity=(0, 0, 0))
    cone = scene.add_body(rg.Cone(0.1, 0.4), mass=1.2, angular_velocity=(50, 15, 0))
    scene.add_force(rg.ConstantForce(cone, (5, 2, 1), anchor=(0.1, 0.2, 0.1)))
    sim = rg.Simulation(scene, rg.Realtime(dt=1 / 30))
    energies = [sim.energy() for _ in range(30) if sim.step()]
    drift = np.ptp([energy.total for energy in energies])
    assert drift < 2e-3 * max(energy.kinetic for energy in energies)


def governor(stiffness=8e5, damping=4e4, mass=5.0):
    """The stiff governor of the library of multibody benchmarks (González et al. 2006, A05), or one like it."""
    scene, turn, density = rg.Scene(), np.array([0, 0, 2 * math.pi]), 3000.0
    rod = {"shape": rg.Box((0.01, 0.01, 1.0)), "density": density, "angular_velocity": turn, "collision_mask": 0}
    shaft = scene.add_body(position=(0, 0, -0.5), name="shaft", **rod)
    scene.add_joint(rg.Revolute(shaft, anchor=(0, 0, 0), axis=(0, 0, 1)))
    slider = scene.add_body(**(rod | {"shape": rg.Box((0.1, 0.1, 0.1))}), position=(0, 0, -0.5), name="slider")
    scene.add_joint(rg.Prismatic(slider, shaft, anchor=(0, 0, -0.5), axis=(0, 0, 1)))
    for sign in (1, -1):
        end = np.array([sign * math.cos(math.pi / 6), 0, -0.5])
        lying = (math.cos(math.pi / 6), 0, -sign * math.sin(math.pi / 6), 0)
        arm = scene.add_body(position=end / 2, orientation=lying, velocity=np.cross(turn, end / 2), **rod)
        weight = {"mass": mass, "velocity": np.cross(turn, end), "angular_velocity": turn, "collision_mask": 0}
        ball = scene.add_body(rg.Sphere(0.02), position=end, **weight)
        scene.add_joint(rg.Fixed(arm, ball, anchor=end))
        scene.add_joint(rg.Revolute(arm, shaft, anchor=(0, 0, 0), axis=(0, 1, 0)))
        spring = {"stiffness": stiffness, "damping": damping, "rest_length": 0.5, "anchor_b": end / 2}
        scene.add_force(rg.Spring(slider, arm, **spring))
    return scene


def test_governor_runs_at_the_default_step_as_it_was_published():
    sim = rg.Simulation(governor(), rg.Realtime())
    before = sim.momentum().angular[2]
    height = steps(sim, 180)[:, 1, 2]
    # The precise engine's slider, every quarter of a second; it swings through 0.2 m.
    exact = [-0.39513, -0.29118, -0.38083, -0.49902, -0.40951, -0.29302]
    exact += [-0.36688, -0.49584, -0.42370, -0.29665, -0.35352, -0.49063]
    np.testing.assert_allclose(height[14::15], exact, atol=0.02)
    assert sim.momentum().angular[2] == pytest.approx(before, rel=0.005)


@pytest.mark.parametrize("stiffness", [1e5, 1e7, 1e9])
def test_servo_arm_of_ten_links_holds_its_pose(stiffness):
    scene, before = rg.Scene(), rg.WORLD
    for i in range(10):
        link = scene.add_body(rg.Box((0.2, 0.05, 0.05)), mass=1.0, position=(0.2 * i + 0.1, 0, 0), collision_mask=0)
        servo = {"motor": "position", "motor_stiffness": stiffness, "motor_damping": 0.01 * stiffness}
        scene.add_joint(rg.Revolute(link, before, anchor=(0.2 * i, 0, 0), axis=(0, 1, 0), **servo))
        before = link
    sim = rg.Simulation(scene, rg.Realtime())
    sunk = steps(sim, 180)[:, :, 2]
    # Each servo gives way by the torque of the links beyond it.
    beyond = np.arange(10, 0, -1)
    give = G * 0.2 * beyond**2 / 2 / stiffness
    tip = (give * 0.2 * (beyond - 0.5)).sum()
    assert -sunk[-1, -1] == pytest.approx(tip, rel=0.02, abs=5e-4)
    assert np.abs(sunk).max() < 1.2 * tip + 1e-3
    assert np.abs(sim.state.velocity).max() < 1e-3


@pytest.mark.parametrize(("linear", "quadratic"), [(100.0, 0.0), (1e6, 0.0), (0.0, 10.0), (0.0, 1e4), (50.0, 1e3)])
def test_drag_of_any_strength_leads_to_the_terminal_speed(linear, quadratic):
    scene = rg.Scene()
    ball = scene.add_body(rg.Sphere(0.1), mass=1.0, velocity=(5, 0, 0), angular_velocity=(0, 0, 9), name="ball")
    scene.add_force(rg.Drag(ball, linear=linear, quadratic=quadratic, angular=10.0, medium_velocity=(1, 0, 0)))
    sim = rg.Simulation(scene, rg.Realtime())
    steps(sim, 120)
    terminal = 2 * G / (linear + math.sqrt(linear**2 + 4 * quadratic * G))
    np.testing.assert_allclose(sim.body("ball").velocity, [1, 0, -terminal], rtol=1e-6, atol=1e-8)
    np.testing.assert_allclose(sim.body("ball").angular_velocity, 0.0, atol=1e-6)


def test_stiff_spring_presses_a_box_on_the_ground_with_its_force():
    scene = rg.Scene()
    scene.add_ground()
    box = scene.add_body(rg.Box((0.2, 0.2, 0.2)), mass=1.0, position=(0, 0, 0.1), name="box")
    scene.add_force(rg.Spring(box, anchor_a=(0, 0, 0.2), anchor_b=(0, 0, 1.2), stiffness=1e6, rest_length=1.001))
    sim = rg.Simulation(scene, rg.Realtime())
    steps(sim, 60)
    gap = sim.body("box").position[2] - 0.1
    pressing = 1e6 * (0.001 + gap) + G
    assert sim.contacts()["impulse"].sum() / DT == pytest.approx(pressing, rel=1e-3)


def test_run_with_stiff_springs_resumes_to_the_bit():
    sim = rg.Simulation(governor(), rg.Realtime())
    steps(sim, 10)
    kept = sim.snapshot()
    steps(sim, 10)
    end = sim.state_hash()
    sim.restore(kept)
    steps(sim, 10)
    assert sim.state_hash() == end
