"""Articulated groups of the same structure carried along joints eight at a time, as `articulated.project` does one.

For groups with point joints only that turn little in the step, and are factored. All in one sub-step: Newton's
method for the impulses that close the joints at the end of the step, new Jacobians, their factor, and one projection of
the velocities. Lanes do not see each other, so a group moves alike whatever shares its row. A group that does not
converge is left to the general method.
"""

from rigida.arrays import IntArray
from rigida.constraints.arrays import Joints
from rigida.jit.decorators import kernel, routine
from rigida.jit.wide_rows import lane_of
from rigida.math.lanes import LANES
from rigida.math.vec3 import Vec3
from rigida.realtime.arrays import Bodies
from rigida.realtime.articulated.arrays import Groups, Reactions
from rigida.realtime.articulated.groups import record_factor
from rigida.realtime.articulated.project import move_by_displacement
from rigida.realtime.articulated.wide.arrays import CarriedGroups, WideGroup
from rigida.realtime.articulated.wide.choose import turns_little
from rigida.realtime.articulated.wide.factor import assemble_lanes, factor_lanes
from rigida.realtime.articulated.wide.flight import integrate_ballistic_lanes, record_momenta, turn_members
from rigida.realtime.articulated.wide.joints import (
    GROUP_CLOSED,
    UNUSED,
    begin_closing,
    gaps_as_rates,
    renew_arms,
    still_open,
)
from rigida.realtime.articulated.wide.state import pack_members, pack_parts, unpack_members, unpack_parts
from rigida.realtime.articulated.wide.velocities import push_members, solve_row, subtract_rates
from rigida.realtime.tuning import CARRIED_CLOSED, CARRIED_TURN


@routine
def integrate_row(dt: float, row: WideGroup, joints: Joints, wide: CarriedGroups) -> None:
    """Move the eight groups of a row through a step of dt."""
    first, end = joints.factor.start[row.group[0]], joints.factor.start[row.group[0] + 1]
    members, parts, going = end.member - first.member, end.part - first.part, True
    for p in range(parts):
        for k in range(LANES):
            lane_of(wide.total[p], k).vector = Vec3(0.0, 0.0, 0.0)
    begin_closing(wide)
    while going:
        for p in range(parts):
            wide.total[p].vector += wide.rate[p].vector
        push_members(row, joints, wide)
        integrate_ballistic_lanes(dt, members, wide)
        gaps_as_rates(dt, row, joints, wide)
        going = still_open(parts, CARRIED_CLOSED / dt, wide)
        if going:
            solve_row(row, joints, wide)
    turn_members(members, wide)
    renew_arms(row, joints, wide)
    assemble_lanes(row, joints, wide)
    factor_lanes(row, joints, wide)
    for p in range(parts):
        for k in range(LANES):
            lane_of(wide.rate[p], k).vector = Vec3(0.0, 0.0, 0.0)
    subtract_rates(row, joints, wide)
    solve_row(row, joints, wide)
    push_members(row, joints, wide)
    record_momenta(members, wide)


@routine
def move_row(
    dt: float, used: int, bodies: Bodies, groups: Groups, joints: Joints, reactions: Reactions, wide: CarriedGroups
) -> int:
    """Move the groups in the first `used` lanes; return how many of them arrived."""
    row, arrived = wide.row[0], 0
    for k in range(used, LANES):
        row.group[k] = row.group[0]  # unused lanes repeat the first
    pack_parts(dt, row, joints, reactions, wide)
    pack_members(row, bodies, groups, joints, wide)
    integrate_row(dt, row, joints, wide)
    for k in range(used, LANES):
        wide.fate[k].state = UNUSED
    unpack_parts(dt, row, joints, reactions, wide)
    unpack_members(row, bodies, groups, joints, wide)
    for k in range(used):
        if wide.fate[k].state == GROUP_CLOSED:
            groups.done[row.group[k]] = 1
            arrived += 1
            record_factor(row.group[k], True, groups, joints)
    return arrived


@kernel
def integrate_solved_rows(
    dt: float,
    solved: IntArray,
    bodies: Bodies,
    groups: Groups,
    joints: Joints,
    reactions: Reactions,
    wide: CarriedGroups,
) -> int:
    """Move the solved groups that may be moved in lanes, and mark them as done; return how many are left."""
    used, left, kinds, row = 0, 0, wide.kinds, wide.row[0]
    for n in range(len(kinds.by_kind)):
        g = kinds.by_kind[n]
        if solved[g]:
            groups.done[g] = 0
            left += 1
            if kinds.carried[g]:
                move_by_displacement(g, dt, bodies, groups, joints)
    for n in range(len(kinds.by_kind)):
        g = kinds.by_kind[n]
        if used > 0 and (used == LANES or kinds.kind[g] != kinds.kind[row.group[0]]):
            left -= move_row(dt, used, bodies, groups, joints, reactions, wide)
            used = 0
        ready = solved[g] != 0 and kinds.carried[g] != 0 and groups.factored[g] != 0
        if ready and turns_little(g, dt, CARRIED_TURN, bodies, groups, joints, kinds):
            row.group[used] = g
            used += 1
    if used > 0:
        left -= move_row(dt, used, bodies, groups, joints, reactions, wide)
    return left
