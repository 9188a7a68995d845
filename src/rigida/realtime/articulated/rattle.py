"""Articulated bodies at a fixed step: RATTLE with a sparse factorisation and sub-steps as short as the motion asks for.

One sub-step of length h, with joints C(q) = 0, their Jacobian J and the reactions of its two halves λ and μ:

    v* = v + h/2 M⁻¹f + M⁻¹J₀ᵀλ,   q₁ = free motion of (q, v*) over h,   λ such that C(q₁) = 0
    v₁ = v* + h/2 M⁻¹f + M⁻¹J₁ᵀμ,                                     μ such that J₁ v₁ = 0

λ is found by Newton's method with the factor of A₀ = J₀ M⁻¹ J₀ᵀ, started from the μ of the last sub-step; the factor of
A₁ is the A₀ of the next one, so there is one factorisation per sub-step. Free motion is the free top's, so a body
without joints keeps its energy whatever h. The map is symmetric and symplectic: energy oscillates but does not drift
(Andersen 1983; Leimkuhler and Reich 2004). Sub-steps are dt/2^k: fast turns and taut joints ask for a larger k, and one
that does not converge is taken again with a larger k.
"""

import math

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.constraints.block_factor import assemble, factor, solve
from rigida.constraints.block_order import Ints
from rigida.constraints.evaluate import evaluate_parts, part_rates
from rigida.constraints.masses import weigh_rows
from rigida.dynamics.free_top import drift
from rigida.jit.decorators import kernel, routine
from rigida.realtime.articulated.choose import note_factor
from rigida.realtime.articulated.motion import (
    apply_impulses,
    kick,
    largest,
    place_member,
    place_prescribed,
    read_twists,
    weigh_members,
)
from rigida.realtime.articulated.step_size import swing_rate, turn_rate

#: Joints of groups that fly are closed to this in every sub-step [m, rad].
CLOSED = 1e-7
#: Newton steps before a sub-step counts as not converging.
MOST_NEWTON = 8
#: Largest turn of a body in a sub-step [rad], and how much larger the phase of a taut joint's swinging may be.
LARGEST_TURN = 0.03
LARGER_SWING = 7.0
#: A trial that turns a body further than this in a sub-step is not followed [rad].
HOPELESS_TURN = 20.0
#: Sub-steps per step: 2^COARSEST to 2^FINEST.
COARSEST = 0
FINEST = 12


@routine
def fly_freely(
    h: float,
    member: Ints,
    moments: FloatArray,
    still: IntArray,
    center: FloatArray,
    attitude: FloatArray,
    velocity: FloatArray,
    momentum: FloatArray,
    flown: FloatArray,
    turned: FloatArray,
    carried: FloatArray,
    spun: FloatArray,
    pose: FloatArray,
) -> bool:
    """Put the members where they would be after a free flight of h; false if one turns so far that it is hopeless.

    flown, turned (m, 3), (m, 4): their new centres and attitudes, and in their frames' poses; carried, spun: scratch.
    """
    for k in range(member.shape[0]):
        i = member[k]
        moment = max(moments[k, 0], max(moments[k, 1], moments[k, 2]))
        if not h * moment * math.sqrt(momentum[i, 0] ** 2 + momentum[i, 1] ** 2 + momentum[i, 2] ** 2) < HOPELESS_TURN:
            return False
        for c in range(3):
            flown[k, c] = center[i, c]
            carried[k, c] = velocity[i, c]
            spun[k, c] = momentum[i, c]
        for c in range(4):
            turned[k, c] = attitude[i, c]
    drift(still, moments, h, flown, turned, carried, spun)
    for k in range(member.shape[0]):
        place_member(member[k], k, flown, turned, pose)
    return True


