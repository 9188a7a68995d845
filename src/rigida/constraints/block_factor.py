"""Block LDLᵀ of A = J M⁻¹ Jᵀ with dropped pivots, and its solution.

A redundant equation (a planar mechanism described by spatial joints, a singular position) makes a pivot vanish. Such a
pivot gets the inverse zero: the equation is left to the others, its multiplier is zero. Adding ε to the diagonal
instead would let redundant equations fight each other.
"""

import numpy as np

from rigida.arrays import FloatArray
from rigida.constraints.block_order import Ints
from rigida.jit.decorators import inlined, routine

#: A pivot that elimination has shrunk below this part of its diagonal is a redundant equation.
DROP = 1e-8
#: A block whose determinant is at least this part of the product of its diagonal is inverted by its cofactors.
SOUND = 1e-3


@inlined
def invert_block(b: FloatArray, k: int, original: FloatArray, w: FloatArray, done: FloatArray) -> None:
    """Replace the symmetric block k by its inverse, in conjugate directions, without the directions of dropped pivots.

    original (3,): the diagonal before elimination; w (3, 3), done (3,): scratch.
    """
    s00, s01, s02 = b[k, 0, 0], b[k, 0, 1], b[k, 0, 2]
    s11, s12, s22 = b[k, 1, 1], b[k, 1, 2], b[k, 2, 2]
    c00, c01, c02 = s11 * s22 - s12 * s12, s02 * s12 - s01 * s22, s01 * s12 - s02 * s11
    determinant = s00 * c00 + s01 * c01 + s02 * c02
    sound = SOUND * original[0] * original[1] * original[2]
    if 0.0 < sound <= determinant:
        inverse = 1.0 / determinant
        b[k, 0, 0] = inverse * c00
        b[k, 0, 1] = b[k, 1, 0] = inverse * c01
        b[k, 0, 2] = b[k, 2, 0] = inverse * c02
        b[k, 1, 1] = inverse * (s00 * s22 - s02 * s02)
        b[k, 1, 2] = b[k, 2, 1] = inverse * (s01 * s02 - s00 * s12)
        b[k, 2, 2] = inverse * (s00 * s11 - s01 * s01)
        return
    for i in range(3):
        done[i] = 0.0
        for j in range(3):
            w[i, j] = 1.0 if i == j else 0.0
            b[k, i, j] = 0.0
    for _ in range(3):
        d0 = s00 - DROP * original[0] if done[0] == 0.0 and original[0] > 0.0 else -1.0
        d1 = s11 - DROP * original[1] if done[1] == 0.0 and original[1] > 0.0 else -1.0
        d2 = s22 - DROP * original[2] if done[2] == 0.0 and original[2] > 0.0 else -1.0
        r0 = d0 / original[0] if d0 > 0.0 else 0.0
        r1 = d1 / original[1] if d1 > 0.0 else 0.0
        r2 = d2 / original[2] if d2 > 0.0 else 0.0
        if r0 <= 0.0 and r1 <= 0.0 and r2 <= 0.0:
            return
        if r0 >= r1 and r0 >= r2:
            p, pivot, c0, c1, c2 = 0, s00, s00, s01, s02
        elif r1 >= r2:
            p, pivot, c0, c1, c2 = 1, s11, s01, s11, s12
        else:
            p, pivot, c0, c1, c2 = 2, s22, s02, s12, s22
        done[p] = 1.0
        inverse = 1.0 / pivot
        for i in range(3):
            for j in range(3):
                b[k, i, j] += inverse * w[p, i] * w[p, j]
        f0, f1, f2 = c0 * inverse, c1 * inverse, c2 * inverse
        for j in range(3):
            if done[0] == 0.0:
                w[0, j] -= f0 * w[p, j]
            if done[1] == 0.0:
                w[1, j] -= f1 * w[p, j]
            if done[2] == 0.0:
                w[2, j] -= f2 * w[p, j]
        s00 -= f0 * c0
        s01 -= f0 * c1
        s02 -= f0 * c2
        s11 -= f1 * c1
        s12 -= f1 * c2
        s22 -= f2 * c2


