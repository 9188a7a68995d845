"""Moves articulated groups: those that fly by RATTLE (`rattle`), those that contacts have solved along their joints
(`project`, `wide.project`)."""

from collections.abc import Callable
from typing import Any

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.jit.bind import bind
from rigida.realtime.articulated.project import integrate_solved_groups
from rigida.realtime.articulated.rattle import integrate_ballistic_groups
from rigida.realtime.articulated.tables import GroupTables
from rigida.realtime.articulated.wide.project import integrate_solved_rows
from rigida.realtime.bodies.body_rows import BodyRows
from rigida.realtime.threads import Workers

#: Groups with fewer parts of joints than this are not worth another thread.
_FEWEST_PARTS = 8


class GroupMover:
    """The kernels that move groups, holding their tables."""

    def __init__(self, tables: GroupTables, bodies: BodyRows, workers: Workers) -> None:
        self._workers, self._tables = workers, tables
        bound = (bodies.table, tables.groups, tables.joints, tables.reactions, tables.work)
        self._integrate_ballistic, self._move_solved = (
            bind(integrate_ballistic_groups, *bound),
            bind(integrate_solved_groups, *bound),
        )
        rows = [tables.kinds.carried_groups() for _ in range(workers.ranges)]
        self._in_lanes = [bind(integrate_solved_rows, *bound[:4], row) for row in rows]

    def integrate_ballistic(self, dt: float, ballistic: IntArray, wrench: FloatArray) -> int:
        """Move the groups marked in flying (groups,) by wrenches (n, 6); return how many sub-steps left joints open."""
        self._tables.work.wrench = wrench
        return self._share(ballistic, lambda _, these: (self._integrate_ballistic, dt, these))

    def move_solved(self, dt: float, solved: IntArray) -> int:
        """Move the groups marked in solved (groups,) by their twists after contacts; see `integrate_ballistic`."""
        if self._tables.kinds.some_carried and not self._share(
            solved, lambda worker, these: (self._in_lanes[worker], dt, these)
        ):
            return 0
        return self._share(solved, lambda _, these: (self._move_solved, dt, these))

    def _share(self, chosen: IntArray, move: Callable[[int, IntArray], tuple[Any, ...]]) -> int:
        """Let threads move the chosen groups (groups,), each some of them; return the sum of what the kernel counts."""
        if self._workers.count == 1:
            kernel, *given = move(0, chosen)
            return int(kernel(*given))

        def move_range(worker: int, first: int, last: int) -> tuple[Any, ...]:
            these = np.zeros(len(chosen), dtype=np.int32)
            these[first:last] = chosen[first:last]
            return move(worker, these)

        cost = np.zeros(len(chosen) + 1, dtype=np.int64)
        np.cumsum(chosen * np.diff(self._tables.bounds[:, 1]), out=cost[1:])
        # Prescribed frames are placed again for each group, and so cannot be shared.
        shared = not len(self._tables.prescribed)
        return sum(self._workers.share_by_cost(cost, _FEWEST_PARTS if shared else int(cost[-1]) + 1, move_range))
