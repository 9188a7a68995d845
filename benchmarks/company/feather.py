"""The feather law: what one body does alone it does with a feather on it, on a floor of slabs, and as a compound.

A kind is a body alone with its theory. It is run alone and in the variants below; a feather has 1e-6 of its mass, and
no friction at the side, where it would chock what rolls.
"""

import math
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from relatives.trial import Draw

import rigida as rg
from company.planar import turned
from company.rolling_body import RollingBody, ellipsoid_arm, point_arm, rim_arm, rotation
from company.toppling import LYING
from company.trial import Trial, run
from rigida.orientations import axis_angle
from rigida.textbook.case import G
from rigida.textbook.rolling import circling_disk
from rigida.textbook.spinning_box import rest_of_box
from rigida.textbook.standing import toppling_tilt

#: Mass of a feather by that of the body that carries it.
FEATHER = 1e-6
#: With a feather the error may be twice that alone, or this.
ALLOWED = 0.005

VARIANTS = ("fixed", "hinged", "on top", "at the side", "slabs", "halves")


@dataclass
class Single:
    """A body alone on a floor, with what theory expects.

    top: height of its flat top above the center, for a feather to rest on; side: where a small cube on the floor would
    touch it, as x of the cube's near face by the side of the cube [m], both None where there is no such place.
    """

    shape: rg.Shape
    place: np.ndarray
    friction: float
    seconds: float
    expected: Callable[[float], Any]
    measure: Callable[[rg.Simulation], Any]
    size: float
    orientation: tuple[float, ...] = (1, 0, 0, 0)
    velocity: tuple[float, ...] = (0, 0, 0)
    spin: tuple[float, ...] = (0, 0, 0)
    slope: float = 0.0
    scale: float | None = None
    top: float | None = None
    side: Callable[[float], float] | None = None
    act: Callable[[rg.Scene, rg.Body], None] | None = None
    inertia: Any = field(default=None)

    def variants(self) -> list[str]:
        """Return the names of the variants that there are of this body."""
        missing = {"on top": self.top is None, "at the side": self.side is None}
        return [name for name in VARIANTS if not missing.get(name)]

    def trial(self, variant: str = "alone") -> Trial:
        """Return the trial of a variant."""
        scene = rg.Scene()
        up = np.array([math.sin(self.slope), 0, math.cos(self.slope)])
        along = np.array([math.cos(self.slope), 0, -math.sin(self.slope)])
        self._add_floor(scene, up, along, variant == "slabs")
        shape = self.shape
        plain = rg.Scene().add_body(shape, mass=1.0, position=self.place, orientation=self.orientation)
        if variant == "halves":
            shape = halves(shape)
        body = scene.add_body(
            shape,
            mass=1.0,
            inertia=np.asarray(plain.mass_properties().inertia),
            center_of_mass=np.asarray(plain.mass_properties().center),
            position=self.place,
            orientation=self.orientation,
            velocity=self.velocity,
            angular_velocity=self.spin,
            friction=self.friction,
            name="body",
        )
        self._add_feather(scene, body, variant, up, along)
        if self.act is not None:
            self.act(scene, body)
        return Trial(scene, self.seconds, self.measure, self.expected, self.size, self.scale)

    def _add_floor(self, scene: rg.Scene, up: np.ndarray, along: np.ndarray, slabs: bool) -> None:
        """Add the floor: a half-space, or two slabs that meet below the body."""
        if not slabs:
            scene.add_ground(friction=self.friction, normal=tuple(up))
            return
        turn, long = axis_angle((0, 1, 0), self.slope), 400 * self.size
        seam = float(np.asarray(self.place) @ along) + 0.05 * self.size
        for k, way in enumerate((-1, 1)):
            middle = (seam + way * 0.5 * long) * along - 5 * self.size * up
            slab = rg.Box((long, long, 10 * self.size))
            place = {"position": tuple(middle), "orientation": turn}
            scene.add_body(slab, fixed=True, friction=self.friction, name=f"slab{k}", **place)

    def _add_feather(self, scene: rg.Scene, body: rg.Body, variant: str, up: np.ndarray, along: np.ndarray) -> None:
        """Add the feather of a variant."""
        size, turn = 0.1 * self.size, rotation(np.array(self.orientation))
        if variant in ("fixed", "hinged"):
            offset = turn @ (np.array([0.2, 0.15, 0.25]) * self.size)
            place, shape, mask = np.asarray(self.place) + offset, rg.Box((size,) * 3), 0
        elif variant == "on top":
            place, shape = np.asarray(self.place) + (self.top + 0.25 * size) * up, rg.Box((size, size, 0.5 * size))
            offset, mask = place - np.asarray(self.place), None
        elif variant == "at the side":
            level = float(np.asarray(self.place) @ along) + self.side(size) + 0.5 * size
            place, shape = level * along + 0.5 * size * up, rg.Box((size,) * 3)
            offset, mask = None, None
        else:
            return
        moves = {}
        if offset is not None:
            center = turn @ np.asarray(body.mass_properties().center)
            velocity = np.asarray(self.velocity) + np.cross(self.spin, offset - center)
            moves = {"velocity": tuple(velocity), "angular_velocity": self.spin}
        else:
            moves = {"velocity": self.velocity}
        orientation = self.orientation if mask == 0 else axis_angle((0, 1, 0), self.slope)
        feather = scene.add_body(
            shape,
            mass=FEATHER,
            position=tuple(place),
            orientation=orientation,
            friction=5.0 if variant == "on top" else 0.0,
            name="feather",
            **({"collision_mask": 0} if mask == 0 else {}),
            **moves,
        )
        if variant == "fixed":
            scene.add_joint(rg.Fixed(feather, body))
        elif variant == "hinged":
            scene.add_joint(rg.Revolute(feather, body, anchor=tuple(place), axis=tuple(turn[:, 1])))


