"""Cords that lie on a sphere or a cylinder on their way between two points."""

from dataclasses import dataclass
from typing import Annotated, Literal

import numpy as np

from rigida.constraints.joints.anchored import AXIS
from rigida.constraints.joints.link import Link
from rigida.constraints.parts.codes import WRAP
from rigida.constraints.parts.wrap import CYLINDER, HAS_SIDE, ON_A, Q_WITH_P, cord
from rigida.fields import Rule, Vec3, unit_vector
from rigida.math.vec3 import Vec3 as Vec
from rigida.scene.force import BodyPlaces
from rigida.scene.joint import JOINTS, Coordinate, Joint, JointRows, PartRow


@JOINTS.register
@dataclass(frozen=True, eq=False)
class WrappedDistance(Joint):
    """The length of a cord over a sphere or a cylinder that one of the two bodies carries; it holds nothing.

    Its coordinate is the length, along which actuators and couplings act.
    """

    start: Annotated[Vec3, Rule("m", text="World point at the start of the cord, on the body without obstacle.")] = (
        0.0,
        0.0,
        0.0,
    )
    end: Annotated[Vec3, Rule("m", text="World point at its end.")] = (0.0, 0.0, 0.0)
    ends_with: Annotated[
        Literal["obstacle", "start"],
        Rule(text="Whether the end is on the body of the obstacle or on that of the start."),
    ] = "obstacle"
    carrier: Annotated[Literal["a", "b"], Rule(text="The body that carries the obstacle.")] = "b"
    obstacle: Annotated[Literal["sphere", "cylinder"], Rule(text="A cylinder has no ends.")] = "sphere"
    center: Annotated[Vec3, Rule("m", text="Of the obstacle, a world point of the start.")] = (0.0, 0.0, 0.0)
    axis: Annotated[Vec3, AXIS] = (0.0, 0.0, 1.0)
    radius: Annotated[float, Rule("m", above=0.0, text="Of the obstacle.")] = 0.1
    side: (
        Annotated[
            Vec3,
            Rule("m", text="World point on the side where the cord passes, fixed to the obstacle; default the nearer."),
        ]
        | None
    ) = None

    def described_length(self) -> float:
        """Return the length of the cord where bodies are described [m]."""
        aside = np.zeros(3) if self.side is None else np.subtract(self.side, self.center)
        start, end = (Vec(*np.subtract(point, self.center)) for point in (self.start, self.end))
        return float(cord(start, end, Vec(*unit_vector(self.axis)), Vec(*aside), self.radius, self._flags())[0])

    def _flags(self) -> int:
        shape = CYLINDER * (self.obstacle == "cylinder") + HAS_SIDE * (self.side is not None)
        return shape + Q_WITH_P * (self.ends_with == "start") + ON_A * (self.carrier == "a")

    def rows(self, places: BodyPlaces) -> JointRows:
        on, off = (self.a, self.b) if self.carrier == "a" else (self.b, self.a)
        q_on = off if self.ends_with == "start" else on
        aside = np.zeros(3) if self.side is None else np.subtract(self.side, self.center)
        numbers = (
            *places.point(off, self.start),
            *places.point(q_on, self.end),
            *places.point(on, self.center),
            *places.direction(on, unit_vector(self.axis)),
            *places.direction(on, aside),
            self.radius,
            float(self._flags()),
        )
        link = Link(places, self.a, self.b, places.origin(self.a), places.origin(self.b))
        return link.rows([], [Coordinate(PartRow(WRAP, 1, numbers), "m")])
