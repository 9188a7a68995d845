"""Elementary functions round as they should, and alike in plain Python, in kernels and on every processor."""

import math
import re
from pathlib import Path

import numpy as np
import pytest

import rigida
from rigida.math import elementary

RNG = np.random.default_rng(0)
REAL = np.concatenate([RNG.normal(size=300), 10.0 ** RNG.uniform(-12, 6, 100), -(10.0 ** RNG.uniform(-12, 6, 100))])
POSITIVE = np.concatenate([10.0 ** RNG.uniform(-300, 300, 100), RNG.uniform(0.5, 2.0, 200)])
WITHIN_ONE = RNG.uniform(-1.0, 1.0, 300)
#: Functions, where they are compared with those of the C library, and the largest difference in last places.
FUNCTIONS = {
    "sin": (REAL, 2), "cos": (REAL, 2), "tan": (REAL, 3), "atan": (REAL, 2), "asin": (WITHIN_ONE, 3),
    "acos": (WITHIN_ONE, 3), "exp": (RNG.uniform(-700.0, 700.0, 300), 2), "log": (POSITIVE, 2),
    "expm1": (np.clip(REAL, -700.0, 700.0), 4), "tanh": (REAL, 4),
}  # fmt: skip


def plain(function):
    """Return what a kernel function is written as."""
    return getattr(function, "py_func", function)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_agree_with_the_c_library(name):
    numbers, most = FUNCTIONS[name]
    for x in numbers.tolist():
        expected = getattr(math, name)(x)
        assert abs(getattr(elementary, name)(x) - expected) <= most * math.ulp(expected), x


@pytest.mark.parametrize("name", FUNCTIONS)
def test_kernels_and_plain_python_give_the_same_bits(name):
    function = getattr(elementary, name)
    for x in [*FUNCTIONS[name][0].tolist(), 0.0, -0.0, math.inf, -math.inf, math.nan]:
        np.testing.assert_equal(function(x), plain(function)(x))


def test_angles_of_points_in_all_quadrants():
    for y, x in [
        *RNG.normal(size=(300, 2)).tolist(),
        (0.0, -1.0),
        (-0.0, -1.0),
        (1.0, 0.0),
        (0.0, 0.0),
        (1e-300, 1e300),
    ]:
        expected = math.atan2(y, x)
        assert abs(elementary.atan2(y, x) - expected) <= 3 * math.ulp(expected)
        assert elementary.atan2(y, x) == plain(elementary.atan2)(y, x)


def test_powers():
    for x, y in zip(POSITIVE.tolist(), RNG.uniform(-1.0, 1.0, len(POSITIVE)).tolist(), strict=True):
        expected = math.pow(x, y)
        assert abs(elementary.float_power(x, y) - expected) <= 3 * math.ulp(expected)
        assert elementary.float_power(x, y) == plain(elementary.float_power)(x, y)
    assert [elementary.float_power(0.0, y) for y in (2.0, 0.0, -1.0)] == [0.0, 1.0, math.inf]
    assert elementary.float_power(2.0, 2000.0) == math.inf
    assert elementary.float_power(2.0, -2000.0) == 0.0


def test_arrays_take_the_same_functions():
    given = RNG.normal(size=(3, 4))
    for name in ("sin", "cos", "tan", "tanh"):
        function = getattr(elementary, name)
        expected = [[function(x) for x in row] for row in given.tolist()]
        np.testing.assert_array_equal(getattr(elementary, f"{name}_array")(given), expected)


#: Packages whose results decide the motion; those of the C library and of numpy depend on the processor.
DECISIVE = ("realtime", "precise", "collision", "constraints", "dynamics", "forces", "flight", "math")
#: What is evaluated from a state and decides none, and what is measured beside it.
READINGS = {"modes.py"}
OTHERS = r"\b(math|np)\.(sin|cos|tan|asin|acos|atan|atan2|arcsin|arccos|arctan|arctan2|exp|expm1|log|pow|power|tanh)\("


@pytest.mark.parametrize("package", DECISIVE)
def test_what_decides_the_motion_uses_no_other_elementary_functions(package):
    folder = Path(rigida.__file__).parent / package
    found = [
        f"{path.name}:{number}: {line.strip()}"
        for path in sorted(folder.rglob("*.py"))
        if path.name not in READINGS
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if re.search(OTHERS, line)
    ]
    assert not found
