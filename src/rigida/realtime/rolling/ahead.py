"""Bodies that roll on what moves: how short a part of a step they need, and where their points will be at its end.

What a body rolls on may be moved by it in turn, through joints, springs and contacts of its own. Both are solved with
their island then, directly, in parts of the step in which neither the body nor its point around it turns far. A direct
solution takes impulses halfway to where a point will be at the end (`direct.constraint`). On a flat face that is known
from the shape: it is the outermost point of the body as it will have turned by then, by forces and by the impulse of
the last part. On something round it runs on as in the last part. So do bodies roll that touch something round that is
held.
"""

import math

from rigida.jit.decorators import inlined, kernel, routine
from rigida.math.quat import rotated, rotated_back
from rigida.math.vec3 import Vec3, cross, dot, minus_cross, norm, plus_cross, square
from rigida.realtime.arrays import Bodies, Contacts, Flight
from rigida.realtime.bodies.integrate import turned
from rigida.realtime.contacts.manifolds import keep_normal, keep_point
from rigida.realtime.rolling.arrays import Rolling
from rigida.realtime.rolling.part import solve_3
from rigida.realtime.rolling.roll import deepest, point_rate, touches_elsewhere
from rigida.realtime.rolling.touch_point import BodyShapes, face_normal, is_round, is_smooth, touch_arm
from rigida.realtime.surfaces import IMPACT_SPEED_SQUARED, band_of, combined_friction, grain_of

#: Impulses below this part of those that stop a body's point tell nothing: it has just begun to touch.
_KNOWN = 0.5
#: What can be moved is a plate for bodies that reach less than one part in so many of what it reaches.
_WIDER = 3.0
#: How often a point and the impulse at it, of which nothing is known, are found from each other.
_TRIALS = 4


@inlined
def roller_of(m: int, bodies: Bodies, contacts: Contacts, shapes: BodyShapes, rolling: Rolling) -> int:
    """Return which body of contact m may roll on the other one, the smaller if both may: −1 for none."""
    pair, n, found = contacts.pair[m], len(rolling.shape), -1
    if contacts.cache.impulse[pair.entry].is_patch == 0.0 and pair.a < n and pair.b < n:
        for i in (pair.a, pair.b):
            free = bodies.inverse[i].mass > 0.0 and not bodies.jointed[i]
            smaller = found < 0 or rolling.reach[i] < rolling.reach[found]
            if free and smaller and is_smooth(rolling.shape[i], shapes):
                found = i
    return found


@routine
def is_plate(other: int, i: int, up: Vec3, bodies: Bodies, shapes: BodyShapes, rolling: Rolling) -> bool:
    """Tell whether another body is one that body i may roll on, but not alone: it turns, is round, or can be moved.

    up: its outward normal. What can be moved must be wider than what rolls there: in piles each would be a plate.
    """
    flat, _ = face_normal(rolling.shape[other], up, shapes)
    turns = square(bodies.twist[other].angular) > 0.0
    held, wide = bodies.inverse[other].mass == 0.0, rolling.reach[other] > _WIDER * rolling.reach[i]
    if (held and flat and not turns) or not (held or wide):
        return False
    return flat or is_round(rolling.shape[other], shapes)


@routine
def count_touching(count: int, bodies: Bodies, contacts: Contacts, rolling: Rolling) -> None:
    """Fill how many others each body touches by the first `count` contacts."""
    for m in range(count):
        pair, separation = contacts.pair[m], contacts.manifold[m].separation[deepest(m, contacts)]
        if separation <= band_of(grain_of(pair.a, pair.b, bodies), 0.0):
            for i in (pair.a, pair.b):
                if i < len(rolling.touching):
                    rolling.touching[i] += 1


