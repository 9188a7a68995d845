"""Stops, motors and stiff springs in sub-steps: lines that push whole groups, with their joints closed.

A line alone turns the two bodies that it stands between, and the joints then take most of that away again: a stop at
an elbow would hold what the forearm's own inertia does, but not the arm. So the response of the whole group to a unit
impulse along the line is found once a step, with the factor of the group,

    u = M⁻¹ (Jᵀ + Cᵀ p),   p = −A⁻¹ C M⁻¹ Jᵀ,   A = C M⁻¹ Cᵀ,

where C are the equations of its joints; sweeps over the lines then leave the joints closed. Impulses of lines are those
of a sub-step here, their bounds and softness those of a whole step. A rotor (see `articulated.limits`) takes part in
every sub-step: its rate changes in each, and its impulses add up.
"""

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.constraints.block_factor import solve
from rigida.constraints.block_order import Ints
from rigida.constraints.evaluate import part_rates
from rigida.constraints.masses import turn_response
from rigida.jit.decorators import inlined, kernel, routine, whole
from rigida.math.lanes import SingleArray
from rigida.realtime.articulated.motion import gather_impulses
from rigida.realtime.direct.write_joint_rows import (
    L_BIAS,
    L_HIGH,
    L_INV_K,
    L_LAMBDA,
    L_LOW,
    L_PUSH,
    L_SOFT,
    LINE_A,
    LINE_B,
    LINE_EQUATION,
    LINE_PART,
    ROTOR,
)


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
        turn = impulse * line[i, o + 3], impulse * line[i, o + 4], impulse * line[i, o + 5]
        x, y, z = turn_response(inverse, body, turn[0], turn[1], turn[2])
        twist[body, 3], twist[body, 4], twist[body, 5] = twist[body, 3] + x, twist[body, 4] + y, twist[body, 5] + z


@kernel
def list_stops(
    count: int,
    line_of: IntArray,
    held: IntArray,
    group_of: Ints,
    bounds: Ints,
    stops: Ints,
) -> tuple[int, int, int]:
    """List the lines of stops, motors and springs between bodies that are `held` (n + 1,).

    group_of (coordinates,): the group of each coordinate. stops (lines, 4): line, group, and where its response and its
    joint impulses begin. Returns how many there are, and how much room responses and joint impulses take.
    """
    found, room, parts = 0, 0, 0
    for i in range(count):
        if line_of[i, LINE_PART] < 0 and (held[line_of[i, LINE_A]] or held[line_of[i, LINE_B]]):
            g = group_of[-1 - line_of[i, LINE_PART]]
            stops[found, 0], stops[found, 1], stops[found, 2], stops[found, 3] = i, g, room, parts
            room += 6 * (bounds[g + 1, 0] - bounds[g, 0])
            parts += 3 * (bounds[g + 1, 1] - bounds[g, 1])
            found += 1
    return found, room, parts


