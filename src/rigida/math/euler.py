"""Euler angles: Lemos' turns about x, the new y and the new z, and roll, pitch, yaw about fixed axes.

Lemos 1993 (4.2–4.10). Their rates are not the angular velocity, which is where his (4.29) goes wrong; rigida uses
angles at file borders only and never integrates them.
"""

import math

import numpy as np

from rigida.arrays import FloatArray
from rigida.jit.decorators import inlined, kernel
from rigida.math.elementary import atan2, cos, sin
from rigida.math.rotation import Matrix, matrix_from_quaternion_array, quaternion_from_matrix_array


@inlined
def matrix_from_euler_xyz(theta: float, alpha: float, beta: float) -> Matrix:
    """Return the matrix of turns θ, α, β [rad] about x, the new y and the new z."""
    ct, st = cos(theta), sin(theta)
    ca, sa = cos(alpha), sin(alpha)
    cb, sb = cos(beta), sin(beta)
    return (
        cb * ca,
        -sb * ca,
        sa,
        sb * ct + cb * sa * st,
        cb * ct - sb * sa * st,
        -ca * st,
        sb * st - cb * sa * ct,
        cb * st + sb * sa * ct,
        ca * ct,
    )


@inlined
def euler_xyz_from_matrix(
    r00: float,
    r01: float,
    r02: float,
    r10: float,
    r11: float,
    r12: float,
    r20: float,
    r21: float,
    r22: float,
) -> tuple[float, float, float]:
    """Return (θ, α, β) [rad] of a rotation matrix, α in [−π/2, π/2].

    In gimbal lock (α = ±π/2) only the sum or difference of θ and β is determined. β is read after undoing the turn
    by θ, so that the three together give the matrix back there too.
    """
    theta = atan2(-r12, r22)
    ct, st = cos(theta), sin(theta)
    beta = atan2(ct * r10 + st * r20, ct * r11 + st * r21)
    return theta, atan2(r02, math.sqrt(r00 * r00 + r01 * r01)), beta


@inlined
def quaternion_from_roll_pitch_yaw(roll: float, pitch: float, yaw: float) -> tuple[float, float, float, float]:
    """Return the quaternion of roll, pitch, yaw [rad] about the fixed axes x, then y, then z."""
    cr, sr = cos(0.5 * roll), sin(0.5 * roll)
    cp, sp = cos(0.5 * pitch), sin(0.5 * pitch)
    cy, sy = cos(0.5 * yaw), sin(0.5 * yaw)
    return (
        cr * cp * cy + sr * sp * sy,
        sr * cp * cy - cr * sp * sy,
        cr * sp * cy + sr * cp * sy,
        cr * cp * sy - sr * sp * cy,
    )


@kernel
def _matrix_rows(angles: FloatArray, out: FloatArray) -> None:
    for i in range(angles.shape[0]):
        r = matrix_from_euler_xyz(angles[i, 0], angles[i, 1], angles[i, 2])
        for j in range(9):
            out[i, j // 3, j % 3] = r[j]


@kernel
def _angle_rows(matrix: FloatArray, out: FloatArray) -> None:
    for i in range(matrix.shape[0]):
        m = matrix[i]
        out[i, 0], out[i, 1], out[i, 2] = euler_xyz_from_matrix(
            m[0, 0], m[0, 1], m[0, 2], m[1, 0], m[1, 1], m[1, 2], m[2, 0], m[2, 1], m[2, 2]
        )


@kernel
def _roll_pitch_yaw_rows(angles: FloatArray, out: FloatArray) -> None:
    for i in range(angles.shape[0]):
        out[i, 0], out[i, 1], out[i, 2], out[i, 3] = quaternion_from_roll_pitch_yaw(
            angles[i, 0], angles[i, 1], angles[i, 2]
        )


def matrix_from_euler_xyz_array(angles: FloatArray) -> FloatArray:
    """Return matrices (..., 3, 3) of angles (..., 3) = (θ, α, β) [rad]."""
    angles = np.ascontiguousarray(angles, dtype=np.float64)
    out = np.empty((angles.size // 3, 3, 3))
    _matrix_rows(angles.reshape(-1, 3), out)
    return out.reshape(*angles.shape, 3)


def euler_xyz_from_matrix_array(matrix: FloatArray) -> FloatArray:
    """Return angles (..., 3) = (θ, α, β) [rad] of rotation matrices (..., 3, 3)."""
    matrix = np.ascontiguousarray(matrix, dtype=np.float64)
    out = np.empty((matrix.size // 9, 3))
    _angle_rows(matrix.reshape(-1, 3, 3), out)
    return out.reshape(matrix.shape[:-1])


def quaternion_from_euler_xyz_array(angles: FloatArray) -> FloatArray:
    """Return quaternions (..., 4) of angles (..., 3) = (θ, α, β) [rad]."""
    return quaternion_from_matrix_array(matrix_from_euler_xyz_array(angles))


def euler_xyz_from_quaternion_array(q: FloatArray) -> FloatArray:
    """Return angles (..., 3) = (θ, α, β) [rad] of unit quaternions (..., 4)."""
    return euler_xyz_from_matrix_array(matrix_from_quaternion_array(q))


def quaternion_from_roll_pitch_yaw_array(angles: FloatArray) -> FloatArray:
    """Return quaternions (..., 4) of roll, pitch, yaw (..., 3) [rad] about the fixed axes x, then y, then z."""
    angles = np.ascontiguousarray(angles, dtype=np.float64)
    out = np.empty((angles.size // 3, 4))
    _roll_pitch_yaw_rows(angles.reshape(-1, 3), out)
    return out.reshape(*angles.shape[:-1], 4)
