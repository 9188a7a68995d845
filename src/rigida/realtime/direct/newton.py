"""One step of the augmented Lagrangian with the present active set (see `solve`).

Its matrix, masses and all rows that are active, is M + Σ ρ JᵀJ with ρ = κ/K, block by block inside the envelope; its
right side −Σ ρ Jᵀ (J v + b).
"""

from rigida.jit.decorators import inlined, routine
from rigida.jit.records import Int32, Rows
from rigida.math.vec3 import Mat3, Vec3, cross
from rigida.realtime.arrays import POINTS, Bodies, JointRow, JointRows, JointSide
from rigida.realtime.direct.cholesky import factor, solve_factored
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
from rigida.realtime.direct.joint_rows import (
    project_joint_rows,
    rate_of,
    slope_of_joint_rows,
    take_joint_changes,
    turn_by_joint_rows,
)
from rigida.realtime.direct.sweep import apply_multipliers, limit_sliding, on_disk, sticks
from rigida.realtime.direct.work import Island, RowJacobian, Work
from rigida.realtime.tuning import STIFFNESS

#: A friction impulse this much below its limit is active.
_BELOW = 1.0 - 1e-9


@routine
def active_weight(c: Constraint, k: int, residual: float, total: float) -> float:
    """Return ρ of row k if it is active: a normal that pushes, a friction below its limit; otherwise 0."""
    weight, i = STIFFNESS * c.inverse_k.all[k], c.impulse
    if k < POINTS:
        pushes = k < c.count and i.normal[k] - residual * c.inverse_k.normal[k] > 0.0
        return weight if pushes else 0.0
    if k <= SPIN:
        active = sticks(c, i, c.friction * total * _BELOW) and (k < SPIN or c.spin_radius > 0.0)
        return weight if active and c.friction * total > 0.0 else 0.0
    limit = c.roll * total
    return weight if i.roll_1 * i.roll_1 + i.roll_2 * i.roll_2 < limit * limit * _BELOW else 0.0


@routine
def fill_jacobian(c: Constraint, k: int, j: RowJacobian) -> None:
    """Fill j with row k of the nine of a constraint."""
    if k < POINTS:
        p = c.point[k]
        j.a.linear, j.a.angular = -c.normal, -p.arm_cross_normal_a
        j.b.linear, j.b.angular = c.normal, p.arm_cross_normal_b
        return
    d = c.tangent_1 if k in (SLIDE_1, ROLL_1) else (c.tangent_2 if k in (SLIDE_2, ROLL_2) else c.normal)
    if k >= SPIN:
        zero = Vec3(0.0, 0.0, 0.0)
        j.a.linear, j.a.angular, j.b.linear, j.b.angular = zero, -d, zero, d
    else:
        j.a.linear, j.a.angular, j.b.linear, j.b.angular = -d, -cross(c.arm_a, d), d, cross(c.arm_b, d)


@inlined
def inertia_column(m: Mat3, x: float, y: float, z: float) -> Vec3:
    """Return R times a column of I Rᵀ; 0 + … as in a sum that begins with zero."""
    return Vec3(
        0.0 + x * m.xx + y * m.xy + z * m.xz,
        0.0 + x * m.yx + y * m.yy + z * m.yz,
        0.0 + x * m.zx + y * m.zy + z * m.zz,
    )


@routine
def start_matrix(island: Island, bodies: Bodies, work: Work) -> None:
    """Fill the block matrix with the masses and world inertias of the bodies on its diagonal, zero elsewhere."""
    for p in range(work.start[len(island.body)]):
        if not work.filled[p]:
            continue
        block = work.block[p].column
        for c in range(6):
            for r in range(6):
                block[c][r] = 0.0
    for k in range(len(island.body)):
        i = island.body[k]
        block, m, moment = work.block[work.start[k] + k - work.left[k]].column, bodies.rotation[i], bodies.inertia[i]
        block[0][0] = block[1][1] = block[2][2] = bodies.mass[i]
        for r in range(3):
            if r == 0:
                entry = inertia_column(m, m.xx * moment.x, m.xy * moment.y, m.xz * moment.z)
            elif r == 1:
                entry = inertia_column(m, m.yx * moment.x, m.yy * moment.y, m.yz * moment.z)
            else:
                entry = inertia_column(m, m.zx * moment.x, m.zy * moment.y, m.zz * moment.z)
            block[3][3 + r], block[4][3 + r], block[5][3 + r] = entry.x, entry.y, entry.z


