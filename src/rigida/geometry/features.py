"""Features of flat-faced shapes: vertices, edges and faces, and which of them a point of the surface lies on.

Triangles of one plane that share an edge are one face; an edge is one between two faces. A point near a vertex lies on
it, else on an edge as near as that, else on the face of the nearest triangle. Points of curved shapes lie on their
surface. Bacin 1999, 7.2 (features of closest pairs); Renhe 2006, 3.2.1.
"""

from dataclasses import dataclass
from enum import IntEnum
from weakref import WeakKeyDictionary, WeakValueDictionary

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.geometry.compound import Compound
from rigida.geometry.convex_hull import ConvexHull
from rigida.geometry.flat_primitives import Box, HalfSpace, Pyramid
from rigida.geometry.mesh import Mesh
from rigida.geometry.mesh_check import surface_edges
from rigida.geometry.shape import Shape
from rigida.math.quaternion import conjugate_array, rotate_array
from rigida.shown import FieldTable

#: Faces whose normals differ by less are one plane (sine of the angle).
_ONE_PLANE = 1e-6
#: A point this near to a vertex or edge lies on it, as a part of the shape's extent.
_NEAR = 1e-3
#: Distances of points to triangles that are computed at once: some megabytes.
_AT_ONCE = 100_000


class Feature(IntEnum):
    """Feature of a shape: vertex, edge, face or curved surface."""

    SURFACE = 0
    VERTEX = 1
    EDGE = 2
    FACE = 3


