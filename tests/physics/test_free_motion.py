"""Closed formulas beside the simulation: bodies under simple forces."""

import numpy as np
import pytest

import rigida as rg

PRECISE = rg.Precise(tolerance=1e-12)


def particle(**body):
    scene = rg.Scene()
    return scene, scene.add_body(None, mass=2.0, name="p", **body)


def test_thrown_body_follows_the_parabola():
    scene, _ = particle(position=(1, 2, 3), velocity=(4, 5, 6))
    run = rg.Simulation(scene, PRECISE).run(2.0, fps=10)
    t = run.times[:, None]
    exact = np.array([1, 2, 3]) + np.array([4, 5, 6]) * t + 0.5 * np.array([0, 0, -9.81]) * t**2
    np.testing.assert_allclose(run.position[:, 0], exact, atol=1e-12)


def test_thrown_body_follows_the_parabola_at_fixed_step_too():
    scene, _ = particle(velocity=(4, 5, 6))
    run = rg.Simulation(scene, rg.Precise(integrator="moser_veselov", dt=0.01)).run(2.0, fps=10)
    exact = 6 * run.times - 0.5 * 9.81 * run.times**2
    np.testing.assert_allclose(run.position[:, 0, 2], exact, atol=1e-12)


def test_spring_oscillates_with_the_frequency_of_its_stiffness():
    scene = rg.Scene(gravity=(0, 0, 0))
    body = scene.add_body(None, mass=2.0, position=(0, 0, 3))
    scene.add_force(rg.Spring(body, rg.WORLD, stiffness=50.0, rest_length=2.0))
    run = rg.Simulation(scene, PRECISE).run(3.0, fps=20)
    np.testing.assert_allclose(run.position[:, 0, 2], 2.0 + np.cos(5.0 * run.times), atol=1e-9)
    assert run.energy_drift < 1e-11


def test_damped_spring_decays_exponentially():
    scene = rg.Scene(gravity=(0, 0, 0))
    body = scene.add_body(None, mass=1.0, position=(0, 0, 3))
    scene.add_force(rg.Spring(body, rg.WORLD, stiffness=26.0, damping=2.0, rest_length=2.0))
    run = rg.Simulation(scene, PRECISE).run(3.0, fps=20)
    exact = 2.0 + np.exp(-run.times) * (np.cos(5.0 * run.times) + np.sin(5.0 * run.times) / 5.0)
    np.testing.assert_allclose(run.position[:, 0, 2], exact, atol=1e-9)


def test_quadratic_drag_reaches_terminal_velocity():
    scene, body = particle()
    scene.add_force(rg.Drag(body, quadratic=0.5))
    run = rg.Simulation(scene, PRECISE).run(5.0, fps=4)
    terminal = np.sqrt(2.0 * 9.81 / 0.5)
    np.testing.assert_allclose(run.velocity[:, 0, 2], -terminal * np.tanh(9.81 * run.times / terminal), atol=1e-9)


def test_linear_drag_in_wind_carries_the_body_along():
    scene = rg.Scene(gravity=(0, 0, 0))
    body = scene.add_body(None, mass=2.0)
    scene.add_force(rg.Drag(body, linear=1.0, medium_velocity=(3, 0, 0)))
    run = rg.Simulation(scene, PRECISE).run(4.0, fps=4)
    np.testing.assert_allclose(run.velocity[:, 0, 0], 3.0 * (1.0 - np.exp(-run.times / 2.0)), atol=1e-10)


def test_two_bodies_that_attract_orbit_with_keplers_period():
    scene = rg.Scene(gravity=(0, 0, 0))
    speed = np.sqrt(1.0 / 4.0)  # unit masses 1 m from their center: G m / d² = v²/1 with d = 2
    a = scene.add_body(None, mass=1.0, position=(1, 0, 0), velocity=(0, speed, 0))
    b = scene.add_body(None, mass=1.0, position=(-1, 0, 0), velocity=(0, -speed, 0))
    scene.add_force(rg.Attraction((a, b), constant=1.0))
    period = 2 * np.pi / speed
    run = rg.Simulation(scene, PRECISE).run(period, fps=8 / period)
    np.testing.assert_allclose(run.position[-1, 0], [1, 0, 0], atol=1e-9)
    np.testing.assert_allclose(np.linalg.norm(run.position[:, 0], axis=1), 1.0, atol=1e-9)
    assert np.abs(run.linear_momentum).max() < 1e-14


def test_constant_torque_about_a_principal_axis_gives_uniform_angular_acceleration():
    scene = rg.Scene(gravity=(0, 0, 0))
    body = scene.add_body(None, mass=1.0, inertia=(1, 2, 2.5))
    scene.add_force(rg.Torque(body, (0, 0, 5)))
    run = rg.Simulation(scene, PRECISE).run(3.0, fps=10)
    np.testing.assert_allclose(run.angular_velocity[:, 0, 2], 2.0 * run.times, atol=1e-11)


def test_symmetric_top_precesses_with_l_over_transverse_inertia():
    scene = rg.Scene(gravity=(0, 0, 0))
    scene.add_body(None, mass=1.0, inertia=(1, 1, 1.8), angular_velocity=(0.5, 0, 2.0))
    run = rg.Simulation(scene, PRECISE).run(5.0, fps=20)
    momentum = np.array([0.5, 0.0, 3.6])
    rate = np.linalg.norm(momentum) / 1.0
    from rigida.math.axis_angle import quaternion_from_axis_angle_array
    from rigida.math.quaternion import rotate_array

    axis = rotate_array(run.orientation[:, 0], np.array([0.0, 0.0, 1.0]))
    turned = rotate_array(quaternion_from_axis_angle_array(momentum, rate * run.times), np.array([0.0, 0.0, 1.0]))
    np.testing.assert_allclose(axis, turned, atol=1e-9)


