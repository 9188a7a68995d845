"""Joint errors of groups that are solved in lanes (see `project`)."""

import math

from rigida.constraints.arrays import Joints
from rigida.jit.decorators import inlined, routine
from rigida.jit.wide_rows import lane_of
from rigida.math.lanes import LANES
from rigida.math.quat import rotated
from rigida.math.vec3 import Vec3
from rigida.realtime.articulated.wide.arrays import CarriedGroups, WideGroup

#: How Newton's method fares for a group: not done, done, not converging; and lanes without a group.
OPEN, GROUP_CLOSED, LOST, UNUSED = 0, 1, 2, -1


@inlined
def turned_arm(p: int, side: int, member: int, wide: CarriedGroups) -> Vec3:
    """Return the arm of one side of a row's part p, turned with its member; −r on side b."""
    sign = 1.0 - 2.0 * side
    return sign * rotated(wide.member[member].turned, wide.own_arms[p].side[side])


@routine
def renew_arms(row: WideGroup, joints: Joints, wide: CarriedGroups) -> None:
    """Fill the arms of the Jacobians at the members' new orientations."""
    first = joints.factor.start[row.group[0]].part
    for p in range(joints.factor.start[row.group[0] + 1].part - first):
        for side in range(2):
            k = wide.kinds.local[first + p][side]
            if k >= 0:
                wide.arms[p].side[side] = turned_arm(p, side, k, wide)


@routine
def gaps_as_rates(dt: float, row: WideGroup, joints: Joints, wide: CarriedGroups) -> None:
    """Fill the rates that would close the points in a time dt at the members' new places."""
    first, scale = joints.factor.start[row.group[0]].part, -1.0 / dt
    for p in range(joints.factor.start[row.group[0] + 1].part - first):
        gap = wide.offset[p].vector
        for side in range(2):
            k = wide.kinds.local[first + p][side]
            if k >= 0:
                sign = 1.0 - 2.0 * side
                gap = gap + (sign * wide.member[k].flown + turned_arm(p, side, k, wide))
        wide.rate[joints.factor.place[first + p]].vector = scale * gap


@routine
def begin_closing(wide: CarriedGroups) -> None:
    """Let all lanes be open."""
    for k in range(LANES):
        wide.fate[k].state, wide.fate[k].worst = OPEN, math.inf


@routine
def still_open(parts: int, closed: float, wide: CarriedGroups) -> bool:
    """Return whether a lane needs another iteration; closed or diverging ones get no impulses."""
    going = False
    for k in range(LANES):
        worst, fate = 0.0, wide.fate[k]
        for p in range(parts):
            rate = lane_of(wide.rate[p], k)
            for c in range(3):
                size = abs(rate.all[c])
                worst = size if not size <= worst else worst
        if fate.state == OPEN:
            fate.state = GROUP_CLOSED if worst < closed else (OPEN if worst < fate.worst else LOST)
        fate.worst = worst
        if fate.state == OPEN:
            going = True
        else:
            for p in range(parts):
                lane_of(wide.rate[p], k).vector = Vec3(0.0, 0.0, 0.0)
    return going
