"""Velocities that joints allow, for eight articulated groups of the same structure at a time.

Groups whose parts stand between the same of their members are eliminated in the same order, so their factors and
Jacobians are laid out lane by lane and one pass through the order serves eight of them (see `math.lanes`). In single
precision, which is what contacts in sub-steps have; the step's last projection is exact (see `carrying`).

Fields of a row, eight lanes each, in the places that `layout` tells: Jacobians; −J u of the members, which
becomes the impulse; rates of prescribed frames and targets; sums of impulses; blocks of the factor; inverse masses;
twists. Impulses and their sums stand in the order of elimination. A point's Jacobian is kept as its two arms.
"""

from rigida.compilation import inlined, routine
from rigida.constraints.block_order import Ints
from rigida.constraints.codes import POINT
from rigida.fields import FloatArray, IntArray
from rigida.math.lanes import LANES, Lanes, RealArray, SingleArray, gather, load, scatter, spread, store

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


@inlined
def turned_of(at: int, x: Lanes, y: Lanes, z: Lanes, lane: RealArray) -> tuple[Lanes, Lanes, Lanes]:
    """Return the product of the 3×3 block at `at` and (x, y, z)."""
    return (
        load(lane, at) * x + load(lane, at + LANES) * y + load(lane, at + 2 * LANES) * z,
        load(lane, at + 3 * LANES) * x + load(lane, at + 4 * LANES) * y + load(lane, at + 5 * LANES) * z,
        load(lane, at + 6 * LANES) * x + load(lane, at + 7 * LANES) * y + load(lane, at + 8 * LANES) * z,
    )


@inlined
def turned_back(at: int, x: Lanes, y: Lanes, z: Lanes, lane: RealArray) -> tuple[Lanes, Lanes, Lanes]:
    """Return the product of the transpose of the 3×3 block at `at` and (x, y, z)."""
    return (
        load(lane, at) * x + load(lane, at + 3 * LANES) * y + load(lane, at + 6 * LANES) * z,
        load(lane, at + LANES) * x + load(lane, at + 4 * LANES) * y + load(lane, at + 7 * LANES) * z,
        load(lane, at + 2 * LANES) * x + load(lane, at + 5 * LANES) * y + load(lane, at + 8 * LANES) * z,
    )


@inlined
def load_three(at: int, lane: RealArray) -> tuple[Lanes, Lanes, Lanes]:
    """Return the three fields from `at` on."""
    return load(lane, at), load(lane, at + LANES), load(lane, at + 2 * LANES)


@inlined
def store_three(at: int, x: Lanes, y: Lanes, z: Lanes, lane: RealArray) -> None:
    """Write the three fields from `at` on."""
    store(lane, at, x)
    store(lane, at + LANES, y)
    store(lane, at + 2 * LANES, z)


@inlined
def crossed(x: Lanes, y: Lanes, z: Lanes, u: Lanes, v: Lanes, w: Lanes) -> tuple[Lanes, Lanes, Lanes]:
    """Return (x, y, z) × (u, v, w)."""
    return y * w - z * v, z * u - x * w, x * v - y * u


@inlined
def row_of(at: int, m: int, lane: RealArray) -> Lanes:
    """Return the product of the six fields of a Jacobian's row at `at` and of the twist at m."""
    s = load(lane, at) * load(lane, m)
    for c in range(1, 6):
        s = s + load(lane, at + LANES * c) * load(lane, m + LANES * c)
    return s


@inlined
def add_rate(is_point: bool, side: int, at: int, rate: int, m: int, lane: RealArray) -> None:
    """Subtract J u of one side of a part, whose twist is at m, from the rates at `rate`."""
    x, y, z = load_three(rate, lane)
    if is_point:
        vx, vy, vz = load_three(m, lane)
        wx, wy, wz = load_three(m + 3 * LANES, lane)
        rx, ry, rz = load_three(at + 3 * LANES * side, lane)
        cx, cy, cz = crossed(wx, wy, wz, rx, ry, rz)
        x, y, z = x - cx, y - cy, z - cz
        if side == 0:
            x, y, z = x - vx, y - vy, z - vz
        else:
            x, y, z = x + vx, y + vy, z + vz
    else:
        row = at + 18 * LANES * side
        x, y = x - row_of(row, m, lane), y - row_of(row + 6 * LANES, m, lane)
        z = z - row_of(row + 12 * LANES, m, lane)
    store_three(rate, x, y, z, lane)


@inlined
def push_member(is_point: bool, side: int, at: int, rate: int, mass: int, m: int, lane: RealArray) -> None:
    """Change the twist at m by the impulse at `rate` on one side of a part; mass: where its inverse masses begin."""
    x, y, z = load_three(rate, lane)
    if is_point:
        rx, ry, rz = load_three(at + 3 * LANES * side, lane)
        tx, ty, tz = crossed(rx, ry, rz, x, y, z)
        if side == 1:
            x, y, z = -x, -y, -z
    else:
        row = at + 18 * LANES * side
        tx, ty, tz = turned_rows(row + 3 * LANES, x, y, z, lane)
        x, y, z = turned_rows(row, x, y, z, lane)
    i = load(lane, mass)
    vx, vy, vz = load_three(m, lane)
    store_three(m, vx + i * x, vy + i * y, vz + i * z, lane)
    a, b, c = load_three(mass + LANES, lane)
    d, e, f = load_three(mass + 4 * LANES, lane)
    wx, wy, wz = load_three(m + 3 * LANES, lane)
    wx, wy = wx + (a * tx + b * ty + c * tz), wy + (b * tx + d * ty + e * tz)
    store_three(m + 3 * LANES, wx, wy, wz + (c * tx + e * ty + f * tz), lane)


