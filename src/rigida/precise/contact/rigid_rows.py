"""The complementarity problem of chosen rows that do not yield: Lemke's method, or sweeps and Newton's method."""

import numpy as np

from rigida.arrays import FlagArray, FloatArray
from rigida.precise.contact.cone_newton import polish
from rigida.precise.contact.cone_solver import solve_cones
from rigida.precise.contact.lemke import lemke
from rigida.precise.contact.one_sided import OneSided

#: Sweeps of a solution at most, those before the first try to end it by Newton's method, and how many, for each row,
#: take as long as such a try.
_SWEEPS, _SWEEPS_BEFORE, _POLISHING = 20_000, 500, 20
#: Products that all sweeps of a solution may take: half a second. Few rows have all their sweeps, hundreds fewer.
_PRODUCTS = 500_000_000


def solve_one_sided(
    one: OneSided,
    matrix: FloatArray,
    free: FloatArray,
    unilateral: FlagArray,
    blocks: FlagArray,
    sliding: FlagArray,
    direction: FloatArray,
    products: int = _PRODUCTS,
    guess: FloatArray | None = None,
    tolerance: float | None = None,
    slips: FlagArray | None = None,
) -> FloatArray:
    """Return the forces or impulses (k,) of the chosen unilateral rows and blocks that solve the complementarity
    problem.

    guess (k,): where to start; tolerance: by how much rates may change in a last sweep, rounding if not given. slips
    (b,): blocks with kinetic friction; default those that slide along `direction`.
    """
    z = np.zeros(one.rows) if guess is None else guess.copy()
    rows = np.flatnonzero(unilateral)
    if not blocks.any() and tolerance is None:
        exact = lemke(matrix[np.ix_(rows, rows)], free[rows])
        if exact is not None:
            z[rows] = exact
            return z
    chosen = np.flatnonzero(blocks)
    spans = [np.arange(one.block_row[b], one.block_row[b] + one.block_size[b]) for b in chosen]
    own = np.concatenate([rows, *spans]).astype(np.intp)
    place = np.full(one.rows + 1, -1, dtype=np.int32)
    place[own] = np.arange(len(own))
    # Rows that are not chosen have no force.
    matrix, free, x = matrix[np.ix_(own, own)], free[own], z[own]
    problem = (
        matrix,
        free,
        place[rows],
        place[one.block_row[chosen]],
        one.block_size[chosen],
        np.where(one.block_normal[chosen] >= 0, place[one.block_normal[chosen]], -1).astype(np.int32),
        one.coefficients(sliding if slips is None else slips)[chosen],
        one.bound[chosen],
        sliding[chosen].astype(np.int32),
        direction[chosen],
        x,
    )
    left = min(_SWEEPS, products // max(1, len(own) * len(own)))
    converged = 1e-14 * max(1.0, float(np.abs(free).max(initial=0.0))) if tolerance is None else tolerance
    # Newton's method is tried after as many sweeps as it takes time, then after twice as many, and so on.
    sweeps = max(_SWEEPS_BEFORE, _POLISHING * len(own))
    while left > 0:
        if solve_cones(*problem, min(left, sweeps), converged) <= converged:
            break
        left -= sweeps
        if left > 0 and polish(*problem):
            break
        sweeps *= 2
    z[own] = x
    return z
