"""Kernels and routines called as the Python they are written as: laws on small arrays need nothing compiled.

That compiled code does the same is tested by `test_kernels_plain_and_checked`.
"""

from unittest import mock

import numpy as np

from rigida.jit.decorators import Compiled
from rigida.jit.plain import plain_table
from rigida.jit.tables import Table


def plain(function, *given):
    """Call a kernel or routine, and all that it calls, in Python; it sees tables as compiled code does."""
    given = [plain_table(value) if isinstance(value, Table) else value for value in given]
    with (
        mock.patch.object(Compiled, "__call__", lambda self, *inner: self.py_func(*inner)),
        np.errstate(all="ignore"),  # division follows IEEE, as in compiled code
    ):
        return function(*given)


def bind(function, *last):
    """Return `function` with its last arguments given, as `rigida.jit.bind` does, for calls in Python."""
    return lambda *first: plain(function, *first, *last)
