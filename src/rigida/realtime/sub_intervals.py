"""Sub-intervals: a step that is too long for the contacts that may begin in it is divided into shorter ones.

Contacts are detected at the start of a step and used for the whole motion in it. When the motion leads past the middle
of a wall, the nearest points of hollow bodies change, and thin walls may be passed.
"""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray, IntArray
from rigida.jit.decorators import kernel
from rigida.math.vec3 import dot, minus_cross, norm, plus_cross
from rigida.realtime.arrays import Bodies, Contacts
from rigida.realtime.contacts.patches import ALL_AROUND

if TYPE_CHECKING:
    from rigida.realtime.contacts.contact_set import ContactSet
    from rigida.realtime.world import World

#: Bodies however thin may close upon each other by this in one sub-interval [m]; most sub-intervals.
MAX_TRAVEL, MOST_INTERVALS = 0.02, 64


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


def interval_count(w: "World", dt: float) -> int:
    """Return in how many sub-intervals the step of dt [s] whose contacts have been found must be taken.

    In none of them a concave body closes by more than halfway to the middle of the thinnest solid.
    """
    contacts = w.contacts
    if contacts.concave is None:
        return 1
    return intervals_for(w.hardest_hit(contacts.count, dt), contacts.concave.thinnest)


def intervals_for(closing: float, thinnest: float) -> int:
    """Return in how many sub-intervals bodies close by `closing` [m] where the thinnest solid is `thinnest` [m]."""
    longest = max(MAX_TRAVEL, 0.5 * thinnest)
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
    of, _ = contacts.pairs_and_manifolds()
    kept = contacts.cache.impulse[of["entry"]]
    total = np.where(np.arange(4) < of["count"][:, None], kept["normal"] + kept["impact"], 0.0).sum(axis=1)
    return summed_by_pair(of["a"], of["b"], total, of["count"])


def summed_by_pair(a: IntArray, b: IntArray, total: FloatArray, count: IntArray | None = None) -> PairImpulses:
    """Return the sums of impulses `total` (m,) between bodies a and b (m,) by pair, and of their points (m,)."""
    pair, which = np.unique((a.astype(np.int64) << 32) + b, return_inverse=True)
    points = np.bincount(which, count, minlength=len(pair))
    return PairImpulses(pair, np.bincount(which, total, minlength=len(pair)).astype(float), which, points.astype(float))


def add_up(contacts: "ContactSet", intervals: list[PairImpulses]) -> None:
    """Let the contacts of the last sub-interval report the impulses of all of them.

    Impulses that warm-start are those of a whole step by now; what is missing, or too much, is reported as impact
    impulse, shared by the points of a pair.
    """
    found = pair_impulses(contacts)
    missing = -found.impulse
    for interval in intervals:
        _, own, other = np.intersect1d(found.pair, interval.pair, assume_unique=True, return_indices=True)
        missing[own] += interval.impulse[other]
    of, _ = contacts.pairs_and_manifolds()
    impact = contacts.cache.impulse["impact"]
    share = (missing / found.points)[found.of]
    for k in range(4):
        with_point = of["count"] > k
        impact[of["entry"][with_point], k] += share[with_point]
