"""How many box–box manifolds per second? One core, pairs as the broad phase of a pile gives them.

taskset -c 1 python benchmarks/box_box.py [--pairs 100000]

Of the touching pairs, five in six rest face on face with a small tilt, as in a settled pile, and one in six is thrown
at random (edges and vertices). The other pairs have overlapping axis-aligned bounds but do not touch. Kinds of pairs
are in random order, each pair has its own two bodies, and bodies stand in memory in the order of the pairs, as after a
sorted broad phase; "scattered" shows what random order costs once the bodies no longer fit the cache. Quaternions are
turned into matrices inside the timed kernel.
"""

import argparse
import json
import time

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation

from rigida.collision.arrays import Core, FoundManifold, ManifoldUpdates, PlacedShapes
from rigida.collision.narrow.box_pairs import box_pairs
from rigida.collision.narrow.work import narrow_work
from rigida.collision.shapes.convex import convex_table
from rigida.geometry.core import BOX
from rigida.jit.bind import bind
from rigida.jit.tables import dtype_of

MARGIN = 0.005
Boxes = tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]


class Output:
    """Preallocated rows for pairs of boxes, and the kernel that fills them."""

    def __init__(self, pairs: NDArray[np.int32], boxes: Boxes) -> None:
        half, center, attitude = boxes
        m, table = len(pairs), convex_table([])
        core = np.zeros(len(half), dtype=dtype_of(Core))
        core["kind"], core["size"] = BOX, half
        table.core = core
        self.count = np.zeros(m, dtype=np.int32)
        self.found = np.zeros(m, dtype=dtype_of(FoundManifold))
        updates = ManifoldUpdates(
            shapes=np.ascontiguousarray(pairs), margin=np.full(m, MARGIN), count=self.count, manifold=self.found
        )
        geometry = np.arange(len(half), dtype=np.int32)
        placed = PlacedShapes(geometry=geometry, position=center, attitude=attitude)
        self._find, self._pairs = bind(box_pairs, placed, table, updates, narrow_work(table)), m

    def fill(self) -> None:
        self._find(0, self._pairs, 4)


def attitudes(rotation: Rotation) -> NDArray[np.float64]:
    return np.ascontiguousarray(np.roll(rotation.as_quat(), 1, axis=1))


def resting(rng: np.random.Generator, m: int) -> Boxes:
    """Return m pairs (rows 2i, 2i + 1), the second lying on a face of the first with a millimeter of overlap."""
    half = rng.uniform(0.2, 0.5, (m, 2, 3))
    under = Rotation.random(m, rng=rng)
    face, other = rng.integers(0, 3, m), rng.integers(0, 3, m)
    axis = np.eye(3)[face]
    # Axis `other` of b on axis `face` of a, then a turn about it and a tilt of a milliradian
    onto = Rotation.from_rotvec(2 * np.pi / 3 * ((face - other) % 3)[:, None] * np.ones(3) / np.sqrt(3))
    turn = Rotation.from_rotvec(axis * rng.uniform(0, 2 * np.pi, (m, 1)))
    tilt = Rotation.from_rotvec(rng.normal(0, 1e-3, (m, 3)))
    over = under * tilt * turn * onto
    rows = np.arange(m)
    local = rng.uniform(-1, 1, (m, 3)) * (half[:, 0] + 0.6 * half[:, 1]) * 0.8
    local[rows, face] = half[rows, 0, face] + half[rows, 1, other] - 1e-3
    center = rng.uniform(-10, 10, (m, 1, 3)) + np.stack([np.zeros((m, 3)), under.apply(local)], axis=1)
    attitude = np.stack([attitudes(under), attitudes(over)], axis=1)
    return half.reshape(-1, 3), center.reshape(-1, 3), attitude.reshape(-1, 4)


def thrown(rng: np.random.Generator, m: int) -> Boxes:
    """Return m pairs in random attitudes near each other whose axis-aligned bounds overlap."""
    half = rng.uniform(0.2, 0.5, (m, 2, 3))
    pose = Rotation.random(2 * m, rng=rng)
    bound = np.einsum("nij,nj->ni", np.abs(pose.as_matrix()), half.reshape(-1, 3)).reshape(m, 2, 3).sum(axis=1)
    center = rng.uniform(-10, 10, (m, 1, 3)) + np.stack(
        [np.zeros((m, 3)), rng.uniform(-1, 1, (m, 3)) * (bound + MARGIN)], axis=1
    )
    return half.reshape(-1, 3), center.reshape(-1, 3), attitudes(pose)


def picked(boxes: Boxes, touching: bool, shallow: bool, m: int) -> Boxes:
    """Return the first m pairs that touch (shallowly, as in a pile) or do not."""
    pairs = np.arange(len(boxes[0]), dtype=np.int32).reshape(-1, 2)
    out = Output(pairs, boxes)
    out.fill()
    wanted = (out.count > 0) == touching
    if shallow:
        wanted &= out.found["separation"][:, 0] > -0.05
    chosen = pairs[wanted][:m].ravel()
    if len(chosen) < 2 * m:
        raise RuntimeError("too few candidates")
    return boxes[0][chosen], boxes[1][chosen], boxes[2][chosen]


def mixed(rng: np.random.Generator, m: int, touching: float) -> Boxes:
    """Return m pairs of which the given fraction touches, kinds in random order."""
    n_touching = round(touching * m)
    n_resting = round(n_touching * 5 / 6)
    parts = [picked(resting(rng, 4 * n_resting), True, False, n_resting)]
    parts.append(picked(thrown(rng, 40 * (n_touching - n_resting)), True, True, n_touching - n_resting))
    if n_touching < m:
        parts.append(picked(thrown(rng, 4 * (m - n_touching)), False, False, m - n_touching))
    order = rng.permutation(np.arange(2 * m).reshape(m, 2)).ravel()
    half, center, attitude = (np.concatenate(part)[order] for part in zip(*parts, strict=True))
    return half, center, attitude


def measure(name: str, pairs: NDArray[np.int32], boxes: Boxes, rounds: int = 15) -> dict[str, object]:
    out = Output(pairs, boxes)
    out.fill()
    spent = []
    for _ in range(rounds):
        began = time.process_time()
        out.fill()
        spent.append(time.process_time() - began)
    share = np.bincount(out.count, minlength=5) / len(pairs)
    rates = np.sort(len(pairs) / np.array(spent) / 1e6)
    return {
        "pairs": name,
        "million per second": {"best": round(rates[-1], 2), "median": round(float(np.median(rates)), 2)},
        "share by number of points": [round(x, 3) for x in share],
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=100_000)
    m = parser.parse_args().pairs
    rng = np.random.default_rng(3)
    pairs = np.arange(2 * m, dtype=np.int32).reshape(m, 2)
    pile = mixed(rng, m, 0.6)
    print(json.dumps(measure("60 % touching", pairs, pile)))
    print(json.dumps(measure("all touching", pairs, mixed(rng, m, 1.0))))
    print(json.dumps(measure("60 % touching, scattered", rng.permutation(pairs), pile)))
