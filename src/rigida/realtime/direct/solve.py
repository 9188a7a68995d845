"""Small islands, solved directly: towers and pyramids stand because their impulses are exact, not nearly so.

The unknown velocities minimise ½ (v − v*)ᵀ M (v − v*) under the contact laws. With an active set (normals that push,
patches that stick) and weights ρ = κ/K, one step of the augmented Lagrangian solves

    (M + Σ ρ JᵀJ) Δv = −Σ ρ Jᵀ (J v + b),      λ ← project(λ − ρ (J (v + Δv) + b))

by block Cholesky, and a Gauss–Seidel sweep before it proposes the active set. Two passes: with bias, which moves the
bodies out of overlap and is forgotten, then without, which gives the velocities that stay. Islands are solved so whose
factorisation is cheap for how they move and what they touch.
"""

import math

from rigida.jit.decorators import inlined, kernel, routine
from rigida.jit.records import Int32, Rows
from rigida.math.vec3 import dot
from rigida.realtime.arrays import Bodies, Contacts, Islands, JointRows, Twist
from rigida.realtime.direct.constraint import build_constraint, impact_of, store_impulses
from rigida.realtime.direct.joint_rows import (
    drop_joint_impulses,
    halve_joint_impulses,
    has_coordinates,
    has_limits,
    largest_drive,
    prepare_joint_rows,
    warm_start_joints,
)
from rigida.realtime.direct.midpoint import build_at_midpoint
from rigida.realtime.direct.order import order_bodies
from rigida.realtime.direct.passes import (
    run_passes,
)
from rigida.realtime.direct.sweep import apply_multipliers
from rigida.realtime.direct.work import Island, Work
from rigida.realtime.islands.back_off import backs_off, undo_contacts, update_back_off
from rigida.realtime.tuning import (
    AT_REST,
    CONCAVE_LIMIT,
    CONTROLLED_LIMIT,
    CONVERGED,
    CONVERGED_OF_SPEED,
    JOINTED_LIMIT,
    MOST_BODIES,
    MOST_CARRIED,
    RESIDUAL,
    RESTING_SPEED,
    ROUNDING,
    SMALL,
    UNSOLVED,
)

#: Nor by less than what moves bodies by this part of their size in a step: without forces and motion nothing else is.
ROUNDING_OF_SIZE = 1e-12


@routine
def highest_speed(member: Rows[Int32], twist: Rows[Twist], length_scale: Rows[float]) -> float:
    """Return the largest component of an island's velocities, and of those of their rims [m/s]."""
    highest = 0.0
    for p in range(len(member)):
        i = member[p]
        v, turning, scale = twist[i].linear, twist[i].angular, length_scale[i]
        highest = max(highest, max(max(abs(v.x), abs(v.y)), abs(v.z)))
        highest = max(highest, scale * max(max(abs(turning.x), abs(turning.y)), abs(turning.z)))
    return highest


@routine
def kick(member: Rows[Int32], bodies: Bodies) -> float:
    """Return the largest change of velocity by forces in this step, of an island's bodies [m/s]."""
    largest = 0.0
    for p in range(len(member)):
        change = bodies.moving[member[p]].linear - bodies.before[member[p]].linear
        largest = max(largest, dot(change, change))
    return math.sqrt(largest)


@routine
def smallest_length_scale(member: Rows[Int32], bodies: Bodies) -> float:
    """Return the smallest length scale of an island's bodies [m]."""
    smallest = math.inf
    for p in range(len(member)):
        smallest = min(smallest, bodies.length_scale[member[p]])
    return smallest


