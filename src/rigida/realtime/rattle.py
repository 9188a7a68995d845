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

from rigida.compilation import kernel, routine
from rigida.constraints.block_factor import assemble, factor, solve
from rigida.constraints.block_order import Ints
from rigida.constraints.codes import DISTANCE, POINT, SLIDE
from rigida.constraints.evaluate import evaluate_parts, part_rates
from rigida.constraints.masses import add_part_wrenches, inverse_masses, turn_response, weigh_rows
from rigida.dynamics.free_top import drift
from rigida.fields import FloatArray, IntArray
from rigida.math.quaternion import from_rotation_vector, multiply

#: Joints are closed to this in every sub-step [m, rad].
CLOSED = 1e-7
#: Newton steps before a sub-step counts as not converging.
MOST_NEWTON = 8
#: Largest turn of a body, and largest phase of a taut joint's swinging, in a sub-step [rad].
LARGEST_TURN = 0.05
LARGEST_SWING = 0.25
#: Sub-steps per step: 2^COARSEST to 2^FINEST.
COARSEST = 2
FINEST = 12


@routine
def apply_impulses(
    frame: IntArray,
    jacobian: FloatArray,
    impulse: FloatArray,
    inv_mass: FloatArray,
    member: Ints,
    total: FloatArray,
    velocity: FloatArray,
    momentum: FloatArray,
) -> None:
    """Add Jᵀ impulse to velocities and angular momenta of the members; total (n, 6) is scratch."""
    for k in range(member.shape[0]):
        for c in range(6):
            total[member[k], c] = 0.0
    add_part_wrenches(frame, jacobian, impulse, total)
    for k in range(member.shape[0]):
        i = member[k]
        for c in range(3):
            velocity[i, c] += inv_mass[i] * total[i, c]
            momentum[i, c] += total[i, 3 + c]


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
def read_poses(member: Ints, center: FloatArray, attitude: FloatArray, pose: FloatArray) -> None:
    """Copy the members' centres and attitudes into the frames' poses (m, 7)."""
    for k in range(member.shape[0]):
        i = member[k]
        for c in range(3):
            pose[i, c] = center[i, c]
            pose[i, 3 + c] = attitude[i, c]
        pose[i, 6] = attitude[i, 3]


@routine
def read_twists(
    member: Ints, inverse: FloatArray, velocity: FloatArray, momentum: FloatArray, twist: FloatArray
) -> float:
    """Fill the members' twists (m, 6) from velocities and momenta; return the largest angular speed [rad/s]."""
    fastest = 0.0
    for k in range(member.shape[0]):
        i = member[k]
        x, y, z = turn_response(inverse, i, momentum[i, 0], momentum[i, 1], momentum[i, 2])
        for c in range(3):
            twist[i, c] = velocity[i, c]
        twist[i, 3], twist[i, 4], twist[i, 5] = x, y, z
        fastest = max(fastest, x * x + y * y + z * z)
    return math.sqrt(fastest)


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
def largest(values: FloatArray) -> float:
    """Return the largest magnitude in (m, 3); infinite if one is not a number."""
    worst = 0.0
    for p in range(values.shape[0]):
        for c in range(3):
            size = abs(values[p, c])
            if not size <= worst:
                worst = size if size == size else math.inf
    return worst


@routine
def swing_rate(
    code: IntArray,
    frame: IntArray,
    number: FloatArray,
    jacobian: FloatArray,
    force: FloatArray,
    mass: FloatArray,
    inertia: FloatArray,
) -> float:
    """Return how fast the tautest joint makes a body swing about it: √(F r/(I + m r²)) [rad/s]."""
    fastest = 0.0
    n = mass.shape[0]
    for p in range(code.shape[0]):
        if code[p] != POINT and code[p] != SLIDE and code[p] != DISTANCE:
            continue
        for side in range(2):
            i = frame[p, side]
            if i >= n or mass[i] == 0.0:
                continue
            pull, arm = 0.0, 0.0
            for c in range(3):
                f = 0.0
                for row in range(3):
                    f += jacobian[p, side, row, c] * force[p, row]
                pull += f * f
                arm += number[p, 3 * side + c] ** 2
            least = min(inertia[i, 0], min(inertia[i, 1], inertia[i, 2]))
            around = least + mass[i] * arm
            if around > 0.0:
                fastest = max(fastest, math.sqrt(pull * arm) / around)
    return math.sqrt(fastest)


