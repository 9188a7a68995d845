"""All contacts by the scheme of Popovski 2008, 8: iterations over the contact graph, then shock propagation."""

import copy

import numpy as np

from rigida.arrays import IntArray
from rigida.dynamics.model import Model
from rigida.jit.bind import bind
from rigida.jit.tables import dtype_of
from rigida.realtime.bodies.body_rows import BodyRows
from rigida.realtime.contacts.contact_set import ContactSet
from rigida.realtime.direct.constraint import Constraint
from rigida.realtime.document.solve import Levels, propagate_shock, push_contacts
from rigida.realtime.islands.island_set import IslandSet
from rigida.realtime.settings import Realtime


class DocumentSolver:
    """Solves all islands at once, level by level of what rests on what."""

    def __init__(
        self, model: Model, bodies: BodyRows, contacts: ContactSet, islands: IslandSet, settings: Realtime
    ) -> None:
        self._model, self._bodies, self._settings = model, bodies, settings
        self._contacts, self._islands = contacts, islands
        self._levels = Levels(constraint=np.empty(0, dtype=dtype_of(Constraint)))
        # Bodies that become immovable one level after the other.
        fixed_bodies = copy.copy(bodies.table)
        self._inverse = fixed_bodies.inverse = np.zeros_like(bodies.inverse)
        self._push = bind(push_contacts, bodies.table, contacts.table, self._levels)
        self._propagate = bind(propagate_shock, fixed_bodies, contacts.table, self._levels)

    def solve(self, h: float, joined: IntArray) -> None:
        """Find the impulses of all contacts but those of islands (k,) that joints hold together."""
        from rigida.realtime.document.graph import contact_levels  # loads scipy's graphs, which nothing else needs

        bodies, islands, levels = self._bodies, self._islands, self._levels
        if islands.count == 0:
            return
        if len(levels.constraint) < islands.capacity:
            levels.constraint = np.empty(islands.capacity, dtype=dtype_of(Constraint))
        kept = islands.order[: islands.kept]
        if len(joined):
            of_contact = np.repeat(np.arange(islands.count), np.diff(islands.contact_start[: islands.count + 1]))
            kept = kept[~np.isin(of_contact, joined)]
        levels.level, levels.contact = contact_levels(self._model, self._contacts, kept)
        self._push(self._settings.contact_iterations, h)
        if self._settings.shock_propagation:
            self._inverse[:] = bodies.inverse
            self._propagate(h)
        islands.method[: islands.count] = 1
        bodies.moving[:] = bodies.twist  # islands with joints are solved after this
