"""Newton's method for complementarity with friction on round cones: the last digits that sweeps take long to reach.

The problem of `cone_solver` as equations, with the compliance of each row as the unit of w (ρ = 1/W_ii):

    z_n = max(0, z_n − ρ w_n),    z_t = P(z_t − ρ w_t),    P the projection on the disk of radius c z_n + d

Both sides are smooth between a few kinks, so that Newton's method converges quadratically from nearby (Alart and
Curnier 1991). Redundant contacts make the equations singular; the least step is taken.
"""

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.math.dense import euclidean_norm, least_squares, product

_STEPS = 12
#: Converged when the equations hold to this part of the largest force.
_SATISFIED = 1e-13


def polish(
    w_matrix: FloatArray,
    q: FloatArray,
    unilateral_row: IntArray,
    block_row: IntArray,
    block_size: IntArray,
    block_normal: IntArray,
    coefficient: FloatArray,
    bound: FloatArray,
    sliding: IntArray,
    direction: FloatArray,
    z: FloatArray,
) -> bool:
    """Improve z (k,) to a solution and return whether it has become one; it is not changed if none is near.

    The arguments are those of `solve_cones`.
    """
    blocks = [
        (np.arange(first, first + size), int(unilateral_row[n]) if n >= 0 else -1)
        for first, size, n in zip(block_row, block_size, block_normal, strict=True)
    ]
    chosen = np.concatenate([unilateral_row, *(rows for rows, _ in blocks)]).astype(np.intp)
    place = {int(row): k for k, row in enumerate(chosen)}
    matrix, free = w_matrix[np.ix_(chosen, chosen)], q[chosen]
    rate = 1.0 / np.maximum(np.diag(matrix), 1e-12 * np.diag(matrix).max(initial=1.0))
    x = z[chosen]
    spans = [(np.array([place[int(r)] for r in rows]), place[normal] if normal >= 0 else -1) for rows, normal in blocks]
    for _ in range(_STEPS):
        w = product(matrix, x) + free
        error, slope = _equations(
            len(unilateral_row), spans, coefficient, bound, sliding, direction, matrix, rate, w, x
        )
        if np.abs(error).max(initial=0.0) <= _SATISFIED * max(
            float(np.abs(x).max(initial=0.0)), float((np.abs(free) * rate).max(initial=0.0))
        ):
            z[chosen] = x
            return True
        x = x - least_squares(slope, error, 1e-12)
        if not np.isfinite(x).all():
            return False
    return False


def _equations(
    unilateral: int,
    spans: list[tuple[IntArray, int]],
    coefficient: FloatArray,
    bound: FloatArray,
    sliding: IntArray,
    direction: FloatArray,
    matrix: FloatArray,
    rate: FloatArray,
    w: FloatArray,
    x: FloatArray,
) -> tuple[FloatArray, FloatArray]:
    """Return by how much the equations are missed (k,), and their slope (k, k)."""
    error, slope = np.zeros(len(x)), np.zeros((len(x), len(x)))
    for k in range(unilateral):
        if x[k] - rate[k] * w[k] > 0.0:
            error[k], slope[k] = rate[k] * w[k], rate[k] * matrix[k]
        else:
            error[k], slope[k, k] = x[k], 1.0
    for b, (own, normal) in enumerate(spans):
        radius = bound[b] + (coefficient[b] * x[normal] if normal >= 0 else 0.0)
        step = rate[own].min()
        toward = x[own] - step * w[own]
        length = euclidean_norm(toward)
        if sliding[b] == 1:
            unit = -direction[b, : len(own)]
        elif length <= radius:
            error[own], slope[own] = step * w[own], step * matrix[own]
            continue
        else:
            unit = toward / length
            across = (max(radius, 0.0) / length) * (np.eye(len(own)) - np.outer(unit, unit))
            slope[own] += product(across, step * matrix[own])
            slope[np.ix_(own, own)] -= across
        error[own] = x[own] - radius * unit
        slope[own, own] += 1.0
        if normal >= 0:
            slope[own, normal] -= coefficient[b] * unit
    return error, slope
