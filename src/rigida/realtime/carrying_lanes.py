"""Articulated groups of the same structure carried along their joints eight at a time (see `carrying` for the method).

For groups that are held by points alone, turn little in the step, and are factored. All in one sub-step: Newton's
method for the impulses that close the joints at the end of the step, new Jacobians, their factor, and one projection of
the velocities. Lanes do not see each other, so a group moves alike whatever shares its row. A group that does not
converge is left to the general method.
"""

import numpy as np

from rigida.compilation import inlined, kernel, routine
from rigida.constraints.block_order import Ints
from rigida.dynamics.free_top import LARGEST_TURN, TURN_ATTITUDE, TURN_INVERSE, TURN_MOMENTUM, turn_lanes
from rigida.fields import FloatArray, IntArray
from rigida.math.lanes import LANES, Lanes, load, store
from rigida.math.quaternion import rotate, rotate_back
from rigida.math.rotation import matrix_from_quaternion
from rigida.math.vector import dot, norm
from rigida.realtime.carried_fields import (
    ARM,
    DIAGONAL,
    M_ATTITUDE,
    M_CENTER,
    M_CHANGE,
    M_FLOWN,
    M_INVERSE,
    M_MOMENTUM,
    M_TURNED,
    MEMBER,
    MEMBER_FIELDS,
    pack_members,
    pack_parts,
    take_ways,
    unpack_members,
    unpack_parts,
)
from rigida.realtime.group_choice import note_factor
from rigida.realtime.group_factor import assemble_lanes, factor_lanes
from rigida.realtime.group_lanes import (
    BLOCK,
    MASS,
    OFFSET,
    RATE,
    SUM,
    TWIST,
    add_rates,
    load_three,
    push_members,
    solve_row,
    store_three,
)
from rigida.realtime.group_rates import turn_of


@inlined
def load_four(at: int, lane: FloatArray) -> tuple[Lanes, Lanes, Lanes, Lanes]:
    """Return the four fields from `at` on."""
    return load(lane, at), load(lane, at + LANES), load(lane, at + 2 * LANES), load(lane, at + 3 * LANES)


@routine
def fly_lanes(dt: float, members: int, motion: int, of_members: int, turn: FloatArray, lane: FloatArray) -> None:
    """Put the members where they would be after a free flight of dt; keep their angular momentum."""
    for k in range(members):
        at, u = of_members + LANES * MEMBER_FIELDS * k, motion + 6 * LANES * k
        vx, vy, vz = load_three(u, lane)
        x, y, z = load_three(at + LANES * M_CENTER, lane)
        store_three(at + LANES * M_FLOWN, x + dt * vx, y + dt * vy, z + dt * vz, lane)
        qw, qx, qy, qz = load_four(at + LANES * M_ATTITUDE, lane)
        wx, wy, wz = load_three(u + 3 * LANES, lane)
        a, b, c = load_three(at + LANES * M_INVERSE, lane)
        x, y, z = rotate_back(qw, qx, qy, qz, wx, wy, wz)
        x, y, z = rotate(qw, qx, qy, qz, x / a, y / b, z / c)
        store_three(at + LANES * M_MOMENTUM, x, y, z, lane)
        store_three(TURN_MOMENTUM, x, y, z, turn)
        store_three(TURN_INVERSE, a, b, c, turn)
        store(turn, TURN_ATTITUDE, qw)
        store_three(TURN_ATTITUDE + LANES, qx, qy, qz, turn)
        turn_lanes(dt, turn)
        for n in range(4):
            store(lane, at + LANES * (M_TURNED + n), load(turn, TURN_ATTITUDE + LANES * n))


@inlined
def turned_arm(at: int, side: int, m: int, lane: FloatArray) -> tuple[Lanes, Lanes, Lanes]:
    """Return the arm of one side of the part whose arms begin at `at`, turned with the member at m; −r on side b."""
    qw, qx, qy, qz = load_four(m + LANES * M_TURNED, lane)
    x, y, z = load_three(at + 3 * LANES * side, lane)
    x, y, z = rotate(qw, qx, qy, qz, x, y, z)
    sign = 1.0 - 2.0 * side
    return sign * x, sign * y, sign * z


