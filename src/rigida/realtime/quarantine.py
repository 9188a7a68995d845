"""Bodies that diverge: the run ends with their name, or they are stopped where they were and the run goes on."""

from rigida.dynamics.model import DYNAMIC, Model
from rigida.dynamics.report import StepReport
from rigida.dynamics.state import State, first_non_finite
from rigida.errors import DivergedError
from rigida.jit.bind import bind
from rigida.realtime.bodies.body_rows import BodyRows


class Quarantine:
    """contains: whether bodies are stopped instead of ending the run; names: those that were."""

    def __init__(self, model: Model, state: State, bodies: BodyRows, contains: bool) -> None:
        self._model, self._state, self._bodies = model, state, bodies
        self.contains = contains
        self.names: list[str] = []
        self._last_good = state.copy()
        self._first_non_finite = bind(first_non_finite, state.center, state.attitude, state.angular_momentum)

    def renew(self, name: str) -> None:
        """Take note that a body has come or gone."""
        if name in self.names:
            self.names.remove(name)
        self._last_good.assign(self._state)

    def check(self, report: StepReport) -> None:
        """Deal with all bodies whose motion is no longer finite."""
        while (row := self._first_non_finite()) >= 0:
            self.stop(row, "turned non-finite", report)
        if self.contains:
            self._last_good.assign(self._state)

    def stop(self, row: int, what: str, report: StepReport) -> None:
        """Stop a body where it was when all was well, or end the run."""
        state, name = self._state, self._model.names[row]
        message = f"Body '{name}' {what} at t = {state.time:.6g} s. Use a smaller dt and check its forces."
        if not self.contains or self._model.motion[row] != DYNAMIC:
            raise DivergedError(message + " on_divergence='quarantine' would stop it and go on.")
        for mine, good in zip(state.arrays(), self._last_good.arrays(), strict=True):
            mine[row] = good[row]
        for array in (state.velocity, state.angular_momentum, state.angular_velocity):
            array[row] = 0.0
        self._bodies.active[row] = 0
        self.names.append(name)
        report.notes.append(message + " It was stopped where it was.")
