"""Bodies that overlap deeply when they are placed: they are separated slowly, with a warning.

Solvers resolve overlaps the faster, the deeper they are. That is right for what an impact leaves, but would eject
bodies that were placed inside each other. From placement until no placed body overlaps deeply any more, the depth that
their contacts report is therefore bounded, so that bodies separate at a speed proportional to the root of their size.
"""

import math
import warnings

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.dynamics.model import DYNAMIC, Model
from rigida.errors import RigidaWarning
from rigida.jit.bind import bind
from rigida.jit.decorators import inlined, kernel
from rigida.realtime.arrays import POINTS, Contacts, Pair
from rigida.realtime.contacts.contact_set import ContactSet
from rigida.realtime.tuning import DEEP_AT_START, OVERLAP_GONE, PUSHED_OUT, SEPARATION_ACCELERATION

#: Number of no detection (`arrays.Wander`).


@inlined
def resolvable_overlap(pair: Pair, h: float, separation_speed: FloatArray) -> float:
    """Return how much of an overlap may be resolved in a step of h [m]."""
    return max(separation_speed[pair.a, 0], separation_speed[pair.b, 0]) * h / PUSHED_OUT


@inlined
def deepest_of(m: int, contacts: Contacts) -> float:
    """Return the least separation of a contact, zero where nothing overlaps [m]."""
    deepest = 0.0
    for k in range(contacts.pair[m].count):
        deepest = min(deepest, contacts.manifold[m].separation[k])
    return deepest


