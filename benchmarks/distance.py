"""Distances of convex hulls per second, with warm start, beside coal (if installed) on the same pairs.

taskset -c 0 python benchmarks/distance.py [--pairs 2000] [--vertices 16]
"""

import argparse
import json
import time

import numpy as np

import rigida as rg
from rigida.collision.arrays import PlacedShapes, SeparationPairs, SimplexPoint
from rigida.collision.distance.separation import separations
from rigida.collision.distance.work import SIMPLEX_ROWS, distance_work
from rigida.collision.shapes.convex import convex_table
from rigida.jit.bind import bind
from rigida.jit.records import as_array
from rigida.jit.tables import dtype_of
from rigida.math.rotation import matrix_from_quaternion_array


def poses(rng: np.random.Generator, pairs: int) -> tuple[np.ndarray, np.ndarray]:
    """Return positions and attitudes of 2 × pairs hulls, partners a little apart."""
    position = np.zeros((2 * pairs, 3))
    direction = rng.normal(size=(pairs, 3))
    position[1::2] = direction / np.linalg.norm(direction, axis=1)[:, None] * rng.uniform(2.5, 4.0, (pairs, 1))
    attitude = rng.normal(size=(2 * pairs, 4))
    return position, attitude / np.linalg.norm(attitude, axis=1)[:, None]


def moved(rng: np.random.Generator, position: np.ndarray, attitude: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return poses a step later: 1 cm and 0.01 rad."""
    attitude = attitude + 0.005 * rng.normal(size=attitude.shape)
    return position + 0.01 * rng.normal(size=position.shape), attitude / np.linalg.norm(attitude, axis=1)[:, None]


def ours(hulls: list[np.ndarray], steps: list[tuple[np.ndarray, np.ndarray]]) -> tuple[float, np.ndarray]:
    table = convex_table([rg.ConvexHull(points) for points in hulls])
    count = len(hulls) // 2
    asked = SeparationPairs(
        shapes=np.arange(2 * count, dtype=np.int32).reshape(-1, 2),
        simplex=np.zeros(SIMPLEX_ROWS * count, dtype=dtype_of(SimplexPoint)),
        count=np.zeros(count, dtype=np.int32),
        found=np.zeros((count, 10)),
    )
    placed = PlacedShapes(geometry=np.arange(2 * count, dtype=np.int32))
    measure = bind(separations, placed, table, asked, distance_work())
    best = np.inf
    for position, attitude in steps:
        placed.position, placed.attitude = position, attitude
        began = time.process_time()
        measure()
        best = min(best, time.process_time() - began)
    return count / best, as_array(asked.found)[:, 0].copy()


def coal_rate(hulls: list[np.ndarray], steps: list[tuple[np.ndarray, np.ndarray]]) -> tuple[float, np.ndarray] | None:
    try:
        import coal
    except ImportError:
        return None
    shapes = []
    for points in hulls:
        vertices = coal.StdVec_Vec3s()
        vertices.extend(list(points))
        shapes.append(coal.Convex.convexHull(vertices, True, None))
    position, attitude = steps[-1]
    rotations = matrix_from_quaternion_array(attitude)
    transforms = [coal.Transform3s(r, p) for r, p in zip(rotations, position, strict=True)]
    request, result = coal.DistanceRequest(), coal.DistanceResult()
    distances, best = np.zeros(len(hulls) // 2), np.inf
    for _ in range(3):
        began = time.process_time()
        for i in range(len(distances)):
            result.clear()
            a, b = 2 * i, 2 * i + 1
            distances[i] = coal.distance(shapes[a], transforms[a], shapes[b], transforms[b], request, result)
        best = min(best, time.process_time() - began)
    return len(distances) / best, distances


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=2000)
    parser.add_argument("--vertices", type=int, default=16)
    arguments = parser.parse_args()
    rng = np.random.default_rng(1)
    directions = rng.normal(size=(2 * arguments.pairs, arguments.vertices, 3))
    hulls = list(directions / np.linalg.norm(directions, axis=2)[:, :, None])  # on a sphere: all are vertices
    position, attitude = poses(rng, arguments.pairs)
    steps = [(position, attitude)]
    for _ in range(30):
        steps.append(moved(rng, *steps[-1]))
    rate, distances = ours(hulls, steps)
    line = {"vertices": arguments.vertices, "rigida, million per second": round(rate / 1e6, 3)}
    other = coal_rate(hulls, steps)
    if other is not None:
        line["coal through Python, million per second"] = round(other[0] / 1e6, 3)
        line["largest difference"] = float(np.abs(other[1] - distances).max())
    print(json.dumps(line))
