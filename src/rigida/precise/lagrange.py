"""Lagrange's equations in Euler parameters with one multiplier per body: y = (R, θ, Ṙ, θ̇), 14 numbers.

    M_R R̈ = f
    | Ḡᵀ J Ḡ  θ | | θ̈  |   | Ḡᵀ τ̄ − 2 Ḡ̇ᵀ J ω̄ |
    |    θᵀ    0 | | λ_θ | = |       −θ̇·θ̇        |        ω̄ = Ḡ θ̇

λ_θ keeps |θ| = 1 (Bacin 1999, 3.17–3.19, 5.10–5.12). τ̄ is the torque in principal axes.
"""

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.dynamics.model import DYNAMIC
from rigida.dynamics.state import State
from rigida.jit.decorators import inlined, kernel
from rigida.math.quaternion import normalize, rotate, rotate_back
from rigida.precise.formulation import Formulation

_SIZE = 5  # θ̈ (4) and λ_θ


@inlined
def euler_parameter_matrix(t0: float, t1: float, t2: float, t3: float, g: FloatArray) -> None:
    """Fill g (3, 4) with Ḡ(θ) of Bacin 1999 (3.18); with θ̇ in place of θ it gives its time derivative."""
    g[0, 0], g[0, 1], g[0, 2], g[0, 3] = -2.0 * t1, 2.0 * t0, 2.0 * t3, -2.0 * t2
    g[1, 0], g[1, 1], g[1, 2], g[1, 3] = -2.0 * t2, -2.0 * t3, 2.0 * t0, 2.0 * t1
    g[2, 0], g[2, 1], g[2, 2], g[2, 3] = -2.0 * t3, 2.0 * t2, -2.0 * t1, 2.0 * t0


@kernel
def solve_saddle(m: FloatArray) -> None:
    """Solve the augmented system m (5, 6) by elimination with row pivoting; the solution is left in column 5."""
    for k in range(_SIZE):
        pivot = k
        for i in range(k + 1, _SIZE):
            if abs(m[i, k]) > abs(m[pivot, k]):
                pivot = i
        for j in range(k, _SIZE + 1):
            m[k, j], m[pivot, j] = m[pivot, j], m[k, j]
        for i in range(_SIZE):
            if i != k:
                factor = m[i, k] / m[k, k]
                for j in range(k, _SIZE + 1):
                    m[i, j] -= factor * m[k, j]
    for k in range(_SIZE):
        m[k, _SIZE] /= m[k, k]


@kernel
def _derivative(
    motion: IntArray, inv_mass: FloatArray, inertia: FloatArray, y: FloatArray, wrench: FloatArray, dy: FloatArray
) -> None:
    g, g_dot, m = np.empty((3, 4)), np.empty((3, 4)), np.empty((_SIZE, _SIZE + 1))
    omega, torque = np.empty(3), np.empty(3)
    for i in range(y.shape[0]):
        dy[i, :] = 0.0
        if motion[i] != DYNAMIC:
            continue
        for k in range(3):
            dy[i, k] = y[i, 7 + k]
            dy[i, 7 + k] = wrench[i, k] * inv_mass[i]
        if inertia[i, 0] + inertia[i, 1] + inertia[i, 2] == 0.0:
            continue  # a particle does not turn
        for k in range(4):
            dy[i, 3 + k] = y[i, 10 + k]
        euler_parameter_matrix(y[i, 3], y[i, 4], y[i, 5], y[i, 6], g)
        euler_parameter_matrix(y[i, 10], y[i, 11], y[i, 12], y[i, 13], g_dot)
        for r in range(3):
            omega[r] = g[r, 0] * y[i, 10] + g[r, 1] * y[i, 11] + g[r, 2] * y[i, 12] + g[r, 3] * y[i, 13]
        w, a, b, c = normalize(y[i, 3], y[i, 4], y[i, 5], y[i, 6])
        torque[0], torque[1], torque[2] = rotate_back(w, a, b, c, wrench[i, 3], wrench[i, 4], wrench[i, 5])
        square = 0.0
        for row in range(4):
            square += y[i, 10 + row] ** 2
            m[row, 5] = 0.0
            for r in range(3):
                m[row, 5] += g[r, row] * torque[r] - 2.0 * g_dot[r, row] * inertia[i, r] * omega[r]
            for column in range(4):
                m[row, column] = 0.0
                for r in range(3):
                    m[row, column] += g[r, row] * inertia[i, r] * g[r, column]
            m[row, 4] = y[i, 3 + row]
            m[4, row] = y[i, 3 + row]
        m[4, 4] = 0.0
        m[4, 5] = -square
        solve_saddle(m)
        for k in range(4):
            dy[i, 10 + k] = m[k, 5]


