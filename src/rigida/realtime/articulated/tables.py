"""Tables of the articulated groups of a set of joints, rebuilt when a joint breaks."""

from itertools import pairwise

import numpy as np

from rigida.constraints.arrays import Joints
from rigida.constraints.block_order import empty_factor, order_blocks
from rigida.constraints.couplings import EQUATION
from rigida.constraints.joint_set import JointSet
from rigida.dynamics.model import DYNAMIC
from rigida.jit.records import as_array
from rigida.realtime.articulated.arrays import CouplingRows, Groups, GroupWork, Reactions
from rigida.realtime.articulated.groups import GroupMembers
from rigida.realtime.articulated.wide.layout import GroupKinds


class GroupTables:
    """Arrays of all groups, and the tables in which kernels take them.

    member: rows of the bodies, group after group; bounds (groups + 1, 6): where each group begins (`GroupStart`);
    group_of_part, group_of_coordinate: numbers of their groups; joints: parts and frames with a factor by groups.

    trajectory (parts, 2): value and rate of the targets at the start of the step; prescribed: frames with a given
    motion; start (frames, 7): poses at the start of the step. force (parts, 3): reactions; turning (parts, 3): those
    of the motion between contacts; impulse (parts, 3): what sub-steps added to them; acted (parts, 6): impulses on
    frames a, world, and of equations.
    """

    def __init__(self, joints: JointSet, group_of_joint: dict[int, int], members: GroupMembers) -> None:
        model, parts, groups = joints.model, joints.parts, len(members.rows)
        count, frame_count, bodies = len(parts), len(joints.frames.pose), model.body_count
        self.member = members.row
        self.group_of_part = np.array([group_of_joint[int(j)] for j in parts.joint], dtype=np.int64)
        of_coordinates = [group_of_joint[int(j)] for j in joints.coordinates.parts.joint]
        self.group_of_coordinate = np.array(of_coordinates, dtype=np.int64)
        moving = [*(model.motion == DYNAMIC), *[False] * (frame_count - bodies)]
        frames = [(int(a), int(b)) for a, b in parts.frame]
        first = np.searchsorted(self.group_of_part, np.arange(groups + 1))
        orders = [order_blocks(frames[a:b], moving) for a, b in pairwise(first)]
        factor = empty_factor(orders, [len(rows) for rows in members.rows])
        self.bounds = as_array(factor.start)
        carried = [row for row, _ in joints.frames.carriers] + [row for row, _ in model.paths]
        self.prescribed = np.array(sorted(carried), dtype=np.int64)
        self.start = joints.frames.pose.copy()
        self.trajectory = np.zeros((count, 2))
        self.force, self.turning, self.impulse = (np.zeros((count, 3)) for _ in range(3))
        self.acted = np.zeros((count, 6))
        self.joints = Joints(parts=parts.table, frames=joints.frames.table, factor=factor)
        self.groups = Groups(
            member=self.member,
            prescribed=self.prescribed,
            of_coordinate=self.group_of_coordinate,
            in_large_islands=np.zeros(bodies + 1, dtype=np.int32),
            pulled=np.zeros(groups, dtype=np.int32),
            done=np.zeros(groups, dtype=np.int32),
            in_sub_steps=np.zeros(groups, dtype=np.int32),
            factored=np.zeros(groups, dtype=np.int32),
            known=np.zeros((frame_count, 14)),
            response=np.zeros((frame_count, 6)),
            start_pose=self.start,
        )
        self.reactions = Reactions(
            trajectory=self.trajectory,
            force=self.force,
            acted=self.acted,
            turning=self.turning,
            impulse=self.impulse,
            pulled=np.zeros((count, 3)),
        )
        self.work = _work(count, len(self.member), bodies, self._coupling_rows(joints, groups, count, bodies))
        self.kinds = GroupKinds(
            self.bounds, self.member, parts.code, parts.frame, self.prescribed, model.inv_inertia, model.copies
        )

    def _coupling_rows(self, joints: JointSet, groups: int, parts: int, bodies: int) -> CouplingRows:
        """Return the equations among coordinates, by group."""
        couplings = joints.couplings
        group = {k: int(self.group_of_coordinate[spec.terms[0][0]]) for k, spec in enumerate(couplings.specs)}
        equation = sorted(np.flatnonzero(couplings.kind == EQUATION).tolist(), key=lambda k: (group[k], k))
        count = len(equation)
        return CouplingRows(
            couplings=couplings.table,
            coordinates=joints.coordinates.table,
            start=np.searchsorted([group[k] for k in equation], np.arange(groups + 1)),
            equation=np.array(equation, dtype=np.int64),
            wrench=np.zeros((count * bodies, 6)),
            pull=np.zeros((count * parts, 3)),
            matrix=np.zeros(count * count),
            impulse=np.zeros(count),
            aim=np.zeros(count),
        )


def _work(parts: int, members: int, bodies: int, coupled: CouplingRows) -> GroupWork:
    """Return working rows for so many parts, members and bodies."""
    of_parts = {name: np.zeros((parts, 3)) for name in ("impulse", "sum", "right", "offset")}
    vectors = ("moments", "flown", "velocity", "momentum", "old_velocity", "old_momentum")
    of_members = {name: np.zeros((members, 3)) for name in vectors}
    return GroupWork(
        coupled=coupled,
        **of_parts,
        **of_members,
        jacobian=np.zeros((parts, 2, 3, 6)),
        still=np.zeros(members, dtype=np.int32),
        turned=np.zeros((members, 4)),
        total=np.zeros((bodies, 6)),
        none=np.zeros((bodies, 6)),
    )
