"""Free rotation that keeps energy and angular momentum: the processed discrete Moser–Veselov map, order 6.

With P = Rᵀ L the body momentum and a_i = 1/I_i, one step of length h solves

    u_i = (h/2) (P_i/J_i) (1 + |u|²) − (u × J u)_i / J_i,      q ← q (1, u)/√(1 + |u|²)

The world momentum L is the state and is never touched, the map conserves the body's energy exactly, and the corrected
inverse inertias 1/J_i = a_i (1 + d) + s turn the second-order time error into a sixth-order one (the two invariants of
motion enter d and s, so they are constant along a free motion). Coefficients of d and s: fitted numerically and rounded
to rationals, confirmed by the order test. Moser and Veselov 1991; McLachlan and Zanna 2005.
Forces act as half kicks before and after the free motion, which makes the whole step second order in them.
"""

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.dynamics.model import DYNAMIC
from rigida.dynamics.state import update_angular_velocity
from rigida.jit.decorators import inlined, kernel
from rigida.math.quaternion import multiply, rotate_back
from rigida.math.vector import norm

#: Bodies that turn further than this in one step are turned in several equal parts [rad].
LARGEST_TURN = 0.5
#: From this many parts on they are counted more closely, and no body is turned in more than that in a step.
_MANY_PARTS, MOST_PARTS = 64, 100_000
_ITERATIONS = 40
#: Relative change of u that ends the iteration; the next sweep would change it by a tenth of that or less.
_CONVERGED = 1e-14
_LANES = 8


@inlined
def processed_inverse_inertia(
    h: float, a0: float, a1: float, a2: float, p0: float, p1: float, p2: float
) -> tuple[float, float, float]:
    """Return the corrected 1/J_i for a step h, inverse moments a and body momentum p."""
    e1 = a0 + a1 + a2
    e2 = a0 * a1 + a1 * a2 + a0 * a2
    e3 = a0 * a1 * a2
    energy = 0.5 * (p0 * p0 * a0 + p1 * p1 * a1 + p2 * p2 * a2)
    square = p0 * p0 + p1 * p1 + p2 * p2
    h2 = h * h
    h4 = h2 * h2 / 60.0
    d = h2 * (-energy * e1 / 3.0 + square * e2 / 12.0) + h4 * (
        energy * energy * (2.0 * e1 * e1 - e2)
        + energy * square * (4.0 * e3 - e1 * e2)
        + square * square * (0.5 * e2 * e2 - 1.5 * e1 * e3)
    )
    s = h2 * (energy * e2 - square * e3) / 6.0 + h4 * (
        -energy * energy * (6.0 * e3 + e1 * e2)
        + energy * square * (4.0 * e1 * e3 - 0.5 * e2 * e2)
        - square * square * e2 * e3 / 4.0
    )
    return a0 * (1.0 + d) + s, a1 * (1.0 + d) + s, a2 * (1.0 + d) + s


@inlined
def turn_coefficients(
    h: float, j0: float, j1: float, j2: float, p0: float, p1: float, p2: float
) -> tuple[float, float, float, float, float, float]:
    """Return b and c of u_i = b_i (1 + |u|²) − c_i u_j u_k for inverse inertias j and body momentum p.

    (u × J u)_0 / J_0 = u_1 u_2 (J_2 − J_1)/J_0, with J = 1/j.
    """
    f = 0.5 * h
    i0, i1, i2 = 1.0 / j0, 1.0 / j1, 1.0 / j2
    return f * p0 * j0, f * p1 * j1, f * p2 * j2, j0 * (i2 - i1), j1 * (i0 - i2), j2 * (i1 - i0)


@inlined
def improved_turn(
    u0: float,
    u1: float,
    u2: float,
    b0: float,
    b1: float,
    b2: float,
    c0: float,
    c1: float,
    c2: float,
) -> tuple[float, float, float]:
    """Return u after one sweep of the fixed-point iteration, new components used at once."""
    s = 1.0 + u0 * u0 + u1 * u1 + u2 * u2
    n0 = b0 * s - c0 * u1 * u2
    n1 = b1 * s - c1 * u2 * n0
    n2 = b2 * s - c2 * n0 * n1
    return n0, n1, n2


@inlined
def turned(
    w: float, x: float, y: float, z: float, u0: float, u1: float, u2: float
) -> tuple[float, float, float, float]:
    """Return q (1, u), normalised."""
    w, x, y, z = multiply(w, x, y, z, 1.0, u0, u1, u2)
    scale = 1.0 / np.sqrt(w * w + x * x + y * y + z * z)
    return w * scale, x * scale, y * scale, z * scale


@kernel
def kick(
    motion: IntArray,
    inv_mass: FloatArray,
    wrench: FloatArray,
    h: float,
    velocity: FloatArray,
    angular_momentum: FloatArray,
) -> None:
    """Let forces act for a time h: v += h f/m, L += h τ."""
    for i in range(motion.shape[0]):
        if motion[i] == DYNAMIC:
            for k in range(3):
                velocity[i, k] += h * inv_mass[i] * wrench[i, k]
                angular_momentum[i, k] += h * wrench[i, 3 + k]


