"""What is outside the kernel subset is refused with file, line and what to write instead."""

import math

import numpy as np
import pytest

from rigida.jit.decorators import routine
from rigida.jit.translate.body import Refused
from rigida.jit.translate.program import Program
from rigida.jit.translate.types import Array
from rigida.math.vec3 import Vec3

NUMBERS = Array("f8", 1)
WORDS = ("a", "b")


def a_with(x):
    with np.errstate():
        return x


def a_comprehension(x):
    return sum(k for k in range(3))


def a_list(x):
    return [x]


def a_dictionary(x):
    return {1: x}[1]


def two_types(x):
    y = Vec3(x, x, x)
    y = 3
    return y


def two_results(x):
    if x > 0.0:
        return Vec3(x, x, x)
    return x


def truth_of_numbers(x):
    y = x or 1.0
    return y


def a_vector_as_condition(x):
    if Vec3(x, x, x):
        return 1.0
    return x


def mixed_integers(x):
    return np.uint64(3) + int(x)


def unknown_function(x):
    return math.erf(x)


def unknown_name(x):
    return x + nowhere  # noqa: F821


@routine
def endless(x):
    return endless(x)


def recursion(x):
    return endless(x)


def escaping_memory(x):
    made = np.zeros(3)
    return made


def steps_of_slices(values):
    return values[::2].shape[0]


def too_many_indices(values):
    return values[0, 1]


def a_float_index(values):
    return values[0.5]


def loop_over_an_array(values):
    total = 0.0
    for value in values:
        total += value
    return total


def loop_with_else(x):
    for _ in range(3):
        x += 1.0
    else:
        x = 0.0
    return x


def power_of_ints(x):
    return int(x) ** int(x)


def many_arguments(x):
    return max(*(x, x))


def strings(x):
    return WORDS[int(x)]


def read_before_written(x):
    for k in range(3):
        if k > 0:
            x += last  # noqa: F821
        if x < 0.0:
            last = last + 1.0  # noqa: F821, F841
    return x


CASES = {
    a_with: "'With' statements cannot be compiled",
    a_comprehension: "cannot be compiled; see CONTRIBUTING",
    a_list: "(List) cannot be compiled",
    a_dictionary: "(Dict) cannot be compiled",
    two_types: "variable 'y' cannot hold an int after a Vec3; a variable keeps one type: use another name",
    two_results: "a float is returned here and a Vec3 elsewhere; return one type",
    truth_of_numbers: "'x' is no bool: 'and' and 'or' give bools only; compare it with 0",
    a_vector_as_condition: "a Vec3 is not a condition; compare it",
    mixed_integers: "a uint64 meets an int; convert one of them: np.uint64(…) or int(…)",
    unknown_function: "'math.erf' cannot be called in a kernel",
    unknown_name: "'nowhere' is not defined",
    recursion: "'endless' calls itself; write a loop",
    escaping_memory: "an array made here ends with the function",
    steps_of_slices: "without a step",
    too_many_indices: "too many indices",
    a_float_index: "a float is not an index",
    loop_over_an_array: "a loop goes over range(…) or over a tuple, not over an array",
    loop_with_else: "a loop has no 'else' in kernels; use a flag",
    power_of_ints: "a power of ints needs a constant exponent from 2 to 8",
    many_arguments: "not with *arguments",
    strings: "the items of this tuple are of several types or no numbers",
    read_before_written: "a variable is read here before anything gives it a value",
}


@pytest.mark.parametrize("function", CASES, ids=lambda function: function.__name__)
def test_refusals_say_where_what_and_what_to_write(function):
    given = NUMBERS if function.__code__.co_varnames[0] == "values" else "f8"
    with pytest.raises(Refused) as refused:
        Program().function(function, (given,), "routine")
    message = str(refused.value)
    assert CASES[function] in message
    place, line, _ = message.split(":", 2)
    assert place == __file__
    assert abs(int(line) - function.__code__.co_firstlineno) < 10 or function is recursion
    assert "kernel function '" in message
