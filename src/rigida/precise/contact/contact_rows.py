"""Jacobian rows of contact points: normals, and the directions in which friction of each kind acts."""

import math
from typing import Final

from rigida.arrays import FloatArray, IntArray
from rigida.jit.decorators import inlined, kernel
from rigida.math.vector import cross

#: Kinds of friction blocks: sliding and rolling act in the two tangents, spinning about the normal.
SLIDING: Final = 0
ROLLING: Final = 1
SPINNING: Final = 2
MOTOR: Final = 3


@inlined
def _point_row(
    matrix: FloatArray, row: int, a: int, b: int, center: FloatArray, point: FloatArray, x: float, y: float, z: float
) -> None:
    """Write a row that measures how fast the point of b leaves that of a along a direction."""
    tx, ty, tz = cross(point[0] - center[a, 0], point[1] - center[a, 1], point[2] - center[a, 2], x, y, z)
    matrix[row, a, 0], matrix[row, a, 1], matrix[row, a, 2] = -x, -y, -z
    matrix[row, a, 3], matrix[row, a, 4], matrix[row, a, 5] = -tx, -ty, -tz
    tx, ty, tz = cross(point[0] - center[b, 0], point[1] - center[b, 1], point[2] - center[b, 2], x, y, z)
    matrix[row, b, 0], matrix[row, b, 1], matrix[row, b, 2] = x, y, z
    matrix[row, b, 3], matrix[row, b, 4], matrix[row, b, 5] = tx, ty, tz


@inlined
def _turn_row(matrix: FloatArray, row: int, a: int, b: int, x: float, y: float, z: float) -> None:
    """Write a row that measures how fast b turns against a about a direction."""
    matrix[row, a, 3], matrix[row, a, 4], matrix[row, a, 5] = -x, -y, -z
    matrix[row, b, 3], matrix[row, b, 4], matrix[row, b, 5] = x, y, z


@kernel
def fill_contact_rows(
    body_a: IntArray,
    body_b: IntArray,
    center: FloatArray,
    normal: FloatArray,
    point: FloatArray,
    tangent: FloatArray,
    block_row: IntArray,
    block_normal: IntArray,
    block_kind: IntArray,
    matrix: FloatArray,
) -> None:
    """Fill the rows (k, n, 6), zeros at first, of c contact points and of their friction blocks.

    normal, point (c, 3); tangent (c, 3): any direction across the normal, from which the two tangents are made.
    """
    for k in range(body_a.shape[0]):
        a, b = body_a[k], body_b[k]
        _point_row(matrix, k, a, b, center, point[k], normal[k, 0], normal[k, 1], normal[k, 2])
    for n in range(block_row.shape[0]):
        k, row = block_normal[n], block_row[n]
        if k < 0:
            continue
        a, b, nx, ny, nz = body_a[k], body_b[k], normal[k, 0], normal[k, 1], normal[k, 2]
        if block_kind[n] == SPINNING:
            _turn_row(matrix, row, a, b, nx, ny, nz)
            continue
        along = tangent[k, 0] * nx + tangent[k, 1] * ny + tangent[k, 2] * nz
        x, y, z = tangent[k, 0] - along * nx, tangent[k, 1] - along * ny, tangent[k, 2] - along * nz
        length = math.sqrt(x * x + y * y + z * z)
        x, y, z = x / length, y / length, z / length
        sx, sy, sz = cross(nx, ny, nz, x, y, z)
        if block_kind[n] == SLIDING:
            _point_row(matrix, row, a, b, center, point[k], x, y, z)
            _point_row(matrix, row + 1, a, b, center, point[k], sx, sy, sz)
        else:
            _turn_row(matrix, row, a, b, x, y, z)
            _turn_row(matrix, row + 1, a, b, sx, sy, sz)
