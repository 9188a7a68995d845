"""Restitution: elastic bodies that are about to overlap rebound."""

import numpy as np

from rigida.dynamics.model import Model
from rigida.dynamics.state import State
from rigida.realtime.bodies.body_rows import BodyRows
from rigida.realtime.contacts.contact_set import ContactSet
from rigida.realtime.contacts.manifold_cache import LANDED, SLOT
from rigida.realtime.direct.rows import ROW_WIDTH
from rigida.realtime.islands.islands import Islands
from rigida.realtime.islands.restitution import collide


class Rebounds:
    """The impacts of a step; unspent: speed with which they were still handed on in the last pass [m/s]."""

    def __init__(
        self, model: Model, state: State, bodies: BodyRows, contacts: ContactSet, islands: Islands, passes: int
    ) -> None:
        self._model, self._state, self._bodies = model, state, bodies
        self._contacts, self._islands = contacts, islands
        self._passes = passes
        self._elastic = bool((model.surface[:, 1] > 0.0).any())
        self._count, self.unspent = 0, 0.0
        self._reserve(0)

    def apply(self, h: float) -> None:
        """Let elastic bodies that would overlap within h [s] rebound."""
        self._count, self.unspent = 0, 0.0
        contacts, islands = self._contacts, self._islands
        if not self._elastic or not islands.kept:
            return
        if len(self._struck) < islands.capacity:
            self._reserve(islands.capacity)
        self._count, self.unspent = collide(
            islands.kept,
            self._passes,
            h,
            islands.order,
            contacts.contact,
            contacts.contact_of,
            self._state.center,
            self._bodies.inverse,
            self._model.surface,
            contacts.slots.impulse,
            self._row,
            self._bodies.twist,
            self._struck,
            self._impulse,
        )

    def store_impulses(self) -> None:
        """Keep the impacts' impulses for who reads contacts; they do not warm-start the next step."""
        if self._count:
            slot = self._contacts.contact_of[self._struck[: self._count], SLOT]
            self._contacts.slots.impulse[slot, LANDED : LANDED + 4] += self._impulse[: self._count]

    def _reserve(self, capacity: int) -> None:
        self._struck, self._impulse = np.zeros(capacity, dtype=np.int32), np.zeros((capacity, 4))
        self._row = np.empty((capacity, ROW_WIDTH))
