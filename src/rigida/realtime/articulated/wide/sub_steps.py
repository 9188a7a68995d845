"""Articulated groups in large islands, whose contacts are solved in sub-steps (`solve`)."""

import numpy as np

from rigida.arrays import IntArray
from rigida.constraints.joint_set import JointSet
from rigida.jit.bind import bind
from rigida.realtime.articulated.choose import choose_large
from rigida.realtime.articulated.tables import GroupTables
from rigida.realtime.articulated.wide.limits import list_stops
from rigida.realtime.articulated.wide.solve import solve_jointed_lanes
from rigida.realtime.direct.joint_row_set import LineSet
from rigida.realtime.direct.joint_rows import add_to_lines
from rigida.realtime.islands.islands import Islands
from rigida.realtime.substeps.solver import SubstepSolver


class GroupSubSteps:
    """The kernels that solve groups in sub-steps, holding their arrays.

    solved (groups,): 1 for groups that are solved with contacts; chosen (groups,): 1 for those of them in large
    islands; held (n + 1,): 1 for their bodies.
    """

    def __init__(
        self, joints: JointSet, tables: GroupTables, lines: LineSet, islands: Islands, solved: IntArray
    ) -> None:
        self._joints, self._tables, self._lines = joints, tables, lines
        self.chosen: IntArray = np.zeros(len(solved), dtype=np.int32)
        self.held: IntArray = np.zeros(joints.model.body_count + 1, dtype=np.int32)
        self._measures = len(tables.group_of_coordinate) > 0
        self._stops = np.zeros((len(lines.line), 4), dtype=np.int64)
        self._response, self._pull = np.zeros(0), np.zeros(0)
        self._pulled = np.zeros_like(tables.impulse)
        self._choose = bind(
            choose_large,
            tables.bounds,
            tables.member,
            islands.island,
            islands.method,
            solved,
            self.chosen,
            self.held,
        )
        self._add_to_lines = bind(add_to_lines, lines.line_of, tables.impulse, lines.line)
        self._bound = 0

    def choose(self) -> bool:
        """Choose the groups of islands that are not solved directly; tell whether there are any."""
        return self._choose() > 0

    def run(self, h: float, solver: SubstepSolver) -> None:
        """Run the sub-steps of `solver` with the joints of the chosen groups."""
        stops = self._list_stops() if self._measures else 0
        if self._bound != solver.version:
            self._bind(solver)
        self._solve(solver.count, h, solver.rows, stops)
        self._add_to_lines(self._lines.count)

    def _list_stops(self) -> int:
        """List the stops and motors of the chosen groups, make room for their responses, and return their number."""
        tables, lines = self._tables, self._lines
        found, room, pulls = list_stops(
            lines.count, lines.line_of, self.held, tables.group_of_coordinate, tables.bounds, self._stops
        )
        if room > len(self._response) or pulls > len(self._pull):
            self._response, self._pull = np.zeros(2 * room), np.zeros(2 * pulls)
            self._bound = 0
        return int(found)

    def _bind(self, solver: SubstepSolver) -> None:
        """Rebind the kernel after a reallocation of the contacts' rows or of its own."""
        joints, tables, lines = self._joints, self._tables, self._lines
        parts, frames = joints.parts, joints.frames
        groups = (self.chosen, tables.factored, tables.bounds, tables.member)
        factor = (parts.code, parts.frame, parts.jacobian, frames.inverse, joints.weighted, tables.blocks)
        stops = (self._stops, lines.line_of, lines.line, self._response, self._pull)
        self._bound = solver.version
        self._solve = bind(
            solve_jointed_lanes,
            *(*solver.arrays, *groups, *factor, *tables.order, tables.course, *stops, frames.twist),
            *(*tables.kinds.arrangement, *tables.kinds.rows, tables.impulse, self._pulled),
        )
