"""The document's own scheme, as far as its figures say."""

import math

import numpy as np
import pytest

import rigida as rg


def settled(scene, seconds, **settings):
    simulation = rg.Simulation(scene, rg.Realtime(method="document", **settings))
    for _ in range(round(60 * seconds)):
        simulation.step()
    return simulation.state.position


def elastic_cube():
    angle = math.atan(0.5)
    turn = (math.cos(angle / 2), 0, math.sin(angle / 2), 0)
    up = np.array([math.sin(angle), 0, math.cos(angle)])
    surface = {"orientation": turn, "friction": 0.6, "restitution": 1.0}
    scene = rg.Scene()
    scene.add_body(rg.Box((50, 50, 2)), fixed=True, position=tuple(-up), **surface)
    scene.add_body(rg.Box((1, 1, 1)), mass=1.0, position=tuple(0.5 * up), **surface)
    return scene, up


def test_shock_propagation_keeps_a_stack_from_sinking():
    """Popovski 2008, 8.4: ten iterations alone do not carry the weight of the cubes above."""
    scene = rg.Scene()
    scene.add_ground()
    for k in range(4):
        scene.add_body(rg.Box((1, 1, 1)), mass=1.0, position=(0, 0, 0.5 + k))
    with_shocks = settled(scene, 2.0)[1:, 2]
    np.testing.assert_allclose(with_shocks, [0.5, 1.5, 2.5, 3.5], atol=5e-3)
    assert settled(scene, 2.0, shock_propagation=False)[4, 2] < with_shocks[3] - 0.05


def ball(**surface):
    """Return a scene of a ball of a meter that rolls at 2 m/s and spins."""
    scene = rg.Scene()
    scene.add_ground(friction=0.5)
    scene.add_body(rg.Sphere(0.5), name="ball", mass=2.0, position=(0, 0, 0.5), friction=0.5, **surface)
    return scene


@pytest.mark.parametrize("iterations", [4, 10])
def test_rolling_friction_stops_a_ball_where_the_closed_form_says(iterations):
    """Popovski 2008, 7.2: the torque μ_roll N slows a ball that does not slip by g (μ_roll/r)/(1 + 2/5)."""
    scene = ball(velocity=(2, 0, 0), angular_velocity=(0, 4, 0), rolling_friction=0.08)
    rolled = settled(scene, 3.0, contact_iterations=iterations)[1, 0]
    assert rolled == pytest.approx(2.0**2 / (2 * 9.81 * (0.08 / 0.5) / 1.4), rel=0.01)


def test_spinning_friction_slows_a_ball_by_its_lever():
    """Popovski 2008, 7.2: the torque μ_spin N about the normal."""
    sim = rg.Simulation(ball(angular_velocity=(0, 0, 8.0), spinning_friction=0.02), rg.Realtime(method="document"))
    sim.run(1.0)
    assert sim.body("ball").angular_velocity[2] == pytest.approx(8.0 - 9.81 * 0.02 / (0.4 * 0.25), rel=0.01)


@pytest.mark.parametrize("name", ["hinge_and_slider", "pendulum_of_cubes", "locked_cubes"])
def test_joints_move_as_in_the_default_method(name):
    found = []
    for method in ("islands", "document"):
        sim = rg.Simulation(rg.load(name), rg.Realtime(method=method, accuracy=0.0))
        sim.run(1.0)
        found.append(sim.state.position.copy())
    np.testing.assert_allclose(found[1], found[0], atol=1e-6)


def test_elastic_cube_rests_with_restitution_before_forces_and_hops_with_it_after():
    """Popovski 2008, figure 27."""
    scene, up = elastic_cube()
    before, after = (
        abs(settled(scene, 1.0, restitution=kind)[1] @ up - 0.5) for kind in ("before_forces", "after_forces")
    )
    assert before < 2e-3
    assert after > 2 * before


@pytest.mark.parametrize("method", ["islands", "document"])
def test_seesaw_tips_to_the_heavy_cube_and_back_once_it_has_slid_off(method):
    """Popovski 2008, figure 28."""
    sim = rg.Simulation(rg.load("seesaw"), rg.Realtime(method=method))

    def angle():
        w, _, y, _ = sim.body("plank").orientation
        return math.degrees(2.0 * math.atan2(y, w))

    sim.run(1.0)
    assert angle() > 15.0
    assert sim.body("light").position[2] > 1.6
    sim.run(4.0)  # its end strikes the ground and comes up once
    assert angle() < -15.0
    assert sim.body("heavy").position[0] > 3.0 + 0.4
    assert sim.body("light").position[2] < 1.1
