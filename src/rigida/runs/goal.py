"""Goals of runs, as texts such as `first_contact(ball, target)` or `max_tilt(domino5) > 1.2`.

A goal is a metric compared with a number. How far a run is from it is its miss: zero when it is reached, and something
that shrinks on the way there, so that a search has a slope to follow.
"""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from rigida.errors import UsageError
from rigida.fields import shown
from rigida.runs.metric import Metric, built_in_metric
from rigida.scene.scene import Scene

_COMPARED = re.compile(
    r"([A-Za-z_]\w*\s*(?:\([^()]*\))?)(\.\w+)?\s*(==|=|<=|>=|<|>)\s*([^±=<>]+?)\s*(?:(?:±|\+-)\s*(.+))?"
)
#: Part of the wanted number by which an equality may be missed.
_TOLERANCE = 1e-3
#: The miss of a run that failed or whose metric does not exist.
HOPELESS = 1e6


@dataclass(frozen=True)
class Goal:
    """A required relation between a column of a metric and a number."""

    text: str
    metric: Metric
    column: str
    relation: str
    value: float
    tolerance: float = 0.0

    @property
    def scale(self) -> float:
        """Scale of the residual."""
        return max(abs(self.value), 1.0)

    def residual(self, columns: Mapping[str, float]) -> float:
        """Return the residual of the goal, signed if it can be missed on both sides; 0 if reached."""
        found = columns.get(self.column, math.nan)
        if math.isnan(found):
            return HOPELESS
        off = found - self.value
        if self.relation == "==":
            return 0.0 if abs(off) <= self.tolerance else off / self.scale
        short = max(-off, 0.0) if self.relation in (">", ">=") else max(off, 0.0)
        on_edge = off == 0.0 and self.relation in (">", "<")
        return short / self.scale + (1e-9 if on_edge else 0.0)


@dataclass(frozen=True)
class ObjectiveFunction:
    """A user's function of a recording: a number to be minimized, or several whose squares are."""

    function: Callable[[Any], Any]

    def __call__(self, recording: Any) -> dict[str, float]:
        value = np.atleast_1d(np.asarray(self.function(recording), dtype=np.float64)).ravel()
        return {str(i): float(number) for i, number in enumerate(value)}


def parse_goals(texts: Sequence[str], scene: Scene) -> list[Goal]:
    """Return the goals that some texts name; `and` joins several in one."""
    return [_goal(part.strip(), scene) for text in texts for part in re.split(r"\band\b", text)]


def _goal(text: str, scene: Scene) -> Goal:
    compared = _COMPARED.fullmatch(text)
    if compared is None:
        return _contact_goal(text, scene)
    call, part, relation, number, within = compared.groups()
    metric = built_in_metric(call, scene)
    value = _number(number, text)
    relation = "==" if relation == "=" else relation
    tolerance = _TOLERANCE * max(abs(value), 1.0) if within is None else abs(_number(within, text))
    return Goal(text, metric, metric.name + (part or ""), relation, value, tolerance if relation == "==" else 0.0)


def _contact_goal(text: str, scene: Scene) -> Goal:
    if not text.startswith("first_contact"):
        raise UsageError(
            f"'{text}' is not a goal. Write a contact, first_contact(ball, target), or compare a metric with a "
            "number: range(ball) == 20, max_tilt(domino5) > 1.2."
        )
    contact = built_in_metric(text, scene)
    # The distance leads to the contact; its time alone would not.
    metric = replace(contact, name=contact.name.replace("first_contact", "miss", 1), built_in="miss")
    return Goal(text, metric, metric.name, "<=", 0.0)


def _number(text: str, goal: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise UsageError(f"'{goal}': {shown(text)} is not a number.") from None
