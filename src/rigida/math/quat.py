"""Quaternions as values: attitudes in the records of kernels. Functions of their components are in `quaternion`."""

from rigida.jit.values import formula, value
from rigida.math.vec3 import Vec3, cross


@value
class Quat:
    """A quaternion w + x i + y j + z k; of length one it is a rotation."""

    w: float
    x: float
    y: float
    z: float


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
