"""Trajectory optimization: controls that bring a scene to a goal at least cost (iterative LQR with control limits).

The cost is J = ½ Σ_k Δt |r(x_k, u_k)|² + ½ |r_N(x_N)|² with weighted residuals r of outputs (`trajectory_cost`) along
x_{k+1} = f(x_k, u_k), steps of the realtime engine. Each iteration differentiates the steps along the present
trajectory (`step_differences`), finds the best affine change of the controls (`limited_lqr`), and tries it with several
step lengths at once, one world of a batch for each:

    u_k ← u_k + α d_k + K_k (x_k − x̄_k).

Li and Todorov 2004; Tassa, Erez and Todorov 2012; Tassa, Mansard and Todorov 2014.
"""

import math
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.errors import RigidaWarning, UsageError
from rigida.fields import Rule, real_number, shown, whole_number
from rigida.handles.independent_coordinates import IndependentCoordinates, differences
from rigida.runs.limited_lqr import backward_pass
from rigida.runs.step_differences import StepDifferences, coordinates_of, state_vectors
from rigida.runs.trajectory_cost import Targets, TrajectoryCost, Weights
from rigida.scene.engine import EngineSettings
from rigida.scene.files.load import load_scene
from rigida.scene.pose import Pose
from rigida.scene.scene import Scene
from rigida.shown import FieldTable
from rigida.simulation import Simulation

#: Step lengths that are tried are powers of this, as many as there are worlds, at most `_LENGTHS`.
_SHORTER, _LENGTHS = 0.5, 12
#: The damping changes by this factor, faster while it goes on in one direction, and is zero below `_LEAST_DAMPING`;
#: beyond `_MOST_DAMPING` steps no longer change anything (Tassa, Erez and Todorov 2012, II.F).
_DAMPING, _LEAST_DAMPING, _MOST_DAMPING = 1.6, 1e-6, 1e10
Derived = tuple[FloatArray, FloatArray, FloatArray, tuple[FloatArray, FloatArray]]


@dataclass(frozen=True, eq=False)
class Trajectory(FieldTable):
    """Controls with the motion that they cause, and gains that keep a simulation on it.

    Call it with a simulation to set the controls for its present time, by the state that it is in:
    `sim.run(2.0, control=trajectory)`. After the end the last controls stay, without feedback.

    Attributes:
        times: Times of the states (N + 1,) [s].
        controls: Controls (N, m), each row constant until the next time.
        states: State vectors (N + 1, n): coordinates, then their rates.
        gains: Feedback gains K (N, m, n).
        A: Derivatives of each next state with respect to the state (N, n, n).
        B: Derivatives of each next state with respect to the controls (N, n, m).
        names: Names of the states (n,); a prime marks a rate.
        cost: Cost J of the trajectory.
        costs: Cost before each iteration and at the end.
        converged: Whether the last iteration promised no relevant improvement.
        limits: Lower and upper limits of the controls (2, m).
    """

    times: FloatArray
    controls: FloatArray
    states: FloatArray
    gains: FloatArray
    A: FloatArray
    B: FloatArray
    names: tuple[str, ...]
    cost: float
    costs: FloatArray
    converged: bool
    limits: FloatArray
    _rotations: list[list[int]]
    _charts: list[tuple[Simulation, IndependentCoordinates]] = field(default_factory=list, repr=False)

    def __call__(self, simulation: Simulation) -> None:
        """Set the controls of a simulation of the same scene for its present time and state."""
        if not self._charts or self._charts[0][0] is not simulation:
            if not isinstance(simulation, Simulation):
                raise UsageError(f"A trajectory is called with an rg.Simulation, got {shown(simulation)}.")
            chart = coordinates_of(simulation)
            if chart.states != self.names:
                raise UsageError("The trajectory is of another scene: the names of the states differ.")
            self._charts[:] = [(simulation, chart)]
        interval = self.times[1] - self.times[0]
        # Times of steps are sums of dt and may lie a rounding error before a knot.
        knot = int(np.floor((simulation.time - self.times[0]) / interval + 1e-6))
        if knot >= len(self.controls):
            simulation.controls = self.controls[-1]
            return
        knot = max(knot, 0)
        found = state_vectors(self._charts[0][1], simulation)
        change = differences(found, self.states[knot], self._rotations)
        simulation.controls = np.clip(self.controls[knot] + self.gains[knot] @ change, *self.limits)


