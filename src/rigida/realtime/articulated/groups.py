"""Which joints and bodies hang together."""

from itertools import pairwise

import numpy as np

from rigida.arrays import IntArray
from rigida.constraints.joint_set import JointSet
from rigida.dynamics.model import DYNAMIC, Model


def joint_groups(model: Model) -> list[list[int]]:
    """Return the joints of each group: joints that share a moving body or a coupling hang together.

    Groups, and joints in them, are in the model's sequence.
    """
    group_of: dict[int, int] = {}
    groups: dict[int, list[int]] = {}
    for j, number in enumerate(model.joint_sequence):
        moving = [row for row in model.joint_rows[number].rows if row >= 0 and model.motion[row] == DYNAMIC]
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
    for names in tied_names(model):
        tied = {model.joint_sequence.index(model.coordinate_place(name)[0]) for name in names}
        first, *others = [target for target, group in groups.items() if tied & set(group)]
        for target in others:
            groups[first] += groups.pop(target)
    return [[model.joint_sequence[j] for j in sorted(group)] for _, group in sorted(groups.items())]


def tied_names(model: Model) -> list[list[str]]:
    """Return the names of coordinates that each coupling or actuator ties together."""
    found = [[name for name, _ in coupling.terms()] for coupling in model.couplings]
    return found + [list(actuator.joints) for actuator in model.actuators if len(actuator.joints) > 1]


def linked_bodies(joints: JointSet) -> IntArray:
    """Return the pairs of bodies (m, 2) that couplings tie together."""
    frame, moved = joints.coordinates.parts.frame, joints.model.motion == DYNAMIC
    pairs: list[tuple[int, int]] = []
    for tie in joints.couplings.ties:
        frames = [int(f) for row, _, _ in tie.terms for f in frame[row]]
        pairs += pairwise(sorted({f for f in frames if f < len(moved) and moved[f]}))
    return np.array(pairs, dtype=np.int32).reshape(-1, 2)


def members_of(model: Model, group: list[int]) -> list[int]:
    """Return the rows of the bodies that forces move and that the joints of a group hold."""
    rows = {row for j in group for row in model.joint_rows[j].rows if row >= 0}
    return sorted((row for row in rows if model.motion[row] == DYNAMIC), key=lambda row: model.rank[row])
