"""Large islands: holds the rows of eight lanes and runs the sub-steps on them."""

from typing import Any, Protocol

import numpy as np

from rigida.dynamics.model import Model
from rigida.dynamics.state import State
from rigida.fields import FloatArray, IntArray
from rigida.math.cache_lines import lined_zeros
from rigida.math.lanes import LANES
from rigida.realtime.body_rows import BodyRows
from rigida.realtime.contact_set import ContactSet
from rigida.realtime.lane_colours import colour_contacts
from rigida.realtime.lane_rows import fill_rows, remember_rows
from rigida.realtime.lane_sweep import begin_lanes, end_lanes, solve_lanes

_BUCKETS = 195


class GroupLines(Protocol):
    """Articulated groups in large islands."""

    def solve_with(self, sub_steps: tuple[Any, ...]) -> None:
        """Run the sub-steps of `solve_lanes` (its arguments) with the joints."""

    @property
    def held(self) -> IntArray:
        """Marks (n + 1,) of the bodies that the joints hold."""


class LaneSolver:
    """Working arrays of the sub-stepped solver; they grow with the number of contacts."""

    def __init__(self, model: Model) -> None:
        n = model.body_count + 1
        self.model = model
        self._mask = np.zeros(n, dtype=np.uint64)
        self._touched = np.zeros(n, dtype=np.int32)
        self._bucket = np.zeros(_BUCKETS, dtype=np.int32)
        self._twist, self._before, self._way, self._inverse = (lined_zeros((n, 8), np.float32) for _ in range(4))
        self._lane_of = np.zeros(0, dtype=np.int32)
        self._row = np.zeros(0, dtype=np.float32)
        self._reserve(1)

    def solve(
        self,
        islands: int,
        method: IntArray,
        contact_start: IntArray,
        order: IntArray,
        body_start: IntArray,
        body_order: IntArray,
        contacts: ContactSet,
        state: State,
        bodies: BodyRows,
        wrench: FloatArray,
        substeps: int,
        dt: float,
        joints: "GroupLines | None" = None,
    ) -> None:
        """Find the impulses of all islands whose method is 0, and of `joints` in them, and move their bodies."""
        acting = int(contact_start[islands])
        self._reserve(acting)
        if contacts.patches_only:
            substeps = (substeps + 1) // 2  # hard contacts of concave bodies, which do not build columns
        rows, size = colour_contacts(
            islands,
            method,
            contact_start,
            order,
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
        if len(self._row) < size:
            self._row = lined_zeros(size + size // 2, np.float32)
        begin_lanes(
            1.0 / substeps,
            bodies.before,
            bodies.twist,
            bodies.inverse,
            self._before,
            self._twist,
            self._way,
            self._inverse,
        )
        fill_rows(
            acting,
            1.0 / substeps,
            order,
            self._lane_of,
            self._row_offset,
            self._row_points,
            self._lane_body,
            self._lane_contact,
            contacts.contact,
            contacts.contact_of,
            self.model.surface,
            contacts.lever,
            contacts.impulse,
            self._inverse,
            self._row,
            self._rolls,
        )
        sub_steps: tuple[Any, ...] = (
            substeps,
            dt,
            rows,
            self._row_offset,
            self._row_points,
            self._rolls,
            self._lane_body,
            self._row,
            self._before,
            self._twist,
            self._way,
        )
        if joints is None:
            solve_lanes(*sub_steps)
        else:
            joints.solve_with(sub_steps)
        remember_rows(
            acting,
            substeps,
            order,
            self._lane_of,
            self._row_offset,
            contacts.contact_of,
            self._row,
            contacts.impulse,
            self._touched,
        )
        if joints is not None:
            self._touched |= joints.held
        end_lanes(
            islands,
            method,
            body_start,
            body_order,
            substeps,
            dt,
            self._touched,
            wrench,
            self.model.inv_mass,
            self._twist,
            self._way,
            bodies.twist,
            bodies.way,
        )

    def _reserve(self, contacts: int) -> None:
        """Make room for rows of `contacts` contacts, in the worst case one each."""
        if contacts <= len(self._lane_of):
            return
        capacity = 2 * contacts
        rows = capacity + _BUCKETS
        self._lane_of = np.zeros(capacity, dtype=np.int32)
        self._row_offset, self._row_points = np.zeros(rows, dtype=np.int32), np.zeros(rows, dtype=np.int32)
        self._rolls = np.zeros(rows, dtype=np.int32)
        self._lane_body = np.zeros(2 * LANES * rows, dtype=np.int32)
        self._lane_contact = np.zeros(LANES * rows, dtype=np.int32)
