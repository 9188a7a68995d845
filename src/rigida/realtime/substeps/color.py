"""Coloring of the manifolds of large islands: eight that share no moving body fill a wide row.

Manifolds are coloured greedily (no two of a colour touch the same moving body), those of a colour and of as many points
fill wide rows. A body with more neighbours than colours gets the rest of them in rows of their own.
"""

import numpy as np

from rigida.jit.decorators import inlined, kernel, routine
from rigida.math.lanes import LANES
from rigida.realtime.arrays import Bodies, Contacts, Islands
from rigida.realtime.substeps.wide_contact import FIRST_ROW, WideRows, row_fields

_COLORS = 64
#: Manifolds of one, two, and three or four points.
_KINDS = 3
#: Rows that a thread sweeps at once: some microseconds of work.
_ROWS_OF_CHUNK = 16
#: Of each colour, and of what is left without one.
BUCKETS = (_COLORS + 1) * _KINDS


@inlined
def lowest_zero(mask: np.uint64) -> int:
    """Return the place of the lowest zero bit, 64 if there is none."""
    place = 0
    while place < _COLORS and (mask >> np.uint64(place)) & np.uint64(1):
        place += 1
    return place


@kernel
def color_contacts(
    count: int, bodies: Bodies, contacts: Contacts, islands: Islands, wide: WideRows
) -> tuple[int, int, int]:
    """Sort the contacts of those of `count` islands that are not solved directly into rows.

    Lanes of a row are given in the order of the contacts. Returns the rows, their chunks and their fields.
    """
    bucket = wide.bucket
    for i in range(len(wide.mask)):
        wide.mask[i] = np.uint64(0)
    for c in range(len(bucket)):
        bucket[c] = 0

    # A colour for each contact; `lane_of` holds it for now.
    for k in range(count):
        for q in range(islands.contact_start[k], islands.contact_start[k + 1]):
            if islands.method[k] == 1:
                wide.lane_of[q] = -1
            else:
                found = color_of(islands.contact[q], bodies, contacts, wide)
                wide.lane_of[q] = found
                bucket[found] += 1

    # Rows of each colour; buckets hold the next free lane from now on.
    rows, size, chunks, begin = 0, FIRST_ROW, 0, 0
    for c in range(_COLORS * _KINDS):
        if c % _KINDS == 0:
            chunks, begin = add_chunks(chunks, begin, rows, wide), rows
        filled = (bucket[c] + LANES - 1) // LANES
        bucket[c] = rows * LANES
        for _ in range(filled):
            size = add_row(rows, size, 1 << (c % _KINDS), wide)
            rows += 1

    chunks, begin = add_chunks(chunks, begin, rows, wide), rows

    # A lane for each contact.
    for k in range(count):
        if islands.method[k] == 1:
            continue
        for q in range(islands.contact_start[k], islands.contact_start[k + 1]):
            c = wide.lane_of[q]
            if c < _COLORS * _KINDS:
                lane = bucket[c]
                bucket[c] += 1
            else:
                lane = rows * LANES
                size = add_row(rows, size, 1 << (c % _KINDS), wide)
                chunks = add_chunks(chunks, rows, rows + 1, wide)
                rows += 1
            m = islands.contact[q]
            wide.lane_of[q], wide.contact[lane] = lane, m
            wide.missing[lane // LANES] -= 1
            first, pair = 2 * LANES * (lane // LANES) + lane % LANES, contacts.pair[m]
            wide.body[first], wide.body[first + LANES] = pair.a, pair.b
    return rows, chunks, size


@inlined
def color_of(m: int, bodies: Bodies, contacts: Contacts, wide: WideRows) -> int:
    """Return colour and kind of contact m: the first colour that neither of its moving bodies has."""
    pair, taken = contacts.pair[m], np.uint64(0)
    if bodies.inverse[pair.a].mass > 0.0:
        taken |= wide.mask[pair.a]
    if bodies.inverse[pair.b].mass > 0.0:
        taken |= wide.mask[pair.b]
    c = lowest_zero(taken)
    if c < _COLORS:
        bit = np.uint64(1) << np.uint64(c)
        wide.mask[pair.a] |= bit
        wide.mask[pair.b] |= bit
    return c * _KINDS + (0 if pair.count == 1 else (1 if pair.count == 2 else 2))


@routine
def add_chunks(chunks: int, first: int, last: int, wide: WideRows) -> int:
    """Divide the rows of a colour into chunks, behind those there are; return the number of all."""
    end = chunks + (last - first + _ROWS_OF_CHUNK - 1) // _ROWS_OF_CHUNK
    for k in range(chunks, end):
        row, chunk = first + (k - chunks) * _ROWS_OF_CHUNK, wide.chunk[k]
        chunk.first, chunk.last, chunk.end = row, min(row + _ROWS_OF_CHUNK, last), end
    return end


@routine
def add_row(row: int, size: int, points: int, wide: WideRows) -> int:
    """Open an empty row; return the fields of all rows with it."""
    world = len(wide.mask) - 1
    wide.offset[row], wide.points[row], wide.missing[row] = size, points, 0
    for lane in range(LANES):
        wide.contact[row * LANES + lane] = -1
        wide.body[2 * LANES * row + lane] = world
        wide.body[2 * LANES * row + LANES + lane] = world
    return size + row_fields(points)
