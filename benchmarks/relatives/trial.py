"""A relative: an experiment with numbers drawn at random, whose outcome is known."""

import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

import rigida as rg


class Draw:
    """Numbers drawn at random, each kept under its name so that they can be shown."""

    def __init__(self, rng: np.random.Generator):
        self.rng = rng
        self.numbers: dict[str, float | int | str] = {}

    def uniform(self, name: str, low: float, high: float) -> float:
        return self.keep(name, float(self.rng.uniform(low, high)))

    def log(self, name: str, low: float, high: float) -> float:
        """Draw a number whose logarithm is uniform."""
        return self.keep(name, float(np.exp(self.rng.uniform(np.log(low), np.log(high)))))

    def integer(self, name: str, low: int, high: int) -> int:
        """Draw one of low … high."""
        return self.keep(name, int(self.rng.integers(low, high + 1)))

    def keep(self, name: str, value):
        self.numbers[name] = value
        return value


#: Runs one trial and returns its error, in parts of what the mark is told in.
Trial = Callable[[Draw, Any], float]


@dataclass(frozen=True)
class Relative:
    """An experiment with its family, the error that it may have at default settings, and the engine it is for."""

    family: str
    name: str
    mark: float
    engine: str
    run: Trial


#: All of them, in the order in which they are shown.
RELATIVES: list[Relative] = []


def relative(family: str, mark: float, engine: str = "realtime") -> Callable[[Trial], Trial]:
    """Enter an experiment under its own name."""

    def enter(run: Trial) -> Trial:
        RELATIVES.append(Relative(family, run.__name__.replace("_", " "), mark, engine, run))
        return run

    return enter


@dataclass
class Found:
    """What the trials of a relative gave: an error and the numbers drawn, for each."""

    errors: list[float] = field(default_factory=list)
    numbers: list[dict[str, float | int | str]] = field(default_factory=list)


def whole(engine: rg.Realtime, seconds: float) -> float:
    """Return the time of whole steps nearest to some seconds: runs end after whole steps."""
    return engine.dt * max(1, round(seconds / engine.dt))


def draw(case: Relative, seed: int, trial: int) -> Draw:
    """Return the numbers of a trial: the same for the same seed, whatever else is run."""
    return Draw(np.random.default_rng([seed, zlib.crc32(case.name.encode()), trial]))


def try_out(case: Relative, engine: rg.Realtime | rg.Precise, seed: int, trials: list[int]) -> Found:
    """Run trials of a relative; one that ends with an error of the engine has an endless one."""
    found = Found()
    for trial in trials:
        numbers = draw(case, seed, trial)
        try:
            error = float(case.run(numbers, engine))
        except rg.RigidaError as problem:
            error = float("inf")
            numbers.keep("ended", type(problem).__name__)
        found.errors.append(error if error == error else float("inf"))
        found.numbers.append({"trial": trial} | numbers.numbers)
    return found
