"""Sleep: an island whose bodies have all been slow for a while is left alone until something touches it.

Its impulses stay remembered, so that it wakes up in the balance in which it fell asleep.
"""

import math

from rigida.compilation import kernel, whole
from rigida.fields import FloatArray, IntArray
from rigida.realtime.contact_memory import BODY_A, BODY_B, COUNT, POINT

#: Slower than this, at the centre and at the farthest point together, a body counts as quiet [m/s].
QUIET_SPEED = 0.01
#: An island falls asleep after all its bodies were quiet for so long [s].
QUIET_TIME = 0.5
#: A contact nearer than this wakes its bodies [m].
NEAR = 2e-3
#: A body on a path that is faster than this wakes what it touches [m/s].
CARRIES = 1e-6


@kernel
def fall_asleep(
    islands: int,
    dt: float,
    body_start: IntArray,
    body_order: IntArray,
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
        for p in range(body_start[k], body_start[k + 1]):
            i = body_order[p]
            speed = 0.0
            for c in range(3):
                speed += abs(velocity[i, c]) + abs(angular_velocity[i, c]) * reach[i]
            quiet[i] = quiet[i] + dt if speed < QUIET_SPEED else 0.0
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
def wake_touched(
    contacts: int,
    contact: FloatArray,
    contact_of: IntArray,
    motion: IntArray,
    twist: FloatArray,
    quiet: FloatArray,
    active: IntArray,
    group: IntArray,
) -> bool:
    """Wake the groups that a moving body touches; tell whether there were any."""
    woken = False
    for m in range(contacts):
        a, b = whole(contact_of[m, BODY_A]), whole(contact_of[m, BODY_B])
        for sleeper, other in ((a, b), (b, a)):
            if motion[sleeper] != 0 or active[sleeper] or group[sleeper] < 0:
                continue
            speed = abs(twist[other, 0]) + abs(twist[other, 1]) + abs(twist[other, 2])
            speed += abs(twist[other, 3]) + abs(twist[other, 4]) + abs(twist[other, 5])
            if active[other] == 0 and (motion[other] == 0 or speed < CARRIES):
                continue
            near = False
            for k in range(contact_of[m, COUNT]):
                near |= contact[m, POINT + 4 * k + 3] < NEAR
            if near:
                woken = True
                mark = group[sleeper]
                for i in range(active.shape[0]):
                    if group[i] == mark:
                        group[i] = -1
                        active[i] = 1
                        quiet[i] = 0.0
    return woken
