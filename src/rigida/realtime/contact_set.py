"""The contacts of a scene: shapes, broad phase, slots that remember, and this step's table of contacts."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rigida.binding import bind
from rigida.collision.box_pairs import box_pairs, boxes_only
from rigida.collision.broad_phase import BROAD_PHASES, DEFAULT
from rigida.collision.broad_phase_base import doubled_capacity
from rigida.collision.narrow_phase import empty_manifolds, narrow_phase
from rigida.collision.near_separation import KEPT
from rigida.collision.shape_set import is_flat, reach_of
from rigida.collision.shapes import joined_pairs, place_shapes, shape_instances
from rigida.dynamics.contact_table import EVENT
from rigida.dynamics.model import Model
from rigida.dynamics.state import State
from rigida.fields import IntArray
from rigida.math.cache_lines import lined_zeros
from rigida.realtime.bodies import sweep_boxes
from rigida.realtime.body_rows import BodyRows
from rigida.realtime.contact_memory import (
    CARRIED,
    CARRIED_OF_SIZE,
    CONTACT_WIDTH,
    FRICTION,
    IMPULSE,
    IMPULSE_WIDTH,
    IS_PATCH,
    LANDED,
    LEVER_WIDTH,
    LOOK_WIDTH,
    MANIFOLD_WIDTH,
    carry_contacts,
    stamp_bodies,
    store_contacts,
)
from rigida.realtime.pair_slots import keep_pairs
from rigida.realtime.touching import note_touching
from rigida.realtime.workers import Workers

if TYPE_CHECKING:
    from rigida.realtime.concave_set import ConcaveSet

_FIRST_CAPACITY = 64
_HANDFUL = 24
#: New slots, beside a quarter of all, after which slots are put into order again.
_SCATTERED = 64
_NO_EVENTS = np.zeros((0, 3), dtype=np.int32)
#: Fewer pairs than this are not worth another thread.
_FEWEST_PAIRS = 100


class ContactSet:
    """Which shapes touch in this step, and what is remembered of them for the next one.

    contact (m, 19) and contact_of (m, 4): the first `count` rows are this step's contacts (`contact_memory`);
    patches_only: all of them are of concave bodies.
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
        self.count = 0
        self._free_count = self._scattered = 0
        self.touching = np.zeros(0, dtype=np.int32)
        self.touched = np.zeros(0, dtype=np.int32)
        self.feature = np.zeros((0, 4), dtype=np.int32)
        self.look, self.manifold = np.zeros((0, LOOK_WIDTH)), np.zeros((0, MANIFOLD_WIDTH))
        self.lever, self.impulse = np.zeros((0, LEVER_WIDTH), dtype=np.float32), np.zeros((0, IMPULSE_WIDTH))
        self.simplex = np.zeros((0, KEPT))
        self.simplex_count = np.zeros(0, dtype=np.int32)
        self._free = np.zeros(0, dtype=np.int32)
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
            from rigida.realtime import concave_set

            self.concave = concave_set.ConcaveSet(shapes, self._reach, exact, self.workers)

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

    def note(self) -> None:
        """Take note of what began and ceased to touch."""
        count, self.deepest = self._note(self.count, len(self.pairs))
        if self.concave is not None:
            count = self.concave.note(self._bodies, self._pushed, self._event, count)
        self._event_count, self._before_events = count, self._ended_events
        if len(self._ended_events):
            self._ended_events = _NO_EVENTS

    @property
    def events(self) -> NDArray[np.void]:
        """What began and ceased to touch in the last step."""
        rows = self.event_rows
        table = np.zeros(len(rows), dtype=EVENT)
        table["began"], table["body_a"], table["body_b"] = rows[:, 0], rows[:, 1], rows[:, 2]
        return table

    def resting(self, awake: IntArray) -> IntArray:
        """Return the remembered contacts (m, 4), as in `contact_of`, of pairs neither of which is awake (n,)."""
        pairs, slot = self.shapes.body[self.pairs], self.slot
        if self.concave is not None:
            concave_pairs, concave_slot = self.concave.slots()
            pairs, slot = np.concatenate([pairs, concave_pairs]), np.concatenate([slot, concave_slot])
        asleep = (awake[pairs] == 0).all(axis=1) & (self.touching[slot] > 0)
        found = np.column_stack([pairs[asleep], slot[asleep], self.touching[slot[asleep]]])
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
        """`events` as rows (m, 3): began, body a, body b."""
        return np.concatenate([self._before_events, self._event[: self._event_count]])

    def scale_impulses(self, factor: float) -> None:
        """Make what goes on from step to step fit steps that are longer by `factor`."""
        self.impulse[:, IMPULSE:LANDED] *= factor
        self.impulse[:, FRICTION:IS_PATCH] *= factor

    def take_slots(self, count: int) -> IntArray:
        """Return `count` free slots, which are not given away again."""
        if count > self._free_count:
            self._reserve(count)
        self._free_count -= count
        return self._free[self._free_count : self._free_count + count][::-1].copy()

    def _match(self, pairs: IntArray) -> None:
        """Give slots to the pairs of this step."""
        if len(pairs) > self._free_count:
            self._reserve(len(pairs))
        before = len(self.pairs)
        self._free_count, ended, ceased = self._keep(pairs, before, self._free_count)
        if ceased:
            self.cease(self._ceased[:ceased])
        if len(pairs) != before:
            self.pairs, self.slot = self._pairs[: len(pairs)], self._slot[: len(pairs)]
        self._scattered += len(pairs) - before + ended
        # Patches of concave pairs own slots too, which stay where they are.
        if self._scattered > _SCATTERED + len(pairs) // 4 and self.concave is None:
            self._line_up()

    def _line_up(self) -> None:
        """Put the slots into the order of the pairs: kernels that follow the pairs then read memory in sequence."""
        used, capacity = len(self.slot), len(self.touching)
        for name in _OF_SLOTS:
            array = getattr(self, name)
            if len(array):
                array[:used] = array[self.slot]
        self.touched[used:] = 0
        self.slot[:] = np.arange(used)
        self._free_count, self._scattered = capacity - used, 0
        self._free[: self._free_count] = np.arange(capacity - 1, used - 1, -1)

    def _seek(self, found: int, sought: int) -> int:
        """Find the manifolds that are not remembered; return the number of contacts."""
        self.workers.share(sought, _FEWEST_PAIRS, self._seek_range)
        return int(self._store(sought, found))

    def _seek_range(self, worker: int, first: int, last: int) -> None:
        """Find the manifolds of the pairs to be sought from `first` to `last`."""
        if self._boxes:
            self._seek_boxes(first, last)
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
            self.simplex,
            self.simplex_count,
            *out,
        )

    def _reserve(self, pairs: int) -> None:
        """Make room for `pairs` more slots than are in use, and for as many contacts in a step."""
        before = len(self.touching)
        capacity = doubled_capacity(max(before, 1), before - self._free_count + pairs)
        more = capacity - before
        self.touching = np.concatenate([self.touching, np.full(more, -1, dtype=np.int32)])
        self.touched = np.concatenate([self.touched, np.zeros(more, dtype=np.int32)])
        self._pushed, self._event = np.zeros(capacity, dtype=np.int32), np.zeros((capacity, 3), dtype=np.int32)
        self.feature = np.concatenate([self.feature, np.zeros((more, 4), dtype=np.int32)])
        for name in ("look", "manifold", "lever", "impulse"):
            table = getattr(self, name)
            larger = lined_zeros((capacity, table.shape[1]), table.dtype)
            larger[:before] = table
            setattr(self, name, larger)
        if not self._boxes:
            self.simplex = np.concatenate([self.simplex, np.zeros((more, KEPT))])
        self.simplex_count = np.concatenate([self.simplex_count, np.zeros(more, dtype=np.int32)])
        free = np.arange(capacity - 1, before - 1, -1, dtype=np.int32)
        self._free = np.concatenate([free, self._free[: self._free_count], np.zeros(before, dtype=np.int32)])[:capacity]
        self._free_count += more
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
        """Let the kernels take hold of all that grows with the number of slots."""
        shapes, state, bodies, new = self.shapes, self._state, self._bodies, self._manifolds
        self._keep = bind(
            keep_pairs,
            shapes.body,
            self._pairs,
            self._slot,
            self._new_slot,
            self._free,
            self.touching,
            self.touched,
            self.simplex_count,
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
            self.touching,
            self.look,
            self.manifold,
            self.impulse,
            self.contact,
            self.contact_of,
            self._todo,
            self._todo_slot,
            self._todo_margin,
        )
        self._seek_boxes = bind(
            box_pairs,
            self._todo,
            shapes.geometry,
            shapes.position,
            shapes.attitude,
            shapes.table.header,
            self._half,
            self._todo_margin,
            new.count,
            new.normal,
            new.point,
            new.separation,
            new.feature,
        )
        self._store = bind(
            store_contacts,
            self._todo,
            self._todo_slot,
            shapes.body,
            state.center,
            bodies.matrix,
            new.count,
            new.normal,
            new.point,
            new.separation,
            new.feature,
            self.touching,
            self.feature,
            self.manifold,
            self.lever,
            self.impulse,
            self.contact,
            self.contact_of,
        )
        self._note = bind(
            note_touching,
            shapes.body,
            bodies.awake,
            self.contact,
            self.contact_of,
            self.impulse,
            self._pairs,
            self._slot,
            self._pushed,
            self.touched,
            self._event,
        )

    def forget(self) -> None:
        """Drop all manifolds and impulses: somebody has moved bodies by hand."""
        self.touching[:] = -1
        for table in (self.look, self.manifold, self.lever, self.impulse):
            table[:] = 0.0
        self.simplex_count[:] = 0
        if self.concave is not None:
            self.concave.forget()

    def snapshot(self) -> dict[str, Any]:
        """Return what decides the contacts of the next step."""
        kept: dict[str, Any] = {name: getattr(self, name).copy() for name in _REMEMBERED}
        kept["free"] = self._free[: self._free_count].copy()
        kept["reference"], kept["stamp"] = self._reference.copy(), self._stamp.copy()
        kept["concave"] = None if self.concave is None else self.concave.snapshot()
        return kept

    def restore(self, kept: dict[str, Any]) -> None:
        """Go back to a snapshot."""
        while len(self.touching) < len(kept["touching"]):
            self._reserve(len(kept["touching"]) - len(self.touching) + self._free_count)
        size = len(kept["touching"])
        for name in _OF_SLOTS:
            getattr(self, name)[: len(kept[name])] = kept[name]
        self._reference[:], self._stamp[:] = kept["reference"], kept["stamp"]
        count, free = len(kept["pairs"]), kept["free"]
        self._pairs[:count], self._slot[:count] = kept["pairs"], kept["slot"]
        self.pairs, self.slot = self._pairs[:count], self._slot[:count]
        # Slots that came later go below those that were free, so that these are given away in the same order.
        later = np.arange(len(self.touching) - 1, size - 1, -1, dtype=np.int32)
        self._free_count = len(later) + len(free)
        self._free[: self._free_count] = np.concatenate([later, free])
        if self.concave is not None:
            self.concave.restore(kept["concave"])


#: What each slot holds; scenes of boxes have no simplices.
_OF_SLOTS = ("touching", "touched", "feature", "look", "manifold", "lever", "impulse", "simplex", "simplex_count")
_REMEMBERED = (*_OF_SLOTS, "pairs", "slot")
