"""Scenes that every engine is given: bodies with their origin at the center of mass and principal axes, and joints.

Quality is measured from poses and velocities alone (`quality`), so that no engine is judged by its own account.
"""

import math
from dataclasses import dataclass, field

import numpy as np
from scipy.spatial import ConvexHull

GRAVITY = 9.81


@dataclass
class Item:
    """A body: ("box", size), ("hull", points), ("capsule", radius, length) along x or ("pole", radius, height)."""

    shape: tuple
    position: np.ndarray
    orientation: np.ndarray  # w, x, y, z
    mass: float = 1.0
    velocity: tuple = (0.0, 0.0, 0.0)
    angular_velocity: tuple = (0.0, 0.0, 0.0)

    @property
    def inertia(self):
        """Principal moments [kg m²]."""
        kind, *sizes = self.shape
        if kind == "box":
            squares = np.asarray(sizes[0]) ** 2
            return self.mass * (squares.sum() - squares) / 12.0
        if kind == "capsule":
            return self.mass * capsule_moments(*sizes)
        volume, _, moments, _ = hull_integrals(sizes[0])
        return self.mass * moments / volume


@dataclass
class Joint:
    """A "ball" or a "hinge" along y between items a (−1: the world) and b; anchors in the frame of each."""

    kind: str
    a: int
    b: int
    anchor_a: np.ndarray
    anchor_b: np.ndarray
    closes_loop: bool = False


@dataclass
class PeerScene:
    """span: energy by which a drift is measured [J]."""

    name: str
    duration: float
    quality: str
    dt: float = 1 / 60
    gravity: float = GRAVITY
    collide: bool = True
    span: float = 1.0
    friction: float = 0.5
    items: list[Item] = field(default_factory=list)
    fixed: list[Item] = field(default_factory=list)
    joints: list[Joint] = field(default_factory=list)

    def add(self, shape, position, orientation=(1, 0, 0, 0), fixed=False, **more):
        item = Item(shape, np.array(position, float), np.array(orientation, float), **more)
        (self.fixed if fixed else self.items).append(item)

    def joined(self, kind, a, b, anchor_a, anchor_b, closes_loop=False):
        self.joints.append(Joint(kind, a, b, np.array(anchor_a, float), np.array(anchor_b, float), closes_loop))


def turned(axis, angle):
    axis = np.asarray(axis, float)
    return np.concatenate([[np.cos(angle / 2)], np.sin(angle / 2) * axis / np.linalg.norm(axis)])


def multiplied(p, q):
    (a, x), (b, y) = (p[0], p[1:]), (q[0], q[1:])
    return np.concatenate([[a * b - x @ y], a * y + b * x + np.cross(x, y)])


def capsule_moments(radius, length):
    """Return the principal moments of a capsule of unit mass along x."""
    shaft, ball = math.pi * radius**2 * length, 4.0 / 3.0 * math.pi * radius**3
    along = shaft * radius**2 / 2 + ball * 2 * radius**2 / 5
    across = shaft * (length**2 / 12 + radius**2 / 4)
    across += ball * (2 * radius**2 / 5 + length**2 / 4 + 3 * length * radius / 8)
    return np.array([along, across, across]) / (shaft + ball)


def hull_integrals(points):
    """Return volume, center, principal moments of unit density about it, and principal axes as columns."""
    corners = points[ConvexHull(points).simplices]
    inside = points.mean(axis=0)
    corners = corners - inside
    volumes = np.abs(np.linalg.det(corners)) / 6.0
    volume = volumes.sum()
    center = (volumes[:, None] * corners.sum(axis=1)).sum(axis=0) / (4.0 * volume)
    # Second moments of a tetrahedron with one corner at the origin: V/20 (Σ c cᵀ + Σc Σcᵀ).
    sums = corners.sum(axis=1)
    second = np.einsum("t,tki,tkj->ij", volumes, corners, corners) + np.einsum("t,ti,tj->ij", volumes, sums, sums)
    second = second / 20.0 - volume * np.outer(center, center)
    moments, axes = np.linalg.eigh(np.trace(second) * np.eye(3) - second)
    return volume, center + inside, moments, axes * np.sign(np.linalg.det(axes))


def pit(scene, half=5.0, height=60.0):
    scene.add(("box", (2 * half + 4, 2 * half + 4, 2)), (0, 0, -1), fixed=True)
    for side in (-1, 1):
        scene.add(("box", (2, 2 * half + 4, height)), (side * (half + 1), 0, height / 2), fixed=True)
        scene.add(("box", (2 * half + 4, 2, height)), (0, side * (half + 1), height / 2), fixed=True)


def tower(count=50):
    scene = PeerScene(f"S1 tower of {count}", 10.0, "drift")
    scene.add(("box", (100, 100, 2)), (0, 0, -1), fixed=True)
    for i in range(count):
        scene.add(("box", (1, 1, 1)), (0, 0, 0.5 + i))
    return scene


def pyramid(base=20):
    scene = PeerScene(f"S2 pyramid of {base * (base + 1) // 2}", 5.0, "drift")
    scene.add(("box", (100, 100, 2)), (0, 0, -1), fixed=True)
    for row in range(base):
        for k in range(base - row):
            scene.add(("box", (1, 1, 1)), ((k - (base - row - 1) / 2) * 1.05, 0, 0.5 + row))
    return scene


def places(count, rng):
    for i in range(count):
        layer, k = divmod(i, 100)
        y, x = divmod(k, 10)
        yield np.array([x - 4.5, y - 4.5, 0.6 + 0.65 * layer]) + np.append(rng.uniform(-0.1, 0.1, 2), 0.0)


