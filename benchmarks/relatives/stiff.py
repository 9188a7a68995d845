"""Stiff springs and servos, up to a thousand radians of swing in a step: stable, and at rest where forces balance."""

import math
import sys
from pathlib import Path

import numpy as np

import rigida as rg
from relatives.trial import Draw, relative
from rigida.geometry import Box, Sphere
from rigida.textbook.case import G

sys.path.insert(0, str(Path(__file__).parents[2] / "tests" / "physics"))
from test_realtime_stiff import governor, steps

#: Distance from where forces balance, by what the run began with; excess of a swing over that.
REST, SWING = 1e-3, 0.01


def rate_of(draw: Draw, engine: rg.Realtime) -> float:
    """Return the rate of a swing too fast for the step [rad/s]."""
    return draw.log("ω dt", 1.1, 1000.0) / engine.dt


def on_spring(draw: Draw, engine: rg.Realtime) -> np.ndarray:
    """Return the ways of a weight on a stiff spring from where it comes to rest, by that at the start."""
    rate, mass = rate_of(draw, engine), draw.log("kg", 0.01, 100)
    damping, start = draw.uniform("damping", 0, 2), draw.uniform("start", -0.02, 0.02)
    scene = rg.Scene()
    rest = -1.0 - G / rate**2
    ball = scene.add_body(Sphere(0.1), mass=mass, position=(0, 0, rest + start))
    spring = {"stiffness": mass * rate**2, "damping": 2 * damping * mass * rate, "rest_length": 1.0}
    scene.add_force(rg.Spring(ball, anchor_b=(0, 0, 0), **spring))
    return (steps(rg.Simulation(scene, engine), round(5 / engine.dt))[:, 0, 2] - rest) / start


@relative("stiff", REST)
def weight_on_a_spring_rests(draw: Draw, engine: rg.Realtime) -> float:
    return float(abs(on_spring(draw, engine)[-1]))


@relative("stiff", SWING)
def weight_on_a_spring_swings_no_wider(draw: Draw, engine: rg.Realtime) -> float:
    return float(np.abs(on_spring(draw, engine)).max() - 1)


@relative("stiff", REST)
def weights_on_springs_below_each_other(draw: Draw, engine: rg.Realtime) -> float:
    """Two to six weights, each on a spring below the last: how far from balance any of them is, by 1 m of spring."""
    count, damping = draw.integer("weights", 2, 6), draw.uniform("damping", 0, 2)
    masses, rates = [draw.log(f"kg {k}", 0.1, 10) for k in range(count)], []
    scene, above, place, rest = rg.Scene(), rg.WORLD, 0.0, []
    for k, mass in enumerate(masses):
        rates.append(draw.log(f"ω dt {k}", 1.1, 300.0) / engine.dt)
        below, stiffness = sum(masses[k:]), mass * rates[k] ** 2
        rest.append((rest[-1] if rest else 0.0) - 1.0 - below * G / stiffness)
        ball = scene.add_body(Sphere(0.1), mass=mass, position=(0, 0, -1.01 * (k + 1)))
        ends = {"anchor_b": (0, 0, place)} if k == 0 else {}
        spring = {"stiffness": stiffness, "damping": 2 * damping * mass * rates[k], "rest_length": 1.0}
        scene.add_force(rg.Spring(ball, above, **spring, **ends))
        above = ball
    places = steps(rg.Simulation(scene, engine), round(5 / engine.dt))[:, :, 2]
    return float(np.abs(places[-1] - rest).max())


def balanced_angle(moment: float, stiffness: float) -> float:
    """Return the angle at which a joint's spring bears a level arm that sinks: k θ = M cos θ [rad]."""
    low, high = 0.0, 0.5 * math.pi
    for _ in range(60):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if stiffness * middle < moment * math.cos(middle) else (low, middle)
    return low


