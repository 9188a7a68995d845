"""Joints as scalar rows beside the contacts of an island: equations of joints, stops, motors and stiff springs.

A line holds one equation or inequality between two bodies,

    J v + bias + softness · λ = 0   with   low ≤ λ ≤ high,

where λ is its impulse: without bounds for a joint, from zero up for a stop, within the motor's reach for a motor. A
spring with stiffness k and damping c that acts on x over a step h, taken at the end of the step, has the softness
1/(h² k + h c). Popovski 2008, 9.3; the same laws as contacts obey, so the same solver takes them (see `solve`).
"""

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.constraints.block_order import Ints
from rigida.jit.decorators import inlined, kernel, routine, whole
from rigida.realtime.direct.rows import turned_by

# Columns of a line: J of both bodies, 1/(J M⁻¹ Jᵀ), …; `push` is a bias that moves bodies but is not kept as velocity.
L_INV_K, L_BIAS, L_PUSH, L_SOFT, L_LOW, L_HIGH, L_LAMBDA, L_WEIGHT, L_CHANGE = range(12, 21)
LINE_WIDTH = 21
# Integers of a line: both bodies, and the part and equation that it came from.
LINE_A, LINE_B, LINE_PART, LINE_EQUATION = range(4)


@inlined
def line_rate(i: int, a: int, b: int, line: FloatArray, twist: FloatArray) -> float:
    """Return J v of line i."""
    s = 0.0
    for c in range(6):
        s += line[i, c] * twist[a, c] + line[i, 6 + c] * twist[b, c]
    return s


@routine
def push_line(i: int, a: int, b: int, impulse: float, line: FloatArray, inverse: FloatArray, twist: FloatArray) -> None:
    """Change the twists of both bodies by an impulse along line i."""
    for side in range(2):
        body = a if side == 0 else b
        o = 6 * side
        for c in range(3):
            twist[body, c] += inverse[body, 0] * impulse * line[i, o + c]
        x, y, z = turned_by(body, impulse * line[i, o + 3], impulse * line[i, o + 4], impulse * line[i, o + 5], inverse)
        twist[body, 3] += x
        twist[body, 4] += y
        twist[body, 5] += z


@routine
def weigh_line(i: int, a: int, b: int, line: FloatArray, inverse: FloatArray) -> None:
    """Fill 1/(J M⁻¹ Jᵀ) of line i; zero for a line that moves nothing."""
    k = 0.0
    for side in range(2):
        body = a if side == 0 else b
        o = 6 * side
        for c in range(3):
            k += inverse[body, 0] * line[i, o + c] * line[i, o + c]
        x, y, z = turned_by(body, line[i, o + 3], line[i, o + 4], line[i, o + 5], inverse)
        k += x * line[i, o + 3] + y * line[i, o + 4] + z * line[i, o + 5]
    line[i, L_INV_K] = 1.0 / k if k > 0.0 else 0.0


@routine
def weigh_lines(lines: IntArray, line_of: IntArray, inverse: FloatArray, line: FloatArray) -> None:
    """Weigh the lines numbered `lines`, as sweeps over them need."""
    for q in range(lines.shape[0]):
        i = whole(lines[q])
        weigh_line(i, whole(line_of[i, LINE_A]), whole(line_of[i, LINE_B]), line, inverse)


@kernel
def write_joint_lines(
    dt: float,
    bodies: int,
    solved: IntArray,
    bounds: Ints,
    equations: IntArray,
    frame: IntArray,
    jacobian: FloatArray,
    course: FloatArray,
    carried: FloatArray,
    force: FloatArray,
    line: FloatArray,
    line_of: IntArray,
) -> int:
    """Write a line for each equation of the groups marked in `solved`; return their number.

    carried (frames, 6): twists of frames; those of frames that are no bodies become part of the bias, their line then
    holds row `bodies`, the world. force (parts, 3): reactions of the last step, taken as a start.
    """
    count = 0
    for g in range(solved.shape[0]):
        if not solved[g]:
            continue
        for p in range(bounds[g, 1], bounds[g + 1, 1]):
            for r in range(equations[p]):
                line[count, L_BIAS] = -course[p, 1] if r == 0 else 0.0
                for side in range(2):
                    f = frame[p, side]
                    line_of[count, LINE_A + side] = min(f, bodies)
                    for c in range(6):
                        line[count, 6 * side + c] = jacobian[p, side, r, c] if f < bodies else 0.0
                        if f >= bodies:
                            line[count, L_BIAS] += jacobian[p, side, r, c] * carried[f, c]
                line_of[count, LINE_PART], line_of[count, LINE_EQUATION] = p, r
                line[count, L_PUSH], line[count, L_SOFT] = 0.0, 0.0
                line[count, L_LOW], line[count, L_HIGH] = -np.inf, np.inf
                line[count, L_LAMBDA] = dt * force[p, r]
                count += 1
    return count


