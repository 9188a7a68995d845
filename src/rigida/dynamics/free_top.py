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
from rigida.dynamics.state import attitude_of, update_angular_velocity, vector_of
from rigida.jit.decorators import inlined, kernel, routine
from rigida.jit.values import formula, square_root
from rigida.math.lanes import LANES, Lanes, any_greater, load, magnitude, store, where_greater
from rigida.math.quat import Quat, length_squared, product, rotated_back
from rigida.math.vec3 import Vec3, norm

#: Bodies that turn further than this in one step are turned in several equal parts [rad].
LARGEST_TURN = 0.5
#: The same for those whose angular momentum changes in the step: the square of this, by 24, is what is neglected.
PUSHED_TURN = 0.02
#: From this many parts on they are counted more closely, and no body is turned in more than that in a step.
_MANY_PARTS, MOST_PARTS = 64, 100_000
_ITERATIONS = 40
#: Relative change of u that ends the iteration; the next sweep would change it by a tenth of that or less.
_CONVERGED = 1e-14


@formula
def processed_inverse_inertia(h: float, a: Vec3, p: Vec3) -> Vec3:
    """Return the corrected 1/J for a step h, inverse moments a and body momentum p."""
    e1 = a.x + a.y + a.z
    e2 = a.x * a.y + a.y * a.z + a.x * a.z
    e3 = a.x * a.y * a.z
    energy = 0.5 * (p.x * p.x * a.x + p.y * p.y * a.y + p.z * p.z * a.z)
    square = p.x * p.x + p.y * p.y + p.z * p.z
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
    return Vec3(a.x * (1.0 + d) + s, a.y * (1.0 + d) + s, a.z * (1.0 + d) + s)


@formula
def first_turn(h: float, j: Vec3, p: Vec3) -> Vec3:
    """Return b of u_i = b_i (1 + |u|²) − c_i u_j u_k for inverse inertias j and body momentum p."""
    f = 0.5 * h
    return Vec3(f * p.x * j.x, f * p.y * j.y, f * p.z * j.z)


@formula
def turn_coupling(j: Vec3) -> Vec3:
    """Return c of u_i = b_i (1 + |u|²) − c_i u_j u_k: (u × J u)_0 / J_0 = u_1 u_2 (J_2 − J_1)/J_0, with J = 1/j."""
    x, y, z = 1.0 / j.x, 1.0 / j.y, 1.0 / j.z
    return Vec3(j.x * (z - y), j.y * (x - z), j.z * (y - x))


@formula
def improved_turn(u: Vec3, b: Vec3, c: Vec3) -> Vec3:
    """Return u after one sweep of the fixed-point iteration, new components used at once."""
    s = 1.0 + u.x * u.x + u.y * u.y + u.z * u.z
    x = b.x * s - c.x * u.y * u.z
    y = b.y * s - c.y * u.z * x
    z = b.z * s - c.z * x * y
    return Vec3(x, y, z)


@formula
def turned(q: Quat, u: Vec3) -> Quat:
    """Return q (1, u), normalized."""
    new = product(q, Quat(1.0, u.x, u.y, u.z))
    return new * (1.0 / square_root(length_squared(new)))


@inlined
def size_of(v: Vec3) -> float:
    """Return the sum of the magnitudes of a vector's components."""
    return abs(v.x) + abs(v.y) + abs(v.z)


@kernel
def kick(
    motion: IntArray,
    inv_mass: FloatArray,
    wrench: FloatArray,
    h: float,
    velocity: FloatArray,
    angular_momentum: FloatArray,
) -> None:
    """Apply forces for a time h: v += h f/m, L += h τ."""
    for i in range(motion.shape[0]):
        if motion[i] == DYNAMIC:
            for k in range(3):
                velocity[i, k] += h * inv_mass[i] * wrench[i, k]
                angular_momentum[i, k] += h * wrench[i, 3 + k]


@inlined
def found_turn(b: Vec3, c: Vec3) -> Vec3:
    """Return u of the step (see the head) for its constants b and c."""
    u = b
    for _ in range(_ITERATIONS):
        before = u
        u = improved_turn(u, b, c)
        if size_of(u - before) < _CONVERGED * size_of(u):
            break
    return u


@inlined
def turn_torque_free(
    h: float, parts: int, i: int, inv_inertia: FloatArray, attitude: FloatArray, angular_momentum: FloatArray
) -> None:
    """Turn body i for a time h in several equal parts."""
    part, momentum, q = h / parts, vector_of(angular_momentum, i), attitude_of(attitude, i)
    j = processed_inverse_inertia(part, vector_of(inv_inertia, i), rotated_back(q, momentum))
    c = turn_coupling(j)
    for _ in range(parts):
        q = turned(q, found_turn(first_turn(part, j, rotated_back(q, momentum)), c))
    attitude[i, 0], attitude[i, 1], attitude[i, 2], attitude[i, 3] = q.w, q.x, q.y, q.z


@inlined
def turns_with_torque(h: float, a: Vec3, momentum: Vec3) -> bool:
    """Return whether a body with inverse moments a rotates enough in h for the change of its momentum to matter."""
    return h * max(a.x, a.y, a.z) * norm(momentum) > PUSHED_TURN


@routine
def turned_with_torque(h: float, attitude: Quat, a: Vec3, mean: Vec3, ramp: Vec3) -> Quat:
    """Return the attitude of a body after a time h in which its angular momentum changes by `ramp`, at a constant rate.

    a: inverse moments; mean: of the angular momentum [N m s]. A fast top whose axis stays with its momentum precesses
    along an arc; with the mean momentum all through it would circle that, and fall short by (turn)²/24 of the arc.
    """
    turn = h * max(a.x, a.y, a.z) * norm(mean)
    parts = int(np.ceil(min(turn / PUSHED_TURN, float(MOST_PARTS))))
    q, part = attitude, h / parts
    for k in range(parts):
        momentum = mean + ((k + 0.5) / parts - 0.5) * ramp
        p = rotated_back(q, momentum)
        j = processed_inverse_inertia(part, a, p)
        q = turned(q, found_turn(first_turn(part, j, p), turn_coupling(j)))
    return q


