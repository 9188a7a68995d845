"""Small dense linear algebra in a fixed order of operations: the same bits on every processor.

BLAS and LAPACK choose their loops by processor, and with them the rounding. What decides a state uses these instead:
products summed by `numpy.einsum`, Householder reflections with column pivoting (Golub and Van Loan 2013, 5.4.2), the
complete orthogonal decomposition for systems of incomplete rank (5.4.7), and Jacobi's rotations for symmetric matrices
(8.5.2).
"""

import math

import numpy as np
from numpy.typing import ArrayLike

from rigida.arrays import FloatArray, IntArray
from rigida.jit.decorators import kernel, routine

_SWEEPS = 50
_SUBSCRIPTS = {(1, 1): "i,i->", (2, 1): "ij,j->i", (1, 2): "i,ij->j", (2, 2): "ij,jk->ik"} | {
    (3, 1): "hij,j->hi",
    (3, 2): "hij,jk->hik",
}


def product(a: FloatArray, b: FloatArray) -> FloatArray:
    """Return a @ b of vectors and matrices; a may be a stack of matrices."""
    return np.asarray(np.einsum(_SUBSCRIPTS[np.ndim(a), np.ndim(b)], a, b))


def dot(a: FloatArray, b: FloatArray) -> float:
    """Return the scalar product of two vectors."""
    return float(np.multiply(a, b).sum())


def euclidean_norm(a: ArrayLike) -> float:
    """Return the Euclidean norm of a vector."""
    numbers = np.asarray(a, dtype=np.float64)
    return math.sqrt(dot(numbers, numbers))


class Factored:
    """A matrix A (m, n) as A P = Q R, for solutions of least squares and of least size.

    cut: Columns of R whose diagonal is below this part of the first are taken as dependent.
    """

    def __init__(self, a: FloatArray, cut: float) -> None:
        self._rows = np.array(np.transpose(a), dtype=np.float64, order="C")
        self._finite = bool(np.isfinite(self._rows).all())
        n = len(self._rows)
        self._head, self._order = np.zeros(n), np.zeros(n, dtype=np.int32)
        self.rank = int(factor_rows(self._rows, self._head, self._order, cut))
        # Rank below n: the rows of [R₁₁ R₁₂] are factored in turn.
        self._upper = np.ascontiguousarray(np.triu(self._rows.T[: self.rank]))
        self._upper_head, self._upper_order = np.zeros(self.rank), np.zeros(self.rank, dtype=np.int32)
        if self.rank < n:
            factor_rows(self._upper, self._upper_head, self._upper_order, 0.0)

    def solve(self, b: FloatArray) -> FloatArray:
        """Return the minimum-norm solution x (n,) of least |A x − b|; NaN if A is not finite."""
        if not self._finite:
            return np.full(len(self._rows), np.nan)
        right, x = np.array(b, dtype=np.float64), np.zeros(len(self._rows))
        solve_factored(
            self._rows, self._head, self._order, self.rank, self._upper, self._upper_head, self._upper_order, right, x
        )
        return x


def least_squares(a: FloatArray, b: FloatArray, cut: float) -> FloatArray:
    """Return x (n,) of least |a x − b|, and of these the least one; a (m, n)."""
    return Factored(a, cut).solve(b)


def pseudo_inverse(a: FloatArray, cut: float) -> FloatArray:
    """Return the Moore–Penrose inverse (n, m) of a (m, n)."""
    factored = Factored(a, cut)
    columns = [factored.solve(unit) for unit in np.eye(len(a))]
    return np.array(columns).reshape(len(a), np.shape(a)[1]).T.copy()


def null_space(a: FloatArray, cut: float) -> FloatArray:
    """Return an orthonormal basis (n, p) of the vectors x with a x = 0, a (m, n)."""
    rows = np.array(a, dtype=np.float64, order="C")
    m, n = rows.shape
    head = np.zeros(m)
    rank = int(factor_rows(rows, head, np.zeros(m, dtype=np.int32), cut))
    return _columns(rows, head, rank, np.eye(n)[rank:])


def range_basis(a: FloatArray, cut: float) -> FloatArray:
    """Return an orthonormal basis (m, r) of the column space of a (m, n); NaN if a is not finite."""
    rows = np.array(np.transpose(a), dtype=np.float64, order="C")
    n, m = rows.shape
    if not np.isfinite(rows).all():
        return np.full((m, min(m, n)), np.nan)
    head = np.zeros(n)
    rank = int(factor_rows(rows, head, np.zeros(n, dtype=np.int32), cut))
    return _columns(rows, head, rank, np.eye(m)[:rank])


def orthonormal(a: FloatArray) -> FloatArray:
    """Return an orthonormal basis (m, n) of the space of the columns of a (m, n), which must be independent."""
    rows = np.array(np.transpose(a), dtype=np.float64, order="C")
    n, m = rows.shape
    head = np.zeros(n)
    factor_rows(rows, head, np.zeros(n, dtype=np.int32), 0.0)
    return _columns(rows, head, n, np.eye(m)[:n])


