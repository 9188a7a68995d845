"""Velocities that joints allow, for eight articulated groups of the same structure at a time (see `fields`).

In single precision, which is what contacts in sub-steps have; the step's last projection is exact
(see `articulated.project`).
"""

from rigida.arrays import IntArray
from rigida.constraints.block_order import Ints
from rigida.constraints.codes import POINT
from rigida.jit.decorators import inlined, routine
from rigida.math.lanes import LANES, RealArray, SingleArray, gather, load, scatter, spread
from rigida.math.vector import cross
from rigida.realtime.articulated.wide.fields import BLOCK, MASS, OFFSET, RATE, SUM, TWIST
from rigida.realtime.substeps.algebra import load_three, row_of, store_three, turned_back, turned_of, turned_rows


@inlined
def add_rate(is_point: bool, side: int, at: int, rate: int, m: int, lane: RealArray) -> None:
    """Subtract J u of one side of a part, whose twist is at m, from the rates at `rate`."""
    x, y, z = load_three(rate, lane)
    if is_point:
        vx, vy, vz = load_three(m, lane)
        wx, wy, wz = load_three(m + 3 * LANES, lane)
        rx, ry, rz = load_three(at + 3 * LANES * side, lane)
        cx, cy, cz = cross(wx, wy, wz, rx, ry, rz)
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


@inlined
def push_member(is_point: bool, side: int, at: int, rate: int, mass: int, m: int, lane: RealArray) -> None:
    """Change the twist at m by the impulse at `rate` on one side of a part; mass: where its inverse masses begin."""
    x, y, z = load_three(rate, lane)
    if is_point:
        rx, ry, rz = load_three(at + 3 * LANES * side, lane)
        tx, ty, tz = cross(rx, ry, rz, x, y, z)
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
