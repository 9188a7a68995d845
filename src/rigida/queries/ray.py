"""Ray casts: the first point at which a ray meets a shape or the shapes of a scene.

The conventions: shapes are solid. A ray that starts inside one hits it at distance 0, with the normal against the ray;
a ray that starts on a surface hits at 0 if it goes inwards and not at all if it leaves; a grazing ray hits.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from rigida.arrays import FloatArray
from rigida.collision.arrays import ConvexTable, Meshes, Parts, Ray, Rays
from rigida.collision.queries.asked import kept_query, put
from rigida.collision.queries.pose import (
    Pose,
    checked_direction,
    checked_orientations,
    checked_pose,
    checked_positions,
    stretched,
)
from rigida.collision.queries.ray_convex import ray_convex
from rigida.collision.shapes.shape_set import IndexArray, ShapeSet, Solid, shape_set, single_set
from rigida.collision.shapes.triangles import ray_mesh
from rigida.errors import ModelError
from rigida.fields import LARGEST, shown, unit_vector, vector
from rigida.jit.bind import bind
from rigida.jit.decorators import kernel, routine
from rigida.jit.records import as_array
from rigida.jit.tables import dtype_of
from rigida.math.quat import rotated, rotated_back
from rigida.math.vec3 import Vec3, cross, dot, norm
from rigida.shown import FieldTable

#: A start within this fraction of the size from the surface is on it; so is one within the rounding of coordinates.
_ON_SURFACE = 1e-12
_ROUNDING = 1e-15


@dataclass(frozen=True, eq=False)
class RayHit(FieldTable):
    """Intersection of a ray and a shape: distance along the ray [m], point (3,), outward unit normal (3,), world.

    Args:
        distance: From the origin of the ray [m].
        point: Point of the surface (3,), world [m].
        normal: Outward unit normal (3,), world.
    """

    distance: float
    point: FloatArray
    normal: FloatArray


@dataclass(frozen=True, eq=False)
class RayHits:
    """First intersections of r rays.

    index (r,): place of the shape in the given list, −1 for a miss; distance (r,) [m], infinite for a miss;
    point (r, 3) and normal (r, 3), zero for a miss.
    """

    index: IndexArray
    distance: FloatArray
    point: FloatArray
    normal: FloatArray


def raycast(
    shape: Solid, pose: Pose, origin: ArrayLike, direction: ArrayLike, max_distance: float = math.inf
) -> RayHit | None:
    """Return the first hit of a ray on a shape, or None.

    Meshes may be concave. The surface normal points out of the shape; of a ray that starts inside it is −direction.

    Args:
        shape: What to hit.
        pose: Its (position, orientation).
        origin: Start of the ray (3,) [m].
        direction: Where it goes (3,), of any length but zero.
        max_distance: How far it goes [m].
    """
    who = "raycast"
    position, orientation = checked_pose(who, "pose", pose)
    start = np.array(vector(who, "origin", origin)).reshape(1, 3)
    heading = checked_direction(who, "direction", direction).reshape(1, 3)
    limit = np.array([checked_limit(who, max_distance)])
    hits = cast_rays(single_set(who, shape), position.reshape(1, 3), orientation.reshape(1, 4), start, heading, limit)
    if hits.index[0] < 0:
        return None
    return RayHit(float(hits.distance[0]), hits.point[0], hits.normal[0])


def raycast_many(
    shapes: Sequence[Solid],
    positions: ArrayLike,
    orientations: ArrayLike,
    origins: ArrayLike,
    directions: ArrayLike,
    max_distance: float = math.inf,
) -> RayHits:
    """Return the first hits of many rays on many shapes.

    Args:
        shapes: The s shapes; one object may appear many times.
        positions: Their positions (s, 3) [m].
        orientations: Their quaternions (s, 4).
        origins: Starts of the rays (r, 3) or one (3,) for all [m].
        directions: Where they go (r, 3) or one (3,), of any length but zero.
        max_distance: How far they go [m].
    """
    who = "raycast_many"
    place, turn = checked_instances(who, shapes, positions, orientations)
    start, heading = stretched(
        who,
        origins=checked_positions(who, "origins", origins),
        directions=_unit_rows(who, checked_positions(who, "directions", directions)),
    )
    limit = np.full(len(start), checked_limit(who, max_distance))
    return cast_rays(shape_set(who, shapes), place, turn, start, heading, limit)


def checked_limit(who: str, max_distance: float) -> float:
    """Return a length that may be infinite but not negative, or raise."""
    if isinstance(max_distance, bool) or not isinstance(max_distance, int | float) or not max_distance >= 0.0:
        raise ModelError(f"{who}: max_distance must be at least 0 [m], got {shown(max_distance)}.")
    return float(max_distance) if max_distance < LARGEST else math.inf


def checked_instances(
    who: str, shapes: Sequence[Solid], positions: ArrayLike, orientations: ArrayLike
) -> tuple[FloatArray, FloatArray]:
    """Return positions (s, 3) and unit orientations (s, 4) of the shapes of a scene, or raise."""
    if not isinstance(shapes, Sequence):
        raise ModelError(f"{who}: shapes must be a list of shapes, got {shown(shapes)}.")
    place = checked_positions(who, "positions", positions)
    turn = checked_orientations(who, "orientations", orientations)
    if not len(shapes) == len(place) == len(turn):
        raise ModelError(
            f"{who}: shapes, positions and orientations must be equally many, "
            f"got {len(shapes)}, {len(place)} and {len(turn)}."
        )
    return place, turn


def cast_rays(
    shapes: ShapeSet,
    positions: FloatArray,
    orientations: FloatArray,
    origins: FloatArray,
    directions: FloatArray,
    limits: FloatArray,
) -> RayHits:
    """Return the first hits of rays with unit directions; the poses are those of the set's owners."""
    count = len(origins)
    rays = np.zeros(count, dtype=dtype_of(Ray))
    rays["origin"], rays["direction"], rays["limit"] = origins, directions, limits
    query = kept_query(_Rays, shapes, count)
    put(query.asked, ray=rays, part=np.zeros(count, dtype=np.int64), hit=np.zeros((count, 4)))
    position, attitude = shapes.poses(positions, orientations)
    put(query.parts, position=position, attitude=attitude)
    query.run()
    index, found = as_array(query.asked.part).copy(), as_array(query.asked.hit).copy()
    hit = index >= 0
    index[hit] = shapes.owner[index[hit]]
    distance = found[:, 0]
    point = np.zeros((count, 3))
    point[hit] = origins[hit] + distance[hit, None] * directions[hit]
    return RayHits(index, distance, point, found[:, 1:])


