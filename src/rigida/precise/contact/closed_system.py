"""Forces of rows that stand still, by as many equations as the bodies have freedoms.

Rows A (u, r) stand still; B (u, r) is what their forces do to the motion, friction of slides included (B = A where
nothing slides; coordinates of `yielding`). Wanted are the forces z with

    A Bᵀ z + q = 0,        z = A x

of which there is one: contacts share a load like equal springs, however stiff. Some of the columns of A are independent
(J), the others their combinations A = A_J [1 T]. With S = AᵀA and R = B_J + B_F Tᵀ (F: the columns that depend)

    Rᵀ A_J x = −S_JJ⁻¹ A_Jᵀ q,        z = A_J x

S_JJ and J come from Cholesky's method with pivoting (Golub and Van Loan 2013, 4.2.8), in the order of the bodies where
pivots allow it, so that what is zero stays so. Forces with Rᵀ z = 0 move nothing.
"""

import math

import numpy as np

from rigida.arrays import FloatArray, IndexArray, IntArray
from rigida.jit.decorators import kernel, routine
from rigida.math.dense import null_space, orthonormal
from rigida.precise.contact.sparse import (
    add_outer,
    factor_sparse,
    impulses_to_motion,
    list_entries,
    solve_factored,
)

#: Columns whose square, without what others explain, is below this part of the largest one are dependent.
_CUT = 1e-11
#: Pivots are taken in the order of the bodies while they are above these parts of what they were at first.
_KEEP_ORDER, _LOWER = 1e-3, 1e-7
#: Effects below this part of the largest one are rounding.
_NO_EFFECT = 1e-9


class ClosedSystem:
    """The equations of one instant."""

    def __init__(self, still: FloatArray, driven: FloatArray) -> None:
        rank = still.shape[1]
        self._finite = bool(np.isfinite(still).all() and np.isfinite(driven).all())
        chosen, self._order = np.zeros(rank, dtype=np.int32), np.zeros(rank, dtype=np.int32)
        lower, matrix, reduced, count = np.zeros((rank, rank)), np.zeros(rank * rank), np.zeros_like(still), 0
        if self._finite:
            count = int(factor_closed(still, driven, chosen, lower, reduced, matrix, self._order))
        self._own = np.ascontiguousarray(still[:, chosen[:count]])
        self._lower = np.ascontiguousarray(lower[chosen[:count], :count])
        self._reduced = np.ascontiguousarray(reduced[:, :count])
        self._matrix, self._order = matrix[: count * count].reshape(count, count), self._order[:count]

    def solve(self, rate: FloatArray) -> FloatArray:
        """Return the forces (u,) that bring rows of these rates or accelerations (u,) to zero."""
        forces = np.full(len(self._own), 0.0 if self._finite else np.nan)
        if self._finite:
            solve_closed(self._own, self._reduced, self._lower, self._matrix, self._order, rate, forces)
        return forces

    def without_effect(self, forces: FloatArray) -> FloatArray:
        """Return forces (u,) without the part that moves the rows."""
        idle = forces.copy()
        if self._finite:
            remove_effect(self._own, self._reduced, self._matrix, self._order, idle)
        return idle

    def groups(self, together: IntArray) -> IntArray:
        """Return a number for each force (u,), equal for those that can be redistributed only together.

        together (u,): for each force one that stands before it or itself, with which limits join it.
        """
        group = together.copy()
        if self._finite:
            group_forces(self._own, self._reduced, self._matrix, self._order, group)
        return group

    def free_forces(self, chosen: IndexArray | slice = slice(None)) -> FloatArray:
        """Return an orthonormal basis (u', p) of the chosen forces that move nothing."""
        reduced = self._reduced[chosen]
        size = np.sqrt(np.einsum("ij,ij->i", reduced, reduced))
        size[size == 0.0] = 1.0  # of forces that joints bear
        basis = null_space(np.ascontiguousarray((reduced / size[:, None]).T), _NO_EFFECT) / size[:, None]
        return orthonormal(basis)


@kernel
def factor_closed(
    a: FloatArray,
    b: FloatArray,
    chosen: IntArray,
    lower: FloatArray,
    reduced: FloatArray,
    mixed: FloatArray,
    order: IntArray,
) -> int:
    """Fill J (c,), L (r, c) with S = L Lᵀ, R (u, c) and the factored matrix (c c,) of x; return c."""
    count, rank = a.shape[0], a.shape[1]
    start, column = np.zeros(count + 1, dtype=np.int32), np.zeros(count * rank, dtype=np.int32)
    list_entries(a, start, column)
    s = np.zeros((rank, rank))
    for k in range(count):
        add_outer(a, start, column, k, k, 1.0, s)
    size = factor_columns(s, chosen, lower)
    place, t = np.zeros(rank, dtype=np.int32), np.zeros(rank)
    for f in range(rank):
        place[f] = -1
    for p in range(size):
        place[chosen[p]] = p
    for f in range(rank):
        if place[f] < 0:
            for p in range(size):
                t[p] = lower[f, p]
            for i in range(size):  # T of this column, by L_Jᵀ
                p = size - 1 - i
                t[p] /= lower[chosen[p], p]
                if t[p] != 0.0:
                    for m in range(p):
                        t[m] -= lower[chosen[p], m] * t[p]
        for k in range(count):
            if b[k, f] != 0.0:
                if place[f] >= 0:
                    reduced[k, place[f]] += b[k, f]
                else:
                    for p in range(size):
                        reduced[k, p] += b[k, f] * t[p]
    matrix = mixed[: size * size].reshape((size, size))
    for k in range(count):
        for p in range(size):
            if reduced[k, p] != 0.0:
                for m in range(start[k], start[k + 1]):
                    if place[column[m]] >= 0:
                        matrix[p, place[column[m]]] += reduced[k, p] * a[k, column[m]]
    factor_sparse(matrix, order[:size])
    return size


