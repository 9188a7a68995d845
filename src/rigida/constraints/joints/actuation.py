"""Effects along one joint coordinate: limits, a spring with damping, dry friction, a motor, rotor inertia."""

from dataclasses import dataclass, field, replace
from typing import Annotated, Literal

import numpy as np

from rigida.constraints.joints.soft_limit import RIGID, soft_limit
from rigida.errors import ModelError
from rigida.fields import Rule, vector
from rigida.scene.joint import Coordinate, PartRow, Slot
from rigida.shown import FieldTable

Pair = tuple[float, float]
Five = tuple[float, float, float, float, float]


@dataclass(frozen=True, eq=False)
class Actuation(FieldTable):
    """Limits, spring, friction and motor along a length [m] or an angle [rad]; efforts are in N or N m."""

    reference: Annotated[float, Rule("rad or m", text="Value of the coordinate at the start.")] = field(
        default=0.0, kw_only=True
    )
    lower: Annotated[float, Rule("rad or m", text="Lower limit; default none.")] | None = field(
        default=None, kw_only=True
    )
    upper: Annotated[float, Rule("rad or m", text="Upper limit; default none.")] | None = field(
        default=None, kw_only=True
    )
    limit_restitution: Annotated[float, Rule(at_least=0.0, at_most=1.0, text="Restitution of the limits.")] = field(
        default=0.0, kw_only=True
    )
    limit_solref: (
        Annotated[
            Pair,
            Rule(
                "s, 1",
                text="Time constant and damping ratio of limits that yield, as in MuJoCo; if negative, minus stiffness "
                "and damping by inertia [1/s², 1/s]. Default: rigid limits.",
            ),
        ]
        | None
    ) = field(default=None, kw_only=True)
    limit_solimp: Annotated[
        Five, Rule(text="Impedance of limits that yield, as in MuJoCo: d₀, d₁, width [rad or m], midpoint, power.")
    ] = field(default=(0.9, 0.95, 0.001, 0.5, 2.0), kw_only=True)
    limit_inertia: (
        Annotated[
            float,
            Rule("kg m² or kg", above=0.0, text="Inertia that limits yield to; default that of the two bodies."),
        ]
        | None
    ) = field(default=None, kw_only=True)
    speed_limit: (
        Annotated[float, Rule("rad/s or m/s", above=0.0, text="Largest rate, either way; default none.")] | None
    ) = field(default=None, kw_only=True)
    stiffness: Annotated[float, Rule("N m/rad or N/m", at_least=0.0, text="Stiffness of a spring in the joint.")] = (
        field(default=0.0, kw_only=True)
    )
    damping: Annotated[float, Rule("N m s/rad or N s/m", at_least=0.0, text="Viscous damping of the joint.")] = field(
        default=0.0, kw_only=True
    )
    rest: Annotated[float, Rule("rad or m", text="Coordinate at which the spring is relaxed.")] = field(
        default=0.0, kw_only=True
    )
    dry_friction: Annotated[float, Rule("N m or N", at_least=0.0, text="Coulomb friction of the joint.")] = field(
        default=0.0, kw_only=True
    )
    armature: Annotated[float, Rule("kg m² or kg", at_least=0.0, text="Rotor inertia added along the coordinate.")] = (
        field(default=0.0, kw_only=True)
    )
    motor: Annotated[
        Literal["none", "effort", "speed", "position"],
        Rule(text="Constant effort, speed control with at most `motor_max`, or a position servo."),
    ] = field(default="none", kw_only=True)
    motor_target: Annotated[
        float, Rule("N m or N; rad/s or m/s; rad or m", text="Target effort, speed or position of the motor.")
    ] = field(default=0.0, kw_only=True)
    motor_max: Annotated[float, Rule("N m or N", at_least=0.0, text="Largest effort; default unlimited.")] | None = (
        field(default=None, kw_only=True)
    )
    motor_stiffness: Annotated[float, Rule("N m/rad or N/m", at_least=0.0, text="Proportional gain of the servo.")] = (
        field(default=100.0, kw_only=True)
    )
    motor_damping: Annotated[float, Rule("N m s/rad or N s/m", at_least=0.0, text="Derivative gain of the servo.")] = (
        field(default=10.0, kw_only=True)
    )

    def check_actuation(self, who: str, prescribed: bool = False) -> None:
        """Raise if the lower limit exceeds the upper, or if a motor acts on a locked coordinate.

        Args:
            who: Label of the joint in messages.
            prescribed: Whether a trajectory prescribes the coordinate.
        """
        if self.lower is not None and self.upper is not None and self.lower > self.upper:
            raise ModelError(f"{who}: lower must not be above upper, got {self.lower:g} and {self.upper:g}. Swap them.")
        if self.limit_solref is not None:
            time, ratio = vector(who, "limit_solref", self.limit_solref, size=2)
            if (time > 0.0) != (ratio > 0.0):
                raise ModelError(
                    f"{who}: limit_solref must be two positive numbers, or two others, got {time:g} and {ratio:g}."
                )
        vector(who, "limit_solimp", self.limit_solimp, size=5)
        locked = prescribed or (self.lower is not None and self.lower == self.upper)
        if locked and self.motor != "none":
            why = "its trajectory prescribes the motion" if prescribed else "its limits leave no freedom"
            raise ModelError(
                f"{who}: motor '{self.motor}' cannot move the joint, because {why}. Leave out one of them."
            )

    @property
    def bounds(self) -> tuple[float, float]:
        """The limits; infinite if there are none."""
        return -np.inf if self.lower is None else self.lower, np.inf if self.upper is None else self.upper

    def slot(self) -> Slot:
        """Return the slot of the coordinate in a pose."""
        return Slot((self.reference,), 1, self.bounds, self.limit_solref is not None)

    def acting_on(self, part: PartRow, unit: str) -> list[Coordinate]:
        """Return the coordinate of `part` [`unit`] with its effects; dry friction is a second coordinate.

        Dry friction is what a motor does that holds speed zero with a largest effort.
        """
        plain = Coordinate(part, unit, reference=self.reference)
        actuated = replace(
            plain,
            lower=self.bounds[0],
            upper=self.bounds[1],
            restitution=self.limit_restitution,
            soft_limit=RIGID
            if self.limit_solref is None
            else soft_limit(self.limit_solref, self.limit_solimp, self.limit_inertia),
            spring=(self.stiffness, self.damping, self.rest),
            armature=self.armature,
            speed_limit=np.inf if self.speed_limit is None else self.speed_limit,
            motor=self.motor,
            motor_target=self.motor_target,
            motor_max=np.inf if self.motor_max is None else self.motor_max,
            motor_gains=(self.motor_stiffness, self.motor_damping),
        )
        if self.dry_friction == 0.0:
            return [actuated]
        return [actuated, replace(plain, motor="speed", motor_max=self.dry_friction, dry=True)]