def optimize_trajectory(
    scene: Scene | str | Path,
    duration: float,
    *,
    running: Weights,
    final: Weights,
    target: Targets | None = None,
    start: Pose | str | Mapping[str, Any] | None = None,
    controls: Any = None,
    engine: str | EngineSettings | None = None,
    dt: float | None = None,
    steps: int = 1,
    iterations: int = 200,
    tolerance: float = 1e-6,
) -> Trajectory:
    """Find controls that minimize a cost of the motion, within the control ranges of the actuators.

    The cost is the integral of ½ Σ w (y − target)² over `running` outputs, plus the same sum over `final` outputs at
    the end. An output is the name of a coordinate ("hinge"), of its rate ("hinge'"), of an actuator (its control) or of
    a sensor, or a function of an `rg.Batch` that returns (worlds,) or (worlds, k) numbers. The result is a local
    minimum that depends on the initial `controls`.

    Args:
        scene: The scene, or its file.
        duration: Length of the trajectory [s].
        running: Weights of outputs along the way.
        final: Weights of outputs at the end.
        target: What outputs are to be: a number or an array, or a function of the time; default 0.
        start: Pose at the start, as for `Simulation.take_pose`; default that of the scene.
        controls: Controls of the first trial, (m,) or (N, m); default those of the scene.
        engine: Settings of the realtime engine.
        dt: Step of the simulation [s].
        steps: How many steps of the simulation the controls stay constant for.
        iterations: Most iterations.
        tolerance: Relative improvement of the cost below which the search ends.
    """
    length = real_number("optimize_trajectory", "duration", duration, Rule("s", above=0.0))
    whole_number("optimize_trajectory", "steps", steps, Rule(at_least=1))
    whole_number("optimize_trajectory", "iterations", iterations, Rule(at_least=1))
    real_number("optimize_trajectory", "tolerance", tolerance, Rule(above=0.0))
    loaded = scene if isinstance(scene, Scene) else load_scene(scene)
    if not loaded.actuators:
        raise UsageError("optimize_trajectory: the scene has no actuator. Add one with scene.add_actuator.")
    search = _Search(StepDifferences(loaded, engine, dt, steps), length, start, running, final, target or {})
    search.begin(controls)
    return search.run(iterations, tolerance)


