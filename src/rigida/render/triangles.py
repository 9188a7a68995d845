"""Triangles of all bodies, laid out once; every frame places their corners and normals in the world."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.drawing import Drawing, Pieces
from rigida.drawing.appearance import APPEARANCE
from rigida.drawing.finish import FINISHES
from rigida.drawing.palette import light
from rigida.jit.decorators import kernel
from rigida.math.quaternion import rotate_array
from rigida.math.rotation import matrix_from_quaternion
from rigida.render.raster import Samples


@dataclass(frozen=True, eq=False)
class Triangles:
    """All t triangles of a drawing in body frames.

    corner (t, 9) [m]; normal (t, 9) unit vectors of the corners; smooth (t,) whether these differ; glass (t,) whether
    they are seen through; body (t,); color (n, 3) amounts of light; look (n, 5) of their finishes, as `shade` takes it.
    The pieces of the drawing count as further bodies, after the last one.
    """

    corner: FloatArray
    normal: FloatArray
    smooth: np.ndarray[Any, np.dtype[np.bool_]]
    glass: np.ndarray[Any, np.dtype[np.bool_]]
    body: IntArray
    color: Samples
    look: Samples

    @staticmethod
    def of(drawing: Drawing, pieces: Pieces) -> "Triangles":
        """Return the triangles of a drawing's bodies, one after another, and of the given pieces."""
        shown = [(i, drawing.geometries[g]) for i, g in enumerate(drawing.geometry_of) if g >= 0]
        shown += [(len(drawing.names) + k, piece.geometry) for k, piece in enumerate(pieces)]
        colors = [light(color) for color in (*drawing.colors, *(piece.color for piece in pieces))]
        finishes = [FINISHES[finish] for finish in (*drawing.finishes, *(piece.finish for piece in pieces))]
        marks = [APPEARANCE.mark * marked for marked in (*drawing.marked, *(False for _ in pieces))]
        looks = [
            (look.shine, look.mirror, look.tinted, look.grain, mark) for look, mark in zip(finishes, marks, strict=True)
        ]
        corner = [geometry.vertices[geometry.triangles].reshape(-1, 9) for _, geometry in shown]
        normal = [geometry.corner_normals.reshape(-1, 9) for _, geometry in shown]
        body = [np.full(len(geometry.triangles), i, dtype=np.int32) for i, geometry in shown]
        bodies = np.concatenate([np.empty(0, dtype=np.int32), *body])
        normals = np.concatenate([np.empty((0, 9)), *normal])
        differ = np.abs(normals.reshape(-1, 3, 3) - normals.reshape(-1, 3, 3)[:, :1]).max(axis=(1, 2), initial=0.0)
        return Triangles(
            np.concatenate([np.empty((0, 9)), *corner]),
            normals,
            differ > 1e-6,
            np.array([look.opacity < 1.0 for look in finishes], dtype=bool)[bodies],
            bodies,
            np.array(colors, dtype=np.float32).reshape(-1, 3),
            np.array(looks, dtype=np.float32).reshape(-1, 5),
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


def wood_frames(position: FloatArray, orientation: FloatArray, radii: FloatArray, count: int) -> FloatArray:
    """Return position, rotation matrix by rows and 1 over the radius (count, 13) of bodies, for wood's grain."""
    frames = np.zeros((count, 13))
    frames[: len(position), :3] = position
    for axis in range(3):
        frames[: len(position), 3 + axis : 12 : 3] = rotate_array(orientation, np.eye(3)[axis : axis + 1])
    frames[: len(position), 12] = 1.0 / np.maximum(radii, 1e-9)
    return frames