def boxes(count=1000):
    scene, rng = PeerScene(f"S3 pit of {count} boxes", 10.0, "overlap"), np.random.default_rng(7)
    pit(scene)
    for place in places(count, rng):
        tilt = turned((rng.normal(), rng.normal(), 1e-9), rng.uniform(0, 0.1))
        yaw = rng.uniform(0, 2 * np.pi)
        scene.add(("box", (0.5, 0.5, 0.5)), place, multiplied(tilt, turned((0, 0, 1), yaw)))
    return scene


def hulls(count=500):
    scene, rng = PeerScene(f"S4 pit of {count} hulls", 10.0, "overlap"), np.random.default_rng(7)
    pit(scene)
    for place in places(count, rng):
        points = rng.normal(size=(int(rng.integers(12, 21)), 3))
        points = 0.3 * points / np.linalg.norm(points, axis=1, keepdims=True) * (1.0, 0.9, 0.8)
        orientation = rng.normal(size=4)
        _, center, _, axes = hull_integrals(points)
        scene.add(("hull", (points - center) @ axes), place, orientation / np.linalg.norm(orientation))
    return scene


def chain(count=20, length=0.5):
    scene = PeerScene(f"S7 chain of {count}", 10.0, "joints", collide=False)
    for i in range(count):
        scene.add(("box", (0.4, 0.1, 0.1)), (length / 2 + i * length, 0, 0))
        scene.joined("ball", i - 1, i, (length / 2 if i else 0, 0, 0), (-length / 2, 0, 0))
    # From level to hanging.
    scene.span = GRAVITY * sum(length / 2 + i * length for i in range(count))
    return scene


def four_bar():
    scene = PeerScene("S8a four-bar linkage", 10.0, "joints", collide=False, span=GRAVITY)
    left, right, angle = np.zeros(3), np.array([1.0, 0, 0]), math.radians(70)
    crank = left + 0.5 * np.array([math.cos(angle), 0, math.sin(angle)])
    # Where the coupler of 1 m meets the rocker of 0.8 m, on the upper branch.
    way = right - crank
    distance = np.linalg.norm(way)
    way /= distance
    along = (1.0 - 0.8**2 + distance**2) / (2 * distance)
    joint = crank + along * way + math.sqrt(1.0 - along**2) * np.array([-way[2], 0, way[0]])
    for a, b in ((left, crank), (crank, joint), (joint, right)):
        tilt = math.atan2((b - a)[2], (b - a)[0])
        scene.add(("box", (np.linalg.norm(b - a), 0.06, 0.06)), (a + b) / 2, turned((0, 1, 0), -tilt))
    scene.joined("hinge", -1, 0, left, (-0.25, 0, 0))
    scene.joined("hinge", 0, 1, (0.25, 0, 0), (-0.5, 0, 0))
    scene.joined("hinge", 1, 2, (0.5, 0, 0), (-0.4, 0, 0))
    scene.joined("hinge", -1, 2, right, (0.4, 0, 0), closes_loop=True)
    return scene


def rings(count=18, link=0.55):
    scene, rng = PeerScene(f"S8b {count} jointed rings", 8.0, "gap", dt=0.01), np.random.default_rng(11)
    scene.add(("box", (40, 40, 2)), (0, 0, -1), fixed=True)
    poles = [1.8 / math.sqrt(3) * np.array([math.cos(a), math.sin(a)]) for a in (0, 2 * math.pi / 3, 4 * math.pi / 3)]
    for x, y in poles:
        scene.add(("pole", 0.2, 4.0), (x, y, 2.0), fixed=True)
    for i in range(count):
        level, k = divmod(i, 3)
        center = np.array([*(poles[k] + rng.uniform(-0.05, 0.05, 2)), 4.4 + 0.45 * level])
        first = len(scene.items)
        for j in range(6):
            angle = j * math.pi / 3
            place = center + link * math.sqrt(3) / 2 * np.array([math.cos(angle), math.sin(angle), 0])
            scene.add(("capsule", 0.08, link - 0.18), place, turned((0, 0, 1), angle + math.pi / 2))
        for j in range(6):
            ends = (link / 2, 0, 0), (-link / 2, 0, 0)
            scene.joined("ball", first + j, first + (j + 1) % 6, *ends, closes_loop=j == 5)
    return scene


def dominoes(count=200):
    scene = PeerScene(f"S9 {count} dominoes", 26.0, "fallen")  # the wave takes 24.5 s
    scene.add(("box", (120, 10, 2)), (0, 0, -1), fixed=True)
    for i in range(count):
        motion = {"angular_velocity": (0, 1.2, 0), "velocity": (0.6, 0, 0.06)} if i == 0 else {}
        scene.add(("box", (0.1, 0.4, 1.0)), (0.4 * i - 0.2 * count, 0, 0.5), **motion)
    return scene


def free_top():
    scene = PeerScene("S10 free top", 100.0, "energy", dt=0.01, gravity=0.0, collide=False)
    scene.add(("box", (1.0, 0.6, 0.2)), (0, 0, 0), mass=10.0, angular_velocity=(0.02, 4.0, 0.02))
    top = scene.items[0]
    scene.span = 0.5 * float(top.inertia @ np.square(top.angular_velocity))
    return scene


SCENES = {
    "S1": tower,
    "S1_10": lambda: tower(10),
    "S2": pyramid,
    "S3": boxes,
    "S3_5000": lambda: boxes(5000),
    "S4": hulls,
    "S7": chain,
    "S7_100": lambda: chain(100),
    "S8a": four_bar,
    "S8b": rings,
    "S9": dominoes,
    "S10": free_top,
}
