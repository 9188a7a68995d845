"""Scenes of any size move alike: lengths scaled by s, times and steps by √s. Errors are parts of the scene's size."""

import math
from collections.abc import Callable

import numpy as np

import rigida as rg
from relatives.trial import Draw, relative
from rigida.geometry import Box, Cylinder, Sphere

MARK, STEPS = 0.01, 45


def differs(draw: Draw, engine: rg.Realtime, make: Callable[[float], rg.Scene]) -> float:
    """Return how far a scene scaled at random ends from what it does at size 1: places and orientations."""
    places, scale = [], draw.log("scale", 1e-3, 1e3)
    for s in (1.0, scale):
        sim = rg.Simulation(make(s), rg.Realtime(dt=math.sqrt(s) * engine.dt))
        for _ in range(round(STEPS / (60 * engine.dt))):
            sim.step()
        places.append(np.concatenate([sim.state.position[1:] / s, sim.state.orientation[1:, 1:]], axis=1))
    return float(np.abs(places[0] - places[1]).max())


@relative("scale", MARK)
def box_thrown_spinning(draw: Draw, engine: rg.Realtime) -> float:
    friction, speed, spin = draw.uniform("μ", 0.1, 0.7), draw.uniform("m/s", 0.5, 3), draw.uniform("rad/s", -10, 10)
    size, direction = draw.rng.uniform(0.2, 0.8, 3) * (1, 1, 0.5), draw.uniform("direction", 0, 6.28)

    def make(s: float) -> rg.Scene:
        scene, v = rg.Scene(), speed * math.sqrt(s)
        scene.add_ground(friction=friction)
        start = {
            "velocity": (v * math.cos(direction), v * math.sin(direction), 0),
            "position": (0, 0, 0.5 * s * size[2]),
        }
        start["angular_velocity"] = (0, 0, spin / math.sqrt(s))
        scene.add_body(Box(tuple(s * size)), density=500, friction=friction, **start)
        return scene

    return differs(draw, engine, make)


@relative("scale", MARK)
def column_that_falls_over(draw: Draw, engine: rg.Realtime) -> float:
    slim, lean = draw.uniform("width", 0.1, 0.4), draw.uniform("lean beyond", 0.05, 0.3)
    angle = math.atan(slim) + lean
    height = 0.5 * (math.cos(angle) + slim * math.sin(angle))

    def make(s: float) -> rg.Scene:
        scene = rg.Scene()
        scene.add_ground(friction=0.8)
        start = {"position": (0, 0, height * s), "orientation": rg.axis_angle((0, 1, 0), angle)}
        scene.add_body(Box((slim * s, slim * s, s)), density=500, friction=0.8, **start)
        return scene

    return differs(draw, engine, make)


@relative("scale", MARK)
def stack_and_ball(draw: Draw, engine: rg.Realtime) -> float:
    restitution, drop, shift = draw.uniform("ε", 0, 0.9), draw.uniform("drop", 0.02, 0.2), draw.uniform("shift", 0, 0.1)

    def make(s: float) -> rg.Scene:
        scene = rg.Scene()
        scene.add_ground(restitution=0.0)
        for k in range(3):
            place = (shift * k * s, 0, (0.5 + drop + (1 + drop) * k) * s)
            scene.add_body(Box((s, s, s)), density=500, position=place)
        scene.add_body(Sphere(0.5 * s), density=500, position=(3 * s, 0, s), restitution=restitution)
        return scene

    return differs(draw, engine, make)


@relative("scale", MARK)
def disk_thrown_spinning(draw: Draw, engine: rg.Realtime) -> float:
    friction, speed, spin = draw.uniform("μ", 0.1, 0.7), draw.uniform("m/s", 0.5, 3), draw.uniform("rad/s", -10, 10)

    def make(s: float) -> rg.Scene:
        scene, root = rg.Scene(), math.sqrt(s)
        scene.add_ground(friction=friction)
        start = {
            "velocity": (speed * root, 0, 0),
            "angular_velocity": (0, 0, spin / root),
            "position": (0, 0, 0.05 * s),
        }
        scene.add_body(Cylinder(0.3 * s, 0.1 * s), density=500, friction=friction, **start)
        return scene

    return differs(draw, engine, make)


@relative("scale", MARK)
def pendulum_on_a_spring(draw: Draw, engine: rg.Realtime) -> float:
    """Two hinged links and a spring, stiffness in N/m going with the mass by s² (ρ s³ / s)."""
    stiffness, angle = draw.log("N/m", 10, 1000), draw.uniform("angle", 0.2, 1.5)

    def make(s: float) -> rg.Scene:
        scene, before, links = rg.Scene(), rg.WORLD, []
        along = np.array([math.sin(angle), 0, -math.cos(angle)])
        for k in range(2):
            turn = rg.axis_angle((0, 1, 0), math.pi - angle)
            place = (k + 0.5) * s * along
            links.append(scene.add_body(Box((0.1 * s, 0.1 * s, s)), density=500, position=place, orientation=turn))
            scene.add_joint(rg.Revolute(links[k], before, anchor=k * s * along, axis=(0, 1, 0)))
            before = links[k]
        scene.add_force(rg.Spring(links[1], anchor_b=(0, 0, 2 * s), stiffness=stiffness * s**2, rest_length=2 * s))
        return scene

    return differs(draw, engine, make)
