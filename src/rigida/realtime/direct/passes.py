"""The passes of an island that is solved directly (see `solve`): for poses, out of overlaps, for velocities.

What pushes bodies out of overlaps moves them, and is forgotten: friction goes by the loads that bodies bear, not by
those of the push. So bodies between walls too narrow for them, where no push is right, move as if these did not press.
"""

from rigida.jit.decorators import routine
from rigida.math.vec3 import Vec3, norm
from rigida.realtime.arrays import POINTS, Bodies, JointRows
from rigida.realtime.direct.constraint import normal_velocity, total_normal
from rigida.realtime.direct.descent import descend, keep_impulses, return_to_kept
from rigida.realtime.direct.joint_rows import (
    has_coordinates,
    has_forces,
    pushes_joints,
    stops_at_limit,
    sweep_joint_rows,
)
from rigida.realtime.direct.moments import balance_moments, keep_moving
from rigida.realtime.direct.newton import newton_step
from rigida.realtime.direct.projected import violation
from rigida.realtime.direct.sweep import move_separations, set_bias, sweep_contacts
from rigida.realtime.direct.work import Island, Work
from rigida.realtime.tuning import EARLY, MOST_SOLVES, RECOVERY, UNSOLVED


@routine
def moving_twists(
    island: Island, smooth: float, h: float, joints: JointRows | None, bodies: Bodies, work: Work
) -> float:
    """Fill the twists by which bodies move for h [s]: the mean of both ends where the motion is smooth, else the end.

    A slide then follows the closed form; the end velocity alone, as in semi-implicit Euler, errs by half a step of
    acceleration. Smooth is what forces can have done: twice as much as they change any body's velocity, but not less
    than `smooth` [m/s]; nothing is where that is negative. Where a contact or a limit takes up an approach the velocity
    jumps at the begin of the step: the mean would carry the bodies into each other or the joint past its limit, and
    pushing them out again would keep a rocking stack awake. What parted and is pushed nevertheless has come back within
    the step: the mean would lift it.

    Returns the part that the start has in the mean. It is the same for all bodies of an island: impulses between them
    then do not move their common center of mass, which moves by its own mean where nothing outside touches the island.
    """
    member, moving, before, part = island.body, bodies.moving, bodies.before, 0.5
    for p in range(len(member) if smooth >= 0.0 else 0):  # `moving` still holds the twists with forces alone
        smooth = max(smooth, 2.0 * norm(moving[member[p]].linear - before[member[p]].linear))
    for q in range(len(island.contact)):
        c = work.constraint[q]
        for k in range(POINTS):
            pushes, point = c.impulse.normal[k] > 0.0, c.point[k]
            if pushes and abs(normal_velocity(c, point, before[c.a], before[c.b]) - point.normal_rate) > c.impact_speed:
                part = 0.0
    if joints is not None and stops_at_limit(island.joint_row, joints, bodies):
        part = 0.0
    for p in range(len(member) if work.corrects == 0 else 0):
        if norm(bodies.twist[member[p]].linear - before[member[p]].linear) > smooth:
            part = 0.0
    for p in range(len(member)):
        i = member[p]
        twist, start = bodies.twist[i], before[i]
        work.mean[i] = part > 0.0
        moving[i].linear = twist.linear - part * (twist.linear - start.linear)
        turning = (1.0 - part) * bodies.turning[i]  # bodies turn as tops, which does it again
        moving[i].angular = twist.angular - part * (twist.angular - start.angular) - turning
    if part == 0.0 and is_isolated(island, bodies, work):
        mass, change = 0.0, Vec3(0.0, 0.0, 0.0)
        for p in range(len(member)):
            i = member[p]
            mass, change = mass + bodies.mass[i], change + bodies.mass[i] * (bodies.twist[i].linear - before[i].linear)
        for p in range(len(member)):
            moving[member[p]].linear -= 0.5 / mass * change
    return part


@routine
def is_isolated(island: Island, bodies: Bodies, work: Work) -> bool:
    """Return whether an island without joints touches nothing that impulses do not move."""
    isolated = len(island.joint_row) == 0
    for q in range(len(island.contact)):
        c = work.constraint[q]
        isolated &= bodies.inverse[c.a].mass > 0.0 and bodies.inverse[c.b].mass > 0.0
    return isolated


@routine
def sweep(island: Island, joints: JointRows | None, bodies: Bodies, work: Work) -> float:
    """Sweep over joint rows and contacts once; return the largest change of an impulse as a velocity [m/s]."""
    largest = 0.0
    if joints is not None:
        largest = sweep_joint_rows(island.joint_row, 0.0, joints, bodies)
    return max(largest, sweep_contacts(len(island.contact), bodies, work))


