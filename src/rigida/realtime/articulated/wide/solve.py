"""Large islands with joints, in motion: the sub-steps of `lane_sweep`, and after every sweep joints that hold exactly.

Contacts of all islands are swept in lanes; then each articulated group gets the velocities that its joints allow, by
one solution with the factor of the whole group, M⁻¹ Jᵀ A⁻¹ J u, and its stops and motors one sweep. Contacts and joints
so take turns, which converges slower than the direct solution but costs a fraction of it; what an island in motion gets
wrong in one step it corrects in the next.
"""

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.constraints.block_factor import assemble, factor
from rigida.constraints.block_order import Ints
from rigida.constraints.masses import weigh_rows
from rigida.jit.decorators import kernel
from rigida.jit.records import as_array
from rigida.math.lanes import SingleArray
from rigida.realtime.articulated.wide.fields import pack_rows, read_sums, share_lanes
from rigida.realtime.articulated.wide.limits import end_stops, respond, sweep_stops, turn_rotors
from rigida.realtime.articulated.wide.velocities import close_lanes
from rigida.realtime.substeps.sweep import (
    BIASED,
    RELAXED,
    WARM,
    integrate_displacements,
    repeat_change,
    sweep_rows,
)
from rigida.realtime.substeps.wide_contact import WideRows


@kernel
def solve_jointed_lanes(
    substeps: int,
    dt: float,
    rows: int,
    stop_count: int,
    wide: WideRows,
    chosen: IntArray,
    factored: IntArray,
    bounds: Ints,
    member: Ints,
    code: IntArray,
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
    course: FloatArray,
    listed: Ints,
    line_of: IntArray,
    line: FloatArray,
    response: FloatArray,
    pull: FloatArray,
    motion: FloatArray,
    by_kind: Ints,
    kind: Ints,
    layout: Ints,
    part_at: Ints,
    local: Ints,
    lane_group: Ints,
    lane_member: IntArray,
    lane: SingleArray,
    impulse: FloatArray,
    pulled: FloatArray,
) -> None:
    """Run the sub-steps of all large islands at once; chosen (groups,): groups of bodies in them.

    factored (groups,): 1 where `blocks` hold the factor already, as all chosen do on return. course (parts, 2): in its
    second column the rates of prescribed targets. motion (frames, 6): twists of prescribed frames. listed, response,
    pull: see `limits`; the first `stop_count` stops are taken. by_kind … lane: see `fields`. impulse (parts,
    3): on return what the joints did beyond what they started with; pulled (parts, 3): what they did for stops.
    """
    stops, twist = listed[:stop_count], as_array(wide.twist)
    for g in range(chosen.shape[0]):
        if chosen[g] and not factored[g]:
            factored[g] = 1
            p0, p1, b0, b1 = bounds[g, 1], bounds[g + 1, 1], bounds[g, 2], bounds[g + 1, 2]
            u0, u1, q0, q1 = bounds[g, 4], bounds[g + 1, 4], bounds[g, 5], bounds[g + 1, 5]
            weigh_rows(frame[p0:p1], jacobian[p0:p1], inverse, weighted[p0:p1])
            assemble(product[q0:q1], jacobian[p0:p1], weighted[p0:p1], blocks[b0:b1])
            factor(p1 - p0, update_start[p0 + g : p1 + g + 1], update[u0:u1], blocks[b0:b1])
    world = twist.shape[0] - 1
    bundles = share_lanes(chosen, by_kind, kind, layout, bounds, lane_group)
    pack_rows(
        bundles,
        lane_group,
        layout,
        part_at,
        local,
        bounds,
        member,
        code,
        frame,
        jacobian,
        inverse,
        blocks,
        course,
        motion,
        world,
        lane_member,
        lane,
    )
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
        line_of,
        line,
        response,
        pull,
    )
    for p in range(pulled.shape[0]):
        for c in range(3):
            pulled[p, c] = 0.0
    given = np.zeros(stop_count)
    for k in range(substeps):
        if k == 0:
            sweep_rows(WARM, rows, inv_h, wide)
        else:
            repeat_change(wide)
        for sweep in (BIASED, RELAXED):
            sweep_rows(sweep, rows, inv_h, wide)
            close_lanes(
                substeps - k,
                bundles,
                lane_group,
                layout,
                part_at,
                local,
                bounds,
                code,
                place,
                column_start,
                below,
                block,
                lane_member,
                lane,
                twist,
            )
            pushed, times = 1.0 if sweep == BIASED else 0.0, substeps - k
            sweep_stops(pushed, part, times, stops, bounds, member, line_of, line, response, pull, pulled, twist)
            if sweep == BIASED:
                integrate_displacements(dt / substeps, wide)
        turn_rotors(stops, line_of, line, given)
    read_sums(bundles, lane_group, layout, bounds, place, lane, impulse)
    end_stops(part, stops, line_of, line, given)
    for p in range(impulse.shape[0]):
        for c in range(3):
            impulse[p, c] += pulled[p, c]
