"""The contacts of a scene: shapes, broad phase, entries that remember, and this step's table of contacts."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import IntArray
from rigida.collision.arrays import BodyPoses, FoundManifold, ManifoldUpdates
from rigida.collision.broad.broad_phase import BROAD_PHASES, DEFAULT, BroadPhase
from rigida.collision.broad.brute_force import BruteForce
from rigida.collision.narrow.box_pairs import box_pairs, boxes_only
from rigida.collision.narrow.narrow_phase import narrow_phase
from rigida.collision.narrow.work import narrow_work
from rigida.collision.shapes.convex import convex_table
from rigida.collision.shapes.instances import joined_pairs, shape_instances
from rigida.collision.shapes.shape_set import bounding_radii, is_flat, joined
from rigida.dynamics.model import Model
from rigida.dynamics.state import State
from rigida.geometry import Mesh
from rigida.geometry.shape import Shape
from rigida.jit.bind import bind
from rigida.jit.records import as_array
from rigida.jit.tables import dtype_of
from rigida.realtime.arrays import POINTS, Contacts, Manifold, OldPoint, Pair, Pairs, PoseVersions, Shapes
from rigida.realtime.bodies.body_rows import BodyRows
from rigida.realtime.contacts.crowd import CROWDED, Crowd
from rigida.realtime.contacts.impulse_log import ImpulseLog
from rigida.realtime.contacts.manifolds import close_gap, number_poses, recycle_manifolds, store_manifolds
from rigida.realtime.contacts.pair_cache import PairCache, collect_events, drop_pairs, keep_pairs
from rigida.realtime.contacts.swept_boxes import place_and_sweep
from rigida.realtime.threads import FEWEST_BODIES, Workers
from rigida.realtime.tuning import MARGIN_OF_SIZE, RECYCLED, RECYCLED_OF_SIZE, SAME_POSE

if TYPE_CHECKING:
    from rigida.realtime.contacts.concave_pairs import ConcaveSet

_FIRST_CONTACTS = 64
_HANDFUL = 24
#: New entries, beside a quarter of all, after which entries are put into order again.
_SCATTERED = 64
_NO_EVENTS = np.zeros((0, 3), dtype=np.int32)
#: Fewer pairs than this are not worth another thread.
_FEWEST_PAIRS, _FEWEST_STORED, _FEWEST_RECYCLED = 100, 500, 1000


class ContactSet:
    """Contacts of this step, and their persistent data for the next one.

    The first `count` rows of `table` are this step's contacts; patches_only, has_patches: whether
    all of them, or any, are of concave bodies.
    entry (p,): which entry of `cache` each of the pairs (p, 2) of shapes owns. version: how often arrays were replaced.
    updates: pairs that the narrow phase looks at. deepest: least separation in the last step [m], and deepest_contact:
    the contact that has it; log: what contacts did in the parts of the last step.
    """

    def __init__(
        self,
        model: Model,
        state: State,
        bodies: BodyRows,
        margin: float,
        exact: bool = True,
        threads: int = 1,
        known: Sequence[Shape] = (),
    ) -> None:
        self._state, self._bodies, self._margin = state, bodies, margin
        self.workers = Workers(threads)
        shapes = shape_instances(model, known)
        self.shapes, self._single_shape = shapes, shapes.count < 2
        convex = [number for number, shape in enumerate(shapes.shapes) if not isinstance(shape, Mesh)]
        self._boxes = boxes_only(shapes.table, np.array(convex, dtype=np.int32))
        self._bounding_radius, self._room, self._tolerance = np.zeros((3, shapes.count))
        self._smooth = np.zeros(shapes.count, dtype=np.int32)
        self._bounding_radii_of, self._is_flat = bounding_radii(shapes.table), is_flat(shapes.table)
        self._swept_low, self._swept_high = np.zeros((shapes.count, 3)), np.zeros((shapes.count, 3))
        self.body_radius = np.zeros(model.body_count)
        self._pose_version = np.zeros((model.body_count, 9))
        self._pose_version[:, :3] = np.inf
        self._poses = PoseVersions(bounding_radius=self.body_radius, version=self._pose_version)
        self.measure()
        self.shape_table = Shapes(
            body=shapes.body,
            bounding_radius=self._bounding_radius,
            room=self._room,
            tolerance=self._tolerance,
            own=shapes.own,
            smooth=self._smooth,
            low=shapes.low,
            high=shapes.high,
            swept_low=self._swept_low,
            swept_high=self._swept_high,
        )
        self._surface, bodies.table.part_surface = model.surface, shapes.surface
        self.deepest, self.deepest_contact = 0.0, 0
        self._ended_events = self._before_events = _NO_EVENTS
        self._event_count = 0
        # A handful of shapes is compared pair by pair: the kernels of the grid need not even be compiled.
        rules = shapes.body, model.motion, model.collision_filter, joined_pairs(model)
        self.broad: BroadPhase = BruteForce(*rules, model.copies)
        if shapes.count > _HANDFUL and model.copies == 1:
            self.broad = BROAD_PHASES[DEFAULT](*rules)
        self._crowd = Crowd(shapes.body, model)
        self.log = ImpulseLog()
        self.pairs = np.zeros((0, 2), dtype=np.int32)
        self.entry = np.zeros(0, dtype=np.int32)
        self.count = self.version = 0
        self._scattered = 0
        self.cache = PairCache(simplices=not self._boxes)
        old = np.zeros(POINTS * self.workers.ranges, dtype=dtype_of(OldPoint))
        self.table = Contacts(recycled=1.0, all_impacts=0, cache=self.cache.table, old=old)
        self.pair_table = Pairs()
        self.updates = ManifoldUpdates()
        self._reserve(_FIRST_CONTACTS)
        poses_now = BodyPoses(center=state.center, attitude=state.attitude)
        contacts, updates, pairs, shape_table = self.table, self.updates, self.pair_table, self.shape_table
        where = (shapes.on_bodies, shapes.placed, shapes.table, poses_now)
        place = bind(place_and_sweep, *where, bodies.table, shape_table)
        self._place_and_sweep = self.workers.over(shapes.count, FEWEST_BODIES, place)
        self._keep = bind(keep_pairs, shape_table, pairs, self.cache.table)
        self._drop = bind(drop_pairs, shape_table, pairs, contacts)
        number = bind(number_poses, bodies.table, self._poses)
        self._number_poses = self.workers.over(model.body_count, FEWEST_BODIES, number)
        self._close_gap = bind(close_gap, contacts, updates)
        self._recycle = bind(recycle_manifolds, bodies.table, shape_table, self._poses, pairs, contacts, updates)
        self._bind_narrow_phase()
        self._store = bind(store_manifolds, bodies.table, shape_table, contacts, updates)
        self._collect = bind(collect_events, bodies.table, shape_table, pairs, contacts)
        self.concave: ConcaveSet | None = None
        self.patches_only = self.has_patches = False
        if shapes.concave.any():
            # Loaded, and its kernels compiled, only where a scene has concave bodies.
            from rigida.realtime.contacts import concave_pairs

            self.concave = concave_pairs.ConcaveSet(shapes, self._bounding_radius, exact, self.workers, bodies, self)

    def measure(self, which: Any = slice(None)) -> None:
        """Take over the sizes of these shapes."""
        shapes, geometry = self.shapes, self.shapes.geometry[which]
        own, rows = self._bounding_radii_of[geometry], shapes.body[which]
        self._bodies.length_scale[rows] = np.inf
        np.minimum.at(self._bodies.length_scale, rows, own)
        near = np.minimum(MARGIN_OF_SIZE * own, self._margin)
        self._room[which] = 0.5 * np.where(shapes.concave[which], self._margin, near)
        bounding_radius = own + np.linalg.norm(shapes.position_P[which], axis=1)
        bounding_radius[~np.isfinite(bounding_radius)] = 0.0
        flat = self._is_flat[geometry]
        self._smooth[which] = ~flat
        most, of_size = np.where(flat, *reversed(RECYCLED)), np.where(flat, *reversed(RECYCLED_OF_SIZE))
        self._bounding_radius[which] = bounding_radius
        self._tolerance[which] = np.minimum(of_size * np.where(bounding_radius > 0.0, bounding_radius, np.inf), most)
        self.body_radius[rows] = 0.0
        np.maximum.at(self.body_radius, rows, bounding_radius)
        self.smallest = float(self._bounding_radius[self._bounding_radius > 0.0].min(initial=np.inf))
        self._poses.same = SAME_POSE * float(self._bodies.length_scale[shapes.body].min(initial=np.inf))

    def _bind_narrow_phase(self) -> None:
        """Let the narrow phase, of which each thread has its own, have room for the shapes of the table."""
        find, placed, table = box_pairs if self._boxes else narrow_phase, self.shapes.placed, self.shapes.table
        self._find = [bind(find, placed, table, self.updates, narrow_work(table)) for _ in range(self.workers.ranges)]

    def add_shapes(self, new: Sequence[Shape]) -> bool:
        """Add convex shapes to the table, which bodies may then have; return whether that was possible."""
        shapes, more = self.shapes, convex_table(new)
        if self._boxes and not boxes_only(more, np.arange(more.count, dtype=np.int32)):
            return False
        larger = joined([shapes.table, more])
        for name in ("core", "vertex", "face", "outline", "loop", "edge"):
            setattr(shapes.table, name, getattr(larger, name))
        shapes.shapes.extend(new)
        self._bounding_radii_of = np.concatenate([self._bounding_radii_of, bounding_radii(more)])
        self._is_flat = np.concatenate([self._is_flat, is_flat(more)])
        self._bind_narrow_phase()
        return True

    def drop(self, rows: IntArray) -> None:
        """Forget all contacts of the bodies of these rows, which other bodies may take; events stay as they are."""
        leaves = np.zeros(len(self.body_radius) + 1, dtype=np.int32)
        leaves[rows] = 1
        self.count, kept, self.cache.free_count = self._drop(leaves, self.count, len(self.pairs), self.cache.free_count)
        self.pairs, self.entry = self._pairs[:kept], self._entry[:kept]
        self._pose_version[rows, :3] = np.inf
        self.log.drop(rows)

    def find(self, dt: float) -> None:
        """Find all contacts of the step."""
        if self._single_shape:
            return
        self._place_and_sweep(dt)
        pairs = self.broad.update(self._swept_low, self._swept_high)
        if len(pairs) > CROWDED * self.shapes.count:
            pairs = self._crowd.thinned(pairs, self.shapes.low, self.shapes.high)
        if self.concave is not None:
            pairs, concave_pairs = self.concave.split(pairs)
            self.concave.match(concave_pairs, self)
        self._match(pairs)
        self._number_poses(self.table.recycled * self._poses.same)
        found, update_count = self._find_recycled(len(pairs), dt)
        self.count = self._update(found, update_count) if update_count else found
        if self.concave is not None:
            others = self.count
            self.count = self.concave.find(others, dt)
            self.patches_only, self.has_patches = others == 0, self.count > others

    def has_elastic(self) -> bool:
        """Return whether there are bodies or shapes that rebound."""
        return bool((self._surface[:, 1] > 0.0).any() or (self.shapes.surface[:, 1] > 0.0).any())

    def place_shapes(self) -> None:
        """Put all shapes where their bodies are now."""
        self._place_and_sweep(0.0)

    def collect_events(self) -> None:
        """Collect what began and ceased to touch."""
        count, self.deepest, self.deepest_contact = self._collect(self.count, len(self.pairs))
        if self.concave is not None:
            count = self.concave.collect_events(count)
        self._event_count, self._before_events = count, self._ended_events
        if self._ended_events is not _NO_EVENTS:
            self._ended_events = _NO_EVENTS

    def pairs_and_manifolds(self) -> tuple[NDArray[np.void], NDArray[np.void]]:
        """Return whom this step's contacts are between, and where, by the names of `Pair` and `Manifold`."""
        return as_array(self.table.pair)[: self.count], as_array(self.table.manifold)[: self.count]

    def resting(self, awake: IntArray) -> NDArray[np.void]:
        """Return the cached contacts, as `Pair`, of bodies neither of which is awake (n,)."""
        bodies, entry = self.shapes.body[self.pairs], self.entry
        if self.concave is not None:
            concave_bodies, concave_entry = self.concave.entries()
            bodies, entry = np.concatenate([bodies, concave_bodies]), np.concatenate([entry, concave_entry])
        count = as_array(self.cache.table.count)[entry]
        asleep = (awake[bodies] == 0).all(axis=1) & (count > 0)
        found = np.zeros(int(asleep.sum()), dtype=dtype_of(Pair))
        found["a"], found["b"] = bodies[asleep].T
        found["entry"], found["count"] = entry[asleep], count[asleep]
        return found

    def cease(self, pairs: IntArray) -> None:
        """Record that bodies (m, 2), which touched, are not even near each other any more."""
        ended = np.zeros((len(pairs), 3), dtype=np.int32)
        ended[:, 1:] = pairs
        self._ended_events = np.concatenate([self._ended_events, ended])

    def mark_impacts(self, pairs: NDArray[np.void]) -> None:
        """Record that impacts were applied to `pairs` (m,), as `Pair`: they count as touching from now on."""
        touched = as_array(self.cache.table.touched)
        new = pairs[touched[pairs["entry"]] == 0]
        touched[new["entry"]] = 1
        began = np.ones((len(new), 3), dtype=np.int32)
        began[:, 1], began[:, 2] = new["a"], new["b"]
        self._ended_events = np.concatenate([self._ended_events, began])

    def gather_events(self, earlier: list[IntArray]) -> None:
        """Put what began and ceased to touch in the earlier parts of a step before that of its last one."""
        self._before_events = np.concatenate([*earlier, self._before_events])

    @property
    def event_count(self) -> int:
        """How many pairs began or ceased to touch in the last step."""
        return len(self._before_events) + self._event_count

    @property
    def event_rows(self) -> IntArray:
        """What began and ceased to touch in the last step (m, 3): began, body a, body b."""
        return np.concatenate([self._before_events, self._event[: self._event_count]])

    def take_entries(self, count: int) -> IntArray:
        """Return `count` free entries, which are not given away again."""
        if count > self.cache.free_count:
            self._reserve(count)
        return self.cache.take(count)

    def _match(self, pairs: IntArray) -> None:
        """Give entries to the pairs of this step."""
        cache, count, before = self.cache, len(pairs), len(self.pairs)
        if count > cache.free_count:
            self._reserve(count)
        cache.free_count, ended, ceased = self._keep(pairs, before, cache.free_count)
        if count == before and not ended:
            return
        if ceased:
            self.cease(self._ceased[:ceased])
        if count != before:
            self.pairs, self.entry = self._pairs[:count], self._entry[:count]
        self._scattered += count - before + ended
        # Patches of concave pairs own entries too, which stay where they are.
        if self._scattered > _SCATTERED + count // 4 and self.concave is None:
            cache.line_up(self.entry)
            self.entry[:] = np.arange(len(self.entry))
            self._scattered = 0

    def _find_recycled(self, count: int, dt: float) -> tuple[int, int]:
        """Write the contacts of manifolds that hold, list those to be updated; return the numbers of both."""
        firsts, found, update_count = list[int](), 0, 0

        def recycle(worker: int, first: int, last: int) -> tuple[Any, ...]:
            firsts.append(first)
            return self._recycle, first, last, dt

        ends = self.workers.share(count, _FEWEST_RECYCLED, recycle)
        for first, (more_found, more_updates) in zip(firsts, ends, strict=True):
            if first:
                self._close_gap(first, more_found, more_updates, found, update_count)
            found, update_count = found + more_found, update_count + more_updates
        return found, update_count

    def _update(self, found: int, update_count: int) -> int:
        """Update the manifolds that cannot be recycled; return the number of contacts."""
        self.update_manifolds(update_count)
        points = as_array(self.updates.count)

        def store(worker: int, first: int, last: int) -> tuple[Any, ...]:
            return self._store, worker, first, last, found + int(np.count_nonzero(points[:first]))

        return int(self.workers.share(update_count, _FEWEST_STORED, store)[-1])

    def update_manifolds(self, update_count: int) -> None:
        """Run the narrow phase on the first `update_count` rows of `updates`."""
        self.workers.share(
            update_count, _FEWEST_PAIRS, lambda worker, first, last: (self._find[worker], first, last, POINTS)
        )

    def _reserve(self, pairs: int) -> None:
        """Make room for `pairs` more entries than are in use, and for as many contacts in a step."""
        self.version += 1
        self.cache.reserve(pairs)
        capacity = self.cache.capacity
        count, pairs_kept, entry = len(self.pairs), self.pairs, self.entry
        self._pairs, self._entry = np.zeros((capacity, 2), dtype=np.int32), np.zeros(capacity, dtype=np.int32)
        self._pairs[:count], self._entry[:count] = pairs_kept, entry
        self.pairs, self.entry = self._pairs[:count], self._entry[:count]
        self._event, self._ceased = np.zeros((capacity, 3), dtype=np.int32), np.zeros((capacity, 2), dtype=np.int32)
        table = self.pair_table
        table.shapes, table.entry, table.event, table.ceased = self._pairs, self._entry, self._event, self._ceased
        table.pushed, table.new_entry, table.ended = (np.zeros(capacity, dtype=np.int32) for _ in range(3))
        table.free = self.cache.free
        self.table.manifold = np.zeros(capacity, dtype=dtype_of(Manifold))
        self.table.pair = np.zeros(capacity, dtype=dtype_of(Pair))
        self._reserve_updates(capacity)

    def _reserve_updates(self, capacity: int) -> None:
        """Make room for so many updates."""
        updates = self.updates
        updates.shapes, updates.margin = np.zeros((capacity, 2), dtype=np.int32), np.zeros(capacity)
        updates.entry, updates.count = np.zeros(capacity, dtype=np.int32), np.zeros(capacity, dtype=np.int32)
        updates.manifold = np.zeros(capacity, dtype=dtype_of(FoundManifold))
        updates.kept, updates.known = self.cache.simplex, as_array(self.cache.table.simplex_count)

    def forget(self) -> None:
        """Drop all manifolds and impulses, after bodies were moved from outside."""
        self.cache.forget()
        self.log.clear()
        if self.concave is not None:
            self.concave.forget()

    def snapshot(self) -> dict[str, Any]:
        """Return what decides the contacts of the next step, and those of the last one."""
        return {
            "found": tuple(rows.copy() for rows in self.pairs_and_manifolds()),
            "log": self.log.parts,
            "pairs": self.pairs.copy(),
            "entry": self.entry.copy(),
            "cache": self.cache.snapshot(),
            "pose_version": self._pose_version.copy(),
            "concave": None if self.concave is None else self.concave.snapshot(),
        }

    def restore(self, kept: dict[str, Any]) -> None:
        """Go back to a snapshot."""
        while self.cache.capacity < len(kept["cache"]["count"]):
            self._reserve(len(kept["cache"]["count"]) - self.cache.capacity + self.cache.free_count)
        self.cache.restore(kept["cache"])
        self.count, self.log.parts = len(kept["found"][0]), kept["log"]
        for rows, found in zip(self.pairs_and_manifolds(), kept["found"], strict=True):
            rows[:] = found
        self._pose_version[: len(kept["pose_version"])] = kept["pose_version"]
        count = len(kept["pairs"])
        self._pairs[:count], self._entry[:count] = kept["pairs"], kept["entry"]
        self.pairs, self.entry = self._pairs[:count], self._entry[:count]
        if self.concave is not None:
            self.concave.restore(kept["concave"])
