"""Large islands with joints, in motion: the sub-steps of `lane_sweep`, and after every sweep joints that hold exactly.

Contacts of all islands are swept in lanes; then each articulated group gets the velocities that its joints allow, by
one solution with the factor of the whole group, M⁻¹ Jᵀ A⁻¹ J u, and its limits and motors one sweep. Contacts and
joints so take turns, which converges slower than the direct solution but costs a fraction of it; what an island in
motion gets wrong in one step it corrects in the next.
"""

from rigida.arrays import FloatArray, IntArray
from rigida.constraints.arrays import Joints
from rigida.constraints.block_order import Ints
from rigida.constraints.multipliers import factor_group
from rigida.jit.decorators import kernel
from rigida.math.lanes import SingleArray
from rigida.math.vec3 import Vec3
from rigida.realtime.arrays import JointRows
from rigida.realtime.articulated.arrays import GroupLimits, Groups, GroupWork, Reactions
from rigida.realtime.articulated.wide.fields import pack_rows, read_sums, share_lanes
from rigida.realtime.articulated.wide.limits import end_limits, respond, sweep_limits
from rigida.realtime.articulated.wide.velocities import close_lanes
from rigida.realtime.substeps.sweep import BIASED, RELAXED, WARM, move_ways, repeat_change, sweep_lanes


@kernel
def solve_jointed_lanes(
    substeps: int,
    dt: float,
    rows: int,
    limit_count: int,
    row_offset: IntArray,
    row_points: IntArray,
    rolls: IntArray,
    lane_body: IntArray,
    row: SingleArray,
    before: SingleArray,
    twist: SingleArray,
    way: SingleArray,
    groups: Groups,
    joints: Joints,
    reactions: Reactions,
    joint_rows: JointRows,
    limits: GroupLimits,
    work: GroupWork,
    chosen: IntArray,
    bounds: Ints,
    member: Ints,
    code: IntArray,
    frame: IntArray,
    jacobian: FloatArray,
    inverse: FloatArray,
    blocks: FloatArray,
    place: Ints,
    column_start: Ints,
    below: Ints,
    block: Ints,
    course: FloatArray,
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
) -> None:
    """Run the sub-steps of all large islands at once; chosen (groups,): groups of bodies in them.

    All of them are factored on return. The first `limit_count` limits are taken. by_kind … lane: see `fields`.
    Reactions get what the joints did beyond what they started with.
    """
    for g in range(chosen.shape[0]):
        if chosen[g] and not groups.factored[g]:
            groups.factored[g] = 1
            factor_group(g, joints)
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
    respond(limit_count, part, groups, joints, joint_rows, limits, work)
    for p in range(len(reactions.pulled)):
        reactions.pulled[p].vector = Vec3(0.0, 0.0, 0.0)
    for k in range(substeps):
        if k == 0:
            sweep_lanes(WARM, rows, inv_h, row_offset, row_points, rolls, lane_body, row, twist, way)
        else:
            repeat_change(before, twist)
        for sweep in (BIASED, RELAXED):
            sweep_lanes(sweep, rows, inv_h, row_offset, row_points, rolls, lane_body, row, twist, way)
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
            sweep_limits(limit_count, pushed, part, times, groups, joints, joint_rows, limits, reactions, twist)
            if sweep == BIASED:
                move_ways(dt / substeps, twist, way)
    read_sums(bundles, lane_group, layout, bounds, place, lane, impulse)
    end_limits(limit_count, part, joint_rows, limits)
    for p in range(len(reactions.pulled)):
        reactions.impulse[p].vector += reactions.pulled[p].vector
