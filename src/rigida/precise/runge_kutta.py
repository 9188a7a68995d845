"""One step of a Runge–Kutta method, its error estimate and its dense output."""

import math
from typing import Protocol

import numpy as np

from rigida.arrays import FloatArray
from rigida.jit.decorators import kernel
from rigida.math.dense import euclidean_norm
from rigida.precise import dop853
from rigida.precise.system import System
from rigida.precise.tableau import Tableau, position_weights

#: Part of the tolerance that one step may spend, so that runs of usual length end within it.
_SHARE = 0.1


@kernel
def combine(
    y: FloatArray,
    k: FloatArray,
    weight_position: FloatArray,
    weight_momentum: FloatArray,
    stages: int,
    split: int,
    h: float,
    out: FloatArray,
) -> None:
    """Fill out = y + h Σ_j w_j k_j (n, width), with one set of weights left and one right of column `split`."""
    n, width = y.shape
    for i in range(n):
        for c in range(width):
            out[i, c] = y[i, c]
    for j in range(stages):
        a, b = h * weight_position[j], h * weight_momentum[j]
        if a == 0.0 and b == 0.0:
            continue
        for i in range(n):
            for c in range(split):
                out[i, c] += a * k[j, i, c]
            for c in range(split, width):
                out[i, c] += b * k[j, i, c]


@kernel
def error_norm(
    y: FloatArray, new: FloatArray, k: FloatArray, e: FloatArray, floor: FloatArray, h: float, tolerance: float
) -> float:
    """Return the estimated error of the worst body in units of what one step may spend, a tenth of the tolerance.

    Position, orientation, velocity and angular motion of a body are each measured by their length against
    tolerance × (1 unit + their own length), which makes the result independent of axes. With two estimates
    (DOP853) they combine as e₅² / √(e₅² + 0.01 e₃²) (Hairer, Nørsett and Wanner 1993, II.10).
    """
    n, width = y.shape
    bounds = (0, 3, 7, 10, width)
    worst = 0.0
    for i in range(n):
        squares = np.zeros(2)
        for group in range(4):
            length = 0.0
            for c in range(bounds[group], bounds[group + 1]):
                length += max(y[i, c] ** 2, new[i, c] ** 2)
            unit = floor[i] if group == 3 else (0.0 if group == 1 else 1.0)
            scale = _SHARE * tolerance * (unit + math.sqrt(length))
            if scale == 0.0:
                continue
            for m in range(e.shape[0]):
                for c in range(bounds[group], bounds[group + 1]):
                    s = 0.0
                    for j in range(e.shape[1]):
                        s += e[m, j] * k[j, i, c]
                    squares[m] += (h * s / scale) ** 2
        if e.shape[0] == 1:
            error = math.sqrt(squares[0])
        elif squares[0] == 0.0:
            error = 0.0
        else:
            error = squares[0] / math.sqrt(squares[0] + 0.01 * squares[1])
        if not error <= worst:  # also true for NaN, which must not pass as small
            worst = error
    return worst


class Interpolant(Protocol):
    """The solution inside one accepted step."""

    def __call__(self, time: float) -> FloatArray:
        """Return y (n, width) at a time within the step."""


class RungeKutta:
    """Steps a system with a tableau. `k` (stages + 1, n, width) keeps the derivatives of the last attempt."""

    def __init__(self, tableau: Tableau, system: System) -> None:
        self.tableau = tableau
        self.system = system
        n, width = system.model.body_count, system.formulation.width
        spare = dop853.DENSE_STAGES - dop853.STAGES if tableau.name == "dop853" else 1
        self.k = np.zeros((tableau.stages + spare, n, width))
        self._stage = np.zeros((n, width))
        self._a_position, self._b_position = position_weights(tableau)
        self._floor = system.formulation.angular_floor()
        #: Relative error to stay below, where the method itself must know it.
        self.tolerance = 1e-9

    def start(self, time: float, y: FloatArray) -> None:
        """Evaluate the derivative at the beginning of a step."""
        self.system.derivative(time, y, self.k[0])

    def attempt(self, time: float, y: FloatArray, h: float, new: FloatArray) -> None:
        """Fill `new` with the solution after h; k[0] must hold the derivative at `time`."""
        tableau = self.tableau
        for s in range(1, tableau.stages):
            self._combine(y, self._a_position[s], tableau.a[s], s, h, self._stage)
            self.system.derivative(time + tableau.c[s] * h, self._stage, self.k[s])
        self._combine(y, self._b_position, tableau.b, tableau.stages, h, new)
        self.system.restore_constraints(time + h, new)

    def finish(self, time: float, new: FloatArray) -> None:
        """Evaluate the derivative at the new point, which is the first of the next step."""
        self.system.derivative(time, new, self.k[self.tableau.stages])

    def reuse_last(self) -> None:
        """Make the derivative at the new point the first one of the next step."""
        self.k[0] = self.k[self.tableau.stages]

    def error(self, y: FloatArray, new: FloatArray, h: float, tolerance: float) -> float:
        """Return the estimated error of the last attempt in units of the tolerance."""
        return error_norm(y, new, self.k, self.tableau.e, self._floor, h, tolerance)

    def stiffness(self, new: FloatArray) -> float:
        """Estimate the largest |eigenvalue| of ∂f/∂y [1/s] from the two derivatives at the end of the step.

        For methods whose last stage lies there (DOP853): Hairer and Wanner 1996, IV.2.21.
        """
        last = self.tableau.stages
        distance = euclidean_norm(new - self._stage)
        return euclidean_norm(self.k[last] - self.k[last - 1]) / distance if distance > 0.0 else 0.0

    def dense(self, time: float, y: FloatArray, h: float, new: FloatArray) -> "Interpolant":
        """Return the solution inside the last step."""
        return DenseOutput(self, time, y, h, new)

    def _combine(
        self, y: FloatArray, position: FloatArray, momentum: FloatArray, stages: int, h: float, out: FloatArray
    ) -> None:
        combine(y, self.k, position, momentum, stages, self.system.formulation.split, h, out)


class DenseOutput:
    """The solution inside one accepted step: order 7 for DOP853, cubic Hermite (order 3) for the others."""

    def __init__(self, method: RungeKutta, time: float, y: FloatArray, h: float, new: FloatArray) -> None:
        self.start, self.h = time, h
        k, last = method.k, method.tableau.stages
        change = new - y
        self._y = y.copy()
        self._parts = [change, h * k[0] - change, 2.0 * change - h * (k[0] + k[last])]
        if method.tableau.name == "dop853":
            stage = np.zeros_like(y)
            for s in range(dop853.STAGES + 1, dop853.DENSE_STAGES):
                weights = dop853.A_DENSE[s]
                combine(y, k, weights, weights, s, method.system.formulation.split, h, stage)
                method.system.derivative(time + dop853.C_DENSE[s] * h, stage, k[s])
            self._parts += list(h * np.einsum("ij,j...->i...", dop853.D, k))

    def __call__(self, time: float) -> FloatArray:
        """Return y (n, width) at a time within the step (Hairer, Nørsett and Wanner 1993, II.6)."""
        s = (time - self.start) / self.h
        result = np.zeros_like(self._y)
        # The parts nest with factors s and 1 − s in turn; the first one is multiplied by s.
        for i, part in enumerate(reversed(self._parts)):
            result = (result + part) * (s if i % 2 == 0 else 1.0 - s)
        return self._y + result
