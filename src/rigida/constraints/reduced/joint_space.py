"""Mechanics in the coordinates of joints: the mass matrix, the bias and Jacobians of a tree.

Rates of coordinates q̇, and the twists of bases that hang on nothing, decide the twists u of all bodies, u = S q̇ and
u̇ = S q̈ + s (`tree_motions`). So

    M_q = Sᵀ M S + armature,      c = Sᵀ (M s + ω × L − f),

and M_q q̈ + c is what must act along the coordinates. Featherstone 2008, 3.3 and 6.1.
"""

from collections import deque

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.constraints.block_order import Ints
from rigida.constraints.joint_set import JointSet
from rigida.constraints.reduced.tree_motions import Tree, find_motions, sum_bias, sum_masses
from rigida.dynamics.model import DYNAMIC
from rigida.dynamics.state import State
from rigida.errors import UsageError
from rigida.jit.bind import bind


class JointSpace:
    """Coordinates of the joints of a set that hold: six of each base, then of each joint in the order of the scene.

    base: rows of the bodies that carry others and hang on nothing; coordinate: rows of the joints' own coordinates.
    """

    def __init__(self, joints: JointSet) -> None:
        self.joints = joints
        own = {j: joints.coordinates.own_rows(j).tolist() for j in joints.alive}
        self.coordinate: IntArray = np.array([row for j in sorted(joints.alive) for row in own[j]], dtype=np.int64)
        if joints.driven or joints.frames.carriers:
            raise UsageError("Joints that follow a path or trajectory have no mass matrix. Drive them by motors.")
        self.member, self.base = members_and_bases(joints)
        self.size = 6 * len(self.base) + len(self.coordinate)
        chain = _chain(joints, self.member, self.base)
        rows = self._rows(chain, own)
        columns = self._columns(chain, rows)
        start = np.zeros(len(columns) + 1, dtype=np.int64)
        np.cumsum([len(found) for found in columns], out=start[1:])
        frames = len(joints.frames.pose)
        motion, matrix = np.zeros((frames, self.size, 6)), np.zeros((self.size, self.size))
        for i, row in enumerate(self.base):
            motion[row, 6 * i : 6 * i + 6] = np.eye(6)
        self._motion, self._matrix, self._bias = motion.transpose(0, 2, 1), matrix, np.zeros(self.size)
        tree = Tree(
            size=self.size,
            joint=np.array([(outer, inner, side) for _, outer, inner, side in chain], dtype=np.int64).reshape(-1, 3),
            row=rows,
            member=np.array(self.member, dtype=np.int64),
            mass=joints.model.mass,
            inertia=joints.model.inertia,
            start=start,
            column=np.array([c for found in columns for c in found], dtype=np.int64),
            motion=motion.reshape(-1, 6),
            carried=np.zeros((frames, 6)),
            matrix=matrix.reshape(-1),
            bias=self._bias,
        )
        self._find = bind(find_motions, joints.table, joints.coordinates.table, tree)
        self._sum_masses, self._sum_bias = bind(sum_masses, joints.table, tree), bind(sum_bias, joints.table, tree)

    def _rows(self, chain: list[tuple[int, int, int, int]], own: dict[int, list[int]]) -> Ints:
        """Return the six rows of each joint of a chain, as `find_motions` takes them."""
        joints, turning = self.joints, set(self.joints.rotor.tolist())
        column = {int(row): 6 * len(self.base) + k for k, row in enumerate(self.coordinate)}
        found = []
        for j, *_ in chain:
            parts = [int(p) for p in np.flatnonzero(joints.parts.joint == j) if int(p) not in turning]
            rows = [(p, k, -1) for p in parts for k in range(int(joints.parts.equations[p]))]
            rows += [(-1 - row, 0, column[row]) for row in own[j]]
            if len(rows) != 6:
                raise UsageError(
                    f"The joints are no tree of hinges and slides: the six freedoms of {joints.label(j)} meet "
                    f"{len(rows)} equations and coordinates. Ball joints have no mass matrix; use inverse_dynamics."
                )
            found.append(rows)
        return np.array(found, dtype=np.int64).reshape(-1, 6, 3)

    def _columns(self, chain: list[tuple[int, int, int, int]], rows: Ints) -> list[list[int]]:
        """Return which coordinates move each frame."""
        columns: list[list[int]] = [[] for _ in self.joints.frames.pose]
        for i, row in enumerate(self.base):
            columns[row] = list(range(6 * i, 6 * i + 6))
        for (_, outer, inner, _), own in zip(chain, rows, strict=True):
            columns[outer] = columns[inner] + [int(c) for c in own[:, 2] if c >= 0]
        return columns

    def evaluate(self, state: State) -> FloatArray:
        """Return S (frames, 6, size), the twist of each body for a unit rate of each coordinate; it is reused."""
        self.joints.frames.update(state.time, state)
        if self._find() >= 0:
            raise UsageError("The coordinates of the joints are not independent in this pose (gimbal lock, or a loop).")
        return self._motion

    def mass_matrix(self, state: State) -> FloatArray:
        """Return the mass matrix (size, size) [kg, kg m, kg m²], with armatures."""
        self.evaluate(state)
        self._sum_masses()
        matrix, own = self._matrix.copy(), np.arange(6 * len(self.base), self.size)
        matrix[own, own] += self.joints.coordinates.armature[self.coordinate]
        return matrix

    def bias(self, state: State, wrench: FloatArray) -> FloatArray:
        """Return the efforts (size,) for zero accelerations of coordinates under wrenches (n, 6)."""
        self.evaluate(state)
        self._sum_bias(state.angular_momentum, wrench)
        return self._bias.copy()

    def jacobian(self, state: State, row: int, point: FloatArray) -> FloatArray:
        """Return the velocity of a world point (3,) of body `row`, and its angular velocity, by each rate (6, size)."""
        if row not in self.member:
            return np.zeros((6, self.size))
        found = self.evaluate(state)[row].copy()
        x, y, z = point - state.center[row]
        turn = found[3:]
        found[0] += turn[1] * z - turn[2] * y
        found[1] += turn[2] * x - turn[0] * z
        found[2] += turn[0] * y - turn[1] * x
        return found


