"""Articulated groups of the realtime engine: how fast they turn, and what may spin without making them slower."""

import numpy as np
import pytest
from plain_kernels import bind

import rigida as rg
from rigida.realtime.articulated.rattle import turn_rate


def spinning_link(angular_velocity, joint=rg.Spherical, **fields):
    scene = rg.Scene(gravity=(0, 0, 0))
    arm = np.array([0.0, 0.0, 0.5])
    velocity = tuple(np.cross(angular_velocity, arm))
    link = scene.add_body(
        rg.Capsule(0.05, 1.0), mass=1.0, position=tuple(arm), velocity=velocity, angular_velocity=angular_velocity
    )
    scene.add_joint(joint(link, anchor=(0, 0, 0), **fields))
    return rg.Simulation(scene, rg.Realtime())


def rate_of(simulation):
    joints, state = simulation.engine.joints, simulation.state
    joints.evaluate(state.time, state)
    return bind(turn_rate, simulation.engine.world.bodies.table, joints.table)(0)


def test_spin_about_the_arm_turns_nothing():
    assert rate_of(spinning_link((0, 0, 30.0))) == pytest.approx(0.0, abs=1e-9)


def test_a_swinging_arm_turns_as_fast_as_its_body():
    assert rate_of(spinning_link((0, 3.0, 0))) == pytest.approx(3.0, rel=1e-6)


def test_a_hinge_turns_with_the_spin_about_it():
    assert rate_of(spinning_link((0, 0, 30.0), rg.Revolute, axis=(0, 0, 1))) == pytest.approx(30.0, rel=1e-6)


def test_links_that_spin_fast_in_a_swinging_chain_keep_their_energy():
    scene, before = rg.Scene(), rg.WORLD
    for k in range(3):
        link = scene.add_body(
            rg.Capsule(0.05, 0.4),
            mass=1.0,
            position=(0.25 + 0.5 * k, 0, 0),
            orientation=(0.5**0.5, 0, 0.5**0.5, 0),
            angular_velocity=(40.0, 0, 0),
            collision_mask=0,
        )
        scene.add_joint(rg.Spherical(link, before, anchor=(0.5 * k, 0, 0)))
        before = link
    sim = rg.Simulation(scene, rg.Realtime())
    start = sim.energy().total
    for _ in range(300):
        sim.step()
        assert sim.energy().total == pytest.approx(start, abs=3e-3)


def test_a_box_that_stands_is_left_without_motion():
    """The impulse that stops it must not push it back in the next step, and so on."""
    scene = rg.Scene()
    scene.add_body(rg.Box((120, 10, 2)), fixed=True, position=(0, 0, -1), friction=0.5)
    scene.add_body(rg.Box((0.1, 0.4, 1.0)), mass=1.0, position=(-39.6, 0, 0.5), friction=0.5)
    sim = rg.Simulation(scene, rg.Realtime())
    for _ in range(120):
        sim.step()
    assert np.abs(sim.state.velocity).max() < 2e-7
    assert np.abs(sim.state.angular_velocity).max() < 2e-7
