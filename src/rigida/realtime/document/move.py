"""New positions of groups of joints, and the velocities that joints allow there: Popovski 2008, 10, last step."""

import math

from rigida.arrays import IntArray
from rigida.constraints.parts.evaluate import evaluate_parts
from rigida.jit.decorators import kernel
from rigida.math.vec3 import dot, norm, square
from rigida.realtime.arrays import Bodies
from rigida.realtime.articulated.motion import fill_member_masses, largest, read_twists
from rigida.realtime.articulated.project import change_momentum, spin_momentum
from rigida.realtime.document.arrays import JointSystem
from rigida.realtime.document.joints import move_ahead, stabilize_velocity
from rigida.realtime.document.rows import stabilize_row


@kernel
def fastest_swing(bodies: Bodies, system: JointSystem) -> float:
    """Return the largest rate at which a body swings between the forces of its joints [rad/s].

    A force F at an arm r turns it back with the stiffness |F| r, as the tension of a chain does with a light link:
    ω² = ½ Σ |F|/r tr([r]× I⁻¹ [r]×ᵀ) by the forces of the last step. The way is explicit in it, and diverges for
    ω h > 2. (At the ends of a link two forces act; ½ takes each across the arm once.)
    """
    joints, largest = system.joints, 0.0
    frames, start = joints.frames, joints.factor.start
    parts, members = joints.parts, system.groups.member
    for k in range(len(members)):
        system.levels.stiffness[members[k]] = 0.0
    for p in range(start[len(start) - 1].part):
        force = norm(system.reactions.force[p].vector)
        for side in range(2):
            i, of_side = parts.frame[p][side], parts.jacobian[p].side[side]
            if i >= len(frames.motion) or bodies.active[i] == 0:
                continue
            square_of_arm, softness = 0.0, 0.0
            for c in range(3):
                row = of_side.row[c]
                if square(row.linear) > 0.0:
                    square_of_arm += 0.5 * square(row.angular)
                    softness += dot(bodies.inverse[i].inertia @ row.angular, row.angular)
            if square_of_arm > 0.0:
                system.levels.stiffness[i] += 0.5 * force * softness / math.sqrt(square_of_arm)
                largest = max(largest, system.levels.stiffness[i])
    return math.sqrt(largest)


@kernel
def move_groups(h: float, iterations: int, solved: IntArray, bodies: Bodies, system: JointSystem) -> float:
    """Move the groups marked in `solved` by h [s] and stabilize their velocities; return how far a joint is open."""
    groups, joints, levels, worst = system.groups, system.joints, system.levels, 0.0
    frames, parts, start, trajectory = joints.frames, joints.parts, joints.factor.start, system.reactions.trajectory
    for g in range(len(solved)):
        if not solved[g]:
            continue
        for k in range(start[g].member, start[g + 1].member):
            i, spin = groups.member[k], bodies.twist[groups.member[k]].angular - bodies.turning[groups.member[k]]
            move_ahead(i, h, bodies, levels)
            bodies.velocity[i], bodies.angular_momentum[i] = bodies.twist[i].linear, change_momentum(i, spin, bodies)
            bodies.center[i], bodies.attitude[i] = levels.center[i], levels.attitude[i]
            frames.pose[i].origin, frames.pose[i].attitude = levels.center[i], levels.attitude[i]
        fill_member_masses(g, groups, joints)
        read_twists(g, bodies, groups, joints)
        evaluate_parts(start[g].part, start[g + 1].part, parts, frames, parts.jacobian)
        worst = max(worst, largest(start[g].part, start[g + 1].part, parts.error))
    for _ in range(iterations):
        for q in range(len(levels.row)):
            stabilize_row(levels.row[q], h, system.coordinates, system.rows, frames.inverse, frames.twist)
        for q in range(len(levels.part)):
            p = levels.part[q]
            stabilize_velocity(p, trajectory[p].rate, joints, frames.inverse, frames.twist, levels)
    for g in range(len(solved)):
        if not solved[g]:
            continue
        for k in range(start[g].member, start[g + 1].member):
            i = groups.member[k]
            bodies.velocity[i] = frames.twist[i].linear
            spin = frames.twist[i].angular
            bodies.angular_momentum[i] = spin_momentum(bodies.inertia[i], bodies.attitude[i], spin)
        for p in range(start[g].part, start[g + 1].part):
            system.reactions.force[p].vector = levels.impulse[p].vector / h
    return worst
