"""Joints of a scene: a named description between two bodies, or a body and the world.

A joint becomes rows of constraint parts (point, directions, slide, distance, twist) and, where it leaves a freedom that
limits, springs or motors act on, a coordinate. Concrete joints live in `rigida.constraints.joints` and register here
under their scene-file kind.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Annotated, ClassVar

import numpy as np

from rigida.arrays import FloatArray
from rigida.errors import ModelError
from rigida.fields import Rule, check_fields, label
from rigida.math.axis_angle import quaternion_from_axis_angle_array
from rigida.math.quaternion import conjugate_array, multiply_array, normalize_array, rotate_array
from rigida.registry import Registry
from rigida.scene.body import WORLD, Body, BodyOrWorld, World
from rigida.scene.force import BodyPlaces
from rigida.scene.joint_trajectory import JointTrajectory
from rigida.scene.path import Motion
from rigida.shown import FieldTable


@dataclass(frozen=True)
class PartRow:
    """One constraint part: number of its kernel, number of equations (1–3), constants (up to 18)."""

    code: int
    equations: int
    numbers: tuple[float, ...]


@dataclass(frozen=True)
class Coordinate:
    """A degree of freedom of a joint, measured by a one-equation part, with its limits, spring and motor.

    unit: "rad" or "m". lower, upper: its limits, with their restitution. spring: stiffness, damping
    and the value at which it is slack. motor: its kind, target, largest effort, and the two gains of a servo.
    reference: what it reads where the bodies start. armature: inertia that moves with it [kg m² or kg].
    speed_limit: largest rate [rad/s or m/s]. soft_limit: numbers of a `SoftLimit`, zero where limits are rigid.
    dry: it only carries the dry friction of the coordinate before it and is not counted among the joint's own.
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
    reference: float = 0.0
    armature: float = 0.0
    speed_limit: float = np.inf
    soft_limit: tuple[float, ...] = (0.0,) * 8
    dry: bool = False


@dataclass(frozen=True, eq=False)
class JointRows:
    """Compiled joint, as kernels use it.

    rows: of bodies a and b, −1 for the world; carrier: a prescribed frame that takes the place of b;
    anchor: the point of a (principal frame) at which reactions are reported; trajectory: prescribed value of `driven`;
    user: `constraints.user_rows.UserRows` of parts that Python functions give.
    """

    rows: tuple[int, int]
    anchor: FloatArray
    parts: tuple[PartRow, ...]
    coordinates: tuple[Coordinate, ...] = ()
    carrier: Motion | None = None
    driven: PartRow | None = None
    trajectory: JointTrajectory | None = None
    user: object | None = None


def _cross(a: FloatArray, b: FloatArray) -> FloatArray:
    """Return a × b of two vectors (3,); numpy's own takes ten times as long over so few numbers."""
    (ax, ay, az), (bx, by, bz) = a.tolist(), b.tolist()
    return np.array([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx])


@dataclass(frozen=True, eq=False)
class Carried:
    """A rigid displacement x → turn x + shift of the world, with its velocities.

    turn: quaternion (4,) wxyz; shift: (3,) [m]; angular: velocity (3,) [rad/s]; velocity: (3,) of the point at the
    world's origin [m/s].
    """

    turn: FloatArray
    shift: FloatArray
    angular: FloatArray
    velocity: FloatArray

    @staticmethod
    def none() -> "Carried":
        """Return no displacement at rest."""
        return Carried(np.array([1.0, 0.0, 0.0, 0.0]), np.zeros(3), np.zeros(3), np.zeros(3))

    @staticmethod
    def turning(axis: FloatArray, angle: float, rate: float, point: FloatArray) -> "Carried":
        """Return a turn about a unit axis through a point."""
        spin = rate * axis
        return Carried.about(quaternion_from_axis_angle_array(axis, angle), spin, point)

    @staticmethod
    def about(turn: FloatArray, angular: FloatArray, point: FloatArray) -> "Carried":
        """Return a rotation about a point."""
        return Carried(turn, point - rotate_array(turn, point), angular, _cross(point, angular))

    @staticmethod
    def sliding(axis: FloatArray, distance: float, rate: float) -> "Carried":
        """Return a translation along a unit axis."""
        return Carried(np.array([1.0, 0.0, 0.0, 0.0]), distance * axis, np.zeros(3), rate * axis)

    def __matmul__(self, inner: "Carried") -> "Carried":
        """Return `inner` within this displacement: the motion of a body by a joint whose parent is displaced."""
        angular = rotate_array(self.turn, inner.angular)
        # The inner motion's velocity at the world's origin, after its axis has been carried along.
        velocity = rotate_array(self.turn, inner.velocity) + _cross(self.shift, angular)
        return Carried(
            normalize_array(multiply_array(self.turn, inner.turn)),
            self.point(inner.shift),
            self.angular + angular,
            self.velocity + velocity,
        )

    def inverse(self) -> "Carried":
        """Return the inverse displacement, of b relative to a."""
        back = conjugate_array(self.turn)
        shift = -rotate_array(back, self.shift)
        angular = -rotate_array(back, self.angular)
        at_shift = self.velocity + _cross(self.angular, self.shift)
        return Carried(back, shift, angular, -rotate_array(back, at_shift))

    def point(self, point: FloatArray) -> FloatArray:
        """Return the displaced position of a world point."""
        return rotate_array(self.turn, point) + self.shift

    def velocity_at(self, point: FloatArray) -> FloatArray:
        """Return the velocity of the material point now at a point."""
        return np.asarray(self.velocity + _cross(self.angular, point))


