"""Restitution: elastic bodies that are about to overlap rebound."""

import numpy as np

from rigida.dynamics.model import Model
from rigida.jit.bind import bind
from rigida.jit.records import as_array
from rigida.jit.tables import dtype_of
from rigida.realtime.arrays import Acted
from rigida.realtime.bodies.body_rows import BodyRows
from rigida.realtime.contacts.contact_set import ContactSet
from rigida.realtime.direct.constraint import Constraint
from rigida.realtime.islands.island_set import IslandSet
from rigida.realtime.islands.restitution import Impacts, apply_restitution


class Rebounds:
    """The impacts of a step.

    elastic: whether any body rebounds; unspent: speed with which impacts were still handed on in the last pass [m/s].
    """

    def __init__(self, model: Model, bodies: BodyRows, contacts: ContactSet, islands: IslandSet, passes: int) -> None:
        self._contacts, self._islands, self._passes = contacts, islands, passes
        self.refresh_views()
        self._impacts = Impacts()
        self._reserve(0)
        self._apply = bind(apply_restitution, bodies.table, contacts.table, islands.table, self._impacts)

    def refresh_views(self) -> None:
        """See whether there are elastic bodies."""
        self.elastic = self._contacts.has_elastic()
        self._count, self.unspent = 0, 0.0

    def apply(self, h: float) -> None:
        """Let elastic bodies that would overlap within h [s] rebound."""
        self._count, self.unspent = 0, 0.0
        if not self._islands.kept:
            return
        if len(self._impacts.contact) < self._islands.capacity:
            self._reserve(self._islands.capacity)
        self._count, self.unspent = self._apply(self._islands.kept, self._passes, h)

    def store_impulses(self) -> None:
        """Keep the impacts' impulses for who reads contacts; they do not warm-start the next step."""
        if self._count:
            contact_rows = as_array(self._impacts.contact)[: self._count]
            entry = self._contacts.pairs_and_manifolds()[0]["entry"][contact_rows]
            impulse = as_array(self._impacts.impulse)[: self._count]
            self._contacts.cache.impulse["impact"][entry] += impulse
            acted = self._contacts.cache.acted
            for name in ("push", "friction"):
                acted[name][entry] += as_array(self._impacts.acted)[: self._count][name]

    def _reserve(self, capacity: int) -> None:
        """Make room for so many contacts."""
        self._impacts.contact = np.zeros(capacity, dtype=np.int32)
        self._impacts.constraint = np.empty(capacity, dtype=dtype_of(Constraint))
        self._impacts.impulse = np.zeros((capacity, 4))
        self._impacts.acted = np.zeros(capacity, dtype=dtype_of(Acted))
