"""Constant forces and torques, fixed in the world or turning with the body (a rocket's thrust).

A force that is constant in the world derives from V = −f·p, with p its point of application.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Literal

from rigida.arrays import FloatArray
from rigida.fields import Rule, Vec3
from rigida.forces.kinds import Bodies, Element, force_kind
from rigida.forces.wrench import add_force, add_torque, arm_of
from rigida.jit.decorators import inlined
from rigida.scene.body import Body, BodyOrWorld
from rigida.scene.force import FORCES, BodyPlaces, Force, ForceRow

Frame = Literal["world", "body"]


@FORCES.register
@dataclass(frozen=True, eq=False)
class ConstantForce(Force):
    """A force that never changes, at a point that moves with the body."""

    body: Annotated[Body, Rule(text="What is pushed or turned.")]
    force: Annotated[Vec3, Rule("N", text="Constant in `frame`.")]
    anchor: Annotated[Vec3, Rule("m", text="World point at the start; default the center of mass.")] | None = None
    frame: Annotated[Frame, Rule(text="Whose axes: the world's, or the body's, with which it turns.")] = "world"

    def bodies(self) -> list[BodyOrWorld]:
        return [self.body]

    def metered(self) -> bool:
        return self.frame == "body"

    def rows(self, places: BodyPlaces) -> Iterator[ForceRow]:
        point = (0.0, 0.0, 0.0) if self.anchor is None else tuple(places.point(self.body, self.anchor))
        follows = self.frame == "body"
        force = tuple(places.body_direction(self.body, self.force)) if follows else self.force
        yield ForceRow(CONSTANT, (places.row(self.body), -1), (*force, *point, float(follows)))


@FORCES.register
@dataclass(frozen=True, eq=False)
class Torque(Force):
    """A torque that never changes, in the world frame or turning with the body."""

    body: Annotated[Body, Rule(text="What is pushed or turned.")]
    torque: Annotated[Vec3, Rule("N m", text="Constant in `frame`.")]
    frame: Annotated[Frame, Rule(text="Whose axes: the world's, or the body's, with which it turns.")] = "world"

    def bodies(self) -> list[BodyOrWorld]:
        return [self.body]

    def rows(self, places: BodyPlaces) -> Iterator[ForceRow]:
        follows = self.frame == "body"
        torque = tuple(places.body_direction(self.body, self.torque)) if follows else self.torque
        yield ForceRow(TORQUE, (places.row(self.body), -1), (*torque, float(follows)))


@inlined
def constant_wrench(element: Element, bodies: Bodies, wrench: FloatArray) -> None:
    """Add the force of one row (force 0–2, point 3–5, follows the body 6)."""
    a, number, attitude = element.a, element.number, bodies.attitude
    fx, fy, fz = number[0], number[1], number[2]
    if number[6] != 0.0:
        fx, fy, fz = arm_of(attitude, a, fx, fy, fz)
    rx, ry, rz = arm_of(attitude, a, number[3], number[4], number[5])
    add_force(wrench, a, rx, ry, rz, fx, fy, fz)


@inlined
def constant_potential(element: Element, bodies: Bodies) -> float:
    """Return −f·p [J] of a force fixed in the world; a force that turns with the body has no potential."""
    a, number, center = element.a, element.number, bodies.center
    if number[6] != 0.0:
        return 0.0
    rx, ry, rz = arm_of(bodies.attitude, a, number[3], number[4], number[5])
    return -(number[0] * (center[a, 0] + rx) + number[1] * (center[a, 1] + ry) + number[2] * (center[a, 2] + rz))


@inlined
def torque_wrench(element: Element, bodies: Bodies, wrench: FloatArray) -> None:
    """Add the torque of one row (torque 0–2, follows the body 3)."""
    a, number = element.a, element.number
    tx, ty, tz = number[0], number[1], number[2]
    if number[3] != 0.0:
        tx, ty, tz = arm_of(bodies.attitude, a, tx, ty, tz)
    add_torque(wrench, a, tx, ty, tz)


CONSTANT = force_kind(constant_wrench, constant_potential)
TORQUE = force_kind(torque_wrench)
