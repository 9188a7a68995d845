"""Rotation matrices (three by three, row by row) to and from quaternions.

The rotation matrices printed in Popovski 2008 (4.11) and Corrêa 2020 (56) each have a wrong term; the one here is
Bacin 1999 (3.6).
"""

import math

import numpy as np

from rigida.arrays import FloatArray
from rigida.jit.decorators import inlined, kernel
from rigida.math.vector import cross, dot, norm

#: The nine numbers of a matrix, row by row.
Matrix = tuple[float, float, float, float, float, float, float, float, float]


@inlined
def matrix_from_quaternion(w: float, x: float, y: float, z: float) -> Matrix:
    """Return the rotation matrix, row by row, of a unit quaternion."""
    return (
        1.0 - 2.0 * (y * y + z * z),
        2.0 * (x * y - w * z),
        2.0 * (x * z + w * y),
        2.0 * (x * y + w * z),
        1.0 - 2.0 * (x * x + z * z),
        2.0 * (y * z - w * x),
        2.0 * (x * z - w * y),
        2.0 * (y * z + w * x),
        1.0 - 2.0 * (x * x + y * y),
    )


@inlined
def quaternion_from_matrix(
    r00: float,
    r01: float,
    r02: float,
    r10: float,
    r11: float,
    r12: float,
    r20: float,
    r21: float,
    r22: float,
) -> tuple[float, float, float, float]:
    """Return the unit quaternion of a rotation matrix, w ≥ 0 or the largest component positive.

    Four cases by the largest of (w, x, y, z), so that no case divides by a small number: Corrêa 2020, eqs. 59–62.
    The result is normalized, which absorbs a slightly inexact matrix.
    """
    trace = r00 + r11 + r22
    if trace >= r00 and trace >= r11 and trace >= r22:
        w, x, y, z = 1.0 + trace, r21 - r12, r02 - r20, r10 - r01
    elif r00 >= r11 and r00 >= r22:
        w, x, y, z = r21 - r12, 1.0 + r00 - r11 - r22, r01 + r10, r02 + r20
    elif r11 >= r22:
        w, x, y, z = r02 - r20, r01 + r10, 1.0 - r00 + r11 - r22, r12 + r21
    else:
        w, x, y, z = r10 - r01, r02 + r20, r12 + r21, 1.0 - r00 - r11 + r22
    scale = 1.0 / math.sqrt(w * w + x * x + y * y + z * z)
    if w < 0.0:
        scale = -scale
    return w * scale, x * scale, y * scale, z * scale


@kernel
def matrix_rows(q: FloatArray, out: FloatArray) -> None:
    """Fill out (n, 3, 3) with the rotation matrices of quaternions (n, 4)."""
    for i in range(q.shape[0]):
        r = matrix_from_quaternion(q[i, 0], q[i, 1], q[i, 2], q[i, 3])
        for j in range(9):
            out[i, j // 3, j % 3] = r[j]


@kernel
def quaternion_rows(matrix: FloatArray, out: FloatArray) -> None:
    """Fill out (n, 4) with the quaternions of rotation matrices (n, 3, 3)."""
    for i in range(matrix.shape[0]):
        m = matrix[i]
        out[i, 0], out[i, 1], out[i, 2], out[i, 3] = quaternion_from_matrix(
            m[0, 0], m[0, 1], m[0, 2], m[1, 0], m[1, 1], m[1, 2], m[2, 0], m[2, 1], m[2, 2]
        )


def matrix_from_quaternion_array(q: FloatArray) -> FloatArray:
    """Return rotation matrices (..., 3, 3) of unit quaternions (..., 4)."""
    q = np.ascontiguousarray(q, dtype=np.float64)
    out = np.empty((q.size // 4, 3, 3))
    matrix_rows(q.reshape(-1, 4), out)
    return out.reshape(*q.shape[:-1], 3, 3)


def quaternion_from_matrix_array(matrix: FloatArray) -> FloatArray:
    """Return unit quaternions (..., 4) of rotation matrices (..., 3, 3)."""
    matrix = np.ascontiguousarray(matrix, dtype=np.float64)
    out = np.empty((matrix.size // 9, 4))
    quaternion_rows(matrix.reshape(-1, 3, 3), out)
    return out.reshape(*matrix.shape[:-2], 4)


@inlined
def orthonormalized(
    r00: float,
    r01: float,
    r02: float,
    r10: float,
    r11: float,
    r12: float,
    r20: float,
    r21: float,
    r22: float,
) -> Matrix:
    """Return the rotation matrix by Gram–Schmidt from the first two rows (Renhe 2006, 3.1.3)."""
    scale = 1.0 / norm(r00, r01, r02)
    x0, x1, x2 = r00 * scale, r01 * scale, r02 * scale
    along = dot(r10, r11, r12, x0, x1, x2)
    y0, y1, y2 = r10 - along * x0, r11 - along * x1, r12 - along * x2
    scale = 1.0 / norm(y0, y1, y2)
    y0, y1, y2 = y0 * scale, y1 * scale, y2 * scale
    z0, z1, z2 = cross(x0, x1, x2, y0, y1, y2)
    return x0, x1, x2, y0, y1, y2, z0, z1, z2


@kernel
def orthonormalized_rows(matrix: FloatArray, out: FloatArray) -> None:
    """Fill out (n, 3, 3) with the rotations nearest in Gram–Schmidt's sense to matrices (n, 3, 3)."""
    for i in range(matrix.shape[0]):
        m = matrix[i]
        r = orthonormalized(m[0, 0], m[0, 1], m[0, 2], m[1, 0], m[1, 1], m[1, 2], m[2, 0], m[2, 1], m[2, 2])
        for j in range(9):
            out[i, j // 3, j % 3] = r[j]


def orthonormalized_array(matrix: FloatArray) -> FloatArray:
    """Return rotation matrices (..., 3, 3) made of nearly orthogonal ones."""
    matrix = np.ascontiguousarray(matrix, dtype=np.float64)
    out = np.empty((matrix.size // 9, 3, 3))
    orthonormalized_rows(matrix.reshape(-1, 3, 3), out)
    return out.reshape(matrix.shape)
