"""Thrust: a force and a torque that turn with a body, in proportion to a strength that an actuator sets.

    f = s R f_B,  τ = s R τ_B + r × f      with strength s and the body's attitude R

A rotor of a drone is a force along its axis and a torque about it; a motor of a ball joint is a torque alone, of which
the opposite acts on the joint's other body.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any

from rigida.arrays import FloatArray
from rigida.dynamics.model import Model
from rigida.dynamics.state import State
from rigida.fields import Rule, Vec3
from rigida.forces.acting import Acting
from rigida.forces.kinds import Bodies, Element, force_kind
from rigida.forces.wrench import add_force, add_torque, arm_of
from rigida.jit.decorators import inlined
from rigida.scene.body import Body, BodyOrWorld
from rigida.scene.force import FORCES, BodyPlaces, Force, ForceRow


@FORCES.register
@dataclass(frozen=True, eq=False)
class Thrust(Force):
    """A force and a torque in the frame of a body, times a strength; `Actuator(thrust=…)` sets the strength."""

    body: Annotated[Body, Rule(text="What is pushed or turned.")]
    force: Annotated[Vec3, Rule("N", text="At a strength of 1, in the body frame.")] = (0.0, 0.0, 0.0)
    torque: Annotated[Vec3, Rule("N m", text="At a strength of 1, in the body frame.")] = (0.0, 0.0, 0.0)
    point: Annotated[Vec3, Rule("m", text="Where the force acts, in the body frame.")] = (0.0, 0.0, 0.0)
    strength: Annotated[float, Rule(text="At the start, and without an actuator.")] = 0.0
    reaction: Annotated[Body, Rule(text="What takes the opposite torque; default nothing.")] | None = None

    def bodies(self) -> list[BodyOrWorld]:
        return [self.body] if self.reaction is None else [self.body, self.reaction]

    def rows(self, places: BodyPlaces) -> Iterator[ForceRow]:
        force, torque = (places.body_direction(self.body, each) for each in (self.force, self.torque))
        point = places.body_point(self.body, self.point)
        other = -1 if self.reaction is None else places.row(self.reaction)
        yield ForceRow(THRUST, (places.row(self.body), other), (self.strength, 0.0, *force, *torque, *point))

    def acting(self, model: Model) -> Acting:
        return _Memory(model, thrust_row(model, self))


class _Memory(Acting):
    """Memory of strength and control of a row of the force table."""

    def __init__(self, model: Model, row: int) -> None:
        self._model, self._row = model, row

    def add_wrenches(self, time: float, state: State, wrench: FloatArray) -> None:
        """Add nothing: the row of the table adds the wrench."""

    def snapshot(self) -> Any:
        return self._model.force_table.number[self._row, :2].copy()

    def restore(self, snapshot: Any) -> None:
        self._model.force_table.number[self._row, :2] = snapshot


def thrust_row(model: Model, thrust: Thrust) -> int:
    """Return the row of the force table that is a thrust; its first numbers are strength and control."""
    own = [force for force in model.forces if isinstance(force, Thrust)].index(thrust)
    rows = [row for row, code in enumerate(model.force_table.code) if code == THRUST]
    return rows[own]


@inlined
def thrust_wrench(element: Element, bodies: Bodies, wrench: FloatArray) -> None:
    """Add the wrench of one row (strength 0, control 1, force 2–4, torque 5–7, point 8–10)."""
    a, b, number, attitude = element.a, element.b, element.number, bodies.attitude
    strength = number[0]
    fx, fy, fz = arm_of(attitude, a, strength * number[2], strength * number[3], strength * number[4])
    tx, ty, tz = arm_of(attitude, a, strength * number[5], strength * number[6], strength * number[7])
    rx, ry, rz = arm_of(attitude, a, number[8], number[9], number[10])
    add_force(wrench, a, rx, ry, rz, fx, fy, fz)
    add_torque(wrench, a, tx, ty, tz)
    if b >= 0:
        add_torque(wrench, b, -tx, -ty, -tz)


THRUST = force_kind(thrust_wrench)
