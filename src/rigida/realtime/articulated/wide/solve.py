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
from rigida.jit.records import as_array
from rigida.math.lanes import SingleArray
from rigida.math.vec3 import Vec3
from rigida.realtime.arrays import JointRows
from rigida.realtime.articulated.arrays import GroupLimits, Groups, GroupWork, Reactions
from rigida.realtime.articulated.wide.fields import pack_rows, read_sums, share_lanes
from rigida.realtime.articulated.wide.limits import end_limits, respond, sweep_limits
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
    limit_count: int,
    wide: WideRows,
    groups: Groups,
    joints: Joints,
    reactions: Reactions,
    joint_rows: JointRows,
    limits: GroupLimits,
    work: GroupWork,
    jacobian: FloatArray,
    blocks: FloatArray,
    by_kind: Ints,
    kind: Ints,
    layout: Ints,
    part_at: Ints,
    local: Ints,
    lane_group: Ints,
    lane_member: IntArray,
    lane: SingleArray,
) -> None:
    """Run the sub-steps of all large islands at once.

    All groups in them are factored on return. The first `limit_count` limits are taken. by_kind … lane: see `fields`.
    Reactions get what the joints did beyond what they started with.
    """
    factor, parts, frames, twist = joints.factor, joints.parts, joints.frames, as_array(wide.twist)
    bounds, place, column_start = as_array(factor.start), as_array(factor.place), as_array(factor.column_start)
    below, block, code = as_array(factor.below), as_array(factor.below_block), as_array(parts.code)
    chosen, frame = as_array(groups.in_sub_steps), as_array(parts.frame)
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
        as_array(groups.member),
        code,
        frame,
        jacobian,
        as_array(frames.inverse),
        blocks,
        as_array(reactions.course),
        as_array(frames.twist),
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
            sweep_limits(limit_count, pushed, part, times, groups, joints, joint_rows, limits, reactions, twist)
            if sweep == BIASED:
                integrate_displacements(dt / substeps, wide)
    read_sums(bundles, lane_group, layout, bounds, place, lane, as_array(reactions.impulse))
    end_limits(limit_count, part, joint_rows, limits)
    for p in range(len(reactions.pulled)):
        reactions.impulse[p].vector += reactions.pulled[p].vector
