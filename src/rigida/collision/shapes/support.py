"""Support points: the point of a convex core that lies furthest along a direction, in its own frame.

For polytopes the vertex's row in the table comes along; it names the feature and lets a later query start from it.
Round shapes give the core only, their radius is added by the callers.
"""

import math

from rigida.arrays import FloatArray, IntArray
from rigida.collision.shapes.convex import KIND, VERTEX, VERTEX_END
from rigida.geometry.core import BOX, CONE, CYLINDER, ELLIPSOID
from rigida.jit.decorators import inlined, routine


@inlined
def box_support(hx: float, hy: float, hz: float, x: float, y: float, z: float) -> tuple[float, float, float, int]:
    """Return the corner of a box furthest along a direction, and its number 4 (x > 0) + 2 (y > 0) + (z > 0)."""
    return (
        math.copysign(hx, x),
        math.copysign(hy, y),
        math.copysign(hz, z),
        (0 if math.copysign(1.0, x) < 0.0 else 4)
        + (0 if math.copysign(1.0, y) < 0.0 else 2)
        + (0 if math.copysign(1.0, z) < 0.0 else 1),
    )


@inlined
def rim_point(radius: float, height: float, x: float, y: float) -> tuple[float, float, float]:
    """Return the point of a horizontal circle furthest along (x, y); its middle when there is no such direction."""
    length = math.sqrt(x * x + y * y)
    if length == 0.0:
        return 0.0, 0.0, height
    return radius * x / length, radius * y / length, height


@routine
def support(
    g: int, header: IntArray, size: FloatArray, vertex: FloatArray, x: float, y: float, z: float
) -> tuple[float, float, float, int]:
    """Return the point of core g furthest along (x, y, z) and its row in `vertex` (−1 for curved cores)."""
    kind = header[g, KIND]
    if kind == BOX:
        px, py, pz, corner = box_support(size[g, 0], size[g, 1], size[g, 2], x, y, z)
        return px, py, pz, header[g, VERTEX] + corner
    if kind == CYLINDER:
        px, py, pz = rim_point(size[g, 0], math.copysign(size[g, 1], z), x, y)
        return px, py, pz, -1
    if kind == CONE:
        # The apex wins where the direction is steeper than the mantle's normal.
        if 2.0 * z * size[g, 1] >= size[g, 0] * math.sqrt(x * x + y * y):
            return 0.0, 0.0, size[g, 1], -1
        px, py, pz = rim_point(size[g, 0], -size[g, 1], x, y)
        return px, py, pz, -1
    if kind == ELLIPSOID:
        # The ball's point along the direction as the ball sees it, stretched.
        px, py, pz = size[g, 0] * x, size[g, 1] * y, size[g, 2] * z
        length = math.sqrt(px * px + py * py + pz * pz)
        if length == 0.0:
            return 0.0, 0.0, size[g, 2], -1
        return size[g, 0] * px / length, size[g, 1] * py / length, size[g, 2] * pz / length, -1
    best, furthest = header[g, VERTEX], -math.inf
    for i in range(header[g, VERTEX], header[g, VERTEX_END]):
        along = vertex[i, 0] * x + vertex[i, 1] * y + vertex[i, 2] * z
        if along > furthest:
            best, furthest = i, along
    return vertex[best, 0], vertex[best, 1], vertex[best, 2], best
