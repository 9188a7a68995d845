"""Articulated groups of the same structure carried along joints eight at a time, as `articulated.project` does one.

For groups that are held by points alone, turn little in the step, and are factored. All in one sub-step: Newton's
method for the impulses that close the joints at the end of the step, new Jacobians, their factor, and one projection of
the velocities. Lanes do not see each other, so a group moves alike whatever shares its row. A group that does not
converge is left to the general method.
"""

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.constraints.arrays import Joints
from rigida.constraints.block_order import Ints
from rigida.jit.decorators import kernel, routine
from rigida.math.lanes import LANES, load, store
from rigida.realtime.arrays import Bodies
from rigida.realtime.articulated.arrays import Groups, Reactions
from rigida.realtime.articulated.choose import note_factor
from rigida.realtime.articulated.project import move_by_displacement
from rigida.realtime.articulated.wide.choose import turns_little
from rigida.realtime.articulated.wide.factor import assemble_lanes, factor_lanes
from rigida.realtime.articulated.wide.fields import BLOCK, MASS, OFFSET, RATE, SUM, TWIST
from rigida.realtime.articulated.wide.flight import fly_lanes, note_momenta, turn_members
from rigida.realtime.articulated.wide.joints import gaps_as_rates, renew_arms, still_open
from rigida.realtime.articulated.wide.state import (
    ARM,
    DIAGONAL,
    MEMBER,
    pack_members,
    pack_parts,
    unpack_members,
    unpack_parts,
)
from rigida.realtime.articulated.wide.velocities import add_rates, push_members, solve_row


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
    renew_arms(p0, p1, arms, of_members, part_at, local, lane)
    assemble_lanes(p0, blocks, factor, mass, part_at, local, product[q0:q1], lane)
    factor_lanes(parts, factor, diagonal, update_start[p0 + g : p1 + g + 1], update[u0:u1], scratch, lane)
    for k in range(LANES * 3 * parts):
        lane[rate + k] = 0.0
    add_rates(p0, p1, 0, rate, motion, part_at, local, code, place, lane)
    solve_row(parts, rate, factor, columns, below[r0:r1], block[r0:r1], lane)
    push_members(p0, p1, 0, rate, mass, motion, part_at, local, code, place, lane)
    note_momenta(members, motion, of_members, lane)


@kernel
def carry_lanes(
    dt: float,
    solved: IntArray,
    most_turn: float,
    closed: float,
    bodies: Bodies,
    groups: Groups,
    joints: Joints,
    reactions: Reactions,
    carried: IntArray,
    by_kind: Ints,
    kind: Ints,
    layout: Ints,
    part_at: Ints,
    local: Ints,
    bounds: Ints,
    member: Ints,
    inv_inertia: FloatArray,
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
            groups.done[g] = 0
            left += 1
            if carried[g]:
                move_by_displacement(g, dt, bodies, groups, joints)
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
                    groups.done[group[k]] = 1
                    left -= 1
                    note_factor(group[k], True, groups, joints)
            used = 0
        ready = g >= 0 and solved[g] and carried[g] and groups.factored[g]
        if ready and turns_little(
            g, dt, most_turn, bounds, member, frame, local, inv_inertia, moving, attitude, jacobian
        ):
            group[used] = g
            used += 1
    return left