@routine
def gaps_as_rates(
    dt: float,
    p0: int,
    p1: int,
    arms: int,
    offset: int,
    rate: int,
    of_members: int,
    local: Ints,
    place: Ints,
    lane: FloatArray,
) -> None:
    """Fill the rates that would close the points in a time dt at the members' new places."""
    for p in range(p0, p1):
        x, y, z = load_three(offset + 3 * LANES * (p - p0), lane)
        for side in range(2):
            if local[p, side] < 0:
                continue
            m = of_members + LANES * MEMBER_FIELDS * local[p, side]
            rx, ry, rz = turned_arm(arms + 6 * LANES * (p - p0), side, m, lane)
            cx, cy, cz = load_three(m + LANES * M_FLOWN, lane)
            sign = 1.0 - 2.0 * side
            x, y, z = x + (sign * cx + rx), y + (sign * cy + ry), z + (sign * cz + rz)
        scale = -1.0 / dt
        store_three(rate + 3 * LANES * place[p], scale * x, scale * y, scale * z, lane)


@routine
def still_open(parts: int, rate: int, closed: float, last: FloatArray, state: IntArray, lane: FloatArray) -> bool:
    """Tell whether a lane must go on; those that are closed to the rate `closed`, or do not converge, get no impulses.

    last (8,): the largest rate of the time before; state (8,): 0 open, 1 closed, 2 not converging.
    """
    going = False
    for k in range(LANES):
        worst = 0.0
        for c in range(3 * parts):
            size = abs(lane[rate + LANES * c + k])
            worst = size if not size <= worst else worst
        if state[k] == 0:
            state[k] = 1 if worst < closed else (0 if worst < last[k] else 2)
        last[k] = worst
        if state[k] == 0:
            going = True
        else:
            for c in range(3 * parts):
                lane[rate + LANES * c + k] = 0.0
    return going


@routine
def turn_members(members: int, motion: int, mass: int, of_members: int, lane: FloatArray) -> None:
    """Fill twists and inverse masses at the members' new attitudes, with the change of the twists at the end."""
    for k in range(members):
        at, u, i = of_members + LANES * MEMBER_FIELDS * k, motion + 6 * LANES * k, mass + 7 * LANES * k
        qw, qx, qy, qz = load_four(at + LANES * M_TURNED, lane)
        a, b, c = load_three(at + LANES * M_INVERSE, lane)
        r0, r1, r2, r3, r4, r5, r6, r7, r8 = matrix_from_quaternion(qw, qx, qy, qz)
        xx, xy, xz = (
            a * r0 * r0 + b * r1 * r1 + c * r2 * r2,
            a * r0 * r3 + b * r1 * r4 + c * r2 * r5,
            (a * r0 * r6 + b * r1 * r7 + c * r2 * r8),
        )
        yy, yz = a * r3 * r3 + b * r4 * r4 + c * r5 * r5, a * r3 * r6 + b * r4 * r7 + c * r5 * r8
        zz = a * r6 * r6 + b * r7 * r7 + c * r8 * r8
        store_three(i + LANES, xx, xy, xz, lane)
        store_three(i + 4 * LANES, yy, yz, zz, lane)
        x, y, z = load_three(at + LANES * M_MOMENTUM, lane)
        wx, wy, wz = load_three(at + LANES * (M_CHANGE + 3), lane)
        wx, wy, wz = wx + (xx * x + xy * y + xz * z), wy + (xy * x + yy * y + yz * z), wz + (xz * x + yz * y + zz * z)
        store_three(u + 3 * LANES, wx, wy, wz, lane)
        x, y, z = load_three(at + LANES * M_CHANGE, lane)
        vx, vy, vz = load_three(u, lane)
        store_three(u, vx + x, vy + y, vz + z, lane)


@routine
def note_momenta(members: int, motion: int, of_members: int, lane: FloatArray) -> None:
    """Fill the members' angular momenta, R I Rᵀ ω at their new attitudes."""
    for k in range(members):
        at = of_members + LANES * MEMBER_FIELDS * k
        qw, qx, qy, qz = load_four(at + LANES * M_TURNED, lane)
        x, y, z = load_three(motion + LANES * (6 * k + 3), lane)
        a, b, c = load_three(at + LANES * M_INVERSE, lane)
        x, y, z = rotate_back(qw, qx, qy, qz, x, y, z)
        x, y, z = rotate(qw, qx, qy, qz, x / a, y / b, z / c)
        store_three(at + LANES * M_MOMENTUM, x, y, z, lane)


