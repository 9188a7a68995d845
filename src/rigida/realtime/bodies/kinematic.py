"""Bodies and frames that follow a given motion."""

import numpy as np

from rigida.arrays import FloatArray
from rigida.dynamics.compile import place_kinematic
from rigida.dynamics.model import Model
from rigida.dynamics.state import State
from rigida.math.axis_angle import rotation_vector_from_quaternion_array
from rigida.math.quaternion import conjugate_array, multiply_array
from rigida.realtime.bodies.body_rows import BodyRows
from rigida.realtime.tuning import CURVATURE_PER_SPEED, CURVATURE_TOLERANCE, PARTS_OF_CURVED


def carrying_twist(
    position: FloatArray, attitude: FloatArray, then_position: FloatArray, then_attitude: FloatArray, h: float
) -> FloatArray:
    """Return the constant velocity and angular velocity (6,) that carry one pose into another within h [s]."""
    turn = multiply_array(then_attitude, conjugate_array(attitude))
    return np.concatenate([then_position - position, rotation_vector_from_quaternion_array(turn)]) / h


class Paths:
    """Lets bodies follow their paths.

    parts: in how many a step must be taken, several where a path jumps or bends within it.
    """

    def __init__(self, model: Model, state: State, bodies: BodyRows) -> None:
        self._model, self._state, self._bodies = model, state, bodies
        self._ends, self._carrying, self._h = np.zeros((0, 2, 6)), np.zeros((0, 6)), 0.0
        self._curved, self.parts = np.zeros(0, dtype=bool), 1

    def carry(self, h: float) -> None:
        """Give bodies on a path the velocity that carries them to their place after h [s]."""
        model, state, bodies = self._model, self._state, self._bodies
        bodies.awake[:] = bodies.active
        now, then, self._h = state, state.copy(), h
        place_kinematic(model, then, state.time + h)
        self._carrying = np.array(
            [
                carrying_twist(now.center[row], now.attitude[row], then.center[row], then.attitude[row], h)
                for row, _ in model.paths
            ]
        )
        rows = [row for row, _ in model.paths]
        bodies.twist[rows], bodies.awake[rows] = self._carrying, self._carrying.any(axis=1)
        self._ends = np.stack([np.hstack([at.velocity[rows], at.angular_velocity[rows]]) for at in (now, then)], axis=1)
        off, change = self._carrying - self._ends.mean(axis=1), self._ends[:, 1] - self._ends[:, 0]
        missed, speed = np.linalg.norm(off, axis=1), np.linalg.norm(self._carrying, axis=1)
        self._curved = (missed > CURVATURE_TOLERANCE * np.linalg.norm(change, axis=1)) & (
            missed > CURVATURE_PER_SPEED * speed
        )
        self.parts = PARTS_OF_CURVED if self._curved.any() else 1

    def accelerate(self, h: float) -> None:
        """Give them the velocities of both ends of a step of h [s]: what a contact drags along has that of its end.

        A path that jumps or bends within the step has the one that carries bodies through it at both.
        """
        if h != self._h:
            self.carry(h)
        for (row, _), twist, (first, last), curved in zip(
            self._model.paths, self._carrying, self._ends, self._curved, strict=True
        ):
            self._bodies.moving[row] = twist
            if not curved:
                self._bodies.before[row], self._bodies.twist[row] = first, last
