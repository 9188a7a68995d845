"""Articulated groups: which joints and bodies hang together, and how each group is dealt with in a step.

With the contacts, in sub-steps or by its own method; and whether its factor still holds.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np

from rigida.arrays import IntArray
from rigida.constraints.arrays import Joints
from rigida.constraints.frames import gather_frames
from rigida.constraints.joint_set import JointSet
from rigida.dynamics.model import DYNAMIC, Model
from rigida.jit.decorators import kernel, routine
from rigida.jit.records import as_array
from rigida.realtime.arrays import Bodies, Islands
from rigida.realtime.articulated.arrays import Groups


def joint_groups(model: Model) -> list[list[int]]:
    """Return the joints of each group: joints that share a moving body or a coupling hang together.

    Groups, and joints in them, are in the model's sequence.
    """
    group_of: dict[int, int] = {}
    groups: dict[int, list[int]] = {}
    rows_of: dict[int, list[int]] = {}
    for j, number in enumerate(model.joint_sequence):
        moving = [row for row in model.joint_rows[number].rows if row >= 0 and model.motion[row] == DYNAMIC]
        merged = sorted({group_of[row] for row in moving if row in group_of} or {j})
        target = merged[0]
        groups.setdefault(target, [])
        own = rows_of.setdefault(target, [])
        for other in merged[1:]:
            groups[target] += groups.pop(other)
            own += rows_of.pop(other)
        groups[target].append(j)
        own += moving
        group_of |= dict.fromkeys(own if len(merged) > 1 else moving, target)
    place = {number: j for j, number in enumerate(model.joint_sequence)}
    group_with = {j: target for target, group in groups.items() for j in group}
    for names in coupled_names(model):
        first, *others = sorted({group_with[place[model.coordinate_place(name)[0]]] for name in names})
        for target in others:
            group_with |= dict.fromkeys(groups[target], first)
            groups[first] += groups.pop(target)
    return [[model.joint_sequence[j] for j in sorted(group)] for _, group in sorted(groups.items())]


def coupled_names(model: Model) -> list[list[str]]:
    """Return the names of the coordinates of each coupling or actuator."""
    found = [[name for name, _ in coupling.terms()] for coupling in model.couplings]
    return found + [list(actuator.joints) for actuator in model.actuators if len(actuator.joints) > 1]


def linked_bodies(joints: JointSet) -> IntArray:
    """Return the pairs of bodies (m, 2) that couplings tie together."""
    frame, moved = joints.coordinates.parts.frame, joints.model.motion == DYNAMIC
    pairs: list[tuple[int, int]] = []
    for spec in joints.couplings.specs:
        frames = [int(f) for row, _, _ in spec.terms for f in frame[row]]
        pairs += pairwise(sorted({f for f in frames if f < len(moved) and moved[f]}))
    return np.array(pairs, dtype=np.int32).reshape(-1, 2)


def members_of(model: Model, group: list[int]) -> list[int]:
    """Return the rows of the bodies that forces move and that the joints of a group hold."""
    rows = {row for j in group for row in model.joint_rows[j].rows if row >= 0}
    return sorted((row for row in rows if model.motion[row] == DYNAMIC), key=lambda row: model.rank[row])


def anchored_bodies(model: Model) -> list[int]:
    """Return the rows of the bodies in groups with a joint to the world or to a body that forces do not move."""
    fixed = {j for j, of in enumerate(model.joint_rows) if any(r < 0 or model.motion[r] != DYNAMIC for r in of.rows)}
    return [row for group in joint_groups(model) if not fixed.isdisjoint(group) for row in members_of(model, group)]


class GroupMembers:
    """Rows of the bodies of all groups, one group after another, and the group of each."""

    def __init__(self, members: Sequence[Sequence[int]]) -> None:
        self.rows = members
        self.row = np.array([row for rows in members for row in rows], dtype=np.int64)
        self.group = np.repeat(np.arange(len(members)), [len(rows) for rows in members])

    def of(self, groups: Iterable[int]) -> IntArray:
        """Return the rows of the bodies in these groups."""
        return self.row[np.isin(self.group, list(groups))].astype(np.int32)

    def half_active(self, active: IntArray) -> IntArray:
        """Return the rows of the bodies in groups of which only a part is active (n,)."""
        all_members = np.array([len(rows) for rows in self.rows])
        moving = np.bincount(self.group, active[self.row], minlength=len(all_members))
        return self.of(np.flatnonzero((moving > 0) & (moving < all_members)))


@routine
def begin_groups(bodies: Bodies, islands: Islands, groups: Groups, joints: Joints) -> tuple[int, int]:
    """Copy the frames of bodies; mark the groups that sleep, have contacts or stiff forces, and are factored.

    Returns how many groups are to be solved, and how many are not factored.
    """
    state = as_array(bodies.center), as_array(bodies.attitude), as_array(bodies.velocity)
    gather_frames(state[0], state[1], state[2], as_array(bodies.angular_velocity), joints.frames)
    start, touching, missing = joints.factor.start, 0, 0
    for g in range(len(groups.solved)):
        groups.asleep[g], groups.in_sub_steps[g], groups.solved[g] = 1, 0, 0
        for m in range(start[g].member, start[g + 1].member):
            i = groups.member[m]
            if bodies.active[i]:
                groups.asleep[g] = 0
            k = islands.of_body[i]
            if k >= 0 and islands.contact_start[k + 1] > islands.contact_start[k]:
                groups.solved[g] = 1
        if groups.pulled[g] and not groups.asleep[g]:
            groups.solved[g] = 1
        touching += groups.solved[g]
        if groups.factored[g]:
            check_factor(g, groups, joints)
        missing += groups.factored[g] == 0
    return touching, missing


@kernel
def choose_large(islands: Islands, groups: Groups, joints: Joints) -> int:
    """Mark the solved groups in islands that are not solved directly, and their bodies; return their number."""
    count, start = 0, joints.factor.start
    for g in range(len(groups.solved)):
        chosen = 0
        for m in range(start[g].member, start[g + 1].member):
            k = islands.of_body[groups.member[m]]
            if groups.solved[g] and k >= 0 and islands.method[k] == 0:
                chosen = 1
        groups.in_sub_steps[g] = chosen
        count += chosen
        for m in range(start[g].member, start[g + 1].member):
            groups.in_large_islands[groups.member[m]] = chosen
    return count


@routine
def check_factor(g: int, groups: Groups, joints: Joints) -> None:
    """Let group g be factored no more if a frame is not, to the bit, where and what it was when that was noted.

    A step ends with the factor with which the next one begins.
    """
    for p in range(joints.factor.start[g].part, joints.factor.start[g + 1].part):
        for side in range(2):
            f = joints.parts.frame[p][side]
            known, pose, inverse = groups.known[f], joints.frames.pose[f], joints.frames.inverse[f]
            for c in range(7):
                if known.pose.all[c] != pose.all[c] or known.inverse.all[c] != inverse.all[c]:
                    groups.factored[g] = 0


@routine
def record_factor(g: int, sound: bool, groups: Groups, joints: Joints) -> None:
    """Note whether group g is factored for the present frames."""
    groups.factored[g] = 1 if sound else 0
    if sound:
        for p in range(joints.factor.start[g].part, joints.factor.start[g + 1].part):
            for side in range(2):
                f = joints.parts.frame[p][side]
                groups.known[f].pose = joints.frames.pose[f]
                groups.known[f].inverse = joints.frames.inverse[f]