@routine
def advance_group(
    dt: float,
    largest_turn: float,
    closed: float,
    factored: bool,
    member: Ints,
    prescribed: Ints,
    mass: FloatArray,
    inv_mass: FloatArray,
    inertia: FloatArray,
    inv_inertia: FloatArray,
    wrench: FloatArray,
    center: FloatArray,
    attitude: FloatArray,
    velocity: FloatArray,
    momentum: FloatArray,
    code: IntArray,
    equations: IntArray,
    frame: IntArray,
    number: FloatArray,
    target: FloatArray,
    course: FloatArray,
    start: FloatArray,
    pose: FloatArray,
    twist: FloatArray,
    inverse: FloatArray,
    error: FloatArray,
    jacobian: FloatArray,
    bias: FloatArray,
    weighted: FloatArray,
    blocks: FloatArray,
    force: FloatArray,
    total: FloatArray,
    place: Ints,
    column_start: Ints,
    row: Ints,
    block: Ints,
    update_start: Ints,
    update: Ints,
    product: Ints,
) -> int:
    """Move the members of one group through a step of dt; return how many sub-steps did not converge.

    largest_turn: of a body in a sub-step [rad]; closed: joints are closed to this in every one [m, rad]; factored:
    whether `inverse`, `jacobian` and `blocks` are those of the present poses already.
    """
    parts, members = code.shape[0], member.shape[0]
    impulse, right, offset = np.zeros((parts, 3)), np.zeros((parts, 3)), np.zeros((parts, 3))
    new_jacobian = np.zeros((parts, 2, 3, 6))
    still, moments = np.zeros(members, dtype=np.int32), np.empty((members, 3))
    flown, turned = np.empty((members, 3)), np.empty((members, 4))
    carried, spun = np.empty((members, 3)), np.empty((members, 3))
    old_velocity, old_momentum = np.empty((members, 3)), np.empty((members, 3))
    failed = 0
    for k in range(members):
        place_member(member[k], member[k], center, attitude, pose)
        for c in range(3):
            moments[k, c] = inv_inertia[member[k], c]
    place_prescribed(prescribed, start, twist, 0.0, pose)
    for p in range(parts):
        target[p, 0] = course[p, 0]
        offset[p, 0] = -course[p, 1]
    if not factored:
        weigh_members(member, inv_mass, inv_inertia, pose, inverse)
        evaluate_parts(code, equations, frame, number, target, pose, twist, error, jacobian, bias)
        weigh_rows(frame, jacobian, inverse, weighted)
        assemble(product, jacobian, weighted, blocks)
        factor(parts, update_start, update, blocks)
    read_twists(member, inverse, velocity, momentum, twist)
    ticks, tick, level = 1 << FINEST, 0, COARSEST
    while tick < ticks:
        swing = swing_rate(code, frame, number, jacobian, force, mass, inertia)
        turn = turn_rate(code, frame, jacobian, inverse, twist, momentum)
        need = dt * max(turn, swing / LARGER_SWING) / largest_turn
        wanted = COARSEST
        while wanted < FINEST and float(1 << wanted) < need:
            wanted += 1
        level = max(wanted, level - 1)  # coarser by one level at a time
        while tick % (ticks >> level) != 0:
            level += 1
        for k in range(members):
            for c in range(3):
                old_velocity[k, c] = velocity[member[k], c]
                old_momentum[k, c] = momentum[member[k], c]
        converged = False
        h = dt
        while True:
            h = dt / float(1 << level)
            elapsed = dt * float(tick) / float(ticks) + h
            for p in range(parts):
                target[p, 0] = course[p, 0] + elapsed * course[p, 1]
                for c in range(3):
                    impulse[p, c] = 0.5 * h * force[p, c]
            place_prescribed(prescribed, start, twist, elapsed, pose)
            kick(0.5 * h, member, inv_mass, wrench, velocity, momentum)
            last = math.inf
            for _ in range(MOST_NEWTON):
                apply_impulses(member, frame, jacobian, impulse, inv_mass, total, velocity, momentum)
                if not fly_freely(
                    h,
                    member,
                    moments,
                    still,
                    center,
                    attitude,
                    velocity,
                    momentum,
                    flown,
                    turned,
                    carried,
                    spun,
                    pose,
                ):
                    break
                evaluate_parts(code, equations, frame, number, target, pose, twist, error, new_jacobian, bias)
                worst = largest(error)
                converged = worst < closed
                if converged or not worst < last:
                    break
                last = worst
                for p in range(parts):
                    for c in range(3):
                        right[p, c] = -error[p, c] / h
                solve(place, column_start, row, block, blocks, right, impulse)
            if converged or level >= FINEST:
                break
            level += 1
            for k in range(members):  # take the sub-step again, shorter
                for c in range(3):
                    velocity[member[k], c] = old_velocity[k, c]
                    momentum[member[k], c] = old_momentum[k, c]
        failed += not converged
        tick += ticks >> level
        for k in range(members):
            i = member[k]
            for c in range(3):
                center[i, c] = flown[k, c]
            for c in range(4):
                attitude[i, c] = turned[k, c]
        for p in range(parts):
            for side in range(2):
                for r in range(3):
                    for c in range(6):
                        jacobian[p, side, r, c] = new_jacobian[p, side, r, c]
        kick(0.5 * h, member, inv_mass, wrench, velocity, momentum)
        weigh_members(member, inv_mass, inv_inertia, pose, inverse)
        weigh_rows(frame, jacobian, inverse, weighted)
        assemble(product, jacobian, weighted, blocks)
        factor(parts, update_start, update, blocks)
        read_twists(member, inverse, velocity, momentum, twist)
        part_rates(frame, jacobian, twist, offset, 1.0, right)
        for p in range(parts):
            for c in range(3):
                right[p, c] = -right[p, c]
        solve(place, column_start, row, block, blocks, right, impulse)
        apply_impulses(member, frame, jacobian, impulse, inv_mass, total, velocity, momentum)
        for p in range(parts):
            for c in range(3):
                force[p, c] = 2.0 * impulse[p, c] / h
        read_twists(member, inverse, velocity, momentum, twist)
    return failed


