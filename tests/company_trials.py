"""The scenes and laws of `benchmarks/company`, for tests."""

import sys
from functools import cache
from pathlib import Path

import rigida as rg

sys.path.append(str(Path(__file__).parents[1] / "benchmarks"))

from company import FAMILIES, energy, feather, forces, invariance
from company.table import ORDER, SMALL
from company.trial import run

__all__ = ["FAMILIES", "energy", "errors", "excess_at_quarter_step", "feather", "forces", "invariance", "run"]


@cache
def errors(name: str, number: int) -> tuple[float, float]:
    """Return the errors of a family's trial at dt 1/60 and 1/240."""
    trial, _ = FAMILIES[name].trial(0, number)
    return run(trial, rg.Realtime(dt=1 / 60)).error, run(trial, rg.Realtime(dt=1 / 240)).error


def excess_at_quarter_step(name: str, number: int) -> float:
    """Return the error at a quarter of the step by what the method's order allows there: 1 or less is within it."""
    whole, quarter = errors(name, number)
    return quarter / max(SMALL, 4**-ORDER * whole)
