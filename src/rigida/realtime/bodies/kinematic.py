"""Bodies and frames that follow a given motion."""

import numpy as np

from rigida.arrays import FloatArray
from rigida.dynamics.compile import place_kinematic
from rigida.dynamics.model import Model
from rigida.dynamics.state import State
from rigida.math.axis_angle import rotation_vector_from_quaternion_array
from rigida.math.quaternion import conjugate_array, multiply_array
from rigida.realtime.bodies.body_rows import BodyRows

#: A motion is smooth where its mean over a step differs from that of both ends by less than this part of their change.
_SMOOTH = 0.25


def carrying_twist(
    position: FloatArray, attitude: FloatArray, then_position: FloatArray, then_attitude: FloatArray, h: float
) -> FloatArray:
    """Return the constant velocity and angular velocity (6,) that carry one pose into another within h [s]."""
    turn = multiply_array(then_attitude, conjugate_array(attitude))
    return np.concatenate([then_position - position, rotation_vector_from_quaternion_array(turn)]) / h


class Paths:
    """Lets bodies follow their paths."""

    def __init__(self, model: Model, state: State, bodies: BodyRows) -> None:
        self._model, self._state, self._bodies = model, state, bodies
        self._ahead, self._carrying, self._h = state, np.zeros((0, 6)), 0.0

    def carry(self, h: float) -> None:
        """Give bodies on a path the velocity that carries them to their place after h [s]."""
        model, state, bodies = self._model, self._state, self._bodies
        bodies.awake[:] = bodies.active
        self._ahead, self._h = state.copy(), h
        place_kinematic(model, self._ahead, state.time + h)
        now, then = state, self._ahead
        self._carrying = np.array(
            [
                carrying_twist(now.center[row], now.attitude[row], then.center[row], then.attitude[row], h)
                for row, _ in model.paths
            ]
        )
        for (row, _), twist in zip(model.paths, self._carrying, strict=True):
            bodies.twist[row] = twist
            bodies.awake[row] = bool(twist.any())

    def accelerate(self, h: float) -> None:
        """Give them the velocities of both ends of a step of h [s]: what a contact drags along has that of its end.

        A path that jumps or bends within the step has the one that carries bodies through it at both.
        """
        if h != self._h:
            self.carry(h)
        bodies, before, after = self._bodies, self._state, self._ahead
        for (row, _), twist in zip(self._model.paths, self._carrying, strict=True):
            first = np.concatenate([before.velocity[row], before.angular_velocity[row]])
            last = np.concatenate([after.velocity[row], after.angular_velocity[row]])
            bodies.moving[row] = twist
            if np.linalg.norm(twist - 0.5 * (first + last)) <= _SMOOTH * np.linalg.norm(last - first):
                bodies.before[row], bodies.twist[row] = first, last
