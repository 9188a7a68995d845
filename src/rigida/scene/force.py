"""Forces of a scene: a named description that becomes rows of the force table.

A force element adds wrenches to bodies and reports its potential energy where it has one. Concrete elements, with
their kernels, live in `rigida.forces`; they register here under their scene-file kind.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, NamedTuple, Protocol

from rigida.arrays import FloatArray
from rigida.fields import Rule, Vec3, check_fields
from rigida.registry import Registry
from rigida.scene.body import Body, BodyOrWorld
from rigida.shown import FieldTable


class BodyPlaces(Protocol):
    """Compiled bodies as a description sees them: rows, and world points at the start as body points."""

    @property
    def bodies(self) -> Sequence[Body]:
        """All bodies, in the order of their rows."""

    def row(self, body: BodyOrWorld) -> int:
        """Return the body's row, −1 for the world."""

    def origin(self, body: BodyOrWorld) -> Vec3:
        """Return the initial position of the body frame's origin, world [m]."""

    def point(self, body: BodyOrWorld, world_point: Vec3) -> FloatArray:
        """Return a world point at the start as a point (3,) of the body's principal frame (or of the world)."""

    def direction(self, body: BodyOrWorld, world_direction: Vec3 | FloatArray) -> FloatArray:
        """Return a world direction at the start in the body's principal frame (3,) (or in the world)."""

    def body_point(self, body: Body, point_B: Vec3) -> FloatArray:
        """Return a point of the body frame in the principal frame (3,)."""

    def body_direction(self, body: Body, direction_B: Vec3) -> FloatArray:
        """Return a direction of the body frame in the principal frame (3,)."""


@dataclass(frozen=True)
class ForceRow:
    """One row of the force table: an element as kernels see it.

    code: number of the element's kernel; bodies: the two partners (−1: world or unused); numbers: up to 16 parameters;
    samples: rows of further data (m, 7), e.g. (time, force, torque) of an interpolated force.
    """

    code: int
    bodies: tuple[int, int]
    numbers: tuple[float, ...]
    samples: FloatArray | None = None


@dataclass(frozen=True, eq=False)
class ImpulseRow:
    """An impulse at one instant: on body `row`, at a point of its principal frame."""

    time: float
    row: int
    impulse: FloatArray
    point: FloatArray
    angular_impulse: FloatArray


class ForceRows(NamedTuple):
    """Compiled element: rows of the force table, and impulses at single instants."""

    rows: tuple[ForceRow, ...]
    impulses: tuple[ImpulseRow, ...]


@dataclass(frozen=True, eq=False)
class Force(FieldTable, ABC):
    """Base of all force elements; concrete ones are frozen dataclasses with declared fields."""

    kind: ClassVar[str] = "force"
    name: Annotated[str, Rule(text="Unique name; default made from the kind.")] | None = field(
        default=None, kw_only=True
    )

    def __post_init__(self) -> None:
        check_fields(self)

    @abstractmethod
    def bodies(self) -> list[BodyOrWorld]:
        """Return the bodies this element acts on."""

    def rows(self, places: BodyPlaces) -> Iterator[ForceRow]:
        """Yield the element's rows of the force table; none for elements that do not use it.

        Args:
            places: Rows and start poses of the bodies.
        """
        return iter(())

    def impulses(self, places: BodyPlaces) -> Iterator[ImpulseRow]:
        """Yield the impulses by which the element acts at single instants.

        Args:
            places: Rows and start poses of the bodies.
        """
        return iter(())

    def compiled(self, places: BodyPlaces) -> ForceRows:
        """Return rows and impulses of the element, with anchors at the poses of `places`."""
        return ForceRows(tuple(self.rows(places)), tuple(self.impulses(places)))

    def acting(self, model: Any) -> Any:
        """Return the acting force of a simulation of `model` (a `forces.acting.Acting`); None for rows of the table."""
        return None

    def metered(self) -> bool:
        """Return whether the work of the force is integrated: it is in no potential energy and is not dissipated."""
        return True

    def resists(self) -> bool:
        """Return whether all work of the force, a row of the table, is dissipated: drag of a still medium."""
        return False

    def break_times(self) -> list[float]:
        """Return the times at which the force is not smooth, where integration steps must end [s]."""
        return []


FORCES: Registry[Force] = Registry("force", "rigida.forces")
