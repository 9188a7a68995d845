"""Velocities that joints allow, for eight articulated groups of the same structure at a time (see `arrays`).

In single precision, which is what contacts in sub-steps have; the step's last projection is exact
(see `articulated.project`).
"""

from typing import Any

from rigida.constraints.arrays import Joints
from rigida.constraints.block_factor import substitute
from rigida.constraints.codes import POINT
from rigida.jit.decorators import inlined, routine
from rigida.jit.wide_rows import gather_rows, scatter_rows
from rigida.math.lanes import LANES, spread
from rigida.math.vec3 import Vec3, cross, dot, plus_dot
from rigida.realtime.articulated.wide.arrays import (
    CarriedGroups,
    CarriedJacobianSide,
    CarriedTwist,
    WideGroup,
    WideGroups,
    WideJacobianSide,
    WideTwist,
)
from rigida.realtime.substeps.wide_contact import WideRows


@inlined
def less_point_rate(side: int, rate: Vec3, arm: Vec3, u: WideTwist | CarriedTwist) -> Vec3:
    """Return the rate less J u of one side of a point."""
    rate = rate - cross(u.angular, arm)
    return rate - u.linear if side == 0 else rate + u.linear


@inlined
def less_rate(rate: Vec3, j: WideJacobianSide | CarriedJacobianSide, u: WideTwist | CarriedTwist) -> Vec3:
    """Return the rate less J u of one side of a part."""
    v, w = u.linear, u.angular
    return Vec3(
        rate.x - plus_dot(dot(j.row[0].linear, v), j.row[0].angular, w),
        rate.y - plus_dot(dot(j.row[1].linear, v), j.row[1].angular, w),
        rate.z - plus_dot(dot(j.row[2].linear, v), j.row[2].angular, w),
    )


@routine
def subtract_rates(row: WideGroup, joints: Joints, wide: WideGroups | CarriedGroups) -> None:
    """Subtract J u of the members of a row from the rates of its parts."""
    g, local, nth = row.group[0], wide.kinds.local, wide.kinds.nth
    for p in range(joints.factor.start[g].part, joints.factor.start[g + 1].part):
        at = row.part + joints.factor.place[p]
        for side in range(2):
            k = local[p][side]
            if k >= 0:
                rate, u = wide.rate[at].vector, wide.twist[row.member + k]
                if joints.parts.code[p] == POINT:
                    wide.rate[at].vector = less_point_rate(side, rate, wide.arms[row.point + nth[p]].side[side], u)
                else:
                    wide.rate[at].vector = less_rate(rate, wide.jacobian[row.other + nth[p]].side[side], u)


@routine
def push_members(row: WideGroup, joints: Joints, wide: WideGroups | CarriedGroups) -> None:
    """Let the impulses change the twists of the members of a row."""
    g, local, nth = row.group[0], wide.kinds.local, wide.kinds.nth
    for p in range(joints.factor.start[g].part, joints.factor.start[g + 1].part):
        at = row.part + joints.factor.place[p]
        for side in range(2):
            k = local[p][side]
            if k >= 0:
                impulse = wide.rate[at].vector
                if joints.parts.code[p] == POINT:
                    torque = cross(wide.arms[row.point + nth[p]].side[side], impulse)
                    force = impulse if side == 0 else -impulse
                else:
                    j = wide.jacobian[row.other + nth[p]].side[side]
                    torque = j.row[0].angular * impulse.x + j.row[1].angular * impulse.y + j.row[2].angular * impulse.z
                    force = j.row[0].linear * impulse.x + j.row[1].linear * impulse.y + j.row[2].linear * impulse.z
                u, inverse = wide.twist[row.member + k], wide.inverse[row.member + k]
                u.linear += inverse.mass * force
                u.angular += inverse.inertia @ torque


@inlined
def solve_row(row: WideGroup, joints: Joints, wide: WideGroups | CarriedGroups) -> None:
    """Replace the rates of a row by impulses."""
    block: Any = wide.block[row.block :]  # of eight groups, which `substitute` takes as it does one
    rate: Any = wide.rate[row.part :]
    substitute(row.group[0], joints.factor, block, rate)


@routine
def close_velocities(times: float, rows: int, joints: Joints, wide: WideGroups, contacts: WideRows) -> None:
    """Change the twists of all groups in rows to what their joints allow; add the impulses to the sums.

    times: in how many sub-steps, this one and those that start from its change of velocity, the impulses act.
    """
    zero, often, start = spread(0.0), spread(times), joints.factor.start
    for n in range(rows):
        row = wide.row[n]
        g = row.group[0]
        members, first, parts = start[g + 1].member - start[g].member, start[g].part, start[g + 1].part - start[g].part
        for k in range(row.member, row.member + members):
            linear, angular, _, _ = gather_rows(contacts.twist, wide.body, LANES * k)
            wide.twist[k].linear, wide.twist[k].angular = linear, angular
        for p in range(parts):
            wide.rate[row.part + joints.factor.place[first + p]].vector = -wide.offset[row.part + p].vector
        subtract_rates(row, joints, wide)
        solve_row(row, joints, wide)
        for p in range(row.part, row.part + parts):
            wide.total[p].vector += often * wide.rate[p].vector
        push_members(row, joints, wide)
        for k in range(row.member, row.member + members):
            u = wide.twist[k]
            scatter_rows(contacts.twist, wide.body, LANES * k, (u.linear, u.angular, zero, zero))
