"""Variation of one value over the runs: a span, a choice, a normal distribution, or a seed for every run.

A variation maps a fraction u of the unit interval to a value; designs choose the fractions.
"""

import json
import math
import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rigida.errors import ModelError, UsageError
from rigida.fields import Rule, real_number, shown, whole_number
from rigida.shown import FieldTable

_NORMAL = re.compile(r"normal\(([^,]+),([^,]+)\)")


class Variation(FieldTable, ABC):
    """Values of one key."""

    @abstractmethod
    def at(self, fraction: float) -> Any:
        """Return the value at a fraction of the unit interval, for random and Latin designs.

        Args:
            fraction: Cumulative probability, 0 to 1.
        """

    def steps(self) -> list[Any] | None:
        """Return the values of a grid, or None if the number of steps is not given."""
        return None

    def extremes(self) -> list[Any]:
        """Return values to try before any run is made."""
        return [self.at(0.0), self.at(math.nextafter(1.0, 0.0))]


@dataclass(frozen=True)
class Span(Variation):
    """All numbers from `low` to `high`; on a grid `count` of them, both ends included."""

    low: float
    high: float
    count: int | None = None

    def __post_init__(self) -> None:
        for end in ("low", "high"):
            object.__setattr__(self, end, real_number("Span", end, getattr(self, end)))
        if self.count is not None:
            object.__setattr__(self, "count", whole_number("Span", "count", self.count))
        if self.low > self.high or (self.low == self.high and self.count != 1):
            raise UsageError(f"The span from {self.low:g} to {self.high:g} is empty. Give the lower end first.")
        if self.count is not None and self.count < 1:
            raise UsageError(f"A span needs at least 1 step, got {self.count}.")

    def at(self, fraction: float) -> float:
        return self.low + fraction * (self.high - self.low)

    def steps(self) -> list[Any] | None:
        return None if self.count is None else np.linspace(self.low, self.high, self.count).tolist()


@dataclass(frozen=True)
class Choices(Variation):
    """One of a few values, of any type that a scene file can hold."""

    values: tuple[Any, ...]

    def __post_init__(self) -> None:
        if not self.values:
            raise UsageError("A list of values to vary over is empty. Give at least one.")

    def at(self, fraction: float) -> Any:
        return self.values[min(int(fraction * len(self.values)), len(self.values) - 1)]

    def steps(self) -> list[Any]:
        return list(self.values)

    def extremes(self) -> list[Any]:
        return list(self.values[:1000])


@dataclass(frozen=True)
class Normal(Variation):
    """Normally distributed numbers of a mean and a standard deviation, cut at five deviations.

    Args:
        mean: Mean of the distribution.
        deviation: Standard deviation, above 0.
    """

    mean: float
    deviation: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "mean", real_number("Normal", "mean", self.mean))
        object.__setattr__(self, "deviation", real_number("Normal", "deviation", self.deviation, Rule(above=0.0)))

    def at(self, fraction: float) -> float:
        from scipy.special import ndtri

        return self.mean + self.deviation * min(max(float(ndtri(fraction)), -5.0), 5.0)


@dataclass(frozen=True)
class Seeds(Variation):
    """The run's own seed, for random elements of a scene such as turbulence."""

    def at(self, fraction: float) -> int:
        return 0

    def steps(self) -> list[Any]:
        return [0]


def variation(key: str, given: Any) -> Variation:
    """Return the variation for a key, given as a variation, a text of the command line, or a list."""
    if isinstance(given, Variation):
        return given
    try:
        if isinstance(given, str):
            return _parsed(given)
        if isinstance(given, Sequence | np.ndarray | range):
            return Choices(tuple(_as_in_file(item) for item in given))
    except (ModelError, UsageError) as error:
        raise UsageError(f"{key}: {error}") from None
    raise UsageError(f"{key}: give a list of values, rg.Span(low, high, count) or rg.Normal(...), got {shown(given)}.")


def _as_in_file(value: Any) -> Any:
    """Return a value as a scene document holds it: plain numbers, and lists for vectors."""
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    return [_as_in_file(item) for item in value] if isinstance(value, tuple | list) else value


def _parsed(text: str) -> Variation:
    text = text.strip()
    if text == "seed":
        return Seeds()
    if normal := _NORMAL.fullmatch(text):
        return Normal(_number(normal[1]), _number(normal[2]))
    if ":" in text and "[" not in text and '"' not in text:
        parts = text.split(":")
        if len(parts) > 3:
            raise UsageError(f"'{text}' has too many colons. Write low:high:count.")
        count = None if len(parts) < 3 else _whole(parts[2])
        return Span(_number(parts[0]), _number(parts[1]), count)
    if not text:
        raise UsageError("no values are given. Write low:high:count or a,b,c.")
    return Choices(tuple(_values(text)))


def _values(text: str) -> list[Any]:
    try:
        found: list[Any] = json.loads(f"[{text}]")
        return found
    except ValueError:
        return [_plain(part.strip()) for part in text.split(",")]


def _plain(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise UsageError(f"'{text}' is not a number. Write low:high:count or a,b,c.") from None


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise UsageError(f"the number of steps must be a whole number, got '{text}'.") from None
