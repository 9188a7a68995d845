"""The search among hashed cells: which boxes overlap, sought in neighboring cells only.

Cells that follow each other along x follow each other in memory, so what a box may overlap stands in few short runs.
"""

from rigida.arrays import IntArray
from rigida.collision.broad.cells import IN_TAIL, LEVELS, CellBox, CellTable, cell_of, row_of
from rigida.jit.decorators import inlined, kernel

#: A search that would read more runs than this reads all entries instead.
MOST_RUNS = 512


@inlined
def set_run(cells: CellTable, r: int, first: int, end: int) -> None:
    """Set run r to the entries from the given one to the one before `end`."""
    cells.run[r].first = first
    cells.run[r].end = end


@inlined
def collect_runs(e: int, every: bool, entries: int, top: int, cells: CellTable) -> int:
    """Write the ranges of entries that may contain partners of entry e; return the number of ranges.

    With `every`, a partner stands in the same or a coarser grid, and in the same grid in a cell that comes later.
    """
    start, box, own, most = cells.start, cells.box[e], cells.level[e], MOST_RUNS
    table = len(start) - 1
    if every and own == IN_TAIL:
        set_run(cells, 0, e + 1, entries)
        return 1
    set_run(cells, 0, start[table], entries)
    count = 1
    for g in range(own if every else 0, top + 1):
        if cells.level_count[g] == 0:
            continue
        scale = cells.inv_cell[g]
        first_x, first_y, first_z = cell_of(box.low.x, scale), cell_of(box.low.y, scale), cell_of(box.low.z, scale)
        last_x, last_y, last_z = cell_of(box.high.x, scale), cell_of(box.high.y, scale), cell_of(box.high.z, scale)
        half = every and g == own
        width = last_x - first_x + 2
        # Each width is limited before their product, which could overflow for a box of 2^31 cells.
        widest = max(last_y - first_y, last_z - first_z)
        if width > table or widest > most or count + 2 * (last_y - first_y + 2) * (last_z - first_z + 2) > most:
            set_run(cells, 0, 0, entries)
            return 1
        for z in range(first_z if half else first_z - 1, last_z + 1):
            for y in range(first_y if half and z == first_z else first_y - 1, last_y + 1):
                own_row = half and z == first_z and y == first_y
                bucket = (row_of(g, y, z) + (first_x if own_row else first_x - 1)) & (table - 1)
                stop = bucket + (width - 1 if own_row else width)
                begin, end = start[bucket], start[min(stop, table)]
                if own_row:
                    begin = e + 1
                # Written in any case, kept if it is not empty: which one would be a coin toss for a branch.
                set_run(cells, count, begin, end)
                count += begin < end
                if stop > table and start[stop - table] > 0:
                    set_run(cells, count, 0, start[stop - table])
                    count += 1
    return count


@inlined
def overlap(a: CellBox, b: CellBox) -> bool:
    """Return whether two boxes have a point in common (false for NaN), without a branch."""
    return (
        (a.low.x <= b.high.x)
        & (a.high.x >= b.low.x)
        & (a.low.y <= b.high.y)
        & (a.high.y >= b.low.y)
        & (a.low.z <= b.high.z)
        & (a.high.z >= b.low.z)
    )


@kernel
def search_grids(queries: IntArray, every: bool, entries: int, pairs: IntArray, cells: CellTable) -> int:
    """Write the pairs of the entries `queries` with all others, as many as fit; return their number.

    With `every` the queries are all entries and each pair is sought from one side only. Otherwise a query meets itself
    and two queries meet twice; so do pairs, rarely, when two rows of cells fall upon each other in the table.
    """
    top = LEVELS - 1
    while top >= 0 and cells.level_count[top] == 0:
        top -= 1
    last = pairs.shape[0] - 1
    count = 0
    for k in range(queries.shape[0]):
        e = queries[k]
        i, box = cells.owner[e], cells.box[e]
        for r in range(collect_runs(e, every, entries, top, cells)):
            for f in range(cells.run[r].first, cells.run[r].end):
                # Written in any case, kept on overlap: a branch here would be mispredicted at the cost of ten tests.
                pairs[min(count, last), 0] = i
                pairs[min(count, last), 1] = cells.owner[f]
                count += overlap(cells.box[f], box)
    return count
