"""Joints that leave translations: prismatic and cylindrical (a line), planar (a plane), distance.

Bacin 1999, 4.3.1–4.3.4; Popovski 2008, ch. 9: two or one translations with 3, 2, 0 rotations.
"""

from dataclasses import dataclass, field, replace
from typing import Annotated

import numpy as np

from rigida.constraints.joints.actuated import ActuatedJoint, with_former_names
from rigida.constraints.joints.anchored import AXIS, AnchoredJoint
from rigida.constraints.joints.link import Link
from rigida.errors import ModelError
from rigida.fields import Rule, Vec3, label
from rigida.math.dense import euclidean_norm
from rigida.scene.force import BodyPlaces
from rigida.scene.joint import JOINTS, Coordinate, Joint, JointRows
from rigida.scene.joint_trajectory import JointTrajectory


@JOINTS.register
@with_former_names
@dataclass(frozen=True, eq=False)
class Prismatic(ActuatedJoint):
    """A slider: a translates along an axis of b without rotation. Its coordinate is the displacement along `axis`."""

    removes = 2, 3


@JOINTS.register
@with_former_names
@dataclass(frozen=True, eq=False)
class Cylindrical(ActuatedJoint):
    """A sleeve on a rod: a slides along and turns about an axis of b.

    Its coordinates are the displacement along `axis`, on which limits, spring and motor act, and the angle about it.
    """

    removes = 2, 2


@JOINTS.register
@dataclass(frozen=True, eq=False)
class Planar(AnchoredJoint):
    """A point of a stays on a plane of b; every rotation is free."""

    removes = 1, 0

    normal: Annotated[Vec3, AXIS] = (0.0, 0.0, 1.0)

    def axes(self) -> tuple[Vec3, Vec3 | None]:
        return self.normal, None


@JOINTS.register
@with_former_names
@dataclass(frozen=True, eq=False)
class Distance(Joint):
    """A rod between two points; with `lower` or `upper` a telescope or a rope that is free in between."""

    anchor_a: (
        Annotated[Vec3, Rule("m", text="World point at the start (not body frame); default the origin of a.")] | None
    ) = None
    anchor_b: (
        Annotated[Vec3, Rule("m", text="World point at the start (not body frame); default the origin of b.")] | None
    ) = None
    length: Annotated[float, Rule("m", above=0.0, text="Default: the distance at the start.")] | None = None
    lower: Annotated[float, Rule("m", at_least=0.0, text="Least distance.")] | None = field(default=None, kw_only=True)
    upper: Annotated[float, Rule("m", above=0.0, text="Largest distance.")] | None = field(default=None, kw_only=True)
    limit_restitution: Annotated[float, Rule(at_least=0.0, at_most=1.0, text="Of both limits.")] = field(
        default=0.0, kw_only=True
    )
    trajectory: Annotated[JointTrajectory, Rule(text="Prescribed length over time.")] | None = field(
        default=None, kw_only=True
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.lower is not None and self.upper is not None and self.lower >= self.upper:
            raise ModelError(
                f"{label(self)}: lower must be below upper, got {self.lower:g} m and {self.upper:g} m. "
                "Use length for a rod."
            )
        given = [self.length is not None, self.trajectory is not None, self.lower is not None or self.upper is not None]
        if sum(given) > 1:
            raise ModelError(f"{label(self)}: give length, trajectory or limits, but only one of them.")

    def rows(self, places: BodyPlaces) -> JointRows:
        end_a, end_b = self.anchor_a or places.origin(self.a), self.anchor_b or places.origin(self.b)
        now = euclidean_norm(np.subtract(end_a, end_b))
        if now < 1e-9:
            raise ModelError(
                f"{label(self)}: its two ends start at the same point {end_a}, so it has no direction. "
                "Use a Spherical joint, or move an anchor."
            )
        link = Link(places, self.a, self.b, end_a, end_b)
        free = self.lower is not None or self.upper is not None or self.trajectory is not None
        limits = Coordinate(
            link.distance(0.0),
            "m",
            lower=-np.inf if self.lower is None else self.lower,
            upper=np.inf if self.upper is None else self.upper,
            restitution=self.limit_restitution,
        )
        rows = link.rows([] if free else [link.distance(now if self.length is None else self.length)], [limits])
        return rows if self.trajectory is None else replace(rows, driven=limits.part, trajectory=self.trajectory)

    def break_times(self) -> list[float]:
        return [] if self.trajectory is None else [float(time) for time in self.trajectory.times]
