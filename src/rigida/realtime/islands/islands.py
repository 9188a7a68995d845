"""The islands of a step: bodies that touch, or are joined, and so must be solved together."""

import numpy as np

from rigida.arrays import IntArray
from rigida.dynamics.model import Model
from rigida.jit.bind import bind
from rigida.realtime.arrays import Islands as IslandTable
from rigida.realtime.bodies.body_rows import BodyRows
from rigida.realtime.contacts.contact_set import ContactSet
from rigida.realtime.islands.build import find_islands


class Islands:
    """Groups of bodies that touch or are joined.

    count: how many there are; island (n,): that of each body, −1 for a body alone; body_order, body_start (count + 1,):
    the bodies by island, and where each begins; order, contact_start (count + 1,): the same of contacts; kept: number
    of contacts that may act in this step; between: of those between two bodies that impulses move; method (count,): 1
    where an island has been solved directly. table: the same as kernels take it. capacity: how many contacts there is
    room for; version: how often arrays were replaced.
    """

    def __init__(self, model: Model, bodies: BodyRows, contacts: ContactSet) -> None:
        n = model.body_count
        self._contacts = contacts
        self.count = self.kept = self.between = self.version = 0
        self._joined: IntArray = np.zeros((0, 2), dtype=np.int32)
        self.island: IntArray = np.full(n, -1, dtype=np.int32)
        self.method = np.zeros(n, dtype=np.int32)
        self.contact_start = np.zeros(n + 1, dtype=np.int32)
        self.body_start = np.zeros(n + 1, dtype=np.int32)
        self.body_order = np.zeros(n, dtype=np.int32)
        self.table = IslandTable(
            joined=self._joined,
            of_body=self.island,
            body=self.body_order,
            body_start=self.body_start,
            contact_start=self.contact_start,
            method=self.method,
            parent=np.zeros(n, dtype=np.int32),
            in_motion=np.zeros(n, dtype=np.int32),
        )
        self._reserve()
        self._find = bind(find_islands, bodies.table, contacts.table, self.table)

    def join(self, pairs: IntArray) -> None:
        """Let joints hold pairs of bodies (m, 2) together."""
        if pairs is not self._joined:
            self._joined = self.table.joined = pairs

    def build(self, h: float) -> None:
        """Sort bodies and contacts into islands, for a step of h [s]."""
        contacts = self._contacts
        if contacts.version != self._seen or self.capacity < contacts.count:
            self._reserve()
        self.count, self.kept, self.between = self._find(contacts.count, h)

    def _reserve(self) -> None:
        """Make room for twice the contacts there are."""
        self._seen, self.version = self._contacts.version, self.version + 1
        self.capacity = max(64, 2 * self._contacts.count)
        self.order = self.table.contact = np.zeros(2 * self.capacity, dtype=np.int32)
