"""The root of a function of one variable between two points of opposite sign, by Brent's method.

Secants and inverse quadratic interpolation, with a bisection where they do not shrink the bracket fast enough. It takes
the steps of `scipy.optimize.brentq`, whose import takes longer than many runs.
Brent, Algorithms for Minimization without Derivatives, 1973, ch. 4.
"""

from collections.abc import Callable

#: Evaluations at most.
_MOST = 100


def find_root(function: Callable[[float], float], low: float, high: float, xtol: float, rtol: float = 8.9e-16) -> float:
    """Return where `function`, of opposite signs at `low` and `high`, is zero, to xtol + rtol · |root|."""
    last, x = low, high
    f_last, f = function(last), function(x)
    if f_last == 0.0:
        return last
    if f == 0.0:
        return x
    if (f_last > 0.0) == (f > 0.0):
        raise ValueError(f"The function has the same sign at both ends: {f_last:g} and {f:g}.")
    other, f_other, step, before = last, f_last, 0.0, 0.0
    for _ in range(_MOST):
        if f_last != 0.0 and (f_last > 0.0) != (f > 0.0):
            other, f_other = last, f_last
            step = before = x - last
        if abs(f_other) < abs(f):
            last, x, other = x, other, x
            f_last, f, f_other = f, f_other, f
        least = 0.5 * (xtol + rtol * abs(x))
        middle = 0.5 * (other - x)
        if f == 0.0 or abs(middle) < least:
            return x
        if abs(before) > least and abs(f) < abs(f_last):
            if last == other:
                tried = -f * (x - last) / (f - f_last)
            else:
                slope, slope_other = (f_last - f) / (last - x), (f_other - f) / (other - x)
                tried = -f * (f_other * slope_other - f_last * slope) / (slope_other * slope * (f_other - f_last))
            if 2.0 * abs(tried) < min(abs(before), 3.0 * abs(middle) - least):
                before, step = step, tried
            else:
                step = before = middle
        else:
            step = before = middle
        last, f_last = x, f
        x += step if abs(step) > least else (least if middle > 0.0 else -least)
        f = function(x)
    return x
