"""Methods that search for values that reach a goal, in the unit cube of the unknowns, with many runs at a time.

A search asks for batches of runs. Its score is the miss while there is one, and the cost of the values once there is
none: what misses less is better, and of those that do not miss, what costs less.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from rigida.arrays import FloatArray

#: Scores of runs that miss lie above all costs.
_MISSED = 1e12
#: Step of the differences by which slopes are measured, in parts of the bounds.
_DIFFERENCE = 1e-3
#: Samples of one unknown over its whole range, and in each refinement.
_FIRST_SAMPLES, _REFINED_SAMPLES = 17, 8
#: Where to stop narrowing down an edge, in parts of the bounds.
_EDGE = 1e-5


class SearchDone(Exception):  # noqa: N818 (the end of a search is no error)
    """The goal is reached, or the runs are used up."""


@dataclass(frozen=True, eq=False)
class Trial:
    """One run of a search: its point in the unit cube (n,), residuals (m,), cost and metrics."""

    place: FloatArray
    residuals: FloatArray
    cost: float = 0.0
    columns: dict[str, float] = field(default_factory=dict)

    @property
    def miss(self) -> float:
        """Length of the residuals."""
        return float(np.sqrt(np.sum(self.residuals**2)))

    @property
    def reached(self) -> bool:
        """Return whether all goals are reached."""
        return not self.residuals.any()

    @property
    def score(self) -> float:
        """Quantity that the search minimizes."""
        return self.cost if self.reached else _MISSED + self.miss


class Search:
    """Keeps the trials' best and their number.

    Args:
        width: Number of unknowns.
        measure: Makes the trials of places (k, n), in their order.
        costly: Reaching the goals is not the end: the cost is to be made small.
        most: Runs after which to stop.
        seed: Decides what is random.
    """

    def __init__(
        self,
        width: int,
        measure: Callable[[FloatArray], list[Trial]],
        costly: bool = False,
        most: int = 1500,
        seed: int = 0,
    ) -> None:
        self.width, self.costly, self.most, self.seed = width, costly, most, seed
        self._measure = measure
        self.best: Trial | None = None
        self.runs = 0
        self.stages: list[str] = []
        self.edge: float | None = None
        self.settled = False

    def go(self, start: FloatArray, methods: Sequence[str]) -> None:
        """Use one method after another until the goal is reached or the runs are used up."""
        try:
            for name in methods:
                before = self.runs
                try:
                    METHODS[name](self, start)
                finally:
                    best = self.best
                    left = "no run" if best is None else "reached" if best.reached else f"miss {best.miss:.3g}"
                    self.stages.append(f"{name}: {self.runs - before} runs, {left}")
        except SearchDone:
            return

    def trials(self, places: FloatArray) -> list[Trial]:
        """Return the trials of places (k, n), and remember the best."""
        if self.runs >= self.most:
            raise SearchDone
        found = self._measure(np.clip(places[: self.most - self.runs], 0.0, 1.0))
        self.runs += len(found)
        for trial in found:
            if self.best is None or trial.score < self.best.score:
                self.best = trial
        if self.best is not None and self.best.reached and not self.costly:
            raise SearchDone
        if len(found) < len(places):
            raise SearchDone
        return found


def spread(search: Search, start: FloatArray) -> None:
    """Sample the start and a Latin hypercube over the bounds."""
    from scipy.stats.qmc import LatinHypercube

    rng = np.random.default_rng(search.seed)
    places = LatinHypercube(search.width, rng=rng).random(15 + 8 * search.width)
    search.trials(np.vstack([start, places]))


def least_squares(search: Search, start: FloatArray) -> None:
    """Follow the slopes of the residuals down from the best trial so far; slopes are measured side by side."""
    from scipy.optimize import least_squares as solve

    last: dict[bytes, Trial] = {}

    def residuals(place: FloatArray) -> FloatArray:
        key = place.tobytes()
        if key not in last:
            last.clear()
            last[key] = search.trials(place[None])[0]
        return last[key].residuals

    def slopes(place: FloatArray, *_: Any) -> FloatArray:
        here = residuals(place)
        steps = np.where(place + _DIFFERENCE > 1.0, -_DIFFERENCE, _DIFFERENCE)
        around = search.trials(place + np.diag(steps))
        return np.stack([(trial.residuals - here) / step for trial, step in zip(around, steps, strict=True)], axis=1)

    best = search.best
    inside = np.clip(start if best is None else best.place, 1e-6, 1.0 - 1e-6)
    solve(residuals, inside, slopes, bounds=(0.0, 1.0), max_nfev=15, xtol=1e-7, ftol=1e-7, gtol=None)


def evolution(search: Search, start: FloatArray) -> None:
    """Evolve a population of trials (differential evolution), one generation in parallel."""
    from scipy.optimize import differential_evolution

    def generation(function: Any, places: Any) -> list[float]:
        return [trial.score for trial in search.trials(np.array(list(places)))]

    found = differential_evolution(
        lambda place: 0.0,  # never asked: a generation is measured at once
        [(0.0, 1.0)] * search.width,
        init="latinhypercube",
        popsize=max(24 // search.width, 8),
        maxiter=60,
        tol=1e-3,
        atol=1e-7,
        rng=np.random.default_rng(search.seed),
        polish=False,
        updating="deferred",
        workers=generation,
        x0=None if search.best is None else search.best.place,
    )
    search.settled = bool(found.success)


def simplex(search: Search, start: FloatArray) -> None:
    """Close in on the best trial so far without slopes (Nelder and Mead); one run at a time."""
    from scipy.optimize import minimize

    best = search.best
    found = minimize(
        lambda place: search.trials(place[None])[0].score,
        start if best is None else best.place,
        method="Nelder-Mead",
        bounds=[(0.0, 1.0)] * search.width,
        options={"xatol": 1e-6, "fatol": 1e-9, "maxfev": 60 * search.width},
    )
    search.settled = bool(found.success)


def narrowing(search: Search, start: FloatArray) -> None:
    """Find the value at which one unknown just reaches the goals, by repeated sampling of smaller intervals."""
    if search.width != 1:
        return
    samples = search.trials(np.linspace(0.0, 1.0, _FIRST_SAMPLES)[:, None])
    while True:
        reached = [i for i, trial in enumerate(samples) if trial.reached]
        if not reached:
            return
        i = min(reached, key=lambda k: samples[k].cost)
        beside = [k for k in (i - 1, i + 1) if 0 <= k < len(samples) and not samples[k].reached]
        if not beside:
            search.settled = True  # the cheapest place lies at a bound, or costs rise on both sides
            return
        inner, outer = float(samples[i].place[0]), float(samples[beside[0]].place[0])
        search.edge, search.settled = outer, abs(inner - outer) <= _EDGE
        if search.settled:
            return
        places = np.linspace(outer, inner, _REFINED_SAMPLES + 2)
        samples = [samples[beside[0]], *search.trials(places[1:-1, None]), samples[i]]


METHODS: dict[str, Callable[[Search, FloatArray], None]] = {
    "spread": spread,
    "least_squares": least_squares,
    "evolution": evolution,
    "simplex": simplex,
    "narrowing": narrowing,
}


def default_methods(width: int, costly: bool) -> list[str]:
    """Return the default methods, in order."""
    if not costly:
        return ["spread", "least_squares", "evolution", "simplex"]
    return ["narrowing"] if width == 1 else ["spread", "evolution", "simplex"]


def unit_places(bounds: Sequence[tuple[float, float]], values: Sequence[float]) -> FloatArray:
    """Return values as places in the unit cube (n,); outside the bounds, the nearest one inside."""
    found = [
        (value - low) / (high - low) if math.isfinite(value) else 0.5
        for (low, high), value in zip(bounds, values, strict=True)
    ]
    return np.clip(np.array(found), 0.0, 1.0)
