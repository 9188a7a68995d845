"""Independent coordinates of a scene: joints of trees and loops, and free bodies.

With J the rows of the joints and K those of the coordinates over the twists u of all bodies, N a basis of the null
space of J,

    u = S q̇,  S = N (K N)⁻¹,

so that trees and loops are treated alike: of a loop the coordinates are taken that are best conditioned (QR with
pivoting). N comes from the recursion over the tree (`tree_motions`) where the joints are one, else from a singular
value decomposition of J. A body that hangs on nothing has the position of its origin (world) and a rotation (its own
axes) as coordinates, velocity of the origin (world) and angular velocity (own axes) as rates, as in MuJoCo.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.constraints.joint_set import JointSet
from rigida.constraints.pose_solver import cross_matrix
from rigida.constraints.reduced.joint_space import JointSpace, members_and_bases
from rigida.constraints.rows_matrix import rows_matrix
from rigida.dynamics.model import DYNAMIC
from rigida.dynamics.state import State
from rigida.errors import UsageError
from rigida.math.axis_angle import quaternion_from_rotation_vector_array, rotation_vector_from_quaternion_array
from rigida.math.quaternion import conjugate_array, multiply_array, normalize_array
from rigida.math.rotation import matrix_from_quaternion_array
from rigida.registry import nearest

#: Singular values below this part of the largest belong to freedoms.
_RANK = 1e-9
_AXES = ("x", "y", "z")


class IndependentCoordinates:
    """Coordinates that decide the motion of a scene: names (f,), bodies: the rows of those that move.

    states: names of coordinates and rates (2 f,), the order of state vectors.
    """

    def __init__(self, simulation: Any, joints: JointSet, requested: Sequence[str] | None = None) -> None:
        self.joints = joints
        self.bodies = np.flatnonzero(simulation.model.motion == DYNAMIC).astype(np.int32)
        self._columns = (6 * self.bodies[:, None] + np.arange(6)).ravel()
        member, bases = members_and_bases(joints)
        self._loose = [int(row) for row in self.bodies if row not in member]
        self.bases = sorted({*bases, *self._loose})
        self._tree = _tree_of(joints)
        own = [row for j in sorted(joints.alive) for row in joints.coordinates.own_rows(j).tolist()]
        self.rows = np.array(own, dtype=np.int64)
        names = simulation.model.names
        self._names = [f"{names[row]}.{kind}{axis}" for row in self.bases for kind in ("", "r") for axis in _AXES]
        self._names += list(simulation.joints.names) if len(own) else []
        state = simulation.state
        self.chosen = self._independent(self.rate_rows(state) @ self._allowed(state), requested)
        self.names = tuple(self._names[i] for i in self.chosen)
        self.states = (*self.names, *(f"{name}'" for name in self.names))

    @property
    def size(self) -> int:
        """Number of freedoms f."""
        return len(self.names)

    def rate_rows(self, state: State) -> FloatArray:
        """Return the rows K of all coordinates over the twists of moving bodies."""
        joints = self.joints
        joints.frames.update(state.time, state)
        rates = np.zeros((len(self._names), 6 * len(joints.frames.pose)))
        for i, row in enumerate(self.bases):
            turn = matrix_from_quaternion_array(state.orientation[row])
            arm = state.position[row] - state.center[row]
            own = rates[6 * i : 6 * i + 6, 6 * row : 6 * row + 6]
            own[:3, :3], own[:3, 3:], own[3:, 3:] = np.eye(3), -cross_matrix(arm), turn.T
        if len(self.rows):
            joints.coordinates.evaluate(joints.frames)
            parts, rows = joints.coordinates.parts, self.rows
            own = rates[6 * len(self.bases) :].reshape(len(rows), -1, 6)
            for side in (0, 1):
                own[np.arange(len(rows)), parts.frame[rows, side]] += parts.jacobian[rows, side, 0]
        return rates[:, self._columns]

    def _allowed(self, state: State) -> FloatArray:
        """Return a basis N of the twists that the joints allow."""
        joints = self.joints
        if not len(joints.parts):
            return np.eye(len(self._columns))
        if self._tree is not None:
            try:
                found = self._tree.evaluate(state)
            except UsageError:  # a pose in which the coordinates of a joint are not independent
                pass
            else:
                motions = np.zeros((6 * len(found), self._tree.size + 6 * len(self._loose)))
                motions[:, : self._tree.size] = found.reshape(6 * len(found), self._tree.size)
                for i, row in enumerate(self._loose):
                    motions[6 * row : 6 * row + 6, self._tree.size + 6 * i :][:, :6] = np.eye(6)
                return np.asarray(motions[self._columns])
        joints.evaluate(state.time, state)
        closing = rows_matrix(joints.parts, joints.frames.inverse).toarray()[:, self._columns]
        closing[3 * joints.rotor] = 0.0  # rotors take no freedom
        _, sizes, right = np.linalg.svd(closing[closing.any(axis=1)])
        rank = int((sizes > _RANK * max(sizes[0], 1.0)).sum())
        return np.asarray(right[rank:].T)

    def _independent(self, rates: FloatArray, requested: Sequence[str] | None) -> Any:
        """Return the numbers of as many coordinates as there are freedoms, which decide all others."""
        from scipy.linalg import qr

        freedoms = rates.shape[1]
        if freedoms == 0:
            raise UsageError("linearize: no body can move, so there are no states. Leave a body or a joint free.")
        if requested is not None:
            for name in requested:
                if name not in self._names:
                    raise UsageError(f"linearize: there is no coordinate '{name}'.{nearest(name, self._names)}")
            chosen = np.array([self._names.index(name) for name in requested], dtype=np.int64)
        elif len(rates) == freedoms:
            chosen = np.arange(freedoms)
        else:
            _, _, order = qr(rates.T, mode="economic", pivoting=True)
            chosen = np.sort(order[:freedoms])
        if len(chosen) != freedoms or np.linalg.matrix_rank(rates[chosen], tol=1e-9) < freedoms:
            raise UsageError(
                f"linearize: the scene has {freedoms} freedoms, and {len(chosen)} coordinates do not decide them all. "
                "Name as many independent ones; ball joints have none."
            )
        return chosen

    def twists(self, state: State) -> FloatArray:
        """Return S (6 bodies, f)."""
        rates, motions = self.rate_rows(state), self._allowed(state)
        return np.asarray(motions @ np.linalg.inv(rates[self.chosen] @ motions))

    def rates(self, state: State) -> FloatArray:
        """Return the rates of the coordinates (f,)."""
        velocity = np.column_stack([state.velocity, state.angular_velocity])[self.bodies].ravel()
        return np.asarray(self.rate_rows(state)[self.chosen] @ velocity)

    def displaced(self, center: State, basis: FloatArray, shift: FloatArray, rate: FloatArray) -> State:
        """Return the state displaced from a center by coordinates (f,) to first order, with these rates (f,).

        basis: S of the center.
        """
        state, rows = center.copy(), self.bodies
        if shift.any():
            moved = (basis @ shift).reshape(-1, 6)
            state.center[rows] += moved[:, :3]
            turn = quaternion_from_rotation_vector_array(moved[:, 3:])
            state.attitude[rows] = normalize_array(multiply_array(turn, state.attitude[rows]))
        twists = self.twists(state) if shift.any() and rate.any() else basis
        velocity = (twists @ rate).reshape(-1, 6)
        state.velocity[rows] = velocity[:, :3]
        state.spin(rows, velocity[:, 3:])
        return state

    def rotations(self) -> list[tuple[int, list[int]]]:
        """Return the rows of free bodies, and the numbers of the coordinates of their rotation."""
        at = {int(number): i for i, number in enumerate(self.chosen)}
        found = []
        for i, row in enumerate(self.bases):
            numbers = [at[n] for n in range(6 * i + 3, 6 * i + 6) if n in at]
            if len(numbers) == 3:
                found.append((row, numbers))
        return found

    def read(self, bodies: Any, values: FloatArray, rates: FloatArray) -> FloatArray:
        """Return state vectors (..., 2 f): coordinates, then their rates; rotations as rotation vectors.

        Args:
            bodies: A state, or worlds with arrays of the same names.
            values: Coordinates of joints (..., k).
            rates: Their rates.
        """
        place, turn, spin = bodies.position, bodies.orientation, bodies.angular_velocity
        all_values, all_rates = [], []
        for row in self.bases:
            arm, own = place[..., row, :] - bodies.center[..., row, :], conjugate_array(turn[..., row, :])
            back = np.swapaxes(matrix_from_quaternion_array(turn[..., row, :]), -1, -2)
            all_values += [place[..., row, :], -rotation_vector_from_quaternion_array(own)]
            all_rates.append(bodies.velocity[..., row, :] + np.cross(spin[..., row, :], arm))
            all_rates.append((back @ spin[..., row, :, None])[..., 0])
        found = np.concatenate([*all_values, values], axis=-1), np.concatenate([*all_rates, rates], axis=-1)
        return np.concatenate([each[..., self.chosen] for each in found], axis=-1)


def differences(found: FloatArray, reference: FloatArray, rotations: Sequence[Sequence[int]]) -> FloatArray:
    """Return how state vectors (..., n) differ from others; rotations as rotation vectors in the axes of the others.

    Args:
        found: State vectors.
        reference: What they are compared with.
        rotations: Triples of numbers of entries that are rotation vectors.
    """
    change = np.asarray(found - reference)
    for triple in rotations:
        first = quaternion_from_rotation_vector_array(np.ascontiguousarray(reference[..., triple]))
        second = quaternion_from_rotation_vector_array(np.ascontiguousarray(found[..., triple]))
        first = np.broadcast_to(first, second.shape)
        change[..., triple] = rotation_vector_from_quaternion_array(multiply_array(conjugate_array(first), second))
    return change


def _tree_of(joints: JointSet) -> JointSpace | None:
    """Return the joint space of joints that are a tree of hinges and slides."""
    try:
        return JointSpace(joints) if len(joints.parts) else None
    except UsageError:
        return None
