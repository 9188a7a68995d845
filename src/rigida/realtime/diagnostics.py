"""What went badly in a step, and which setting to change."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from rigida.realtime.contacts.manifold_cache import BODY_A, BODY_B, COUNT, POINT, SEPARATION

if TYPE_CHECKING:
    from rigida.realtime.engine import RealtimeEngine

#: A deeper overlap is told, in parts of the reach of the smallest shape.
DEEP = 0.1
#: Velocities that a solver leaves wrong by more than this are told [m/s].
WRONG = 0.01


def went_well(engine: "RealtimeEngine") -> bool:
    """Tell whether there is nothing to say of the step just taken."""
    islands, touch, articulated = engine.islands, engine.touch, engine.articulated
    held = articulated is None or not articulated.open_steps
    return held and max(islands.unsolved, islands.unspent) <= WRONG and touch.deepest >= -DEEP * touch.smallest


def step_notes(engine: "RealtimeEngine") -> Iterator[str]:
    """Yield what the user should know of the step just taken."""
    islands, settings, at = engine.islands, engine.settings, f"at t = {engine.state.time:.6g} s"
    if engine.touch.deepest < -DEEP * engine.touch.smallest:
        yield f"{_deepest_pair(engine)} overlap by {-engine.touch.deepest:.3g} m {at}. {_remedy(engine)}"
    if islands.unsolved > WRONG:
        yield (
            f"Bodies that were solved together have velocities wrong by about {islands.unsolved:.2g} m/s {at}. "
            f"Lower `dt`, or lower `direct_limit` below {settings.direct_limit} to have them solved in sub-steps."
        )
    if islands.unspent > WRONG:
        yield (
            f"A blow of {islands.unspent:.2g} m/s was still being handed on {at}. "
            f"Raise `collision_passes` above {settings.collision_passes}."
        )
    if engine.articulated is not None and engine.articulated.open_steps:
        yield f"Joints did not close in {engine.articulated.open_steps} sub-steps {at}. Lower `dt` of rg.Realtime."


def _deepest(engine: "RealtimeEngine") -> int:
    """Return the number of the contact with the deepest overlap."""
    touch = engine.touch
    points = touch.contact[: touch.count, SEPARATION:POINT]
    used = np.arange(4) < touch.contact_of[: touch.count, COUNT, None]
    return int(np.where(used, points, 0.0).min(axis=1).argmin())


def _deepest_pair(engine: "RealtimeEngine") -> str:
    a, b = engine.touch.contact_of[_deepest(engine), [BODY_A, BODY_B]]
    return f"Bodies '{engine.model.names[a]}' and '{engine.model.names[b]}'"


def _remedy(engine: "RealtimeEngine") -> str:
    """Return which setting helps the deepest pair: that of the solver it was left to."""
    islands, settings = engine.islands, engine.settings
    pair = islands.island[engine.touch.contact_of[_deepest(engine), [BODY_A, BODY_B]]]
    if settings.method == "document":
        return f"Raise `contact_iterations` above {settings.contact_iterations}, or lower `dt` of rg.Realtime."
    if pair.max() >= 0 and not islands.method[pair.max()]:
        return (
            f"Raise `substeps` above {settings.substeps} or `direct_limit` above {settings.direct_limit}, "
            "or lower `dt` of rg.Realtime."
        )
    return "Lower `dt` of rg.Realtime."
