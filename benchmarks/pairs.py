"""Microseconds per touching pair for every pair of convex shapes, each as the narrow phase finds it in a moving pile.

taskset -c 1 python benchmarks/pairs.py [--pairs 200] [--steps 20] [--json]

Partners are thrown together at random, half of them nearly face on face, until they overlap by a millimeter or are
up to five apart; then they move by about a millimeter a step, and each step all manifolds are sought anew from what is
remembered of the last one. The table shows the fastest step, the others being disturbed by whatever else runs.
"""

import argparse
import itertools
import json
import time

import numpy as np
from scipy.spatial.transform import Rotation

import rigida as rg
from rigida.collision.narrow.narrow_phase import find_manifolds
from rigida.collision.shapes.convex import convex_table

MARGIN = 0.015


def shapes() -> dict[str, rg.Shape]:
    """Return a sample of every convex kind, some 0.4 m in size."""
    points = np.random.default_rng(5).normal(size=(16, 3))
    return {
        "half_space": rg.HalfSpace((0.0, 0.0, 1.0)),
        "box": rg.Box((0.4, 0.35, 0.3)),
        "sphere": rg.Sphere(0.2),
        "capsule": rg.Capsule(0.15, 0.3),
        "cylinder": rg.Cylinder(0.2, 0.4),
        "cone": rg.Cone(0.2, 0.4),
        "pyramid": rg.Pyramid((0.4, 0.4), 0.4),
        "hull": rg.ConvexHull(0.22 * points / np.linalg.norm(points, axis=1)[:, None]),
    }


def quaternions(rotation: Rotation) -> np.ndarray:
    return np.ascontiguousarray(np.roll(rotation.as_quat(), 1, axis=1))


def measure(table, a: int, b: int, pairs: int, steps: int) -> float:
    """Return microseconds per pair of geometries a and b."""
    rng = np.random.default_rng([a, b])
    geometry = np.tile(np.array([a, b], dtype=np.int32), pairs)
    index = np.arange(2 * pairs, dtype=np.int32).reshape(-1, 2)
    first = Rotation.random(pairs, rng=rng)
    second = Rotation.random(pairs, rng=rng)
    quarter = Rotation.from_rotvec(0.5 * np.pi * np.eye(3)[rng.integers(3, size=pairs)])
    leaning = first * quarter * Rotation.from_rotvec(0.01 * rng.normal(size=(pairs, 3)))
    level = rng.random(pairs) < 0.5
    second = Rotation.from_quat(np.where(level[:, None], leaning.as_quat(), second.as_quat()))
    position, attitude = np.zeros((2 * pairs, 3)), np.empty((2 * pairs, 4))
    attitude[0::2], attitude[1::2] = quaternions(first), quaternions(second)
    away = rng.normal(size=(pairs, 3))
    if a == 0:
        away = first.apply(np.tile([[0.0, 0.0, 1.0]], (pairs, 1)))
    position[1::2] = 0.3 * away / np.linalg.norm(away, axis=1)[:, None]
    wanted = rng.uniform(-0.001, 0.005, pairs)
    for _ in range(12):
        found = find_manifolds(table, geometry, position, attitude, index, 1.0)
        gap = np.where(np.arange(8) < found.count[:, None], found.separation, np.inf).min(axis=1)
        position[1::2] += (wanted - gap)[:, None] * found.normal
    taken = []
    for _ in range(steps):
        position[1::2] += 1e-3 * rng.normal(size=(pairs, 3)) / np.sqrt(3.0)
        turn = Rotation.from_quat(np.roll(attitude, -1, axis=1))
        attitude = quaternions(Rotation.from_rotvec(2e-3 * rng.normal(size=(2 * pairs, 3))) * turn)
        began = time.process_time()
        find_manifolds(table, geometry, position, attitude, index, MARGIN, out=found)
        taken.append(time.process_time() - began)
    return float(np.min(taken)) / pairs * 1e6


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=200)
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    known = shapes()
    table, names = convex_table(known.values()), list(known)
    found = {
        (a, b): measure(table, names.index(a), names.index(b), arguments.pairs, arguments.steps)
        for a, b in itertools.combinations_with_replacement(names, 2)
        if b != "half_space"
    }
    if arguments.json:
        print(json.dumps({f"{a}, {b}": round(value, 2) for (a, b), value in found.items()}))
    else:
        print(" " * 10 + "".join(f"{name:>10}" for name in names[1:]))
        for a in names:
            row = "".join(f"{found[a, b]:10.2f}" if (a, b) in found else " " * 10 for b in names[1:])
            print(f"{a:10}{row}")
