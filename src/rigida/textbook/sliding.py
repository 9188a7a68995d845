"""Dry friction in motion: bodies that slide, spin, are pulled, or are moved by a belt."""

import math

import numpy as np

from rigida.forces.constant import ConstantForce
from rigida.geometry import Box, Cylinder
from rigida.orientations import axis_angle
from rigida.scene.body import Body
from rigida.scene.engine import EngineSettings
from rigida.scene.path import PathFunction
from rigida.scene.scene import Scene
from rigida.textbook.case import G, Outcome, after, outcome, textbook
from rigida.textbook.spinning_box import rest_of_box

_COULOMB = "Coulomb's law, constant acceleration"


def pulled_boxes(
    force: float, friction: float = 0.3, masses: tuple[float, float] = (2.0, 1.0)
) -> tuple[Scene, float, float]:
    """Return a box under another, pulled, and the accelerations of both while they slide [m/s²]."""
    scene, (below, above) = Scene(), masses
    scene.add_ground(friction=friction)
    lower = scene.add_body(Box((1, 0.6, 0.2)), mass=below, position=(0, 0, 0.1), friction=friction, name="lower")
    scene.add_body(Box((0.2, 0.2, 0.2)), mass=above, position=(0.3, 0, 0.3), friction=friction, name="upper")
    scene.add_force(ConstantForce(lower, (force, 0, 0)))
    return scene, (force - friction * G * (below + 2 * above)) / below, friction * G


@textbook("distance in 0.25 s", "m", _COULOMB)
def pulled_lower_box(engine: EngineSettings) -> Outcome:
    """Measure the distance covered by the lower of two boxes, pulled away under the upper one."""
    scene, acceleration, _ = pulled_boxes(60.0)
    return outcome(0.5 * acceleration * 0.25**2, after(scene, engine, 0.25).body("lower").position[0])


@textbook("distance in 0.25 s", "m", _COULOMB)
def dragged_upper_box(engine: EngineSettings) -> Outcome:
    """Measure the distance covered by the upper of two boxes, dragged along by friction alone."""
    scene, _, acceleration = pulled_boxes(60.0)
    return outcome(0.5 * acceleration * 0.25**2, after(scene, engine, 0.25).body("upper").position[0] - 0.3)


def slope(angle: float, friction: float, shape: Box | Cylinder, height: float) -> tuple[Scene, Body, np.ndarray]:
    """Return a body on a slope, the body, and the direction down the slope."""
    up = np.array([math.sin(angle), 0.0, math.cos(angle)])
    scene = Scene()
    scene.add_ground(friction=friction, normal=tuple(up))
    orientation = axis_angle((0, 1, 0), angle)
    body = scene.add_body(
        shape, mass=1.0, position=tuple(height * up), orientation=orientation, friction=friction, name="body"
    )
    return scene, body, np.array([math.cos(angle), 0.0, -math.sin(angle)])


@textbook("distance in 1 s", "m", _COULOMB)
def box_sliding_down(engine: EngineSettings) -> Outcome:
    """Measure the distance covered by a box down a slope of 30°, friction 0.2."""
    angle, friction = math.radians(30), 0.2
    scene, _, down = slope(angle, friction, Box((0.4, 0.3, 0.2)), 0.1)
    distance = 0.5 * G * (math.sin(angle) - friction * math.cos(angle))
    end = after(scene, engine, 1.0).body("body").position
    return outcome(distance, end @ down)


@textbook("distance in 1 s", "m", _COULOMB)
def box_at_rest_by_friction(engine: EngineSettings) -> Outcome:
    """Measure how far a box creeps on a slope 5 % below that on which it would slide, in parts of its length."""
    friction = 0.4
    angle = 0.95 * math.atan(friction)
    scene, _, down = slope(angle, friction, Box((0.4, 0.3, 0.2)), 0.1)
    return outcome(0.0, after(scene, engine, 1.0).body("body").position @ down, 0.4)


