"""Joints that hold a point and leave rotations: spherical, universal, revolute, and none (fixed).

Bacin 1999, 4.3 (its "universal" is spherical here); Popovski 2008, ch. 9: three translations with 0, 1, 2, 3 rotations.
"""

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from rigida.arrays import FloatArray
from rigida.constraints.joints.actuated import ActuatedJoint, with_former_names
from rigida.constraints.joints.anchored import AXIS, AnchoredJoint
from rigida.errors import ModelError
from rigida.fields import Quat, Rule, Vec3, label, unit_vector
from rigida.math.quaternion import rotate_array
from rigida.scene.body import UNTURNED
from rigida.scene.force import BodyPlaces
from rigida.scene.joint import FREE_TURN, JOINTS, Carried, JointRows, Slot, free_turn


@JOINTS.register
@dataclass(frozen=True, eq=False)
class Spherical(AnchoredJoint):
    """A ball in a socket: a point in common, every rotation free.

    Its pose is given by four numbers, the quaternion (w, x, y, z) that turns a, in its own axes, from where it is
    described; its rate by the angular velocity in those axes [rad/s].
    """

    removes = 3, 0

    def slots(self) -> list[Slot]:
        return [FREE_TURN]

    def carried(self, values: FloatArray, rates: FloatArray) -> Carried:
        return free_turn(self.a, np.array(self.anchor or self.a.position), values, rates)


@JOINTS.register
@with_former_names
@dataclass(frozen=True, eq=False)
class Revolute(ActuatedJoint):
    """A hinge: a point and an axis in common. Its coordinate is the angle of a against b about `axis`."""

    removes = 3, 2

    axis_b: Annotated[Vec3, AXIS] | None = None

    def axes(self) -> tuple[Vec3, Vec3 | None]:
        return self.axis, self.axis_b


@JOINTS.register
@dataclass(frozen=True, eq=False)
class Universal(AnchoredJoint):
    """A cross: a point in common, and an axis of a that stays perpendicular to an axis of b."""

    removes = 3, 1

    axis: Annotated[Vec3, AXIS] = (1.0, 0.0, 0.0)
    axis_b: Annotated[Vec3, Rule(nonzero=True, text="Of b, perpendicular to `axis`; default one that is.")] | None = (
        None
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.axis_b is not None and abs(np.dot(unit_vector(self.axis), unit_vector(self.axis_b))) > 1e-6:
            raise ModelError(f"{label(self)}: axis_b must be perpendicular to axis, got {self.axis_b} and {self.axis}.")

    def axes(self) -> tuple[Vec3, Vec3 | None]:
        return self.axis, self.axis_b


@JOINTS.register
@dataclass(frozen=True, eq=False)
class Fixed(AnchoredJoint):
    """A weld: neither translation nor rotation is left."""

    removes = 3, 3

    turn: Annotated[Quat, Rule(text="Turns a to where the weld is closed, if it is not at the start, wxyz.")] = UNTURNED

    def rows(self, places: BodyPlaces) -> JointRows:
        link = self.link(places)
        return link.rows([link.point(), link.turned(np.array(self.turn))])

    def carried(self, values: FloatArray, rates: FloatArray) -> Carried | None:
        if self.anchor_b is None and self.turn == UNTURNED:
            return None
        turn, at = np.array(self.turn), np.array(self.anchor or self.a.position)
        return Carried(turn, np.array(self.anchor_b or at) - rotate_array(turn, at), np.zeros(3), np.zeros(3))
