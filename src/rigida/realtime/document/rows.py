"""Limits, motors, servos, springs and couplings as impulses, one after another, beside the document's joints.

They are rows J v + bias + softness · λ = 0 with bounds (see `direct.joint_rows`), which the document does not have.
What may only push, a limit or a rope, is a joint while it holds: it acts on the way, and at the end of the step keeps
the bodies from going on. The others are forces over the step: part of them acts after the way, as of the scene's.
"""

import math

from rigida.constraints.arrays import Coordinates
from rigida.jit.decorators import inlined, routine
from rigida.jit.records import Rows
from rigida.realtime.arrays import NO_PART, InverseMass, JointRow, JointRows, Twist
from rigida.realtime.articulated.limits import COUPLED, LOWER, MOTOR, SPRING
from rigida.realtime.articulated.spring_law import former_rate_factor
from rigida.realtime.direct.joint_rows import add_k, push_body, rate_of
from rigida.realtime.document.arrays import JointLevels


@inlined
def only_pushes(row: JointRow) -> bool:
    """Return whether a row is one-sided: a limit, a rope, a range."""
    return row.low == 0.0 and row.high == math.inf


@routine
def k_of(i: int, rows: JointRows, inverse: Rows[InverseMass]) -> float:
    """Return J M⁻¹ Jᵀ of row i, with all bodies that it connects."""
    k = 0.0
    for n in range(i, i + 1 + rows.of[i].more):
        row, of = rows.row[n], rows.of[n]
        k = add_k(add_k(k, row.a, inverse[of.a]), row.b, inverse[of.b])
    return k


@routine
def push_row(i: int, impulse: float, rows: JointRows, inverse: Rows[InverseMass], twist: Rows[Twist]) -> None:
    """Change twists by an impulse along row i."""
    for n in range(i, i + 1 + rows.of[i].more):
        row, of = rows.row[n], rows.of[n]
        push_body(row.a, impulse, inverse[of.a], twist[of.a])
        push_body(row.b, impulse, inverse[of.b], twist[of.b])


@routine
def push_row_late(i: int, impulse: float, rows: JointRows, inverse: Rows[InverseMass], levels: JointLevels) -> None:
    """Let the share of an impulse along row i that comes after the way be late."""
    for n in range(i, i + 1 + rows.of[i].more):
        row, of = rows.row[n], rows.of[n]
        push_body(row.a, impulse * levels.share[of.a], inverse[of.a], levels.late[of.a])
        push_body(row.b, impulse * levels.share[of.b], inverse[of.b], levels.late[of.b])


@routine
def apply_row(
    i: int, change: float, rows: JointRows, inverse: Rows[InverseMass], twist: Rows[Twist], levels: JointLevels
) -> None:
    """Apply a change of the impulse of row i to the step's twists."""
    push_row(i, change, rows, inverse, twist)
    if not only_pushes(rows.row[i]):
        push_row_late(i, change, rows, inverse, levels)


@routine
def move_by_mean(i: int, h: float, coordinates: Coordinates, rows: JointRows, levels: JointLevels) -> None:
    """Write the spring of row i, of bodies that move by the mean velocity of the step, for that.

    The law of `soften` has h (a v − b v₀) for positions that follow velocities by half a step, with a + 3 b = 1. With
    the mean it is h (a v + (1/2 − a) v₀), which keeps energy too for a = 1/4, but without v₀ where a is above 1/2.
    """
    row, of = rows.row[i], rows.of[i]
    if of.part == NO_PART or of.equation > SPRING or max(levels.share[of.a], levels.share[of.b]) == 0.0:
        return
    c = -1 - of.part
    stiffness = coordinates.spring[c].stiffness if of.equation == SPRING else 0.0
    if of.equation == MOTOR and coordinates.servo[c]:
        stiffness = coordinates.drive[c].stiffness
    old = former_rate_factor(h * h * stiffness * coordinates.ease[c])
    share = old + max(3.0 * old - 0.5, 0.0)
    row.bias += row.softness * h * h * stiffness * share * coordinates.rate[c].all[0]


@routine
def solve_row(i: int, rows: JointRows, inverse: Rows[InverseMass], twist: Rows[Twist], levels: JointLevels) -> None:
    """Improve the impulse of row i: a one-sided row by the way, another by the velocity at the end of the step."""
    row, k = rows.row[i], k_of(i, rows, inverse)
    if k == 0.0:
        return
    rest = rate_of(i, rows, twist) + row.bias + row.softness * row.impulse
    if only_pushes(row):
        rest += row.push - rate_of(i, rows, levels.late)
    new = min(max(row.impulse - rest / (k + row.softness), row.low), row.high)
    apply_row(i, new - row.impulse, rows, inverse, twist, levels)
    row.impulse = new


@routine
def bias_at_end(i: int, h: float, coordinates: Coordinates, rows: JointRows) -> float:
    """Return the bias of row i once the step is over: a gap has closed by then."""
    row, of = rows.row[i], rows.of[i]
    if not only_pushes(row) or of.part == NO_PART:
        return row.bias
    if of.equation >= COUPLED:
        return min(row.bias, 0.0)
    c = -1 - of.part
    bounds, value, rate = coordinates.bounds[c], coordinates.value[c], coordinates.rate[c].all[0]
    gap, closing = (value - bounds.lower, -rate) if of.equation == LOWER else (bounds.upper - value, rate)
    rebounds = gap <= h * closing and coordinates.restitution[c] > 0.0
    return row.bias if rebounds or gap <= 0.0 else row.bias - gap / h


@routine
def stabilize_row(
    i: int, h: float, coordinates: Coordinates, rows: JointRows, inverse: Rows[InverseMass], twist: Rows[Twist]
) -> None:
    """Improve the impulse of row i by the velocities at the end of the step; a one-sided row that did not act does not.

    Rows of forces between bodies without joints have been solved.
    """
    row, k = rows.row[i], k_of(i, rows, inverse)
    if k == 0.0 or rows.of[i].part == NO_PART or (only_pushes(row) and row.impulse == 0.0):
        return
    rest = rate_of(i, rows, twist) + bias_at_end(i, h, coordinates, rows) + row.softness * row.impulse
    new = min(max(row.impulse - rest / (k + row.softness), row.low), row.high)
    push_row(i, new - row.impulse, rows, inverse, twist)
    row.impulse = new
