"""Limits, speed motors, stiff springs and rotors of joints as joint rows (see `direct.joint_rows`).

A rotor of inertia i turns at a rate s of its own, which a step brings to the coordinate's: λ = −i (J v − s), a row of
softness 1/i, and its reaction −λ changes s. So it also takes part in what the motion between solutions does to J v.
"""

import math

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray
from rigida.constraints.actuators import POSITION_MOTOR, SPEED_MOTOR
from rigida.constraints.arrays import Coordinates, Frames, Joints
from rigida.constraints.coordinates import CoordinateSet, measure
from rigida.constraints.joint_readings import motor_efforts
from rigida.jit.decorators import inlined, kernel, routine
from rigida.math.vec3 import Vec3, square
from rigida.realtime.arrays import NO_PART, JointRow, JointRowOf, JointRows
from rigida.realtime.articulated.arrays import Groups, LimitImpulses, Reactions
from rigida.realtime.articulated.soft_limits import soften_limit
from rigida.realtime.articulated.spring_law import former_rate_factor, former_rate_share
from rigida.realtime.tuning import (
    AT_LIMIT,
    FAST_COORDINATE,
    FASTEST_RETURN,
    LIMIT_RECOVERY,
    NEAR_LIMIT,
    STIFF_COORDINATE,
    SUDDEN_RATE,
)

#: Which of a coordinate's rows one is; from the last on, the numbers of couplings.
LOWER, UPPER, MOTOR, SPRING, ROTOR, COUPLED = range(6)


@routine
def write_joint_rows(h: float, groups: Groups, joints: Joints, reactions: Reactions, rows: JointRows) -> int:
    """Write a row for each equation of the solved groups, for a step of h [s]; return their number.

    The rate of a frame that is no body becomes part of the bias, and its side of the row the world. Reactions of the
    last step are taken as a start.
    """
    count, parts, start, world = 0, joints.parts, joints.factor.start, len(joints.frames.motion)
    for g in range(len(groups.solved)):
        if not groups.solved[g]:
            continue
        for p in range(start[g].part, start[g + 1].part):
            for r in range(parts.equations[p]):
                row, of = rows.row[count], rows.of[count]
                row.bias = -reactions.trajectory[p].rate if r == 0 else 0.0
                for side in range(2):
                    f, j = parts.frame[p][side], parts.jacobian[p].side[side].row[r]
                    to, twist = row.a if side == 0 else row.b, joints.frames.twist[f]
                    for c in range(6):
                        to.all[c] = j.all[c] if f < world else 0.0
                        if f >= world:
                            row.bias += j.all[c] * twist.all[c]
                of.a, of.b = min(parts.frame[p][0], world), min(parts.frame[p][1], world)
                of.part, of.equation, of.more = p, r, 0
                row.rotor, row.push, row.softness = 0.0, 0.0, 0.0
                row.low, row.high = -math.inf, math.inf
                row.impulse = h * reactions.force[p].all[r]
                count += 1
    return count


@kernel
def read_reactions(count: int, h: float, rows: JointRows, reactions: Reactions) -> None:
    """Put the impulses of the first `count` rows into the reactions of their joints."""
    for i in range(count):
        of = rows.of[i]
        if of.part >= 0:
            reactions.force[of.part].all[of.equation] = rows.row[i].impulse / h


@inlined
def linear_on_a(row: JointRow, of: JointRowOf, world: int) -> Vec3:
    """Return what a unit impulse along a row gives its frame a, which may be no body: the reverse of b's then."""
    return row.a.linear if of.a < world else -row.b.linear


@kernel
def record_row_impulses(count: int, world: int, groups: Groups, rows: JointRows, reactions: Reactions) -> None:
    """Add the impulses of the first `count` rows to what parts and limits of joints did.

    Those of limits in sub-steps have been added there, one sub-step after another.
    """
    for i in range(count):
        row, of = rows.row[i], rows.of[i]
        push = row.impulse * linear_on_a(row, of, world)
        if of.part >= 0:
            reactions.acted[of.part].force += push
            reactions.acted[of.part].of_equation[of.equation] += row.impulse
        elif of.part > NO_PART and of.equation <= UPPER and not groups.in_sub_steps[groups.of_coordinate[-1 - of.part]]:
            record_limit(row.impulse, row, of, world, reactions.limits)


