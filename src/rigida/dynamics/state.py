"""The State: time, positions and momenta, as plain arrays.

Kernels use the center of mass, the principal axes and the world angular momentum (so that a free body keeps its
momentum exactly whatever the integrator does to the orientation). Users read `position` and `orientation` of the body
frame, which are derived. Renhe 2006 (3.3); Corrêa 2020 (69).
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.dynamics.model import DYNAMIC, Model
from rigida.jit.decorators import inlined, kernel
from rigida.math.axis_angle import quaternion_from_rotation_vector_array
from rigida.math.quat import Quat, rotated, rotated_back
from rigida.math.quaternion import (
    conjugate_array,
    interpolate_array,
    multiply,
    multiply_array,
    normalize_array,
    rotate,
    rotate_array,
    rotate_back,
)
from rigida.math.vec3 import Vec3, by_components


@inlined
def vector_of(array: FloatArray, i: int) -> Vec3:
    """Return row i of an array (n, 3)."""
    return Vec3(array[i, 0], array[i, 1], array[i, 2])


@inlined
def attitude_of(array: FloatArray, i: int) -> Quat:
    """Return row i of an array (n, 4)."""
    return Quat(array[i, 0], array[i, 1], array[i, 2], array[i, 3])


@inlined
def set_angular_velocity(
    i: int, inv_inertia: FloatArray, attitude: FloatArray, angular_momentum: FloatArray, out: FloatArray
) -> None:
    """Fill ω = R I⁻¹ Rᵀ L of body i."""
    q = attitude_of(attitude, i)
    local = by_components(rotated_back(q, vector_of(angular_momentum, i)), vector_of(inv_inertia, i))
    spin = rotated(q, local)
    out[i, 0], out[i, 1], out[i, 2] = spin.x, spin.y, spin.z


@kernel
def update_angular_velocity(
    motion: IntArray, inv_inertia: FloatArray, attitude: FloatArray, angular_momentum: FloatArray, out: FloatArray
) -> None:
    """Fill ω = R I⁻¹ Rᵀ L (n, 3) for the bodies that forces move."""
    for i in range(motion.shape[0]):
        if motion[i] == DYNAMIC:
            set_angular_velocity(i, inv_inertia, attitude, angular_momentum, out)


@kernel
def place_rows(
    rows: IntArray,
    described: FloatArray,
    center_B: FloatArray,
    principal_B: FloatArray,
    inertia: FloatArray,
    center: FloatArray,
    attitude: FloatArray,
    velocity: FloatArray,
    angular_momentum: FloatArray,
    angular_velocity: FloatArray,
) -> None:
    """Set bodies to poses and velocities (k, 13).

    Position and orientation of the body frame, velocity of the center of mass, angular velocity.
    """
    for k in range(rows.shape[0]):
        i = rows[k]
        w, x, y, z = described[k, 3], described[k, 4], described[k, 5], described[k, 6]
        turn_x, turn_y, turn_z = rotate(w, x, y, z, center_B[i, 0], center_B[i, 1], center_B[i, 2])
        center[i, 0] = described[k, 0] + turn_x
        center[i, 1] = described[k, 1] + turn_y
        center[i, 2] = described[k, 2] + turn_z
        a, b, c, d = multiply(w, x, y, z, principal_B[i, 0], principal_B[i, 1], principal_B[i, 2], principal_B[i, 3])
        norm = math.sqrt(a * a + b * b + c * c + d * d)
        a, b, c, d = a / norm, b / norm, c / norm, d / norm
        attitude[i, 0], attitude[i, 1], attitude[i, 2], attitude[i, 3] = a, b, c, d
        turn_x, turn_y, turn_z = rotate_back(a, b, c, d, described[k, 10], described[k, 11], described[k, 12])
        turn_x, turn_y, turn_z = inertia[i, 0] * turn_x, inertia[i, 1] * turn_y, inertia[i, 2] * turn_z
        angular_momentum[i, 0], angular_momentum[i, 1], angular_momentum[i, 2] = rotate(
            a, b, c, d, turn_x, turn_y, turn_z
        )
        for m in range(3):
            velocity[i, m], angular_velocity[i, m] = described[k, 7 + m], described[k, 10 + m]


@kernel
def first_non_finite(center: FloatArray, attitude: FloatArray, angular_momentum: FloatArray) -> int:
    """Return the first body whose position, attitude or angular momentum is not finite, −1 if there is none."""
    for i in range(center.shape[0]):
        # Any NaN or infinity makes the product with zero NaN; one comparison then decides.
        total = attitude[i, 0] + attitude[i, 1] + attitude[i, 2] + attitude[i, 3]
        for k in range(3):
            total += center[i, k] + angular_momentum[i, k]
        if total * 0.0 != 0.0:
            return i
    return -1


@dataclass(eq=False)
class State:
    """Moving arrays of n bodies at one time.

    center (n, 3) of mass [m]; attitude (n, 4) of the principal axes; velocity (n, 3) of the center [m/s];
    angular_momentum (n, 3) about the center, world [kg m²/s], zero for bodies that forces do not move;
    angular_velocity (n, 3) world [rad/s], derived from it.
    """

    model: Model
    time: float
    center: FloatArray
    attitude: FloatArray
    velocity: FloatArray
    angular_momentum: FloatArray
    angular_velocity: FloatArray

    def __setattr__(self, name: str, value: Any) -> None:
        """Set a field; an array takes the values over, in place: kernels hold on to it."""
        present = self.__dict__.get(name)
        if isinstance(present, np.ndarray):
            present[:] = value
        else:
            self.__dict__[name] = value

    @classmethod
    def at_rest(cls, model: Model) -> "State":
        """Return a state with every body at the origin, at rest."""
        n = model.body_count
        attitude = np.zeros((n, 4))
        attitude[:, 0] = 1.0
        return cls(model, 0.0, np.zeros((n, 3)), attitude, np.zeros((n, 3)), np.zeros((n, 3)), np.zeros((n, 3)))

    def arrays(self) -> tuple[FloatArray, ...]:
        """Return the five arrays, in the order of the fields."""
        return self.center, self.attitude, self.velocity, self.angular_momentum, self.angular_velocity

    def copy(self) -> "State":
        """Return an independent copy."""
        return State(self.model, self.time, *(array.copy() for array in self.arrays()))

    def assign(self, other: "State") -> None:
        """Copy the values of `other`, in place."""
        self.time = other.time
        for own, given in zip(self.arrays(), other.arrays(), strict=True):
            own[:] = given

    def refresh(self) -> None:
        """Derive the angular velocities from the angular momenta."""
        model = self.model
        update_angular_velocity(
            model.motion, model.inv_inertia, self.attitude, self.angular_momentum, self.angular_velocity
        )

    @property
    def orientation(self) -> FloatArray:
        """Orientations (n, 4) of the body frames."""
        return multiply_array(self.attitude, conjugate_array(self.model.principal_B))

    @property
    def position(self) -> FloatArray:
        """Positions (n, 3) of the body frames' origins [m]."""
        return self.center - rotate_array(self.orientation, self.model.center_B)

    def place(self, row: int | slice | IntArray, position: FloatArray, orientation: FloatArray) -> None:
        """Set the pose of the body frame of body `row` (or several)."""
        model = self.model
        self.attitude[row] = normalize_array(multiply_array(orientation, model.principal_B[row]))
        self.center[row] = position + rotate_array(orientation, model.center_B[row])

    def spin(self, row: int | slice | IntArray, angular_velocity: FloatArray) -> None:
        """Set the world angular velocity of body `row` (or several) [rad/s]."""
        q = self.attitude[row]
        local = rotate_array(conjugate_array(q), angular_velocity)
        self.angular_momentum[row] = rotate_array(q, local * self.model.inertia[row])
        self.angular_velocity[row] = angular_velocity

    def displace(self, step: FloatArray) -> None:
        """Move the centers of mass and turn the bodies by small displacements (n, 6) [m, rad]."""
        self.center += step[:, :3]
        turn = quaternion_from_rotation_vector_array(step[:, 3:])
        self.attitude[:] = normalize_array(multiply_array(turn, self.attitude))

    def push(self, change: FloatArray) -> None:
        """Change linear and angular velocities by (n, 6); `refresh` then derives the angular ones."""
        self.velocity += change[:, :3]
        local = self.model.inertia * rotate_array(conjugate_array(self.attitude), change[:, 3:])
        self.angular_momentum += rotate_array(self.attitude, local)

    def change_mass(self, row: int, mass: float, moments: FloatArray) -> None:
        """Set mass [kg] and principal moments (3,) [kg m²] of body `row`; its center and axes do not change.

        What leaves the body does so with the body's own velocity, so velocity and angular velocity stay and the
        momenta change by what has left. Engines restart their step after it.
        """
        self.model.set_mass(row, mass, moments)
        self.spin(row, self.angular_velocity[row].copy())

    def hash(self) -> str:
        """Return a digest of the time and of every array, to the bit."""
        import hashlib  # only where a state is hashed

        digest = hashlib.blake2b(np.float64(self.time).tobytes(), digest_size=16)
        for array in self.arrays():
            digest.update(array.tobytes())
        return digest.hexdigest()


def interpolated(before: State, after: State, time: float) -> State:
    """Return the state at `time` between two states: cubic in position, great arc in attitude."""
    span = after.time - before.time
    s = (time - before.time) / span
    result = after.copy()
    result.time = time
    # Cubic Hermite through both positions and velocities.
    result.center[:] = (
        (1.0 + 2.0 * s) * (1.0 - s) ** 2 * before.center
        + s * (1.0 - s) ** 2 * span * before.velocity
        + s * s * (3.0 - 2.0 * s) * after.center
        - s * s * (1.0 - s) * span * after.velocity
    )
    result.attitude[:] = interpolate_array(before.attitude, after.attitude, s)
    for name in ("velocity", "angular_momentum", "angular_velocity"):
        getattr(result, name)[:] = (1.0 - s) * getattr(before, name) + s * getattr(after, name)
    result.refresh()
    return result
