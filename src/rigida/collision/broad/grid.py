"""Grid: boxes sorted into hashed cells, one grid for every power of two of size, searched in neighbouring cells only.

A box lies in the cell of its low corner, in the grid whose cells are just larger than the box, so whatever overlaps it
begins at most one cell earlier. Cells that follow each other along x follow each other in memory: a search reads few
short runs. Shapes without a grid (unbounded, or few of their size) stand in a tail that every search reads.
Teschner et al. 2003 (hashed cells); Mirtich 1996 and Ericson 2005, 7.2 (one grid per size).
"""

import math

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.collision.broad.base import BroadPhase, KeyArray, RuleArray, is_box
from rigida.jit.decorators import inlined, kernel

#: Grids by size: cells of grid g are 2^(g − _USUAL_LEVEL) usual cells long; smaller boxes share grid 0.
_LEVELS = 24
_USUAL_LEVEL = 12
_IN_TAIL = -1
_NOWHERE = -2
#: Fewer shapes than this are quicker to read in the tail than to find in a grid of their own.
_SMALLEST_LEVEL = 24
#: A cell exceeds its boxes by this, so that rounding never puts an overlapping box two cells away.
_ROOM = 1.01
#: Cell coordinates end here: beyond, 1 % of a cell would be less than the rounding. Clamping keeps them monotonic.
_FARTHEST_CELL = 2.0**40
#: A search that would read more runs than this reads all entries instead.
_MOST_RUNS = 512
#: The usual size is measured again after this many updates.
_MEASURE_EVERY = 64


@inlined
def level_of(low: FloatArray, high: FloatArray, i: int, inv_smallest_cell: float) -> int:
    """Return the grid of box i, or _IN_TAIL when it is too large for any."""
    extent = max(high[i, 0] - low[i, 0], high[i, 1] - low[i, 1], high[i, 2] - low[i, 2])
    ratio = _ROOM * extent * inv_smallest_cell
    if not ratio < 2.0 ** (_LEVELS - 1):
        return _IN_TAIL
    return max(math.frexp(ratio)[1], 0)


@inlined
def cell_of(x: float, inv_cell: float) -> int:
    """Return the cell coordinate of x."""
    return math.floor(min(max(x * inv_cell, -_FARTHEST_CELL), _FARTHEST_CELL))


@inlined
def row_of(level: int, y: int, z: int) -> int:
    """Return where the row of cells (·, y, z) begins in the table, before folding."""
    h = level * 83492791 + y * 73856093 + z * 19349663
    return h ^ (h >> 15)


@inlined
def put(
    e: int,
    i: int,
    g: int,
    low: FloatArray,
    high: FloatArray,
    box: FloatArray,
    owner: IntArray,
    level: IntArray,
    place: IntArray,
) -> None:
    """Make box i of grid g the entry e."""
    place[i] = e
    owner[e] = i
    level[e] = g
    for k in range(3):
        box[e, k] = low[i, k]
        box[e, 3 + k] = high[i, k]


@kernel
def fill_grids(
    low: FloatArray,
    high: FloatArray,
    inv_cell: FloatArray,
    level_count: IntArray,
    bucket: IntArray,
    start: IntArray,
    box: FloatArray,
    owner: IntArray,
    level: IntArray,
    place: IntArray,
) -> int:
    """Sort all boxes into cells (counting sort by bucket), the tail behind; return the number of entries.

    Entry e holds `box[e]` (low, high), its shape `owner[e]` and its grid `level[e]`; `place` is the entry of a shape.
    Bucket b of the table holds the entries start[b] … start[b + 1] − 1.
    """
    n = low.shape[0]
    mask = start.shape[0] - 2
    for g in range(_LEVELS):
        level_count[g] = 0
    for i in range(n):
        place[i] = _NOWHERE
        if is_box(low, high, i):
            place[i] = level_of(low, high, i, inv_cell[0])
            if place[i] >= 0:
                level_count[place[i]] += 1
    for g in range(_LEVELS):
        if level_count[g] < _SMALLEST_LEVEL:
            level_count[g] = 0
    for b in range(start.shape[0]):
        start[b] = 0
    for i in range(n):
        g = place[i]
        if g >= 0 and level_count[g] == 0:
            place[i] = _IN_TAIL
        elif g >= 0:
            x, y, z = cell_of(low[i, 0], inv_cell[g]), cell_of(low[i, 1], inv_cell[g]), cell_of(low[i, 2], inv_cell[g])
            bucket[i] = (row_of(g, y, z) + x) & mask
            # Two places ahead: while the cells are filled, start[b + 1] moves from the begin of bucket b to its end.
            if bucket[i] < mask:
                start[bucket[i] + 2] += 1
    for b in range(1, start.shape[0]):
        start[b] += start[b - 1]
    entries = 0
    for i in range(n):
        g = place[i]
        if g >= 0:
            e = start[bucket[i] + 1]
            start[bucket[i] + 1] += 1
            put(e, i, g, low, high, box, owner, level, place)
            entries += 1
    for i in range(n):
        # By now `place` is an entry for shapes in cells, and still a mark for the others.
        if place[i] == _IN_TAIL:
            put(entries, i, _IN_TAIL, low, high, box, owner, level, place)
            entries += 1
    return entries


