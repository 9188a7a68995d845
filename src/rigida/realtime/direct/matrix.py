"""The matrix that the direct solution of an island factors: masses, and all rows that are active.

M + Σ ρ JᵀJ with ρ = κ/K, block by block inside the envelope, and its right side −Σ ρ Jᵀ (J v + b); see `solve`.
"""

from rigida.jit.decorators import inlined, routine
from rigida.jit.records import Int32, Rows
from rigida.math.vec3 import Mat3, Vec3, cross
from rigida.realtime.arrays import POINTS, Bodies, JointRows, JointSide
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
from rigida.realtime.direct.joint_rows import rate_of
from rigida.realtime.direct.sweep import sticks
from rigida.realtime.direct.work import Island, RowJacobian, Work

#: How much stiffer than the bodies the active contacts are made; the projection removes the rest.
STIFFNESS = 1e5
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
        active = sticks(c, i, c.friction * total * _BELOW) and (k < SPIN or c.lever > 0.0)
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
def assemble_joint_rows(mine: Rows[Int32], push: float, joints: JointRows, bodies: Bodies, work: Work) -> None:
    """Add all active joint rows to the matrix and the right side x; keep their weights."""
    for q in range(len(mine)):
        row = joints.row[mine[q]]
        row.weight = 0.0
        if row.inverse_k == 0.0:
            continue
        e = rate_of(mine[q], joints, bodies.twist) + row.bias + push * row.push
        e += row.softness * row.impulse
        new = row.impulse - e * row.inverse_k
        if new <= row.low or new >= row.high:
            continue
        row.weight = 1.0 / (row.softness + 1.0 / (STIFFNESS * row.inverse_k))
        add_joint_row(True, mine[q], e, joints, work)
