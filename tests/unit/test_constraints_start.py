"""States that miss a joint: small amounts are put right and told, others are refused by name, amount and remedy."""

import numpy as np
import pytest

import rigida as rg


def pendulum(gap=0.0, velocity=(0, 0, 0), **settings):
    scene = rg.Scene()
    ball = scene.add_body(rg.Sphere(0.1), mass=1.0, position=(1, 0, 0), velocity=velocity, name="ball")
    scene.add_joint(rg.Spherical(ball, anchor=(0, 0, 0), anchor_b=(0, 0, gap), name="hook"))
    return rg.Simulation(scene, rg.Precise(**settings))


def test_small_gap_is_closed_with_a_warning_that_names_joint_and_amount():
    with pytest.warns(rg.RigidaWarning, match=r"'hook': it is open by 0.0005 m at the start"):
        sim = pendulum(gap=5e-4)
    assert sim.joint("hook").error < 1e-12


def test_large_gap_is_refused():
    with pytest.raises(rg.ModelError, match=r"'hook': it is open by 0.01 m .* `start_tolerance` = 0.001 is put right"):
        pendulum(gap=0.01)


def test_large_gap_is_closed_where_mend_allows_it():
    with pytest.warns(rg.RigidaWarning, match="open by 0.01 m"):
        assert pendulum(gap=0.01, start_tolerance=0.1).joint("hook").error < 1e-12


def test_velocity_against_the_joint_is_refused_or_projected():
    with pytest.raises(rg.ModelError, match=r"'hook': it is opened at 2 m/s .* velocities that it allows"):
        pendulum(velocity=(2, 0, 0))
    with pytest.warns(rg.RigidaWarning, match="opened at 2 m/s"):
        sim = pendulum(velocity=(2, 0, 1), start_tolerance=10.0)
    # What is left turns about the hook: the moment of momentum about it is kept.
    inertia = 0.4 * 0.1**2
    np.testing.assert_allclose(sim.body("ball").angular_velocity, [0, -1 / (1 + inertia), 0], rtol=1e-12)
    np.testing.assert_allclose(sim.body("ball").velocity, [0, 0, 1 / (1 + inertia)], atol=1e-12)


def test_rounding_is_closed_in_silence():
    assert pendulum(gap=1e-11).joint("hook").error < 1e-13


def test_over_constrained_start_is_refused():
    scene = rg.Scene()
    ball = scene.add_body(rg.Sphere(0.1), mass=1.0, name="ball")
    scene.add_joint(rg.Spherical(ball, anchor=(1, 0, 0), anchor_b=(1, 0, 5e-4), name="east"))
    scene.add_joint(rg.Spherical(ball, anchor=(-1, 0, 0), name="west"))
    scene.add_joint(rg.Distance(ball, anchor_b=(0, 0, 1), length=1.0008, name="top"))
    with (
        pytest.warns(rg.RigidaWarning),
        pytest.raises(rg.ModelError, match=r"'\w+': it cannot be closed together with the other joints.*over-constr"),
    ):
        rg.Simulation(scene)


def test_joint_between_bodies_that_cannot_move_is_refused():
    scene = rg.Scene()
    wall = scene.add_body(rg.Box((1, 1, 1)), fixed=True, name="wall")
    scene.add_body(rg.Sphere(0.1), position=(0, 0, 3))
    scene.add_joint(rg.Fixed(wall, name="weld"))
    with pytest.raises(rg.ModelError, match=r"Fixed 'weld': forces move neither of its ends \('wall'\)"):
        rg.Simulation(scene)


def test_start_beyond_a_stop_is_brought_to_it():
    scene = rg.Scene()
    rod = scene.add_body(rg.Box((1, 0.1, 0.1)), position=(0.5, 0, 0), name="rod")
    scene.add_joint(rg.Revolute(rod, anchor=(0, 0, 0), axis=(0, 1, 0), lower=0.5, upper=1.0, name="flap"))
    with pytest.warns(rg.RigidaWarning, match="Joint 'flap': it starts at 0, outside its limits; moved to 0.5"):
        sim = rg.Simulation(scene)
    assert sim.joint("flap").position == pytest.approx(0.5, abs=1e-12)
    np.testing.assert_allclose(sim.body("rod").position, [0.5 * np.cos(0.5), 0, -0.5 * np.sin(0.5)], atol=1e-12)


def test_contradicting_motions_are_refused():
    scene = rg.Scene()
    wheel = scene.add_body(rg.Sphere(0.1), mass=1.0)
    up = rg.PathFunction(lambda t: (0, 0, 0.5 * t))
    scene.add_joint(rg.PointOnPath(wheel, path=up, name="lift"))
    scene.add_joint(rg.Spherical(wheel, anchor=(0, 0, 0), name="pin"))
    with (
        pytest.warns(rg.RigidaWarning),
        pytest.raises(rg.ModelError, match=r"no velocities satisfy it together with the other joints"),
    ):
        rg.Simulation(scene, rg.Precise(start_tolerance=1.0))


def test_state_changed_by_hand_is_put_on_the_joint_before_the_next_step():
    sim = pendulum()
    sim.body("ball").velocity = (0, 3, 0)
    sim.step()
    assert sim.body("ball").velocity[1] == pytest.approx(3.0, rel=sim.settings.dt)  # it turns about the hook by 3 dt
    sim.body("ball").angular_velocity = (0, 0, 3)
    sim.step()
    assert sim.joint("hook").error < 1e-12


@pytest.mark.parametrize("at", [0.5, 0.50001, 0.512345])
def test_path_that_jumps_ends_the_run_and_names_the_joint(at):
    scene = rg.Scene()
    ball = scene.add_body(rg.Sphere(0.1), mass=1.0)
    scene.add_joint(rg.PointOnPath(ball, path=rg.PathFunction(lambda t: (0, 0, 0.1 * (t > at))), name="rail"))
    with pytest.raises(rg.DivergedError, match=r"PointOnPath 'rail': its path jumps at t = 0\.5"):
        rg.Simulation(scene, "precise").run(1.0)


def test_smooth_path_is_followed():
    scene = rg.Scene()
    ball = scene.add_body(rg.Sphere(0.1), mass=1.0, name="ball")
    wave = rg.PathFunction(lambda t: (0, 0, 1 - np.cos(8 * t)))
    scene.add_joint(rg.PointOnPath(ball, path=wave))
    sim = rg.Simulation(scene, "precise")
    sim.run(1.0)
    np.testing.assert_allclose(sim.body("ball").position[2], 1 - np.cos(8), atol=1e-12)


def test_mechanism_that_cannot_follow_its_trajectory_is_told():
    scene = rg.Scene()
    crank = scene.add_body(rg.Box((1, 0.1, 0.1)), mass=1.0, position=(0.5, 0, 0))
    scene.add_joint(
        rg.Revolute(
            crank, anchor=(0, 0, 0), axis=(0, 1, 0), trajectory=rg.JointTrajectory([0, 1], [0, 2]), name="drive"
        )
    )
    scene.add_joint(rg.Distance(crank, anchor_a=(1, 0, 0), anchor_b=(1, 0, 2), name="tie"))
    with pytest.raises(rg.RigidaError, match=r"'(drive|tie)': it cannot be kept closed at t = "):
        rg.Simulation(scene, "precise").run(1.0)
