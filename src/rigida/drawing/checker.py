"""A square of ground with the fields of its checker, where only triangles can be shown."""

import math

import numpy as np
from numpy.typing import NDArray

from rigida.drawing.geometry import Geometry
from rigida.fields import Vec3

#: Most fields from the middle of a square to its edge; of longer motions the fields are larger than in pictures.
_MOST_FIELDS = 64


def checkered_square(normal: Vec3, half_width: float, cell: float) -> tuple[Geometry, NDArray[np.bool_]]:
    """Return a square of whole checker fields about the origin, and which of its triangles are dark (t,).

    Args:
        normal: Unit normal (3,).
        half_width: Half the edge that it has at least [m].
        cell: Width of a field [m].
    """
    while half_width > _MOST_FIELDS * cell:
        cell *= 2.0
    count = math.ceil(half_width / cell)
    n = np.array(normal)
    # The axes of the pattern are those of pictures (`render/renderer.py`).
    right = np.cross(n, np.eye(3)[int(np.argmin(np.abs(n)))])
    right /= np.linalg.norm(right)
    up = np.cross(right, n)
    steps = cell * np.arange(-count, count + 1)
    vertices = (steps[:, None, None] * right + steps[None, :, None] * up).reshape(-1, 3)
    i, j = (index.ravel() for index in np.meshgrid(np.arange(2 * count), np.arange(2 * count), indexing="ij"))
    across = 2 * count + 1
    a, b, c, d = i * across + j, (i + 1) * across + j, (i + 1) * across + j + 1, i * across + j + 1
    # right × up = −n: seen from outside, up comes before right.
    triangles = np.stack([a, d, c, a, c, b], axis=1).reshape(-1, 3).astype(np.int32)
    return Geometry(vertices, triangles), np.repeat((i + j) % 2 == 0, 2)
