"""Kinetic energy, linear and angular momentum of all bodies that forces move."""

from dataclasses import dataclass

import numpy as np

from rigida.arrays import FloatArray
from rigida.dynamics.model import Model
from rigida.dynamics.state import State
from rigida.jit.decorators import kernel
from rigida.math.quaternion import rotate_back


@dataclass(frozen=True)
class Energy:
    """Kinetic, potential and total energy [J]."""

    kinetic: float
    potential: float

    @property
    def total(self) -> float:
        """Kinetic plus potential energy [J]."""
        return self.kinetic + self.potential


@dataclass(frozen=True, eq=False)
class Momentum:
    """Linear momentum (3,) [kg m/s] and angular momentum (3,) about the world's origin [kg m²/s]."""

    linear: FloatArray
    angular: FloatArray


@kernel
def _kinetic_energy(
    mass: FloatArray,
    inv_inertia: FloatArray,
    attitude: FloatArray,
    velocity: FloatArray,
    angular_momentum: FloatArray,
) -> float:
    total = 0.0
    for i in range(mass.shape[0]):
        total += mass[i] * (velocity[i, 0] ** 2 + velocity[i, 1] ** 2 + velocity[i, 2] ** 2)
        px, py, pz = rotate_back(
            attitude[i, 0],
            attitude[i, 1],
            attitude[i, 2],
            attitude[i, 3],
            angular_momentum[i, 0],
            angular_momentum[i, 1],
            angular_momentum[i, 2],
        )
        total += px * px * inv_inertia[i, 0] + py * py * inv_inertia[i, 1] + pz * pz * inv_inertia[i, 2]
    return 0.5 * total


def kinetic_energy(model: Model, state: State) -> float:
    """Return Σ ½ m v² + ½ Lᵀ I⁻¹ L [J]."""
    return _kinetic_energy(model.mass, model.inv_inertia, state.attitude, state.velocity, state.angular_momentum)


def momentum(model: Model, state: State) -> Momentum:
    """Return the momentum of all bodies that forces move, angular about the world's origin."""
    linear = model.mass[:, None] * state.velocity
    angular = state.angular_momentum + np.cross(state.center, linear)
    return Momentum(linear.sum(axis=0), angular.sum(axis=0))
