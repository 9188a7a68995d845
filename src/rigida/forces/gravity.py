"""Uniform gravity: f = m g at the center of mass, V = −m g·x (Bacin 1999, 3.9).

The scene's own gravity acts on every body; a `Gravity` element adds a further field on chosen bodies.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from rigida.arrays import FloatArray
from rigida.fields import Rule, Vec3
from rigida.forces.kinds import Bodies, Element, force_kind
from rigida.jit.decorators import inlined
from rigida.scene.body import Body, BodyOrWorld
from rigida.scene.force import FORCES, BodyPlaces, Force, ForceRow


@FORCES.register
@dataclass(frozen=True, eq=False)
class Gravity(Force):
    """A uniform field of acceleration on one body, in addition to the scene's gravity (e.g. to cancel it)."""

    body: Annotated[Body, Rule(text="What is attracted, beside the gravity of the scene.")]
    acceleration: Annotated[Vec3, Rule("m/s²", text="World direction and strength.")]

    def bodies(self) -> list[BodyOrWorld]:
        return [self.body]

    def metered(self) -> bool:
        return False

    def rows(self, places: BodyPlaces) -> Iterator[ForceRow]:
        yield ForceRow(GRAVITY, (places.row(self.body), -1), self.acceleration)


@inlined
def gravity_wrench(element: Element, bodies: Bodies, wrench: FloatArray) -> None:
    """Add m g to body a."""
    a, g = element.a, element.number
    for k in range(3):
        wrench[a, k] += bodies.mass[a] * g[k]


@inlined
def potential_in_field(i: int, g: FloatArray, bodies: Bodies) -> float:
    """Return −m g·x of body i [J], zero at the world's origin."""
    x = bodies.center
    return -bodies.mass[i] * (g[0] * x[i, 0] + g[1] * x[i, 1] + g[2] * x[i, 2])


@inlined
def gravity_potential(element: Element, bodies: Bodies) -> float:
    """Return −m g·x [J]."""
    return potential_in_field(element.a, element.number, bodies)


GRAVITY = force_kind(gravity_wrench, gravity_potential)
