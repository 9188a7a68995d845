"""Lagrange multipliers of a set of parts, and the two projections that keep parts satisfied.

    [M  Jᵀ] [u̇]   [f]            A = J M⁻¹ Jᵀ,  A λ = −(J u̇_free + bias),  reactions Jᵀ λ
    [J  0 ] [−λ] = [−bias]

Bacin 1999, 6.5 with its sign of λ reversed: here Jᵀ λ is what acts on the bodies. Positions are projected by
M⁻¹ Jᵀ A⁻¹ C and velocities by M⁻¹ Jᵀ A⁻¹ J u (its 6.4.1, in the metric of the masses, so that projecting does no work).

A rotor of inertia i that a coordinate turns adds Jᵀ i J to the masses, which would couple bodies. It is a soft row
instead: its effort λ = −i (J u̇ + bias) is the multiplier of an equation with 1/i, its softness, added to A.
"""

import math

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.constraints.block_factor import assemble, factor, solve
from rigida.constraints.block_order import Ints
from rigida.constraints.evaluate import part_rates
from rigida.constraints.masses import add_part_wrenches, free_accelerations, turn_response, weigh_rows
from rigida.jit.decorators import kernel
from rigida.math.quaternion import from_rotation_vector, multiply, normalize


@kernel
def factor_parts(
    frame: IntArray,
    jacobian: FloatArray,
    inverse: FloatArray,
    product: Ints,
    place: Ints,
    update_start: Ints,
    update: Ints,
    softness: FloatArray,
    weighted: FloatArray,
    b: FloatArray,
) -> None:
    """Assemble and factor A = J M⁻¹ Jᵀ + softness (parts,) in the first equation of each part."""
    weigh_rows(frame, jacobian, inverse, weighted)
    assemble(product, jacobian, weighted, b)
    for p in range(softness.shape[0]):
        b[place[p], 0, 0] += softness[p]
    factor(frame.shape[0], update_start, update, b)


@kernel
def solve_parts(
    place: Ints, column_start: Ints, row: Ints, block: Ints, b: FloatArray, right: FloatArray, out: FloatArray
) -> None:
    """Fill out (parts, 3) with A⁻¹ right."""
    solve(place, column_start, row, block, b, right, out)


@kernel
def add_reactions(
    frame: IntArray,
    jacobian: FloatArray,
    bias: FloatArray,
    inverse: FloatArray,
    twist: FloatArray,
    momentum: FloatArray,
    prescribed: FloatArray,
    place: Ints,
    column_start: Ints,
    row: Ints,
    block: Ints,
    b: FloatArray,
    wrench: FloatArray,
    acceleration: FloatArray,
    multiplier: FloatArray,
) -> None:
    """Fill the multipliers (parts, 3) under the wrenches (n, 6), and add their reactions to the wrenches."""
    free_accelerations(inverse, wrench, twist, momentum, prescribed, acceleration)
    right = np.empty_like(bias)
    part_rates(frame, jacobian, acceleration, bias, 1.0, right)
    for p in range(right.shape[0]):
        for k in range(3):
            right[p, k] = -right[p, k]
    solve(place, column_start, row, block, b, right, multiplier)
    add_part_wrenches(frame, jacobian, multiplier, wrench)


@kernel
def accelerate(
    inverse: FloatArray,
    wrench: FloatArray,
    twist: FloatArray,
    momentum: FloatArray,
    prescribed: FloatArray,
    out: FloatArray,
) -> None:
    """Fill u̇ (frames, 6) under wrenches (n, 6) that hold everything that acts."""
    free_accelerations(inverse, wrench, twist, momentum, prescribed, out)


@kernel
def respond_columns(
    frame: IntArray,
    jacobian: FloatArray,
    inverse: FloatArray,
    place: Ints,
    column_start: Ints,
    row: Ints,
    block: Ints,
    b: FloatArray,
    columns: FloatArray,
    out: FloatArray,
) -> None:
    """Fill out (k, n, 6) = (M⁻¹ − M⁻¹ Jᵀ A⁻¹ J M⁻¹) column for each column (n, 6)."""
    n = columns.shape[1]
    rate, impulse = np.zeros((frame.shape[0], 3)), np.zeros((frame.shape[0], 3))
    motion, total = np.zeros((inverse.shape[0], 6)), np.zeros((n, 6))
    for k in range(columns.shape[0]):
        for repeat in range(2):
            for i in range(n):
                for c in range(6):
                    if repeat == 0:
                        total[i, c] = columns[k, i, c]
                for c in range(3):
                    motion[i, c] = inverse[i, 0] * total[i, c]
                motion[i, 3], motion[i, 4], motion[i, 5] = turn_response(
                    inverse, i, total[i, 3], total[i, 4], total[i, 5]
                )
            if repeat == 1:
                break
            part_rates(frame, jacobian, motion, rate, 0.0, impulse)
            for p in range(frame.shape[0]):
                for r in range(3):
                    rate[p, r] = -impulse[p, r]
            solve(place, column_start, row, block, b, rate, impulse)
            add_part_wrenches(frame, jacobian, impulse, total)
        for i in range(n):
            for c in range(6):
                out[k, i, c] = motion[i, c]


@kernel
def add_impulses(
    frame: IntArray,
    jacobian: FloatArray,
    impulse: FloatArray,
    inverse: FloatArray,
    velocity: FloatArray,
    momentum: FloatArray,
) -> None:
    """Change velocities and angular momenta of the bodies by the impulses Jᵀ λ."""
    change = np.zeros((velocity.shape[0], 6))
    add_part_wrenches(frame, jacobian, impulse, change)
    for i in range(velocity.shape[0]):
        for k in range(3):
            velocity[i, k] += inverse[i, 0] * change[i, k]
            if inverse[i, 0] > 0.0:
                momentum[i, k] += change[i, 3 + k]


@kernel
def displace(
    frame: IntArray,
    jacobian: FloatArray,
    impulse: FloatArray,
    inverse: FloatArray,
    center: FloatArray,
    attitude: FloatArray,
) -> float:
    """Move the bodies by M⁻¹ Jᵀ λ and return the largest displacement [m] or turn [rad]."""
    change = np.zeros((center.shape[0], 6))
    add_part_wrenches(frame, jacobian, impulse, change)
    worst = 0.0
    for i in range(center.shape[0]):
        if inverse[i, 0] == 0.0:
            continue
        for k in range(3):
            center[i, k] += inverse[i, 0] * change[i, k]
            worst = max(worst, abs(inverse[i, 0] * change[i, k]))
        x, y, z = turn_response(inverse, i, change[i, 3], change[i, 4], change[i, 5])
        worst = max(worst, math.sqrt(x * x + y * y + z * z))
        w, i_, j, k_ = from_rotation_vector(x, y, z)
        w, i_, j, k_ = multiply(w, i_, j, k_, attitude[i, 0], attitude[i, 1], attitude[i, 2], attitude[i, 3])
        attitude[i, 0], attitude[i, 1], attitude[i, 2], attitude[i, 3] = normalize(w, i_, j, k_)
    return worst
