"""The bodies' working arrays of a step."""

from collections.abc import Callable

import numpy as np

from rigida.arrays import FloatArray
from rigida.dynamics.model import DYNAMIC, Model
from rigida.dynamics.state import State
from rigida.jit.bind import bind
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


@kernel
def count_active(bodies: Bodies) -> int:
    """Return how many bodies impulses move."""
    found = 0
    for i in range(len(bodies.active)):
        found += bodies.active[i] != 0
    return found


def gyration_radii(model: Model) -> FloatArray:
    """Return the largest radius of gyration of each body (n,) [m]; infinity for those that nothing moves."""
    return np.sqrt(
        model.inertia.max(axis=1) * model.inv_mass, out=np.full(model.body_count, np.inf), where=model.inv_mass > 0.0
    )


class BodyRows:
    """Rows of n bodies and one that stands for the unmoving world.

    active (n,): 1 for bodies that impulses move; awake (n,): 1 for those and for bodies that a path moves; jointed
    (n,): 1 for those that move along joints; inward (n,): see `Bodies`; matrix (n + 1, 9) rotation; inverse (n + 1, 7)
    1/m and world inverse inertia; twist (n + 1, 6) velocity and angular velocity; before, moving (n + 1, 6) and
    displacement (n + 1, 6): see `integrate`; length_scale (n + 1,): see `realtime.surfaces`. table: the same, with the
    bodies' state and masses, as kernels take them. refresh(): take over masses, poses and velocities at the start of a
    step; count_active(): how many are active.
    """

    def __init__(self, model: Model, state: State) -> None:
        n = model.body_count
        self.active = (model.motion == DYNAMIC).astype(np.int32)
        self.awake = self.active.copy() if model.paths else self.active
        self.jointed, self.inward = np.zeros(n, dtype=np.int32), np.full(n, -1, dtype=np.int32)
        self.matrix = np.zeros((n + 1, 9))
        self.inverse = np.zeros((n + 1, 7))
        self.twist = np.zeros((n + 1, 6))
        self.before = np.zeros((n + 1, 6))
        self.moving = np.zeros((n + 1, 6))
        self.displacement = np.zeros((n + 1, 6))
        self.turning, self.at_end = np.zeros((n, 3)), np.zeros(n, dtype=np.int32)
        self.length_scale = np.append(gyration_radii(model), np.inf)
        self.table = Bodies(
            motion=model.motion,
            mass=model.mass,
            inv_mass=model.inv_mass,
            inertia=model.inertia,
            inv_inertia=model.inv_inertia,
            surface=model.surface,
            part_surface=np.zeros((0, 8)),
            length_scale=self.length_scale,
            gravity=model.gravity,
            center=state.center,
            attitude=state.attitude,
            velocity=state.velocity,
            angular_momentum=state.angular_momentum,
            angular_velocity=state.angular_velocity,
            active=self.active,
            awake=self.awake,
            jointed=self.jointed,
            inward=self.inward,
            rotation=self.matrix,
            inverse=self.inverse,
            before=self.before,
            twist=self.twist,
            moving=self.moving,
            turning=self.turning,
            at_end=self.at_end,
            displacement=self.displacement,
        )
        self.refresh: Callable[[], None] = bind(refresh_bodies, self.table)
        self.count_active: Callable[[], int] = bind(count_active, self.table)
