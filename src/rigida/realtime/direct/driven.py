"""Islands with motors, springs, rotors, dry friction or stops in joints, solved directly with joints closed throughout.

Rows of joints are far stiffer than what contacts ask of a chain of links as a whole, so a step that is cut short for a
contact, or a sweep over single rows, tears joints open and proposes the wrong contacts. Here a solve (`newton`) is
either taken as a whole or not at all: where it would let contacts pull, friction exceed its limit or a motor its reach,
these are set on their limits, left out of the matrix, and it is done anew. Once none does, contacts that approach push
again, what slides follows its slip, and what need not slide sticks.
"""

import math

from rigida.jit.decorators import inlined, routine
from rigida.math.vec3 import dot
from rigida.realtime.arrays import POINTS, Bodies, JointRows
from rigida.realtime.direct.cholesky import factor, solve_factored
from rigida.realtime.direct.constraint import (
    MULTIPLIERS,
    ROLL_1,
    ROLL_2,
    SLIDE_1,
    SLIDE_2,
    SPIN,
    Constraint,
    total_normal,
)
from rigida.realtime.direct.joint_rows import push_along, rate
from rigida.realtime.direct.matrix import STIFFNESS, active_weight, add_row, clear_solution, fill_jacobian, start_matrix
from rigida.realtime.direct.sweep import apply_friction, apply_multipliers, limit_sliding, on_disk, slip, sticks
from rigida.realtime.direct.work import Island, Work

#: Solves per pass.
MOST_TRIALS = 10
#: What is wrong by less than this part of what a solve may leave needs none: else motion would lag behind by all of it.
UNTOUCHED = 0.01


@inlined
def residual(c: Constraint, n: int, bodies: Bodies, work: Work) -> float:
    """Return J v + bias of a contact's multiplier n, and fill its row of the Jacobian."""
    j, a, b = work.jacobian, bodies.twist[c.a].all, bodies.twist[c.b].all
    fill_jacobian(c, n, j)
    e = c.point[n].bias if n < POINTS else 0.0
    for d in range(6):
        e += j.a.all[d] * a[d] + j.b.all[d] * b[d]
    return e


@inlined
def exists(c: Constraint, n: int) -> bool:
    """Tell whether a contact has a multiplier."""
    return n < c.count if n < POINTS else n < ROLL_1 or c.roll > 0.0


@routine
def choose_rows(island: Island, push: float, joints: JointRows, bodies: Bodies, work: Work) -> float:
    """Choose the active rows by present impulses and twists; return how far those are from their laws [m/s, rad/s]."""
    wrong = 0.0
    for q in range(len(island.joint_row)):
        row, of = joints.row[island.joint_row[q]], joints.of[island.joint_row[q]]
        row.weight = 0.0
        if row.inverse_k == 0.0:
            continue
        e = rate(row, bodies.twist[of.a], bodies.twist[of.b]) + row.bias + push * row.push + row.softness * row.impulse
        # What was on a bound stays there if it is pushed against it; of the others a solve will tell.
        bound = min(max(row.impulse, row.low), row.high)
        pushed = row.impulse - e / (1.0 / row.inverse_k + row.softness)
        if row.low < row.impulse < row.high or row.low < pushed < row.high:
            row.weight = 1.0 / (row.softness + 1.0 / (STIFFNESS * row.inverse_k))
            wrong = max(wrong, abs(e))
        elif bound != row.impulse:
            push_along(row, of, bound - row.impulse, bodies, bodies.twist)
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
def solve_active(fresh: bool, island: Island, push: float, joints: JointRows, bodies: Bodies, work: Work) -> None:
    """Fill x with the change of the twists by which the active rows are met; fresh: they are others than before."""
    clear_solution(island, work)
    if fresh:
        start_matrix(island, bodies, work)
    for q in range(len(island.contact)):
        c, weight = work.constraint[q], work.weight[q].all
        for n in range(MULTIPLIERS):
            if weight[n] > 0.0:
                e = residual(c, n, bodies, work)
                i, k, j = work.rank[c.a], work.rank[c.b], work.jacobian
                add_row(fresh, i, k, weight[n], e, j.a, j.b, work)
    for q in range(len(island.joint_row)):
        row, of = joints.row[island.joint_row[q]], joints.of[island.joint_row[q]]
        if row.weight > 0.0:
            e = rate(row, bodies.twist[of.a], bodies.twist[of.b]) + row.bias + push * row.push
            e += row.softness * row.impulse
            add_row(fresh, work.rank[of.a], work.rank[of.b], row.weight, e, row.a, row.b, work)
    if fresh:
        factor(len(island.body), work)
    solve_factored(len(island.body), work)


