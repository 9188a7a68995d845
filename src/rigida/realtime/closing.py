"""Articulated groups that contacts have moved are put back on their joints, positions and velocities.

Both in the metric of the masses: positions by Newton's method with M⁻¹ Jᵀ A⁻¹ C, velocities by M⁻¹ Jᵀ A⁻¹ J u. The
contact solver has already kept J u = 0 at the begin of the step, so this takes only what the turn of J within the step
leaves. Popovski 2008, 10, with all joints of a group solved at once.
"""

import math

import numpy as np

from rigida.compilation import kernel, routine
from rigida.constraints.block_factor import assemble, factor, solve
from rigida.constraints.block_order import Ints
from rigida.constraints.evaluate import evaluate_parts, part_rates
from rigida.constraints.masses import weigh_rows
from rigida.fields import FloatArray, IntArray
from rigida.realtime.group_motion import (
    apply_impulses,
    displace_members,
    largest,
    place_member,
    place_prescribed,
    read_twists,
    weigh_members,
)

#: Joints are closed to this [m, rad], in at most so many steps; the factor is renewed while the error is larger than
#: `ROUGHLY`.
CLOSED = 1e-9
MOST_NEWTON = 10
ROUGHLY = 1e-5


@routine
def close_group(
    dt: float,
    member: Ints,
    prescribed: Ints,
    inv_mass: FloatArray,
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
    total: FloatArray,
    place: Ints,
    column_start: Ints,
    row: Ints,
    block: Ints,
    update_start: Ints,
    update: Ints,
    product: Ints,
) -> float:
    """Close the joints of one group at the end of a step of dt; return the largest error that is left [m, rad]."""
    parts, members = code.shape[0], member.shape[0]
    impulse, right, offset = np.zeros((parts, 3)), np.zeros((parts, 3)), np.zeros((parts, 3))
    place_prescribed(prescribed, start, twist, dt, pose)
    for p in range(parts):
        target[p, 0] = course[p, 0] + dt * course[p, 1]
        offset[p, 0] = -course[p, 1]
    worst, last = 0.0, math.inf
    for newton in range(MOST_NEWTON):
        for k in range(members):
            place_member(member[k], member[k], center, attitude, pose)
        evaluate_parts(code, equations, frame, number, target, pose, twist, error, jacobian, bias)
        worst = largest(error)
        if worst <= CLOSED or not worst < 0.5 * last:
            break
        if newton == 0 or worst > ROUGHLY:
            weigh_members(member, inv_mass, inv_inertia, pose, inverse)
            weigh_rows(frame, jacobian, inverse, weighted)
            assemble(product, jacobian, weighted, blocks)
            factor(parts, update_start, update, blocks)
        last = worst
        for p in range(parts):
            for c in range(3):
                right[p, c] = -error[p, c]
        solve(place, column_start, row, block, blocks, right, impulse)
        displace_members(member, frame, jacobian, impulse, inverse, total, center, attitude)
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
            force[p, c] += impulse[p, c] / dt
    return worst


@kernel
def close_groups(
    dt: float,
    solved: IntArray,
    bounds: Ints,
    member: Ints,
    prescribed: Ints,
    inv_mass: FloatArray,
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
    total: FloatArray,
    place: Ints,
    column_start: Ints,
    row: Ints,
    block: Ints,
    update_start: Ints,
    update: Ints,
    product: Ints,
) -> float:
    """Close all groups that contacts have solved (1 in `solved`); return the largest error left. Arrays: see `rattle`.

    The impulses that velocities take are added to the reactions `force` (parts, 3).
    """
    worst = 0.0
    for g in range(solved.shape[0]):
        if not solved[g]:
            continue
        m0, m1, p0, p1 = bounds[g, 0], bounds[g + 1, 0], bounds[g, 1], bounds[g + 1, 1]
        b0, b1, r0, r1 = bounds[g, 2], bounds[g + 1, 2], bounds[g, 3], bounds[g + 1, 3]
        u0, u1, q0, q1 = bounds[g, 4], bounds[g + 1, 4], bounds[g, 5], bounds[g + 1, 5]
        worst = max(
            worst,
            close_group(
                dt,
                member[m0:m1],
                prescribed,
                inv_mass,
                inv_inertia,
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
            ),
        )
    return worst
