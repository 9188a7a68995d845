"""What moves: forces change velocities before the contacts are solved, and positions follow from velocities after.

World angular momentum is the state. Impulses on a body add to it, its angular velocity is derived, and bodies turn as
free tops, so a spinning body keeps energy and momentum whatever the step (`rigida.dynamics.free_top`).
"""

import math

from rigida.arrays import FloatArray, IntArray
from rigida.constraints.masses import turn_response
from rigida.dynamics.free_top import drift
from rigida.dynamics.state import set_angular_velocity
from rigida.jit.decorators import inlined, kernel, routine
from rigida.math.quaternion import multiply

# How a body moves in a step.
AT_REST, FREELY, BY_TWIST, BY_SUB_STEPS = 0, 1, 2, 3


@kernel
def kick_bodies(
    dt: float, wrench: FloatArray, inverse: FloatArray, before: FloatArray, twist: FloatArray, moving: FloatArray
) -> None:
    """Let the forces act on all twists (n + 1, 6) for a time dt; keep what was before, and as what moves them."""
    for i in range(wrench.shape[0]):
        for c in range(6):
            before[i, c] = twist[i, c]
        x, y, z = turn_response(inverse, i, wrench[i, 3], wrench[i, 4], wrench[i, 5])
        for c in range(3):
            twist[i, c] += dt * inverse[i, 0] * wrench[i, c]
        twist[i, 3] += dt * x
        twist[i, 4] += dt * y
        twist[i, 5] += dt * z
        for c in range(6):
            moving[i, c] = twist[i, c]


@inlined
def momentum_change(
    i: int, x: float, y: float, z: float, matrix: FloatArray, inertia: FloatArray
) -> tuple[float, float, float]:
    """Return R I Rᵀ (x, y, z): the angular momentum that a change of angular velocity takes."""
    p = (matrix[i, 0] * x + matrix[i, 3] * y + matrix[i, 6] * z) * inertia[i, 0]
    q = (matrix[i, 1] * x + matrix[i, 4] * y + matrix[i, 7] * z) * inertia[i, 1]
    r = (matrix[i, 2] * x + matrix[i, 5] * y + matrix[i, 8] * z) * inertia[i, 2]
    return (
        matrix[i, 0] * p + matrix[i, 1] * q + matrix[i, 2] * r,
        matrix[i, 3] * p + matrix[i, 4] * q + matrix[i, 5] * r,
        matrix[i, 6] * p + matrix[i, 7] * q + matrix[i, 8] * r,
    )


@routine
def turn_by_vector(i: int, x: float, y: float, z: float, attitude: FloatArray) -> None:
    """Turn body i by a world rotation vector [rad]."""
    angle = math.sqrt(x * x + y * y + z * z)
    scale = math.sin(0.5 * angle) / angle if angle > 1e-12 else 0.5
    w, x, y, z = multiply(
        math.cos(0.5 * angle),
        x * scale,
        y * scale,
        z * scale,
        attitude[i, 0],
        attitude[i, 1],
        attitude[i, 2],
        attitude[i, 3],
    )
    norm = 1.0 / math.sqrt(w * w + x * x + y * y + z * z)
    attitude[i, 0], attitude[i, 1], attitude[i, 2], attitude[i, 3] = w * norm, x * norm, y * norm, z * norm


@kernel
def move_bodies(
    dt: float,
    wrench: FloatArray,
    island: IntArray,
    method: IntArray,
    active: IntArray,
    jointed: IntArray,
    inertia: FloatArray,
    inv_inertia: FloatArray,
    inv_mass: FloatArray,
    matrix: FloatArray,
    twist: FloatArray,
    moving: FloatArray,
    way: FloatArray,
    center: FloatArray,
    attitude: FloatArray,
    velocity: FloatArray,
    angular_momentum: FloatArray,
    angular_velocity: FloatArray,
    still: IntArray,
    drift_velocity: FloatArray,
    drift_momentum: FloatArray,
) -> None:
    """Move all active bodies through the step and give them their new velocities and momenta, but for jointed ones.

    Free bodies by half kick, free flight, half kick; bodies of directly solved islands by `moving`; others by the way
    (n + 1, 6) they went in sub-steps. still (n,) is filled with 0 for bodies that fly freely or by twist.
    """
    for i in range(active.shape[0]):
        still[i] = 1
        if active[i] == 0 or jointed[i]:
            continue
        k = island[i]
        if k < 0:
            still[i] = 0
            for c in range(3):
                kick = dt * wrench[i, c] * inv_mass[i]
                drift_velocity[i, c] = velocity[i, c] + 0.5 * kick
                velocity[i, c] += kick
                drift_momentum[i, c] = angular_momentum[i, c] + 0.5 * dt * wrench[i, 3 + c]
                angular_momentum[i, c] += dt * wrench[i, 3 + c]
            continue
        if method[k] == 1:
            still[i] = 0
            x, y, z = momentum_change(
                i,
                moving[i, 3] - angular_velocity[i, 0],
                moving[i, 4] - angular_velocity[i, 1],
                moving[i, 5] - angular_velocity[i, 2],
                matrix,
                inertia,
            )
            drift_momentum[i, 0] = angular_momentum[i, 0] + x
            drift_momentum[i, 1] = angular_momentum[i, 1] + y
            drift_momentum[i, 2] = angular_momentum[i, 2] + z
            for c in range(3):
                drift_velocity[i, c] = moving[i, c]
        else:
            for c in range(3):
                center[i, c] += way[i, c]
            turn_by_vector(i, way[i, 3], way[i, 4], way[i, 5], attitude)
        x, y, z = momentum_change(
            i,
            twist[i, 3] - angular_velocity[i, 0],
            twist[i, 4] - angular_velocity[i, 1],
            twist[i, 5] - angular_velocity[i, 2],
            matrix,
            inertia,
        )
        angular_momentum[i, 0] += x
        angular_momentum[i, 1] += y
        angular_momentum[i, 2] += z
        for c in range(3):
            velocity[i, c] = twist[i, c]
    drift(still, inv_inertia, dt, center, attitude, drift_velocity, drift_momentum)
    for i in range(active.shape[0]):
        if active[i] and not jointed[i]:
            set_angular_velocity(i, inv_inertia, attitude, angular_momentum, angular_velocity)
