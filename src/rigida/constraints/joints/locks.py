"""The parts that joints lock freedoms with, from world points and axes at the start."""

import numpy as np

from rigida.constraints.codes import DIRECTIONS, POINT, SLIDE, TWIST
from rigida.fields import FloatArray, Vec3, unit_vector
from rigida.scene.body import BodyOrWorld
from rigida.scene.force import BodyPlaces
from rigida.scene.joint import PartRow


def perpendicular(axis: Vec3) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return three right-handed unit vectors of which the first lies along `axis`."""
    first = np.array(unit_vector(axis))
    other = np.zeros(3)
    other[int(np.argmin(np.abs(first)))] = 1.0
    second = np.cross(first, other)
    second /= np.linalg.norm(second)
    return first, second, np.cross(first, second)


def point_part(places: BodyPlaces, a: BodyOrWorld, b: BodyOrWorld, at_a: Vec3, at_b: Vec3) -> PartRow:
    """A point of a stays on a point of b: no translation is left."""
    return PartRow(POINT, 3, (*places.point(a, at_a), *places.point(b, at_b)))


def slide_part(
    places: BodyPlaces, a: BodyOrWorld, b: BodyOrWorld, at_a: Vec3, at_b: Vec3, directions: list[FloatArray]
) -> PartRow:
    """A point of a keeps its place along one, two or three world directions carried by b."""
    carried = [number for direction in directions for number in places.direction(b, direction)]
    return PartRow(SLIDE, len(directions), (*places.point(a, at_a), *places.point(b, at_b), *carried))


def direction_part(
    places: BodyPlaces, a: BodyOrWorld, b: BodyOrWorld, pairs: list[tuple[FloatArray, FloatArray]]
) -> PartRow:
    """World directions carried by a stay perpendicular to directions carried by b."""
    numbers = [n for of_a, of_b in pairs for n in (*places.direction(a, of_a), *places.direction(b, of_b))]
    return PartRow(DIRECTIONS, len(pairs), tuple(numbers))


def parallel_part(places: BodyPlaces, a: BodyOrWorld, b: BodyOrWorld, axis_a: Vec3, axis_b: Vec3) -> PartRow:
    """An axis of a stays parallel to one of b: one rotation is left."""
    along = np.array(unit_vector(axis_a))
    _, second, third = perpendicular(axis_b)
    return direction_part(places, a, b, [(along, second), (along, third)])


def orientation_part(places: BodyPlaces, a: BodyOrWorld, b: BodyOrWorld) -> PartRow:
    """a keeps its orientation against b: no rotation is left."""
    x, y, z = np.eye(3)
    return direction_part(places, a, b, [(x, y), (y, z), (z, x)])


def twist_part(places: BodyPlaces, a: BodyOrWorld, b: BodyOrWorld, axis: Vec3) -> PartRow:
    """The angle of a about an axis of b, zero at the start."""
    first, second, _ = perpendicular(axis)
    numbers = (*places.direction(b, first), *places.direction(b, second), *places.direction(a, second))
    return PartRow(TWIST, 1, numbers)
