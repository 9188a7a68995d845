"""Goal-driven motion: the start, force or motor that brings a scene to a goal, found by running it many times.

Every trial is a run of a job, done by the same workers as those of a sweep. What is reported is what the last run of
the found values measured, whether or not that is enough.
"""

import contextlib
import time as clock
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.errors import UsageError
from rigida.fields import shown
from rigida.registry import nearest
from rigida.runs.design import run_seed
from rigida.runs.goal import HOPELESS, Goal, ObjectiveFunction, parse_goals
from rigida.runs.metric import Metric, built_in_metric
from rigida.runs.search import METHODS, Search, Trial, default_methods, unit_places
from rigida.runs.subject import Subject
from rigida.runs.supervision import Supervisor, refuse_failing_metric
from rigida.runs.sweep import make_job, own_executor, varying
from rigida.runs.task import GOOD, Job, Row, Run
from rigida.scene.engine import EngineSettings
from rigida.scene.key import Key, find_key
from rigida.scene.scene import Scene
from rigida.shown import FieldTable

#: Half the width of bounds that are not given, in parts of what stands in the scene, and where that is zero.
_WIDTH, _WIDTH_OF_ZERO = 2.0, 10.0
#: A value this near a bound, in parts of the width, lies at it.
_AT_BOUND = 1e-3


@dataclass(frozen=True)
class Reached:
    """Result of one goal: its text, the metric, its value, and whether the goal is reached."""

    text: str
    metric: str
    value: float
    unit: str
    reached: bool


@dataclass(frozen=True, eq=False)
class Optimum(FieldTable):
    """Result of a search.

    Attributes:
        reached: All goals are reached; without goals, the search converged.
        values: The found values by key path.
        units: Their units.
        goals: Each goal with what was measured.
        cost: What was to be made small, if anything.
        edge: Of a single unknown: the nearest value seen that does not reach the goals any more.
        runs: How many runs were made, and how many of them failed.
        wall: Computing time of the search [s].
        stages: What each method did.
        notes: What to know about the result: guessed bounds, values at a bound.
        scene: The scene with the found values.
        failed: Number of runs that failed.
    """

    reached: bool
    values: dict[str, float]
    units: dict[str, str]
    goals: tuple[Reached, ...]
    cost: float | None
    edge: float | None
    runs: int
    failed: int
    wall: float
    stages: tuple[str, ...]
    notes: tuple[str, ...]
    scene: Scene = field(repr=False)


def optimize(
    scene: "Scene | str | Path",
    vary: Mapping[str, Any] | Sequence[str],
    objective: "str | Sequence[str] | Callable[[Any], Any] | None" = None,
    *,
    bounds: Mapping[str, Any] | None = None,
    minimize: str | None = None,
    maximize: str | None = None,
    method: str | Sequence[str] | None = None,
    max_runs: int = 1500,
    seed: int = 0,
    engine: str | EngineSettings | None = None,
    duration: float | None = None,
    fps: float | None = None,
    executor: Executor | None = None,
    workers: int | None = None,
    timeout: float | None = None,
    progress: Callable[[int, float], None] | None = None,
) -> Optimum:
    """Find values of a scene with which its run reaches a goal.

    Args:
        scene: A scene, or the path of a scene file.
        vary: Key paths of the unknowns, or a dict of them with their bounds (low, high); a vector stands for its
            components.
        objective: Goals as texts, such as "first_contact(ball, target)" or "range(ball) == 20"; or a function of a
            Recording that returns a number to make small, or several whose squares are summed up.
        bounds: (low, high) by key path, where `vary` does not give them. Without bounds, a guess around the scene's
            own value is made, and recorded in the result's notes.
        minimize: A metric, or the key path of an unknown, to make small among all that reaches the goals.
        maximize: The same, to make large.
        method: One or several of "spread", "least_squares", "evolution", "simplex", "narrowing"; default a choice.
        max_runs: Runs after which to give up.
        progress: Called with the number of runs and the best miss so far.
        seed: Of the random search.
        engine: Engine or settings; default the scene's own.
        duration: Simulated time of each run [s].
        fps: Frames per second that metrics see.
        executor: Executor of the runs; default processes of this machine.
        workers: Number of processes; 0 runs in this process.
        timeout: Longest computing time of a run [s].
    """
    task = _Task.of(
        Subject.of(scene), vary, objective, bounds or {}, minimize, maximize, engine, duration, fps, timeout
    )
    methods = _methods(method, len(task.keys), task.costly)
    began = clock.perf_counter()
    with contextlib.ExitStack() as stack:
        executor = executor or stack.enter_context(own_executor(workers, task.job))
        trials = _Trials(task, Supervisor(task.job, executor, workers), seed, progress)
        search = Search(len(task.keys), trials, task.costly, max_runs, seed)
        trials.search = search
        search.go(unit_places(task.bounds, [float(key.value) for key in task.keys]), methods)
    return task.optimum(search, trials.failed, clock.perf_counter() - began)


