"""Time stepping, by which chattering contacts go on: of second order, within its accuracy, and repeatable."""

import math
import warnings

import numpy as np
import pytest

import rigida as rg
from rigida.precise.tuning import COARSEST, LOOSEN

G = 9.81


def spinning_slide() -> rg.Scene:
    """Return a tripod that slides and turns: friction turns at each foot, and loads have one distribution only."""
    scene = rg.Scene()
    scene.add_ground(friction=0.3)
    motion = {"velocity": (2.0, 0.5, 0.0), "angular_velocity": (0.0, 0.0, 4.0)}
    points = [(0.3, 0, 0), (-0.2, 0.25, 0), (-0.2, -0.25, 0), (0, 0, 0.2)]
    scene.add_body(rg.ConvexHull(points), mass=2.0, friction=0.3, name="tripod", **motion)
    return scene


def stepped_at(h: float, seconds: float) -> np.ndarray:
    """Return where the slide is after equal steps of time stepping."""
    sim = rg.Simulation(spinning_slide(), rg.Precise())
    stepping = sim.engine.chattering.stepping
    sim.engine.begin_chattering()
    for _ in range(round(seconds / h)):
        stepping.step(sim.state, h, h)
    return np.concatenate([sim.state.center[-1], sim.state.attitude[-1]])


def test_errors_of_equal_steps_shrink_with_the_square_of_the_step():
    exact = rg.Simulation(spinning_slide(), rg.Precise())
    exact.run(0.2)
    end = np.concatenate([exact.state.center[-1], exact.state.attitude[-1]])
    errors = [float(np.abs(stepped_at(h, 0.2) - end).max()) for h in (0.02, 0.01, 0.005)]
    assert errors[-1] < 1e-4
    orders = np.log2(np.array(errors[:-1]) / errors[1:])
    assert orders.min() > 1.7


def test_a_slide_that_comes_to_rest_is_as_long_as_the_closed_form():
    scene = rg.Scene()
    scene.add_ground(friction=0.3)
    scene.add_body(
        rg.Box((0.4, 0.4, 0.2)), mass=2.0, position=(0, 0, 0.1), velocity=(1, 0, 0), friction=0.3, name="box"
    )
    sim = rg.Simulation(scene, rg.Precise())
    sim.engine.begin_chattering()
    sim.engine.chattering._quiet = math.inf  # time stepping to the end
    with pytest.warns(rg.RigidaWarning, match=r"Contact chattering from t = 0 s.*'ground' and 'box'.*second order"):
        sim.run(0.5)
    assert sim.engine.chattering.acts
    assert sim.body("box").position[0] == pytest.approx(1.0 / (2.0 * 0.3 * G), abs=1e-5)
    assert np.abs(sim.body("box").velocity).max() < 1e-9
    weight = sim.contacts()["impulse"].sum() / sim.settings.dt
    assert weight == pytest.approx(2.0 * G, rel=1e-6)


def test_a_lower_tolerance_lowers_the_error_of_time_stepping():
    exact = rg.Simulation(spinning_slide(), rg.Precise(tolerance=1e-11))
    exact.run(0.2)
    errors = []
    for tolerance in (1e-6, 1e-9):
        sim = rg.Simulation(spinning_slide(), rg.Precise(tolerance=tolerance, dt=0.1))
        sim.engine.begin_chattering()
        sim.engine.chattering._quiet = math.inf
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", rg.RigidaWarning)
            sim.run(0.2)
        errors.append(float(np.abs(sim.state.center - exact.state.center).max()))
    assert errors[1] < 0.1 * errors[0]
    assert errors[1] < 1e-4


def test_exact_steps_go_on_once_contacts_keep_their_modes():
    sim = rg.Simulation(spinning_slide(), rg.Precise())
    sim.engine.begin_chattering()
    with pytest.warns(rg.RigidaWarning, match="Contact chattering"):
        sim.run(0.05)
    assert not sim.engine.chattering.acts
    assert sim.engine.contacts.holding is not None


def test_a_run_restored_while_contacts_chatter_repeats_to_the_bit():
    sim = rg.Simulation(spinning_slide(), rg.Precise())
    sim.engine.begin_chattering()
    sim.engine.chattering._quiet = math.inf
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", rg.RigidaWarning)
        sim.step()
        kept = sim.engine.snapshot()
        sim.step()
        once = sim.state_hash()
        sim.engine.restore(kept)
        sim.step()
    assert sim.state_hash() == once


def test_accuracy_is_loosened_stepwise_to_a_bound_where_steps_take_too_much_work():
    sim = rg.Simulation(spinning_slide(), rg.Precise())
    chattering = sim.engine.chattering
    before, count = chattering.stepping.accuracy, 0
    while chattering.loosen():
        assert chattering.stepping.accuracy > before
        before, count = chattering.stepping.accuracy, count + 1
    finest = 1e-9 ** (2.0 / 3.0)
    assert count == math.ceil(math.log(COARSEST / finest, LOOSEN) - 1e-9)
    assert before == COARSEST
    chattering.begin(0.0)
    assert chattering.stepping.accuracy == finest