def halves(shape: rg.Shape) -> rg.Compound:
    """Return a compound of two halves of a box or cylinder; of any other shape two in the same place."""
    if isinstance(shape, rg.Box):
        x, y, z = shape.size
        half = rg.Box((0.5 * x, y, z))
        return rg.Compound([(half, (-0.25 * x, 0, 0)), (half, (0.25 * x, 0, 0))])
    if isinstance(shape, rg.Cylinder):
        half = rg.Cylinder(shape.radius, 0.5 * shape.height)
        return rg.Compound([(half, (0, 0, -0.25 * shape.height)), (half, (0, 0, 0.25 * shape.height))])
    return rg.Compound([(shape, (0, 0, 0)), (shape, (0, 0, 0))])


def compare(kind: str, engine: rg.Realtime, seed: int, number: int) -> dict[str, float]:
    """Return the errors of a trial of a kind, alone and in each variant."""
    single = KINDS[kind](Draw(np.random.default_rng([seed, zlib.crc32(kind.encode()), number])))
    return {name: run(single.trial(name), engine).error for name in ("alone", *single.variants())}


def breaks_law(errors: dict[str, float], name: str) -> bool:
    """Tell whether a variant's error is more than twice that alone, and more than what is allowed anyway."""
    return not errors[name] <= max(2 * errors["alone"], ALLOWED)


#: Kinds of single bodies by name.
KINDS: dict[str, Callable[[Draw], Single]] = {}


def kind(draw: Callable[[Draw], Single]) -> Callable[[Draw], Single]:
    """Enter a kind under its own name."""
    KINDS[draw.__name__] = draw
    return draw


def axes(sim: rg.Simulation, size: float) -> np.ndarray:
    """Return the center of mass, and the ends of the body's own x and z, [m]."""
    turn = rotation(np.array(sim.body("body").orientation))
    return np.concatenate([sim.body("body").center, size * turn[:, 0], size * turn[:, 2]])


def rolling_single(shape, mass_center, place, orientation, spin, arm, friction, seconds, size) -> Single:
    """Return a body that rolls or pivots; mass_center: its center of mass in its own frame."""
    plain = rg.Scene().add_body(shape, mass=1.0)
    body = RollingBody(1.0, np.diag(np.asarray(plain.mass_properties().inertia)), arm)
    q = np.asarray(orientation, float)
    center = np.asarray(place) + rotation(q) @ mass_center
    seconds = body.held(seconds, friction, center, q, spin)

    def expected(t):
        y = body.at(t, center, q, spin)
        turn = rotation(y[3:7])
        return np.concatenate([y[:3], size * turn[:, 0], size * turn[:, 2]])

    return Single(
        shape,
        np.asarray(place),
        friction,
        seconds,
        expected,
        lambda sim: axes(sim, size),
        size,
        tuple(q),
        tuple(body.velocity(center, rotation(q), np.asarray(spin))),
        tuple(spin),
    )


@kind
def disk_on_rim(draw: Draw) -> Single:
    lean, radius = math.radians(draw.uniform("degrees", 20, 60)), draw.log("r", 0.05, 0.3)
    thick = draw.uniform("thick by r", 0.05, 0.3) * radius
    scene, _ = circling_disk(lean, -draw.uniform("turn", 0.5, 0.9) * math.sqrt(G / radius), radius, thick)
    disk = scene.body("disk")
    arm = rim_arm(radius, thick)
    return rolling_single(
        disk.shape, np.zeros(3), disk.position, disk.orientation, disk.angular_velocity, arm, 1.0, 1.0, radius
    )


