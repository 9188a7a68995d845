"""All contacts by the scheme of Popovski 2008, 8: iterations over the contact graph, then shock propagation."""

import numpy as np

from rigida.dynamics.model import Model
from rigida.dynamics.state import State
from rigida.realtime.bodies.body_rows import BodyRows
from rigida.realtime.contacts.contact_set import ContactSet
from rigida.realtime.direct.rows import ROW_WIDTH
from rigida.realtime.document.solve import push_contacts, shock_contacts
from rigida.realtime.islands.islands import Islands
from rigida.realtime.settings import Realtime


class DocumentSolver:
    """Solves all islands at once, level by level of what rests on what."""

    def __init__(
        self,
        model: Model,
        state: State,
        bodies: BodyRows,
        contacts: ContactSet,
        islands: Islands,
        settings: Realtime,
    ) -> None:
        self._model, self._state, self._bodies, self._settings = model, state, bodies, settings
        self._contacts, self._islands = contacts, islands
        self._row = np.empty((0, ROW_WIDTH))

    def solve(self, h: float) -> None:
        """Find the impulses of all contacts."""
        from rigida.realtime.document.graph import contact_levels  # loads scipy's graphs, which nothing else needs

        model, bodies, contacts, islands = self._model, self._bodies, self._contacts, self._islands
        if islands.count == 0:
            return
        if len(self._row) < islands.capacity:
            self._row = np.empty((islands.capacity, ROW_WIDTH))
        level, order = contact_levels(model, contacts, islands.order[: islands.kept])
        push_contacts(
            self._settings.contact_iterations,
            h,
            order,
            contacts.contact,
            contacts.contact_of,
            self._state.center,
            bodies.inverse,
            model.surface,
            contacts.slots.impulse,
            self._row,
            bodies.twist,
        )
        if self._settings.shock_propagation:
            shock_contacts(
                h,
                order,
                level,
                contacts.contact,
                contacts.contact_of,
                self._state.center,
                bodies.inverse.copy(),
                model.surface,
                contacts.slots.impulse,
                self._row,
                bodies.twist,
            )
        islands.method[: islands.count] = 1
        bodies.moving[:] = bodies.twist
