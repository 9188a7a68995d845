"""Small scenes of several contacts, of two to fifty bodies, for `contact_company.py`."""

import math
from importlib.resources import files

import numpy as np

import rigida as rg
from rigida.orientations import axis_angle

_LYING = axis_angle((1, 0, 0), math.pi / 2)


def feather_on_disk() -> rg.Scene:
    """Return a feather on a disk that slides and spins."""
    scene = rg.Scene()
    scene.add_ground(friction=0.3)
    motion = {"velocity": (0.4, 0.0, 0.0), "angular_velocity": (0.0, 0.0, 6.0)}
    scene.add_body(rg.Cylinder(0.2, 0.04), mass=1.0, position=(0, 0, 0.02), friction=0.3, name="disk", **motion)
    scene.add_body(rg.Box((0.04, 0.04, 0.02)), mass=1e-3, position=(0, 0, 0.05), friction=3.0, name="feather", **motion)
    return scene


def body_fixed_to_disk() -> rg.Scene:
    """Return a disk that spins flat on the floor with a body fixed to it."""
    scene = rg.Scene()
    scene.add_ground(friction=0.3)
    motion = {"angular_velocity": (0.0, 0.0, 10.0)}
    disk = scene.add_body(rg.Cylinder(0.2, 0.04), mass=1.0, position=(0, 0, 0.02), friction=0.3, name="disk", **motion)
    ball = scene.add_body(rg.Sphere(0.03), mass=0.2, position=(0, 0, 0.07), name="ball", **motion)
    scene.add_joint(rg.Fixed(disk, ball))
    return scene


def cylinder_beside_box() -> rg.Scene:
    """Return a cylinder that rolls beside a box and rubs against it."""
    scene = rg.Scene()
    scene.add_ground(friction=0.5)
    scene.add_body(rg.Box((0.4, 0.4, 0.4)), mass=2.0, position=(0.4, 0, 0.2), friction=0.4, name="box")
    scene.add_body(
        rg.Cylinder(0.2, 0.4),
        mass=1.0,
        position=(-0.2, 0, 0.2),
        orientation=_LYING,
        velocity=(1.0, 0, 0),
        angular_velocity=(0, 5.0, 0),
        friction=0.4,
        name="cylinder",
    )
    return scene


def feather_on_wedge() -> rg.Scene:
    """Return a feather on a block that slides down a fixed wedge."""
    scene = rg.Scene()
    slope = math.radians(25)
    up, along = np.array([math.sin(slope), 0, math.cos(slope)]), np.array([math.cos(slope), 0, -math.sin(slope)])
    scene.add_ground(friction=0.3, normal=tuple(up))
    turn = axis_angle((0, 1, 0), slope)
    scene.add_body(
        rg.Box((0.4, 0.3, 0.2)), mass=1.0, position=tuple(0.1 * up), orientation=turn, friction=0.3, name="block"
    )
    scene.add_body(
        rg.Box((0.06, 0.06, 0.02)),
        mass=1e-3,
        position=tuple(0.21 * up - 0.1 * along),
        orientation=turn,
        friction=0.9,
        name="feather",
    )
    return scene


def feather_on_belt() -> rg.Scene:
    """Return a feather on a box that was put down on a belt."""
    scene = rg.Scene()
    belt = rg.PathFunction(lambda t: ((1.5 * t, 0.0, -0.05), (1.0, 0.0, 0.0, 0.0)))
    scene.add_body(rg.Box((20.0, 1.0, 0.1)), path=belt, friction=0.35, name="belt")
    scene.add_body(rg.Box((0.3, 0.3, 0.2)), mass=1.0, position=(0, 0, 0.1), friction=0.35, name="box")
    scene.add_body(rg.Box((0.05, 0.05, 0.02)), mass=1e-3, position=(0, 0, 0.21), friction=0.9, name="feather")
    return scene


def chain_over_edge() -> rg.Scene:
    """Return boxes hinged to each other, some of them beyond the edge of a table."""
    scene = rg.Scene()
    scene.add_body(rg.Box((2.0, 1.0, 0.5)), fixed=True, position=(-1.0, 0, -0.25), friction=0.2, name="table")
    last = None
    for k in range(5):
        x = -0.55 + 0.25 * k
        box = scene.add_body(rg.Box((0.2, 0.15, 0.1)), mass=0.5, position=(x, 0, 0.05), friction=0.2, name=f"box{k}")
        if last is not None:
            scene.add_joint(rg.Revolute(last, box, anchor=(x - 0.125, 0, 0.05), axis=(0, 1, 0)))
        last = box
    return scene


def gyroscope() -> rg.Scene:
    """Return a heavy spinning wheel on a foot that stands on the floor."""
    scene = rg.Scene()
    scene.add_ground(friction=0.6)
    tilt = math.radians(20)
    axis = np.array([math.sin(tilt), 0, math.cos(tilt)])
    turn = axis_angle((0, 1, 0), tilt)
    foot = scene.add_body(
        rg.Cone(0.06, 0.3),
        mass=0.05,
        position=tuple(0.3 * 0.75 * axis),
        orientation=tuple(axis_angle((0, 1, 0), tilt + math.pi)),
        friction=0.6,
        name="foot",
    )
    wheel = scene.add_body(
        rg.Cylinder(0.15, 0.03),
        mass=0.8,
        position=tuple(0.33 * axis),
        orientation=turn,
        name="wheel",
        angular_velocity=tuple(120.0 * axis),
    )
    scene.add_joint(rg.Revolute(foot, wheel, anchor=tuple(0.33 * axis), axis=tuple(axis)))
    return scene


