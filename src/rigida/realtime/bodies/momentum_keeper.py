"""Keeps the momentum of bodies that touch only each other; holds the kernels (`momentum`)."""

import numpy as np

from rigida.arrays import FloatArray
from rigida.jit.bind import bind
from rigida.jit.tables import dtype_of
from rigida.realtime.bodies.body_rows import BodyRows
from rigida.realtime.bodies.momentum import Momenta, Momentum, keep_momenta, note_momenta
from rigida.realtime.contacts.contact_set import ContactSet
from rigida.realtime.islands.islands import Islands


class MomentumKeeper:
    """acts: false for methods that do not keep momentum."""

    def __init__(self, bodies: BodyRows, contacts: ContactSet, islands: Islands, acts: bool) -> None:
        n = len(islands.island)
        self._islands, self._acts, self._alone = islands, acts, 0
        momenta = Momenta(alone=np.zeros(n, dtype=np.int32), due=np.zeros(n, dtype=dtype_of(Momentum)))
        self._note = bind(note_momenta, bodies.table, contacts.table, islands.table, momenta)
        self._keep = bind(keep_momenta, bodies.table, islands.table, momenta)

    def note(self, wrench: FloatArray, h: float) -> None:
        """Take note of what momenta islands will have after h [s] of wrenches (n, 6)."""
        self._alone = 0
        if self._acts and self._islands.between:  # else every island touches something that is held
            self._alone = self._note(self._islands.count, self._islands.kept, h, wrench)

    def keep(self) -> None:
        """Give islands that touch nothing else their momenta."""
        if self._alone:
            self._keep(self._islands.count)