@kind
def top(draw: Draw) -> Single:
    radius, high = draw.log("r", 0.05, 0.3), draw.uniform("high by r", 0.5, 1.2)
    high *= radius
    lean = math.radians(draw.uniform("degrees", 5, 25))
    axis = np.array([math.sin(lean), 0, math.cos(lean)])
    about = 0.15 * radius**2 + 0.6 * high**2
    spin = draw.uniform("spin by slowest", 1.3, 2.0) * math.sqrt(3 * G * high * about) / (0.3 * radius**2)
    turn = axis_angle((0, 1, 0), math.pi + lean)
    return rolling_single(
        rg.Cone(radius, high),
        np.array([0, 0, -0.25 * high]),
        0.5 * high * axis,
        turn,
        spin * axis,
        point_arm(np.array([0, 0, 0.75 * high])),
        2.0,
        1.0,
        high,
    )


@kind
def cone_on_side(draw: Draw) -> Single:
    radius, high = draw.log("r", 0.03, 0.2), draw.uniform("high by r", 2, 5)
    high *= radius
    rate = draw.uniform("turn by √g/r", 0.05, 0.25) * math.sqrt(G / radius)
    axis = np.array([high, 0.0, radius]) / math.hypot(radius, high)
    far, up = 0.75 * high * axis[0], 0.75 * high * axis[2]
    return Single(
        rg.Cone(radius, high),
        0.5 * high * axis,
        1.0,
        1.0,
        lambda t: [far * math.cos(rate * t), far * math.sin(rate * t), up],
        lambda sim: sim.body("body").center,
        high,
        axis_angle((0, 1, 0), math.atan2(-axis[0], -axis[2])),
        (0, rate * far, 0),
        (-rate * high / radius, 0, 0),
    )


@kind
def egg(draw: Draw) -> Single:
    size = draw.log("half axis", 0.05, 0.3)
    half = size * np.array([draw.uniform("x", 0.7, 1.0), draw.uniform("y", 0.7, 1.0), draw.uniform("z", 1.0, 1.5)])
    q = np.array(draw.rng.normal(size=4))
    q /= np.linalg.norm(q)
    spin = draw.uniform("spin by √g/r", 0.2, 0.8) * math.sqrt(G / size) * np.array([0.48, 0.6, 0.64])
    arm = ellipsoid_arm(half)
    place = np.array([0, 0, -arm(rotation(q))[2]])
    return rolling_single(rg.Ellipsoid(tuple(half)), np.zeros(3), place, q, spin, arm, 1.5, 1.0, size)


@kind
def toppling_block(draw: Draw) -> Single:
    width, tall = draw.log("width", 0.05, 0.5), draw.uniform("high by width", 2, 4)
    tall *= width
    part, seconds = draw.uniform("push", 1.05, 1.4), 0.5 * math.sqrt(tall / 0.6)
    push = part * G * 0.5 * width / tall

    def expected(t):
        tilt = toppling_tilt(part, width, tall, t) if t else 0.0
        x, z = turned(tilt, -0.5 * width, 0.5 * tall)
        return [0.5 * width + x, z]

    def act(scene, body):
        scene.add_force(rg.ConstantForce(body, (push, 0, 0), anchor=(0, 0, tall)))

    return Single(
        rg.Box((width, width, tall)),
        np.array([0, 0, 0.5 * tall]),
        0.9,
        seconds,
        expected,
        lambda sim: sim.body("body").center[[0, 2]],
        tall,
        top=0.5 * tall,
        side=lambda _: 0.5 * width,
        act=act,
    )


def _down(draw: Draw, part: float, shape, high: float, friction: float, slope: float, **more) -> Single:
    """Return a body that covers ½ part g t² down a slope."""
    up = np.array([math.sin(slope), 0, math.cos(slope)])
    along = np.array([math.cos(slope), 0, -math.sin(slope)])
    return Single(
        shape,
        high * up,
        friction,
        0.8,
        lambda t: 0.5 * part * G * t * t,
        lambda sim: sim.body("body").center @ along,
        2 * high,
        slope=slope,
        **more,
    )


@kind
def sliding_box(draw: Draw) -> Single:
    slope, side, flat = math.radians(draw.uniform("degrees", 15, 40)), draw.log("side", 0.05, 0.5), 0.6
    friction = draw.uniform("μ by tan", 0.2, 0.8) * math.tan(slope)
    part = math.sin(slope) - friction * math.cos(slope)
    return _down(
        draw,
        part,
        rg.Box((side, side, flat * side)),
        0.5 * flat * side,
        friction,
        slope,
        orientation=axis_angle((0, 1, 0), slope),
        top=0.5 * flat * side,
    )


