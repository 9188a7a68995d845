"""Lets numba find which variables live where once, before it writes code, not after every pass.

numba finds it after each of nine passes, for loops that it might lift out of functions and for generators: kernels
have neither.
"""

from collections.abc import Callable
from typing import Any

from numba.core.postproc import VariableLifetime
from numba.core.transforms import canonicalize_cfg


def without_lifetimes(run: Callable[..., Any]) -> Callable[..., Any]:
    """Return `PostProcessor.run` such that lifetimes are found where they are asked for."""

    def run_lazily(self: Any, emit_dels: bool = False, *others: Any, **named: Any) -> None:
        function = self.func_ir
        if emit_dels or function.is_generator:
            run(self, emit_dels, *others, **named)
            return
        function.blocks = canonicalize_cfg(function.blocks)
        function.variable_lifetime, function.generator_info = VariableLifetime(function.blocks), None

    return run_lazily
