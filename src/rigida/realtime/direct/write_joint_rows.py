"""Writes the joint rows of a step, sorts them by island, and hands their impulses to who asks for reactions."""

import math

from rigida.arrays import FloatArray, IntArray
from rigida.constraints.block_order import Ints
from rigida.jit.decorators import inlined, kernel
from rigida.jit.records import Int32, Rows
from rigida.realtime.arrays import Islands, JointRowOf, JointRows

# Columns of a joint row and of the numbers beside it, for those who write them without its table.
L_INV_K, L_BIAS, L_PUSH, L_SOFT, L_LOW, L_HIGH, L_LAMBDA = range(12, 19)
LINE_A, LINE_B, LINE_PART, LINE_EQUATION = range(4)
#: Part of rows that belong to no joint.
NO_PART = -(2**31)
#: In place of the equation of such rows: of a force that is taken at the end of the step.
STIFF_ROW = 1
# What the row of a coordinate is, in place of its equation: lower and upper stop, motor or servo, spring, rotor.
LOWER, UPPER, MOTOR, SPRING, ROTOR = range(5)


@kernel
def write_joint_rows(
    h: float,
    bodies: int,
    solved: IntArray,
    bounds: Ints,
    equations: IntArray,
    frame: IntArray,
    jacobian: FloatArray,
    course: FloatArray,
    carried: FloatArray,
    force: FloatArray,
    joints: JointRows,
) -> int:
    """Write a row for each equation of the groups marked in `solved`, for a step of h [s]; return their number.

    carried (frames, 6): twists of frames; those of frames that are no bodies become part of the bias, their row then
    holds row `bodies`, the world. force (parts, 3): reactions of the last step, taken as a start.
    """
    count = 0
    for g in range(solved.shape[0]):
        if not solved[g]:
            continue
        for p in range(bounds[g, 1], bounds[g + 1, 1]):
            for r in range(equations[p]):
                row, of = joints.row[count], joints.of[count]
                row.bias = -course[p, 1] if r == 0 else 0.0
                for side in range(2):
                    f, j = frame[p, side], row.a.all if side == 0 else row.b.all
                    for c in range(6):
                        j[c] = jacobian[p, side, r, c] if f < bodies else 0.0
                        if f >= bodies:
                            row.bias += jacobian[p, side, r, c] * carried[f, c]
                of.a, of.b = min(frame[p, 0], bodies), min(frame[p, 1], bodies)
                of.part, of.equation = p, r
                row.push, row.softness = 0.0, 0.0
                row.low, row.high = -math.inf, math.inf
                row.impulse = h * force[p, r]
                count += 1
    return count


@inlined
def island_of(of: JointRowOf, of_body: Rows[Int32]) -> int:
    """Return the island of the one or the other body, −1 if impulses move neither."""
    k = of_body[of.a] if of.a < len(of_body) else -1
    return k if k >= 0 or of.b >= len(of_body) else of_body[of.b]


@kernel
def sort_joint_rows(count: int, found: int, joints: JointRows, islands: Islands) -> None:
    """Sort the first `count` joint rows by the `found` islands of their bodies, keeping their order."""
    start = joints.start
    for k in range(found + 1):
        start[k] = 0
    for i in range(count):
        k = island_of(joints.of[i], islands.of_body)
        if k >= 0:
            start[k + 1] += 1
    for k in range(found):
        start[k + 1] += start[k]
    for i in range(count):
        k = island_of(joints.of[i], islands.of_body)
        if k >= 0:
            joints.order[start[k]] = i
            start[k] += 1
    for k in range(found, 0, -1):
        start[k] = start[k - 1]
    start[0] = 0


@kernel
def read_reactions(count: int, h: float, joints: JointRows, force: FloatArray) -> None:
    """Put the impulses of the joints' rows into the reactions force (parts, 3)."""
    for i in range(count):
        of = joints.of[i]
        if of.part >= 0:
            force[of.part, of.equation] = joints.row[i].impulse / h


@kernel
def add_joint_impulses(count: int, impulse: FloatArray, joints: JointRows) -> None:
    """Add impulses (parts, 3) of joints to those of their rows."""
    for i in range(count):
        of = joints.of[i]
        if of.part >= 0:
            joints.row[i].impulse += impulse[of.part, of.equation]
