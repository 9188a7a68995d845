"""Impacts at several contacts at once, and on bodies that joints hold: one solution for all that take part.

Contacts take part that meet now and share a body, or whose bodies joints tie together; those that touch without meeting
are solved afterwards, so that an impact propagates through a row of balls. The law is that of `restitution`. Joints are
equations of the same solution, limits that are met one-sided ones, and rotors take part with their inertia (see
`direct.joint_rows`). The exact solver of `direct.descent` finds the impulses.
"""

from rigida.jit.decorators import inlined, routine
from rigida.realtime.arrays import GOES_ON, NO_PART, POINTS, Bodies, Contacts, JointRows
from rigida.realtime.direct.constraint import MULTIPLIERS, Constraint
from rigida.realtime.direct.descent import descend
from rigida.realtime.direct.joint_rows import drop_joint_impulses, prepare_joint_rows
from rigida.realtime.direct.order import order_bodies
from rigida.realtime.direct.work import Island, Work
from rigida.realtime.islands.restitution import Impacts, impulse_power, pair_restitution, rebound, required_change
from rigida.realtime.tuning import LEAST_LOSS

#: Velocities after an impact are right to this part of the speed at which bodies met.
_EXACT = 1e-10


@inlined
def take_part(i: int, found: int, bodies: Bodies, impacts: Impacts) -> int:
    """Let body i, if impulses move it, be one of the `found` that take part; return how many there are."""
    if bodies.inverse[i].mass > 0.0 and impacts.marked[i] == 0:
        impacts.marked[i], impacts.body[found] = 1, i
        found += 1
    return found


@routine
def find_involved(
    q: int, count: int, row_count: int, bodies: Bodies, joints: JointRows | None, impacts: Impacts
) -> tuple[int, int, int]:
    """List who takes part in the impact of contact q, one of `count`; return how many bodies, contacts and joint rows.

    row_count: number of joint rows.
    """
    marked, first = impacts.marked, impacts.constraint[q]
    n = take_part(first.b, take_part(first.a, 0, bodies, impacts), bodies, impacts)
    before, contact_count, found = 0, 0, 0
    while n > before:
        before, contact_count, found = n, 0, 0
        for k in range(count):
            c = impacts.constraint[k]
            if impacts.approach_speed[k] > 0.0 and (k == q or marked[c.a] != 0 or marked[c.b] != 0):
                impacts.involved[contact_count] = k
                contact_count += 1
                n = take_part(c.b, take_part(c.a, n, bodies, impacts), bodies, impacts)
        if joints is not None:
            for i in range(row_count):
                if joints.of[i].part == NO_PART and joints.of[i].equation == GOES_ON:
                    continue
                coupled = False
                for m in range(i, i + 1 + joints.of[i].more):
                    coupled |= marked[joints.of[m].a] != 0 or marked[joints.of[m].b] != 0
                if coupled:
                    impacts.joint_row[found] = i
                    found += 1
                    for m in range(i, i + 1 + joints.of[i].more):
                        n = take_part(joints.of[m].b, take_part(joints.of[m].a, n, bodies, impacts), bodies, impacts)
    for p in range(n):
        marked[impacts.body[p]] = 0
    for j in range(contact_count):
        impacts.number[j] = impacts.contact[impacts.involved[j]]
    return n, contact_count, found


@routine
def set_laws(c: Constraint, restitution: float) -> None:
    """Let points that touch separate as restitution demands; leave the others out."""
    for k in range(POINTS):
        p = c.point[k]
        touching = k < c.count and p.separation <= c.gap
        p.bias = required_change(p.error, restitution) - p.error if touching else 0.0
        if not touching:
            c.inverse_k.normal[k] = 0.0


@routine
def solve_involved(
    part: float,
    approach_speed: float,
    island: Island,
    joints: JointRows | None,
    bodies: Bodies,
    impacts: Impacts,
    work: Work,
) -> float:
    """Apply the impacts of an island, from the twists before them on; return the work of their impulses [J].

    part: of their restitutions.
    """
    for p in range(len(island.body)):
        bodies.twist[island.body[p]] = impacts.before[island.body[p]]
    if joints is not None:
        drop_joint_impulses(island.joint_row, joints)
    for j in range(len(island.contact)):
        c = impacts.constraint[impacts.involved[j]]
        for n in range(MULTIPLIERS):
            c.impulse.all[n], work.weight[j].all[n] = 0.0, 0.0
        work.constraint[j] = c
        set_laws(work.constraint[j], part * pair_restitution(c, bodies))
    descend(_EXACT * approach_speed, 0.0, island, joints, bodies, work)
    done = 0.0
    for j in range(len(island.contact)):
        c = impacts.constraint[impacts.involved[j]]
        c.impulse = work.constraint[j].impulse
        done += 0.5 * impulse_power(c, impacts.before[c.a], impacts.before[c.b])
        done += 0.5 * impulse_power(c, bodies.twist[c.a], bodies.twist[c.b])
    return done


@routine
def apply_shared_impact(
    q: int,
    count: int,
    row_count: int,
    bodies: Bodies,
    contacts: Contacts,
    joints: JointRows | None,
    impacts: Impacts,
    work: Work,
) -> int:
    """Apply the impact of contact q, one of `count`, and of those that take part in it; return how many these are.

    Their numbers are left in `impacts.involved`. Where friction turns the motion around, Newton's law may ask for more
    energy than there was: then they rebound less.
    """
    n, contact_count, found = find_involved(q, count, row_count, bodies, joints, impacts)
    island = Island(impacts.body[0:n], impacts.number[0:contact_count], impacts.joint_row[0:found])
    products = 0
    if found + contact_count > 1:
        products = order_bodies(island, bodies, contacts.pair, joints, work)
    if joints is not None and found + contact_count > 1 and products >= 0:
        prepare_joint_rows(island.joint_row, joints, bodies)
    if found + contact_count > 1 and products >= 0:
        for p in range(n):
            impacts.before[island.body[p]] = bodies.twist[island.body[p]]
        approach_speed, low, high = impacts.approach_speed[q], 0.0, 1.0
        if solve_involved(1.0, approach_speed, island, joints, bodies, impacts, work) > 0.0:
            while high - low > LEAST_LOSS:
                middle = 0.5 * (low + high)
                if solve_involved(middle, approach_speed, island, joints, bodies, impacts, work) > 0.0:
                    high = middle
                else:
                    low = middle
            solve_involved(low, approach_speed, island, joints, bodies, impacts, work)
        if joints is not None:
            for p in range(found):
                impacts.joint_impulse[island.joint_row[p]] += joints.row[island.joint_row[p]].impulse
    else:  # a pair of free bodies
        c = impacts.constraint[q]
        rebound(c, pair_restitution(c, bodies), 0.0, bodies)
        impacts.involved[0], contact_count = q, 1
    if found + contact_count > 1:
        for p in range(n):
            work.rank[island.body[p]] = -1
    return contact_count
