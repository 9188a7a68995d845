"""Bodies that roll: alone on a plane at one point of a smooth surface, as a coin on its rim or an egg.

The direct solution takes a point of contact as it is at the begin of a step, or guesses where it will be. Points of
rims run around a body while it turns, and a disk that is nearly flat has turned by little when its point has run far.
What touches a plane at one such point is therefore moved once more, in parts as short as its turning asks for (`part`),
if it neither strikes nor leaves the plane; a cone on its side (`cone`), or what topples about an edge (`topple`), at
once. No other point of a convex body can come
to touch the plane as long as the outermost one does not jump. Bodies that cease to roll within the step keep what the
direct solution has made of them.
"""

import math

from rigida.arrays import FloatArray, IntArray
from rigida.jit.decorators import kernel, routine
from rigida.math.vec3 import Vec3, dot, norm, plus_cross, square
from rigida.realtime.arrays import Bodies, Contacts, Islands
from rigida.realtime.bodies.integrate import set_spin, turned
from rigida.realtime.direct.passes import RECOVERY
from rigida.realtime.rolling.arrays import Rolling
from rigida.realtime.rolling.cone import roll_cone
from rigida.realtime.rolling.part import JUMPED, roll_part
from rigida.realtime.rolling.topple import topple
from rigida.realtime.rolling.touch_point import BodyShapes, is_flat, is_smooth, touch_arm
from rigida.realtime.surfaces import IMPACT_SPEED_SQUARED, band_of, combined_friction, grain_of

#: Largest turn of a body, or of the point that touches around it, in a part of a step [rad].
LARGEST_ROLL = 0.03
#: Parts of a step at least, and at most: what would need more is left as the direct solution has it.
LEAST_PARTS, MOST_PARTS = 6, 256
#: A body that turns by less in a step is left so too [rad]; the second where friction of rolling or spinning stops it.
LEAST_TURN, LEAST_TURN_STOPPING = 1e-5, 1e-3
#: A turn from which it is told how fast the point runs around the body [rad].
_TRIAL_TURN = 1e-3


@routine
def touches_elsewhere(i: int, m: int, arm: Vec3, band: float, bodies: Bodies, contacts: Contacts) -> bool:
    """Tell whether body i touches by contact m at a point far from the one at an arm."""
    pair, manifold, found = contacts.pair[m], contacts.manifold[m], False
    for k in range(pair.count):
        away = norm(manifold.point[k] - bodies.center[i] - arm)
        found |= manifold.separation[k] <= band and away > JUMPED * norm(arm)
    return found


@routine
def begin_alone(i: int, m: int, h: float, bodies: Bodies, contacts: Contacts, rolling: Rolling) -> bool:
    """Write where body i is and what it touches by contact m; tell whether that is held and does not turn.

    It may move along, ever faster: velocities are seen from there until the body has rolled for h [s].
    """
    pair, ground = contacts.pair[m], rolling.ground[i]
    other = pair.a + pair.b - i
    if contacts.cache.impulse[pair.entry].is_patch != 0.0 or other >= len(rolling.shape):
        return False
    begin, end = bodies.before[other], bodies.twist[other]
    if bodies.inverse[other].mass > 0.0 or square(begin.angular) + square(end.angular) > 0.0:
        return False
    ground.up = contacts.manifold[m].normal if i == pair.b else -contacts.manifold[m].normal
    ground.gap, ground.band = 0.0, band_of(grain_of(pair.a, pair.b, bodies), 0.0)
    ground.drift, ground.gained = end.linear, end.linear - begin.linear
    ground.way = h * bodies.moving[other].linear
    ground.friction, ground.roll, ground.spin = combined_friction(bodies.surface[pair.a], bodies.surface[pair.b])
    rolling.center[i], rolling.attitude[i] = bodies.center[i], bodies.attitude[i]
    rolling.velocity[i], rolling.momentum[i] = bodies.velocity[i] - begin.linear, bodies.angular_momentum[i]
    return True


@routine
def may_roll(i: int, m: int, bodies: Bodies, contacts: Contacts, shapes: BodyShapes, rolling: Rolling) -> bool:
    """Tell whether body i, begun, touches a plane by contact m without a blow; write at how many points and its gap."""
    pair, manifold, ground = contacts.pair[m], contacts.manifold[m], rolling.ground[i]
    up, grain = ground.up, grain_of(pair.a, pair.b, bodies)
    if not is_flat(rolling.shape[pair.a + pair.b - i], up, shapes):
        return False
    # Manifolds are kept while a body hardly moves: where a nearly flat disk touches it may have run on since.
    arm = touch_arm(rolling.shape[i], bodies.attitude[i], -up, shapes)
    ground.gap = dot(bodies.center[i] + arm - manifold.point[0], up) + 0.5 * manifold.separation[0]
    closing = -dot(plus_cross(rolling.velocity[i], bodies.angular_velocity[i], arm), up)
    ground.point = not touches_elsewhere(i, m, arm, ground.band, bodies, contacts)
    return abs(ground.gap) <= ground.band and closing * closing <= IMPACT_SPEED_SQUARED * grain


