"""Bodies as rows for the contact solvers, and the boxes in which their shapes stay during the step.

First stage of a step. Row n, one behind the last body, is the unmoving world that pads unfinished lanes.
"""

import math

from rigida.arrays import FloatArray, IntArray
from rigida.jit.decorators import kernel
from rigida.math.rotation import matrix_from_quaternion
from rigida.math.vector import norm

# Columns of `inverse`: 1/m, then the world inverse inertia xx, xy, xz, yy, yz, zz.
INVERSE_WIDTH = 7


@kernel
def describe_bodies(
    active: IntArray,
    attitude: FloatArray,
    inv_mass: FloatArray,
    inv_inertia: FloatArray,
    velocity: FloatArray,
    angular_velocity: FloatArray,
    matrix: FloatArray,
    inverse: FloatArray,
    twist: FloatArray,
) -> None:
    """Fill rotation matrices (n, 9), inverse masses and inertias (n + 1, 7) and twists (n + 1, 6), world.

    A body that is not active (asleep, fixed or on a path) cannot be moved by impulses: its inverse row is zero.
    """
    for i in range(active.shape[0]):
        a, b, c, d, e, f, g, h, k = matrix_from_quaternion(
            attitude[i, 0], attitude[i, 1], attitude[i, 2], attitude[i, 3]
        )
        matrix[i, 0], matrix[i, 1], matrix[i, 2] = a, b, c
        matrix[i, 3], matrix[i, 4], matrix[i, 5] = d, e, f
        matrix[i, 6], matrix[i, 7], matrix[i, 8] = g, h, k
        for j in range(3):
            twist[i, j] = velocity[i, j]
            twist[i, 3 + j] = angular_velocity[i, j]
        p, q, r, m = 0.0, 0.0, 0.0, 0.0
        if active[i]:
            p, q, r, m = inv_inertia[i, 0], inv_inertia[i, 1], inv_inertia[i, 2], inv_mass[i]
        inverse[i, 0] = m
        inverse[i, 1] = a * a * p + b * b * q + c * c * r
        inverse[i, 2] = a * d * p + b * e * q + c * f * r
        inverse[i, 3] = a * g * p + b * h * q + c * k * r
        inverse[i, 4] = d * d * p + e * e * q + f * f * r
        inverse[i, 5] = d * g * p + e * h * q + f * k * r
        inverse[i, 6] = g * g * p + h * h * q + k * k * r


@kernel
def sweep_boxes(
    dt: float,
    margin: float,
    body: IntArray,
    reach: FloatArray,
    twist: FloatArray,
    low: FloatArray,
    high: FloatArray,
    swept_low: FloatArray,
    swept_high: FloatArray,
) -> None:
    """Fill the boxes of all shapes enlarged by the motion of the step and half the contact margin.

    reach (s,): the farthest that a point of the shape is from its body's centre [m].
    """
    for i in range(body.shape[0]):
        k = body[i]
        turn = min(norm(twist[k, 3], twist[k, 4], twist[k, 5]) * dt, math.pi) * reach[i]
        room = 0.5 * margin + (turn if turn > 0.0 else 0.0)
        for c in range(3):
            way = twist[k, c] * dt
            swept_low[i, c] = low[i, c] + (way if way < 0.0 else 0.0) - room
            swept_high[i, c] = high[i, c] + (way if way > 0.0 else 0.0) + room
