"""All that is changed in numba, and only while numba compiles functions of rigida.

numba belongs to the user too: `import rigida` changes nothing in it, functions of the user are compiled as they would
be without rigida, and so are those of numba that both may use. `RIGIDA_NUMBA_PATCHES=0` leaves numba as it is for
rigida as well; a list of names instead, such as `operator_types,variable_lists`, uses these alone, which is how the
gains below were measured.

Besides these, rigida stands on classes of numba without changing them: `linking` (code libraries), `cache` (where
kernels are kept), `array_table` and `math.lanes` (instructions of its own, by numba's interface for extensions).
"""

import gc
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any

from llvmlite import ir as llvm
from numba.core import base, event, ir
from numba.core.compiler_lock import global_compiler_lock
from numba.core.postproc import PostProcessor
from numba.core.types.functions import BaseFunction
from numba.core.typing.context import BaseContext

from rigida.jit.patches.asked_once import remembering_sizes, without_timers
from rigida.jit.patches.lifetimes import without_lifetimes
from rigida.jit.patches.needless_passes import needed
from rigida.jit.patches.operator_types import knowing_functions, knowing_operators, remembering
from rigida.jit.patches.plain_indexing import own_target as plain_target
from rigida.jit.patches.variable_lists import listing_quickly


@dataclass(frozen=True)
class Patch:
    """One change.

    name: The module that holds it.
    changes: What numba does differently.
    gain: CPU time from nothing compiled until the seesaw, or boxes on a ground, have taken some steps, as a multiple of
        that without this change.
    guard: What happens with a numba that does this elsewhere.
    test: The file whose tests fail when it no longer does what it should.
    replaces: What is replaced, if anything: whose method it is (a class or module), its name, and what makes the other
        from the old one.
    """

    name: str
    changes: str
    gain: float
    guard: str
    test: str
    replaces: tuple[tuple[Any, str, Callable[[Any], Any]], ...] = ()


PATCHES = (
    Patch(
        "operator_types",
        changes="which type an operator gives for numbers, arrays and rows is found once and remembered",
        gain=0.72,
        guard="left out where numba lacks a method; where it no longer calls it, nothing is remembered",
        test="tests/unit/test_operator_types.py",
        replaces=(
            (BaseFunction, "get_call_type", remembering),
            (BaseContext, "resolve_value_type", knowing_operators),
            (BaseContext, "resolve_getattr", knowing_functions),
        ),
    ),
    Patch(
        "variable_lists",
        changes="variables of an instruction are listed without asking of names and numbers what they might hold",
        gain=0.85,
        guard="left out where numba lacks the method; where it no longer calls it, it lists them its own way",
        test="tests/unit/test_variable_lists.py",
        replaces=((ir.Inst, "_rec_list_vars", listing_quickly),),
    ),
    Patch(
        "lifetimes",
        changes="which variables live where is found after the last pass, for nobody asks after the others",
        gain=0.93,
        guard="left out where numba lacks the method; where it no longer calls it, lifetimes are found each time",
        test="tests/unit/test_lean_compiling.py",
        replaces=((PostProcessor, "run", without_lifetimes),),
    ),
    Patch(
        "asked_once",
        changes="sizes of types and parameters of functions that write code are remembered, inner timers left out",
        gain=0.98,
        guard="left out where numba lacks a method; where it no longer calls it, nothing is remembered",
        test="tests/unit/test_lean_compiling.py",
        replaces=(
            (base, "_has_loc", cache),
            (llvm.Type, "get_abi_size", remembering_sizes),
            (event, "install_timer", without_timers),
        ),
    ),
    Patch(
        "needless_passes",
        changes="passes are left out that find nothing to do in a function",
        gain=0.97,
        guard="where numba no longer has a pass of that name, all are run",
        test="tests/unit/test_lean_compiling.py",
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
    (owner, name, changed(getattr(owner, name)))
    for patch in PATCHES
    for owner, name, changed in patch.replaces
    if patch.name in ACTIVE and hasattr(owner, name)
]


def own_target(context: Any) -> Any:
    """Return the target context for functions of rigida."""
    return plain_target(context) if "plain_indexing" in ACTIVE else context


def own_passes(managers: list[Any], state: Any) -> list[Any]:
    """Return pass managers for a function of rigida; state: that of its compiler."""
    if "needless_passes" in ACTIVE:
        for manager in managers:
            manager.passes = needed(manager.passes, state.func_id.func, makes_arrays=state.flags.nrt)
    return managers


@contextmanager
def _without_collection() -> Iterator[None]:
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


@contextmanager
def while_compiling() -> Iterator[None]:
    """Change numba while a function of rigida is compiled, under numba's lock: nobody else compiles meanwhile.

    Garbage is collected afterwards: what a compiler makes is in use until it ends.
    """
    with global_compiler_lock, _without_collection():
        before = [getattr(owner, name) for owner, name, _ in _REPLACEMENTS]
        try:
            for owner, name, replacement in _REPLACEMENTS:
                setattr(owner, name, replacement)
            yield
        finally:
            for (owner, name, _), method in zip(_REPLACEMENTS, before, strict=True):
                setattr(owner, name, method)
