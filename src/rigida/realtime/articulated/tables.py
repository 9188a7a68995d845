"""What kernels know of the articulated groups of a set of joints; set up anew when a joint breaks."""

from itertools import pairwise

import numpy as np

from rigida.arrays import IntArray
from rigida.constraints.block_order import order_blocks
from rigida.constraints.joint_set import JointSet
from rigida.dynamics.model import DYNAMIC
from rigida.realtime.articulated.members import GroupMembers
from rigida.realtime.articulated.wide.layout import GroupKinds


class GroupTables:
    """Arrays of all groups.

    member: rows of the bodies, group after group; bounds (groups + 1, 6): where each group begins among members, parts
    and the blocks of their factor (see `rattle`); group_of_part, group_of_coordinate: numbers of their groups; order:
    the arrays of `block_order`, group after group; blocks, factored, known: the factors, and for which frames they
    are (see `choose`).

    course (parts, 2): value and rate of the targets at the start of the step; prescribed: frames that follow a given
    motion; start (frames, 7): poses at the start of the step. force (parts, 3): reactions; turning (parts, 3): those
    of the motion between contacts; impulse (parts, 3): what sub-steps added to them.
    """

    def __init__(self, joints: JointSet, group_of_joint: dict[int, int], members: GroupMembers) -> None:
        model, parts, groups = joints.model, joints.parts, len(members.rows)
        self.member = members.row
        self.group_of_part = np.array([group_of_joint[int(j)] for j in parts.joint], dtype=np.int64)
        of_coordinates = [group_of_joint[int(j)] for j in joints.coordinates.parts.joint]
        self.group_of_coordinate = np.array(of_coordinates, dtype=np.int64)
        moving = [*(model.motion == DYNAMIC), *[False] * (len(joints.frames.pose) - model.body_count)]
        frames = [(int(a), int(b)) for a, b in parts.frame]
        first = np.searchsorted(self.group_of_part, np.arange(groups + 1))
        orders = [order_blocks(frames[a:b], moving) for a, b in pairwise(first)]
        sizes = [
            (len(rows), b - a, order.count, len(order.row), len(order.update), len(order.product))
            for rows, (a, b), order in zip(members.rows, pairwise(first), orders, strict=True)
        ]
        self.bounds = np.zeros((groups + 1, 6), dtype=np.int64)
        np.cumsum(np.array(sizes, dtype=np.int64).reshape(-1, 6), axis=0, out=self.bounds[1:])
        names = ("place", "column_start", "row", "block", "update_start", "update", "product")
        self.order = tuple(np.concatenate([getattr(order, name) for order in orders]) for name in names)
        self.blocks = np.zeros((int(self.bounds[-1, 2]), 3, 3))
        self.factored: IntArray = np.zeros(groups, dtype=np.int32)
        self.known = np.zeros((len(joints.frames.pose), 14))
        carried = [row for row, _ in joints.frames.carriers] + [row for row, _ in model.paths]
        self.prescribed = np.array(sorted(carried), dtype=np.int64)
        self.start = joints.frames.pose.copy()
        self.course = np.zeros((len(parts), 2))
        self.force, self.turning, self.impulse = (np.zeros((len(parts), 3)) for _ in range(3))
        self.kinds = GroupKinds(self.bounds, self.member, parts.code, parts.frame, self.prescribed, model.inv_inertia)
