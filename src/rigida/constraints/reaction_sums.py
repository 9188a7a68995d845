"""Reactions of joints from the multipliers of their parts, about the joints' anchors."""

from rigida.arrays import FloatArray, IndexArray, IntArray
from rigida.jit.decorators import kernel
from rigida.math.quaternion import rotate


@kernel
def sum_reactions(
    joint: IntArray,
    jacobian: FloatArray,
    multiplier: FloatArray,
    alive: IntArray,
    first: IntArray,
    anchor: FloatArray,
    pose: FloatArray,
    total: FloatArray,
) -> None:
    """Fill the reactions on bodies a of the joints: force, and torque about the anchor (joints, 6); zero if broken.

    joint (p,), jacobian (p, 2, 3, 6) and multiplier (p, 3) of the parts; number, first body and anchor in its frame of
    each joint that holds; pose (frames, 7) of the bodies' frames.
    """
    total[:] = 0.0
    for p in range(joint.shape[0]):
        for k in range(3):
            for c in range(6):
                total[joint[p], c] += multiplier[p, k] * jacobian[p, 0, k, c]
    for i in range(alive.shape[0]):
        j, f = alive[i], first[i]
        x, y, z = rotate(pose[f, 3], pose[f, 4], pose[f, 5], pose[f, 6], anchor[i, 0], anchor[i, 1], anchor[i, 2])
        fx, fy, fz = total[j, 0], total[j, 1], total[j, 2]
        total[j, 3] -= y * fz - z * fy
        total[j, 4] -= z * fx - x * fz
        total[j, 5] -= x * fy - y * fx


@kernel
def drops_pivot(equations: IntArray, place: IndexArray, blocks: FloatArray) -> bool:
    """Return whether the factor in `blocks` dropped a pivot of an equation that a part has."""
    for p in range(equations.shape[0]):
        for k in range(equations[p]):
            if blocks[place[p], k, k] == 0.0:
                return True
    return False
