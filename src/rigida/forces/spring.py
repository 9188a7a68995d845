"""Spring and damper between two body points.

    d = p_b − p_a,  l = |d|,  l̇ = ḋ·d/l
    f_a = (k (l − l0) + c l̇) d/l = −f_b,   V = ½ k (l − l0)²

Where the points coincide the direction is undefined; the force there is k d (zero), its limit for l0 = 0.
Bacin 1999, A.1.6.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

import numpy as np

from rigida.arrays import FloatArray
from rigida.errors import ModelError
from rigida.fields import Rule, Vec3, label
from rigida.forces.kinds import Bodies, Element, force_kind
from rigida.forces.wrench import add_force, arm_of
from rigida.jit.decorators import inlined
from rigida.math.dense import euclidean_norm
from rigida.math.vector import cross, norm
from rigida.scene.body import WORLD, Body, BodyOrWorld
from rigida.scene.force import FORCES, BodyPlaces, Force, ForceRow


@FORCES.register
@dataclass(frozen=True, eq=False)
class Spring(Force):
    """A damped spring between a point of `a` and a point of `b` (a body or the world)."""

    a: Annotated[Body, Rule(text="The body at one end.")]
    b: Annotated[BodyOrWorld, Rule(text='The body at the other end, or "world".')] = WORLD
    stiffness: Annotated[float, Rule("N/m", at_least=0.0, text="Pull per lengthening.")] = 100.0
    damping: Annotated[float, Rule("N s/m", at_least=0.0, text="Pull per speed of lengthening.")] = 0.0
    rest_length: Annotated[float, Rule("m", at_least=0.0, text="Default: the length at the start.")] | None = None
    anchor_a: (
        Annotated[Vec3, Rule("m", text="World point at the start (not body frame); default the origin of a.")] | None
    ) = None
    anchor_b: (
        Annotated[Vec3, Rule("m", text="World point at the start (not body frame); default the origin of b.")] | None
    ) = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.a is self.b:
            raise ModelError(f"{label(self)}: a and b must be two different bodies. Use rg.WORLD for a fixed end.")

    def bodies(self) -> list[BodyOrWorld]:
        return [self.a, self.b]

    def metered(self) -> bool:
        return False

    def rows(self, places: BodyPlaces) -> Iterator[ForceRow]:
        end_a = self.anchor_a or places.origin(self.a)
        end_b = self.anchor_b or places.origin(self.b)
        length = euclidean_norm(np.subtract(end_b, end_a)) if self.rest_length is None else self.rest_length
        point_a = places.point(self.a, end_a)
        point_b = places.point(self.b, end_b)
        numbers = (self.stiffness, self.damping, length, *point_a, *point_b)
        yield ForceRow(SPRING, (places.row(self.a), places.row(self.b)), numbers)


@inlined
def _end(
    i: int, px: float, py: float, pz: float, center: FloatArray, attitude: FloatArray
) -> tuple[float, float, float, float, float, float]:
    """Return the arm from the center of mass and the world position of one end (the world has no arm)."""
    if i < 0:
        return 0.0, 0.0, 0.0, px, py, pz
    rx, ry, rz = arm_of(attitude, i, px, py, pz)
    return rx, ry, rz, center[i, 0] + rx, center[i, 1] + ry, center[i, 2] + rz


@inlined
def _end_velocity(
    i: int, rx: float, ry: float, rz: float, velocity: FloatArray, spin: FloatArray
) -> tuple[float, float, float]:
    if i < 0:
        return 0.0, 0.0, 0.0
    wx, wy, wz = cross(spin[i, 0], spin[i, 1], spin[i, 2], rx, ry, rz)
    return velocity[i, 0] + wx, velocity[i, 1] + wy, velocity[i, 2] + wz


@inlined
def spring_wrench(element: Element, bodies: Bodies, wrench: FloatArray) -> None:
    """Add the forces of one row (k, c, l0, point of a 3–5, point of b 6–8)."""
    a, b, number = element.a, element.b, element.number
    ax, ay, az, pax, pay, paz = _end(a, number[3], number[4], number[5], bodies.center, bodies.attitude)
    bx, by, bz, pbx, pby, pbz = _end(b, number[6], number[7], number[8], bodies.center, bodies.attitude)
    dx, dy, dz = pbx - pax, pby - pay, pbz - paz
    length = norm(dx, dy, dz)
    if length == 0.0:
        return
    vax, vay, vaz = _end_velocity(a, ax, ay, az, bodies.velocity, bodies.spin)
    vbx, vby, vbz = _end_velocity(b, bx, by, bz, bodies.velocity, bodies.spin)
    rate = ((vbx - vax) * dx + (vby - vay) * dy + (vbz - vaz) * dz) / length
    tension = (number[0] * (length - number[2]) + number[1] * rate) / length
    fx, fy, fz = tension * dx, tension * dy, tension * dz
    add_force(wrench, a, ax, ay, az, fx, fy, fz)
    if b >= 0:
        add_force(wrench, b, bx, by, bz, -fx, -fy, -fz)


@inlined
def spring_potential(element: Element, bodies: Bodies) -> float:
    """Return ½ k (l − l0)² [J]."""
    number = element.number
    _, _, _, pax, pay, paz = _end(element.a, number[3], number[4], number[5], bodies.center, bodies.attitude)
    _, _, _, pbx, pby, pbz = _end(element.b, number[6], number[7], number[8], bodies.center, bodies.attitude)
    length = norm(pbx - pax, pby - pay, pbz - paz)
    return float(0.5 * number[0] * (length - number[2]) ** 2)


SPRING = force_kind(spring_wrench, spring_potential)