def wheels_on_axle() -> rg.Scene:
    """Return an axle with two disk wheels that rolls in a turn."""
    scene = rg.Scene()
    scene.add_ground(friction=0.8)
    axle = scene.add_body(
        rg.Cylinder(0.02, 0.5),
        mass=0.5,
        position=(0, 0, 0.2),
        orientation=_LYING,
        velocity=(1.0, 0, 0),
        angular_velocity=(0, 0, 0.6),
        name="axle",
    )
    for k, y in enumerate((-0.25, 0.25)):
        speed = 1.0 - 0.6 * y
        wheel = scene.add_body(
            rg.Cylinder(0.2, 0.04),
            mass=1.0,
            position=(0, y, 0.2),
            orientation=_LYING,
            velocity=(speed, 0, 0),
            angular_velocity=(0, speed / 0.2, 0.6),
            friction=0.8,
            name=f"wheel{k}",
        )
        scene.add_joint(rg.Revolute(axle, wheel, anchor=(0, y, 0.2), axis=(0, 1, 0)))
    return scene


def stiff_springs() -> rg.Scene:
    """Return boxes on a rough floor tied to each other and to the world by springs of 5,000 N/m."""
    scene = rg.Scene()
    scene.add_ground(friction=0.4)
    last = rg.WORLD
    for k in range(3):
        box = scene.add_body(
            rg.Box((0.2, 0.2, 0.2)),
            mass=1.0,
            position=(0.4 * k, 0, 0.1),
            friction=0.4,
            name=f"box{k}",
            velocity=(1.0 if k == 2 else 0.0, 0, 0),
        )
        anchor = {"anchor_b": (-0.4, 0, 0.1)} if last is rg.WORLD else {}
        scene.add_force(rg.Spring(box, last, stiffness=5000.0, **anchor))
        last = box
    return scene


def hopping_platform() -> rg.Scene:
    """Return a box that hops on a platform which shakes harder than gravity."""
    scene = rg.Scene()
    shake = rg.PathFunction(lambda t: ((0.0, 0.0, -0.05 + 0.02 * math.sin(30.0 * t)), (1.0, 0.0, 0.0, 0.0)))
    scene.add_body(rg.Box((1.0, 1.0, 0.1)), path=shake, friction=0.5, restitution=0.3, name="platform")
    scene.add_body(rg.Box((0.2, 0.2, 0.2)), mass=1.0, position=(0, 0, 0.1), friction=0.5, restitution=0.3, name="box")
    return scene


def pulsed_thrust() -> rg.Scene:
    """Return a box on the floor that is pushed by pulses beyond the friction limit."""
    scene = rg.Scene()
    scene.add_ground(friction=0.4)
    box = scene.add_body(rg.Box((0.3, 0.2, 0.2)), mass=1.0, position=(0, 0, 0.1), friction=0.4, name="box")

    def push(t: float, motion: object) -> tuple[tuple[float, float, float], tuple[float, float, float]]:
        return (8.0 * max(0.0, math.sin(20.0 * t)) ** 2, 0.0, 0.0), (0.0, 0.0, 0.3 * math.sin(33.0 * t))

    scene.add_force(rg.UserForce(box, push))
    return scene


def snug_bin() -> rg.Scene:
    """Return 49 frictionless boxes that fill a bin."""
    scene = rg.Scene()
    scene.add_ground(friction=0.0)
    side = 0.7
    for k, (x, y) in enumerate(((1, 0), (-1, 0), (0, 1), (0, -1))):
        scene.add_ground(friction=0.0, normal=(-x, -y, 0), position=(x * side / 2, y * side / 2, 0), name=f"wall{k}")
    for i in range(7):
        for j in range(7):
            scene.add_body(
                rg.Box((0.1, 0.1, 0.1)),
                mass=0.5,
                position=(0.1 * (i - 3), 0.1 * (j - 3), 0.05),
                friction=0.0,
                name=f"box{i}{j}",
            )
    return scene


def starter() -> rg.Scene:
    """Return the scene that `rigida new` writes, as its script changes it."""
    scene = rg.load(str(files("rigida") / "cli" / "starter" / "starter.toml"))
    scene.add_body(rg.Box((0.4, 0.4, 0.4)), density=100, position=(4, 0, 2), velocity=(-4, 0, 2), name="thrown")
    return scene


def brick_wall() -> rg.Scene:
    """Return a wall of 25 bricks."""
    scene = rg.Scene()
    scene.add_ground(friction=0.6)
    for row in range(5):
        for k in range(5):
            scene.add_body(
                rg.Box((0.3, 0.15, 0.1)),
                density=1800,
                friction=0.6,
                name=f"brick{row}{k}",
                position=(0.31 * k + 0.155 * (row % 2), 0, 0.05 + 0.1 * row),
            )
    return scene


def tumbling_shapes() -> rg.Scene:
    """Return the packaged scene of that name."""
    return rg.load("tumbling_shapes")


SCENES = {
    f.__name__: f
    for f in (
        feather_on_disk,
        body_fixed_to_disk,
        cylinder_beside_box,
        feather_on_wedge,
        feather_on_belt,
        chain_over_edge,
        gyroscope,
        wheels_on_axle,
        stiff_springs,
        hopping_platform,
        pulsed_thrust,
        snug_bin,
        starter,
        brick_wall,
        tumbling_shapes,
    )
}
