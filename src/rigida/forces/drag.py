"""Drag of a still or moving medium: f = −c₁ u − c₂ |u| u with u the velocity relative to the medium, τ = −c₃ ω."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from rigida.arrays import FloatArray
from rigida.fields import Rule, Vec3
from rigida.forces.kinds import Bodies, Element, force_kind
from rigida.jit.decorators import inlined
from rigida.math.vector import norm
from rigida.scene.body import Body, BodyOrWorld
from rigida.scene.force import FORCES, BodyPlaces, Force, ForceRow


@FORCES.register
@dataclass(frozen=True, eq=False)
class Drag(Force):
    """Resistance of the air or a liquid to one body."""

    body: Annotated[Body, Rule(text="What moves through the medium.")]
    linear: Annotated[float, Rule("N s/m", at_least=0.0, text="Force per speed.")] = 0.0
    quadratic: Annotated[float, Rule("N s²/m²", at_least=0.0, text="½ ρ c_d A for a body in air.")] = 0.0
    angular: Annotated[float, Rule("N m s", at_least=0.0, text="Torque per angular speed.")] = 0.0
    medium_velocity: Annotated[Vec3, Rule("m/s", text="Wind.")] = (0.0, 0.0, 0.0)

    def bodies(self) -> list[BodyOrWorld]:
        return [self.body]

    def metered(self) -> bool:
        return any(self.medium_velocity)

    def resists(self) -> bool:
        return not self.metered()

    def rows(self, places: BodyPlaces) -> Iterator[ForceRow]:
        numbers = (self.linear, self.quadratic, self.angular, *self.medium_velocity)
        yield ForceRow(DRAG, (places.row(self.body), -1), numbers)


@inlined
def drag_wrench(element: Element, bodies: Bodies, wrench: FloatArray) -> None:
    """Add the resistance of one row (c₁, c₂, c₃, velocity of the medium 3–5)."""
    a, number, velocity = element.a, element.number, bodies.velocity
    ux = velocity[a, 0] - number[3]
    uy = velocity[a, 1] - number[4]
    uz = velocity[a, 2] - number[5]
    c = number[0] + number[1] * norm(ux, uy, uz)
    wrench[a, 0] -= c * ux
    wrench[a, 1] -= c * uy
    wrench[a, 2] -= c * uz
    for k in range(3):
        wrench[a, 3 + k] -= number[2] * bodies.spin[a, k]


DRAG = force_kind(drag_wrench)