@routine
def fill_changes(island: Island, push: float, joints: JointRows, bodies: Bodies, work: Work) -> None:
    """Fill the changes of the impulses of all active rows that the solution x wants."""
    for q in range(len(island.contact)):
        c, weight, change = work.constraint[q], work.weight[q].all, work.change[q].all
        i, k, j = work.rank[c.a], work.rank[c.b], work.jacobian
        for n in range(MULTIPLIERS):
            change[n] = 0.0
            if weight[n] > 0.0:
                e = residual(c, n, bodies, work)
                for d in range(6):
                    e += j.a.all[d] * work.x[i].all[d] if i >= 0 else 0.0
                    e += j.b.all[d] * work.x[k].all[d] if k >= 0 else 0.0
                change[n] = -weight[n] * e
    for q in range(len(island.joint_row)):
        row, of = joints.row[island.joint_row[q]], joints.of[island.joint_row[q]]
        row.change = 0.0
        if row.weight > 0.0:
            i, k = work.rank[of.a], work.rank[of.b]
            e = rate(row, bodies.twist[of.a], bodies.twist[of.b]) + row.bias + push * row.push
            for d in range(6):
                e += row.a.all[d] * work.x[i].all[d] if i >= 0 else 0.0
                e += row.b.all[d] * work.x[k].all[d] if k >= 0 else 0.0
            row.change = -row.weight * (e + row.softness * row.impulse)


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
        row, of = joints.row[island.joint_row[q]], joints.of[island.joint_row[q]]
        new = row.impulse + row.change
        inside = min(max(new, row.low), row.high)
        if row.weight > 0.0 and inside != new:
            limited += 1
            row.weight = 0.0
            push_along(row, of, inside - row.impulse, bodies, bodies.twist)
            row.impulse = inside
    return limited


@routine
def take_changes(c: Constraint, q: int, bodies: Bodies, work: Work) -> None:
    """Add the changes of contact q to its impulses, and let them act."""
    apply_multipliers(c, work.change[q], bodies, bodies.twist)
    for n in range(MULTIPLIERS):
        c.impulse.all[n] += work.change[q].all[n]


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
def take_all(island: Island, joints: JointRows, bodies: Bodies, work: Work) -> None:
    """Add all changes to the impulses, and let them act."""
    for q in range(len(island.contact)):
        take_changes(work.constraint[q], q, bodies, work)
    for q in range(len(island.joint_row)):
        row = joints.row[island.joint_row[q]]
        if row.change != 0.0:
            push_along(row, joints.of[island.joint_row[q]], row.change, bodies, bodies.twist)
            row.impulse += row.change


@routine
def turn_sliding(c: Constraint, bodies: Bodies) -> float:
    """Turn friction that slides halfway against its slip, on its limit; return how much slip that concerns [m/s].

    Negative if it pushes along its slip: then it should stick.
    """
    a, b, i, limit = bodies.twist[c.a], bodies.twist[c.b], c.impulse, c.friction * total_normal(c.impulse)
    (slip_1, slip_2), f1, f2, spin = slip(c, a, b), i.slide_1, i.slide_2, i.spin
    turning, twisting = dot(b.angular - a.angular, c.normal) * c.lever, spin / c.lever if c.lever > 0.0 else 0.0
    speed = math.sqrt(slip_1 * slip_1 + slip_2 * slip_2 + turning * turning)
    if speed == 0.0 or f1 * slip_1 + f2 * slip_2 + twisting * turning > 0.0:
        return -speed
    gain = limit / speed
    i.slide_1, i.slide_2, i.spin = f1 - gain * slip_1, f2 - gain * slip_2, spin - gain * turning * c.lever
    limit_sliding(c, i, limit)
    d1, d2, d3 = i.slide_1 - f1, i.slide_2 - f2, i.spin - spin
    apply_friction(c, d1, d2, d3, 0.0, 0.0, bodies)
    turned = math.sqrt(d1 * d1 + d2 * d2 + (d3 / c.lever) ** 2 if c.lever > 0.0 else d1 * d1 + d2 * d2)
    return speed * turned / limit


@routine
def turn_rolling(c: Constraint, bodies: Bodies) -> float:
    """Turn rolling friction that gives way halfway against the rolling; returns as `turn_sliding` [rad/s]."""
    turning, i, limit = (
        bodies.twist[c.b].angular - bodies.twist[c.a].angular,
        c.impulse,
        c.roll * total_normal(c.impulse),
    )
    roll_1, roll_2, r1, r2 = dot(turning, c.tangent_1), dot(turning, c.tangent_2), i.roll_1, i.roll_2
    speed = math.sqrt(roll_1 * roll_1 + roll_2 * roll_2)
    if speed == 0.0 or r1 * roll_1 + r2 * roll_2 > 0.0:
        return -speed
    gain = limit / speed
    i.roll_1, i.roll_2 = on_disk(r1 - gain * roll_1, r2 - gain * roll_2, limit)
    d1, d2 = i.roll_1 - r1, i.roll_2 - r2
    apply_friction(c, 0.0, 0.0, 0.0, d1, d2, bodies)
    return speed * math.sqrt(d1 * d1 + d2 * d2) / limit


