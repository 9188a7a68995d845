"""Velocities and poses set by hand: what joints allow of them is kept, the rest is reported, and the run goes on."""

import warnings

import numpy as np
import pytest
from long_form import cases
from trial_edits import run_edited

import rigida as rg

ENGINES = ("realtime", "precise")


def pendulum(engine):
    scene = rg.Scene(gravity=(0, 0, 0))
    bob = scene.add_body(rg.Sphere(0.1), mass=1.0, position=(1, 0, 0), name="bob")
    scene.add_joint(rg.Revolute(bob, anchor=(0, 0, 0), axis=(0, 1, 0), name="hinge", lower=-1.0, upper=1.5))
    return rg.Simulation(scene, engine, dt=1e-3)


@pytest.mark.parametrize("engine", ENGINES)
def test_velocity_along_the_joint_is_kept_and_turns_the_body(engine):
    sim = pendulum(engine)
    sim.body("bob").velocity = (0, 0, 2)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert sim.step().notes == []
    assert np.linalg.norm(sim.body("bob").velocity) == pytest.approx(2.0, rel=1e-6)
    assert sim.body("bob").angular_velocity[1] == pytest.approx(-2.0, rel=1e-6)


@pytest.mark.parametrize("engine", ENGINES)
def test_velocity_against_the_joint_keeps_what_it_allows_and_says_so(engine):
    sim = pendulum(engine)
    sim.body("bob").velocity = (3, 4, 2)
    with pytest.warns(
        rg.RigidaWarning, match=r"'bob': its velocity was set to \(3, 4, 2\) m/s, which Revolute 'hinge'"
    ):
        report = sim.step()
    assert "it goes on with (0, 0, 2) m/s" in report.notes[0]
    assert np.linalg.norm(sim.body("bob").velocity) == pytest.approx(2.0, rel=1e-6)
    assert sim.joint("hinge").error < 1e-9


@pytest.mark.parametrize("engine", ENGINES)
def test_set_position_is_reached_with_the_orientation_that_goes_with_it(engine):
    sim = pendulum(engine)
    sim.body("bob").position = (np.cos(1.2), 0, -np.sin(1.2))
    sim.step()
    np.testing.assert_allclose(sim.body("bob").position, [np.cos(1.2), 0, -np.sin(1.2)], atol=1e-6)
    assert abs(sim.joint("hinge").position) == pytest.approx(1.2, abs=1e-6)


@pytest.mark.parametrize("engine", ENGINES)
def test_set_position_out_of_reach_ends_at_the_nearest_pose_within_the_limits(engine):
    sim = pendulum(engine)
    sim.body("bob").position = (-5, 3, 0.1)
    with pytest.warns(rg.RigidaWarning, match="position was set"):
        sim.step()
    assert -1.0 - 1e-6 <= sim.joint("hinge").position <= 1.5 + 1e-6
    assert np.linalg.norm(sim.body("bob").position) == pytest.approx(1.0, abs=1e-6)


@pytest.mark.parametrize("engine", ENGINES)
def test_bodies_set_one_after_the_other_to_a_closed_pose_are_left_there(engine):
    scene = rg.Scene(gravity=(0, 0, 0))
    near = scene.add_body(rg.Sphere(0.1), position=(1, 0, 0), name="near")
    far = scene.add_body(rg.Sphere(0.1), position=(2, 0, 0), name="far")
    scene.add_joint(rg.Spherical(near, anchor=(0, 0, 0)))
    scene.add_joint(rg.Distance(far, near))
    sim = rg.Simulation(scene, engine, dt=1e-3)
    quarter = (np.sqrt(0.5), 0, 0, np.sqrt(0.5))
    sim.body("near").position, sim.body("near").orientation = (0, 1, 0), quarter
    sim.body("far").position = (0, 2, 0)
    sim.step()
    np.testing.assert_allclose(sim.body("far").position, [0, 2, 0], atol=1e-12)
    np.testing.assert_allclose(sim.body("near").position, [0, 1, 0], atol=1e-12)


def test_edits_that_wait_for_the_next_step_are_part_of_a_snapshot():
    sim = pendulum("realtime")
    sim.body("bob").velocity = (0, 0, 2)
    kept = sim.snapshot()
    sim.step()
    after = sim.state_hash()
    sim.restore(kept)
    sim.step()
    assert sim.state_hash() == after


@pytest.mark.filterwarnings("ignore:.*anchor")  # random ones may be far from small bodies
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("number", cases(6, 12))
def test_random_velocities_leave_random_mechanisms_running_with_closed_joints(engine, number):
    assert run_edited(number, engine, poses=False) < 1e-6


@pytest.mark.filterwarnings("ignore:.*anchor")  # random ones may be far from small bodies
@pytest.mark.parametrize("number", cases(6, 12))
def test_random_poses_leave_random_mechanisms_running_with_closed_joints(number):
    assert run_edited(number, "realtime", poses=True) < 1e-6
