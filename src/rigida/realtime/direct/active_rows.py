"""The active rows of an island with driven joints: what a solve has to meet, and what lies on a limit instead.

A row is active while its impulse may change either way: a contact that pushes, friction that sticks, a motor or stop
inside its bounds. Its weight, the stiffness by which it enters the matrix, is positive then; on a limit it is zero.
`choose_rows` begins a pass by the impulses at hand, `set_on_limits` leaves out what a solve would take too far.
"""

from rigida.jit.decorators import inlined, routine
from rigida.realtime.arrays import POINTS, Bodies, JointRows
from rigida.realtime.direct.constraint import (
    MULTIPLIERS,
    ROLL_1,
    ROLL_2,
    SLIDE_1,
    SLIDE_2,
    SPIN,
    Constraint,
    row_bias,
    total_normal,
)
from rigida.realtime.direct.joint_rows import push_along, rate_of
from rigida.realtime.direct.newton import active_weight, fill_jacobian, soft_weight
from rigida.realtime.direct.sweep import apply_multipliers, limit_sliding, on_disk, sticks
from rigida.realtime.direct.work import Island, Work


@inlined
def residual(c: Constraint, n: int, bodies: Bodies, work: Work) -> float:
    """Return J v + bias of a contact's multiplier n, and fill its row of the Jacobian."""
    j, a, b = work.jacobian, bodies.twist[c.a].all, bodies.twist[c.b].all
    fill_jacobian(c, n, j)
    e = row_bias(c, n)
    for d in range(6):
        e += j.a.all[d] * a[d] + j.b.all[d] * b[d]
    return e


@inlined
def joint_residual(i: int, push: float, joints: JointRows, bodies: Bodies) -> float:
    """Return J v + bias of joint row i, with what its softness gives way."""
    row = joints.row[i]
    e = rate_of(i, joints, bodies.twist) + row.bias + push * row.push
    return e + row.softness * row.impulse


@inlined
def exists(c: Constraint, n: int) -> bool:
    """Tell whether a contact has a multiplier."""
    return n < c.count if n < POINTS else n < ROLL_1 or c.roll > 0.0


@routine
def choose_rows(island: Island, push: float, joints: JointRows, bodies: Bodies, work: Work) -> float:
    """Choose the active rows by present impulses and twists; return how far those are from their laws [m/s, rad/s]."""
    wrong = 0.0
    for q in range(len(island.joint_row)):
        row = joints.row[island.joint_row[q]]
        row.weight = 0.0
        if row.inverse_k == 0.0:
            continue
        e = joint_residual(island.joint_row[q], push, joints, bodies)
        # What was on a bound stays there if it is pushed against it; of the others a solve will tell.
        bound = min(max(row.impulse, row.low), row.high)
        pushed = row.impulse - e / (1.0 / row.inverse_k + row.softness)
        if row.low < row.impulse < row.high or row.low < pushed < row.high:
            row.weight = soft_weight(row)
            wrong = max(wrong, abs(e))
        elif bound != row.impulse:
            push_along(island.joint_row[q], bound - row.impulse, joints, bodies, bodies.twist)
            wrong = max(wrong, abs(bound - row.impulse) / row.inverse_k)
            row.impulse = bound
    for q in range(len(island.contact)):
        c, weight = work.constraint[q], work.weight[q].all
        total = total_normal(c.impulse)
        for n in range(MULTIPLIERS):
            weight[n] = 0.0
            if exists(c, n):
                e = residual(c, n, bodies, work)
                weight[n] = active_weight(c, n, e, total)
                if weight[n] > 0.0:
                    wrong = max(wrong, abs(e))
                elif n < POINTS:
                    wrong = max(wrong, c.impulse.normal[n] / c.inverse_k.normal[n])
                elif total > 0.0:
                    wrong = max(wrong, abs(e))  # it slides: how far it has to follow is not known yet
    return wrong


