"""Joints that hold a point and leave rotations: spherical, universal, revolute, and none (fixed).

Bacin 1999, 4.3 (its "universal" is spherical here); Popovski 2008, ch. 9: three translations with 0, 1, 2, 3 rotations.
"""

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from rigida.constraints.joints.actuated import ActuatedJoint
from rigida.constraints.joints.anchored import AnchoredJoint
from rigida.constraints.joints.locks import (
    direction_part,
    orientation_part,
    parallel_part,
    perpendicular,
    point_part,
    twist_part,
)
from rigida.errors import ModelError
from rigida.fields import Rule, Vec3, label, unit_vector
from rigida.scene.force import BodyPlaces
from rigida.scene.joint import JOINTS, JointRows

_AXIS = Rule(nonzero=True, text="Give a direction such as (0, 0, 1).")


@JOINTS.register
@dataclass(frozen=True, eq=False)
class Spherical(AnchoredJoint):
    """A ball in a socket: a point in common, every rotation free."""

    def rows(self, places: BodyPlaces) -> JointRows:
        ends = self.ends(places)
        return JointRows(
            (places.row(self.a), places.row(self.b)),
            places.point(self.a, ends[0]),
            (point_part(places, self.a, self.b, *ends),),
        )


@JOINTS.register
@dataclass(frozen=True, eq=False)
class Revolute(ActuatedJoint):
    """A hinge: a point and an axis in common. Its coordinate is the angle of a against b about `axis`."""

    axis: Annotated[Vec3, _AXIS] = (0.0, 0.0, 1.0)
    axis_b: Annotated[Vec3, _AXIS] | None = None

    def rows(self, places: BodyPlaces) -> JointRows:
        ends = self.ends(places)
        twist = twist_part(places, self.a, self.b, self.axis)
        return JointRows(
            (places.row(self.a), places.row(self.b)),
            places.point(self.a, ends[0]),
            (
                point_part(places, self.a, self.b, *ends),
                parallel_part(places, self.a, self.b, self.axis, self.axis_b or self.axis),
            ),
            (self.coordinate(twist, "rad"),),
            driven=None if self.course is None else twist,
            course=self.course,
        )


@JOINTS.register
@dataclass(frozen=True, eq=False)
class Universal(AnchoredJoint):
    """A cross: a point in common, and an axis of a that stays perpendicular to an axis of b."""

    axis: Annotated[Vec3, _AXIS] = (1.0, 0.0, 0.0)
    axis_b: Annotated[Vec3, Rule(nonzero=True, text="Of b, perpendicular to `axis`; default one that is.")] | None = (
        None
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.axis_b is not None and abs(np.dot(unit_vector(self.axis), unit_vector(self.axis_b))) > 1e-6:
            raise ModelError(f"{label(self)}: axis_b must be perpendicular to axis, got {self.axis_b} and {self.axis}.")

    def rows(self, places: BodyPlaces) -> JointRows:
        ends = self.ends(places)
        first, second, _ = perpendicular(self.axis)
        other = second if self.axis_b is None else np.array(unit_vector(self.axis_b))
        return JointRows(
            (places.row(self.a), places.row(self.b)),
            places.point(self.a, ends[0]),
            (point_part(places, self.a, self.b, *ends), direction_part(places, self.a, self.b, [(first, other)])),
        )


@JOINTS.register
@dataclass(frozen=True, eq=False)
class Fixed(AnchoredJoint):
    """A weld: neither translation nor rotation is left."""

    def rows(self, places: BodyPlaces) -> JointRows:
        ends = self.ends(places)
        return JointRows(
            (places.row(self.a), places.row(self.b)),
            places.point(self.a, ends[0]),
            (point_part(places, self.a, self.b, *ends), orientation_part(places, self.a, self.b)),
        )
