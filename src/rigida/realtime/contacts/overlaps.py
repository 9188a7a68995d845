"""Bodies that overlap deeply where a run starts, or where they come later: they are parted slowly, and that is told.

Solvers push overlaps out the faster, the deeper they are. That mends what an impact leaves, but would throw apart what
was described inside each other. From the start until none of those who were put there overlaps deeply any more, their
contacts therefore see no more of an overlap than is pushed out at a speed that is bounded by the size of the bodies.
"""

import math
import warnings
from typing import Final

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.dynamics.model import DYNAMIC, Model
from rigida.errors import RigidaWarning
from rigida.jit.bind import bind
from rigida.jit.decorators import inlined, kernel
from rigida.realtime.arrays import POINTS, Contacts, Pair
from rigida.realtime.contacts.contact_set import ContactSet

#: Overlaps at the start beyond this part of the smaller body's reach are told; below the other one they are gone.
_DEEP_AT_START: Final = 0.05
_GONE: Final = 0.005
#: With what acceleration a body would reach, over its own reach, the speed with which it is parted [m/s²].
_GENTLE: Final = 0.15
#: Parts of an overlap that solvers push out in a step: 0.2 directly, 0.8 in sub-steps. This lies between them.
_PUSHED_OUT: Final = 0.4
#: Number of no detection (`arrays.Wander`).
_NO_LOOK: Final = -1.0


@inlined
def seen_overlap(pair: Pair, h: float, gentle: FloatArray) -> float:
    """Return how much of an overlap may be pushed out in a step of h [m]."""
    return max(gentle[pair.a, 0], gentle[pair.b, 0]) * h / _PUSHED_OUT


@inlined
def deepest_of(m: int, contacts: Contacts) -> float:
    """Return the least separation of a contact, zero where nothing overlaps [m]."""
    deepest = 0.0
    for k in range(contacts.pair[m].count):
        deepest = min(deepest, contacts.manifold[m].separation[k])
    return deepest


