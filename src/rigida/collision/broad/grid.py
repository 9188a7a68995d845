"""Grid: boxes sorted into hashed cells (`cells`) in each step, searched in neighboring cells only (`cell_search`)."""

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.collision.broad.base import BroadPhase, KeyArray, RuleArray
from rigida.collision.broad.cell_search import MOST_RUNS, search_grids
from rigida.collision.broad.cells import LEVELS, USUAL_LEVEL, CellBox, CellTable, Run, fill_grids, move_to_tail
from rigida.jit.bind import bind
from rigida.jit.tables import dtype_of

#: The usual size is measured again after this many updates.
_MEASURE_EVERY = 64


def usual_extent(low: FloatArray, high: FloatArray) -> float:
    """Return the 95th percentile of the extents of bounded boxes [m]."""
    with np.errstate(invalid="ignore", over="ignore"):
        extent = (high - low).max(axis=1, initial=0.0)
    extent = extent[np.isfinite(extent) & (extent > 0.0)]
    if len(extent) == 0:
        return 1.0
    rank = (len(extent) * 19) // 20
    return float(np.partition(extent, rank)[rank])


class Cells:
    """The boxes of n shapes in hashed grids, and the search among them.

    capacity: how many entries there is room for; place: the entry of each shape.
    """

    def __init__(self, shape_count: int, spare: int = 0) -> None:
        self.capacity = shape_count + spare
        self.entries = 0
        self.place = np.empty(shape_count, dtype=np.int32)
        self._inv_cell = np.empty(LEVELS)
        buckets = 1 << max(2 * shape_count - 1, 1).bit_length()
        table = CellTable(
            box=np.empty(self.capacity, dtype=dtype_of(CellBox)),
            owner=np.empty(self.capacity, dtype=np.int32),
            level=np.empty(self.capacity, dtype=np.int32),
            place=self.place,
            bucket=np.empty(shape_count, dtype=np.int32),
            start=np.zeros(buckets + 1, dtype=np.int32),
            level_count=np.zeros(LEVELS, dtype=np.int32),
            inv_cell=self._inv_cell,
            run=np.empty(MOST_RUNS, dtype=dtype_of(Run)),
        )
        self._fill, self._move, self._search = (bind(k, table) for k in (fill_grids, move_to_tail, search_grids))
        self._fills = 0

    def fill(self, low: FloatArray, high: FloatArray) -> None:
        """Sort all boxes again."""
        if self._fills % _MEASURE_EVERY == 0:
            # Not below what a power of two can still scale without overflow.
            cell = max(1.05 * usual_extent(low, high), 1e-100)
            self._inv_cell[:] = np.ldexp(1.0 / cell, USUAL_LEVEL - np.arange(LEVELS))
        self._fills += 1
        self.entries = self._fill(low, high)

    def has_room(self, count: int) -> bool:
        """Return whether `count` more boxes fit into the tail of filled cells."""
        return self._fills > 0 and self.entries + count <= self.capacity

    def move(self, shapes: IntArray, low: FloatArray, high: FloatArray) -> None:
        """Move the new boxes of a few shapes to the tail, where they stay until the cells are rebuilt."""
        self.entries = self._move(shapes, self.entries, low, high)

    def search(self, queries: IntArray, every: bool, pairs: IntArray) -> int:
        """Write the pairs of the entries `queries` (all, if `every`), as many as fit; return their number."""
        return int(self._search(queries, every, self.entries, pairs))


class Grid(BroadPhase):
    """Broad phase with hashed grids that are rebuilt in each step: fastest if most bodies move far."""

    def __init__(self, body: IntArray, motion: IntArray, filter: RuleArray, excluded: KeyArray) -> None:
        super().__init__(body, motion, filter, excluded)
        self._cells = Cells(self.shape_count)
        self._all = np.arange(self.shape_count, dtype=np.int32)

    def update(self, low: FloatArray, high: FloatArray) -> IntArray:
        cells = self._cells
        cells.fill(low, high)
        return self._sorted_pairs(lambda pairs: cells.search(self._all[: cells.entries], True, pairs))
