"""Concave meshes in queries: each triangle is a part of its own, a flat convex polygon with two faces.

So the distance to a surface, and the time at which it is first touched, come from the same kernels as for convex shapes
and compounds. A surface does not show which points lie inside the solid; `rigida.queries.inside` measures that.
"""

import numpy as np

from rigida.arrays import FloatArray
from rigida.collision.arrays import ConvexTable, Core
from rigida.geometry.core import POLYTOPE
from rigida.jit.tables import dtype_of


def triangle_table(corners: FloatArray) -> ConvexTable:
    """Return the table of triangles (t, 3, 3), each with its two faces; coordinates count from its own frame."""
    count = len(corners)
    number = np.arange(count, dtype=np.int32)
    core = np.zeros(count, dtype=dtype_of(Core))
    core["kind"], core["scale"] = POLYTOPE, np.abs(corners).max(axis=(1, 2), initial=0.0)
    for name, each in (("vertex", 3), ("face", 2), ("edge", 3)):
        core[name], core[f"{name}_end"] = each * number, each * (number + 1)
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-300)
    sides = np.stack([normal, -normal], axis=1)
    # The outermost corner: every vertex then lies behind the plane.
    height = np.einsum("tsc,tvc->tsv", sides, corners).max(axis=2, initial=-np.inf)
    edge = np.array([[0, 1, 0, 1], [1, 2, 0, 1], [0, 2, 1, 0]], dtype=np.int32)
    step = np.array([3, 3, 2, 2], dtype=np.int32)
    loop = np.array([0, 1, 2, 2, 1, 0], dtype=np.int32)
    return ConvexTable(
        core=core,
        vertex=np.ascontiguousarray(corners.reshape(-1, 3)),
        face=np.concatenate([sides, height[:, :, None]], axis=2).reshape(-1, 4),
        outline=np.array([0, 3, 0b111, 0], dtype=np.int32)
        + np.arange(0, 6 * count, 3, dtype=np.int32)[:, None] * np.array([1, 1, 0, 0], dtype=np.int32),
        loop=(loop + 3 * number[:, None]).reshape(-1).astype(np.int32),
        edge=(edge[None] + number[:, None, None] * step).reshape(-1, 4).astype(np.int32),
    )
