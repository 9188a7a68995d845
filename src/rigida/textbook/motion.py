"""Motion without contact: fall, springs, pendulums, orbits and spinning bodies."""

import math

import numpy as np

from rigida.constraints.joints import Distance, Revolute
from rigida.forces import Attraction, Drag, Spring, Torque
from rigida.geometry import Box, Cylinder, Sphere
from rigida.scene.body import WORLD
from rigida.scene.engine import EngineSettings
from rigida.scene.scene import Scene
from rigida.textbook.case import G, Outcome, after, outcome, textbook

_NOWHERE = (0.0, 0.0, 0.0)


@textbook("height lost in 1 s", "m", "½ g t²")
def free_fall(engine: EngineSettings) -> Outcome:
    """Measure how far a ball falls in a second."""
    scene = Scene()
    scene.add_body(Sphere(0.1), name="ball")
    return outcome(0.5 * G, -after(scene, engine, 1.0).body("ball").position[2])


@textbook("place at 1 s", "m", "parabola")
def throw(engine: EngineSettings) -> Outcome:
    """Measure how high a ball is a second after it was thrown up with 8 m/s."""
    scene = Scene()
    scene.add_body(Sphere(0.1), velocity=(3, 0, 8), name="ball")
    return outcome(8.0 - 0.5 * G, after(scene, engine, 1.0).body("ball").position[2])


def _on_spring(damping: float) -> Scene:
    """Return 2 kg on a spring of 200 N/m, let go 0.1 m from rest, without gravity."""
    scene = Scene(gravity=_NOWHERE)
    weight = scene.add_body(Sphere(0.05), mass=2.0, position=(1.1, 0, 0), name="weight")
    scene.add_force(Spring(weight, WORLD, stiffness=200.0, damping=damping, rest_length=1.0))
    return scene


@textbook("place at 1 s, by the amplitude", "m", "A cos ωt")
def oscillator(engine: EngineSettings) -> Outcome:
    """Measure where a weight on a spring is after 1 s, by its amplitude."""
    place = after(_on_spring(0.0), engine, 1.0).body("weight").position[0] - 1.0
    return outcome(0.1 * math.cos(10.0), place, 0.1)


@textbook("place at 0.5 s, by the amplitude", "m", "damped oscillation")
def damped_oscillator(engine: EngineSettings) -> Outcome:
    """Measure where a weight on a spring with a damper of 8 N s/m is after 0.5 s."""
    rate, decay = 10.0, 2.0
    beat = math.sqrt(rate**2 - decay**2)
    expected = 0.1 * math.exp(-decay * 0.5) * (math.cos(beat * 0.5) + decay / beat * math.sin(beat * 0.5))
    return outcome(expected, after(_on_spring(8.0), engine, 0.5).body("weight").position[0] - 1.0, 0.1)


@textbook("speed at 3 s", "m/s", "m g / c (1 − exp(−c t / m))")
def fall_with_drag(engine: EngineSettings) -> Outcome:
    """Measure how fast a ball falls against a drag of 2 N s/m."""
    scene = Scene()
    ball = scene.add_body(Sphere(0.1), mass=1.0, name="ball")
    scene.add_force(Drag(ball, linear=2.0))
    expected = G / 2.0 * (1.0 - math.exp(-2.0 * 3.0))
    return outcome(expected, -after(scene, engine, 3.0).body("ball").velocity[2])


def _hinged_rod(engine: EngineSettings, seconds: float, angle: float) -> float:
    """Return the angle from the vertical of a hinged rod of 1 m, let go at an angle [rad]."""
    scene = Scene()
    s, c = math.sin(angle), math.cos(angle)
    turned = (math.cos(0.5 * angle), 0.0, -math.sin(0.5 * angle), 0.0)
    rod = scene.add_body(
        Box((0.001, 0.001, 1.0)), mass=1.0, position=(0.5 * s, 0, -0.5 * c), orientation=turned, name="rod"
    )
    scene.add_joint(Revolute(rod, WORLD, anchor=(0, 0, 0), axis=(0, 1, 0)))
    place = after(scene, engine, seconds).body("rod").position
    return math.atan2(place[0], -place[2])


