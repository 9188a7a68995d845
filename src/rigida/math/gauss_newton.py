"""Least squares of a function of a few unknowns within bounds, in a fixed order of operations.

Damped Gauss–Newton steps: the linear problem of the unknowns that no bound holds, halved until the residual falls
(Nocedal and Wright 2006, 10.3).
"""

from collections.abc import Callable

import numpy as np

from rigida.arrays import FloatArray
from rigida.math.dense import dot, least_squares, product

_STEPS = 100
_HALVINGS = 40
_DEPENDENT = 1e-12
#: Increment of differences relative to the unknowns' scale: half the digits.
_INCREMENT = float(np.sqrt(np.finfo(np.float64).eps))


def minimize_residual(
    residual: Callable[[FloatArray], FloatArray], x: FloatArray, low: FloatArray, high: FloatArray, scale: float
) -> FloatArray:
    """Return a local minimum of |residual(x)| with low ≤ x ≤ high; `scale` is a typical size of the unknowns."""
    missed = residual(x)
    for _ in range(_STEPS):
        slope = _differences(residual, x, missed, high, scale)
        downhill = -product(missed, slope)
        free = ~(((x <= low) & (downhill < 0.0)) | ((x >= high) & (downhill > 0.0)))
        step = np.zeros(len(x))
        step[free] = least_squares(slope[:, free], -missed, _DEPENDENT)
        for halving in range(_HALVINGS):
            new = np.clip(x + 0.5**halving * step, low, high)
            left = residual(new)
            if dot(left, left) < dot(missed, missed):
                break
        else:
            return x
        x, missed = new, left
    return x


def _differences(
    residual: Callable[[FloatArray], FloatArray], x: FloatArray, missed: FloatArray, high: FloatArray, scale: float
) -> FloatArray:
    """Return ∂residual/∂x (m, n), by differences that stay below `high`."""
    slope = np.empty((len(missed), len(x)))
    for i in range(len(x)):
        increment = _INCREMENT * max(abs(float(x[i])), scale)
        moved = x.copy()
        moved[i] += increment if x[i] + increment <= high[i] else -increment
        slope[:, i] = (residual(moved) - missed) / (moved[i] - x[i])
    return slope
