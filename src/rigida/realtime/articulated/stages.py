"""First and last stage of a step of articulated groups, each in one kernel.

A kernel that Python calls costs about as much as a joint; robots have few joints and take many steps.
"""

import math

from rigida.arrays import FloatArray
from rigida.constraints.actuators import take_laws
from rigida.constraints.arrays import Coordinates, Couplings, Frames, Joints
from rigida.constraints.coordinates import find_efforts, measure
from rigida.constraints.couplings import find_lengths
from rigida.constraints.frames import gather_frames
from rigida.constraints.multipliers import add_part_wrenches
from rigida.constraints.parts.evaluate import evaluate_parts
from rigida.dynamics.state import update_angular_velocity
from rigida.jit.decorators import kernel, routine
from rigida.jit.records import as_array
from rigida.math.vec3 import square
from rigida.realtime.arrays import Bodies, Islands, JointRows
from rigida.realtime.articulated.arrays import Groups, GroupWork, LimitImpulses, Reactions
from rigida.realtime.articulated.couplings import choose_coupled, store_couplings, write_couplings
from rigida.realtime.articulated.groups import begin_groups
from rigida.realtime.articulated.limits import choose_driven, store_limit_impulses, write_joint_rows, write_limit_rows
from rigida.realtime.articulated.rattle import close_velocities
from rigida.realtime.bodies.flight_correction import add_change, add_changes
from rigida.realtime.direct.joint_rows import sort_joint_rows


@routine
def take_frames(bodies: Bodies, frames: Frames) -> None:
    """Take over poses and twists of the bodies."""
    state = as_array(bodies.center), as_array(bodies.attitude), as_array(bodies.velocity)
    gather_frames(state[0], state[1], state[2], as_array(bodies.angular_velocity), frames)


@kernel
def add_joint_efforts(bodies: Bodies, coordinates: Coordinates, frames: Frames) -> None:
    """Measure the coordinates and add what springs, servos and constant motors do to the wrenches of the bodies."""
    take_frames(bodies, frames)
    measure(coordinates, frames)
    find_efforts(coordinates)
    add_part_wrenches(0, len(coordinates.value), coordinates.parts, coordinates.effort, coordinates.wrench)


@kernel
def write_rows_of_groups(
    h: float,
    found: int,
    mean: float,
    bodies: Bodies,
    islands: Islands,
    groups: Groups,
    joints: Joints,
    reactions: Reactions,
    coordinates: Coordinates,
    couplings: Couplings,
    rows: JointRows,
) -> tuple[int, int, int]:
    """Choose the groups that are solved with contacts, write their rows for a step of h [s], sorted by `found` islands.

    mean: see `write_limit_rows`. Those are groups that touch something, are driven or pulled, or run into a limit.
    Returns how many rows there are, how many groups, and how many others fly, being neither solved nor asleep.
    """
    count, parts = 0, joints.parts
    solved, missing = begin_groups(bodies, islands, groups, joints)
    if len(coordinates.value) > 0:
        solved = choose_driven(h, math.sqrt(square(bodies.gravity)), coordinates, joints.frames, groups)
    if len(couplings.kind) > 0:
        take_laws(coordinates.actuators)
        find_lengths(couplings, coordinates)
        solved = choose_coupled(couplings, groups)
    if solved > 0:
        if missing > 0:
            for p in range(len(parts.code)):
                parts.target[p].value = reactions.trajectory[p].value
            evaluate_parts(0, len(parts.code), parts, joints.frames, parts.jacobian)
        count = write_joint_rows(h, groups, joints, reactions, rows)
        count = write_limit_rows(count, h, mean, coordinates, joints.frames, groups, rows, reactions.limits)
        count = write_couplings(count, h, couplings, coordinates, joints.frames, groups, rows)
    sort_joint_rows(count, found, rows, islands)
    ballistic = 0
    for g in range(len(groups.solved)):
        ballistic += groups.solved[g] == 0 and groups.asleep[g] == 0
    return count, solved, ballistic


@kernel
def correct_flight(
    h: float,
    before: FloatArray,
    after: FloatArray,
    bodies: Bodies,
    islands: Islands,
    groups: Groups,
    joints: Joints,
    reactions: Reactions,
    work: GroupWork,
) -> int:
    """Correct the second half of the velocity change of what flew over h [s] by how wrenches (n, 6) have changed.

    Those are bodies alone, and groups that moved by themselves, whose factor is still that of their frames. Returns how
    many groups have none.
    """
    start, half, missing = joints.factor.start, 0.5 * h, 0
    add_changes(half, before, after, bodies, islands)
    for g in range(len(groups.solved)):
        if groups.solved[g] or groups.asleep[g]:
            continue
        for k in range(start[g].member, start[g + 1].member):
            add_change(groups.member[k], half, before, after, bodies)
        if groups.factored[g]:
            close_velocities(g, bodies, groups, joints, reactions, work)
        missing += groups.factored[g] == 0
    update_angular_velocity(
        as_array(bodies.motion),
        as_array(bodies.inv_inertia),
        as_array(bodies.attitude),
        as_array(bodies.angular_momentum),
        as_array(bodies.angular_velocity),
    )
    return missing


@kernel
def keep_coordinates(
    count: int,
    bodies: Bodies,
    groups: Groups,
    coordinates: Coordinates,
    couplings: Couplings,
    frames: Frames,
    rows: JointRows,
    last: LimitImpulses,
) -> None:
    """Keep the impulses of the first `count` rows for the next step's start, and where the coordinates are."""
    store_limit_impulses(count, coordinates, rows, groups, last)
    store_couplings(count, couplings, groups, rows)
    take_frames(bodies, frames)
    measure(coordinates, frames)
    for c in range(len(coordinates.value)):
        coordinates.parts.target[c].value = coordinates.value[c]
