"""The contact cache: an entry for every pair of shapes near each other, allocated and freed as pairs
approach and separate. It also records which pairs began or ceased to touch in a step.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray, IntArray
from rigida.collision.arrays import KeptDirection
from rigida.collision.broad.base import doubled_capacity
from rigida.jit.decorators import inlined, kernel
from rigida.jit.records import as_array
from rigida.jit.tables import dtype_of
from rigida.math.cache_lines import lined_zeros
from rigida.realtime.arrays import (
    POINTS,
    Acted,
    Bodies,
    CachedArms,
    CachedManifold,
    CachedPose,
    ContactCache,
    Contacts,
    Event,
    Impulse,
    Pairs,
    Shapes,
)

#: Fields of the table.
_FIELDS = (
    "count",
    "touched",
    "feature",
    "pose",
    "manifold",
    "arms",
    "is_round",
    "load",
    "impulse",
    "acted",
    "simplex_count",
)
#: Impulses of a part of a step grow by this at most where a longer part follows, beyond what is known to be a load.
_GROWTH = 4.0


@kernel
def match_pairs(
    pairs: IntArray,
    old_pairs: IntArray,
    old_entry: IntArray,
    entry: IntArray,
    free: IntArray,
    free_count: int,
    count: IntArray,
    simplex_count: IntArray,
    ended: IntArray,
) -> tuple[int, int]:
    """Give each pair its entry: that of the last step, or a free one. Both lists are sorted.

    Entries of pairs that are gone are freed and listed in `ended`. Returns how many are free and how many ended.
    """
    old, gone = 0, 0
    for p in range(pairs.shape[0]):
        i, j = pairs[p, 0], pairs[p, 1]
        while old < old_pairs.shape[0] and (
            old_pairs[old, 0] < i or (old_pairs[old, 0] == i and old_pairs[old, 1] < j)
        ):
            ended[gone] = old
            gone += 1
            old += 1
        if old < old_pairs.shape[0] and old_pairs[old, 0] == i and old_pairs[old, 1] == j:
            entry[p] = old_entry[old]
            old += 1
        else:
            entry[p] = -1
    while old < old_pairs.shape[0]:
        ended[gone] = old
        gone += 1
        old += 1
    for p in range(pairs.shape[0]):
        if entry[p] < 0:
            free_count -= 1
            entry[p] = free[free_count]
            count[entry[p]] = -1
            simplex_count[entry[p]] = 0
    # Freed last, so that an entry is never ended and given away in the same step.
    for k in range(gone):
        free[free_count] = old_entry[ended[k]]
        free_count += 1
    return free_count, gone


@kernel
def keep_pairs(
    found: IntArray, count: int, free_count: int, shapes: Shapes, pairs: Pairs, cache: ContactCache
) -> tuple[int, int, int]:
    """Replace the first `count` pairs by the ones found (m, 2) in this step, with their entries.

    Returns how many entries are free, how many pairs are gone, and how many of these had touched.
    """
    same = found.shape[0] == count
    for p in range(found.shape[0]):
        same = same and found[p, 0] == pairs.shapes[p].i and found[p, 1] == pairs.shapes[p].j
    if same:
        return free_count, 0, 0
    free_count, gone = match_pairs(
        found,
        as_array(pairs.shapes)[:count],
        as_array(pairs.entry)[:count],
        as_array(pairs.new_entry)[: found.shape[0]],
        as_array(pairs.free),
        free_count,
        as_array(cache.count),
        as_array(cache.simplex_count),
        as_array(pairs.ended),
    )
    ceased = 0
    for k in range(gone):
        p = pairs.ended[k]
        entry = pairs.entry[p]
        if cache.touched[entry]:
            cache.touched[entry] = 0
            bodies = pairs.ceased[ceased]
            bodies.a, bodies.b = shapes.body[pairs.shapes[p].i], shapes.body[pairs.shapes[p].j]
            ceased += 1
    for p in range(found.shape[0]):
        pairs.shapes[p].i, pairs.shapes[p].j, pairs.entry[p] = found[p, 0], found[p, 1], pairs.new_entry[p]
    return free_count, gone, ceased


@kernel
def drop_pairs(
    leaves: IntArray, count: int, pair_count: int, free_count: int, shapes: Shapes, pairs: Pairs, contacts: Contacts
) -> tuple[int, int, int]:
    """Forget the pairs, their entries and the contacts of bodies that leave (n + 1,); the others stay in their order.

    Returns how many contacts and pairs there are left, and how many entries are free.
    """
    kept = 0
    for p in range(pair_count):
        pair, entry = pairs.shapes[p], pairs.entry[p]
        if leaves[shapes.body[pair.i]] or leaves[shapes.body[pair.j]]:
            contacts.cache.touched[entry] = 0
            pairs.free[free_count] = entry
            free_count += 1
        else:
            pairs.shapes[kept].i, pairs.shapes[kept].j, pairs.entry[kept] = pair.i, pair.j, entry
            kept += 1
    # The last ones take the places of those that go: the next step rewrites all of them.
    m = 0
    while m < count:
        if leaves[contacts.pair[m].a] or leaves[contacts.pair[m].b]:
            count -= 1
            contacts.pair[m], contacts.manifold[m] = contacts.pair[count], contacts.manifold[count]
        else:
            m += 1
    return count, kept, free_count


@inlined
def set_event(event: Event, began: int, a: int, b: int) -> None:
    """Say what has happened between whom."""
    event.began, event.a, event.b = began, a, b


@kernel
def collect_events(
    count: int, pair_count: int, bodies: Bodies, shapes: Shapes, pairs: Pairs, contacts: Contacts
) -> tuple[int, float, int]:
    """Write the events of the step; return their number, the least separation [m], and which contact has it.

    A pair touches where it carries an impulse.
    """
    cache, deepest, where = contacts.cache, 0.0, 0
    for m in range(count):
        pair, impulse = contacts.pair[m], cache.impulse[contacts.pair[m].entry]
        total = 0.0
        for k in range(pair.count):
            total += impulse.normal[k] + impulse.impact[k]
            if contacts.manifold[m].separation[k] < deepest:
                deepest, where = contacts.manifold[m].separation[k], m
        pairs.pushed[pair.entry] = total > 0.0
    events = 0
    for p in range(pair_count):
        entry, a, b = pairs.entry[p], shapes.body[pairs.shapes[p].i], shapes.body[pairs.shapes[p].j]
        if bodies.awake[a] == 0 and bodies.awake[b] == 0:
            continue
        if pairs.pushed[entry] != cache.touched[entry]:
            set_event(pairs.event[events], pairs.pushed[entry], a, b)
            events += 1
            cache.touched[entry] = pairs.pushed[entry]
        pairs.pushed[entry] = 0
    return events, deepest, where


class PairCache:
    """The entries (`ContactCache`), and which of them are free.

    simplex (entries,): where the narrow phase starts (`near_separation`), only kept with `simplices`. The first
    `free_count` numbers of `free` are unused entries, the next one to be given away at their end.
    """

    def __init__(self, simplices: bool) -> None:
        self.table = ContactCache(
            count=np.zeros(0, dtype=np.int32),
            touched=np.zeros(0, dtype=np.int32),
            feature=np.zeros((0, POINTS), dtype=np.int32),
            pose=np.zeros(0, dtype=dtype_of(CachedPose)),
            manifold=np.zeros(0, dtype=dtype_of(CachedManifold)),
            arms=np.zeros(0, dtype=dtype_of(CachedArms)),
            is_round=np.zeros(0, dtype=np.int32),
            load=np.zeros(0),
            impulse=np.zeros(0, dtype=dtype_of(Impulse)),
            acted=np.zeros(0, dtype=dtype_of(Acted)),
            simplex_count=np.zeros(0, dtype=np.int32),
        )
        self.simplex = np.zeros(0, dtype=dtype_of(KeptDirection))
        self.free: IntArray = np.zeros(0, dtype=np.int32)
        self.free_count = 0
        self._simplices = simplices

    @property
    def capacity(self) -> int:
        """How many entries there are."""
        return len(as_array(self.table.count))

    @property
    def impulse(self) -> NDArray[np.void]:
        """The impulses of all entries, by the names of `Impulse`."""
        return as_array(self.table.impulse)

    @property
    def acted(self) -> NDArray[np.void]:
        """What the contacts of all entries did, by the names of `Acted`."""
        return as_array(self.table.acted)

    def reserve(self, count: int) -> None:
        """Make room for `count` more entries than are in use: all arrays are replaced."""
        before = self.capacity
        capacity = doubled_capacity(max(before, 1), before - self.free_count + count)

        def larger(array: NDArray[Any]) -> NDArray[Any]:
            made = lined_zeros((capacity, *array.shape[1:]), array.dtype)
            made[:before] = array
            return made

        for name in _FIELDS:
            setattr(self.table, name, larger(getattr(self.table, name)))
        if self._simplices:
            self.simplex = larger(self.simplex)
        as_array(self.table.count)[before:] = -1
        new, free = np.arange(capacity - 1, before - 1, -1, dtype=np.int32), self.free[: self.free_count]
        self.free = np.concatenate([new, free, np.zeros(before, dtype=np.int32)])[:capacity]
        self.free_count += len(new)

    def take(self, count: int) -> IntArray:
        """Return `count` of the free entries, which are not given away again."""
        self.free_count -= count
        return self.free[self.free_count : self.free_count + count][::-1].copy()

    def line_up(self, entry: IntArray) -> None:
        """Move the contents of these entries, all in use, to the first ones: kernels then read memory in sequence."""
        used = len(entry)
        for array in self._arrays().values():
            contents = _plain(array)
            contents[:used] = contents.take(entry, axis=0)
        as_array(self.table.touched)[used:] = 0
        self.free_count = self.capacity - used
        self.free[: self.free_count] = np.arange(self.capacity - 1, used - 1, -1)

    def keep_loads(self) -> None:
        """Keep the normal impulses of all entries that warm-start the step which begins."""
        as_array(self.table.load)[:] = self.impulse["normal"].sum(axis=1)

    def scale_impulses(self, factor: float, part: float) -> None:
        """Make impulses that warm-start fit a part of a step that is longer by `factor` than the one they are of.

        part: its length, by that of the step. Up to that part of the kept load they grow freely, beyond it at most by
        `_GROWTH`: what a part of microseconds has stopped is no load.
        """
        factors: FloatArray | float = factor
        if factor > _GROWTH:
            load = self.impulse["normal"].sum(axis=1)
            free = np.divide(part * as_array(self.table.load), load, out=np.full(len(load), factor), where=load > 0.0)
            factors = np.clip(free, _GROWTH, factor)
        for name in ("normal", "friction", "spin", "rolling"):
            values = self.impulse[name]
            values *= factors if isinstance(factors, float) else factors.reshape(-1, *(1,) * (values.ndim - 1))

    def forget(self) -> None:
        """Drop all manifolds and impulses."""
        as_array(self.table.count)[:] = -1
        for name in ("pose", "manifold", "arms", "is_round", "load", "impulse", "acted", "simplex_count"):
            array = getattr(self.table, name)
            array[:] = np.zeros((), dtype=array.dtype)

    def snapshot(self) -> dict[str, Any]:
        """Return all that the entries hold."""
        kept = {name: _plain(array).copy() for name, array in self._arrays().items()}
        return kept | {"free": self.free[: self.free_count].copy()}

    def restore(self, snapshot: dict[str, Any]) -> None:
        """Go back to a snapshot, with as many entries or more."""
        size, free = len(snapshot["count"]), snapshot["free"]
        for name, array in self._arrays().items():
            if name in snapshot:  # simplices are kept only where there are shapes other than boxes
                _plain(array)[: len(snapshot[name])] = snapshot[name]
        # Entries that came later go below those that were free, so that these are given away in the same order.
        later = np.arange(self.capacity - 1, size - 1, -1, dtype=np.int32)
        self.free_count = len(later) + len(free)
        self.free[: self.free_count] = np.concatenate([later, free])

    def _arrays(self) -> dict[str, NDArray[Any]]:
        """Return all arrays by name."""
        arrays: dict[str, NDArray[Any]] = {name: getattr(self.table, name) for name in _FIELDS}
        return arrays | {"simplex": self.simplex} if self._simplices else arrays


def _plain(array: NDArray[Any]) -> NDArray[Any]:
    """Return records as rows of bytes: numpy copies them field by field, which takes several times as long."""
    return array if array.dtype.names is None else array.view(np.uint8).reshape(len(array), array.itemsize)
