"""Sleep: an island whose bodies have all been slow for a while is left alone until something stirs it.

Its impulses stay remembered, so that it wakes up in the balance in which it fell asleep.
"""

import math

from rigida.arrays import FloatArray, IntArray
from rigida.jit.decorators import inlined, kernel, whole
from rigida.math.vector import norm
from rigida.realtime.contacts.manifold_cache import BODY_A, BODY_B, COUNT, IMPULSE, SEPARATION, SLOT

#: Slower than this, at the centre and at the farthest point together, a body counts as quiet [m/s].
QUIET_SPEED = 0.01
#: The same for bodies that nothing touches: without friction a slow swing goes on for ever [m/s].
STILL_SPEED = 1e-4
#: An island falls asleep after all its bodies were quiet for so long [s].
QUIET_TIME = 0.5
#: A contact nearer than this wakes its bodies [m].
NEAR = 2e-3
#: A body on a path that is faster than this wakes what it touches [m/s].
CARRIES = 1e-6
#: A force that changes by more than this part of itself and of the weight stirs its body.
STEADY = 1e-5


@inlined
def speed_of(i: int, reach: FloatArray, twist: FloatArray) -> float:
    """Return a bound on the speed of body i's points [m/s]."""
    turning = abs(twist[i, 3]) + abs(twist[i, 4]) + abs(twist[i, 5])
    return abs(twist[i, 0]) + abs(twist[i, 1]) + abs(twist[i, 2]) + reach[i] * turning


@kernel
def fall_asleep(
    islands: int,
    dt: float,
    body_start: IntArray,
    body_order: IntArray,
    contact_start: IntArray,
    reach: FloatArray,
    velocity: FloatArray,
    angular_velocity: FloatArray,
    angular_momentum: FloatArray,
    quiet: FloatArray,
    active: IntArray,
    group: IntArray,
) -> None:
    """Count how long bodies were quiet and stop the islands that were long enough.

    group (n,) marks who sleeps with whom.
    """
    for k in range(islands):
        shortest = math.inf
        most = QUIET_SPEED if contact_start[k] < contact_start[k + 1] else STILL_SPEED
        for p in range(body_start[k], body_start[k + 1]):
            i = body_order[p]
            speed = 0.0
            for c in range(3):
                speed += abs(velocity[i, c]) + abs(angular_velocity[i, c]) * reach[i]
            quiet[i] = quiet[i] + dt if speed < most else 0.0
            shortest = min(shortest, quiet[i])
        if shortest < QUIET_TIME:
            continue
        for p in range(body_start[k], body_start[k + 1]):
            i = body_order[p]
            active[i] = 0
            group[i] = body_order[body_start[k]]
            for c in range(3):
                velocity[i, c] = 0.0
                angular_velocity[i, c] = 0.0
                angular_momentum[i, c] = 0.0


@kernel
def stir_touched(
    contacts: int,
    contact: FloatArray,
    contact_of: IntArray,
    impulse: FloatArray,
    motion: IntArray,
    reach: FloatArray,
    twist: FloatArray,
    active: IntArray,
    stirred: IntArray,
) -> None:
    """Mark in `stirred` (n,) the sleepers that a moving body touches or any pushes, and all that a path carries."""
    for m in range(contacts):
        a, b, s = whole(contact_of[m, BODY_A]), whole(contact_of[m, BODY_B]), whole(contact_of[m, SLOT])
        near, pushed = False, False
        for k in range(contact_of[m, COUNT]):
            near |= contact[m, SEPARATION + k] < NEAR
            pushed |= impulse[s, IMPULSE + k] > 0.0
        if not near:
            continue
        for side in range(2):
            body, other = (a, b) if side == 0 else (b, a)
            if motion[other] != 0:
                carried = speed_of(other, reach, twist) > CARRIES
            else:
                awake = active[body] == 0 and active[other] != 0
                carried = awake and (pushed or speed_of(other, reach, twist) > QUIET_SPEED)
            if motion[body] == 0 and carried:
                stirred[body] = 1


@kernel
def stir_pulled(
    wrench: FloatArray, weight: FloatArray, reach: FloatArray, active: IntArray, pull: FloatArray, stirred: IntArray
) -> None:
    """Mark in `stirred` (n,) the bodies whose wrench (n, 6) has changed, and keep the wrench of those awake in `pull`.

    weight (n,) [N]. A sleeper is compared with the wrench under which it fell asleep.
    """
    for i in range(active.shape[0]):
        force = weight[i] + norm(wrench[i, 0], wrench[i, 1], wrench[i, 2])
        torque = force * reach[i] + norm(wrench[i, 3], wrench[i, 4], wrench[i, 5])
        x, y, z = wrench[i, 0] - pull[i, 0], wrench[i, 1] - pull[i, 1], wrench[i, 2] - pull[i, 2]
        u, v, w = wrench[i, 3] - pull[i, 3], wrench[i, 4] - pull[i, 4], wrench[i, 5] - pull[i, 5]
        if norm(x, y, z) > STEADY * force or norm(u, v, w) > STEADY * torque:
            stirred[i] = 1
        if active[i]:
            for c in range(6):
                pull[i, c] = wrench[i, c]
