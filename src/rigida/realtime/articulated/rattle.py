"""Articulated bodies at a fixed step: RATTLE with a sparse factorisation and sub-steps as short as the motion asks for.

One sub-step of length h, with joints C(q) = 0, their Jacobian J and the reactions of its two halves λ and μ:

    v* = v + h/2 M⁻¹f + M⁻¹J₀ᵀλ,   q₁ = free motion of (q, v*) over h,   λ such that C(q₁) = 0
    v₁ = v* + h/2 M⁻¹f + M⁻¹J₁ᵀμ,                                     μ such that J₁ v₁ = 0

λ is found by Newton's method with the factor of A₀ = J₀ M⁻¹ J₀ᵀ, started from the μ of the last sub-step; the factor of
A₁ is the A₀ of the next one, so there is one factorisation per sub-step. Free motion is the free top's, so a body
without joints keeps its energy whatever h. The map is symmetric and symplectic: energy oscillates but does not drift
(Andersen 1983; Leimkuhler and Reich 2004). Sub-steps are equal parts of what is left of dt: fast turns and taut joints
ask for more of them, and one that does not converge is taken again at half its length. Couplings of coordinates are
further equations of C and J (`coupling_rows`).
"""

import math

from rigida.arrays import IntArray
from rigida.constraints.arrays import Equations, JacobianSide, Joints
from rigida.constraints.block_factor import solve
from rigida.constraints.multipliers import factor_group
from rigida.constraints.parts.codes import POINT, has_arms
from rigida.constraints.parts.evaluate import evaluate_parts, part_rates
from rigida.dynamics.free_top import drift
from rigida.dynamics.rows import Wrench
from rigida.jit.decorators import inlined, kernel, routine
from rigida.jit.records import Rows, as_array
from rigida.math.vec3 import Vec3, cross, square
from rigida.realtime.arrays import Bodies
from rigida.realtime.articulated.arrays import Groups, GroupWork, Reactions
from rigida.realtime.articulated.coupling_rows import (
    aim_couplings,
    apply_coupling_impulses,
    prepare_coupling_rows,
    set_length_errors,
    set_rate_errors,
    solve_coupling_impulses,
)
from rigida.realtime.articulated.groups import record_factor
from rigida.realtime.articulated.motion import (
    apply_impulses,
    fill_member_masses,
    integrate_velocities,
    largest,
    place_prescribed,
    read_twists,
    record_reactions,
)
from rigida.realtime.tuning import CLOSED, HOPELESS_TURN, LARGER_SWING, LARGEST_TURN, MOST_NEWTON, SHORTEST_PART


@routine
def swing_rate(g: int, force: Rows[Equations], bodies: Bodies, joints: Joints) -> float:
    """Return how fast the tautest joint of group g makes a body swing about it: √(F r/(I + m r²)) [rad/s].

    Fourth powers are compared, multiplied out: a division and roots for what is fastest only.
    """
    parts, fastest = joints.parts, 0.0
    for p in range(joints.factor.start[g].part, joints.factor.start[g + 1].part):
        if not has_arms(parts.code[p]):
            continue
        of = force[p].vector
        for side in range(2):
            i = parts.frame[p][side]
            if i >= len(bodies.mass) or bodies.mass[i] == 0.0:
                continue
            j = parts.jacobian[p].side[side]
            none = Vec3(0.0, 0.0, 0.0)
            pull = square(none + j.row[0].linear * of.x + j.row[1].linear * of.y + j.row[2].linear * of.z)
            arm = square(parts.number[p].vector[side])
            inertia = bodies.inertia[i]
            around = min(inertia.x, min(inertia.y, inertia.z)) + bodies.mass[i] * arm
            if pull * arm > fastest * around * around:
                fastest = pull * arm / (around * around)
    return math.sqrt(math.sqrt(fastest))


@routine
def turn_rate(g: int, bodies: Bodies, joints: Joints) -> float:
    """Return how fast the arms of the joints of group g, and what they hold, turn at most [rad/s].

    A body on points alone may spin about its arm: that moves neither the arm nor, about a principal axis, itself.
    Squares are compared.
    """
    parts, frames, fastest = joints.parts, joints.frames, 0.0
    for p in range(joints.factor.start[g].part, joints.factor.start[g + 1].part):
        for side in range(2):
            i = parts.frame[p][side]
            if i >= len(bodies.mass) or frames.inverse[i].mass == 0.0:
                continue
            spin = frames.twist[i].angular
            if parts.code[p] == POINT:
                fastest = faster_turn(fastest, spin, arm_of_point(parts.jacobian[p].side[side]))
                fastest = faster_turn(fastest, spin, bodies.angular_momentum[i])
            else:
                fastest = max(fastest, square(spin))
    return math.sqrt(fastest)


