"""Newton–Euler equations with momenta: y = (x, q, v, L) per body, 13 numbers.

    ẋ = v,   q̇ = ½ q (0, ω̄),   v̇ = f/m,   L̇ = τ,   ω̄ = I⁻¹ Rᵀ L

Renhe 2006 (3.3), Corrêa 2020 (69), with velocity in place of linear momentum. World angular momentum is the state, so
Euler's gyroscopic term never appears and a torque-free body keeps L to the last bit.
"""

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.dynamics.model import DYNAMIC
from rigida.dynamics.state import State
from rigida.jit.decorators import kernel
from rigida.math.quaternion import normalize, rate_from_body, rotate_back
from rigida.precise.formulation import Formulation


@kernel
def _derivative(
    motion: IntArray,
    inv_mass: FloatArray,
    inv_inertia: FloatArray,
    y: FloatArray,
    wrench: FloatArray,
    dy: FloatArray,
) -> None:
    for i in range(y.shape[0]):
        if motion[i] != DYNAMIC:
            dy[i, :] = 0.0
            continue
        # A stage leaves the unit sphere; the rotation is taken from the unit quaternion nearest to it.
        w, x, y_, z = normalize(y[i, 3], y[i, 4], y[i, 5], y[i, 6])
        px, py, pz = rotate_back(w, x, y_, z, y[i, 10], y[i, 11], y[i, 12])
        dy[i, 3], dy[i, 4], dy[i, 5], dy[i, 6] = rate_from_body(
            y[i, 3],
            y[i, 4],
            y[i, 5],
            y[i, 6],
            px * inv_inertia[i, 0],
            py * inv_inertia[i, 1],
            pz * inv_inertia[i, 2],
        )
        for k in range(3):
            dy[i, k] = y[i, 7 + k]
            dy[i, 7 + k] = wrench[i, k] * inv_mass[i]
            dy[i, 10 + k] = wrench[i, 3 + k]


@kernel
def normalize_quaternions(y: FloatArray) -> None:
    """Make columns 3–6 of every row a unit quaternion."""
    for i in range(y.shape[0]):
        y[i, 3], y[i, 4], y[i, 5], y[i, 6] = normalize(y[i, 3], y[i, 4], y[i, 5], y[i, 6])


class NewtonEuler(Formulation):
    """Positions, quaternions, velocities and world angular momenta."""

    width = 13

    def angular_floor(self) -> FloatArray:
        return np.asarray(self.model.inertia.max(axis=1))

    def pack(self, state: State, y: FloatArray) -> None:
        y[:, 0:3] = state.center
        y[:, 3:7] = state.attitude
        y[:, 7:10] = state.velocity
        y[:, 10:13] = state.angular_momentum

    def unpack(self, y: FloatArray, state: State) -> None:
        unpack_rows(y, state.center, state.attitude, state.velocity, state.angular_momentum)
        state.refresh()

    def derivative(self, y: FloatArray, wrench: FloatArray, dy: FloatArray) -> None:
        _derivative(self.model.motion, self.model.inv_mass, self.model.inv_inertia, y, wrench, dy)

    def normalize(self, y: FloatArray) -> None:
        normalize_quaternions(y)


@kernel
def unpack_rows(
    y: FloatArray, center: FloatArray, attitude: FloatArray, velocity: FloatArray, angular_momentum: FloatArray
) -> None:
    """Copy the rows of y into the arrays of a state, orientations normalized."""
    for i in range(y.shape[0]):
        for k in range(3):
            center[i, k] = y[i, k]
            velocity[i, k] = y[i, 7 + k]
            angular_momentum[i, k] = y[i, 10 + k]
        attitude[i, 0], attitude[i, 1], attitude[i, 2], attitude[i, 3] = normalize(y[i, 3], y[i, 4], y[i, 5], y[i, 6])
