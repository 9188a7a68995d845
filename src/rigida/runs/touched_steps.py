"""Touches in a run of fixed steps: contacts that the engine reports as begun, and rebounds within a step.

A rebound is over before the step is: it is seen as a pair of bodies that approached fast enough to overlap within the
step. Its instant is that at which the gap was used up.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray
from rigida.dynamics.report import StepReport
from rigida.simulation import Simulation

#: Slower approaches are those of bodies at rest [m/s]; the engine reports them.
_APPROACH = 1e-3


class SteppedEngine:
    """Wraps an engine of fixed steps and calls an observer after each of them."""

    def __init__(self, engine: Any, observe: Any) -> None:
        self._engine, self._observe = engine, observe

    def __getattr__(self, name: str) -> Any:
        return getattr(self._engine, name)

    def advance(self, until: float, land: bool = True) -> StepReport:
        """Advance step by step to `until`."""
        state, dt = self._engine.state, self._engine.settings.dt
        report = StepReport(state.time)
        while state.time < until and not math.isclose(state.time, until, rel_tol=1e-12):
            step = self._engine.advance(min(until, state.time + dt), land)
            report.steps += step.steps
            report.notes += step.notes
            self._observe()
        report.time = state.time
        return report


class TouchedSteps:
    """Observer of a simulation after each step; `found` lists (time, row a, row b, at start) of every new contact."""

    def __init__(self, simulation: Simulation) -> None:
        simulation.engine = SteppedEngine(simulation.engine, self.observe)
        self.found: list[tuple[float, int, int, bool]] = []
        self._simulation = simulation
        self._origin = simulation.time
        self._last: dict[tuple[int, int], float] = {}
        self._keep()

    def observe(self) -> None:
        """Record the contacts of the last step."""
        simulation = self._simulation
        dt, now = simulation.settings.dt, simulation.time
        at_start = now <= self._origin + 1.5 * dt
        contacts = simulation.contacts()
        if len(contacts):
            approach = self._approach(contacts)
            gap = np.maximum(contacts["separation"], 0.0)
            for k in np.flatnonzero((approach > _APPROACH) & (gap < dt * approach)):
                time = now - dt + float(gap[k] / approach[k])
                self._add(time, int(contacts["body_a"][k]), int(contacts["body_b"][k]), False)
        # The engine reports rebounds too, but only in which step they were.
        for event in simulation.engine.events:
            if event.kind == "begin":
                a, b = (simulation.model.index(name) for name in event.bodies[0])
                self._add(self._origin if at_start else now, a, b, at_start)
        self._keep()

    def _add(self, time: float, a: int, b: int, at_start: bool) -> None:
        """Record a touch unless it repeats the one recorded just before."""
        pair = (min(a, b), max(a, b))
        if time - self._last.get(pair, -np.inf) > 1.5 * self._simulation.settings.dt:
            self.found.append((time, a, b, at_start))
        self._last[pair] = time

    def _approach(self, contacts: NDArray[Any]) -> FloatArray:
        """Return the approach speed of each contact before the step (k,) [m/s]."""
        a, b, point = contacts["body_a"], contacts["body_b"], contacts["point"]
        speed = [self._velocity[i] + np.cross(self._spin[i], point - self._center[i]) for i in (a, b)]
        return np.asarray(np.sum((speed[0] - speed[1]) * contacts["normal"], axis=1))

    def _keep(self) -> None:
        state = self._simulation.state
        self._velocity, self._spin = state.velocity.copy(), state.angular_velocity.copy()
        self._center = state.center.copy()
