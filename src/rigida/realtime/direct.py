"""Small islands, solved directly: towers and pyramids stand because their impulses are exact, not nearly so.

The unknown velocities minimise ½ (v − v*)ᵀ M (v − v*) under the contact laws. With an active set (normals that push,
patches that stick) and weights ρ = κ/K, one step of the augmented Lagrangian solves

    (M + Σ ρ JᵀJ) Δv = −Σ ρ Jᵀ (J v + b),      λ ← project(λ − ρ (J (v + Δv) + b))

by block Cholesky, and a Gauss–Seidel sweep before it proposes the active set. Two passes: with bias, which moves the
bodies out of overlap and is forgotten, then without, which gives the velocities that stay.
"""

import math

from rigida.compilation import kernel, routine, whole
from rigida.fields import FloatArray, IntArray
from rigida.realtime.contact_memory import BODY_A, BODY_B, IS_PATCH, SLOT, STAMP
from rigida.realtime.contact_rows import (
    LANDING,
    MULTIPLIERS,
    R_BIAS,
    R_FRICTION,
    R_LAMBDA,
    R_ROLL,
    R_SPIN,
    approach,
    build_row,
    jacobian,
    remember_row,
)
from rigida.realtime.direct_matrix import assemble, assemble_lines, start_matrix
from rigida.realtime.envelope import factor, measure_envelope, rank_bodies, solve_factored, span_contacts
from rigida.realtime.jam import forget, is_jammed, let_go, momentum_scale
from rigida.realtime.lines import (
    change_lines,
    drop_lines,
    gather_changes,
    has_stops,
    slope_of_lines,
    start_lines,
    sweep_lines,
    take_changes,
    weigh_lines,
    widen_envelope,
)
from rigida.realtime.row_sweep import apply_multipliers, move_separations, on_disk, set_bias, sweep_rows
from rigida.realtime.waiting import UNSOLVED, begin_wait, is_uneven, leave_island, still_waits

#: Part of an overlap that is removed in one step.
RECOVERY = 0.2
#: A sweep that changes no velocity by more than this [m/s], or by this part of the highest one, ends the iteration.
CONVERGED = 1e-6
CONVERGED_OF_SPEED = 1e-4
#: Block products of an island up to which `CONVERGED` shrinks with their root: a body alone that is left with more
#: swings from step to step by the impulse that stopped it.
SMALL = 500
#: An island is in motion where a body is faster than this [m/s, rad/s]: what rocks is not solved directly.
CALM = 0.05
#: Islands with more bodies are never solved directly.
MOST_BODIES = 500
#: Block products up to which an island in motion is solved directly if it has joints, which converge slowly otherwise.
JOINTED_LIMIT = 600
#: Islands of concave bodies touch in many places but build no towers: they are solved directly up to so many products,
#: in motion as well, so that chains of links hold.
CONCAVE_LIMIT = 60
#: They may wait for a direct solve, as others do in motion too, only where nothing is faster than this [m/s, rad/s].
AT_REST = 0.01
#: Solves per pass.
MOST_SOLVES = 4


@routine
def highest_speed(first: int, last: int, body_order: IntArray, twist: FloatArray) -> float:
    """Return the largest component of the twists of an island's bodies [m/s, rad/s]."""
    highest = 0.0
    for p in range(first, last):
        i = body_order[p]
        for c in range(6):
            highest = max(highest, abs(twist[i, c]))
    return highest


