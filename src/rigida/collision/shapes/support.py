"""Support points: the point of a convex core that lies furthest along a direction, in its own frame.

For polytopes the vertex's row in the table comes along; it names the feature and lets a later query start from it.
Round shapes give the core only, their radius is added by the callers.
"""

import math

from rigida.collision.arrays import ConvexTable, Core
from rigida.geometry.core import BOX, CONE, CYLINDER, ELLIPSOID
from rigida.jit.decorators import inlined, routine
from rigida.math.vec3 import Vec3, norm


@inlined
def box_support(half: Vec3, d: Vec3) -> tuple[Vec3, int]:
    """Return the corner of a box furthest along a direction, and its number 4 (x > 0) + 2 (y > 0) + (z > 0)."""
    return (
        Vec3(math.copysign(half.x, d.x), math.copysign(half.y, d.y), math.copysign(half.z, d.z)),
        (0 if math.copysign(1.0, d.x) < 0.0 else 4)
        + (0 if math.copysign(1.0, d.y) < 0.0 else 2)
        + (0 if math.copysign(1.0, d.z) < 0.0 else 1),
    )


@inlined
def rim_point(radius: float, height: float, d: Vec3) -> Vec3:
    """Return the point of a horizontal circle furthest along a direction; its middle when that is vertical."""
    length = math.sqrt(d.x * d.x + d.y * d.y)
    if length == 0.0:
        return Vec3(0.0, 0.0, height)
    return Vec3(radius * d.x / length, radius * d.y / length, height)


@routine
def support(core: Core, d: Vec3, shapes: ConvexTable) -> tuple[Vec3, int]:
    """Return the point of a core furthest along a direction and its row in `vertex` (−1 for curved cores)."""
    kind = core.kind
    if kind == BOX:
        corner, number = box_support(core.size, d)
        return corner, core.vertex + number
    if kind == CYLINDER:
        return rim_point(core.size.x, math.copysign(core.size.y, d.z), d), -1
    if kind == CONE:
        # The apex wins where the direction is steeper than the mantle's normal.
        if 2.0 * d.z * core.size.y >= core.size.x * math.sqrt(d.x * d.x + d.y * d.y):
            return Vec3(0.0, 0.0, core.size.y), -1
        return rim_point(core.size.x, -core.size.y, d), -1
    if kind == ELLIPSOID:
        # The ball's point along the direction as the ball sees it, stretched.
        size = core.size
        seen = Vec3(size.x * d.x, size.y * d.y, size.z * d.z)
        length = norm(seen)
        if length == 0.0:
            return Vec3(0.0, 0.0, size.z), -1
        return Vec3(size.x * seen.x / length, size.y * seen.y / length, size.z * seen.z / length), -1
    best, furthest = core.vertex, -math.inf
    for i in range(core.vertex, core.vertex_end):
        v = shapes.vertex[i]
        along = v.x * d.x + v.y * d.y + v.z * d.z
        if along > furthest:
            best, furthest = i, along
    return shapes.vertex[best], best