@kernel
def fastest_roll(
    count: int, most: int, bodies: Bodies, contacts: Contacts, shapes: BodyShapes, rolling: Rolling, flight: Flight
) -> tuple[float, int]:
    """Find and mark bodies that roll on what moves or is round, and touch nothing else, by the first `count` contacts.

    Returns how fast they turn at most, or their points around them [rad/s], and how many bodies are awake. There are
    none where these are more than `most`.
    """
    awake, fastest = 0, 0.0
    for i in range(len(bodies.active)):
        awake += bodies.active[i] != 0
        rolling.touching[i] = flight.rolls[i] = 0
    if awake > most:
        return 0.0, awake
    count_touching(count, bodies, contacts, rolling)
    for m in range(count):
        i = roller_of(m, bodies, contacts, shapes, rolling)
        if i < 0 or rolling.touching[i] != 1:
            continue
        pair, manifold = contacts.pair[m], contacts.manifold[m]
        other, up = (pair.a, manifold.normal) if i == pair.b else (pair.b, -manifold.normal)
        if not is_plate(other, i, up, bodies, shapes, rolling):
            continue

        # Does it touch at one point, and neither strike nor leave? What is pressed down already does not.
        arm, grain = touch_arm(rolling.shape[i], bodies.attitude[i], -up, shapes), grain_of(i, other, bodies)
        own, under = bodies.twist[i], bodies.twist[other]
        slip = plus_cross(own.linear - under.linear, own.angular, arm)
        closing = dot(minus_cross(slip, under.angular, bodies.center[i] + arm - bodies.center[other]), up)
        pressed = contacts.cache.impulse[pair.entry].normal[deepest(m, contacts)] > 0.0
        strikes = not pressed and closing * closing > IMPACT_SPEED_SQUARED * grain
        if not strikes and not touches_elsewhere(i, m, arm, band_of(grain, 0.0), bodies, contacts):
            rate = point_rate(i, own.angular - under.angular, -up, bodies, shapes, rolling)
            fastest, flight.rolls[i] = max(fastest, rate), 1
    return fastest, awake


@routine
def find_touch(i: int, m: int, bodies: Bodies, contacts: Contacts, shapes: BodyShapes, rolling: Rolling) -> bool:
    """Write into `ground` what body i touches by contact m; tell whether it does, at one point.

    Manifolds are kept while a body hardly moves, but points of rims run on: on a flat face it is put where it is now.
    """
    pair, manifold, ground, k = contacts.pair[m], contacts.manifold[m], rolling.ground[i], deepest(m, contacts)
    other, up = (pair.a, manifold.normal) if i == pair.b else (pair.b, -manifold.normal)
    flat, up = face_normal(rolling.shape[other], up, shapes)
    arm, gap = manifold.point[k] - bodies.center[i], manifold.separation[k]
    if flat:
        arm = touch_arm(rolling.shape[i], bodies.attitude[i], -up, shapes)
        gap = dot(bodies.center[i] + arm - manifold.point[k], up) + 0.5 * gap
    ground.up, ground.flat, ground.band = up, flat, band_of(grain_of(i, other, bodies), 0.0)
    ground.friction, _, _ = combined_friction(bodies.surface[pair.a], bodies.surface[pair.b])
    if not gap <= ground.band or touches_elsewhere(i, m, arm, ground.band, bodies, contacts):
        return False
    if flat:
        manifold.normal = up if i == pair.b else -up
        manifold.separation[k], manifold.point[k] = gap, bodies.center[i] + arm - 0.5 * gap * up
        keep_normal(pair.entry, pair.a, pair.b, manifold.normal, contacts.cache, bodies)
        keep_point(m, k, contacts, bodies)
    return True


@routine
def run_on(i: int, other: int, h: float, arm: Vec3, contacts: Contacts, bodies: Bodies, rolling: Rolling) -> Vec3:
    """Return the arm of a point after h [s] that runs around body i as it did in the last part, on another body [m]."""
    last, look = rolling.last[i], contacts.look[0]
    known = last.h > 0.0 and last.other == other and last.look < look <= last.look + 2.0
    then = arm + (h / last.h) * (arm - last.arm) if known else arm
    last.other, last.look, last.h, last.arm = other, look, h, arm
    return then


@routine
def arm_ahead(
    i: int, h: float, arm: Vec3, push: Vec3, down: Vec3, bodies: Bodies, shapes: BodyShapes, rolling: Rolling
) -> Vec3:
    """Return the arm of body i's point that is furthest down after h [s] of forces and an impulse at an arm [m]."""
    spin = bodies.before[i].angular + bodies.twist[i].angular + bodies.inverse[i].inertia @ cross(arm, push)
    return touch_arm(rolling.shape[i], turned(bodies.attitude[i], 0.5 * h * spin), down, shapes)


