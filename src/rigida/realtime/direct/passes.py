"""Both passes of an island that is solved directly (see `solve`): with bias and without."""

from rigida.arrays import FloatArray, IntArray
from rigida.jit.decorators import routine
from rigida.realtime.direct.jam import is_jammed, let_go
from rigida.realtime.direct.joint_rows import sweep_lines
from rigida.realtime.direct.motion import moving_twists
from rigida.realtime.direct.newton import newton_step
from rigida.realtime.direct.sweep import move_separations, set_bias, sweep_rows
from rigida.realtime.islands.back_off import UNSOLVED

#: Part of an overlap that is removed in one step.
RECOVERY = 0.2
#: Solves per pass.
MOST_SOLVES = 4


@routine
def sweep(
    count: int,
    rows: IntArray,
    contact_of: IntArray,
    row: FloatArray,
    lines: IntArray,
    line_of: IntArray,
    push: float,
    line: FloatArray,
    inverse: FloatArray,
    twist: FloatArray,
) -> float:
    """Sweep over lines and rows once; return the largest change of an impulse as a velocity [m/s]."""
    largest = sweep_lines(lines, line_of, push, inverse, line, twist)
    return max(largest, sweep_rows(0, count, rows, contact_of, row, inverse, twist))


@routine
def find_impulses(
    tolerance: float,
    push: float,
    count: int,
    body_first: int,
    body_last: int,
    rows: IntArray,
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
    line: FloatArray,
    twist: FloatArray,
    j: FloatArray,
    weight: FloatArray,
    change: FloatArray,
    block: FloatArray,
    x: FloatArray,
    turn: FloatArray,
) -> tuple[int, int, float]:
    """Sweep and solve in turn until a sweep changes velocities by less than `tolerance`, or no row meets its limit.

    Returns how many solves that took, how many rows met their limit in the last one, and what the last sweep changed.
    """
    solves, limited = 0, 0
    while solves < MOST_SOLVES:
        largest = sweep(count, rows, contact_of, row, lines, line_of, push, line, inverse, twist)
        if largest < tolerance:
            return solves, 0, largest
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
    return solves, limited, sweep(count, rows, contact_of, row, lines, line_of, push, line, inverse, twist)


@routine
def run_passes(
    dt: float,
    tolerance: float,
    smooth: float,
    momentum: float,
    may_wait: bool,
    count: int,
    body_first: int,
    body_last: int,
    rows: IntArray,
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
    line: FloatArray,
    before: FloatArray,
    twist: FloatArray,
    moving: FloatArray,
    j: FloatArray,
    weight: FloatArray,
    change: FloatArray,
    block: FloatArray,
    x: FloatArray,
    turn: FloatArray,
    statistics: IntArray,
) -> tuple[int, bool, float]:
    """Find the impulses with bias, which moves the bodies, and without, which gives the twists that stay.

    Returns in which pass an island that may wait for a direct solve failed, 0 or 1, and 2 if it did not; whether all
    passes ended; and by how much velocities are wrong where the active set was not found [m/s].
    """
    ended, wrong = True, 0.0
    for biased in range(2):
        pushed = set_bias(0, count, row, 1.0 / dt, RECOVERY / dt if biased == 0 else 0.0)
        solves, limited, largest = find_impulses(
            tolerance,
            1.0 - biased,
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
            twist,
            j,
            weight,
            change,
            block,
            x,
            turn,
        )
        statistics[0] += solves
        ended &= largest < tolerance
        if may_wait and solves == MOST_SOLVES and largest > UNSOLVED:
            return biased, ended, wrong
        wrong = max(wrong, largest if limited > 0 else 0.0)
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
        if solves == 0 and not pushed:
            break
    return 2, ended, wrong
