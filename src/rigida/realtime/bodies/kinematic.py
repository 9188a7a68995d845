"""Bodies and frames that follow a given motion."""

import numpy as np

from rigida.arrays import FloatArray
from rigida.math.axis_angle import rotation_vector_from_quaternion_array
from rigida.math.quaternion import conjugate_array, multiply_array


def carrying_twist(
    position: FloatArray, attitude: FloatArray, then_position: FloatArray, then_attitude: FloatArray, dt: float
) -> FloatArray:
    """Return the constant velocity and angular velocity (6,) that carry one pose into another within dt."""
    turn = multiply_array(then_attitude, conjugate_array(attitude))
    return np.concatenate([then_position - position, rotation_vector_from_quaternion_array(turn)]) / dt