@kernel
def find_overlaps(
    count: int, h: float, reach: FloatArray, gentle: FloatArray, new: IntArray, parting: IntArray, contacts: Contacts
) -> bool:
    """Tell whether new bodies overlap so deeply that it is told; mark copies of the world with some to be parted."""
    told, size = False, len(new) // len(parting)
    for k in range(len(parting)):
        parting[k] = 0
    for m in range(count):
        pair = contacts.pair[m]
        if not new[pair.a] and not new[pair.b]:
            continue
        deepest = deepest_of(m, contacts)
        smaller = min(reach[pair.a], reach[pair.b])
        told = told or -deepest > _DEEP_AT_START * smaller
        left = min(seen_overlap(pair, h, gentle), _DEEP_AT_START * smaller)
        if -deepest > max(left, _GONE * smaller):
            parting[pair.a // size] = 1
    return told


@kernel
def limit_overlaps(
    count: int, h: float, reach: FloatArray, gentle: FloatArray, new: IntArray, held: IntArray, contacts: Contacts
) -> None:
    """Let contacts of new bodies not see more of their overlaps than may be pushed out.

    On what is held, all points of a contact see its deepest one, so that bodies rise along the normal and do not turn:
    the few points of a contact may leave out others as deep, and those would sink while these are pushed out.
    """
    for m in range(count):
        pair, separation = contacts.pair[m], contacts.manifold[m].separation
        if not new[pair.a] and not new[pair.b]:
            continue
        seen, deepest = seen_overlap(pair, h, gentle), deepest_of(m, contacts)
        deep = -deepest > min(seen, _DEEP_AT_START * min(reach[pair.a], reach[pair.b]))
        if deep:  # its points are not where bodies roll or turn on each other
            contacts.cache.wander[pair.entry].look = _NO_LOOK
        for k in range(pair.count):
            own = deepest if deep and (held[pair.a] or held[pair.b]) else separation[k]
            separation[k] = max(own, -seen)


class Overlaps:
    """parting: whether bodies may still overlap as they did where they were put.

    new (n,): which bodies these are, as long as one of them does; lifted (n,): 1 for all bodies of copies of the world
    in which some are parted; gentle (n, 2): speeds with which bodies are parted [m/s, rad/s].
    """

    def __init__(self, model: Model, contacts: ContactSet) -> None:
        self._model, self._contacts = model, contacts
        self.gentle, self.new = np.zeros((model.body_count, 2)), np.zeros(model.body_count, dtype=np.int32)
        self.lifted, self._parting = np.zeros_like(self.new), np.zeros(model.copies, dtype=np.int32)
        self._find, self._limit = bind(find_overlaps, contacts.table), bind(limit_overlaps, contacts.table)
        self.start()

    def start(self) -> None:
        """Look for overlaps anew, and tell of them: somebody has put bodies where they are."""
        self.measure()
        self.welcome(slice(None))
        self._told = False

    def measure(self) -> None:
        """Take over the sizes of bodies."""
        reach = self._contacts.body_reach
        self._reach = np.where(reach > 0.0, reach, math.inf)
        self._held = (self._model.motion != DYNAMIC).astype(np.int32)
        speed = np.sqrt(2.0 * _GENTLE * reach)
        self.gentle[:, 0], self.gentle[:, 1] = speed, speed / self._reach

    def welcome(self, rows: IntArray | slice) -> None:
        """Look for overlaps of those who have come to these rows."""
        self.new[rows], self.parting, self._anew = 1, True, True
        self.lifted[rows] = 1

    def limit(self, h: float, time: float) -> None:
        """Let new bodies' contacts, found for a step of h [s], not see more of overlaps than may be pushed out."""
        parted, concave = False, self._contacts.concave
        if concave is not None:
            self._contacts.count = concave.part(self._contacts.count, self._anew, self.new)
            parted = len(concave.parted) > 0
        self._anew = False
        count = self._contacts.count
        deep = self._find(count, h, self._reach, self.gentle, self.new, self._parting)
        self._parting |= parted
        self.parting = bool(self._parting.any())
        self.lifted[:] = np.repeat(self._parting, len(self.new) // len(self._parting))
        self.new[self.lifted == 0] = 0
        if (deep or parted) and not self._told:
            self._tell(time)
        if self.parting:
            self._limit(count, h, self._reach, self.gentle, self.new, self._held)

    def snapshot(self) -> IntArray | None:
        """Return who is new (n + 1,), at the end whether nobody has looked at them yet; None if nobody is."""
        return np.append(self.new, np.int32(self._anew)) if self.parting else None

    def restore(self, kept: IntArray | None) -> None:
        """Go back to a snapshot."""
        self.parting = kept is not None
        self.new[:], self._anew = (0, False) if kept is None else (kept[:-1], bool(kept[-1]))
        self.lifted[:] = np.repeat(
            self.new.reshape(len(self._parting), -1).any(axis=1), self.new.size // self._parting.size
        )

    def _tell(self, time: float) -> None:
        """Name the pair that overlaps most, and say how many others do."""
        (pair, manifold), names = self._contacts.pairs_and_manifolds(), self._model.names
        deepest = np.where(np.arange(POINTS) < pair["count"][:, None], manifold["separation"], 0.0).min(axis=1)
        new = (self.new[pair["a"]] | self.new[pair["b"]]) != 0
        deep = new & (-deepest > _DEEP_AT_START * np.minimum(self._reach[pair["a"]], self._reach[pair["b"]]))
        if self._contacts.concave is not None:
            deep |= np.isin(pair["entry"], self._contacts.concave.parted)
        worst = int(np.where(deep, deepest, 0.0).argmin())
        others = len(np.unique(pair[["a", "b"]][deep])) - 1
        more = f", and {others} other pair{'s' * (others > 1)} do" if others else ""
        warnings.warn(
            f"Bodies '{names[pair['a'][worst]]}' and '{names[pair['b'][worst]]}' overlap by "
            f"{-deepest[worst]:.3g} m at t = {time:.6g} s{more}. They are parted slowly; place them apart, or let them "
            "not collide (`collision_mask`, `Scene.keep_apart`).",
            RigidaWarning,
            stacklevel=2,
        )
        self._told = True
