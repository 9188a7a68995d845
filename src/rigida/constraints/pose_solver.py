"""Inverse kinematics: bring points and orientations of bodies to given places while every joint stays closed.

Damped least squares on the Jacobians of the joints. With residuals r, their rows T and the joints' C and J, each step
minimizes |T δ + r|² + μ² |δ|² subject to J δ = −C; μ falls while steps succeed and grows when one does not (Wampler
1986; Nocedal and Wright 2006, 10.3). Stops of joints count as targets where they are overstepped.
"""

from collections.abc import Sequence

import numpy as np

from rigida.arrays import FloatArray
from rigida.constraints.joint_set import JointSet
from rigida.constraints.reach import PoseSolution, Reach
from rigida.constraints.rows_matrix import rows_matrix
from rigida.dynamics.model import DYNAMIC
from rigida.dynamics.state import State
from rigida.errors import UsageError
from rigida.math.axis_angle import rotation_vector_from_quaternion_array
from rigida.math.dense import least_squares, product
from rigida.math.quaternion import conjugate_array, multiply_array, rotate_array

#: Joints are kept closed to this [m, rad].
_CLOSED = 1e-12
#: No step turns or moves a body further than this [rad, m].
#: Closing equations below this part of the largest are redundant.
_DEPENDENT = 1e-12
_LARGEST_STEP = 0.5
#: Damping at the start, and the one at which no step can succeed any more.
_DAMPING, _HOPELESS = 1e-2, 1e8


def solve_pose(
    joints: JointSet, state: State, targets: Sequence[Reach], tolerance: float, iterations: int
) -> PoseSolution:
    """Move a state to a pose that reaches the targets, or is nearest to them, with zero velocities."""
    solver = _Solver(joints, targets)
    residual, rows = solver.residual(state)
    damping, steps = _DAMPING, 0
    while np.abs(residual).max() > tolerance and steps < iterations and damping < _HOPELESS:
        steps += 1
        trial = solver.moved(state, residual, rows, damping)
        new, new_rows = solver.residual(trial)
        if product(new, new) < product(residual, residual):
            state.assign(trial)
            joints.coordinates.keep()
            stalled = product(new, new) > (1.0 - 1e-12) * (product(residual, residual))
            residual, rows, damping = new, new_rows, max(0.2 * damping, 1e-12)
            if stalled:
                break
        else:
            damping *= 5.0
    moving = joints.model.motion == DYNAMIC
    state.velocity[moving] = 0.0
    state.angular_momentum[moving] = 0.0
    state.refresh()
    left = float(np.abs(residual).max())
    return PoseSolution(left <= tolerance, left, steps)


class _Solver:
    def __init__(self, joints: JointSet, targets: Sequence[Reach]) -> None:
        self.joints = joints
        self.targets = [(joints.model.index(target.body), target) for target in targets]
        self.frame_count = len(joints.frames.pose)
        if not self.targets:
            raise UsageError("solve_pose: give at least one rg.Reach.")
        for row, target in self.targets:
            if joints.model.motion[row] != DYNAMIC:
                raise UsageError(f"solve_pose: body '{target.body}' is fixed or on a path and cannot be moved.")

    def residual(self, state: State) -> tuple[FloatArray, FloatArray]:
        """Return the residuals of targets and of violated limits, and their Jacobian rows."""
        parts = [self._missed(state, row, target) for row, target in self.targets]
        parts.append(self._overstepped(state))
        return np.concatenate([r for r, _ in parts]), np.vstack([rows for _, rows in parts])

    def moved(self, state: State, residual: FloatArray, rows: FloatArray, damping: float) -> State:
        """Return the state after one damped step, its joints closed again."""
        joints = self.joints
        joints.evaluate(state.time, state)
        closing = rows_matrix(joints.parts, joints.frames.inverse).toarray()
        # Rotors hinder no step.
        closing[3 * joints.rotor] = 0.0
        moving = np.repeat(joints.frames.inverse[:, 0] > 0.0, 6)
        rows, closing = rows[:, moving], closing[:, moving]
        normal = product(rows.T, rows) + damping**2 * np.eye(rows.shape[1])
        system = np.block([[normal, closing.T], [closing, np.zeros((len(closing), len(closing)))]])
        right = np.concatenate([product(-rows.T, residual), -joints.parts.error.ravel()])
        step = np.zeros(6 * self.frame_count)
        step[moving] = least_squares(system, right, _DEPENDENT)[: rows.shape[1]]
        step *= min(1.0, _LARGEST_STEP / max(np.abs(step).max(), 1e-300))
        step = step.reshape(-1, 6)[: joints.model.body_count]
        trial = state.copy()
        trial.displace(step)
        joints.close_positions(trial.time, trial, _CLOSED)
        return trial

    def _missed(self, state: State, row: int, target: Reach) -> tuple[FloatArray, FloatArray]:
        missed: list[FloatArray] = []
        rows: list[FloatArray] = []
        orientation = state.orientation[row]
        if target.position is not None:
            arm = rotate_array(orientation, np.array(target.point) - state.model.center_B[row])
            missed.append(state.center[row] + arm - target.position)
            rows.append(self._rows(row, np.eye(3), -cross_matrix(arm)))
        if target.orientation is not None:
            turn = multiply_array(orientation, conjugate_array(np.array(target.orientation)))
            missed.append(rotation_vector_from_quaternion_array(-turn if turn[0] < 0.0 else turn))
            rows.append(self._rows(row, np.zeros((3, 3)), np.eye(3)))
        return np.concatenate(missed), np.vstack(rows)

    def _overstepped(self, state: State) -> tuple[FloatArray, FloatArray]:
        joints, coordinates = self.joints, self.joints.coordinates
        joints.measure(state.time, state)
        beyond = coordinates.value - np.clip(coordinates.value, coordinates.bounds[:, 0], coordinates.bounds[:, 1])
        over = np.flatnonzero(beyond)
        return beyond[over], rows_matrix(coordinates.parts, joints.frames.inverse).toarray()[3 * over]

    def _rows(self, row: int, linear: FloatArray, angular: FloatArray) -> FloatArray:
        rows = np.zeros((3, 6 * self.frame_count))
        rows[:, 6 * row : 6 * row + 3] = linear
        rows[:, 6 * row + 3 : 6 * row + 6] = angular
        return rows


def cross_matrix(v: FloatArray) -> FloatArray:
    """Return the matrix of v ×."""
    x, y, z = v
    return np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
