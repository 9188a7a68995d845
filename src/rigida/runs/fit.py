"""System identification: parameters of a scene from measured motion, with confidence intervals.

The residuals r(p) are the differences between what the scene does with parameters p and what was measured. They are
made least in the sense of squares (trust region reflective, scipy). With N residuals, n parameters and the Jacobian R
of the residuals at the end,

    σ² = |r|² / (N − n),      cov(p) = σ² (Rᵀ R)⁻¹,      p_i ± t √cov_ii

with t of Student's distribution: the interval holds the true value with the given confidence where noise is
independent and the scene is of the right form (Seber and Wild 2003, 2.1 and 5.1).
"""

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.errors import RigidaError, RigidaWarning, UsageError
from rigida.fields import Rule, listed, real_number, shown
from rigida.runs.subject import Subject
from rigida.scene.engine import EngineSettings
from rigida.scene.key import Key, find_key
from rigida.scene.pose import Pose
from rigida.scene.scene import Scene
from rigida.shown import FieldTable
from rigida.simulation import Simulation

Output = str | Callable[[Simulation], Any]
#: Residual of a trial that cannot be simulated, in standard deviations of what was measured.
_FAILED = 1e3
#: Relative step of the differences: simulations are exact to about 1e-10.
_STEP = 1e-5


@dataclass(frozen=True, eq=False)
class Measured(FieldTable):
    """One measured motion.

    times (t,) [s], the first after the start or at it; values (t, k) of the outputs; controls (t, m), each row held
    from its time to the next; start: the pose in which it began, default that of the scene.

    Args:
        times: Times of the measurements (t,) [s].
        values: Measured outputs (t, k).
        controls: Controls (t, m), each row constant until the next time; default none.
        start: Pose at the start; default that of the scene.
    """

    times: Any
    values: Any
    controls: Any = None
    start: Pose | str | Mapping[str, Any] | None = None

    def __post_init__(self) -> None:
        for name in ("times", "values", "controls"):
            if getattr(self, name) is not None:
                object.__setattr__(self, name, _finite(name, getattr(self, name)))
        values = self.values.reshape(len(self.values), -1)
        object.__setattr__(self, "values", values)
        if self.times.ndim != 1 or len(self.times) < 2 or np.diff(self.times).min() <= 0.0 or self.times[0] < 0.0:
            raise UsageError("Measured: times must be at least two numbers from 0 on that rise.")
        for name in ("values", "controls"):
            given = getattr(self, name)
            if given is not None and len(given) != len(self.times):
                raise UsageError(
                    f"Measured: {name} must have a row for each of {len(self.times)} times, got {len(given)}."
                )


@dataclass(frozen=True, eq=False)
class Fit(FieldTable):
    """Result of a fit.

    Attributes:
        values: The parameters by key path.
        intervals: Lower and upper end of each, with the asked confidence.
        covariance: Of the parameters (n, n), in their order.
        deviations: Root mean square of the residuals of each output (k,).
        converged: Whether the search settled.
        trials: How many times the scene was run.
    """

    values: dict[str, float]
    intervals: dict[str, tuple[float, float]]
    covariance: FloatArray
    deviations: FloatArray
    converged: bool
    trials: int


def fit(
    scene: Scene | str | Path,
    parameters: Sequence[str] | Mapping[str, float],
    measured: Measured | Sequence[Measured],
    outputs: Sequence[Output],
    *,
    bounds: Mapping[str, tuple[float, float]] | None = None,
    confidence: float = 0.95,
    engine: str | EngineSettings | None = "precise",
    dt: float | None = None,
) -> Fit:
    """Find parameters of a scene that reproduce a measured motion.

    Args:
        scene: The scene, or its file.
        parameters: Key paths such as "body.rod.mass" or "joint.hinge.damping"; a mapping gives where the search starts,
            else it starts at what stands in the scene.
        measured: Measured motions.
        outputs: What was measured, in the order of the values: names of coordinates of joints or of sensors, or
            functions of the simulation.
        bounds: Of parameters, by key path; default none below zero for those that start above it.
        confidence: Of the intervals.
        engine: As for `Simulation`.
        dt: Step of the simulation [s], as for `Simulation`; times are met exactly.
    """
    from scipy.optimize import least_squares
    from scipy.stats import t as student

    real_number("fit", "confidence", confidence, Rule(above=0.0, at_most=0.9999))
    subject = Subject.of(scene)
    given = parameters if isinstance(parameters, Mapping) else dict.fromkeys(listed("fit", "parameters", parameters))
    starts = dict(given)
    keys = [find_key(subject.document, text) for text in starts]
    first = np.array([_start(key, given) for key, given in zip(keys, starts.values(), strict=True)])
    motions = [measured] if isinstance(measured, Measured) else list(listed("fit", "measured", measured))
    if not keys or not motions or not all(isinstance(each, Measured) for each in motions):
        raise UsageError("fit: give at least one parameter and one rg.Measured.")
    trial = _Trial(subject, keys, motions, list(listed("fit", "outputs", outputs)), engine, dt)
    scale = np.where(first != 0.0, np.abs(first), 1.0)
    limits = [_limits(key.text, value, bounds or {}) for key, value in zip(keys, first, strict=True)]
    lower, upper = np.array(limits).T / scale
    trial(first)  # problems of the outputs are raised here
    found = least_squares(
        lambda p: trial.attempt(p * scale), first / scale, jac="3-point", bounds=(lower, upper), diff_step=_STEP
    )
    values, count = found.x * scale, len(found.fun)
    covariance = _covariance(found.jac / scale, float(found.fun @ found.fun), [key.text for key in keys])
    width = student.ppf(0.5 + 0.5 * confidence, max(count - len(values), 1)) * np.sqrt(np.diag(covariance))
    residuals = trial(values)
    return Fit(
        values={key.text: float(value) for key, value in zip(keys, values, strict=True)},
        intervals={key.text: (float(v - w), float(v + w)) for key, v, w in zip(keys, values, width, strict=True)},
        covariance=covariance,
        deviations=np.sqrt(np.mean(np.square(residuals), axis=0)),
        converged=bool(found.success),
        trials=trial.count,
    )


