"""Bodies that hang together by joints, in the realtime engine.

A group without contacts moves by RATTLE (`rattle`), which keeps its joints closed and its energy. The joints of a group
that touches something, runs into a limit or is driven are solved together with the contacts, as rows of their islands
(`direct.joint_rows`), and the group then moves along its joints (`project`). Popovski 2008, ch. 9 and 10, with all
joints of a group solved at once.
"""

import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray, IntArray
from rigida.constraints.actuators import NO_MOTOR
from rigida.constraints.block_order import inward_order
from rigida.constraints.breaking import may_break, overloaded
from rigida.constraints.couplings import FORCE
from rigida.constraints.joint_set import JointSet
from rigida.constraints.parts.codes import GIVEN
from rigida.dynamics.model import DYNAMIC, Model
from rigida.dynamics.state import State, update_angular_velocity
from rigida.jit.bind import bind
from rigida.jit.records import as_array
from rigida.realtime.articulated.acted import ActedImpulses
from rigida.realtime.articulated.arrays import LimitImpulses
from rigida.realtime.articulated.drive import Driving
from rigida.realtime.articulated.efforts import JointEfforts
from rigida.realtime.articulated.groups import GroupMembers, joint_groups, linked_bodies, members_of
from rigida.realtime.articulated.integrate import GroupMover
from rigida.realtime.articulated.limits import applied_motor_efforts, read_reactions, record_row_impulses
from rigida.realtime.articulated.part_forces import PartForces
from rigida.realtime.articulated.stages import (
    add_joint_efforts,
    correct_flight,
    keep_coordinates,
    write_rows_of_groups,
)
from rigida.realtime.articulated.tables import GroupTables
from rigida.realtime.articulated.user_groups import UserGroups
from rigida.realtime.articulated.wide.sub_steps import GroupSubSteps
from rigida.realtime.bodies.body_rows import BodyRows
from rigida.realtime.bodies.kinematic import carrying_twist
from rigida.realtime.direct.joint_rows import JointRowSet
from rigida.realtime.islands.island_set import IslandSet
from rigida.realtime.stiff_forces import StiffForces
from rigida.realtime.threads import Workers

_NO_ROWS: IntArray = np.zeros(0, dtype=np.int32)


