"""Queries of shapes at given poses: distance, overlap, closest points, containment.

These stand outside the simulation step and on top of `separation`; a compound is answered by its nearest or most deeply
overlapping pair of parts. A pose is (position, orientation) with a quaternion (w, x, y, z). In place of a shape, points
(n, 3) stand for their hull, even if that is flat, a segment or a point.
"""

import math
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rigida.arrays import FloatArray
from rigida.collision.arrays import ConvexTable, DistanceWork, Parts, PlacedShapes, PointsAsked, PosePairs
from rigida.collision.distance.pair_separation import pair_separation, place_part, settle_points, to_world
from rigida.collision.distance.work import work_of_thread
from rigida.collision.queries.asked import kept_query, put
from rigida.collision.queries.containment import contained_rows
from rigida.collision.queries.pose import Pose, checked_orientations, checked_pose, checked_positions, stretched
from rigida.collision.shapes.frames import set_pair
from rigida.collision.shapes.shape_set import ShapeSet, Solid, pair_set, single_set
from rigida.geometry.features import Feature, features_at
from rigida.geometry.mesh import Mesh
from rigida.geometry.round_primitives import Sphere
from rigida.geometry.shape import Shape
from rigida.jit.bind import bind
from rigida.jit.decorators import kernel
from rigida.jit.records import as_array
from rigida.math.quaternion import rotate_array
from rigida.math.vec3 import norm
from rigida.queries.inside import inside_rows
from rigida.shown import FieldTable

#: A point counts as on the surface up to this fraction of the shape's size, plus the rounding of its coordinates.
_ON_SURFACE = 1e-13
#: Radius of the ball that stands for a point, as a part of the extent of what it is measured against.
_POINT = 1e-9
#: A nearest point this near to a corner of a hull, as a part of its extent, is that corner.
_ON_CORNER = 1e-9


@dataclass(frozen=True, eq=False)
class Separation(FieldTable):
    """Signed distance of two shapes with its points and normal, in world coordinates.

    Attributes:
        separation: Distance [m]; in overlap minus the shortest move that ends it, with a concave mesh minus the depth
            of the deepest point of one surface in the other solid; minus infinity for two half-spaces that are not
            parallel.
        point_a: Nearest point of the first shape (3,); in overlap the one that lies deepest in the second.
        point_b: Nearest point of the second shape (3,).
        normal: Unit vector (3,) from the first to the second: moving the second by −separation along it makes them
            touch.
        between: Both shapes with their poses.
    """

    separation: float
    point_a: FloatArray
    point_b: FloatArray
    normal: FloatArray
    #: Both shapes with their poses.
    between: tuple[tuple[Solid, Pose], tuple[Solid, Pose]] = field(repr=False)

    @property
    def feature_a(self) -> tuple[Feature, int]:
        """Feature of the first shape at `point_a`, with its number in `rg.surface_features`; −1 if curved."""
        return _feature(*self.between[0], self.point_a)

    @property
    def feature_b(self) -> tuple[Feature, int]:
        """Feature of the second shape at `point_b`, with its number."""
        return _feature(*self.between[1], self.point_b)


