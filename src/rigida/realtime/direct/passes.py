"""Both passes of an island that is solved directly (see `solve`): with bias and without."""

from rigida.jit.decorators import routine
from rigida.realtime.arrays import Bodies, JointRows
from rigida.realtime.direct.descent import descend
from rigida.realtime.direct.driven import find_driven_impulses
from rigida.realtime.direct.jam import is_jammed, release_jam
from rigida.realtime.direct.joint_rows import hangs, has_coordinates, has_forces, pushes_joints, sweep_joint_rows
from rigida.realtime.direct.motion import moving_twists
from rigida.realtime.direct.newton import newton_step
from rigida.realtime.direct.sweep import move_separations, set_bias, sweep_contacts
from rigida.realtime.direct.work import Island, Work
from rigida.realtime.islands.back_off import UNSOLVED, must_end

#: Part of an overlap that is removed in one step.
RECOVERY = 0.2


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
    sweep changed.
    """
    solves, limited = 0, 0
    while solves < most:
        largest = sweep(island, push, joints, bodies, work)
        if largest < tolerance:
            return solves, 0, largest
        solves += 1
        limited = newton_step(island, push, joints, bodies, work)
        if limited == 0:
            break
    return solves, limited, sweep(island, push, joints, bodies, work)


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
