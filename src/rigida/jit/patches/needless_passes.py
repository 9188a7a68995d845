"""Leaves out passes of numba's compiler that find nothing to do in a function, which they look through all the same."""

from types import CodeType
from typing import Any

#: Passes for functions inside a function.
_INNER = ("InlineClosureLikes", "MakeFunctionToJitFunction")
#: Passes for expressions of whole arrays, which make arrays.
_ARRAYS = ("NopythonRewrites",)
#: Passes for what kernels have not: `with`, inline="always", `literally`, `literal_unroll`, parallel loops.
_NEVER = (
    "WithLifting",
    "InlineInlinables",
    "FindLiterallyCalls",
    "LiteralUnroll",
    "LiteralPropagationSubPipelinePass",
    "DumpParforDiagnostics",
)


def needed(passes: list[Any], function: Any, makes_arrays: bool) -> list[Any]:
    """Return those of numba's passes, each with its description, that a Python function needs."""
    inner = any(isinstance(constant, CodeType) for constant in function.__code__.co_consts)
    left_out = _NEVER + (() if inner else _INNER) + (() if makes_arrays else _ARRAYS)
    return [found for found in passes if found[0].__name__ not in left_out]
