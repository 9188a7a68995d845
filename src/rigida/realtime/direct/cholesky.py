"""Cholesky factorisation of a sparse symmetric matrix of 6×6 blocks, one block row per body, inside its envelope.

Block (i, j), j ≤ i, is stored where j lies between the first neighbour of i and i itself; everything between is stored
too, so that the factor needs no other places. Blocks are stored transposed, block[p, column, row], because the inner
loops then run along memory and are vectorised.
"""

import math

from rigida.arrays import FloatArray, IntArray
from rigida.jit.decorators import routine, whole
from rigida.realtime.contacts.manifold_cache import BODY_A, BODY_B


@routine
def rank_bodies(first: int, last: int, body_order: IntArray, center: FloatArray, rank: IntArray) -> None:
    """Sort the bodies of an island along its longest extent and number them in `rank`.

    Neighbours then have near numbers, which keeps the envelope narrow. A tower is ranked by height, a row of dominoes
    by its length.
    """
    longest, axis = -1.0, 0
    for c in range(3):
        low, high = math.inf, -math.inf
        for p in range(first, last):
            low, high = min(low, center[body_order[p], c]), max(high, center[body_order[p], c])
        if high - low > longest:
            longest, axis = high - low, c
    other, third = (axis + 1) % 3, (axis + 2) % 3
    gap = 1
    while gap < (last - first) // 3:
        gap = 3 * gap + 1
    while gap > 0:  # Shell sort: short, in place, and quick for the few bodies of a direct island
        for p in range(first + gap, last):
            body = body_order[p]
            key = center[body, axis] + 1e-3 * center[body, other] + 1e-4 * center[body, third]
            at = p
            while at >= first + gap:
                before = body_order[at - gap]
                if center[before, axis] + 1e-3 * center[before, other] + 1e-4 * center[before, third] <= key:
                    break
                body_order[at] = before
                at -= gap
            body_order[at] = body
        gap //= 3
    for p in range(first, last):
        rank[body_order[p]] = p - first


@routine
def span_contacts(
    bodies: int, first: int, last: int, order: IntArray, contact_of: IntArray, rank: IntArray, left: IntArray
) -> None:
    """Fill the leftmost block left[i] of each block row that contacts first … last − 1 couple it to.

    rank[body] is −1 for bodies that cannot be moved.
    """
    for i in range(bodies):
        left[i] = i
    for q in range(first, last):
        a, b = rank[contact_of[order[q], BODY_A]], rank[contact_of[order[q], BODY_B]]
        if a >= 0 and b >= 0:
            low, high = min(a, b), max(a, b)
            if low < left[high]:
                left[high] = low


@routine
def measure_envelope(bodies: int, left: IntArray, start: IntArray) -> int:
    """Fill the storage start[i] of each block row; return the block products that factorisation needs."""
    blocks, products = 0, 0
    for i in range(bodies):
        start[i] = blocks
        width = i - left[i] + 1
        blocks += width
        products += width * (width + 1) // 2
    start[bodies] = blocks
    return products


@routine
def factor_diagonal(p: int, block: FloatArray) -> None:
    """Replace the symmetric block p by its Cholesky factor."""
    for j in range(6):
        s = block[p, j, j]
        for k in range(j):
            s -= block[p, k, j] * block[p, k, j]
        s = math.sqrt(max(s, 1e-300))
        block[p, j, j] = s
        inverse = 1.0 / s
        for i in range(j + 1, 6):
            t = block[p, j, i]
            for k in range(j):
                t -= block[p, k, i] * block[p, k, j]
            block[p, j, i] = t * inverse


@routine
def factor(bodies: int, left: IntArray, start: IntArray, block: FloatArray) -> None:
    """Replace the matrix by its Cholesky factor, block row after block row."""
    for i in range(bodies):
        row = whole(start[i] - left[i])
        for j in range(left[i], i + 1):
            p, other = row + j, whole(start[j] - left[j])
            for k in range(max(left[i], left[j]), j):
                x, y = row + k, other + k
                for c in range(6):
                    for t in range(6):
                        value = block[y, t, c]
                        for r in range(6):
                            block[p, c, r] -= block[x, t, r] * value
            if j == i:
                factor_diagonal(p, block)
                continue
            d = other + j
            for c in range(6):
                for t in range(c):
                    value = block[d, t, c]
                    for r in range(6):
                        block[p, c, r] -= block[p, t, r] * value
                inverse = 1.0 / block[d, c, c]
                for r in range(6):
                    block[p, c, r] *= inverse


@routine
def solve_factored(bodies: int, left: IntArray, start: IntArray, block: FloatArray, x: FloatArray) -> None:
    """Solve in place for x (bodies, 6) with the factor."""
    for i in range(bodies):
        row = whole(start[i] - left[i])
        for k in range(left[i], i):
            for t in range(6):
                value = x[k, t]
                for r in range(6):
                    x[i, r] -= block[row + k, t, r] * value
        for c in range(6):
            x[i, c] /= block[row + i, c, c]
            for r in range(c + 1, 6):
                x[i, r] -= block[row + i, c, r] * x[i, c]
    for i in range(bodies - 1, -1, -1):
        row = whole(start[i] - left[i])
        for r in range(5, -1, -1):
            s = x[i, r]
            for t in range(r + 1, 6):
                s -= block[row + i, r, t] * x[i, t]
            x[i, r] = s / block[row + i, r, r]
        for k in range(left[i], i):
            for t in range(6):
                s = 0.0
                for r in range(6):
                    s += block[row + k, t, r] * x[i, r]
                x[k, t] -= s