@kernel
def sort_lines(
    count: int,
    islands: int,
    island: IntArray,
    line_of: IntArray,
    line_start: IntArray,
    line_order: IntArray,
) -> None:
    """Sort the lines by the islands of their bodies, keeping their order."""
    for k in range(islands + 1):
        line_start[k] = 0
    for i in range(count):
        k = island_of(whole(line_of[i, LINE_A]), whole(line_of[i, LINE_B]), island)
        if k >= 0:
            line_start[k + 1] += 1
    for k in range(islands):
        line_start[k + 1] += line_start[k]
    for i in range(count):
        k = island_of(whole(line_of[i, LINE_A]), whole(line_of[i, LINE_B]), island)
        if k >= 0:
            line_order[line_start[k]] = i
            line_start[k] += 1
    for k in range(islands, 0, -1):
        line_start[k] = line_start[k - 1]
    line_start[0] = 0


@inlined
def island_of(a: int, b: int, island: IntArray) -> int:
    """Return the island of the one or the other body, −1 if impulses move neither."""
    k = island[a] if a < island.shape[0] else -1
    return k if k >= 0 or b >= island.shape[0] else island[b]


@routine
def start_lines(lines: IntArray, line_of: IntArray, inverse: FloatArray, line: FloatArray, twist: FloatArray) -> None:
    """Apply the impulses that the lines start with."""
    for q in range(lines.shape[0]):
        i = whole(lines[q])
        push_line(i, whole(line_of[i, LINE_A]), whole(line_of[i, LINE_B]), line[i, L_LAMBDA], line, inverse, twist)


@routine
def has_stops(lines: IntArray, line: FloatArray) -> bool:
    """Tell whether the impulse of a line has a bound."""
    bounded = False
    for q in range(lines.shape[0]):
        bounded |= line[lines[q], L_LOW] > -np.inf or line[lines[q], L_HIGH] < np.inf
    return bounded


@routine
def drop_lines(lines: IntArray, line: FloatArray) -> None:
    """Forget the impulses of the lines."""
    for q in range(lines.shape[0]):
        line[lines[q], L_LAMBDA] = 0.0


@routine
def sweep_lines(
    lines: IntArray, line_of: IntArray, pushed: float, inverse: FloatArray, line: FloatArray, twist: FloatArray
) -> float:
    """Improve the impulses of the lines, one after another; return the largest change as a rate [m/s, rad/s].

    pushed: 1 to push out of what was passed, 0 not to.
    """
    largest = 0.0
    for q in range(lines.shape[0]):
        i = whole(lines[q])
        if line[i, L_INV_K] == 0.0:
            continue
        a, b = whole(line_of[i, LINE_A]), whole(line_of[i, LINE_B])
        old = line[i, L_LAMBDA]
        rest = line_rate(i, a, b, line, twist) + line[i, L_BIAS] + pushed * line[i, L_PUSH] + line[i, L_SOFT] * old
        new = old - rest / (1.0 / line[i, L_INV_K] + line[i, L_SOFT])
        new = min(max(new, line[i, L_LOW]), line[i, L_HIGH])
        line[i, L_LAMBDA] = new
        push_line(i, a, b, new - old, line, inverse, twist)
        largest = max(largest, abs(new - old) / line[i, L_INV_K])
    return largest


