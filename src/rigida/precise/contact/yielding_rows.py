"""The complementarity problem of one-sided rows that yield a little, in the coordinates of `yielding`."""

import math
from dataclasses import dataclass

import numpy as np

from rigida.arrays import FlagArray, FloatArray, IntArray
from rigida.constraints.joint_set import JointSet
from rigida.dynamics.model import DYNAMIC, Model
from rigida.jit.decorators import kernel
from rigida.math.dense import euclidean_norm, product
from rigida.precise.contact.one_sided import OneSided
from rigida.precise.contact.responses import free_compliance
from rigida.precise.contact.rigid_rows import solve_one_sided
from rigida.precise.contact.sparse import multiply_sparse
from rigida.precise.contact.yielding import factor_response, solve_yielding

#: Compliance of rows as a part of the largest that bodies have at one: what it changes lies below the part by which
#: loads must exceed their limit before modes are decided, and well above rounding.
YIELDING = 1e-9
#: The largest for which a solution is better than what sweeps would find.
_MOST_YIELDING = 1e-5
#: Compliance of rows where rounds take back what they yield, and how many of these there are at most: each leaves about
#: twenty times this part of the error of the one before.
_FIRST_LEVEL, _ROUNDS = 1e-5, 5
#: Products that sweeps may take where Newton's method finds no solution: some hundredths of a second.
_PRODUCTS = 50_000_000


def response_root(joints: JointSet, model: Model) -> FloatArray:
    """Return L (n, 6, r), where L Lᵀ is what unit impulses do to the bodies; joints must be factored."""
    count = model.body_count
    response = joints.respond(np.eye(6 * count).reshape(6 * count, count, 6)).reshape(6 * count, 6 * count)
    scale = np.zeros((count, 6))
    scale[:, :3], scale[:, 3:] = model.inv_mass[:, None], model.inv_inertia.max(axis=1)[:, None]
    scale[model.motion != DYNAMIC] = 0.0
    root = np.zeros_like(response)
    rank = int(factor_response(response, scale.ravel(), root))
    return np.ascontiguousarray(root[:, :rank]).reshape(count, 6, rank)


def row_factor(rows: FloatArray, root: FloatArray) -> FloatArray:
    """Return A (k, r) of rows (k, n, 6): A Aᵀ is how impulses in each row change all rows."""
    rank = root.shape[2]
    factor = np.zeros((len(rows), rank))
    multiply_sparse(rows.reshape(len(rows), root.shape[0] * 6), root.reshape(root.shape[0] * 6, rank), rank, factor)
    return factor


def response_factor(joints: JointSet, model: Model, rows: FloatArray) -> FloatArray:
    """Return A (k, r) of rows (k, n, 6), from the motion of the bodies or, where there are fewer rows, from these."""
    if not len(joints.multiplier) and not joints.holds_couplings:
        touched = np.flatnonzero(rows.any(axis=(0, 2)) & (model.motion == DYNAMIC)).astype(np.int32)
        factor = np.zeros((len(rows), 6 * len(touched)))
        fill_free_factor(rows, touched, joints.frames.inverse, factor)
        return factor
    if len(rows) >= 6 * np.count_nonzero(model.motion == DYNAMIC):
        return row_factor(rows, response_root(joints, model))
    response = joints.respond(rows)
    compliance = np.einsum("kij,lij->kl", rows, response)
    factor = np.zeros_like(compliance)
    rank = int(factor_response(compliance, free_compliance(model, rows, response), factor))
    return np.ascontiguousarray(factor[:, :rank])


@kernel
def fill_free_factor(rows: FloatArray, touched: IntArray, inverse: FloatArray, factor: FloatArray) -> None:
    """Fill A (k, 6 m), zeros at first, of rows (k, n, 6) on m bodies without joints, by Cholesky's method for each.

    inverse (n, 7): inverse masses, and inverse inertias in the world, upper triangles by rows.
    """
    for m in range(touched.shape[0]):
        i = touched[m]
        root, a = math.sqrt(inverse[i, 0]), math.sqrt(inverse[i, 1])
        b, c = (inverse[i, 2] / a, inverse[i, 3] / a) if a > 0.0 else (0.0, 0.0)
        d = math.sqrt(max(0.0, inverse[i, 4] - b * b))
        e = (inverse[i, 5] - b * c) / d if d > 0.0 else 0.0
        f = math.sqrt(max(0.0, inverse[i, 6] - c * c - e * e))
        for k in range(rows.shape[0]):
            x, y, z = rows[k, i, 3], rows[k, i, 4], rows[k, i, 5]
            for h in range(3):
                factor[k, 6 * m + h] = root * rows[k, i, h]
            factor[k, 6 * m + 3] = a * x + b * y + c * z
            factor[k, 6 * m + 4] = d * y + e * z
            factor[k, 6 * m + 5] = f * z


