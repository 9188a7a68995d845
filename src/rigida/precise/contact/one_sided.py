"""One-sided rows: contact points, joint limits, and the friction blocks and speed motors that go with them.

Rows come in two kinds. A *unilateral row* pushes only (contact normal, joint limit). A *block* of one or two rows
resists a relative motion up to a bound: sliding (μ λ_n, with the static coefficient until it slips), rolling and
spinning (an arm times λ_n), a speed motor (its largest effort). Each row has G with rate G u + offset, and a bias with
acceleration G u̇ + bias.
Popovski 2008, 7.1, 7.2.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from rigida.arrays import FlagArray, FloatArray, IntArray
from rigida.constraints.joint_set import JointSet
from rigida.dynamics.model import Model
from rigida.dynamics.state import State
from rigida.dynamics.surface import combined_surface
from rigida.jit.decorators import kernel
from rigida.math.quaternion import multiply, normalize
from rigida.precise.contact.contact_rows import MOTOR, ROLLING, SLIDING, SPINNING, fill_contact_rows
from rigida.precise.contact.detection import Detection
from rigida.precise.contact.feature import FeatureSet

#: Time over which rows are differenced along the motion to get their bias [s].
_DIFFERENCE = 1e-5


@dataclass(frozen=True, eq=False)
class Rows:
    """One-sided rows at an instant: matrix (k, n, 6), bias (k,), rate (k,), gap (s,) of the unilateral ones."""

    matrix: FloatArray
    bias: FloatArray
    rate: FloatArray
    gap: FloatArray


class OneSided:
    """Which rows there are. Unilateral rows come first: contact points, then limits; then the rows of the blocks.

    limits: (coordinate, +1 for a lower limit or −1 for an upper one); motors: coordinates with a speed motor; tangent
    (c, 3): a direction across each normal, from which the two of its friction block are made.
    """

    def __init__(
        self,
        model: Model,
        joints: JointSet,
        features: FeatureSet,
        limits: list[tuple[int, float]],
        motors: list[int],
        tangent: FloatArray,
    ) -> None:
        self.model, self.joints, self.features = model, joints, features
        self.limits, self.motors, self.tangent = limits, motors, tangent
        points = len(features.features)
        self.unilateral = points + len(limits)
        surfaces = [combined_surface(model.surface, f.a, f.b) for f in features.features]
        limit_restitution = [float(joints.coordinates.restitution[c]) for c, _ in limits]
        self.restitution = np.array([s[1] for s in surfaces] + limit_restitution)
        kinds = [
            (k, size, which, coefficient, static, 0.0)
            for k, (friction, _, rolling, spinning, static) in enumerate(surfaces)
            for which, size, coefficient, static in (
                (SLIDING, 2, friction, static),
                (ROLLING, 2, rolling, rolling),
                (SPINNING, 1, spinning, spinning),
            )
            if static > 0.0
        ]
        drive = joints.coordinates.drive
        kinds += [(-1, 1, MOTOR, 0.0, 0.0, float(drive[c, 1])) for c in motors]
        self.block_normal: IntArray = np.array([k for k, *_ in kinds], dtype=np.int32)
        self.block_size: IntArray = np.array([size for _, size, *_ in kinds], dtype=np.int32)
        self.block_kind: IntArray = np.array([which for _, _, which, *_ in kinds], dtype=np.int32)
        self.coefficient = np.array([kinetic for *_, kinetic, _, _ in kinds])
        self.static = np.array([static for *_, static, _ in kinds])
        self.bound = np.array([d for *_, d in kinds])
        self.block_row: IntArray = (self.unilateral + np.cumsum(self.block_size) - self.block_size).astype(np.int32)
        self.rows = self.unilateral + int(self.block_size.sum())
        self.offset = np.zeros(self.rows)
        for block in np.flatnonzero(self.block_normal < 0):
            self.offset[self.block_row[block]] = -drive[motors[block - (len(kinds) - len(motors))], 0]

    def coefficients(self, slips: FlagArray) -> FloatArray:
        """Return the coefficients (b,) of the blocks: kinetic where one slips, static elsewhere."""
        return np.where(slips, self.coefficient, self.static)

    def of_blocks(self, values: FloatArray) -> FloatArray:
        """Return what of values (k,) of the rows belongs to each block (b, 2), 0 where it has one row only."""
        second = np.where(self.block_size == 2, np.append(values, 0.0)[self.block_row + 1], 0.0)
        return np.column_stack([values[self.block_row], second])

    def snapshot(self) -> tuple[Any, ...]:
        """Return what these rows were made of, and the bounds and speeds of their motors."""
        made = self.features.features, self.limits, self.motors, self.tangent
        return made, self.bound.copy(), self.offset.copy()

    def evaluate(self, state: State) -> Rows:
        """Return the rows at a state; the joints' parts must have been evaluated at the same instant."""
        n = self.model.body_count
        frames = self.joints.frames
        matrix, gap = self._contact_matrix(state.center, state.attitude)
        bias = np.zeros(self.rows)
        motion = np.hstack([state.velocity, state.angular_velocity])
        if self.features.features:
            ahead, behind = (self._contact_matrix(*_moved(state, h))[0] for h in (_DIFFERENCE, -_DIFFERENCE))
            bias += np.einsum("kij,ij->k", ahead - behind, motion) / (2.0 * _DIFFERENCE)
        if self.limits or self.motors:
            coordinates = self.joints.coordinates
            coordinates.evaluate(frames)
            own = [(k, c, sign) for k, (c, sign) in enumerate(self.limits, self.unilateral - len(self.limits))]
            own += [(self.rows - len(self.motors) + k, c, 1.0) for k, c in enumerate(self.motors)]
            for row, c, sign in own:
                for side in range(2):
                    f = coordinates.parts.frame[c, side]
                    if f < n:
                        matrix[row, f] += sign * coordinates.parts.jacobian[c, side, 0]
                bias[row] = sign * coordinates.parts.bias[c, 0]
            for k, (c, sign) in enumerate(self.limits):
                end = coordinates.bounds[c, 0 if sign > 0.0 else 1]
                gap[self.unilateral - len(self.limits) + k] = sign * (coordinates.value[c] - end)
        rate = np.einsum("kij,ij->k", matrix, motion) + self.offset
        for k, (c, sign) in enumerate(self.limits, self.unilateral - len(self.limits)):
            rate[k] -= sign * self.joints.coordinates.parts.target[c, 1]
        return Rows(matrix, bias, rate, gap)

    def _contact_matrix(self, center: FloatArray, attitude: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return the rows (k, n, 6) of the contact points (others zero) and the gaps of the unilateral ones."""
        features = self.features
        matrix = np.zeros((self.rows, self.model.body_count, 6))
        gap = np.zeros(self.unilateral)
        points = len(features.features)
        if not points:
            return matrix, gap
        normal, point, gap[:points] = features.evaluate(center, attitude)
        fill_contact_rows(
            features.a,
            features.b,
            center,
            normal,
            point,
            self.tangent,
            self.block_row,
            self.block_normal,
            self.block_kind,
            matrix,
        )
        return matrix, gap


def tangents(features: FeatureSet, state: State) -> FloatArray:
    """Return a direction across the normal of each contact (c, 3)."""
    normal, _, _ = features.evaluate(state.center, state.attitude)
    return np.cross(normal, np.eye(3)[np.argmin(np.abs(normal), axis=1)]).reshape(-1, 3)


def rows_again(model: Model, joints: JointSet, detection: Detection, snapshot: tuple[Any, ...]) -> OneSided:
    """Return the rows of a snapshot, for the bodies and joints of this simulation."""
    (features, limits, motors, tangent), bound, offset = snapshot
    rows = OneSided(model, joints, FeatureSet(detection, features), limits, motors, tangent)
    rows.bound[:], rows.offset[:] = bound, offset
    return rows


def _moved(state: State, h: float) -> tuple[FloatArray, FloatArray]:
    """Return centers and orientations a time h later, to second order."""
    center, attitude = np.empty_like(state.center), np.empty_like(state.attitude)
    move_on(h, state.center, state.attitude, state.velocity, state.angular_velocity, center, attitude)
    return center, attitude


@kernel
def move_on(
    h: float,
    center: FloatArray,
    attitude: FloatArray,
    velocity: FloatArray,
    spin: FloatArray,
    new_center: FloatArray,
    new_attitude: FloatArray,
) -> None:
    """Fill where bodies are a short time h later, to second order."""
    for i in range(center.shape[0]):
        for c in range(3):
            new_center[i, c] = center[i, c] + h * velocity[i, c]
        w, x, y, z = multiply(
            1.0,
            0.5 * h * spin[i, 0],
            0.5 * h * spin[i, 1],
            0.5 * h * spin[i, 2],
            attitude[i, 0],
            attitude[i, 1],
            attitude[i, 2],
            attitude[i, 3],
        )
        new_attitude[i, 0], new_attitude[i, 1], new_attitude[i, 2], new_attitude[i, 3] = normalize(w, x, y, z)
