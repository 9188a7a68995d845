"""What the motion of articulated groups is made of: kicks, joint impulses, poses and twists of a group's members.

`member` are the rows of the group's bodies; arrays of a group's parts are ranges of those of all joints.
"""

import math

from rigida.arrays import FloatArray, IntArray
from rigida.constraints.block_order import Ints
from rigida.constraints.masses import add_part_wrenches, inverse_mass, turn_response
from rigida.jit.decorators import routine
from rigida.math.quaternion import from_rotation_vector, multiply


@routine
def kick(
    h: float, member: Ints, inv_mass: FloatArray, wrench: FloatArray, velocity: FloatArray, momentum: FloatArray
) -> None:
    """Let forces and torques act for a time h."""
    for k in range(member.shape[0]):
        i = member[k]
        for c in range(3):
            velocity[i, c] += h * inv_mass[i] * wrench[i, c]
            momentum[i, c] += h * wrench[i, 3 + c]


@routine
def gather_impulses(
    member: Ints, frame: IntArray, jacobian: FloatArray, impulse: FloatArray, total: FloatArray
) -> None:
    """Fill total (n, 6) of the members with Jᵀ impulse."""
    for k in range(member.shape[0]):
        for c in range(6):
            total[member[k], c] = 0.0
    add_part_wrenches(frame, jacobian, impulse, total)


@routine
def apply_impulses(
    member: Ints,
    frame: IntArray,
    jacobian: FloatArray,
    impulse: FloatArray,
    inv_mass: FloatArray,
    total: FloatArray,
    velocity: FloatArray,
    momentum: FloatArray,
) -> None:
    """Add Jᵀ impulse to velocities and angular momenta (n, 3) of the members; total (n, 6) is scratch."""
    gather_impulses(member, frame, jacobian, impulse, total)
    for k in range(member.shape[0]):
        i = member[k]
        for c in range(3):
            velocity[i, c] += inv_mass[i] * total[i, c]
            momentum[i, c] += total[i, 3 + c]


@routine
def place_member(i: int, k: int, center: FloatArray, attitude: FloatArray, pose: FloatArray) -> None:
    """Copy row k of centres and attitudes into the pose of frame i."""
    for c in range(3):
        pose[i, c] = center[k, c]
        pose[i, 3 + c] = attitude[k, c]
    pose[i, 6] = attitude[k, 3]


@routine
def place_prescribed(prescribed: Ints, start: FloatArray, twist: FloatArray, time: float, pose: FloatArray) -> None:
    """Put the frames that follow a given motion where their twist has carried them after a time."""
    for k in range(prescribed.shape[0]):
        f = prescribed[k]
        for c in range(3):
            pose[f, c] = start[f, c] + time * twist[f, c]
        w, x, y, z = from_rotation_vector(time * twist[f, 3], time * twist[f, 4], time * twist[f, 5])
        pose[f, 3], pose[f, 4], pose[f, 5], pose[f, 6] = multiply(
            w, x, y, z, start[f, 3], start[f, 4], start[f, 5], start[f, 6]
        )


@routine
def weigh_members(
    member: Ints, inv_mass: FloatArray, inv_inertia: FloatArray, pose: FloatArray, inverse: FloatArray
) -> None:
    """Fill the members' inverse masses (frames, 7) at their poses."""
    for k in range(member.shape[0]):
        inverse_mass(member[k], inv_mass, inv_inertia, pose, inverse)


@routine
def read_twists(
    member: Ints, inverse: FloatArray, velocity: FloatArray, momentum: FloatArray, twist: FloatArray
) -> None:
    """Fill the members' twists (frames, 6) from velocities and momenta."""
    for k in range(member.shape[0]):
        i = member[k]
        x, y, z = turn_response(inverse, i, momentum[i, 0], momentum[i, 1], momentum[i, 2])
        for c in range(3):
            twist[i, c] = velocity[i, c]
        twist[i, 3], twist[i, 4], twist[i, 5] = x, y, z


@routine
def largest(values: FloatArray) -> float:
    """Return the largest magnitude in (m, 3); infinite if one is not a number."""
    worst = 0.0
    for p in range(values.shape[0]):
        for c in range(3):
            size = abs(values[p, c])
            if not size <= worst:
                worst = size if size == size else math.inf
    return worst