@routine
def assemble(product: Ints, jacobian: FloatArray, weighted: FloatArray, b: FloatArray) -> None:
    """Fill the blocks b (blocks, 3, 3) with J M⁻¹ Jᵀ; weighted (parts, 2, 3, 6) holds the rows of J M⁻¹."""
    for k in range(b.shape[0]):
        for r in range(3):
            for c in range(3):
                b[k, r, c] = 0.0
    for n in range(product.shape[0]):
        i, side_i, j, side_j, k = product[n, 1], product[n, 2], product[n, 3], product[n, 4], product[n, 5]
        for r in range(3):
            w0, w1, w2 = weighted[i, side_i, r, 0], weighted[i, side_i, r, 1], weighted[i, side_i, r, 2]
            w3, w4, w5 = weighted[i, side_i, r, 3], weighted[i, side_i, r, 4], weighted[i, side_i, r, 5]
            for c in range(3):
                s = w0 * jacobian[j, side_j, c, 0] + w1 * jacobian[j, side_j, c, 1] + w2 * jacobian[j, side_j, c, 2]
                s += w3 * jacobian[j, side_j, c, 3] + w4 * jacobian[j, side_j, c, 4] + w5 * jacobian[j, side_j, c, 5]
                b[k, r, c] += s


@routine
def factor(parts: int, update_start: Ints, update: Ints, b: FloatArray) -> None:
    """Factor in place: diagonal blocks become D⁻¹, blocks below hold L D."""
    original, w, done = np.empty((parts, 3)), np.empty((3, 3)), np.empty(3)
    for k in range(parts):
        for r in range(3):
            original[k, r] = b[k, r, r]
    x = np.empty((3, 3))
    for k in range(parts):
        invert_block(b, k, original[k], w, done)
        last = -1
        for u in range(update_start[k], update_start[k + 1]):
            d, i, j = update[u, 0], update[u, 1], update[u, 2]
            if i != last:
                last = i
                for r in range(3):
                    for c in range(3):
                        x[r, c] = b[i, r, 0] * b[k, 0, c] + b[i, r, 1] * b[k, 1, c] + b[i, r, 2] * b[k, 2, c]
            for r in range(3):
                for c in range(3):
                    b[d, r, c] -= x[r, 0] * b[j, c, 0] + x[r, 1] * b[j, c, 1] + x[r, 2] * b[j, c, 2]


@routine
def solve(
    place: Ints, column_start: Ints, row: Ints, block: Ints, b: FloatArray, right: FloatArray, out: FloatArray
) -> None:
    """Fill out (parts, 3) with A⁻¹ right."""
    parts = place.shape[0]
    w = np.empty((parts, 3))
    for p in range(parts):
        for r in range(3):
            w[place[p], r] = right[p, r]
    for k in range(parts):
        a0 = b[k, 0, 0] * w[k, 0] + b[k, 0, 1] * w[k, 1] + b[k, 0, 2] * w[k, 2]
        a1 = b[k, 1, 0] * w[k, 0] + b[k, 1, 1] * w[k, 1] + b[k, 1, 2] * w[k, 2]
        a2 = b[k, 2, 0] * w[k, 0] + b[k, 2, 1] * w[k, 1] + b[k, 2, 2] * w[k, 2]
        for c in range(column_start[k], column_start[k + 1]):
            i, n = row[c], block[c]
            for r in range(3):
                w[i, r] -= b[n, r, 0] * a0 + b[n, r, 1] * a1 + b[n, r, 2] * a2
    for k in range(parts - 1, -1, -1):
        s0, s1, s2 = w[k, 0], w[k, 1], w[k, 2]
        for c in range(column_start[k], column_start[k + 1]):
            i, n = row[c], block[c]
            s0 -= b[n, 0, 0] * w[i, 0] + b[n, 1, 0] * w[i, 1] + b[n, 2, 0] * w[i, 2]
            s1 -= b[n, 0, 1] * w[i, 0] + b[n, 1, 1] * w[i, 1] + b[n, 2, 1] * w[i, 2]
            s2 -= b[n, 0, 2] * w[i, 0] + b[n, 1, 2] * w[i, 1] + b[n, 2, 2] * w[i, 2]
        for r in range(3):
            w[k, r] = b[k, r, 0] * s0 + b[k, r, 1] * s1 + b[k, r, 2] * s2
    for p in range(parts):
        for r in range(3):
            out[p, r] = w[place[p], r]
