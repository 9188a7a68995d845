"""Bodies that hang together by joints, in the realtime engine.

A group without contacts moves by RATTLE (`rattle`), which keeps its joints closed and its energy. A group that touches
something is first moved like other bodies, under the reactions of the last step so that its contacts bear what hangs on
them, and then put back on its joints, positions and velocities, in the metric of the masses: what contacts dissipate
anyway hides the little that this takes. Popovski 2008, ch. 9 and 10, with all joints of a group solved at once.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from rigida.constraints.joint_set import JointSet
from rigida.constraints.start import close_at_start
from rigida.dynamics.model import DYNAMIC, Model
from rigida.dynamics.state import State
from rigida.fields import FloatArray, IntArray
from rigida.realtime.coordinate_rows import act_on_coordinates
from rigida.realtime.rattle import advance_articulated

#: Joints of groups in contact are closed to this after every step [m, rad].
_CLOSED = 1e-9


class Group:
    """The joints of one group and the bodies they hold; `member` are these bodies' rows."""

    def __init__(self, model: Model, alive: list[int]) -> None:
        self.model = model
        self.joints = JointSet(model, model.joint_rows, alive)
        self.numbers = tuple(alive)
        parts, frames = self.joints.parts, self.joints.frames
        n = model.body_count
        held = np.unique(np.concatenate([parts.frame.ravel(), self.joints.coordinates.parts.frame.ravel()]))
        self.member = np.array([i for i in held if i < n and model.motion[i] == DYNAMIC], dtype=np.int64)
        carried = [row for row, _ in frames.carriers] + [row for row, _ in model.paths]
        self.prescribed = np.array(sorted(carried), dtype=np.int64)
        self.force = np.zeros((len(parts), 3))
        self.statistics = np.zeros(3, dtype=np.int64)
        self._still = np.ones(n, dtype=np.int32)
        self._still[self.member] = 0
        self._course = np.zeros((len(parts), 2))
        self._center, self._attitude = np.zeros((n, 3)), np.zeros((n, 4))
        self._velocity, self._momentum = np.zeros((n, 3)), np.zeros((n, 3))
        self._new_jacobian = np.zeros_like(parts.jacobian)
        self._total = np.zeros((n, 6))

    def add_reactions(self, wrench: FloatArray) -> None:
        """Add what the joints did in the last step to the wrenches (n, 6)."""
        parts = self.joints.parts
        for side in range(2):
            frame = parts.frame[:, side]
            own = np.flatnonzero(frame < len(wrench))
            np.add.at(wrench, frame[own], np.einsum("pk,pkc->pc", self.force[own], parts.jacobian[own, side]))

    def fly(self, state: State, wrench: FloatArray, dt: float) -> None:
        """Move the members through a step without contacts."""
        model, joints = self.model, self.joints
        self._look_ahead(state, dt)
        start = joints.frames.pose.copy()
        parts, order, frames = joints.parts, joints.order, joints.frames
        advance_articulated(
            dt,
            self.member,
            self.prescribed,
            model.motion,
            model.mass,
            model.inv_mass,
            model.inertia,
            model.inv_inertia,
            wrench,
            self._still,
            state.center,
            state.attitude,
            state.velocity,
            state.angular_momentum,
            self._center,
            self._attitude,
            self._velocity,
            self._momentum,
            parts.code,
            parts.equations,
            parts.frame,
            parts.number,
            parts.target,
            self._course,
            start,
            frames.pose,
            frames.twist,
            frames.inverse,
            parts.error,
            parts.jacobian,
            self._new_jacobian,
            parts.bias,
            joints.weighted,
            joints.blocks,
            self.force,
            self._total,
            order.place,
            order.column_start,
            order.row,
            order.block,
            order.update_start,
            order.update,
            order.product,
            self.statistics,
        )
        state.refresh()

    def close(self, time: float, state: State, dt: float) -> None:
        """Put the members, which contacts have moved, back on their joints at `time`."""
        joints = self.joints
        state.refresh()
        joints.close_positions(time, state, _CLOSED)
        state.refresh()
        joints.close_velocities(time, state)
        # The impulse that closed the velocities corrects the reactions that were put in.
        self.force += joints.last_impulse / dt

    def act(self, time: float, state: State, dt: float) -> None:
        """Let stops and speed motors act at the end of a step."""
        if len(self.joints.coordinates.parts):
            act_on_coordinates(self.joints, time, state, dt)

    def _look_ahead(self, state: State, dt: float) -> None:
        """Give prescribed frames and courses the constant rates that lead to the end of the step."""
        self.joints.frames.update(state.time, state)
        for part, joint in self.joints.driven:
            course = self.joints.rows[joint].course
            if course is not None:
                now, then = course.at(state.time)[0], course.at(state.time + dt)[0]
                self._course[part] = now, (then - now) / dt


