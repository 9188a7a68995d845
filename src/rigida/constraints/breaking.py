"""Joints that give way to more than they bear."""

import math
from collections.abc import Iterator

import numpy as np

from rigida.arrays import FloatArray
from rigida.constraints.joint_set import JointSet


def may_break(joints: JointSet) -> bool:
    """Return whether any joint that holds has a limit."""
    return any(_bears(joints, j) != (math.inf, math.inf) for j in joints.alive)


def overloaded(joints: JointSet, reaction: FloatArray, time: float) -> Iterator[tuple[int, str]]:
    """Yield the joints whose reaction (joints, 6) is above their break limits, with a message for each."""
    for j in joints.alive:
        sizes = float(np.linalg.norm(reaction[j, :3])), float(np.linalg.norm(reaction[j, 3:]))
        for size, limit, what, unit in zip(sizes, _bears(joints, j), ("force", "torque"), ("N", "N m"), strict=True):
            if size > limit:
                yield (
                    j,
                    f"{joints.label(j)} broke at t = {time:.6g} s: its {what} of {size:.4g} {unit} is above "
                    f"break_{what} = {limit:g} {unit}.",
                )
                break


def _bears(joints: JointSet, joint: int) -> tuple[float, float]:
    described = joints.model.joints[joint]
    return described.break_force or math.inf, described.break_torque or math.inf
