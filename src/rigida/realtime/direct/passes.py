"""Both passes of an island that is solved directly (see `solve`): with bias and without.

Jams are contacts that contradict each other, as of a body between two that do not give way. No velocities satisfy them,
so impulses that hold each other's balance grow with every solve, and would throw the body out as soon as one of them
ends. Impulses beyond all that the motion of an island can call for are therefore let go.
"""

from rigida.jit.decorators import inlined, routine
from rigida.jit.records import Int32, Rows
from rigida.math.vec3 import norm
from rigida.realtime.arrays import POINTS, Bodies, JointRows, Twist
from rigida.realtime.bodies.integrate import gyroscopic_change
from rigida.realtime.direct.constraint import MULTIPLIERS, normal_velocity
from rigida.realtime.direct.descent import descend
from rigida.realtime.direct.driven import find_driven_impulses
from rigida.realtime.direct.joint_rows import hangs, has_coordinates, has_forces, pushes_joints, sweep_joint_rows
from rigida.realtime.direct.newton import newton_step
from rigida.realtime.direct.sweep import apply_multipliers, move_separations, set_bias, sweep_contacts
from rigida.realtime.direct.work import Island, Work
from rigida.realtime.islands.back_off import UNSOLVED, must_end

#: Impulses above this many times the momentum that an island can have lost or gained are a jam: wedges multiply forces,
#: but by less.
_JAM = 100.0
#: Solves per pass, and where sub-steps may not take over what is not solved by then, or joints hand on a blow: they
#: would throw such links about. As many where nothing is known of the impulses: an arch that is let go must not begin
#: to fall before they are found.
MOST_SOLVES, MOST_SOLVES_ALONE = 4, 32
#: The same of a body alone: four are often not enough where it tumbles, and it would sink in.
MOST_SOLVES_OF_ONE = 6
#: The same of very few bodies: a light wedge under a weight that slides out finds its friction slowly.
MOST_SOLVES_OF_FEW = 200
#: Part of an overlap that is removed in one step.
RECOVERY = 0.2


@routine
def moving_twists(island: Island, smooth: float, h: float, bodies: Bodies, work: Work) -> None:
    """Fill the twists by which bodies move for h [s]: the mean of both ends where the motion is smooth, else the end.

    A slide then follows the closed form; the end velocity alone, as in semi-implicit Euler, errs by half a step of
    acceleration. Smooth is what forces can have done: twice as much as they change any body's velocity, but not less
    than `smooth` [m/s]; nothing is where that is negative. Where a contact takes up an approach the velocity jumps at
    the begin of the step: the mean would carry the bodies into each other, and pushing them out again would keep a
    rocking stack awake. What parted and is pushed nevertheless has come back within the step: the mean would lift it.
    """
    member, moving, before = island.body, bodies.moving, bodies.before
    for p in range(len(member) if smooth >= 0.0 else 0):  # `moving` still holds the twists with forces alone
        smooth = max(smooth, 2.0 * norm(moving[member[p]].linear - before[member[p]].linear))
    # The part of the begin in the mean, for now in the first number of `moving`: none after an impact. In the second,
    # whether a body rolls on a point that wanders: that is smooth, however fast.
    for p in range(len(member)):
        moving[member[p]].all[0], moving[member[p]].all[1] = 0.5, 0.0
    for q in range(len(island.contact)):
        c = work.constraint[q]
        for i in (c.a, c.b):
            if work.rank[i] >= 0 and c.wanders:
                moving[i].all[1] = 1.0
        for k in range(POINTS):
            pushes, point = c.impulse.normal[k] > 0.0, c.point[k]
            if pushes and abs(normal_velocity(c, point, before[c.a], before[c.b]) - point.rise) > c.impact_speed:
                for i in (c.a, c.b):
                    if work.rank[i] >= 0:
                        moving[i].all[0] = 0.0
    for p in range(len(member)):
        i = member[p]
        twist, start = bodies.twist[i], before[i]
        rolls = moving[i].all[1] > 0.0
        follows = rolls or work.corrects != 0 or norm(twist.linear - start.linear) <= smooth
        part = moving[i].all[0] if follows else 0.0
        work.mean[i] = part > 0.0
        moving[i].linear = twist.linear - part * (twist.linear - start.linear)
        turning = (1.0 - part) * gyroscopic_change(i, h, bodies)  # bodies turn as tops, which does it again
        moving[i].angular = twist.angular - part * (twist.angular - start.angular) - turning


@inlined
def largest_component(twist: Twist) -> float:
    """Return the largest component of a twist [m/s, rad/s]."""
    largest = 0.0
    for c in range(6):
        largest = max(largest, abs(twist.all[c]))
    return largest


@routine
def momentum_scale(member: Rows[Int32], speed: float, bodies: Bodies) -> float:
    """Return what the momenta of an island, with and without the forces of the step, add up to at most [kg m/s].

    speed: added to that of every body [m/s].
    """
    total = 0.0
    for p in range(len(member)):
        i = member[p]
        most = max(largest_component(bodies.twist[i]), largest_component(bodies.before[i]))
        total += bodies.mass[i] * (most + speed)
    return total


