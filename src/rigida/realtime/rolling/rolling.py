"""Lets bodies roll; holds the kernels (`roll`)."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray, IntArray
from rigida.jit.bind import bind
from rigida.jit.records import as_array
from rigida.jit.tables import dtype_of
from rigida.realtime.arrays import Flight
from rigida.realtime.bodies.body_rows import BodyRows
from rigida.realtime.contacts.contact_set import ContactSet
from rigida.realtime.islands.island_set import IslandSet
from rigida.realtime.rolling.ahead import fastest_roll, look_ahead
from rigida.realtime.rolling.arrays import Ground, LastTouch
from rigida.realtime.rolling.arrays import Rolling as RollingRows
from rigida.realtime.rolling.roll import LEAST_TURN, roll, take_rolled
from rigida.realtime.rolling.touch_point import CURVED, BodyShapes

#: Steps are parted for bodies that roll where no more bodies than these are awake.
_MOST_BODIES = 24
#: In how many parts a step may be taken for all bodies together, and at most.
_PARTS_OF_ALL_ROLLING, _MOST_PARTS_ROLLING = 240, 48
#: Largest turn of a body that rolls on what moves, or of its point around it, in a part [rad].
_LARGEST_TURN = 0.05


class Rolling:
    """Bodies that roll on one point of a smooth surface, cones on their side, and bodies that topple about an edge.

    may_happen: whether there are any that could; ahead: whether some roll in this step on what moves, or is round (see
    `ahead`); table, shapes: what kernels know of them.
    """

    def __init__(self, bodies: BodyRows, contacts: ContactSet, islands: IslandSet, flight: Flight, acts: bool) -> None:
        n = len(islands.island)
        self._contacts, self._islands, self._acts, self._found = contacts, islands, acts, 0
        shapes = contacts.shapes
        # Who comes to a row takes the places of the shapes of who was there.
        shape = np.full(n, -1, dtype=np.int32)
        shape[shapes.body] = np.arange(shapes.count)
        shape[np.bincount(shapes.body, minlength=n) > 1] = -1
        shape[shapes.body[shapes.concave]] = -1
        self.ahead = False
        self._smooth = np.zeros(0, dtype=bool)
        self.table = RollingRows(
            reach=contacts.body_reach,
            shape=shape,
            rolls=np.zeros(n, dtype=np.int32),
            last=np.zeros(n, dtype=dtype_of(LastTouch)),
            touching=np.zeros(n, dtype=np.int32),
            ground=np.zeros(n, dtype=dtype_of(Ground)),
            attitude=np.zeros((n, 4)),
            **{name: np.zeros((n, 3)) for name in ("center", "velocity", "momentum", "turning", "push")},
        )
        self.shapes = BodyShapes(convex=shapes.table, on_bodies=shapes.on_bodies, placed=shapes.placed)
        self._roll = bind(roll, bodies.table, contacts.table, islands.table, self.shapes, self.table)
        self._fastest = bind(fastest_roll, bodies.table, contacts.table, self.shapes, self.table, flight)
        self._look_ahead = bind(look_ahead, bodies.table, contacts.table, self.shapes, self.table, flight)
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

    def parts(self, dt: float) -> int:
        """Return in how many parts a step of dt [s] must be taken for bodies that roll on what moves.

        Whether there are any is noted.
        """
        rate, awake = self._fastest(self._contacts.count, _MOST_BODIES)
        self.ahead = rate * dt > LEAST_TURN
        most = min(_MOST_PARTS_ROLLING, _PARTS_OF_ALL_ROLLING // max(awake, 1))
        return min(math.ceil(rate * dt / _LARGEST_TURN), most) if self.ahead else 1

    def look_ahead(self, h: float) -> None:
        """Write where bodies that roll will touch after h [s]."""
        self._look_ahead(self._contacts.count, h)

    def forget(self) -> None:
        """Take note that bodies may be elsewhere than they were."""
        as_array(self.table.last)[:] = np.zeros(1, dtype=dtype_of(LastTouch))

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return what is remembered of the last step."""
        last = as_array(self.table.last)
        return {name: last[name].copy() for name in last.dtype.names or ()}

    def restore(self, kept: dict[str, NDArray[Any]]) -> None:
        """Go back to a snapshot."""
        last = as_array(self.table.last)
        for name in last.dtype.names or ():
            last[name] = kept[name]

    def find(self, h: float, wrench: FloatArray, lifted: IntArray) -> None:
        """Find where bodies that roll come to in h [s], under wrenches (n, 6); those that are lifted (n,) do not."""
        self._found = self._roll(self._islands.count, h, wrench, lifted)

    def take(self) -> None:
        """Put them there."""
        if self._found:
            self._take(self._islands.count)