@inlined
def quickest_spin(a: Vec3, p: Vec3) -> float:
    """Return the angular speed that a free top with inverse moments a and body momentum p never exceeds [rad/s].

    ω² = Σ x a² with x = P² ≥ 0 is convex in a: with Σ x = L² and Σ x a = 2E it is largest where x is shared by the axes
    of the least and the largest moment alone.
    """
    low, high = min(a.x, a.y, a.z), max(a.x, a.y, a.z)
    x, y, z = p.x * p.x, p.y * p.y, p.z * p.z
    square = x + y + z
    if high <= low:
        return high * np.sqrt(square)
    share = (x * (a.x - low) + y * (a.y - low) + z * (a.z - low)) / (high - low)
    return np.sqrt((square - share) * low * low + share * high * high)


@inlined
def turn_far(h: float, i: int, inv_inertia: FloatArray, attitude: FloatArray, angular_momentum: FloatArray) -> None:
    """Rotate body i, by many radians if need be, for a time h in at most `MOST_PARTS` parts."""
    p = rotated_back(attitude_of(attitude, i), vector_of(angular_momentum, i))
    parts = h * quickest_spin(vector_of(inv_inertia, i), p) / LARGEST_TURN
    if not parts <= MOST_PARTS:
        h, parts = h * (MOST_PARTS / parts), float(MOST_PARTS)
    if h > 0.0:  # not so where the momentum is no longer finite
        turn_torque_free(h, int(np.ceil(parts)), i, inv_inertia, attitude, angular_momentum)


# Rows of a block of eight tops: orientations, world momenta, inverse inertias.
_ATTITUDE, _MOMENTUM, _INVERSE, _ROWS = 0, 4, 7, 10


@inlined
def vectors_at(block: FloatArray, row: int) -> Vec3:
    """Return the vectors of eight tops from a row of their block on."""
    return Vec3(load(block, LANES * row), load(block, LANES * (row + 1)), load(block, LANES * (row + 2)))


@inlined
def sizes_of(v: Vec3) -> Lanes:
    """Return the sums of the magnitudes of the components of eight vectors."""
    return magnitude(v.x) + magnitude(v.y) + magnitude(v.z)


@kernel
def turn_lanes(h: float, block: FloatArray) -> None:
    """Turn the eight tops of a block of `_ROWS` rows for a time h.

    A top that has converged is left as it is, so that its turn does not depend on its neighbors.
    """
    momentum, w, axis = vectors_at(block, _MOMENTUM), load(block, LANES * _ATTITUDE), vectors_at(block, _ATTITUDE + 1)
    q = Quat(w, axis.x, axis.y, axis.z)
    p = rotated_back(q, momentum)
    j = processed_inverse_inertia(h, vectors_at(block, _INVERSE), p)
    b, c = first_turn(h, j, p), turn_coupling(j)
    u = improved_turn(b, b, c)
    change, allowed = sizes_of(u - b), _CONVERGED * sizes_of(u)
    for _ in range(_ITERATIONS - 1):
        if not any_greater(change, allowed):
            break
        before = u
        u = improved_turn(u, b, c)
        u = Vec3(
            where_greater(change, allowed, u.x, before.x),
            where_greater(change, allowed, u.y, before.y),
            where_greater(change, allowed, u.z, before.z),
        )
        change, allowed = sizes_of(u - before), _CONVERGED * sizes_of(u)
    q = turned(q, u)
    store(block, LANES * _ATTITUDE, q.w)
    store(block, LANES * (_ATTITUDE + 1), q.x)
    store(block, LANES * (_ATTITUDE + 2), q.y)
    store(block, LANES * (_ATTITUDE + 3), q.z)


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
    block = np.ones((_ROWS, LANES))
    body_in = np.zeros(LANES, dtype=np.int64)
    lanes = 0
    n = motion.shape[0]
    for i in range(n):
        if motion[i] == DYNAMIC:
            for k in range(3):
                center[i, k] += h * velocity[i, k]
            quickest = max(inv_inertia[i, 0], inv_inertia[i, 1], inv_inertia[i, 2])
            turn = h * quickest * norm(vector_of(angular_momentum, i))
            if turn > _MANY_PARTS * LARGEST_TURN:
                turn_far(h, i, inv_inertia, attitude, angular_momentum)
            elif turn > LARGEST_TURN:
                turn_torque_free(h, int(np.ceil(turn / LARGEST_TURN)), i, inv_inertia, attitude, angular_momentum)
            elif turn > 0.0:
                for k in range(4):
                    block[_ATTITUDE + k, lanes] = attitude[i, k]
                for k in range(3):
                    block[_MOMENTUM + k, lanes] = angular_momentum[i, k]
                    block[_INVERSE + k, lanes] = inv_inertia[i, k]
                body_in[lanes] = i
                lanes += 1
        if lanes == LANES or (i == n - 1 and lanes > 0):
            turn_lanes(h, block)
            for lane in range(lanes):
                for k in range(4):
                    attitude[body_in[lane], k] = block[_ATTITUDE + k, lane]
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
    """Apply forces for half of h, then move every body without forces for all of h; fill the angular velocities."""
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
    """Apply forces for the second half of h, and fill the angular velocities."""
    kick(motion, inv_mass, wrench, 0.5 * h, velocity, angular_momentum)
    update_angular_velocity(motion, inv_inertia, attitude, angular_momentum, spin)
