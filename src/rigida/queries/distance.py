"""Questions about shapes at given poses: how far apart, do they overlap, which points are nearest, what lies inside.

These stand outside the simulation step and on top of `separation`; a compound is answered by its nearest or most deeply
overlapping pair of parts. A pose is (position, orientation) with a quaternion (w, x, y, z). In place of a shape, points
(n, 3) stand for their hull, even if that is flat, a segment or a point.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rigida.arrays import FloatArray, IntArray
from rigida.collision.distance.pair_separation import pair_separation, place_part, settle_points, to_world
from rigida.collision.distance.separation import RESULT_WIDTH
from rigida.collision.queries.containment import contained_rows
from rigida.collision.queries.pose import Pose, checked_orientations, checked_pose, checked_positions, stretched
from rigida.collision.shapes.frames import relative_frame
from rigida.collision.shapes.shape_set import IndexArray, ShapeSet, Solid, pair_set, single_set
from rigida.jit.decorators import kernel
from rigida.math.vector import norm
from rigida.queries.inside import inside_rows

#: A point counts as on the surface up to this fraction of the shape's size, plus the rounding of its coordinates.
_ON_SURFACE = 1e-13


@dataclass(frozen=True, eq=False)
class Separation:
    """Signed distance of two shapes and where it is measured, in world coordinates.

    Attributes:
        separation: Distance [m]; in overlap minus the shortest move that ends it, with a concave mesh minus the depth
            of the deepest point of one surface in the other solid; minus infinity for two half-spaces that are not
            parallel.
        point_a: Nearest point of the first shape (3,); in overlap the one that lies deepest in the second.
        point_b: Nearest point of the second shape (3,).
        normal: Unit vector (3,) from the first to the second: moving the second by −separation along it makes them
            touch.
    """

    separation: float
    point_a: FloatArray
    point_b: FloatArray
    normal: FloatArray


@dataclass(frozen=True, eq=False)
class Distances:
    """`Separation` of many pairs: separation (n,), point_a (n, 3), point_b (n, 3), normal (n, 3)."""

    separation: FloatArray
    point_a: FloatArray
    point_b: FloatArray
    normal: FloatArray


def distance(shape_a: Solid, pose_a: Pose, shape_b: Solid, pose_b: Pose) -> Separation:
    """Return the signed separation of two shapes [m], their nearest points and the normal from a to b.

    Example:
        >>> distance(Sphere(1.0), ((0, 0, 0), (1, 0, 0, 0)), Box((2, 2, 2)), ((5, 0, 0), (1, 0, 0, 0))).separation
        3.0
    """
    return _distance("distance", shape_a, pose_a, shape_b, pose_b)


def overlap(shape_a: Solid, pose_a: Pose, shape_b: Solid, pose_b: Pose) -> bool:
    """Tell whether two shapes have a point in common; touching counts."""
    return _distance("overlap", shape_a, pose_a, shape_b, pose_b).separation <= 0.0


def closest_points(shape_a: Solid, pose_a: Pose, shape_b: Solid, pose_b: Pose) -> tuple[FloatArray, FloatArray]:
    """Return the nearest points (3,) of two shapes in world coordinates; the deepest ones where they overlap."""
    found = _distance("closest_points", shape_a, pose_a, shape_b, pose_b)
    return found.point_a, found.point_b


def distance_many(
    shape_a: Solid,
    positions_a: ArrayLike,
    orientations_a: ArrayLike,
    shape_b: Solid,
    positions_b: ArrayLike,
    orientations_b: ArrayLike,
) -> Distances:
    """Return the distances of n pairs of poses of two shapes in one call.

    Args:
        shape_a: The first shape of every pair.
        positions_a: Its positions (n, 3) [m], or one (3,) for all pairs.
        orientations_a: Its quaternions (n, 4) as (w, x, y, z), or one (4,).
        shape_b: The second shape of every pair.
        positions_b: Its positions (n, 3) or (3,) [m].
        orientations_b: Its quaternions (n, 4) or (4,).
    """
    who = "distance_many"
    poses = stretched(
        who,
        positions_a=checked_positions(who, "positions_a", positions_a),
        orientations_a=checked_orientations(who, "orientations_a", orientations_a),
        positions_b=checked_positions(who, "positions_b", positions_b),
        orientations_b=checked_orientations(who, "orientations_b", orientations_b),
    )
    found = _measure(who, shape_a, shape_b, *poses)
    return Distances(found[:, 0], found[:, 4:7], found[:, 7:10], found[:, 1:4])


def contains(shape: Solid, pose: Pose, points: ArrayLike) -> NDArray[np.bool_]:
    """Tell for each of the points (n, 3) whether it lies in the shape; the surface belongs to the shape.

    Concave meshes are served too. A single point (3,) gives an array of one.
    """
    who = "contains"
    position, orientation = checked_pose(who, "pose", pose)
    given = checked_positions(who, "points", points)
    shapes, inside = single_set(who, shape), np.zeros(len(given), dtype=np.bool_)
    place, turn = shapes.placed(position.reshape(1, 3), orientation.reshape(1, 4))
    table = shapes.table
    contained_rows(
        shapes.row,
        place,
        turn,
        shapes.reach,
        table.header,
        table.size,
        table.vertex,
        table.face,
        table.face_loop,
        table.loop,
        shapes.corner,
        shapes.triangle,
        shapes.triangles_of,
        given,
        _ON_SURFACE,
        inside,
    )
    return inside


def _distance(who: str, shape_a: Solid, pose_a: Pose, shape_b: Solid, pose_b: Pose) -> Separation:
    position_a, orientation_a = checked_pose(who, "pose_a", pose_a)
    position_b, orientation_b = checked_pose(who, "pose_b", pose_b)
    found = _measure(
        who,
        shape_a,
        shape_b,
        position_a.reshape(1, 3),
        orientation_a.reshape(1, 4),
        position_b.reshape(1, 3),
        orientation_b.reshape(1, 4),
    )[0]
    return Separation(float(found[0]), found[4:7], found[7:10], found[1:4])


def _measure(
    who: str,
    shape_a: Solid,
    shape_b: Solid,
    positions_a: FloatArray,
    orientations_a: FloatArray,
    positions_b: FloatArray,
    orientations_b: FloatArray,
) -> FloatArray:
    """Return the result rows (n, 10) of two shapes at n pairs of poses."""
    shapes: ShapeSet = pair_set(who, shape_a, shape_b)
    out = np.empty((len(positions_a), RESULT_WIDTH))
    table = shapes.table
    separation_rows(
        int(shapes.first_part[1]),
        shapes.row,
        shapes.position,
        shapes.attitude,
        shapes.reach,
        table.header,
        table.size,
        table.vertex,
        table.face,
        table.edge,
        positions_a,
        orientations_a,
        positions_b,
        orientations_b,
        out,
    )
    if shapes.concave:
        inside = inside_rows(who, (shape_a, shape_b), positions_a, orientations_a, positions_b, orientations_b)
        out = np.where((inside[:, 0] < 0.0)[:, None], inside, out)
        # Surfaces that cross without a sample of one in the other.
        out[:, 0] = np.where(inside[:, 0] < 0.0, out[:, 0], np.maximum(out[:, 0], 0.0))
    return out


@kernel
def separation_rows(
    split: int,
    row: IndexArray,
    position: FloatArray,
    attitude: FloatArray,
    reach: FloatArray,
    header: IntArray,
    size: FloatArray,
    vertex: FloatArray,
    face: FloatArray,
    edge: IntArray,
    place_a: FloatArray,
    turn_a: FloatArray,
    place_b: FloatArray,
    turn_b: FloatArray,
    out: FloatArray,
) -> None:
    """Fill out (n, 10) with separation, normal, point of a and point of b in world coordinates.

    The first `split` parts of the set belong to shape a, the others to shape b.
    """
    parts = row.shape[0]
    pose = np.empty((parts, 7))
    frame, found = np.empty(12), np.empty(RESULT_WIDTH)
    # Spelt out as 64 bits: a literal 0 would be a type of its own and compile `separation` a second time.
    simplex, anew = np.zeros((8, 12)), int(np.int64(0))
    for i in range(out.shape[0]):
        for j in range(split):
            place_part(position, attitude, j, place_a, turn_a, i, pose)
        for k in range(split, parts):
            place_part(position, attitude, k, place_b, turn_b, i, pose)
        best = math.inf
        for j in range(split):
            for k in range(split, parts):
                gap = norm(pose[k, 0] - pose[j, 0], pose[k, 1] - pose[j, 1], pose[k, 2] - pose[j, 2])
                # Spheres around the two parts that are further apart than the nearest pair so far.
                if gap - reach[j] - reach[k] >= best:
                    continue
                relative_frame(pose[j, :3], pose[j, 3:], pose[k, :3], pose[k, 3:], frame)
                pair_separation(row[j], row[k], header, size, vertex, face, edge, frame, simplex, anew, found)
                if found[0] < best:
                    settle_points(row[j], row[k], header, size, vertex, face, edge, frame, simplex, found)
                if found[0] < best:
                    best = found[0]
                    to_world(pose, j, found, out[i])