def hinged_arm(draw: Draw, engine: rg.Realtime, servo: bool) -> float:
    """Return how far an arm on a stiff joint ends from where forces balance, by its length."""
    rate, mass, length = rate_of(draw, engine), draw.log("kg", 0.01, 100), draw.log("long", 0.1, 2.0)
    inertia, damping = mass * length**2 / 3, draw.uniform("damping", 0 if not servo else 0.1, 2)
    scene = rg.Scene()
    arm = scene.add_body(Box((length, 0.05 * length, 0.05 * length)), mass=mass, position=(0.5 * length, 0, 0))
    stiffness, resists = inertia * rate**2, 2 * damping * inertia * rate
    spring = {"stiffness": stiffness, "damping": resists}
    if servo:
        spring = {"motor": "position", "motor_stiffness": stiffness, "motor_damping": resists}
    scene.add_joint(rg.Revolute(arm, rg.WORLD, anchor=(0, 0, 0), axis=(0, 1, 0), **spring))
    sunk = -steps(rg.Simulation(scene, engine), round(5 / engine.dt))[-1, 0, 2]
    return abs(sunk / (0.5 * length) - math.sin(balanced_angle(0.5 * mass * G * length, stiffness)))


@relative("stiff", REST)
def arm_on_a_joint_spring_rests(draw: Draw, engine: rg.Realtime) -> float:
    return hinged_arm(draw, engine, servo=False)


@relative("stiff", REST)
def arm_on_a_servo_rests(draw: Draw, engine: rg.Realtime) -> float:
    return hinged_arm(draw, engine, servo=True)


@relative("stiff", REST)
def load_on_a_lift_rests(draw: Draw, engine: rg.Realtime) -> float:
    """A servo that lifts a load by 0.3 m: how far from balance it ends, by that."""
    rate, mass, damping = rate_of(draw, engine), draw.log("kg", 0.01, 100), draw.uniform("damping", 0.1, 2)
    scene = rg.Scene()
    load = scene.add_body(Box((0.2, 0.2, 0.2)), mass=mass)
    stiffness, servo = mass * rate**2, {"motor": "position", "motor_target": 0.3}
    servo |= {"motor_stiffness": stiffness, "motor_damping": 2 * damping * mass * rate}
    scene.add_joint(rg.Prismatic(load, rg.WORLD, anchor=(0, 0, 0), axis=(0, 0, 1), **servo))
    height = steps(rg.Simulation(scene, engine), round(5 / engine.dt))[-1, 0, 2]
    return float(abs(height - 0.3 + G / rate**2) / 0.3)


@relative("stiff", REST)
def servo_arm_of_many_links(draw: Draw, engine: rg.Realtime) -> float:
    """How far the tip of a level arm of 5, 10 or 20 links ends from where its servos balance, by the arm's length."""
    count = (5, 10, 20)[draw.integer("5, 10 or 20", 0, 2)]
    size, mass = draw.log("link", 0.05, 0.5), draw.log("kg", 0.05, 5)
    # Soft enough to tell, stiff enough that angles add up: the first gives way by 1e-7 to 1e-2 rad.
    beyond = np.arange(count, 0, -1)
    stiffness = draw.keep("N m", mass * G * size * count**2 / 2 / draw.log("give", 1e-7, 1e-2))
    scene, before = rg.Scene(), rg.WORLD
    shape = Box((size, 0.2 * size, 0.2 * size))
    for i in range(count):
        link = scene.add_body(shape, mass=mass, position=(size * (i + 0.5), 0, 0), collision_mask=0)
        servo = {"motor": "position", "motor_stiffness": stiffness, "motor_damping": 0.01 * stiffness}
        scene.add_joint(rg.Revolute(link, before, anchor=(size * i, 0, 0), axis=(0, 1, 0), **servo))
        before = link
    sim = rg.Simulation(scene, engine)
    sunk = -steps(sim, round(3 / engine.dt))[-1, -1, 2]
    give = mass * G * size * beyond**2 / 2 / stiffness
    return float(abs(sunk - (give * size * (beyond - 0.5)).sum()) / (count * size))


@relative("stiff", 0.1)
def governor_at_other_numbers(draw: Draw, engine: rg.Realtime) -> float:
    """How far the slider of a stiff governor is at most from where the precise engine has it in 1 s, by its swing."""
    stiffness, mass = draw.log("N/m", 2e5, 2e7), draw.uniform("kg", 2, 10)
    damping = draw.keep("N s/m", stiffness * draw.uniform("damping [s]", 0.02, 0.1))
    scene = governor(stiffness, damping, mass)
    found = steps(rg.Simulation(scene, engine), round(1 / engine.dt))[:, 1, 2]
    exact = steps(rg.Simulation(scene, rg.Precise(dt=engine.dt)), len(found))[:, 1, 2]
    return float(np.abs(found - exact).max() / np.ptp(exact))
