"""Radau IIA of order 5: an implicit method for stiff springs and dampers.

    Z_i = h Σ_j a_ij f(t + c_j h, y + Z_j),   y₁ = y + Z₃

The three stages are solved together by Newton's method. With A⁻¹ = T Λ T⁻¹ and W = T⁻¹ Z the linear systems fall apart
into one of the size of y and one of twice that size, (Λ/h − ∂f/∂y) ΔW = T⁻¹ f(y + Z) − (Λ/h) W, with ∂f/∂y by
differences at the start of the step. T is real, of the real and imaginary parts of eigenvectors: numpy's products of
complex numbers round otherwise on processors without fused multiply-add. Hairer and Wanner, Solving Ordinary
Differential Equations II, 2nd ed. 1996, IV.5 and IV.8. Nothing is carried over from step to step, so that a run resumes
from a state alone.
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from rigida.arrays import FlagArray, FloatArray
from rigida.dynamics.model import DYNAMIC
from rigida.math.dense import Factored, product
from rigida.precise.runge_kutta import RungeKutta, error_norm
from rigida.precise.system import System
from rigida.precise.tableau import Tableau
from rigida.precise.tuning import OPERATIONS

_ROOT = np.sqrt(6.0)
_C = np.array([(4.0 - _ROOT) / 10.0, (4.0 + _ROOT) / 10.0, 1.0])
_A = np.array(
    [
        [(88.0 - 7.0 * _ROOT) / 360.0, (296.0 - 169.0 * _ROOT) / 1800.0, (-2.0 + 3.0 * _ROOT) / 225.0],
        [(296.0 + 169.0 * _ROOT) / 1800.0, (88.0 + 7.0 * _ROOT) / 360.0, (-2.0 - 3.0 * _ROOT) / 225.0],
        [(16.0 - _ROOT) / 36.0, (16.0 + _ROOT) / 36.0, 1.0 / 9.0],
    ]
)
RADAU = Tableau(
    "radau",
    5,
    _A,
    _A[2],
    _C,
    "Radau IIA with adaptive step: for stiff springs and dampers, where explicit methods creep.",
    e=np.array([[-13.0 - 7.0 * _ROOT, -13.0 + 7.0 * _ROOT, -1.0]]) / 3.0,
    error_order=3,
    implicit=True,
)


def _cross(a: Sequence[complex], b: Sequence[complex]) -> list[complex]:
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def _inverse(rows: Sequence[Sequence[float]]) -> FloatArray:
    """Return the inverse of a matrix of three rows, by their vector products."""
    a, b, c = rows
    columns = np.array([_cross(b, c), _cross(c, a), _cross(a, b)])
    return columns.T / sum(x * y for x, y in zip(a, columns[0].tolist(), strict=True))


#: Roots λ and α ± β i of λ³ − 9 λ² + 36 λ − 60. The eigenvectors of A⁻¹ are, for the real root, the first column of T;
#: for the pair, real and imaginary parts are the others, so that T⁻¹ A⁻¹ T is the real matrix _MODES.
_THIRD = 3.0 ** (1.0 / 3.0)
_ROOT_REAL = 3.0 + _THIRD**2 - _THIRD
_PAIR = complex(3.0 + 0.5 * (_THIRD - _THIRD**2), 0.5 * math.sqrt(3.0) * (_THIRD + _THIRD**2))
_A_INVERSE = _inverse(_A.tolist()).tolist()
_SINGLE, _DOUBLE = (
    np.array(_cross(*([_A_INVERSE[i][j] - (root if i == j else 0.0) for j in range(3)] for i in range(2))))
    for root in (_ROOT_REAL, _PAIR)
)
_T = np.array([_SINGLE, _DOUBLE.real, -_DOUBLE.imag]).T
_T_INVERSE = _inverse(_T.tolist())
_MODES = np.array([[_ROOT_REAL, 0.0, 0.0], [0.0, _PAIR.real, -_PAIR.imag], [0.0, _PAIR.imag, _PAIR.real]])

_ITERATIONS = 10
#: Newton's method ends when its next change would be below this part of what a step may err by.
_SOLVED = 1e-2
#: Changes below this part of it are rounding.
_ROUNDING = 1e-4
#: Increment of differences relative to a unit (1; of angular motion the inertia) and to the value: half the digits.
_INCREMENT = float(np.sqrt(np.finfo(np.float64).eps))


class Radau(RungeKutta):
    """Steps a system with Radau IIA; `k` holds the derivatives at both ends of the step."""

    def __init__(self, tableau: Tableau, system: System) -> None:
        super().__init__(tableau, system)
        self._dynamic = system.model.motion == DYNAMIC
        self._choose(self._dynamic)
        self._jacobian: FloatArray | None = None
        self._solve_real: Any = None
        self._y = np.zeros((system.model.body_count, system.formulation.width))
        self._dy = np.zeros_like(self._y)
        self._converged = False

    def start(self, time: float, y: FloatArray) -> None:
        super().start(time, y)
        self._jacobian = None

    def reuse_last(self) -> None:
        super().reuse_last()
        self._jacobian = None

    def _choose(self, moving: FlagArray) -> None:
        """Let these bodies (n,) move, the others rest until they are found to move, too."""
        self._moving, self._resting = np.flatnonzero(moving), np.flatnonzero(self._dynamic & ~moving)
        self._shape = (len(self._moving), self.system.formulation.width)
        self._z = np.zeros((3, self._moving.size * self.system.formulation.width))
        self._set_out = False

    def attempt(self, time: float, y: FloatArray, h: float, new: FloatArray) -> None:
        """Solve the stages of a step of size h from y, and fill `new`; `error` is set if they did not converge."""
        if self._jacobian is None:
            moving = self._dynamic & self.k[0].any(axis=1)
            self._choose(moving if moving.any() else self._dynamic)
        self._solve_stages(time, y, h)
        if self._set_out:
            self._choose(self._dynamic)
            self._jacobian = None
            self._solve_stages(time, y, h)
        new[:] = y
        new[self._moving] += self._z[2].reshape(self._shape)
        self.system.restore_constraints(time + h, new)

    def _solve_stages(self, time: float, y: FloatArray, h: float) -> None:
        """Fill the stages of the bodies that move, or find that others set out."""
        # Householder reflections of both systems.
        size = self._z.shape[1]
        self.system.afford(size * (self._jacobian is None) + 12.0 * size**3 / OPERATIONS)
        if self._jacobian is None:
            self._jacobian = self._differences(time, y)
        unit = np.eye(self._z.shape[1])
        self._solve_real = Factored(_ROOT_REAL / h * unit - self._jacobian, 0.0).solve
        diagonal, beside = _PAIR.real / h * unit - self._jacobian, _PAIR.imag / h * unit
        pair = Factored(np.block([[diagonal, -beside], [beside, diagonal]]), 0.0)
        self._z[:] = 0.0
        w = np.zeros(self._z.shape)
        last, self._converged = 0.0, False
        for _ in range(_ITERATIONS):
            if self._set_out:
                return
            f = np.array([self._derivative(time + c * h, y, z) for c, z in zip(_C, self._z, strict=True)])
            right = product(_T_INVERSE, f) - product(_MODES, w) / h
            w[0] += self._solve_real(right[0])
            w[1:] += pair.solve(right[1:].ravel()).reshape(2, -1)
            z = product(_T, w)
            change = max(self._size(y, row) for row in z - self._z)
            self._z[:] = z
            # Changes shrink by a steady rate; all that are still to come add up to change · rate / (1 − rate).
            rate = change / last if last > 0.0 else 0.5
            if change <= _ROUNDING or (rate < 1.0 and change * rate / (1.0 - rate) <= _SOLVED):
                self._converged = True
                break
            if not rate < 1.0:
                break
            last = change

    def error(self, y: FloatArray, new: FloatArray, h: float, tolerance: float) -> float:
        """Return the estimated error (Hairer and Wanner 1996, IV.8.19–20) in units of the tolerance."""
        if not self._converged:
            return np.inf
        weighted = product(self.tableau.e[0], self._z) / h
        slope = self.k[0][self._moving].ravel()
        estimate = self._solve_real(slope + weighted)
        if self._size(y, estimate) > 1.0:
            # Filtered once more, the estimate does not overrate components that die out within the step.
            slope = self._derivative(self._time, y, estimate)
            estimate = self._solve_real(slope + weighted)
        return self._size(y, estimate)

    def spectral_radius(self) -> float:
        """Return the largest |eigenvalue| of ∂f/∂y at the start of the last step [1/s]."""
        return 0.0 if self._jacobian is None else float(np.abs(np.linalg.eigvals(self._jacobian)).max())

    def dense(self, time: float, y: FloatArray, h: float, new: FloatArray) -> "Collocation":
        """Return the solution inside the last step: the cubic through its start and its stages."""
        stages = np.zeros((3, *y.shape))
        stages[:, self._moving] = self._z.reshape(3, *self._shape)
        stages[2] = new - y
        return Collocation(time, y, h, stages)

    def _derivative(self, time: float, y: FloatArray, change: FloatArray) -> FloatArray:
        """Return f at y + change, both for the moving bodies only, flat."""
        self._y[:] = y
        self._y[self._moving] += change.reshape(self._shape)
        self.system.derivative(time, self._y, self._dy)
        self._set_out |= bool(self._dy[self._resting].any())
        return self._dy[self._moving].ravel()

    def _differences(self, time: float, y: FloatArray) -> FloatArray:
        """Return ∂f/∂y of the moving bodies by forward differences."""
        self._time = time
        at = y[self._moving].ravel()
        here = self.k[0][self._moving].ravel()
        jacobian = np.empty((at.size, at.size))
        change = np.zeros_like(at)
        unit = np.ones(self._shape)
        unit[:, 10:] = self.system.formulation.angular_floor()[self._moving, None]
        increment = _INCREMENT * np.maximum(unit.ravel(), np.abs(at))
        for i in range(at.size):
            change[i] = increment[i]
            jacobian[:, i] = (self._derivative(time, y, change) - here) / change[i]
            change[i] = 0.0
        return jacobian

    def _size(self, y: FloatArray, change: FloatArray) -> float:
        """Return the size of a change of the moving bodies in units of what one step may err by."""
        moved = np.zeros((1, *y.shape))
        moved[0, self._moving] = change.reshape(self._shape)
        return error_norm(y, y, moved, _ONE, self._floor, 1.0, self.tolerance)


_ONE = np.ones((1, 1))
#: Coefficients of s, s², s³ of the cubic that vanishes at 0 and takes given values at c₁, c₂, c₃.
_CUBIC = _inverse([[c, c * c, c * c * c] for c in _C.tolist()])


class Collocation:
    """The solution inside one accepted step of Radau IIA, of order 3."""

    def __init__(self, time: float, y: FloatArray, h: float, stages: FloatArray) -> None:
        self.start, self.h = time, h
        self._y = y.copy()
        self._q = np.einsum("ij,j...->i...", _CUBIC, stages)

    def __call__(self, time: float) -> FloatArray:
        """Return y (n, width) at a time within the step."""
        s = (time - self.start) / self.h
        return self._y + s * (self._q[0] + s * (self._q[1] + s * self._q[2]))
