"""Couplings of coordinates as joint rows (see `direct.joint_rows`): equations, ranges, and stiff forces of actuators.

A coupling's row is the sum of those of its coordinates, each with its factor, and so reaches over all their bodies. An
equation that is missed is brought back over some steps; a stiff force acts as it is at the end of the step.
"""

import math

from rigida.constraints.arrays import Coordinates, Couplings, Frames
from rigida.constraints.couplings import EQUATION, RANGE
from rigida.jit.decorators import inlined, routine
from rigida.math.vec3 import Vec3
from rigida.realtime.arrays import GOES_ON, NO_PART, JointRow, JointRowOf, JointRows
from rigida.realtime.articulated.arrays import Groups
from rigida.realtime.articulated.limits import COUPLED, count_solved
from rigida.realtime.tuning import COUPLING_RETURN, FASTEST_RETURN, LIMIT_RECOVERY, NEAR_LIMIT


@routine
def choose_coupled(couplings: Couplings, groups: Groups) -> int:
    """Mark as solved the groups with ranges and forces that rows hold; return how many groups are solved.

    Equations also hold in groups without contacts (`coupling_rows`).
    """
    for k in range(len(couplings.kind)):
        if couplings.kind[k] != EQUATION and couplings.in_rows[k] and not groups.asleep[couplings.group[k]]:
            groups.solved[couplings.group[k]] = 1
    return count_solved(groups)


@routine
def write_couplings(
    count: int,
    h: float,
    couplings: Couplings,
    coordinates: Coordinates,
    frames: Frames,
    groups: Groups,
    rows: JointRows,
) -> int:
    """Write the rows of couplings of solved groups behind the first `count` ones; return how many there are."""
    for k in range(len(couplings.kind)):
        if not couplings.in_rows[k] or not groups.solved[couplings.group[k]]:
            continue
        length, bounds = couplings.length[k], couplings.bounds[k]
        if couplings.kind[k] == EQUATION:
            end = begin_coupling(count, k, 1.0, couplings, coordinates, frames, rows)
            row = rows.row[count]
            row.bias += min(1.0 / h, COUPLING_RETURN) * length
            row.low, row.high = -math.inf, math.inf
        elif couplings.kind[k] == RANGE:
            sign = 1.0 if length - bounds.lower < bounds.upper - length else -1.0
            gap = length - bounds.lower if sign > 0.0 else bounds.upper - length
            if gap > 2.0 * h * max(0.0, -sign * couplings.rate[k]) + NEAR_LIMIT:
                continue
            end = begin_coupling(count, k, sign, couplings, coordinates, frames, rows)
            row = rows.row[count]
            row.impulse, row.high = max(row.impulse, 0.0), math.inf
            if gap > 0.0:
                row.bias += gap / h
            else:
                row.push = min(LIMIT_RECOVERY / h, FASTEST_RETURN) * gap
        else:
            end = begin_coupling(count, k, 1.0, couplings, coordinates, frames, rows)
            row, force = rows.row[count], couplings.force[k]
            row.softness = 1.0 / (h * h * force.stiffness + h * force.damping)
            row.bias += h * (force.stiffness * length - force.constant) * row.softness
            row.low, row.high = h * force.low, h * force.high
        count = end
    return count


@routine
def begin_coupling(
    i: int, k: int, sign: float, couplings: Couplings, coordinates: Coordinates, frames: Frames, rows: JointRows
) -> int:
    """Begin row i, and as many behind it as its bodies need, along coupling k or against it; return where they end."""
    world, sides, parts = len(frames.motion), 0, coordinates.parts
    clear_row(i, world, rows)
    head = rows.row[i]
    head.impulse, head.rotor = sign * couplings.impulse[k], coupled_rotor(k, couplings, coordinates)
    rows.of[i].part = -1 - couplings.term[couplings.start[k]].coordinate
    rows.of[i].equation = COUPLED + k
    for t in range(couplings.start[k], couplings.start[k + 1]):
        c, factor = couplings.term[t].coordinate, sign * couplings.term[t].factor
        for side in range(2):
            f, j = parts.frame[c][side], parts.jacobian[c].side[side].row[0]
            if f >= world:
                for d in range(6):
                    head.bias += factor * j.all[d] * frames.twist[f].all[d]
                continue
            at = 0
            while at < sides and body_at(rows.of[i + at // 2], at % 2) != f:
                at += 1
            if at == sides:
                sides += 1
                if at % 2 == 0 and at > 0:
                    clear_row(i + at // 2, world, rows)
                if at % 2 == 0:
                    rows.of[i + at // 2].a = f
                else:
                    rows.of[i + at // 2].b = f
            add_side(rows.row[i + at // 2], at % 2, factor * j.linear, factor * j.angular)
    rows.of[i].more = max(sides - 1, 0) // 2
    return i + 1 + rows.of[i].more


@routine
def coupled_rotor(k: int, couplings: Couplings, coordinates: Coordinates) -> float:
    """Return the inertia that rotors have along coupling k: 1/Σ f²/i; zero where a coordinate without one gives way."""
    yields = 0.0
    for t in range(couplings.start[k], couplings.start[k + 1]):
        term = couplings.term[t]
        armature = coordinates.armature[term.coordinate]
        yields += term.factor * term.factor / armature if armature > 0.0 else math.inf
    return 1.0 / yields if yields > 0.0 else 0.0


@inlined
def body_at(of: JointRowOf, side: int) -> int:
    """Return one of the two bodies of a row."""
    return of.a if side == 0 else of.b


@routine
def add_side(row: JointRow, side: int, linear: Vec3, angular: Vec3) -> None:
    """Add to what multiplies the twist of one of the two bodies of a row."""
    written = row.a if side == 0 else row.b
    written.linear += linear
    written.angular += angular


@routine
def clear_row(i: int, world: int, rows: JointRows) -> None:
    """Clear row i: it couples nothing, and continues the row before it until it is filled."""
    row, of, none = rows.row[i], rows.of[i], Vec3(0.0, 0.0, 0.0)
    row.a.linear, row.a.angular, row.b.linear, row.b.angular = none, none, none, none
    row.inverse_k, row.rotor, row.bias, row.push, row.softness = 0.0, 0.0, 0.0, 0.0, 0.0
    row.low, row.high, row.impulse, row.weight, row.change = 0.0, 0.0, 0.0, 0.0, 0.0
    of.a, of.b, of.part, of.equation, of.more = world, world, NO_PART, GOES_ON, 0


@routine
def store_couplings(count: int, couplings: Couplings, groups: Groups, rows: JointRows) -> None:
    """Keep the impulses for the next step's start; those of groups asleep stay."""
    for k in range(len(couplings.kind)):
        if not groups.asleep[couplings.group[k]]:
            couplings.impulse[k] = 0.0
    for i in range(count):
        of = rows.of[i]
        if NO_PART < of.part < 0 and of.equation >= COUPLED:
            k = of.equation - COUPLED
            upper = couplings.kind[k] == RANGE and (
                couplings.bounds[k].upper - couplings.length[k] <= couplings.length[k] - couplings.bounds[k].lower
            )
            couplings.impulse[k] = -rows.row[i].impulse if upper else rows.row[i].impulse