@routine
def record_limit(impulse: float, row: JointRow, of: JointRowOf, world: int, last: LimitImpulses) -> None:
    """Add the impulse of the row of a limit to what the limits of its coordinate did."""
    acted, along = last.acted[-1 - of.part], impulse if of.equation == LOWER else -impulse
    acted.force += impulse * linear_on_a(row, of, world)
    acted.multiplier += Vec3(along, 0.0, 0.0)


@kernel
def add_joint_impulses(count: int, rows: JointRows, reactions: Reactions) -> None:
    """Add what joints did in sub-steps to the impulses of their rows."""
    for i in range(count):
        of = rows.of[i]
        if of.part >= 0:
            rows.row[i].impulse += reactions.impulse[of.part].all[of.equation]


def stiff_springs(
    coordinates: CoordinateSet, ease: FloatArray, dt: float
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which springs, and which position motors (m,), must be taken at the end of a step of dt.

    ease (m,): J M⁻¹ Jᵀ of each coordinate, 1/mass or 1/inertia of its bodies.
    """
    spring = (dt * dt * coordinates.spring[:, 0] + dt * coordinates.spring[:, 1]) * ease > STIFF_COORDINATE
    gains = (dt * dt * coordinates.drive[:, 2] + dt * coordinates.drive[:, 3]) * ease > STIFF_COORDINATE
    return spring, gains & (coordinates.motor == POSITION_MOTOR)


def stiff_forces(force: FloatArray, ease: FloatArray, dt: float) -> NDArray[np.bool_]:
    """Return which forces along couplings (k, 5), see `CouplingForce`, must be taken at the end of a step of dt."""
    stiffness, damping = force[:, 1], force[:, 2]
    yields = (stiffness >= 0.0) & (damping >= 0.0)
    return np.asarray(yields & ((dt * dt * stiffness + dt * damping) * ease > STIFF_COORDINATE))


def applied_motor_efforts(coordinates: CoordinateSet, impulse: FloatArray, h: float) -> FloatArray:
    """Return the efforts of motors (m,) [N or N m]: of joint rows by impulses (m, 5) over h, others by law."""
    solved = coordinates.servo | (coordinates.motor == SPEED_MOTOR)
    return np.where(solved, impulse[:, MOTOR] / h, motor_efforts(coordinates))


@routine
def count_solved(groups: Groups) -> int:
    """Return how many groups are solved with contacts in this step."""
    count = 0
    for g in range(len(groups.solved)):
        count += groups.solved[g]
    return count


@routine
def choose_driven(h: float, gravity: float, coordinates: Coordinates, frames: Frames, groups: Groups) -> int:
    """Mark as solved the groups that motors or stiff springs drive, or that reach a limit within h [s].

    gravity: of free fall [m/s²], which may take what is at rest to a limit. Fills values and rates of the coordinates;
    returns how many groups are solved.
    """
    measure(coordinates, frames)
    for c in range(len(coordinates.value)):
        value, bounds, g = coordinates.value[c], coordinates.bounds[c], groups.of_coordinate[c]
        ahead = value + 2.0 * h * coordinates.rate[c].all[0]
        a, b = coordinates.parts.jacobian[c].side[0].row[0].linear, coordinates.parts.jacobian[c].side[1].row[0].linear
        bounding_radius = AT_LIMIT + h * h * gravity * math.sqrt(max(square(a), square(b)))
        near = (
            min(value, ahead) <= bounds.lower + bounding_radius or max(value, ahead) >= bounds.upper - bounding_radius
        )
        near |= abs(coordinates.rate[c].all[0]) > FAST_COORDINATE * coordinates.speed_limit[c]
        driven = coordinates.stiff[c] or coordinates.servo[c] or coordinates.motor[c] == SPEED_MOTOR
        turns = coordinates.armature[c] > 0.0
        if (driven or turns or near) and groups.asleep[g] == 0:
            groups.solved[g] = 1
    return count_solved(groups)


@kernel
def write_limit_rows(
    count: int,
    h: float,
    mean: float,
    coordinates: Coordinates,
    frames: Frames,
    groups: Groups,
    rows: JointRows,
    last: LimitImpulses,
) -> int:
    """Write the rows of all coordinates of solved groups behind the first `count` ones; return how many there are.

    mean: part of the velocity at the start in the one by which bodies will move.
    """
    for c in range(len(coordinates.value)):
        if not groups.solved[groups.of_coordinate[c]]:
            continue
        value, drive, spring = coordinates.value[c], coordinates.drive[c], coordinates.spring[c]
        count = write_limit(count, c, LOWER, h, mean, coordinates, frames, rows, last)
        count = write_limit(count, c, UPPER, h, mean, coordinates, frames, rows, last)
        if coordinates.motor[c] == SPEED_MOTOR:
            begin_row(count, c, MOTOR, 1.0, coordinates, frames, rows, last)
            row = rows.row[count]
            row.bias -= drive.target
            row.low, row.high = -(drive.most * h), drive.most * h
            count += 1
        if coordinates.stiff[c]:
            begin_row(count, c, SPRING, 1.0, coordinates, frames, rows, last)
            stretched = value - spring.rest + mean * h * coordinates.rate[c].all[0]
            soften(rows.row[count], c, h, spring.stiffness, spring.damping, stretched, math.inf, coordinates)
            count += 1
        if coordinates.servo[c]:
            begin_row(count, c, MOTOR, 1.0, coordinates, frames, rows, last)
            stretched = value - drive.target + mean * h * coordinates.rate[c].all[0]
            soften(rows.row[count], c, h, drive.stiffness, drive.damping, stretched, drive.most * h, coordinates)
            count += 1
        if coordinates.armature[c] > 0.0:
            begin_row(count, c, ROTOR, 1.0, coordinates, frames, rows, last)
            row = rows.row[count]
            row.softness = 1.0 / coordinates.armature[c]
            row.bias -= last.rotor[c]
            row.low, row.high = -math.inf, math.inf
            count += 1
    return count


@routine
def write_limit(
    i: int,
    c: int,
    kind: int,
    h: float,
    mean: float,
    coordinates: Coordinates,
    frames: Frames,
    rows: JointRows,
    last: LimitImpulses,
) -> int:
    """Write row i for one limit of coordinate c if it or the limit of speed is near; return the number of rows.

    Both are one row: the coordinate may close the gap in the step, but no faster than its speed limit. A limit that
    yields acts beyond it, and has a row of its own there.
    """
    bounds, most = coordinates.bounds[c], coordinates.speed_limit[c]
    sign, end = (1.0, bounds.lower) if kind == LOWER else (-1.0, bounds.upper)
    law = coordinates.soft_limit[c]
    if law.end > 0.0:
        rate = sign * coordinates.rate[c].all[0]
        gap = sign * (coordinates.value[c] - end) + mean * h * rate
        if gap - 0.5 * h * abs(rate) < 0.0:
            begin_row(i, c, kind, sign, coordinates, frames, rows, last)
            soften_limit(rows.row[i], h, gap, rate, law, coordinates.ease[c])
            return i + 1
        if most == math.inf:
            return i
        end = -sign * math.inf
    gap, closing = sign * (coordinates.value[c] - end), -sign * coordinates.rate[c].all[0]
    if gap > 2.0 * h * max(0.0, closing) + max(NEAR_LIMIT, SUDDEN_RATE * h) and closing <= FAST_COORDINATE * most:
        return i
    begin_row(i, c, kind, sign, coordinates, frames, rows, last)
    row, restitution = rows.row[i], coordinates.restitution[c]
    row.high = math.inf
    if gap <= h * closing and restitution > 0.0:
        row.bias -= restitution * closing
    elif gap > 0.0:
        row.bias += min(gap / h, most)
    if gap < 0.0:
        row.push = min(LIMIT_RECOVERY / h, FASTEST_RETURN) * gap
    return i + 1


@routine
def begin_row(
    i: int,
    c: int,
    kind: int,
    sign: float,
    coordinates: Coordinates,
    frames: Frames,
    rows: JointRows,
    last: LimitImpulses,
) -> None:
    """Begin row i along coordinate c, or against it: its bodies, J, and the impulse that it starts with.

    The rate of a frame that is no body becomes part of the bias, and its side of the row the world.
    """
    row, of, world, none = rows.row[i], rows.of[i], len(frames.motion), Vec3(0.0, 0.0, 0.0)
    # What the coordinate does while nothing moves: zero but for those that Python functions give.
    row.bias = -sign * coordinates.parts.target[c].rate
    row.push, row.softness, row.low, row.high = 0.0, 0.0, 0.0, 0.0
    row.inverse_k, row.rotor, row.weight, row.change = 0.0, 0.0, 0.0, 0.0
    row.impulse = last.impulse[c][kind]
    of.part, of.equation, of.more = -1 - c, kind, 0
    for side in range(2):
        f, j = coordinates.parts.frame[c][side], coordinates.parts.jacobian[c].side[side].row[0]
        body, written = min(f, world), row.a if side == 0 else row.b
        written.linear = sign * j.linear if f < world else none
        written.angular = sign * j.angular if f < world else none
        if side == 0:
            of.a = body
        else:
            of.b = body
        if f >= world:
            carried = 0.0
            for k in range(6):
                carried += sign * j.all[k] * frames.twist[f].all[k]
            row.bias += carried


@routine
def soften(
    row: JointRow,
    c: int,
    h: float,
    stiffness: float,
    damping: float,
    stretched: float,
    bounding_radius: float,
    coordinates: Coordinates,
) -> None:
    """Make a row the spring of coordinate c: λ = −h (k (x + h (a v − b v₀)) + d ((1 − s) v + s v₀)).

    Positions follow velocities by half a step, so that a = b = 1/4 is the mean-acceleration method of Newmark 1959,
    which keeps energy; where bodies move by p v₀ + (1 − p) v instead, x + p h v₀ is such a position. Springs with
    z = h² k w > 1/2, of more than 0.7 radians in a step, are damped instead, since what is left of them would ring: b
    falls as 1/z there, and a + 3 b = 1. The share s of the old velocity makes damping alone exact,
    (1 − s y)/(1 + (1 − s) y) = e⁻ʸ for y = h d w. w bounds the inverse inertia from above; for smaller ones the method
    is stable too.
    """
    y = h * damping * coordinates.ease[c]
    old = former_rate_factor(h * h * stiffness * coordinates.ease[c])
    share = former_rate_share(y)
    softness = 1.0 / (h * h * stiffness * (1.0 - 3.0 * old) + h * damping * (1.0 - share))
    row.softness = softness
    pull = stiffness * stretched + (damping * share - h * stiffness * old) * coordinates.rate[c].all[0]
    row.bias += h * pull * softness
    row.low, row.high = -bounding_radius, bounding_radius


@kernel
def store_limit_impulses(
    count: int, coordinates: Coordinates, rows: JointRows, groups: Groups, last: LimitImpulses
) -> None:
    """Keep the impulses for the next step's start, and what they made of rotors; those of coordinates asleep stay."""
    for c in range(len(last.impulse)):
        if not groups.asleep[groups.of_coordinate[c]]:
            for k in range(5):
                last.impulse[c][k] = 0.0
    for i in range(count):
        of = rows.of[i]
        if NO_PART < of.part < 0 and of.equation < COUPLED:
            last.impulse[-1 - of.part][of.equation] = rows.row[i].impulse
    for c in range(len(last.rotor)):
        if groups.asleep[groups.of_coordinate[c]]:
            last.rotor[c] = 0.0
        elif coordinates.armature[c] > 0.0:
            last.rotor[c] -= last.impulse[c][ROTOR] / coordinates.armature[c]
