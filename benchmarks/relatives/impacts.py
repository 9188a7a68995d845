"""Impacts: shots, balls on cloth, bounces with spin, apexes, elastic boxes and cradles."""

import math

import numpy as np

import rigida as rg
from relatives.trial import Draw, relative
from rigida.geometry import Box, Sphere
from rigida.textbook.case import G, after
from rigida.textbook.impacts import cut, head_on

#: Error of speeds, directions and heights, as a part; energy that a minute of elastic blows may cost.
MARK = 0.02
#: Apexes lower than this are not told apart from lying on the ground with its gap of 0.05 mm [m].
LOWEST = 2.5e-3


@relative("impacts", MARK)
def balls_that_meet(draw: Draw, engine: rg.Realtime) -> float:
    masses = draw.log("kg 0", 0.01, 10), draw.log("kg 1", 0.01, 10)
    restitution = draw.uniform("ε", 0, 1)
    together = 2.0 * masses[0] / sum(masses)
    expected = [together - restitution * 2.0 * masses[1] / sum(masses), together * (1 + restitution)]
    return float(np.abs(np.array(head_on(engine, masses, restitution)) - expected).max() / max(2.0, expected[1]))


@relative("impacts", MARK)
def cut_shot(draw: Draw, engine: rg.Realtime) -> float:
    angle, speed = math.radians(draw.uniform("degrees", 5, 80)), draw.uniform("m/s", 1.5, 8)
    restitution, radius = draw.uniform("ε", 0.5, 1.0), draw.log("r", 0.01, 0.1)
    cue, struck = cut(engine, angle, speed=speed, restitution=restitution, radius=radius)
    line = np.array([math.cos(angle), -math.sin(angle), 0])
    along = 0.5 * (1 + restitution) * speed * math.cos(angle) * line
    # Each by its own speed.
    missed = [np.linalg.norm(struck - along) / np.linalg.norm(along)]
    rest = np.array([speed, 0, 0]) - along
    return float(max(*missed, np.linalg.norm(cue - rest) / np.linalg.norm(rest)))


def slide(speed: float, spin: float, friction: float, time: float) -> tuple[float, float]:
    """Return speed and rim speed of a ball that slides for some time, or rolls before [m/s]."""
    slip = speed - spin
    change = math.copysign(min(friction * G * time, 2 / 7 * abs(slip)), slip)
    return speed - change, spin + 2.5 * change


@relative("impacts", MARK)
def ball_on_cloth(draw: Draw, engine: rg.Realtime) -> float:
    """A ball with follow, stun or draw strikes another head-on: the speeds of both when they roll at last."""
    radius, friction, restitution = draw.log("r", 0.02, 0.1), draw.uniform("μ", 0.1, 0.5), draw.uniform("ε", 0.7, 1.0)
    speed = draw.uniform("m/s", 0.5, 4)
    spin = draw.keep("rim m/s", draw.uniform("rim by speed", -1.5, 1.5) * speed)
    gap = draw.uniform("gap by r", 0.3, 2) * radius
    scene = rg.Scene()
    scene.add_ground(friction=friction, restitution=0.0, combine="larger")
    ball = {"shape": Sphere(radius), "mass": 0.17, "friction": 0.0, "restitution": restitution}
    scene.add_body(**ball, position=(0, 0, radius), name="object")
    start = {"velocity": (speed, 0, 0), "angular_velocity": (0, spin / radius, 0)}
    scene.add_body(**ball, **start, position=(-2 * radius - gap, 0, radius), name="cue")
    # When they meet: way v t − ½ μ g t² against the slip, or the speed of rolling after it.
    time, way, step = 0.0, 0.0, 1e-5
    while way < gap:
        way, time = way + step * slide(speed, spin, friction, time + 0.5 * step)[0], time + step
    hit, rim = slide(speed, spin, friction, time)
    rolled = [5 / 7 * 0.5 * (1 - restitution) * hit + 2 / 7 * rim, 5 / 7 * 0.5 * (1 + restitution) * hit]
    seconds = time + 2 / 7 * 1.1 * (hit + abs(rim)) / (friction * G)
    end = after(scene, engine, seconds)
    found = [end.body(name).velocity[0] for name in ("cue", "object")]
    return float(np.abs(np.array(found) - rolled).max() / max(speed, abs(spin)))


@relative("impacts", MARK)
def bounce_with_spin(draw: Draw, engine: rg.Realtime) -> float:
    radius, height, down = draw.log("r", 0.02, 0.2), draw.uniform("drop", 0.1, 1.0), draw.uniform("down", 0, 4)
    friction, restitution = draw.uniform("μ", 0.05, 0.9), draw.uniform("ε", 0.3, 1.0)
    speed, rim = draw.uniform("m/s", -4, 4), draw.uniform("rim m/s", -8, 8)
    scene = rg.Scene()
    scene.add_ground(friction=friction, restitution=restitution)
    start = {"velocity": (speed, 0, -down), "angular_velocity": (0, rim / radius, 0)}
    surface = {"friction": friction, "restitution": restitution, "name": "ball"}
    scene.add_body(Sphere(radius), mass=1.0, position=(0, 0, radius + height), **start, **surface)
    hit = math.sqrt(down**2 + 2 * G * height)
    time = (hit - down) / G
    slip = speed - rim
    push = -math.copysign(min(friction * (1 + restitution) * hit, abs(slip) / 3.5), slip)
    sim = after(scene, engine, time + 0.8 * restitution * hit / G)
    rise = restitution * hit - G * (sim.time - time)
    missed = sim.body("ball").velocity - np.array([speed + push, 0, rise])
    turned = sim.body("ball").angular_velocity[1] * radius - (rim - 2.5 * push)
    return float(max(np.abs(missed).max(), abs(turned)) / hit)


