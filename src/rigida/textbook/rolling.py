"""Rolling: bodies that roll down slopes, are pulled, or slide until they roll."""

import math

import numpy as np

from rigida.forces.constant import ConstantForce
from rigida.geometry import Cone, Cylinder, Sphere
from rigida.geometry.shape import Shape
from rigida.orientations import axis_angle
from rigida.scene.engine import EngineSettings
from rigida.scene.scene import Scene
from rigida.textbook.case import G, Outcome, after, outcome, textbook

_LYING = axis_angle((1, 0, 0), math.pi / 2)


def roll_down(engine: EngineSettings, shape: Shape, angle: float, seconds: float) -> float:
    """Return the distance covered by a body of radius 0.1 m down a slope with friction 0.8 [m]."""
    scene = Scene()
    up = (math.sin(angle), 0.0, math.cos(angle))
    scene.add_ground(friction=0.8, normal=up)
    scene.add_body(shape, mass=1.0, position=tuple(0.1 * x for x in up), orientation=_LYING, friction=0.8, name="body")
    moved = after(scene, engine, seconds).body("body").position
    return float((moved[0] - 0.1 * up[0]) * math.cos(angle) - (moved[2] - 0.1 * up[2]) * math.sin(angle))


@textbook("distance in 1 s", "m", "rolling without slip, 5/7 g sin α")
def ball_rolling_down(engine: EngineSettings) -> Outcome:
    """Measure the distance covered by a ball that rolls down a slope of 25°."""
    angle = math.radians(25)
    return outcome(0.5 * 5 / 7 * G * math.sin(angle), roll_down(engine, Sphere(0.1), angle, 1.0))


@textbook("distance in 1 s", "m", "rolling without slip, 2/3 g sin α")
def cylinder_rolling_down(engine: EngineSettings) -> Outcome:
    """Measure the distance covered by a cylinder that rolls down a slope of 25°."""
    angle = math.radians(25)
    return outcome(0.5 * 2 / 3 * G * math.sin(angle), roll_down(engine, Cylinder(0.1, 0.2), angle, 1.0))


@textbook("distance in 1 s", "m", "rolling without slip, 2 F / 3 m")
def pulled_cylinder(engine: EngineSettings) -> Outcome:
    """Measure the distance covered by a lying cylinder of 2 kg that is pulled by its axis with 6 N."""
    scene = Scene()
    scene.add_ground(friction=0.5)
    roller = scene.add_body(
        Cylinder(0.1, 0.3), mass=2.0, position=(0, 0, 0.1), orientation=_LYING, friction=0.5, name="roller"
    )
    scene.add_force(ConstantForce(roller, (6, 0, 0)))
    return outcome(0.5 * 2 * 6 / (3 * 2), after(scene, engine, 1.0).body("roller").position[0])


def sliding_ball(engine: EngineSettings, speed: float, spin: float, seconds: float) -> tuple[float, float]:
    """Return speed and place of a ball of radius 0.1 m on ground with friction 0.2 [m/s, m]."""
    scene = Scene()
    scene.add_ground(friction=0.2)
    scene.add_body(
        Sphere(0.1),
        mass=1.0,
        position=(0, 0, 0.1),
        velocity=(speed, 0, 0),
        angular_velocity=(0, spin, 0),
        friction=0.2,
        name="ball",
    )
    ball = after(scene, engine, seconds).body("ball")
    return float(ball.velocity[0]), float(ball.position[0])


@textbook("speed at 1.5 s", "m/s", "5/7 v₀: angular momentum about the ground")
def bowling_ball(engine: EngineSettings) -> Outcome:
    """Measure how fast a ball rolls that was thrown sliding with 5 m/s."""
    return outcome(5 / 7 * 5.0, sliding_ball(engine, 5.0, 0.0, 1.5)[0])


@textbook("place at 1.5 s", "m", "sliding for 2 v₀ / 7 μ g, then rolling")
def bowling_ball_distance(engine: EngineSettings) -> Outcome:
    """Measure how far that ball has come."""
    time = 2 * 5.0 / (7 * 0.2 * G)
    distance = 5.0 * time - 0.5 * 0.2 * G * time**2 + 5 / 7 * 5.0 * (1.5 - time)
    return outcome(distance, sliding_ball(engine, 5.0, 0.0, 1.5)[1])


