"""The sub-stepped solver: holds the wide rows of large islands, eight contacts each, and runs the sub-steps on them."""

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.dynamics.model import Model
from rigida.jit.bind import bind
from rigida.math.cache_lines import lined_zeros
from rigida.math.lanes import LANES
from rigida.realtime.bodies.body_rows import BodyRows
from rigida.realtime.contacts.contact_set import ContactSet
from rigida.realtime.islands.islands import Islands
from rigida.realtime.substeps.color import BUCKETS, colour_contacts
from rigida.realtime.substeps.sweep import begin_lanes, end_lanes, solve_lanes
from rigida.realtime.substeps.wide_rows import fill_rows, remember_rows


class SubstepSolver:
    """Solves the islands that the direct solver has left.

    count: sub-steps in a step; rows: wide rows of this step; arrays: what the sub-steps work on, see `solve_lanes`;
    version: how often they were replaced.
    """

    def __init__(self, model: Model, bodies: BodyRows, contacts: ContactSet, islands: Islands, count: int) -> None:
        n = model.body_count + 1
        self._model, self._bodies, self._contacts, self._islands = model, bodies, contacts, islands
        self._most, self.count, self.rows, self.version = count, count, 0, 0
        self._mask = np.zeros(n, dtype=np.uint64)
        self._touched = np.zeros(n, dtype=np.int32)
        self._bucket = np.zeros(BUCKETS, dtype=np.int32)
        self._twist, self._before, self._way, self._inverse = (lined_zeros((n, 8), np.float32) for _ in range(4))
        self._row = lined_zeros(0, np.float32)
        self._seen = 0

    def prepare(self) -> None:
        """Write the wide rows of the islands whose method is 0."""
        islands = self._islands
        if self._seen != islands.version:
            self._reserve()
        # Hard contacts of concave bodies do not build columns.
        self.count = (self._most + 1) // 2 if self._contacts.patches_only else self._most
        self.rows, size = self._colour(islands.count)
        if size > len(self._row):
            self._row = lined_zeros(size + size // 2, np.float32)
            self._bind_rows()
        self._begin(1.0 / self.count)
        self._fill(islands.kept, 1.0 / self.count)

    def run(self, h: float) -> None:
        """Run the sub-steps of a step of h [s]."""
        self._solve(self.count, h, self.rows)

    def finish(self, h: float, wrench: FloatArray, jointed: IntArray | None) -> None:
        """Store impulses, hand twists and displacements to the bodies; jointed (n + 1,): 1 for those joints hold."""
        self._remember(self._islands.kept, self.count)
        if jointed is not None:
            self._touched |= jointed
        self._end(self._islands.count, self.count, h, wrench)

    def _reserve(self) -> None:
        """Make room for the rows of as many contacts as there may be, at worst one each, and rebind the kernels."""
        bodies, contacts, islands = self._bodies, self._contacts, self._islands
        capacity, rows = islands.capacity, islands.capacity + BUCKETS
        self._seen = islands.version
        self._lane_of = np.zeros(capacity, dtype=np.int32)
        self._row_offset, self._row_points = np.zeros(rows, dtype=np.int32), np.zeros(rows, dtype=np.int32)
        self._rolls = np.zeros(rows, dtype=np.int32)
        self._lane_body = np.zeros(2 * LANES * rows, dtype=np.int32)
        self._lane_contact = np.zeros(LANES * rows, dtype=np.int32)
        self._colour = bind(
            colour_contacts,
            islands.method,
            islands.contact_start,
            islands.order,
            contacts.contact_of,
            bodies.inverse,
            self._mask,
            self._lane_of,
            self._bucket,
            self._row_offset,
            self._row_points,
            self._lane_body,
            self._lane_contact,
        )
        self._begin = bind(
            begin_lanes,
            bodies.before,
            bodies.twist,
            bodies.inverse,
            self._before,
            self._twist,
            self._way,
            self._inverse,
        )
        self._end = bind(
            end_lanes,
            islands.method,
            islands.body_start,
            islands.body_order,
            self._touched,
            self._model.inv_mass,
            self._twist,
            self._way,
            bodies.twist,
            bodies.way,
        )
        self._bind_rows()

    def _bind_rows(self) -> None:
        """Rebind the kernels after a reallocation of the rows."""
        contacts = self._contacts
        self.version += 1
        self._fill = bind(
            fill_rows,
            self._islands.order,
            self._lane_of,
            self._row_offset,
            self._row_points,
            self._lane_body,
            self._lane_contact,
            contacts.contact,
            contacts.contact_of,
            self._model.surface,
            contacts.slots.lever,
            contacts.slots.impulse,
            self._inverse,
            self._row,
            self._rolls,
        )
        self.arrays = (
            self._row_offset,
            self._row_points,
            self._rolls,
            self._lane_body,
            self._row,
            self._before,
            self._twist,
            self._way,
        )
        self._solve = bind(solve_lanes, *self.arrays)
        self._remember = bind(
            remember_rows,
            self._islands.order,
            self._lane_of,
            self._row_offset,
            contacts.contact_of,
            self._row,
            contacts.slots.impulse,
            self._touched,
        )
