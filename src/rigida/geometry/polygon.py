"""Area, centroid and second moments of plane polygons by Green's theorem (Corrêa 2020, 3.4–3.8).

With d = x_i y_(i+1) − x_(i+1) y_i over the edges,

    A = ½ Σ d        A x_c = ⅙ Σ d (x_i + x_(i+1))        I_y = ∫x² = 1/12 Σ d (x_i² + x_i x_(i+1) + x_(i+1)²)
    I_xy = ∫xy = 1/24 Σ d (x_i y_(i+1) + 2 x_i y_i + 2 x_(i+1) y_(i+1) + x_(i+1) y_i)

The document's eq. 26 prints I_xy without its last term and a wrong index; its program has the right one, skips the
closing edge, and gives negative values for clockwise vertices. Here both orders give the same positive result.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rigida.arrays import FloatArray
from rigida.errors import ModelError
from rigida.fields import rows
from rigida.math.dense import product

#: Up to this many vertices a polygon is checked for crossing itself; the check takes time with their square.
CROSSING_CHECK_LIMIT = 2000
#: An area below this fraction of the squared extent is rounding.
_NO_AREA = 1e-14


@dataclass(frozen=True, eq=False)
class PolygonProperties:
    """Area [m²], centroid (2,) [m] and area moments [m⁴] of a plane polygon.

    `second_moments` are (I_x, I_y, I_xy) = (∫y², ∫x², ∫xy) about the origin; `polar_moment` is ∫r² about the
    centroid. Times the mass per area, the polar moment is the moment of inertia for turning in the plane.
    """

    area: float
    centroid: FloatArray
    second_moments: tuple[float, float, float]
    polar_moment: float


def polygon_properties(vertices: ArrayLike) -> PolygonProperties:
    """Return area, centroid and second moments of a simple polygon, whichever way round its vertices are given.

    Args:
        vertices: Corners in order (n, 2) [m]; the first may be repeated at the end. Beyond
            `CROSSING_CHECK_LIMIT` vertices it is not checked whether the outline crosses itself.
    """
    points = _checked_vertices(vertices)
    # About the middle of the box, so that a polygon far from the origin keeps its precision.
    middle = points.min(axis=0) + 0.5 * np.ptp(points, axis=0)
    x, y = (points - middle).T
    next_x, next_y = np.roll(x, -1), np.roll(y, -1)
    d = x * next_y - next_x * y
    area = 0.5 * np.sum(d)
    if abs(area) <= _NO_AREA * np.ptp(points, axis=0).max() ** 2:
        raise ModelError("Polygon: vertices must enclose an area, but they lie on one line. Move a vertex off it.")
    offset = np.array([np.sum(d * (x + next_x)), np.sum(d * (y + next_y))]) / (6.0 * area)
    i_x = np.sum(d * (y * y + y * next_y + next_y * next_y)) / 12.0
    i_y = np.sum(d * (x * x + x * next_x + next_x * next_x)) / 12.0
    i_xy = np.sum(d * (x * next_y + 2.0 * x * y + 2.0 * next_x * next_y + next_x * y)) / 24.0

    # Clockwise vertices make area and moments negative together; the centroid, a quotient, is right either way.
    sign = 1.0 if area > 0.0 else -1.0
    area, i_x, i_y, i_xy = sign * area, sign * i_x, sign * i_y, sign * i_xy
    centroid = middle + offset
    # Steiner: from the box's middle to the centroid, and from there to the origin.
    shift_x, shift_y = centroid**2 - offset**2
    about_origin = (
        i_x + area * shift_y,
        i_y + area * shift_x,
        i_xy + area * (centroid[0] * centroid[1] - offset[0] * offset[1]),
    )
    i, j, k = (float(value) for value in about_origin)
    return PolygonProperties(float(area), centroid, (i, j, k), float(i_x + i_y - area * (product(offset, offset))))


def _checked_vertices(vertices: ArrayLike) -> FloatArray:
    """Return the corners (n, 2) without immediate repetitions, or raise."""
    points = rows("Polygon", "vertices", vertices, 2)
    points = np.asarray(points[(points != np.roll(points, -1, axis=0)).any(axis=1)])
    if len(points) < 3:
        raise ModelError(f"Polygon: vertices must be at least 3 different points, got {len(points)}. Add vertices.")
    if len(points) <= CROSSING_CHECK_LIMIT:
        _check_simple(points)
    return points


def _check_simple(points: FloatArray) -> None:
    """Raise if two edges that are not neighbors intersect, or an edge reverses its predecessor."""
    ends = np.roll(points, -1, axis=0)
    count = len(points)
    edges = ends - points
    following = np.roll(edges, -1, axis=0)
    straight = edges[:, 0] * following[:, 1] == edges[:, 1] * following[:, 0]
    back = np.flatnonzero(straight & (np.sum(edges * following, axis=1) < 0.0))
    if len(back) and count > 3:
        where = (int(back[0]) + 1) % count
        raise ModelError(f"Polygon: the outline turns straight back at vertex {where}. Remove that vertex.")
    for i in range(count - 2):
        # The edges after the next one; the last edge is a neighbor of the first.
        others = slice(i + 2, count - 1 if i == 0 else count)
        crossed = _intersects(points[i], ends[i], points[others], ends[others])
        if crossed.any():
            j = i + 2 + int(np.argmax(crossed))
            raise ModelError(
                f"Polygon: the outline must not cross or touch itself, but the edge from vertex {i} meets the edge "
                f"from vertex {j}. Reorder the vertices, or split the polygon."
            )


def _intersects(a: FloatArray, b: FloatArray, c: FloatArray, d: FloatArray) -> NDArray[np.bool_]:
    """Return which of the segments c d (n, 2) share a point with the segment a b."""

    def side(p: FloatArray, q: FloatArray, r: FloatArray) -> FloatArray:
        u, v = q - p, r - p
        return np.asarray(np.sign(u[..., 0] * v[..., 1] - u[..., 1] * v[..., 0]))

    apart = (np.maximum(a, b) < np.minimum(c, d)) | (np.minimum(a, b) > np.maximum(c, d))
    astride = (side(a, b, c) * side(a, b, d) <= 0.0) & (side(c, d, a) * side(c, d, b) <= 0.0)
    return np.asarray(astride & ~apart.any(axis=1))