@kernel
def find_overlaps(
    count: int,
    h: float,
    bounding_radius: FloatArray,
    separation_speed: FloatArray,
    new: IntArray,
    resolving_overlap: IntArray,
    contacts: Contacts,
) -> bool:
    """Return whether new bodies overlap deeply enough to be reported; mark copies of the world that have overlaps."""
    deep_found, size = False, len(new) // len(resolving_overlap)
    for k in range(len(resolving_overlap)):
        resolving_overlap[k] = 0
    for m in range(count):
        pair = contacts.pair[m]
        if not new[pair.a] and not new[pair.b]:
            continue
        deepest = deepest_of(m, contacts)
        smaller = min(bounding_radius[pair.a], bounding_radius[pair.b])
        deep_found = deep_found or -deepest > DEEP_AT_START * smaller
        left = min(resolvable_overlap(pair, h, separation_speed), DEEP_AT_START * smaller)
        if -deepest > max(left, OVERLAP_GONE * smaller):
            resolving_overlap[pair.a // size] = 1
    return deep_found


@kernel
def limit_overlaps(
    count: int,
    h: float,
    bounding_radius: FloatArray,
    separation_speed: FloatArray,
    new: IntArray,
    fixed: IntArray,
    contacts: Contacts,
) -> None:
    """Bound the overlaps of contacts of new bodies by what may be resolved in a step.

    On static and kinematic bodies all points of a contact get the depth of the deepest, so that bodies rise along the
    normal without turning: the few points of a contact may leave out others as deep, which would otherwise sink.
    """
    for m in range(count):
        pair, separation = contacts.pair[m], contacts.manifold[m].separation
        if not new[pair.a] and not new[pair.b]:
            continue
        seen, deepest = resolvable_overlap(pair, h, separation_speed), deepest_of(m, contacts)
        deep = -deepest > min(seen, DEEP_AT_START * min(bounding_radius[pair.a], bounding_radius[pair.b]))
        for k in range(pair.count):
            own = deepest if deep and (fixed[pair.a] or fixed[pair.b]) else separation[k]
            separation[k] = max(own, -seen)


class Overlaps:
    """parting: whether initial overlaps are still being resolved.

    new (n,): 1 for bodies that may have them; lifted (n,): 1 for all bodies of copies of the world in which some are
    resolved; separation_speed (n, 2): speeds at which bodies are separated [m/s, rad/s].
    """

    def __init__(self, model: Model, contacts: ContactSet) -> None:
        self._model, self._contacts = model, contacts
        self.separation_speed, self.new = np.zeros((model.body_count, 2)), np.zeros(model.body_count, dtype=np.int32)
        self.lifted, self._resolving_in_copy = np.zeros_like(self.new), np.zeros(model.copies, dtype=np.int32)
        self._find, self._limit = bind(find_overlaps, contacts.table), bind(limit_overlaps, contacts.table)
        self.start()

    def start(self) -> None:
        """Search and report overlaps of all bodies, which have just been placed."""
        self.measure()
        self.mark_new(slice(None))
        self._warned = False

    def measure(self) -> None:
        """Update the sizes of bodies."""
        bounding_radius = self._contacts.body_radius
        self._bounding_radius = np.where(bounding_radius > 0.0, bounding_radius, math.inf)
        self._fixed = (self._model.motion != DYNAMIC).astype(np.int32)
        speed = np.sqrt(2.0 * SEPARATION_ACCELERATION * bounding_radius)
        self.separation_speed[:, 0], self.separation_speed[:, 1] = speed, speed / self._bounding_radius

    def mark_new(self, rows: IntArray | slice) -> None:
        """Search for overlaps of the bodies that were added in these rows."""
        self.new[rows], self.resolving_overlap, self._search_due = 1, True, True
        self.lifted[rows] = 1

    def limit(self, h: float, time: float) -> None:
        """Bound the overlaps of new bodies' contacts, detected for a step of h [s], and warn of deep ones."""
        separating, concave = False, self._contacts.concave
        if concave is not None:
            self._contacts.count = concave.separate(self._contacts.count, self._search_due, self.new)
            separating = len(concave.separating) > 0
        self._search_due = False
        count = self._contacts.count
        deep = self._find(count, h, self._bounding_radius, self.separation_speed, self.new, self._resolving_in_copy)
        self._resolving_in_copy |= separating
        self.resolving_overlap = bool(self._resolving_in_copy.any())
        self.lifted[:] = np.repeat(self._resolving_in_copy, len(self.new) // len(self._resolving_in_copy))
        self.new[self.lifted == 0] = 0
        if (deep or separating) and not self._warned:
            self._warn(time)
        if self.resolving_overlap:
            self._limit(count, h, self._bounding_radius, self.separation_speed, self.new, self._fixed)

    def snapshot(self) -> IntArray | None:
        """Return which bodies are new (n + 1,), then whether a search is due; None without initial overlaps."""
        return np.append(self.new, np.int32(self._search_due)) if self.resolving_overlap else None

    def restore(self, kept: IntArray | None) -> None:
        """Go back to a snapshot."""
        self.resolving_overlap = kept is not None
        self.new[:], self._search_due = (0, False) if kept is None else (kept[:-1], bool(kept[-1]))
        self.lifted[:] = np.repeat(
            self.new.reshape(len(self._resolving_in_copy), -1).any(axis=1),
            self.new.size // self._resolving_in_copy.size,
        )

    def _warn(self, time: float) -> None:
        """Warn of the pair that overlaps most, with the number of others."""
        (pair, manifold), names = self._contacts.pairs_and_manifolds(), self._model.names
        deepest = np.where(np.arange(POINTS) < pair["count"][:, None], manifold["separation"], 0.0).min(axis=1)
        new = (self.new[pair["a"]] | self.new[pair["b"]]) != 0
        deep = new & (
            -deepest > DEEP_AT_START * np.minimum(self._bounding_radius[pair["a"]], self._bounding_radius[pair["b"]])
        )
        if self._contacts.concave is not None:
            deep |= np.isin(pair["entry"], self._contacts.concave.separating)
        worst = int(np.where(deep, deepest, 0.0).argmin())
        others = len(np.unique(pair[["a", "b"]][deep])) - 1
        more = f", and {others} other pair{'s' * (others > 1)} do" if others else ""
        warnings.warn(
            f"Bodies '{names[pair['a'][worst]]}' and '{names[pair['b'][worst]]}' overlap by "
            f"{-deepest[worst]:.3g} m at t = {time:.6g} s{more}. They are separated slowly; place them apart, or "
            "let them not collide (`collision_mask`, `Scene.keep_apart`).",
            RigidaWarning,
            stacklevel=2,
        )
        self._warned = True