@dataclass(frozen=True, eq=False)
class _Task:
    """Task of a search: unknowns with bounds, goals, and the cost with its sign."""

    job: Job
    keys: tuple[Key, ...]
    bounds: tuple[tuple[float, float], ...]
    goals: tuple[Goal, ...]
    function: Metric | None
    cost: str | None
    sign: float
    notes: tuple[str, ...]

    @staticmethod
    def of(
        subject: Subject,
        vary: Mapping[str, Any] | Sequence[str],
        objective: Any,
        bounds: Mapping[str, Any],
        minimize: str | None,
        maximize: str | None,
        engine: str | EngineSettings | None,
        duration: float | None,
        fps: float | None,
        timeout: float | None,
    ) -> "_Task":
        keys, limits, notes = _unknowns(subject, vary, bounds)
        scene = subject.with_values((), ())
        function: Metric | None = None
        goals: tuple[Goal, ...] = ()
        if callable(objective):
            function = Metric("objective", function=ObjectiveFunction(objective))
        else:
            texts = [objective] if isinstance(objective, str) else list(objective or ())
            goals = tuple(parse_goals(texts, scene))
        if minimize and maximize:
            raise UsageError("Give either minimize or maximize, not both.")
        if not goals and function is None and not (minimize or maximize):
            raise UsageError("Say what to reach: a goal such as 'first_contact(ball, target)', or what to minimize.")
        metrics = {goal.metric.name: goal.metric for goal in goals}
        cost = minimize or maximize
        if cost is not None and cost not in [key.text for key in keys]:
            metric = built_in_metric(cost, scene)
            cost, metrics = metric.name, metrics | {metric.name: metric}
        if function is not None:
            metrics["objective"] = function
        job = varying(make_job(subject, list(metrics.values()), engine, duration, fps, timeout=timeout), keys)
        return _Task(job, keys, limits, goals, function, cost, -1.0 if maximize else 1.0, notes)

    @property
    def costly(self) -> bool:
        """Whether a cost is minimized besides the goals."""
        return self.cost is not None or self.function is not None

    def values(self, place: FloatArray) -> list[float]:
        """Return the values at a place of the unit cube (n,)."""
        return [
            key.fitted(float(low + u * (high - low)))
            for key, (low, high), u in zip(self.keys, self.bounds, place, strict=True)
        ]

    def trial(self, place: FloatArray, row: Row) -> Trial:
        """Return the trial that a row represents."""
        columns = row.columns
        residuals = [goal.residual(columns) for goal in self.goals]
        cost = 0.0
        if row.status != GOOD:
            residuals = [HOPELESS] * max(len(residuals), 1)
        elif self.function is not None:
            several = [value for name, value in columns.items() if name.startswith("objective.")]
            cost = several[0] if len(several) == 1 else float(np.sum(np.square(several)))
        if self.cost is not None:
            own = dict(zip([key.text for key in self.keys], self.values(place), strict=True))
            cost = self.sign * (own | columns).get(self.cost, HOPELESS)
        return Trial(place, np.array(residuals), cost, columns)

    def optimum(self, search: Search, failed: int, wall: float) -> Optimum:
        """Return the result of the search."""
        best = search.best
        if best is None:
            raise UsageError("No run was made. Raise max_runs.")
        values = self.values(best.place)
        goals = tuple(
            Reached(
                goal.text,
                goal.column,
                best.columns.get(goal.column, float("nan")),
                goal.metric.unit,
                not goal.residual(best.columns),
            )
            for goal in self.goals
        )
        edge = None
        if search.edge is not None:
            edge = self.values(np.array([search.edge]))[0]
        return Optimum(
            reached=best.reached and (bool(self.goals) or search.settled),
            values={key.text: value for key, value in zip(self.keys, values, strict=True)},
            units={key.text: key.unit for key in self.keys},
            goals=goals,
            cost=self.sign * best.cost if self.costly else None,
            edge=edge,
            runs=search.runs,
            failed=failed,
            wall=wall,
            stages=tuple(search.stages),
            notes=(*self.notes, *self._at_bounds(best.place)),
            scene=self.job.subject.with_values(self.job.paths, values),
        )

    def _at_bounds(self, place: FloatArray) -> list[str]:
        return [
            f"{key.text} lies at its bound: {'lower' if u < 0.5 else 'upper'}. A wider one may do better."
            for key, u in zip(self.keys, place, strict=True)
            if min(u, 1.0 - u) < _AT_BOUND
        ]


