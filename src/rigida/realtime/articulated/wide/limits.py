"""Limits, motors and stiff springs in sub-steps: rows that push whole groups, with their joints closed.

A row alone turns the two bodies that it stands between, and the joints then take most of that away again: a limit at
an elbow would hold what the forearm's own inertia does, but not the arm. So the response of the whole group to a unit
impulse along the row is found once a step, with the factor of the group,

    u = M⁻¹ (Jᵀ + Cᵀ p),   p = −A⁻¹ C M⁻¹ Jᵀ,   A = C M⁻¹ Cᵀ,

where C are the equations of its joints; sweeps over the rows then leave the joints closed. Impulses of rows are those
of a sub-step here, their bounds and softness those of a whole step. A rotor (see `articulated.limits`) takes part in
every sub-step: its rate changes in each, and its impulses add up. It turns with every change along its coordinate: with
the inertia 1/k of the group along it and A of the rotor, an impulse meets 1/k + A, and the rotor takes A/(1/k + A) of
it. One row after the other, a limit would take over that share by 1/(1 + k A) in a sweep, and heavy rotors bounce.
"""

from rigida.constraints.arrays import Joints
from rigida.constraints.block_factor import solve
from rigida.constraints.parts.evaluate import part_rates
from rigida.jit.decorators import kernel, routine
from rigida.math.vec3 import Vec3
from rigida.realtime.arrays import NO_PART, JointRows
from rigida.realtime.articulated.arrays import GroupLimits, Groups, GroupWork, LimitImpulses, Reactions
from rigida.realtime.articulated.limits import ROTOR, UPPER, record_limit
from rigida.realtime.articulated.motion import gather_impulses
from rigida.realtime.articulated.wide.arrays import GroupsInSubSteps
from rigida.realtime.direct.joint_rows import push_body, rate_of
from rigida.realtime.substeps.wide_contact import WideRows


@kernel
def list_limits(
    count: int, groups: Groups, joints: Joints, rows: JointRows, limits: GroupLimits
) -> tuple[int, int, int]:
    """List the rows of limits, motors and springs among the first `count` rows, between bodies held in sub-steps.

    Returns how many there are, and how many responses of members and parts that takes.
    """
    found, members, parts, start = 0, 0, 0, joints.factor.start
    for i in range(count):
        of = rows.of[i]
        if NO_PART < of.part < 0 and (groups.in_large_islands[of.a] or groups.in_large_islands[of.b]):
            g, limit = groups.of_coordinate[-1 - of.part], limits.listed[found]
            limit.row, limit.group, limit.response, limit.pull, limit.rotor = i, g, members, parts, -1
            before = found - 1 if of.equation == ROTOR else -1  # the rotor is the last row of its coordinate
            while before >= 0 and rows.of[limits.listed[before].row].part == of.part:
                limits.listed[before].rotor = found
                before -= 1
            members += start[g + 1].member - start[g].member
            parts += start[g + 1].part - start[g].part
            found += 1
    return found, members, parts


@routine
def respond(
    count: int, part: float, groups: Groups, joints: Joints, rows: JointRows, limits: GroupLimits, work: GroupWork
) -> None:
    """Find the responses of the first `count` limits, and make their impulses those of a `part` of a step."""
    frames, motion, total, none = joints.frames, groups.response, work.total, Vec3(0.0, 0.0, 0.0)
    for q in range(count):
        limit = limits.listed[q]
        g, row, of = limit.group, rows.row[limit.row], rows.of[limit.row]
        first, end = joints.factor.start[g], joints.factor.start[g + 1]
        row.impulse *= part
        limits.sum[q] = 0.0
        for n in range(limit.row, limit.row + 1 + of.more):
            a, b = rows.of[n].a, rows.of[n].b
            push_body(rows.row[n].a, 1.0, frames.inverse[a], motion[a])
            push_body(rows.row[n].b, 1.0, frames.inverse[b], motion[b])
        for p in range(first.part, end.part):
            work.right[p].vector = none
        part_rates(first.part, end.part, joints.parts, motion, work.right, work.right)
        for p in range(first.part, end.part):
            work.right[p].vector = -work.right[p].vector
        solve(g, joints.factor, work.right, work.impulse)
        for p in range(first.part, end.part):
            limits.pull[limit.pull + p - first.part] = work.impulse[p]
        gather_impulses(g, work.impulse, groups, joints, total)
        for k in range(first.member, end.member):
            j = groups.member[k]
            motion[j].linear += frames.inverse[j].mass * total[j].force
            motion[j].angular += frames.inverse[j].inertia @ total[j].torque
            limits.response[limit.response + k - first.member] = motion[j]
        ease = rate_of(limit.row, rows, motion)
        row.inverse_k = 1.0 / ease if ease > 0.0 else 0.0
        for n in range(limit.row, limit.row + 1 + of.more):
            a, b = rows.of[n].a, rows.of[n].b
            motion[a].linear, motion[a].angular, motion[b].linear, motion[b].angular = none, none, none, none
        for k in range(first.member, end.member):
            motion[groups.member[k]].linear = none
            motion[groups.member[k]].angular = none


