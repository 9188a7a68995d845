"""Joint rows at the midpoint of a step: the second of the two solutions of a step takes them there.

With J_0 at the start, J_1 at the predicted end and J_m their mean, impulses act along J_m, and velocities hold at the
end: with v of the first solution the bias becomes b + (J_1 − J_m) v. Rows that are not written at the end stay as they
are.

Friction and motors of limited effort L oppose the velocity at the end. Where that has another sign than the one at the
start, u₀, friction has turned around between: at constant acceleration its mean over the step is

    λ = −L (u₀ + u₁)/|u₁ − u₀|,

a damper of the mean velocity, which |u₁ − u₀| of the first solution makes linear. So it takes energy in every step.
Where it brings the velocity to rest, at t before the end of the step h, bodies move on by u₀ (h − t)/2 too far, with
h/t = 1 + K (L h − |λ|)/|u₀| for the impulse L h at full effort, λ of the solution and the inverse mass K along the row.
"""

import math

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.jit.bind import bind
from rigida.jit.decorators import inlined, kernel, routine
from rigida.jit.records import Int32, Rows
from rigida.jit.tables import Table
from rigida.math.vec3 import square
from rigida.realtime.arrays import Bodies, JointRow, JointRowOf, JointRows, JointSide, Twist
from rigida.realtime.direct.joint_rows import JointRowSet, rate_of


class RowsAhead(Table):
    """Joint rows as they are at the predicted end of a step."""

    row: Rows[JointRow]
    of: Rows[JointRowOf]
    given: Rows[Int32]  # 1 for equations of Python functions, whose bias is what they change by with time
    start: Rows[float]  # velocity at the start of rows with limited effort that does not turn around, else zero
    predicted: Rows[Twist]  # (n + 1) twists at the end
    bounding_radius: Rows[float]  # (n + 1) of bodies [m]


@routine
def find_ahead(i: int, begin: int, count: int, joints: JointRows, ahead: RowsAhead) -> int:
    """Return which of the rows `begin` to `count` ahead is row i, −1 if none is."""
    of = joints.of[i]
    for n in range(begin, count):
        then = ahead.of[n]
        if then.part == of.part and then.equation == of.equation and then.a == of.a and then.b == of.b:
            return n
    return -1


@routine
def average_reversing(row: JointRow, at_start: float, at_end: float) -> float:
    """Let an effort of limited size that turns around with the velocity of its row act by its mean over the step.

    Returns the velocity at the start if it does not turn around.
    """
    if row.softness != 0.0 or row.low != -row.high:
        return 0.0
    if at_start * at_end >= 0.0:
        return at_start
    row.softness = abs(at_end - at_start) / row.high
    row.bias += at_start
    return 0.0


@routine
def shift_sides(row: JointRow, then: JointRow, a: Twist, b: Twist) -> float:
    """Put the Jacobian of a row to the mean of it and that at the end; return what that adds to the rate at the end."""
    normal_rate = 0.0
    for k in range(6):
        half_a, half_b = 0.5 * (then.a.all[k] - row.a.all[k]), 0.5 * (then.b.all[k] - row.b.all[k])
        row.a.all[k], row.b.all[k] = row.a.all[k] + half_a, row.b.all[k] + half_b
        normal_rate += half_a * a.all[k] + half_b * b.all[k]
    return normal_rate


@kernel
def shift_joint_rows(count: int, ahead_count: int, bodies: Bodies, joints: JointRows, ahead: RowsAhead) -> None:
    """Put the first `count` joint rows to the midpoint; ahead_count: how many there are at the end."""
    i, begin = 0, 0
    while i < count:
        ahead.start[i] = 0.0
        row, more = joints.row[i], joints.of[i].more
        at = find_ahead(i, begin, ahead_count - more, joints, ahead)
        if at >= 0:
            begin = at + 1 + more
            bounded = row.high < math.inf and row.high > 0.0
            at_start = rate_of(i, joints, bodies.before) + row.bias if bounded else 0.0
            if ahead.given[i] != 0:
                row.bias = ahead.row[at].bias
            for n in range(1 + more):
                of = joints.of[i + n]
                twists = ahead.predicted
                row.bias += shift_sides(joints.row[i + n], ahead.row[at + n], twists[of.a], twists[of.b])
            if bounded:
                ahead.start[i] = average_reversing(row, at_start, rate_of(i, joints, ahead.predicted) + row.bias)
        i += 1 + more


@inlined
def pose_change(side: JointSide, bounding_radius: float) -> float:
    """Return by how much the pose of a body changes where a row does by one: an angle [rad], or a part of its size."""
    moved = math.sqrt(max(square(side.angular), square(side.linear) * bounding_radius * bounding_radius))
    return 1.0 / moved if moved > 0.0 else 0.0


@kernel
def error_of_limits(count: int, joints: JointRows, ahead: RowsAhead) -> float:
    """Return how far poses are off at most because velocities came to rest within the step, as parts of sizes."""
    error = 0.0
    for i in range(count):
        row, of, start = joints.row[i], joints.of[i], abs(ahead.start[i])
        left = row.high - abs(row.impulse)
        if start > 0.0 and left > 0.0 and row.inverse_k > 0.0:
            late = left / (left + start * row.inverse_k)
            change = max(
                pose_change(row.a, ahead.bounding_radius[of.a]), pose_change(row.b, ahead.bounding_radius[of.b])
            )
            error = max(error, 0.5 * start * late * change)
    return error


class JointRowsAhead:
    """Keeps the joint rows at the end of a step, and takes those of its start, `of`, to the midpoint."""

    def __init__(self, rows: JointRowSet, bodies: Bodies, predicted: FloatArray, bounding_radius: FloatArray) -> None:
        self.of, self._count, most = rows, 0, len(rows.order)
        self._row, self._of = np.zeros_like(rows.row), np.zeros_like(rows.of)
        self._given: IntArray = np.zeros(most, dtype=np.int32)
        self.table = RowsAhead(row=self._row, of=self._of, given=self._given, predicted=predicted)
        self.table.start, self.table.bounding_radius = np.zeros(most), np.append(bounding_radius, 0.0)
        self._error_of_limits = bind(error_of_limits, rows.table, self.table)
        self._shift = bind(shift_joint_rows, bodies, rows.table, self.table)

    def take(self, given: IntArray) -> None:
        """Take the rows as they are now for those at the end; given: the numbers of equations of Python functions."""
        n = self._count = self.of.count
        self._row[:n], self._of[:n] = self.of.row[:n], self.of.of[:n]
        if len(given):
            self._given[:], self._given[given] = 0, 1

    def shift(self) -> None:
        """Put the rows, written at the start, to the midpoint."""
        self._shift(self.of.count, self._count)

    def error_of_limits(self, h: float) -> float:
        """Return the error of poses, as a part of sizes, by velocities that came to rest within a step of h [s]."""
        return h * float(self._error_of_limits(self.of.count))