def _feature(shape: Solid, pose: Pose, point: FloatArray) -> tuple[Feature, int]:
    if not isinstance(shape, Shape):  # corners of a hull
        at, turn = checked_pose("distance", "pose", pose)
        distances = np.linalg.norm(at + rotate_array(turn, np.asarray(shape, dtype=np.float64)) - point, axis=1)
        near = int(np.argmin(distances))
        on_corner = distances[near] <= _ON_CORNER * max(float(np.ptp(shape, axis=0).max()), 1.0)
        return (Feature.VERTEX, near) if on_corner else (Feature.SURFACE, -1)
    kind, index = features_at(shape, *checked_pose("distance", "pose", pose), point[np.newaxis])
    return Feature(int(kind[0])), int(index[0])


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

    Args:
        shape_a: First shape.
        pose_a: (position, orientation) of the first shape.
        shape_b: Second shape.
        pose_b: (position, orientation) of the second shape.
    """
    return _distance("distance", shape_a, pose_a, shape_b, pose_b)


def overlap(shape_a: Solid, pose_a: Pose, shape_b: Solid, pose_b: Pose) -> bool:
    """Return whether two shapes have a point in common; touching counts.

    Args:
        shape_a: First shape.
        pose_a: (position, orientation) of the first shape.
        shape_b: Second shape.
        pose_b: (position, orientation) of the second shape.
    """
    return _distance("overlap", shape_a, pose_a, shape_b, pose_b).separation <= 0.0


def closest_points(shape_a: Solid, pose_a: Pose, shape_b: Solid, pose_b: Pose) -> tuple[FloatArray, FloatArray]:
    """Return the nearest points (3,) of two shapes in world coordinates; the deepest ones where they overlap.

    Args:
        shape_a: First shape.
        pose_a: (position, orientation) of the first shape.
        shape_b: Second shape.
        pose_b: (position, orientation) of the second shape.
    """
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
    """Return for each of the points (n, 3) whether it is inside the shape or on its surface.

    Concave meshes are served too. A single point (3,) gives an array of one.

    Args:
        shape: A shape.
        pose: (position, orientation) of the shape.
        points: (n, 3) or (3,), world [m].
    """
    who = "contains"
    position, orientation = checked_pose(who, "pose", pose)
    given = checked_positions(who, "points", points)
    shapes = single_set(who, shape)
    query = kept_query(_Containment, shapes, len(given))
    put(query.asked, point=given, inside=np.zeros(len(given), dtype=np.bool_))
    position, attitude = shapes.poses(position.reshape(1, 3), orientation.reshape(1, 4))
    put(query.parts, position=position, attitude=attitude)
    query.run(_ON_SURFACE)
    return as_array(query.asked.inside).copy()


class _Containment:
    """Test whether points are inside a shape."""

    def __init__(self, shapes: ShapeSet) -> None:
        self.parts, self.asked = Parts(row=shapes.row, bounding_radius=shapes.bounding_radius), PointsAsked()
        self.run = bind(contained_rows, self.parts, shapes.table, shapes.meshes, self.asked)


def is_concave(shape: Solid) -> bool:
    """Return whether a shape is a mesh that is measured by its triangles."""
    return isinstance(shape, Mesh) and isinstance(shape.solid, Mesh)


def _is_point(shape: Solid) -> bool:
    return not isinstance(shape, Shape) and np.shape(shape) == (1, 3)


def _point_distance(who: str, mesh: Solid, pose: Pose, point: FloatArray, point_pose: Pose) -> Separation:
    """Return the separation of a concave mesh and a point, as that of a ball so small that its radius is rounding."""
    at, turn = checked_pose(who, "pose", point_pose)
    place = at + rotate_array(turn, np.asarray(point[0], dtype=np.float64))
    radius = _POINT * float(np.ptp(mesh.bounds(), axis=0).max())  # type: ignore[union-attr]
    found = _distance(who, mesh, pose, Sphere(radius), (place, turn))
    return replace(
        found, separation=found.separation + radius, point_b=place, between=((mesh, pose), (point, point_pose))
    )


def _distance(who: str, shape_a: Solid, pose_a: Pose, shape_b: Solid, pose_b: Pose) -> Separation:
    position_a, orientation_a = checked_pose(who, "pose_a", pose_a)
    position_b, orientation_b = checked_pose(who, "pose_b", pose_b)
    if _is_point(shape_b) and is_concave(shape_a):
        return _point_distance(who, shape_a, pose_a, np.asarray(shape_b), pose_b)
    if _is_point(shape_a) and is_concave(shape_b):
        found_b = _point_distance(who, shape_b, pose_b, np.asarray(shape_a), pose_a)
        between = found_b.between[1], found_b.between[0]
        return Separation(found_b.separation, found_b.point_b, found_b.point_a, -found_b.normal, between)
    found = _measure(
        who,
        shape_a,
        shape_b,
        position_a.reshape(1, 3),
        orientation_a.reshape(1, 4),
        position_b.reshape(1, 3),
        orientation_b.reshape(1, 4),
    )[0]
    between = (shape_a, pose_a), (shape_b, pose_b)
    return Separation(float(found[0]), found[4:7], found[7:10], found[1:4], between)


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
    query = kept_query(_Distance, shapes, len(positions_a))
    out = np.empty((len(positions_a), 10))
    poses = {"place_a": positions_a, "turn_a": orientations_a, "place_b": positions_b, "turn_b": orientations_b}
    put(query.asked, found=out, **poses)
    query.run(int(shapes.first_part[1]))
    out = as_array(query.asked.found).copy()
    if shapes.concave:
        inside = inside_rows(who, (shape_a, shape_b), positions_a, orientations_a, positions_b, orientations_b)
        out = np.where((inside[:, 0] < 0.0)[:, None], inside, out)
        # Surfaces that cross without a sample of one in the other.
        out[:, 0] = np.where(inside[:, 0] < 0.0, out[:, 0], np.maximum(out[:, 0], 0.0))
    return out


class _Distance:
    """Distance query of the parts of two shapes."""

    def __init__(self, shapes: ShapeSet) -> None:
        self.asked = PosePairs()
        tables = (shapes.parts, shapes.table, shapes.to_place(), self.asked, work_of_thread())
        self.run = bind(separation_rows, *tables)


@kernel
def separation_rows(
    split: int, parts: Parts, shapes: ConvexTable, placed: PlacedShapes, asked: PosePairs, work: DistanceWork
) -> None:
    """Fill the requested separations, in world coordinates.

    The first `split` parts belong to shape a, the others to shape b; `placed` has room for all of them.
    """
    count, pair, found = len(parts.row), work.pair[0], work.found[0]
    for i in range(len(asked.found)):
        for j in range(split):
            place_part(j, asked.place_a[i], asked.turn_a[i], parts, placed)
        for k in range(split, count):
            place_part(k, asked.place_b[i], asked.turn_b[i], parts, placed)
        best = math.inf
        for j in range(split):
            for k in range(split, count):
                gap = norm(placed.position[k] - placed.position[j])
                # Spheres around the two parts that are further apart than the nearest pair so far.
                if gap - parts.bounding_radius[j] - parts.bounding_radius[k] >= best:
                    continue
                set_pair(j, k, placed, pair)
                pair_separation(pair, 0, shapes, work, found)
                if found.distance < best:
                    settle_points(pair, shapes, work, found)
                if found.distance < best:
                    best = found.distance
                    to_world(placed.position[j], placed.attitude[j], found, asked.found[i])
