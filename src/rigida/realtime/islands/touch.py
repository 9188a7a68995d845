"""Bodies about to collide: the time of the first touch, and the impacts of elastic ones that touch.

An impact at the start of a step has the wrong normal, point and speed. So a step ends where the
first fast ones touch: by Newton's method on the separation s of each point with its velocity and what forces add,

    s + v τ − ½ a τ² = touch,   a ≥ 0: how much faster forces let them close,

which comes from the safe side for round bodies, whose separation is convex in time, and is taken again from there
(conservative advancement, Mirtich 1996). Then the impact of the fastest pair is applied first, and again, until none
approaches: a row of equal balls passes an impulse on instead of sharing it.
"""

import math

from rigida.arrays import FloatArray
from rigida.jit.decorators import inlined, kernel, routine
from rigida.math.vec3 import Vec3, cross, dot, minus_cross, plus_cross
from rigida.realtime.arrays import Bodies, Contacts, JointRows
from rigida.realtime.bodies.integrate import momentum_change
from rigida.realtime.direct.work import Work
from rigida.realtime.islands.restitution import (
    Impacts,
    add_impact,
    add_impulses,
    approach,
    is_elastic,
)
from rigida.realtime.islands.shared_impacts import apply_shared_impact
from rigida.realtime.surfaces import contact_length_scale, gap_of, slop_of

#: Where points are put that contacts shall not see [m].
NEVER = 1e3


@routine
def fall(wrench: FloatArray, i: int, bodies: Bodies) -> Vec3:
    """Return the acceleration of a body's centre by forces [m/s²]; none for one that impulses do not move."""
    if bodies.inverse[i].mass == 0.0:
        return Vec3(0.0, 0.0, 0.0)
    return bodies.inverse[i].mass * Vec3(wrench[i, 0], wrench[i, 1], wrench[i, 2])


@routine
def is_approaching(m: int, bodies: Bodies, contacts: Contacts) -> bool:
    """Return whether a step ends where contact m closes; concave bodies have their own parts of a step.

    Two that impulses do not move, as one on a path and one asleep, have no impacts.
    """
    pair = contacts.pair[m]
    if bodies.inverse[pair.a].mass == 0.0 and bodies.inverse[pair.b].mass == 0.0:
        return False
    ends = contacts.all_impacts != 0 or is_elastic(m, bodies, contacts)
    return ends and contacts.cache.impulse[pair.entry].is_patch == 0.0


@routine
def touching_gap(m: int, bodies: Bodies, contacts: Contacts) -> float:
    """Return the gap up to which points of contact m touch [m]: contacts let them close no further."""
    return gap_of(contact_length_scale(contacts.pair[m].a, contacts.pair[m].b, bodies), 0.0)


@routine
def closing_speed(m: int, k: int, bodies: Bodies, contacts: Contacts) -> float:
    """Return how fast bodies close at point k of contact m [m/s]."""
    pair, manifold = contacts.pair[m], contacts.manifold[m]
    a, b, point = bodies.twist[pair.a], bodies.twist[pair.b], manifold.point[k]
    velocity = plus_cross(a.linear - b.linear, a.angular, point - bodies.center[pair.a])
    return dot(minus_cross(velocity, b.angular, point - bodies.center[pair.b]), manifold.normal)


@routine
def closing_fall(m: int, wrench: FloatArray, bodies: Bodies, contacts: Contacts) -> float:
    """Return how much faster forces let the bodies of contact m close [m/s²], zero where they part them."""
    pair, n = contacts.pair[m], contacts.manifold[m].normal
    return max(dot(fall(wrench, pair.a, bodies) - fall(wrench, pair.b, bodies), n), 0.0)


@routine
def turns_about(m: int, bodies: Bodies, contacts: Contacts) -> bool:
    """Return whether contact m has points that may carry load: its others do not fall then, but turn about these."""
    touching, pair = False, contacts.pair[m]
    most = slop_of(contact_length_scale(pair.a, pair.b, bodies), 0.0)
    for k in range(pair.count):
        touching |= contacts.manifold[m].separation[k] <= most
    return touching


@inlined
def will_approach_fast(speed: float, gap: float, closes: float, turned: bool, slow: float) -> bool:
    """Return whether a point that closes a gap [m], accelerated by `closes`, will be faster than `slow` [m/s] then.

    Turned about others, it must be so now: how these will let it go on is not known.
    """
    if turned:
        return speed > slow
    return speed * speed + 2.0 * closes * gap > slow * slow and max(speed, closes) > 0.0


@routine
def turning_speed(m: int, k: int, h: float, bodies: Bodies, contacts: Contacts) -> float:
    """Return how fast bodies may come to close at point k of contact m within h [s] because they turn [m/s].

    A point of a body that rolls is carried along the normal n by its centripetal acceleration, ω × (ω × r) · n.
    """
    pair, manifold = contacts.pair[m], contacts.manifold[m]
    n, point = manifold.normal, manifold.point[k]
    a, b = bodies.twist[pair.a].angular, bodies.twist[pair.b].angular
    at_a = dot(cross(a, cross(a, point - bodies.center[pair.a])), n)
    at_b = dot(cross(b, cross(b, point - bodies.center[pair.b])), n)
    return h * (abs(at_a) + abs(at_b))