@routine
def stopping_push(i: int, other: int, arm: Vec3, then: Vec3, bodies: Bodies, rolling: Rolling) -> Vec3:
    """Return the impulse on body i, halfway between two arms, with which its point moves with another body [N s].

    As far as friction can; as if the other went on as before, whatever the reaction.
    """
    inverse, half, under = bodies.inverse[i], 0.5 * (arm + then), bodies.center[i] + then - bodies.center[other]
    slip = plus_cross(bodies.twist[i].linear - bodies.before[other].linear, bodies.twist[i].angular, then)
    slip = minus_cross(slip, bodies.before[other].angular, under)
    x, y, z = Vec3(1.0, 0.0, 0.0), Vec3(0.0, 1.0, 0.0), Vec3(0.0, 0.0, 1.0)
    x = plus_cross(inverse.mass * x, inverse.inertia @ cross(half, x), then)
    y = plus_cross(inverse.mass * y, inverse.inertia @ cross(half, y), then)
    z = plus_cross(inverse.mass * z, inverse.inertia @ cross(half, z), then)
    push, up = -solve_3(x, y, z, slip), rolling.ground[i].up
    load = max(dot(push, up), 0.0)
    along = push - dot(push, up) * up
    return load * up + min(1.0, rolling.ground[i].friction * load / (norm(along) + 1e-30)) * along


@kernel
def look_ahead(
    count: int, h: float, bodies: Bodies, contacts: Contacts, shapes: BodyShapes, rolling: Rolling, flight: Flight
) -> None:
    """Write how far points of bodies that roll will wander in h [s], by the first `count` contacts.

    Twists must hold the forces of the step. Impulses that warm-start it go to the point, or are guessed where little is
    known: a solution that has to find friction far from where it was may not find it.
    """
    for m in range(count):
        i = roller_of(m, bodies, contacts, shapes, rolling)
        if i < 0 or flight.rolls[i] == 0 or not find_touch(i, m, bodies, contacts, shapes, rolling):
            continue
        pair, k, ground = contacts.pair[m], deepest(m, contacts), rolling.ground[i]
        kept, wander, load = contacts.cache.impulse[pair.entry], contacts.cache.wander[pair.entry], 0.0
        other, side = (pair.a, 1.0) if i == pair.b else (pair.b, -1.0)
        arm = contacts.manifold[m].point[k] - bodies.center[i]
        for q in range(pair.count):
            load += kept.normal[q]
        push = load * ground.up + side * kept.friction

        # Where the point will be.
        turn = turned(bodies.attitude[other], h * bodies.before[other].angular)
        down = -rotated(turn, rotated_back(bodies.attitude[other], ground.up))
        if ground.flat:
            then = arm_ahead(i, h, arm, push, down, bodies, shapes, rolling)
        else:
            then = run_on(i, other, h, arm, contacts, bodies, rolling)
            pose = contacts.cache.pose[pair.entry]
            pose.version_a, pose.position = -1.0, Vec3(math.inf, 0.0, 0.0)  # to be found anew, not moved along
        stop = stopping_push(i, other, arm, then, bodies, rolling)
        if load < _KNOWN * dot(stop, ground.up):
            for _ in range(_TRIALS if ground.flat else 0):
                then = arm_ahead(i, h, arm, stop, down, bodies, shapes, rolling)
                stop = stopping_push(i, other, arm, then, bodies, rolling)
            push, load = stop, dot(stop, ground.up)
            kept.friction = side * (push - load * ground.up)
        for q in range(pair.count):
            kept.normal[q] = load if q == k else 0.0

        # Seen from both bodies.
        velocity = bodies.before[i].linear + bodies.twist[i].linear + bodies.inverse[i].mass * push
        way, moved = then - arm, 0.5 * h * velocity - h * bodies.before[other].linear
        wander.look = contacts.look[0]
        wander.on_a, wander.on_b = (way, way + moved) if i == pair.a else (way + moved, way)
