"""Scenes that every engine is given: boxes and hulls with a pose, unit mass, on fixed boxes."""

from dataclasses import dataclass, field

import numpy as np


@dataclass
class Item:
    size: np.ndarray | None  # full edge lengths of a box
    points: np.ndarray | None  # corners of a hull
    position: np.ndarray
    orientation: np.ndarray  # w, x, y, z
    velocity: tuple = (0.0, 0.0, 0.0)
    angular_velocity: tuple = (0.0, 0.0, 0.0)


@dataclass
class PeerScene:
    name: str
    duration: float
    items: list[Item] = field(default_factory=list)
    fixed: list[Item] = field(default_factory=list)
    friction: float = 0.5

    def box(self, size, position, orientation=(1, 0, 0, 0), fixed=False, **motion):
        item = Item(np.array(size, float), None, np.array(position, float), np.array(orientation, float), **motion)
        (self.fixed if fixed else self.items).append(item)

    def hull(self, points, position, orientation):
        self.items.append(Item(None, points, np.array(position, float), np.array(orientation, float)))


def turned(axis, angle):
    axis = np.asarray(axis, float)
    return np.concatenate([[np.cos(angle / 2)], np.sin(angle / 2) * axis / np.linalg.norm(axis)])


def pit(scene, half=5.0, height=60.0):
    scene.box((2 * half + 4, 2 * half + 4, 2), (0, 0, -1), fixed=True)
    for side in (-1, 1):
        scene.box((2, 2 * half + 4, height), (side * (half + 1), 0, height / 2), fixed=True)
        scene.box((2 * half + 4, 2, height), (0, side * (half + 1), height / 2), fixed=True)


def tower(count=50):
    scene = PeerScene(f"S1 tower of {count}", 10.0)
    scene.box((100, 100, 2), (0, 0, -1), fixed=True)
    for i in range(count):
        scene.box((1, 1, 1), (0, 0, 0.5 + i))
    return scene


def pyramid(base=20):
    scene = PeerScene("S2 pyramid of 210", 5.0)
    scene.box((100, 100, 2), (0, 0, -1), fixed=True)
    for row in range(base):
        for k in range(base - row):
            scene.box((1, 1, 1), ((k - (base - row - 1) / 2) * 1.05, 0, 0.5 + row))
    return scene


def places(count, rng):
    for i in range(count):
        layer, k = divmod(i, 100)
        y, x = divmod(k, 10)
        yield np.array([x - 4.5, y - 4.5, 0.6 + 0.65 * layer]) + np.append(rng.uniform(-0.1, 0.1, 2), 0.0)


def boxes(count=1000):
    scene, rng = PeerScene(f"S3 pit of {count} boxes", 10.0), np.random.default_rng(7)
    pit(scene)
    for place in places(count, rng):
        tilt = turned((rng.normal(), rng.normal(), 1e-9), rng.uniform(0, 0.1))
        scene.box((0.5, 0.5, 0.5), place, tilt)
    return scene


def hulls(count=500):
    scene, rng = PeerScene(f"S4 pit of {count} hulls", 10.0), np.random.default_rng(7)
    pit(scene)
    for place in places(count, rng):
        points = rng.normal(size=(int(rng.integers(12, 21)), 3))
        points = 0.3 * points / np.linalg.norm(points, axis=1, keepdims=True) * (1.0, 0.9, 0.8)
        orientation = rng.normal(size=4)
        scene.hull(points, place, orientation / np.linalg.norm(orientation))
    return scene


def dominoes(count=200):
    scene = PeerScene(f"S9 {count} dominoes", 24.0)
    scene.box((120, 10, 2), (0, 0, -1), fixed=True)
    for i in range(count):
        motion = {"angular_velocity": (0, 1.2, 0), "velocity": (0.6, 0, 0.06)} if i == 0 else {}
        scene.box((0.1, 0.4, 1.0), (0.4 * i - 0.2 * count, 0, 0.5), **motion)
    return scene


SCENES = {
    "S1": tower,
    "S1_10": lambda: tower(10),
    "S2": pyramid,
    "S3": boxes,
    "S3_5000": lambda: boxes(5000),
    "S4": hulls,
    "S9": dominoes,
}
