"""Integrators of a state: adaptive Runge–Kutta, fixed-step Runge–Kutta, or the free-top splitting.

All three advance a State to a given time, restarting steps where a force jumps, and can say where the bodies were
within the last step.
"""

import math
from abc import ABC, abstractmethod
from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.dynamics.compile import place_kinematic
from rigida.dynamics.free_top import kick_again, kick_and_drift
from rigida.dynamics.report import StepReport
from rigida.dynamics.state import State, interpolated
from rigida.errors import DivergedError
from rigida.forces.evaluate import ForceField
from rigida.precise.radau import Radau
from rigida.precise.runge_kutta import Interpolant, RungeKutta
from rigida.precise.system import System
from rigida.precise.tableau import Tableau

#: What, beside the State, decides the next step.
Snapshot = tuple[Any, ...]


class StepSizeError(DivergedError):
    """No step, however small, meets the tolerance."""


class Integrator(ABC):
    """Carries a State forward in time."""

    #: A fixed step is never shortened: the integrator may pass the time it was asked to reach.
    fixed_step: bool

    @abstractmethod
    def advance(self, state: State, until: float, report: StepReport, cut: bool = False) -> None:
        """Take one internal step towards `until` (adaptive, or to be cut: at most to it; fixed: a whole step)."""

    @abstractmethod
    def sample(self, state: State, time: float) -> State:
        """Return the state at a time within the last step."""

    def restart(self) -> None:
        """Forget what was carried over from the last step: the state or the forces have jumped."""

    def set_out(self, step: float) -> None:
        """Restart where the motion is another one: steps need not be small because the last ones were [s]."""
        self.restart()

    def snapshot(self) -> Snapshot:
        """Return what, beside the State, decides the next step."""
        return ()

    def restore(self, snapshot: Snapshot) -> None:
        """Go back to a snapshot."""


class RungeKuttaIntegrator(Integrator):
    """What fixed and adaptive Runge–Kutta share: the two ends of the last step and the derivatives within it."""

    def __init__(self, tableau: Tableau, system: System) -> None:
        self.system = system
        self.method = (Radau if tableau.implicit else RungeKutta)(tableau, self.system)
        shape = (system.model.body_count, system.formulation.width)
        self._y, self._new = np.zeros(shape), np.zeros(shape)
        self._fresh = True
        self._start, self._h = 0.0, 0.0
        self._dense: Interpolant | None = None

    def restart(self) -> None:
        self._fresh = True

    def snapshot(self) -> Snapshot:
        return self._fresh, self._new.copy(), self.method.k[self.method.tableau.stages].copy()

    def restore(self, snapshot: Snapshot) -> None:
        self._fresh, self._new[:], derivative = snapshot[:3]
        self.method.k[self.method.tableau.stages] = derivative

    def sample(self, state: State, time: float) -> State:
        if self._dense is None:
            self._dense = self.method.dense(self._start, self._y, self._h, self._new)
        result = state.copy()
        self.system.formulation.unpack(self._dense(time), result)
        result.time = time
        place_kinematic(state.model, result, time)
        return result

    def _begin(self, state: State, until: float) -> None:
        """Make the end of the last step, or a state that has jumped, the start of the next one."""
        if self._fresh:
            self.system.formulation.pack(state, self._y)
            self.system.enter(state.time, until)
            self.method.start(state.time, self._y)
        else:
            self._y, self._new = self._new, self._y
            self.method.reuse_last()

    def _attempt(self, time: float, h: float, end: float) -> None:
        self.system.enter(time, end)
        self.method.attempt(time, self._y, h, self._new)
        self.method.finish(end, self._new)

    def _accept(self, state: State, h: float, end: float) -> None:
        self._start, self._h, self._dense, self._fresh = state.time, h, None, False
        self.system.formulation.unpack(self._new, state)
        state.time = end
        place_kinematic(state.model, state, end)


class FixedRungeKutta(RungeKuttaIntegrator):
    """Steps of one size; times are multiples of it, free of accumulated rounding."""

    fixed_step = True

    def __init__(self, tableau: Tableau, system: System, dt: float) -> None:
        super().__init__(tableau, system)
        self.dt = dt

    def advance(self, state: State, until: float, report: StepReport, cut: bool = False) -> None:
        before = self.system.evaluations
        end = next_multiple(state.time, self.dt)
        # Times are multiples of dt; only steps cut by an event have another length than dt.
        whole = math.isclose(end - state.time, self.dt, rel_tol=1e-6)
        end = min(end, until) if cut else end
        h = self.dt if whole and not cut else end - state.time
        self._begin(state, end)
        self._attempt(state.time, h, end)
        self._accept(state, h, end)
        report.steps += 1
        report.evaluations += self.system.evaluations - before


