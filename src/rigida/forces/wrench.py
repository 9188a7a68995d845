"""Adding a force at a body point to the wrench rows (n, 6): force, and torque about the center of mass, world frame.

Bacin 1999, 3.10 writes the torque of a force f at arm r as f × r; it is r × f.
"""

from rigida.arrays import FloatArray
from rigida.jit.decorators import inlined
from rigida.math.quaternion import rotate
from rigida.math.vector import cross


@inlined
def arm_of(attitude: FloatArray, i: int, px: float, py: float, pz: float) -> tuple[float, float, float]:
    """Return the world arm from the center of mass to a point of body i's principal frame."""
    return rotate(attitude[i, 0], attitude[i, 1], attitude[i, 2], attitude[i, 3], px, py, pz)


@inlined
def add_force(wrench: FloatArray, i: int, rx: float, ry: float, rz: float, fx: float, fy: float, fz: float) -> None:
    """Add force f at arm r to body i."""
    tx, ty, tz = cross(rx, ry, rz, fx, fy, fz)
    wrench[i, 0] += fx
    wrench[i, 1] += fy
    wrench[i, 2] += fz
    wrench[i, 3] += tx
    wrench[i, 4] += ty
    wrench[i, 5] += tz


@inlined
def add_torque(wrench: FloatArray, i: int, tx: float, ty: float, tz: float) -> None:
    """Add a torque to body i."""
    wrench[i, 3] += tx
    wrench[i, 4] += ty
    wrench[i, 5] += tz