@inlined
def turn_alone(
    h: float, parts: int, i: int, inv_inertia: FloatArray, attitude: FloatArray, angular_momentum: FloatArray
) -> None:
    """Turn body i for a time h in several equal parts."""
    part = h / parts
    a0, a1, a2 = inv_inertia[i, 0], inv_inertia[i, 1], inv_inertia[i, 2]
    lx, ly, lz = angular_momentum[i, 0], angular_momentum[i, 1], angular_momentum[i, 2]
    w, x, y, z = attitude[i, 0], attitude[i, 1], attitude[i, 2], attitude[i, 3]
    p0, p1, p2 = rotate_back(w, x, y, z, lx, ly, lz)
    j0, j1, j2 = processed_inverse_inertia(part, a0, a1, a2, p0, p1, p2)
    for _ in range(parts):
        p0, p1, p2 = rotate_back(w, x, y, z, lx, ly, lz)
        b0, b1, b2, c0, c1, c2 = turn_coefficients(part, j0, j1, j2, p0, p1, p2)
        u0, u1, u2 = b0, b1, b2
        for _ in range(_ITERATIONS):
            n0, n1, n2 = improved_turn(u0, u1, u2, b0, b1, b2, c0, c1, c2)
            change = abs(n0 - u0) + abs(n1 - u1) + abs(n2 - u2)
            u0, u1, u2 = n0, n1, n2
            if change < _CONVERGED * (abs(u0) + abs(u1) + abs(u2)):
                break
        w, x, y, z = turned(w, x, y, z, u0, u1, u2)
    attitude[i, 0], attitude[i, 1], attitude[i, 2], attitude[i, 3] = w, x, y, z


@inlined
def quickest_spin(a0: float, a1: float, a2: float, p0: float, p1: float, p2: float) -> float:
    """Return the angular speed that a free top with inverse moments a and body momentum p never exceeds [rad/s].

    ω² = Σ x a² with x = P² ≥ 0 is convex in a: with Σ x = L² and Σ x a = 2E it is largest where x is shared by the axes
    of the least and the largest moment alone.
    """
    low, high = min(a0, a1, a2), max(a0, a1, a2)
    x0, x1, x2 = p0 * p0, p1 * p1, p2 * p2
    square = x0 + x1 + x2
    if high <= low:
        return high * np.sqrt(square)
    share = (x0 * (a0 - low) + x1 * (a1 - low) + x2 * (a2 - low)) / (high - low)
    return np.sqrt((square - share) * low * low + share * high * high)


@inlined
def turn_far(h: float, i: int, inv_inertia: FloatArray, attitude: FloatArray, angular_momentum: FloatArray) -> None:
    """Turn body i, which may turn by many radians, for a time h, or as far as `MOST_PARTS` parts go."""
    w, x, y, z = attitude[i, 0], attitude[i, 1], attitude[i, 2], attitude[i, 3]
    p0, p1, p2 = rotate_back(w, x, y, z, angular_momentum[i, 0], angular_momentum[i, 1], angular_momentum[i, 2])
    turn = h * quickest_spin(inv_inertia[i, 0], inv_inertia[i, 1], inv_inertia[i, 2], p0, p1, p2)
    parts = turn / LARGEST_TURN
    if not parts <= MOST_PARTS:
        h, parts = h * (MOST_PARTS / parts), float(MOST_PARTS)
    if h > 0.0:  # not so where the momentum is no longer finite
        turn_alone(h, int(np.ceil(parts)), i, inv_inertia, attitude, angular_momentum)


# Places in the lane block, eight lanes each: attitude, world momentum, inverse inertia, u, its coefficients b and c,
# and the last change of u with what it may be.
_QW, _QX, _QY, _QZ = 0, 8, 16, 24
_LX, _LY, _LZ = 32, 40, 48
_A0, _A1, _A2 = 56, 64, 72
_U0, _U1, _U2 = 80, 88, 96
_B0, _B1, _B2 = 104, 112, 120
_C0, _C1, _C2 = 128, 136, 144
_CHANGE, _ALLOWED, _SIZE = 152, 160, 168
#: What others fill in: attitudes, world momenta, inverse inertias; and the size of the block.
TURN_ATTITUDE, TURN_MOMENTUM, TURN_INVERSE, TURN_SIZE = _QW, _LX, _A0, _SIZE


