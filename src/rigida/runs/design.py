"""Designs: which values each run gets. The grid takes every combination, the others spread samples over the spans.

A design is asked for one run at a time, by its number, so that a million runs cost no memory before they are made.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.errors import UsageError
from rigida.registry import nearest
from rigida.runs.variation import Seeds, Variation


class Design(ABC):
    """The values of all runs: `count` runs, one value for each variation."""

    count: int

    @abstractmethod
    def values(self, run: int) -> list[Any]:
        """Return the values of the run of this number."""


class Grid(Design):
    """Every combination; the last variation changes fastest."""

    def __init__(self, variations: Sequence[Variation], samples: int | None, seed: int) -> None:
        steps = [variation.steps() for variation in variations]
        for variation, own in zip(variations, steps, strict=True):
            if own is None:
                raise UsageError(f"A grid needs the number of steps: low:high:count, got {_short(variation)}.")
        self._steps = [own for own in steps if own is not None]
        self.count = math.prod(len(own) for own in self._steps)
        if samples is not None:
            raise UsageError("A grid has as many runs as combinations. Leave out samples, or take design 'latin'.")

    def values(self, run: int) -> list[Any]:
        found: list[Any] = []
        for own in reversed(self._steps):
            run, at = divmod(run, len(own))
            found.append(own[at])
        return found[::-1]


class _Sampled(Design):
    def __init__(self, variations: Sequence[Variation], samples: int | None, seed: int) -> None:
        if samples is None or samples < 1:
            raise UsageError("This design needs the number of runs: samples=100, or --samples 100.")
        self.count = samples
        self._variations = list(variations)
        self._fractions = self.fractions(len(variations), samples, seed)

    @abstractmethod
    def fractions(self, width: int, samples: int, seed: int) -> FloatArray:
        """Return the samples as fractions, 0 to 1, of the range of each of `width` variations (samples, width)."""

    def values(self, run: int) -> list[Any]:
        return [variation.at(float(u)) for variation, u in zip(self._variations, self._fractions[run], strict=True)]


class Random(_Sampled):
    """Independent samples."""

    def fractions(self, width: int, samples: int, seed: int) -> FloatArray:
        return np.random.default_rng(seed).random((samples, width))


class Latin(_Sampled):
    """A Latin hypercube: every one of n equal parts of each span holds exactly one sample."""

    def fractions(self, width: int, samples: int, seed: int) -> FloatArray:
        from scipy.stats.qmc import LatinHypercube

        return np.asarray(LatinHypercube(width, rng=np.random.default_rng(seed)).random(samples))


DESIGNS: dict[str, type[Grid] | type[_Sampled]] = {"grid": Grid, "random": Random, "latin": Latin}


def make_design(kind: str, variations: Sequence[Variation], samples: int | None, seed: int) -> Design:
    """Return the design of this kind, or raise with the nearest known one."""
    if kind not in DESIGNS:
        raise UsageError(f"There is no design '{kind}'.{nearest(kind, DESIGNS)} Known: {', '.join(DESIGNS)}.")
    return DESIGNS[kind](variations, samples, seed)


def run_seed(seed: int, run: int) -> int:
    """Return the seed of a run, which depends only on the sweep's seed and the run's number."""
    return int(np.random.SeedSequence((seed, run)).generate_state(1)[0])


def seeded(variations: Sequence[Variation], values: Sequence[Any], seed: int) -> list[Any]:
    """Return the values of a run, with its own seed if one is varied."""
    return [seed if isinstance(v, Seeds) else value for v, value in zip(variations, values, strict=True)]


def _short(variation: Variation) -> str:
    low, high = variation.extremes()
    return f"{low:g}:{high:g}"
