"""Sub-intervals: a step that is too long for the contacts that may begin in it is divided into shorter ones.

Contacts are detected at the start of a step and used for the whole motion in it. When the motion leads past the middle
of a wall, the nearest points of hollow bodies change, and thin walls may be passed. Jointed bodies that turn by more
than half a turn would be struck and held where they no longer are.
"""

import math
from typing import TYPE_CHECKING

from rigida.jit.decorators import kernel
from rigida.math.vec3 import dot, minus_cross, norm, plus_cross, square
from rigida.realtime.arrays import Bodies, Contacts
from rigida.realtime.tuning import ALL_AROUND, MAX_TRAVEL, MOST_INTERVALS, TURN_IN_CONTACT

if TYPE_CHECKING:
    from rigida.realtime.world import World


@kernel
def hardest_hit(count: int, h: float, bodies: Bodies, contacts: Contacts) -> float:
    """Return how far a concave pair closes in h at most, of those that would overlap by then [m].

    Of what is so fast that it may meet what lies behind what is nearest, the whole way counts.
    """
    longest = 0.0
    for m in range(count):
        pair, manifold = contacts.pair[m], contacts.manifold[m]
        if contacts.cache.impulse[pair.entry].is_patch == 0.0:
            continue
        a, b = bodies.twist[pair.a], bodies.twist[pair.b]
        for k in range(pair.count):
            arm_a = manifold.point[k] - bodies.center[pair.a]
            arm_b = manifold.point[k] - bodies.center[pair.b]
            velocity = minus_cross(plus_cross(a.linear - b.linear, a.angular, arm_a), b.angular, arm_b)
            closing = h * dot(velocity, manifold.normal)
            if h * norm(velocity) > ALL_AROUND:
                closing = h * norm(velocity)
            if closing > manifold.separation[k]:
                longest = max(longest, closing)
    return longest


@kernel
def fastest_spin(count: int, bodies: Bodies, contacts: Contacts) -> float:
    """Return the largest angular velocity of bodies that hang on joints and are near others [rad/s]."""
    fastest = 0.0
    for m in range(count):
        for i in (contacts.pair[m].a, contacts.pair[m].b):
            if bodies.jointed[i]:
                fastest = max(fastest, square(bodies.twist[i].angular))
    return math.sqrt(fastest)


def interval_count(w: "World", dt: float) -> int:
    """Return in how many sub-intervals the step of dt [s] whose contacts have been found must be taken.

    In none of them a concave body closes by more than halfway to the middle of the thinnest solid. A step in which a
    jointed body near another turns by more than half a turn is taken in parts of a radian.
    """
    contacts, count = w.contacts, 1
    if w.articulated is not None and contacts.count:
        turn = w.fastest_spin(contacts.count) * dt
        count = min(math.ceil(turn / TURN_IN_CONTACT), MOST_INTERVALS) if turn > math.pi else 1
    if contacts.concave is None:
        return count
    return max(count, intervals_for(w.hardest_hit(contacts.count, dt), contacts.concave.thinnest))


def intervals_for(closing: float, thinnest: float) -> int:
    """Return in how many sub-intervals bodies close by `closing` [m] where the thinnest solid is `thinnest` [m]."""
    longest = max(MAX_TRAVEL, 0.5 * thinnest)
    return min(max(math.ceil(closing / longest), 1), MOST_INTERVALS)
