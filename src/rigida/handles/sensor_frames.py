"""Frames of sensors on bodies: poses, velocities, accelerations, and reactions on their bodies.

A reference, another frame, is what places, axes and velocities are seen from.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.handles.sensor_forces import acceleration_at, holding_wrench
from rigida.math.quaternion import conjugate_array, multiply_array, rotate_array
from rigida.math.rotation import matrix_from_quaternion_array


class SensorFrame:
    """A sensor frame on a body or the world; row: that of the body, −1 for the world."""

    def __init__(self, engine: Any, row: int, position: FloatArray, orientation: FloatArray) -> None:
        self._engine, self.row = engine, row
        self._position, self._orientation = position, orientation

    def position(self) -> FloatArray:
        """Return the position of its origin (3,) [m]."""
        if self.row < 0:
            return self._position
        state = self._engine.state
        turned: FloatArray = rotate_array(state.orientation[self.row], self._position)
        return np.asarray(state.position[self.row] + turned)

    def orientation(self) -> FloatArray:
        """Return its orientation (4,), wxyz."""
        if self.row < 0:
            return self._orientation
        return np.asarray(multiply_array(self._engine.state.orientation[self.row], self._orientation))

    def velocity(self) -> FloatArray:
        """Return the velocity of its origin (3,), world [m/s]."""
        if self.row < 0:
            return np.zeros(3)
        state = self._engine.state
        arm = self.position() - state.center[self.row]
        return np.asarray(state.velocity[self.row] + np.cross(state.angular_velocity[self.row], arm))

    def angular_velocity(self) -> FloatArray:
        """Return its angular velocity (3,), world [rad/s]."""
        return np.zeros(3) if self.row < 0 else self._engine.state.angular_velocity[self.row].copy()

    def acceleration(self) -> FloatArray:
        """Return the acceleration of its origin (3,), world, less that of gravity [m/s²]."""
        model = self._engine.model
        if self.row < 0:
            return -model.gravity
        return np.asarray(acceleration_at(self._engine, self.row, self.position()) - model.body_gravity[self.row])

    def angular_acceleration(self) -> FloatArray:
        """Return its angular acceleration (3,), world [rad/s²]."""
        return np.zeros(3) if self.row < 0 else np.asarray(self._engine.accelerations()[self.row, 3:])

    def holding(self, rows: IntArray) -> FloatArray:
        """Return force and torque about its origin (6,) that hold bodies `rows`, in its own axes [N, N m]."""
        found = holding_wrench(self._engine, rows, self.position())
        return np.concatenate([self.seen(found[:3]), self.seen(found[3:])])

    def axis(self, which: int) -> FloatArray:
        """Return one of its axes (3,), world."""
        return np.asarray(matrix_from_quaternion_array(self.orientation())[:, which])

    def seen(self, vector: FloatArray) -> FloatArray:
        """Return a world vector in the frame's own axes (3,)."""
        return np.asarray(rotate_array(conjugate_array(self.orientation()), vector))


#: What sensors of a frame read.
OF_FRAMES: Mapping[str, Callable[[SensorFrame], FloatArray]] = {
    "framepos": SensorFrame.position,
    "framequat": SensorFrame.orientation,
    "framexaxis": lambda frame: frame.axis(0),
    "frameyaxis": lambda frame: frame.axis(1),
    "framezaxis": lambda frame: frame.axis(2),
    "framelinvel": SensorFrame.velocity,
    "frameangvel": SensorFrame.angular_velocity,
    "gyro": lambda frame: frame.seen(frame.angular_velocity()),
    "velocimeter": lambda frame: frame.seen(frame.velocity()),
    "accelerometer": lambda frame: frame.seen(frame.acceleration()),
    "framelinacc": SensorFrame.acceleration,
    "frameangacc": SensorFrame.angular_acceleration,
}
#: What sensors of a frame read when they see it from another one, their reference.
FROM_FRAMES: Mapping[str, Callable[[SensorFrame, SensorFrame], FloatArray]] = {
    "framepos": lambda frame, other: other.seen(frame.position() - other.position()),
    "framequat": lambda frame, other: np.asarray(
        multiply_array(conjugate_array(other.orientation()), frame.orientation())
    ),
    "framexaxis": lambda frame, other: other.seen(frame.axis(0)),
    "frameyaxis": lambda frame, other: other.seen(frame.axis(1)),
    "framezaxis": lambda frame, other: other.seen(frame.axis(2)),
    "framelinvel": lambda frame, other: other.seen(
        frame.velocity() - other.velocity() - np.cross(other.angular_velocity(), frame.position() - other.position())
    ),
    "frameangvel": lambda frame, other: other.seen(frame.angular_velocity() - other.angular_velocity()),
}