@textbook("speed at 1.5 s", "m/s", "angular momentum about the ground")
def ball_with_backspin(engine: EngineSettings) -> Outcome:
    """Measure how fast a ball with backspin of 60 rad/s, thrown with 2 m/s, rolls back in the end."""
    return outcome((5 * 2.0 - 2 * 60.0 * 0.1) / 7, sliding_ball(engine, 2.0, -60.0, 1.5)[0], 2.0)


@textbook("distance until it rests", "m", "rolling friction δ: deceleration 5/7 δ g / r")
def ball_stopped_by_rolling_friction(engine: EngineSettings) -> Outcome:
    """Measure the distance covered by a rolling ball that is stopped by rolling friction of arm 5 mm."""
    scene, arm, radius, speed = Scene(), 0.005, 0.1, 1.0
    scene.add_ground(friction=0.8, rolling_friction=arm)
    scene.add_body(
        Sphere(radius),
        mass=1.0,
        position=(0, 0, radius),
        velocity=(speed, 0, 0),
        angular_velocity=(0, speed / radius, 0),
        friction=0.8,
        name="ball",
    )
    return outcome(speed**2 / (2 * 5 / 7 * arm * G / radius), after(scene, engine, 4.0).body("ball").position[0])


def circling_disk(lean: float, yaw: float, radius: float, thickness: float) -> tuple[Scene, float]:
    """Return a disk of 1 kg that goes round in a circle on its rim, and the radius of the circle of its center [m].

    lean: of its plane from the vertical [rad]; yaw: rate at which it goes round [rad/s]. It spins such that the moment
    of the ground's force about its center changes its angular momentum as going round does.
    """
    axis, about = np.array([0.0, -math.cos(lean), -math.sin(lean)]), np.array([0.0, 0.0, yaw])
    across = np.array([0.0, 0.0, -1.0]) - axis * math.sin(lean)
    arm = radius * across / float(np.linalg.norm(across)) + 0.5 * thickness * axis
    along, other = 0.5 * radius**2, (3 * radius**2 + thickness**2) / 12

    def excess(spin: float) -> float:
        turning = about - spin * axis
        momentum = other * turning + (along - other) * (turning @ axis) * axis
        force = np.cross(about, -np.cross(turning, arm)) + np.array([0.0, 0.0, G])
        return float((np.cross(about, momentum) - np.cross(arm, force))[0])

    turning = about + excess(0.0) / (excess(1.0) - excess(0.0)) * axis
    velocity, scene = -np.cross(turning, arm), Scene()
    scene.add_ground(friction=1.0)
    scene.add_body(
        Cylinder(radius, thickness),
        mass=1.0,
        position=(0, 0, -arm[2]),
        orientation=axis_angle((1, 0, 0), 0.5 * math.pi + lean),
        velocity=velocity,
        angular_velocity=turning,
        friction=1.0,
        name="disk",
    )
    return scene, float(velocity[0] / yaw)


@textbook("miss of the circle's other side after 2.5 turns", "m", "balance of angular momentum")
def disk_on_its_rim(engine: EngineSettings) -> Outcome:
    """Measure where a disk that leans by 40° and goes round on its rim at 7.9 rad/s is after two and a half turns."""
    scene, radius = circling_disk(math.radians(40), -2.5 * math.pi, 0.1, 0.02)
    place = after(scene, engine, 2.0).body("disk").position
    return outcome(0.0, math.hypot(place[0], place[1] - 2 * radius), abs(radius))


@textbook("angle after 1.5 s", "rad", "rolling about the apex with constant rate")
def cone_on_its_side(engine: EngineSettings) -> Outcome:
    """Measure how far a cone that rolls on its side at 2 rad/s about its apex has come."""
    radius, height, rate, scene = 0.1, 0.3, 2.0, Scene()
    axis = np.array([height, 0.0, radius]) / math.hypot(radius, height)
    scene.add_ground(friction=1.0)
    scene.add_body(
        Cone(radius, height),
        mass=1.0,
        position=0.5 * height * axis,
        orientation=axis_angle((0, 1, 0), math.atan2(-axis[0], -axis[2])),
        velocity=(0, rate * 0.75 * height * axis[0], 0),
        angular_velocity=(-rate * height / radius, 0, 0),
        friction=1.0,
        name="cone",
    )
    place = after(scene, engine, 1.5).body("cone").position
    return outcome(rate * 1.5, math.atan2(place[1], place[0]))
