"""Groups that are carried in lanes (see `project`): how they are written into a row of eight and read from it."""

from rigida.constraints.arrays import Joints
from rigida.constraints.parts.frame import arm_of
from rigida.jit.decorators import routine
from rigida.jit.wide_rows import lane_of
from rigida.math.lanes import LANES
from rigida.math.vec3 import Vec3
from rigida.realtime.arrays import Bodies
from rigida.realtime.articulated.arrays import Groups, Reactions
from rigida.realtime.articulated.wide.arrays import CarriedGroups, WideGroup
from rigida.realtime.articulated.wide.fields import pack_arms, pack_blocks
from rigida.realtime.articulated.wide.joints import GROUP_CLOSED


@routine
def pack_parts(dt: float, row: WideGroup, joints: Joints, reactions: Reactions, wide: CarriedGroups) -> None:
    """Write the parts of a row's groups: as impulses those of the last step's motion, as offsets the anchors that stand
    still."""
    start, parts, frames = joints.factor.start, joints.parts, joints.frames
    first = start[row.group[0]].part
    for p in range(start[row.group[0] + 1].part - first):
        rate = wide.rate[joints.factor.place[first + p]]
        for k in range(LANES):
            q = start[row.group[k]].part + p
            pack_arms(k, parts.jacobian[q], wide.arms[p])
            lane_of(rate, k).vector = 0.5 * dt * reactions.turning[q].vector
            offset = Vec3(0.0, 0.0, 0.0)
            for side in range(2):
                lane_of(wide.own_arms[p], k).side[side] = parts.number[q].vector[side]
                if wide.kinds.local[q][side] < 0:
                    f, sign = parts.frame[q][side], 1.0 - 2.0 * side
                    offset = offset + sign * (frames.pose[f].origin + arm_of(q, side, f, parts, frames))
            lane_of(wide.offset[p], k).vector = offset


@routine
def pack_members(row: WideGroup, bodies: Bodies, groups: Groups, joints: Joints, wide: CarriedGroups) -> None:
    """Write the members and the factors of a row's groups."""
    start = joints.factor.start
    pack_blocks(row, joints, wide)
    for m in range(start[row.group[0] + 1].member - start[row.group[0]].member):
        for k in range(LANES):
            i = groups.member[start[row.group[k]].member + m]
            inverse, u, member = lane_of(wide.inverse[m], k), lane_of(wide.twist[m], k), lane_of(wide.member[m], k)
            moving, kept = bodies.moving[i], bodies.twist[i]
            inverse.mass, inverse.inertia = joints.frames.inverse[i].mass, joints.frames.inverse[i].inertia
            u.linear, u.angular = moving.linear, moving.angular
            member.center, member.attitude, member.inverse = bodies.center[i], bodies.attitude[i], bodies.inv_inertia[i]
            member.change.linear = kept.linear - moving.linear
            member.change.angular = kept.angular - moving.angular - bodies.turning[i]


@routine
def unpack_parts(dt: float, row: WideGroup, joints: Joints, reactions: Reactions, wide: CarriedGroups) -> None:
    """Read the Jacobians and reactions of a row's groups that are closed."""
    start = joints.factor.start
    first = start[row.group[0]].part
    for p in range(start[row.group[0] + 1].part - first):
        place = joints.factor.place[first + p]
        for k in range(LANES):
            if wide.fate[k].state == GROUP_CLOSED:
                q, arms = start[row.group[k]].part + p, lane_of(wide.arms[p], k)
                for side in range(2):
                    j, r = joints.parts.jacobian[q].side[side], arms.side[side]
                    j.row[0].angular = Vec3(j.row[0].angular.x, r.z, -r.y)
                    j.row[1].angular = Vec3(-r.z, j.row[1].angular.y, r.x)
                    j.row[2].angular = Vec3(r.y, -r.x, j.row[2].angular.z)
                to_the_end, last = lane_of(wide.total[place], k).vector, lane_of(wide.rate[place], k).vector
                reactions.turning[q].vector = 2.0 * to_the_end / dt
                reactions.force[q].vector += (to_the_end + last) / dt
                reactions.acted[q].force += to_the_end + last  # the rows of a point are those of the unit matrix
                reactions.acted[q].multiplier += to_the_end + last


@routine
def unpack_members(row: WideGroup, bodies: Bodies, groups: Groups, joints: Joints, wide: CarriedGroups) -> None:
    """Read the members and factors of a row's groups that are closed."""
    start, frames = joints.factor.start, joints.frames
    first = start[row.group[0]]
    for k in range(LANES):
        if wide.fate[k].state != GROUP_CLOSED:
            continue
        begin = start[row.group[k]]
        for n in range(start[row.group[0] + 1].block - first.block):
            joints.factor.block[begin.block + n].matrix = lane_of(wide.block[n], k).matrix
        for m in range(start[row.group[0] + 1].member - first.member):
            i = groups.member[begin.member + m]
            inverse, u, member = lane_of(wide.inverse[m], k), lane_of(wide.twist[m], k), lane_of(wide.member[m], k)
            bodies.center[i] = member.flown
            bodies.attitude[i] = member.turned
            bodies.velocity[i] = u.linear
            bodies.angular_momentum[i] = member.momentum
            frames.pose[i].origin, frames.pose[i].attitude = member.flown, member.turned
            frames.inverse[i].mass, frames.inverse[i].inertia = inverse.mass, inverse.inertia
