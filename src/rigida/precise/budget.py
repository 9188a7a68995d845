"""How much work one step may take, so that every step ends.

Work is counted, not timed, so that a run repeats to the bit. The unit is an internal step of bodies that nothing
touches: `_STAGES` evaluations of the forces. Where contacts are held every evaluation takes a unit, and more with many
rows; a change of contact takes `EVENT`. It is looked at after each internal step, and within those that take long.

Contacts that change ever faster, modes between which there is no way on (a sliding contact that jams), and contacts
whose forces jump (a rim that goes from one point of its disk to the next) show as a stall: many turns of the loop in
next to no time, or a good part of the budget in a small one.
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
#: Evaluations of an internal step of dop853.
_STAGES = 12
#: Rows of held contacts for which an evaluation takes twice as long as for few; beyond, dense solutions grow with the
#: cube (measured: 1 ms up to 60, 8 ms at 140, 0.5 s at 500).
_ROWS = 70
#: An internal step that is under way when the budget is spent may take this part of it more, and is given up then.
_OVERDRAFT = 0.1
#: So many turns within this part of the step, of a second at most, are a stall; the second part where contacts jam.
_TURNS, _INSTANT, _INSTANT_JAMMED = 64, 1e-6, 1e-2
#: This part of the budget within the second part of the step, of a second at most, is a stall where contacts are held.
_SHARE, _LITTLE = 0.5, 1e-2


class SpentError(Exception):
    """An internal step was given up because the budget is spent."""


class Budget:
    """The work of one step from `start` to `until`."""

    # What most steps leave as it is: one is made for each of them.
    work, events, stalls = 0.0, 0, 0
    _held, _most_flown, _evaluations, _looked_work = False, 0.0, 0, 0.0
    _turns: deque[float] | None = None

    def __init__(self, most: int, start: float, until: float) -> None:
        self.most, self.start, self.until = most, start, until
        self._looked, self._limit = start, (1.0 + _OVERDRAFT) * most

    def note(self, time: float, changed: bool, report: StepReport, rows: int) -> None:
        """Take note of a turn of the loop that ended at `time`, whether a contact changed there, and the rows held."""
        self.events += changed
        self._held = rows > 0
        self.take(report, rows)
        self.work += EVENT * changed * max(1.0, _price(rows))
        if self._turns is None:
            self._turns = deque(maxlen=_TURNS)
        self._turns.append(time)
        if time - self._looked > _LITTLE * self._scale or not self._held:
            self._looked, self._looked_work = time, self.work

    def take(self, report: StepReport, rows: int = 0) -> None:
        """Take note of the evaluations since the last time, with so many rows of contacts held."""
        self.work += _price(rows) * (report.evaluations - self._evaluations)
        self._evaluations = report.evaluations

    def left(self, rows: int) -> float:
        """Return how many evaluations an internal step may take before it is given up, with so many rows held."""
        return (self._limit - self.work) / _price(rows)

    def give_up(self) -> None:
        """Take note that an internal step was given up."""
        self.work = max(self.work, self._limit)

    def leave_stall(self, time: float) -> None:
        """Take note that the step goes on by other means, and look for a stall anew."""
        self.stalls += 1
        self._limit = (1.0 + _OVERDRAFT) * self.most
        self._turns = None
        self._looked, self._looked_work = time, self.work

    def stalled(self, jammed: bool) -> bool:
        """Tell whether the last turns have led next to nowhere; `jammed`: contacts are in modes that do not fit."""
        if self._held and self.work - self._looked_work > _SHARE * self.most:
            return True
        turns, part = self._turns, _INSTANT_JAMMED if jammed else _INSTANT
        return turns is not None and len(turns) == _TURNS and turns[-1] - turns[0] < part * self._scale

    def exhausted(self) -> bool:
        """Tell whether the step has taken all the work that it may."""
        return self.work > self.most

    def begin_blows(self, count: int) -> None:
        """Take note that the step goes on with `count` flights between blows, which may take as much work again."""
        self._most_flown = self.work + count + self.most
        self._limit = self._most_flown + _OVERDRAFT * self.most

    def overdrawn(self) -> bool:
        """Tell whether the flights between blows have taken all the work that they may."""
        return self.work > self._most_flown

    @property
    def _scale(self) -> float:
        return min(self.until - self.start, 1.0)

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


def _price(rows: int) -> float:
    """Return the work of an evaluation of the forces while so many rows of contacts are held."""
    return 1.0 + (rows / _ROWS) ** 3 if rows else 1.0 / _STAGES


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
