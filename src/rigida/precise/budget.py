"""Work limit of one step, so that every step ends.

Work is counted, not timed, so that a run repeats to the bit. The unit is an internal step of bodies that nothing
touches: `STAGES` evaluations of the forces. With closed contacts every evaluation takes a unit, and more with many
rows; a change of contact takes `EVENT`. It is looked at after each internal step, and within those that take long.

Contacts that change ever faster, modes between which there is no way on (a sliding contact that jams), and contacts
whose forces jump (a rim that goes from one point of its disk to the next) show as work far beyond that of smooth steps.
"""

from typing import TYPE_CHECKING

import numpy as np

from rigida.dynamics.model import DYNAMIC
from rigida.dynamics.report import StepReport
from rigida.errors import BudgetError
from rigida.precise.tuning import EVENT, FREEDOMS, OVERDRAFT, ROWS, SHARE, SOLUTION, STAGES

if TYPE_CHECKING:
    from rigida.precise.engine import PreciseEngine


class SpentError(Exception):
    """An internal step was given up because the budget is spent."""


class Budget:
    """The work of one step from `start` to `until`."""

    # What most steps leave as it is: one is made for each of them.
    work, events = 0.0, 0
    _evaluations, _watched_work = 0, 0.0

    def __init__(self, most: int, start: float, until: float, dt: float) -> None:
        self.most, self.start, self.until = most, start, until
        self._watched, self._limit, self._window = start, (1.0 + OVERDRAFT) * most, min(until - start, dt)

    def note(self, time: float, changed: bool, report: StepReport, rows: int) -> None:
        """Take note of a turn of the loop that ended at `time`, whether a contact changed there, and the rows held."""
        self.events += changed
        self.take(report, rows)
        self.work += EVENT * changed * max(1.0, _price(rows))
        if time - self._watched > self._window:
            self.watch_again(time)

    def take(self, report: StepReport, rows: int = 0) -> None:
        """Take note of the evaluations since the last time, with so many rows of contacts held."""
        self.work += _price(rows) * (report.evaluations - self._evaluations)
        self._evaluations = report.evaluations

    def take_solutions(self, count: int, freedoms: int) -> None:
        """Take note of solutions of time stepping for bodies in contact with so many freedoms."""
        self.work += SOLUTION * count * max(1.0, (freedoms / FREEDOMS) ** 3)

    def left(self, rows: int) -> float:
        """Return how many evaluations an internal step may take before it is given up, with so many rows held."""
        most = min(self._limit, self._watched_work + 2.0 * SHARE * self.most) if rows else self._limit
        return (most - self.work) / _price(rows)

    def affords(self, rows: int) -> bool:
        """Return whether an internal step with so many rows of moving contacts held would not count as chattering."""
        return STAGES * _price(rows) <= SHARE * self.most

    def watch_again(self, time: float) -> None:
        """Look for chattering from now on."""
        self._watched, self._watched_work = time, self.work

    def stalled(self) -> bool:
        """Return whether the last stretch of time has taken much more work than smooth steps do."""
        return self.work - self._watched_work > SHARE * self.most

    def exhausted(self) -> bool:
        """Return whether the step has taken all the work that it may."""
        return self.work > self.most

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
    """Return the work of an evaluation of the forces with so many rows of closed contacts."""
    return 1.0 + (rows / ROWS) ** 2 if rows else 1.0 / STAGES


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