def stopping_distance(
    engine: EngineSettings,
    direction: float,
    *,
    speed: float = 2.0,
    friction: float = 0.3,
    size: tuple[float, float, float] = (0.6, 0.3, 0.1),
) -> np.ndarray:
    """Return where a box thrown over the ground comes to rest, along and across its direction [m]."""
    scene = Scene()
    scene.add_ground(friction=friction)
    ahead = np.array([math.cos(direction), math.sin(direction), 0.0])
    scene.add_body(
        Box(size), mass=2.0, position=(0, 0, 0.5 * size[2]), velocity=speed * ahead, friction=friction, name="box"
    )
    end = after(scene, engine, 1.5 * speed / (friction * G)).body("box").position
    return np.array([end @ ahead, end @ (-ahead[1], ahead[0], 0.0)])


@textbook("stopping distance that differs most over 9 directions", "m", _COULOMB)
def thrown_box(engine: EngineSettings) -> Outcome:
    """Measure the distance covered by a long box thrown over the ground, in the direction where it differs most."""
    expected = 2.0**2 / (2 * 0.3 * G)
    ways = [float(np.linalg.norm(stopping_distance(engine, math.radians(a)))) for a in range(0, 91, 11)]
    return outcome(expected, max(ways, key=lambda distance: abs(distance - expected)))


@textbook("drift aside over 9 directions, by the distance", "m", _COULOMB)
def straight_throw(engine: EngineSettings) -> Outcome:
    """Measure how far a long box drifts from the line along which it was thrown."""
    aside = [abs(stopping_distance(engine, math.radians(a))[1]) for a in range(0, 91, 11)]
    return outcome(0.0, max(aside), 2.0**2 / (2 * 0.3 * G))


def on_belt(
    engine: EngineSettings, speed: float, friction: float, seconds: float, *, start: float = 0.0, size: float = 0.2
) -> tuple[float, float]:
    """Return the position of a cube placed at rest on a belt, measured and by Coulomb's law [m].

    start: how long the belt takes to gain its speed [s].
    """
    scene = Scene()

    def place(time: float) -> float:
        slow = min(time, start)
        return speed * (time - slow) + (0.5 * speed / start * slow**2 if start > 0.0 else 0.0)

    path = PathFunction(lambda t: (place(t), 0.0, -0.1))
    scene.add_body(Box((20, 1, 0.2)), path=path, friction=friction)
    scene.add_body(Box((size,) * 3), mass=1.0, position=(0, 0, 0.5 * size), friction=friction, name="box")
    # It slides while the belt is faster; a belt that accelerates less than that carries it along.
    slip = speed / (friction * G)
    slides = min(slip, seconds)
    expected = 0.5 * friction * G * slides**2 + speed * (seconds - slides) if slip > start else place(seconds)
    return float(after(scene, engine, seconds).body("box").position[0]), expected


@textbook("place at 2 s", "m", _COULOMB)
def box_put_on_a_belt(engine: EngineSettings) -> Outcome:
    """Measure the position of a box placed at rest on a belt of 1.5 m/s."""
    place, expected = on_belt(engine, 1.5, 0.35, 2.0)
    return outcome(expected, place)


@textbook("place at 0.5 s", "m", _COULOMB)
def box_on_a_belt_that_starts(engine: EngineSettings) -> Outcome:
    """Measure how far a belt that gains 1 m/s within 0.3 s has taken along a box with friction 0.5."""
    place, expected = on_belt(engine, 1.0, 0.5, 0.5, start=0.3)
    return outcome(expected, place)


@textbook("miss of the place of rest, by the distance", "m", "Coulomb's law at four corners, integrated")
def box_sliding_and_spinning(engine: EngineSettings) -> Outcome:
    """Measure by how far a long box, thrown with 2 m/s and 8 rad/s, misses the place where its corners stop it."""
    size, friction, velocity, spin = np.array([0.6, 0.3, 0.1]), 0.35, np.array([1.6, 1.2]), 8.0
    place, _, time = rest_of_box(size, friction, velocity, spin)
    scene = Scene()
    scene.add_ground(friction=friction)
    scene.add_body(
        Box((0.6, 0.3, 0.1)),
        mass=1.0,
        position=(0, 0, 0.05),
        velocity=(1.6, 1.2, 0),
        angular_velocity=(0, 0, spin),
        friction=friction,
        name="box",
    )
    missed = np.linalg.norm(after(scene, engine, time + 0.1).body("box").position[:2] - place)
    return outcome(0.0, float(missed), float(np.linalg.norm(place)))