@dataclass(frozen=True)
class Slot:
    """A group of coordinates of a pose: reference values, number of rates, limits, and whether these yield."""

    reference: tuple[float, ...] = (0.0,)
    rates: int = 1
    limits: tuple[float, float] = (-np.inf, np.inf)
    yields: bool = False

    @property
    def rigid_limits(self) -> tuple[float, float]:
        """The limits that poses must keep: none where they yield, which push back what begins beyond them."""
        return (-np.inf, np.inf) if self.yields else self.limits


#: A free rotation: a quaternion wxyz in the axes of a, and an angular velocity in those axes.
FREE_TURN = Slot((1.0, 0.0, 0.0, 0.0), 3)


def free_turn(body: Body, point: FloatArray, values: FloatArray, rates: FloatArray) -> Carried:
    """Return a turn of a body by a quaternion in its own axes about a point, and its angular velocity in those axes."""
    own = np.array(body.orientation)
    turn = multiply_array(multiply_array(own, normalize_array(values)), conjugate_array(own))
    return Carried.about(turn, rotate_array(multiply_array(turn, own), rates), point)


@dataclass(frozen=True, eq=False)
class Joint(FieldTable, ABC):
    """Base of all joints between body `a` and `b` (a body or `rg.WORLD`)."""

    kind: ClassVar[str] = "joint"
    a: Annotated[Body, Rule(text="Body whose motion relative to b the joint measures.")]
    b: Annotated[BodyOrWorld, Rule(text='The other body, or "world".')] = WORLD
    name: Annotated[str, Rule(text="Unique name; default made from the kind.")] | None = field(
        default=None, kw_only=True
    )
    collide: Annotated[bool, Rule(text="Whether the two bodies collide with each other.")] = field(
        default=False, kw_only=True
    )
    break_force: (
        Annotated[float, Rule("N", above=0.0, text="Reaction force at which the joint breaks; default never.")] | None
    ) = field(default=None, kw_only=True)
    break_torque: (
        Annotated[float, Rule("N m", above=0.0, text="Reaction torque at which the joint breaks; default never.")]
        | None
    ) = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        for side in (self.a, self.b):
            if not isinstance(side, Body | World):
                raise ModelError(f"{label(self)}: a and b must be bodies of the scene or rg.WORLD.")
        check_fields(self)
        if self.a is self.b:
            raise ModelError(
                f"{label(self)}: a and b must be two different bodies. Use rg.WORLD to fasten to the world."
            )

    def bodies(self) -> list[BodyOrWorld]:
        """Return the two partners."""
        return [self.a, self.b]

    @abstractmethod
    def rows(self, places: BodyPlaces) -> JointRows:
        """Return the joint's constraint parts and coordinates; `places` has the rows and start poses of the bodies."""

    def coordinate_names(self) -> list[str]:
        """Return the names of the joint's coordinates; that of the joint if it has one."""
        return [str(self.name)]

    def renamed(self, change: Callable[[str], str]) -> "Joint":
        """Return the joint with its name and those of its coordinates replaced by `change` of them."""
        return replace(self, name=change(str(self.name)))

    def slots(self) -> list[Slot]:
        """Return the slots of a pose for the joint, in the order of its coordinates; empty if it has none."""
        return []

    def carried(self, values: FloatArray, rates: FloatArray) -> Carried | None:
        """Return displacement and motion of a relative to b at the coordinates `values` and their `rates`.

        In the world as described; None for a joint whose pose cannot be given and that is closed as described.
        """
        return None

    def break_times(self) -> list[float]:
        """Return the times at which a prescribed motion of the joint is not smooth [s]."""
        return []


JOINTS: Registry[Joint] = Registry("joint", "rigida.constraints.joints")
