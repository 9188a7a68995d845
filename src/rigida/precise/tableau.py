"""Runge–Kutta methods as tableaus: a method is its coefficients and a sentence on when to use it.

    Y_i = y + h Σ_j a_ij k_j,   k_i = f(t + c_i h, Y_i),   y₁ = y + h Σ_i b_i k_i,   error = h Σ_i e_i k_i

A partitioned method has further coefficients for positions; the plain ones then move the momenta only.
"""

from dataclasses import dataclass, field
from typing import cast

import numpy as np

from rigida.arrays import FloatArray
from rigida.precise import dop853


@dataclass(frozen=True, eq=False)
class Tableau:
    """Coefficients of a Runge–Kutta method with s stages.

    a (s, s) strictly lower triangular unless the method is implicit, b (s,), c (s,); e (m, s+1) weights of the error
    estimates, the last column for the derivative at the new point (m = 0: fixed step, m = 2: the double estimate of
    DOP853); error_order is the order of the estimate.
    """

    name: str
    order: int
    a: FloatArray
    b: FloatArray
    c: FloatArray
    summary: str
    e: FloatArray = field(default_factory=lambda: np.zeros((0, 0)))
    error_order: int = 0
    a_position: FloatArray | None = None
    b_position: FloatArray | None = None
    implicit: bool = False

    @property
    def stages(self) -> int:
        """Number of derivative evaluations per step."""
        return len(self.b)

    @property
    def adaptive(self) -> bool:
        """Return whether the method estimates its error."""
        return len(self.e) > 0


def _lower(rows: list[list[float]]) -> FloatArray:
    size = len(rows) + 1
    a = np.zeros((size, size))
    for i, row in enumerate(rows, start=1):
        a[i, : len(row)] = row
    return a


def _embedded(b: list[float], b_low: list[float]) -> FloatArray:
    """Return the error weights of a pair: the difference of both solutions, nothing at the new point."""
    return np.array([[*(np.array(b) - np.array(b_low)), 0.0]])


EXPLICIT_EULER = Tableau(
    "explicit_euler",
    1,
    _lower([]),
    np.array([1.0]),
    np.array([0.0]),
    "The teaching method (Corrêa 2020, 76–77): gains energy, use it to see why others exist.",
)

SEMI_IMPLICIT_EULER = Tableau(
    "semi_implicit_euler",
    1,
    _lower([[1.0]]),
    np.array([1.0, 0.0]),
    np.array([0.0, 0.0]),
    "New velocities first, then positions with them: first order, but energy stays bounded.",
    a_position=np.zeros((2, 2)),
    b_position=np.array([0.0, 1.0]),
)

MIDPOINT = Tableau(
    "midpoint",
    2,
    _lower([[0.5]]),
    np.array([0.0, 1.0]),
    np.array([0.0, 0.5]),
    "Second order with two evaluations: a cheap fixed step.",
)

RK4 = Tableau(
    "rk4",
    4,
    _lower([[0.5], [0.0, 0.5], [0.0, 0.0, 1.0]]),
    np.array([1.0, 2.0, 2.0, 1.0]) / 6.0,
    np.array([0.0, 0.5, 0.5, 1.0]),
    "The classic fixed-step method.",
)

_FEHLBERG_B4 = [25 / 216, 0.0, 1408 / 2565, 2197 / 4104, -1 / 5, 0.0]
_FEHLBERG_B5 = [16 / 135, 0.0, 6656 / 12825, 28561 / 56430, -9 / 50, 2 / 55]

RKF45 = Tableau(
    "rkf45",
    5,
    _lower(
        [
            [1 / 4],
            [3 / 32, 9 / 32],
            [1932 / 2197, -7200 / 2197, 7296 / 2197],
            [439 / 216, -8.0, 3680 / 513, -845 / 4104],
            [-8 / 27, 2.0, -3544 / 2565, 1859 / 4104, -11 / 40],
        ]
    ),
    np.array(_FEHLBERG_B5),
    np.array([0.0, 1 / 4, 3 / 8, 12 / 13, 1.0, 1 / 2]),
    "Runge–Kutta–Fehlberg 4(5) with adaptive step, the method of Bacin 1999, 6.4 (with local extrapolation).",
    e=_embedded(_FEHLBERG_B5, _FEHLBERG_B4),
    error_order=4,
)


def _step_doubling(base: Tableau) -> Tableau:
    """Return two half steps and one whole step of `base` as one method, extrapolated.

    The difference of both results estimates the error; a fraction 1/(2^p − 1) of it added to the finer result raises
    the order by one. The first stage is shared. This is how Lemos 1993 integrates (Press et al. 1988, rkqc).
    """
    s = base.stages
    total = 3 * s - 1
    a, c = np.zeros((total, total)), np.zeros(total)
    first, second, whole = range(0, s), range(s, 2 * s), [0, *range(2 * s, total)]
    for i in range(s):
        a[first[i], first] = 0.5 * base.a[i]
        c[first[i]] = 0.5 * base.c[i]
        a[second[i], first] = 0.5 * base.b
        a[second[i], second] = 0.5 * base.a[i]
        c[second[i]] = 0.5 + 0.5 * base.c[i]
        if i > 0:
            a[whole[i], whole] = base.a[i]
            c[whole[i]] = base.c[i]
    fine, coarse = np.zeros(total), np.zeros(total)
    fine[first], fine[second] = 0.5 * base.b, 0.5 * base.b
    coarse[whole] = base.b
    correction = (fine - coarse) / (2.0**base.order - 1.0)
    return Tableau(
        "rk5",
        base.order + 1,
        a,
        fine + correction,
        c,
        "Adaptive fifth order by doubling steps of RK4, the method of Lemos 1993, 6.1.",
        e=np.array([[*(fine - coarse), 0.0]]),
        error_order=base.order,
    )


RK5 = _step_doubling(RK4)

DOP853 = Tableau(
    "dop853",
    8,
    dop853.A,
    dop853.B,
    dop853.C,
    "Dormand–Prince 8(5,3) with adaptive step: the default, best from tolerance 1e-6 down to rounding.",
    e=np.stack([dop853.E5, dop853.E3]),
    error_order=7,
)

TABLEAUS = {
    tableau.name: tableau for tableau in (EXPLICIT_EULER, SEMI_IMPLICIT_EULER, MIDPOINT, RK4, RKF45, RK5, DOP853)
}


def position_weights(tableau: Tableau) -> tuple[FloatArray, FloatArray]:
    """Return the coefficients (a, b) that move positions."""
    if tableau.a_position is None:
        return tableau.a, tableau.b
    return tableau.a_position, cast(FloatArray, tableau.b_position)
