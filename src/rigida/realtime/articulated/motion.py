"""Quantities of the motion of articulated groups: forces, joint impulses, poses and twists of a group's members."""

import math

from rigida.constraints.arrays import Equations, Frames, Joints
from rigida.constraints.multipliers import add_part_wrenches, inverse_mass
from rigida.dynamics.rows import Wrench
from rigida.jit.decorators import routine
from rigida.jit.records import Rows
from rigida.math.quat import Quat
from rigida.math.quaternion import from_rotation_vector, multiply
from rigida.math.vec3 import Vec3
from rigida.realtime.arrays import Bodies
from rigida.realtime.articulated.arrays import ActedReaction, Groups, GroupWork


@routine
def integrate_velocities(
    g: int, h: float, wrench: Rows[Wrench], bodies: Bodies, groups: Groups, joints: Joints
) -> None:
    """Let forces and torques act on the members of group g for a time h."""
    for k in range(joints.factor.start[g].member, joints.factor.start[g + 1].member):
        i = groups.member[k]
        bodies.velocity[i] += h * bodies.inv_mass[i] * wrench[i].force
        bodies.angular_momentum[i] += h * wrench[i].torque


@routine
def gather_impulses(g: int, impulse: Rows[Equations], groups: Groups, joints: Joints, total: Rows[Wrench]) -> None:
    """Fill total of the members of group g with Jᵀ impulse."""
    first, end = joints.factor.start[g], joints.factor.start[g + 1]
    for k in range(first.member, end.member):
        total[groups.member[k]].force = Vec3(0.0, 0.0, 0.0)
        total[groups.member[k]].torque = Vec3(0.0, 0.0, 0.0)
    add_part_wrenches(first.part, end.part, joints.parts, impulse, total)


@routine
def apply_impulses(g: int, bodies: Bodies, groups: Groups, joints: Joints, work: GroupWork) -> None:
    """Add Jᵀ impulse to velocities and angular momenta of the members of group g."""
    gather_impulses(g, work.impulse, groups, joints, work.total)
    for k in range(joints.factor.start[g].member, joints.factor.start[g + 1].member):
        i = groups.member[k]
        bodies.velocity[i] += bodies.inv_mass[i] * work.total[i].force
        bodies.angular_momentum[i] += work.total[i].torque


@routine
def record_reactions(g: int, impulse: Rows[Equations], joints: Joints, acted: Rows[ActedReaction]) -> None:
    """Add impulses of the equations of group g, which acted along their present Jacobian, to what its joints did."""
    for p in range(joints.factor.start[g].part, joints.factor.start[g + 1].part):
        of, j = impulse[p].vector, joints.parts.jacobian[p].side[0]
        acted[p].force += of.x * j.row[0].linear + of.y * j.row[1].linear + of.z * j.row[2].linear
        acted[p].multiplier += of


@routine
def place_prescribed(time: float, groups: Groups, frames: Frames) -> None:
    """Put the frames that follow a given motion where their twist has carried them after a time."""
    for k in range(len(groups.prescribed)):
        f = groups.prescribed[k]
        start, twist = groups.start_pose[f], frames.twist[f]
        frames.pose[f].origin = start.origin + time * twist.linear
        turn, q = time * twist.angular, start.attitude
        w, x, y, z = from_rotation_vector(turn.x, turn.y, turn.z)
        w, x, y, z = multiply(w, x, y, z, q.w, q.x, q.y, q.z)
        frames.pose[f].attitude = Quat(w, x, y, z)


@routine
def fill_member_masses(g: int, groups: Groups, joints: Joints) -> None:
    """Fill the inverse masses of the members of group g at their poses."""
    for k in range(joints.factor.start[g].member, joints.factor.start[g + 1].member):
        inverse_mass(groups.member[k], joints.frames)


@routine
def read_twists(g: int, bodies: Bodies, groups: Groups, joints: Joints) -> None:
    """Fill the twists of the members of group g from velocities and momenta."""
    frames = joints.frames
    for k in range(joints.factor.start[g].member, joints.factor.start[g + 1].member):
        i = groups.member[k]
        frames.twist[i].linear = bodies.velocity[i]
        frames.twist[i].angular = frames.inverse[i].inertia @ bodies.angular_momentum[i]


@routine
def largest(first: int, last: int, values: Rows[Equations]) -> float:
    """Return the largest magnitude in the rows first … last − 1; infinite if one is not a number."""
    worst = 0.0
    for p in range(first, last):
        for c in range(3):
            size = abs(values[p].all[c])
            if not size <= worst:
                worst = size if size == size else math.inf
    return worst
