"""When contacts change too often to be located one by one: time stepping takes over until they have stopped changing.

Chattering shows as work (`budget`): bounces that follow each other ever faster, modes that alternate, friction that
turns with a slow slide. Time stepping (`contact.time_stepping`) goes on until the contacts have kept their modes for a
while. Where exact steps meet the next chatter soon after, it lasts twice as long. Where time stepping takes too much
work, too, its accuracy is loosened.
"""

from collections.abc import Callable

import numpy as np

from rigida.arrays import FloatArray
from rigida.dynamics.report import StepReport
from rigida.dynamics.state import State
from rigida.precise.contact.contacts import Contacts
from rigida.precise.contact.time_stepping import TimeStepping
from rigida.precise.tuning import COARSEST, LONGEST, LOOSEN, SHORTEST


class Chattering:
    """Whether time stepping acts, and since when."""

    def __init__(
        self,
        contacts: Contacts,
        wrenches: Callable[[float, State], FloatArray],
        *,
        tolerance: float,
        rest_speed: float,
        dt: float,
    ) -> None:
        # A step of second order has an error of h³; over a unit of time h² is left.
        self._finest = tolerance ** (2.0 / 3.0)
        self.stepping = TimeStepping(contacts, wrenches, self._finest, rest_speed)
        self.contacts, self.dt, self.acts = contacts, dt, False
        self.since = self.until = -np.inf
        self._h, self._quiet, self._changed = 0.0, LONGEST * dt, 0.0

    def begin(self, time: float) -> None:
        """Let time stepping act from now on."""
        self._quiet = 2.0 * self._quiet if time - self.until < max(self._quiet, self.dt) else LONGEST * self.dt
        self.acts, self.since, self._changed, self._h = True, time, time, LONGEST * self.dt
        self.stepping.worst, self.stepping.accuracy = 0.0, self._finest
        self.contacts.release()

    def loosen(self) -> bool:
        """Accept larger errors until exact steps go on; return False where they would be too large."""
        if self.stepping.accuracy >= COARSEST:
            return False
        self.stepping.accuracy = min(LOOSEN * self.stepping.accuracy, COARSEST)
        return True

    def advance(self, state: State, until: float, report: StepReport) -> None:
        """Take one step, not beyond `until`."""
        stepping = self.stepping
        modes, left = stepping.modes, until - state.time
        proposed = min(self._h, LONGEST * self.dt)
        # The last two steps before a time that must be met are equal.
        h = left if proposed >= left else min(proposed, 0.5 * left)
        taken, proposed = stepping.step(state, h, min(SHORTEST * self.dt, left))
        if taken == left:
            state.time = until
        self._h = proposed if taken >= self._h or proposed < taken else max(proposed, self._h)
        report.steps += 1
        # Modes that change where nothing moves say only how contacts share their load.
        if (stepping.modes != modes and not stepping.at_rest(state)) or stepping.lost > 0.0:
            self._changed = state.time
        if state.time - self._changed > self._quiet:
            self.acts, self.until = False, state.time

    def go_on(self) -> None:
        """Let time stepping act until the contacts have kept their modes as long again."""
        self.acts, self._changed = True, self.until

    @property
    def lost(self) -> float:
        """Kinetic energy that impacts of the last step have taken [J]."""
        return self.stepping.lost

    def take_solutions(self) -> int:
        """Return how many solutions were made since the last call."""
        count, self.stepping.solutions = self.stepping.solutions, 0
        return count

    def snapshot(self) -> tuple[object, ...]:
        """Return what decides how it goes on."""
        return self.acts, self.since, self.until, self._h, self._quiet, self._changed, self.stepping.snapshot()

    def restore(self, snapshot: tuple[object, ...]) -> None:
        """Go back to a snapshot."""
        self.acts, self.since, self.until, self._h, self._quiet, self._changed, stepping = snapshot  # type: ignore[assignment]
        self.stepping.restore(stepping)
