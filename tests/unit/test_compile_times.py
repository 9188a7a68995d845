"""Compiling is counted by the folder a function is written in, callees for themselves."""

import time

import numba
from numba.core.event import install_listener

from rigida.jit.choice import written
from rigida.jit.compile_times import CompileTimes


def test_functions_count_for_their_folder_and_callees_for_themselves():
    @numba.njit
    def inner(x):
        return x + 1

    @numba.njit
    def outer(x):
        return inner(x)

    inner.py_func.__module__, outer.py_func.__module__ = "rigida.realtime.inner", "rigida.collision"
    times, began = CompileTimes(), time.perf_counter()
    with install_listener("numba:compile", times):
        outer(1)
        outer(2)
    assert times.functions["realtime"] == times.functions["collision"] == 1
    assert 0.0 < sum(times.seconds.values()) <= time.perf_counter() - began
    assert all(seconds > 0.0 for seconds in times.seconds.values())


def test_functions_that_are_written_as_text_count_for_the_folder_that_writes_them():
    times = CompileTimes()
    with install_listener("numba:compile", times):
        numba.njit(written("def twice(x):\n    return f(x) + f(x)\n", {"f": numba.njit(lambda x: x)}))(1)
    assert times.functions["jit"] == 1
