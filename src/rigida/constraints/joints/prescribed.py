"""Joints to a motion given in advance: a point on a path, or an orientation over time.

Bacin 1999, ch. 4 and Lemos 1993, 3.2.2.1 (after Barzel and Barr): the world end of the joint is a frame that moves.
"""

from dataclasses import dataclass, field
from typing import Annotated

from rigida.constraints.parts.codes import DIRECTIONS, POINT
from rigida.errors import ModelError
from rigida.fields import Rule, Vec3, label, shown
from rigida.scene.body import WORLD
from rigida.scene.force import BodyPlaces
from rigida.scene.joint import JOINTS, Joint, JointRows, PartRow
from rigida.scene.path import Motion


@dataclass(frozen=True, eq=False)
class PrescribedJoint(Joint):
    """Base of joints between a body and a moving frame."""

    path: Annotated[Motion, Rule(text="Motion of the frame to which the body is attached.")] = field(kw_only=True)

    def __post_init__(self) -> None:
        if not isinstance(self.path, Motion):
            raise ModelError(f"{label(self)}: path must be an rg.Path or rg.PathFunction, got {shown(self.path)}.")
        super().__post_init__()
        if self.b is not WORLD:
            raise ModelError(f"{label(self)}: b must be left out; the path takes its place.")

    def break_times(self) -> list[float]:
        return self.path.break_times()


@JOINTS.register
@dataclass(frozen=True, eq=False)
class PointOnPath(PrescribedJoint):
    """A point of the body follows a path; every rotation is free."""

    point: Annotated[Vec3, Rule("m", text="In the body frame.")] = (0.0, 0.0, 0.0)

    def rows(self, places: BodyPlaces) -> JointRows:
        own = places.body_point(self.a, self.point)
        part = PartRow(POINT, 3, (*own, 0.0, 0.0, 0.0))
        return JointRows((places.row(self.a), -1), own, (part,), carrier=self.path)


@JOINTS.register
@dataclass(frozen=True, eq=False)
class OrientationOnPath(PrescribedJoint):
    """The body frame keeps the orientation of a path; every translation is free."""

    def rows(self, places: BodyPlaces) -> JointRows:
        axes = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
        numbers = [n for k in range(3) for n in (*places.body_direction(self.a, axes[k]), *axes[(k + 1) % 3])]
        part = PartRow(DIRECTIONS, 3, tuple(numbers))
        return JointRows((places.row(self.a), -1), places.body_point(self.a, (0, 0, 0)), (part,), carrier=self.path)
