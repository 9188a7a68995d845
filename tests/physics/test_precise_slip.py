"""Slip of resting bodies under growing loads, against closed formulas, in the precise engine.

`python benchmarks/precise_slips.py --seed N` draws fresh ones.
"""

import math

import pytest
from long_form import cases
from precise_trials import slips
from scipy.optimize import brentq

import rigida as rg

G = 9.81


def at_rest(shape, height, mass, friction):
    scene = rg.Scene()
    scene.add_ground(friction=friction)
    return scene, scene.add_body(shape, mass=mass, position=(0, 0, height), friction=friction, name="body")


def run(scene, until):
    sim = rg.Simulation(scene, rg.Precise())
    sim.engine.advance(until)
    return sim


def hull():
    return rg.ConvexHull([(0.4, 0, -0.1), (-0.2, 0.35, -0.1), (-0.2, -0.35, -0.1), (0, 0, 0.1)])


@pytest.mark.parametrize("name", slips.FAMILIES)
@pytest.mark.parametrize("trial", cases(2, 20))
def test_slip_begins_where_the_load_reaches_its_limit_and_goes_on_as_coulombs_law_says(name, trial):
    *errors, _ = slips.errors_of(name, 0, trial)
    assert all(error <= mark for error, mark in zip(errors, slips.MARKS, strict=True))


def test_a_force_that_is_switched_on_later_moves_a_box():
    mass, friction, force, start = 1.3, 0.3, 6.0, 0.37
    scene, body = at_rest(rg.Box((1.0, 0.6, 0.2)), 0.1, mass, friction)
    scene.add_force(rg.UserForce((body,), lambda t, _: ((force if t >= start else 0.0, 0, 0), (0, 0, 0))))
    speed = run(scene, 1.0).body("body").velocity[0]
    assert speed == pytest.approx((force / mass - friction * G) * (1.0 - start), abs=1e-7)


def test_a_force_that_rises_and_falls_within_one_step_moves_a_body():
    """The load is zero at both ends of the step and beyond the limit between them."""
    mass, friction, omega = 1.3, 0.3, 5.0
    scene, body = at_rest(hull(), 0.1, mass, friction)
    peak = 1.2 * friction * mass * G

    def push(t, _):
        force = peak * math.sin(omega * t)
        return (force, 0, 0), (0, -0.05 * force, 0)

    scene.add_force(rg.UserForce((body,), push))
    position = run(scene, math.pi / omega).body("body").position[0]
    start = math.asin(1.0 / 1.2) / omega

    def speed(t):
        return peak / (mass * omega) * (math.cos(omega * start) - math.cos(omega * t)) - friction * G * (t - start)

    # It comes to rest before the force has ended.
    rest = brentq(speed, 0.5 * math.pi / omega, math.pi / omega, xtol=1e-15)
    left = rest - start
    swing = math.cos(omega * start) * left - (math.sin(omega * rest) - math.sin(omega * start)) / omega
    assert position == pytest.approx(peak / (mass * omega) * swing - 0.5 * friction * G * left**2, abs=1e-8)


def test_a_slide_that_turns_back_loses_no_speed_where_it_stops():
    """A steady pull against the motion exceeds friction: x = v t − ½ a t² with another a after the turn."""
    mass, friction, speed, pull = 1.3, 0.2, 1.0, 6.0
    scene, body = at_rest(rg.Box((1.0, 0.6, 0.2)), 0.1, mass, friction)
    body.velocity = (speed, 0, 0)
    scene.add_force(rg.ConstantForce(body, (-mass * pull, 0, 0), anchor=(0, 0, 0)))
    turn = speed / (pull + friction * G)
    left = 1.0 - turn
    back = run(scene, 1.0).body("body").velocity[0]
    assert back == pytest.approx(-(pull - friction * G) * left, abs=1e-10)
