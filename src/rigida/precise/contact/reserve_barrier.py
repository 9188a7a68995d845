"""Barrier method for the largest reserve: Newton's method on τ s + Σ log(margins) while τ grows.

Each of m cones has rows r, t₁, t₂ = start + slope · x with x = (y, s). The largest s is sought for which r > |t| in all
cones and s < 1. For a weight τ the maximum of

    τ s + Σ log(r² − |t|²) + log(1 − s)

is found by Newton's method; it is at most 2 (m + 1)/τ below the largest s (Boyd and Vandenberghe 2004, 11.3 and 11.6).
"""

import math

import numpy as np

from rigida.arrays import FloatArray
from rigida.jit.decorators import kernel, routine
from rigida.math.elementary import log

#: The barrier's weight grows by this factor until the reserve is known to `_EXACT`.
_GROWTH, _EXACT = 30.0, 1e-10
#: Newton steps for one weight: with a start from the last weight a few suffice. Steps are halved down to the second.
_NEWTON_STEPS, _SHORTEST = 60, 1e-6
#: A Newton step has converged when its squared length in the barrier's own metric is below this.
_DECREMENT = 1e-6
#: Pivots of the curvature below this part of its trace are rounding.
_RIDGE = 1e-16


@kernel
def maximize_reserve(start: FloatArray, slope: FloatArray, sufficient: float, x: FloatArray) -> None:
    """Improve x (p + 1,), which must lie inside, until its last entry is the reserve, or one above `sufficient`.

    start (m, 3), slope (m, 3, p + 1).
    """
    m, last = start.shape[0], x.shape[0] - 1
    weight = float(m)
    while True:
        maximize_barrier(start, slope, weight, sufficient, x)
        if x[last] > sufficient or 2.0 * (m + 1) / weight < _EXACT * max(1.0, abs(x[last])):
            return
        weight *= _GROWTH


@routine
def maximize_barrier(start: FloatArray, slope: FloatArray, weight: float, sufficient: float, x: FloatArray) -> None:
    """Move x to where the barrier function of this weight is largest."""
    m, size = start.shape[0], x.shape[0]
    last = size - 1
    step, new, along, curvature = np.zeros(size), np.zeros(size), np.zeros(size), np.zeros((size, size))
    value = barrier(start, slope, weight, x)
    for _ in range(_NEWTON_STEPS):
        for i in range(size):
            step[i] = 0.0
            for j in range(size):
                curvature[i, j] = 0.0
        for k in range(m):
            r, t, u = cone_rows(start, slope, k, x)
            room = r * r - t * t - u * u
            first, second, third = 2.0 * r / room, -2.0 * t / room, -2.0 * u / room
            for i in range(size):
                along[i] = first * slope[k, 0, i] + second * slope[k, 1, i] + third * slope[k, 2, i]
                step[i] += along[i]
            # −∂² log(r² − |t|²) = first firstᵀ − 2 J / (r² − |t|²), J = diag(1, −1, −1).
            for i in range(size):
                a, b, c = 2.0 / room * slope[k, 0, i], 2.0 / room * slope[k, 1, i], 2.0 / room * slope[k, 2, i]
                for j in range(i + 1):
                    curvature[i, j] += (
                        along[i] * along[j] - a * slope[k, 0, j] + b * slope[k, 1, j] + c * slope[k, 2, j]
                    )
        step[last] += weight - 1.0 / (1.0 - x[last])
        curvature[last, last] += 1.0 / ((1.0 - x[last]) * (1.0 - x[last]))
        for i in range(size):
            along[i] = step[i]
        solve_positive(curvature, step)
        decrement = 0.0
        for i in range(size):
            decrement += along[i] * step[i]
        if not decrement > _DECREMENT or not math.isfinite(decrement):
            return
        length, found = 1.0, -math.inf
        while length > _SHORTEST:
            for i in range(size):
                new[i] = x[i] + length * step[i]
            found = barrier(start, slope, weight, new)
            if found > value:
                break
            length *= 0.5
        if not found > value:  # rounding
            return
        for i in range(size):
            x[i] = new[i]
        value = found
        if x[last] > sufficient:
            return


@routine
def cone_rows(start: FloatArray, slope: FloatArray, k: int, x: FloatArray) -> tuple[float, float, float]:
    """Return r, t₁ and t₂ of cone k."""
    r, t, u = start[k, 0], start[k, 1], start[k, 2]
    for i in range(x.shape[0]):
        r += slope[k, 0, i] * x[i]
        t += slope[k, 1, i] * x[i]
        u += slope[k, 2, i] * x[i]
    return r, t, u


@routine
def barrier(start: FloatArray, slope: FloatArray, weight: float, x: FloatArray) -> float:
    """Return weight · s + Σ log(r² − |t|²) + log(1 − s); −∞ outside."""
    s = x[x.shape[0] - 1]
    if s >= 1.0:
        return -math.inf
    total = weight * s + log(1.0 - s)
    for k in range(start.shape[0]):
        r, t, u = cone_rows(start, slope, k, x)
        side = math.sqrt(t * t + u * u)
        if not r > side:
            return -math.inf
        total += log((r - side) * (r + side))
    return total


@routine
def solve_positive(a: FloatArray, b: FloatArray) -> None:
    """Turn b into the solution of a · x = b by a = L D Lᵀ; only the lower half of a, positive or singular, is read.

    Free forces that no cone feels have no curvature: pivots below rounding leave their unknown at zero.
    """
    size, trace = b.shape[0], 0.0
    for i in range(size):
        trace += a[i, i]
    least = _RIDGE * trace
    for j in range(size):
        for k in range(j):
            a[j, j] -= a[j, k] * a[j, k] * a[k, k]
        for i in range(j + 1, size):
            for k in range(j):
                a[i, j] -= a[i, k] * a[j, k] * a[k, k]
            a[i, j] = a[i, j] / a[j, j] if a[j, j] > least else 0.0
    for i in range(size):
        for k in range(i):
            b[i] -= a[i, k] * b[k]
    for i in range(size):
        b[i] = b[i] / a[i, i] if a[i, i] > least else 0.0
    for i in range(size):
        k = size - 1 - i
        for j in range(k + 1, size):
            b[k] -= a[j, k] * b[j]
