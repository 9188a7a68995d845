"""Friction in motion: ways of what is pulled, slides down, is thrown, spins or is carried by a belt."""

import math

import numpy as np

import rigida as rg
from relatives.trial import Draw, relative, whole
from rigida.geometry import Box
from rigida.textbook.case import G, after
from rigida.textbook.sliding import disk, on_belt, pulled_boxes, slope, spinning_disk, stopping_distance
from rigida.textbook.spinning_box import rest_of_box

#: Error of a way that friction decides, as a part of it.
MARK = 0.01


def pulled(draw: Draw, engine: rg.Realtime) -> tuple[rg.Scene, float, float, float]:
    """Return two boxes of which the lower is pulled, the accelerations of both, and how long the upper stays on it."""
    friction, below, above = draw.uniform("μ", 0.1, 0.8), draw.log("lower kg", 0.3, 20), draw.log("upper kg", 0.3, 5)
    force = draw.uniform("N by slipping", 1.2, 4.0) * 2 * friction * G * (below + above)
    scene, lower, upper = pulled_boxes(force, friction, (below, above))
    seconds = math.sqrt(2 * draw.uniform("way on it", 0.05, 0.6) / (lower - upper))
    return scene, lower, upper, draw.keep("s", whole(engine, seconds))


@relative("friction", MARK)
def pulled_lower_box(draw: Draw, engine: rg.Realtime) -> float:
    scene, lower, _, seconds = pulled(draw, engine)
    return abs(after(scene, engine, seconds).body("lower").position[0] / (0.5 * lower * seconds**2) - 1)


@relative("friction", MARK)
def dragged_upper_box(draw: Draw, engine: rg.Realtime) -> float:
    scene, _, upper, seconds = pulled(draw, engine)
    return abs((after(scene, engine, seconds).body("upper").position[0] - 0.3) / (0.5 * upper * seconds**2) - 1)


def any_size(draw: Draw, friction: float) -> tuple[float, float, float]:
    """Return a box flat enough not to lift a corner while it slides, in any direction [m]."""
    a, b = draw.log("long", 0.05, 1.0), draw.log("wide", 0.05, 1.0)
    flat = draw.uniform("height by the most", 0.05, 0.9)
    return a, b, draw.keep("high", flat / (friction * math.hypot(1 / a, 1 / b)))


@relative("friction", MARK)
def box_sliding_down(draw: Draw, engine: rg.Realtime) -> float:
    friction, seconds = draw.uniform("μ", 0.05, 0.6), whole(engine, draw.uniform("s", 0.2, 1.5))
    angle = draw.uniform("slope by atan μ", 1.2, 2.0) * math.atan(friction)
    size = any_size(draw, friction)
    scene, _, down = slope(angle, friction, Box(size), 0.5 * size[2])
    way = 0.5 * G * (math.sin(angle) - friction * math.cos(angle)) * seconds**2
    return abs(after(scene, engine, seconds).body("body").position @ down / way - 1)


@relative("friction", MARK)
def thrown_box(draw: Draw, engine: rg.Realtime) -> float:
    friction, speed = draw.uniform("μ", 0.1, 0.9), draw.uniform("m/s", 0.5, 4.0)
    size, direction = any_size(draw, friction), draw.uniform("direction", 0, 2 * math.pi)
    way = speed**2 / (2 * friction * G)
    end = stopping_distance(engine, direction, speed=speed, friction=friction, size=size)
    return math.hypot(end[0] - way, end[1]) / way


@relative("friction", MARK)
def disk_sliding_and_spinning(draw: Draw, engine: rg.Realtime) -> float:
    radius, friction = draw.log("r", 0.03, 0.5), draw.uniform("μ", 0.1, 0.8)
    speed = draw.uniform("m/s", 0.3, 3.0)
    spin = draw.keep("rad/s", draw.uniform("rim by speed", 0.2, 3.0) * speed / radius)
    direction = draw.uniform("direction", 0, 2 * math.pi)
    time, way = spinning_disk(speed, spin, radius, friction)
    end = disk(engine, speed, spin, 1.5 * time, radius=radius, friction=friction, direction=direction)
    return abs(end[0] / way - 1)