@dataclass(frozen=True, eq=False)
class Problem:
    """Chosen unilateral rows and friction blocks: A (k, r) of `row_factor`, free (k,) the rates or accelerations
    without their forces, and what `solve_yielding` needs to know of them."""

    factor: FloatArray
    free: FloatArray
    chosen: tuple[IntArray, IntArray, IntArray, IntArray, FloatArray, FloatArray, IntArray, FloatArray]

    @property
    def compliance(self) -> float:
        """The largest compliance of a row."""
        return float((self.factor * self.factor).sum(axis=1).max(initial=0.0))

    def solve(self, level: float, known: FloatArray, z: FloatArray, motion: FloatArray) -> float:
        """Fill forces or impulses z (k,), a guess at first, and the bodies' motion (r,); return the level reached.

        level: compliance as a part of the largest. What rows have yielded under `known` forces (k,) is taken back.
        """
        free = self.free - level * self.compliance * known if known.any() else self.free
        return float(solve_yielding(self.factor, free, *self.chosen, level, z, motion))


def make_problem(
    one: OneSided,
    factor: FloatArray,
    free: FloatArray,
    unilateral: FlagArray,
    blocks: FlagArray,
    sliding: FlagArray,
    direction: FloatArray,
    slips: FlagArray,
) -> Problem:
    """Return the problem of chosen unilateral rows and blocks; slips (b,): blocks with kinetic friction."""
    rows, chosen = np.flatnonzero(unilateral), np.flatnonzero(blocks)
    place = np.full(one.unilateral + 1, -1, dtype=np.int32)
    place[rows] = np.arange(len(rows))
    numbers = (
        rows.astype(np.int32),
        one.block_row[chosen],
        one.block_size[chosen],
        np.where(one.block_normal[chosen] >= 0, place[one.block_normal[chosen]], -1).astype(np.int32),
        one.coefficients(slips)[chosen],
        one.bound[chosen],
        sliding[chosen].astype(np.int32),
        direction[chosen],
    )
    return Problem(factor, free, numbers)


def solve_yielding_rows(
    one: OneSided,
    factor: FloatArray,
    free: FloatArray,
    unilateral: FlagArray,
    blocks: FlagArray,
    sliding: FlagArray,
    direction: FloatArray,
) -> tuple[FloatArray, FloatArray, float]:
    """Return forces (k,) of the chosen unilateral rows and blocks, the motion of the bodies (r,), and the compliance
    [absolute]."""
    problem = make_problem(one, factor, free, unilateral, blocks, sliding, direction, sliding)
    z, motion = np.zeros(one.rows), np.zeros(factor.shape[1])
    reached = problem.solve(YIELDING, z, z, motion)
    if 0.0 < reached <= YIELDING:
        return z, motion, reached * problem.compliance
    shared = z.copy()
    moved, change = solve_by_multipliers(problem, shared, YIELDING * euclidean_norm(motion))
    if euclidean_norm(change) <= YIELDING * euclidean_norm(moved):
        return shared, moved, 0.0
    if 0.0 < reached <= _MOST_YIELDING:
        return z, motion, reached * problem.compliance
    compliance = YIELDING * problem.compliance
    matrix = product(factor, np.ascontiguousarray(factor.T))
    matrix[np.arange(one.rows), np.arange(one.rows)] += compliance
    z = solve_one_sided(one, matrix, free, unilateral, blocks, sliding, direction, _PRODUCTS)
    return z, product(z, factor), compliance


def solve_by_multipliers(problem: Problem, z: FloatArray, allowed: float) -> tuple[FloatArray, FloatArray]:
    """Fill impulses z (k,), a guess at first; return the motion of the bodies and the change of it in the last round.

    Rows yield in the first round. Each further one takes back by how much they have yielded under the impulses of the
    last one (the method of multipliers, Bertsekas 1982), until the motion changes by no more than `allowed`. Friction
    can keep rounds from converging; the change of the last one is then what the motion may miss by.
    """
    level, known, motion = _FIRST_LEVEL, np.zeros(len(z)), np.zeros(problem.factor.shape[1])
    change = motion
    for _ in range(_ROUNDS):
        before = motion.copy()
        level = max(level, problem.solve(level, known, z, motion))
        change = motion - before
        if euclidean_norm(change) <= allowed:
            break
        known = z.copy()
    return motion, change
