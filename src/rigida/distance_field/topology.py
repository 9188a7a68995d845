"""Edges and pseudo-normals of a triangle surface.

The sign of a distance comes from the pseudo-normal of the nearest region: that of a face is its normal, of an edge the
sum of its two faces' normals, of a corner the sum of its faces' normals weighted by their angles there (Bærentzen and
Aanæs 2005; Popovski 2008, 3.1–3.3). A face's normal alone errs near sharp edges and corners.

Where a sheet ends, nothing is inside: on its border the direction that leads away from the sheet, in the plane of its
last triangle, takes the place of the pseudo-normal.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray, IntArray
from rigida.distance_field.triangle import CORNER, EDGE, FACE
from rigida.geometry.polyhedron import triangle_normals

#: Columns of a triangle's row: seven pseudo-normals in the order of its regions, then how many faces meet in a corner.
VALENCE = 21
NORMAL_WIDTH = 24


@dataclass(frozen=True, eq=False)
class Topology:
    """normal (t, 24): unit pseudo-normals of each triangle's seven regions and the valences of its corners;
    edge (e, 2) vertices; angle (e,) between the edge's faces [rad], positive where convex, π on a border;
    open: whether there is one."""

    normal: FloatArray
    edge: IntArray
    angle: FloatArray
    open: bool


def surface_topology(vertices: FloatArray, triangles: IntArray) -> Topology:
    """Return edges and pseudo-normals of a surface in which every edge belongs to one or two triangles."""
    face = triangle_normals(vertices, triangles)
    face /= np.linalg.norm(face, axis=1, keepdims=True)
    normal = np.zeros((len(triangles), NORMAL_WIDTH))
    normal[:, 3 * FACE : 3 * FACE + 3] = face
    valence = np.bincount(triangles.ravel(), minlength=len(vertices))
    normal[:, VALENCE:] = valence[triangles]
    start, end = triangles.ravel().astype(np.int64), np.roll(triangles, -1, axis=1).ravel().astype(np.int64)
    key = np.minimum(start, end) * len(vertices) + np.maximum(start, end)
    order = np.argsort(key, kind="stable")
    first = np.flatnonzero(np.concatenate([[True], key[order][1:] != key[order][:-1]]))
    one, two = order[first], order[np.append(first[1:], len(order)) - 1]
    border = one == two
    summed = face[one // 3] + face[two // 3]
    length = np.linalg.norm(summed, axis=1, keepdims=True)
    summed = np.where(length > 1e-9, summed / np.maximum(length, 1e-9), face[one // 3])
    away = np.cross(vertices[end[one]] - vertices[start[one]], face[one // 3])
    away /= np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1e-300)
    summed[border] = away[border]
    for side in (one, two):
        for k in range(3):
            here = side % 3 == k
            normal[side[here] // 3, 3 * (EDGE + k) : 3 * (EDGE + k) + 3] = summed[here]
    _add_corner_normals(vertices, triangles, face, normal, one[border], away[border])
    angle = np.where(border, np.pi, _fold(vertices, triangles, face, one, two))
    return Topology(normal, np.stack([start[one], end[one]], axis=1), angle, bool(border.any()))


def _add_corner_normals(
    vertices: FloatArray,
    triangles: IntArray,
    face: FloatArray,
    normal: FloatArray,
    border: NDArray[np.int_],
    away: FloatArray,
) -> None:
    """Write the angle-weighted normals of all corners; on a border the mean of what leads away from its edges.

    border (e,): 3 · triangle + side of the border's edges, away (e, 3): their directions.
    """
    summed = np.zeros((len(vertices), 3))
    for k in range(3):
        here, ahead, behind = (vertices[triangles[:, (k + i) % 3]] for i in range(3))
        u, v = ahead - here, behind - here
        angle = np.arctan2(np.linalg.norm(np.cross(u, v), axis=1), np.sum(u * v, axis=1))
        for c in range(3):
            summed[:, c] += np.bincount(triangles[:, k], angle * face[:, c], len(vertices))
    ends = np.concatenate([triangles[border // 3, border % 3], triangles[border // 3, (border + 1) % 3]])
    summed[ends] = 0.0
    np.add.at(summed, ends, np.concatenate([away, away]))
    summed /= np.maximum(np.linalg.norm(summed, axis=1, keepdims=True), 1e-30)
    for k in range(3):
        normal[:, 3 * (CORNER + k) : 3 * (CORNER + k) + 3] = summed[triangles[:, k]]


def _fold(
    vertices: FloatArray, triangles: IntArray, face: FloatArray, one: NDArray[np.int_], two: NDArray[np.int_]
) -> FloatArray:
    """Return the angle between the two faces of each edge, positive where the surface is convex."""
    a, b = face[one // 3], face[two // 3]
    angle = np.arctan2(np.linalg.norm(np.cross(a, b), axis=1), np.sum(a * b, axis=1))
    opposite = vertices[triangles[two // 3, (two % 3 + 2) % 3]] - vertices[triangles[two // 3, two % 3]]
    return np.where(np.sum(opposite * a, axis=1) <= 0.0, angle, -angle)