@routine
def project(
    first: int,
    last: int,
    order: IntArray,
    contact_of: IntArray,
    rank: IntArray,
    row: FloatArray,
    twist: FloatArray,
    j: FloatArray,
    weight: FloatArray,
    x: FloatArray,
    change: FloatArray,
) -> int:
    """Fill the change of all multipliers, on the cones; return how many rows met their limit."""
    limited = 0
    for q in range(first, last):
        m = order[q]
        a, b = contact_of[m, BODY_A], contact_of[m, BODY_B]
        i, k = rank[a], rank[b]
        p = q - first
        for n in range(MULTIPLIERS):
            change[p, n] = row[q, R_LAMBDA + n]
            if weight[p, n] == 0.0:
                continue
            jacobian(q, n, row, j)
            e = row[q, R_BIAS + n] if n < 4 else 0.0
            for c in range(6):
                e += j[c] * (twist[a, c] + (x[i, c] if i >= 0 else 0.0))
                e += j[6 + c] * (twist[b, c] + (x[k, c] if k >= 0 else 0.0))
            change[p, n] -= weight[p, n] * e
        total = 0.0
        for n in range(4):
            if change[p, n] < 0.0:
                change[p, n] = 0.0
                limited += 1
            total += change[p, n]
        limit = row[q, R_FRICTION] * total
        limited += weight[p, 4] > 0.0 and change[p, 4] ** 2 + change[p, 5] ** 2 > limit * limit
        change[p, 4], change[p, 5] = on_disk(change[p, 4], change[p, 5], limit)
        limit = row[q, R_SPIN] * total
        limited += weight[p, 6] > 0.0 and abs(change[p, 6]) > limit
        change[p, 6] = min(max(change[p, 6], -limit), limit)
        limit = row[q, R_ROLL] * total
        limited += weight[p, 7] > 0.0 and change[p, 7] ** 2 + change[p, 8] ** 2 > limit * limit
        change[p, 7], change[p, 8] = on_disk(change[p, 7], change[p, 8], limit)
        for n in range(MULTIPLIERS):
            change[p, n] -= row[q, R_LAMBDA + n]
    return limited


@routine
def best_length(
    first: int,
    last: int,
    order: IntArray,
    contact_of: IntArray,
    row: FloatArray,
    twist: FloatArray,
    j: FloatArray,
    change: FloatArray,
    turn: FloatArray,
    slope: float,
    curvature: float,
) -> float:
    """Return the part of the change that minimises the energy along it, between 0 and 1.

    slope and curvature: what the lines contribute.
    """
    for q in range(first, last):
        m = order[q]
        a, b = contact_of[m, BODY_A], contact_of[m, BODY_B]
        for n in range(MULTIPLIERS):
            d = change[q - first, n]
            if d == 0.0:
                continue
            jacobian(q, n, row, j)
            e, g = row[q, R_BIAS + n] if n < 4 else 0.0, 0.0
            for c in range(6):
                e += j[c] * twist[a, c] + j[6 + c] * twist[b, c]
                g += j[c] * turn[a, c] + j[6 + c] * turn[b, c]
            slope += d * e
            curvature += d * g
    if curvature <= 0.0:
        return 1.0
    return min(max(-slope / curvature, 0.0), 1.0)


@routine
def newton_step(
    first: int,
    last: int,
    body_first: int,
    body_last: int,
    order: IntArray,
    contact_of: IntArray,
    body_order: IntArray,
    mass: FloatArray,
    inertia: FloatArray,
    matrix: FloatArray,
    inverse: FloatArray,
    rank: IntArray,
    left: IntArray,
    start: IntArray,
    row: FloatArray,
    lines: IntArray,
    line_of: IntArray,
    pushed: float,
    line: FloatArray,
    twist: FloatArray,
    j: FloatArray,
    weight: FloatArray,
    change: FloatArray,
    block: FloatArray,
    x: FloatArray,
    turn: FloatArray,
) -> int:
    """Solve once with the present active set; return how many rows met their limit."""
    bodies = body_last - body_first
    start_matrix(body_first, body_last, body_order, mass, inertia, matrix, left, start, block)
    for k in range(bodies):
        for c in range(6):
            x[k, c] = 0.0
            turn[body_order[body_first + k], c] = 0.0
    assemble(first, last, order, contact_of, rank, left, start, row, twist, j, weight, block, x)
    assemble_lines(lines, line_of, rank, left, start, pushed, line, twist, block, x)
    factor(bodies, left, start, block)
    solve_factored(bodies, left, start, block, x)
    limited = project(first, last, order, contact_of, rank, row, twist, j, weight, x, change)
    limited += change_lines(lines, line_of, rank, pushed, line, twist, x)
    apply_multipliers(first, last, order, contact_of, change, 0, first, row, inverse, turn)
    gather_changes(lines, line_of, inverse, line, turn)
    length = 1.0
    if limited > 0:
        slope, curvature = slope_of_lines(lines, line_of, pushed, line, twist, turn)
        length = best_length(first, last, order, contact_of, row, twist, j, change, turn, slope, curvature)
    take_changes(lines, length, line)
    for q in range(first, last):
        for n in range(MULTIPLIERS):
            row[q, R_LAMBDA + n] += length * change[q - first, n]
    for k in range(bodies):
        i = body_order[body_first + k]
        for c in range(6):
            twist[i, c] += length * turn[i, c]
    return limited