@routine
def contact_motion(island: Island, speed: float, bodies: Bodies, contacts: Contacts) -> float:
    """Return how fast what touches changes in an island: its bodies' turning, and contacts that open or close [m/s].

    speed: the highest one of the island, where it is resting by that already.
    """
    if speed < RESTING_SPEED or len(island.body) > MOST_CARRIED:
        return speed
    highest = 0.0
    for p in range(len(island.body)):
        i = island.body[p]
        turning, scale = bodies.before[i].angular, bodies.length_scale[i]
        highest = max(highest, scale * max(max(abs(turning.x), abs(turning.y)), abs(turning.z)))
    if highest >= RESTING_SPEED:
        return highest
    for q in range(len(island.contact)):
        pair = contacts.pair[island.contact[q]]
        apart = bodies.before[pair.b].linear - bodies.before[pair.a].linear
        highest = max(highest, abs(dot(apart, contacts.manifold[island.contact[q]].normal)))
    return highest


@routine
def touches_patch(contact: Rows[Int32], contacts: Contacts) -> bool:
    """Return whether one of an island's contacts is a patch of a concave body."""
    patch = False
    for q in range(len(contact)):
        patch |= contacts.cache.impulse[contacts.pair[contact[q]].entry].is_patch != 0.0
    return patch


@routine
def most_products(jointed: bool, concave: bool, contact_motion: float, limit: int, limit_in_motion: int) -> int:
    """Return how many block products the factorisation of an island may take; limits: see `direct.work`."""
    if concave:
        return min(limit, CONCAVE_LIMIT)
    if contact_motion < RESTING_SPEED:
        return limit
    return min(limit, JOINTED_LIMIT if jointed else limit_in_motion)


@routine
def tolerance_of(products: int, concave: bool, speed: float) -> float:
    """Return the change of velocity below which a sweep ends the iteration [m/s]; speed: highest one of the island."""
    tolerance = CONVERGED if concave else CONVERGED * min(1.0, math.sqrt(products / SMALL))
    return max(tolerance, CONVERGED_OF_SPEED * speed)


@inlined
def island_at(k: int, islands: Islands, joints: JointRows | None) -> Island:
    """Return island k, without joint rows where there are none."""
    body = islands.body[islands.body_start[k] : islands.body_start[k + 1]]
    contact = islands.contact[islands.contact_start[k] : islands.contact_start[k + 1]]
    if joints is None:
        return Island(body, contact, islands.body[0:0])
    return Island(body, contact, joints.order[joints.start[k] : joints.start[k + 1]])


@kernel
def solve_directly(
    begin: int,
    end: int,
    h: float,
    bodies: Bodies,
    contacts: Contacts,
    islands: Islands,
    joints: JointRows | None,
    work: Work,
) -> tuple[float, int]:
    """Solve those islands from `begin` to `end` whose factorisation is cheap, and mark the others in `islands.method`.

    joints: None in a scene that has no rows of joints or stiff forces: what they need is not compiled then.

    The twists hold the forces of the step, on return the contact impulses; `moving` then moves the bodies.
    Returns by how much velocities are wrong where the active set was not found in so many solves as there may be [m/s],
    and how many islands are left.
    """
    wrong, left = 0.0, 0
    for k in range(begin, end):
        if work.corrects != 0 and islands.again[k] == 0:
            continue
        island = island_at(k, islands, joints)
        islands.method[k] = 0
        if joints is not None and len(island.joint_row) > 0:
            warm_start_joints(island.joint_row, joints, bodies)
        elif len(island.contact) == 0:
            islands.method[k] = 1  # an articulated group alone, which moves by its own method
            continue
        if len(island.body) <= MOST_BODIES:
            solved, by = solve_island(h, island, bodies, contacts, joints, work)
            islands.method[k] = 1 if solved else 0
            wrong = max(wrong, by)
    for k in range(begin, end):
        left += islands.method[k] == 0
    return wrong, left


