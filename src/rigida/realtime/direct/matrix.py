"""The matrix that the direct solution of an island factors: masses, and all rows that are active.

M + Σ ρ JᵀJ with ρ = κ/K, block by block inside the envelope, and its right side −Σ ρ Jᵀ (J v + b); see `solve`.
"""

from rigida.arrays import FloatArray, IntArray
from rigida.jit.decorators import routine, whole
from rigida.realtime.contacts.manifold_cache import BODY_A, BODY_B
from rigida.realtime.direct.joint_rows import (
    L_BIAS,
    L_HIGH,
    L_INV_K,
    L_LAMBDA,
    L_LOW,
    L_PUSH,
    L_SOFT,
    L_WEIGHT,
    LINE_A,
    LINE_B,
    line_rate,
)
from rigida.realtime.direct.rows import (
    MULTIPLIERS,
    R_BIAS,
    R_COUNT,
    R_FRICTION,
    R_INV_K,
    R_LAMBDA,
    R_ROLL,
    R_SPIN,
    jacobian,
)

#: How much stiffer than the bodies the active contacts are made; the projection removes the rest.
STIFFNESS = 1e5


@routine
def active_weight(q: int, k: int, residual: float, total: float, row: FloatArray) -> float:
    """Return ρ of row k if it is active: a normal that pushes, a friction below its limit; otherwise 0."""
    weight = STIFFNESS * row[q, R_INV_K + k]
    if k < 4:
        pushes = k < row[q, R_COUNT] and row[q, R_LAMBDA + k] - residual * row[q, R_INV_K + k] > 0.0
        return weight if pushes else 0.0
    if k < 6:
        limit = row[q, R_FRICTION] * total
        f1, f2 = row[q, R_LAMBDA + 4], row[q, R_LAMBDA + 5]
        return weight if f1 * f1 + f2 * f2 < limit * limit * (1.0 - 1e-9) else 0.0
    if k == 6:
        return weight if abs(row[q, R_LAMBDA + 6]) < row[q, R_SPIN] * total * (1.0 - 1e-9) else 0.0
    limit = row[q, R_ROLL] * total
    f1, f2 = row[q, R_LAMBDA + 7], row[q, R_LAMBDA + 8]
    return weight if f1 * f1 + f2 * f2 < limit * limit * (1.0 - 1e-9) else 0.0


@routine
def start_matrix(
    first: int,
    last: int,
    body_order: IntArray,
    mass: FloatArray,
    inertia: FloatArray,
    matrix: FloatArray,
    left: IntArray,
    start: IntArray,
    block: FloatArray,
) -> None:
    """Fill the block matrix with the masses and world inertias of the bodies on its diagonal, zero elsewhere."""
    for p in range(start[last - first]):
        for c in range(6):
            for r in range(6):
                block[p, c, r] = 0.0
    for k in range(last - first):
        i = whole(body_order[first + k])
        p = whole(start[k] + k - left[k])
        for c in range(3):
            block[p, c, c] = mass[i]
            for r in range(3):
                s = 0.0
                for t in range(3):
                    s += matrix[i, 3 * r + t] * inertia[i, t] * matrix[i, 3 * c + t]
                block[p, 3 + c, 3 + r] = s


@routine
def add_product(p: int, weight: float, column: int, row: int, j: FloatArray, block: FloatArray) -> None:
    """Add ρ J_rᵀ J_c to block p for the six entries of J from `row` and from `column` on."""
    for c in range(6):
        value = weight * j[column + c]
        for r in range(6):
            block[p, c, r] += value * j[row + r]


@routine
def add_row(
    i: int,
    k: int,
    w: float,
    e: float,
    left: IntArray,
    start: IntArray,
    j: FloatArray,
    block: FloatArray,
    x: FloatArray,
) -> None:
    """Add a row of weight w and residual e between the bodies ranked i and k to the matrix and the right side x."""
    if i >= 0:
        for c in range(6):
            x[i, c] -= w * e * j[c]
        add_product(start[i] + i - left[i], w, 0, 0, j, block)
    if k >= 0:
        for c in range(6):
            x[k, c] -= w * e * j[6 + c]
        add_product(start[k] + k - left[k], w, 6, 6, j, block)
    if i >= 0 and k >= 0:
        if i > k:
            add_product(start[i] + k - left[i], w, 6, 0, j, block)
        else:
            add_product(start[k] + i - left[k], w, 0, 6, j, block)


@routine
def assemble(
    first: int,
    last: int,
    order: IntArray,
    contact_of: IntArray,
    rank: IntArray,
    left: IntArray,
    start: IntArray,
    row: FloatArray,
    twist: FloatArray,
    j: FloatArray,
    weight: FloatArray,
    block: FloatArray,
    x: FloatArray,
) -> None:
    """Add all active rows to the matrix and the right side x; keep their weights."""
    for q in range(first, last):
        m = order[q]
        a, b = contact_of[m, BODY_A], contact_of[m, BODY_B]
        i, k = whole(rank[a]), whole(rank[b])
        total = row[q, R_LAMBDA] + row[q, R_LAMBDA + 1] + row[q, R_LAMBDA + 2] + row[q, R_LAMBDA + 3]
        for n in range(MULTIPLIERS):
            weight[q - first, n] = 0.0
            if (n < 4 and n >= row[q, R_COUNT]) or (n >= 7 and row[q, R_ROLL] == 0.0):
                continue
            jacobian(q, n, row, j)
            e = row[q, R_BIAS + n] if n < 4 else 0.0
            for c in range(6):
                e += j[c] * twist[a, c] + j[6 + c] * twist[b, c]
            w = active_weight(q, n, e, total, row)
            weight[q - first, n] = w
            if w == 0.0:
                continue
            add_row(i, k, w, e, left, start, j, block, x)


@routine
def assemble_lines(
    lines: IntArray,
    line_of: IntArray,
    rank: IntArray,
    left: IntArray,
    start: IntArray,
    pushed: float,
    line: FloatArray,
    twist: FloatArray,
    block: FloatArray,
    x: FloatArray,
) -> None:
    """Add all active lines to the matrix and the right side x; keep their weights."""
    for q in range(lines.shape[0]):
        n = whole(lines[q])
        j = line[n]
        line[n, L_WEIGHT] = 0.0
        if line[n, L_INV_K] == 0.0:
            continue
        a, b = whole(line_of[n, LINE_A]), whole(line_of[n, LINE_B])
        e = line_rate(n, a, b, line, twist) + line[n, L_BIAS] + pushed * line[n, L_PUSH]
        e += line[n, L_SOFT] * line[n, L_LAMBDA]
        new = line[n, L_LAMBDA] - e * line[n, L_INV_K]
        if new <= line[n, L_LOW] or new >= line[n, L_HIGH]:
            continue
        w = 1.0 / (line[n, L_SOFT] + 1.0 / (STIFFNESS * line[n, L_INV_K]))
        line[n, L_WEIGHT] = w
        i, k = whole(rank[a]), whole(rank[b])
        add_row(i, k, w, e, left, start, j, block, x)
