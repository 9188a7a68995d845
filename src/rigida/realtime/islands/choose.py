"""Which islands are solved directly: those whose factorisation is cheap for how they move and what they touch."""

import math

from rigida.jit.decorators import inlined, routine
from rigida.jit.records import Int32, Rows
from rigida.math.vec3 import dot, plus_cross
from rigida.realtime.arrays import Bodies, Contacts, Twist
from rigida.realtime.grain import COARSEST, IMPACT_SPEED_SQUARED, grain_of

#: An island is in motion where a body is faster than this [m/s, rad/s]: what rocks is not solved directly.
CALM = 0.05
#: Islands with more bodies are never solved directly.
MOST_BODIES = 500
#: Block products up to which an island in motion is solved directly if it has joints, which converge slowly otherwise.
JOINTED_LIMIT = 600
#: Islands of concave bodies touch in many places but build no towers: they are solved directly up to so many products,
#: in motion as well, so that chains of links hold.
CONCAVE_LIMIT = 60
#: They may back off from a direct solve, as others do in motion too, only where nothing is faster than this [m/s,
#: rad/s].
AT_REST = 0.01
#: An approach so many times as fast as the least impact is a blow.
_BLOW = 10.0


@inlined
def largest_component(twist: Twist) -> float:
    """Return the largest component of a twist [m/s, rad/s]."""
    largest = 0.0
    for c in range(6):
        largest = max(largest, abs(twist.all[c]))
    return largest


@routine
def highest_speed(member: Rows[Int32], twist: Rows[Twist], grain: Rows[float]) -> float:
    """Return the largest component of an island's twists; turning of fine bodies counts less [m/s, rad/s]."""
    highest = 0.0
    for p in range(len(member)):
        i = member[p]
        v, turning, scale = twist[i].linear, twist[i].angular, grain[i] / COARSEST
        highest = max(highest, max(max(abs(v.x), abs(v.y)), abs(v.z)))
        highest = max(highest, scale * max(max(abs(turning.x), abs(turning.y)), abs(turning.z)))
    return highest


@routine
def touches_patch(contact: Rows[Int32], contacts: Contacts) -> bool:
    """Tell whether one of an island's contacts is a patch of a concave body."""
    patch = False
    for q in range(len(contact)):
        patch |= contacts.cache.impulse[contacts.pair[contact[q]].entry].is_patch != 0.0
    return patch


@routine
def meets_fast(contact: Rows[Int32], contacts: Contacts, bodies: Bodies) -> bool:
    """Tell whether a body without joints is about to strike another that can be moved, by how they moved before forces.

    Links of heaps that strike each other are many: they are left to the sub-steps.
    """
    fast = False
    for q in range(len(contact)):
        pair, manifold = contacts.pair[contact[q]], contacts.manifold[contact[q]]
        held = bodies.inverse[pair.a].mass == 0.0 or bodies.inverse[pair.b].mass == 0.0
        if held or (bodies.jointed[pair.a] and bodies.jointed[pair.b]):
            continue
        a, b = bodies.before[pair.a], bodies.before[pair.b]
        blow = -_BLOW * math.sqrt(IMPACT_SPEED_SQUARED * grain_of(pair.a, pair.b, bodies))
        for k in range(pair.count):
            at_b = plus_cross(b.linear, b.angular, manifold.point[k] - bodies.center[pair.b])
            at_a = plus_cross(a.linear, a.angular, manifold.point[k] - bodies.center[pair.a])
            fast |= dot(at_b - at_a, manifold.normal) < blow
    return fast


@routine
def most_products(jointed: bool, concave: bool, speed: float, limit: int, limit_in_motion: int) -> int:
    """Return how many block products the factorisation of an island may take; limits: see `direct.work`."""
    if concave:
        return min(limit, CONCAVE_LIMIT)
    if speed < CALM:
        return limit
    return min(limit, JOINTED_LIMIT if jointed else limit_in_motion)
