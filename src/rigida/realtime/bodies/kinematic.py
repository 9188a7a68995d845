"""Bodies and frames that follow a given motion."""

import numpy as np

from rigida.arrays import FloatArray
from rigida.dynamics.compile import place_kinematic
from rigida.dynamics.model import Model
from rigida.dynamics.state import State
from rigida.math.axis_angle import rotation_vector_from_quaternion_array
from rigida.math.quaternion import conjugate_array, multiply_array
from rigida.realtime.bodies.body_rows import BodyRows


def carrying_twist(
    position: FloatArray, attitude: FloatArray, then_position: FloatArray, then_attitude: FloatArray, h: float
) -> FloatArray:
    """Return the constant velocity and angular velocity (6,) that carry one pose into another within h [s]."""
    turn = multiply_array(then_attitude, conjugate_array(attitude))
    return np.concatenate([then_position - position, rotation_vector_from_quaternion_array(turn)]) / h


def drive(model: Model, state: State, bodies: BodyRows, h: float) -> None:
    """Give bodies on a path the velocity that carries them to their place after h [s]."""
    bodies.awake[:] = bodies.active
    ahead = state.copy()
    place_kinematic(model, ahead, state.time + h)
    for row, _ in model.paths:
        bodies.twist[row] = carrying_twist(
            state.center[row], state.attitude[row], ahead.center[row], ahead.attitude[row], h
        )
        bodies.awake[row] = bool(bodies.twist[row].any())
