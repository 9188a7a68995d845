"""Wheels on other bodies than the ground: boxes that stand, move, tilt and give way."""

import numpy as np
import pytest

import rigida as rg

G = 9.81


def settings(dt):
    return rg.Precise(integrator="rk4", dt=dt, contact="none")


def on_deck(duration, *, brake=1.0, velocity=(0, 0, 0), gravity=G, fps=20, dt=0.002, **deck):
    """Let a model stand 10 m up on a deck, 40 by 10 m and 1 m thick; return the run."""
    scene = rg.Scene(gravity=(0, 0, -gravity))
    scene.add_body(rg.Box((40.0, 10.0, 1.0)), position=(0, 0, 9.5), friction=0.8, name="deck", **deck)
    plane = rg.Airplane.load("model")
    wheel = plane.wheels[1]
    height = 10.0 + wheel.radius - wheel.position[2]
    scene.add_aircraft(plane, position=(0, 0, height), velocity=velocity, brake=brake, name="plane")
    return rg.Simulation(scene, settings(dt)).run(duration, fps=fps)


def test_aircraft_parked_on_a_fixed_deck_stands_still_and_weighs_its_weight():
    run = on_deck(20.0, fixed=True)
    place = run.body("plane").position
    assert np.abs(place[200:] - place[200]).max() < 1e-9
    assert run.channel("plane.wheel_load")[-1] == pytest.approx(rg.Airplane.load("model").mass * G, rel=0.01)


def test_aircraft_rides_on_a_moving_deck_without_creeping():
    run = on_deck(10.0, velocity=(3.0, 0, 0), path=rg.PathFunction(lambda t: (3.0 * t, 0.0, 9.5)))
    aside = run.body("plane").position - run.body("deck").position
    assert np.abs(aside[100:] - aside[100]).max() < 1e-9
    assert run.body("plane").position[-1, 0] > 25.0


def test_aircraft_rolls_off_the_edge_and_falls():
    run = on_deck(6.0, brake=0.0, velocity=(8.0, 0, 0), fixed=True)
    place = run.body("plane").position
    over = place[:, 0] < 19.0
    assert np.abs(place[over, 2] - place[0, 2]).max() < 0.1
    assert place[-1, 0] > 22.0
    assert run.channel("plane.wheel_load")[-1] == 0.0


def test_deck_that_floats_takes_the_reaction_of_the_wheels():
    # Weightless, the aircraft sinks onto a free deck: what its wheels push, the deck gets, in force and in moment.
    run = on_deck(0.5, velocity=(1.0, 0.3, -1.0), gravity=0.0, fps=2000, dt=5e-4, mass=50.0)
    wheels = [wheel.part for wheel in rg.Airplane.load("model").wheels]
    deck = run.body("deck")
    force, moment = np.zeros((2, run.frame_count, 3))
    for wheel in wheels:
        push = -run.channel(f"plane.force {wheel}")
        force += push
        moment += np.cross(run.channel(f"plane.point {wheel}") - deck.position, push)
    impulse, twist = np.trapezoid(force, run.times, axis=0), np.trapezoid(moment, run.times, axis=0)
    assert impulse[2] < -1.0
    np.testing.assert_allclose(50.0 * deck.velocity[-1], impulse, atol=0.01 * abs(impulse[2]))
    inertia = 50.0 / 12.0 * np.array([10.0**2 + 1.0, 40.0**2 + 1.0, 40.0**2 + 10.0**2])
    np.testing.assert_allclose(inertia * deck.angular_velocity[-1], twist, atol=0.01 * np.abs(twist).max())


def test_ground_below_a_deck_still_carries():
    scene = rg.Scene()
    scene.add_ground(friction=0.8)
    scene.add_body(rg.Box((4.0, 4.0, 1.0)), position=(30.0, 0, 5.0), fixed=True, name="deck")
    plane = rg.Airplane.load("model")
    height = plane.wheels[1].radius - plane.wheels[1].position[2]
    scene.add_aircraft(plane, position=(0, 0, height), brake=1.0, name="plane")
    run = rg.Simulation(scene, settings(0.002)).run(5.0, fps=10)
    assert run.channel("plane.wheel_load")[-1] == pytest.approx(plane.mass * G, rel=0.01)
