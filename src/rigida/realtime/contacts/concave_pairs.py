"""Concave pairs of a scene: their solids, the persistent data of each pair, and the cache entries its patches own."""

from typing import TYPE_CHECKING, Any

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.collision.broad.base import doubled_capacity
from rigida.collision.shapes.instances import ShapeInstances
from rigida.concave.memory import concave_work, enlarge, forget, pair_memory, remembered
from rigida.concave.pairs import find_points
from rigida.concave.solids import SolidTable, solid_table
from rigida.jit.bind import bind
from rigida.jit.records import as_array
from rigida.jit.tables import dtype_of
from rigida.realtime.bodies.body_rows import BodyRows
from rigida.realtime.contacts.concave_starts import BY_PATCHES, ConcaveStarts, concave_starts, part_concave
from rigida.realtime.contacts.pair_cache import match_pairs
from rigida.realtime.contacts.patch_arrays import OldPatchPoint, PatchPairs, PatchUpdates
from rigida.realtime.contacts.patches import PATCHES, collect_patch_events, recycle_patches
from rigida.realtime.contacts.store_patches import store_patches
from rigida.realtime.threads import Workers

if TYPE_CHECKING:
    from rigida.realtime.contacts.contact_set import ContactSet

_FIRST_PATCHES = 32
#: Fewer pairs than this are not worth another thread.
_FEWEST_CONCAVE_PAIRS = 8


