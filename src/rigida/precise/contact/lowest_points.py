"""The lowest points of disks, cones and the like over half-spaces, followed exactly.

Manifolds leave the lowest point out where one of their own on the same rim is as low, but for a ten-thousandth of the
shape's size. A contact that follows the rim would jump there, and its forces with it: a cone that rocks on its rim
passes the eight points of its manifold thousands of times a second.
"""

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray, IntArray
from rigida.collision.arrays import ConvexTable, PlacedShapes
from rigida.collision.shapes.support import support
from rigida.geometry.core import CONE, CYLINDER, ELLIPSOID
from rigida.jit.decorators import kernel
from rigida.math.quat import rotated, rotated_back
from rigida.math.vec3 import dot

#: The feature of the lowest point; manifolds number the points of each part from a multiple of the second.
LOWEST, _POINTS = 127, 128
#: Shapes whose manifolds with half-spaces have such a point.
CURVED = (CYLINDER, CONE, ELLIPSOID)


def is_lowest(feature: IntArray) -> NDArray[np.bool_]:
    """Return which features (c,) of a round shape over a half-space are its lowest point."""
    return np.asarray(feature % _POINTS == LOWEST)


@kernel
def lowest_points(
    planes: IntArray,
    others: IntArray,
    normal: FloatArray,
    point: FloatArray,
    gap: FloatArray,
    placed: PlacedShapes,
    shapes: ConvexTable,
) -> None:
    """Fill normals out of half-spaces, the points halfway between their surface and other shapes, and the gaps."""
    for k in range(planes.shape[0]):
        plane, other = planes[k], others[k]
        core, q = shapes.core[placed.geometry[other]], placed.attitude[other]
        n = rotated(placed.attitude[plane], shapes.core[placed.geometry[plane]].size)
        furthest, _ = support(core, rotated_back(q, -n), shapes)
        surface = placed.position[other] + rotated(q, furthest) - n * core.radius
        gap[k] = dot(n, surface - placed.position[plane])
        middle = surface - n * (0.5 * gap[k])
        normal[k, 0], normal[k, 1], normal[k, 2] = n.x, n.y, n.z
        point[k, 0], point[k, 1], point[k, 2] = middle.x, middle.y, middle.z
