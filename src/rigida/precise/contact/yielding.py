"""Complementarity with friction on round cones for contacts that yield a little, by Newton's method in body space.

The problem of `cone_solver` with the same small compliance e at every row has one solution, in which contacts that
share a load share it like equal springs. With W = A Aᵀ and s = Aᵀ z, the motion in coordinates of unit mass,

    w = A s + q,    z_n = max(0, −w_n / e),    z_t = −P(w_t / e),  P the projection on the disk of radius c z_n + d

leaves F(s) = s − Aᵀ z = 0: as many equations as the bodies have freedoms, however many contacts there are. F is smooth
between kinks; Newton's method (Alart and Curnier 1991) starts with a large compliance, which is lowered step by step
(a penalty method with continuation). Rows touch a few bodies only, so that A and the equations are sparse.
"""

import math

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.jit.decorators import kernel, routine
from rigida.precise.contact.sparse import (
    add_outer,
    factor_sparse,
    impulses_to_motion,
    list_entries,
    row_rate,
    solve_factored,
)

#: The compliance falls by this factor from one level to the next, from that of the bodies; where that is too far by
#: its root, and the root of this, up to the second.
_FALL, _SLOWEST = 0.05, 0.5
#: Newton steps at the first and the last level, and at those between.
_STEPS, _FEW = 40, 8
#: Steps are halved until the equations are missed by less, by this part of the step; at most to the second.
_DESCENT, _SHORTEST = 1e-4, 1e-3
#: Converged when a step changes the motion by no more than this part of it.
_SETTLED = 1e-13
#: What joints leave of a row or of a diagonal below this part is rounding.
ROUNDING = 1e-12


@kernel
def factor_response(response: FloatArray, scale: FloatArray, root: FloatArray) -> int:
    """Fill L (m, m) with P = L Lᵀ by Cholesky's method with pivoting; return how many columns it has.

    P (m, m), overwritten, is the response of all bodies' motions to unit impulses, joints included; scale (m,) what its
    diagonal would be without joints.
    """
    m, rank = response.shape[0], 0
    for _ in range(m):
        best, most = -1, ROUNDING
        for i in range(m):
            if scale[i] > 0.0 and response[i, i] > most * scale[i]:
                best, most = i, response[i, i] / scale[i]
        if best < 0:
            break
        size = math.sqrt(response[best, best])
        for i in range(m):
            root[i, rank] = response[i, best] / size if scale[i] > 0.0 else 0.0
        for i in range(m):
            x = root[i, rank]
            if x != 0.0:
                for j in range(m):
                    response[i, j] -= x * root[j, rank]
        response[best, best] = 0.0
        rank += 1
    return rank


@kernel
def solve_yielding(
    a: FloatArray,
    q: FloatArray,
    unilateral_row: IntArray,
    block_row: IntArray,
    block_size: IntArray,
    block_normal: IntArray,
    coefficient: FloatArray,
    bound: FloatArray,
    sliding: IntArray,
    direction: FloatArray,
    compliance: float,
    z: FloatArray,
    s: FloatArray,
) -> float:
    """Fill impulses z (k,), a guess at first, and s = Aᵀ z (r,); return the compliance that they belong to.

    a (k, r); the rest is that of `solve_cones`; compliance as a part of the largest diagonal of A Aᵀ. Where there is no
    solution near, as between kinks, it is that of the last level that has one; 0 if none has.
    """
    count, rank = a.shape[0], a.shape[1]
    start, column = np.zeros(count + 1, dtype=np.int32), np.zeros(count * rank, dtype=np.int32)
    list_entries(a, start, column)
    largest, guessed = 0.0, False
    for k in range(count):
        square = 0.0
        for n in range(start[k], start[k + 1]):
            square += a[k, column[n]] * a[k, column[n]]
        largest = max(largest, square)
        guessed = guessed or z[k] != 0.0
    h, f = np.zeros((rank, rank)), np.zeros(rank)
    least = compliance * largest
    if largest == 0.0:
        return compliance
    if guessed:
        impulses_to_motion(a, start, column, z, s)
        if newton(
            a, q, start, column, unilateral_row, block_row, block_size, block_normal, coefficient, bound, sliding,
            direction, least, _FEW, z, s, h, f,
        ):  # fmt: skip
            return compliance
    for j in range(rank):
        s[j] = 0.0
    kept, reached, level, fall = np.zeros(rank), 0.0, largest, _FALL
    while fall < _SLOWEST:
        if newton(
            a, q, start, column, unilateral_row, block_row, block_size, block_normal, coefficient, bound, sliding,
            direction, level, _STEPS if level in (least, largest) else _FEW, z, s, h, f,
        ):  # fmt: skip
            reached = level
            for j in range(rank):
                kept[j] = s[j]
            if level == least:
                break
        elif reached == 0.0:
            break
        else:  # a shorter way from the last level
            fall = math.sqrt(fall)
            for j in range(rank):
                s[j] = kept[j]
        level = max(least, reached * fall)
    for j in range(rank):
        s[j] = kept[j]
    residual(
        a, q, start, column, unilateral_row, block_row, block_size, block_normal, coefficient, bound, sliding,
        direction, reached if reached > 0.0 else largest, False, z, s, h, f,
    )  # fmt: skip
    return reached / largest