@routine
def carry_row(
    g: int,
    dt: float,
    closed: float,
    layout: Ints,
    part_at: Ints,
    local: Ints,
    bounds: Ints,
    code: IntArray,
    place: Ints,
    column_start: Ints,
    below: Ints,
    block: Ints,
    update_start: Ints,
    update: Ints,
    product: Ints,
    last: FloatArray,
    state: IntArray,
    scratch: FloatArray,
    turn: FloatArray,
    lane: FloatArray,
) -> None:
    """Carry the eight groups of a row, which are like g, through a step of dt; state (8,): see `still_open`."""
    p0, p1, r0, r1 = bounds[g, 1], bounds[g + 1, 1], bounds[g, 3], bounds[g + 1, 3]
    u0, u1, q0, q1 = bounds[g, 4], bounds[g + 1, 4], bounds[g, 5], bounds[g + 1, 5]
    members, parts, blocks = bounds[g + 1, 0] - bounds[g, 0], p1 - p0, bounds[g + 1, 2] - bounds[g, 2]
    rate, offset, total = LANES * layout[g, RATE], LANES * layout[g, OFFSET], LANES * layout[g, SUM]
    factor, mass, motion = LANES * layout[g, BLOCK], LANES * layout[g, MASS], LANES * layout[g, TWIST]
    arms, diagonal, of_members = LANES * layout[g, ARM], LANES * layout[g, DIAGONAL], LANES * layout[g, MEMBER]
    columns = column_start[p0 + g : p1 + g + 1]
    for k in range(LANES * 3 * parts):
        lane[total + k] = 0.0
    for k in range(LANES):
        state[k], last[k] = 0, np.inf
    going = True
    while going:
        for k in range(3 * parts):
            at = total + LANES * k
            store(lane, at, load(lane, at) + load(lane, rate + LANES * k))
        push_members(p0, p1, 0, rate, mass, motion, part_at, local, code, place, lane)
        fly_lanes(dt, members, motion, of_members, turn, lane)
        gaps_as_rates(dt, p0, p1, arms, offset, rate, of_members, local, place, lane)
        going = still_open(parts, rate, closed / dt, last, state, lane)
        if going:
            solve_row(parts, rate, factor, columns, below[r0:r1], block[r0:r1], lane)
    turn_members(members, motion, mass, of_members, lane)
    for p in range(p0, p1):
        for side in range(2):
            if local[p, side] >= 0:
                m = of_members + LANES * MEMBER_FIELDS * local[p, side]
                x, y, z = turned_arm(arms + 6 * LANES * (p - p0), side, m, lane)
                store_three(LANES * (part_at[p] + 3 * side), x, y, z, lane)
    assemble_lanes(p0, blocks, factor, mass, part_at, local, product[q0:q1], lane)
    factor_lanes(parts, factor, diagonal, update_start[p0 + g : p1 + g + 1], update[u0:u1], scratch, lane)
    for k in range(LANES * 3 * parts):
        lane[rate + k] = 0.0
    add_rates(p0, p1, 0, rate, motion, part_at, local, code, place, lane)
    solve_row(parts, rate, factor, columns, below[r0:r1], block[r0:r1], lane)
    push_members(p0, p1, 0, rate, mass, motion, part_at, local, code, place, lane)
    note_momenta(members, motion, of_members, lane)


@routine
def turns_little(
    g: int,
    dt: float,
    most: float,
    bounds: Ints,
    member: Ints,
    frame: IntArray,
    local: Ints,
    inv_inertia: FloatArray,
    moving: FloatArray,
    attitude: FloatArray,
    jacobian: FloatArray,
) -> bool:
    """Tell whether no arm of group g, and nothing that turns, changes direction by more than `most` in a time dt [rad].

    As in `group_rates.turn_rate`, a spin about the arm does not count.
    """
    limit, quick = (most / dt) ** 2, False
    for k in range(bounds[g, 0], bounds[g + 1, 0]):
        i = member[k]
        x, y, z = moving[i, 3], moving[i, 4], moving[i, 5]
        if not dot(x, y, z, x, y, z) < limit:
            quick = True
            a, b, c = inv_inertia[i, 0], inv_inertia[i, 1], inv_inertia[i, 2]
            w, u, v, t = attitude[i, 0], attitude[i, 1], attitude[i, 2], attitude[i, 3]
            px, py, pz = rotate_back(w, u, v, t, x, y, z)
            lx, ly, lz = rotate(w, u, v, t, px / a, py / b, pz / c)
            farthest = dt * max(a, max(b, c)) * norm(lx, ly, lz)
            if not (farthest < LARGEST_TURN and turn_of(x, y, z, lx, ly, lz) < limit):
                return False
    for p in range(bounds[g, 1] if quick else bounds[g + 1, 1], bounds[g + 1, 1]):
        for side in range(2):
            if local[p, side] >= 0:
                i = frame[p, side]
                rx, ry, rz = jacobian[p, side, 1, 5], jacobian[p, side, 2, 3], jacobian[p, side, 0, 4]
                if not turn_of(moving[i, 3], moving[i, 4], moving[i, 5], rx, ry, rz) < limit:
                    return False
    return True