@kernel
def move_to_tail(
    shapes: IntArray,
    entries: int,
    low: FloatArray,
    high: FloatArray,
    box: FloatArray,
    owner: IntArray,
    level: IntArray,
    place: IntArray,
) -> int:
    """Blank the entries of `shapes` and append their new boxes; return the number of entries."""
    for k in range(shapes.shape[0]):
        i = shapes[k]
        if place[i] >= 0:
            for c in range(6):
                box[place[i], c] = math.nan  # which overlaps not even an infinite box
        place[i] = _NOWHERE
        if is_box(low, high, i):
            put(entries, i, _IN_TAIL, low, high, box, owner, level, place)
            entries += 1
    return entries


@inlined
def collect_runs(
    e: int,
    every: bool,
    entries: int,
    top: int,
    inv_cell: FloatArray,
    level_count: IntArray,
    start: IntArray,
    box: FloatArray,
    level: IntArray,
    runs: IntArray,
) -> int:
    """Write the runs (begin, end) of entries in which partners of entry e may stand; return their number.

    With `every`, a partner stands in the same or a coarser grid, and in the same grid in a cell that comes later.
    """
    table = start.shape[0] - 1
    own = level[e]
    runs[0, 0], runs[0, 1] = start[table], entries
    if every and own == _IN_TAIL:
        runs[0, 0] = e + 1
        return 1
    count = 1
    for g in range(own if every else 0, top + 1):
        if level_count[g] == 0:
            continue
        scale = inv_cell[g]
        first_x, first_y, first_z = cell_of(box[e, 0], scale), cell_of(box[e, 1], scale), cell_of(box[e, 2], scale)
        last_x, last_y, last_z = cell_of(box[e, 3], scale), cell_of(box[e, 4], scale), cell_of(box[e, 5], scale)
        half = every and g == own
        cells = last_x - first_x + 2
        # Each width is limited before their product, which could overflow for a box of 2^31 cells.
        widest, most = max(last_y - first_y, last_z - first_z), _MOST_RUNS
        if cells > table or widest > most or count + 2 * (last_y - first_y + 2) * (last_z - first_z + 2) > most:
            runs[0, 0], runs[0, 1] = 0, entries
            return 1
        for z in range(first_z if half else first_z - 1, last_z + 1):
            for y in range(first_y if half and z == first_z else first_y - 1, last_y + 1):
                own_row = half and z == first_z and y == first_y
                bucket = (row_of(g, y, z) + (first_x if own_row else first_x - 1)) & (table - 1)
                stop = bucket + (cells - 1 if own_row else cells)
                begin, end = start[bucket], start[min(stop, table)]
                if own_row:
                    begin = e + 1
                # Written in any case, kept if it is not empty: which one would be a coin toss for a branch.
                runs[count, 0], runs[count, 1] = begin, end
                count += begin < end
                if stop > table and start[stop - table] > 0:
                    runs[count, 0], runs[count, 1] = 0, start[stop - table]
                    count += 1
    return count