@routine
def moving_twists(
    count: int,
    rows: IntArray,
    first: int,
    last: int,
    contact_of: IntArray,
    body_order: IntArray,
    rank: IntArray,
    row: FloatArray,
    twist: FloatArray,
    before: FloatArray,
    smooth: float,
    moving: FloatArray,
) -> None:
    """Fill the twists by which bodies move: the mean of both ends where the motion is smooth, else the end.

    A slide then follows the closed form; the end velocity alone, as in semi-implicit Euler, errs by half a step of
    acceleration. Where a contact takes up an approach the velocity jumps at the begin of the step: the mean would carry
    the bodies into each other, and pushing them out again would keep a rocking stack awake.
    """
    for p in range(first, last):
        moving[body_order[p], 0] = 0.5
    for q in range(count):
        a, b = whole(contact_of[rows[q], BODY_A]), whole(contact_of[rows[q], BODY_B])
        for k in range(4):
            if row[q, R_LAMBDA + k] > 0.0 and approach(q, k, a, b, row, before) < -LANDING:
                moving[a, 0] = 0.0 if rank[a] >= 0 else moving[a, 0]
                moving[b, 0] = 0.0 if rank[b] >= 0 else moving[b, 0]
    for p in range(first, last):
        i = body_order[p]
        x, y, z = twist[i, 0] - before[i, 0], twist[i, 1] - before[i, 1], twist[i, 2] - before[i, 2]
        part = moving[i, 0] if math.sqrt(x * x + y * y + z * z) <= smooth else 0.0
        for c in range(6):
            moving[i, c] = twist[i, c] - part * (twist[i, c] - before[i, c])