@routine
def factor_columns(s: FloatArray, chosen: IntArray, lower: FloatArray) -> int:
    """Fill which columns are independent, J (c,), and L (r, c) of S (r, r), which is overwritten; return c."""
    rank, size, largest = s.shape[0], 0, 0.0
    first, used, entries = np.zeros(rank), np.zeros(rank, dtype=np.int32), np.zeros(rank, dtype=np.int32)
    for i in range(rank):
        first[i] = s[i, i]
        largest = max(largest, s[i, i])
    for part in (_KEEP_ORDER, _LOWER, 0.0):
        for i in range(rank):
            if used[i] == 1 or s[i, i] <= max(part * first[i], _CUT * largest):
                continue
            root, filled = math.sqrt(s[i, i]), 0
            for j in range(rank):
                if used[j] == 0 and s[j, i] != 0.0:
                    lower[j, size] = s[j, i] / root
                    entries[filled] = j
                    filled += 1
            used[i] = 1
            chosen[size] = i
            for m in range(filled):
                for k in range(filled):
                    s[entries[m], entries[k]] -= lower[entries[m], size] * lower[entries[k], size]
            size += 1
    return size


@kernel
def solve_closed(
    own: FloatArray,
    reduced: FloatArray,
    lower: FloatArray,
    matrix: FloatArray,
    order: IntArray,
    q: FloatArray,
    z: FloatArray,
) -> None:
    """Fill the forces z (u,) that balance the rates q (u,); own: A_J, lower: L_J, matrix: factored, of x."""
    count, size = own.shape[0], own.shape[1]
    start, column = np.zeros(count + 1, dtype=np.int32), np.zeros(count * size, dtype=np.int32)
    list_entries(own, start, column)
    target, left = np.zeros(size), np.zeros(size)
    impulses_to_motion(own, start, column, q, target)
    for p in range(size):
        target[p] = -target[p]
        for m in range(p):
            target[p] -= lower[p, m] * target[m]
        target[p] /= lower[p, p]
    for i in range(size):
        p = size - 1 - i
        target[p] /= lower[p, p]
        if target[p] != 0.0:
            for m in range(p):
                target[m] -= lower[p, m] * target[p]
    for p in range(size):
        left[p] = target[p]
    for again in range(2):  # what rounding leaves is balanced once more
        solve_factored(matrix, order, left)
        for k in range(count):
            for n in range(start[k], start[k + 1]):
                z[k] += own[k, column[n]] * left[column[n]]
        if again == 0:
            for p in range(size):
                left[p] = target[p]
            add_effect(reduced, z, -1.0, left)


@kernel
def remove_effect(own: FloatArray, reduced: FloatArray, matrix: FloatArray, order: IntArray, z: FloatArray) -> None:
    """Take away from z (u,) the forces in the range of A_J that move as much."""
    x = np.zeros(own.shape[1])
    add_effect(reduced, z, 1.0, x)
    solve_factored(matrix, order, x)
    for k in range(own.shape[0]):
        for p in range(own.shape[1]):
            z[k] -= own[k, p] * x[p]


@routine
def add_effect(reduced: FloatArray, z: FloatArray, part: float, x: FloatArray) -> None:
    """Add a part of Rᵀ z to x (c,)."""
    for k in range(reduced.shape[0]):
        for p in range(reduced.shape[1]):
            x[p] += part * z[k] * reduced[k, p]


@kernel
def group_forces(own: FloatArray, reduced: FloatArray, matrix: FloatArray, order: IntArray, group: IntArray) -> None:
    """Give forces (u,) one number that appear together in 1 − A_J (Rᵀ A_J)⁻¹ Rᵀ, which leaves what moves nothing."""
    count, size = own.shape[0], own.shape[1]
    start, column = np.zeros(count + 1, dtype=np.int32), np.zeros(count * size, dtype=np.int32)
    list_entries(own, start, column)
    length, x = np.zeros(count), np.zeros(size)
    for k in range(count):
        for p in range(size):
            length[k] += own[k, p] * own[k, p]
        length[k] = math.sqrt(length[k])
    for k in range(count):
        if length[k] == 0.0:
            continue
        for p in range(size):
            x[p] = reduced[k, p] / length[k]
        solve_factored(matrix, order, x)
        for m in range(count):
            effect = 0.0
            for n in range(start[m], start[m + 1]):
                effect += own[m, column[n]] * x[column[n]]
            if m != k and abs(effect) * length[m] > _NO_EFFECT:
                join(group, k, m)
    for k in range(count):
        group[k] = first_of(group, k)


@routine
def join(group: IntArray, k: int, m: int) -> None:
    """Give k and m one number, the lower of the two."""
    one, other = first_of(group, k), first_of(group, m)
    group[max(one, other)] = min(one, other)


@routine
def first_of(group: IntArray, k: int) -> int:
    """Return the number of k: where the chain of lower numbers ends."""
    while group[k] != k:
        k = group[k]
    return k
