"""Attraction between bodies: every pair pulls with f = G m_a m_b / r^p along the line of centers.

    V = −G m_a m_b / ((p − 1) r^(p−1)) for p ≠ 1,   V = G m_a m_b ln r for p = 1

With p = 2 and the default constant this is Newton's gravitation; a negative constant repels. Renhe 2006, 2.1.2.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Annotated

from rigida.arrays import FloatArray
from rigida.errors import ModelError
from rigida.fields import Rule, label
from rigida.forces.kinds import Bodies, Element, force_kind
from rigida.jit.decorators import inlined
from rigida.math.elementary import float_power, log
from rigida.math.vector import norm
from rigida.scene.body import Body, BodyOrWorld
from rigida.scene.force import FORCES, BodyPlaces, Force, ForceRow

#: Gravitational constant [m³/(kg s²)], CODATA 2018.
NEWTON = 6.67430e-11


@FORCES.register
@dataclass(frozen=True, eq=False)
class Attraction(Force):
    """Mutual attraction of all pairs among `members` (all bodies that forces move, when left out)."""

    members: Annotated[tuple[Body, ...], Rule(text="Names of bodies; default all that forces move.")] | None = None
    constant: Annotated[float, Rule("N m^p/kg²", text="G of G m m / r^p; default Newton's.")] = NEWTON
    exponent: Annotated[float, Rule(text="p of 1/r^p.")] = 2.0

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.members is None:
            return
        object.__setattr__(self, "members", tuple(self.members))
        if len({id(body) for body in self.members}) != len(self.members) or len(self.members) < 2:
            raise ModelError(f"{label(self)}: members must be at least two different bodies.")

    def bodies(self) -> list[BodyOrWorld]:
        return list(self.members or ())

    def metered(self) -> bool:
        return False

    def rows(self, places: BodyPlaces) -> Iterator[ForceRow]:
        members = self.members or tuple(body for body in places.bodies if body.dynamic)
        masses = {id(body): body.mass_properties().mass for body in members}
        for a, b in combinations(members, 2):
            strength = self.constant * masses[id(a)] * masses[id(b)]
            yield ForceRow(ATTRACTION, (places.row(a), places.row(b)), (strength, self.exponent))


@inlined
def attraction_wrench(element: Element, bodies: Bodies, wrench: FloatArray) -> None:
    """Add the pull of one pair (G m_a m_b, p); coincident centers do not pull."""
    a, b, number, center = element.a, element.b, element.number, bodies.center
    dx = center[b, 0] - center[a, 0]
    dy = center[b, 1] - center[a, 1]
    dz = center[b, 2] - center[a, 2]
    r = norm(dx, dy, dz)
    if r == 0.0:
        return
    pull = number[0] / float_power(r, number[1] + 1.0)
    wrench[a, 0] += pull * dx
    wrench[a, 1] += pull * dy
    wrench[a, 2] += pull * dz
    wrench[b, 0] -= pull * dx
    wrench[b, 1] -= pull * dy
    wrench[b, 2] -= pull * dz


@inlined
def attraction_potential(element: Element, bodies: Bodies) -> float:
    """Return the potential energy of one pair [J]."""
    a, b, number, center = element.a, element.b, element.number, bodies.center
    dx = center[b, 0] - center[a, 0]
    dy = center[b, 1] - center[a, 1]
    dz = center[b, 2] - center[a, 2]
    r = norm(dx, dy, dz)
    if r == 0.0:
        return 0.0
    exponent = number[1] - 1.0
    if exponent == 0.0:
        return float(number[0] * log(r))
    return float(-number[0] / (exponent * float_power(r, exponent)))


ATTRACTION = force_kind(attraction_wrench, attraction_potential)