@textbook("angle at 3 s, by the amplitude", "rad", "period 2π √(2 l / 3 g) (1 + θ²/16)")
def physical_pendulum(engine: EngineSettings) -> Outcome:
    """Measure where a rod swings after 3 s, by its amplitude of 0.2 rad."""
    rate = math.sqrt(1.5 * G) / (1.0 + 0.2**2 / 16)
    return outcome(0.2 * math.cos(rate * 3.0), _hinged_rod(engine, 3.0, 0.2), 0.2)


@textbook("speed of the bob, that of its circle", "m/s", "ω² = g / h")
def conical_pendulum(engine: EngineSettings) -> Outcome:
    """Measure how fast a bob on a rod of 1 m at 40° is after 3 s of circling."""
    angle = math.radians(40)
    radius, height = math.sin(angle), math.cos(angle)
    speed = radius * math.sqrt(G / height)
    scene = Scene()
    bob = scene.add_body(None, mass=1.0, position=(radius, 0, -height), velocity=(0, speed, 0), name="bob")
    scene.add_joint(Distance(bob, WORLD, anchor_b=(0, 0, 0)))
    return outcome(speed, float(np.linalg.norm(after(scene, engine, 3.0).body("bob").velocity)))


@textbook("turn rate at 1 s", "rad/s", "M t / I")
def spun_up_wheel(engine: EngineSettings) -> Outcome:
    """Measure how fast a wheel of 4 kg and 0.3 m turns after a second of 0.9 N m."""
    scene = Scene()
    wheel = scene.add_body(Cylinder(0.3, 0.05), mass=4.0, name="wheel")
    scene.add_joint(Revolute(wheel, WORLD, axis=(0, 0, 1)))
    scene.add_force(Torque(wheel, (0, 0, 0.9)))
    return outcome(0.9 / (0.5 * 4.0 * 0.3**2), after(scene, engine, 1.0).body("wheel").angular_velocity[2])


@textbook("direction of its axis at 1 s", "rad", "free precession L / I₁")
def thrown_plate(engine: EngineSettings) -> Outcome:
    """Measure by which angle the axis of a wobbling disk has gone round its angular momentum."""
    scene = Scene(gravity=_NOWHERE)
    scene.add_body(Cylinder(0.1, 0.01), mass=0.3, angular_velocity=(1.0, 0, 6.0), name="plate")
    along, across = 0.5 * 0.3 * 0.1**2, 0.3 * (3 * 0.1**2 + 0.01**2) / 12
    momentum = np.array([across * 1.0, 0.0, along * 6.0])
    size = float(np.linalg.norm(momentum))
    rate, up = size / across, momentum / size
    w, x, y, z = after(scene, engine, 1.0).body("plate").orientation
    axis = np.array([2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)])
    start = np.array([0.0, 0.0, 1.0])
    a, b = start - (start @ up) * up, axis - (axis @ up) * up
    turned = math.atan2(np.cross(a, b) @ up, a @ b)
    turns = round((rate - turned) / (2 * math.pi))
    return outcome(rate, turned + 2 * math.pi * turns)


@textbook("distance from the center at 3 s", "m", "circular orbit")
def circular_orbit(engine: EngineSettings) -> Outcome:
    """Measure how far from their center one of two equal bodies on a circle of 1 m is after 3 s."""
    scene = Scene(gravity=_NOWHERE)
    for k in (1, -1):
        scene.add_body(None, mass=1.0, position=(k, 0, 0), velocity=(0, k, 0), name=f"star{k}")
    scene.add_force(Attraction(constant=4.0))
    return outcome(1.0, float(np.linalg.norm(after(scene, engine, 3.0).body("star1").position)))


@textbook("turn rate at 0.8 s", "rad/s", "energy: ω² = 3 g / l · depth of the end")
def falling_rod(engine: EngineSettings) -> Outcome:
    """Measure how fast a rod turns about its hinge, against how deep it has swung, let go level."""
    scene = Scene()
    rod = scene.add_body(Box((1.0, 0.001, 0.001)), mass=1.0, position=(0.5, 0, 0), name="rod")
    scene.add_joint(Revolute(rod, WORLD, anchor=(0, 0, 0), axis=(0, 1, 0)))
    end = after(scene, engine, 0.8).body("rod")
    return outcome(math.sqrt(3 * G * -2.0 * end.position[2]), abs(end.angular_velocity[1]))
