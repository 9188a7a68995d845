"""Large islands with joints, in motion: the sub-steps of `lane_sweep`, and after every sweep joints that hold exactly.

Contacts of all islands are swept in lanes; then each articulated group gets the velocities that its joints allow, by
one solution with the factor of the whole group, M⁻¹ Jᵀ A⁻¹ J u, and its stops and motors one sweep. Contacts and joints
so take turns, which converges slower than the direct solution but costs a fraction of it; what an island in motion gets
wrong in one step it corrects in the next.
"""

import numpy as np

from rigida.compilation import kernel, routine
from rigida.constraints.block_factor import assemble, factor, solve
from rigida.constraints.block_order import Ints
from rigida.constraints.evaluate import part_rates
from rigida.constraints.masses import turn_response, weigh_rows
from rigida.fields import FloatArray, IntArray
from rigida.math.lanes import SingleArray
from rigida.realtime.group_motion import gather_impulses
from rigida.realtime.lane_sweep import BIASED, RELAXED, WARM, move_ways, repeat_change, sweep_lanes
from rigida.realtime.lane_stops import end_stops, respond, sweep_stops


@routine
def close_rates(
    chosen: IntArray,
    bounds: Ints,
    member: Ints,
    frame: IntArray,
    jacobian: FloatArray,
    inverse: FloatArray,
    blocks: FloatArray,
    place: Ints,
    column_start: Ints,
    below: Ints,
    block: Ints,
    offset: FloatArray,
    motion: FloatArray,
    total: FloatArray,
    right: FloatArray,
    impulse: FloatArray,
    gathered: FloatArray,
    twist: SingleArray,
) -> None:
    """Change the twists of all chosen groups to what their joints allow; add the impulses to `gathered` (parts, 3)."""
    for g in range(chosen.shape[0]):
        if chosen[g]:
            for k in range(bounds[g, 0], bounds[g + 1, 0]):
                for c in range(6):
                    motion[member[k], c] = twist[member[k], c]
    for g in range(chosen.shape[0]):
        if not chosen[g]:
            continue
        m0, m1, p0, p1 = bounds[g, 0], bounds[g + 1, 0], bounds[g, 1], bounds[g + 1, 1]
        b0, b1, r0, r1 = bounds[g, 2], bounds[g + 1, 2], bounds[g, 3], bounds[g + 1, 3]
        part_rates(frame[p0:p1], jacobian[p0:p1], motion, offset[p0:p1], 1.0, right[p0:p1])
        for p in range(p0, p1):
            for c in range(3):
                right[p, c] = -right[p, c]
        solve(
            place[p0:p1],
            column_start[p0 + g : p1 + g + 1],
            below[r0:r1],
            block[r0:r1],
            blocks[b0:b1],
            right[p0:p1],
            impulse[p0:p1],
        )
        for p in range(p0, p1):
            for c in range(3):
                gathered[p, c] += impulse[p, c]
        gather_impulses(member[m0:m1], frame[p0:p1], jacobian[p0:p1], impulse[p0:p1], total)
        for k in range(m0, m1):
            i = member[k]
            x, y, z = turn_response(inverse, i, total[i, 3], total[i, 4], total[i, 5])
            for c in range(3):
                twist[i, c] = motion[i, c] + inverse[i, 0] * total[i, c]
            twist[i, 3] = motion[i, 3] + x
            twist[i, 4] = motion[i, 4] + y
            twist[i, 5] = motion[i, 5] + z


@kernel
def solve_jointed_lanes(
    substeps: int,
    dt: float,
    rows: int,
    row_offset: IntArray,
    row_points: IntArray,
    rolls: IntArray,
    lane_body: IntArray,
    row: SingleArray,
    before: SingleArray,
    twist: SingleArray,
    way: SingleArray,
    chosen: IntArray,
    factored: IntArray,
    bounds: Ints,
    member: Ints,
    frame: IntArray,
    jacobian: FloatArray,
    inverse: FloatArray,
    weighted: FloatArray,
    blocks: FloatArray,
    place: Ints,
    column_start: Ints,
    below: Ints,
    block: Ints,
    update_start: Ints,
    update: Ints,
    product: Ints,
    offset: FloatArray,
    stops: Ints,
    line_of: IntArray,
    line: FloatArray,
    still: FloatArray,
    nothing: FloatArray,
    response: FloatArray,
    pull: FloatArray,
    motion: FloatArray,
    total: FloatArray,
    impulse: FloatArray,
) -> None:
    """Run the sub-steps of all large islands at once; chosen (groups,): groups of bodies in them.

    factored (groups,): 1 where `blocks` hold the factor already, as all chosen do on return. offset (parts, 3): minus
    the rates of prescribed targets. motion (frames, 6): twists of prescribed frames. extras: lines of stops and motors.
    impulse (parts, 3): on return what the joints did beyond what they started with.
    """
    for g in range(chosen.shape[0]):
        if chosen[g] and not factored[g]:
            factored[g] = 1
            p0, p1, b0, b1 = bounds[g, 1], bounds[g + 1, 1], bounds[g, 2], bounds[g + 1, 2]
            u0, u1, q0, q1 = bounds[g, 4], bounds[g + 1, 4], bounds[g, 5], bounds[g + 1, 5]
            weigh_rows(frame[p0:p1], jacobian[p0:p1], inverse, weighted[p0:p1])
            assemble(product[q0:q1], jacobian[p0:p1], weighted[p0:p1], blocks[b0:b1])
            factor(p1 - p0, update_start[p0 + g : p1 + g + 1], update[u0:u1], blocks[b0:b1])
    parts = frame.shape[0]
    right, single, now = np.zeros((parts, 3)), np.zeros((parts, 3)), np.zeros((parts, 3))
    inv_h, part = substeps / dt, 1.0 / substeps
    respond(
        part,
        stops,
        bounds,
        member,
        frame,
        jacobian,
        inverse,
        blocks,
        place,
        column_start,
        below,
        block,
        nothing,
        line_of,
        line,
        still,
        total,
        right,
        single,
        response,
        pull,
    )
    for p in range(parts):
        for c in range(3):
            impulse[p, c] = 0.0
    for k in range(substeps):
        if k == 0:
            sweep_lanes(WARM, rows, inv_h, row_offset, row_points, rolls, lane_body, row, twist, way)
        else:
            repeat_change(before, twist)
        for sweep in (BIASED, RELAXED):
            sweep_lanes(sweep, rows, inv_h, row_offset, row_points, rolls, lane_body, row, twist, way)
            close_rates(
                chosen,
                bounds,
                member,
                frame,
                jacobian,
                inverse,
                blocks,
                place,
                column_start,
                below,
                block,
                offset,
                motion,
                total,
                right,
                single,
                now,
                twist,
            )
            pushed = 1.0 if sweep == BIASED else 0.0
            sweep_stops(
                pushed, part, substeps - k, stops, bounds, member, line_of, line, response, pull, impulse, twist
            )
            if sweep == BIASED:
                move_ways(dt / substeps, twist, way)
        for p in range(parts):
            for c in range(3):
                impulse[p, c] += now[p, c]
    end_stops(part, stops, line)
