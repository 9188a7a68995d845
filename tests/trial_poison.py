"""Everything an engine writes while it runs, overwritten: what a snapshot leaves out then shows.

All arrays that can be reached from an engine are compared before and after some steps. Floats in them that have changed
become NaN before a restore; if one of them decides how the run goes on, the run differs.
"""

import gc
import types
import warnings
from typing import Any

import numpy as np

import rigida as rg

#: What is shared between engines or leads to everything.
_BEYOND = (type, types.ModuleType, types.BuiltinFunctionType, types.FrameType, str, bytes, int, float, rg.Scene)


def arrays_of(engine: Any) -> list[np.ndarray]:
    """Return the arrays of floats that can be reached from an engine and written to, each block of memory once."""
    found: dict[int, np.ndarray] = {}
    seen: set[int] = set()
    todo: list[Any] = [engine]
    while todo:
        item = todo.pop()
        if id(item) in seen or isinstance(item, _BEYOND):
            continue
        seen.add(id(item))
        if isinstance(item, np.ndarray):
            while isinstance(item.base, np.ndarray):
                item = item.base
            if item.dtype == np.float64 and item.flags.writeable and item.size:
                found[item.ctypes.data] = item
        elif isinstance(item, types.FunctionType):
            todo += [*(item.__closure__ or ()), *(item.__defaults__ or ())]
        else:
            todo += gc.get_referents(item)
    return list(found.values())


def differs_after_poison(scene: rg.Scene, settings: Any, before: int = 20, after: int = 20) -> str:
    """Return how a run of `scene` goes on otherwise after a restore; empty if it does not."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        sim = rg.Simulation(scene, settings)
        if len(_steps(sim, before)) < before:
            return ""  # it has ended
        kept = sim.snapshot()
        old = [(array, array.copy()) for array in arrays_of(sim.engine)]
        first = _steps(sim, after)
        changed = [(array, array.view(np.uint64) != values.view(np.uint64)) for array, values in old]
        sim.restore(kept)
        if _steps(sim, after) != first:
            return "plain restore"
        reached = {array.ctypes.data for array in arrays_of(sim.engine)}
        for array, where in changed:
            if array.ctypes.data in reached:
                array[where] = np.nan
        sim.restore(kept)
        return "" if _steps(sim, after) == first else "poisoned restore"


def _steps(sim: rg.Simulation, count: int) -> list[str]:
    """Return the hashes of the next states; what ended the run takes the place of the last two."""
    hashes: list[str] = []
    try:
        for _ in range(count):
            sim.step()
            hashes.append(sim.state_hash())
    except rg.RigidaError as error:
        hashes[-1:] = [str(error)]
    return hashes
