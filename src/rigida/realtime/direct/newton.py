"""One step of the augmented Lagrangian with the present active set (see `solve`)."""

from rigida.jit.decorators import routine
from rigida.math.vec3 import Vec3
from rigida.realtime.arrays import POINTS, Bodies, JointRows
from rigida.realtime.direct.cholesky import factor, solve_factored
from rigida.realtime.direct.constraint import MULTIPLIERS, ROLL_1, SLIDE_1, row_bias
from rigida.realtime.direct.joint_rows import (
    project_joint_rows,
    slope_of_joint_rows,
    take_joint_changes,
    turn_by_joint_rows,
)
from rigida.realtime.direct.matrix import (
    assemble_contacts,
    assemble_joint_rows,
    clear_solution,
    fill_jacobian,
    start_matrix,
)
from rigida.realtime.direct.sweep import apply_multipliers, limit_sliding, on_disk, sticks
from rigida.realtime.direct.work import Island, Work


@routine
def project(count: int, bodies: Bodies, work: Work) -> int:
    """Fill the change of all multipliers, on the cones; return how many rows met their limit."""
    limited, j = 0, work.jacobian
    for q in range(count):
        c, weight, change = work.constraint[q], work.weight[q].all, work.change[q]
        a, b = bodies.twist[c.a].all, bodies.twist[c.b].all
        i, k = work.rank[c.a], work.rank[c.b]
        for n in range(MULTIPLIERS):
            change.all[n] = c.impulse.all[n]
            if weight[n] == 0.0:
                continue
            fill_jacobian(c, n, j)
            e = row_bias(c, n)
            for d in range(6):
                e += j.a.all[d] * (a[d] + (work.x[i].all[d] if i >= 0 else 0.0))
                e += j.b.all[d] * (b[d] + (work.x[k].all[d] if k >= 0 else 0.0))
            change.all[n] -= weight[n] * e
        total = 0.0
        for n in range(POINTS):
            if change.normal[n] < 0.0:
                change.normal[n] = 0.0
                limited += 1
            total += change.normal[n]
        limit = c.friction * total
        limited += weight[SLIDE_1] > 0.0 and not sticks(c, change, limit)
        limit_sliding(c, change, limit)
        limit = c.roll * total
        limited += weight[ROLL_1] > 0.0 and change.roll_1**2 + change.roll_2**2 > limit * limit
        change.roll_1, change.roll_2 = on_disk(change.roll_1, change.roll_2, limit)
        for n in range(MULTIPLIERS):
            change.all[n] -= c.impulse.all[n]
    return limited


@routine
def best_length(count: int, slope: float, curvature: float, bodies: Bodies, work: Work) -> float:
    """Return the part of the change that minimises the energy along it, between 0 and 1.

    slope and curvature: what the joint rows contribute.
    """
    j, twist, turn = work.jacobian, bodies.twist, work.turn
    for q in range(count):
        c = work.constraint[q]
        a, b, turn_a, turn_b = twist[c.a].all, twist[c.b].all, turn[c.a].all, turn[c.b].all
        for n in range(MULTIPLIERS):
            change = work.change[q].all[n]
            if change == 0.0:
                continue
            fill_jacobian(c, n, j)
            e, g = row_bias(c, n), 0.0
            for d in range(6):
                e += j.a.all[d] * a[d] + j.b.all[d] * b[d]
                g += j.a.all[d] * turn_a[d] + j.b.all[d] * turn_b[d]
            slope += change * e
            curvature += change * g
    if curvature <= 0.0:
        return 1.0
    return min(max(-slope / curvature, 0.0), 1.0)


@routine
def newton_step(island: Island, push: float, joints: JointRows | None, bodies: Bodies, work: Work) -> int:
    """Solve once with the present active set; return how many rows met their limit."""
    member, count = island.body, len(island.contact)

    # The matrix and its right side.
    start_matrix(island, bodies, work)
    clear_solution(island, work)
    assemble_contacts(count, bodies, work)
    if joints is not None:
        assemble_joint_rows(island.joint_row, push, joints, bodies, work)

    # What its solution wants of the impulses, and what that does to the twists.
    factor(len(member), work)
    solve_factored(len(member), work)
    limited = project(count, bodies, work)
    for q in range(count):
        apply_multipliers(work.constraint[q], work.change[q], bodies, work.turn)
    if joints is not None:
        limited += project_joint_rows(island.joint_row, push, joints, bodies, work)
        turn_by_joint_rows(island.joint_row, joints, bodies, work)

    # How much of it is taken.
    length, slope, curvature = 1.0, 0.0, 0.0
    if limited > 0:
        if joints is not None:
            slope, curvature = slope_of_joint_rows(island.joint_row, push, joints, bodies, work)
        length = best_length(count, slope, curvature, bodies, work)
    if joints is not None:
        take_joint_changes(island.joint_row, length, joints)
    for q in range(count):
        impulse, change = work.constraint[q].impulse.all, work.change[q].all
        for n in range(MULTIPLIERS):
            impulse[n] += length * change[n]
    zero = Vec3(0.0, 0.0, 0.0)
    for k in range(len(member)):
        twist, turn = bodies.twist[member[k]], work.turn[member[k]]
        twist.linear += length * turn.linear
        twist.angular += length * turn.angular
        # Zero for who is not in the island that is solved: nothing turns a body that others touch in its sleep.
        turn.linear, turn.angular = zero, zero
    return limited
