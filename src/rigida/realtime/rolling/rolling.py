"""Lets bodies roll; holds the kernels (`roll`)."""

import numpy as np

from rigida.arrays import FloatArray
from rigida.jit.bind import bind
from rigida.jit.records import as_array
from rigida.jit.tables import dtype_of
from rigida.realtime.bodies.body_rows import BodyRows
from rigida.realtime.contacts.contact_set import ContactSet
from rigida.realtime.islands.island_set import IslandSet
from rigida.realtime.rolling.arrays import Ground
from rigida.realtime.rolling.arrays import Rolling as RollingRows
from rigida.realtime.rolling.roll import roll, take_rolled
from rigida.realtime.rolling.touch_point import CURVED, BodyShapes


class Rolling:
    """Bodies that roll on one point of a smooth surface, or cones on their side.

    may_happen: whether there are any that could; table, shapes: what kernels know of them.
    """

    def __init__(self, bodies: BodyRows, contacts: ContactSet, islands: IslandSet, acts: bool) -> None:
        n = len(islands.island)
        self._contacts, self._islands, self._acts, self._found = contacts, islands, acts, 0
        shapes = contacts.shapes
        # Who comes to a row takes the places of the shapes of who was there.
        shape = np.full(n, -1, dtype=np.int32)
        shape[shapes.body] = np.arange(shapes.count)
        shape[np.bincount(shapes.body, minlength=n) > 1] = -1
        shape[shapes.body[shapes.concave]] = -1
        self._smooth = np.zeros(0, dtype=bool)
        self.table = RollingRows(
            shape=shape,
            rolls=np.zeros(n, dtype=np.int32),
            ground=np.zeros(n, dtype=dtype_of(Ground)),
            attitude=np.zeros((n, 4)),
            **{name: np.zeros((n, 3)) for name in ("center", "velocity", "momentum", "turning", "push")},
        )
        self.shapes = BodyShapes(convex=shapes.table, on_bodies=shapes.on_bodies, placed=shapes.placed)
        self._roll = bind(roll, bodies.table, contacts.table, islands.table, self.shapes, self.table)
        self._take = bind(take_rolled, bodies.table, islands.table, self.table)
        self.look()

    def look(self) -> None:
        """See whether one of the shapes is smooth."""
        shapes = self._contacts.shapes
        if len(self._smooth) != len(shapes.shapes):
            core = as_array(shapes.table.core)
            capsule = (core["radius"] > 0.0) & (core["vertex_end"] - core["vertex"] == 2)
            self._smooth = np.isin(core["kind"], CURVED) | capsule
        self.may_happen = self._acts and bool(self._smooth[shapes.geometry].any())

    def find(self, h: float, wrench: FloatArray) -> None:
        """Find where bodies that roll come to in h [s], under wrenches (n, 6)."""
        self._found = self._roll(self._islands.count, h, wrench)

    def take(self) -> None:
        """Put them there."""
        if self._found:
            self._take(self._islands.count)