@routine
def widen_envelope(lines: IntArray, line_of: IntArray, rank: IntArray, left: IntArray) -> None:
    """Let the envelope of an island reach over the pairs of bodies that the lines couple."""
    for q in range(lines.shape[0]):
        i = whole(lines[q])
        a, b = rank[line_of[i, LINE_A]], rank[line_of[i, LINE_B]]
        if a >= 0 and b >= 0:
            low, high = min(a, b), max(a, b)
            left[high] = min(left[high], low)


@routine
def change_lines(
    lines: IntArray,
    line_of: IntArray,
    rank: IntArray,
    pushed: float,
    line: FloatArray,
    twist: FloatArray,
    x: FloatArray,
) -> int:
    """Fill the change of the lines' impulses after the twists change by x, within bounds; return how many met one."""
    limited = 0
    for q in range(lines.shape[0]):
        i = whole(lines[q])
        line[i, L_CHANGE] = 0.0
        if line[i, L_WEIGHT] == 0.0:
            continue
        a, b = whole(line_of[i, LINE_A]), whole(line_of[i, LINE_B])
        rest = line_rate(i, a, b, line, twist) + line[i, L_BIAS] + pushed * line[i, L_PUSH]
        j, k = rank[a], rank[b]
        for c in range(6):
            rest += line[i, c] * x[j, c] if j >= 0 else 0.0
            rest += line[i, 6 + c] * x[k, c] if k >= 0 else 0.0
        old = line[i, L_LAMBDA]
        new = old - line[i, L_WEIGHT] * (rest + line[i, L_SOFT] * old)
        inside = min(max(new, line[i, L_LOW]), line[i, L_HIGH])
        limited += inside != new
        line[i, L_CHANGE] = inside - old
    return limited


@routine
def gather_changes(lines: IntArray, line_of: IntArray, inverse: FloatArray, line: FloatArray, turn: FloatArray) -> None:
    """Add what the changes of the impulses do to the twists `turn`."""
    for q in range(lines.shape[0]):
        i = whole(lines[q])
        if line[i, L_CHANGE] != 0.0:
            push_line(i, whole(line_of[i, LINE_A]), whole(line_of[i, LINE_B]), line[i, L_CHANGE], line, inverse, turn)


@routine
def slope_of_lines(
    lines: IntArray, line_of: IntArray, pushed: float, line: FloatArray, twist: FloatArray, turn: FloatArray
) -> tuple[float, float]:
    """Return slope and curvature of the energy along the changes."""
    slope, curvature = 0.0, 0.0
    for q in range(lines.shape[0]):
        i = whole(lines[q])
        d = line[i, L_CHANGE]
        if d != 0.0:
            a, b = whole(line_of[i, LINE_A]), whole(line_of[i, LINE_B])
            rest = line_rate(i, a, b, line, twist) + line[i, L_BIAS] + pushed * line[i, L_PUSH]
            slope += d * (rest + line[i, L_SOFT] * line[i, L_LAMBDA])
            curvature += d * (line_rate(i, a, b, line, turn) + line[i, L_SOFT] * d)
    return slope, curvature


@routine
def take_changes(lines: IntArray, length: float, line: FloatArray) -> None:
    """Take the part `length` of the changes."""
    for q in range(lines.shape[0]):
        i = whole(lines[q])
        line[i, L_LAMBDA] += length * line[i, L_CHANGE]


@kernel
def read_reactions(count: int, dt: float, line: FloatArray, line_of: IntArray, force: FloatArray) -> None:
    """Put the impulses of the joints' lines into the reactions force (parts, 3)."""
    for i in range(count):
        if line_of[i, LINE_PART] >= 0:
            force[line_of[i, LINE_PART], line_of[i, LINE_EQUATION]] = line[i, L_LAMBDA] / dt


@kernel
def add_to_lines(count: int, line_of: IntArray, impulse: FloatArray, line: FloatArray) -> None:
    """Add impulses (parts, 3) of joints to those of their lines."""
    for i in range(count):
        if line_of[i, LINE_PART] >= 0:
            line[i, L_LAMBDA] += impulse[line_of[i, LINE_PART], line_of[i, LINE_EQUATION]]