class Articulated:
    """All groups of a model.

    solved (groups,): 1 in this step for groups that are solved with the contacts; asleep (groups,): 1 for groups that
    are left alone; open_steps: how many sub-steps of this step left joints open; pairs (joints, 2): the bodies of each,
    with the row after the last for the world; links (m, 2): bodies that couplings tie; rows: the joint rows of this
    step; may_break: whether joints break under a load. all_rows: whether groups without contacts have rows as well.
    """

    def __init__(
        self,
        model: Model,
        state: State,
        bodies: BodyRows,
        islands: IslandSet,
        stiff: StiffForces,
        threads: int = 1,
        all_rows: bool = False,
    ) -> None:
        self._all_rows = all_rows
        self.model, self._stiff, self._dt, self._h = model, stiff, stiff.dt, stiff.dt
        self._state, self._bodies, self._islands = state, bodies, islands
        self._workers = Workers(threads)
        groups = joint_groups(model)
        self.joints = JointSet(model, model.joint_rows, [j for group in groups for j in group])
        self._group_of_joint = {j: g for g, group in enumerate(groups) for j in group}
        self.members = GroupMembers([members_of(model, group) for group in groups])
        self.solved: IntArray = np.zeros(len(groups), dtype=np.int32)
        self.asleep: IntArray = np.zeros(len(groups), dtype=np.int32)
        self._solved_count, self._ballistic_count, self.open_steps, self._flew = 0, 0, 0, False
        self._all: IntArray = np.ones(len(groups), dtype=np.int32)
        self._all_jointed = len(self.members.row) == int((model.motion == DYNAMIC).sum())
        self._parts: PartForces | None = None
        self._arrange()

    def _arrange(self) -> None:
        """Set up everything that depends on which joints hold."""
        model, joints, n = self.model, self.joints, self.model.body_count
        parts, coordinates = joints.parts, joints.coordinates
        tables = self.tables = GroupTables(joints, self._group_of_joint, self.members)
        tables.groups.solved, tables.groups.asleep = self.solved, self.asleep
        pairs = [[row if row >= 0 else n for row in model.joint_rows[j].rows] for j in joints.alive]
        self.pairs: IntArray = np.array(pairs, dtype=np.int32).reshape(-1, 2)
        rank = np.array(
            [*model.rank, n]
        )  # so that, of bodies alike in the tree, the order of the scene decides nothing
        self._bodies.inward[self.members.row] = inward_order(rank[self.pairs], n)[rank[self.members.row]]
        self.links = linked_bodies(joints)
        joints.couplings.group[:] = [tables.group_of_coordinate[spec.terms[0][0]] for spec in joints.couplings.specs]
        coupled_rows = sum(len(spec.terms) for spec in joints.couplings.specs)
        most = int(parts.equations.sum()) + 5 * len(coordinates.parts) + coupled_rows + self._stiff.most
        rows = self.rows = JointRowSet(n, self._islands.table, most)
        add = bind(add_joint_efforts, self._bodies.table, coordinates.table, joints.frames.table)
        self.efforts = JointEfforts(joints, add)
        self._driving = Driving(joints, tables.group_of_part, tables.group_of_coordinate)
        self._measures = len(coordinates.parts) > 0
        self._turns = bool(coordinates.armature.any())
        self._rebounds = bool(coordinates.restitution.any())
        self._predicts = len(tables.prescribed) > 0 or len(joints.driven) > 0
        self.may_break = may_break(joints)
        self._user: UserGroups | None = None
        if joints.calls_user:
            self._user = UserGroups(joints, tables, self._group_of_joint, self.members, self._state, self._bodies)
        self._update_driven()
        self._update_pulled()
        self._sub_steps = GroupSubSteps(tables, rows, self._islands)
        self._mover = GroupMover(tables, self._bodies, self._workers)
        self.limit_impulse, self.rotor = np.zeros((len(coordinates.parts), 5)), np.zeros(len(coordinates.parts))
        self.acted = ActedImpulses(joints, tables, self.members)
        last = tables.reactions.limits = LimitImpulses(
            impulse=self.limit_impulse, rotor=self.rotor, acted=self.acted.limits
        )
        bodies, frames, groups = self._bodies.table, joints.frames.table, tables.groups
        couplings = joints.couplings.table
        own = (groups, tables.joints, tables.reactions, coordinates.table, couplings, rows.table)
        self._write_rows = bind(write_rows_of_groups, bodies, self._islands.table, *own)
        flight = (bodies, self._islands.table, groups, tables.joints, tables.reactions, tables.work)
        self._correct_flight = bind(correct_flight, *flight)
        self._keep = bind(keep_coordinates, bodies, groups, coordinates.table, couplings, frames, rows.table, last)
        self._refresh = bind(
            update_angular_velocity,
            *(model.motion, model.inv_inertia, self._state.attitude),
            *(self._state.angular_momentum, self._state.angular_velocity),
        )
        self._read_reactions = bind(read_reactions, rows.table, tables.reactions)
        self._record_rows = bind(record_row_impulses, groups, rows.table, tables.reactions)
        self._parts = None  # of joints that held before

    def settle(self, state: State, close: Callable[[JointSet, State], None]) -> None:
        """Put a state that was described or changed by hand, or got other joints, on the joints by `close`."""
        close(self.joints, state)
        self.efforts.find_stiff(state, self._dt)
        self.couple_rotors()

    def couple_rotors(self) -> None:
        """Let rotors turn as fast as the coordinates that they are geared to, after these have changed at once."""
        if self._turns:
            self.joints.measure(self._state.time, self._state)
            self.rotor[:] = self.joints.coordinates.rate[:, 0]

    def constants_changed(self) -> None:
        """Record that springs or gains have changed while the state stays."""
        self.efforts.find_stiff(self._state, self._dt)
        self._update_driven()

    @property
    def pulls(self) -> bool:
        """Whether springs, servos or constant motors act along coordinates."""
        return self.joints.coordinates.acting

    @property
    def holds_all(self) -> bool:
        """Whether all bodies that forces move hang on joints, and none of their groups moved by itself in this step."""
        return self._all_jointed and not self._flew

    def ballistic(self, island: IntArray) -> NDArray[np.bool_]:
        """Return which bodies moved by themselves in this step (n,): single ones, and groups without contact."""
        if self._all_jointed and self._ballistic_count == 0:
            return np.zeros(self.model.body_count, dtype=np.bool_)
        ballistic = (island < 0) & (self._bodies.active != 0) & (self._bodies.jointed == 0)
        ballistic[self.members.row] = ((self.solved | self.asleep) == 0)[self.members.group]
        return ballistic

    def correct_flight(self, h: float, before: FloatArray, after: FloatArray) -> None:
        """Correct velocities of what flew over h [s] by how wrenches (n, 6) have changed."""
        if self._correct_flight(h, before, after) and not self._all_rows:
            self._close_velocities((self.solved | self.asleep | as_array(self.tables.groups.factored)) == 0)

    def _close_velocities(self, groups: NDArray[np.bool_]) -> None:
        """Project the velocities of the bodies of these groups, and no others, onto those that their joints allow."""
        state, kept = self._state, self._state.copy()
        self.joints.close_velocities(state.time, state)
        self.acted.add_solution(groups)
        others = np.ones(self.model.body_count, dtype=bool)
        others[self.members.row[groups[self.members.group]]] = False
        for array, before in zip(state.arrays(), kept.arrays(), strict=True):
            array[others] = before[others]

    def user_members(self) -> IntArray:
        """Return the rows of the bodies in groups whose equations Python functions give."""
        if self._user is None:
            return _NO_ROWS
        return self.members.of(np.flatnonzero(self._user.chosen).tolist())

    def changed_members(self) -> IntArray:
        """Return the rows of the bodies in groups with a motor whose target has changed since the last time."""
        return self.members.of(self._driving.changed())

    def driven_members(self, state: State, bodies: BodyRows, h: float) -> IntArray:
        """Return the rows of the bodies in groups that motors or given motions move within h [s] from `state` on."""
        groups = self._driving.groups(state, bodies, h)
        if self._user is not None:  # their functions may depend on time
            groups |= self._user.groups
        return self.members.of(groups)

    def write_rows(self, h: float, mean: float = 0.0, ahead: bool = False) -> None:
        """Write the joint rows of the groups that are to be solved with the contacts of their islands.

        mean: see `write_limit_rows`; ahead: whether bodies are where they are predicted to be after h [s].
        """
        self._h = h
        if self._predicts:
            self._predict(h)
        if self._stiff.most:
            self._update_pulled()
        if self._user is not None:
            self._user.evaluate(self._state.time + (h if ahead else 0.0))
        self.rows.count, self._solved_count, self._ballistic_count = self._write_rows(h, self._islands.count, mean)

    def given_rows(self) -> IntArray:
        """Return the numbers of the rows that are equations of Python functions."""
        if self._user is None:
            return _NO_ROWS
        part = self.rows.named_of["part"][: self.rows.count]
        equation = np.flatnonzero(part >= 0).astype(np.int32)
        return equation[self.joints.parts.code[part[equation]] == GIVEN]

    def in_large_islands(self) -> GroupSubSteps | None:
        """Return the groups of islands that are not solved directly, None without any."""
        return self._sub_steps if self._sub_steps.choose() else None

    def integrate(
        self, wrench: FloatArray, h: float, move: Callable[[float, IntArray], IntArray] | None = None
    ) -> None:
        """Move all groups by h [s]: those that fly by forces, the others by what contacts made of their velocities.

        move: moves the groups that were solved instead, and returns those (groups,) that flew for all that.
        """
        self.open_steps, self._flew = 0, self._ballistic_count > 0
        self.acted.begin_part()
        if self._flew:
            ballistic = self._all if self._ballistic_count == len(self._all) else 1 - (self.solved | self.asleep)
            self.open_steps += self._mover.integrate_ballistic(h, ballistic, wrench)
        if self._solved_count:
            self._read_reactions(self.rows.count, h)
            self._record_rows(self.rows.count, self.model.body_count)
            solved = self.solved
            if self._user is not None:
                self.open_steps += self._user.move(h, solved)
                solved = solved & ~self._user.chosen
            if move is None:
                self.open_steps += self._mover.move_solved(h, solved)
            else:
                self.solved -= move(h, solved)
                self._ballistic_count = len(solved) - int((self.solved | self.asleep).sum())
                self._flew = self._ballistic_count > 0
        self._refresh()

    def record_impacts(self, impulse: FloatArray) -> None:
        """Record the impulses of joint rows (m,) in an impact."""
        self.rows.named["impulse"] = impulse
        self.acted.begin_part()
        self._record_rows(self.rows.count, self.model.body_count)
        self.acted.end_part()

    def time_to_limit(self) -> float:
        """Return when the first coordinate meets a limit from which it rebounds [s]; infinity if none is about to."""
        if not self._rebounds:
            return math.inf
        self.joints.measure(self._state.time, self._state)
        coordinates = self.joints.coordinates
        rate, first = coordinates.rate[:, 0], math.inf
        for end, sign in ((0, 1.0), (1, -1.0)):
            gap, closing = sign * (coordinates.value - coordinates.bounds[:, end]), -sign * rate
            approaching = (coordinates.restitution > 0.0) & (gap > 0.0) & (closing > 0.0) & np.isfinite(gap)
            first = min(first, float((gap[approaching] / closing[approaching]).min(initial=math.inf)))
        return first

    def begin_parts(self) -> None:
        """Record that a step begins which is taken in parts."""
        forces, impulses = (self.tables.force, self.tables.turning), (self.limit_impulse, self.joints.couplings.impulse)
        self._parts = PartForces(forces, impulses, self._dt)

    def fit_part(self, h: float) -> None:
        """Let impulses that start a part of h [s] be of that length."""
        if self._parts is not None:
            self._parts.fit(h)

    def end_parts(self) -> None:
        """Let reactions and efforts be those of the whole step."""
        if self._parts is not None:
            self._parts.end()
            self._parts, self._h = None, self._dt

    def finish(self, time: float) -> None:
        """Keep the forces of the step, and count turns."""
        self.acted.end_part()
        if self._parts is not None:
            self._parts.add_forces(self._h)
        if self._measures:
            self.joints.frames.place_carriers(time)
            self._keep(self.rows.count)
            if self._parts is not None:
                self._parts.add_impulses()

    def break_joints(self, time: float, state: State) -> Iterator[str]:
        """Remove joints that bear more than their strength; yield a report of each."""
        if self.may_break:
            for joint, message in list(overloaded(self.joints, self.reactions(state), time)):
                kept = self.joints.parts.joint != joint
                force, turning = self.tables.force[kept], self.tables.turning[kept]
                rotor = self.rotor[self.joints.coordinates.parts.joint != joint]
                acted = self.acted.without(joint)
                self.joints.drop(joint)
                self._arrange()
                self.tables.force[:], self.tables.turning[:], self.rotor[:] = force, turning, rotor
                self.acted.restore(acted)
                self.efforts.find_stiff(state, self._dt)
                yield message

    def reactions(self, state: State) -> FloatArray:
        """Return force, and torque about the anchor, of each joint on its body a (joints, 6) over the last step."""
        return self.acted.reactions(state, self._dt)

    def motor_efforts(self) -> FloatArray:
        """Return the efforts of motors (coordinates,) over the last step [N or N m]; coordinates must be evaluated."""
        return applied_motor_efforts(self.joints.coordinates, self.limit_impulse, self._h)

    def snapshot(self) -> Any:
        """Return what decides how the groups go on."""
        reactions, efforts = (self.tables.force, self.tables.turning), (self.efforts.stiff, self.efforts.servo)
        couplings = (self.joints.couplings.impulse, self.joints.couplings.in_rows)
        own = (*reactions, self.limit_impulse, self.rotor, *efforts, self.joints.coordinates.ease, *couplings)
        return self.joints.snapshot(), tuple(array.copy() for array in own), self.acted.snapshot()

    def forget(self) -> None:
        """Let nothing warm-start the next step."""
        self.tables.force[:], self.tables.turning[:], self.limit_impulse[:] = 0.0, 0.0, 0.0
        self.joints.couplings.impulse[:] = 0.0

    def restore(self, snapshot: Any) -> None:
        """Go back to a snapshot."""
        joints, (force, turning, impulse, rotor, stiff, servo, ease, coupled, in_rows), acted = snapshot
        if joints[0] != self.joints.alive:
            self.joints.restore(joints)
            self._arrange()
        self.joints.restore(joints)
        self.tables.force[:], self.tables.turning[:], self.limit_impulse[:] = force, turning, impulse
        self.rotor[:], self.efforts.stiff[:], self.efforts.servo[:] = rotor, stiff, servo
        self.joints.coordinates.ease[:], self.joints.couplings.impulse[:] = ease, coupled
        self.efforts.solve_in_rows(in_rows)
        self.acted.restore(acted)
        self._driving.note()

    def take_over(self, other: "Articulated") -> None:
        """Go on as another did: with the same joints, or as far as both have them with their motors and turns."""
        if self.joints.model.joints is other.joints.model.joints:
            self.restore(other.snapshot())
            return
        self.joints.take_over(other.joints)
        self._arrange()

    def take_loaded(self, constants: bool) -> None:
        """Take over what was written into the arrays of joints from outside; constants: springs and gains as well."""
        self.efforts.solve_in_rows(self.joints.couplings.in_rows.copy())
        self._driving.note()
        if constants:
            coordinates = self.joints.coordinates
            coordinates.acting = coordinates.acting or bool(coordinates.spring[:, :2].any())
            self._turns = bool(coordinates.armature.any())
            self._update_driven()

    def _update_driven(self) -> None:
        """Mark the bodies of groups whose energy may rise by motors, springs, rotors, given motions or forces."""
        coordinates, couplings, tables = self.joints.coordinates, self.joints.couplings, self.tables
        moved = (coordinates.motor != NO_MOTOR) | (coordinates.armature > 0.0)
        moved |= (coordinates.spring[:, :2] != 0.0).any(axis=1)
        driven = {*tables.group_of_coordinate[moved].tolist(), *couplings.group[couplings.kind == FORCE].tolist()}
        if self._user is not None:
            driven |= self._user.groups
        if self._predicts or self._stiff.most:
            driven = set(range(len(self.solved)))
        self._bodies.jointed[self.members.row] = 1
        self._bodies.jointed[self.members.of(driven)] = 2

    def _update_pulled(self) -> None:
        """Mark the groups that stiff forces act on, or all that shall have rows."""
        pulled = as_array(self.tables.groups.pulled)
        pulled[:] = int(self._all_rows)
        pulled[self.members.group[np.isin(self.members.row, self._stiff.pairs)]] = 1

    def _predict(self, h: float) -> None:
        """Give prescribed frames and trajectories the constant rates that lead to where they are after h [s]."""
        joints, tables, time = self.joints, self.tables, self._state.time
        frames = joints.frames
        if len(tables.prescribed):
            frames.update(time, self._state)
            for row, motion in frames.carriers:
                then = motion.placement(time + h)
                frames.twist[row] = carrying_twist(frames.pose[row, :3], frames.pose[row, 3:], then[0], then[1], h)
            tables.start[:] = frames.pose
        for part, joint in joints.driven:
            trajectory = joints.rows[joint].trajectory
            if trajectory is not None:
                now, then_value = trajectory.at(time)[0], trajectory.at(time + h)[0]
                tables.trajectory[part] = now, (then_value - now) / h
