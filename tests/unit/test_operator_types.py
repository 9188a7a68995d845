"""Remembered types of operators are those that numba would find."""

import operator
from itertools import product

import pytest
from numba import types
from numba.core.errors import TypingError
from numba.core.registry import cpu_target
from numba.core.types.functions import BaseFunction

from rigida.jit import patches
from rigida.jit.decorators import routine
from rigida.jit.patches import while_compiling
from rigida.jit.patches.operator_types import remembering

NUMBERS = (types.float64, types.float32, types.int64, types.int32, types.uint64, types.boolean, types.literal(2))
ARRAY = types.Array(types.float64, 2, "C")


def answer(ask, key, args):
    context = cpu_target.typing_context
    context.refresh()
    try:
        return ask(context.resolve_value_type(key), context, args, {})
    except TypingError:
        return None


@pytest.mark.parametrize("name", ["add", "truediv", "lt", "and_", "iadd", "neg"])
def test_numbers_have_the_types_that_numba_finds(name):
    key, count = getattr(operator, name), 1 if name == "neg" else 2
    for args in product(NUMBERS, repeat=count):
        expected = answer(BaseFunction.get_call_type, key, args)
        with while_compiling():
            for _ in range(2):  # found, then remembered
                assert answer(BaseFunction.get_call_type, key, args) == expected


def test_elements_of_arrays_have_the_types_that_numba_finds():
    for index in (types.int64, types.UniTuple(types.int64, 2), types.Tuple((types.int32, types.literal(1)))):
        expected = answer(BaseFunction.get_call_type, operator.getitem, (ARRAY, index))
        with while_compiling():
            for _ in range(2):
                assert answer(BaseFunction.get_call_type, operator.getitem, (ARRAY, index)) == expected


def test_kernels_ask_for_the_types_of_an_operator_once(monkeypatch):
    asked = []

    def ask(self, context, args, kws):
        asked.append((self.typing_key, args))
        return own(self, context, args, kws)

    @routine
    def sums(a, b):
        return a + b + a + b + a + b

    own = BaseFunction.get_call_type
    both = (types.complex64, types.complex64)  # which no kernel has added before
    monkeypatch.setattr(patches, "_REPLACEMENTS", [(BaseFunction, "get_call_type", remembering(ask))])
    sums.dispatcher.compile(both)
    assert asked.count((operator.add, both)) == 1
