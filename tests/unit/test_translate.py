"""Every construct of the kernel subset gives the same bits as C and as the Python that it is written as."""

import copy
import math
from typing import NamedTuple
from unittest import mock

import numpy as np
import pytest

from rigida.jit.bind import bind
from rigida.jit.choice import Choice
from rigida.jit.decorators import Compiled, inlined, kernel, routine
from rigida.math.elementary import atan2, expm1, float_power
from rigida.math.vec3 import Mat3, Vec3, cross, dot

OFFSETS, WEIGHTS = (3, -1, 4), np.array([[0.5, 0.25], [1.5, -2.0]])
UP = Vec3(0.0, 0.0, 1.0)
FLAG = np.uint64(1) << np.uint64(40)


class Range(NamedTuple):
    low: float
    high: float
    count: int = 3


@inlined
def clamped(x, low, high=1.0):
    return min(max(x, low), high)


@routine
def fill(values, start):
    """Writes to what it is given, and returns a number."""
    for k in range(len(values)):
        values[k] = start + k
    return values[0]


@routine
def limits(x):
    return Range(x - 1.0, x + 1.0, 2)


@routine
def twice(x):
    return 2.0 * x


@routine
def halved(x):
    return 0.5 * x


SCALED = Choice(__file__, "x")
TWICE, HALVED = SCALED.enter(twice), SCALED.enter(halved)
scaled = SCALED.function()


def integers(a, b, out):
    out[0], out[1], out[2] = a + b, a - b, a * b
    out[3], out[4] = a // b, a % b
    out[5], out[6], out[7] = a & b, a | b, a ^ b
    out[8], out[9], out[10] = a << 3, a >> 1, ~a
    out[11], out[12] = -a, abs(a)
    out[13] = a**2 + b**3
    out[14] = min(a, b) + max(a, b, 2)
    out[15] = int(a / b)
    return a == b, a < b


def floats(x, y, out):
    out[0], out[1], out[2], out[3] = x + y, x - y, x * y, x / y
    out[4], out[5] = x // y, x % y
    out[6], out[7], out[8] = x**2, -x, +y
    out[9] = float_power(abs(x), 1.7)
    out[10] = clamped(x, -0.5) + clamped(y, 0.0, high=0.25)
    out[11] = math.floor(x) + math.ceil(y)
    out[12] = math.copysign(x, y) + atan2(x, y) + math.ldexp(x, 3)
    out[13] = x if x > y else y
    out[14] = float(int(x)) + np.sqrt(abs(x)) + expm1(0.1 * y)
    out[15] = 1 if x > 0 else y
    return math.isnan(x), math.isfinite(y), round_down(x)


@inlined
def round_down(x):
    fraction, exponent = math.frexp(x)
    return fraction * exponent


def singles(x, out):
    """Single precision stays single until it meets a double."""
    for k in range(x.shape[0]):
        y = x[k] * x[k] + np.float32(0.1)
        out[k] = float(y) * 0.3
        x[k] = np.float32(out[k]) / y


def masks(a, out):
    mask = np.uint64(a) | FLAG
    place = 0
    while place < 64 and (mask >> np.uint64(place)) & np.uint64(1) == 0:
        place += 1
    out[0] = place
    out[1] = int(mask & np.uint64(0xFF))
    out[2] = np.int32(a)
    out[3] = np.uint8(a)


def loops(n, out):
    total = 0
    for k in range(n):
        if k == 2:
            continue
        if k > 6:
            break
        total += k
    for k in range(n, 0, -2):
        total = 2 * total + k
    step = n // 3
    for k in range(1, n, step):
        total += k
    for sign in (1.0, -1.0):
        out[0] += sign * total
    for a, b in ((1, 2), (3, n)):
        out[1] += a * b
    count = n
    while count > 0:
        count -= 3
    total = total + count
    out[2] = total
    return k, total


def conditions(a, x, out):
    if a > 0 and x > 0.0:
        out[0] = 1.0
    elif a or not x > 1.0:
        out[0] = 2.0
    else:
        out[0] = 3.0
    out[1] = 1.0 if -1 < a <= 2 else 0.0
    out[2] = 1.0 if a in OFFSETS else 0.0
    out[3] = 1.0 if a not in (1, a + 1) else 0.0
    flag = a > 0 or x > 0.0
    flag &= x < 10.0
    return flag


def tuples(x, k):
    low, high, count = limits(x)
    both = (low, high, x, 0.5)
    made = Range(low=1.0, high=2.0)
    low, high = high, low
    return both[k], both[3], OFFSETS[k], made.high + made.count, low - high, count, len(both)


