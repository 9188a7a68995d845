"""Triangles of a mesh that cut through each other: found for the diagnosis of mesh files, whole-array.

Two triangles without a common corner cross where an edge of one passes through the other. Candidates are pairs whose
boxes overlap, found by sweeping along the longest side of the mesh.
"""

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray, IntArray

#: Triangles compared with all later ones at a time.
_BATCH = 256


def crossing_triangles(vertices: FloatArray, triangles: IntArray) -> NDArray[np.int64]:
    """Return the pairs (n, 2) of triangles that cut through each other."""
    corner = vertices[triangles]
    low, high = corner.min(axis=1), corner.max(axis=1)
    axis = int(np.argmax(np.ptp(vertices, axis=0)))
    order = np.argsort(low[:, axis], kind="stable")
    low, high = low[order], high[order]
    last = np.searchsorted(low[:, axis], high[:, axis], side="right")
    found = []
    for begin in range(0, len(order), _BATCH):
        rows = np.arange(begin, min(begin + _BATCH, len(order)))
        end = int(last[rows].max())
        other = np.arange(begin + 1, end)
        near = (other[None, :] > rows[:, None]) & (other[None, :] < last[rows, None])
        for c in range(3):
            near &= (low[rows, None, c] <= high[None, other, c]) & (low[None, other, c] <= high[rows, None, c])
        i, j = np.nonzero(near)
        a, b = order[rows[i]], order[other[j]]
        apart = ~(triangles[a][:, :, None] == triangles[b][:, None, :]).any(axis=(1, 2))
        a, b = a[apart], b[apart]
        cross = _edges_pass(corner[a], corner[b]) | _edges_pass(corner[b], corner[a])
        found.append(np.stack([a[cross], b[cross]], axis=1))
    return np.concatenate([np.zeros((0, 2), dtype=np.int64), *found])


def _edges_pass(first: FloatArray, second: FloatArray) -> NDArray[np.bool_]:
    """Return for pairs of triangles (n, 3, 3) whether an edge of the first passes through the second."""
    through = np.zeros(len(first), dtype=bool)
    a, u, v = second[:, 0], second[:, 1] - second[:, 0], second[:, 2] - second[:, 0]
    normal = np.cross(u, v)
    for k in range(3):
        start, edge = first[:, k], first[:, (k + 1) % 3] - first[:, k]
        slope = np.sum(edge * normal, axis=1)
        with np.errstate(divide="ignore", invalid="ignore"):
            t = np.sum((a - start) * normal, axis=1) / slope
            arm = start + t[:, None] * edge - a
            square = np.sum(normal * normal, axis=1)
            p = np.sum(np.cross(arm, v) * normal, axis=1) / square
            q = np.sum(np.cross(u, arm) * normal, axis=1) / square
            through |= (slope != 0.0) & (t > 0.0) & (t < 1.0) & (p >= 0.0) & (q >= 0.0) & (p + q <= 1.0)
    return through
