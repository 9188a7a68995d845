"""All that is changed in numba, and only while numba compiles functions of rigida.

numba belongs to the user too: `import rigida` changes nothing in it, functions of the user are compiled as they would
be without rigida, and so are those of numba that both may use. `RIGIDA_NUMBA_PATCHES=0` leaves numba as it is for
rigida as well; a list of names instead, such as `operator_types,variable_lists`, uses these alone, which is how the
gains below were measured.

Besides these, rigida stands on classes of numba without changing them: `linking` (code libraries), `cache` (where
kernels are kept), `array_table` and `math.lanes` (instructions of its own, by numba's interface for extensions).
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from numba.core import ir
from numba.core.compiler_lock import global_compiler_lock
from numba.core.types.functions import BaseFunction

from rigida.jit.patches.operator_types import remembering
from rigida.jit.patches.plain_indexing import own_target as plain_target
from rigida.jit.patches.variable_lists import listing_quickly


@dataclass(frozen=True)
class Patch:
    """One change.

    name: The module that holds it.
    changes: What numba does differently.
    gain: CPU time from an empty cache until the seesaw has taken 20 steps, as a multiple of that without this change.
    guard: What happens with a numba that does this elsewhere.
    test: The file whose tests fail when it no longer does what it should.
    method: Class and name of the method that is replaced, if one is.
    replaced_by: Makes what replaces it.
    """

    name: str
    changes: str
    gain: float
    guard: str
    test: str
    method: tuple[type, str] | None = None
    replaced_by: Callable[[Any], Any] | None = None


PATCHES = (
    Patch(
        "operator_types",
        changes="which type an operator gives for numbers and arrays is found once and remembered",
        gain=0.61,
        guard="left out where numba lacks the method; where it no longer calls it, nothing is remembered",
        test="tests/unit/test_operator_types.py",
        method=(BaseFunction, "get_call_type"),
        replaced_by=remembering,
    ),
    Patch(
        "variable_lists",
        changes="variables of an instruction are listed without asking of names and numbers what they might hold",
        gain=0.85,
        guard="left out where numba lacks the method; where it no longer calls it, it lists them its own way",
        test="tests/unit/test_variable_lists.py",
        method=(ir.Inst, "_rec_list_vars"),
        replaced_by=listing_quickly,
    ),
    Patch(
        "plain_indexing",
        changes="single elements of contiguous arrays are read and written by a dozen instructions instead of forty",
        gain=0.77,
        guard="where numba no longer asks its target context for such accesses, it compiles them its own way",
        test="tests/unit/test_plain_indexing.py",
    ),
)


def chosen(switch: str) -> frozenset[str]:
    """Return the names of the changes that a value of RIGIDA_NUMBA_PATCHES asks for."""
    if switch in ("", "1"):
        return frozenset(patch.name for patch in PATCHES)
    return frozenset(switch.split(",")) if switch != "0" else frozenset()


ACTIVE = chosen(os.environ.get("RIGIDA_NUMBA_PATCHES", ""))

_REPLACEMENTS = [
    (*patch.method, patch.replaced_by(getattr(*patch.method)))
    for patch in PATCHES
    if patch.name in ACTIVE and patch.method and patch.replaced_by and hasattr(*patch.method)
]


def own_target(context: Any) -> Any:
    """Return the target context for functions of rigida."""
    return plain_target(context) if "plain_indexing" in ACTIVE else context


@contextmanager
def while_compiling() -> Iterator[None]:
    """Change numba while a function of rigida is compiled, under numba's lock: nobody else compiles meanwhile."""
    with global_compiler_lock:
        before = [getattr(owner, name) for owner, name, _ in _REPLACEMENTS]
        try:
            for owner, name, replacement in _REPLACEMENTS:
                setattr(owner, name, replacement)
            yield
        finally:
            for (owner, name, _), method in zip(_REPLACEMENTS, before, strict=True):
                setattr(owner, name, method)