@routine
def find_impulses(
    sufficient_change: float,
    tolerance: float,
    island: Island,
    joints: JointRows | None,
    bodies: Bodies,
    work: Work,
) -> tuple[int, int, float]:
    """Sweep and solve in turn until a sweep changes velocities by less than `tolerance`, or no row meets its limit.

    sufficient_change: change below which the latter ends it [m/s]; rows that were not active may want to be. Returns
    how many solves that took, how many rows met their limit in the last one, and what the last sweep changed.
    """
    solves, limited = 0, 1
    while True:
        largest = sweep(island, joints, bodies, work)
        if largest < tolerance:
            return solves, 0, largest
        if solves == MOST_SOLVES or (limited == 0 and largest < sufficient_change):
            return solves, limited, largest
        solves += 1
        limited = newton_step(island, 0.0, joints, bodies, work)


@routine
def push_apart(
    h: float, tolerance: float, island: Island, joints: JointRows | None, bodies: Bodies, work: Work
) -> bool:
    """Add to the twists that move the bodies what brings them out of overlaps; return whether there are any."""
    count = len(island.contact)
    pushed = set_bias(count, 1.0 / h, RECOVERY / max(h, work.shortest), work)
    if joints is not None:
        pushed |= pushes_joints(island.joint_row, joints)
    if not pushed:
        return False
    keep_impulses(island, joints, work)
    add_twists(-1.0, island, bodies)
    descend(tolerance, 1.0, island, joints, bodies, work)
    add_twists(1.0, island, bodies)
    for q in range(count):
        c, kept = work.constraint[q], work.kept[q]
        c.push = c.push + (total_normal(c.impulse) - total_normal(kept)) * c.normal
        c.push += (c.impulse.slide_1 - kept.slide_1) * c.tangent_1 + (c.impulse.slide_2 - kept.slide_2) * c.tangent_2
    return_to_kept(island, joints, bodies, work)
    return True


@routine
def add_twists(part: float, island: Island, bodies: Bodies) -> None:
    """Add a part of the twists to those that move the bodies."""
    for p in range(len(island.body)):
        moving, twist = bodies.moving[island.body[p]], bodies.twist[island.body[p]]
        moving.linear += part * twist.linear
        moving.angular += part * twist.angular


@routine
def run_passes(
    h: float,
    tolerance: float,
    may_back_off: bool,
    sufficient_change: float,
    resting: bool,
    island: Island,
    joints: JointRows | None,
    bodies: Bodies,
    work: Work,
) -> tuple[int, float]:
    """Find the impulses that lead to where contacts are met at the end, and those that give the twists that stay there.

    sufficient_change: see `find_impulses`; resting: whether the island rests, and is
    solved to the end. Returns in which pass an island that may back off failed, 0 or 1, and 2 if it did not; and
    by how much velocities are wrong where the active set was not found [m/s].
    """
    wrong, count, part = 0.0, len(island.contact), 0.0
    moved = joints is not None and has_coordinates(island.joint_row, joints)
    for unbiased in range(2):
        set_bias(count, 1.0 / h, 0.0, work)
        if moved:  # sweeps over single rows would tear open what joints hold
            solves, limited, largest = 0, 1, violation(0.0, island, joints, bodies, work)
            if largest >= EARLY * tolerance and (resting or not may_back_off):
                newton_step(island, 0.0, joints, bodies, work)
                solves, largest = 1, violation(0.0, island, joints, bodies, work)
            limited = int(largest >= EARLY * tolerance)
        else:
            solves, limited, largest = find_impulses(sufficient_change, tolerance, island, joints, bodies, work)
        early = EARLY if moved else 1.0
        left = may_back_off and not resting and largest > UNSOLVED  # to the sub-steps
        if largest >= early * tolerance and (limited > 0 or largest >= sufficient_change) and not left:
            more, found, largest = descend(tolerance, 0.0, island, joints, bodies, work)
            solves, limited = solves + more, 0 if found else 1
        work.solves[0] += solves
        if may_back_off and limited > 0 and largest > UNSOLVED:
            return unbiased, wrong
        wrong = max(wrong, largest if limited > 0 else 0.0)
        if unbiased == 0:
            # Means of both ends would turn about each other, ever faster, what springs hold together.
            forces = joints is not None and has_forces(island.joint_row, joints)
            smooth = -1.0 if forces else work.fall_rate * h
            part = moving_twists(island, smooth, h, joints, bodies, work)
            keep_moving(part, count, work)
            pushed = push_apart(h, tolerance, island, joints, bodies, work)
            move_separations(count, h, bodies, work)
            # At rest both passes are the same, and where nothing is pushed out or moves up to a contact.
            unconstrained = joints is not None and moved and count == 0
            if (solves == 0 or unconstrained) and not pushed:
                break
    balance_moments(h, part, count, bodies, work)
    return 2, wrong
