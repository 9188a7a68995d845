"""Hashed cells: boxes sorted by position, in one grid for each power of two of their size.

A box lies in the cell of its low corner, in the grid whose cells are just larger than the box, so whatever overlaps it
begins at most one cell earlier. Cells that follow each other along x follow each other in memory (`cell_search`).
Shapes without a grid (unbounded, or few of their size) stand in a tail that every search reads.
Teschner et al. 2003 (hashed cells); Mirtich 1996 and Ericson 2005, 7.2 (one grid per size).
"""

import math

from rigida.arrays import FloatArray, IntArray
from rigida.collision.broad.base import is_box
from rigida.jit.decorators import inlined, kernel
from rigida.jit.records import Int32, Record, Rows
from rigida.jit.tables import Table
from rigida.math.vec3 import Vec3

#: Grids by size: cells of grid g are 2^(g − USUAL_LEVEL) usual cells long; smaller boxes share grid 0.
LEVELS = 24
USUAL_LEVEL = 12
IN_TAIL = -1
_NO_CELL = -2
#: Fewer shapes than this are quicker to read in the tail than to find in a grid of their own.
_SMALLEST_LEVEL = 24
#: A cell exceeds its boxes by this, so that rounding never puts an overlapping box two cells away.
_ROOM = 1.01
#: Cell coordinates end here: beyond, 1 % of a cell would be less than the rounding. Clamping keeps them monotonic.
_FARTHEST_CELL = 2.0**40


class CellBox(Record):
    """A box in a cell; NaN once its shape has left it."""

    low: Vec3  # world [m]
    high: Vec3


class Run(Record):
    """Entries that follow each other, from the first to the one before `end`."""

    first: Int32
    end: Int32


class CellTable(Table):
    """Entries sorted by bucket, the tail behind; bucket b holds the entries start[b] … start[b + 1] − 1."""

    box: Rows[CellBox]  # of each entry; written by `put`
    owner: Rows[Int32]  # its shape
    level: Rows[Int32]  # its grid, or IN_TAIL
    place: Rows[Int32]  # of each shape: its entry
    bucket: Rows[Int32]  # where `fill_grids` puts it
    start: Rows[Int32]  # of each bucket: its first entry
    level_count: Rows[Int32]  # boxes in each grid
    inv_cell: Rows[float]  # 1 / length of its cells [1/m]; written by broad.grid
    run: Rows[Run]  # room for what a search reads; written by broad.cell_search


@inlined
def level_of(low: FloatArray, high: FloatArray, i: int, inv_smallest_cell: float) -> int:
    """Return the grid of box i, or IN_TAIL when it is too large for any."""
    extent = max(high[i, 0] - low[i, 0], high[i, 1] - low[i, 1], high[i, 2] - low[i, 2])
    ratio = _ROOM * extent * inv_smallest_cell
    if not ratio < 2.0 ** (LEVELS - 1):
        return IN_TAIL
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
def put(e: int, i: int, g: int, low: FloatArray, high: FloatArray, cells: CellTable) -> None:
    """Make box i of grid g the entry e."""
    cells.place[i] = e
    cells.owner[e] = i
    cells.level[e] = g
    cells.box[e].low = Vec3(low[i, 0], low[i, 1], low[i, 2])
    cells.box[e].high = Vec3(high[i, 0], high[i, 1], high[i, 2])


@kernel
def fill_grids(low: FloatArray, high: FloatArray, cells: CellTable) -> int:
    """Sort all boxes (n, 3) into cells (counting sort by bucket), the tail behind; return the number of entries."""
    n, place, bucket, start, count = low.shape[0], cells.place, cells.bucket, cells.start, cells.level_count
    mask = len(start) - 2
    for g in range(LEVELS):
        count[g] = 0
    for i in range(n):
        place[i] = _NO_CELL
        if is_box(low, high, i):
            place[i] = level_of(low, high, i, cells.inv_cell[0])
            if place[i] >= 0:
                count[place[i]] += 1
    for g in range(LEVELS):
        if count[g] < _SMALLEST_LEVEL:
            count[g] = 0
    for b in range(len(start)):
        start[b] = 0
    for i in range(n):
        g = place[i]
        if g >= 0 and count[g] == 0:
            place[i] = IN_TAIL
        elif g >= 0:
            scale = cells.inv_cell[g]
            x, y, z = cell_of(low[i, 0], scale), cell_of(low[i, 1], scale), cell_of(low[i, 2], scale)
            bucket[i] = (row_of(g, y, z) + x) & mask
            # Two places ahead: while the cells are filled, start[b + 1] moves from the begin of bucket b to its end.
            if bucket[i] < mask:
                start[bucket[i] + 2] += 1
    for b in range(1, len(start)):
        start[b] += start[b - 1]
    entries = 0
    for i in range(n):
        g = place[i]
        if g >= 0:
            e = start[bucket[i] + 1]
            start[bucket[i] + 1] += 1
            put(e, i, g, low, high, cells)
            entries += 1
    for i in range(n):
        # By now `place` is an entry for shapes in cells, and still a mark for the others.
        if place[i] == IN_TAIL:
            put(entries, i, IN_TAIL, low, high, cells)
            entries += 1
    return entries


@kernel
def move_to_tail(shapes: IntArray, entries: int, low: FloatArray, high: FloatArray, cells: CellTable) -> int:
    """Blank the entries of `shapes` and append their new boxes; return the number of entries."""
    for k in range(shapes.shape[0]):
        i = shapes[k]
        if cells.place[i] >= 0:
            box = cells.box[cells.place[i]]
            # Which overlaps not even an infinite box.
            box.low = box.high = Vec3(math.nan, math.nan, math.nan)
        cells.place[i] = _NO_CELL
        if is_box(low, high, i):
            put(entries, i, IN_TAIL, low, high, cells)
            entries += 1
    return entries