@routine
def left_wrong(island: Island, push: float, joints: JointRows, bodies: Bodies, work: Work) -> float:
    """Return how far active rows are from their laws at most [m/s, rad/s]."""
    largest = 0.0
    for q in range(len(island.contact)):
        for n in range(MULTIPLIERS):
            if work.weight[q].all[n] > 0.0:
                largest = max(largest, abs(residual(work.constraint[q], n, bodies, work)))
    for q in range(len(island.joint_row)):
        row, of = joints.row[island.joint_row[q]], joints.of[island.joint_row[q]]
        if row.weight > 0.0:
            e = rate(row, bodies.twist[of.a], bodies.twist[of.b]) + row.bias + push * row.push
            largest = max(largest, abs(e + row.softness * row.impulse))
    return largest


@routine
def follow(
    island: Island, push: float, tolerance: float, joints: JointRows, bodies: Bodies, work: Work
) -> tuple[float, bool]:
    """Let inactive rows follow what the others have led to.

    Contacts that approach push again, what slides goes against its slip or sticks, motors return from their bounds.
    Returns how far they are from their laws at most [m/s, rad/s], and whether some have become active.
    """
    largest, more = 0.0, False
    for q in range(len(island.contact)):
        c, weight = work.constraint[q], work.weight[q].all
        for n in range(c.count):
            e = residual(c, n, bodies, work) if weight[n] == 0.0 else 0.0
            if e < -tolerance and c.inverse_k.normal[n] > 0.0:
                weight[n], more, largest = STIFFNESS * c.inverse_k.normal[n], True, max(largest, -e)
        if c.friction > 0.0 and weight[SLIDE_1] == 0.0 and total_normal(c.impulse) > 0.0:
            turned = turn_sliding(c, bodies)
            largest = max(largest, abs(turned))
            if turned < 0.0:
                more = True
                weight[SLIDE_1], weight[SLIDE_2] = STIFFNESS * c.inverse_k.slide_1, STIFFNESS * c.inverse_k.slide_2
                weight[SPIN] = STIFFNESS * c.inverse_k.spin if c.lever > 0.0 else 0.0
        if c.roll > 0.0 and weight[ROLL_1] == 0.0 and total_normal(c.impulse) > 0.0:
            turned = turn_rolling(c, bodies)
            largest = max(largest, abs(turned))
            if turned < 0.0:
                more = True
                weight[ROLL_1], weight[ROLL_2] = STIFFNESS * c.inverse_k.roll_1, STIFFNESS * c.inverse_k.roll_2
    for q in range(len(island.joint_row)):
        row, of = joints.row[island.joint_row[q]], joints.of[island.joint_row[q]]
        if row.inverse_k == 0.0 or row.weight > 0.0:
            continue
        e = rate(row, bodies.twist[of.a], bodies.twist[of.b]) + row.bias + push * row.push + row.softness * row.impulse
        pushed = row.impulse - e / (1.0 / row.inverse_k + row.softness)
        if row.low < pushed < row.high and abs(e) > tolerance:
            row.weight, more = 1.0 / (row.softness + 1.0 / (STIFFNESS * row.inverse_k)), True
            largest = max(largest, abs(e))
    return largest, more


@routine
def find_driven_impulses(
    tolerance: float, push: float, island: Island, joints: JointRows, bodies: Bodies, work: Work
) -> tuple[int, int, float]:
    """Find the impulses of an island with rows along coordinates of joints.

    Returns how many solves that took, whether some rows were still to change their state (1), and by how much
    velocities are wrong [m/s].
    """
    wrong, fresh = choose_rows(island, push, joints, bodies, work), True
    if wrong < UNTOUCHED * tolerance:
        return 0, 0, wrong
    for solves in range(1, MOST_TRIALS + 1):
        solve_active(fresh, island, push, joints, bodies, work)
        fill_changes(island, push, joints, bodies, work)
        if goes_beyond(island, joints, work) and solves < MOST_TRIALS:
            set_on_limits(island, joints, bodies, work)
            fresh = True
            continue
        take_all(island, joints, bodies, work)
        still = left_wrong(island, push, joints, bodies, work)
        if solves < MOST_TRIALS:
            wrong, fresh = follow(island, push, tolerance, joints, bodies, work)
        wrong = max(wrong, still)
        if wrong < tolerance:
            return solves, 0, wrong
    return MOST_TRIALS, 1, wrong