@inlined
def arm_of_point(j: JacobianSide) -> Vec3:
    """Return the arm r of one side of a point, −r on side b: its rows hold r × e_i (see `constraints.parts.point`)."""
    return Vec3(j.row[1].angular.z, j.row[2].angular.x, j.row[0].angular.y)


@inlined
def faster_turn(fastest: float, spin: Vec3, r: Vec3) -> float:
    """Return the square of the rate at which a spin changes the direction of r, or the fastest one if that is more."""
    swept, length = square(cross(spin, r)), square(r)
    return swept / length if swept > fastest * length else fastest


@routine
def integrate_free_flight(g: int, h: float, bodies: Bodies, groups: Groups, joints: Joints, work: GroupWork) -> bool:
    """Put the members of group g where they would be after a free flight of h, and their frames.

    Returns false if one turns so far that it is hopeless.
    """
    first, last = joints.factor.start[g].member, joints.factor.start[g + 1].member
    for k in range(first, last):
        i, moments = groups.member[k], work.moments[k]
        moment = max(moments.x, max(moments.y, moments.z))
        if not (h * moment) ** 2 * square(bodies.angular_momentum[i]) < HOPELESS_TURN**2:
            return False
        work.flown[k] = bodies.center[i]
        work.turned[k] = bodies.attitude[i]
        work.velocity[k] = bodies.velocity[i]
        work.momentum[k] = bodies.angular_momentum[i]
    drift(
        as_array(work.still[first:last]),
        as_array(work.moments[first:last]),
        h,
        as_array(work.flown[first:last]),
        as_array(work.turned[first:last]),
        as_array(work.velocity[first:last]),
        as_array(work.momentum[first:last]),
    )
    for k in range(first, last):
        pose = joints.frames.pose[groups.member[k]]
        pose.origin = work.flown[k]
        pose.attitude = work.turned[k]
    return True


@routine
def begin_group(g: int, bodies: Bodies, groups: Groups, joints: Joints, reactions: Reactions, work: GroupWork) -> None:
    """Bring frames, targets, factor and twists of group g to the begin of the step."""
    first, end, parts, frames = joints.factor.start[g], joints.factor.start[g + 1], joints.parts, joints.frames
    for k in range(first.member, end.member):
        i = groups.member[k]
        frames.pose[i].origin = bodies.center[i]
        frames.pose[i].attitude = bodies.attitude[i]
        work.moments[k] = bodies.inv_inertia[i]
    place_prescribed(0.0, groups, frames)
    for p in range(first.part, end.part):
        parts.target[p].value = reactions.trajectory[p].value
        work.offset[p].vector = Vec3(-reactions.trajectory[p].rate, 0.0, 0.0)
    if not groups.factored[g]:
        fill_member_masses(g, groups, joints)
        evaluate_parts(first.part, end.part, parts, frames, parts.jacobian)
        factor_group(g, joints)
        prepare_coupling_rows(g, groups, joints, work)
    else:
        aim_couplings(g, frames, work.coupled)
    read_twists(g, bodies, groups, joints)


@routine
def close_at_end(
    g: int, h: float, first_closed: float, bodies: Bodies, groups: Groups, joints: Joints, work: GroupWork
) -> bool:
    """Find the impulses by which the joints of group g are closed after a time h; return whether that converged.

    first_closed: to what the impulses in `work`, a first guess, must close the joints to be taken as they are [m, rad].
    All impulses, which changed the velocities, are left in `work.sum`.
    """
    first, end, parts = joints.factor.start[g], joints.factor.start[g + 1], joints.parts
    last, closed = math.inf, first_closed
    has_couplings = work.coupled.start[g + 1] > work.coupled.start[g]
    for e in range(work.coupled.start[g], work.coupled.start[g + 1]):
        work.coupled.impulse[e] = 0.0
    for p in range(first.part, end.part):
        work.sum[p].vector = Vec3(0.0, 0.0, 0.0)
    for _ in range(MOST_NEWTON):
        apply_impulses(g, bodies, groups, joints, work)
        for p in range(first.part, end.part):
            work.sum[p].vector += work.impulse[p].vector
        apply_coupling_impulses(g, bodies, groups, joints, work)
        if not integrate_free_flight(g, h, bodies, groups, joints, work):
            return False
        evaluate_parts(first.part, end.part, parts, joints.frames, work.jacobian)
        worst = largest(first.part, end.part, parts.error)
        if has_couplings:
            worst = max(worst, set_length_errors(g, h, joints.frames, work.coupled))
        if worst < closed or not worst < last:
            return worst < CLOSED
        last, closed = worst, CLOSED
        for p in range(first.part, end.part):
            work.right[p].vector = -parts.error[p].vector / h
        solve(g, joints.factor, work.right, work.impulse)
        if has_couplings:
            solve_coupling_impulses(g, joints, work)
    return False