class Articulated:
    """All groups of a model."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.groups = [Group(model, alive) for alive in _components(model)]
        every = [group.member for group in self.groups]
        self.member = np.concatenate([np.zeros(0, dtype=np.int64), *every])
        n = model.body_count
        # The row after the last body stands for the world.
        pairs = [[row if row >= 0 else n for row in rows.rows] for rows in model.joint_rows]
        self.pairs: IntArray = np.array(pairs, dtype=np.int32).reshape(-1, 2)
        self._saved: list[FloatArray] = []

    def joint_set(self, joint: int) -> JointSet:
        """Return the set that holds joint number `joint`."""
        return next(group.joints for group in self.groups if joint in group.numbers)

    def settle(self, state: State, mend: float) -> None:
        """Put a state that was described or changed by hand on the joints."""
        for group in self.groups:
            close_at_start(group.joints, state, mend)

    def add_efforts(self, time: float, state: State, wrench: FloatArray) -> None:
        """Add what springs, servos and constant motors do to the wrenches (n, 6)."""
        for group in self.groups:
            if group.joints.coordinates.acting:
                group.joints.evaluate(time, state)
                group.joints.add_efforts(wrench)

    def add_reactions(self, wrench: FloatArray, island: IntArray, contact_start: IntArray) -> None:
        """Let the contacts of groups that touch something know what hangs on them."""
        for group in self.touching(island, contact_start):
            group.add_reactions(wrench)

    def keep(self, state: State) -> None:
        """Remember where the members are before all bodies are moved as if they were free."""
        self._saved = [array[self.member].copy() for array in state.arrays()]

    def move(self, state: State, wrench: FloatArray, island: IntArray, contact_start: IntArray, dt: float) -> None:
        """Move all groups; `state` holds where their members would have gone without joints."""
        touching = list(self.touching(island, contact_start))
        first = 0
        for group in self.groups:
            own = slice(first, first + len(group.member))
            first += len(group.member)
            if group not in touching:
                for array, saved in zip(state.arrays(), self._saved, strict=True):
                    array[group.member] = saved[own]
                group.fly(state, wrench, dt)
        for group in touching:
            group.close(state.time + dt, state, dt)
        for group in self.groups:
            group.act(state.time + dt, state, dt)

    def potential_energy(self, state: State) -> float:
        """Return what the springs in the joints hold [J]."""
        energy = 0.0
        for group in self.groups:
            if group.joints.coordinates.acting:
                group.joints.measure(state.time, state)
                energy += group.joints.coordinates.potential_energy()
        return energy

    def reactions(self, state: State) -> FloatArray:
        """Return force, and torque about the anchor, of each joint on its body a (joints, 6) over the last step."""
        total = np.zeros((len(self.model.joints), 6))
        for group in self.groups:
            group.joints.evaluate(state.time, state)
            group.joints.multiplier[:] = group.force
            total += group.joints.reactions()
        return total

    def memory(self) -> list[Any]:
        """Return what decides how the groups go on, for snapshots."""
        return [(group.force.copy(), group.joints.memory()) for group in self.groups]

    def recall(self, memory: list[Any]) -> None:
        """Take back what `memory` returned."""
        for group, (force, joints) in zip(self.groups, memory, strict=True):
            group.force[:] = force
            group.joints.recall(joints)

    def touching(self, island: IntArray, contact_start: IntArray) -> Iterator[Group]:
        """Yield the groups that have contacts in this step."""
        for group in self.groups:
            k = island[group.member[0]] if len(group.member) else -1
            if k >= 0 and contact_start[k + 1] > contact_start[k]:
                yield group


def _components(model: Model) -> list[list[int]]:
    """Return the joints of each group: joints that share a moving body hang together."""
    group_of: dict[int, int] = {}
    groups: dict[int, list[int]] = {}
    for j, rows in enumerate(model.joint_rows):
        moving = [row for row in rows.rows if row >= 0 and model.motion[row] == DYNAMIC]
        merged = sorted({group_of[row] for row in moving if row in group_of} or {j})
        target = merged[0]
        groups.setdefault(target, [])
        for other in merged[1:]:
            groups[target] += groups.pop(other)
        groups[target].append(j)
        for row, group in list(group_of.items()):
            if group in merged:
                group_of[row] = target
        for row in moving:
            group_of[row] = target
    return [sorted(group) for _, group in sorted(groups.items())]