class _Rays:
    """Ray query of the parts of shapes."""

    def __init__(self, shapes: ShapeSet) -> None:
        self.parts, self.asked = Parts(row=shapes.row, bounding_radius=shapes.bounding_radius), Rays()
        self.run = bind(ray_rows, self.parts, shapes.table, shapes.meshes, self.asked)


def _unit_rows(who: str, directions: FloatArray) -> FloatArray:
    for i, (x, y, z) in enumerate(directions.tolist()):
        if x == y == z == 0.0:
            raise ModelError(f"{who}: directions must be non-zero vectors, but row {i} is zero. Give where to look.")
        directions[i] = unit_vector((x, y, z))
    return directions


@routine
def ray_shape(
    part: int, ray: Ray, limit: float, parts: Parts, shapes: ConvexTable, meshes: Meshes
) -> tuple[float, Vec3]:
    """Return the distance (infinity: none up to `limit`) and the world normal at which a ray hits a placed part."""
    d, heading, bounding_radius, g = (
        ray.direction,
        ray.origin - parts.position[part],
        parts.bounding_radius[part],
        parts.row[part],
    )
    far = norm(heading)
    # Spheres first: the ray passes by, ends before, or goes away.
    along = -dot(heading, d)
    slack = bounding_radius * (1.0 + 1e-9) + 1e-12 * far
    if norm(cross(heading, d)) > slack or along - slack > limit or along + slack < 0.0:
        return math.inf, Vec3(0.0, 0.0, 0.0)
    attitude = parts.attitude[part]
    local, u = rotated_back(attitude, heading), rotated_back(attitude, d)
    tolerance = _ROUNDING * (far + norm(ray.origin))
    if g < 0:
        tolerance += _ON_SURFACE * bounding_radius
        t, n = ray_mesh(-1 - g, local, u, tolerance, meshes)
    else:
        core = shapes.core[g]
        # A half-space has no size (its scale only reflects its normal).
        tolerance += _ON_SURFACE * core.scale if bounding_radius < math.inf else 0.0
        t, n = ray_convex(core, local, u, tolerance, shapes)
    if t > limit or t == math.inf:
        return math.inf, Vec3(0.0, 0.0, 0.0)
    return t, rotated(attitude, n)


@kernel
def ray_rows(parts: Parts, shapes: ConvexTable, meshes: Meshes, asked: Rays) -> None:
    """Fill the first placed part that each ray hits, with distance and normal."""
    for i in range(len(asked.ray)):
        ray, hit = asked.ray[i], asked.hit[i]
        asked.part[i], hit.distance = -1, math.inf
        nearest = ray.limit
        for j in range(len(parts.row)):
            t, n = ray_shape(j, ray, nearest, parts, shapes, meshes)
            # Of equally near shapes the first counts.
            if t < hit.distance:
                asked.part[i], nearest = j, t
                hit.distance, hit.normal = t, n
