"""In which order the document's scheme takes joints, limits and motors of a step."""

import math

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import IntArray
from rigida.dynamics.state import State
from rigida.jit.bind import bind
from rigida.jit.records import as_array
from rigida.realtime.arrays import GOES_ON, NO_PART
from rigida.realtime.articulated.articulated import Articulated
from rigida.realtime.bodies.body_rows import BodyRows
from rigida.realtime.document.arrays import JointLevels, JointSystem
from rigida.realtime.document.move import fastest_swing, move_groups
from rigida.realtime.document.solve import begin_joints, solve_free_joints
from rigida.realtime.islands.island_set import IslandSet
from rigida.realtime.settings import Realtime
from rigida.realtime.tuning import DOCUMENT_PARTS, DOCUMENT_SWING, DOCUMENT_TURN, FORCES_AFTER


class DocumentJoints:
    """The joints of a world in the document's scheme.

    system: what kernels take; open: how far a joint was open after the last step [m or rad]. While joints break, or
    others come, the tables of the groups are others, and so is the system.
    """

    def __init__(
        self, state: State, articulated: Articulated, bodies: BodyRows, islands: IslandSet, settings: Realtime
    ) -> None:
        self._state, self._articulated, self._bodies, self._islands = state, articulated, bodies, islands
        self._dt, self._iterations = settings.dt, settings.joint_iterations
        self.open = 0.0
        self._arrange()

    def _arrange(self) -> None:
        """Set up what depends on which joints hold."""
        tables, rows = self._articulated.tables, self._articulated.rows
        joints, n = self._articulated.joints, len(self._bodies.jointed)
        self._tables, self._n = tables, n
        self._frame = np.minimum(joints.parts.frame, n)
        self.levels = JointLevels(
            share=np.zeros(n + 1),
            late=np.zeros((n + 1, 6)),
            stiffness=np.zeros(n),
            impulse=np.zeros((len(joints.parts), 3)),
            kept=np.zeros((len(joints.parts), 3)),
            still=np.zeros(n, dtype=np.int32),
            center=np.zeros((n, 3)),
            attitude=np.zeros((n, 4)),
            velocity=np.zeros((n, 3)),
            momentum=np.zeros((n, 3)),
        )
        self.system = JointSystem(
            groups=tables.groups,
            joints=tables.joints,
            reactions=tables.reactions,
            coordinates=joints.coordinates.table,
            work=tables.work,
            rows=rows.table,
            levels=self.levels,
        )
        self._begin = bind(begin_joints, self._bodies.table, self.system)
        self._solve_free = bind(solve_free_joints, self._bodies.table, self.system)
        self._move = bind(move_groups, self._bodies.table, self.system)
        self._fastest_swing = bind(fastest_swing, self._bodies.table, self.system)

    def parts(self, h: float) -> int:
        """Return in how many parts a step of h [s] is taken.

        The document takes one. A body that turns far in it is not where its joints were closed ahead, and gains energy;
        so does one that swings fast between the forces of its joints, as light links under a heavy body.
        """
        if self._articulated.tables is not self._tables:
            self._arrange()
        self._articulated.joints.evaluate(self._state.time, self._state)
        members = self._articulated.members.row
        spin = self._bodies.twist[members[self._bodies.active[members] > 0], 3:]
        turn = h * math.sqrt(float(np.square(spin).sum(axis=1).max(initial=0.0)))
        parts = max(turn / DOCUMENT_TURN, h * float(self._fastest_swing()) / DOCUMENT_SWING)
        return min(max(math.ceil(parts), 1), DOCUMENT_PARTS) if math.isfinite(parts) else 1

    def begin(self, h: float, level: IntArray, left: IntArray) -> tuple[int, int, int]:
        """Order the joints by the levels of bodies (n,), but for those of islands (k,) that are left, and begin a step.

        Joints of groups without contacts are solved then. Returns where the others begin among parts and rows, and
        their highest level.
        """
        if self._articulated.tables is not self._tables:
            self._arrange()
        islands, levels, n = self._islands, self.levels, self._n
        of_body = np.append(np.maximum(islands.island, -1), -1)
        touching = np.append(np.diff(islands.contact_start[: islands.count + 1]) > 0, False)
        height = np.append(np.where(touching[of_body[:n]], level, 0), 0).astype(np.int32)
        in_levels = np.append(~np.isin(np.arange(islands.count), left), False)
        solved = self._articulated.solved[self._tables.group_of_part] != 0
        levels.part, levels.part_level = _sorted(np.flatnonzero(solved), self._frame, height, of_body, in_levels)
        rows = self._articulated.rows
        of = rows.named_of[: rows.count]
        heads = np.flatnonzero((of["part"] < 0) & ((of["part"] != NO_PART) | (of["equation"] != GOES_ON)))
        ends = np.stack((of["a"], of["b"]), axis=1)
        ballistic = ~touching & in_levels
        jointed = np.append(self._bodies.jointed > 0, False)
        as_array(levels.share)[:] = np.where(jointed & ballistic[of_body], FORCES_AFTER, 0.0)
        levels.row, levels.row_level = _sorted(heads, ends, height, of_body, in_levels)
        self._begin(h, min(h / self._dt, 1.0), self._iterations)
        part, line = self._solve_free(self._iterations, h)
        highest = max(as_array(each).max(initial=0) for each in (levels.part_level, levels.row_level))
        return int(part), int(line), int(highest)

    def move(self, h: float, solved: IntArray) -> IntArray:
        """Move the groups marked in solved (groups,) by h [s]; return which of them flew: those without contacts."""
        self.open = float(self._move(h, self._iterations, solved))
        members = self._articulated.members
        late = as_array(self.levels.share)[members.row] > 0.0
        flew = np.zeros(len(solved), dtype=np.int32)
        flew[members.group[late]] = 1
        return flew & solved


def _sorted(
    found: NDArray[np.int64], ends: IntArray, height: IntArray, of_body: IntArray, in_levels: NDArray[np.bool_]
) -> tuple[NDArray[np.int64], IntArray]:
    """Return which rows are in islands that are `in_levels`, by level, and their levels; ends (m, 2): bodies."""
    island = of_body[ends[found]].max(axis=1)
    found = found[in_levels[island]]
    level = height[ends[found]].max(axis=1)
    order = np.argsort(level, kind="stable")
    return found[order].astype(np.int64), level[order].astype(np.int32)
