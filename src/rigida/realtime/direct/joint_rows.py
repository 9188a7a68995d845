"""Joints as scalar rows beside the contacts of an island: equations of joints, limits, motors and stiff springs.

A joint row holds one equation or inequality between two bodies,

    J v + bias + softness · λ = 0   with   low ≤ λ ≤ high,

where λ is its impulse: without bounds for a joint, from zero up for a limit, within the motor's reach for a motor. A
spring with stiffness k and damping c that acts on x over a step h, taken at the end of the step, has the softness
1/(h² k + h c). Popovski 2008, 9.3; the same laws as contacts obey, so the same solver takes them (see `solve`).

An equation that connects more bodies continues in the rows behind its own (`JointRowOf.more`), two bodies in each and
none twice; those have no impulse or weight of their own.

`island_rows` are the numbers of the joint rows of an island; push: 1 to push out of what was passed, 0 not to.
"""

import math
from typing import TYPE_CHECKING

import numpy as np

from rigida.arrays import IntArray
from rigida.jit.bind import bind
from rigida.jit.decorators import inlined, kernel, routine
from rigida.jit.records import Int32, Rows
from rigida.jit.tables import dtype_of
from rigida.math.vec3 import dot, plus_dot
from rigida.realtime.arrays import (
    GOES_ON,
    NO_PART,
    STIFF_ROW,
    Bodies,
    InverseMass,
    Islands,
    JointRow,
    JointRowOf,
    JointRows,
    JointSide,
    Twist,
)
from rigida.realtime.direct.work import Work
from rigida.realtime.tuning import FORCE_SWEEPS

if TYPE_CHECKING:
    from rigida.constraints.arrays import JacobianRow


@inlined
def rate(row: JointRow, a: Twist, b: Twist) -> float:
    """Return J v of a joint row."""
    s = 0.0
    for c in range(6):
        s += row.a.all[c] * a.all[c] + row.b.all[c] * b.all[c]
    return s


@inlined
def rate_of(i: int, joints: JointRows, twist: Rows[Twist]) -> float:
    """Return J v of joint row i, with all bodies that it connects."""
    of = joints.of[i]
    s = rate(joints.row[i], twist[of.a], twist[of.b])
    for n in range(i + 1, i + 1 + of.more):
        s += rate(joints.row[n], twist[joints.of[n].a], twist[joints.of[n].b])
    return s


@inlined
def rate_of_solution(i: int, joints: JointRows, work: Work) -> float:
    """Return J x of joint row i for the solution x of a direct solve."""
    s = 0.0
    for n in range(i, i + 1 + joints.of[i].more):
        row, a, b = joints.row[n], work.rank[joints.of[n].a], work.rank[joints.of[n].b]
        for c in range(6):
            s += row.a.all[c] * work.x[a].all[c] if a >= 0 else 0.0
            s += row.b.all[c] * work.x[b].all[c] if b >= 0 else 0.0
    return s


@inlined
def push_body(j: "JointSide | JacobianRow", impulse: float, inverse: InverseMass, twist: Twist) -> None:
    """Change a twist by an impulse along a row of a Jacobian."""
    twist.linear += inverse.mass * impulse * j.linear
    twist.angular += inverse.inertia @ (impulse * j.angular)


@routine
def push_along(i: int, impulse: float, joints: JointRows, bodies: Bodies, twist: Rows[Twist]) -> None:
    """Change the twists of the bodies by an impulse along joint row i."""
    for n in range(i, i + 1 + joints.of[i].more):
        row, of = joints.row[n], joints.of[n]
        push_body(row.a, impulse, bodies.inverse[of.a], twist[of.a])
        push_body(row.b, impulse, bodies.inverse[of.b], twist[of.b])


@inlined
def add_k(k: float, j: "JointSide | JacobianRow", inverse: InverseMass) -> float:
    """Return k + J M⁻¹ Jᵀ of one body."""
    return plus_dot(k, inverse.mass * j.linear, j.linear) + dot(inverse.inertia @ j.angular, j.angular)


@routine
def prepare_joint_rows(island_rows: Rows[Int32], joints: JointRows, bodies: Bodies) -> None:
    """Fill 1/K of an island's joint rows, as sweeps over them need; zero for a row that moves nothing."""
    for q in range(len(island_rows)):
        i, k = island_rows[q], 0.0
        if joints.of[i].part != NO_PART or joints.of[i].equation != GOES_ON:
            for n in range(i, i + 1 + joints.of[i].more):
                row, of = joints.row[n], joints.of[n]
                k = add_k(add_k(k, row.a, bodies.inverse[of.a]), row.b, bodies.inverse[of.b])
        joints.row[i].inverse_k = 1.0 / k if k > 0.0 else 0.0


