"""A body that topples about an edge: two points on something that is held, at rest while it turns about their line.

With the unit direction e from one point A to the other, the arm r of the centre of mass from A and force f and torque τ
from outside, one coordinate is left, the angle φ about e, which Nyström's method of fourth order follows:

    I_e φ̈ = e · (τ + r(φ) × f),      I_e = e · I e + m |e × r|²

(Hairer, Nørsett and Wanner 1993, II.14). Impulses of both points follow from the change of momentum and angular
momentum; a body whose points slide, cease to push or land elsewhere is left as the direct solution has it.
"""

import math

from rigida.jit.decorators import routine
from rigida.math.vec3 import Vec3, cross, dot, norm, plus_cross
from rigida.realtime.arrays import Bodies, Contacts
from rigida.realtime.bodies.integrate import turned
from rigida.realtime.rolling.arrays import Rolling
from rigida.realtime.rolling.cone import ROLLS, momentum_of

#: Parts of a step.
_PARTS_OF_TOPPLING = 4
#: Points that move slower than this part of what forces change in a step are at rest.
_REST = 1e-3
#: Two points nearer to each other than this part of the arm are one.
_ONE_POINT = 0.05


@routine
def loaded_points(m: int, contacts: Contacts) -> tuple[int, int]:
    """Return the two points that carry contact m; −1 twice where others do, or something lands."""
    kept, first, second, more = contacts.cache.impulse[contacts.pair[m].entry], -1, -1, False
    for k in range(contacts.pair[m].count):
        more |= kept.impact[k] > 0.0 or (second >= 0 and kept.normal[k] > 0.0)
        if kept.normal[k] > 0.0 and first < 0:
            first = k
        elif kept.normal[k] > 0.0:
            second = k
    return (-1, -1) if more or second < 0 else (first, second)


@routine
def topple(
    i: int, m: int, h: float, force: Vec3, torque: Vec3, bodies: Bodies, contacts: Contacts, rolling: Rolling
) -> bool:
    """Move body i, where `rolling` has it, on for h [s] if contact m lets it topple; tell whether it does."""
    first, second = loaded_points(m, contacts)
    manifold, ground, mass = contacts.manifold[m], rolling.ground[i], bodies.mass[i]
    gaps = max(abs(manifold.separation[first]), abs(manifold.separation[second])) if first >= 0 else math.inf
    if gaps > ground.band:
        return False
    edge, arm = manifold.point[second] - manifold.point[first], rolling.center[i] - manifold.point[first]
    length, up = norm(edge), ground.up
    if length < _ONE_POINT * norm(arm):
        return False

    # Does it turn about the edge?
    e, velocity, momentum, spin = edge / length, rolling.velocity[i], rolling.momentum[i], bodies.angular_velocity[i]
    slip = norm(plus_cross(velocity, arm, spin)) + norm(spin - dot(spin, e) * e) * length
    if slip > ROLLS * norm(velocity) + _REST * h * norm(force) / mass:
        return False
    across = arm - dot(arm, e) * e
    above = cross(e, across)
    inertia = dot(e, momentum_of(i, e, bodies, rolling)) + mass * dot(across, across)
    angle, rate, part = 0.0, dot(e, momentum + mass * cross(arm, velocity)) / inertia, h / _PARTS_OF_TOPPLING
    steady, at_first = dot(e, torque) / inertia, dot(e, cross(across, force)) / inertia
    later = dot(e, cross(above, force)) / inertia
    for _ in range(_PARTS_OF_TOPPLING):
        a = steady + at_first * math.cos(angle) + later * math.sin(angle)
        middle = angle + part * (0.5 * rate + 0.125 * part * a)
        b = steady + at_first * math.cos(middle) + later * math.sin(middle)
        last = angle + part * (rate + 0.5 * part * b)
        c = steady + at_first * math.cos(last) + later * math.sin(last)
        angle += part * (rate + part / 6.0 * (a + 2.0 * b))
        rate += part / 6.0 * (a + 4.0 * b + c)

    # Do other points land?
    cosine, sine, begin = math.cos(angle), math.sin(angle), rolling.attitude[i]
    for k in range(contacts.pair[m].count):
        away = manifold.point[k] - manifold.point[first]
        away = away - dot(away, e) * e
        rise = dot((cosine - 1.0) * away + sine * cross(e, away), up)
        if k not in (first, second) and rise < 0.0 and manifold.separation[k] + rise < 2.0 * ground.band:
            return False

    # Are its impulses those of two points that push and stick?
    then = arm - across + cosine * across + sine * above
    end = rate * cross(e, then)
    rolling.attitude[i] = turned(begin, angle * e)
    turning = momentum_of(i, rate * e, bodies, rolling)
    push = mass * (end - velocity) - h * force
    moment = turning + mass * cross(then, end) - momentum - mass * cross(arm, velocity)
    moment = moment - h * (torque + cross(0.5 * (arm + then), force))
    load, at_second = dot(push, up), -dot(moment, cross(up, e)) / length
    sticks = norm(push - load * up) < ground.friction * load
    if not (0.0 < at_second < load and sticks and abs(dot(moment, up)) < length * ground.friction * load):
        rolling.attitude[i] = begin
        return False
    rolling.center[i] += then - arm
    rolling.velocity[i], rolling.momentum[i] = end, turning
    keep_impulses(i, m, push, at_second, contacts, rolling)
    return True


@routine
def keep_impulses(i: int, m: int, push: Vec3, at_second: float, contacts: Contacts, rolling: Rolling) -> None:
    """Let contact m remember the impulse of body i's edge, of which the second point carries its part [N s]."""
    (first, second), pair, up = loaded_points(m, contacts), contacts.pair[m], rolling.ground[i].up
    kept, load = contacts.cache.impulse[pair.entry], dot(push, up)
    kept.normal[first], kept.normal[second] = load - at_second, at_second
    kept.friction = (1.0 if i == pair.b else -1.0) * (push - load * up)
    kept.spin = 0.0
