"""Rotation matrices, axis and angle, rotation vectors and Euler angles, to and from quaternions.

The rotation matrices printed in Popovski 2008 (4.11) and Corrêa 2020 (56) each have a wrong term; the one here is
Bacin 1999 (3.6). Euler angles are those of Lemos 1993 (4.2–4.10): turns about x, then the new y, then the new z.
"""

import math

import numpy as np

from rigida.compilation import inlined, kernel
from rigida.fields import FloatArray


@inlined
def matrix_from_quaternion(
    w: float, x: float, y: float, z: float
) -> tuple[float, float, float, float, float, float, float, float, float]:
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
    The result is normalised, which absorbs a slightly inexact matrix.
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


def quaternion_from_axis_angle(axis: FloatArray, angle: float | FloatArray) -> FloatArray:
    """Return the quaternion (..., 4) of a turn by `angle` [rad] about `axis` (..., 3), which need not be unit."""
    axis = np.asarray(axis, dtype=np.float64)
    unit = axis / np.linalg.norm(axis, axis=-1, keepdims=True)
    half = 0.5 * np.asarray(angle, dtype=np.float64)[..., None]
    sine = np.sin(half) * unit
    cosine = np.broadcast_to(np.cos(half), (*sine.shape[:-1], 1))
    return np.concatenate([cosine, sine], axis=-1)


def axis_angle_from_quaternion(q: FloatArray) -> tuple[FloatArray, float]:
    """Return the unit axis (3,) and the angle in [0, π] of a unit quaternion (4,); x axis for no turn."""
    q = np.asarray(q, dtype=np.float64)
    q = -q if q[0] < 0.0 else q
    sine = float(np.linalg.norm(q[1:]))
    if sine == 0.0:
        return np.array([1.0, 0.0, 0.0]), 0.0
    return q[1:] / sine, 2.0 * float(np.arctan2(sine, q[0]))


def quaternion_from_rotation_vector(v: FloatArray) -> FloatArray:
    """Return the quaternion (..., 4) of a turn by |v| radians about v (..., 3)."""
    v = np.asarray(v, dtype=np.float64)
    angle = np.linalg.norm(v, axis=-1, keepdims=True)
    # np.sinc(t) is sin(πt)/(πt), exact at zero.
    return np.concatenate([np.cos(0.5 * angle), 0.5 * np.sinc(0.5 * angle / np.pi) * v], axis=-1)


def rotation_vector_from_quaternion(q: FloatArray) -> FloatArray:
    """Return axis times angle (3,), angle in [0, π], of a unit quaternion (4,)."""
    axis, angle = axis_angle_from_quaternion(q)
    return axis * angle


def matrix_from_euler_xyz(angles: FloatArray) -> FloatArray:
    """Return the matrix (3, 3) of turns (θ, α, β) [rad] about x, the new y and the new z (Lemos 1993, 4.2–4.10)."""
    theta, alpha, beta = np.asarray(angles, dtype=np.float64)
    ct, st = np.cos(theta), np.sin(theta)
    ca, sa = np.cos(alpha), np.sin(alpha)
    cb, sb = np.cos(beta), np.sin(beta)
    return np.array(
        [
            [cb * ca, -sb * ca, sa],
            [sb * ct + cb * sa * st, cb * ct - sb * sa * st, -ca * st],
            [sb * st - cb * sa * ct, cb * st + sb * sa * ct, ca * ct],
        ]
    )


def euler_xyz_from_matrix(matrix: FloatArray) -> FloatArray:
    """Return (θ, α, β) [rad] of a rotation matrix, α in [−π/2, π/2].

    In gimbal lock (α = ±π/2) only the sum or difference of θ and β is determined. β is read after undoing the turn
    by θ, so that the three together give the matrix back there too.
    """
    m = np.asarray(matrix, dtype=np.float64)
    theta = np.arctan2(-m[1, 2], m[2, 2])
    ct, st = np.cos(theta), np.sin(theta)
    beta = np.arctan2(ct * m[1, 0] + st * m[2, 0], ct * m[1, 1] + st * m[2, 1])
    return np.array([theta, np.arctan2(m[0, 2], np.hypot(m[0, 0], m[0, 1])), beta])


def quaternion_from_euler_xyz(angles: FloatArray) -> FloatArray:
    """Return the quaternion (4,) of Lemos' angles (θ, α, β) [rad]."""
    return quaternion_from_matrix_array(matrix_from_euler_xyz(angles))


def euler_xyz_from_quaternion(q: FloatArray) -> FloatArray:
    """Return Lemos' angles (θ, α, β) [rad] of a unit quaternion (4,)."""
    return euler_xyz_from_matrix(matrix_from_quaternion_array(q))


def quaternion_from_roll_pitch_yaw(angles: FloatArray) -> FloatArray:
    """Return the quaternion (4,) of roll, pitch, yaw [rad] about the fixed axes x, then y, then z."""
    roll, pitch, yaw = 0.5 * np.asarray(angles, dtype=np.float64)
    cr, sr = np.cos(roll), np.sin(roll)
    cp, sp = np.cos(pitch), np.sin(pitch)
    cy, sy = np.cos(yaw), np.sin(yaw)
    return np.array(
        [
            cr * cp * cy + sr * sp * sy,
            sr * cp * cy - cr * sp * sy,
            cr * sp * cy + sr * cp * sy,
            cr * cp * sy - sr * sp * cy,
        ]
    )


def orthonormalized(matrix: FloatArray) -> FloatArray:
    """Return the rotation matrix that Gram–Schmidt makes of the rows of a nearly orthogonal one (Renhe 2006, 3.1.3)."""
    m = np.asarray(matrix, dtype=np.float64)
    x = m[0] / np.linalg.norm(m[0])
    y = m[1] - (m[1] @ x) * x
    y = y / np.linalg.norm(y)
    return np.array([x, y, np.cross(x, y)])
