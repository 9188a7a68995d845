"""The frames that parts connect: bodies, then the world, then the prescribed frames of paths."""

from collections.abc import Sequence

import numpy as np

from rigida.arrays import FloatArray
from rigida.constraints.arrays import Frames
from rigida.constraints.multipliers import inverse_masses
from rigida.dynamics.model import Model
from rigida.dynamics.state import State
from rigida.jit.bind import bind
from rigida.jit.decorators import kernel
from rigida.math.quat import Quat
from rigida.math.quaternion import rotate_array
from rigida.math.vec3 import Vec3
from rigida.scene.path import Motion


@kernel
def gather_frames(
    center: FloatArray, attitude: FloatArray, velocity: FloatArray, spin: FloatArray, frames: Frames
) -> None:
    """Copy the bodies of a state into the first frames, and fill the inverse masses of all."""
    for i in range(center.shape[0]):
        pose, twist = frames.pose[i], frames.twist[i]
        pose.origin = Vec3(center[i, 0], center[i, 1], center[i, 2])
        pose.attitude = Quat(attitude[i, 0], attitude[i, 1], attitude[i, 2], attitude[i, 3])
        twist.linear = Vec3(velocity[i, 0], velocity[i, 1], velocity[i, 2])
        twist.angular = Vec3(spin[i, 0], spin[i, 1], spin[i, 2])
    inverse_masses(frames)


class FrameSet:
    """Poses, twists, prescribed accelerations and inverse masses of all frames.

    pose (m, 7), twist (m, 6), acceleration (m, 6; zero for frames that forces move), inverse (m, 7); table: the same as
    kernels take it.
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
        self.table = Frames(
            motion=model.motion,
            inv_mass=model.inv_mass,
            inv_inertia=model.inv_inertia,
            pose=self.pose,
            twist=self.twist,
            acceleration=self.acceleration,
            inverse=self.inverse,
        )
        self._state: State | None = None
        self._update = bind(gather_frames, self.table)

    def take(self, state: State) -> None:
        """Bind kernels to the bodies of this state."""
        if state is not self._state:
            self._state = state
            for name in ("center", "attitude", "velocity", "angular_momentum"):
                setattr(self.table, name, getattr(state, name))

    def update(self, time: float, state: State) -> None:
        """Update the poses and motions of all frames at `time`."""
        self.place_carriers(time)
        self._update(state.center, state.attitude, state.velocity, state.angular_velocity)

    def place_carriers(self, time: float) -> None:
        """Set the poses of the frames of paths at `time`; bodies are not moved."""
        for row, motion in self.carriers:
            position, orientation, velocity, spin = motion.placement(time)
            self.pose[row, :3], self.pose[row, 3:] = position, orientation
            self.twist[row, :3], self.twist[row, 3:] = velocity, spin
            self.acceleration[row] = motion.acceleration(time)
        for row, motion in self.model.paths:
            self.acceleration[row] = _center_acceleration(self.model, motion, time, row)


def _center_acceleration(model: Model, motion: Motion, time: float, row: int) -> FloatArray:
    """Return the acceleration (6,) of a kinematic body at its center of mass."""
    acceleration = motion.acceleration(time)
    _, orientation, _, spin = motion.placement(time)
    arm = rotate_array(orientation, model.center_B[row])
    acceleration[:3] += np.cross(acceleration[3:], arm) + np.cross(spin, np.cross(spin, arm))
    return acceleration