@routine
def close_velocities(
    g: int, bodies: Bodies, groups: Groups, joints: Joints, reactions: Reactions, work: GroupWork
) -> None:
    """Change the velocities of group g to what its joints allow; record the impulses and leave them in `work`."""
    first, last = joints.factor.start[g].part, joints.factor.start[g + 1].part
    read_twists(g, bodies, groups, joints)
    part_rates(first, last, joints.parts, joints.frames.twist, work.offset, work.right)
    for p in range(first, last):
        work.right[p].vector = -work.right[p].vector
    solve(g, joints.factor, work.right, work.impulse)
    if work.coupled.start[g + 1] > work.coupled.start[g]:
        set_rate_errors(g, joints.frames, work.coupled)
        solve_coupling_impulses(g, joints, work)
        apply_coupling_impulses(g, bodies, groups, joints, work)
    apply_impulses(g, bodies, groups, joints, work)
    record_reactions(g, work.impulse, joints, reactions.acted)


@routine
def integrate_group(
    g: int,
    dt: float,
    largest_turn: float,
    wrench: Rows[Wrench],
    force: Rows[Equations],
    bodies: Bodies,
    groups: Groups,
    joints: Joints,
    reactions: Reactions,
    work: GroupWork,
) -> int:
    """Move the members of group g through a step of dt; return how many sub-steps did not converge.

    largest_turn: of a body in a sub-step [rad]. force: reactions of the last step, a first guess; on return those of
    this one.
    """
    first, end, parts = joints.factor.start[g], joints.factor.start[g + 1], joints.parts
    begin_group(g, bodies, groups, joints, reactions, work)
    failed, left, h, shortest = 0, dt, dt, SHORTEST_PART * dt
    while left > 0.0:
        turn, swing = turn_rate(g, bodies, joints), swing_rate(g, force, bodies, joints)
        need = max(turn, swing / LARGER_SWING) / largest_turn  # sub-steps per time
        if not need > 0.5 / h:
            need = 0.5 / h  # at most twice as long as the last one
        count = math.ceil(left * min(need, 1.0 / shortest))
        for k in range(first.member, end.member):
            work.old_velocity[k] = bodies.velocity[groups.member[k]]
            work.old_momentum[k] = bodies.angular_momentum[groups.member[k]]
        # q₁ and λ; again with a shorter sub-step until it converges
        while True:
            h = left / float(count)
            elapsed = dt - left + h
            for p in range(first.part, end.part):
                parts.target[p].value = reactions.trajectory[p].value + elapsed * reactions.trajectory[p].rate
                work.impulse[p].vector = 0.5 * h * force[p].vector
            place_prescribed(elapsed, groups, joints.frames)
            integrate_velocities(g, 0.5 * h, wrench, bodies, groups, joints)
            converged = close_at_end(g, h, CLOSED * h / dt, bodies, groups, joints, work)
            if converged or h <= shortest:
                break
            count *= 2
            for k in range(first.member, end.member):
                bodies.velocity[groups.member[k]] = work.old_velocity[k]
                bodies.angular_momentum[groups.member[k]] = work.old_momentum[k]
        failed += not converged
        record_reactions(g, work.sum, joints, reactions.acted)
        left = left - h if count > 1 else 0.0
        for k in range(first.member, end.member):
            bodies.center[groups.member[k]] = work.flown[k]
            bodies.attitude[groups.member[k]] = work.turned[k]
        for p in range(first.part, end.part):
            parts.jacobian[p] = work.jacobian[p]
        # v₁ and μ
        integrate_velocities(g, 0.5 * h, wrench, bodies, groups, joints)
        fill_member_masses(g, groups, joints)
        factor_group(g, joints)
        prepare_coupling_rows(g, groups, joints, work)
        close_velocities(g, bodies, groups, joints, reactions, work)
        for p in range(first.part, end.part):
            force[p].vector = 2.0 * work.impulse[p].vector / h
        read_twists(g, bodies, groups, joints)
    return failed


@kernel
def integrate_ballistic_groups(
    dt: float,
    ballistic: IntArray,
    bodies: Bodies,
    groups: Groups,
    joints: Joints,
    reactions: Reactions,
    work: GroupWork,
) -> int:
    """Move the groups that no contact holds (1 in `ballistic`); return how many sub-steps did not converge."""
    failed, force = 0, reactions.force
    for g in range(ballistic.shape[0]):
        if ballistic[g]:
            unfinished = integrate_group(
                g, dt, LARGEST_TURN, work.wrench, force, bodies, groups, joints, reactions, work
            )
            failed += unfinished
            record_factor(g, unfinished == 0, groups, joints)
    return failed
