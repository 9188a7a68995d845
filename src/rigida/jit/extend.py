"""Tells numba of Python functions that kernels can call by instructions of their own."""

from collections.abc import Callable
from typing import Any

from numba.core import types
from numba.core.imputils import lower_builtin
from numba.core.typing.templates import AbstractTemplate, infer_global, signature


def compile_as(
    function: Any,
    types_of: Callable[[tuple[Any, ...]], tuple[Any, ...] | None],
    code: Callable[..., Any],
    *accepted: tuple[Any, ...],
) -> None:
    """Let kernels call `function`; Python goes on calling the function itself.

    types_of: gives for the types of the arguments those of the result and of the arguments as `code` wants them, None
    for arguments that the function does not take. code(context, builder, signature, arguments): the instructions.
    accepted: the kinds of arguments that `code` serves.
    """

    class Template(AbstractTemplate):
        key = function

        def generic(self, args: Any, kws: Any) -> Any:
            found = None if kws else types_of(args)
            return None if found is None else signature(*found)

    infer_global(function, types.Function(Template))
    for kinds in accepted:
        lower_builtin(function, *kinds)(code)
