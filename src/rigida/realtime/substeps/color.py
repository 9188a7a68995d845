"""Which manifolds of large islands lie side by side: eight that share no moving body fill a row of lanes.

Manifolds are coloured greedily (no two of a colour touch the same moving body), those of a colour and of as many points
fill rows of eight lanes. A body with more neighbours than colours gets the rest of them in rows of their own.
"""

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray, IntArray
from rigida.jit.decorators import kernel, routine
from rigida.math.lanes import LANES
from rigida.realtime.contacts.manifold_cache import BODY_A, BODY_B, COUNT
from rigida.realtime.substeps.wide_rows import FIRST_ROW, row_fields

MaskArray = NDArray[np.uint64]

_COLOURS = 64
#: Manifolds of one, two, and three or four points.
_KINDS = 3
#: Of each colour, and of what is left without one.
BUCKETS = (_COLOURS + 1) * _KINDS


@routine
def lowest_zero(mask: np.uint64) -> int:
    """Return the place of the lowest zero bit, 64 if there is none."""
    place = 0
    while place < _COLOURS and (mask >> np.uint64(place)) & np.uint64(1):
        place += 1
    return place


@kernel
def colour_contacts(
    islands: int,
    method: IntArray,
    contact_start: IntArray,
    order: IntArray,
    contact_of: IntArray,
    inverse: FloatArray,
    mask: MaskArray,
    lane_of: IntArray,
    bucket: IntArray,
    row_offset: IntArray,
    row_points: IntArray,
    lane_body: IntArray,
    lane_contact: IntArray,
) -> tuple[int, int]:
    """Sort the contacts of all islands that are not solved directly into rows; return the rows and their size.

    row_offset, row_points (rows,); lane_body (rows · 16,): the bodies a of eight lanes, then the bodies b, the world's
    row where a lane is unused; lane_contact (rows · 8,): contact of a lane or −1; lane_of (contacts,): the lane of the
    contact at a place of `order`, −1 for those solved directly. Lanes of a row are given in that order.
    """
    world = mask.shape[0] - 1
    for i in range(mask.shape[0]):
        mask[i] = np.uint64(0)
    for c in range(bucket.shape[0]):
        bucket[c] = 0
    for k in range(islands):
        if method[k] == 1:
            for q in range(contact_start[k], contact_start[k + 1]):
                lane_of[q] = -1
            continue
        for q in range(contact_start[k], contact_start[k + 1]):
            m = order[q]
            a, b = contact_of[m, BODY_A], contact_of[m, BODY_B]
            taken = np.uint64(0)
            if inverse[a, 0] > 0.0:
                taken |= mask[a]
            if inverse[b, 0] > 0.0:
                taken |= mask[b]
            c = lowest_zero(taken)
            if c < _COLOURS:
                bit = np.uint64(1) << np.uint64(c)
                mask[a] |= bit
                mask[b] |= bit
            n = contact_of[m, COUNT]
            lane_of[q] = c * _KINDS + (0 if n == 1 else (1 if n == 2 else 2))  # for now: its colour
            bucket[lane_of[q]] += 1
    rows, size = 0, FIRST_ROW
    for c in range(_COLOURS * _KINDS):
        points = 1 << (c % _KINDS)
        filled = (bucket[c] + LANES - 1) // LANES
        bucket[c] = rows * LANES  # from now on: the next free lane
        for _ in range(filled):
            size = add_row(rows, size, points, world, row_offset, row_points, lane_body, lane_contact)
            rows += 1
    for k in range(islands):
        if method[k] == 1:
            continue
        for q in range(contact_start[k], contact_start[k + 1]):
            c = lane_of[q]
            if c < _COLOURS * _KINDS:
                lane = bucket[c]
                bucket[c] += 1
            else:
                lane = rows * LANES
                size = add_row(rows, size, 1 << (c % _KINDS), world, row_offset, row_points, lane_body, lane_contact)
                rows += 1
            m = order[q]
            lane_of[q], lane_contact[lane] = lane, m
            first = 2 * LANES * (lane // LANES) + lane % LANES
            lane_body[first], lane_body[first + LANES] = contact_of[m, BODY_A], contact_of[m, BODY_B]
    return rows, size


@routine
def add_row(
    row: int,
    size: int,
    points: int,
    world: int,
    row_offset: IntArray,
    row_points: IntArray,
    lane_body: IntArray,
    lane_contact: IntArray,
) -> int:
    """Open an empty row; return the size of all rows with it."""
    row_offset[row], row_points[row] = size, points
    for lane in range(LANES):
        lane_contact[row * LANES + lane] = -1
        lane_body[2 * LANES * row + lane] = world
        lane_body[2 * LANES * row + LANES + lane] = world
    return size + LANES * row_fields(points)