@inlined
def turned_rows(at: int, x: Lanes, y: Lanes, z: Lanes, lane: RealArray) -> tuple[Lanes, Lanes, Lanes]:
    """Return three columns of a Jacobian's three rows of six, times (x, y, z)."""
    a, b, c = load_three(at, lane)
    d, e, f = load_three(at + 6 * LANES, lane)
    g, h, i = load_three(at + 12 * LANES, lane)
    return a * x + d * y + g * z, b * x + e * y + h * z, c * x + f * y + i * z


@routine
def add_rates(
    p0: int,
    p1: int,
    o: int,
    rate: int,
    motion: int,
    part_at: Ints,
    local: Ints,
    code: IntArray,
    place: Ints,
    lane: RealArray,
) -> None:
    """Subtract J u of the members of a row of groups, at `motion`, from the rates of their parts p0 … p1 − 1."""
    for p in range(p0, p1):
        for side in range(2):
            k = local[p, side]
            if k >= 0:
                at, to = o + LANES * part_at[p], rate + 3 * LANES * place[p]
                add_rate(code[p] == POINT, side, at, to, motion + 6 * LANES * k, lane)


@routine
def push_members(
    p0: int,
    p1: int,
    o: int,
    rate: int,
    mass: int,
    motion: int,
    part_at: Ints,
    local: Ints,
    code: IntArray,
    place: Ints,
    lane: RealArray,
) -> None:
    """Let the impulses at `rate` change the twists at `motion` of the members of a row of groups."""
    for p in range(p0, p1):
        for side in range(2):
            k = local[p, side]
            if k >= 0:
                at, of = o + LANES * part_at[p], rate + 3 * LANES * place[p]
                push_member(code[p] == POINT, side, at, of, mass + 7 * LANES * k, motion + 6 * LANES * k, lane)


@routine
def solve_row(
    parts: int, rate: int, factor: int, column_start: Ints, below: Ints, block: Ints, lane: RealArray
) -> None:
    """Replace the rates, in the order of elimination from `rate` on, by impulses; factor: where the blocks begin."""
    for k in range(parts):
        x, y, z = load_three(rate + 3 * LANES * k, lane)
        x, y, z = turned_of(factor + 9 * LANES * k, x, y, z, lane)
        for c in range(column_start[k], column_start[k + 1]):
            i = rate + 3 * LANES * below[c]
            u, v, w = turned_of(factor + 9 * LANES * block[c], x, y, z, lane)
            a, b, d = load_three(i, lane)
            store_three(i, a - u, b - v, d - w, lane)
    for k in range(parts - 1, -1, -1):
        x, y, z = load_three(rate + 3 * LANES * k, lane)
        for c in range(column_start[k], column_start[k + 1]):
            a, b, d = load_three(rate + 3 * LANES * below[c], lane)
            u, v, w = turned_back(factor + 9 * LANES * block[c], a, b, d, lane)
            x, y, z = x - u, y - v, z - w
        x, y, z = turned_of(factor + 9 * LANES * k, x, y, z, lane)
        store_three(rate + 3 * LANES * k, x, y, z, lane)


@routine
def close_lanes(
    times: float,
    rows: int,
    lane_group: Ints,
    layout: Ints,
    part_at: Ints,
    local: Ints,
    bounds: Ints,
    code: IntArray,
    place: Ints,
    column_start: Ints,
    below: Ints,
    block: Ints,
    lane_member: IntArray,
    lane: SingleArray,
    twist: SingleArray,
) -> None:
    """Change the twists (n + 1, 8) of all groups in rows to what their joints allow; add the impulses to the sums.

    times: in how many sub-steps, this one and those that start from its change of velocity, the impulses act.
    """
    zero, often = spread(0.0), spread(times)
    for n in range(rows):
        g, o, ids = lane_group[n, 0], lane_group[n, LANES], lane_group[n, LANES + 1]
        p0, p1, r0, r1 = bounds[g, 1], bounds[g + 1, 1], bounds[g, 3], bounds[g + 1, 3]
        rate, offset = o + LANES * layout[g, RATE], o + LANES * layout[g, OFFSET]
        total, mass = o + LANES * layout[g, SUM], o + LANES * layout[g, MASS]
        motion, members = o + LANES * layout[g, TWIST], bounds[g + 1, 0] - bounds[g, 0]
        for k in range(members):
            v0, v1, v2, w0, w1, w2, _, _ = gather(twist, lane_member, ids + LANES * k)
            store_three(motion + 6 * LANES * k, v0, v1, v2, lane)
            store_three(motion + 6 * LANES * k + 3 * LANES, w0, w1, w2, lane)
        for p in range(p0, p1):
            x, y, z = load_three(offset + 3 * LANES * (p - p0), lane)
            store_three(rate + 3 * LANES * place[p], -x, -y, -z, lane)
        add_rates(p0, p1, o, rate, motion, part_at, local, code, place, lane)
        solve_row(
            p1 - p0,
            rate,
            o + LANES * layout[g, BLOCK],
            column_start[p0 + g : p1 + g + 1],
            below[r0:r1],
            block[r0:r1],
            lane,
        )
        for k in range(p1 - p0):
            x, y, z = load_three(rate + 3 * LANES * k, lane)
            u, v, w = load_three(total + 3 * LANES * k, lane)
            store_three(total + 3 * LANES * k, u + often * x, v + often * y, w + often * z, lane)
        push_members(p0, p1, o, rate, mass, motion, part_at, local, code, place, lane)
        for k in range(members):
            v0, v1, v2 = load_three(motion + 6 * LANES * k, lane)
            w0, w1, w2 = load_three(motion + 6 * LANES * k + 3 * LANES, lane)
            scatter(twist, lane_member, ids + LANES * k, (v0, v1, v2, w0, w1, w2, zero, zero))


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
