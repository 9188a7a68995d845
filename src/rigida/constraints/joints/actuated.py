"""Joints with one actuated coordinate: its limits, spring and motor, or a prescribed motion."""

from dataclasses import dataclass, field, replace
from typing import Annotated

import numpy as np

from rigida.arrays import FloatArray
from rigida.constraints.joints.actuation import Actuation
from rigida.constraints.joints.anchored import AXIS, AnchoredJoint
from rigida.constraints.joints.link import Link, perpendicular
from rigida.errors import ModelError
from rigida.fields import Rule, Vec3, label, unit_vector
from rigida.scene.files.renamed import Renamed, renamed
from rigida.scene.force import BodyPlaces
from rigida.scene.joint import Carried, Coordinate, JointRows, PartRow, Slot
from rigida.scene.joint_trajectory import JointTrajectory

#: Class decorator of joints with a `trajectory`, which has had another name.
with_former_names = renamed(course=Renamed("trajectory"))


@dataclass(frozen=True, eq=False)
class ActuatedJoint(Actuation, AnchoredJoint):
    """Base of joints with an actuated coordinate: a length [m] or an angle [rad]; as described it is `reference`.

    Efforts along it are in N or N m.
    """

    axis: Annotated[Vec3, AXIS] = (0.0, 0.0, 1.0)
    trajectory: Annotated[JointTrajectory, Rule(text="Prescribed value over time.")] | None = field(
        default=None, kw_only=True
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        who = label(self)
        self.check_actuation(who, self.trajectory is not None)
        if self.trajectory is not None and (self.lower is not None or self.upper is not None):
            raise ModelError(f"{who}: a trajectory prescribes the motion and cannot be combined with limits.")

    def axes(self) -> tuple[Vec3, Vec3 | None]:
        return self.axis, None

    def rows(self, places: BodyPlaces) -> JointRows:
        rows = super().rows(places)
        return (
            rows
            if self.trajectory is None
            else replace(rows, driven=rows.coordinates[0].part, trajectory=self.trajectory)
        )

    def coordinates(self, freedoms: list[tuple[PartRow, str]]) -> list[Coordinate]:
        (part, unit), *others = freedoms
        actuated, *dry = self.acting_on(part, unit)
        return [actuated, *super().coordinates(others), *dry]

    def freedoms(self, link: Link) -> list[tuple[PartRow, str]]:
        """Return the free coordinates of `link`: displacement along a free line, then angle about a free axis."""
        translations, rotations = self.removes
        axis, axis_b = self.axes()
        first = perpendicular(axis)[0]
        line = [(link.slide(first, zero_at=self.reference), "m")] if translations == 2 else []
        turn_from = 0.0 if line else self.reference
        turn = [(link.twist(axis_b or axis, turn_from), "rad")] if rotations == 2 else []
        return line + turn

    def slots(self) -> list[Slot]:
        return [self.slot(), *[Slot()] * (self.removes.count(2) - 1)]

    def carried(self, values: FloatArray, rates: FloatArray) -> Carried:
        axis = np.array(unit_vector(self.axis))
        moves = [0.0, 0.0]
        speeds = [0.0, 0.0]
        kinds = [i for i, removed in enumerate(self.removes) if removed == 2]
        for i, value, rate, zero in zip(kinds, values, rates, (self.reference, 0.0), strict=False):
            moves[i], speeds[i] = value - zero, rate
        turned = Carried.turning(axis, moves[1], speeds[1], np.array(self.anchor or self.a.position))
        return Carried.sliding(axis, moves[0], speeds[0]) @ turned

    def break_times(self) -> list[float]:
        return [] if self.trajectory is None else [float(time) for time in self.trajectory.times]
