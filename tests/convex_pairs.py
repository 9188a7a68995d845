"""Separations and manifolds of pairs of convex shapes for tests, by the kernels that the engines use."""

import functools

import numpy as np

from rigida.collision.arrays import (
    ConvexTable,
    Core,
    DistanceWork,
    FoundManifold,
    ManifoldUpdates,
    NarrowWork,
    PlacedShapes,
)
from rigida.collision.distance.separation import separation
from rigida.collision.distance.work import distance_work
from rigida.collision.narrow.box_pairs import box_pairs
from rigida.collision.narrow.work import narrow_work
from rigida.collision.shapes.convex import convex_table
from rigida.geometry.core import BOX
from rigida.jit.bind import bind
from rigida.jit.decorators import kernel
from rigida.jit.tables import dtype_of


@kernel
def measure(count: int, shapes: ConvexTable, work: DistanceWork) -> int:
    return separation(work.pair[0], count, shapes, work.simplex, work, work.found[0])


class Pair:
    """Two geometries of one table at a relative pose, and their separation."""

    def __init__(self, table, a, b):
        self.work, self.count = distance_work(), 0
        self.work.pair["a"], self.work.pair["b"] = a, b
        self._measure = bind(measure, table, self.work)

    def at(self, rotation, position, count=0):
        """Return the separation with b turned by a matrix (3, 3) and moved (3,), seen from a."""
        self.work.pair["rotation"], self.work.pair["position"] = np.ravel(rotation), position
        self.count = self._measure(count)
        assert np.isfinite(self.out.tolist()).all()
        return float(self.out[0])

    @property
    def out(self):
        """Separation, normal, points on a and b (10,), in the frame of a."""
        return self.work.found[:1].view(np.float64)[:10]


@functools.cache
def _pair_of(table, a, b):
    """Return the pair of two geometries; every search starts cold, so that one serves all poses."""
    return Pair(table, a, b)


def exact_separation(table, a, b, pose_a, pose_b):
    """Return separation and world normal of two geometries at world poses, a half-space first."""
    (pa, ra), (pb, rb) = pose_a, pose_b
    pair = _pair_of(table, a, b)
    return pair.at((ra.inv() * rb).as_matrix(), ra.inv().apply(pb - pa)), ra.apply(pair.out[1:4])


def table_of_boxes(half):
    """Return the table of boxes with half extents (n, 3), for kernels that ask for nothing else."""
    table = convex_table([])
    core = np.zeros(len(half), dtype=dtype_of(Core))
    core["kind"], core["size"] = BOX, half
    table.core = core
    return table


def box_manifolds(pairs, half, center, attitude, margin, most=4):
    """Return counts (m,) and manifolds (m,), as `FoundManifold`, of pairs (m, 2) of boxes; NaN where nothing is."""
    m, table = len(pairs), table_of_boxes(half)
    found = np.zeros(m, dtype=dtype_of(FoundManifold))
    for name in ("normal", "point", "separation"):
        found[name] = np.nan
    updates = ManifoldUpdates(
        shapes=pairs, margin=np.full(m, margin), count=np.zeros(m, dtype=np.int32), manifold=found
    )
    geometry = np.arange(len(half), dtype=np.int32)
    placed = PlacedShapes(geometry=geometry, position=center, attitude=attitude)
    work: NarrowWork = narrow_work(table)
    bind(box_pairs, placed, table, updates, work)(0, m, most)
    return updates.count, found
