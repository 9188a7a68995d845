"""Least squares with unknowns that are not negative (Lawson and Hanson 1974, ch. 23), to the same bits everywhere."""

import numpy as np

from rigida.arrays import FloatArray
from rigida.math.dense import least_squares, product

#: A column is dependent below this part of the first; gradients below this part of the largest are zero.
_CUT, _ZERO = 1e-12, 1e-13
#: Changes of the set of free unknowns, per unknown.
_MOST_CHANGES = 10


def nonnegative_least_squares(a: FloatArray, b: FloatArray) -> FloatArray:
    """Return x (n,) ≥ 0 of least |a x − b|; a (m, n).

    Unknowns are freed one by one, that of the steepest descent first. Where the solution of the free ones has negative
    unknowns, it is approached until the first of them is zero, which is then fixed.
    """
    n = a.shape[1]
    x, free = np.zeros(n), np.zeros(n, dtype=bool)
    least = _ZERO * float(np.abs(product(a.T, b)).max(initial=0.0))
    for _ in range(_MOST_CHANGES * n):
        descent = np.where(free, 0.0, product(a.T, b - product(a, x)))
        if descent.max(initial=0.0) <= least:
            break
        free[int(np.argmax(descent))] = True
        while free.any():
            unconstrained = np.zeros(n)
            unconstrained[free] = least_squares(a[:, free], b, _CUT)
            negative = free & (unconstrained <= 0.0)
            if not negative.any():
                x = unconstrained
                break
            part = float((x[negative] / np.maximum(x[negative] - unconstrained[negative], np.finfo(float).tiny)).min())
            x += part * (unconstrained - x)
            free &= x > _ZERO * x.max(initial=0.0)
            x[~free] = 0.0
    return x