@routine
def is_jammed(count: int, momentum: float, work: Work) -> bool:
    """Tell whether a normal impulse of the first `count` constraints is one of a jam."""
    most = 0.0
    for q in range(count):
        for k in range(POINTS):
            most = max(most, work.constraint[q].impulse.normal[k])
    return most > _JAM * momentum


@routine
def drop_impulses(count: int, work: Work) -> None:
    """Forget all impulses of the first `count` constraints."""
    for q in range(count):
        for n in range(MULTIPLIERS):
            work.constraint[q].impulse.all[n] = 0.0


@routine
def release_jam(count: int, bodies: Bodies, work: Work) -> None:
    """Take all impulses of the first `count` constraints back from the twists and forget them."""
    for q in range(count):
        for n in range(MULTIPLIERS):
            work.change[q].all[n] = -work.constraint[q].impulse.all[n]
    drop_impulses(count, work)
    for q in range(count):
        apply_multipliers(work.constraint[q], work.change[q], bodies, bodies.twist)


@routine
def sweep(island: Island, push: float, joints: JointRows | None, bodies: Bodies, work: Work) -> float:
    """Sweep over joint rows and contacts once; return the largest change of an impulse as a velocity [m/s]."""
    largest = 0.0
    if joints is not None:
        largest = sweep_joint_rows(island.joint_row, push, joints, bodies)
    return max(largest, sweep_contacts(len(island.contact), bodies, work))


@routine
def find_impulses(
    most: int, tolerance: float, push: float, island: Island, joints: JointRows | None, bodies: Bodies, work: Work
) -> tuple[int, int, float]:
    """Sweep and solve in turn until a sweep changes velocities by less than `tolerance`, or no row meets its limit.

    most: solves at most. Returns how many that took, how many rows met their limit in the last one, and what the last
    sweep changed. Rows that were not active may want to be: where there is time, contacts are then solved again.
    """
    solves, limited, hurries = 0, 1, len(island.joint_row) > 0 or most == MOST_SOLVES
    while True:
        largest = sweep(island, push, joints, bodies, work)
        if largest < tolerance:
            return solves, 0, largest
        if solves == most or (limited == 0 and (hurries or largest < UNSOLVED)):
            return solves, limited, largest
        solves += 1
        limited = newton_step(island, push, joints, bodies, work)


@routine
def on_points(count: int, work: Work) -> bool:
    """Tell whether no contact is a patch: more than two points hold a body more often than it can move."""
    most = 0
    for q in range(count):
        most = max(most, work.constraint[q].count)
    return most <= 2


@routine
def run_passes(
    h: float,
    tolerance: float,
    momentum: float,
    may_back_off: bool,
    most: int,
    island: Island,
    joints: JointRows | None,
    bodies: Bodies,
    work: Work,
) -> tuple[int, bool, float]:
    """Find the impulses with bias, which moves the bodies, and without, which gives the twists that stay.

    momentum: see `momentum_scale`; most: solves per pass. Returns in which pass an island that may back off failed, 0
    or 1, and 2 if it did not; whether all passes ended; and by how much velocities are wrong where the active set was
    not found [m/s].
    """
    ended, wrong, count = True, 0.0, len(island.contact)
    moved = joints is not None and has_coordinates(island.joint_row, joints)
    driven = moved and on_points(count, work)
    # Rows of joints are stiff, but not infinitely so: where all are met, what a sweep still changes is rounding.
    # Sub-steps are cheaper for heaps of links, but give energy to what swings.
    hung = joints is not None and hangs(island.joint_row, joints, bodies)
    for unbiased in range(2):
        pushed = set_bias(count, 1.0 / h, RECOVERY / max(h, work.shortest) if unbiased == 0 else 0.0, work)
        if joints is not None and driven:
            solves, limited, largest = find_driven_impulses(tolerance, 1.0 - unbiased, island, joints, bodies, work)
        else:
            solves, limited, largest = find_impulses(most, tolerance, 1.0 - unbiased, island, joints, bodies, work)
        if joints is not None and moved and not may_back_off and limited > 0 and (driven or largest > UNSOLVED):
            # Sweeps over single rows, and trials of active rows one after another, tear open what joints hold.
            more, found, largest = descend(tolerance, 1.0 - unbiased, island, joints, bodies, work)
            solves, limited = solves + more, 0 if found else 1
        work.solves[0] += solves
        ended &= largest < (UNSOLVED if limited == 0 and hung else tolerance)
        tried = limited > 0 if driven else solves == most
        if may_back_off and tried and largest > UNSOLVED:
            return unbiased, ended, wrong
        if may_back_off and unbiased == 0 and not ended and must_end(island.body, work.back_off):
            return 0, ended, wrong
        wrong = max(wrong, largest if limited > 0 else 0.0)
        if unbiased == 0:
            # Means of both ends would turn about each other, ever faster, what springs hold together.
            forces = joints is not None and has_forces(island.joint_row, joints)
            smooth = -1.0 if forces else work.fall_rate * h
            moving_twists(island, smooth, h, bodies, work)
            move_separations(count, h, bodies, work)
            if is_jammed(count, momentum, work):
                release_jam(count, bodies, work)
        # At rest both passes are the same, and where nothing is pushed out or moves up to a contact.
        alone = joints is not None and driven and count == 0 and not pushes_joints(island.joint_row, joints)
        if (solves == 0 or alone) and not pushed:
            break
    return 2, ended, wrong
