"""Products and eliminations of matrices that are mostly zeros: rows touch few bodies, and bodies few others."""

import math

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.jit.decorators import kernel, routine


@kernel
def multiply_sparse(rows: FloatArray, root: FloatArray, rank: int, out: FloatArray) -> None:
    """Fill out (k, r) with rows (k, m) · root (m, r), both mostly zeros."""
    for k in range(rows.shape[0]):
        for i in range(rows.shape[1]):
            x = rows[k, i]
            if x != 0.0:
                for j in range(rank):
                    out[k, j] += x * root[i, j]


@routine
def list_entries(a: FloatArray, start: IntArray, column: IntArray) -> None:
    """Fill the columns (k r,) of the entries of a (k, r) that are not zero; those of row k begin at start (k + 1,)."""
    filled = 0
    for k in range(a.shape[0]):
        for j in range(a.shape[1]):
            if a[k, j] != 0.0:
                column[filled] = j
                filled += 1
        start[k + 1] = filled


@routine
def row_rate(a: FloatArray, q: FloatArray, start: IntArray, column: IntArray, k: int, s: FloatArray) -> float:
    """Return w_k = A_k s + q_k."""
    rate = q[k]
    for n in range(start[k], start[k + 1]):
        rate += a[k, column[n]] * s[column[n]]
    return rate


@routine
def add_outer(a: FloatArray, start: IntArray, column: IntArray, k: int, m: int, weight: float, h: FloatArray) -> None:
    """Add weight · A_kᵀ A_m to h (r, r)."""
    for n in range(start[k], start[k + 1]):
        i = column[n]
        x = weight * a[k, i]
        for p in range(start[m], start[m + 1]):
            h[i, column[p]] += x * a[m, column[p]]


@routine
def impulses_to_motion(a: FloatArray, start: IntArray, column: IntArray, z: FloatArray, s: FloatArray) -> None:
    """Fill s (r,) with Aᵀ z."""
    for j in range(s.shape[0]):
        s[j] = 0.0
    for k in range(a.shape[0]):
        if z[k] != 0.0:
            for n in range(start[k], start[k + 1]):
                s[column[n]] += a[k, column[n]] * z[k]


@routine
def factor_sparse(h: FloatArray, order: IntArray) -> bool:
    """Eliminate h (r, r) in place, its rows in the order (r,) of their pivots; return False where it is singular."""
    rank = h.shape[0]
    for i in range(rank):
        order[i] = i
    for p in range(rank):
        best = p
        for i in range(p + 1, rank):
            if abs(h[order[i], p]) > 10.0 * abs(h[order[best], p]):
                best = i
        kept = order[p]
        order[p] = order[best]
        order[best] = kept
        top = order[p]
        if h[top, p] == 0.0:
            h[top, p] = math.nan
            return False
        end = rank
        while h[top, end - 1] == 0.0:
            end -= 1
        for i in range(p + 1, rank):
            low = order[i]
            if h[low, p] != 0.0:
                factor = h[low, p] / h[top, p]
                h[low, p] = factor
                for j in range(p + 1, end):
                    h[low, j] -= factor * h[top, j]
    return True


@routine
def solve_factored(h: FloatArray, order: IntArray, x: FloatArray) -> None:
    """Turn x (r,) into the solution of h · y = x; h, order: of `factor_sparse`."""
    rank = h.shape[0]
    y = np.zeros(rank)
    for i in range(rank):
        rest = x[order[i]]
        for j in range(i):
            rest -= h[order[i], j] * y[j]
        y[i] = rest
    for i in range(rank):
        p = rank - 1 - i
        rest = y[p]
        for j in range(p + 1, rank):
            rest -= h[order[p], j] * x[j]
        x[p] = rest / h[order[p], p]
