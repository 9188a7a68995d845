"""Articulated groups of the same structure, eight at a time: how they are written into lanes and read from them.

Groups whose parts stand between the same of their members are eliminated in the same order, so their factors and
Jacobians are laid out lane by lane and one pass through the order serves eight of them (see `math.lanes`).

Fields of a row, eight lanes each, in the places that `layout` tells: Jacobians; −J u of the members, which becomes the
impulse; rates of prescribed frames and targets; sums of impulses; blocks of the factor; inverse masses; twists.
Impulses and their sums stand in the order of elimination. A point's Jacobian is kept as its two arms.
"""

from rigida.arrays import FloatArray, IntArray
from rigida.constraints.block_order import Ints
from rigida.constraints.codes import POINT
from rigida.jit.decorators import inlined, routine
from rigida.math.lanes import LANES, RealArray, SingleArray

#: Columns of `layout`: where fields begin, and how many there are.
RATE, OFFSET, SUM, BLOCK, MASS, TWIST, SIZE = range(7)
#: Fields of a part: both arms of a point, or the Jacobian.
ARMS, ROWS = 6, 36


@inlined
def pack_arms(p: int, at: int, jacobian: FloatArray, lane: RealArray) -> None:
    """Write the arms of a point into the fields from `at` on: row i of its Jacobian is ±(e_i, r × e_i), and −r on side
    b where the sign is −1 (see `constraints.point`)."""
    for side in range(2):
        lane[at + LANES * (3 * side)] = jacobian[p, side, 1, 5]
        lane[at + LANES * (3 * side + 1)] = jacobian[p, side, 2, 3]
        lane[at + LANES * (3 * side + 2)] = jacobian[p, side, 0, 4]


@inlined
def pack_part(p: int, at: int, code: IntArray, jacobian: FloatArray, lane: RealArray) -> None:
    """Write the Jacobian of part p into the fields from `at` on."""
    if code[p] == POINT:
        pack_arms(p, at, jacobian, lane)
        return
    for side in range(2):
        for r in range(3):
            for c in range(6):
                lane[at + LANES * (18 * side + 6 * r + c)] = jacobian[p, side, r, c]


@routine
def pack_blocks(group: Ints, at: int, bounds: Ints, blocks: FloatArray, lane: RealArray) -> None:
    """Write the factors of the groups (8,) of a row into the fields from `at` on."""
    for n in range(bounds[group[0] + 1, 2] - bounds[group[0], 2]):
        for k in range(LANES):
            b = bounds[group[k], 2] + n
            for r in range(3):
                for c in range(3):
                    lane[at + LANES * (9 * n + 3 * r + c) + k] = blocks[b, r, c]


@routine
def add_carried_rate(
    p: int, side: int, at: int, frame: IntArray, jacobian: FloatArray, motion: FloatArray, lane: SingleArray
) -> None:
    """Add J u of the frame on one side of part p, which is no member and moves as given, to the fields from `at` on."""
    for r in range(3):
        rate = 0.0
        for c in range(6):
            rate += jacobian[p, side, r, c] * motion[frame[p, side], c]
        lane[at + LANES * r] += rate


@routine
def share_lanes(chosen: IntArray, by_kind: Ints, kind: Ints, layout: Ints, bounds: Ints, lane_group: Ints) -> int:
    """Give the chosen groups rows of eight lanes; return how many rows there are.

    lane_group (rows, 11): the groups of the lanes, where the row begins in `lane` and in `lane_member`, and how many
    lanes are used; the others repeat the first.
    """
    rows, used, size, members = 0, LANES, 0, 0
    for n in range(by_kind.shape[0]):
        g = by_kind[n]
        if not chosen[g]:
            continue
        if used == LANES or kind[g] != kind[lane_group[rows - 1, 0]]:
            lane_group[rows, LANES], lane_group[rows, LANES + 1] = size, members
            for k in range(LANES):
                lane_group[rows, k] = g
            size += LANES * layout[g, SIZE]
            members += LANES * (bounds[g + 1, 0] - bounds[g, 0])
            rows, used = rows + 1, 0
        lane_group[rows - 1, used] = g
        used += 1
        lane_group[rows - 1, LANES + 2] = used
    return rows


@routine
def pack_rows(
    rows: int,
    lane_group: Ints,
    layout: Ints,
    part_at: Ints,
    local: Ints,
    bounds: Ints,
    member: Ints,
    code: IntArray,
    frame: IntArray,
    jacobian: FloatArray,
    inverse: FloatArray,
    blocks: FloatArray,
    course: FloatArray,
    motion: FloatArray,
    world: int,
    lane_member: IntArray,
    lane: SingleArray,
) -> None:
    """Write the groups of all rows into their lanes.

    part_at (parts,): where a part's fields begin; local (parts, 2): which member of its group each frame is, −1 for
    others. lane_member: the members' rows; of unused lanes the world, with nothing that impulses could move.
    """
    for n in range(rows):
        first, o, ids, used = lane_group[n, 0], lane_group[n, LANES], lane_group[n, LANES + 1], lane_group[n, LANES + 2]
        group = lane_group[n]
        for p in range(bounds[first + 1, 1] - bounds[first, 1]):
            at = o + LANES * part_at[bounds[first, 1] + p]
            offset, total = o + LANES * (layout[first, OFFSET] + 3 * p), o + LANES * (layout[first, SUM] + 3 * p)
            for k in range(LANES):
                q = bounds[group[k], 1] + p
                pack_part(q, at + k, code, jacobian, lane)
                for r in range(3):
                    lane[offset + LANES * r + k] = 0.0
                    lane[total + LANES * r + k] = 0.0
                lane[offset + k] = -course[q, 1]
                for side in range(2):
                    if local[q, side] < 0:
                        add_carried_rate(q, side, offset + k, frame, jacobian, motion, lane)
        pack_blocks(group, o + LANES * layout[first, BLOCK], bounds, blocks, lane)
        for m in range(bounds[first + 1, 0] - bounds[first, 0]):
            mass = o + LANES * (layout[first, MASS] + 7 * m)
            for k in range(LANES):
                i = member[bounds[group[k], 0] + m]
                lane_member[ids + LANES * m + k] = i if k < used else world
                for c in range(7):
                    lane[mass + LANES * c + k] = inverse[i, c] if k < used else 0.0


@routine
def read_sums(
    rows: int, lane_group: Ints, layout: Ints, bounds: Ints, place: Ints, lane: SingleArray, impulse: FloatArray
) -> None:
    """Fill impulse (parts, 3) with the sums of the packed groups, zero for others."""
    for p in range(impulse.shape[0]):
        for r in range(3):
            impulse[p, r] = 0.0
    for n in range(rows):
        for k in range(lane_group[n, LANES + 2]):
            g = lane_group[n, k]
            at = lane_group[n, LANES] + k + LANES * layout[g, SUM]
            for p in range(bounds[g, 1], bounds[g + 1, 1]):
                for r in range(3):
                    impulse[p, r] = lane[at + LANES * (3 * place[p] + r)]
