"""Trials of a family at several steps, and the row of the table that shows them."""

import math
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

import rigida as rg
from company.trial import Family, Outcome, run

#: Errors below this are not asked for an order: they may stay, or grow up to it.
SMALL = 1e-4
#: Order with which errors must shrink above that.
ORDER = 1.6

HEAD = (
    "family",
    "oracle",
    "trials",
    "median",
    "worst",
    "> 1 %",
    "> 2 %",
    "of trial",
    "worst at smaller dt",
    "order",
    "low order",
    "grow",
    "solves",
    "µs",
    "missed",
)


@dataclass
class Trials:
    """Outcomes of the trials of a family: one list for each dt, the largest first."""

    family: Family
    numbers: list[int]
    steps: list[float]
    outcomes: list[list[Outcome]]
    shown: list[dict[str, float | int | str]]

    def errors(self, k: int = 0) -> np.ndarray:
        """Return the errors at a step (trials,)."""
        return np.array([outcome.error for outcome in self.outcomes[k]])

    def beyond(self, mark: float) -> int:
        """Return how many trials are further off than a mark, at the largest step."""
        return int((self.errors() > mark).sum())

    def orders(self) -> np.ndarray:
        """Return the power of dt with which errors above SMALL shrink, at least: those that end below count as it."""
        first, last = self.errors(), np.maximum(self.errors(-1), SMALL)
        ratio = math.log(self.steps[0] / self.steps[-1]) if len(self.steps) > 1 else math.nan
        return np.log(first[first > SMALL] / last[first > SMALL]) / ratio

    def low(self) -> int:
        """Return how many trials end above SMALL and shrank with less than the order asked for."""
        if len(self.steps) < 2:
            return 0
        factor = (self.steps[-1] / self.steps[0]) ** ORDER
        return int((self.errors(-1) > np.maximum(SMALL, factor * self.errors())).sum())

    def growing(self) -> int:
        """Return how many trials have a larger error at the smallest step than at the largest, and above SMALL."""
        return int((self.errors(-1) > np.maximum(SMALL, self.errors())).sum())

    def row(self) -> list[str]:
        """Return the row of the table."""
        errors, all_of = self.errors(), self.outcomes[0]
        steps = sum(outcome.steps for outcome in all_of)
        orders = self.orders()
        return [
            self.family.name.replace("_", " "),
            self.family.oracle,
            str(len(errors)),
            f"{statistics.median(errors):.1e}",
            f"{errors.max():.1e}",
            str(self.beyond(0.01)),
            str(self.beyond(0.02)),
            str(self.numbers[int(errors.argmax())]),
            ", ".join(f"{self.errors(k).max():.1e}" for k in range(1, len(self.steps))) or "–",
            f"{statistics.median(orders):.1f}" if len(orders) and len(self.steps) > 1 else "–",
            str(self.low()),
            str(self.growing()),
            f"{sum(outcome.solves for outcome in all_of) / steps:.2f}",
            f"{1e6 * sum(outcome.cpu for outcome in all_of) / steps:.0f}",
            str(sum(outcome.missed for outcome in all_of)),
        ]


def run_trials(
    family: Family,
    engine: Callable[[float], rg.Realtime | rg.Precise],
    steps: Sequence[float],
    seed: int,
    numbers: Sequence[int],
) -> Trials:
    """Run trials of a family with an engine at steps dt [s]; oracles are evaluated once."""
    found = Trials(family, list(numbers), list(steps), [[] for _ in steps], [])
    for number in numbers:
        trial, draw = family.trial(seed, number)
        for dt, outcomes in zip(steps, found.outcomes, strict=True):
            outcomes.append(run(trial, engine(dt)))
        found.shown.append({"trial": number} | draw.numbers)
    return found


def line(cells: Sequence[str]) -> str:
    """Return a row of a table in Markdown."""
    return "| " + " | ".join(cells) + " |"