@routine
def clear_solution(island: Island, work: Work) -> None:
    """Let the right side be zero."""
    zero = Vec3(0.0, 0.0, 0.0)
    for k in range(len(island.body)):
        work.x[k].linear, work.x[k].angular = zero, zero


@routine
def add_product(p: int, weight: float, column: JointSide, row: JointSide, work: Work) -> None:
    """Add ρ J_rᵀ J_c to block p."""
    block = work.block[p].column
    for c in range(6):
        value = weight * column.all[c]
        for r in range(6):
            block[c][r] += value * row.all[r]


@routine
def add_row(whole: bool, i: int, k: int, w: float, e: float, a: JointSide, b: JointSide, work: Work) -> None:
    """Add a row of weight w and residual e between bodies ranked i and k to the right side, if whole to the matrix."""
    left, start = work.left, work.start
    if i >= 0:
        x = work.x[i].all
        for c in range(6):
            x[c] -= w * e * a.all[c]
        if whole:
            add_product(start[i] + i - left[i], w, a, a, work)
    if k >= 0:
        x = work.x[k].all
        for c in range(6):
            x[c] -= w * e * b.all[c]
        if whole:
            add_product(start[k] + k - left[k], w, b, b, work)
    if whole:
        add_pair(i, k, w, a, b, work)


@routine
def add_joint_row(whole: bool, i: int, e: float, joints: JointRows, work: Work) -> None:
    """Add joint row i of residual e to the right side, and if whole to the matrix."""
    w, end = joints.row[i].weight, i + 1 + joints.of[i].more
    for n in range(i, end):
        row, a, b = joints.row[n], work.rank[joints.of[n].a], work.rank[joints.of[n].b]
        add_row(whole, a, b, w, e, row.a, row.b, work)
        for m in range(n + 1, end if whole else n + 1):
            other, c, d = joints.row[m], work.rank[joints.of[m].a], work.rank[joints.of[m].b]
            add_pair(a, c, w, row.a, other.a, work)
            add_pair(a, d, w, row.a, other.b, work)
            add_pair(b, c, w, row.b, other.a, work)
            add_pair(b, d, w, row.b, other.b, work)


@routine
def add_pair(i: int, k: int, w: float, a: JointSide, b: JointSide, work: Work) -> None:
    """Add what a row of weight w does between two bodies ranked i and k, if both can be moved."""
    if i >= 0 and k >= 0:
        if i > k:
            add_product(work.start[i] + k - work.left[i], w, b, a, work)
        else:
            add_product(work.start[k] + i - work.left[k], w, a, b, work)


@routine
def assemble_contacts(count: int, bodies: Bodies, work: Work) -> None:
    """Add all active rows of contacts to the matrix and the right side x; keep their weights."""
    j = work.jacobian
    for q in range(count):
        c, weight = work.constraint[q], work.weight[q].all
        a, b = bodies.twist[c.a].all, bodies.twist[c.b].all
        i, k = work.rank[c.a], work.rank[c.b]
        total = total_normal(c.impulse)
        for n in range(MULTIPLIERS):
            weight[n] = 0.0
            if (n < POINTS and n >= c.count) or (n >= ROLL_1 and c.roll == 0.0):
                continue
            fill_jacobian(c, n, j)
            e = row_bias(c, n)
            for d in range(6):
                e += j.a.all[d] * a[d] + j.b.all[d] * b[d]
            w = active_weight(c, n, e, total)
            weight[n] = w
            if w != 0.0:
                add_row(True, i, k, w, e, j.a, j.b, work)


@routine
def assemble_joint_rows(island_rows: Rows[Int32], push: float, joints: JointRows, bodies: Bodies, work: Work) -> None:
    """Add all active joint rows to the matrix and the right side x; keep their weights."""
    for q in range(len(island_rows)):
        row = joints.row[island_rows[q]]
        row.weight = 0.0
        if row.inverse_k == 0.0:
            continue
        e = rate_of(island_rows[q], joints, bodies.twist) + row.bias + push * row.push
        e += row.softness * row.impulse
        new = row.impulse - e * row.inverse_k
        if new <= row.low or new >= row.high:
            continue
        row.weight = soft_weight(row)
        add_joint_row(True, island_rows[q], e, joints, work)


@inlined
def soft_weight(row: JointRow) -> float:
    """Return the weight of an active row of a joint: stiff for bodies, and for rotors that are heavier than these."""
    return 1.0 / (row.softness + 1.0 / (STIFFNESS * (row.inverse_k + row.rotor)))


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
    work.factored[0] = 0
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