@routine
def newton(
    a: FloatArray,
    q: FloatArray,
    start: IntArray,
    column: IntArray,
    unilateral_row: IntArray,
    block_row: IntArray,
    block_size: IntArray,
    block_normal: IntArray,
    coefficient: FloatArray,
    bound: FloatArray,
    sliding: IntArray,
    direction: FloatArray,
    e: float,
    steps: int,
    z: FloatArray,
    s: FloatArray,
    h: FloatArray,
    f: FloatArray,
) -> bool:
    """Improve s (r,) and z (k,) for a compliance e; return whether the last step was one of rounding.

    Between kinks steps can alternate for ever: they are halved until |F| falls.
    """
    rank = s.shape[0]
    order, old, step, left = np.zeros(rank, dtype=np.int32), np.zeros(rank), np.zeros(rank), 0.0
    for _ in range(steps):
        left = residual(
            a, q, start, column, unilateral_row, block_row, block_size, block_normal, coefficient, bound, sliding,
            direction, e, True, z, s, h, f,
        )  # fmt: skip
        factor_sparse(h, order)
        solve_factored(h, order, f)
        change, size = 0.0, 0.0
        for j in range(rank):
            old[j], step[j] = s[j], f[j]
            change += f[j] * f[j]
            size += s[j] * s[j]
            s[j] += f[j]
        if not math.isfinite(change):
            return False
        if change <= _SETTLED * _SETTLED * size:
            return True
        length = 1.0
        while not residual(
            a, q, start, column, unilateral_row, block_row, block_size, block_normal, coefficient, bound, sliding,
            direction, e, False, z, s, h, f,
        ) <= (1.0 - _DESCENT * length) * left:  # fmt: skip
            length = 0.5 * length if length > _SHORTEST else 0.0
            for j in range(rank):
                s[j] = old[j] + (length if length > 0.0 else 1.0) * step[j]
            if length == 0.0:
                break
    return False


@routine
def residual(
    a: FloatArray,
    q: FloatArray,
    start: IntArray,
    column: IntArray,
    unilateral_row: IntArray,
    block_row: IntArray,
    block_size: IntArray,
    block_normal: IntArray,
    coefficient: FloatArray,
    bound: FloatArray,
    sliding: IntArray,
    direction: FloatArray,
    e: float,
    sloped: bool,
    z: FloatArray,
    s: FloatArray,
    h: FloatArray,
    f: FloatArray,
) -> float:
    """Fill z (k,), f = Aᵀ z − s (r,) and, if sloped, h = −∂f/∂s (r, r) at s and a compliance e; return |f|."""
    rank = s.shape[0]
    if sloped:
        for i in range(rank):
            for j in range(rank):
                h[i, j] = 0.0
            h[i, i] = 1.0
    for n in range(unilateral_row.shape[0]):
        k = unilateral_row[n]
        z[k] = max(0.0, -row_rate(a, q, start, column, k, s) / e)
        if sloped and z[k] > 0.0:
            add_outer(a, start, column, k, k, 1.0 / e, h)
    for b in range(block_row.shape[0]):
        k, two = block_row[b], block_size[b] == 2
        radius, normal, pressed = bound[b], -1, False
        if block_normal[b] >= 0:
            normal = unilateral_row[block_normal[b]]
            radius += coefficient[b] * z[normal]
            pressed = z[normal] > 0.0
        x, y, stiffness = direction[b, 0], direction[b, 1] if two else 0.0, 0.0
        if sliding[b] != 1:
            x = row_rate(a, q, start, column, k, s)
            y = row_rate(a, q, start, column, k + 1, s) if two else 0.0
            length = math.sqrt(x * x + y * y)
            if length <= e * radius:
                z[k] = -x / e
                if two:
                    z[k + 1] = -y / e
                if sloped:
                    add_outer(a, start, column, k, k, 1.0 / e, h)
                    if two:
                        add_outer(a, start, column, k + 1, k + 1, 1.0 / e, h)
                continue
            x, y, stiffness = x / length, y / length, radius / length
        z[k] = -radius * x
        if two:
            z[k + 1] = -radius * y
        if not sloped:
            continue
        if two and stiffness > 0.0:  # across the slide
            add_outer(a, start, column, k, k, stiffness * y * y, h)
            add_outer(a, start, column, k, k + 1, -stiffness * x * y, h)
            add_outer(a, start, column, k + 1, k, -stiffness * x * y, h)
            add_outer(a, start, column, k + 1, k + 1, stiffness * x * x, h)
        if pressed:
            add_outer(a, start, column, k, normal, -coefficient[b] * x / e, h)
            if two:
                add_outer(a, start, column, k + 1, normal, -coefficient[b] * y / e, h)
    impulses_to_motion(a, start, column, z, f)
    square = 0.0
    for j in range(rank):
        f[j] -= s[j]
        square += f[j] * f[j]
    return math.sqrt(square)
