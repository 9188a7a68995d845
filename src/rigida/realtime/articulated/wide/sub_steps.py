"""Articulated groups in large islands, whose contacts are solved in sub-steps (`solve`)."""

import numpy as np

from rigida.arrays import IntArray
from rigida.jit.bind import bind
from rigida.jit.records import as_array
from rigida.realtime.articulated.arrays import GroupLimits
from rigida.realtime.articulated.groups import choose_large
from rigida.realtime.articulated.limits import add_joint_impulses
from rigida.realtime.articulated.tables import GroupTables
from rigida.realtime.articulated.wide.arrays import GroupsInSubSteps
from rigida.realtime.articulated.wide.limits import list_limits
from rigida.realtime.articulated.wide.solve import solve_jointed
from rigida.realtime.direct.joint_rows import JointRowSet
from rigida.realtime.islands.island_set import IslandSet
from rigida.realtime.substeps.solver import SubstepSolver


class GroupSubSteps:
    """The kernels that solve groups in sub-steps, holding their arrays.

    chosen (groups,): 1 for groups that are solved with the contacts of large islands; in_large_islands (n + 1,): 1 for
    their bodies.
    """

    def __init__(self, tables: GroupTables, rows: JointRowSet, islands: IslandSet) -> None:
        self._tables, self._rows = tables, rows
        self.chosen: IntArray = as_array(tables.groups.in_sub_steps)
        self.in_large_islands: IntArray = as_array(tables.groups.in_large_islands)
        self._measures = len(tables.group_of_coordinate) > 0
        self._limits = GroupLimits(
            listed=np.zeros((len(rows.row), 5), dtype=np.int64),
            response=np.zeros((0, 6)),
            pull=np.zeros((0, 3)),
            sum=np.zeros(len(rows.row)),
        )
        self._choose = bind(choose_large, islands.table, tables.groups, tables.joints)
        self._list_limits = bind(list_limits, tables.groups, tables.joints, rows.table, self._limits)
        self._add_impulses = bind(add_joint_impulses, rows.table, tables.reactions)
        self._bound = False

    def choose(self) -> bool:
        """Choose the groups of islands that are not solved directly; return whether there are any."""
        return self._choose() > 0

    def run(self, h: float, solver: SubstepSolver) -> None:
        """Run the sub-steps of `solver` with the joints of the chosen groups."""
        limits = self._find_limits() if self._measures else 0
        if not self._bound:
            self._bind(solver)
        self._solve(solver.count, h, solver.rows, limits)
        self._add_impulses(self._rows.count)

    def _find_limits(self) -> int:
        """List the limits and motors of the chosen groups, make room for their responses, and return their number."""
        found, members, parts = self._list_limits(self._rows.count)
        if members > len(as_array(self._limits.response)) or parts > len(as_array(self._limits.pull)):
            self._limits.response, self._limits.pull = np.zeros((2 * members, 6)), np.zeros((2 * parts, 3))
        return int(found)

    def _bind(self, solver: SubstepSolver) -> None:
        """Bind the kernel to what the solver holds."""
        tables = self._tables
        in_sub_steps = GroupsInSubSteps(wide=tables.kinds.wide_groups(), rows=self._rows.table, limits=self._limits)
        own = (tables.groups, tables.joints, tables.reactions, tables.work, in_sub_steps)
        self._solve = bind(solve_jointed, solver.table, *own)
        self._bound = True