class _Search:
    """The present trajectory and its improvement."""

    def __init__(
        self,
        steps: StepDifferences,
        duration: float,
        start: Pose | str | Mapping[str, Any] | None,
        running: Weights,
        final: Weights,
        target: Targets,
    ) -> None:
        self._steps, batch = steps, steps.batch
        if start is not None:
            steps.single.take_pose(start)
        steps.single.engine.settle()
        self._start, self._interval = steps.single.snapshot(), steps.steps * batch.dt
        self._count = max(round(duration / self._interval), 1)
        states = steps.coordinates.states
        known = {*running, *final}
        for output in target:
            if output not in known:
                raise UsageError(f"optimize_trajectory: target names {shown(output)}, which has no weight.")
        self._running = TrajectoryCost("running", batch, states, running, target)
        self._final = TrajectoryCost("final", batch, states, final, target)
        ranges = [actuator.control_range or (-math.inf, math.inf) for actuator in steps.single.model.actuators]
        self._limits = np.array(ranges).T
        self.times: FloatArray = steps.single.time + self._interval * np.arange(self._count + 1, dtype=np.float64)

    def begin(self, controls: Any) -> None:
        """Simulate the first trial."""
        shape = self._count, self._steps.sizes[1]
        try:
            guess = self._steps.single.controls if controls is None else np.asarray(controls, dtype=np.float64)
            first = np.clip(np.broadcast_to(guess, shape), *self._limits)
        except (TypeError, ValueError):
            first = np.array(np.nan)
        if not np.isfinite(first).all():
            raise UsageError(f"optimize_trajectory: controls must be finite, {shape} or {shape[1:]}.")
        nothing = np.zeros((*shape, self._steps.sizes[0]))
        found = self._roll_out(first, np.zeros(shape), nothing, np.zeros((self._count + 1, self._steps.sizes[0])))
        if not math.isfinite(found[1]):
            raise UsageError("optimize_trajectory: the scene diverges with the initial controls. Give others.")
        self._take(*found)

    def run(self, iterations: int, tolerance: float) -> Trajectory:
        """Improve the trajectory until it converges."""
        damping, factor, costs, converged = 0.0, 1.0, [self._cost], False
        derived = self._derivatives()
        for _ in range(iterations):
            room = self._limits[0] - self._controls, self._limits[1] - self._controls
            solved = backward_pass(*derived, room, damping)
            if solved is not None:
                changes, gains, promised = solved
                if damping == 0.0 and promised <= tolerance * self._cost:
                    converged = True
                    break
                found = self._roll_out(self._controls, changes, gains, self._states)
                gained = self._cost - found[1]
                if gained > 0.0:
                    self._take(*found)
                    costs.append(self._cost)
                    derived = self._derivatives()
                    factor = min(1.0 / _DAMPING, factor / _DAMPING)
                    damping = damping * factor if damping * factor > _LEAST_DAMPING else 0.0
                    if gained <= tolerance * self._cost and damping == 0.0:
                        converged = True
                        break
                    continue
            factor = max(_DAMPING, factor * _DAMPING)
            damping = max(_LEAST_DAMPING, damping * factor)
            if damping > _MOST_DAMPING:
                break
        if not converged:
            warnings.warn(
                f"optimize_trajectory: the search ended after {len(costs) - 1} improvements without converging, cost "
                f"{self._cost:g}. Allow more iterations, or begin with other controls.",
                RigidaWarning,
                stacklevel=3,
            )
        return self._result(derived, costs, converged)

    def _result(self, derived: Derived, costs: list[float], converged: bool) -> Trajectory:
        # Feedback acts on controls at their limits too; what it sets is clipped.
        free = np.full_like(self._controls, -np.inf), np.full_like(self._controls, np.inf)
        solved = backward_pass(*derived, free, 0.0)
        n = self._steps.sizes[0]
        gains = np.zeros((*self._controls.shape, n)) if solved is None else solved[1]
        return Trajectory(
            times=self.times,
            controls=self._controls,
            states=self._states,
            gains=gains,
            A=derived[0][:, :, :n],
            B=derived[0][:, :, n:],
            names=self._steps.coordinates.states,
            cost=self._cost,
            costs=np.array(costs),
            converged=converged,
            limits=self._limits,
            _rotations=self._steps.rotations,
        )

    def _take(self, controls: FloatArray, cost: float) -> None:
        """Run the single world along controls (N, m) and store its state at every knot."""
        self._controls, self._cost, single = controls, cost, self._steps.single
        single.restore(self._start)
        self._knots, states = [], []
        for control in controls:
            self._knots.append(single.snapshot())
            states.append(state_vectors(self._steps.coordinates, single))
            single.controls = control
            for _ in range(self._steps.steps):
                single.step()
        self._knots.append(single.snapshot())
        self._states = np.array([*states, state_vectors(self._steps.coordinates, single)])

    def _roll_out(
        self, controls: FloatArray, changes: FloatArray, gains: FloatArray, reference: FloatArray
    ) -> tuple[FloatArray, float]:
        """Return the controls (N, m) of the best step length, and their cost."""
        steps, batch = self._steps, self._steps.batch
        tried = min(batch.count, _LENGTHS)
        length = np.zeros(batch.count)
        length[:tried] = _SHORTER ** np.arange(tried)
        steps.single.restore(self._start)
        steps.load()
        given, costs = np.empty((self._count, *batch.controls.shape)), np.zeros(batch.count)
        for k in range(self._count):
            x = steps.read()
            change = differences(x, reference[k], steps.rotations)
            given[k] = np.clip(controls[k] + length[:, None] * changes[k] + change @ gains[k].T, *self._limits)
            given[k] = np.where(np.isfinite(given[k]), given[k], controls[k])
            batch.controls = given[k]
            costs += 0.5 * self._interval * self._squares(self._running, x, k)
            batch.step(steps.steps)
        costs += 0.5 * self._squares(self._final, steps.read(), self._count)
        costs[~np.isfinite(costs) | batch.diverged] = np.inf
        best = int(np.argmin(costs[:tried]))
        return given[:, best].copy(), float(costs[best])

    def _squares(self, cost: TrajectoryCost, x: FloatArray, knot: int) -> FloatArray:
        """Return the sum of the squares of the residuals of each world (worlds,)."""
        return np.asarray(np.square(cost.read(self._steps.batch, x) - cost.target(self.times[knot])).sum(axis=1))

    def _derivatives(self) -> Derived:
        """Return [A B], Hessians and gradients of the running cost at every knot, Hessian and gradient at the end."""
        n, m = self._steps.sizes
        all_steps = np.empty((self._count, n, n + m))
        hessians, gradients = np.empty((self._count, n + m, n + m)), np.empty((self._count, n + m))
        for k, control in enumerate(self._controls):
            self._steps.single.restore(self._knots[k])
            all_steps[k], hessians[k], gradients[k] = self._quadratic(self._running, k, control)
        self._steps.single.restore(self._knots[-1])
        _, hessian, gradient = self._quadratic(self._final, self._count, self._controls[-1])
        hessians *= self._interval
        gradients *= self._interval
        return all_steps, hessians, gradients, (hessian[:n, :n], gradient[:n])

    def _quadratic(self, cost: TrajectoryCost, knot: int, control: FloatArray) -> tuple[FloatArray, ...]:
        """Return the derivatives of the step from a knot, and Hessian and gradient of a cost at it."""
        step, slopes, seen = self._steps.derivatives(control, cost.read)
        return step, slopes.T @ slopes, slopes.T @ (seen - cost.target(self.times[knot]))
