"""Contacts of the same shapes looked for again and again: tables and working rows are made once."""

import numpy as np

from rigida.arrays import IntArray
from rigida.collision.arrays import ConvexTable, ManifoldUpdates, PlacedShapes
from rigida.collision.narrow.narrow_phase import Manifolds, narrow_phase
from rigida.collision.narrow.work import narrow_work
from rigida.jit.bind import bind

_FIRST_SEARCHES = 8


class ManifoldSearch:
    """Finds the manifolds of pairs of placed shapes, with `limit` points at most."""

    def __init__(self, table: ConvexTable, placed: PlacedShapes, limit: int) -> None:
        self._limit = limit
        self._updates = ManifoldUpdates()
        self._reserve(_FIRST_SEARCHES)
        self._find = bind(narrow_phase, placed, table, self._updates, narrow_work(table))

    def find(self, pairs: IntArray, margin: float) -> Manifolds:
        """Return the manifolds of pairs (m, 2) up to a gap of `margin` [m]; the next call writes over them.

        Nothing is kept from call to call: the same places give the same bits, whatever was looked at before.
        """
        count = len(pairs)
        if count > self._capacity:
            self._reserve(2 * count)
        self._pairs[:count], self._margin[:count] = pairs, margin
        self._found.clear(count)
        self._find(0, count, self._limit)
        return self._found.first(count)

    def _reserve(self, capacity: int) -> None:
        """Reserve memory for a number of pairs."""
        self._capacity, self._found = capacity, Manifolds(capacity)
        self._pairs, self._margin = np.zeros((capacity, 2), dtype=np.int32), np.zeros(capacity)
        updates, found = self._updates, self._found
        updates.shapes, updates.margin = self._pairs, self._margin
        updates.entry = np.arange(capacity, dtype=np.int32)
        updates.kept, updates.known, updates.count, updates.manifold = found.kept, found.known, found.count, found.found
