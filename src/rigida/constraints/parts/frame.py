"""Reading of frames and writing of Jacobian rows, used by all constraint parts.

A frame is a body's principal frame, the world, or a prescribed frame (`arrays.Frames`).
"""

from rigida.constraints.arrays import Frames, Jacobian, Parts
from rigida.jit.decorators import inlined
from rigida.math.quat import rotated
from rigida.math.vec3 import Vec3


@inlined
def arm_of(p: int, k: int, f: int, parts: Parts, frames: Frames) -> Vec3:
    """Return vector k of part p's constants, which is fixed in frame f, in world axes."""
    return rotated(frames.pose[f].attitude, parts.number[p].vector[k])


@inlined
def set_row(jacobian: Jacobian, side: int, row: int, linear: Vec3, angular: Vec3) -> None:
    """Write one row of a Jacobian for one side."""
    written = jacobian.side[side].row[row]
    written.linear = linear
    written.angular = angular
