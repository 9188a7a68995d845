"""Data of one recorded frame in one pass over the bodies: poses, kinetic energy and momenta."""

from typing import NamedTuple

import numpy as np

from rigida.arrays import FloatArray
from rigida.dynamics.model import Model
from rigida.dynamics.state import State
from rigida.jit.decorators import kernel
from rigida.math.quaternion import multiply, rotate, rotate_back


class FrameValues(NamedTuple):
    """Position (n, 3), orientation (n, 4) of the body frames, kinetic energy [J], linear and angular momentum (3,)."""

    position: FloatArray
    orientation: FloatArray
    kinetic: float
    linear: FloatArray
    angular: FloatArray


@kernel
def fill_frame(
    mass: FloatArray,
    inv_inertia: FloatArray,
    center_B: FloatArray,
    principal_B: FloatArray,
    center: FloatArray,
    attitude: FloatArray,
    velocity: FloatArray,
    angular_momentum: FloatArray,
    position: FloatArray,
    orientation: FloatArray,
    momentum: FloatArray,
) -> float:
    """Fill position, orientation and momentum (2, 3) and return the kinetic energy."""
    total = 0.0
    for k in range(3):
        momentum[0, k] = momentum[1, k] = 0.0
    for i in range(mass.shape[0]):
        aw, ax, ay, az = attitude[i, 0], attitude[i, 1], attitude[i, 2], attitude[i, 3]
        cx, cy, cz = center[i, 0], center[i, 1], center[i, 2]
        # of the body frame: the principal axes turned back, the center's place in the body taken off
        qw, qx, qy, qz = multiply(
            aw, ax, ay, az, principal_B[i, 0], -principal_B[i, 1], -principal_B[i, 2], -principal_B[i, 3]
        )
        rx, ry, rz = rotate(qw, qx, qy, qz, center_B[i, 0], center_B[i, 1], center_B[i, 2])
        orientation[i, 0], orientation[i, 1], orientation[i, 2], orientation[i, 3] = qw, qx, qy, qz
        position[i, 0], position[i, 1], position[i, 2] = cx - rx, cy - ry, cz - rz
        # of the motion: ½ m v² + ½ Lᵀ I⁻¹ L, m v, L + c × m v
        vx, vy, vz = velocity[i, 0], velocity[i, 1], velocity[i, 2]
        lx, ly, lz = angular_momentum[i, 0], angular_momentum[i, 1], angular_momentum[i, 2]
        px, py, pz = rotate_back(aw, ax, ay, az, lx, ly, lz)
        total += mass[i] * (vx**2 + vy**2 + vz**2)
        total += px * px * inv_inertia[i, 0] + py * py * inv_inertia[i, 1] + pz * pz * inv_inertia[i, 2]
        mx, my, mz = mass[i] * vx, mass[i] * vy, mass[i] * vz
        momentum[0, 0] += mx
        momentum[0, 1] += my
        momentum[0, 2] += mz
        momentum[1, 0] += lx + (cy * mz - cz * my)
        momentum[1, 1] += ly + (cz * mx - cx * mz)
        momentum[1, 2] += lz + (cx * my - cy * mx)
    return 0.5 * total


def frame_values(model: Model, state: State) -> FrameValues:
    """Return the values of a state that a frame contains, in new arrays."""
    n = model.body_count
    position, orientation, momentum = np.empty((n, 3)), np.empty((n, 4)), np.empty((2, 3))
    kinetic = fill_frame(
        model.mass,
        model.inv_inertia,
        model.center_B,
        model.principal_B,
        state.center,
        state.attitude,
        state.velocity,
        state.angular_momentum,
        position,
        orientation,
        momentum,
    )
    return FrameValues(position, orientation, kinetic, momentum[0], momentum[1])