@kernel
def turn_lanes(h: float, block: FloatArray) -> None:
    """Turn the eight bodies of a block (168,) for a time h.

    Every loop runs over the lanes with all operands in one flat array at constant distances: only then LLVM can see
    that they do not overlap, and works on four bodies at a time. A body that has converged is left as it is, so that
    its turn does not depend on its neighbours.
    """
    for k in range(_LANES):
        w, x, y, z = block[_QW + k], block[_QX + k], block[_QY + k], block[_QZ + k]
        p0, p1, p2 = rotate_back(w, x, y, z, block[_LX + k], block[_LY + k], block[_LZ + k])
        j0, j1, j2 = processed_inverse_inertia(h, block[_A0 + k], block[_A1 + k], block[_A2 + k], p0, p1, p2)
        b0, b1, b2, c0, c1, c2 = turn_coefficients(h, j0, j1, j2, p0, p1, p2)
        block[_U0 + k], block[_U1 + k], block[_U2 + k] = b0, b1, b2
        block[_B0 + k], block[_B1 + k], block[_B2 + k] = b0, b1, b2
        block[_C0 + k], block[_C1 + k], block[_C2 + k] = c0, c1, c2
        block[_CHANGE + k], block[_ALLOWED + k] = 1.0, 0.0
    for _ in range(_ITERATIONS):
        for k in range(_LANES):
            u0, u1, u2 = block[_U0 + k], block[_U1 + k], block[_U2 + k]
            b0, b1, b2 = block[_B0 + k], block[_B1 + k], block[_B2 + k]
            c0, c1, c2 = block[_C0 + k], block[_C1 + k], block[_C2 + k]
            n0, n1, n2 = improved_turn(u0, u1, u2, b0, b1, b2, c0, c1, c2)
            goes_on = block[_CHANGE + k] > block[_ALLOWED + k]
            n0, n1, n2 = n0 if goes_on else u0, n1 if goes_on else u1, n2 if goes_on else u2
            block[_U0 + k], block[_U1 + k], block[_U2 + k] = n0, n1, n2
            block[_CHANGE + k] = abs(n0 - u0) + abs(n1 - u1) + abs(n2 - u2)
            block[_ALLOWED + k] = _CONVERGED * (abs(n0) + abs(n1) + abs(n2))
        unfinished = 0
        for k in range(_LANES):
            unfinished += block[_CHANGE + k] > block[_ALLOWED + k]
        if unfinished == 0:
            break
    for k in range(_LANES):
        w, x, y, z = block[_QW + k], block[_QX + k], block[_QY + k], block[_QZ + k]
        w, x, y, z = turned(w, x, y, z, block[_U0 + k], block[_U1 + k], block[_U2 + k])
        block[_QW + k], block[_QX + k], block[_QY + k], block[_QZ + k] = w, x, y, z


@kernel
def drift(
    motion: IntArray,
    inv_inertia: FloatArray,
    h: float,
    center: FloatArray,
    attitude: FloatArray,
    velocity: FloatArray,
    angular_momentum: FloatArray,
) -> None:
    """Move every body freely for a time h: straight ahead, and turning as a free top."""
    block = np.ones(_SIZE)
    lane_body = np.zeros(_LANES, dtype=np.int64)
    lanes = 0
    n = motion.shape[0]
    for i in range(n):
        if motion[i] == DYNAMIC:
            for k in range(3):
                center[i, k] += h * velocity[i, k]
            lx, ly, lz = angular_momentum[i, 0], angular_momentum[i, 1], angular_momentum[i, 2]
            quickest = max(inv_inertia[i, 0], inv_inertia[i, 1], inv_inertia[i, 2])
            turn = h * quickest * norm(lx, ly, lz)
            if turn > _MANY_PARTS * LARGEST_TURN:
                turn_far(h, i, inv_inertia, attitude, angular_momentum)
            elif turn > LARGEST_TURN:
                turn_alone(h, int(np.ceil(turn / LARGEST_TURN)), i, inv_inertia, attitude, angular_momentum)
            elif turn > 0.0:
                for k in range(4):
                    block[_QW + _LANES * k + lanes] = attitude[i, k]
                for k in range(3):
                    block[_LX + _LANES * k + lanes] = angular_momentum[i, k]
                    block[_A0 + _LANES * k + lanes] = inv_inertia[i, k]
                lane_body[lanes] = i
                lanes += 1
        if lanes == _LANES or (i == n - 1 and lanes > 0):
            turn_lanes(h, block)
            for lane in range(lanes):
                for k in range(4):
                    attitude[lane_body[lane], k] = block[_QW + _LANES * k + lane]
            lanes = 0


@kernel
def kick_and_drift(
    motion: IntArray,
    inv_mass: FloatArray,
    inv_inertia: FloatArray,
    wrench: FloatArray,
    h: float,
    center: FloatArray,
    attitude: FloatArray,
    velocity: FloatArray,
    angular_momentum: FloatArray,
    spin: FloatArray,
) -> None:
    """Let forces act for half of a time h, then move every body freely for all of it, and fill the new spins."""
    kick(motion, inv_mass, wrench, 0.5 * h, velocity, angular_momentum)
    drift(motion, inv_inertia, h, center, attitude, velocity, angular_momentum)
    update_angular_velocity(motion, inv_inertia, attitude, angular_momentum, spin)


@kernel
def kick_again(
    motion: IntArray,
    inv_mass: FloatArray,
    inv_inertia: FloatArray,
    wrench: FloatArray,
    h: float,
    attitude: FloatArray,
    velocity: FloatArray,
    angular_momentum: FloatArray,
    spin: FloatArray,
) -> None:
    """Let forces act for the second half of a time h, and fill the new spins."""
    kick(motion, inv_mass, wrench, 0.5 * h, velocity, angular_momentum)
    update_angular_velocity(motion, inv_inertia, attitude, angular_momentum, spin)
