"""Elementary functions in a fixed order of operations: the same bits on every processor and with every C library.

C libraries and numpy choose between variants by processor, with and without fused multiply-add, that round differently.
What decides a state uses these instead. Errors are below 1 unit in the last place for sine, cosine, arc tangent,
exponential and logarithm, below 3 for the others, and below 2 + |y| for powers. Reductions and coefficients are those
of fdlibm (Ng and others, Sun Microsystems 1993); its copyright notice:

    Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved. Permission to use, copy, modify, and distribute
    this software is freely granted, provided that this notice is preserved.
"""

import math

import numpy as np
from numpy.typing import ArrayLike

from rigida.arrays import FloatArray
from rigida.jit.decorators import kernel, routine

# π/2 and log 2 in parts: the first ones have zeros at the end, so that products with small integers are exact.
_HALF_PI_1, _HALF_PI_2, _HALF_PI_3 = 1.57079632673412561417e00, 6.07710050630396597660e-11, 2.02226624879595063154e-21
_LOG_2_HIGH, _LOG_2_LOW = 6.93147180369123816490e-01, 1.90821492927058770002e-10
#: Beyond this angle its last place is larger than what is lost by a remainder of 2 π in one number.
_MANY_TURNS = 1e6
_LOG_2, _ROOT_HALF, _PI_LOW = 6.93147180559945286227e-01, math.sqrt(0.5), 1.2246467991473531772e-16
#: Splits a number into halves of 26 bits (Dekker 1971).
_SPLIT, _LARGE_POWER = 134217729.0, 500.0
_SINE = (
    -1.66666666666666324348e-01, 8.33333333332248946124e-03, -1.98412698298579493134e-04,
    2.75573137070700676789e-06, -2.50507602534068634195e-08, 1.58969099521155010221e-10,
)  # fmt: skip
_COSINE = (
    4.16666666666666019037e-02, -1.38888888888741095749e-03, 2.48015872894767294178e-05,
    -2.75573143513906633035e-07, 2.08757232129817482790e-09, -1.13596475577881948265e-11,
)  # fmt: skip
_ARC_TANGENT = (
    3.33333333333329318027e-01, -1.99999999998764832476e-01, 1.42857142725034663711e-01,
    -1.11111104054623557880e-01, 9.09088713343650656196e-02, -7.69187620504482999495e-02,
    6.66107313738753120669e-02, -5.83357013379057348645e-02, 4.97687799461593236017e-02,
    -3.65315727442169155270e-02, 1.62858201153657823623e-02,
)  # fmt: skip
#: atan of 1/2, 1, 3/2 and ∞ in two parts.
_ATAN_HIGH = (
    4.63647609000806093515e-01, 7.85398163397448278999e-01, 9.82793723247329054082e-01, 1.57079632679489655800e00,
)  # fmt: skip
_ATAN_LOW = (
    2.26987774529616870924e-17, 3.06161699786838301793e-17, 1.39033110312309984516e-17, 6.12323399573676603587e-17,
)  # fmt: skip
_EXPONENTIAL = (
    1.66666666666666019037e-01, -2.77777777770155933842e-03, 6.61375632143793436117e-05,
    -1.65339022054652515390e-06, 4.13813679705723846039e-08,
)  # fmt: skip
_LOGARITHM = (
    6.666666666666735130e-01, 3.999999999940941908e-01, 2.857142874366239149e-01, 2.222219843214978396e-01,
    1.818357216161805012e-01, 1.531383769920937332e-01, 1.479819860511658591e-01,
)  # fmt: skip


@routine
def sine_and_cosine(x: float) -> tuple[float, float]:
    """Return sin x and cos x."""
    if not math.isfinite(x):
        return math.nan, math.nan
    if abs(x) > _MANY_TURNS:
        x %= 2.0 * math.pi
    quarter = math.floor(x * (2.0 / math.pi) + 0.5)
    n = float(quarter)
    # x − n π/2 as y + low, to 118 bits of π/2.
    first = x - n * _HALF_PI_1
    rest = n * _HALF_PI_2
    y = first - rest
    rest = n * _HALF_PI_3 - ((first - y) - rest)
    first, y = y, y - rest
    low = (first - y) - rest
    z = y * y
    s = _SINE[1] + z * (_SINE[2] + z * (_SINE[3] + z * (_SINE[4] + z * _SINE[5])))
    sine = y - ((z * (0.5 * low - y * z * s) - low) - y * z * _SINE[0])
    c = z * (_COSINE[0] + z * (_COSINE[1] + z * (_COSINE[2] + z * (_COSINE[3] + z * (_COSINE[4] + z * _COSINE[5])))))
    half = 0.5 * z
    near = 1.0 - half
    cosine = near + (((1.0 - near) - half) + (z * c - y * low))
    turn = quarter % 4
    if turn == 1:
        return cosine, -sine
    if turn == 2:
        return -sine, -cosine
    if turn == 3:
        return -cosine, sine
    return sine, cosine


@routine
def sin(x: float) -> float:
    """Return the sine."""
    sine, _ = sine_and_cosine(x)
    return sine


@routine
def cos(x: float) -> float:
    """Return the cosine."""
    _, cosine = sine_and_cosine(x)
    return cosine


@routine
def tan(x: float) -> float:
    """Return the tangent."""
    sine, cosine = sine_and_cosine(x)
    return sine / cosine


