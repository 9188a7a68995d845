"""Triangles of all bodies, laid out once; every frame places their corners and normals in the world."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.drawing import Drawing, Pieces
from rigida.drawing.palette import light
from rigida.jit.decorators import kernel
from rigida.math.rotation import matrix_from_quaternion


@dataclass(frozen=True, eq=False)
class Triangles:
    """All t triangles of a drawing in body frames.

    corner (t, 9) [m]; normal (t, 9) unit vectors of the corners; smooth (t,) whether these differ; body (t,);
    color (n, 3) amounts of light. The pieces of the drawing count as further bodies, after the last one.
    """

    corner: FloatArray
    normal: FloatArray
    smooth: np.ndarray[Any, np.dtype[np.bool_]]
    body: IntArray
    color: FloatArray

    @staticmethod
    def of(drawing: Drawing, pieces: Pieces) -> "Triangles":
        """Return the triangles of a drawing's bodies, one after another, and of the given pieces."""
        shown = [(i, drawing.geometries[g]) for i, g in enumerate(drawing.geometry_of) if g >= 0]
        shown += [(len(drawing.names) + k, piece.geometry) for k, piece in enumerate(pieces)]
        corner = [geometry.vertices[geometry.triangles].reshape(-1, 9) for _, geometry in shown]
        normal = [geometry.corner_normals.reshape(-1, 9) for _, geometry in shown]
        body = [np.full(len(geometry.triangles), i, dtype=np.int32) for i, geometry in shown]
        normals = np.concatenate([np.empty((0, 9)), *normal])
        differ = np.abs(normals.reshape(-1, 3, 3) - normals.reshape(-1, 3, 3)[:, :1]).max(axis=(1, 2), initial=0.0)
        return Triangles(
            np.concatenate([np.empty((0, 9)), *corner]),
            normals,
            differ > 1e-6,
            np.concatenate([np.empty(0, dtype=np.int32), *body]),
            np.array([light(color) for color in (*drawing.colors, *(piece.color for piece in pieces))]).reshape(-1, 3),
        )


@kernel
def place_triangles(
    corner: FloatArray,
    normal: FloatArray,
    body: IntArray,
    position: FloatArray,
    orientation: FloatArray,
    scale: FloatArray,
    corner_W: FloatArray,
    normal_W: FloatArray,
) -> None:
    """Fill corner_W (t, 9) and normal_W (t, 9) with the triangles of bodies at the given poses.

    scale (n, 3) stretches along the body's axes; the normals of a stretched surface shrink along them.
    """
    for t in range(body.shape[0]):
        i = int(body[t])
        r00, r01, r02, r10, r11, r12, r20, r21, r22 = matrix_from_quaternion(
            orientation[i, 0], orientation[i, 1], orientation[i, 2], orientation[i, 3]
        )
        sx, sy, sz = scale[i, 0], scale[i, 1], scale[i, 2]
        stretched = sx != sy or sx != sz
        for k in range(0, 9, 3):
            x, y, z = sx * corner[t, k], sy * corner[t, k + 1], sz * corner[t, k + 2]
            corner_W[t, k] = position[i, 0] + r00 * x + r01 * y + r02 * z
            corner_W[t, k + 1] = position[i, 1] + r10 * x + r11 * y + r12 * z
            corner_W[t, k + 2] = position[i, 2] + r20 * x + r21 * y + r22 * z
            x, y, z = normal[t, k], normal[t, k + 1], normal[t, k + 2]
            if stretched:
                x, y, z = x / sx, y / sy, z / sz
                length = math.sqrt(x * x + y * y + z * z)
                x, y, z = x / length, y / length, z / length
            normal_W[t, k] = r00 * x + r01 * y + r02 * z
            normal_W[t, k + 1] = r10 * x + r11 * y + r12 * z
            normal_W[t, k + 2] = r20 * x + r21 * y + r22 * z
