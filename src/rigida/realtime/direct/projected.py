"""Projected impulses of rows, for the descent of an energy (see `descent`).

With λ the impulse at hand, V the twists that all lead to, and y a change of these, a row wants

    λ(y) = project(λ − ρ (J (V + y) + b)).

Friction goes by the limits of the loads before.
"""

import math

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
)
from rigida.realtime.direct.joint_rows import rate_of
from rigida.realtime.direct.newton import (
    fill_jacobian,
    soft_weight,
)
from rigida.realtime.direct.work import Island, Work
from rigida.realtime.tuning import PENALTY

#: Where the load that limits of friction go by is kept among the weights: those along both tangents are alike.
LOAD = SLIDE_2


@inlined
def loaded(c: Constraint) -> float:
    """Return the sum of the normal impulses that push."""
    total = 0.0
    for n in range(POINTS):
        total += max(c.impulse.normal[n], 0.0)
    return total


@inlined
def contact_rate(c: Constraint, n: int, bodies: Bodies, work: Work) -> float:
    """Return J (V + y) + b of a contact's multiplier n, and fill its row of the Jacobian."""
    j, a, b, turn_a, turn_b = (
        work.jacobian,
        bodies.twist[c.a].all,
        bodies.twist[c.b].all,
        work.turn[c.a].all,
        work.turn[c.b].all,
    )
    fill_jacobian(c, n, j)
    e = row_bias(c, n)
    for d in range(6):
        e += j.a.all[d] * (a[d] + turn_a[d]) + j.b.all[d] * (b[d] + turn_b[d])
    return e


@inlined
def weighed(old: float, new: float, work: Work) -> float:
    """Return the new weight of a row; another one needs another matrix, and so does the direction of what slides."""
    if new != old or new < 0.0:
        work.factored[0] = 0
    return new


@routine
def project_contact(penalty: float, q: int, bodies: Bodies, work: Work) -> None:
    """Fill by how much contact q wants its impulses to change; weights are positive inside limits, 0 on them.

    On the limit of friction the weight is negative: less the stiffness across the direction of friction.
    """
    c, weight, change = work.constraint[q], work.weight[q].all, work.change[q]
    total = weight[LOAD]
    for n in range(POINTS):
        change.normal[n], active = -c.impulse.normal[n], 0.0
        if n < c.count and c.inverse_k.normal[n] > 0.0:
            rho = penalty * c.inverse_k.normal[n]
            new = c.impulse.normal[n] - rho * contact_rate(c, n, bodies, work)
            if new > 0.0:
                change.normal[n], active = new - c.impulse.normal[n], rho
        weight[n] = weighed(weight[n], active, work)
    for n in range(POINTS, MULTIPLIERS):
        change.all[n] = -c.impulse.all[n]
    if total == 0.0:
        weight[SLIDE_1] = weighed(weight[SLIDE_1], 0.0, work)
        weight[ROLL_1] = weighed(weight[ROLL_1], 0.0, work)
        return
    i, rho, spin_radius = c.impulse, penalty * c.gain, c.spin_radius
    f1 = i.slide_1 - rho * contact_rate(c, SLIDE_1, bodies, work)
    f2 = i.slide_2 - rho * contact_rate(c, SLIDE_2, bodies, work)
    f3 = i.spin / spin_radius - rho * spin_radius * contact_rate(c, SPIN, bodies, work) if spin_radius > 0.0 else 0.0
    size, limit = math.sqrt(f1 * f1 + f2 * f2 + f3 * f3), c.friction * total
    part = limit / size if size > limit else 1.0
    change.slide_1, change.slide_2, change.spin = (
        part * f1 - i.slide_1,
        part * f2 - i.slide_2,
        part * f3 * spin_radius - i.spin,
    )
    weight[SLIDE_1] = weighed(weight[SLIDE_1], rho if part == 1.0 else -rho * part, work)
    active = 0.0
    if c.roll > 0.0:
        rho = penalty * min(c.inverse_k.roll_1, c.inverse_k.roll_2)
        f1 = i.roll_1 - rho * contact_rate(c, ROLL_1, bodies, work)
        f2 = i.roll_2 - rho * contact_rate(c, ROLL_2, bodies, work)
        size, limit = math.sqrt(f1 * f1 + f2 * f2), c.roll * total
        part = limit / size if size > limit else 1.0
        change.roll_1, change.roll_2 = part * f1 - i.roll_1, part * f2 - i.roll_2
        active = rho if part == 1.0 else -rho * part
    weight[ROLL_1] = weighed(weight[ROLL_1], active, work)


@routine
def project_impulses(island: Island, push: float, joints: JointRows | None, bodies: Bodies, work: Work) -> None:
    """Fill the changes that all rows want of their impulses at V + y, and the weights of those inside their limits."""
    for q in range(len(island.contact)):
        project_contact(PENALTY, q, bodies, work)
    if joints is None:
        return
    for q in range(len(island.joint_row)):
        i = island.joint_row[q]
        row = joints.row[i]
        row.change = 0.0
        if row.inverse_k == 0.0:
            row.weight = 0.0
            continue
        weight = soft_weight(row)
        e = rate_of(i, joints, bodies.twist) + rate_of(i, joints, work.turn) + row.bias + push * row.push
        new = row.impulse - weight * (e + row.softness * row.impulse)
        inside = min(max(new, row.low), row.high)
        row.weight = weighed(row.weight, weight if inside == new else 0.0, work)
        row.change = inside - row.impulse


@routine
def violation(push: float, island: Island, joints: JointRows | None, bodies: Bodies, work: Work) -> float:
    """Return how far rows are from their laws, as the largest change that a row alone wants [m/s, rad/s]."""
    worst = 0.0
    for q in range(len(island.contact)):
        c, change = work.constraint[q], work.change[q]
        work.weight[q].all[LOAD] = loaded(c)
        project_contact(1.0, q, bodies, work)
        for n in range(c.count):
            if c.inverse_k.normal[n] > 0.0:
                worst = max(worst, abs(change.normal[n]) / c.inverse_k.normal[n])
        if c.gain > 0.0:
            worst = max(worst, max(abs(change.slide_1), abs(change.slide_2)) / c.gain)
            worst = max(worst, abs(change.spin) / (c.gain * c.spin_radius) if c.spin_radius > 0.0 else 0.0)
        rho = min(c.inverse_k.roll_1, c.inverse_k.roll_2)
        if c.roll > 0.0 and rho > 0.0:
            worst = max(worst, max(abs(change.roll_1), abs(change.roll_2)) / rho)
    if joints is None:
        return worst
    for q in range(len(island.joint_row)):
        row = joints.row[island.joint_row[q]]
        if row.inverse_k > 0.0:
            e = rate_of(island.joint_row[q], joints, bodies.twist) + row.bias + push * row.push
            weight = 1.0 / (row.softness + 1.0 / (row.inverse_k + row.rotor))
            new = min(max(row.impulse - weight * (e + row.softness * row.impulse), row.low), row.high)
            worst = max(worst, abs(new - row.impulse) / weight)
    return worst