class _Trial:
    """Runner of the scene with trial values; count: number of runs."""

    def __init__(
        self,
        subject: Subject,
        keys: list[Key],
        motions: list[Measured],
        outputs: list[Output],
        engine: str | EngineSettings | None,
        dt: float | None,
    ) -> None:
        self._subject, self._paths, self._motions = subject, [key.path for key in keys], motions
        self._outputs, self._engine, self._dt, self.count = outputs, engine, dt, 0
        for motion in motions:
            if motion.values.shape[1] != len(outputs):
                raise UsageError(f"fit: there are {len(outputs)} outputs, and {motion.values.shape[1]} were measured.")
        # Outputs count by how much they move, so that units do not matter.
        spread = np.concatenate([motion.values for motion in motions]).std(axis=0)
        self._weight = 1.0 / np.where(spread > 0.0, spread, 1.0)

    def __call__(self, values: FloatArray) -> FloatArray:
        """Return the residuals (Σ t, k)."""
        self.count += 1
        scene = self._subject.with_values(self._paths, [float(value) for value in values])
        return np.concatenate([self._run(scene, motion) - motion.values for motion in self._motions])

    def attempt(self, values: FloatArray) -> FloatArray:
        """Return the weighted residuals in one row; large ones if the scene cannot be run."""
        try:
            return np.ravel(self(values) * self._weight)
        except RigidaError:
            return np.full(sum(motion.values.size for motion in self._motions), _FAILED)

    def _run(self, scene: Scene, motion: Measured) -> FloatArray:
        if motion.start is not None:
            scene.take_pose(motion.start)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RigidaWarning)
            sim = Simulation(scene, self._engine, dt=self._dt)
            found = []
            for i, time in enumerate(motion.times):
                if motion.controls is not None and i > 0:
                    sim.controls = motion.controls[i - 1]
                while sim.time < time - 1e-12:
                    sim.engine.advance(min(float(time), sim.time + sim.settings.dt))
                found.append([_read(sim, output) for output in self._outputs])
        return np.array(found)


def _read(sim: Simulation, output: Output) -> float:
    if not isinstance(output, str):
        return float(output(sim))
    if output in sim.scene.sensors:
        return float(sim.sensors[output][0])
    return float(np.ravel(sim.joint(output).position)[0])


def _start(key: Key, given: float | None) -> float:
    value = key.value if given is None else given
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise UsageError(f"fit: '{key.text}' is no number but {shown(value)}. Give where the search starts.")
    return float(value)


def _limits(text: str, value: float, bounds: Mapping[str, tuple[float, float]]) -> tuple[float, float]:
    lower, upper = bounds.get(text, (0.0 if value > 0.0 else -np.inf, np.inf))
    if not lower < value < upper:
        raise UsageError(f"fit: '{text}' starts at {value:g}, which is not within its bounds {lower:g} and {upper:g}.")
    return lower, upper


def _covariance(jacobian: FloatArray, square: float, names: list[str]) -> FloatArray:
    """Return the covariance of the parameters; those that the motion does not determine have infinite variance."""
    count, size = jacobian.shape
    _, sizes, right = np.linalg.svd(jacobian / np.linalg.norm(jacobian, axis=0).clip(1e-300), full_matrices=False)
    if sizes[-1] < 1e-7 * sizes[0]:
        worst = names[int(np.argmax(np.abs(right[-1])))]
        warnings.warn(
            f"fit: the motion does not determine '{worst}' apart from other parameters. Leave it out, or measure more.",
            RigidaWarning,
            stacklevel=3,
        )
        return np.diag(np.full(size, np.inf))
    return np.asarray(square / max(count - size, 1) * np.linalg.inv(jacobian.T @ jacobian))


def _finite(name: str, given: Any) -> FloatArray:
    try:
        numbers = np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError):
        numbers = np.array(np.nan)
    if numbers.ndim == 0 or not np.isfinite(numbers).all():
        raise UsageError(f"Measured: {name} must be an array of finite numbers, got {shown(given)}.")
    return numbers
