"""All contacts and joints by the scheme of Popovski 2008, 8 to 10."""

import copy

import numpy as np

from rigida.arrays import IntArray
from rigida.dynamics.model import Model
from rigida.dynamics.state import State
from rigida.jit.bind import bind
from rigida.jit.tables import dtype_of
from rigida.realtime.articulated.articulated import Articulated
from rigida.realtime.bodies.body_rows import BodyRows
from rigida.realtime.contacts.contact_set import ContactSet
from rigida.realtime.direct.constraint import Constraint
from rigida.realtime.document.arrays import Levels
from rigida.realtime.document.joint_order import DocumentJoints
from rigida.realtime.document.solve import move_by_means, propagate_shock, push_contacts
from rigida.realtime.islands.island_set import IslandSet
from rigida.realtime.settings import Realtime


class DocumentSolver:
    """Solves all islands at once, level by level of what rests on what; joints: None without any."""

    def __init__(
        self,
        model: Model,
        state: State,
        bodies: BodyRows,
        contacts: ContactSet,
        islands: IslandSet,
        settings: Realtime,
        articulated: Articulated | None,
    ) -> None:
        self._model, self._bodies, self._settings = model, bodies, settings
        self._contacts, self._islands = contacts, islands
        self._levels = Levels(constraint=np.empty(0, dtype=dtype_of(Constraint)))
        # Bodies that become immovable one level after the other.
        self._fixed = copy.copy(bodies.table)
        self._inverse = self._fixed.inverse = np.zeros_like(bodies.inverse)
        self.joints: DocumentJoints | None = None
        if articulated is not None:
            self.joints = DocumentJoints(state, articulated, bodies, islands, settings)
        self._bound: object = self

    def _bind(self) -> None:
        """Bind kernels to the present tables of joints."""
        system = None if self.joints is None else self.joints.system
        if self._bound is not system:
            self._bound, own = system, (self._contacts.table, self._levels, system)
            self._push, self._propagate, self._move_by_means = (
                bind(push_contacts, self._bodies.table, *own),
                bind(propagate_shock, self._fixed, *own),
                bind(move_by_means, self._bodies.table, self._contacts.table, self._levels),
            )

    def solve(self, h: float, left: IntArray) -> None:
        """Find the impulses of all contacts and joints but those of islands (k,) that are left to the direct solver."""
        from rigida.realtime.document.graph import contact_levels  # loads scipy's graphs, which nothing else needs

        bodies, islands, levels, settings = self._bodies, self._islands, self._levels, self._settings
        if islands.count == 0:
            return
        if len(levels.constraint) < islands.capacity:
            levels.constraint = np.empty(islands.capacity, dtype=dtype_of(Constraint))
        kept = islands.order[: islands.kept]
        if len(left):
            of_contact = np.repeat(np.arange(islands.count), np.diff(islands.contact_start[: islands.count + 1]))
            kept = kept[~np.isin(of_contact, left)]
        level, levels.contact = contact_levels(self._model, self._contacts, kept)
        levels.level = level
        part, row, highest = 0, 0, 0
        if self.joints is not None:
            part, row, highest = self.joints.begin(h, level, left)
        if len(kept):
            self._bind()
            highest = max(highest, int(level.max(initial=0)))
            joint_iterations = settings.joint_iterations
            self._push(settings.contact_iterations, joint_iterations, highest, part, row, h)
            if settings.shock_propagation:
                self._inverse[:] = bodies.inverse
                self._propagate(joint_iterations, highest, part, row, h)
        islands.method[: islands.count] = 1
        bodies.moving[:] = bodies.twist  # what is left is solved after this
        if len(kept):
            self._move_by_means()
