"""The contacts of a scene: shapes, broad phase, slots that remember, and this step's table of contacts."""

from typing import TYPE_CHECKING, Any

import numpy as np

from rigida.arrays import IntArray
from rigida.collision.broad.broad_phase import BROAD_PHASES, DEFAULT
from rigida.collision.narrow.box_clip import SCRATCH_SIZE
from rigida.collision.narrow.box_pairs import box_pairs, boxes_only
from rigida.collision.narrow.narrow_phase import empty_manifolds, narrow_phase
from rigida.collision.shapes.instances import joined_pairs, place_shapes, shape_instances
from rigida.collision.shapes.shape_set import is_flat, reach_of
from rigida.dynamics.model import Model
from rigida.dynamics.state import State
from rigida.jit.bind import bind
from rigida.realtime.bodies.body_rows import BodyRows
from rigida.realtime.bodies.refresh import sweep_boxes
from rigida.realtime.contacts.events import note_touching
from rigida.realtime.contacts.manifold_cache import (
    CARRIED,
    CARRIED_OF_SIZE,
    CONTACT_WIDTH,
    OLD_WIDTH,
    carry_contacts,
    stamp_bodies,
    store_contacts,
)
from rigida.realtime.contacts.match_pairs import keep_pairs
from rigida.realtime.contacts.pair_cache import Slots
from rigida.realtime.threads import Workers

if TYPE_CHECKING:
    from rigida.realtime.contacts.concave_pairs import ConcaveSet

_FIRST_CAPACITY = 64
_HANDFUL = 24
#: New slots, beside a quarter of all, after which slots are put into order again.
_SCATTERED = 64
_NO_EVENTS = np.zeros((0, 3), dtype=np.int32)
#: Fewer pairs than this are not worth another thread.
_FEWEST_PAIRS = 100