@kind
def rolling_ball(draw: Draw) -> Single:
    slope, radius = math.radians(draw.uniform("degrees", 5, 30)), draw.log("r", 0.03, 0.3)
    side = lambda s: math.sqrt(2 * radius * s - s * s)  # noqa: E731
    return _down(draw, 5 / 7 * math.sin(slope), rg.Sphere(radius), radius, 0.9, slope, side=side)


@kind
def rolling_cylinder(draw: Draw) -> Single:
    slope, radius = math.radians(draw.uniform("degrees", 5, 30)), draw.log("r", 0.03, 0.3)
    shape = rg.Cylinder(radius, draw.uniform("long by r", 1, 4) * radius)
    side = lambda s: math.sqrt(2 * radius * s - s * s)  # noqa: E731
    return _down(draw, 2 / 3 * math.sin(slope), shape, radius, 0.9, slope, orientation=LYING, side=side)


@kind
def bowling_ball(draw: Draw) -> Single:
    radius, friction, speed = draw.log("r", 0.05, 0.3), draw.uniform("μ", 0.1, 0.4), draw.uniform("m/s", 1, 5)
    stop = 2 * speed / (7 * friction * G)

    def expected(t):
        slip = min(t, stop)
        return speed * slip - 0.5 * friction * G * slip**2 + 5 / 7 * speed * (t - slip)

    return Single(
        rg.Sphere(radius),
        np.array([0, 0, radius]),
        friction,
        1.4 * stop,
        expected,
        lambda sim: sim.body("body").center[0],
        radius,
        velocity=(speed, 0, 0),
        side=lambda s: math.sqrt(2 * radius * s - s * s),
    )


@kind
def spinning_box(draw: Draw) -> Single:
    long, wide = draw.log("long", 0.1, 0.8), draw.uniform("wide by long", 0.4, 1.0)
    wide *= long
    high, friction = draw.uniform("high by wide", 0.1, 0.3) * wide, draw.uniform("μ", 0.15, 0.5)
    speed = draw.uniform("m/s by √gl", 0.3, 1.0) * math.sqrt(G * long)
    spin, size = draw.uniform("rim by speed", 0.2, 1.5) * speed / long, np.array([long, wide, high])
    velocity = np.array([speed, 0.0])
    _, _, time = rest_of_box(size, friction, velocity, spin)

    def expected(t):
        return rest_of_box(size, friction, velocity, spin, t)[0]

    return Single(
        rg.Box(tuple(size)),
        np.array([0, 0, 0.5 * high]),
        friction,
        0.9 * time,
        expected,
        lambda sim: sim.body("body").center[:2],
        long,
        velocity=(speed, 0, 0),
        spin=(0, 0, spin),
        scale=max(0.3 * long, speed**2 / (2 * friction * G)),
        top=0.5 * high,
    )


@kind
def disk_spinning(draw: Draw) -> Single:
    radius, friction, spin = draw.log("r", 0.05, 0.4), draw.uniform("μ", 0.1, 0.6), draw.uniform("rad/s", 4, 15)
    stop = spin * radius / (2 * friction * G)
    return Single(
        rg.Cylinder(radius, 0.2 * radius),
        np.array([0, 0, 0.1 * radius]),
        friction,
        0.8 * stop,
        lambda t: spin - 2 * friction * G / radius * t,
        lambda sim: sim.body("body").angular_velocity[2],
        radius,
        spin=(0, 0, spin),
        scale=spin,
        top=0.1 * radius,
    )


@kind
def pulled_cylinder(draw: Draw) -> Single:
    radius, part = draw.log("r", 0.05, 0.3), draw.uniform("pull by weight", 0.1, 0.8)
    return Single(
        rg.Cylinder(radius, 2 * radius),
        np.array([0, 0, radius]),
        1.0,
        0.8,
        lambda t: part * G * t * t / 3,
        lambda sim: sim.body("body").center[0],
        radius,
        orientation=LYING,
        side=lambda s: math.sqrt(2 * radius * s - s * s),
        act=lambda scene, body: scene.add_force(rg.ConstantForce(body, (part * G, 0, 0))),
    )


@kind
def box_held_on_slope(draw: Draw) -> Single:
    slope, side = math.radians(draw.uniform("degrees", 5, 30)), draw.log("side", 0.05, 0.5)
    friction, flat = 1.05 * math.tan(slope), 0.6
    return _down(
        draw,
        0.0,
        rg.Box((side, side, flat * side)),
        0.5 * flat * side,
        friction,
        slope,
        orientation=axis_angle((0, 1, 0), slope),
        top=0.5 * flat * side,
        side=lambda _: 0.5 * side,
    )
