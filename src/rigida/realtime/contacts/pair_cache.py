"""The slots of contacts: a row in each table for every pair of shapes near each other (`manifold_cache`)."""

from typing import Any

import numpy as np

from rigida.arrays import IntArray
from rigida.collision.broad.base import doubled_capacity
from rigida.collision.distance.near_separation import KEPT
from rigida.math.cache_lines import lined_zeros
from rigida.realtime.arrays import ContactCache
from rigida.realtime.contacts.manifold_cache import (
    FRICTION,
    IMPULSE,
    IMPULSE_WIDTH,
    IS_PATCH,
    LANDED,
    LEVER_WIDTH,
    LOOK_WIDTH,
    MANIFOLD_WIDTH,
)


class Slots:
    """Tables that remember contacts; their first axis is the slot.

    touching: number of points, −1 if never sought; touched: whether the pair touched after the last step; feature (·,
    4); look, manifold, lever, impulse: see `manifold_cache`; simplex, simplex_count: see `near_separation`, only kept
    with `simplices`. The first `free_count` numbers of `free` are slots that nobody owns, the next one to be given
    away at their end. table: what kernels take of them.
    """

    def __init__(self, simplices: bool) -> None:
        self.touching, self.touched, self.simplex_count, self.free = (np.zeros(0, dtype=np.int32) for _ in range(4))
        self.feature = np.zeros((0, 4), dtype=np.int32)
        self.look, self.manifold = np.zeros((0, LOOK_WIDTH)), np.zeros((0, MANIFOLD_WIDTH))
        self.lever, self.impulse = np.zeros((0, LEVER_WIDTH), dtype=np.float32), np.zeros((0, IMPULSE_WIDTH))
        self.simplex = np.zeros((0, KEPT))
        self.free_count, self.table = 0, ContactCache()
        self._names = _TABLES if simplices else tuple(name for name in _TABLES if name != "simplex")

    @property
    def capacity(self) -> int:
        """How many slots there are."""
        return len(self.touching)

    def reserve(self, count: int) -> None:
        """Make room for `count` more slots than are in use: all tables are replaced."""
        before = self.capacity
        capacity = doubled_capacity(max(before, 1), before - self.free_count + count)
        for name in self._names:
            table = getattr(self, name)
            larger = lined_zeros((capacity, *table.shape[1:]), table.dtype)
            larger[:before] = table
            setattr(self, name, larger)
            if name in _IN_TABLE:
                setattr(self.table, _IN_TABLE[name], larger)
        self.touching[before:] = -1
        new, free = np.arange(capacity - 1, before - 1, -1, dtype=np.int32), self.free[: self.free_count]
        self.free = np.concatenate([new, free, np.zeros(before, dtype=np.int32)])[:capacity]
        self.free_count += len(new)

    def take(self, count: int) -> IntArray:
        """Return `count` of the free slots, which are not given away again."""
        self.free_count -= count
        return self.free[self.free_count : self.free_count + count][::-1].copy()

    def line_up(self, slot: IntArray) -> None:
        """Move the contents of these slots, all in use, to the first ones: kernels then read memory in sequence."""
        used = len(slot)
        for name in self._names:
            table = getattr(self, name)
            table[:used] = table[slot]
        self.touched[used:] = 0
        self.free_count = self.capacity - used
        self.free[: self.free_count] = np.arange(self.capacity - 1, used - 1, -1)

    def scale_impulses(self, factor: float) -> None:
        """Make what goes on from step to step fit steps that are longer by `factor`."""
        self.impulse[:, IMPULSE:LANDED] *= factor
        self.impulse[:, FRICTION:IS_PATCH] *= factor

    def forget(self) -> None:
        """Drop all manifolds and impulses."""
        self.touching[:] = -1
        for table in (self.look, self.manifold, self.lever, self.impulse, self.simplex_count):
            table[:] = 0

    def snapshot(self) -> dict[str, Any]:
        """Return all that the slots hold."""
        return {name: getattr(self, name).copy() for name in self._names} | {
            "free": self.free[: self.free_count].copy()
        }

    def restore(self, kept: dict[str, Any]) -> None:
        """Take back what `snapshot` returned, into as many slots or more."""
        size, free = len(kept["touching"]), kept["free"]
        for name in self._names:
            getattr(self, name)[:size] = kept[name]
        # Slots that came later go below those that were free, so that these are given away in the same order.
        later = np.arange(self.capacity - 1, size - 1, -1, dtype=np.int32)
        self.free_count = len(later) + len(free)
        self.free[: self.free_count] = np.concatenate([later, free])


_TABLES = ("touching", "touched", "feature", "look", "manifold", "lever", "impulse", "simplex", "simplex_count")
#: Fields of the table.
_IN_TABLE = {
    "touching": "count",
    "touched": "touched",
    "feature": "feature",
    "look": "pose",
    "manifold": "manifold",
    "lever": "arms",
    "impulse": "impulse",
    "simplex_count": "simplex_count",
}
