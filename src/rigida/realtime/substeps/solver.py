"""Large islands: holds the rows of eight lanes and runs the sub-steps on them."""

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.dynamics.model import Model
from rigida.jit.bind import bind
from rigida.math.cache_lines import lined_zeros
from rigida.math.lanes import LANES
from rigida.realtime.bodies.body_rows import BodyRows
from rigida.realtime.contacts.contact_set import ContactSet
from rigida.realtime.substeps.color import BUCKETS, colour_contacts
from rigida.realtime.substeps.sweep import begin_lanes, end_lanes, solve_lanes
from rigida.realtime.substeps.wide_rows import fill_rows, remember_rows

if TYPE_CHECKING:
    from rigida.realtime.islands.island_set import IslandSet


class GroupLines(Protocol):
    """Articulated groups in large islands."""

    def solve_with(self, sub_steps: tuple[Any, ...]) -> None:
        """Run the sub-steps of `solve_lanes` (its arguments) with the joints."""

    @property
    def held(self) -> IntArray:
        """Marks (n + 1,) of the bodies that the joints hold."""


class LaneSolver:
    """The rows of lanes of large islands, and the kernels that hold them."""

    def __init__(self, model: Model, bodies: BodyRows) -> None:
        n = model.body_count + 1
        self._model, self._bodies = model, bodies
        self._mask = np.zeros(n, dtype=np.uint64)
        self._touched = np.zeros(n, dtype=np.int32)
        self._bucket = np.zeros(BUCKETS, dtype=np.int32)
        self._twist, self._before, self._way, self._inverse = (lined_zeros((n, 8), np.float32) for _ in range(4))
        self._row = lined_zeros(0, np.float32)

    def solve(
        self,
        islands: int,
        contacts: int,
        substeps: int,
        dt: float,
        wrench: FloatArray,
        joints: GroupLines | None = None,
    ) -> None:
        """Find the impulses of the islands whose method is 0, and of `joints` in them, and move their bodies.

        contacts: how many all islands have.
        """
        rows, size = self._colour(islands)
        if size > len(self._row):
            self._row = lined_zeros(size + size // 2, np.float32)
            self._bind_rows()
        self._begin(1.0 / substeps)
        self._fill(contacts, 1.0 / substeps)
        if joints is None:
            self._solve(substeps, dt, rows)
        else:
            joints.solve_with((substeps, dt, rows, *self._sub_steps))
        self._remember(contacts, substeps)
        if joints is not None:
            self._touched |= joints.held
        self._end(islands, substeps, dt, wrench)

    def reserve(self, capacity: int, islands: "IslandSet", contacts: ContactSet) -> None:
        """Make room for the rows of `capacity` contacts, at worst one each, and let the kernels take hold of it."""
        rows, bodies = capacity + BUCKETS, self._bodies
        self._contacts, self._order = contacts, islands.order
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
        """Let the kernels take hold of the rows."""
        contacts = self._contacts
        self._fill = bind(
            fill_rows,
            self._order,
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
        self._sub_steps = (
            self._row_offset,
            self._row_points,
            self._rolls,
            self._lane_body,
            self._row,
            self._before,
            self._twist,
            self._way,
        )
        self._solve = bind(solve_lanes, *self._sub_steps)
        self._remember = bind(
            remember_rows,
            self._order,
            self._lane_of,
            self._row_offset,
            contacts.contact_of,
            self._row,
            contacts.slots.impulse,
            self._touched,
        )
