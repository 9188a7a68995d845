"""Mechanics in the coordinates of joints: the mass matrix, the bias and Jacobians of a tree.

Rates of coordinates q̇, and the twists of bases that hang on nothing, decide the twists u of all bodies: with J the rows
of the joints and K those of coordinates and bases,

    [J]     [0]                                          M_q = Sᵀ M S + armature
    [K] S = [1] ,   u = S q̇,   u̇ = S q̈ + s,              c = Sᵀ (M s + ω × L − f)

so that M_q q̈ + c is what must act along the coordinates. Featherstone 2008, 3.3 and 6.1, by one square solution.
"""

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.constraints.joint_set import JointSet
from rigida.dynamics.model import DYNAMIC
from rigida.dynamics.state import State
from rigida.errors import UsageError
from rigida.math.rotation import matrix_from_quaternion_array

#: Condition of the square system above which a pose counts as singular.
_SINGULAR = 1e12


class JointSpace:
    """Coordinates of the joints of a set that hold: six of each base, then those of the joints in their order.

    base: rows of the bodies that carry others and hang on nothing; coordinate: rows of the joints' own coordinates.
    """

    def __init__(self, joints: JointSet) -> None:
        self.joints = joints
        self.coordinate: IntArray = np.array(
            [row for j in joints.alive for row in joints.coordinates.own_rows(j)], dtype=np.int64
        )
        self.member, self.base = _members_and_bases(joints)
        self._column = {row: i for i, row in enumerate(self.member)}
        self._place = np.full(len(joints.frames.pose), -1)
        self._place[self.member] = np.arange(len(self.member))
        self.size = 6 * len(self.base) + len(self.coordinate)
        if joints.driven or joints.frames.carriers:
            raise UsageError("Joints that follow a path or course have no mass matrix. Drive them by motors.")
        turning = set(joints.rotor.tolist())
        self._hard = [
            (p, k) for p, count in enumerate(joints.parts.equations) if p not in turning for k in range(count)
        ]
        rows = len(self._hard) + self.size
        if rows != 6 * len(self.member):
            raise UsageError(
                f"The joints are no tree of hinges and slides: {6 * len(self.member)} freedoms of their bodies meet "
                f"{rows} equations and coordinates. Loops and ball joints have no mass matrix; use inverse_dynamics."
            )

    def evaluate(self, state: State) -> FloatArray:
        """Return S (members, 6, size): the twist of each body for a unit rate of each coordinate."""
        joints = self.joints
        joints.evaluate(state.time, state)
        joints.coordinates.evaluate(joints.frames)
        equations, bases = len(self._hard), 6 * len(self.base)
        matrix = self._matrix = np.zeros((6 * len(self.member), 6 * len(self.member)))
        parts, rows = np.array(self._hard, dtype=np.int64).reshape(-1, 2).T
        self._fill(matrix[:equations], joints.parts.frame[parts], joints.parts.jacobian[parts, :, rows])
        for i, row in enumerate(self.base):
            at = 6 * self._column[row]
            matrix[equations + 6 * i : equations + 6 * i + 6, at : at + 6] = np.eye(6)
        own = self.coordinate
        measured = joints.coordinates.parts
        self._fill(matrix[equations + bases :], measured.frame[own], measured.jacobian[own, :, 0])
        wanted = np.zeros((len(matrix), self.size))
        wanted[equations:] = np.eye(self.size)
        try:
            solution = np.linalg.solve(self._matrix, wanted)
        except np.linalg.LinAlgError:
            solution = np.full_like(wanted, np.inf)
        if not np.abs(solution).max(initial=0.0) < _SINGULAR:
            raise UsageError("The coordinates of the joints are not independent in this pose (gimbal lock, or a loop).")
        return np.asarray(solution.reshape(len(self.member), 6, self.size))

    def _fill(self, out: FloatArray, frames: IntArray, jacobians: FloatArray) -> None:
        """Write rows (m, 2, 6) between frames (m, 2) into a matrix over the members."""
        count = np.arange(len(out))
        for side in range(2):
            place = self._place[frames[:, side]]
            moved = place >= 0
            out.reshape(len(out), -1, 6)[count[moved], place[moved]] = jacobians[moved, side]

    def mass_matrix(self, state: State) -> FloatArray:
        """Return the mass matrix (size, size) [kg, kg m, kg m²], with armatures."""
        motions = self.evaluate(state)
        momenta = self._masses(state) @ motions
        matrix = motions.reshape(-1, self.size).T @ momenta.reshape(-1, self.size)
        own = np.arange(6 * len(self.base), self.size)
        matrix[own, own] += self.joints.coordinates.armature[self.coordinate]
        return np.asarray(matrix)

    def bias(self, state: State, wrench: FloatArray) -> FloatArray:
        """Return what keeps all accelerations of coordinates zero (size,) against wrenches (n, 6) and inertia."""
        joints = self.joints
        motions = self.evaluate(state)
        right = np.concatenate(
            [
                -joints.parts.bias[tuple(np.array(self._hard, dtype=np.int64).reshape(-1, 2).T)],
                np.zeros(6 * len(self.base)),
                -joints.coordinates.parts.bias[self.coordinate, 0],
            ]
        )
        carried = np.linalg.solve(self._matrix, right).reshape(-1, 6)
        forces = np.einsum("nij,nj->ni", self._masses(state), carried) - wrench[self.member]
        forces[:, 3:] += np.cross(state.angular_velocity[self.member], state.angular_momentum[self.member])
        return np.asarray(np.einsum("nik,ni->k", motions, forces))

    def jacobian(self, state: State, row: int, point: FloatArray) -> FloatArray:
        """Return the velocity of a world point (3,) of body `row`, and its angular velocity, by each rate (6, size)."""
        if row not in self._column:
            return np.zeros((6, self.size))
        motion = self.evaluate(state)[self._column[row]]
        found = motion.copy()
        found[:3] += np.cross(motion[3:].T, point - state.center[row]).T
        return found

    def _masses(self, state: State) -> FloatArray:
        """Return M of the members (members, 6, 6), world axes."""
        model, found = self.joints.model, np.zeros((len(self.member), 6, 6))
        found[:, [0, 1, 2], [0, 1, 2]] = model.mass[self.member, None]
        turn = matrix_from_quaternion_array(state.attitude[self.member])
        found[:, 3:, 3:] = (turn * model.inertia[self.member, None, :]) @ turn.transpose(0, 2, 1)
        return found


def _members_and_bases(joints: JointSet) -> tuple[list[int], list[int]]:
    """Return the rows of all bodies that joints hold, and of those that carry a tree which hangs on nothing."""
    moving = joints.model.motion == DYNAMIC
    ends = [joints.rows[j].rows for j in joints.alive]
    member = sorted({row for pair in ends for row in pair if row >= 0 and moving[row]})
    tree = {row: row for row in member}

    def root(row: int) -> int:
        while tree[row] != row:
            row = tree[row]
        return row

    for a, b in ends:
        if a in tree and b in tree:
            tree[root(a)] = root(b)
    held = {root(row) for pair in ends for row in pair if row in tree and not all(end in tree for end in pair)}
    carried = {a for a, _ in ends}
    base = []
    for top in sorted({root(row) for row in member} - held):
        own = [row for row in member if root(row) == top]
        base.append(next((row for row in own if row not in carried), own[0]))
    return member, sorted(base)
