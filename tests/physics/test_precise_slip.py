"""Slip of resting bodies under growing loads, against closed formulas, in the precise engine.

A load of k t on a body of mass m begins to move it at t₀ = μ m g / k, and then x = k (t − t₀)³ / (6 m).
"""

import math

import numpy as np
import pytest
from scipy.integrate import solve_ivp
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


def ramp(rate, mass, friction, until):
    """Return way and speed under a force that grows at `rate` [N/s]."""
    time = until - friction * mass * G / rate
    return rate * time**3 / (6.0 * mass), rate * time**2 / (2.0 * mass)


def hull():
    return rg.ConvexHull([(0.4, 0, -0.1), (-0.2, 0.35, -0.1), (-0.2, -0.35, -0.1), (0, 0, 0.1)])


#: A shape and the height of its center of mass, for sizes that are tried at random.
SHAPES = {
    "box": lambda draw: (rg.Box(size := draw.uniform(0.2, 1.0, 3)), 0.5 * size[2]),
    "disk": lambda draw: (rg.Cylinder(draw.uniform(0.2, 0.6), height := draw.uniform(0.05, 0.2)), 0.5 * height),
    "tripod": lambda draw: (hull(), 0.05),
}


@pytest.mark.parametrize("kind", SHAPES)
@pytest.mark.parametrize("seed", range(2))
def test_a_growing_force_makes_a_body_slip_at_the_friction_limit(kind, seed):
    draw = np.random.default_rng(seed)
    shape, height = SHAPES[kind](draw)
    mass, friction = 10.0 ** draw.uniform(-2.0, 2.0), draw.uniform(0.1, 0.4)
    scene, body = at_rest(shape, 0.1 if kind == "tripod" else height, mass, friction)
    start = draw.uniform(0.2, 0.6)
    rate, until = friction * mass * G / start, start + draw.uniform(0.2, 0.5)
    angle = draw.uniform(0.0, 2.0 * math.pi)
    along = np.array([math.cos(angle), math.sin(angle), 0.0])
    # It acts level with the floor, so that it tips nothing.
    torque = np.cross([0.0, 0.0, -height], along)
    scene.add_force(rg.UserForce((body,), lambda t, _: (rate * t * along, rate * t * torque)))
    sim = run(scene, until)
    way, speed = ramp(rate, mass, friction, until)
    moved = sim.body("body").position - body.position
    np.testing.assert_allclose(moved, way * along, atol=1e-8)
    np.testing.assert_allclose(sim.body("body").velocity, speed * along, atol=1e-7)
    assert np.abs(sim.body("body").angular_velocity).max() < 1e-7


def test_a_growing_torque_turns_a_box_about_its_middle():
    mass, friction, rate, until, (a, b) = 1.3, 0.3, 3.0, 1.0, (1.0, 0.6)
    scene, body = at_rest(rg.Box((a, b, 0.2)), 0.1, mass, friction)
    scene.add_force(rg.UserForce((body,), lambda t, _: ((0, 0, 0), (0, 0, rate * t))))
    spin = run(scene, until).body("body").angular_velocity[2]
    time = until - friction * mass * G * 0.5 * math.hypot(a, b) / rate
    assert spin == pytest.approx(rate * time**2 / (2.0 * mass * (a * a + b * b) / 12.0), rel=1e-7)


def test_an_interpolated_force_makes_a_box_slip():
    mass, friction, rate, until = 1.3, 0.3, 8.0, 1.0
    scene, body = at_rest(rg.Box((1.0, 0.6, 0.2)), 0.1, mass, friction)
    scene.add_force(rg.InterpolatedForce(body, times=[0.0, 1.5], forces=[(0, 0, 0), (1.5 * rate, 0, 0)]))
    way, speed = ramp(rate, mass, friction, until)
    sim = run(scene, until)
    assert sim.body("body").position[0] == pytest.approx(way, abs=1e-8)
    assert sim.body("body").velocity[0] == pytest.approx(speed, abs=1e-7)


