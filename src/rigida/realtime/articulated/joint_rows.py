"""Writes the joint rows of solved groups, and reads reactions from them (see `direct.joint_rows`)."""

import math

from rigida.constraints.arrays import Joints
from rigida.jit.decorators import kernel, routine
from rigida.realtime.arrays import JointRows
from rigida.realtime.articulated.arrays import Groups, Reactions


@routine
def write_joint_rows(h: float, groups: Groups, joints: Joints, reactions: Reactions, rows: JointRows) -> int:
    """Write a row for each equation of the solved groups, for a step of h [s]; return their number.

    The rate of a frame that is no body becomes part of the bias, and its side of the row the world. Reactions of the
    last step are taken as a start.
    """
    count, parts, start, world = 0, joints.parts, joints.factor.start, len(joints.frames.motion)
    for g in range(len(groups.solved)):
        if not groups.solved[g]:
            continue
        for p in range(start[g].part, start[g + 1].part):
            for r in range(parts.equations[p]):
                row, of = rows.row[count], rows.of[count]
                row.bias = -reactions.course[p].rate if r == 0 else 0.0
                for side in range(2):
                    f, j = parts.frame[p][side], parts.jacobian[p].side[side].row[r]
                    to, twist = row.a if side == 0 else row.b, joints.frames.twist[f]
                    for c in range(6):
                        to.all[c] = j.all[c] if f < world else 0.0
                        if f >= world:
                            row.bias += j.all[c] * twist.all[c]
                of.a, of.b = min(parts.frame[p][0], world), min(parts.frame[p][1], world)
                of.part, of.equation, of.more = p, r, 0
                row.push, row.softness = 0.0, 0.0
                row.low, row.high = -math.inf, math.inf
                row.impulse = h * reactions.force[p].all[r]
                count += 1
    return count


@kernel
def read_reactions(count: int, h: float, rows: JointRows, reactions: Reactions) -> None:
    """Put the impulses of the first `count` rows into the reactions of their joints."""
    for i in range(count):
        of = rows.of[i]
        if of.part >= 0:
            reactions.force[of.part].all[of.equation] = rows.row[i].impulse / h


@kernel
def add_joint_impulses(count: int, rows: JointRows, reactions: Reactions) -> None:
    """Add what joints did in sub-steps to the impulses of their rows."""
    for i in range(count):
        of = rows.of[i]
        if of.part >= 0:
            rows.row[i].impulse += reactions.impulse[of.part].all[of.equation]
