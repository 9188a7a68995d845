"""Motion of a body as passed to functions of the user: pose and velocities, in world coordinates."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.math.quaternion import from_rotation_vector, multiply, normalize, rotate


def _plain(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the Python function behind a compiled one."""
    return getattr(function, "py_func", function)


#: These run as plain Python here: for single vectors that is a tenth of what a call of a kernel takes.
_rotate, _multiply = _plain(rotate), _plain(multiply)
_normalize, _from_rotation_vector = _plain(normalize), _plain(from_rotation_vector)


@dataclass(frozen=True)
class BodyMotion:
    """Motion of a body: `position` and `orientation` of its frame, `center` of mass and its `velocity`, world frame."""

    position: FloatArray
    orientation: FloatArray
    center: FloatArray
    velocity: FloatArray
    angular_velocity: FloatArray

    def direction(self, direction: Sequence[float]) -> FloatArray:
        """Return a direction of the body frame in world axes (3,)."""
        x, y, z = direction
        return np.array(_rotate(*self.orientation.tolist(), float(x), float(y), float(z)))

    def point(self, point: Sequence[float] = (0.0, 0.0, 0.0)) -> FloatArray:
        """Return a point of the body frame in the world (3,) [m]."""
        return np.asarray(self.position + self.direction(point))

    def point_velocity(self, point: Sequence[float] = (0.0, 0.0, 0.0)) -> FloatArray:
        """Return the velocity of a point of the body frame [m/s], world (3,)."""
        return self.velocity_at(self.point(point))

    def velocity_at(self, place: Sequence[float] | FloatArray) -> FloatArray:
        """Return the velocity of the body's material point that is at a world place now [m/s] (3,)."""
        arm = np.asarray(place, dtype=np.float64) - self.center
        (x, y, z), (a, b, c) = self.angular_velocity.tolist(), arm.tolist()
        return np.asarray(self.velocity + np.array([y * c - z * b, z * a - x * c, x * b - y * a]))


@dataclass(frozen=True, eq=False)
class BodyFrame:
    """Pose of a body's frame relative to its center of mass and principal axes, which states use.

    center: the centre of mass in the body frame (3,) [m]. turn: quaternion (4,) from body to principal axes.
    """

    center: FloatArray
    turn: FloatArray

    def motion(self, pose: FloatArray, twist: FloatArray) -> BodyMotion:
        """Return the motion of the body whose centre of mass and principal axes have a pose (7,) and twist (6,)."""
        orientation = _multiply(*pose[3:].tolist(), *self.turn.tolist())
        position = pose[:3] - np.array(_rotate(*orientation, *self.center.tolist()))
        return BodyMotion(position, np.array(orientation), pose[:3].copy(), twist[:3].copy(), twist[3:].copy())


def displaced(pose: FloatArray, displacement: FloatArray) -> FloatArray:
    """Return a pose (7,) displaced by the translation and the rotation vector `way` (6,)."""
    x, y, z, a, b, c = displacement.tolist()
    turned = _normalize(*_multiply(*_from_rotation_vector(a, b, c), *pose[3:].tolist()))
    return np.array([pose[0] + x, pose[1] + y, pose[2] + z, *turned])