@routine
def atan(x: float) -> float:
    """Return the arc tangent of a number, from −π/2 to π/2."""
    t, k = abs(x), -1
    if t >= 2.4375:
        k, t = 3, -1.0 / t
    elif t >= 1.1875:
        k, t = 2, (t - 1.5) / (1.0 + 1.5 * t)
    elif t >= 0.6875:
        k, t = 1, (t - 1.0) / (1.0 + t)
    elif t >= 0.4375:
        k, t = 0, (2.0 * t - 1.0) / (2.0 + t)
    z, total = t * t, 0.0
    for i in range(11):
        total = z * (_ARC_TANGENT[10 - i] + total)
    angle = t - t * total
    if k >= 0:
        angle = _ATAN_HIGH[k] - ((t * total - _ATAN_LOW[k]) - t)
    return math.copysign(angle, x)


@routine
def atan2(y: float, x: float) -> float:
    """Return the angle of a point (x, y) from the x axis, from −π to π."""
    if not (math.isfinite(x) and math.isfinite(y)):
        return math.nan
    if x == 0.0 and y == 0.0:
        return math.copysign(0.0 if math.copysign(1.0, x) > 0.0 else math.pi, y)
    angle = atan(abs(y) / abs(x)) if abs(x) >= abs(y) else 0.5 * math.pi - atan(abs(x) / abs(y))
    if x < 0.0:
        angle = math.pi - (angle - _PI_LOW)
    return math.copysign(angle, y)


@routine
def asin(x: float) -> float:
    """Return the arc sine, NaN beyond −1 and 1."""
    return atan2(x, math.sqrt((1.0 - x) * (1.0 + x))) if abs(x) <= 1.0 else math.nan


@routine
def acos(x: float) -> float:
    """Return the arc cosine, NaN beyond −1 and 1."""
    return atan2(math.sqrt((1.0 - x) * (1.0 + x)), x) if abs(x) <= 1.0 else math.nan


@routine
def exp(x: float) -> float:
    """Return eˣ."""
    if math.isnan(x):
        return x
    if x > 709.782712893383973096:
        return math.inf
    if x < -745.13321910194110842:
        return 0.0
    k = math.floor(x / _LOG_2 + 0.5)
    high, low = x - float(k) * _LOG_2_HIGH, float(k) * _LOG_2_LOW
    y = high - low
    z = y * y
    c = y - z * (
        _EXPONENTIAL[0] + z * (_EXPONENTIAL[1] + z * (_EXPONENTIAL[2] + z * (_EXPONENTIAL[3] + z * _EXPONENTIAL[4])))
    )
    return math.ldexp(1.0 + (y * c / (2.0 - c) - low + high), k)


@routine
def log(x: float) -> float:
    """Return the natural logarithm, −∞ of zero and NaN of negative numbers."""
    if not x > 0.0:
        return -math.inf if x == 0.0 else math.nan
    if x == math.inf:
        return x
    m, k = math.frexp(x)
    if m < _ROOT_HALF:
        m, k = 2.0 * m, k - 1
    f = m - 1.0
    s = f / (2.0 + f)
    z = s * s
    r = 0.0
    for i in range(7):
        r = z * (_LOGARITHM[6 - i] + r)
    half = 0.5 * f * f
    n = float(k)
    return n * _LOG_2_HIGH - ((half - (s * (half + r) + n * _LOG_2_LOW)) - f)


@routine
def expm1(x: float) -> float:
    """Return eˣ − 1 without cancellation (Kahan's quotient, Higham 2002, 1.14.1)."""
    e = exp(x)
    if e == 1.0 or math.isnan(x):
        return x
    if e - 1.0 == -1.0 or e == math.inf:
        return e - 1.0
    return (e - 1.0) * x / log(e)


@routine
def tanh(x: float) -> float:
    """Return the hyperbolic tangent."""
    if abs(x) > 22.0:
        return math.copysign(1.0, x)
    t = expm1(2.0 * abs(x))
    return math.copysign(t / (t + 2.0), x)


@routine
def float_power(x: float, y: float) -> float:
    """Return xʸ of x ≥ 0: with x = m 2ᵏ, 2 to the power y k times exp(y log m)."""
    if y == 0.0 or x == 1.0:
        return 1.0
    if not abs(y) < _LARGE_POWER:
        return exp(y * log(x))
    m, k = math.frexp(x)
    if m < _ROOT_HALF and k != 0:
        m, k = 2.0 * m, k - 1
    # y k as a whole number n and a rest; the upper half of y times k is exact.
    upper = _SPLIT * y - (_SPLIT * y - y)
    n = math.floor(upper * float(k) + 0.5)
    rest = (upper * float(k) - float(n)) + (y - upper) * float(k)
    part = exp(y * log(m) + rest * _LOG_2)
    n = min(max(n, -3000), 2000)
    return math.ldexp(part, min(n, 500)) * math.ldexp(1.0, min(max(n - 500, 0), 1000))


@kernel
def _fill(function: int, x: FloatArray, out: FloatArray) -> None:
    for i in range(x.shape[0]):
        if function == 0:
            out[i] = sin(x[i])
        elif function == 1:
            out[i] = cos(x[i])
        elif function == 2:
            out[i] = tan(x[i])
        else:
            out[i] = tanh(x[i])


def _of_array(function: int, x: ArrayLike) -> FloatArray:
    given = np.asarray(x, dtype=np.float64)
    out = np.empty(given.size)
    _fill(function, np.ascontiguousarray(given).reshape(-1), out)
    return out.reshape(given.shape)


def sin_array(x: ArrayLike) -> FloatArray:
    """Return the sines of an array."""
    return _of_array(0, x)


def cos_array(x: ArrayLike) -> FloatArray:
    """Return the cosines of an array."""
    return _of_array(1, x)


def tan_array(x: ArrayLike) -> FloatArray:
    """Return the tangents of an array."""
    return _of_array(2, x)


def tanh_array(x: ArrayLike) -> FloatArray:
    """Return the hyperbolic tangents of an array."""
    return _of_array(3, x)
