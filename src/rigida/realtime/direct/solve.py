"""Small islands, solved directly: towers and pyramids stand because their impulses are exact, not nearly so.

The unknown velocities minimise ½ (v − v*)ᵀ M (v − v*) under the contact laws. With an active set (normals that push,
patches that stick) and weights ρ = κ/K, one step of the augmented Lagrangian solves

    (M + Σ ρ JᵀJ) Δv = −Σ ρ Jᵀ (J v + b),      λ ← project(λ − ρ (J (v + Δv) + b))

by block Cholesky, and a Gauss–Seidel sweep before it proposes the active set. Two passes: with bias, which moves the
bodies out of overlap and is forgotten, then without, which gives the velocities that stay.
"""

import math

from rigida.arrays import FloatArray, IntArray
from rigida.jit.decorators import kernel, routine, whole
from rigida.realtime.direct.cholesky import measure_envelope, rank_bodies, span_contacts
from rigida.realtime.direct.jam import forget, is_jammed, momentum_scale
from rigida.realtime.direct.joint_rows import drop_lines, has_stops, start_lines, weigh_lines, widen_envelope
from rigida.realtime.direct.passes import run_passes
from rigida.realtime.direct.rows import R_LAMBDA, build_row, remember_row
from rigida.realtime.direct.sweep import apply_multipliers
from rigida.realtime.islands.back_off import begin_wait, is_uneven, leave_island, still_waits
from rigida.realtime.islands.choose import AT_REST, MOST_BODIES, highest_speed, most_products, touches_patch

#: A sweep that changes no velocity by more than this [m/s], or by this part of the highest one, ends the iteration.
CONVERGED = 1e-6
CONVERGED_OF_SPEED = 1e-4
#: Block products of an island up to which `CONVERGED` shrinks with their root: a body alone that is left with more
#: swings from step to step by the impulse that stopped it.
SMALL = 500


@routine
def tolerance_of(products: int, concave: bool, speed: float) -> float:
    """Return the change of velocity below which a sweep ends the iteration [m/s]; speed: highest one of the island."""
    tolerance = CONVERGED if concave else CONVERGED * min(1.0, math.sqrt(products / SMALL))
    return max(tolerance, CONVERGED_OF_SPEED * speed)


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
    impulse: FloatArray,
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
    wait (n, 3): bodies of islands that could not be solved lately, see `islands.back_off`.
    fall_rate: change of velocity per time up to which motion counts as smooth [m/s²].
    Returns by how much velocities are wrong where the active set was not found in `MOST_SOLVES` solves [m/s], and how
    many islands are left.
    """
    wrong, unsolved, smooth = 0.0, 0, fall_rate * dt
    for k in range(begin, end):
        first, last = whole(contact_start[k]), whole(contact_start[k + 1])
        body_first, body_last = whole(body_start[k]), whole(body_start[k + 1])
        bodies, count = body_last - body_first, last - first
        lines = line_order[line_start[k] : line_start[k + 1]]
        rows = order[first:last]
        jointed = lines.shape[0] > 0
        method[k] = 0
        if jointed:
            start_lines(lines, line_of, inverse, line, twist)
        elif count == 0:
            method[k] = 1  # an articulated group alone, which moves by its own method
            continue
        if bodies > MOST_BODIES:
            continue
        speed = highest_speed(body_first, body_last, body_order, before)
        concave = not jointed and touches_patch(0, count, rows, contact_of, impulse)
        may_wait = speed < AT_REST if concave else count > 0 or has_stops(lines, line)
        most = most_products(jointed, concave, speed, limit, moving_limit)
        if bodies > most:
            continue
        rank_bodies(body_first, body_last, body_order, center, rank)
        span_contacts(bodies, 0, count, rows, contact_of, rank, left)
        widen_envelope(lines, line_of, rank, left)
        products = measure_envelope(bodies, left, start)
        may_wait &= products > moving_limit and not is_uneven(body_first, body_last, body_order, mass)
        waits = may_wait and still_waits(body_first, body_last, body_order, wait)
        if products <= most and start[bodies] <= block.shape[0] and not waits:
            method[k] = 1
            weigh_lines(lines, line_of, inverse, line)
            for q in range(count):
                build_row(q, whole(rows[q]), contact, contact_of, center, inverse, surface, impulse, row)
            momentum = momentum_scale(body_first, body_last, body_order, mass, twist, before, smooth)
            apply_multipliers(0, count, rows, contact_of, row, R_LAMBDA, 0, row, inverse, twist)
            failed, ended, by = run_passes(
                dt,
                tolerance_of(products, concave, speed),
                smooth,
                momentum,
                may_wait,
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
                line,
                before,
                twist,
                moving,
                j,
                weight,
                change,
                block,
                x,
                turn,
                statistics,
            )
            wrong = max(wrong, by)
            if failed == 0:
                leave_island(body_first, body_last, body_order, moving, twist)
                drop_lines(lines, line)
                method[k] = 0
            if may_wait:
                begin_wait(ended, failed < 2, body_first, body_last, body_order, wait)
            if is_jammed(count, row, momentum):
                forget(count, row)
            for q in range(count if method[k] == 1 else 0):
                remember_row(q, whole(rows[q]), contact_of, row, before, impulse)
        for p in range(body_first, body_last):
            rank[body_order[p]] = -1
    for k in range(begin, end):
        unsolved += method[k] == 0
    return wrong, unsolved