@routine
def warm_start_joints(island_rows: Rows[Int32], joints: JointRows, bodies: Bodies) -> None:
    """Apply the impulses that joint rows start with."""
    for q in range(len(island_rows)):
        push_along(island_rows[q], joints.row[island_rows[q]].impulse, joints, bodies, bodies.twist)


@routine
def largest_drive(island_rows: Rows[Int32], joints: JointRows) -> float:
    """Return the largest change of velocity that a joint row alone makes, or asks for [m/s, rad/s]."""
    largest = 0.0
    for q in range(len(island_rows)):
        row = joints.row[island_rows[q]]
        if row.inverse_k > 0.0:
            asked = abs(row.bias + row.push) / (1.0 + row.softness * row.inverse_k)
            largest = max(largest, max(asked, abs(row.impulse) / row.inverse_k))
    return largest


@routine
def has_limits(island_rows: Rows[Int32], joints: JointRows) -> bool:
    """Return whether the impulse of a joint row has a bound."""
    bounded = False
    for q in range(len(island_rows)):
        row = joints.row[island_rows[q]]
        bounded |= row.low > -math.inf or row.high < math.inf
    return bounded


@routine
def has_coordinates(island_rows: Rows[Int32], joints: JointRows) -> bool:
    """Return whether a row acts along a coordinate: a limit, motor, spring or rotor."""
    found = False
    for q in range(len(island_rows)):
        found |= NO_PART < joints.of[island_rows[q]].part < 0
    return found


@routine
def pushes_joints(island_rows: Rows[Int32], joints: JointRows) -> bool:
    """Return whether a row pushes bodies out of what was passed."""
    pushed = False
    for q in range(len(island_rows)):
        pushed |= joints.row[island_rows[q]].push != 0.0
    return pushed


@routine
def has_forces(island_rows: Rows[Int32], joints: JointRows) -> bool:
    """Return whether a row is that of a force at the end of the step, of a spring or servo of a joint too."""
    found = False
    for q in range(len(island_rows)):
        of = joints.of[island_rows[q]]
        found |= of.part == NO_PART and of.equation == STIFF_ROW
        found |= NO_PART < of.part < 0 and joints.row[island_rows[q]].softness > 0.0
    return found


@routine
def stops_at_limit(island_rows: Rows[Int32], joints: JointRows, bodies: Bodies) -> bool:
    """Return whether a limit stops an approach from before the step, twice what forces (`moving`) change.

    Rows that throw back what they meet ask for a rate away from the limit: their bias is negative.
    """
    found = False
    for q in range(len(island_rows)):
        row = joints.row[island_rows[q]]
        if row.low == 0.0 and row.high == math.inf and row.impulse > 0.0 and row.bias >= 0.0:
            start = rate_of(island_rows[q], joints, bodies.before)
            forced = abs(rate_of(island_rows[q], joints, bodies.moving) - start)
            found |= start + row.bias < -2.0 * forced
    return found


@routine
def drop_joint_impulses(island_rows: Rows[Int32], joints: JointRows) -> None:
    """Forget the impulses of joint rows."""
    for q in range(len(island_rows)):
        joints.row[island_rows[q]].impulse = 0.0


@routine
def halve_joint_impulses(island_rows: Rows[Int32], joints: JointRows, bodies: Bodies, work: Work) -> None:
    """Take half of the impulses of joints back where both bodies move by the mean of both ends of the step.

    Forces then act half at the start and half at the end of the motion, where the joints are closed again and give the
    other half of theirs, as in RATTLE (see `articulated.project`). With the joints' direction of the begin for both
    halves a pendulum would gain (h ω)²/2 of its energy in each step. Not for what motors and limits hold along
    coordinates: their rates must be those that were solved.
    """
    for q in range(len(island_rows)):
        row, of = joints.row[island_rows[q]], joints.of[island_rows[q]]
        if of.part >= 0 and work.mean[of.a] and work.mean[of.b]:
            row.impulse *= 0.5
            push_along(island_rows[q], -row.impulse, joints, bodies, bodies.twist)


