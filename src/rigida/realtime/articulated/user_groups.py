"""Groups with constraints that are Python functions: evaluated and moved between the kernels of a step.

Their rows are solved with the contacts of their islands like those of other joints (`direct.joint_rows`). Then the
group moves as `project` moves one, by a step of RATTLE without forces, with the functions called at each place:

    v* = v + M⁻¹J₀ᵀλ,   q₁ = free motion of (q, v*) over h,   λ such that C(q₁) = 0;   v₁ = v* + M⁻¹J₁ᵀμ,   J₁ v₁ = 0

A constraint on velocities has no C(q), and so only μ. Popovski 2008, 10; Andersen 1983.
"""

from collections.abc import Mapping

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.constraints.joint_set import JointSet
from rigida.constraints.parts.codes import GIVEN
from rigida.dynamics.compile import place_kinematic
from rigida.dynamics.free_top import kick_and_drift
from rigida.dynamics.state import State
from rigida.jit.records import as_array
from rigida.math.quaternion import conjugate_array, rotate_array
from rigida.realtime.articulated.groups import GroupMembers
from rigida.realtime.articulated.tables import GroupTables
from rigida.realtime.bodies.body_rows import BodyRows
from rigida.realtime.tuning import CLOSED, MOST_NEWTON


class UserGroups:
    """Numbers of the groups of a model that have such a constraint, and chosen (groups,): 1 if one is an equation."""

    def __init__(
        self,
        joints: JointSet,
        tables: GroupTables,
        group_of_joint: Mapping[int, int],
        members: GroupMembers,
        state: State,
        bodies: BodyRows,
    ) -> None:
        self._all, self._tables, self._members, self._state, self._bodies = joints, tables, members, state, bodies
        self.chosen: IntArray = np.zeros(len(members.rows), dtype=np.int32)
        given = [j for j in joints.alive if joints.rows[j].user is not None]
        self.groups = {group_of_joint[j] for j in given}
        # Limits are no equations: kernels move what has no others.
        self.chosen[[group_of_joint[j] for j in given if joints.rows[j].parts]] = 1
        own = [j for j in joints.alive if self.chosen[group_of_joint[j]]]
        self._joints = JointSet(joints.model, joints.rows, own, with_couplings=True)
        self._joints.accelerates = joints.accelerates = False
        self._own_parts = np.flatnonzero(np.isin(joints.parts.joint, own))
        self._given = np.flatnonzero(joints.parts.code == GIVEN)
        self._end = state.copy()

    def evaluate(self, time: float) -> None:
        """Call the functions for the present poses and velocities at a time, for the rows that are written next."""
        joints, groups = self._all, self._tables.groups
        joints.frames.update(time, self._state)
        joints.call_user(time)
        self._tables.trajectory[self._given, 1] = joints.parts.target[self._given, 1]
        as_array(groups.pulled)[self.chosen != 0] = 1
        as_array(groups.factored)[self.chosen != 0] = 0

    def move(self, h: float, solved: IntArray) -> int:
        """Move those of the groups that were solved (groups,) by h [s]; return 1 if joints stay open, 0 if not."""
        moved = ((self.chosen & solved) != 0)[self._members.group]
        rows = self._members.row[moved]
        if not len(rows):
            return 0
        state, end, joints, bodies = self._state, self._end, self._joints, self._bodies
        moving, kept = bodies.moving[rows].copy(), bodies.twist[rows]
        in_sub_steps = as_array(self._tables.groups.in_sub_steps)[self._members.group[moved]] != 0
        moving[in_sub_steps] = bodies.displacement[rows[in_sub_steps]] / h
        end.assign(state)
        end.velocity[rows] = moving[:, :3]
        end.spin(rows, moving[:, 3:])
        impulse, force = self._close_at_end(h, rows)
        joints.close_positions(state.time + h, end, CLOSED)
        change = kept - moving
        change[:, 3:] -= bodies.turning[rows]
        q = end.attitude[rows]
        spin = end.model.inertia[rows] * rotate_array(conjugate_array(q), change[:, 3:])
        end.velocity[rows] += change[:, :3]
        end.angular_momentum[rows] += rotate_array(q, spin)
        end.refresh()
        joints.close_velocities(state.time + h, end)
        self._tables.force[self._own_parts] += (impulse + joints.solution) / h
        force += np.einsum("pk,pkc->pc", joints.solution, joints.parts.jacobian[:, 0, :, :3])
        self._tables.acted[self._own_parts] += np.hstack([force, impulse + joints.solution])
        for present, reached in zip(state.arrays(), end.arrays(), strict=True):
            present[rows] = reached[rows]
        return int(joints.left.amount > CLOSED)

    def _close_at_end(self, h: float, rows: IntArray) -> tuple[FloatArray, FloatArray]:
        """Move the bodies of these rows to the end of the step.

        Returns the impulses (parts, 3) that close the joints there, and what these do to frames a (parts, 3).
        """
        state, end, joints, model = self._state, self._end, self._joints, self._state.model
        joints.evaluate(state.time, state)
        joints.factor()
        start, frame = joints.parts.jacobian.copy(), joints.parts.frame
        velocity, momentum = end.velocity[rows], end.angular_momentum[rows]
        place_kinematic(model, end, state.time + h)
        impulse, worst, no_wrench = np.zeros((len(joints.parts), 3)), np.inf, np.zeros((len(rows), 6))
        for _ in range(MOST_NEWTON):
            push = np.zeros((len(joints.frames.pose), 6))
            for side in range(2):
                np.add.at(push, frame[:, side], np.einsum("pk,pkc->pc", impulse, start[:, side]))
            center, attitude = state.center[rows], state.attitude[rows]
            v, spin = velocity + model.inv_mass[rows, None] * push[rows, :3], momentum + push[rows, 3:]
            turning, masses = np.empty_like(spin), (model.inv_mass[rows], model.inv_inertia[rows])
            kick_and_drift(model.motion[rows], *masses, no_wrench, h, center, attitude, v, spin, turning)
            end.center[rows], end.attitude[rows] = center, attitude
            end.velocity[rows], end.angular_momentum[rows], end.angular_velocity[rows] = v, spin, turning
            joints.evaluate(state.time + h, end, errors_only=True)
            left = joints.worst_open().amount
            if left < CLOSED or not left < worst:
                break
            worst = left
            impulse += joints.solve(-joints.parts.error / h)
        return impulse, np.einsum("pk,pkc->pc", impulse, start[:, 0, :, :3])
