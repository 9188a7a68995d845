"""Bodies that hang together by joints, in the realtime engine.

A group without contacts moves by RATTLE (`rattle`), which keeps its joints closed and its energy. The joints of a group
that touches something, runs into a stop or is driven are solved together with the contacts, as lines of their islands
(`lines`), and the group then moves along its joints (`carrying`). Popovski 2008, ch. 9 and 10, with all joints of a
group solved at once.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rigida.constraints.block_order import order_blocks
from rigida.constraints.breaking import may_break, overloaded
from rigida.constraints.coordinates import MOTORS, add_efforts
from rigida.constraints.joint_set import JointSet
from rigida.constraints.masses import inverse_masses
from rigida.constraints.start import close_at_start
from rigida.dynamics.model import DYNAMIC, Model
from rigida.dynamics.state import State
from rigida.fields import FloatArray, IntArray
from rigida.realtime.body_rows import BodyRows
from rigida.realtime.carrying import CARRIED_CLOSED, CARRIED_TURN, carry_groups
from rigida.realtime.carrying_lanes import carry_lanes
from rigida.realtime.coordinate_lines import CoordinateLines, near_stop, stiff_springs
from rigida.realtime.driving import Driving
from rigida.realtime.group_choice import begin_groups, choose_large
from rigida.realtime.group_kinds import GroupKinds
from rigida.realtime.island_set import IslandSet
from rigida.realtime.joint_groups import joint_groups, members_of
from rigida.realtime.lane_joints import solve_jointed_lanes
from rigida.realtime.lane_stops import list_stops
from rigida.realtime.line_set import LineSet
from rigida.realtime.lines import add_to_lines, read_reactions, write_joint_lines
from rigida.realtime.prescribed import carrying_twist
from rigida.realtime.rattle import advance_groups
from rigida.realtime.workers import Workers

#: Groups with fewer parts of joints than this are not worth another thread.
_FEWEST_PARTS = 8
_SPEED, _NONE = MOTORS.index("speed"), MOTORS.index("none")


class Articulated:
    """All groups of a model.

    member: rows of the bodies, group after group; bounds (groups + 1, 6): where each group begins among members, parts
    and the blocks of their factor (see `rattle`); force (parts, 3): reactions; solved (groups,): 1 in this step for
    groups that are solved with the contacts; asleep (groups,): 1 for groups that are left alone; open_steps: how many
    sub-steps of this step left joints open.
    """

    def __init__(self, model: Model, dt: float, threads: int = 1) -> None:
        self.model, self.dt = model, dt
        self._workers = Workers(threads)
        groups = joint_groups(model)
        self.joints = JointSet(model, model.joint_rows, [j for group in groups for j in group])
        self._group_of_joint = {j: g for g, group in enumerate(groups) for j in group}
        members = [members_of(model, group) for group in groups]
        self.member = np.array([row for rows in members for row in rows], dtype=np.int64)
        self._group_of_member = np.repeat(np.arange(len(groups)), [len(rows) for rows in members])
        self.solved: IntArray = np.zeros(len(groups), dtype=np.int32)
        self._solved_count = self._missing = 0
        self.asleep: IntArray = np.zeros(len(groups), dtype=np.int32)
        self._chosen: IntArray = np.zeros(len(groups), dtype=np.int32)
        self._held: IntArray = np.zeros(model.body_count + 1, dtype=np.int32)
        self.open_steps = 0
        self._total, self._nothing = np.zeros((model.body_count, 6)), np.zeros((model.body_count, 6))
        self._arrange(members)

    def _arrange(self, members: list[list[int]] | None = None) -> None:
        """Set up everything that depends on which joints hold."""
        model, joints, groups = self.model, self.joints, len(self.solved)
        if members is None:
            members = [list(self.member[self._group_of_member == g]) for g in range(groups)]
        group_of_part = np.array([self._group_of_joint[int(j)] for j in joints.parts.joint], dtype=np.int64)
        moving = [*(model.motion == DYNAMIC), *[False] * (len(joints.frames.pose) - model.body_count)]
        frames = [(int(a), int(b)) for a, b in joints.parts.frame]
        first = np.searchsorted(group_of_part, np.arange(groups + 1))
        orders = [order_blocks(frames[a:b], moving) for a, b in pairwise(first)]
        sizes = [
            (len(rows), b - a, order.count, len(order.row), len(order.update), len(order.product))
            for rows, (a, b), order in zip(members, pairwise(first), orders, strict=True)
        ]
        self.bounds = np.zeros((groups + 1, 6), dtype=np.int64)
        np.cumsum(np.array(sizes, dtype=np.int64).reshape(-1, 6), axis=0, out=self.bounds[1:])
        names = ("place", "column_start", "row", "block", "update_start", "update", "product")
        self._order = {name: np.concatenate([getattr(order, name) for order in orders]) for name in names}
        self._blocks = np.zeros((int(self.bounds[-1, 2]), 3, 3))
        self._factored: IntArray = np.zeros(groups, dtype=np.int32)
        self._known = np.zeros((len(joints.frames.pose), 14))
        self.force, self._turning = np.zeros((len(joints.parts), 3)), np.zeros((len(joints.parts), 3))
        self._course = np.zeros((len(joints.parts), 2))
        self._impulse = np.zeros((len(joints.parts), 3))
        carried = [row for row, _ in joints.frames.carriers] + [row for row, _ in model.paths]
        self._prescribed = np.array(sorted(carried), dtype=np.int64)
        parts = joints.parts
        self._kinds = GroupKinds(self.bounds, self.member, parts.code, parts.frame, self._prescribed, model.inv_inertia)
        # The row after the last body stands for the world.
        n = model.body_count
        pairs = [[row if row >= 0 else n for row in model.joint_rows[j].rows] for j in joints.alive]
        self.pairs: IntArray = np.array(pairs, dtype=np.int32).reshape(-1, 2)
        coordinates = joints.coordinates
        most = int(joints.parts.equations.sum()) + 5 * len(coordinates.parts)
        self.lines = LineSet(n, most)
        self._stops = np.zeros((most, 4), dtype=np.int64)
        self._response, self._pull = np.zeros(0), np.zeros(0)
        self._coordinate_lines = CoordinateLines(coordinates, n)
        self._group_of_coordinate = np.array(
            [self._group_of_joint[int(j)] for j in coordinates.parts.joint], dtype=np.int64
        )
        self._driving = Driving(joints, group_of_part, self._group_of_coordinate, self.dt)
        self._has_stops = bool(np.isfinite(coordinates.bounds).any())
        self._may_break = may_break(joints)
        self._stiff = self._servo = np.zeros(len(coordinates.parts), dtype=np.bool_)

    def settle(self, state: State, mend: float) -> None:
        """Put a state that was described or changed by hand on the joints."""
        close_at_start(self.joints, state, mend)
        self._find_stiff(state)

    def add_efforts(self, time: float, state: State, wrench: FloatArray) -> None:
        """Add what springs, servos and constant motors do to the wrenches (n, 6), but for the stiff ones."""
        coordinates = self.joints.coordinates
        if not coordinates.acting:
            return
        self.joints.measure(time, state)
        spring = np.where(self._stiff[:, None], 0.0, coordinates.spring)
        motor = np.where(self._servo, _NONE, coordinates.motor).astype(np.int32)
        add_efforts(
            coordinates.parts.frame,
            coordinates.parts.jacobian,
            coordinates.value,
            coordinates.rate,
            spring,
            motor,
            coordinates.drive,
            coordinates.effort,
            wrench,
        )

    @property
    def pulls(self) -> bool:
        """Whether springs, servos or constant motors act along coordinates."""
        return self.joints.coordinates.acting

    def flying(self) -> IntArray:
        """Return the rows of the bodies whose groups moved by themselves in this step."""
        return self.member[(self.solved | self.asleep)[self._group_of_member] == 0]

    def changed_members(self) -> IntArray:
        """Return the rows of the bodies in groups with a motor whose target has changed since the last time."""
        return self._members_of(self._driving.changed())

    def driven_members(self, state: State, bodies: BodyRows) -> IntArray:
        """Return the rows of the bodies in groups that motors, paths and courses move in the step from `state` on."""
        return self._members_of(self._driving.groups(state, bodies))

    def half_active(self, active: IntArray) -> IntArray:
        """Return the rows of the bodies in groups of which only a part is active."""
        moving, all_members = self._count_active(active), np.diff(self.bounds[:, 0])
        return self._members_of(np.flatnonzero((moving > 0) & (moving < all_members)))

    def _count_active(self, active: IntArray) -> NDArray[Any]:
        return np.bincount(self._group_of_member, active[self.member], minlength=len(self.solved))

    def _members_of(self, groups: Iterable[int]) -> IntArray:
        return self.member[np.isin(self._group_of_member, list(groups))].astype(np.int32)

    def hold(self, state: State, islands: IslandSet, bodies: BodyRows) -> None:
        """Write the lines of the groups that are to be solved with the contacts of their islands."""
        joints, dt = self.joints, self.dt
        self._look_ahead(state)
        self._choose(state, islands, bodies)
        self.lines.count = 0
        parts, frames = joints.parts, joints.frames
        if self._solved_count:
            parts.target[:, 0] = self._course[:, 0]
            if self._missing:
                parts.evaluate(frames)
            self.lines.count = write_joint_lines(
                dt,
                self.solved,
                self.bounds,
                parts.equations,
                parts.frame,
                parts.jacobian,
                self._course,
                joints.frames.twist,
                self.force,
                self.model.body_count,
                self.lines.line,
                self.lines.line_of,
            )
            if len(joints.coordinates.parts):
                of_solved = self.solved[self._group_of_coordinate] != 0
                self._coordinate_lines.write(of_solved, self._stiff, self._servo, joints.frames.twist, self.lines, dt)
        self.lines.sort(islands.count, islands.island)

    def in_islands(self, method: IntArray, island: IntArray) -> "Articulated | None":
        """Choose the groups of islands that are not solved directly (method 0); none if there are none."""
        count = choose_large(self.bounds, self.member, island, method, self.solved, self._chosen, self._held)
        return self if count else None

    @property
    def held(self) -> IntArray:
        """Marks (n + 1,) of the bodies in chosen groups."""
        return self._held

    def solve_with(self, sub_steps: tuple[Any, ...]) -> None:
        """Run the sub-steps of large islands with the joints of the chosen groups."""
        joints, lines = self.joints, self.lines
        parts, frames = joints.parts, joints.frames
        found = 0
        if len(joints.coordinates.parts):
            found, room, pulls = list_stops(
                lines.count, lines.line_of, self._held, self._group_of_coordinate, self.bounds, self._stops
            )
            if room > len(self._response):
                self._response = np.zeros(2 * room)
            if pulls > len(self._pull):
                self._pull = np.zeros(2 * pulls)
        arguments: tuple[Any, ...] = (
            *sub_steps,
            self._chosen,
            self._factored,
            self.bounds,
            self.member,
            parts.code,
            parts.frame,
            parts.jacobian,
            frames.inverse,
            joints.weighted,
            self._blocks,
            *self._order.values(),
            self._course,
            self._stops[:found],
            lines.line_of,
            lines.line,
            self._response,
            self._pull,
            frames.twist,
            *self._kinds.arrangement,
            *self._kinds.rows,
            self._impulse,
        )
        solve_jointed_lanes(*arguments)
        add_to_lines(lines.count, lines.line_of, self._impulse, lines.line)

    def move(self, state: State, wrench: FloatArray, bodies: BodyRows, islands: IslandSet) -> None:
        """Move all groups: those that fly by forces, the others by what contacts have made of their velocities."""
        joints, model = self.joints, self.model
        parts, frames = joints.parts, joints.frames
        groups = (self.bounds, self.member, self._prescribed)
        masses = (model.mass, model.inv_mass, model.inertia, model.inv_inertia)
        places = (state.center, state.attitude, state.velocity, state.angular_momentum)
        table = (parts.code, parts.equations, parts.frame, parts.number, parts.target, self._course, self._start)
        work = (frames.pose, frames.twist, frames.inverse, parts.error, parts.jacobian, parts.bias, joints.weighted)
        factor = (self._factored, self._known, self._total, *self._order.values())
        rest: tuple[Any, ...] = (*places, *table, *work, self._blocks)
        self.open_steps = 0
        left_out = self.solved | self.asleep
        if self._solved_count < len(left_out) and not left_out.all():
            fly: tuple[Any, ...] = (*groups, *masses, wrench, *rest, self.force, *factor)
            self._share(1 - left_out, lambda these: advance_groups(self.dt, 1 - these, *fly))
        if self._solved_count:
            read_reactions(self.lines.count, self.dt, self.lines.line, self.lines.line_of, self.force)
            solution = (self._chosen, bodies.way, self._nothing, bodies.moving, bodies.twist)
            carry: tuple[Any, ...] = (*groups, *masses, *solution, *rest, self._turning, self.force, *factor)
            self._share(self.solved, lambda these: self._carry(these, state, bodies, carry))
        state.refresh()

    def _carry(self, these: IntArray, state: State, bodies: BodyRows, carry: tuple[Any, ...]) -> int:
        """Carry groups that contacts have solved, in lanes where they can be."""
        parts, frames, kinds = self.joints.parts, self.joints.frames, self._kinds
        done = np.zeros_like(these)
        if kinds.some_carried:
            arguments: tuple[Any, ...] = (
                *(self.dt, CARRIED_TURN, CARRIED_CLOSED, these, done, kinds.carried, *kinds.arrangement),
                *(self.bounds, self.member, self.model.inv_inertia, self._chosen, bodies.way, bodies.moving),
                *(bodies.twist, state.center, state.attitude, state.velocity, state.angular_momentum, parts.code),
                *(parts.frame, parts.number, frames.pose, frames.inverse, parts.jacobian, self._blocks),
                *(self._turning, self.force, self._factored, self._known, *self._order.values()),
            )
            carry_lanes(*arguments)
        return carry_groups(self.dt, these, done, *carry)

    def _share(self, chosen: IntArray, move: Callable[[IntArray], int]) -> None:
        """Let threads move the chosen groups (groups,), each some of them, and count what did not converge."""
        if self._workers.count == 1:
            self.open_steps += move(chosen)
            return
        failed = np.zeros(self._workers.count, dtype=np.int64)

        def work(worker: int, first: int, last: int) -> None:
            these = np.zeros(len(chosen), dtype=np.int32)
            these[first:last] = chosen[first:last]
            failed[worker] = move(these)

        cost = np.zeros(len(chosen) + 1, dtype=np.int64)
        np.cumsum(chosen * np.diff(self.bounds[:, 1]), out=cost[1:])
        # Prescribed frames are placed anew for each group, and so cannot be shared.
        self._workers.share_by_cost(cost, _FEWEST_PARTS if not len(self._prescribed) else int(cost[-1]) + 1, work)
        self.open_steps += int(failed.sum())

    def finish(self, time: float, state: State) -> Iterator[str]:
        """Count turns, and take out joints that bear too much; yield what to tell of them."""
        if len(self.joints.coordinates.parts):
            self._coordinate_lines.remember(self.lines, self.asleep[self._group_of_coordinate] != 0)
            self.joints.measure(time, state)
            self.joints.coordinates.keep()
        if self._may_break:
            for joint, message in list(overloaded(self.joints, self.reactions(state), time)):
                kept = self.joints.parts.joint != joint
                force, turning = self.force[kept], self._turning[kept]
                self.joints.drop(joint)
                self._arrange()
                self.force[:], self._turning[:] = force, turning
                self._find_stiff(state)
                yield message

    def potential_energy(self, state: State) -> float:
        """Return what the springs in the joints hold [J]."""
        if not self.joints.coordinates.acting:
            return 0.0
        self.joints.measure(state.time, state)
        return self.joints.coordinates.potential_energy()

    def reactions(self, state: State) -> FloatArray:
        """Return force, and torque about the anchor, of each joint on its body a (joints, 6) over the last step."""
        self.joints.evaluate(state.time, state)
        self.joints.factor()
        self.joints.multiplier[:] = self.force
        return self.joints.reactions()

    def memory(self) -> Any:
        """Return what decides how the groups go on, for snapshots."""
        own = self.force, self._turning, self._coordinate_lines.impulse, self._stiff, self._servo
        return self.joints.memory(), tuple(array.copy() for array in own)

    def recall(self, memory: Any) -> None:
        """Take back what `memory` returned."""
        joints, (force, turning, impulse, stiff, servo) = memory
        if joints[0] != self.joints.alive:
            self.joints.recall(joints)
            self._arrange()
        self.joints.recall(joints)
        self.force[:], self._turning[:], self._coordinate_lines.impulse[:] = force, turning, impulse
        self._stiff, self._servo = stiff.copy(), servo.copy()
        self._driving.changed()

    def _choose(self, state: State, islands: IslandSet, bodies: BodyRows) -> None:
        """Mark the groups that touch something, are driven, or run into a stop."""
        model, joints, frames = self.model, self.joints, self.joints.frames
        self._solved_count, self._missing = begin_groups(
            state.center,
            state.attitude,
            state.velocity,
            state.angular_velocity,
            model.motion,
            model.inv_mass,
            model.inv_inertia,
            bodies.active,
            islands.island,
            islands.contact_start,
            self.bounds,
            self.member,
            joints.parts.frame,
            self._known,
            frames.pose,
            frames.twist,
            frames.inverse,
            self.asleep,
            self._chosen,
            self.solved,
            self._factored,
        )
        coordinates = joints.coordinates
        if len(coordinates.parts):
            coordinates.evaluate(frames)
            driven = self._stiff | self._servo | (coordinates.motor == _SPEED)
            if self._has_stops:
                driven = driven | near_stop(coordinates, self.dt)
            self.solved[self._group_of_coordinate[driven & (self.asleep[self._group_of_coordinate] == 0)]] = 1
            self._solved_count = int(np.count_nonzero(self.solved))

    def _find_stiff(self, state: State) -> None:
        """Find the springs and servos that are too stiff to be taken as forces over a step."""
        joints = self.joints
        coordinates = joints.coordinates
        if not coordinates.acting:
            return
        joints.measure(state.time, state)
        frames, model = joints.frames, self.model
        inverse_masses(model.motion, model.inv_mass, model.inv_inertia, frames.pose, frames.inverse)
        ease = np.zeros(len(coordinates.parts))
        for side in range(2):
            row, inverse = coordinates.parts.jacobian[:, side, 0], frames.inverse[coordinates.parts.frame[:, side]]
            x, y, z = row[:, 3:].T
            _, xx, xy, xz, yy, yz, zz = inverse.T
            ease += inverse[:, 0] * (row[:, :3] ** 2).sum(axis=1)
            ease += xx * x * x + yy * y * y + zz * z * z + 2.0 * (xy * x * y + xz * x * z + yz * y * z)
        self._stiff, self._servo = stiff_springs(coordinates, ease, self.dt)

    def _look_ahead(self, state: State) -> None:
        """Give prescribed frames and courses the constant rates that lead to the end of the step."""
        joints, time, dt = self.joints, state.time, self.dt
        frames = joints.frames
        if len(self._prescribed):
            frames.update(time, state)
        for row, motion in frames.carriers:
            then = motion.placement(time + dt)
            frames.twist[row] = carrying_twist(frames.pose[row, :3], frames.pose[row, 3:], then[0], then[1], dt)
        self._start = frames.pose.copy() if len(self._prescribed) else frames.pose
        for part, joint in joints.driven:
            course = joints.rows[joint].course
            if course is not None:
                now, then_value = course.at(time)[0], course.at(time + dt)[0]
                self._course[part] = now, (then_value - now) / dt
