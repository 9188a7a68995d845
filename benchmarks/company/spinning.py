"""Spinning bodies with a feather fixed to them or a second body below: disks, tops, cones, eggs, gyroscopes."""

import math

import numpy as np
from relatives.trial import Draw

import rigida as rg
from company.rolling_body import Arm, RollingBody, ellipsoid_arm, point_arm, rim_arm
from company.trial import Trial, family
from rigida.orientations import axis_angle
from rigida.textbook.case import G
from rigida.textbook.rolling import circling_disk

#: Mass of a feather by that of the body that carries it.
FEATHER = 1e-6


def add_feather(scene: rg.Scene, body: rg.Body, place: np.ndarray, size: float) -> None:
    """Fix a feather to a body; it touches nothing."""
    velocity = np.array(body.velocity) + np.cross(body.angular_velocity, place - np.array(center_of(body)))
    feather = scene.add_body(
        rg.Box((size, size, size)),
        mass=FEATHER * float(body.mass),
        position=tuple(place),
        orientation=body.orientation,
        velocity=tuple(velocity),
        angular_velocity=body.angular_velocity,
        collision_mask=0,
        name="feather",
    )
    scene.add_joint(rg.Fixed(feather, body))


def center_of(body: rg.Body) -> np.ndarray:
    """Return the center of mass of a body as described, world [m]."""
    own = np.asarray(body.mass_properties().center, float)
    w, *v = body.orientation
    return np.array(body.position) + own + 2 * np.cross(v, np.cross(v, own) + w * own)


def rolling_trial(
    scene: rg.Scene, body: rg.Body, arm: Arm, seconds: float, friction: float, size: float, scale: float | None = None
) -> Trial:
    """Return a trial of a body that rolls or pivots on the floor: the place of its center of mass, and its own z."""
    properties = body.mass_properties()
    moments = np.diag(np.asarray(properties.inertia, float))
    ideal = RollingBody(float(body.mass), moments, arm)
    start = center_of(body), body.orientation, body.angular_velocity
    held = ideal.held(seconds, friction, *start)

    def expected(t):
        y = ideal.at(t, *start)
        w, a, b, c = y[3:7] / np.linalg.norm(y[3:7])
        axis = np.array([2 * (a * c + w * b), 2 * (b * c - w * a), 1 - 2 * (a * a + b * b)])
        return np.concatenate([y[:3], size * axis])

    def measured(sim):
        w, a, b, c = sim.body(body.name).orientation
        axis = np.array([2 * (a * c + w * b), 2 * (b * c - w * a), 1 - 2 * (a * a + b * b)])
        return np.concatenate([sim.body(body.name).center, size * axis])

    return Trial(scene, held, measured, expected, size, scale)


def _disk(draw: Draw) -> tuple[rg.Scene, Arm, float, float]:
    """Return a disk that goes round on its rim, its arm, radius and thickness."""
    lean, radius = math.radians(draw.uniform("degrees", 15, 60)), draw.log("r", 0.05, 0.3)
    thick = draw.uniform("thick by r", 0.05, 0.3) * radius
    yaw = draw.uniform("turn by √g/r", 0.5, 0.9) * math.sqrt(G / radius)
    scene, _ = circling_disk(lean, -yaw, radius, thick)
    return scene, rim_arm(radius, thick), radius, thick


@family("ODE, rolling without slip")
def feather_on_disk_on_rim(draw: Draw) -> Trial:
    """A disk goes round on its rim with a feather fixed to its face."""
    scene, arm, radius, thick = _disk(draw)
    disk = scene.body("disk")
    turn = np.array(disk.orientation)
    axis = np.array([2 * (turn[1] * turn[3] + turn[0] * turn[2]), 2 * (turn[2] * turn[3] - turn[0] * turn[1]), 0.0])
    axis[2] = 1 - 2 * (turn[1] ** 2 + turn[2] ** 2)
    add_feather(scene, disk, np.array(disk.position) + 0.6 * thick * axis, 0.1 * radius)
    return rolling_trial(scene, disk, arm, 1.0, 1.0, radius)


@family("ODE, rolling without slip")
def disk_on_rim_on_plate(draw: Draw) -> Trial:
    """A disk goes round on its rim on a plate that lies on the floor, free but held by friction."""
    plain, arm, radius, _ = _disk(draw)
    disk = plain.body("disk")
    thick, scene = 0.5 * radius, rg.Scene()
    scene.add_ground(friction=1.0, position=(0, 0, -thick))
    scene.add_body(
        rg.Box((20 * radius, 20 * radius, thick)), mass=20.0, position=(0, 0, -0.5 * thick), friction=1.0, name="plate"
    )
    motion = {"velocity": disk.velocity, "angular_velocity": disk.angular_velocity, "orientation": disk.orientation}
    scene.add_body(disk.shape, mass=1.0, position=disk.position, friction=1.0, name="disk", **motion)
    return rolling_trial(scene, scene.body("disk"), arm, 1.0, 1.0, radius)


