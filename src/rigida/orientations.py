"""Orientations as people give them: axis and angle, roll, pitch and yaw, Euler angles, matrices, other quaternions.

All return the quaternion (w, x, y, z) from body to world that `orientation=` takes; names and meaning are those of the
keys in scene files. Angles are in radians, in degrees where the name ends in `_deg`.
"""

import math
from typing import Any

import numpy as np

from rigida.errors import ModelError
from rigida.fields import Quat, Rule, real_number, rows, shown, unit_quaternion, vector
from rigida.math.axis_angle import quaternion_from_axis_angle_array
from rigida.math.dense import product
from rigida.math.euler import quaternion_from_euler_xyz_array, quaternion_from_roll_pitch_yaw_array
from rigida.math.rotation import quaternion_from_matrix_array

#: A matrix whose rows leave length 1 and right angles by more than this is no rotation.
_ORTHOGONAL = 1e-6


def axis_angle(axis: Any, angle: float) -> Quat:
    """Return the orientation turned by `angle` [rad] about `axis` (3,), of any length but zero."""
    x, y, z = vector("axis_angle", "axis", axis, Rule(nonzero=True, text="Give the direction to turn about."))
    largest = max(abs(x), abs(y), abs(z))
    direction = np.array([x, y, z]) / largest
    turn = real_number("axis_angle", "angle", angle, Rule("rad"))
    return _quaternion(quaternion_from_axis_angle_array(direction, turn))


def axis_angle_deg(axis: Any, angle: float) -> Quat:
    """Return the orientation turned by `angle` [deg] about `axis` (3,), of any length but zero."""
    return axis_angle(axis, math.radians(real_number("axis_angle_deg", "angle", angle, Rule("deg"))))


def rpy(roll: float, pitch: float, yaw: float) -> Quat:
    """Return the orientation of roll, pitch and yaw [rad] about the fixed axes x, then y, then z.

    Args:
        roll: About x [rad].
        pitch: About y [rad].
        yaw: About z [rad].
    """
    angles = vector("rpy", "angles", (roll, pitch, yaw), Rule("rad"))
    return _quaternion(quaternion_from_roll_pitch_yaw_array(np.array(angles)))


def rpy_deg(roll: float, pitch: float, yaw: float) -> Quat:
    """Return the orientation of roll, pitch and yaw [deg] about the fixed axes x, then y, then z.

    Args:
        roll: About x [deg].
        pitch: About y [deg].
        yaw: About z [deg].
    """
    angles = vector("rpy_deg", "angles", (roll, pitch, yaw), Rule("deg"))
    return _quaternion(quaternion_from_roll_pitch_yaw_array(np.radians(angles)))


def euler_xyz(theta: float, alpha: float, beta: float) -> Quat:
    """Return the orientation of turns [rad] about x, the new y and the new z (Lemos 1993, 4.2).

    Args:
        theta: First angle, about x [rad].
        alpha: Second angle, about y [rad].
        beta: Third angle, about z [rad].
    """
    angles = vector("euler_xyz", "angles", (theta, alpha, beta), Rule("rad"))
    return _quaternion(quaternion_from_euler_xyz_array(np.array(angles)))


def rotation_matrix(matrix: Any) -> Quat:
    """Return the orientation of a rotation matrix (3, 3), whose columns are the body's axes in the world.

    Args:
        matrix: Rotation matrix (3, 3).
    """
    given = rows("rotation_matrix", "matrix", matrix, 3, np.float64)
    right = given.shape == (3, 3) and np.abs(product(given, given.T) - np.eye(3)).max() < _ORTHOGONAL
    if not right or np.linalg.det(given) < 0.0:
        raise ModelError(
            f"rotation_matrix: the rows must be unit vectors at right angles, right-handed, got {shown(matrix)}."
        )
    return _quaternion(quaternion_from_matrix_array(given))


def quat_xyzw(quaternion: Any) -> Quat:
    """Return the orientation of a quaternion that is given with its scalar part last.

    Args:
        quaternion: (x, y, z, w).
    """
    x, y, z, w = vector("quat_xyzw", "quaternion", quaternion, size=4)
    return unit_quaternion("quat_xyzw", "quaternion", (w, x, y, z))


def _quaternion(values: Any) -> Quat:
    w, x, y, z = (float(value) for value in values)
    return w, x, y, z
