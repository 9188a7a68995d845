"""Convex hull of points: a convex polyhedron without naming its faces.

Faces are found on first use (Qhull, Barber 1996); what is wrong with the points is said at once.
"""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray, IntArray
from rigida.errors import ModelError
from rigida.fields import Points, Rule, label
from rigida.geometry.mass_properties import MassProperties
from rigida.geometry.polyhedron import (
    box_middle,
    check_extent,
    cross_rows,
    furthest_vertex,
    polyhedron_properties,
    signed_volume,
)
from rigida.geometry.shape import SHAPES, Shape, Surface
from rigida.math.dense import product
from rigida.shown import counted

#: Points thinner than this fraction of their extent are flat: Qhull's own rounding is about 1e-14 of it.
_FLAT = 1e-10
#: How far, as a fraction of the extent, a point may stick out of the hull of the others and still be left out.
_LEFT_OUT = 1e-13
#: Least sum of squared cosines about a corner; below it its faces' normals lie in one plane up to 1e-6 rad.
_ONE_PLANE = 1e-12


@SHAPES.register
@dataclass(frozen=True, eq=False)
class ConvexHull(Shape):
    """Smallest convex solid that contains the points; points inside it are ignored."""

    points: Annotated[Points, Rule("m", text="The shape is their hull.")]

    def __repr__(self) -> str:
        return f"<ConvexHull of {counted(len(self.points), 'point')}>"

    def __post_init__(self) -> None:
        super().__post_init__()
        who = label(self)
        if len(self.points) < 4:
            raise ModelError(
                f"{who}: points must be at least 4 that do not lie in one plane, got {len(self.points)}. Add points."
            )
        check_extent(who, self.points)
        flatness = _flatness(self.points)
        if flatness:
            raise ModelError(
                f"{who}: points must enclose a volume, but all {len(self.points)} {flatness}. "
                "Add points off it, or use a thin Box."
            )

    @cached_property
    def _faces(self) -> Surface:
        # Seen from its middle and at size 1 the hull is found equally well whatever its place and units.
        triangles = _hull_triangles((self.points - box_middle(self.points)) / np.ptp(self.points, axis=0).max())
        used = np.unique(triangles)
        vertices = self.points[used]
        numbered = np.searchsorted(used, triangles).astype(np.int32)
        vertices.flags.writeable = False
        numbered.flags.writeable = False
        return vertices, numbered

    def unit_mass_properties(self) -> MassProperties:
        return polyhedron_properties(*self._faces)

    def bounds(self) -> FloatArray:
        return np.array([self.points.min(axis=0), self.points.max(axis=0)])

    def support(self, direction: FloatArray) -> FloatArray:
        return furthest_vertex(self._faces[0], direction)

    def surface(self, segments: int = 24) -> Surface:
        """Return the hull's vertices and triangles (read-only arrays), for any `segments`."""
        return self._faces


def _flatness(points: FloatArray) -> str:
    """Return "coincide", "lie on one line" or "lie in one plane"; empty for points that enclose a volume."""
    seen = points - box_middle(points)
    extent = float(np.ptp(points, axis=0).max())
    # Coordinates far from the origin carry their own rounding.
    tolerance = max(_FLAT * extent, 8.0 * np.finfo(np.float64).eps * float(np.abs(points).max()))
    if extent <= tolerance:
        return "coincide"
    seen = seen - _furthest(seen)
    along = _furthest(seen)
    along = along / math.hypot(*along)
    aside = seen - (product(seen, along))[:, None] * along
    across = _furthest(aside)
    distance = math.hypot(*across)
    if distance <= tolerance:
        return "lie on one line"
    height = np.abs(product(seen, cross_rows(along[None], across[None] / distance)[0]))
    return "lie in one plane" if height.max() <= tolerance else ""


def _furthest(points: FloatArray) -> FloatArray:
    """Return the one (3,) of points (n, 3) that is furthest from the origin."""
    return np.asarray(points[np.argmax(np.einsum("ij,ij->i", points, points))])


def _hull_triangles(points: FloatArray) -> IntArray:
    """Return outward hull triangles (t, 3) as indices into `points`, whose extent is 1."""
    from scipy.spatial import ConvexHull as Qhull

    hull = Qhull(points)
    corners = _corners(hull)
    if 4 <= len(corners) < len(hull.vertices):
        lean = Qhull(points[corners])
        others = points[np.setdiff1d(hull.vertices, corners)]
        if (product(others, lean.equations[:, :3].T) + lean.equations[:, 3]).max() <= _LEFT_OUT:
            return np.asarray(corners[_wound_alike(points[corners], lean)], dtype=np.int32)
    return _wound_alike(points, hull)


def _corners(hull: Any) -> NDArray[np.int64]:
    """Return the vertices of faces with three directions, without points on edges or faces.

    Qhull keeps some of those, and the slivers it makes with them have no direction of their own.
    """
    spread = np.zeros((len(hull.points), 3, 3))
    normals = hull.equations[:, :3]
    squares = normals[:, :, None] * normals[:, None, :]
    np.add.at(spread, hull.simplices.T, squares)
    narrowest = np.linalg.eigvalsh(spread[hull.vertices])[:, 0]
    return np.sort(hull.vertices[narrowest > _ONE_PLANE])


def _wound_alike(points: FloatArray, hull: Any) -> IntArray:
    """Return Qhull's triangles facing outwards: the winding spreads from the first triangle to its neighbors.

    Each triangle's own normal would not do, because that of a sliver is rounding.
    """
    triangles = np.array(hull.simplices, dtype=np.int32)
    corners, neighbors = triangles.tolist(), hull.neighbors.tolist()
    turned, known = [False] * len(corners), [True] + [False] * (len(corners) - 1)
    reached = [0]
    for triangle in reached:
        a, b, c = corners[triangle]
        edges = {(a, b), (b, c), (c, a)}
        for other in neighbors[triangle]:
            if not known[other]:
                x, y, z = corners[other]
                alike = not edges.isdisjoint(((x, y), (y, z), (z, x)))  # run through in the same sense by both
                turned[other] = turned[triangle] ^ alike
                known[other] = True
                reached.append(other)
    backwards = np.array(turned)
    triangles[backwards] = triangles[backwards][:, ::-1]
    return triangles if signed_volume(points, triangles) > 0.0 else triangles[:, ::-1]