def thrown_spinning(draw: Draw, engine: rg.Realtime) -> tuple[float, float]:
    """Throw a spinning box; return by how much it misses place and angle of rest, by the way and by the turn."""
    friction, speed = draw.uniform("μ", 0.1, 0.8), draw.uniform("m/s", 0.3, 3.0)
    size = np.array(any_size(draw, friction))
    direction = draw.uniform("direction", 0, 2 * math.pi)
    reach = 0.5 * math.hypot(size[0], size[1])
    spin = draw.keep("rad/s", draw.uniform("corner by speed", 0.2, 3.0) * speed / reach)
    velocity = speed * np.array([math.cos(direction), math.sin(direction)])
    place, angle, time = rest_of_box(size, friction, velocity, spin)
    draw.keep("s", time)

    scene = rg.Scene()
    scene.add_ground(friction=friction)
    start = {"position": (0, 0, 0.5 * size[2]), "velocity": (*velocity, 0), "angular_velocity": (0, 0, spin)}
    scene.add_body(Box(tuple(size)), mass=1.0, friction=friction, name="box", **start)
    simulation, turned, before = rg.Simulation(scene, engine), 0.0, 0.0
    while simulation.time < time + 0.1:
        simulation.step()
        w, _, _, z = simulation.body("box").orientation
        now = 2 * math.atan2(z, w)
        turned, before = turned + (now - before + math.pi) % (2 * math.pi) - math.pi, now
    missed = math.dist(simulation.body("box").position[:2], place)
    return missed / float(np.linalg.norm(place)), abs(turned / angle - 1)


@relative("friction", MARK)
def box_sliding_and_spinning(draw: Draw, engine: rg.Realtime) -> float:
    return thrown_spinning(draw, engine)[0]


@relative("friction", MARK)
def turn_of_a_box_sliding_and_spinning(draw: Draw, engine: rg.Realtime) -> float:
    return thrown_spinning(draw, engine)[1]


@relative("friction", MARK)
def box_put_on_a_belt(draw: Draw, engine: rg.Realtime) -> float:
    speed, friction = draw.uniform("m/s", 0.2, 3.0), draw.uniform("μ", 0.1, 0.9)
    seconds, size = whole(engine, draw.uniform("s", 0.3, 2.0)), draw.log("size", 0.03, 0.8)
    place, expected = on_belt(engine, speed, friction, seconds, size=size)
    return abs(place / expected - 1)


@relative("friction", MARK)
def box_that_hardly_slides_on_a_belt(draw: Draw, engine: rg.Realtime) -> float:
    """It slides for half a step to five steps, and is looked at after as much again."""
    friction, steps = draw.uniform("μ", 0.1, 0.9), draw.uniform("steps", 0.5, 5.0)
    slip, seconds = steps / 60, math.ceil(2 * steps) / 60
    place, expected = on_belt(engine, friction * G * slip, friction, seconds, size=draw.log("size", 0.03, 0.8))
    return abs(place / expected - 1)


@relative("friction", MARK)
def belt_that_starts_slowly(draw: Draw, engine: rg.Realtime) -> float:
    friction, speed = draw.uniform("μ", 0.1, 0.9), draw.uniform("m/s", 0.2, 3.0)
    start = draw.keep("starts in", draw.uniform("by slip", 1.05, 3.0) * speed / (friction * G))
    seconds = whole(engine, draw.uniform("till start", 0.5, 2.0) * start)
    place, expected = on_belt(engine, speed, friction, seconds, start=start, size=draw.log("size", 0.03, 0.8))
    return abs(place / expected - 1)


@relative("friction", MARK)
def belt_that_starts_fast(draw: Draw, engine: rg.Realtime) -> float:
    friction, speed = draw.uniform("μ", 0.1, 0.9), draw.uniform("m/s", 0.2, 3.0)
    start = draw.keep("starts in", draw.uniform("by slip", 0.1, 0.9) * speed / (friction * G))
    seconds = whole(engine, draw.uniform("till slip", 0.5, 2.0) * speed / (friction * G))
    place, expected = on_belt(engine, speed, friction, seconds, start=start, size=draw.log("size", 0.03, 0.8))
    return abs(place / expected - 1)
