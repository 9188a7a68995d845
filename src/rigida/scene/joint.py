"""What a scene knows of joints: a named description between two bodies, or a body and the world.

A joint becomes rows of constraint parts (point, directions, slide, distance, twist) and, where it leaves a freedom that
limits, springs or motors act on, a coordinate. Concrete joints live in `rigida.constraints.joints` and register here
under their scene-file kind.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Annotated, ClassVar

import numpy as np

from rigida.arrays import FloatArray
from rigida.errors import ModelError
from rigida.fields import Rule, check_fields, label
from rigida.registry import Registry
from rigida.scene.body import WORLD, Body, BodyOrWorld, World
from rigida.scene.course import Course
from rigida.scene.force import BodyPlaces
from rigida.scene.path import Motion


@dataclass(frozen=True)
class PartRow:
    """One constraint part: number of its kernel, how many equations it has (1–3), its constants (up to 18)."""

    code: int
    equations: int
    numbers: tuple[float, ...]


@dataclass(frozen=True)
class Coordinate:
    """A freedom that a joint leaves, measured by a one-equation part, and what acts along it.

    unit: "rad" or "m". lower, upper: where it is stopped, with the restitution of that stop. spring: stiffness, damping
    and the value at which it is slack. motor: its kind, target, largest effort, and the two gains of a servo.
    """

    part: PartRow
    unit: str
    lower: float = -np.inf
    upper: float = np.inf
    restitution: float = 0.0
    spring: tuple[float, float, float] = (0.0, 0.0, 0.0)
    motor: str = "none"
    motor_target: float = 0.0
    motor_max: float = np.inf
    motor_gains: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True, eq=False)
class JointRows:
    """What kernels need of one joint.

    rows: of bodies a and b, −1 for the world; carrier: a prescribed frame that takes the place of b;
    anchor: the point of a (principal frame) at which reactions are reported; course: prescribed value of `driven`.
    """

    rows: tuple[int, int]
    anchor: FloatArray
    parts: tuple[PartRow, ...]
    coordinates: tuple[Coordinate, ...] = ()
    carrier: Motion | None = None
    driven: PartRow | None = None
    course: Course | None = None


@dataclass(frozen=True, eq=False)
class Joint(ABC):
    """Base of all joints between body `a` and `b` (a body or `rg.WORLD`)."""

    kind: ClassVar[str] = "joint"
    a: Annotated[Body, Rule(text="The body whose motion against b the joint measures.")]
    b: Annotated[BodyOrWorld, Rule(text='The other body, or "world".')] = WORLD
    name: str | None = field(default=None, kw_only=True)
    collide: Annotated[bool, Rule(text="Whether the two bodies collide with each other.")] = field(
        default=False, kw_only=True
    )
    break_force: Annotated[float, Rule("N", above=0.0, text="The joint breaks above it.")] | None = field(
        default=None, kw_only=True
    )
    break_torque: Annotated[float, Rule("N m", above=0.0, text="The joint breaks above it.")] | None = field(
        default=None, kw_only=True
    )

    def __post_init__(self) -> None:
        check_fields(self)
        if self.a is self.b:
            raise ModelError(
                f"{label(self)}: a and b must be two different bodies. Use rg.WORLD to fasten to the world."
            )
        for side in (self.a, self.b):
            if not isinstance(side, Body | World):
                raise ModelError(f"{label(self)}: a and b must be bodies of the scene or rg.WORLD.")

    def bodies(self) -> list[BodyOrWorld]:
        """Return the two partners."""
        return [self.a, self.b]

    @abstractmethod
    def rows(self, places: BodyPlaces) -> JointRows:
        """Return the joint's constraint parts and coordinates."""

    def break_times(self) -> list[float]:
        """Return the times at which a prescribed motion of the joint is not smooth [s]."""
        return []


JOINTS: Registry[Joint] = Registry("joint", "rigida.constraints.joints")