@kernel
def advance_articulated(
    dt: float,
    member: Ints,
    prescribed: Ints,
    motion: IntArray,
    mass: FloatArray,
    inv_mass: FloatArray,
    inertia: FloatArray,
    inv_inertia: FloatArray,
    wrench: FloatArray,
    still: IntArray,
    center: FloatArray,
    attitude: FloatArray,
    velocity: FloatArray,
    momentum: FloatArray,
    new_center: FloatArray,
    new_attitude: FloatArray,
    new_velocity: FloatArray,
    new_momentum: FloatArray,
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
    new_jacobian: FloatArray,
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
    statistics: Ints,
) -> None:
    """Move the members (rows of bodies) with their joints through a step of dt.

    course (parts, 2): value and rate of the targets at the start of the step; start (m, 7): poses of prescribed frames
    then, whose twists are constant. force (parts, 3): reactions of the last step, for a good first guess; on return
    those of this one. statistics: sub-steps, Newton steps, and those that did not converge.
    """
    parts = code.shape[0]
    impulse, right, offset = np.zeros((parts, 3)), np.zeros((parts, 3)), np.zeros((parts, 3))
    read_poses(member, center, attitude, pose)
    place_prescribed(prescribed, start, twist, 0.0, pose)
    inverse_masses(motion, inv_mass, inv_inertia, pose, inverse)
    for p in range(parts):
        target[p, 0] = course[p, 0]
        offset[p, 0] = -course[p, 1]
    evaluate_parts(code, equations, frame, number, target, pose, twist, error, jacobian, bias)
    weigh_rows(frame, jacobian, inverse, weighted)
    assemble(product, jacobian, weighted, blocks)
    factor(parts, update_start, update, blocks)
    fastest = read_twists(member, inverse, velocity, momentum, twist)
    ticks, tick, level = 1 << FINEST, 0, COARSEST
    while tick < ticks:
        need = dt * max(
            fastest / LARGEST_TURN, swing_rate(code, frame, number, jacobian, force, mass, inertia) / LARGEST_SWING
        )
        wanted = COARSEST
        while wanted < FINEST and float(1 << wanted) < need:
            wanted += 1
        level = max(wanted, level - 1)  # coarser by one level at a time
        while tick % (ticks >> level) != 0:
            level += 1
        converged = False
        h = dt
        while True:
            h = dt / float(1 << level)
            elapsed = dt * float(tick) / float(ticks) + h
            for k in range(member.shape[0]):
                i = member[k]
                for c in range(3):
                    new_velocity[i, c] = velocity[i, c]
                    new_momentum[i, c] = momentum[i, c]
            kick(0.5 * h, member, inv_mass, wrench, new_velocity, new_momentum)
            for p in range(parts):
                target[p, 0] = course[p, 0] + elapsed * course[p, 1]
                for c in range(3):
                    impulse[p, c] = 0.5 * h * force[p, c]
            apply_impulses(frame, jacobian, impulse, inv_mass, member, total, new_velocity, new_momentum)
            place_prescribed(prescribed, start, twist, elapsed, pose)
            last = math.inf
            for _ in range(MOST_NEWTON):
                statistics[1] += 1
                for k in range(member.shape[0]):
                    i = member[k]
                    for c in range(3):
                        new_center[i, c] = center[i, c]
                    for c in range(4):
                        new_attitude[i, c] = attitude[i, c]
                drift(still, inv_inertia, h, new_center, new_attitude, new_velocity, new_momentum)
                read_poses(member, new_center, new_attitude, pose)
                evaluate_parts(code, equations, frame, number, target, pose, twist, error, new_jacobian, bias)
                worst = largest(error)
                if worst < CLOSED:
                    converged = True
                    break
                if not worst < last:
                    break
                last = worst
                for p in range(parts):
                    for c in range(3):
                        right[p, c] = -error[p, c] / h
                solve(place, column_start, row, block, blocks, right, impulse)
                apply_impulses(frame, jacobian, impulse, inv_mass, member, total, new_velocity, new_momentum)
            if converged or level >= FINEST:
                break
            level += 1
        if not converged:
            statistics[2] += 1
        statistics[0] += 1
        tick += ticks >> level
        for k in range(member.shape[0]):
            i = member[k]
            for c in range(3):
                center[i, c] = new_center[i, c]
                velocity[i, c] = new_velocity[i, c]
                momentum[i, c] = new_momentum[i, c]
            for c in range(4):
                attitude[i, c] = new_attitude[i, c]
        kick(0.5 * h, member, inv_mass, wrench, velocity, momentum)
        for p in range(parts):
            for side in range(2):
                for r in range(3):
                    for c in range(6):
                        jacobian[p, side, r, c] = new_jacobian[p, side, r, c]
        inverse_masses(motion, inv_mass, inv_inertia, pose, inverse)
        weigh_rows(frame, jacobian, inverse, weighted)
        assemble(product, jacobian, weighted, blocks)
        factor(parts, update_start, update, blocks)
        read_twists(member, inverse, velocity, momentum, twist)
        part_rates(frame, jacobian, twist, offset, 1.0, right)
        for p in range(parts):
            for c in range(3):
                right[p, c] = -right[p, c]
        solve(place, column_start, row, block, blocks, right, impulse)
        apply_impulses(frame, jacobian, impulse, inv_mass, member, total, velocity, momentum)
        for p in range(parts):
            for c in range(3):
                force[p, c] = 2.0 * impulse[p, c] / h
        fastest = read_twists(member, inverse, velocity, momentum, twist)