@routine
def left_wrong(island: Island, push: float, joints: JointRows, bodies: Bodies, work: Work) -> float:
    """Return how far active rows are from their laws at most [m/s, rad/s]."""
    largest = 0.0
    for q in range(len(island.contact)):
        for n in range(MULTIPLIERS):
            if work.weight[q].all[n] > 0.0:
                largest = max(largest, abs(residual(work.constraint[q], n, bodies, work)))
    for q in range(len(island.joint_row)):
        if joints.row[island.joint_row[q]].weight > 0.0:
            largest = max(largest, abs(joint_residual(island.joint_row[q], push, joints, bodies)))
    return largest


@routine
def goes_beyond(island: Island, joints: JointRows, work: Work) -> bool:
    """Tell whether the changes take anything beyond its limit."""
    beyond = False
    for q in range(len(island.contact)):
        c, weight, change = work.constraint[q], work.weight[q].all, work.change[q]
        total = 0.0
        for n in range(POINTS):
            value = c.impulse.normal[n] + change.normal[n]
            beyond |= weight[n] > 0.0 and value < 0.0
            total += max(value, 0.0)
        f1, f2 = c.impulse.slide_1 + change.slide_1, c.impulse.slide_2 + change.slide_2
        spin = (c.impulse.spin + change.spin) / c.lever if c.lever > 0.0 else 0.0
        beyond |= weight[SLIDE_1] > 0.0 and f1 * f1 + f2 * f2 + spin * spin > (c.friction * total) ** 2
        r1, r2 = c.impulse.roll_1 + change.roll_1, c.impulse.roll_2 + change.roll_2
        beyond |= weight[ROLL_1] > 0.0 and r1 * r1 + r2 * r2 > (c.roll * total) ** 2
    for q in range(len(island.joint_row)):
        row = joints.row[island.joint_row[q]]
        beyond |= row.weight > 0.0 and not row.low <= row.impulse + row.change <= row.high
    return beyond


@routine
def set_on_limits(island: Island, joints: JointRows, bodies: Bodies, work: Work) -> int:
    """Set what the changes would take beyond its limit on it, and leave it out of the matrix; return how many did."""
    limited = 0
    for q in range(len(island.contact)):
        c, weight, change = work.constraint[q], work.weight[q].all, work.change[q]
        released, total = 0, 0.0
        for n in range(POINTS):
            value = c.impulse.normal[n] + change.normal[n]
            if weight[n] > 0.0 and value < 0.0:
                released += 1
                weight[n], value = 0.0, 0.0
                change.normal[n] = -c.impulse.normal[n]
            else:
                change.normal[n] = 0.0 if weight[n] > 0.0 else change.normal[n]
            total += max(value, 0.0)
        slides = rolls = 0
        for n in range(POINTS, MULTIPLIERS):
            change.all[n] += c.impulse.all[n]
        if weight[SLIDE_1] > 0.0 and not sticks(c, change, c.friction * total):
            slides = 1
            weight[SLIDE_1] = weight[SLIDE_2] = weight[SPIN] = 0.0
            limit_sliding(c, change, c.friction * total)
        if weight[ROLL_1] > 0.0 and change.roll_1**2 + change.roll_2**2 > (c.roll * total) ** 2:
            rolls = 1
            weight[ROLL_1] = weight[ROLL_2] = 0.0
            change.roll_1, change.roll_2 = on_disk(change.roll_1, change.roll_2, c.roll * total)
        for n in range(POINTS, MULTIPLIERS):
            kept = slides == 0 if n <= SPIN else rolls == 0
            change.all[n] = 0.0 if kept else change.all[n] - c.impulse.all[n]
        if released + slides + rolls > 0:
            limited += released + slides + rolls
            take_changes(c, q, bodies, work)
    for q in range(len(island.joint_row)):
        row = joints.row[island.joint_row[q]]
        new = row.impulse + row.change
        inside = min(max(new, row.low), row.high)
        if row.weight > 0.0 and inside != new:
            limited += 1
            row.weight = 0.0
            push_along(island.joint_row[q], inside - row.impulse, joints, bodies, bodies.twist)
            row.impulse = inside
    return limited


@routine
def take_changes(c: Constraint, q: int, bodies: Bodies, work: Work) -> None:
    """Add the changes of contact q to its impulses, and let them act."""
    apply_multipliers(c, work.change[q], bodies, bodies.twist)
    for n in range(MULTIPLIERS):
        c.impulse.all[n] += work.change[q].all[n]
