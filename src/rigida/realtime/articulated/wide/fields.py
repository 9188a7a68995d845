"""Groups in sub-steps: how they are written into wide rows and read from them (see `arrays`)."""

from rigida.constraints.arrays import Jacobian, Joints
from rigida.constraints.parts.codes import POINT
from rigida.jit.decorators import inlined, routine
from rigida.jit.records import Rows
from rigida.jit.wide_rows import lane_of
from rigida.math.lanes import LANES
from rigida.math.vec3 import Vec3
from rigida.realtime.articulated.arrays import Groups, Reactions, TrajectoryPoint
from rigida.realtime.articulated.rattle import arm_of_point
from rigida.realtime.articulated.wide.arrays import (
    CarriedArms,
    CarriedGroups,
    WideArms,
    WideEquations,
    WideGroup,
    WideGroups,
    WideJacobian,
)


@routine
def share_lanes(groups: Groups, joints: Joints, wide: WideGroups) -> int:
    """Give the groups that are solved in sub-steps lanes of wide rows; return how many rows there are."""
    rows, used, kinds, parts, start = 0, LANES, wide.kinds, joints.parts, joints.factor.start
    member, part, block, point, other = 0, 0, 0, 0, 0
    for n in range(len(kinds.by_kind)):
        g = kinds.by_kind[n]
        if not groups.in_sub_steps[g]:
            continue
        if used == LANES or kinds.kind[g] != kinds.kind[wide.row[rows - 1].group[0]]:
            row = wide.row[rows]
            row.member, row.part, row.block, row.point, row.other = member, part, block, point, other
            for k in range(LANES):
                row.group[k] = g
            for p in range(start[g].part, start[g + 1].part):
                is_point = 1 if parts.code[p] == POINT else 0
                point, other = point + is_point, other + 1 - is_point
            member += start[g + 1].member - start[g].member
            part += start[g + 1].part - start[g].part
            block += start[g + 1].block - start[g].block
            rows, used = rows + 1, 0
        wide.row[rows - 1].group[used] = g
        used += 1
        wide.row[rows - 1].used = used
    return rows


@routine
def pack_rows(
    rows: int, world: int, groups: Groups, joints: Joints, trajectory: Rows[TrajectoryPoint], wide: WideGroups
) -> None:
    """Write the groups of all rows into their lanes; of unused lanes nothing that impulses could move."""
    start = joints.factor.start
    for n in range(rows):
        row = wide.row[n]
        first = start[row.group[0]].part
        for p in range(start[row.group[0] + 1].part - first):
            for k in range(LANES):
                q = start[row.group[k]].part + p
                pack_part(q, k, row, joints, wide)
                lane_of(wide.total[row.part + p], k).vector = Vec3(0.0, 0.0, 0.0)
                offset = lane_of(wide.offset[row.part + p], k)
                offset.vector = Vec3(-trajectory[q].rate, 0.0, 0.0)
                for side in range(2):
                    if wide.kinds.local[q][side] < 0:
                        add_carried_rate(q, side, joints, offset)
        pack_blocks(row, joints, wide)
        pack_members(world, row, groups, joints, wide)


@routine
def pack_members(world: int, row: WideGroup, groups: Groups, joints: Joints, wide: WideGroups) -> None:
    """Write the rows and inverse masses of the members of a row."""
    start = joints.factor.start
    for m in range(start[row.group[0] + 1].member - start[row.group[0]].member):
        for k in range(LANES):
            i = groups.member[start[row.group[k]].member + m]
            wide.body[LANES * (row.member + m) + k] = i if k < row.used else world
            inverse, of = lane_of(wide.inverse[row.member + m], k), joints.frames.inverse[i]
            for c in range(7):
                inverse.all[c] = of.all[c] if k < row.used else 0.0


@inlined
def pack_part(q: int, k: int, row: WideGroup, joints: Joints, wide: WideGroups) -> None:
    """Write the Jacobian of part q into lane k."""
    j, nth = joints.parts.jacobian[q], wide.kinds.nth[q]
    if joints.parts.code[q] == POINT:
        pack_arms(k, j, wide.arms[row.point + nth])
    else:
        pack_jacobian(k, j, wide.jacobian[row.other + nth])


@inlined
def pack_arms(k: int, j: Jacobian, arms: WideArms | CarriedArms) -> None:
    """Write the arms of a point into lane k."""
    lane = lane_of(arms, k)
    lane.side[0] = arm_of_point(j.side[0])
    lane.side[1] = arm_of_point(j.side[1])


@inlined
def pack_jacobian(k: int, j: Jacobian, wide: WideJacobian) -> None:
    """Write a Jacobian into lane k."""
    lane = lane_of(wide, k)
    for side in range(2):
        for r in range(3):
            lane.side[side].row[r].linear = j.side[side].row[r].linear
            lane.side[side].row[r].angular = j.side[side].row[r].angular


@routine
def pack_blocks(row: WideGroup, joints: Joints, wide: WideGroups | CarriedGroups) -> None:
    """Write the factors of a row's groups."""
    start = joints.factor.start
    for n in range(start[row.group[0] + 1].block - start[row.group[0]].block):
        for k in range(LANES):
            lane_of(wide.block[row.block + n], k).matrix = joints.factor.block[start[row.group[k]].block + n].matrix


@inlined
def add_carried_rate(q: int, side: int, joints: Joints, offset: WideEquations) -> None:
    """Add J u of the frame on one side of part q, which is no member and moves as given, to one lane of the offsets."""
    u, j = joints.frames.twist[joints.parts.frame[q][side]], joints.parts.jacobian[q].side[side]
    for r in range(3):
        rate = 0.0
        for c in range(6):
            rate += j.row[r].all[c] * u.all[c]
        offset.all[r] += rate


@routine
def read_sums(rows: int, joints: Joints, reactions: Reactions, wide: WideGroups) -> None:
    """Fill the impulses of joints with the sums of the groups in rows, zero for others."""
    for p in range(len(reactions.impulse)):
        reactions.impulse[p].vector = Vec3(0.0, 0.0, 0.0)
    for n in range(rows):
        row = wide.row[n]
        for k in range(row.used):
            g = row.group[k]
            for p in range(joints.factor.start[g].part, joints.factor.start[g + 1].part):
                total = lane_of(wide.total[row.part + joints.factor.place[p]], k)
                reactions.impulse[p].vector = total.vector
