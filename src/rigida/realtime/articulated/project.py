"""Articulated groups whose contacts have been solved move by the velocities found there, along their joints.

A contact solver gives two twists: `moving`, by which bodies move through the step (it also pushes them out of overlap),
and `twist`, which they keep. The group moves with the first as RATTLE moves a group without forces, so joints stay
closed and what turns keeps its energy; the difference of the two is added at the end and put on the joints there, in
the metric of the masses. Popovski 2008, 10, with all joints of a group solved at once.
"""

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.constraints.block_factor import solve
from rigida.constraints.block_order import Ints
from rigida.constraints.evaluate import part_rates
from rigida.jit.decorators import inlined, kernel, routine
from rigida.math.quaternion import rotate, rotate_back
from rigida.realtime.articulated.choose import note_factor
from rigida.realtime.articulated.motion import apply_impulses, read_twists
from rigida.realtime.articulated.rattle import CLOSED, advance_group
from rigida.realtime.articulated.wide.state import take_ways

#: Largest turn of a body in a sub-step, as in `rattle` [rad]: larger, since a step with contacts is of first order.
CARRIED_TURN = 0.15
#: Joints of many groups of one kind are closed to this [m, rad]; the next step closes what is left.
CARRIED_CLOSED = 1e-6


@inlined
def spin_momentum(
    i: int, x: float, y: float, z: float, inertia: FloatArray, attitude: FloatArray
) -> tuple[float, float, float]:
    """Return the angular momentum of body i at the angular velocity (x, y, z)."""
    w, u, v, t = attitude[i, 0], attitude[i, 1], attitude[i, 2], attitude[i, 3]
    a, b, c = rotate_back(w, u, v, t, x, y, z)
    return rotate(w, u, v, t, inertia[i, 0] * a, inertia[i, 1] * b, inertia[i, 2] * c)


@routine
def set_twist(
    i: int,
    twist: FloatArray,
    inertia: FloatArray,
    attitude: FloatArray,
    velocity: FloatArray,
    momentum: FloatArray,
) -> None:
    """Give body i the velocity and angular momentum of its twist (n, 6)."""
    for c in range(3):
        velocity[i, c] = twist[i, c]
    momentum[i, 0], momentum[i, 1], momentum[i, 2] = spin_momentum(
        i, twist[i, 3], twist[i, 4], twist[i, 5], inertia, attitude
    )


@routine
def change_twist(
    i: int,
    kept: FloatArray,
    moving: FloatArray,
    inertia: FloatArray,
    attitude: FloatArray,
    velocity: FloatArray,
    momentum: FloatArray,
) -> None:
    """Change velocity and angular momentum of body i by the difference of two twists (n, 6)."""
    for c in range(3):
        velocity[i, c] += kept[i, c] - moving[i, c]
    x, y, z = spin_momentum(
        i, kept[i, 3] - moving[i, 3], kept[i, 4] - moving[i, 4], kept[i, 5] - moving[i, 5], inertia, attitude
    )
    momentum[i, 0] += x
    momentum[i, 1] += y
    momentum[i, 2] += z


@kernel
def carry_groups(
    dt: float,
    solved: IntArray,
    done: IntArray,
    bounds: Ints,
    member: Ints,
    prescribed: Ints,
    mass: FloatArray,
    inv_mass: FloatArray,
    inertia: FloatArray,
    inv_inertia: FloatArray,
    by_ways: IntArray,
    way: FloatArray,
    wrench: FloatArray,
    moving: FloatArray,
    kept: FloatArray,
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
    turning: FloatArray,
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
    """Move all groups that contacts have solved (1 in `solved`); return how many sub-steps did not converge.

    moving, kept (n, 6): twists through the step, and at its end; where `by_ways` is 1 the
    group went the ways (n, 6) instead of `moving`, in sub-steps. wrench (n, 6) is zero. factored, known: see
    `group_choice`.
    turning (parts, 3): reactions of the last step's motion, a first guess. force (parts, 3): reactions that the contact
    solver found; those of the motion are added. done (groups,): 1 where
    `carry_lanes` has moved them already. Other arrays: see `rattle`.
    """
    failed = 0
    parts = code.shape[0]
    impulse, right = np.zeros((parts, 3)), np.zeros((parts, 3))
    for g in range(solved.shape[0]):
        if not solved[g] or done[g]:
            continue
        take_ways(g, dt, by_ways, bounds, member, way, moving)
        m0, m1, p0, p1 = bounds[g, 0], bounds[g + 1, 0], bounds[g, 1], bounds[g + 1, 1]
        b0, b1, r0, r1 = bounds[g, 2], bounds[g + 1, 2], bounds[g, 3], bounds[g + 1, 3]
        u0, u1, q0, q1 = bounds[g, 4], bounds[g + 1, 4], bounds[g, 5], bounds[g + 1, 5]
        for k in range(m0, m1):
            set_twist(member[k], moving, inertia, attitude, velocity, momentum)
        unfinished = advance_group(
            dt,
            CARRIED_TURN,
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
            turning[p0:p1],
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
        for k in range(m0, m1):
            change_twist(member[k], kept, moving, inertia, attitude, velocity, momentum)
        read_twists(member[m0:m1], inverse, velocity, momentum, twist)
        for p in range(p0, p1):
            for c in range(3):
                right[p, c] = -course[p, 1] if c == 0 else 0.0
        part_rates(frame[p0:p1], jacobian[p0:p1], twist, right[p0:p1], 1.0, impulse[p0:p1])
        for p in range(p0, p1):
            for c in range(3):
                right[p, c] = -impulse[p, c]
        solve(
            place[p0:p1],
            column_start[p0 + g : p1 + g + 1],
            row[r0:r1],
            block[r0:r1],
            blocks[b0:b1],
            right[p0:p1],
            impulse[p0:p1],
        )
        apply_impulses(
            member[m0:m1], frame[p0:p1], jacobian[p0:p1], impulse[p0:p1], inv_mass, total, velocity, momentum
        )
        for p in range(p0, p1):
            for c in range(3):
                force[p, c] += turning[p, c] + impulse[p, c] / dt
    return failed