def arrays(a, n, k):
    """Rows, slices, negative constants, shapes, constants of the module, memory of its own."""
    work, small = np.zeros(n), np.empty((2, 3))
    small[0, :] = 1.5
    small[1, :2] = 1.0
    small[1, 2] = float(k)
    row = a[1]
    row[0] += small[1, 2]
    part = a[0, 1:3]
    part[0] = -1.0
    work[:] = a[0, :n]
    a[-1, -1] += WEIGHTS[1, k]
    flat = a.reshape(-1)
    flat[0] = flat.shape[0] + a.size + a.shape[1] + len(a)
    tail = flat[3:]
    total = 0.0
    for i in range(n):
        total += work[i] * small[0, i % 3]
    return total, tail[0]


def order_of_evaluation(values):
    """Operands are evaluated from the left, as Python does, where one of them writes what another one reads."""
    first = values[0] + fill(values, 5.0) * values[1]
    values[1] = values[2] - fill(values, 7.0)
    pair = values[2], fill(values, 9.0), values[2]
    values[int(values[0]) - 9] = fill(values, 11.0)
    values[1] += fill(values, 13.0)
    return first, pair[0], pair[2], values[1]


def vectors(x, y):
    a, b = Vec3(x, y, 1.0), Vec3(y, 0.5, x)
    turn = Mat3(0.0, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0)
    c = turn @ cross(a, b) - 0.5 * a / y + -UP
    c += b * x
    return dot(c, a), c.x, c.y, c.z


def choices(x, kind):
    return scaled(kind, x) + scaled(TWICE, x) + scaled(HALVED, x)


def nothing(values, other):
    if other is None or other[0] > 0.0:
        values[0] = 4.0
    if other is not None and other[0] > 0.0:
        values[1] = other[0]


def declared(x):
    total: float = 0
    total += x
    return total


CASES = [
    *((integers, (a, b, np.zeros(16, dtype=np.int64))) for a in (-7, 7) for b in (-2, 3)),
    *((floats, (x, y, np.zeros(16))) for x in (-7.3, 0.1, 1e10) for y in (-0.7, 2.5)),
    (singles, (np.array([0.3, 1e-3, 7.7], dtype=np.float32), np.zeros(3))),
    (masks, (0b110100, np.zeros(4, dtype=np.int64))),
    (loops, (9, np.zeros(3))),
    (loops, (3, np.zeros(3))),
    *((conditions, (a, x, np.zeros(4))) for a in (-1, 0, 3) for x in (-1.0, 0.5, 20.0)),
    *((tuples, (0.3, k)) for k in (0, 2)),
    *((arrays, (np.arange(12.0).reshape(3, 4), 3, k)) for k in (0, 1)),
    (order_of_evaluation, (np.array([1.0, 2.0, 3.0]),)),
    (vectors, (0.3, -1.7)),
    *((choices, (0.7, kind)) for kind in (TWICE, HALVED)),
    (nothing, (np.zeros(2), np.array([3.0]))),
    (declared, (0.1,)),
]
KERNELS = {function: kernel(function) for function, _ in CASES}


@pytest.mark.parametrize(("function", "given"), CASES, ids=lambda part: getattr(part, "__name__", ""))
def test_c_gives_the_same_bits_as_python(function, given):
    plain, compiled = copy.deepcopy(given), copy.deepcopy(given)
    found = KERNELS[function](*compiled)
    with mock.patch.object(Compiled, "__call__", lambda self, *args, **named: self.py_func(*args, **named)):
        expected = function(*plain)
    assert np.array(found).astype(float).tobytes() == np.array(expected).astype(float).tobytes()
    for mine, wanted in zip(compiled, plain, strict=True):
        if isinstance(wanted, np.ndarray):
            np.testing.assert_array_equal(mine, wanted)


def test_an_argument_that_is_none_prunes_what_reads_it():
    values = np.zeros(2)
    bind(kernel(nothing), None)(values)
    assert values.tolist() == [4.0, 0.0]
    with pytest.raises(TypeError, match="other must be a number, a contiguous array or a table, got NoneType"):
        kernel(nothing)(values, None)


def test_memory_of_a_size_that_is_not_there_is_a_memory_error():
    @kernel
    def huge(n):
        work = np.empty(n)
        work[0] = 1.0
        return work[0]

    with pytest.raises(MemoryError):
        huge(1 << 60)
    assert huge(3) == 1.0


def test_small_whole_powers_are_products():
    @kernel
    def powers(x, k):
        return x**3, x**7, k**4

    x = 0.1
    assert powers(x, -3) == (x * (x * x), x * (x * x) * ((x * x) * (x * x)), 81)