def apexes(shape: rg.Shape, low: float, height: float, restitution: float, engine: rg.Realtime) -> list[float]:
    """Return the worst error of up to four apexes of a body dropped from a height, as far as they are high enough."""
    expected = [h for k in range(1, 5) if (h := height * restitution ** (2 * k)) > LOWEST]
    scene = rg.Scene()
    scene.add_ground(restitution=restitution)
    scene.add_body(shape, mass=1.0, position=(0, 0, low + height), restitution=restitution, name="body")
    sim, found, before = rg.Simulation(scene, engine), [], 0.0
    falls = 1 + 2 * sum(restitution**k for k in range(1, len(expected) + 1))
    while len(found) < len(expected) and sim.time < falls * math.sqrt(2 * height / G) + 0.1:
        sim.step()
        speed = sim.body("body").velocity[2]
        if before > 0.0 >= speed:
            found.append(sim.body("body").position[2] - low + speed**2 / (2 * G))
        before = speed
    found += [0.0] * (len(expected) - len(found))
    return [abs(a / b - 1) for a, b in zip(found, expected, strict=True)]


def bounciness(draw: Draw) -> tuple[float, float]:
    return draw.uniform("drop", 0.1, 3.0), draw.uniform("ε", 0.2, 0.95)


@relative("impacts", MARK)
def apexes_of_a_ball(draw: Draw, engine: rg.Realtime) -> float:
    radius = draw.log("r", 0.01, 0.5)
    return max(apexes(Sphere(radius), radius, *bounciness(draw), engine), default=0.0)


@relative("impacts", MARK)
def apexes_of_a_box_dropped_flat(draw: Draw, engine: rg.Realtime) -> float:
    size = tuple(draw.log(name, 0.02, 0.6) for name in ("long", "wide", "high"))
    return max(apexes(Box(size), 0.5 * size[2], *bounciness(draw), engine), default=0.0)


def elastic_box(draw: Draw, engine: rg.Realtime) -> np.ndarray:
    """Return the energy of a box that bounces without loss, after each step of a minute, by that at the start."""
    size = tuple(draw.log(name, 0.1, 1.0) for name in ("long", "wide", "high"))
    turn, drop = draw.rng.normal(size=4), draw.uniform("above", 0.1, 2.0)
    spin = draw.log("rad/s", 0.1, 8) * np.array([0.48, 0.6, 0.64])[draw.rng.permutation(3)]
    scene = rg.Scene()
    surface = {"friction": 0.0, "restitution": 1.0}
    scene.add_ground(**surface)
    place = (0, 0, 0.5 * math.hypot(*size) + drop)
    scene.add_body(Box(size), mass=1.0, position=place, orientation=turn, angular_velocity=spin, **surface)
    sim = rg.Simulation(scene, engine)
    energy = [sim.energy().total]
    for _ in range(round(60 / engine.dt)):
        sim.step()
        energy.append(sim.energy().total)
    return np.array(energy) / energy[0]


@relative("impacts", MARK)
def elastic_box_loses(draw: Draw, engine: rg.Realtime) -> float:
    return float(1 - elastic_box(draw, engine).min())


@relative("impacts", 1e-3)
def elastic_box_gains(draw: Draw, engine: rg.Realtime) -> float:
    return float(elastic_box(draw, engine).max() - 1)


def cradle(draw: Draw, engine: rg.Realtime) -> tuple[float, float]:
    """Let balls of a cradle go; return how far the inner ones move by 5 mm, and the ends' error by their way."""
    count, radius = draw.integer("balls", 3, 7), draw.log("r", 0.01, 0.1)
    lifted = draw.integer("lifted", 1, min(3, count - 1))
    length, lift = draw.uniform("length by r", 5, 20) * radius, math.radians(draw.uniform("degrees", 10, 60))
    scene = rg.Scene()
    for i in range(count):
        x, angle = 2 * radius * i, lift if i < lifted else 0.0
        place = (x - length * math.sin(angle), 0, -length * math.cos(angle))
        surface = {"friction": 0.0, "restitution": 1.0}
        ball = scene.add_body(Sphere(radius), mass=1.0, position=place, name=f"ball{i}", **surface)
        scene.add_joint(rg.Spherical(ball, rg.WORLD, anchor=(x, 0, 0)))
    sim, ways = rg.Simulation(scene, engine), []
    for _ in range(round(3 / engine.dt)):
        sim.step()
        ways.append([sim.body(f"ball{i}").position[0] - 2 * radius * i for i in range(count)])
    moved = np.array(ways)
    far = length * math.sin(lift)
    ends = max(abs(-moved[:, 0].min() / far - 1), abs(moved[:, -1].max() / far - 1))
    inner = np.abs(moved[:, lifted : count - lifted]).max(initial=0.0)
    return float(inner / 5e-3), float(ends)


@relative("impacts", 1.0)
def inner_balls_of_a_cradle(draw: Draw, engine: rg.Realtime) -> float:
    return cradle(draw, engine)[0]


@relative("impacts", MARK)
def ends_of_a_cradle(draw: Draw, engine: rg.Realtime) -> float:
    return cradle(draw, engine)[1]
