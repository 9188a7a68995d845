"""Uniform gravity: f = m g at the centre of mass, V = −m g·x (Bacin 1999, 3.9).

The scene's own gravity acts on every body; a `Gravity` element adds a further field on chosen bodies.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from rigida.arrays import FloatArray
from rigida.fields import Rule, Vec3
from rigida.forces.codes import GRAVITY
from rigida.jit.decorators import inlined
from rigida.scene.body import Body, BodyOrWorld
from rigida.scene.force import FORCES, BodyPlaces, Force, ForceRow


@FORCES.register
@dataclass(frozen=True, eq=False)
class Gravity(Force):
    """A uniform field of acceleration on one body, beside the scene's gravity (e.g. to switch that off for it)."""

    body: Annotated[Body, Rule(text="What is attracted, beside the gravity of the scene.")]
    acceleration: Annotated[Vec3, Rule("m/s²", text="World direction and strength.")]

    def bodies(self) -> list[BodyOrWorld]:
        return [self.body]

    def rows(self, places: BodyPlaces) -> Iterator[ForceRow]:
        yield ForceRow(GRAVITY, (places.row(self.body), -1), self.acceleration)


@inlined
def gravity_wrench(a: int, gx: float, gy: float, gz: float, mass: FloatArray, wrench: FloatArray) -> None:
    """Add m g to body a."""
    wrench[a, 0] += mass[a] * gx
    wrench[a, 1] += mass[a] * gy
    wrench[a, 2] += mass[a] * gz


@inlined
def gravity_potential(a: int, gx: float, gy: float, gz: float, mass: FloatArray, center: FloatArray) -> float:
    """Return −m g·x [J], zero at the world's origin."""
    return -mass[a] * (gx * center[a, 0] + gy * center[a, 1] + gz * center[a, 2])
