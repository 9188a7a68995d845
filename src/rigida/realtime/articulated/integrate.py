"""Moves articulated groups: those that fly by RATTLE (`rattle`), those that contacts have solved along their joints
(`project`, `carrying_lanes`)."""

from collections.abc import Callable
from typing import Any

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.constraints.joint_set import JointSet
from rigida.dynamics.state import State
from rigida.jit.bind import bind
from rigida.realtime.articulated.project import CARRIED_CLOSED, CARRIED_TURN, carry_groups
from rigida.realtime.articulated.rattle import advance_groups
from rigida.realtime.articulated.tables import GroupTables
from rigida.realtime.articulated.wide.project import carry_lanes
from rigida.realtime.bodies.body_rows import BodyRows
from rigida.realtime.threads import Workers

#: Groups with fewer parts of joints than this are not worth another thread.
_FEWEST_PARTS = 8


class GroupMover:
    """The kernels that move groups, holding their arrays.

    by_ways (groups,): 1 for groups that went their ways in sub-steps.
    """

    def __init__(
        self,
        joints: JointSet,
        tables: GroupTables,
        state: State,
        bodies: BodyRows,
        by_ways: IntArray,
        workers: Workers,
    ) -> None:
        model, parts, frames, kinds = joints.model, joints.parts, joints.frames, tables.kinds
        self._workers, self._tables = workers, tables
        done: IntArray = np.zeros(len(by_ways), dtype=np.int32)
        groups = (tables.bounds, tables.member, tables.prescribed)
        masses = (model.mass, model.inv_mass, model.inertia, model.inv_inertia)
        places = (state.center, state.attitude, state.velocity, state.angular_momentum)
        table = (parts.code, parts.equations, parts.frame, parts.number, parts.target, tables.course, tables.start)
        work = (frames.pose, frames.twist, frames.inverse, parts.error, parts.jacobian, parts.bias, joints.weighted)
        rest: tuple[Any, ...] = (*places, *table, *work, tables.blocks)
        nothing, reactions = np.zeros((model.body_count, 6)), (tables.turning, tables.force)
        noted = (tables.factored, tables.known)
        factor: tuple[Any, ...] = (*noted, np.zeros((model.body_count, 6)), *tables.order)
        self._fly = bind(advance_groups, *groups, *masses, *rest, tables.force, *factor)
        solution = (by_ways, bodies.way, nothing, bodies.moving, bodies.twist)
        self._carry = bind(carry_groups, done, *groups, *masses, *solution, *rest, *reactions, *factor)
        in_lanes: tuple[Any, ...] = (
            *(CARRIED_TURN, CARRIED_CLOSED, done, kinds.carried, *kinds.arrangement, tables.bounds, tables.member),
            *(model.inv_inertia, by_ways, bodies.way, bodies.moving, bodies.twist, *places, parts.code, parts.frame),
            *(parts.number, frames.pose, frames.inverse, parts.jacobian, tables.blocks, *reactions, *noted),
        )
        rows = [kinds.carried_row() for _ in range(workers.count)]
        self._carry_lanes = [bind(carry_lanes, *in_lanes, *tables.order, *row) for row in rows]

    def fly(self, dt: float, flying: IntArray, wrench: FloatArray) -> int:
        """Move the groups marked in flying (groups,) by wrenches (n, 6); return how many sub-steps left joints open."""
        return self._share(flying, lambda _, these: int(self._fly(dt, these, wrench)))

    def carry(self, dt: float, solved: IntArray) -> int:
        """Move the groups marked in solved (groups,) by what contacts have made of their twists; returns as `fly`."""

        def move(worker: int, these: IntArray) -> int:
            if self._tables.kinds.some_carried and not self._carry_lanes[worker](dt, these):
                return 0
            return int(self._carry(dt, these))

        return self._share(solved, move)

    def _share(self, chosen: IntArray, move: Callable[[int, IntArray], int]) -> int:
        """Let threads move the chosen groups (groups,), each some of them, and count what did not converge."""
        if self._workers.count == 1:
            return move(0, chosen)
        failed = np.zeros(self._workers.count, dtype=np.int64)

        def work(worker: int, first: int, last: int) -> None:
            these = np.zeros(len(chosen), dtype=np.int32)
            these[first:last] = chosen[first:last]
            failed[worker] = move(worker, these)

        cost = np.zeros(len(chosen) + 1, dtype=np.int64)
        np.cumsum(chosen * np.diff(self._tables.bounds[:, 1]), out=cost[1:])
        # Prescribed frames are placed anew for each group, and so cannot be shared.
        shared = not len(self._tables.prescribed)
        self._workers.share_by_cost(cost, _FEWEST_PARTS if shared else int(cost[-1]) + 1, work)
        return int(failed.sum())
