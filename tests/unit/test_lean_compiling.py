"""What numba need not ask again, find out or look through gives the same where it is asked, once."""

import numpy as np
from llvmlite import ir as llvm
from numba.core import base, event
from numba.core.compiler import run_frontend
from numba.core.postproc import PostProcessor
from numba.core.registry import cpu_target
from numba.core.typed_passes import NopythonRewrites
from numba.core.untyped_passes import InlineClosureLikes, ReconstructSSA, WithLifting

from rigida.jit.decorators import kernel
from rigida.jit.patches import while_compiling
from rigida.jit.patches.needless_passes import needed


def sum_below(limit):
    total = 0
    for k in range(limit):
        if k % 2:
            total += k
    return total


def test_lifetimes_that_are_asked_for_are_those_of_numba():
    function = run_frontend(sum_below)
    PostProcessor(function).run()
    wanted = function.variable_lifetime
    with while_compiling():
        PostProcessor(function).run()
    found = function.variable_lifetime
    assert found is not wanted
    assert found.livemap == wanted.livemap
    assert found.deadmaps == wanted.deadmaps


def test_sizes_of_types_are_those_of_llvm():
    data = cpu_target.target_context.target_data
    number, word = llvm.DoubleType(), llvm.IntType(64)
    for kind in (number, llvm.IntType(8), llvm.LiteralStructType([number, llvm.IntType(1)]), llvm.ArrayType(word, 3)):
        wanted = kind.get_abi_size(data)
        with while_compiling():
            assert [kind.get_abi_size(data) for _ in range(2)] == [wanted, wanted]


def test_functions_that_write_code_are_asked_for_their_parameters_once():
    def with_place(context, builder, signature, arguments, loc=None):
        return None

    with while_compiling():
        assert base._has_loc(with_place)
        assert not base._has_loc(sum_below)
    own = base._has_loc
    with while_compiling():
        assert base._has_loc is not own
    assert base._has_loc is own


def test_kernels_are_timed_as_a_whole(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))  # else it may have been compiled by an earlier run

    @kernel
    def twice(x):
        return 2.0 * x

    durations = []
    with event.install_timer("numba:compile", durations.append):
        assert twice(1.5) == 3.0
    assert len(durations) == 1
    assert durations[0] > 0.0


def test_passes_for_inner_functions_are_run_where_there_are_some():
    def with_inner(x):
        def inner(y):
            return y + x

        return inner(1.0)

    passes = [(found, "") for found in (WithLifting, InlineClosureLikes, ReconstructSSA)]
    assert [found.__name__ for found, _ in needed(passes, sum_below, makes_arrays=False)] == ["ReconstructSSA"]
    assert [found.__name__ for found, _ in needed(passes, with_inner, makes_arrays=False)] == [
        "InlineClosureLikes",
        "ReconstructSSA",
    ]
    assert kernel(with_inner)(2.0) == 3.0


def test_functions_without_arrays_of_their_own_need_no_rewriting_of_array_expressions():
    passes = [(NopythonRewrites, ""), (ReconstructSSA, "")]
    assert needed(passes, sum_below, makes_arrays=False) == passes[1:]
    assert needed(passes, sum_below, makes_arrays=True) == passes

    @kernel
    def mixed(a, b):
        made = np.zeros(len(a))
        made[:] = a * b + 1.0
        return made[1]

    assert mixed(np.arange(5.0), np.arange(1.0, 6.0)) == 3.0
