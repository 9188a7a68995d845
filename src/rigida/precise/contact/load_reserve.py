"""Load reserve of resting contacts: how far some admissible distribution of the contact forces is from its limits.

Redundant contacts (four corners of a box) leave their forces indeterminate: z = z₀ + N y balances the same loads for
every y, where the columns of N change no acceleration. Which share a corner carries must not decide whether the
body slips. A patch holds as long as one distribution lies within all limits, so the reserve is the largest s with

    z_n ≥ s u   for every unilateral row,    |z_t| ≤ c z_n + d − s u   for every friction block,      s ≤ 1

u being the force that gives the row the scale of acceleration at hand. This is a second-order cone program; it is
solved by a barrier method (`reserve_barrier`).
The statement is the lower-bound theorem of limit analysis with friction cones.
"""

from dataclasses import dataclass

import numpy as np

from rigida.arrays import FloatArray, IndexArray
from rigida.math.dense import product
from rigida.math.nonnegative import nonnegative_least_squares
from rigida.precise.contact.reserve_barrier import maximize_reserve

#: Squared misses of the problem of least distance below this are those of one without solution.
_FREE = 1e-9


@dataclass(frozen=True, eq=False)
class Limits:
    """Cones of m margins: r = radius · z + constant must exceed |side · z|.

    radius (m, k), constant (m,), side (m, 2, k) in the k unknown forces; unit (m,): the force that counts as one; owner
    (m,): the unknown whose unit that is.
    """

    radius: FloatArray
    constant: FloatArray
    side: FloatArray
    unit: FloatArray
    owner: IndexArray

    def margins(self, z: FloatArray) -> FloatArray:
        """Return the margins (m,) of forces z (k,), in units."""
        margin = product(self.radius, z) + self.constant - np.linalg.norm(product(self.side, z), axis=1)
        return np.asarray(margin / self.unit)

    def least(self, z: FloatArray) -> float:
        """Return the least margin of forces z (k,), in units."""
        return float(self.margins(z).min(initial=1.0))

    def of(self, margins: IndexArray, forces: IndexArray) -> "Limits":
        """Return some of the margins, in some of the forces, on which alone they depend."""
        columns = self.radius[np.ix_(margins, forces)], self.side[np.ix_(margins, np.arange(2), forces)]
        place = np.searchsorted(forces, self.owner[margins])
        return Limits(columns[0], self.constant[margins], columns[1], self.unit[margins], place)


def without_pulling(z: FloatArray, free: FloatArray, unilateral: int) -> FloatArray:
    """Return the forces nearest to z (k,) among z + free · y whose first `unilateral` only push; z where there are
    none.

    A problem of least distance, as one of least squares with non-negative unknowns (Lawson and Hanson 1974, ch. 23).
    """
    scale = float(np.abs(z).max())
    if not free.shape[1] or not np.isfinite(scale):
        return z
    right = np.zeros(free.shape[1] + 1)
    right[-1] = 1.0
    columns = np.vstack([free[:unilateral].T, -z[:unilateral] / scale])
    missed = product(columns, nonnegative_least_squares(columns, right)) - right
    # At the solution the last entry is −|missed|²; forces near 1/|missed| times the present ones are zero.
    if missed[-1] > -_FREE:
        return z
    return np.asarray(z - product(free, scale * missed[:-1] / missed[-1]))


def load_reserve(limits: Limits, z: FloatArray, free: FloatArray, sufficient: float = 1.0) -> tuple[float, FloatArray]:
    """Return the largest reserve among the forces z + free · y, at most 1, and these forces (k,).

    Any reserve above `sufficient` will do.
    """
    least = limits.least(z)
    if not free.shape[1] or least >= sufficient or not np.isfinite(z).all():
        return least, z
    unit = limits.unit[:, None]
    # Rows r, t₁, t₂ of every cone in units: constants (m, 3) and their dependence on y and s (m, 3, p + 1).
    start = (
        np.concatenate([((product(limits.radius, z) + limits.constant)[:, None]), product(limits.side, z)], axis=1)
        / unit
    )
    slope = np.zeros((len(start), 3, free.shape[1] + 1))
    slope[:, 0, :-1] = product(limits.radius, free) / unit
    slope[:, 1:, :-1] = product(limits.side, free) / unit[:, :, None]
    slope[:, 0, -1] = -1.0
    x = np.zeros(free.shape[1] + 1)
    x[-1] = min(least, 1.0) - 1.0
    maximize_reserve(start, slope, sufficient, x)
    return float(x[-1]), z + product(free, x[:-1])


def make_limits(
    pushing: IndexArray,
    blocks: list[tuple[IndexArray, int, float, float]],
    unit: FloatArray,
    count: int,
) -> Limits:
    """Return the limits of `count` unknown forces.

    pushing: unilateral unknowns; blocks: (unknowns of one or two rows, their unilateral unknown or −1, coefficient,
    bound); unit (count,).
    """
    total = len(pushing) + len(blocks)
    radius, constant, side = np.zeros((total, count)), np.zeros(total), np.zeros((total, 2, count))
    radius[np.arange(len(pushing)), pushing] = 1.0
    owner = np.concatenate([pushing, [rows[0] for rows, *_ in blocks]]).astype(np.intp)
    for m, (rows, normal, coefficient, bound) in enumerate(blocks, len(pushing)):
        if normal >= 0:
            radius[m, normal] = coefficient
        constant[m] = bound
        side[m, np.arange(len(rows)), rows] = 1.0
    return Limits(radius, constant, side, unit[owner], owner)
