"""Large islands with joints, in motion: sub-steps (`substeps.sweep`), and after every sweep joints that hold exactly.

Contacts of all islands are swept in lanes; then each articulated group gets the velocities that its joints allow, by
one solution with the factor of the whole group, M⁻¹ Jᵀ A⁻¹ J u, and its limits and motors one sweep. Contacts and
joints so take turns, which converges slower than the direct solution but costs a fraction of it; what an island in
motion gets wrong in one step it corrects in the next.
"""

from rigida.constraints.arrays import Joints
from rigida.constraints.multipliers import factor_group
from rigida.jit.decorators import kernel
from rigida.math.vec3 import Vec3
from rigida.realtime.articulated.arrays import Groups, GroupWork, Reactions
from rigida.realtime.articulated.coupling_rows import prepare_coupling_rows
from rigida.realtime.articulated.wide.arrays import GroupsInSubSteps
from rigida.realtime.articulated.wide.fields import pack_rows, read_sums, share_lanes
from rigida.realtime.articulated.wide.limits import end_limits, respond, sweep_limits, turn_rotors
from rigida.realtime.articulated.wide.velocities import close_velocities
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
def solve_jointed(
    substeps: int,
    dt: float,
    rows: int,
    limit_count: int,
    contacts: WideRows,
    groups: Groups,
    joints: Joints,
    reactions: Reactions,
    work: GroupWork,
    in_sub_steps: GroupsInSubSteps,
) -> None:
    """Run the sub-steps of all large islands at once, with so many rows of contacts.

    All groups in them are factored on return. The first `limit_count` limits are taken. Reactions get what the joints
    did beyond what they started with.
    """
    for g in range(len(groups.in_sub_steps)):
        if groups.in_sub_steps[g] and not groups.factored[g]:
            groups.factored[g] = 1
            factor_group(g, joints)
            prepare_coupling_rows(g, groups, joints, work)
    wide = in_sub_steps.wide
    group_rows = share_lanes(groups, joints, wide)
    pack_rows(group_rows, len(contacts.twist) - 1, groups, joints, reactions.trajectory, wide)
    inv_h, part = substeps / dt, 1.0 / substeps
    respond(limit_count, part, groups, joints, in_sub_steps.rows, in_sub_steps.limits, work)
    for p in range(len(reactions.pulled)):
        reactions.pulled[p].vector = Vec3(0.0, 0.0, 0.0)
    for k in range(substeps):
        if k == 0:
            sweep_rows(WARM, 0, rows, inv_h, contacts.field, contacts)
        else:
            repeat_change(0, len(contacts.twist), contacts)
        times = substeps - k
        for sweep in (BIASED, RELAXED):
            sweep_rows(sweep, 0, rows, inv_h, contacts.field, contacts)
            close_velocities(times, group_rows, joints, wide, contacts)
            pushed = 1.0 if sweep == BIASED else 0.0
            sweep_limits(limit_count, pushed, part, times, groups, joints, in_sub_steps, reactions, contacts)
            if sweep == BIASED:
                integrate_displacements(0, len(contacts.twist), dt / substeps, contacts)
        turn_rotors(limit_count, in_sub_steps.rows, in_sub_steps.limits)
    read_sums(group_rows, joints, reactions, wide)
    world = len(joints.frames.motion)
    end_limits(limit_count, part, world, in_sub_steps.rows, in_sub_steps.limits, reactions.limits)
    for p in range(len(reactions.pulled)):
        reactions.impulse[p].vector += reactions.pulled[p].vector