@kernel
def _pack(motion: IntArray, attitude: FloatArray, spin: FloatArray, y: FloatArray) -> None:
    """Fill θ and θ̇ = ½ (0, ω) q from attitude and world angular velocity."""
    for i in range(y.shape[0]):
        w, a, b, c = attitude[i, 0], attitude[i, 1], attitude[i, 2], attitude[i, 3]
        x, y_, z = spin[i, 0], spin[i, 1], spin[i, 2]
        y[i, 3], y[i, 4], y[i, 5], y[i, 6] = w, a, b, c
        if motion[i] != DYNAMIC:
            y[i, 10:14] = 0.0
            continue
        y[i, 10] = -0.5 * (x * a + y_ * b + z * c)
        y[i, 11] = 0.5 * (x * w + y_ * c - z * b)
        y[i, 12] = 0.5 * (y_ * w + z * a - x * c)
        y[i, 13] = 0.5 * (z * w + x * b - y_ * a)


@kernel
def _unpack(
    motion: IntArray, inertia: FloatArray, y: FloatArray, attitude: FloatArray, momentum: FloatArray, spin: FloatArray
) -> None:
    """Fill attitude, angular momentum and angular velocity from θ and θ̇."""
    g = np.empty((3, 4))
    for i in range(y.shape[0]):
        w, a, b, c = normalize(y[i, 3], y[i, 4], y[i, 5], y[i, 6])
        attitude[i, 0], attitude[i, 1], attitude[i, 2], attitude[i, 3] = w, a, b, c
        if motion[i] != DYNAMIC:
            continue
        euler_parameter_matrix(w, a, b, c, g)
        p = np.zeros(3)
        for r in range(3):
            for k in range(4):
                p[r] += g[r, k] * y[i, 10 + k]
        spin[i, 0], spin[i, 1], spin[i, 2] = rotate(w, a, b, c, p[0], p[1], p[2])
        momentum[i, 0], momentum[i, 1], momentum[i, 2] = rotate(
            w, a, b, c, inertia[i, 0] * p[0], inertia[i, 1] * p[1], inertia[i, 2] * p[2]
        )


@kernel
def _normalize(y: FloatArray) -> None:
    """Project θ to unit length and θ̇ to θ·θ̇ = 0 (Bacin 1999, 6.4.1)."""
    for i in range(y.shape[0]):
        y[i, 3], y[i, 4], y[i, 5], y[i, 6] = normalize(y[i, 3], y[i, 4], y[i, 5], y[i, 6])
        along = 0.0
        for k in range(4):
            along += y[i, 3 + k] * y[i, 10 + k]
        for k in range(4):
            y[i, 10 + k] -= along * y[i, 3 + k]


class Lagrange(Formulation):
    """Positions, Euler parameters and their rates, with the multiplier of (3.5)."""

    width = 14

    def angular_floor(self) -> FloatArray:
        return np.ones(self.model.body_count)

    def pack(self, state: State, y: FloatArray) -> None:
        y[:, 0:3] = state.center
        y[:, 7:10] = state.velocity
        _pack(self.model.motion, state.attitude, state.angular_velocity, y)

    def unpack(self, y: FloatArray, state: State) -> None:
        state.center[:] = y[:, 0:3]
        state.velocity[:] = y[:, 7:10]
        _unpack(
            self.model.motion,
            self.model.inertia,
            y,
            state.attitude,
            state.angular_momentum,
            state.angular_velocity,
        )

    def derivative(self, y: FloatArray, wrench: FloatArray, dy: FloatArray) -> None:
        _derivative(self.model.motion, self.model.inv_mass, self.model.inertia, y, wrench, dy)

    def normalize(self, y: FloatArray) -> None:
        _normalize(y)