class ContactSet:
    """Which shapes touch in this step, and what is remembered of them for the next one.

    contact (m, 19) and contact_of (m, 4): the first `count` rows are this step's contacts (`manifold_cache`);
    patches_only: all of them are of concave bodies. slot (p,): which of `slots` each of the pairs (p, 2) owns.
    version: how often arrays were replaced.
    """

    def __init__(
        self, model: Model, state: State, bodies: BodyRows, margin: float, exact: bool = True, threads: int = 1
    ) -> None:
        self._state, self._bodies, self.margin = state, bodies, margin
        self.workers = Workers(threads)
        shapes = shape_instances(model)
        self.shapes = shapes
        self._boxes = boxes_only(shapes.table, shapes.geometry[~shapes.concave])
        self._half = np.ascontiguousarray(shapes.table.size[shapes.geometry, :3])
        self._reach = reach_of(shapes.table)[shapes.geometry] + np.linalg.norm(shapes.position_P, axis=1)
        self._reach[~np.isfinite(self._reach)] = 0.0
        self._swept_low, self._swept_high = np.zeros((shapes.count, 3)), np.zeros((shapes.count, 3))
        flat = is_flat(shapes.table)[shapes.geometry]
        most, of_size = np.where(flat, *reversed(CARRIED)), np.where(flat, *reversed(CARRIED_OF_SIZE))
        self._tolerance = np.minimum(of_size * np.where(self._reach > 0.0, self._reach, np.inf), most)
        self.body_reach = np.zeros(model.body_count)
        np.maximum.at(self.body_reach, shapes.body, self._reach)
        self.smallest = float(self._reach[self._reach > 0.0].min(initial=np.inf))
        self.deepest = 0.0
        self._ended_events = self._before_events = _NO_EVENTS
        self._event_count = 0
        self._reference = np.full((model.body_count, 7), np.inf)
        self._stamp, self._speed = np.zeros(model.body_count), np.zeros(model.body_count)
        # A handful of shapes is compared pair by pair: the kernels of the grid need not even be compiled.
        broad = DEFAULT if shapes.count > _HANDFUL else "brute_force"
        self.broad = BROAD_PHASES[broad](shapes.body, model.motion, model.collision_filter, joined_pairs(model))
        self.pairs = np.zeros((0, 2), dtype=np.int32)
        self.slot = np.zeros(0, dtype=np.int32)
        self.count = self.version = 0
        self._scattered = 0
        self.slots = Slots(simplices=not self._boxes)
        self._reserve(_FIRST_CAPACITY)
        table = shapes.table
        self._place = bind(
            place_shapes,
            shapes.body,
            shapes.geometry,
            shapes.position_P,
            shapes.attitude_P,
            table.header,
            table.size,
            table.vertex,
            state.center,
            state.attitude,
            shapes.position,
            shapes.attitude,
            shapes.low,
            shapes.high,
        )
        self._sweep = bind(
            sweep_boxes,
            shapes.body,
            self._reach,
            bodies.twist,
            shapes.low,
            shapes.high,
            self._swept_low,
            self._swept_high,
        )
        self._stamp_bodies = bind(
            stamp_bodies,
            self.body_reach,
            state.center,
            state.attitude,
            bodies.twist,
            self._reference,
            self._stamp,
            self._speed,
        )
        self.concave: ConcaveSet | None = None
        self.patches_only = False
        if shapes.concave.any():
            # Loaded, and its kernels compiled, only where a scene has concave bodies.
            from rigida.realtime.contacts import concave_pairs

            self.concave = concave_pairs.ConcaveSet(shapes, self._reach, exact, self.workers)

    def find(self, dt: float) -> None:
        """Find all contacts of the step."""
        if self.shapes.count < 2:
            return
        self._place()
        self._sweep(dt, self.margin)
        pairs = self.broad.update(self._swept_low, self._swept_high)
        if self.concave is not None:
            pairs, concave_pairs = self.concave.split(pairs)
            self.concave.match(concave_pairs, self)
        self._match(pairs)
        self._stamp_bodies()
        found, sought = self._carry(len(self.pairs), dt, self.margin)
        self.count = self._seek(found, sought) if sought else found
        if self.concave is not None:
            self.patches_only = self.count == 0
            self.count = self.concave.find(self.count, self._state, self._bodies, dt, self)

    def collect_events(self) -> None:
        """Collect what began and ceased to touch."""
        count, self.deepest = self._note(self.count, len(self.pairs))
        if self.concave is not None:
            count = self.concave.note(self._bodies, self._pushed, self._event, count)
        self._event_count, self._before_events = count, self._ended_events
        if len(self._ended_events):
            self._ended_events = _NO_EVENTS

    def resting(self, awake: IntArray) -> IntArray:
        """Return the remembered contacts (m, 4), as in `contact_of`, of pairs neither of which is awake (n,)."""
        pairs, slot = self.shapes.body[self.pairs], self.slot
        if self.concave is not None:
            concave_pairs, concave_slot = self.concave.slots()
            pairs, slot = np.concatenate([pairs, concave_pairs]), np.concatenate([slot, concave_slot])
        touching = self.slots.touching[slot]
        asleep = (awake[pairs] == 0).all(axis=1) & (touching > 0)
        found = np.column_stack([pairs[asleep], slot[asleep], touching[asleep]])
        return found.astype(np.int32)

    def cease(self, pairs: IntArray) -> None:
        """Take note that bodies (m, 2), which touched, are not even near each other any more."""
        ended = np.zeros((len(pairs), 3), dtype=np.int32)
        ended[:, 1:] = pairs
        self._ended_events = np.concatenate([self._ended_events, ended])

    def gather_events(self, earlier: list[IntArray]) -> None:
        """Put what began and ceased to touch in the earlier parts of a step before that of its last one."""
        self._before_events = np.concatenate([*earlier, self._before_events])

    @property
    def event_rows(self) -> IntArray:
        """What began and ceased to touch in the last step (m, 3): began, body a, body b."""
        return np.concatenate([self._before_events, self._event[: self._event_count]])

    def take_slots(self, count: int) -> IntArray:
        """Return `count` free slots, which are not given away again."""
        if count > self.slots.free_count:
            self._reserve(count)
        return self.slots.take(count)

    def _match(self, pairs: IntArray) -> None:
        """Give slots to the pairs of this step."""
        slots, before = self.slots, len(self.pairs)
        if len(pairs) > slots.free_count:
            self._reserve(len(pairs))
        slots.free_count, ended, ceased = self._keep(pairs, before, slots.free_count)
        if ceased:
            self.cease(self._ceased[:ceased])
        if len(pairs) != before:
            self.pairs, self.slot = self._pairs[: len(pairs)], self._slot[: len(pairs)]
        self._scattered += len(pairs) - before + ended
        # Patches of concave pairs own slots too, which stay where they are.
        if self._scattered > _SCATTERED + len(pairs) // 4 and self.concave is None:
            slots.line_up(self.slot)
            self.slot[:] = np.arange(len(self.slot))
            self._scattered = 0

    def _seek(self, found: int, sought: int) -> int:
        """Find the manifolds that are not remembered; return the number of contacts."""
        self.workers.share(sought, _FEWEST_PAIRS, self._seek_range)
        return int(self._store(sought, found))

    def _seek_range(self, worker: int, first: int, last: int) -> None:
        """Find the manifolds of the pairs to be sought from `first` to `last`."""
        if self._boxes:
            self._seek_boxes[worker](first, last)
            return
        shapes, table, found = self.shapes, self.shapes.table, self._manifolds
        out: tuple[Any, ...] = tuple(
            array[first:last] for array in (found.count, found.normal, found.point, found.separation, found.feature)
        )
        narrow_phase(
            self._todo[first:last],
            shapes.geometry,
            shapes.position,
            shapes.attitude,
            table.header,
            table.size,
            table.vertex,
            table.face,
            table.face_loop,
            table.loop,
            table.edge,
            self._todo_margin[first:last],
            4,
            self._todo_slot[first:last],
            self.slots.simplex,
            self.slots.simplex_count,
            *out,
        )

    def _reserve(self, pairs: int) -> None:
        """Make room for `pairs` more slots than are in use, and for as many contacts in a step."""
        self.version += 1
        self.slots.reserve(pairs)
        capacity = self.slots.capacity
        self._pushed, self._event = np.zeros(capacity, dtype=np.int32), np.zeros((capacity, 3), dtype=np.int32)
        self._ended = np.zeros(capacity, dtype=np.int32)
        self._ceased, self._new_slot = np.zeros((capacity, 2), dtype=np.int32), np.zeros(capacity, dtype=np.int32)
        count, pairs_kept, slot = len(self.pairs), self.pairs, self.slot
        self._pairs, self._slot = np.zeros((capacity, 2), dtype=np.int32), np.zeros(capacity, dtype=np.int32)
        self._pairs[:count], self._slot[:count] = pairs_kept, slot
        self.pairs, self.slot = self._pairs[:count], self._slot[:count]
        self.contact = np.zeros((capacity, CONTACT_WIDTH))
        self.contact_of = np.zeros((capacity, 4), dtype=np.int32)
        self._todo = np.zeros((capacity, 2), dtype=np.int32)
        self._todo_slot = np.zeros(capacity, dtype=np.int32)
        self._todo_margin = np.zeros(capacity)
        self._manifolds = empty_manifolds(capacity, remembered=0)
        self._bind_slots()

    def _bind_slots(self) -> None:
        """Rebind the kernels after a reallocation."""
        shapes, slots, state, bodies, new = self.shapes, self.slots, self._state, self._bodies, self._manifolds
        self._keep = bind(
            keep_pairs,
            shapes.body,
            self._pairs,
            self._slot,
            self._new_slot,
            slots.free,
            slots.touching,
            slots.touched,
            slots.simplex_count,
            self._ended,
            self._ceased,
        )
        self._carry = bind(
            carry_contacts,
            shapes.body,
            self._reach,
            self._tolerance,
            shapes.low,
            shapes.high,
            bodies.awake,
            state.center,
            state.attitude,
            bodies.matrix,
            bodies.twist,
            self._stamp,
            self._speed,
            self._pairs,
            self._slot,
            slots.touching,
            slots.look,
            slots.manifold,
            self.contact,
            self.contact_of,
            self._todo,
            self._todo_slot,
            self._todo_margin,
        )
        found = (new.count, new.normal, new.point, new.separation, new.feature)
        self._seek_boxes = [
            bind(
                box_pairs,
                self._todo,
                shapes.geometry,
                shapes.position,
                shapes.attitude,
                shapes.table.header,
                self._half,
                self._todo_margin,
                *found,
                np.empty(SCRATCH_SIZE),
            )
            for _ in range(self.workers.count)
        ]
        self._store = bind(
            store_contacts,
            self._todo,
            self._todo_slot,
            shapes.body,
            state.center,
            bodies.matrix,
            *found,
            slots.touching,
            slots.feature,
            slots.manifold,
            slots.lever,
            slots.impulse,
            self.contact,
            self.contact_of,
            np.empty((4, OLD_WIDTH)),
        )
        self._note = bind(
            note_touching,
            shapes.body,
            bodies.awake,
            self.contact,
            self.contact_of,
            slots.impulse,
            self._pairs,
            self._slot,
            self._pushed,
            slots.touched,
            self._event,
        )

    def forget(self) -> None:
        """Drop all manifolds and impulses: somebody has moved bodies by hand."""
        self.slots.forget()
        if self.concave is not None:
            self.concave.forget()

    def snapshot(self) -> dict[str, Any]:
        """Return what decides the contacts of the next step."""
        return {
            "pairs": self.pairs.copy(),
            "slot": self.slot.copy(),
            "slots": self.slots.snapshot(),
            "reference": self._reference.copy(),
            "stamp": self._stamp.copy(),
            "concave": None if self.concave is None else self.concave.snapshot(),
        }

    def restore(self, kept: dict[str, Any]) -> None:
        """Go back to a snapshot."""
        while self.slots.capacity < len(kept["slots"]["touching"]):
            self._reserve(len(kept["slots"]["touching"]) - self.slots.capacity + self.slots.free_count)
        self.slots.restore(kept["slots"])
        self._reference[:], self._stamp[:] = kept["reference"], kept["stamp"]
        count = len(kept["pairs"])
        self._pairs[:count], self._slot[:count] = kept["pairs"], kept["slot"]
        self.pairs, self.slot = self._pairs[:count], self._slot[:count]
        if self.concave is not None:
            self.concave.restore(kept["concave"])
