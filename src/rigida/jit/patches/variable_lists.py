"""Lets numba list the variables of an instruction without asking of everything in it what it might be.

numba lists them anew after each of its passes, and asks of places in the source, names and numbers too.
"""

from collections.abc import Callable
from typing import Any

from numba.core import ir

_SEVERAL = (dict, list, tuple)
_WITHOUT = frozenset({ir.Loc, str, int, float, bool, type(None), ir.Const, ir.Global, ir.FreeVar, ir.Arg})


def listing_quickly(ask: Callable[..., Any]) -> Callable[..., Any]:
    """Return `ir.Inst._rec_list_vars` such that it asks of little."""

    def list_variables(self: Any, value: Any) -> list[Any]:
        if not isinstance(value, _SEVERAL):
            return ask(self, value)
        found: list[Any] = []
        for item in value.values() if isinstance(value, dict) else value:
            kind = type(item)
            if kind is ir.Var:
                found.append(item)
            elif kind is ir.Expr:
                found += item.list_vars()
            elif kind not in _WITHOUT:
                found += list_variables(self, item)
        return found

    return list_variables
