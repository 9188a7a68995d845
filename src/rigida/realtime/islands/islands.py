"""The islands of a step: bodies that touch, or are joined, and so must be solved together."""

import numpy as np

from rigida.arrays import IntArray
from rigida.dynamics.model import Model
from rigida.dynamics.state import State
from rigida.jit.bind import bind
from rigida.realtime.bodies.body_rows import BodyRows
from rigida.realtime.contacts.contact_set import ContactSet
from rigida.realtime.islands.build import find_islands


class Islands:
    """Groups of bodies that touch or are joined.

    count: how many there are; island (n,): that of each body, −1 for a body alone; body_order, body_start (count + 1,):
    the bodies by island, and where each begins; order, contact_start (count + 1,): the same of contacts; kept: number
    of contacts that may act in this step; method (count,): 1 where an island has been solved directly. capacity: how
    many contacts there is room for; version: how often arrays were replaced.
    """

    def __init__(self, model: Model, state: State, bodies: BodyRows, contacts: ContactSet) -> None:
        n = model.body_count
        self._model, self._state, self._bodies, self._contacts = model, state, bodies, contacts
        self.count = self.kept = self.version = 0
        self._joined: IntArray = np.zeros((0, 2), dtype=np.int32)
        self.island: IntArray = np.full(n, -1, dtype=np.int32)
        self.method = np.zeros(n, dtype=np.int32)
        self.contact_start = np.zeros(n + 1, dtype=np.int32)
        self.body_start = np.zeros(n + 1, dtype=np.int32)
        self.body_order = np.zeros(n, dtype=np.int32)
        self._parent, self._fast = np.zeros(n, dtype=np.int32), np.zeros(n, dtype=np.int32)
        self._reserve()

    def join(self, pairs: IntArray) -> None:
        """Let joints hold pairs of bodies (m, 2) together."""
        if pairs is not self._joined:
            self._joined = pairs
            self._reserve()

    def build(self, h: float) -> None:
        """Sort bodies and contacts into islands, for a step of h [s]."""
        if self._contacts.version != self._seen or self.capacity < self._contacts.count:
            self._reserve()
        self.count, self.kept = self._find(self._contacts.count, h)

    def _reserve(self) -> None:
        """Make room for twice the contacts there are, and rebind the kernel."""
        contacts, bodies = self._contacts, self._bodies
        self._seen, self.version = contacts.version, self.version + 1
        self.capacity = max(64, 2 * contacts.count)
        self.order = np.zeros(2 * self.capacity, dtype=np.int32)
        self._find = bind(
            find_islands,
            self._joined,
            contacts.contact,
            contacts.contact_of,
            bodies.inverse,
            self._state.center,
            bodies.twist,
            contacts.slots.impulse,
            self._model.gravity,
            self._parent,
            self._fast,
            self.island,
            self.order,
            self.contact_start,
            self.body_order,
            self.body_start,
        )
