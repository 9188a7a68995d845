"""Collision core of a convex shape: a solid that the kernels support, and a radius around it.

    kind          the core                                  size
    BOX           a cuboid about the origin                 half edge lengths
    POLYTOPE      the hull of `vertices`                    –
    CYLINDER      along z about the origin                  radius, half height
    CONE          along z, apex at + half height            radius, half height
    ELLIPSOID     about the origin                          half axes
    HALF_SPACE    all below a plane through the origin      outward normal

A point or a segment with a radius is a sphere or a capsule, whose distances are exact that way. A shape with flat faces
is a polytope and has nothing to say: `Shape.core` takes its surface. A smooth one without a kind of its own gives
`support_core`, the hull of its support points.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.math.elementary import cos_array, sin_array

BOX: Final = 0
POLYTOPE: Final = 1
CYLINDER: Final = 2
CONE: Final = 3
HALF_SPACE: Final = 4
ELLIPSOID: Final = 5


def _no_vertices() -> FloatArray:
    return np.zeros((0, 3))


def _no_triangles() -> IntArray:
    return np.zeros((0, 3), dtype=np.int32)


@dataclass(frozen=True, eq=False)
class Core:
    """The core of one shape, in the shape's frame [m].

    radius: Around a core of one or two vertices; 0 for others. vertices (v, 3), triangles (t, 3): the closed surface of
    a box or polytope, outwards; no triangles for a point, a segment, or where only the hull's bounds matter.
    """

    kind: int
    size: tuple[float, float, float] = (0.0, 0.0, 0.0)
    radius: float = 0.0
    vertices: FloatArray = field(default_factory=_no_vertices)
    triangles: IntArray = field(default_factory=_no_triangles)


def support_core(support: Callable[[FloatArray], FloatArray], count: int = 400) -> Core:
    """Return the hull of the support points in `count` directions, spread evenly: a smooth shape as a polytope.

    The hull lies inside the shape, by up to 3.3/count of its radius of curvature: 0.8 % by default, as a sphere shows.
    What a contact costs grows with the count.
    """
    from rigida.geometry.convex_hull import ConvexHull

    # Rings of equal area, turned by the golden angle: no two directions come close (Swinbank & Purser 2006).
    height = (2.0 * np.arange(count) + 1.0) / count - 1.0
    angle = np.arange(count) * np.pi * (3.0 - np.sqrt(5.0))
    across = np.sqrt(1.0 - height**2)
    directions = np.stack([across * cos_array(angle), across * sin_array(angle), height], axis=1)
    along_axes = np.concatenate([np.eye(3), -np.eye(3)])  # so that bounds are exact
    points = np.array([support(direction) for direction in (*directions, *along_axes)])
    vertices, triangles = ConvexHull(np.unique(points, axis=0)).surface()
    return Core(POLYTOPE, vertices=vertices, triangles=triangles)
