"""The sub-stepped solver: holds the wide rows of large islands, eight contacts each, and runs the sub-steps on them."""

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.dynamics.model import Model
from rigida.jit.bind import bind
from rigida.jit.records import as_array
from rigida.jit.tables import dtype_of
from rigida.math.cache_lines import lined_zeros
from rigida.math.lanes import LANES
from rigida.realtime.bodies.body_rows import BodyRows
from rigida.realtime.contacts.contact_set import ContactSet
from rigida.realtime.contacts.overlaps import Overlaps
from rigida.realtime.islands.island_set import IslandSet
from rigida.realtime.settings import Realtime
from rigida.realtime.substeps.bodies import return_bodies, take_bodies
from rigida.realtime.substeps.color import BUCKETS, color_contacts
from rigida.realtime.substeps.restrain import restrain_bodies
from rigida.realtime.substeps.sweep import CHUNK_OF_BODIES, run_substeps
from rigida.realtime.substeps.wide_contact import CLAIMED, COUNTER_STRIDE, JOINTED, Chunk, WideRows
from rigida.realtime.substeps.wide_rows import fill_rows, store_impulses
from rigida.realtime.threads import FEWEST_BODIES, Workers
from rigida.realtime.tuning import SHORT_PARTS, SOFT_RECOVERY

#: Contacts and chunks of rows for each further thread: fewer are done before it has begun.
_FEWEST_CONTACTS, _FEWEST_CHUNKS = 200, 16


class SubstepSolver:
    """Solves the islands that the direct solver has left.

    count: sub-steps in a step; rows: wide rows of this step; table: what the sub-steps work on.
    """

    def __init__(
        self, model: Model, bodies: BodyRows, contacts: ContactSet, islands: IslandSet, settings: Realtime
    ) -> None:
        n = model.body_count + 1
        self._contacts, self._islands = contacts, islands
        self._most, self.count, self.rows, self._chunks = settings.substeps, settings.substeps, 0, 0
        self._workers = Workers(settings.threads)
        self._recovery = SOFT_RECOVERY * SHORT_PARTS / settings.dt
        self._touched, self._chunks_of_bodies = (
            np.zeros(n, dtype=np.int32),
            (n + CHUNK_OF_BODIES - 1) // CHUNK_OF_BODIES,
        )
        twist, before, displacement, inverse = (lined_zeros((n, LANES), np.float32) for _ in range(4))
        self.table = WideRows(
            mask=np.zeros(n, dtype=np.uint64),
            bucket=np.zeros(BUCKETS, dtype=np.int32),
            field=lined_zeros((0, LANES), np.float32),
            inverse=inverse,
            before=before,
            twist=twist,
            displacement=displacement,
            touched=self._touched,
        )
        self._capacity = 0
        all_bodies, touching, sorted_by = bodies.table, contacts.table, islands.table
        self._color = bind(color_contacts, all_bodies, touching, sorted_by, self.table)
        self._take = self._workers.over(n, FEWEST_BODIES, bind(take_bodies, all_bodies, self.table))
        self._fill = bind(fill_rows, all_bodies, touching, sorted_by, self.table)
        self._run = bind(run_substeps, self.table)
        self._store = bind(store_impulses, touching, sorted_by, self.table)
        give_back = bind(return_bodies, all_bodies, sorted_by, self.table)
        self._return = self._workers.over(n - 1, FEWEST_BODIES, give_back)
        self._restrain = bind(restrain_bodies, all_bodies, sorted_by)

    def prepare(self) -> None:
        """Write the wide rows of the islands whose method is 0."""
        islands = self._islands
        if self._capacity < islands.capacity:
            self._reserve(islands.capacity)
        # Hard contacts of concave bodies do not build columns.
        self.count = (self._most + 1) // 2 if self._contacts.patches_only else self._most
        self.table.recovery = self.count * self._recovery
        self.rows, self._chunks, fields = self._color(islands.count)
        if fields > len(self.table.field):
            self.table.field = lined_zeros((fields + fields // 2, LANES), np.float32)
        self._take(1.0 / self.count)
        part = 1.0 / self.count
        self._workers.share(islands.kept, _FEWEST_CONTACTS, lambda worker, first, last: (self._fill, first, last, part))

    def run(self, h: float) -> None:
        """Run the sub-steps of a step of h [s]."""
        used = CLAIMED + COUNTER_STRIDE * max(self._chunks, self._chunks_of_bodies)
        as_array(self.table.counter)[:used] = 0
        workers = max(1, min(self._workers.count, self._chunks // _FEWEST_CHUNKS))
        self._workers.make([(self._run, self.count, h, self._chunks, worker, workers) for worker in range(workers)])

    def finish(self, h: float, wrench: FloatArray, jointed: IntArray | None) -> None:
        """Store impulses, hand twists and displacements to the bodies; jointed (n + 1,): 1 for those joints hold."""
        self._store(self._islands.kept, self.count)
        if jointed is not None:
            self._touched += JOINTED * jointed
        self._return(self.count, h, wrench)

    def restrain(self, h: float, unsolved: bool, overlaps: Overlaps) -> None:
        """Bound the speeds that bodies gain in h [s] while their deep initial overlaps are resolved.

        unsolved: whether a direct solution was not found.
        """
        self._restrain(self._islands.count, h, unsolved, overlaps.separation_speed, overlaps.lifted)

    def _reserve(self, capacity: int) -> None:
        """Make room for the rows of so many contacts, at worst one each."""
        table, rows, self._capacity = self.table, capacity + BUCKETS, capacity
        table.lane_of = np.zeros(capacity, dtype=np.int32)
        table.offset, table.points = np.zeros(rows, dtype=np.int32), np.zeros(rows, dtype=np.int32)
        table.rolls, table.missing = np.zeros(rows, dtype=np.int32), np.zeros(rows, dtype=np.int64)
        table.body = np.zeros(2 * LANES * rows, dtype=np.int32)
        table.contact = np.zeros(LANES * rows, dtype=np.int32)
        table.chunk = np.zeros(rows, dtype=dtype_of(Chunk))
        table.counter = np.zeros(CLAIMED + COUNTER_STRIDE * max(rows, self._chunks_of_bodies), dtype=np.int64)