@routine
def sweep_limits(
    count: int,
    pushed: float,
    part: float,
    times: int,
    groups: Groups,
    joints: Joints,
    in_sub_steps: GroupsInSubSteps,
    reactions: Reactions,
    contacts: WideRows,
) -> None:
    """Improve the impulses of the first `count` limits, one after another.

    pushed: 1 to push out of what was passed, 0 not to. times: how many sub-steps repeat the change, which is also what
    joints do for it.
    """
    rows, limits, twist = in_sub_steps.rows, in_sub_steps.limits, contacts.twist
    for q in range(count - 1, -1, -1):  # rotors first: other rows suppose that they turn with their coordinates
        limit = limits.listed[q]
        row, of = rows.row[limit.row], rows.of[limit.row]
        if row.inverse_k == 0.0:
            continue
        old = row.impulse
        soft = row.softness if of.equation == ROTOR else row.softness / part
        rest = row.bias + pushed * row.push + soft * old
        for n in range(limit.row, limit.row + 1 + of.more):
            coupled_row, a, b = rows.row[n], rows.of[n].a, rows.of[n].b
            for c in range(6):
                rest += coupled_row.a.all[c] * twist[a].number[c] + coupled_row.b.all[c] * twist[b].number[c]
        ease, left = 1.0 / row.inverse_k, 1.0  # part of an impulse that the rotor leaves
        if limit.rotor >= 0:
            of_rotor = rows.row[limits.listed[limit.rotor].row].softness
            left = of_rotor / (ease + of_rotor)
        new = min(max(old - rest / (left * ease + soft), part * row.low), part * row.high)
        change = new - old
        if change == 0.0:
            continue
        row.impulse = new
        if limit.rotor >= 0:
            sign = -1.0 if of.equation == UPPER else 1.0
            rows.row[limits.listed[limit.rotor].row].impulse -= sign * (1.0 - left) * change
        change *= left
        first, end = joints.factor.start[limit.group], joints.factor.start[limit.group + 1]
        for k in range(first.member, end.member):
            response = limits.response[limit.response + k - first.member]
            for c in range(6):
                twist[groups.member[k]].number[c] += change * response.all[c]
        for p in range(first.part, end.part):
            pull = limits.pull[limit.pull + p - first.part]
            reactions.pulled[p].vector += times * change * pull.vector


@routine
def turn_rotors(count: int, rows: JointRows, limits: GroupLimits) -> None:
    """Add up the impulses of the first `count` limits in a sub-step; let them change the rates of rotors among them."""
    for q in range(count):
        i = limits.listed[q].row
        limits.sum[q] += rows.row[i].impulse
        if rows.of[i].equation == ROTOR:
            # Their bias is minus their rate.
            rows.row[i].bias += rows.row[i].softness * rows.row[i].impulse


@routine
def end_limits(count: int, part: float, world: int, rows: JointRows, limits: GroupLimits, last: LimitImpulses) -> None:
    """Record the impulses of the first `count` limits, and make them those of a whole step again."""
    for q in range(count):
        i = limits.listed[q].row
        if rows.of[i].equation <= UPPER:
            record_limit(limits.sum[q], rows.row[i], rows.of[i], world, last)
        rows.row[i].impulse = limits.sum[q] if rows.of[i].equation == ROTOR else rows.row[i].impulse / part