def test_a_force_that_is_switched_on_later_moves_a_box():
    mass, friction, force, start = 1.3, 0.3, 6.0, 0.37
    scene, body = at_rest(rg.Box((1.0, 0.6, 0.2)), 0.1, mass, friction)
    scene.add_force(rg.UserForce((body,), lambda t, _: ((force if t >= start else 0.0, 0, 0), (0, 0, 0))))
    speed = run(scene, 1.0).body("body").velocity[0]
    assert speed == pytest.approx((force / mass - friction * G) * (1.0 - start), abs=1e-7)


def test_a_spring_drawn_at_a_steady_speed_lets_a_box_slip_and_swing():
    mass, friction, stiffness, speed, until = 1.3, 0.3, 40.0, 0.2, 0.9
    scene, body = at_rest(rg.Box((1.0, 0.6, 0.2)), 0.1, mass, friction)
    scene.add_force(
        rg.UserForce((body,), lambda t, motion: ((stiffness * (speed * t - motion.position[0]), 0, 0), (0, 0, 0)))
    )
    time, omega = until - friction * mass * G / (stiffness * speed), math.sqrt(stiffness / mass)
    position = run(scene, until).body("body").position[0]
    assert position == pytest.approx(speed * time - speed / omega * math.sin(omega * time), abs=1e-8)


def test_a_stack_that_is_pulled_below_slips_first_on_the_floor_and_then_between():
    friction, lower, upper, rate, until = 0.3, 1.0, 0.7, 16.0, 0.8
    scene, body = at_rest(rg.Box((1.0, 0.6, 0.2)), 0.1, lower, friction)
    scene.add_body(rg.Box((0.5, 0.4, 0.2)), mass=upper, position=(0, 0, 0.3), friction=friction, name="top")
    scene.add_force(rg.UserForce((body,), lambda t, _: ((rate * t, 0, 0), (0, 0, 0))))
    sim = run(scene, until)
    # Together from t₀ on, until their acceleration is μ g.
    total = lower + upper
    together = friction * G * total / rate
    left = until - 2.0 * together
    speed = rate * together**2 / (2.0 * total)
    assert sim.body("top").velocity[0] == pytest.approx(speed + friction * G * left, abs=1e-7)
    below = speed + friction * G * left + rate * left**2 / (2.0 * lower)
    assert sim.body("body").velocity[0] == pytest.approx(below, abs=1e-7)


def test_a_box_on_a_table_that_tilts_slips_where_gravity_and_inertia_exceed_friction():
    rate, friction, until, height = 1.0, 0.3, 0.45, 0.1

    def pose(t):
        angle = rate * t
        middle = (-0.1 * math.sin(angle), 0.0, -0.1 * math.cos(angle))
        return middle, (math.cos(0.5 * angle), 0.0, math.sin(0.5 * angle), 0.0)

    scene = rg.Scene()
    path = rg.PathFunction(pose)
    scene.add_body(rg.Box((4, 4, 0.2)), position=(0, 0, -0.1), friction=friction, path=path, name="table")
    moving = {"velocity": (height * rate, 0, 0), "angular_velocity": (0, rate, 0)}
    scene.add_body(rg.Box((1, 0.6, 0.2)), mass=1.3, position=(0, 0, height), friction=friction, name="box", **moving)

    def along(t, y):
        """Return rates of the place and speed along the table, in its turning frame."""
        load = G * math.cos(rate * t) - 2.0 * y[1] * rate - height * rate**2
        return [y[1], y[0] * rate**2 + G * math.sin(rate * t) - friction * load]

    start = brentq(lambda t: along(t, (0.0, 0.0))[1], 0.0, until)
    x = solve_ivp(along, (start, until), [0.0, 0.0], rtol=1e-11, atol=1e-13).y[0, -1]
    angle = rate * until
    expected = x * np.array([math.cos(angle), 0, -math.sin(angle)])
    expected += height * np.array([math.sin(angle), 0, math.cos(angle)])
    np.testing.assert_allclose(run(scene, until).body("box").position, expected, atol=1e-8)


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