def _chain(joints: JointSet, member: list[int], base: list[int]) -> list[tuple[int, int, int, int]]:
    """Return the joints from the bases outward: number, outer frame, inner frame, side of the outer one."""
    moving, world = set(member), joints.frames.world
    around: dict[int, list[tuple[int, int, int]]] = {}
    for j in joints.alive:
        ends = [row if row in moving else world for row in joints.rows[j].rows]
        for side in range(2):
            around.setdefault(ends[1 - side], []).append((j, ends[side], side))
    found, known, used = [], {world, *base}, set[int]()
    left = deque([world, *base])
    while left:
        inner = left.popleft()
        for j, outer, side in around.get(inner, []):
            if j in used:
                continue
            used.add(j)
            if outer in known:
                raise UsageError(
                    f"The joints are no tree of hinges and slides: {joints.label(j)} closes a loop. Loops have no mass "
                    "matrix; use inverse_dynamics."
                )
            known.add(outer)
            left.append(outer)
            inner_row = joints.rows[j].rows[1 - side]
            found.append((j, outer, inner_row if inner_row >= 0 else world, side))
    return found


def members_and_bases(joints: JointSet) -> tuple[list[int], list[int]]:
    """Return the rows of all jointed bodies, and of the free bases of trees."""
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
    fixed = {root(row) for pair in ends for row in pair if row in tree and not all(end in tree for end in pair)}
    carried = {a for a, _ in ends}
    base = []
    for top in sorted({root(row) for row in member} - fixed):
        own = [row for row in member if root(row) == top]
        base.append(next((row for row in own if row not in carried), own[0]))
    return member, sorted(base)
