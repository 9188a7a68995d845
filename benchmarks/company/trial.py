"""A trial: a scene of several bodies with numbers drawn at random, what is measured in it, and what theory expects."""

import math
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from relatives.trial import Draw

import rigida as rg
from rigida.realtime import step

#: Runs end after whole steps of this length, and of its halves and quarters [s].
TICK = 1 / 60
#: Errors are relative to the distance covered, or to this part of the size of the case where that is more.
LEAST_SCALE = 0.3


@dataclass
class Trial:
    """A scene, its duration [s], what is measured (k,), what is expected of it at a time, and the scale of errors.

    Angles are measured times a length of the case, so that all numbers are lengths [m] (or all are speeds). Without a
    scale it follows from `size` [m], that of the case. ticks: sets the duration.
    """

    scene: rg.Scene
    seconds: float
    measure: Callable[[rg.Simulation], Any]
    expected: Callable[[float], Any]
    size: float = 1.0
    scale: float | None = None
    ticks: int | None = None

    def __post_init__(self) -> None:
        self.seconds = whole_ticks(self.seconds) if self.ticks is None else TICK * self.ticks
        self._known: dict[float, np.ndarray] = {}

    def at(self, when: float) -> np.ndarray:
        """Return what theory expects at a time."""
        key = round(when, 9)
        if key not in self._known:
            self._known[key] = np.atleast_1d(np.asarray(self.expected(when), float))
        return self._known[key]

    def error(self, sim: rg.Simulation, start: np.ndarray) -> float:
        """Return how far a simulation is off now, by the scale; start: what was measured at the start."""
        expected = self.at(sim.time)
        scale = self.scale or max(LEAST_SCALE * self.size, float(np.linalg.norm(expected - start)))
        return float(np.linalg.norm(np.atleast_1d(np.asarray(self.measure(sim), float)) - expected)) / scale


def whole_ticks(seconds: float) -> float:
    """Return the whole number of ticks within some seconds, at least four of them [s]."""
    return TICK * max(4, math.floor(seconds / TICK + 1e-6))


#: Draws the numbers of a trial.
Drawing = Callable[[Draw], Trial]


@dataclass(frozen=True)
class Family:
    """Scenes of one kind; oracle: what its expected numbers come from."""

    name: str
    oracle: str
    draw: Drawing

    def trial(self, seed: int, number: int) -> tuple[Trial, Draw]:
        """Return a trial: the same for the same seed and number, whatever else is run."""
        draw = Draw(np.random.default_rng([seed, zlib.crc32(self.name.encode()), number]))
        return self.draw(draw), draw


#: All families by name, in the order in which they are shown.
FAMILIES: dict[str, Family] = {}


def family(oracle: str) -> Callable[[Drawing], Drawing]:
    """Enter scenes under the name of the function that draws them."""

    def enter(draw: Drawing) -> Drawing:
        FAMILIES[draw.__name__] = Family(draw.__name__, oracle, draw)
        return draw

    return enter


@dataclass
class Outcome:
    """What a run gave: error relative to the scale, steps, solves, CPU time [s], and steps that missed the accuracy."""

    error: float
    steps: int = 0
    solves: int = 0
    cpu: float = 0.0
    missed: int = 0
    notes: list[str] = field(default_factory=list)


class SolveCount:
    """Counts how often the realtime engine solves for velocities."""

    def __init__(self) -> None:
        self.count, self._plain = 0, step.solve

    def __enter__(self) -> "SolveCount":
        def counted(*given: Any, **named: Any) -> Any:
            self.count += 1
            return self._plain(*given, **named)

        step.solve = counted
        return self

    def __exit__(self, *_: object) -> None:
        step.solve = self._plain


def run(trial: Trial, engine: rg.Realtime | rg.Precise) -> Outcome:
    """Run a trial to its end; one that ends with an error of the engine has an endless error."""
    try:
        sim = rg.Simulation(trial.scene, engine)
        start = np.atleast_1d(np.asarray(trial.measure(sim), float))
        found = Outcome(math.inf)
        with SolveCount() as solves:
            began = time.process_time()
            for _ in range(max(1, round(trial.seconds / engine.dt))):
                report = sim.step()
                found.missed += report.accuracy_missed > 0.0
                found.steps += 1
            found.cpu, found.solves = time.process_time() - began, solves.count
        error = trial.error(sim, start)
        found.error = error if error == error else math.inf
    except rg.RigidaError as problem:
        return Outcome(math.inf, steps=1, notes=[f"{type(problem).__name__}: {problem}"])
    return found
