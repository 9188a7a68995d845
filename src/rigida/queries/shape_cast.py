"""Shape casts: the distance that a shape can move along a straight line until it touches another.

The same advancement as for the time of contact, without rotation: there each step is exact along its normal, so a cast
ends after a few distances and passes through nothing.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from rigida.arrays import FloatArray
from rigida.collision.arrays import Motion
from rigida.collision.queries.first_contacts import first_contacts
from rigida.collision.queries.pose import Pose, checked_direction, checked_pose
from rigida.collision.shapes.shape_set import ShapeSet, Solid, pair_set, shape_set, single_set, with_triangles
from rigida.jit.tables import named
from rigida.queries.inside import inside_rows
from rigida.queries.ray import checked_instances, checked_limit
from rigida.shown import FieldTable


@dataclass(frozen=True, eq=False)
class ShapeHit(FieldTable):
    """First contact of a moved shape with another.

    Attributes:
        distance: How far it moved [m]; 0 if they overlap from the start.
        point: Where they touch (3,), in the world.
        normal: Unit vector (3,) out of the shape that was hit, as for a ray.
        index: Place of the shape that was hit in the given list.
    """

    distance: float
    point: FloatArray
    normal: FloatArray
    index: int = 0


def shapecast(
    shape: Solid,
    pose: Pose,
    direction: ArrayLike,
    other_shape: Solid,
    other_pose: Pose,
    max_distance: float = math.inf,
) -> ShapeHit | None:
    """Return the first contact of a shape moved along `direction` with another, or None.

    Args:
        shape: What is moved, without turning.
        pose: Its (position, orientation) at the start.
        direction: Where it goes (3,), of any length but zero.
        other_shape: What stands in the way.
        other_pose: Its (position, orientation).
        max_distance: How far to move [m].
    """
    who = "shapecast"
    position, orientation = checked_pose(who, "other_pose", other_pose)
    shapes = pair_set(who, shape, other_shape)
    start = checked_pose(who, "pose", pose)
    heading, limit = checked_direction(who, "direction", direction), checked_limit(who, max_distance)
    place, turn = position.reshape(1, 3), orientation.reshape(1, 4)
    return _initial_overlap(who, shapes, shape, start, [other_shape], place, turn) or cast_shape(
        shapes, start, heading, place, turn, limit
    )


def shapecast_scene(
    shape: Solid,
    pose: Pose,
    direction: ArrayLike,
    shapes: Sequence[Solid],
    positions: ArrayLike,
    orientations: ArrayLike,
    max_distance: float = math.inf,
) -> ShapeHit | None:
    """Return the first of many shapes that a moved shape touches, with the contact, or None.

    Args:
        shape: What is moved, without turning.
        pose: Its (position, orientation) at the start.
        direction: Where it goes (3,), of any length but zero.
        shapes: The s shapes that may stand in the way.
        positions: Their positions (s, 3) [m].
        orientations: Their quaternions (s, 4).
        max_distance: How far to move [m].
    """
    who = "shapecast_scene"
    place, turn = checked_instances(who, shapes, positions, orientations)
    joint = with_triangles(shape_set(who, (shape, *shapes)))
    start = checked_pose(who, "pose", pose)
    heading, limit = checked_direction(who, "direction", direction), checked_limit(who, max_distance)
    return _initial_overlap(who, joint, shape, start, shapes, place, turn) or cast_shape(
        joint, start, heading, place, turn, limit
    )


def _initial_overlap(
    who: str,
    joint: ShapeSet,
    shape: Solid,
    start: tuple[FloatArray, FloatArray],
    others: Sequence[Solid],
    positions: FloatArray,
    orientations: FloatArray,
) -> ShapeHit | None:
    """Return a hit at distance zero if a concave mesh and the shape overlap initially."""
    if not joint.concave:
        return None
    for index, other in enumerate(others):
        if not single_set(who, shape).has_meshes and not single_set(who, other).has_meshes:
            continue
        poses = (start[0][None], start[1][None], positions[index : index + 1], orientations[index : index + 1])
        inside = inside_rows(who, (shape, other), *poses)[0]
        if inside[0] < 0.0:
            return ShapeHit(0.0, 0.5 * (inside[4:7] + inside[7:10]), -inside[1:4], index)
    return None


def cast_shape(
    shapes: ShapeSet,
    start: tuple[FloatArray, FloatArray],
    direction: FloatArray,
    positions: FloatArray,
    orientations: FloatArray,
    limit: float,
) -> ShapeHit | None:
    """Return the first hit of the first shape of a set on the others with given poses; direction is a unit vector."""
    count = len(positions)
    motion = np.zeros((count + 1, 16))
    rows = named(motion, Motion)
    rows["position"][0], rows["attitude"][0] = start
    rows["velocity"][0] = direction
    rows["position"][1:], rows["attitude"][1:] = positions, orientations
    pair = np.stack([np.zeros(count, dtype=np.int64), np.arange(1, count + 1)], axis=1)
    # At speed 1 the time is the distance.
    status, distance, out = first_contacts(shapes, pair, motion, limit, nearest_only=True)
    hits = np.flatnonzero(status)
    if len(hits) == 0:
        return None
    index = int(hits[np.argmin(distance[hits])])
    point = 0.5 * (out[index, 4:7] + out[index, 7:10])
    return ShapeHit(float(distance[index]), point, -out[index, 1:4], index)
