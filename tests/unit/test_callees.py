"""Functions that kernels call are compiled for them alone, and once more where Python calls them."""

import numba
import numpy as np
from llvmlite.binding import Linkage

from rigida.jit.decorators import inlined, kernel, routine
from rigida.jit.linking import OPTIONS, KernelCompiler


@inlined
def twice(x):
    return 2 * x


@routine
def add_twice(values, x):
    for i in range(values.shape[0]):
        values[i] += twice(x)
    return values[0]


@routine
def factorial(n):
    return 1 if n < 2 else n * factorial(n - 1)


@kernel
def entry(values, x):
    return add_twice(values, x) + add_twice(values, 3) + factorial(5)


def test_callees_give_kernels_the_same_as_python():
    compiled, plain = np.zeros(3), np.zeros(3)
    found = entry(compiled, 1.5)
    assert found == add_twice(plain, 1.5) + add_twice(plain, 3) + 120
    np.testing.assert_array_equal(compiled, plain)
    assert twice(4) == 8
    assert factorial(4) == 24


def test_kernels_compile_callees_without_what_python_needs():
    @routine
    def half(x):
        return 0.5 * x

    @kernel
    def caller(x):
        return half(x) + half(2)

    assert caller(3.0) == 2.5
    assert not half.dispatcher.signatures  # nothing that Python could call
    assert half(4.0) == 2.0
    assert len(half.dispatcher.signatures) == 1


def test_what_a_kernel_links_in_is_its_own():
    # A function that calls itself cannot be inlined away.
    compiled = numba.njit(pipeline_class=KernelCompiler, **OPTIONS)(lambda n: factorial(n) + 1)
    assert compiled(5) == 121
    (overload,) = compiled.overloads.values()
    linked = [f for f in overload.library.get_defined_functions() if "factorial" in f.name]
    assert linked
    assert all(f.linkage == Linkage.internal for f in linked)