@routine
def respond(
    part: float,
    stops: Ints,
    bounds: Ints,
    member: Ints,
    frame: IntArray,
    jacobian: FloatArray,
    inverse: FloatArray,
    blocks: FloatArray,
    place: Ints,
    column_start: Ints,
    below: Ints,
    block: Ints,
    line_of: IntArray,
    line: FloatArray,
    response: FloatArray,
    pull: FloatArray,
) -> None:
    """Find the responses of all stops, and make their impulses those of a sub-step, a `part` of a step.

    response: twists of the group's members, one after another; pull: impulses of its joints.
    """
    if stops.shape[0] == 0:
        return
    parts = frame.shape[0]
    nothing, right, impulse = np.zeros((parts, 3)), np.zeros((parts, 3)), np.zeros((parts, 3))
    motion, total = np.zeros((inverse.shape[0], 6)), np.zeros((inverse.shape[0], 6))
    for q in range(stops.shape[0]):
        i, g, room, first = stops[q, 0], stops[q, 1], stops[q, 2], stops[q, 3]
        a, b = whole(line_of[i, LINE_A]), whole(line_of[i, LINE_B])
        m0, m1, p0, p1 = bounds[g, 0], bounds[g + 1, 0], bounds[g, 1], bounds[g + 1, 1]
        b0, b1, r0, r1 = bounds[g, 2], bounds[g + 1, 2], bounds[g, 3], bounds[g + 1, 3]
        line[i, L_LAMBDA] *= part
        push_line(i, a, b, 1.0, line, inverse, motion)
        part_rates(frame[p0:p1], jacobian[p0:p1], motion, nothing[p0:p1], 1.0, right[p0:p1])
        for p in range(p0, p1):
            for c in range(3):
                right[p, c] = -right[p, c]
        solve(
            place[p0:p1],
            column_start[p0 + g : p1 + g + 1],
            below[r0:r1],
            block[r0:r1],
            blocks[b0:b1],
            right[p0:p1],
            impulse[p0:p1],
        )
        for p in range(p0, p1):
            for c in range(3):
                pull[first + 3 * (p - p0) + c] = impulse[p, c]
        gather_impulses(member[m0:m1], frame[p0:p1], jacobian[p0:p1], impulse[p0:p1], total)
        for k in range(m0, m1):
            j, at = member[k], room + 6 * (k - m0)
            x, y, z = turn_response(inverse, j, total[j, 3], total[j, 4], total[j, 5])
            for c in range(3):
                motion[j, c] += inverse[j, 0] * total[j, c]
            motion[j, 3], motion[j, 4], motion[j, 5] = motion[j, 3] + x, motion[j, 4] + y, motion[j, 5] + z
            for c in range(6):
                response[at + c] = motion[j, c]
        ease = line_rate(i, a, b, line, motion)
        line[i, L_INV_K] = 1.0 / ease if ease > 0.0 else 0.0
        for c in range(6):
            motion[a, c], motion[b, c] = 0.0, 0.0
        for k in range(m0, m1):
            for c in range(6):
                motion[member[k], c] = 0.0


@routine
def sweep_stops(
    pushed: float,
    part: float,
    times: int,
    stops: Ints,
    bounds: Ints,
    member: Ints,
    line_of: IntArray,
    line: FloatArray,
    response: FloatArray,
    pull: FloatArray,
    impulse: FloatArray,
    twist: SingleArray,
) -> None:
    """Improve the impulses of all stops, one after another.

    pushed: 1 to push out of what was passed, 0 not to. times: how many sub-steps repeat the change; impulse (parts, 3)
    receives what the joints do for it.
    """
    for q in range(stops.shape[0]):
        i, g, room, first = stops[q, 0], stops[q, 1], stops[q, 2], stops[q, 3]
        if line[i, L_INV_K] == 0.0:
            continue
        a, b = whole(line_of[i, LINE_A]), whole(line_of[i, LINE_B])
        old, soft = line[i, L_LAMBDA], line[i, L_SOFT]
        if line_of[i, LINE_EQUATION] != ROTOR:
            soft /= part
        rest = line[i, L_BIAS] + pushed * line[i, L_PUSH] + soft * old
        for c in range(6):
            rest += line[i, c] * twist[a, c] + line[i, 6 + c] * twist[b, c]
        new = old - rest / (1.0 / line[i, L_INV_K] + soft)
        new = min(max(new, part * line[i, L_LOW]), part * line[i, L_HIGH])
        change = new - old
        if change == 0.0:
            continue
        line[i, L_LAMBDA] = new
        for k in range(bounds[g, 0], bounds[g + 1, 0]):
            at = room + 6 * (k - bounds[g, 0])
            for c in range(6):
                twist[member[k], c] += change * response[at + c]
        for p in range(bounds[g, 1], bounds[g + 1, 1]):
            for c in range(3):
                impulse[p, c] += times * change * pull[first + 3 * (p - bounds[g, 1]) + c]


@routine
def turn_rotors(stops: Ints, line_of: IntArray, line: FloatArray, given: FloatArray) -> None:
    """Let the impulses of a sub-step change the rates of rotors, and add them to given (stops,)."""
    for q in range(stops.shape[0]):
        i = stops[q, 0]
        if line_of[i, LINE_EQUATION] == ROTOR:
            # Their bias is minus their rate.
            line[i, L_BIAS] += line[i, L_SOFT] * line[i, L_LAMBDA]
            given[q] += line[i, L_LAMBDA]


@routine
def end_stops(part: float, stops: Ints, line_of: IntArray, line: FloatArray, given: FloatArray) -> None:
    """Make the impulses of all stops those of a whole step again."""
    for q in range(stops.shape[0]):
        i = stops[q, 0]
        line[i, L_LAMBDA] = given[q] if line_of[i, LINE_EQUATION] == ROTOR else line[i, L_LAMBDA] / part
