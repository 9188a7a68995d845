"""Sub-intervals: where a concave body is about to hit something hard, a step is taken in several shorter ones.

Contacts are found where bodies are at the begin of a step, and hold for the way they go in it. On a way that leads past
the middle of a wall the nearest places of hollow bodies change, and thin walls may be passed.
"""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray, IntArray
from rigida.jit.decorators import kernel, whole
from rigida.math.vector import norm
from rigida.realtime.contacts.manifold_cache import (
    BODY_A,
    BODY_B,
    COUNT,
    IMPULSE,
    IS_PATCH,
    LANDED,
    POINT,
    SEPARATION,
    SLOT,
)
from rigida.realtime.contacts.patches import ALL_AROUND

if TYPE_CHECKING:
    from rigida.realtime.contacts.contact_set import ContactSet
    from rigida.realtime.world import World

#: Bodies however thin may close upon each other by this in one sub-interval [m]; most sub-intervals.
LONGEST, MOST_INTERVALS = 0.02, 64


@kernel
def hardest_hit(
    contacts: int,
    contact: FloatArray,
    contact_of: IntArray,
    impulse: FloatArray,
    center: FloatArray,
    twist: FloatArray,
    dt: float,
) -> float:
    """Return the longest way that a concave pair closes in dt among those that would overlap by then [m].

    Of what is so fast that it may meet what lies behind what is nearest, the whole way counts.
    """
    longest = 0.0
    for m in range(contacts):
        if impulse[contact_of[m, SLOT], IS_PATCH] == 0.0:
            continue
        a, b = whole(contact_of[m, BODY_A]), whole(contact_of[m, BODY_B])
        nx, ny, nz = contact[m, 0], contact[m, 1], contact[m, 2]
        for k in range(contact_of[m, COUNT]):
            p = POINT + 3 * k
            x, y, z = contact[m, p] - center[a, 0], contact[m, p + 1] - center[a, 1], contact[m, p + 2] - center[a, 2]
            u, v, w = contact[m, p] - center[b, 0], contact[m, p + 1] - center[b, 1], contact[m, p + 2] - center[b, 2]
            vx = twist[a, 0] - twist[b, 0] + twist[a, 4] * z - twist[a, 5] * y - twist[b, 4] * w + twist[b, 5] * v
            vy = twist[a, 1] - twist[b, 1] + twist[a, 5] * x - twist[a, 3] * z - twist[b, 5] * u + twist[b, 3] * w
            vz = twist[a, 2] - twist[b, 2] + twist[a, 3] * y - twist[a, 4] * x - twist[b, 3] * v + twist[b, 4] * u
            way = dt * (vx * nx + vy * ny + vz * nz)
            if dt * norm(vx, vy, vz) > ALL_AROUND:
                way = dt * norm(vx, vy, vz)
            if way > contact[m, SEPARATION + k]:
                longest = max(longest, way)
    return longest


def interval_count(w: "World", dt: float) -> int:
    """Return in how many sub-intervals the step of dt [s] whose contacts have been found must be taken.

    In none of them a concave body closes by more than halfway to the middle of the thinnest solid.
    """
    contacts = w.contacts
    if contacts.concave is None:
        return 1
    closing = hardest_hit(
        contacts.count,
        contacts.contact,
        contacts.contact_of,
        contacts.slots.impulse,
        w.state.center,
        w.bodies.twist,
        dt,
    )
    longest = max(LONGEST, 0.5 * contacts.concave.thinnest)
    return min(max(math.ceil(closing / longest), 1), MOST_INTERVALS)


@dataclass(frozen=True)
class PairImpulses:
    """Normal impulses between each two bodies that touch: pair (m,), sorted; impulse (m,) [N s]; of (contacts,): the
    pair of each contact; points (m,): how many points they share."""

    pair: NDArray[np.int64]
    impulse: FloatArray
    of: NDArray[np.int64]
    points: FloatArray


def pair_impulses(contacts: "ContactSet") -> PairImpulses:
    """Return the sum of the normal impulses between each two bodies that touch."""
    of = contacts.contact_of[: contacts.count].astype(np.int64)
    kept = contacts.slots.impulse[of[:, SLOT]]
    impulse = kept[:, IMPULSE : IMPULSE + 4] + kept[:, LANDED : LANDED + 4]
    total = np.where(np.arange(4) < of[:, COUNT, None], impulse, 0.0).sum(axis=1)
    pair, which = np.unique((of[:, BODY_A] << 32) + of[:, BODY_B], return_inverse=True)
    impulses, points = np.bincount(which, total), np.bincount(which, of[:, COUNT])
    return PairImpulses(pair, impulses.astype(float), which, points.astype(float))


def add_up(contacts: "ContactSet", intervals: list[PairImpulses]) -> None:
    """Let the contacts of the last sub-interval report the impulses of all of them.

    Impulses that warm-start are those of a whole step by now; what is missing, or too much, is reported as impact
    impulse, shared by the points of a pair.
    """
    told = pair_impulses(contacts)
    missing = -told.impulse
    for interval in intervals:
        _, mine, theirs = np.intersect1d(told.pair, interval.pair, assume_unique=True, return_indices=True)
        missing[mine] += interval.impulse[theirs]
    of = contacts.contact_of[: contacts.count]
    share = (missing / told.points)[told.of]
    for k in range(4):
        with_point = of[:, COUNT] > k
        contacts.slots.impulse[of[with_point, SLOT], LANDED + k] += share[with_point]