def test_blow_off_center_gives_speed_and_spin():
    scene = rg.Scene(gravity=(0, 0, 0))
    body = scene.add_body(rg.Box((1, 1, 1)), mass=6.0)
    scene.add_force(rg.Impulse(body, (3, 0, 0), anchor=(0, 0.5, 0)))
    simulation = rg.Simulation(scene, PRECISE)
    assert not simulation.body(body.name).velocity.any()
    simulation.step()
    np.testing.assert_allclose(simulation.body(body.name).velocity, [0.5, 0, 0], atol=1e-15)
    np.testing.assert_allclose(simulation.body(body.name).angular_velocity, [0, 0, -1.5], atol=1e-12)


@pytest.mark.parametrize("settings", [PRECISE, rg.Precise(integrator="rk4", dt=0.1)])
def test_blow_at_a_later_time_acts_then(settings):
    scene = rg.Scene(gravity=(0, 0, 0))
    body = scene.add_body(None, mass=2.0)
    scene.add_force(rg.Impulse(body, (4, 0, 0), time=0.5))
    run = rg.Simulation(scene, settings).run(1.0, fps=10)
    np.testing.assert_allclose(run.position[:, 0, 0], np.maximum(0.0, 2.0 * (run.times - 0.5)), atol=1e-12)


def test_force_that_switches_on_and_off_does_the_exact_work():
    scene = rg.Scene(gravity=(0, 0, 0))
    body = scene.add_body(None, mass=1.0)
    scene.add_force(rg.InterpolatedForce(body, [0.313, 0.777], [(1, 0, 0), (1, 0, 0)]))
    run = rg.Simulation(scene, rg.Precise(tolerance=1e-9)).run(1.0, fps=1)
    assert run.velocity[-1, 0, 0] == pytest.approx(0.777 - 0.313, abs=1e-14)


def test_thrust_through_the_center_lifts_without_turning():
    scene = rg.Scene(gravity=(0, 0, -9.8))
    rocket = scene.add_body(rg.Cone(0.3, 2.0), mass=10.0, name="rocket")
    scene.add_force(rg.ConstantForce(rocket, (0, 0, 150), frame="body", anchor=(0, 0, -1)))
    run = rg.Simulation(scene, PRECISE).run(2.0, fps=2)
    assert np.abs(run.angular_velocity).max() < 1e-15
    assert run.velocity[-1, 0, 2] == pytest.approx((15.0 - 9.8) * 2.0, rel=1e-12)


def test_user_force_is_like_the_built_in_one():
    def spring(time, motion):
        return -50.0 * motion.center, (0, 0, 0)

    scenes = []
    for user in (True, False):
        scene = rg.Scene(gravity=(0, 0, 0))
        body = scene.add_body(None, mass=2.0, position=(1, 0, 0), velocity=(0, 1, 0))
        force = (
            rg.UserForce((body,), spring, potential=lambda t, m: 25.0 * float(m.center @ m.center))
            if user
            else rg.Spring(body, rg.WORLD, stiffness=50.0, rest_length=0.0)
        )
        scene.add_force(force)
        scenes.append(rg.Simulation(scene, PRECISE).run(1.0, fps=10))
    np.testing.assert_allclose(scenes[0].position, scenes[1].position, atol=1e-12)
    np.testing.assert_allclose(scenes[0].energy.total, scenes[1].energy.total, rtol=1e-12)


def test_body_on_a_path_drags_another_by_a_spring():
    scene = rg.Scene(gravity=(0, 0, 0))
    times = np.linspace(0, np.pi, 31)  # at rest at both ends, as a path must be
    path = rg.Path(times, np.column_stack([0 * times, 0 * times, 1.0 - np.cos(times)]))
    leader = scene.add_body(None, mass=1.0, path=path, name="leader")
    follower = scene.add_body(None, mass=1.0, name="follower")
    scene.add_force(rg.Spring(follower, leader, stiffness=4.0, rest_length=0.0))
    run = rg.Simulation(scene, PRECISE).run(3.0, fps=10)
    z = run.position[:, run.names.index("follower"), 2]
    # z̈ = 4 (1 − cos t − z): z = 1 − (4/3) cos t + (1/3) cos 2t. The cubic spline is off by h⁴/384 = 3e-7.
    np.testing.assert_allclose(z, 1 - 4 / 3 * np.cos(run.times) + np.cos(2 * run.times) / 3, atol=1e-6)


def test_energy_of_a_free_top_at_fixed_step_does_not_drift_whatever_the_step():
    for dt in (0.5, 0.1, 0.01):
        scene = rg.Scene(gravity=(0, 0, 0))
        scene.add_body(rg.Box((1, 0.6, 0.2)), mass=10.0, angular_velocity=(0.02, 4.0, 0.02))
        run = rg.Simulation(scene, rg.Precise(integrator="moser_veselov", dt=dt)).run(50.0, fps=2)
        assert run.energy_drift < 1e-12
        np.testing.assert_array_equal(run.angular_momentum, np.broadcast_to(run.angular_momentum[0], (101, 3)))
