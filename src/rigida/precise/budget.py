"""How much work one step may take, so that every step ends.

Work is counted, not timed, so that a run repeats to the bit: an internal step, accepted or not, is one unit, a change
of contact `EVENT`. Contacts that change ever faster, or modes between which there is no way on (a sliding contact that
jams), show as a stall: many turns of the loop in next to no time.
"""

from collections import deque
from typing import TYPE_CHECKING

import numpy as np

from rigida.dynamics.model import DYNAMIC
from rigida.dynamics.report import StepReport
from rigida.errors import BudgetError

if TYPE_CHECKING:
    from rigida.precise.engine import PreciseEngine

#: Units of work of a change of contact: a step taken twice, a search between, a complementarity problem.
EVENT = 10
#: So many turns within this part of the step, of a second at most, are a stall; the second part where contacts jam.
_TURNS, _INSTANT, _INSTANT_JAMMED = 64, 1e-6, 1e-2


class Budget:
    """The work of one step from `start` to `until`."""

    def __init__(self, most: int, start: float, until: float) -> None:
        self.most, self.start, self.until = most, start, until
        self.events = self.stalls = self._most_flown = 0
        self._turns: deque[float] = deque(maxlen=_TURNS)

    def note(self, time: float, changed: bool) -> None:
        """Take note of a turn of the loop that ended at `time`, and whether a contact changed there."""
        self.events += changed
        self._turns.append(time)

    def leave_stall(self) -> None:
        """Take note that the step goes on by other means, and look for a stall anew."""
        self.stalls += 1
        self._turns.clear()

    def stalled(self, jammed: bool) -> bool:
        """Tell whether the last turns have led next to nowhere; `jammed`: contacts are in modes that do not fit."""
        turns, part = self._turns, _INSTANT_JAMMED if jammed else _INSTANT
        return len(turns) == _TURNS and turns[-1] - turns[0] < part * min(self.until - self.start, 1.0)

    def exhausted(self, report: StepReport) -> bool:
        """Tell whether the step has taken all the work that it may."""
        return report.steps + report.rejected + EVENT * self.events > self.most

    def begin_blows(self, count: int, report: StepReport) -> None:
        """Take note that the step goes on with `count` flights between blows, which may take as much work again."""
        self._most_flown = report.steps + report.rejected + count + self.most

    def overdrawn(self, report: StepReport) -> bool:
        """Tell whether the flights between blows have taken all the work that they may."""
        return report.steps + report.rejected > self._most_flown

    def refuse(self, engine: "PreciseEngine", report: StepReport) -> BudgetError:
        """Return the error that ends the step, naming what moves fastest and what to change."""
        state = engine.state
        taken, changes = report.steps + report.rejected, f" and {self.events} changes of contact" if self.events else ""
        return BudgetError(
            f"The step from t = {self.start:.6g} s to {self.until:.6g} s took {taken} internal steps{changes} "
            f"and came to t = {state.time:.6g} s only. {_fastest(engine)} Ask for shorter steps (a smaller `dt`, "
            f"more frames per second), loosen `tolerance` = {engine.settings.tolerance:g}, "
            f"or raise `budget` = {self.most} of rg.Precise."
        )


def _fastest(engine: "PreciseEngine") -> str:
    """Return which bodies move and turn fastest, as a sentence."""
    state, names = engine.state, engine.model.names
    moving = np.flatnonzero(engine.model.motion == DYNAMIC)
    if not len(moving):
        return "No body is moved by forces."
    speed = np.linalg.norm(state.velocity[moving], axis=1)
    spin = np.linalg.norm(state.angular_velocity[moving], axis=1)
    first, turning = moving[np.argmax(speed)], moving[np.argmax(spin)]
    return (
        f"Body '{names[first]}' moves fastest, at {speed.max():.3g} m/s, and '{names[turning]}' turns fastest, at "
        f"{spin.max():.3g} rad/s."
    )