class AdaptiveRungeKutta(RungeKuttaIntegrator):
    """Step size chosen so that the estimated error per step stays below the tolerance."""

    fixed_step = False
    _SAFETY, _SHRINK, _GROW = 0.9, 0.2, 5.0

    def __init__(
        self,
        tableau: Tableau,
        system: System,
        *,
        tolerance: float,
        first: float,
        smallest: float,
        largest: float,
    ) -> None:
        super().__init__(tableau, system)
        self.tolerance, self.smallest, self.largest = tolerance, smallest, largest
        self.method.tolerance = tolerance
        self._exponent = -1.0 / (tableau.error_order + 1)
        self._proposal = min(first, largest)

    @property
    def last_step(self) -> float:
        """Size of the last step [s]."""
        return self._h

    @property
    def last_end(self) -> FloatArray:
        """Where the last step ended, y (n, width)."""
        return self._new

    def take_over(self, other: "AdaptiveRungeKutta") -> None:
        """Go on where another integrator stopped, with steps of the size of its last one."""
        self._proposal = other.last_step
        self.restart()

    def set_out(self, step: float) -> None:
        super().set_out(step)
        self._proposal = max(self._proposal, min(step, self.largest))

    def snapshot(self) -> Snapshot:
        return (*super().snapshot(), self._proposal)

    def restore(self, snapshot: Snapshot) -> None:
        super().restore(snapshot)
        self._proposal = snapshot[3]

    def advance(self, state: State, until: float, report: StepReport, cut: bool = False) -> None:
        before = self.system.evaluations
        time = state.time
        self._begin(state, until)
        growth = self._GROW
        while True:
            self._check_step(time)
            h, end = self._choose(time, until)
            self._attempt(time, h, end)
            error = self.method.error(self._y, self._new, h, self.tolerance)
            if error <= 1.0:
                break
            report.rejected += 1
            growth = 1.0  # no growth right after a rejection
            factor = self._SAFETY * error**self._exponent if np.isfinite(error) else self._SHRINK
            self._proposal = h * max(self._SHRINK, factor)
        factor = self._SAFETY * error**self._exponent if error > 0.0 else growth
        proposed = h * min(growth, factor)
        # A step cut short to land on a frame must not shorten the next one.
        self._proposal = min(self.largest, max(proposed, self._proposal) if factor >= 1.0 else proposed)
        self._accept(state, h, end)
        report.steps += 1
        report.evaluations += self.system.evaluations - before

    def _choose(self, time: float, until: float) -> tuple[float, float]:
        """Return the next step and its end, landing on `until` without a sliver before it."""
        left = until - time
        if self._proposal >= left:
            return left, until
        if 2.0 * self._proposal > left:
            return 0.5 * left, time + 0.5 * left
        return self._proposal, time + self._proposal

    def _check_step(self, time: float) -> None:
        # Below this, times differ by rounding only.
        floor = max(self.smallest, 1e-12 * max(abs(time), 1e-3))
        if self._proposal < floor:
            raise StepSizeError(
                f"The step size fell below {floor:.3g} s at t = {time:.6g} s. "
                "Loosen `tolerance`, lower `min_step`, or look for a force that grows without bound."
            )


class FreeTop(Integrator):
    """Half kick, free motion, half kick: keeps energy and momentum of free bodies at any fixed step."""

    fixed_step = True

    def __init__(self, forces: ForceField, dt: float) -> None:
        self.forces = forces
        self.dt = dt
        self._before: State | None = None
        self._fresh, self._wrench = True, np.zeros_like(forces.wrench)

    def restart(self) -> None:
        self._fresh = True

    def snapshot(self) -> Snapshot:
        return self._fresh, self._wrench.copy()

    def restore(self, snapshot: Snapshot) -> None:
        self._fresh, self._wrench[:] = snapshot

    def advance(self, state: State, until: float, report: StepReport, cut: bool = False) -> None:
        model, h = state.model, self.dt
        end = next_multiple(state.time, h)
        # The earlier end is only needed where a frame falls inside the step.
        self._before = state.copy() if end > until * (1.0 + 1e-12) else None
        # The forces at the end of a step are those at the start of the next.
        if self._fresh:
            self._wrench[:] = self.forces.wrenches(state.time, state)
        constants = (model.motion, model.inv_mass, model.inv_inertia, self._wrench, h)
        turning = (state.attitude, state.velocity, state.angular_momentum, state.angular_velocity)
        kick_and_drift(*constants, state.center, *turning)
        state.time = end
        place_kinematic(model, state, end)
        self._wrench[:] = self.forces.wrenches(end, state)
        kick_again(*constants, *turning)
        report.steps += 1
        report.evaluations += 1 + self._fresh
        self._fresh = False

    def sample(self, state: State, time: float) -> State:
        return state.copy() if self._before is None else interpolated(self._before, state, time)


def next_multiple(time: float, dt: float) -> float:
    """Return the first multiple of `dt` after `time` (one that is not merely rounding away from it)."""
    return (np.floor(time / dt + 1e-6) + 1.0) * dt