@kernel
def solve_directly(
    begin: int,
    end: int,
    dt: float,
    line_start: IntArray,
    line_order: IntArray,
    line_of: IntArray,
    line: FloatArray,
    limit: int,
    moving_limit: int,
    fall_rate: float,
    order: IntArray,
    contact_start: IntArray,
    body_order: IntArray,
    body_start: IntArray,
    contact: FloatArray,
    contact_of: IntArray,
    center: FloatArray,
    matrix: FloatArray,
    mass: FloatArray,
    inertia: FloatArray,
    inverse: FloatArray,
    surface: FloatArray,
    memory: FloatArray,
    before: FloatArray,
    twist: FloatArray,
    moving: FloatArray,
    method: IntArray,
    rank: IntArray,
    left: IntArray,
    start: IntArray,
    row: FloatArray,
    weight: FloatArray,
    change: FloatArray,
    block: FloatArray,
    x: FloatArray,
    turn: FloatArray,
    wait: IntArray,
    j: FloatArray,
    statistics: IntArray,
) -> tuple[float, int]:
    """Solve those islands from `begin` to `end` whose factorisation takes at most `limit` block products, or in motion
    `moving_limit`, and mark the others in `method`.

    before (n + 1, 6): twists at the begin of the step; twist: with the forces of the step, on return with the contact
    impulses; moving: the twists by which bodies move. method (islands,): 1 solved here, 0 left for another solver.
    wait (n, 3): bodies of islands that could not be solved lately, see `waiting`.
    fall_rate: change of velocity per time up to which motion counts as smooth [m/s²].
    Returns by how much velocities are wrong where the active set was not found in `MOST_SOLVES` solves [m/s], and how
    many islands are left.
    """
    wrong, unsolved, smooth = 0.0, 0, fall_rate * dt
    for k in range(begin, end):
        first, last = whole(contact_start[k]), whole(contact_start[k + 1])
        body_first, body_last = whole(body_start[k]), whole(body_start[k + 1])
        bodies = body_last - body_first
        lines = line_order[line_start[k] : line_start[k + 1]]
        jointed = lines.shape[0] > 0
        method[k] = 0
        if jointed:
            start_lines(lines, line_of, inverse, line, twist)
        elif first == last:
            method[k] = 1  # an articulated group alone, which moves by its own method
            continue
        if bodies > MOST_BODIES:
            continue
        speed = highest_speed(body_first, body_last, body_order, before)
        most = limit if speed < CALM else min(limit, JOINTED_LIMIT if jointed else moving_limit)
        may_wait, concave = first < last or has_stops(lines, line), False
        if not jointed:
            for q in range(first, last):
                if memory[contact_of[order[q], SLOT], STAMP] == IS_PATCH:
                    most = min(limit, CONCAVE_LIMIT)
                    may_wait, concave = speed < AT_REST, True
                    break
        if bodies > most:
            continue
        rank_bodies(body_first, body_last, body_order, center, rank)
        span_contacts(bodies, first, last, order, contact_of, rank, left)
        widen_envelope(lines, line_of, rank, left)
        products = measure_envelope(bodies, left, start)
        may_wait &= products > moving_limit and not is_uneven(body_first, body_last, body_order, mass)
        waits = may_wait and still_waits(body_first, body_last, body_order, wait)
        if products <= most and start[bodies] <= block.shape[0] and not waits:
            method[k] = 1
            weigh_lines(lines, line_of, inverse, line)
            ended, failed = True, False
            tolerance = CONVERGED if concave else CONVERGED * min(1.0, math.sqrt(products / SMALL))
            tolerance = max(tolerance, CONVERGED_OF_SPEED * speed)
            base = whole(first)
            rows = order[base:last]
            count = last - first
            for q in range(count):
                build_row(q, whole(rows[q]), contact, contact_of, center, inverse, surface, memory, row)
            momentum = momentum_scale(body_first, body_last, body_order, mass, twist, before, smooth)
            apply_multipliers(0, count, rows, contact_of, row, R_LAMBDA, 0, row, inverse, twist)
            for biased in range(2):
                pushed = set_bias(0, count, row, 1.0 / dt, RECOVERY / dt if biased == 0 else 0.0)
                push = 1.0 - biased
                finished, solves, limited = False, 0, 0
                while solves < MOST_SOLVES:
                    largest = sweep_lines(lines, line_of, push, inverse, line, twist)
                    if max(largest, sweep_rows(0, count, rows, contact_of, row, inverse, twist)) < tolerance:
                        finished = True
                        break
                    statistics[0] += 1
                    solves += 1
                    limited = newton_step(
                        0,
                        count,
                        body_first,
                        body_last,
                        rows,
                        contact_of,
                        body_order,
                        mass,
                        inertia,
                        matrix,
                        inverse,
                        rank,
                        left,
                        start,
                        row,
                        lines,
                        line_of,
                        push,
                        line,
                        twist,
                        j,
                        weight,
                        change,
                        block,
                        x,
                        turn,
                    )
                    if limited == 0:
                        break
                if not finished:
                    largest = sweep_lines(lines, line_of, push, inverse, line, twist)
                    largest = max(largest, sweep_rows(0, count, rows, contact_of, row, inverse, twist))
                    ended &= largest < tolerance
                    failed = may_wait and solves == MOST_SOLVES and largest > UNSOLVED
                    if not failed:
                        wrong = max(wrong, largest if limited > 0 else 0.0)
                if failed and biased == 0:
                    leave_island(body_first, body_last, body_order, moving, twist)
                    drop_lines(lines, line)
                    method[k] = 0
                    break
                if biased == 0:
                    moving_twists(
                        count,
                        rows,
                        body_first,
                        body_last,
                        contact_of,
                        body_order,
                        rank,
                        row,
                        twist,
                        before,
                        smooth,
                        moving,
                    )
                    move_separations(0, count, rows, contact_of, row, dt, moving)
                    if is_jammed(count, row, momentum):
                        let_go(count, rows, contact_of, row, inverse, change, twist)
                # At rest both passes are the same.
                if finished and solves == 0 and not pushed:
                    break
            if may_wait:
                begin_wait(ended, failed, body_first, body_last, body_order, wait)
            if is_jammed(count, row, momentum):
                forget(count, row)
            for q in range(count if method[k] == 1 else 0):
                remember_row(q, whole(rows[q]), contact_of, row, before, memory)
        for p in range(body_first, body_last):
            rank[body_order[p]] = -1
    for k in range(begin, end):
        unsolved += method[k] == 0
    return wrong, unsolved
