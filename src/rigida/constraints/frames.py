"""The frames that parts stand between: bodies, then the world, then the prescribed frames of paths."""

from collections.abc import Sequence

import numpy as np

from rigida.arrays import FloatArray
from rigida.constraints.masses import inverse_masses
from rigida.dynamics.model import Model
from rigida.dynamics.state import State
from rigida.jit.decorators import kernel
from rigida.math.quaternion import rotate_array
from rigida.scene.path import Motion


@kernel
def gather_frames(
    center: FloatArray,
    attitude: FloatArray,
    velocity: FloatArray,
    spin: FloatArray,
    pose: FloatArray,
    twist: FloatArray,
) -> None:
    """Copy the bodies of a state into the first rows of pose (m, 7) and twist (m, 6)."""
    for i in range(center.shape[0]):
        for k in range(3):
            pose[i, k] = center[i, k]
            pose[i, 3 + k] = attitude[i, k]
            twist[i, k] = velocity[i, k]
            twist[i, 3 + k] = spin[i, k]
        pose[i, 6] = attitude[i, 3]


class Frames:
    """Poses, twists, prescribed accelerations and inverse masses of all frames.

    pose (m, 7), twist (m, 6), acceleration (m, 6; zero for frames that forces move), inverse (m, 7).
    """

    def __init__(self, model: Model, carriers: Sequence[Motion]) -> None:
        self.model = model
        self.world = model.body_count
        self.carriers = [(self.world + 1 + i, motion) for i, motion in enumerate(carriers)]
        count = self.world + 1 + len(carriers)
        self.pose = np.zeros((count, 7))
        self.pose[:, 3] = 1.0
        self.twist = np.zeros((count, 6))
        self.acceleration = np.zeros((count, 6))
        self.inverse = np.zeros((count, 7))

    def update(self, time: float, state: State) -> None:
        """Take over where everything is, and how it moves, at `time`."""
        gather_frames(state.center, state.attitude, state.velocity, state.angular_velocity, self.pose, self.twist)
        for row, motion in self.carriers:
            position, orientation, velocity, spin = motion.placement(time)
            self.pose[row, :3], self.pose[row, 3:] = position, orientation
            self.twist[row, :3], self.twist[row, 3:] = velocity, spin
            self.acceleration[row] = motion.acceleration(time)
        for row, motion in self.model.paths:
            self.acceleration[row] = _center_acceleration(self.model, motion, time, row)
        inverse_masses(self.model.motion, self.model.inv_mass, self.model.inv_inertia, self.pose, self.inverse)


def _center_acceleration(model: Model, motion: Motion, time: float, row: int) -> FloatArray:
    """Return the acceleration (6,) of a kinematic body at its centre of mass."""
    acceleration = motion.acceleration(time)
    _, orientation, _, spin = motion.placement(time)
    arm = rotate_array(orientation, model.center_B[row])
    acceleration[:3] += np.cross(acceleration[3:], arm) + np.cross(spin, np.cross(spin, arm))
    return acceleration