@routine
def point_rate(i: int, spin: Vec3, down: Vec3, bodies: Bodies, shapes: BodyShapes, rolling: Rolling) -> float:
    """Return how fast body i turns, or the point of it that is furthest down runs around it [rad/s].

    spin: how it turns against what it touches. Told from a short turn.
    """
    rate = norm(spin)
    if rate == 0.0:
        return 0.0
    little = _TRIAL_TURN / rate
    arm = touch_arm(rolling.shape[i], bodies.attitude[i], down, shapes)
    then = touch_arm(rolling.shape[i], turned(bodies.attitude[i], little * spin), down, shapes)
    return max(rate, norm(then - arm) / (little * norm(arm)))


@routine
def count_parts(i: int, h: float, bodies: Bodies, shapes: BodyShapes, rolling: Rolling) -> int:
    """Return in how many parts of h [s] body i is to roll; none if they would be too many."""
    rate = point_rate(i, bodies.angular_velocity[i], -rolling.ground[i].up, bodies, shapes, rolling)
    parts = h * rate / LARGEST_ROLL
    return max(math.ceil(parts), LEAST_PARTS) if parts < MOST_PARTS else 0


@routine
def roll_on_point(
    i: int,
    m: int,
    h: float,
    force: Vec3,
    torque: Vec3,
    bodies: Bodies,
    contacts: Contacts,
    shapes: BodyShapes,
    rolling: Rolling,
) -> bool:
    """Move body i on the point of contact m for h [s] in equal parts; the contact keeps the impulse of all of them.

    Returns false, and has written nothing to be relied on, where the body ceases to roll or slide on one point.
    """
    parts = count_parts(i, h, bodies, shapes, rolling)
    if parts == 0:
        return False
    pair, up, load = contacts.pair[m], rolling.ground[i].up, 0.0
    kept, side = contacts.cache.impulse[pair.entry], 1.0 if i == pair.b else -1.0
    for k in range(pair.count):
        load += kept.normal[k]
    guess, total = (load * up + side * kept.friction) / float(parts), Vec3(0.0, 0.0, 0.0)
    for _ in range(parts):
        rolling.push[i] = guess
        if not roll_part(i, h / parts, True, force, torque, bodies, shapes, rolling):
            rolling.push[i] = guess
            if not roll_part(i, h / parts, False, force, torque, bodies, shapes, rolling):
                return False
        guess = rolling.push[i]
        total += guess
    load, lowest = dot(total, up), deepest(m, contacts)
    for k in range(pair.count):
        kept.normal[k], kept.impact[k] = load if k == lowest else 0.0, 0.0
    kept.friction = side * (total - load * up)
    return True


@routine
def deepest(m: int, contacts: Contacts) -> int:
    """Return which point of contact m has the least separation."""
    found, separation = 0, contacts.manifold[m].separation
    for k in range(1, contacts.pair[m].count):
        found = k if separation[k] < separation[found] else found
    return found


@kernel
def roll(
    count: int,
    h: float,
    wrench: FloatArray,
    lifted: IntArray,
    bodies: Bodies,
    contacts: Contacts,
    islands: Islands,
    shapes: BodyShapes,
    rolling: Rolling,
) -> int:
    """Move bodies that roll alone, of the first `count` islands, for h [s] under wrenches (n, 6): into `rolling`.

    Their contacts keep the impulses. lifted (n,): bodies that are pushed out of deep overlaps, and do not roll. Returns
    how many do.
    """
    found = 0
    for k in range(count):
        first, c = islands.body_start[k], islands.contact_start[k]
        i = islands.body[first]
        rolling.rolls[i] = 0
        alone = islands.body_start[k + 1] == first + 1 and islands.contact_start[k + 1] == c + 1
        if not alone or islands.method[k] != 1 or bodies.jointed[i] or rolling.shape[i] < 0 or lifted[i]:
            continue
        m = islands.contact[c]
        turn = h * norm(bodies.angular_velocity[i])
        if turn < LEAST_TURN or not begin_alone(i, m, h, bodies, contacts, rolling):
            continue
        if turn < LEAST_TURN_STOPPING and rolling.ground[i].roll + rolling.ground[i].spin > 0.0:
            continue
        force = Vec3(wrench[i, 0], wrench[i, 1], wrench[i, 2]) - (bodies.mass[i] / h) * rolling.ground[i].gained
        torque = Vec3(wrench[i, 3], wrench[i, 4], wrench[i, 5])
        if not is_smooth(rolling.shape[i], shapes):
            rolls = topple(i, m, h, force, torque, bodies, contacts, rolling)
        elif not may_roll(i, m, bodies, contacts, shapes, rolling):
            rolls = False
        elif rolling.ground[i].point:
            rolls = roll_on_point(i, m, h, force, torque, bodies, contacts, shapes, rolling)
        else:
            rolls = roll_cone(i, h, force, torque, bodies, shapes, rolling)
        if rolls:
            ground = rolling.ground[i]
            rolling.center[i] += ground.way - RECOVERY * ground.gap * ground.up
            rolling.velocity[i] += ground.drift
            rolling.rolls[i] = 1
            found += 1
    return found


@kernel
def take_rolled(count: int, bodies: Bodies, islands: Islands, rolling: Rolling) -> None:
    """Put the bodies that rolled, of the first `count` islands, where they have rolled to."""
    for k in range(count):
        i = islands.body[islands.body_start[k]]
        if rolling.rolls[i]:
            bodies.center[i], bodies.attitude[i] = rolling.center[i], rolling.attitude[i]
            bodies.velocity[i], bodies.angular_momentum[i] = rolling.velocity[i], rolling.momentum[i]
            set_spin(i, bodies)
            rolling.rolls[i] = 0