@routine
def solve_island(
    h: float, island: Island, bodies: Bodies, contacts: Contacts, joints: JointRows | None, work: Work
) -> tuple[bool, float]:
    """Solve an island if that is cheap; return whether it was solved, and the velocity error [m/s]."""
    member, count, jointed = island.body, len(island.contact), len(island.joint_row) > 0

    # Is it cheap for how it moves and what it touches?
    speed = highest_speed(member, bodies.before, bodies.length_scale)
    concave = not jointed and touches_patch(island.contact, contacts)
    may_back_off = speed < AT_REST if concave else count > 0
    if joints is not None:
        may_back_off |= not concave and has_limits(island.joint_row, joints)
    moving = contact_motion(island, speed, bodies, contacts)
    accurate = len(member) + count <= work.accuracy_limit
    in_motion = max(work.limit_in_motion, CONTROLLED_LIMIT) if accurate else work.limit_in_motion
    most = most_products(jointed, concave, moving, work.limit, in_motion)
    if len(member) > most:
        return False, 0.0
    products = order_bodies(island, bodies, contacts.pair, joints, work)
    may_back_off &= products > in_motion
    backing_off = may_back_off and backs_off(member, work.back_off)
    solved, wrong = False, 0.0
    if 0 <= products <= most and not backing_off:
        # Constraints, warm start.
        if joints is not None:
            prepare_joint_rows(island.joint_row, joints, bodies)
        for q in range(count):
            build(q, island.contact[q], contacts, bodies, work)
        for q in range(count):
            c = work.constraint[q]
            apply_multipliers(c, c.impulse, bodies, bodies.twist)

        # The solution, or what is left of it.
        work.factored[0] = 0
        tolerance = tolerance_of(products, concave, speed)
        if accurate and not concave:
            change = kick(member, bodies)
            if joints is not None:  # springs and motors are forces too
                change = max(change, largest_drive(island.joint_row, joints))
            least = ROUNDING_OF_SIZE * smallest_length_scale(member, bodies) / h
            tolerance = min(tolerance, max(RESIDUAL * change, ROUNDING * speed, least))
        resting = not concave and speed < RESTING_SPEED
        sufficient_change = tolerance if accurate and not concave else (UNSOLVED if resting else math.inf)
        failed, wrong = run_passes(h, tolerance, may_back_off, sufficient_change, resting, island, joints, bodies, work)
        solved = failed == 2
        if not solved:
            undo_contacts(member, bodies)
            if joints is not None:
                drop_joint_impulses(island.joint_row, joints)
        if may_back_off:
            update_back_off(failed < 2, member, work.back_off)

        # What is remembered.
        if joints is not None and solved and work.corrects == 0 and not has_coordinates(island.joint_row, joints):
            halve_joint_impulses(island.joint_row, joints, bodies, work)
        impacted = solved and jointed and is_impact(count, contacts, bodies, work)
        for q in range(count if solved else 0):
            c = work.constraint[q]
            kept, acted = contacts.cache.impulse[c.entry], contacts.cache.acted[c.entry]
            store_impulses(c, impacted, kept, acted, bodies.before[c.a], bodies.before[c.b])
    for p in range(len(member)):
        work.rank[member[p]] = -1
    return solved, wrong


@routine
def build(q: int, m: int, contacts: Contacts, bodies: Bodies, work: Work) -> None:
    """Write constraint q of an island from contact m: as it was found, or at the midpoint where that is known."""
    entry = contacts.pair[m].entry
    if work.corrects != 0 and work.shift[entry].known != 0:
        build_at_midpoint(
            work.constraint[q], m, work.shift[entry], work.shifted, work.predicted, work.middle, contacts, bodies
        )
    else:
        build_constraint(work.constraint[q], m, contacts, bodies)


@routine
def is_impact(count: int, contacts: Contacts, bodies: Bodies, work: Work) -> bool:
    """Return whether more impulse has taken up approaches in this step than held the island in the last one."""
    impact, load = 0.0, 0.0
    for q in range(count):
        c = work.constraint[q]
        for k in range(c.count):
            impact += impact_of(c, k, bodies.before[c.a], bodies.before[c.b])
            load += contacts.cache.impulse[c.entry].normal[k]
    return impact > load