@kernel
def search_grids(
    queries: IntArray,
    every: bool,
    entries: int,
    inv_cell: FloatArray,
    level_count: IntArray,
    start: IntArray,
    box: FloatArray,
    owner: IntArray,
    level: IntArray,
    pairs: IntArray,
) -> int:
    """Write the pairs of the entries `queries` with all others as far as they fit; return their number.

    With `every` the queries are all entries and each pair is sought from one side only. Otherwise a query meets itself
    and two queries meet twice; so do pairs, rarely, when two rows of cells fall upon each other in the table.
    """
    runs = np.empty((_MOST_RUNS, 2), dtype=np.int32)
    top = _LEVELS - 1
    while top >= 0 and level_count[top] == 0:
        top -= 1
    last = pairs.shape[0] - 1
    count = 0
    for k in range(queries.shape[0]):
        e = queries[k]
        i = owner[e]
        l0, l1, l2, h0, h1, h2 = box[e, 0], box[e, 1], box[e, 2], box[e, 3], box[e, 4], box[e, 5]
        for r in range(collect_runs(e, every, entries, top, inv_cell, level_count, start, box, level, runs)):
            for f in range(runs[r, 0], runs[r, 1]):
                # Written in any case, kept on overlap: a branch here would be mispredicted at the cost of ten tests.
                pairs[min(count, last), 0] = i
                pairs[min(count, last), 1] = owner[f]
                count += (
                    (box[f, 0] <= h0)
                    & (box[f, 3] >= l0)
                    & (box[f, 1] <= h1)
                    & (box[f, 4] >= l1)
                    & (box[f, 2] <= h2)
                    & (box[f, 5] >= l2)
                )
    return count


def usual_extent(low: FloatArray, high: FloatArray) -> float:
    """Return the largest extent of the usual bounded box [m]: one box in twenty may be larger."""
    with np.errstate(invalid="ignore", over="ignore"):
        extent = (high - low).max(axis=1, initial=0.0)
    extent = extent[np.isfinite(extent) & (extent > 0.0)]
    if len(extent) == 0:
        return 1.0
    rank = (len(extent) * 19) // 20
    return float(np.partition(extent, rank)[rank])


class Cells:
    """The boxes of n shapes in hashed grids, and the search among them."""

    def __init__(self, shape_count: int, spare: int = 0) -> None:
        capacity = shape_count + spare
        table = 1 << max(2 * shape_count - 1, 1).bit_length()
        self.entries = 0
        self.inv_cell = np.empty(_LEVELS)
        self.level_count = np.zeros(_LEVELS, dtype=np.int32)
        self.start = np.zeros(table + 1, dtype=np.int32)
        self.box = np.empty((capacity, 6))
        self.owner = np.empty(capacity, dtype=np.int32)
        self.level = np.empty(capacity, dtype=np.int32)
        self.place = np.empty(shape_count, dtype=np.int32)
        self._bucket = np.empty(shape_count, dtype=np.int32)
        self._fills = 0

    def fill(self, low: FloatArray, high: FloatArray) -> None:
        """Sort all boxes anew."""
        if self._fills % _MEASURE_EVERY == 0:
            # Not below what a power of two can still scale without overflow.
            cell = max(1.05 * usual_extent(low, high), 1e-100)
            self.inv_cell[:] = np.ldexp(1.0 / cell, _USUAL_LEVEL - np.arange(_LEVELS))
        self._fills += 1
        self.entries = fill_grids(
            low,
            high,
            self.inv_cell,
            self.level_count,
            self._bucket,
            self.start,
            self.box,
            self.owner,
            self.level,
            self.place,
        )

    def has_room(self, count: int) -> bool:
        """Tell whether `count` more boxes fit into the tail of filled cells."""
        return self._fills > 0 and self.entries + count <= len(self.owner)

    def move(self, shapes: IntArray, low: FloatArray, high: FloatArray) -> None:
        """Put the new boxes of a few shapes into the tail, until the cells are filled again."""
        self.entries = move_to_tail(shapes, self.entries, low, high, self.box, self.owner, self.level, self.place)

    def search(self, queries: IntArray, every: bool, pairs: IntArray) -> int:
        """Write the pairs of the entries `queries` (all, if `every`) as far as they fit; return their number."""
        return search_grids(
            queries,
            every,
            self.entries,
            self.inv_cell,
            self.level_count,
            self.start,
            self.box,
            self.owner,
            self.level,
            pairs,
        )


class Grid(BroadPhase):
    """Hashed grids filled anew in each step: the quickest where most bodies move far."""

    def __init__(self, body: IntArray, motion: IntArray, filter: RuleArray, excluded: KeyArray) -> None:
        super().__init__(body, motion, filter, excluded)
        self._cells = Cells(self.shape_count)
        self._all = np.arange(self.shape_count, dtype=np.int32)

    def update(self, low: FloatArray, high: FloatArray) -> IntArray:
        cells = self._cells
        cells.fill(low, high)
        return self._sorted_pairs(lambda pairs: cells.search(self._all[: cells.entries], True, pairs))