@kernel
def carry_lanes(
    dt: float,
    solved: IntArray,
    most_turn: float,
    closed: float,
    done: IntArray,
    carried: IntArray,
    by_kind: Ints,
    kind: Ints,
    layout: Ints,
    part_at: Ints,
    local: Ints,
    bounds: Ints,
    member: Ints,
    inv_inertia: FloatArray,
    by_ways: IntArray,
    way: FloatArray,
    moving: FloatArray,
    kept: FloatArray,
    center: FloatArray,
    attitude: FloatArray,
    velocity: FloatArray,
    momentum: FloatArray,
    code: IntArray,
    frame: IntArray,
    number: FloatArray,
    pose: FloatArray,
    inverse: FloatArray,
    jacobian: FloatArray,
    blocks: FloatArray,
    turning: FloatArray,
    force: FloatArray,
    factored: IntArray,
    known: FloatArray,
    place: Ints,
    column_start: Ints,
    below: Ints,
    block: Ints,
    update_start: Ints,
    update: Ints,
    product: Ints,
    group: Ints,
    state: IntArray,
    last: FloatArray,
    scratch: FloatArray,
    turn: FloatArray,
    lane: FloatArray,
) -> int:
    """Carry the solved groups that may be carried in lanes; return how many solved groups are left.

    most_turn: largest turn of an arm in the step [rad]; closed: joints are closed to this [m]. done (groups,): on
    return 1 for the solved groups that arrived. group … lane: working arrays, see `GroupKinds.carried_row`. Other
    arrays: see `carrying.carry_groups` and `group_kinds`.
    """
    used, left = 0, 0
    for n in range(by_kind.shape[0]):
        g = by_kind[n]
        if solved[g]:
            done[g] = 0
            left += 1
            if carried[g]:
                take_ways(g, dt, by_ways, bounds, member, way, moving)
    for n in range(by_kind.shape[0] + 1):
        g = by_kind[n] if n < by_kind.shape[0] else -1
        if used > 0 and (used == LANES or g < 0 or kind[g] != kind[group[0]]):
            for k in range(used, LANES):
                group[k] = group[0]  # unused lanes repeat the first
            pack_parts(
                group,
                dt,
                layout,
                part_at,
                local,
                bounds,
                frame,
                number,
                pose,
                jacobian,
                turning,
                place,
                lane,
            )
            pack_members(
                group,
                layout,
                bounds,
                member,
                inv_inertia,
                moving,
                kept,
                center,
                attitude,
                inverse,
                blocks,
                lane,
            )
            carry_row(
                group[0],
                dt,
                closed,
                layout,
                part_at,
                local,
                bounds,
                code,
                place,
                column_start,
                below,
                block,
                update_start,
                update,
                product,
                last,
                state,
                scratch,
                turn,
                lane,
            )
            for k in range(used, LANES):
                state[k] = -1
            unpack_parts(group, state, dt, layout, part_at, bounds, jacobian, turning, force, place, lane)
            unpack_members(
                group,
                state,
                layout,
                bounds,
                member,
                center,
                attitude,
                velocity,
                momentum,
                pose,
                inverse,
                blocks,
                lane,
            )
            for k in range(used):
                if state[k] == 1:
                    done[group[k]] = 1
                    left -= 1
                    note_factor(group[k], bounds, frame, pose, inverse, known, factored)
            used = 0
        ready = g >= 0 and solved[g] and carried[g] and factored[g]
        if ready and turns_little(
            g, dt, most_turn, bounds, member, frame, local, inv_inertia, moving, attitude, jacobian
        ):
            group[used] = g
            used += 1
    return left
