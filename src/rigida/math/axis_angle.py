"""Turns about an axis by an angle, and rotation vectors (axis times angle), to and from quaternions."""

import numpy as np

from rigida.arrays import FloatArray
from rigida.jit.decorators import inlined, kernel
from rigida.math.elementary import atan2, cos, sin
from rigida.math.quaternion import from_rotation_vector
from rigida.math.vector import norm


@inlined
def quaternion_from_axis_angle(x: float, y: float, z: float, angle: float) -> tuple[float, float, float, float]:
    """Return the quaternion of a turn by `angle` [rad] about an axis, which need not be unit."""
    s = sin(0.5 * angle) / norm(x, y, z)
    return cos(0.5 * angle), s * x, s * y, s * z


@inlined
def axis_angle_from_quaternion(w: float, x: float, y: float, z: float) -> tuple[float, float, float, float]:
    """Return the unit axis and the angle in [0, π] of a unit quaternion; the x axis for no turn."""
    sine = norm(x, y, z)
    if sine == 0.0:
        return 1.0, 0.0, 0.0, 0.0
    scale = 1.0 / sine if w >= 0.0 else -1.0 / sine
    return x * scale, y * scale, z * scale, 2.0 * atan2(sine, abs(w))


@kernel
def _from_axis_angle_rows(axis: FloatArray, angle: FloatArray, out: FloatArray) -> None:
    for i in range(axis.shape[0]):
        out[i, 0], out[i, 1], out[i, 2], out[i, 3] = quaternion_from_axis_angle(
            axis[i, 0], axis[i, 1], axis[i, 2], angle[i]
        )


@kernel
def _axis_angle_rows(q: FloatArray, out: FloatArray) -> None:
    for i in range(q.shape[0]):
        out[i, 0], out[i, 1], out[i, 2], out[i, 3] = axis_angle_from_quaternion(q[i, 0], q[i, 1], q[i, 2], q[i, 3])


@kernel
def _from_rotation_vector_rows(v: FloatArray, out: FloatArray) -> None:
    for i in range(v.shape[0]):
        out[i, 0], out[i, 1], out[i, 2], out[i, 3] = from_rotation_vector(v[i, 0], v[i, 1], v[i, 2])


def quaternion_from_axis_angle_array(axis: FloatArray, angle: float | FloatArray) -> FloatArray:
    """Return quaternions (..., 4) of rotations by `angle` (...) [rad] about `axis` (..., 3); both broadcast."""
    axis, angle = np.asarray(axis, dtype=np.float64), np.asarray(angle, dtype=np.float64)
    shape = np.broadcast_shapes(axis.shape[:-1], angle.shape)
    axes = np.ascontiguousarray(np.broadcast_to(axis, (*shape, 3))).reshape(-1, 3)
    out = np.empty((len(axes), 4))
    _from_axis_angle_rows(axes, np.ascontiguousarray(np.broadcast_to(angle, shape)).reshape(-1), out)
    return out.reshape(*shape, 4)


def axis_angle_from_quaternion_array(q: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return unit axes (..., 3) and angles (...) in [0, π] of unit quaternions (..., 4)."""
    q = np.ascontiguousarray(q, dtype=np.float64)
    out = np.empty((q.size // 4, 4))
    _axis_angle_rows(q.reshape(-1, 4), out)
    stacked: FloatArray = out.reshape(q.shape)
    return stacked[..., :3], stacked[..., 3]


def quaternion_from_rotation_vector_array(v: FloatArray) -> FloatArray:
    """Return quaternions (..., 4) of turns by |v| radians about v (..., 3)."""
    v = np.ascontiguousarray(v, dtype=np.float64)
    out = np.empty((v.size // 3, 4))
    _from_rotation_vector_rows(v.reshape(-1, 3), out)
    return out.reshape(*v.shape[:-1], 4)


def rotation_vector_from_quaternion_array(q: FloatArray) -> FloatArray:
    """Return axis times angle (..., 3), angle in [0, π], of unit quaternions (..., 4)."""
    axis, angle = axis_angle_from_quaternion_array(q)
    return axis * angle[..., None]
