"""A surface as it is drawn: triangles with a normal at every corner, smooth across gentle edges, else sharp."""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.geometry.polyhedron import triangle_normals

#: Faces that meet at less than this are parts of one round surface [rad].
CREASE = math.radians(40.0)


@dataclass(frozen=True, eq=False)
class Geometry:
    """Vertices (v, 3) [m] and outward triangles (t, 3) in the body frame; equal shapes share one."""

    vertices: FloatArray
    triangles: IntArray

    @cached_property
    def corner_normals(self) -> FloatArray:
        """Unit normals (t, 3, 3) of the triangles' corners."""
        return corner_normals(self.vertices, self.triangles)

    @cached_property
    def radius(self) -> float:
        """Distance from the frame's origin to the furthest vertex [m]."""
        return float(np.sqrt(np.max(np.sum(self.vertices**2, axis=1), initial=0.0)))

    @cached_property
    def edges(self) -> IntArray:
        """Pairs of vertices (e, 2) along which faces meet at an angle; the edges of a wire frame."""
        return _sharp_edges(self.vertices, self.triangles)

    @cached_property
    def split(self) -> tuple[FloatArray, FloatArray, IntArray]:
        """Vertices (k, 3), their normals (k, 3) and triangles (t, 3), with vertices doubled along sharp edges."""
        corners = self.vertices[self.triangles].reshape(-1, 3)
        both = np.concatenate([corners, self.corner_normals.reshape(-1, 3)], axis=1)
        # Equal corners are merged; the rounding joins normals that differ in their last digits only.
        _, first, inverse = np.unique(both.round(9), axis=0, return_index=True, return_inverse=True)
        return both[first, :3], both[first, 3:], inverse.reshape(-1, 3).astype(np.int32)


def corner_normals(vertices: FloatArray, triangles: IntArray) -> FloatArray:
    """Return unit normals (t, 3, 3): at each corner the mean over the faces around it that lie within the crease."""
    area_normals = triangle_normals(vertices, triangles)
    lengths = np.linalg.norm(area_normals, axis=1, keepdims=True)
    flat = area_normals / np.where(lengths > 0.0, lengths, 1.0)
    # Pairs of corners at one vertex: every corner meets all `count` corners of its vertex.
    vertex = triangles.ravel()
    order = np.argsort(vertex, kind="stable")
    starts = np.searchsorted(vertex[order], np.arange(len(vertices) + 1))
    count = np.diff(starts)[vertex]
    own = np.repeat(np.arange(len(vertex)), count)
    turn = np.arange(len(own)) - np.repeat(np.cumsum(count) - count, count)
    other = order[starts[vertex[own]] + turn]
    near = np.sum(flat[own // 3] * flat[other // 3], axis=1) > math.cos(CREASE)
    total = np.zeros((len(vertex), 3))
    for axis in range(3):
        total[:, axis] = np.bincount(own[near], area_normals[other[near] // 3, axis], len(vertex))
    norms = np.linalg.norm(total, axis=1, keepdims=True)
    smooth = np.where(norms > 0.0, total / np.where(norms > 0.0, norms, 1.0), np.repeat(flat, 3, axis=0))
    return smooth.reshape(-1, 3, 3)


def _sharp_edges(vertices: FloatArray, triangles: IntArray) -> IntArray:
    normals = triangle_normals(vertices, triangles)
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-300)
    ends = np.sort(np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]]), axis=1)
    face = np.tile(np.arange(len(triangles)), 3)
    pairs, inverse, count = np.unique(ends, axis=0, return_inverse=True, return_counts=True)
    by_edge = face[np.argsort(inverse.ravel(), kind="stable")]
    start = np.cumsum(count) - count
    # Faces of one plane share an edge that no one wants to see; 0.5 degrees apart is a plane.
    cosine = np.sum(normals[by_edge[start]] * normals[by_edge[start + count - 1]], axis=1)
    return np.asarray(pairs[(count != 2) | (cosine < math.cos(math.radians(0.5)))], dtype=np.int32)
