"""Impulses of joints in a step: those of equations and limits, each recorded where it acted.

A step may be taken in several parts, a part be solved twice, and joints act several times in each: with the contacts,
as bodies move along them, and where their velocities are closed. Their Jacobians turn meanwhile, so that impulses are
added up as vectors of the world; their torques are those of the mean multipliers where the joints are now.
"""

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray
from rigida.constraints.joint_set import JointSet
from rigida.dynamics.state import State
from rigida.realtime.articulated.groups import GroupMembers
from rigida.realtime.articulated.tables import GroupTables

_FORCE, _MULTIPLIER = slice(0, 3), slice(3, 6)


class ActedImpulses:
    """parts, limits (m, 6): `ActedReaction` of the part of a step at hand; the same of the step so far is kept here."""

    def __init__(self, joints: JointSet, tables: GroupTables, members: GroupMembers) -> None:
        self._joints, self._members = joints, members
        self.parts, self.limits = tables.acted, np.zeros((len(joints.coordinates.parts), 6))
        self._now = self.parts, self.limits
        self._group = tables.group_of_part, tables.group_of_coordinate
        self._first, self._total = ([np.zeros_like(array) for array in self._now] for _ in range(2))

    def begin_step(self) -> None:
        """Begin a step."""
        for total in self._total:
            total[:] = 0.0

    def begin_part(self) -> None:
        """Begin a solution of a part of a step."""
        for now in self._now:
            now[:] = 0.0

    def keep_first(self) -> None:
        """Keep what a first solution of the part found."""
        for first, now in zip(self._first, self._now, strict=True):
            first[:] = now

    def take_first(self, bodies: NDArray[np.bool_]) -> None:
        """Take what the first solution found for the joints of these bodies (n,), of which it is the one that stays."""
        groups = np.zeros(len(self._members.rows), dtype=np.bool_)
        groups[self._members.group[bodies[self._members.row]]] = True
        for now, first, group in zip(self._now, self._first, self._group, strict=True):
            stays = groups[group]
            now[stays] = first[stays]

    def add_solution(self, groups: NDArray[np.bool_]) -> None:
        """Add the impulses by which all joints of these groups (groups,) have just been solved together."""
        joints, own = self._joints, groups[self._group[0]]
        force = np.einsum("pk,pkc->pc", joints.solution, joints.parts.jacobian[:, 0, :, :3])
        self.parts[own] += np.hstack([force, joints.solution])[own]

    def end_part(self) -> None:
        """Add what acted in the part to that of the step."""
        for total, now in zip(self._total, self._now, strict=True):
            total += now

    def reactions(self, state: State, dt: float) -> FloatArray:
        """Return force, and torque about the anchor, of each joint on its body a (joints, 6) over a step of dt [s]."""
        joints = self._joints
        joints.evaluate(state.time, state)
        joints.factor()
        parts, limits = (total / dt for total in self._total)
        multiplier = parts[:, _MULTIPLIER]
        joints.multiplier[:] = multiplier
        total = joints.reactions()
        here = np.einsum("pk,pkc->pc", multiplier, joints.parts.jacobian[:, 0, :, :3])
        np.add.at(total[:, :3], joints.parts.joint, parts[:, _FORCE] - here)
        if len(limits):
            self._add_limits(limits, total)
        return total

    def _add_limits(self, limits: FloatArray, total: FloatArray) -> None:
        """Add what limits (m, 6) do to body a of their joints, about its anchor, to reactions (joints, 6)."""
        coordinates = self._joints.coordinates
        coordinates.evaluate(self._joints.frames)
        for c in np.flatnonzero(limits.any(axis=1)):
            joint, wrench = int(coordinates.parts.joint[c]), limits[c, 3] * coordinates.parts.jacobian[c, 0, 0]
            self._joints.add_reaction(joint, wrench, total)
            total[joint, :3] += limits[c, _FORCE] - wrench[:3]

    def without(self, joint: int) -> list[FloatArray]:
        """Return a snapshot of all joints but one."""
        own = self._joints.parts.joint, self._joints.coordinates.parts.joint
        return [total[number != joint] for total, number in zip(self._total, own, strict=True)]

    def arrays(self) -> tuple[FloatArray, ...]:
        """Return the arrays of what acted in the last step, of parts and of limits."""
        return tuple(self._total)

    def snapshot(self) -> list[FloatArray]:
        """Return what acted in the last step."""
        return [total.copy() for total in self._total]

    def restore(self, kept: list[FloatArray]) -> None:
        """Go back to a snapshot."""
        for total, array in zip(self._total, kept, strict=True):
            total[:] = array
