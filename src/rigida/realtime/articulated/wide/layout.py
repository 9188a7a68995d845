"""Articulated groups of equal structure, and the arrays that hold eight of them side by side."""

from typing import TypeVar

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.constraints.block_order import Ints
from rigida.constraints.parts.codes import POINT
from rigida.jit.tables import Table, columns
from rigida.math.lanes import LANES
from rigida.realtime.articulated.wide.arrays import CarriedGroups, Kinds, WideGroups

T = TypeVar("T", bound=Table)

#: Fewer groups of one kind than this are moved faster one by one.
_FEWEST = 3
#: What the arrays of wide rows have a row for; `own_arms` and the like are as many as what they are named for.
_MEMBERS, _PARTS, _BLOCKS, _POINTS, _OTHERS = range(5)
_ROWS_FOR = {
    **dict.fromkeys(("inverse", "twist", "member"), _MEMBERS),
    **dict.fromkeys(("offset", "rate", "total", "diagonal"), _PARTS),
    **dict.fromkeys(("arms", "own_arms"), _POINTS),
    **{"block": _BLOCKS, "jacobian": _OTHERS},
}


class GroupKinds:
    """Kinds of groups: parts of the same sort between the same of their members; see `Kinds`.

    carried (groups,): 1 for groups that `project` can move: with point joints only, to each other or to static bodies,
    and not the only ones of their kind.
    """

    def __init__(
        self,
        bounds: Ints,
        member: Ints,
        code: IntArray,
        frame: IntArray,
        prescribed: Ints,
        inv_inertia: FloatArray,
        copies: int = 1,
    ) -> None:
        groups = len(bounds) - 1
        number = np.full(1 + max(frame.max(initial=0), member.max(initial=0)), -1, dtype=np.int64)
        for first, last in zip(bounds[:-1, 0], bounds[1:, 0], strict=True):
            number[member[first:last]] = np.arange(last - first)
        self.local = number[frame].reshape(-1, 2)
        self.carried: IntArray = np.zeros(groups, dtype=np.int32)
        nth = np.zeros(len(code), dtype=np.int64)
        self._counts = np.zeros((groups, 5), dtype=np.int64)
        kinds: dict[tuple[bytes, bytes], list[int]] = {}
        for g in range(groups):
            these = slice(int(bounds[g, 1]), int(bounds[g + 1, 1]))
            points = code[these] == POINT
            nth[these] = np.where(points, np.cumsum(points), np.cumsum(~points)) - 1
            self._counts[g] = *(bounds[g + 1, :3] - bounds[g, :3])[[0, 1, 2]], points.sum(), (~points).sum()
            kinds.setdefault((self.local[these].tobytes(), points.tobytes()), []).append(g)
            turns = inv_inertia[member[bounds[g, 0] : bounds[g + 1, 0]]] > 0.0
            free = ~np.isin(frame[these], prescribed)
            self.carried[g] = len(points) > 0 and points.all() and turns.all() and free.all()
        self.kind = np.zeros(groups, dtype=np.int64)
        self._first = np.array([same[0] for same in kinds.values()], dtype=np.int64)
        self._rows = np.array([-(-len(same) // LANES) for same in kinds.values()], dtype=np.int64)
        for k, same in enumerate(kinds.values()):
            self.kind[same] = k
            if len(same) < _FEWEST * copies:
                self.carried[same] = 0
        self.some_carried = bool(self.carried.any())
        by_kind = np.array([g for same in kinds.values() for g in same], dtype=np.int64)
        self.table = Kinds(kind=self.kind, by_kind=by_kind, carried=self.carried, local=self.local, nth=nth)

    def wide_groups(self) -> WideGroups:
        """Return arrays for all groups at once."""
        counts = (self._rows[:, None] * self._counts[self._first]).sum(axis=0)
        wide = WideGroups(kinds=self.table, row=_zeros(WideGroups, "row", int(self._rows.sum())))
        wide.body = np.zeros(LANES * int(counts[_MEMBERS]), dtype=np.int32)
        return _with_rows(wide, counts)

    def carried_groups(self) -> CarriedGroups:
        """Return arrays for one row of any kind."""
        counts = self._counts.max(axis=0, initial=0)
        counts[_OTHERS] = 0
        single = {name: _zeros(CarriedGroups, name, 1) for name in ("row", "pivot", "tops")}
        carried = CarriedGroups(kinds=self.table, fate=_zeros(CarriedGroups, "fate", LANES), **single)
        return _with_rows(carried, counts)


def _zeros(table: type[Table], name: str, rows: int) -> np.ndarray:
    """Return so many rows of zeros for a field of a table."""
    return np.zeros(rows, dtype=columns(table)[name].dtype)


def _with_rows(table: T, counts: Ints) -> T:
    """Return a table with rows of zeros in the fields for members, parts and blocks, of which there are so many."""
    for name, of in _ROWS_FOR.items():
        if name in columns(type(table)):
            setattr(table, name, _zeros(type(table), name, int(counts[of])))
    return table
