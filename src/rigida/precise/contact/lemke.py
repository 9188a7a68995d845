"""Lemke's algorithm for the linear complementarity problem w = M z + q, w ≥ 0, z ≥ 0, w·z = 0.

Renhe 2006, 3.2.3: all contacts of a frictionless configuration at once. A covering variable makes z = 0 feasible, then
pivots follow the complement of what has left the basis. Ties are broken lexicographically, so it never cycles; for the
positive semidefinite matrices of contacts it ends with a solution whenever there is one.
"""

import numpy as np

from rigida.arrays import FloatArray, IndexArray

#: Entries below this part of the largest one in their column are rounding.
_ROUNDING = 1e-12


def lemke(matrix: FloatArray, q: FloatArray) -> FloatArray | None:
    """Return z (n,), or None where the problem has no solution."""
    n = len(q)
    if n == 0 or (q >= 0.0).all():
        return np.zeros(n)
    # Columns: w (0..n−1), z (n..2n−1), the covering variable (2n), the constants; basis holds a column per row.
    tableau = np.hstack([np.eye(n), -matrix, -np.ones((n, 1)), q.reshape(n, 1)])
    basis = np.arange(n)
    cover = 2 * n
    row = _lexicographic_least(tableau, np.arange(n), np.ones(n))
    entering = cover
    for _ in range(50 * (n + 1)):
        leaving = int(basis[row])
        tableau[row] /= tableau[row, entering]
        others = np.arange(n) != row
        tableau[others] -= np.outer(tableau[others, entering], tableau[row])
        basis[row] = entering
        if leaving == cover:
            break
        entering = leaving + n if leaving < n else leaving - n
        column = tableau[:, entering]
        rows = np.flatnonzero(column > _ROUNDING * max(1.0, float(np.abs(column).max())))
        if not len(rows):
            return None
        row = _lexicographic_least(tableau, rows, column[rows])
        covering = np.flatnonzero(basis[rows] == cover)
        if len(covering) and _ratios_equal(tableau, rows[covering[0]], row, entering):
            row = int(rows[covering[0]])
    else:
        return None
    z = np.zeros(n)
    for r in range(n):
        if n <= basis[r] < cover:
            z[basis[r] - n] = max(tableau[r, -1], 0.0)
    return z


def _lexicographic_least(tableau: FloatArray, rows: IndexArray, divisor: FloatArray) -> int:
    """Return the row whose (constant, w columns) divided by the divisor is least in dictionary order."""
    n = tableau.shape[0]
    keys = tableau[rows][:, [-1, *range(n)]] / divisor[:, None]
    return int(rows[np.lexsort(keys.T[::-1])[0]])


def _ratios_equal(tableau: FloatArray, first: int, second: int, column: int) -> bool:
    """Return whether two rows reach zero together; the covering variable then leaves, which ends the search."""
    a, b = tableau[first, -1] / tableau[first, column], tableau[second, -1] / tableau[second, column]
    return bool(abs(a - b) <= _ROUNDING * max(1.0, abs(a), abs(b)))