def _columns(rows: FloatArray, head: FloatArray, rank: int, units: FloatArray) -> FloatArray:
    """Return the columns of Q for unit vectors (p, n), as (n, p)."""
    for vector in units:
        reflect(rows, head, rank, True, vector)
    return np.ascontiguousarray(units.T)


def symmetric_eigen(a: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the eigenvalues (n,) of a symmetric matrix in ascending order, and its eigenvectors as columns (n, n)."""
    work = np.array(a, dtype=np.float64, order="C")
    axes = np.eye(len(work))
    rotate_to_diagonal(work, axes)
    values = np.diag(work)
    order = np.argsort(values, kind="stable")
    return values[order], axes[:, order]


@kernel
def factor_rows(v: FloatArray, head: FloatArray, order: IntArray, cut: float) -> int:
    """Factor Vᵀ P = Q R of vectors v (n, m) in place and return the rank.

    Row j of v then holds column j of R up to its diagonal, and the reflection's vector after it, whose first component
    is head[j]; row j was row order[j].
    """
    n, m = v.shape[0], v.shape[1]
    for j in range(n):
        order[j] = j
    first = 0.0
    for k in range(min(n, m)):
        best, most = k, -1.0
        for j in range(k, n):
            square = 0.0
            for i in range(k, m):
                square += v[j, i] * v[j, i]
            if square > most:
                best, most = j, square
        if k == 0:
            first = most
        if not most > cut * cut * first:
            return k
        for i in range(m):
            kept = v[k, i]
            v[k, i] = v[best, i]
            v[best, i] = kept
        index = order[k]
        order[k] = order[best]
        order[best] = index
        size = math.sqrt(most)
        diagonal = -math.copysign(size, v[k, k])
        head[k] = v[k, k] - diagonal
        v[k, k] = diagonal
        for j in range(k + 1, n):
            reflect_by(k, v, head, j, v)
    return min(n, m)


@routine
def reflect_by(k: int, v: FloatArray, head: FloatArray, j: int, x: FloatArray) -> None:
    """Reflect row j of x by the k-th reflection: x − u (u · x) / (|u|² / 2)."""
    along = head[k] * x[j, k]
    for i in range(k + 1, v.shape[1]):
        along += v[k, i] * x[j, i]
    along /= -head[k] * v[k, k]  # |u|² / 2 = −u₀ R_kk
    x[j, k] -= along * head[k]
    for i in range(k + 1, v.shape[1]):
        x[j, i] -= along * v[k, i]


@kernel
def reflect(v: FloatArray, head: FloatArray, rank: int, backward: bool, x: FloatArray) -> None:
    """Fill x (m,) with Q x (backward) or Qᵀ x."""
    row = x.reshape(1, x.size)
    for i in range(rank):
        reflect_by(rank - 1 - i if backward else i, v, head, 0, row)


@kernel
def solve_factored(
    v: FloatArray,
    head: FloatArray,
    order: IntArray,
    rank: int,
    upper: FloatArray,
    upper_head: FloatArray,
    upper_order: IntArray,
    right: FloatArray,
    x: FloatArray,
) -> None:
    """Fill x (n,) with the solution of least squares for right (m,), which is overwritten."""
    n, row = v.shape[0], right.reshape(1, right.size)
    for k in range(rank):
        reflect_by(k, v, head, 0, row)
    y = np.zeros((1, n))
    if rank == n:
        for i in range(n):
            k = n - 1 - i
            rest = right[k]
            for j in range(k + 1, n):
                rest -= v[j, k] * y[0, j]
            y[0, k] = rest / v[k, k]
    else:
        for k in range(rank):
            rest = right[upper_order[k]]
            for j in range(k):
                rest -= upper[k, j] * y[0, j]
            y[0, k] = rest / upper[k, k]
        for i in range(rank):
            reflect_by(rank - 1 - i, upper, upper_head, 0, y)
    for j in range(n):
        x[order[j]] = y[0, j]


@kernel
def rotate_to_diagonal(a: FloatArray, axes: FloatArray) -> None:
    """Turn a symmetric matrix into a diagonal one by Jacobi's rotations, which axes (n, n) takes along as columns."""
    n = a.shape[0]
    for _ in range(_SWEEPS):
        beside = 0.0
        for p in range(n):
            for q in range(p + 1, n):
                if abs(a[p, q]) > 1e-17 * (abs(a[p, p]) + abs(a[q, q])):
                    beside += 1.0
                    half = 0.5 * (a[q, q] - a[p, p]) / a[p, q]
                    t = math.copysign(1.0, half) / (abs(half) + math.sqrt(half * half + 1.0))
                    c = 1.0 / math.sqrt(t * t + 1.0)
                    s = t * c
                    for i in range(n):
                        x, y = a[i, p], a[i, q]
                        a[i, p], a[i, q] = c * x - s * y, s * x + c * y
                    for i in range(n):
                        x, y = a[p, i], a[q, i]
                        a[p, i], a[q, i] = c * x - s * y, s * x + c * y
                        x, y = axes[i, p], axes[i, q]
                        axes[i, p], axes[i, q] = c * x - s * y, s * x + c * y
                    a[p, q] = 0.0
                    a[q, p] = 0.0
        if beside == 0.0:
            return
