"""The precise engine's step, as one page.

From the present time to `until`: blows that are due change velocities, then the equations of motion are integrated up
to the next instant at which a force jumps, and so on.
"""

import math
from typing import TYPE_CHECKING

from rigida.dynamics.report import StepReport
from rigida.dynamics.state import State, first_non_finite
from rigida.errors import DivergedError
from rigida.forces.impulse import strike

if TYPE_CHECKING:
    from rigida.precise.engine import PreciseEngine


def advance(engine: "PreciseEngine", until: float, land: bool) -> StepReport:
    """Move the engine's state to `until` (or, if it need not land there, past it) and return what it took."""
    state, report = engine.state, StepReport(engine.state.time)
    while state.time < until and not math.isclose(state.time, until, rel_tol=1e-12):
        # what acts at once
        apply_due_blows(engine, until)
        # what moves
        engine.integrator.advance(state, next_break(engine, until if land else math.inf), report)
        # what must hold
        check_finite(state)
        # what is remembered
        if engine.forces.finish_step(state):
            engine.integrator.restart()
    report.time = state.time
    return report


def apply_due_blows(engine: "PreciseEngine", until: float) -> None:
    """Apply the blows whose time has come (for a fixed step: comes within the step)."""
    state, blows = engine.state, engine.model.blows
    horizon = min(state.time + engine.settings.dt * (1.0 - 1e-9), until) if engine.integrator.fixed_step else state.time
    while engine.blows_done < len(blows) and blows[engine.blows_done].time <= horizon:
        strike(state, blows[engine.blows_done])
        engine.blows_done += 1
        engine.integrator.restart()


def next_break(engine: "PreciseEngine", until: float) -> float:
    """Return the end of the smooth stretch that starts now; forces that jump now are taken from after the jump."""
    breaks = engine.model.break_times
    if engine.state.time in breaks:
        engine.integrator.restart()
    return next((time for time in breaks if engine.state.time < time < until), until)


def check_finite(state: State) -> None:
    """Raise if a body's motion is no longer finite, naming the body."""
    row = first_non_finite(state.center, state.attitude, state.angular_momentum)
    if row >= 0:
        raise DivergedError(
            f"Body '{state.model.names[row]}' turned non-finite at t = {state.time:.6g} s. "
            "Use a smaller dt or an adaptive integrator, and check its forces."
        )
