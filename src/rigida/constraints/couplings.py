"""Couplings of coordinates: their residuals, and the derivatives by the coordinates.

    C = Σ g q − p(x),   x = Σ l q        Ċ = Σ (g − p′ l) q̇,        C̈ = Σ (g − p′ l) q̈ − p″ ẋ²

Equations hold C = 0 and ranges lower ≤ C ≤ upper (`scene.coupling`). A force is what an actuator does along C; it is
among them for engines that take a stiff one as a row of their equations.
"""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rigida.arrays import FloatArray
from rigida.constraints.arrays import Coordinates, Couplings, CouplingTerm
from rigida.errors import RigidaWarning
from rigida.jit.bind import bind
from rigida.jit.decorators import kernel, routine
from rigida.jit.tables import dtype_of
from rigida.scene.coupling import MOST_COEFFICIENTS, Coupling

KINDS = ("equation", "range", "force")
EQUATION, RANGE, FORCE = range(3)


@dataclass(frozen=True)
class CouplingSpec:
    """A coupling among rows of coordinates.

    terms: (row, gear, 1 where others follow it). actuator: which of those that are no motors, −1 for a coupling.
    """

    name: str
    kind: int
    terms: tuple[tuple[int, float, int], ...]
    polynomial: tuple[float, ...] = (0.0,)
    bounds: tuple[float, float] = (0.0, 0.0)
    actuator: int = -1


def coupling_spec(coupling: Coupling, rows: Sequence[int]) -> CouplingSpec:
    """Return a coupling of a scene among the coordinates that its joints have."""
    leads = [0] * len(coupling.joints) + [1] * len(coupling.leaders)
    gears = [gear for _, gear in coupling.terms()]
    terms = tuple(zip(rows, gears, leads, strict=True))
    (lower, upper), (constant, *others) = coupling.bounds, coupling.polynomial
    if lower == upper:
        return CouplingSpec(str(coupling.name), EQUATION, terms, (constant + lower, *others))
    return CouplingSpec(str(coupling.name), RANGE, terms, coupling.polynomial, coupling.bounds)


def warn_of_ranges(couplings: "CouplingSet") -> None:
    """Warn of couplings with a range, for an engine that supports equations only."""
    names = [f"'{spec.name}'" for spec in couplings.specs if spec.kind == RANGE]
    if names:
        warnings.warn(
            f"Coupling {', '.join(names[:3])}: rg.Precise holds couplings whose two bounds are one; this range lets "
            "everything through. Take rg.Realtime for it.",
            RigidaWarning,
            stacklevel=4,
        )


@routine
def find_length(k: int, couplings: Couplings, coordinates: Coordinates) -> None:
    """Fill length, rate and factors of coupling k from the values and rates of the coordinates."""
    length = rate = x = v = 0.0
    for t in range(couplings.start[k], couplings.start[k + 1]):
        term = couplings.term[t]
        value, speed = coordinates.value[term.coordinate], coordinates.rate[term.coordinate].all[0]
        if term.leads:
            x, v = x + term.gear * value, v + term.gear * speed
        else:
            length, rate = length + term.gear * value, rate + term.gear * speed
    p = slope = bend = 0.0
    for d in range(MOST_COEFFICIENTS - 1, -1, -1):
        bend = bend * x + 2.0 * slope
        slope = slope * x + p
        p = p * x + couplings.polynomial[k][d]
    for t in range(couplings.start[k], couplings.start[k + 1]):
        term = couplings.term[t]
        term.factor = -slope * term.gear if term.leads else term.gear
    couplings.length[k], couplings.rate[k], couplings.bias[k] = length - p, rate - slope * v, -bend * v * v


@routine
def find_lengths(couplings: Couplings, coordinates: Coordinates) -> None:
    """Fill lengths, rates and factors of all couplings."""
    for k in range(len(couplings.kind)):
        find_length(k, couplings, coordinates)


@kernel
def measure_couplings(couplings: Couplings, coordinates: Coordinates) -> None:
    """Fill lengths, rates and factors."""
    find_lengths(couplings, coordinates)


class CouplingSet:
    """The couplings of a set of coordinates.

    length, rate, bias (k,): of C, at the instant at which coordinates were last evaluated; table: as kernels take them.
    """

    def __init__(self, specs: Sequence[CouplingSpec], coordinates: Coordinates, count: int) -> None:
        self.specs, self._count, size = tuple(specs), count, len(specs)
        self.kind = np.array([spec.kind for spec in specs], dtype=np.int32)
        self.length, self.rate, self.bias = np.zeros(size), np.zeros(size), np.zeros(size)
        self.in_rows = self.kind != FORCE
        self.force, self.impulse = np.zeros((size, 5)), np.zeros(size)
        self.group = np.zeros(size, dtype=np.int64)
        terms = [term for spec in specs for term in spec.terms]
        self._term = np.zeros(len(terms), dtype=dtype_of(CouplingTerm))
        for name, values in zip(("coordinate", "gear", "leads"), zip(*terms, strict=True), strict=False):
            self._term[name] = values
        self._of_term = np.repeat(np.arange(size), [len(spec.terms) for spec in specs])
        polynomial = np.zeros((size, MOST_COEFFICIENTS))
        for k, spec in enumerate(specs):
            polynomial[k, : len(spec.polynomial)] = spec.polynomial
        self.table = Couplings(
            kind=self.kind,
            start=np.cumsum([0, *(len(spec.terms) for spec in specs)]),
            term=self._term,
            polynomial=polynomial,
            bounds=np.array([spec.bounds for spec in specs], dtype=float).reshape(size, 2),
            group=self.group,
            in_rows=self.in_rows,
            force=self.force,
            length=self.length,
            rate=self.rate,
            bias=self.bias,
            impulse=self.impulse,
        )
        self._measure = bind(measure_couplings, self.table, coordinates)

    def __len__(self) -> int:
        return len(self.specs)

    def evaluate(self) -> None:
        """Fill lengths and rates from the coordinates, which must have been evaluated."""
        self._measure()

    def factors(self) -> FloatArray:
        """Return ∂C/∂q (k, coordinates) at the evaluated instant."""
        factors = np.zeros((len(self), self._count))
        np.add.at(factors, (self._of_term, self._term["coordinate"]), self._term["factor"])
        return factors
