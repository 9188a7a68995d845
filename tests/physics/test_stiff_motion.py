"""Stiff springs and dampers: the right motion, in a number of steps that stiffness does not decide."""

import numpy as np
import pytest

import rigida as rg

K, C, G = 1e8, 1e5, 9.81


def hanging(**settings):
    """A kilogram on a spring that is overdamped: time constants of 10 µs and 1 ms."""
    scene = rg.Scene(gravity=(0, 0, -G))
    ball = scene.add_body(rg.Sphere(0.1), mass=1.0, position=(0, 0, -1), name="ball")
    scene.add_force(rg.Spring(ball, rg.WORLD, stiffness=K, damping=C, rest_length=1.0, anchor_b=(0, 0, 0)))
    return rg.Simulation(scene, rg.Precise(**settings))


def sunk(t):
    """Closed form: m ẍ = −k x − c ẋ − m g from rest."""
    fast, slow = (0.5 * (-C - s * np.sqrt(C * C - 4 * K)) for s in (1, -1))
    return -G / K * (1 - (fast * np.exp(slow * t) - slow * np.exp(fast * t)) / (fast - slow))


@pytest.mark.parametrize("settings", [{"integrator": "radau"}, {}], ids=["radau", "switching"])
def test_overdamped_spring_follows_its_closed_form_in_few_steps(settings):
    sim = hanging(**settings)
    steps = 0
    for t in (0.001, 0.002, 0.005, 0.01, 0.1, 1.0):
        report = sim.engine.advance(t)
        steps += report.steps
        assert sim.body("ball").position[2] + 1.0 == pytest.approx(sunk(t), abs=1e-10)
    # An explicit method needs more than c/m / 6.1 = 16 000 steps for one second.
    assert steps < 2000


def test_switch_is_noted_and_can_be_forbidden():
    sim = hanging()
    notes = [note for _ in range(3) for note in sim.step().notes]
    assert len(notes) == 1
    assert "went on with radau" in notes[0]
    stubborn = hanging(switch_when_stiff=False)
    assert sum(stubborn.step().steps for _ in range(3)) > 500


def test_explicit_method_comes_back_when_the_stiff_part_is_gone():
    scene = rg.Scene(gravity=(0, 0, -G))
    ball = scene.add_body(rg.Sphere(0.1), mass=1.0, position=(0, 0, -1), name="ball")

    def damper(time, motion):
        return -1e5 * motion.velocity * (time < 0.5), (0, 0, 0)

    scene.add_force(rg.UserForce((ball,), damper))
    sim = rg.Simulation(scene, rg.Precise(tolerance=1e-7))
    notes = [note for _ in range(120) for note in sim.step().notes]
    assert "went on with radau" in notes[0]
    assert "went on with dop853" in notes[-1]
    speed = sim.body("ball").velocity[2]
    assert speed == pytest.approx(-G / 1e5 - G * 1.5, rel=1e-5)


def test_stiff_joint_spring_on_a_double_pendulum_agrees_with_the_explicit_method():
    def swinging(**settings):
        scene = rg.Scene(gravity=(0, 0, -G))
        a = scene.add_body(rg.Box((1, 0.1, 0.1)), mass=1.0, position=(0.5, 0, 0), name="a")
        b = scene.add_body(rg.Box((1, 0.1, 0.1)), mass=1.0, position=(1.5, 0, 0), name="b")
        scene.add_joint(rg.Revolute(a, anchor=(0, 0, 0), axis=(0, 1, 0)))
        scene.add_joint(rg.Revolute(b, a, anchor=(1, 0, 0), axis=(0, 1, 0), stiffness=1e5, damping=2e3, name="stiff"))
        sim = rg.Simulation(scene, rg.Precise(tolerance=1e-9, **settings))
        steps = sum(sim.step().steps for _ in range(30))
        assert sim.joint("stiff").error < 1e-10
        return sim.body("b").position, steps

    exact, many = swinging(switch_when_stiff=False)
    for settings in ({}, {"integrator": "radau"}):
        position, steps = swinging(**settings)
        np.testing.assert_allclose(position, exact, atol=1e-7)
        assert steps < many / 5


@pytest.mark.parametrize("settings", [{"integrator": "radau"}, {}], ids=["radau", "switching"])
def test_stiff_run_resumes_to_the_bit(settings):
    sim = hanging(**settings)
    sim.run(0.05)
    snapshot, ends = sim.snapshot(), []
    for _ in range(2):
        sim.run(0.2, fps=100)
        ends.append(sim.state_hash())
        sim.restore(snapshot)
    assert ends[0] == ends[1]


def test_frames_read_from_the_implicit_method_lie_on_the_motion():
    sim = hanging(integrator="radau", dense_frames=True)
    run = sim.run(0.5, fps=1000)
    np.testing.assert_allclose(run.position[:, 0, 2] + 1.0, [sunk(t) for t in run.times], atol=1e-10)