def _ring_friction(ratio: float) -> tuple[float, float]:
    """Return force and torque of a ring that slides and turns, as parts of those of sliding and turning alone.

    ratio: sliding speed by rim speed. Mean over the rim of the direction in which its points slide.
    """
    angle = np.linspace(0.0, 2.0 * math.pi, 721)[:-1] + 1e-4
    along, across = ratio - np.sin(angle), np.cos(angle)
    speed = np.hypot(along, across)
    return float(np.mean(along / speed)), float(np.mean((across * np.cos(angle) - along * np.sin(angle)) / speed))


def spinning_disk(speed: float, spin: float, radius: float, friction: float) -> tuple[float, float]:
    """Return how long [s] and how far [m] a disk slides that rests on its rim, by midpoint steps of its equations."""
    time, distance, dt, v, w = 0.0, 0.0, 2e-4, speed, spin * radius
    while v > 1e-3 * speed:
        force, torque = _ring_friction(v / w)
        middle_v, middle_w = v - 0.5 * dt * friction * G * force, w - dt * friction * G * torque
        force, torque = _ring_friction(middle_v / middle_w)
        distance, time = distance + dt * middle_v, time + dt
        v, w = v - dt * friction * G * force, w - 2 * dt * friction * G * torque
    return time, distance


def disk(
    engine: EngineSettings,
    speed: float,
    spin: float,
    seconds: float,
    *,
    radius: float = 0.2,
    friction: float = 0.3,
    direction: float = 0.0,
) -> np.ndarray:
    """Return distance, speed and spin of a flat disk thrown over ground [m, m/s, rad/s]."""
    scene, thickness = Scene(), 0.1 * radius
    scene.add_ground(friction=friction)
    ahead = np.array([math.cos(direction), math.sin(direction), 0.0])
    scene.add_body(
        Cylinder(radius, thickness),
        mass=1.0,
        position=(0, 0, 0.5 * thickness),
        velocity=speed * ahead,
        angular_velocity=(0, 0, spin),
        friction=friction,
        name="disk",
    )
    body = after(scene, engine, seconds).body("disk")
    return np.array([body.position @ ahead, body.velocity @ ahead, body.angular_velocity[2]])


@textbook("distance until it rests", "m", "Coulomb's law over the rim; Farkas et al. 2003")
def disk_sliding_and_spinning(engine: EngineSettings) -> Outcome:
    """Measure the distance covered by a disk that slides with 1 m/s and spins with 10 rad/s."""
    return outcome(spinning_disk(1.0, 10.0, 0.2, 0.3)[1], disk(engine, 1.0, 10.0, 1.0)[0])


@textbook("distance until it rests, in the direction where it differs most", "m", "Coulomb's law over the rim")
def disk_thrown_aslant(engine: EngineSettings) -> Outcome:
    """Measure the distance covered by a disk of 9 cm that slides with 2.09 m/s and spins with 12.5 rad/s."""
    expected = spinning_disk(2.09, 12.5, 0.09, 0.45)[1]
    ways = [disk(engine, 2.09, 12.5, 0.6, radius=0.09, friction=0.45, direction=a)[0] for a in (0.0, 2.72, 3.66)]
    return outcome(expected, max(ways, key=lambda distance: abs(distance - expected)))


@textbook("turn rate at 0.4 s", "rad/s", "Coulomb's law over the rim")
def disk_spinning(engine: EngineSettings) -> Outcome:
    """Measure how fast a disk still spins that only spins."""
    return outcome(10.0 - 2 * 0.3 * G / 0.2 * 0.2, disk(engine, 0.0, 10.0, 0.2)[2])
