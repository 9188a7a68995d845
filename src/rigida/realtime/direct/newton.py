"""One step of the augmented Lagrangian with the present active set (see `solve`)."""

from rigida.arrays import FloatArray, IntArray
from rigida.jit.decorators import routine
from rigida.realtime.contacts.manifold_cache import BODY_A, BODY_B
from rigida.realtime.direct.cholesky import factor, solve_factored
from rigida.realtime.direct.joint_rows import change_lines, gather_changes, slope_of_lines, take_changes
from rigida.realtime.direct.matrix import assemble, assemble_lines, start_matrix
from rigida.realtime.direct.rows import (
    MULTIPLIERS,
    R_BIAS,
    R_FRICTION,
    R_LAMBDA,
    R_ROLL,
    R_SPIN,
    jacobian,
)
from rigida.realtime.direct.sweep import apply_multipliers, on_disk


@routine
def project(
    first: int,
    last: int,
    order: IntArray,
    contact_of: IntArray,
    rank: IntArray,
    row: FloatArray,
    twist: FloatArray,
    j: FloatArray,
    weight: FloatArray,
    x: FloatArray,
    change: FloatArray,
) -> int:
    """Fill the change of all multipliers, on the cones; return how many rows met their limit."""
    limited = 0
    for q in range(first, last):
        m = order[q]
        a, b = contact_of[m, BODY_A], contact_of[m, BODY_B]
        i, k = rank[a], rank[b]
        p = q - first
        for n in range(MULTIPLIERS):
            change[p, n] = row[q, R_LAMBDA + n]
            if weight[p, n] == 0.0:
                continue
            jacobian(q, n, row, j)
            e = row[q, R_BIAS + n] if n < 4 else 0.0
            for c in range(6):
                e += j[c] * (twist[a, c] + (x[i, c] if i >= 0 else 0.0))
                e += j[6 + c] * (twist[b, c] + (x[k, c] if k >= 0 else 0.0))
            change[p, n] -= weight[p, n] * e
        total = 0.0
        for n in range(4):
            if change[p, n] < 0.0:
                change[p, n] = 0.0
                limited += 1
            total += change[p, n]
        limit = row[q, R_FRICTION] * total
        limited += weight[p, 4] > 0.0 and change[p, 4] ** 2 + change[p, 5] ** 2 > limit * limit
        change[p, 4], change[p, 5] = on_disk(change[p, 4], change[p, 5], limit)
        limit = row[q, R_SPIN] * total
        limited += weight[p, 6] > 0.0 and abs(change[p, 6]) > limit
        change[p, 6] = min(max(change[p, 6], -limit), limit)
        limit = row[q, R_ROLL] * total
        limited += weight[p, 7] > 0.0 and change[p, 7] ** 2 + change[p, 8] ** 2 > limit * limit
        change[p, 7], change[p, 8] = on_disk(change[p, 7], change[p, 8], limit)
        for n in range(MULTIPLIERS):
            change[p, n] -= row[q, R_LAMBDA + n]
    return limited


@routine
def best_length(
    first: int,
    last: int,
    order: IntArray,
    contact_of: IntArray,
    row: FloatArray,
    twist: FloatArray,
    j: FloatArray,
    change: FloatArray,
    turn: FloatArray,
    slope: float,
    curvature: float,
) -> float:
    """Return the part of the change that minimises the energy along it, between 0 and 1.

    slope and curvature: what the lines contribute.
    """
    for q in range(first, last):
        m = order[q]
        a, b = contact_of[m, BODY_A], contact_of[m, BODY_B]
        for n in range(MULTIPLIERS):
            d = change[q - first, n]
            if d == 0.0:
                continue
            jacobian(q, n, row, j)
            e, g = row[q, R_BIAS + n] if n < 4 else 0.0, 0.0
            for c in range(6):
                e += j[c] * twist[a, c] + j[6 + c] * twist[b, c]
                g += j[c] * turn[a, c] + j[6 + c] * turn[b, c]
            slope += d * e
            curvature += d * g
    if curvature <= 0.0:
        return 1.0
    return min(max(-slope / curvature, 0.0), 1.0)


@routine
def newton_step(
    first: int,
    last: int,
    body_first: int,
    body_last: int,
    order: IntArray,
    contact_of: IntArray,
    body_order: IntArray,
    mass: FloatArray,
    inertia: FloatArray,
    matrix: FloatArray,
    inverse: FloatArray,
    rank: IntArray,
    left: IntArray,
    start: IntArray,
    row: FloatArray,
    lines: IntArray,
    line_of: IntArray,
    pushed: float,
    line: FloatArray,
    twist: FloatArray,
    j: FloatArray,
    weight: FloatArray,
    change: FloatArray,
    block: FloatArray,
    x: FloatArray,
    turn: FloatArray,
) -> int:
    """Solve once with the present active set; return how many rows met their limit."""
    bodies = body_last - body_first
    start_matrix(body_first, body_last, body_order, mass, inertia, matrix, left, start, block)
    for k in range(bodies):
        for c in range(6):
            x[k, c] = 0.0
            turn[body_order[body_first + k], c] = 0.0
    assemble(first, last, order, contact_of, rank, left, start, row, twist, j, weight, block, x)
    assemble_lines(lines, line_of, rank, left, start, pushed, line, twist, block, x)
    factor(bodies, left, start, block)
    solve_factored(bodies, left, start, block, x)
    limited = project(first, last, order, contact_of, rank, row, twist, j, weight, x, change)
    limited += change_lines(lines, line_of, rank, pushed, line, twist, x)
    apply_multipliers(first, last, order, contact_of, change, 0, first, row, inverse, turn)
    gather_changes(lines, line_of, inverse, line, turn)
    length = 1.0
    if limited > 0:
        slope, curvature = slope_of_lines(lines, line_of, pushed, line, twist, turn)
        length = best_length(first, last, order, contact_of, row, twist, j, change, turn, slope, curvature)
    take_changes(lines, length, line)
    for q in range(first, last):
        for n in range(MULTIPLIERS):
            row[q, R_LAMBDA + n] += length * change[q - first, n]
    for k in range(bodies):
        i = body_order[body_first + k]
        for c in range(6):
            twist[i, c] += length * turn[i, c]
    return limited
