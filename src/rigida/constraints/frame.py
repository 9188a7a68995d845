"""Reading frames and writing Jacobian rows: what every constraint part is written with.

A frame is a body's principal frame, the world, or a prescribed frame. Rows of the frame arrays: pose (m, 7) origin and
quaternion, twist (m, 6) velocity of the origin and angular velocity, all in world coordinates. A Jacobian row of a part
holds, per side, what multiplies (v, ω) of that side's frame: jacobian (parts, 2, 3, 6).
"""

from rigida.arrays import FloatArray
from rigida.jit.decorators import inlined
from rigida.math.quaternion import rotate
from rigida.math.vector import cross


@inlined
def turned(pose: FloatArray, f: int, number: FloatArray, k: int) -> tuple[float, float, float]:
    """Return the vector number[k..k+2] of frame f in world axes."""
    return rotate(pose[f, 3], pose[f, 4], pose[f, 5], pose[f, 6], number[k], number[k + 1], number[k + 2])


@inlined
def spin_cross(twist: FloatArray, f: int, x: float, y: float, z: float) -> tuple[float, float, float]:
    """Return ω × r for frame f."""
    return cross(twist[f, 3], twist[f, 4], twist[f, 5], x, y, z)


@inlined
def set_row(
    jacobian: FloatArray,
    p: int,
    side: int,
    row: int,
    lx: float,
    ly: float,
    lz: float,
    ax: float,
    ay: float,
    az: float,
) -> None:
    """Write one row of part p for one side: linear and angular coefficients."""
    jacobian[p, side, row, 0] = lx
    jacobian[p, side, row, 1] = ly
    jacobian[p, side, row, 2] = lz
    jacobian[p, side, row, 3] = ax
    jacobian[p, side, row, 4] = ay
    jacobian[p, side, row, 5] = az
