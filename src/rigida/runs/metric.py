"""Metrics: numbers that sum up a run. A built-in one is written as text, `max_height(ball)`; any function is one too.

A built-in metric enters the table where it is defined. What its parameters are called says what they name: `body`, `a`
and `b` bodies, `joint` a joint.
"""

import importlib
import importlib.util
import inspect
import math
import numbers
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from rigida.errors import UsageError
from rigida.fields import shown
from rigida.registry import nearest
from rigida.runs.observation import Observation
from rigida.scene.scene import Scene

Result = float | dict[str, float]
_CALL = re.compile(r"\s*([A-Za-z_]\w*)\s*(?:\((.*)\))?\s*")
_BODIES = ("body", "a", "b")


@dataclass(frozen=True)
class Definition:
    """A built-in metric: its function of an observation and arguments, its unit, and the data that it needs."""

    function: Callable[..., Result]
    unit: str
    needs: str | None

    @property
    def summary(self) -> str:
        """Description in one line."""
        return (inspect.getdoc(self.function) or "").splitlines()[0]


METRICS: dict[str, Definition] = {}


def metric(unit: str, needs: str | None = None) -> Callable[[Callable[..., Result]], Callable[..., Result]]:
    """Enter a function under its name (a decorator)."""

    def enter(function: Callable[..., Result]) -> Callable[..., Result]:
        METRICS[function.__name__.removesuffix("_")] = Definition(function, unit, needs)
        return function

    return enter


class MetricError(Exception):
    """A metric that raised, with its name and reason."""


@dataclass(frozen=True)
class Metric:
    """A requested metric: its name in tables, and a built-in one's name and arguments or a function."""

    name: str
    built_in: str = ""
    arguments: tuple[Any, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)
    function: Callable[[Any], Any] | None = None
    place: str = ""

    @property
    def unit(self) -> str:
        """Its unit; empty for dimensionless metrics and functions of the user."""
        return METRICS[self.built_in].unit if self.built_in else ""

    @property
    def needs(self) -> set[str]:
        """Data that the run must record for it."""
        need = METRICS[self.built_in].needs if self.built_in else None
        return {need} if need else set()

    def measure(self, seen: Observation) -> dict[str, float]:
        """Return its columns: one number, or several by name."""
        try:
            if self.built_in:
                value: Any = METRICS[self.built_in].function(seen, *self.arguments, **self.options)
            else:
                function = self.function or _function_at(self.place)
                value = function(seen.recording)
            return column_values(self.name, value, f"{self.name}.")
        except Exception as error:
            raise MetricError(f"metric '{self.name}' raised {type(error).__name__}: {error}") from error


def column_values(name: str, value: Any, prefix: str) -> dict[str, float]:
    """Return the result of a function as columns: a number under `name`, a dict of numbers with `prefix`."""
    if isinstance(value, Mapping):
        return {f"{prefix}{part}": _number(item) for part, item in value.items()}
    return {name: _number(value)}


def metrics_of(given: Iterable[Any], scene: Scene) -> list[Metric]:
    """Return the requested metrics, checked against the scene."""
    found = [_metric(one, scene) for one in given]
    names = [one.name for one in found]
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"The metric '{name}' is asked for twice. Leave out one of them.")
    return found


def built_in_metric(text: str, scene: Scene) -> Metric:
    """Return the built-in metric for a text such as `first_contact(ball, target)`."""
    call = _CALL.fullmatch(text)
    if call is None:
        raise UsageError(f"'{text}' is not a metric. Write it as max_height or first_contact(ball, target).")
    name = call[1]
    if name not in METRICS:
        known = ", ".join(sorted(METRICS))
        raise UsageError(f"There is no metric '{name}'.{nearest(name, METRICS)} Known: {known}.")
    arguments, options = _arguments(call[2] or "")
    signature = inspect.signature(METRICS[name].function)
    try:
        bound = signature.bind(None, *arguments, **options)
    except TypeError as error:
        takes = ", ".join(str(parameter) for parameter in list(signature.parameters.values())[1:])
        raise UsageError(f"{name} takes ({takes}): {error}.") from None
    for parameter, value in bound.arguments.items():
        _check_name(name, parameter, value, scene)
    shown_text = re.sub(r"\s+", "", text) if call[2] else name
    return Metric(shown_text.replace(",", ", "), name, tuple(arguments), options)


def _metric(given: Any, scene: Scene) -> Metric:
    if isinstance(given, Metric):
        return given
    if callable(given):
        return Metric(getattr(given, "__name__", type(given).__name__), function=given)
    if not isinstance(given, str):
        raise UsageError(f"A metric is a text such as 'max_height(ball)' or a function, got {shown(given)}.")
    if ":" in given:
        function = _function_at(given)
        return Metric(getattr(function, "__name__", given), place=given)
    return built_in_metric(given, scene)


def _arguments(text: str) -> tuple[list[Any], dict[str, Any]]:
    arguments: list[Any] = []
    options: dict[str, Any] = {}
    for part in (part.strip() for part in text.split(",")):
        name, equals, value = part.partition("=")
        if equals:
            options[name.strip()] = _value(value.strip())
        elif part:
            arguments.append(_value(part))
    return arguments, options


def _value(text: str) -> Any:
    try:
        return float(text) if "." in text or "e" in text else int(text)
    except ValueError:
        return text.strip("\"'")


def _check_name(metric_name: str, parameter: str, value: Any, scene: Scene) -> None:
    kind = "body" if parameter in _BODIES else parameter
    if kind not in ("body", "joint") or value is None:
        return
    known = [str(element.name) for element in (scene.bodies if kind == "body" else scene.joints)]
    if value not in known:
        raise UsageError(f"{metric_name}: the scene has no {kind} '{value}'.{nearest(str(value), known)}")


@cache
def _function_at(place: str) -> Callable[[Any], Any]:
    """Return the function that `module:function` or `file.py:function` means."""
    source, _, name = place.rpartition(":")
    try:
        if source.endswith(".py"):
            spec = importlib.util.spec_from_file_location(Path(source).stem, source)
            if spec is None or spec.loader is None or not Path(source).is_file():
                raise UsageError(f"There is no file '{source}' with a metric '{name}'. Check the path.")
            module = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
        else:
            module = importlib.import_module(source)
    except ImportError as error:
        raise UsageError(f"The metric '{place}' cannot be imported: {error}.") from None
    function = getattr(module, name, None)
    if not callable(function):
        known = [each for each, value in vars(module).items() if callable(value)]
        raise UsageError(f"'{source}' has no function '{name}'.{nearest(name, known)}")
    return function


def _number(value: Any) -> float:
    if isinstance(value, numbers.Real) or getattr(value, "shape", None) == ():
        return float(value)
    if value is None:
        return math.nan
    raise TypeError(f"it must return a number or a dict of numbers, got {shown(value)}")