@kernel
def first_touch(count: int, h: float, slow: float, wrench: FloatArray, bodies: Bodies, contacts: Contacts) -> float:
    """Return when the first bodies meet faster than `slow` [m/s]: zero if they touch, infinity if none [s].

    h: length of a step [s]. Those that touch must be faster than what turning in a step makes of rolling.
    """
    first = math.inf
    for m in range(count):
        if not is_approaching(m, bodies, contacts):
            continue
        pair, manifold = contacts.pair[m], contacts.manifold[m]
        closes, touching = closing_fall(m, wrench, bodies, contacts), touching_gap(m, bodies, contacts)
        turned = turns_about(m, bodies, contacts)
        for k in range(pair.count):
            speed, gap = closing_speed(m, k, bodies, contacts), manifold.separation[k]
            if gap <= touching:
                if speed > slow and speed > turning_speed(m, k, h, bodies, contacts):
                    return 0.0
                continue
            gap -= 0.5 * touching
            if will_approach_fast(speed, gap, closes, turned, slow):
                # The root in the form that does not cancel where nothing accelerates.
                first = min(first, 2.0 * gap / (speed + math.sqrt(speed * speed + 2.0 * closes * gap)))
    return first


@kernel
def spare_meeting(count: int, slow: float, wrench: FloatArray, bodies: Bodies, contacts: Contacts) -> None:
    """Put points at which elastic bodies will meet out of the reach of contacts, which would stop them short of it."""
    for m in range(count):
        if is_approaching(m, bodies, contacts):
            touching, closes = touching_gap(m, bodies, contacts), closing_fall(m, wrench, bodies, contacts)
            turned = turns_about(m, bodies, contacts)
            for k in range(contacts.pair[m].count):
                gap, speed = contacts.manifold[m].separation[k], closing_speed(m, k, bodies, contacts)
                if gap > touching and will_approach_fast(speed, gap, closes, turned, slow):
                    contacts.manifold[m].separation[k] = NEVER


@kernel
def gather_touching(count: int, bodies: Bodies, contacts: Contacts, impacts: Impacts) -> int:
    """Write the constraints of all elastic contacts that touch; return their number."""
    found = 0
    for m in range(count):
        pair, manifold, near = contacts.pair[m], contacts.manifold[m], math.inf
        for k in range(pair.count):
            near = min(near, manifold.separation[k])
        if not (is_elastic(m, bodies, contacts) and is_approaching(m, bodies, contacts)):
            continue
        if near <= touching_gap(m, bodies, contacts):
            found = add_impact(found, m, bodies, contacts, impacts)
    return found


@routine
def fastest_meeting(count: int, slow: float, bodies: Bodies, impacts: Impacts) -> tuple[int, float]:
    """Return which of the touching contacts meets fastest, and how fast [m/s]; record which are faster than `slow`."""
    fastest, which = 0.0, 0
    for q in range(count):
        approach_speed = approach(impacts.constraint[q], 0.0, bodies)
        impacts.approach_speed[q] = approach_speed if approach_speed > slow else 0.0
        if approach_speed > fastest:
            fastest, which = approach_speed, q
    return which, fastest


@kernel
def apply_touch_impacts(
    count: int,
    most: int,
    slow: float,
    row_count: int,
    bodies: Bodies,
    contacts: Contacts,
    joints: JointRows | None,
    impacts: Impacts,
    work: Work,
) -> tuple[int, float]:
    """Apply the impact of the contact that meets fastest, and again, until none meets faster than `slow` [m/s].

    row_count: number of joint rows. Returns how many impacts that took, at most `most`, and how fast bodies still meet
    after them [m/s].
    """
    q, speed = fastest_meeting(count, slow, bodies, impacts)
    rounds = 0
    while speed > slow and rounds < most:
        involved = apply_shared_impact(q, count, row_count, bodies, contacts, joints, impacts, work)
        for j in range(involved):
            add_impulses(impacts.involved[j], impacts)
        rounds += 1
        q, speed = fastest_meeting(count, slow, bodies, impacts)
    return rounds, speed if speed > slow else 0.0


@kernel
def keep_twists(bodies: Bodies) -> None:
    """Give the state the velocities and angular momenta after impacts."""
    for i in range(len(bodies.active)):
        if bodies.active[i]:
            twist = bodies.twist[i]
            change = momentum_change(twist.angular - bodies.angular_velocity[i], bodies.rotation[i], bodies.inertia[i])
            bodies.angular_momentum[i] += change
            bodies.velocity[i], bodies.angular_velocity[i] = twist.linear, twist.angular