class _Trials:
    """Measures places of the unit cube by runs."""

    def __init__(
        self, task: _Task, supervisor: Supervisor, seed: int, progress: Callable[[int, float], None] | None
    ) -> None:
        self._task, self._supervisor, self._seed, self._progress = task, supervisor, seed, progress
        self.search: Search | None = None
        self.failed = 0
        self._made = 0

    def __call__(self, places: FloatArray) -> list[Trial]:
        runs = [
            Run(k, tuple(self._task.values(place)), run_seed(self._seed, self._made + k))
            for k, place in enumerate(places)
        ]
        found: dict[int, Trial] = {}
        for row in self._supervisor.rows(runs, len(runs)):
            if not self._made:
                refuse_failing_metric(row)
            self.failed += row.status != GOOD
            found[row.number] = self._task.trial(places[row.number], row)
            self._made += 1
            if self._progress is not None:
                best = self.search.best.miss if self.search is not None and self.search.best is not None else HOPELESS
                self._progress(self._made, best)
        return [found[k] for k in range(len(runs))]


def _unknowns(
    subject: Subject, vary: Mapping[str, Any] | Sequence[str], bounds: Mapping[str, Any]
) -> tuple[tuple[Key, ...], tuple[tuple[float, float], ...], tuple[str, ...]]:
    """Return the keys of single numbers, their bounds, and notes about bounds that had to be guessed."""
    given = dict(vary) if isinstance(vary, Mapping) else dict.fromkeys([vary] if isinstance(vary, str) else vary)
    if not given:
        raise UsageError("Say what to vary: a key path such as 'body.ball.velocity'.")
    for bound in bounds:
        if not any(bound == text or bound.startswith((f"{text}.", f"{text}[")) for text in given):
            raise UsageError(f"There are bounds for '{bound}', but it is not varied.{nearest(bound, given)}")
    keys: list[Key] = []
    limits: list[tuple[float, float]] = []
    notes: list[str] = []
    for text, own in given.items():
        whole = find_key(subject.document, text)
        for key in whole.components():
            if isinstance(key.value, bool) or not isinstance(key.value, int | float | type(None)):
                raise UsageError(f"{key.text}: only numbers can be looked for, but it is {shown(key.value)}.")
            pair = bounds.get(key.text, bounds.get(text, own))
            if pair is None:
                pair = _guess(key, whole)
                notes.append(f"{key.text} was looked for from {pair[0]:g} to {pair[1]:g}; give bounds for others.")
            keys.append(key if key.value is not None else replace(key, value=0.5 * (pair[0] + pair[1])))
            limits.append(_checked_bounds(key.text, pair))
    return tuple(keys), tuple(limits), tuple(notes)


def _guess(key: Key, whole: Key) -> tuple[float, float]:
    middle = float(key.value or 0.0)
    numbers = whole.value if isinstance(whole.value, list) else [middle]
    size = _WIDTH * float(np.sqrt(np.sum(np.square(numbers)))) or _WIDTH_OF_ZERO
    return middle - size, middle + size


def _checked_bounds(text: str, pair: Any) -> tuple[float, float]:
    try:
        low, high = (float(end) for end in pair)
    except (TypeError, ValueError):
        raise UsageError(f"{text}: bounds are two numbers (low, high), got {shown(pair)}.") from None
    if not (np.isfinite(low) and np.isfinite(high) and low < high):
        raise UsageError(f"{text}: the lower bound must be below the upper one, got {low:g} and {high:g}.")
    return low, high


def _methods(method: str | Sequence[str] | None, width: int, costly: bool) -> list[str]:
    if method is None:
        return default_methods(width, costly)
    names = [method] if isinstance(method, str) else list(method)
    for name in names:
        if name not in METHODS:
            raise UsageError(f"There is no method '{name}'.{nearest(name, METHODS)} Known: {', '.join(METHODS)}.")
    return names
