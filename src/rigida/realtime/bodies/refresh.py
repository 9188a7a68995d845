"""Bodies at the begin of a step: rotations, masses in the world, and twists."""

from rigida.jit.decorators import kernel
from rigida.math.quat import rotation_matrix
from rigida.math.vec3 import Vec3, turned_diagonal
from rigida.realtime.arrays import Bodies


@kernel
def refresh_bodies(bodies: Bodies) -> None:
    """Fill rotations, inverse masses and twists from the state.

    A body that is not active (asleep, fixed or on a path) cannot be moved by impulses: its inverse masses are zero.
    """
    for i in range(len(bodies.active)):
        rotation, twist, inverse = rotation_matrix(bodies.attitude[i]), bodies.twist[i], bodies.inverse[i]
        bodies.rotation[i] = rotation
        twist.linear, twist.angular = bodies.velocity[i], bodies.angular_velocity[i]
        moments = Vec3(0.0, 0.0, 0.0)
        inverse.mass = 0.0
        if bodies.active[i]:
            moments, inverse.mass = bodies.inv_inertia[i], bodies.inv_mass[i]
        inverse.inertia = turned_diagonal(rotation, moments)
