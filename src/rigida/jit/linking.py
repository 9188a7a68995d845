"""Compiles what only kernels call without what only Python would need: a third of the time that compiling takes.

numba gives each function a wrapper that takes Python objects, another for C, and machine code of its own, and optimises
it with all that it calls, although kernels link it in, optimise it with all that they call and never use any of these.
Where Python calls such a function, it is compiled once more, complete.
"""

from types import SimpleNamespace
from typing import Any

import numba
from llvmlite.binding import Linkage
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler

from rigida.jit.patches import own_passes, own_target, while_compiling

OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}


class KernelLibrary(JITCodeLibrary):
    """Code that is optimised once, when everything is linked in, not function by function before."""

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout

    def finalize(self) -> None:
        """Link in all that is called, directly or not, and compile it."""
        found = dict.fromkeys(self._linking_libraries)
        left = list(found)
        while left:
            library = left.pop()
            if isinstance(library, CalleeLibrary):
                more = [callee for callee in library._linking_libraries if callee not in found]
                found |= dict.fromkeys(more)
                left += more
        self._linking_libraries = list(found)
        super().finalize()

    def _optimize_final_module(self) -> None:
        # Nobody else calls what is linked in. LLVM may then leave out the words of arrays that a function does not
        # read: numba hands over nine for a matrix, in every call.
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == Linkage.linkonce_odr:
                function.linkage = Linkage.internal
        super()._optimize_final_module()


class CalleeLibrary(KernelLibrary):
    """Code of one function, which kernels link in together with what it calls: it never becomes machine code itself."""

    # numba would enter Python objects here that a function refers to; kernels refer to none.
    codegen = SimpleNamespace(set_env=lambda name, env: None)

    def get_pointer_to_function(self, name: str) -> int:
        """Return zero: there is nothing to run."""
        self._ensure_finalized()
        return 0

    def finalize(self) -> None:
        """Leave all else to the kernel: numba would link and copy what a function calls on every level of calls."""
        self._raise_if_finalized()
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == Linkage.external:
                function.linkage = Linkage.linkonce_odr  # others may link it too
        self._finalize_dynamic_globals()
        self._shared_module, self._finalized = self._final_module, True


class _OwnCompiler(Compiler):
    """numba's compiler with all that rigida changes in it."""

    def __init__(self, typing: Any, target: Any, library: JITCodeLibrary, *others: Any) -> None:
        super().__init__(typing, target, library, *others)
        self.state.targetctx = own_target(self.state.targetctx)

    def define_pipelines(self) -> list[Any]:
        """Return numba's passes, those that this function needs."""
        return own_passes(super().define_pipelines(), self.state)

    def compile_extra(self, function: Any) -> Any:
        """Compile a Python function."""
        with while_compiling():
            return super().compile_extra(function)


class KernelCompiler(_OwnCompiler):
    """Writes to a `KernelLibrary`."""

    writes_to = KernelLibrary

    def __init__(self, typing: Any, target: Any, library: Any, *others: Any) -> None:
        super().__init__(typing, target, self.writes_to(target.codegen(), "kernel"), *others)
        self.state.library.enable_object_caching()


class CalleeCompiler(_OwnCompiler):
    """Writes to a `CalleeLibrary`."""

    def __init__(self, typing: Any, target: Any, library: Any, *others: Any) -> None:
        super().__init__(typing, target, CalleeLibrary(target.codegen(), "callee"), *others)


def callee(function: Any, **options: Any) -> Any:
    """Return a dispatcher of `function` that kernels can call."""
    options |= OPTIONS | {"pipeline_class": CalleeCompiler, "no_cpython_wrapper": True}
    return numba.njit(**options)(function)
