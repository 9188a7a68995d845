"""Views of a concave body: a slice through its distance field, and its surface samples.

Both are in the body frame and made once per surface.
"""

from functools import lru_cache

import numpy as np

from rigida.arrays import FloatArray
from rigida.distance_field.field import MOST_TRIANGLES
from rigida.distance_field.samples import DIRECTION, HALF, surface_samples
from rigida.distance_field.surface import triangle_surface
from rigida.drawing.geometry import Geometry
from rigida.geometry.mesh_check import is_closed

#: Colors of points inside and outside of a body (Popovski 2008, 11), and of its surface samples.
INSIDE, OUTSIDE, SAMPLE = "#18a048", "#d83030", "#1c5fb0"
#: Points along the longer side of a slice.
_ALONG = 64
#: A surface with an edge folded inwards by more than this [rad] is concave.
_INWARDS = 0.02


@lru_cache(maxsize=64)
def is_concave(geometry: Geometry) -> bool:
    """Return whether a surface encloses a concave solid of which a field can be shown."""
    if len(geometry.triangles) > MOST_TRIANGLES or not is_closed(geometry.triangles):
        return False
    return bool((triangle_surface(geometry.vertices, geometry.triangles).topology.angle < -_INWARDS).any())


@lru_cache(maxsize=16)
def field_slice(geometry: Geometry) -> tuple[FloatArray, FloatArray, float]:
    """Return points (n, 3) of a slice through the middle, across the shortest side, their distances (n,) and extent."""
    low, high = geometry.vertices.min(axis=0), geometry.vertices.max(axis=0)
    extent = float((high - low).max())
    low, high = low - 0.1 * extent, high + 0.1 * extent
    across = int(np.argmin(high - low))
    ranges = [np.arange(a, b, 1.2 * extent / _ALONG) for a, b in zip(low, high, strict=True)]
    ranges[across] = np.array([0.5 * (low[across] + high[across])])
    points = np.stack(np.meshgrid(*ranges, indexing="ij"), axis=-1).reshape(-1, 3)
    return points, triangle_surface(geometry.vertices, geometry.triangles).distance(points), extent


@lru_cache(maxsize=16)
def sample_places(geometry: Geometry) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return the sample points (n, 3), and begins and ends (m, 3) of the sampled pieces of edges."""
    surface = triangle_surface(geometry.vertices, geometry.triangles)
    element = surface_samples(surface.vertices, surface.topology).element
    point, piece = element[element[:, HALF] == 0.0], element[element[:, HALF] > 0.0]
    return point[:, :3], piece[:, :3], piece[:, :3] + 2.0 * piece[:, HALF, None] * piece[:, DIRECTION:HALF]
