"""Articulated groups whose contacts have been solved move by the velocities found there, along their joints.

A contact solver gives two twists: `moving`, by which bodies move through the step (it also pushes them out of overlap),
and `twist`, which they keep. The group moves with the first as RATTLE moves a group without forces, so joints stay
closed and what turns keeps its energy; the difference of the two is added at the end and put on the joints there, in
the metric of the masses. Popovski 2008, 10, with all joints of a group solved at once.

In the second solution of a step `moving` is the mean of both ends, not a start, and the twists hold joints and contacts
at the end already: the group moves straight by the first, its joints are closed there, and it keeps the second.
"""

from rigida.arrays import IntArray
from rigida.constraints.arrays import Joints
from rigida.constraints.multipliers import factor_group
from rigida.jit.decorators import inlined, kernel, routine
from rigida.math.quat import Quat, rotated, rotated_back
from rigida.math.vec3 import Vec3
from rigida.realtime.arrays import Bodies
from rigida.realtime.articulated.arrays import Groups, GroupWork, Reactions
from rigida.realtime.articulated.coupling_rows import prepare_coupling_rows
from rigida.realtime.articulated.groups import record_factor
from rigida.realtime.articulated.motion import fill_member_masses, place_prescribed
from rigida.realtime.articulated.rattle import begin_group, close_at_end, close_velocities, integrate_group
from rigida.realtime.bodies.integrate import momentum_change
from rigida.realtime.tuning import CARRIED_TURN, CLOSED


@inlined
def spin_momentum(inertia: Vec3, attitude: Quat, spin: Vec3) -> Vec3:
    """Return the angular momentum of a body at an angular velocity; inertia: its principal moments."""
    p = rotated_back(attitude, spin)
    return rotated(attitude, Vec3(inertia.x * p.x, inertia.y * p.y, inertia.z * p.z))


@routine
def move_by_displacement(g: int, dt: float, bodies: Bodies, groups: Groups, joints: Joints) -> None:
    """Let group g move by the mean twists of its displacement, where it was solved in sub-steps."""
    if groups.in_sub_steps[g]:
        for k in range(joints.factor.start[g].member, joints.factor.start[g + 1].member):
            i = groups.member[k]
            bodies.moving[i].linear = bodies.displacement[i].linear / dt
            bodies.moving[i].angular = bodies.displacement[i].angular / dt


@routine
def change_momentum(i: int, spin: Vec3, bodies: Bodies) -> Vec3:
    """Return the angular momentum of body i after a change of its angular velocity in this step to `spin`."""
    change = momentum_change(spin - bodies.angular_velocity[i], bodies.rotation[i], bodies.inertia[i])
    return bodies.angular_momentum[i] + change


@routine
def move_by_mean_twists(
    g: int, h: float, bodies: Bodies, groups: Groups, joints: Joints, reactions: Reactions, work: GroupWork
) -> bool:
    """Move group g by h [s] as the second solution found; return whether its joints close there."""
    first, end, parts = joints.factor.start[g], joints.factor.start[g + 1], joints.parts
    begin_group(g, bodies, groups, joints, reactions, work)
    for p in range(first.part, end.part):
        parts.target[p].value = reactions.trajectory[p].value + h * reactions.trajectory[p].rate
        work.impulse[p].vector = Vec3(0.0, 0.0, 0.0)
    place_prescribed(h, groups, joints.frames)
    for k in range(first.member, end.member):
        i = groups.member[k]
        moving, kept = bodies.moving[i], bodies.twist[i]
        work.old_velocity[k] = kept.linear
        work.old_momentum[k] = change_momentum(i, kept.angular - bodies.turning[i], bodies)
        bodies.velocity[i], bodies.angular_momentum[i] = moving.linear, change_momentum(i, moving.angular, bodies)
    if not close_at_end(g, h, CLOSED, bodies, groups, joints, work):
        return False
    for k in range(first.member, end.member):
        i = groups.member[k]
        bodies.center[i], bodies.attitude[i] = work.flown[k], work.turned[k]
        bodies.velocity[i], bodies.angular_momentum[i] = work.old_velocity[k], work.old_momentum[k]
    for p in range(first.part, end.part):
        parts.jacobian[p] = work.jacobian[p]
        reactions.turning[p].vector = Vec3(0.0, 0.0, 0.0)
    fill_member_masses(g, groups, joints)
    factor_group(g, joints)
    prepare_coupling_rows(g, groups, joints, work)
    close_velocities(g, bodies, groups, joints, reactions, work)
    return True


@kernel
def integrate_solved_groups(
    dt: float, solved: IntArray, bodies: Bodies, groups: Groups, joints: Joints, reactions: Reactions, work: GroupWork
) -> int:
    """Move the groups that contacts have solved (1 in `solved`) and that are not done yet.

    Returns how many sub-steps did not converge. Reactions of the motion are added to those that contacts found.
    """
    failed = 0
    for g in range(solved.shape[0]):
        if not solved[g] or groups.done[g]:
            continue
        first, end = joints.factor.start[g], joints.factor.start[g + 1]
        move_by_displacement(g, dt, bodies, groups, joints)
        solved_twice = bodies.at_end[groups.member[first.member]] != 0 and not groups.in_sub_steps[g]
        if solved_twice and move_by_mean_twists(g, dt, bodies, groups, joints, reactions, work):
            record_factor(g, True, groups, joints)
            for p in range(first.part, end.part):
                reactions.force[p].vector += work.impulse[p].vector / dt
            continue
        for k in range(first.member, end.member):
            i = groups.member[k]
            bodies.velocity[i] = bodies.moving[i].linear
            spin = bodies.moving[i].angular
            bodies.angular_momentum[i] = spin_momentum(bodies.inertia[i], bodies.attitude[i], spin)
        unfinished = integrate_group(
            g, dt, CARRIED_TURN, work.none, reactions.turning, bodies, groups, joints, reactions, work
        )
        failed += unfinished
        record_factor(g, unfinished == 0, groups, joints)
        for k in range(first.member, end.member):
            i = groups.member[k]
            kept, moving = bodies.twist[i], bodies.moving[i]
            bodies.velocity[i] += kept.linear - moving.linear
            spin = kept.angular - moving.angular - bodies.turning[i]
            bodies.angular_momentum[i] += spin_momentum(bodies.inertia[i], bodies.attitude[i], spin)
        close_velocities(g, bodies, groups, joints, reactions, work)
        for p in range(first.part, end.part):
            reactions.force[p].vector += reactions.turning[p].vector + work.impulse[p].vector / dt
    return failed
