"""Quaternions as values: orientations in the records of kernels. Functions of their components are in `quaternion`."""

from typing import Annotated

from rigida.jit.values import formula, value
from rigida.math.vec3 import Mat3, Vec3, cross


@value
class Quat:
    """A quaternion w + x i + y j + z k; of length one it is a rotation."""

    w: float
    x: float
    y: float
    z: float

    def __mul__(self, factor: float) -> "Quat":
        return Quat(self.w * factor, self.x * factor, self.y * factor, self.z * factor)


#: In the fields of records, of eight lanes.
WideDoubleQuat = Annotated[Quat, "8f8"]


@formula
def product(a: Quat, b: Quat) -> Quat:
    """Return a b: first turn by b, then by a (Corrêa 2020, eq. 35)."""
    return Quat(
        a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
        a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
        a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
        a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
    )


@formula
def conjugate(q: Quat) -> Quat:
    """Return the inverse of a unit quaternion."""
    return Quat(q.w, -q.x, -q.y, -q.z)


@formula
def length_squared(q: Quat) -> float:
    """Return |q|²."""
    return q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z


@formula
def rotation_matrix(q: Quat) -> Mat3:
    """Return the rotation matrix of a unit quaternion: Bacin 1999 (3.6), see `rotation`."""
    return Mat3(
        1.0 - 2.0 * (q.y * q.y + q.z * q.z),
        2.0 * (q.x * q.y - q.w * q.z),
        2.0 * (q.x * q.z + q.w * q.y),
        2.0 * (q.x * q.y + q.w * q.z),
        1.0 - 2.0 * (q.x * q.x + q.z * q.z),
        2.0 * (q.y * q.z - q.w * q.x),
        2.0 * (q.x * q.z - q.w * q.y),
        2.0 * (q.y * q.z + q.w * q.x),
        1.0 - 2.0 * (q.x * q.x + q.y * q.y),
    )


@formula
def rotated(q: Quat, v: Vec3) -> Vec3:
    """Return q v q*, the vector turned by a unit quaternion."""
    u = Vec3(q.x, q.y, q.z)
    t = 2.0 * cross(u, v)
    return v + q.w * t + cross(u, t)


@formula
def rotated_back(q: Quat, v: Vec3) -> Vec3:
    """Return q* v q, the vector turned by the inverse of a unit quaternion."""
    return rotated(Quat(q.w, -q.x, -q.y, -q.z), v)