@kernel
def advance_groups(
    dt: float,
    flying: IntArray,
    wrench: FloatArray,
    bounds: Ints,
    member: Ints,
    prescribed: Ints,
    mass: FloatArray,
    inv_mass: FloatArray,
    inertia: FloatArray,
    inv_inertia: FloatArray,
    center: FloatArray,
    attitude: FloatArray,
    velocity: FloatArray,
    momentum: FloatArray,
    code: IntArray,
    equations: IntArray,
    frame: IntArray,
    number: FloatArray,
    target: FloatArray,
    course: FloatArray,
    start: FloatArray,
    pose: FloatArray,
    twist: FloatArray,
    inverse: FloatArray,
    error: FloatArray,
    jacobian: FloatArray,
    bias: FloatArray,
    weighted: FloatArray,
    blocks: FloatArray,
    force: FloatArray,
    factored: IntArray,
    known: FloatArray,
    total: FloatArray,
    place: Ints,
    column_start: Ints,
    row: Ints,
    block: Ints,
    update_start: Ints,
    update: Ints,
    product: Ints,
) -> int:
    """Move the groups that no contact holds (1 in `flying`); return how many sub-steps did not converge.

    bounds (groups + 1, 6): where each group begins among members, parts, blocks, blocks below the diagonal, updates and
    products. course (parts, 2): value and rate of the targets at the start of the step; start (m, 7): poses of
    prescribed frames then, whose twists are constant. force (parts, 3): reactions of the last step, for a good first
    guess; on return those of this one. factored, known: see `choose`.
    """
    failed = 0
    for g in range(flying.shape[0]):
        if not flying[g]:
            continue
        m0, m1, p0, p1 = bounds[g, 0], bounds[g + 1, 0], bounds[g, 1], bounds[g + 1, 1]
        b0, b1, r0, r1 = bounds[g, 2], bounds[g + 1, 2], bounds[g, 3], bounds[g + 1, 3]
        u0, u1, q0, q1 = bounds[g, 4], bounds[g + 1, 4], bounds[g, 5], bounds[g + 1, 5]
        unfinished = advance_group(
            dt,
            LARGEST_TURN,
            CLOSED,
            factored[g] != 0,
            member[m0:m1],
            prescribed,
            mass,
            inv_mass,
            inertia,
            inv_inertia,
            wrench,
            center,
            attitude,
            velocity,
            momentum,
            code[p0:p1],
            equations[p0:p1],
            frame[p0:p1],
            number[p0:p1],
            target[p0:p1],
            course[p0:p1],
            start,
            pose,
            twist,
            inverse,
            error[p0:p1],
            jacobian[p0:p1],
            bias[p0:p1],
            weighted[p0:p1],
            blocks[b0:b1],
            force[p0:p1],
            total,
            place[p0:p1],
            column_start[p0 + g : p1 + g + 1],
            row[r0:r1],
            block[r0:r1],
            update_start[p0 + g : p1 + g + 1],
            update[u0:u1],
            product[q0:q1],
        )
        failed += unfinished
        factored[g] = 0
        if unfinished == 0:
            note_factor(g, bounds, frame, pose, inverse, known, factored)
    return failed
