"""The contact cache: an entry for every pair of shapes near each other, given and taken back as pairs come and go."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray, IntArray
from rigida.collision.arrays import KeptDirection
from rigida.collision.broad.base import doubled_capacity
from rigida.jit.records import as_array
from rigida.jit.tables import dtype_of
from rigida.math.cache_lines import lined_zeros
from rigida.realtime.arrays import POINTS, CachedArms, CachedManifold, CachedPose, ContactCache, Impulse, Wander

#: Fields of the table.
_FIELDS = ("count", "touched", "feature", "pose", "manifold", "arms", "wander", "impulse", "simplex_count")
#: Impulses of a part of a step grow by this at most where a longer part follows, beyond what is known to be a load.
_GROWTH = 4.0


class PairCache:
    """The entries (`ContactCache`), and which of them are free.

    simplex (entries,): where the narrow phase starts (`near_separation`), only kept with `simplices`. The first
    `free_count` numbers of `free` are entries that nobody owns, the next one to be given away at their end.
    """

    def __init__(self, simplices: bool) -> None:
        self.table = ContactCache(
            count=np.zeros(0, dtype=np.int32),
            touched=np.zeros(0, dtype=np.int32),
            feature=np.zeros((0, POINTS), dtype=np.int32),
            pose=np.zeros(0, dtype=dtype_of(CachedPose)),
            manifold=np.zeros(0, dtype=dtype_of(CachedManifold)),
            arms=np.zeros(0, dtype=dtype_of(CachedArms)),
            wander=np.zeros(0, dtype=dtype_of(Wander)),
            impulse=np.zeros(0, dtype=dtype_of(Impulse)),
            simplex_count=np.zeros(0, dtype=np.int32),
        )
        self.simplex = np.zeros(0, dtype=dtype_of(KeptDirection))
        self.free: IntArray = np.zeros(0, dtype=np.int32)
        self.free_count = 0
        self._simplices = simplices

    @property
    def capacity(self) -> int:
        """How many entries there are."""
        return len(as_array(self.table.count))

    @property
    def impulse(self) -> NDArray[np.void]:
        """The impulses of all entries, by the names of `Impulse`."""
        return as_array(self.table.impulse)

    def reserve(self, count: int) -> None:
        """Make room for `count` more entries than are in use: all arrays are replaced."""
        before = self.capacity
        capacity = doubled_capacity(max(before, 1), before - self.free_count + count)

        def larger(array: NDArray[Any]) -> NDArray[Any]:
            made = lined_zeros((capacity, *array.shape[1:]), array.dtype)
            made[:before] = array
            return made

        for name in _FIELDS:
            setattr(self.table, name, larger(getattr(self.table, name)))
        if self._simplices:
            self.simplex = larger(self.simplex)
        as_array(self.table.count)[before:] = -1
        new, free = np.arange(capacity - 1, before - 1, -1, dtype=np.int32), self.free[: self.free_count]
        self.free = np.concatenate([new, free, np.zeros(before, dtype=np.int32)])[:capacity]
        self.free_count += len(new)

    def take(self, count: int) -> IntArray:
        """Return `count` of the free entries, which are not given away again."""
        self.free_count -= count
        return self.free[self.free_count : self.free_count + count][::-1].copy()

    def line_up(self, entry: IntArray) -> None:
        """Move the contents of these entries, all in use, to the first ones: kernels then read memory in sequence."""
        used = len(entry)
        for array in self._arrays().values():
            contents = _plain(array)
            contents[:used] = contents.take(entry, axis=0)
        as_array(self.table.touched)[used:] = 0
        self.free_count = self.capacity - used
        self.free[: self.free_count] = np.arange(self.capacity - 1, used - 1, -1)

    def scale_impulses(self, factor: float, most: FloatArray) -> None:
        """Make impulses that warm-start fit a part of a step that is longer by `factor` than the one they are of.

        most (capacity,): normal impulse of an entry up to which they grow freely [N s]. Beyond it they grow at most by
        `_GROWTH`: what a part of microseconds has stopped is no load.
        """
        factors: FloatArray | float = factor
        if factor > _GROWTH:
            load = self.loads()
            known = np.zeros(len(load))
            known[: len(most)] = most
            free = np.divide(known, load, out=np.full(len(load), factor), where=load > 0.0)
            factors = np.clip(free, _GROWTH, factor)
        for name in ("normal", "friction", "spin", "rolling"):
            values = self.impulse[name]
            values *= factors if isinstance(factors, float) else factors.reshape(-1, *(1,) * (values.ndim - 1))

    def loads(self) -> FloatArray:
        """Return the normal impulse (capacity,) of each entry that warm-starts the next step [N s]."""
        return self.impulse["normal"].sum(axis=1)

    def forget(self) -> None:
        """Drop all manifolds and impulses."""
        as_array(self.table.count)[:] = -1
        for name in ("pose", "manifold", "arms", "wander", "impulse", "simplex_count"):
            array = getattr(self.table, name)
            array[:] = np.zeros((), dtype=array.dtype)

    def snapshot(self) -> dict[str, Any]:
        """Return all that the entries hold."""
        kept = {name: _plain(array).copy() for name, array in self._arrays().items()}
        return kept | {"free": self.free[: self.free_count].copy()}

    def restore(self, snapshot: dict[str, Any]) -> None:
        """Go back to a snapshot, with as many entries or more."""
        size, free = len(snapshot["count"]), snapshot["free"]
        for name, array in self._arrays().items():
            if name in snapshot:  # simplices are kept only where there are shapes other than boxes
                _plain(array)[: len(snapshot[name])] = snapshot[name]
        # Entries that came later go below those that were free, so that these are given away in the same order.
        later = np.arange(self.capacity - 1, size - 1, -1, dtype=np.int32)
        self.free_count = len(later) + len(free)
        self.free[: self.free_count] = np.concatenate([later, free])

    def _arrays(self) -> dict[str, NDArray[Any]]:
        """Return all arrays by name."""
        arrays: dict[str, NDArray[Any]] = {name: getattr(self.table, name) for name in _FIELDS}
        return arrays | {"simplex": self.simplex} if self._simplices else arrays


def _plain(array: NDArray[Any]) -> NDArray[Any]:
    """Return records as rows of bytes: numpy copies them field by field, which takes several times as long."""
    return array if array.dtype.names is None else array.view(np.uint8).reshape(len(array), array.itemsize)
