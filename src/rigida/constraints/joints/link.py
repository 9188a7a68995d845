"""The parts that joints lock freedoms with, between two bodies held together at world points of the start.

A joint takes away 3, 2, 1 or no translations and, independently, 3, 2, 1 or no rotations (Popovski 2008, ch. 9):

    translations   3 a point    2 a point on a line along `axis`      1 a point on a plane normal to `axis`
    rotations      3 all        2 an axis of a stays parallel to b's  1 an axis of a stays perpendicular to one of b
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from rigida.arrays import FloatArray
from rigida.constraints.parts.codes import CARDAN, DIRECTIONS, DISTANCE, POINT, SLIDE, TWIST
from rigida.fields import Vec3, unit_vector
from rigida.math.dense import euclidean_norm, product
from rigida.math.elementary import atan2, cos, sin
from rigida.math.quaternion import rotate_array
from rigida.scene.body import BodyOrWorld
from rigida.scene.force import BodyPlaces
from rigida.scene.joint import Coordinate, JointRows, PartRow


def perpendicular(axis: Vec3) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return three right-handed unit vectors, the first along `axis`."""
    first = np.array(unit_vector(axis))
    other = np.zeros(3)
    other[int(np.argmin(np.abs(first)))] = 1.0
    second = np.cross(first, other)
    second /= euclidean_norm(second)
    return first, second, np.cross(first, second)


def turned_about(axis: FloatArray, vector: FloatArray, angle: float) -> FloatArray:
    """Return a vector that is perpendicular to a unit axis, turned about it."""
    return np.asarray(cos(angle) * vector + sin(angle) * np.cross(axis, vector))


@dataclass(frozen=True, eq=False)
class Link:
    """Bodies a and b, and the world points of the start at which a joint holds them."""

    places: BodyPlaces
    a: BodyOrWorld
    b: BodyOrWorld
    at_a: Vec3
    at_b: Vec3

    def rows(self, parts: Sequence[PartRow], coordinates: Sequence[Coordinate] = ()) -> JointRows:
        """Return the rows of a joint with these parts."""
        rows = self.places.row(self.a), self.places.row(self.b)
        return JointRows(rows, self.places.point(self.a, self.at_a), tuple(parts), tuple(coordinates))

    def translations(self, removed: int, axis: Vec3) -> list[PartRow]:
        """Remove 0–3 translations; `axis` is the remaining line (2 removed) or the normal of the plane (1 removed)."""
        first, second, third = perpendicular(axis)
        locks = {0: [], 1: [self.slide(first)], 2: [self.slide(second, third)], 3: [self.point()]}
        return locks[removed]

    def rotations(self, removed: int, axis_a: Vec3, axis_b: Vec3 | None) -> list[PartRow]:
        """Remove 0–3 rotations; `axis_b` defaults to `axis_a`, or where it must be perpendicular to one that is."""
        first, second, _ = perpendicular(axis_a)
        if removed == 0:
            return []
        if removed == 1:
            on_b = second if axis_b is None else np.array(unit_vector(axis_b))
            part = self.directions((first, on_b))
            return [replace(part, numbers=(*part.numbers, float(product(first, on_b))))]
        if removed == 2:
            _, second, third = perpendicular(axis_b or axis_a)
            return [self.directions((first, second), (first, third))]
        return [self.turned(np.array([1.0, 0.0, 0.0, 0.0]))]

    def turned(self, turn: FloatArray) -> PartRow:
        """No rotation is left; the bodies are as they start once a quaternion (4,) has turned a in the world."""
        x, y, z = np.eye(3)
        on_b = [rotate_array(turn, axis) for axis in (y, z, x)]
        return self.directions((x, on_b[0]), (y, on_b[1]), (z, on_b[2]))

    def point(self) -> PartRow:
        """The point of a stays on the point of b."""
        return PartRow(POINT, 3, self.ends())

    def slide(self, *directions: FloatArray, zero_at: float = 0.0) -> PartRow:
        """The point of a keeps its place along one, two or three world directions carried by b.

        The displacement along the first direction reads `zero_at` at the start.
        """
        carried = [number for direction in directions for number in self.places.direction(self.b, direction)]
        at_b = self.places.point(self.b, tuple((np.array(self.at_b) - zero_at * directions[0]).tolist()))
        return PartRow(SLIDE, len(directions), (*self.places.point(self.a, self.at_a), *at_b, *carried))

    def distance(self, length: float) -> PartRow:
        """The two points stay `length` apart."""
        return PartRow(DISTANCE, 1, (*self.ends(), length))

    def directions(self, *pairs: tuple[FloatArray, FloatArray]) -> PartRow:
        """World directions carried by a stay perpendicular to directions carried by b."""
        place = self.places.direction
        numbers = [n for of_a, of_b in pairs for n in (*place(self.a, of_a), *place(self.b, of_b))]
        return PartRow(DIRECTIONS, len(pairs), tuple(numbers))

    def twist(self, axis: Vec3, zero_at: float = 0.0) -> PartRow:
        """The angle of a about an axis of b, which reads `zero_at` at the start."""
        first, second, third = perpendicular(axis)
        place = self.places.direction
        mark = cos(zero_at) * second + sin(zero_at) * third
        return PartRow(TWIST, 1, (*place(self.b, first), *place(self.b, second), *place(self.a, mark)))

    def cardan(self, axes: Sequence[FloatArray], zero_at: Sequence[float]) -> list[PartRow]:
        """The angles of two or three hinges one behind the other, about axes that cross at right angles in turn."""
        first, second = axes[0], axes[1]
        third = axes[2] if len(axes) == 3 else np.cross(first, second)
        q1, q2, q3 = (*zero_at, 0.0)[:3]
        place = self.places.direction
        on_b = (*place(self.b, first), *place(self.b, turned_about(first, second, -q1)))
        on_a = (*place(self.a, third), *place(self.a, turned_about(third, second, q3)))
        opening = atan2(float(product(second, np.cross(first, third))), float(product(first, third)))
        return [PartRow(CARDAN, 1, (*on_b, *on_a, opening - q2, float(i))) for i in range(len(axes))]

    def ends(self) -> tuple[float, ...]:
        """Return l_a and l_b, the points in the frames of their bodies."""
        return (*self.places.point(self.a, self.at_a), *self.places.point(self.b, self.at_b))