@dataclass(frozen=True, eq=False)
class SurfaceFeatures(FieldTable):
    """vertices (v, 3) [m]; triangles (t, 3); edges (e, 2), pairs of vertices; face (t,), the face of each triangle.

    Args:
        vertices: Corners (v, 3) [m].
        triangles: Corners of each triangle (t, 3).
        edges: Pairs of corners (e, 2).
        face: Face of each triangle (t,).
    """

    vertices: FloatArray
    triangles: IntArray
    edges: IntArray
    face: IntArray

    def __repr__(self) -> str:
        return f"<SurfaceFeatures: {len(self.vertices)} vertices, {len(self.edges)} edges, {self.face.max() + 1} faces>"

    def at(self, points: FloatArray, tolerance: float) -> tuple[IntArray, IntArray]:
        """Return the feature (n,) on which points (n, 3) of the surface lie, and its number (n,).

        Args:
            points: (n, 3) [m].
            tolerance: Distance within which a point lies on an edge or a vertex [m].
        """
        kind = np.full(len(points), Feature.FACE, dtype=np.int32)
        index = np.zeros(len(points), dtype=np.int32)
        at_once = max(1, _AT_ONCE // len(self.triangles))
        for first in range(0, len(points), at_once):
            part = slice(first, first + at_once)
            kind[part], index[part] = self._at(points[part, None], tolerance)
        return kind, index

    def _at(self, points: FloatArray, tolerance: float) -> tuple[IntArray, IntArray]:
        """Return the same for points (n, 1, 3), all by all features at once."""
        to_vertex = np.linalg.norm(self.vertices - points, axis=-1)
        kind = np.where(to_vertex.min(axis=1) <= tolerance, Feature.VERTEX, Feature.FACE).astype(np.int32)
        index = to_vertex.argmin(axis=1).astype(np.int32)
        left = np.flatnonzero(kind == Feature.FACE)
        if len(left) and len(self.edges):
            ends = self.vertices[self.edges]
            to_edge = _segment_distances(points[left], ends[:, 0], ends[:, 1])
            near = to_edge.min(axis=1) <= tolerance
            kind[left[near]], index[left[near]] = Feature.EDGE, to_edge[near].argmin(axis=1)
            left = left[~near]
        if len(left):
            index[left] = self.face[_triangle_distances(points[left], self.vertices[self.triangles]).argmin(axis=1)]
        return kind, index


_KEPT: "WeakKeyDictionary[Shape, SurfaceFeatures]" = WeakKeyDictionary()
#: One for all shapes of the same surface.
_SHARED: "WeakValueDictionary[tuple[bytes, bytes], SurfaceFeatures]" = WeakValueDictionary()


def surface_features(shape: Shape) -> SurfaceFeatures | None:
    """Return vertices, edges and faces of a shape; None for a curved or unbounded shape.

    Args:
        shape: A shape.
    """
    if not is_flat(shape):
        return None
    if shape not in _KEPT:
        vertices, triangles = shape.surface()
        key = vertices.tobytes(), triangles.tobytes()
        _KEPT[shape] = _SHARED[key] = _SHARED.get(key) or _features(vertices, triangles)
    return _KEPT[shape]


def is_flat(shape: Shape) -> bool:
    """Return whether a shape has flat faces only, and bounds."""
    if isinstance(shape, Compound):
        return all(is_flat(part) for part, _, _ in shape.flattened)
    return isinstance(shape, Box | Pyramid | ConvexHull | Mesh)


def features_at(
    shape: Shape, position: FloatArray, orientation: FloatArray, points: FloatArray
) -> tuple[IntArray, IntArray]:
    """Return the features (n,) of a shape at world points (n, 3), for one pose or one per point.

    And its number (n,).

    The number is −1 on a curved surface.
    """
    found = surface_features(shape)
    if found is not None:
        local = rotate_array(conjugate_array(orientation), points - position)
        return found.at(local, _NEAR * float(np.ptp(shape.bounds(), axis=0).max()))
    flat = isinstance(shape, HalfSpace)
    kind = np.full(len(points), Feature.FACE if flat else Feature.SURFACE, dtype=np.int32)
    return kind, np.full(len(points), 0 if flat else -1, dtype=np.int32)


def _features(vertices: FloatArray, triangles: IntArray) -> SurfaceFeatures:
    a, b, c = (vertices[triangles[:, k]] for k in range(3))
    normal = np.cross(b - a, c - a)
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    edges = surface_edges(triangles)
    face = np.arange(len(triangles))
    sharp = np.ones(len(edges.start), dtype=bool)
    for e in np.flatnonzero(edges.uses == 2):
        i, j = edges.triangle[edges.first[e] : edges.first[e] + 2]
        if np.linalg.norm(np.cross(normal[i], normal[j])) < _ONE_PLANE and normal[i] @ normal[j] > 0.0:
            sharp[e] = False
            low, high = sorted((int(face[i]), int(face[j])))
            face[face == high] = low
    numbers = np.unique(face, return_inverse=True)[1].astype(np.int32)
    pairs = np.column_stack([edges.start, edges.end])[sharp].astype(np.int32)
    return SurfaceFeatures(vertices, triangles, pairs, numbers)


def _segment_distances(point: FloatArray, start: FloatArray, end: FloatArray) -> FloatArray:
    """Return the distances (n, m) of points (n, 1, 3) to segments (m, 3)."""
    edge = end - start
    length = np.maximum((edge * edge).sum(axis=-1), np.finfo(float).tiny)
    u = np.clip(((point - start) * edge).sum(axis=-1) / length, 0.0, 1.0)
    return np.asarray(np.linalg.norm(start + u[..., None] * edge - point, axis=-1))


def _triangle_distances(point: FloatArray, corners: FloatArray) -> FloatArray:
    """Return the distances (n, m) of points (n, 1, 3) to triangles (m, 3, 3)."""
    a, b, c = corners[:, 0], corners[:, 1], corners[:, 2]
    n = np.cross(b - a, c - a)
    size = np.maximum((n * n).sum(axis=-1), np.finfo(float).tiny)
    sides = ((a, b), (b, c), (c, a))
    inside = np.logical_and.reduce([(np.cross(e - s, point - s) * n).sum(axis=-1) >= 0.0 for s, e in sides])
    to_plane = np.abs(((point - a) * n).sum(axis=-1)) / np.sqrt(size)
    to_border = np.minimum.reduce([_segment_distances(point, s, e) for s, e in sides])
    return np.where(inside, to_plane, to_border)