@routine
def sweep_joint_rows(island_rows: Rows[Int32], push: float, joints: JointRows, bodies: Bodies) -> float:
    """Improve the impulses of joint rows, one after another; return the largest change as a rate [m/s, rad/s]."""
    largest = 0.0
    for q in range(len(island_rows)):
        row = joints.row[island_rows[q]]
        if row.inverse_k == 0.0:
            continue
        old = row.impulse
        rest = rate_of(island_rows[q], joints, bodies.twist) + row.bias + push * row.push + row.softness * old
        new = old - rest / (1.0 / row.inverse_k + row.softness)
        new = min(max(new, row.low), row.high)
        row.impulse = new
        push_along(island_rows[q], new - old, joints, bodies, bodies.twist)
        largest = max(largest, abs(new - old) / row.inverse_k)
    return largest


@kernel
def sweep_forces(count: int, bodies: Bodies, islands: Islands, joints: JointRows) -> None:
    """Improve the impulses of stiff forces in those of `count` islands that are not solved directly."""
    for k in range(count):
        island_rows = joints.order[joints.start[k] : joints.start[k + 1]]
        if islands.method[k] == 1 or len(island_rows) == 0:
            continue
        prepare_joint_rows(island_rows, joints, bodies)
        for q in range(len(island_rows)):
            if joints.of[island_rows[q]].part != NO_PART:
                joints.row[island_rows[q]].inverse_k = 0.0  # joints are solved with the sub-steps
        for _ in range(FORCE_SWEEPS):
            sweep_joint_rows(island_rows, 0.0, joints, bodies)


# What a direct solve makes of them (see `newton`).


@routine
def project_joint_rows(island_rows: Rows[Int32], push: float, joints: JointRows, bodies: Bodies, work: Work) -> int:
    """Fill the changes of impulses after the twists change by `work.x`, within bounds; return how many met one."""
    limited = 0
    for q in range(len(island_rows)):
        row = joints.row[island_rows[q]]
        row.change = 0.0
        if row.weight == 0.0:
            continue
        rest = rate_of(island_rows[q], joints, bodies.twist) + row.bias + push * row.push
        rest += rate_of_solution(island_rows[q], joints, work)
        new = row.impulse - row.weight * (rest + row.softness * row.impulse)
        inside = min(max(new, row.low), row.high)
        limited += inside != new
        row.change = inside - row.impulse
    return limited


@routine
def turn_by_joint_rows(island_rows: Rows[Int32], joints: JointRows, bodies: Bodies, work: Work) -> None:
    """Add what the changes of impulses do to the twists to `work.turn`."""
    for q in range(len(island_rows)):
        row = joints.row[island_rows[q]]
        if row.change != 0.0:
            push_along(island_rows[q], row.change, joints, bodies, work.turn)


@routine
def slope_of_joint_rows(
    island_rows: Rows[Int32], push: float, joints: JointRows, bodies: Bodies, work: Work
) -> tuple[float, float]:
    """Return slope and curvature of the energy along the changes."""
    slope, curvature = 0.0, 0.0
    for q in range(len(island_rows)):
        row = joints.row[island_rows[q]]
        d = row.change
        if d != 0.0:
            rest = rate_of(island_rows[q], joints, bodies.twist) + row.bias + push * row.push
            slope += d * (rest + row.softness * row.impulse)
            curvature += d * (rate_of(island_rows[q], joints, work.turn) + row.softness * d)
    return slope, curvature


@routine
def take_joint_changes(island_rows: Rows[Int32], length: float, joints: JointRows) -> None:
    """Take the part `length` of the changes."""
    for q in range(len(island_rows)):
        row = joints.row[island_rows[q]]
        row.impulse += length * row.change


class JointRowSet:
    """Up to `most` joint rows, of which there are `count`.

    row (most, 23), of (most, 5), order, start: the arrays of `table`, see `JointRows`; named, named_of (most,): the
    same by the names of their fields.
    """

    def __init__(self, bodies: int, islands: Islands, most: int = 0) -> None:
        self.count = 0
        self.row = np.zeros((most, dtype_of(JointRow).itemsize // 8))
        self.of = np.zeros((most, 5), dtype=np.int32)
        self.order: IntArray = np.zeros(most, dtype=np.int32)
        self.start: IntArray = np.zeros(bodies + 1, dtype=np.int32)
        self.named = self.row.view(dtype_of(JointRow))[:, 0]
        self.named_of = self.of.view(dtype_of(JointRowOf))[:, 0]
        self.table = JointRows(row=self.row, of=self.of, order=self.order, start=self.start)
        self._sort = bind(sort_joint_rows, self.table, islands)

    def sort(self, islands: int) -> None:
        """Sort the joint rows by the so many islands."""
        self._sort(self.count, islands)


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
