"""Lets numba list the variables of an instruction without asking of everything in it what it might be.

numba lists them anew after each of its passes, and asks of places in the source, names and numbers too.
"""

from typing import Any

from numba.core import ir

_SEVERAL = (dict, list, tuple)
_WITHOUT = frozenset({ir.Loc, str, int, float, bool, type(None), ir.Const, ir.Global, ir.FreeVar, ir.Arg})


def list_variables_quickly() -> None:
    """Change how numba lists variables, for the process; nothing changes with a numba that does this elsewhere."""
    ask = getattr(ir.Inst, "_rec_list_vars", None)
    if ask is None:
        return

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

    ir.Inst._rec_list_vars = list_variables  # type: ignore[method-assign]
