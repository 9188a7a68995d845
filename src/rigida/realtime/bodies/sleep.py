"""Sleep: an island whose bodies have all been slow for a while is left alone until something wakes it.

Its impulses stay in the cache, so that it wakes up in the balance in which it fell asleep.
"""

import math

from rigida.arrays import FloatArray
from rigida.dynamics.model import DYNAMIC
from rigida.jit.decorators import inlined, kernel
from rigida.math.vec3 import Vec3, norm
from rigida.realtime.arrays import Bodies, Contacts, Islands, Sleep
from rigida.realtime.tuning import CARRIES, QUIET_SPEED, QUIET_TIME, STEADY, STILL_SPEED, WAKE_DISTANCE


@inlined
def sum_of_sizes(v: Vec3) -> float:
    """Return |x| + |y| + |z|."""
    return abs(v.x) + abs(v.y) + abs(v.z)


@inlined
def speed_of(i: int, bodies: Bodies, sleep: Sleep) -> float:
    """Return a bound on the speed of body i's points [m/s]."""
    twist = bodies.twist[i]
    return sum_of_sizes(twist.linear) + sleep.bounding_radius[i] * sum_of_sizes(twist.angular)


@kernel
def fall_asleep(count: int, h: float, bodies: Bodies, islands: Islands, sleep: Sleep) -> None:
    """Count how long bodies were quiet and stop the islands that were long enough."""
    for k in range(count):
        shortest = math.inf
        most = QUIET_SPEED if islands.contact_start[k] < islands.contact_start[k + 1] else STILL_SPEED
        for p in range(islands.body_start[k], islands.body_start[k + 1]):
            i = islands.body[p]
            v, w, bounding_radius = bodies.velocity[i], bodies.angular_velocity[i], sleep.bounding_radius[i]
            speed = abs(v.x) + abs(w.x) * bounding_radius
            speed += abs(v.y) + abs(w.y) * bounding_radius
            speed += abs(v.z) + abs(w.z) * bounding_radius
            sleep.quiet[i] = sleep.quiet[i] + h if speed < most else 0.0
            shortest = min(shortest, sleep.quiet[i])
        if shortest < QUIET_TIME:
            continue
        for p in range(islands.body_start[k], islands.body_start[k + 1]):
            i = islands.body[p]
            bodies.active[i] = 0
            sleep.group[i] = islands.body[islands.body_start[k]]
            bodies.velocity[i] = Vec3(0.0, 0.0, 0.0)
            bodies.angular_velocity[i] = Vec3(0.0, 0.0, 0.0)
            bodies.angular_momentum[i] = Vec3(0.0, 0.0, 0.0)


@kernel
def wake_touched(count: int, bodies: Bodies, contacts: Contacts, sleep: Sleep) -> None:
    """Mark the sleepers that a moving body touches or any pushes, and all that a path carries."""
    for m in range(count):
        pair, manifold = contacts.pair[m], contacts.manifold[m]
        impulse = contacts.cache.impulse[pair.entry]
        near, pushed = False, False
        for k in range(pair.count):
            near |= manifold.separation[k] < WAKE_DISTANCE
            pushed |= impulse.normal[k] > 0.0
        if not near:
            continue
        for side in range(2):
            body, other = (pair.a, pair.b) if side == 0 else (pair.b, pair.a)
            if bodies.motion[other] != DYNAMIC:
                carried = speed_of(other, bodies, sleep) > CARRIES
            else:
                awake = bodies.active[body] == 0 and bodies.active[other] != 0
                carried = awake and (pushed or speed_of(other, bodies, sleep) > QUIET_SPEED)
            if bodies.motion[body] == DYNAMIC and carried:
                sleep.disturbed[body] = 1


@kernel
def wake_pulled(wrench: FloatArray, bodies: Bodies, sleep: Sleep) -> None:
    """Mark the bodies whose wrench (n, 6) has changed, and keep the wrench of those awake.

    A sleeper is compared with the wrench of its first step asleep: springs on bodies that are solved in islands are
    rows, which are in no wrench.
    """
    for i in range(len(bodies.active)):
        force = Vec3(wrench[i, 0], wrench[i, 1], wrench[i, 2])
        torque = Vec3(wrench[i, 3], wrench[i, 4], wrench[i, 5])
        pull = sleep.pull[i]
        if bodies.active[i] == 0 and sleep.quiet[i] > 0.0:
            pull.force, pull.torque, sleep.quiet[i] = force, torque, 0.0
            continue
        most_force = sleep.weight[i] + norm(force)
        most_torque = most_force * sleep.bounding_radius[i] + norm(torque)
        if norm(force - pull.force) > STEADY * most_force or norm(torque - pull.torque) > STEADY * most_torque:
            sleep.disturbed[i] = 1
        if bodies.active[i]:
            pull.force, pull.torque = force, torque