@family("ODE about the fixed apex")
def feather_on_top(draw: Draw) -> Trial:
    """A cone spins on its apex, leaning, with a feather fixed on its base."""
    radius, high = draw.log("r", 0.05, 0.3), draw.uniform("high by r", 0.5, 1.2)
    high *= radius
    lean, friction = math.radians(draw.uniform("degrees", 5, 25)), 2.0
    axis = np.array([math.sin(lean), 0, math.cos(lean)])
    # Slower ones than 1 do not stand upright: (I₃ ω)² = 4 m g l I₁ about the apex.
    about = 0.15 * radius**2 + 0.6 * high**2
    slowest = math.sqrt(4 * G * 0.75 * high * about) / (0.3 * radius**2)
    spin = draw.uniform("spin by slowest", 1.3, 2.0) * slowest
    scene = rg.Scene()
    scene.add_ground(friction=friction)
    # Its own z leads to the apex, down along the axis.
    velocity = np.cross(spin * axis, 0.75 * high * axis)
    top = scene.add_body(
        rg.Cone(radius, high),
        mass=1.0,
        position=tuple(0.5 * high * axis),
        orientation=axis_angle((0, 1, 0), math.pi + lean),
        velocity=tuple(velocity),
        angular_velocity=tuple(spin * axis),
        friction=friction,
        name="top",
    )
    add_feather(scene, top, high * axis, 0.05 * radius)
    return rolling_trial(scene, top, point_arm(np.array([0, 0, 0.75 * high])), 1.0, friction, high)


@family("closed form, rolling about the apex")
def feather_on_cone(draw: Draw) -> Trial:
    """A cone rolls on its side about its apex, with a feather fixed on its base."""
    radius, high = draw.log("r", 0.03, 0.2), draw.uniform("high by r", 2, 5)
    high *= radius
    rate = draw.uniform("turn by √g/r", 0.05, 0.25) * math.sqrt(G / radius)
    axis = np.array([high, 0.0, radius]) / math.hypot(radius, high)
    scene = rg.Scene()
    scene.add_ground(friction=1.0)
    cone = scene.add_body(
        rg.Cone(radius, high),
        mass=1.0,
        position=tuple(0.5 * high * axis),
        orientation=axis_angle((0, 1, 0), math.atan2(-axis[0], -axis[2])),
        velocity=(0, rate * 0.75 * high * axis[0], 0),
        angular_velocity=(-rate * high / radius, 0, 0),
        friction=1.0,
        name="cone",
    )
    add_feather(scene, cone, 1.05 * high * axis, 0.05 * radius)
    far, up = 0.75 * high * axis[0], 0.75 * high * axis[2]

    def expected(t):
        return [far * math.cos(rate * t), far * math.sin(rate * t), up]

    return Trial(scene, 1.0, lambda sim: sim.body("cone").center, expected, high)


@family("ODE, rolling without slip")
def feather_on_egg(draw: Draw) -> Trial:
    """An ellipsoid rolls and rocks with a feather fixed inside."""
    size = draw.log("half axis", 0.05, 0.3)
    half = size * np.array([draw.uniform("x", 0.7, 1.0), draw.uniform("y", 0.7, 1.0), draw.uniform("z", 1.0, 1.5)])
    start = np.array(draw.rng.normal(size=4))
    start /= np.linalg.norm(start)
    spin = draw.uniform("spin by √g/r", 0.2, 0.8) * math.sqrt(G / size) * np.array([0.48, 0.6, 0.64])
    friction, arm = 1.5, ellipsoid_arm(half)
    ideal = RollingBody(1.0, np.ones(3), arm)
    w, x, y, z = start
    turn = np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )
    place = np.array([0, 0, -arm(turn)[2]])
    scene = rg.Scene()
    scene.add_ground(friction=friction)
    egg = scene.add_body(
        rg.Ellipsoid(tuple(half)),
        mass=1.0,
        position=tuple(place),
        orientation=tuple(start),
        velocity=tuple(ideal.velocity(place, turn, spin)),
        angular_velocity=tuple(spin),
        friction=friction,
        name="egg",
    )
    add_feather(scene, egg, place + 0.3 * half[0] * turn[:, 0], 0.1 * size)
    return rolling_trial(scene, egg, arm, 1.0, friction, size)


@family("ODE about a fixed point")
def gyroscope_on_base(draw: Draw) -> Trial:
    """A spinning wheel precesses on a ball joint at the top of a base that stands on the floor."""
    radius, arm = draw.log("r", 0.05, 0.2), draw.uniform("arm by r", 1.0, 2.0)
    arm *= radius
    thick, lean = 0.3 * radius, math.radians(draw.uniform("degrees", 20, 90))
    axis = np.array([math.sin(lean), 0, math.cos(lean)])
    spin, mass = draw.uniform("spin by √g/r", 3, 7) * math.sqrt(G / radius), draw.log("kg", 0.1, 2)
    scene = rg.Scene()
    tall, wide = 4 * radius, 4 * radius
    scene.add_ground(friction=1.0, position=(0, 0, -tall))
    base = scene.add_body(
        rg.Box((wide, wide, tall)), mass=10 * mass, position=(0, 0, -0.5 * tall), friction=1.0, name="base"
    )
    wheel = scene.add_body(
        rg.Cylinder(radius, thick),
        mass=mass,
        position=tuple(arm * axis),
        orientation=axis_angle((0, 1, 0), lean),
        velocity=(0, 0, 0),
        angular_velocity=tuple(spin * axis),
        collision_mask=0,
        name="wheel",
    )
    scene.add_joint(rg.Spherical(wheel, base, anchor=(0, 0, 0)))
    return rolling_trial(scene, wheel, point_arm(np.array([0, 0, -arm])), 0.8, 10.0, arm)
