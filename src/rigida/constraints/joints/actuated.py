"""What acts along the freedom that a joint leaves: stops, a spring with damping, a motor, or a prescribed course."""

from dataclasses import dataclass, field, replace
from typing import Annotated, Literal

import numpy as np

from rigida.constraints.joints.anchored import AXIS, AnchoredJoint
from rigida.errors import ModelError
from rigida.fields import Rule, Vec3, label
from rigida.scene.course import Course
from rigida.scene.force import BodyPlaces
from rigida.scene.joint import Coordinate, JointRows, PartRow


@dataclass(frozen=True, eq=False)
class ActuatedJoint(AnchoredJoint):
    """Base of joints with an actuated coordinate: a length [m] or an angle [rad], zero at the start.

    Efforts along it are in N or N m.
    """

    axis: Annotated[Vec3, AXIS] = (0.0, 0.0, 1.0)
    lower: Annotated[float, Rule("rad or m", text="Stop; default none.")] | None = field(default=None, kw_only=True)
    upper: Annotated[float, Rule("rad or m", text="Stop; default none.")] | None = field(default=None, kw_only=True)
    limit_restitution: Annotated[float, Rule(at_least=0.0, at_most=1.0, text="Of the stops.")] = field(
        default=0.0, kw_only=True
    )
    stiffness: Annotated[float, Rule("N m/rad or N/m", at_least=0.0, text="Of a spring in the joint.")] = field(
        default=0.0, kw_only=True
    )
    damping: Annotated[float, Rule("N m s/rad or N s/m", at_least=0.0, text="Resistance to its motion.")] = field(
        default=0.0, kw_only=True
    )
    rest: Annotated[float, Rule("rad or m", text="Where the spring is slack.")] = field(default=0.0, kw_only=True)
    motor: Annotated[
        Literal["none", "effort", "speed", "position"],
        Rule(text="A constant effort, a speed held with at most `motor_max`, or a servo that goes to a position."),
    ] = field(default="none", kw_only=True)
    motor_target: Annotated[float, Rule("N m or N; rad/s or m/s; rad or m", text="What the motor is to reach.")] = (
        field(default=0.0, kw_only=True)
    )
    motor_max: Annotated[float, Rule("N m or N", at_least=0.0, text="Largest effort; default unlimited.")] | None = (
        field(default=None, kw_only=True)
    )
    motor_stiffness: Annotated[float, Rule("N m/rad or N/m", at_least=0.0, text="Of the servo.")] = field(
        default=100.0, kw_only=True
    )
    motor_damping: Annotated[float, Rule("N m s/rad or N s/m", at_least=0.0, text="Of the servo.")] = field(
        default=10.0, kw_only=True
    )
    course: Annotated[Course, Rule(text="Prescribed value over time.")] | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        who = label(self)
        if self.lower is not None and self.upper is not None and self.lower > self.upper:
            raise ModelError(f"{who}: lower must not be above upper, got {self.lower:g} and {self.upper:g}. Swap them.")
        locked = self.course is not None or (self.lower is not None and self.lower == self.upper)
        if locked and self.motor != "none":
            why = "its course prescribes the motion" if self.course is not None else "its limits leave no freedom"
            raise ModelError(
                f"{who}: motor '{self.motor}' cannot move the joint, because {why}. Leave out one of them."
            )
        if self.course is not None and (self.lower is not None or self.upper is not None):
            raise ModelError(f"{who}: a course prescribes the motion and cannot be combined with limits.")

    def axes(self) -> tuple[Vec3, Vec3 | None]:
        return self.axis, None

    def rows(self, places: BodyPlaces) -> JointRows:
        rows = super().rows(places)
        return rows if self.course is None else replace(rows, driven=rows.coordinates[0].part, course=self.course)

    def coordinates(self, freedoms: list[tuple[PartRow, str]]) -> list[Coordinate]:
        first, *others = super().coordinates(freedoms)
        actuated = replace(
            first,
            lower=-np.inf if self.lower is None else self.lower,
            upper=np.inf if self.upper is None else self.upper,
            restitution=self.limit_restitution,
            spring=(self.stiffness, self.damping, self.rest),
            motor=self.motor,
            motor_target=self.motor_target,
            motor_max=np.inf if self.motor_max is None else self.motor_max,
            motor_gains=(self.motor_stiffness, self.motor_damping),
        )
        return [actuated, *others]

    def break_times(self) -> list[float]:
        return [] if self.course is None else [float(time) for time in self.course.times]