class ConcaveSet:
    """Pairs of shapes of which at least one is concave."""

    def __init__(
        self,
        shapes: ShapeInstances,
        bounding_radius: FloatArray,
        exact: bool,
        workers: Workers,
        bodies: BodyRows,
        contacts: "ContactSet",
    ) -> None:
        self.shapes = shapes
        self.table: SolidTable = solid_table(shapes.shapes, exact)
        self.thinnest = self.table.thinnest()
        self.workers = workers
        self._bounding_radius = bounding_radius
        # Half-spaces have no reach of their own: they always come second.
        self._order = np.where(bounding_radius > 0.0, bounding_radius, np.inf)
        self.pairs: IntArray = np.zeros((0, 2), dtype=np.int32)
        self.entry: IntArray = np.zeros(0, dtype=np.int32)
        self._ordered: IntArray = np.zeros((0, 2), dtype=np.int32)
        self._free_count = 0
        self._free: IntArray = np.zeros(0, dtype=np.int32)
        self._fresh: IntArray = np.zeros(0, dtype=np.int32)
        self.touched: IntArray = np.zeros(0, dtype=np.int32)
        self._patch_count: IntArray = np.zeros(0, dtype=np.int32)
        self._patch_entry: IntArray = np.zeros((0, PATCHES), dtype=np.int32)
        self._place = np.zeros((0, 7))
        self._how: IntArray = np.zeros(0, dtype=np.int32)
        self._first = 0
        self._starts: ConcaveStarts | None = None
        self._memory = pair_memory(0)
        self._patches = PatchPairs()
        self._updates = PatchUpdates(old=np.zeros(4 * PATCHES, dtype=dtype_of(OldPatchPoint)))
        self._hand_over()
        self._reserve_updates(0)
        tables: tuple[Any, ...] = (bodies.table, contacts.shape_table, self._patches)
        self._recycle = bind(recycle_patches, *tables, contacts.table, self._updates)
        self._store = bind(store_patches, *tables, contacts.table, self._updates, self._memory)
        self._collect = bind(collect_patch_events, *tables, contacts.pair_table)
        self._part_tables = (*tables, contacts.table, contacts.pair_table, self._memory)
        self._work = [concave_work() for _ in range(workers.ranges)]
        own = (self._updates, shapes.placed, self.table, self._memory)
        self._find_points = [bind(find_points, *own, work) for work in self._work]

    def split(self, pairs: IntArray) -> tuple[IntArray, IntArray]:
        """Return the convex and the concave ones of pairs (m, 2)."""
        concave = self.shapes.concave[pairs[:, 0]] | self.shapes.concave[pairs[:, 1]]
        return pairs[~concave], pairs[concave]

    def match(self, pairs: IntArray, contacts: "ContactSet") -> None:
        """Give each concave pair of this step its row and entries."""
        if np.array_equal(pairs, self.pairs):
            return
        if len(pairs) > self._free_count:
            self._reserve(len(pairs), contacts)
        entry, ended = np.empty(len(pairs), dtype=np.int32), np.empty(len(self.entry), dtype=np.int32)
        self._free_count, gone = match_pairs(
            pairs,
            self.pairs,
            self.entry,
            entry,
            self._free,
            self._free_count,
            self._fresh,
            self._patch_count,
            ended,
        )
        ceased = ended[:gone][self.touched[self.entry[ended[:gone]]] != 0]
        if len(ceased):
            contacts.cease(self.shapes.body[self.pairs[ceased]])
            self.touched[self.entry[ceased]] = 0
        fresh = entry[self._fresh[entry] == -1]
        self._fresh[fresh] = 0
        self._patch_count[fresh] = -1
        self._how[fresh] = BY_PATCHES
        forget(self._memory, fresh)
        self.pairs, self.entry = pairs, entry
        swapped = self._order[pairs[:, 0]] > self._order[pairs[:, 1]]
        self._ordered = np.ascontiguousarray(np.where(swapped[:, None], pairs[:, ::-1], pairs))
        self._hand_over()
        if len(pairs) > len(as_array(self._updates.margin)):
            self._reserve_updates(2 * len(pairs))

    def find(self, found: int, h: float) -> int:
        """Add the contacts of concave pairs within h [s] to `found` others; return how many there are."""
        self._first = found
        found, update_count = self._recycle(found, h)
        if update_count == 0:
            return found
        self.workers.share(
            update_count, _FEWEST_CONCAVE_PAIRS, lambda worker, first, last: (self._find_points[worker], first, last)
        )
        return int(self._store(update_count, found))

    def separate(self, count: int, all_pairs: bool, new: IntArray) -> int:
        """Give pairs that are set into each other one contact each; return how many of `count` contacts there are then.

        new (n,): bodies that are looked at, of which all pairs if `all_pairs`, else those whose patches are deep.
        """
        if not len(self.pairs):
            return count
        if self._starts is None:
            self._starts = concave_starts(self.shapes, self.table, self._work[0])
            self._hand_over()
            self._separate = bind(part_concave, *self._part_tables, self._starts)
        self._starts.new = new
        return int(self._separate(self._first, count, all_pairs))

    @property
    def separating(self) -> IntArray:
        """The cache entries of pairs that have one contact because they are set into each other."""
        return self._patch_entry[self.entry[self._how[self.entry] != BY_PATCHES], 0]

    def entries(self) -> tuple[IntArray, IntArray]:
        """Return the bodies (m, 2) and cache entries (m,) of all patches that are remembered."""
        filled = np.arange(PATCHES) < self._patch_count[self.entry, None]
        row, k = np.nonzero(filled)
        return self.shapes.body[self._ordered[row]], self._patch_entry[self.entry[row], k]

    @property
    def statistics(self) -> IntArray:
        """Counts of work since the start, in the order of `concave.arrays.Statistics`."""
        return np.sum([as_array(work.statistics).view(np.int64) for work in self._work], axis=0)

    def collect_events(self, events: int) -> int:
        """Add what began and ceased to touch to the events of the step; return how many there are."""
        return int(self._collect(events))

    def _hand_over(self) -> None:
        """Let kernels see the arrays that have been replaced."""
        patches = self._patches
        patches.shapes, patches.row, patches.touched = self._ordered, self.entry, self.touched
        patches.pose, patches.count, patches.entry = self._place, self._patch_count, self._patch_entry
        if self._starts is not None:
            self._starts.how = self._how

    def _reserve_updates(self, capacity: int) -> None:
        """Make room for so many updates in a step."""
        updates = self._updates
        updates.shapes, updates.drift = np.zeros((capacity, 2), dtype=np.int32), np.zeros((capacity, 6))
        updates.row, updates.limit = np.zeros(capacity, dtype=np.int32), np.zeros(capacity, dtype=np.int32)
        updates.margin, updates.slack, updates.near = (np.zeros(capacity) for _ in range(3))

    def _reserve(self, pairs: int, contacts: "ContactSet") -> None:
        """Make room for `pairs` more entries than are in use."""
        before = len(self.touched)
        capacity = doubled_capacity(max(before, _FIRST_PATCHES), before - self._free_count + pairs)
        more = capacity - before
        free = np.arange(capacity - 1, before - 1, -1, dtype=np.int32)
        self._free = np.concatenate([free, self._free[: self._free_count], np.zeros(before, dtype=np.int32)])[:capacity]
        self._free_count += more
        self._fresh = np.concatenate([self._fresh, np.zeros(more, dtype=np.int32)])
        self.touched = np.concatenate([self.touched, np.zeros(more, dtype=np.int32)])
        self._patch_count = np.concatenate([self._patch_count, np.full(more, -1, dtype=np.int32)])
        entries = contacts.take_entries(PATCHES * more).reshape(more, PATCHES)
        self._patch_entry = np.concatenate([self._patch_entry, entries])
        self._place = np.concatenate([self._place, np.zeros((more, 7))])
        self._how = np.concatenate([self._how, np.zeros(more, dtype=np.int32)])
        enlarge(self._memory, capacity)

    def forget(self) -> None:
        """Drop everything that is remembered of the pairs."""
        self._patch_count[:], self._how[:] = -1, BY_PATCHES
        forget(self._memory, slice(None))

    def snapshot(self) -> dict[str, Any]:
        """Return what decides the contacts of the next step."""
        kept = {name: getattr(self, name).copy() for name in _REMEMBERED}
        kept["free_count"] = self._free_count
        kept["memory"] = {name: array.copy() for name, array in remembered(self._memory).items()}
        return kept

    def restore(self, kept: dict[str, Any]) -> None:
        """Go back to a snapshot."""
        for name in _REMEMBERED:
            setattr(self, name, kept[name].copy())
        self._free_count = kept["free_count"]
        for name, array in kept["memory"].items():
            setattr(self._memory, name, array.copy())
        self._hand_over()
        self._reserve_updates(2 * len(self.pairs))


_REMEMBERED = (
    "pairs",
    "entry",
    "_ordered",
    "_free",
    "_fresh",
    "touched",
    "_patch_count",
    "_patch_entry",
    "_place",
    "_how",
)
