"""The direct solver: small, calm islands are solved exactly, each by a factorisation of its own."""

from collections.abc import Callable

import numpy as np

from rigida.arrays import IntArray
from rigida.dynamics.model import Model
from rigida.dynamics.state import State
from rigida.jit.bind import bind
from rigida.realtime.bodies.body_rows import BodyRows
from rigida.realtime.contacts.contact_set import ContactSet
from rigida.realtime.direct.joint_row_set import LineSet
from rigida.realtime.direct.rows import MULTIPLIERS, ROW_WIDTH
from rigida.realtime.direct.solve import solve_directly
from rigida.realtime.islands.islands import Islands
from rigida.realtime.settings import Realtime
from rigida.realtime.threads import Workers

#: Most blocks that the factor of one island may take (288 bytes each).
_MOST_BLOCKS = 20_000
#: Islands with fewer bodies than this are not worth another thread.
_FEWEST_BODIES = 20


class DirectWork:
    """Arrays in which one thread solves islands, the kernel that holds them, and how it went.

    wrong [m/s] and left: see `solve_directly`.
    """

    def __init__(self, bodies: int, contacts: int) -> None:
        self.first_block, self.start = np.zeros(bodies + 1, dtype=np.int32), np.zeros(bodies + 2, dtype=np.int32)
        self.row = np.empty((contacts, ROW_WIDTH))
        self.weight, self.change = np.empty((contacts, MULTIPLIERS)), np.empty((contacts, MULTIPLIERS))
        self.block, self.solution = np.empty((_MOST_BLOCKS, 6, 6)), np.zeros((bodies, 6))
        self.jacobian, self.statistics = np.empty(12), np.zeros(4, dtype=np.int32)
        self.wrong, self.left = 0.0, 0
        self.solve: Callable[..., tuple[float, int]]


class DirectSolver:
    """Solves islands directly, and says which are left for the sub-steps.

    unsolved: speed that it left wrong [m/s]; left: whether islands are left; back_off (n, 3): which islands wait for
    another attempt, see `back_off`.
    """

    def __init__(
        self,
        model: Model,
        state: State,
        bodies: BodyRows,
        contacts: ContactSet,
        islands: Islands,
        settings: Realtime,
    ) -> None:
        n = model.body_count
        self._model, self._state, self._bodies, self._settings = model, state, bodies, settings
        self._contacts, self._islands = contacts, islands
        self.back_off: IntArray = np.zeros((n, 3), dtype=np.int32)
        self._rank, self._turn = np.full(n + 1, -1, dtype=np.int32), np.zeros((n + 1, 6))
        self._workers = Workers(settings.threads)
        self._fall_rate = 2.0 * float(np.linalg.norm(model.gravity))
        self._bound: tuple[int, LineSet] | None = None
        self.unsolved, self.left = 0.0, False

    def solve(self, h: float, joint_rows: LineSet) -> None:
        """Find the impulses of contacts, and of joints by their rows, of all islands that are cheap to solve."""
        self.unsolved, self.left = 0.0, False
        islands = self._islands
        if islands.kept == 0 and joint_rows.count == 0:
            return
        if self._bound != (islands.version, joint_rows):
            self._bind(joint_rows)

        def solve_range(worker: int, first: int, last: int) -> None:
            work = self._work[worker]
            work.wrong, work.left = work.solve(first, last, h)

        for work in self._work:
            work.wrong, work.left = 0.0, 0
        self._workers.share_by_cost(islands.body_start[: islands.count + 1], _FEWEST_BODIES, solve_range)
        self.unsolved = max(work.wrong for work in self._work)
        self.left = any(work.left for work in self._work)

    def _bind(self, joint_rows: LineSet) -> None:
        """Make room for the contacts there may be, and rebind the kernels of all threads."""
        model, state, bodies, settings = self._model, self._state, self._bodies, self._settings
        contacts, islands = self._contacts, self._islands
        self._bound = (islands.version, joint_rows)
        self._work = [DirectWork(model.body_count, islands.capacity) for _ in range(settings.threads)]
        for work in self._work:
            work.solve = bind(
                solve_directly,
                joint_rows.start,
                joint_rows.order,
                joint_rows.line_of,
                joint_rows.line,
                settings.direct_limit,
                settings.direct_limit_in_motion,
                self._fall_rate,
                islands.order,
                islands.contact_start,
                islands.body_order,
                islands.body_start,
                contacts.contact,
                contacts.contact_of,
                state.center,
                bodies.matrix,
                model.mass,
                model.inertia,
                bodies.inverse,
                model.surface,
                contacts.slots.impulse,
                bodies.before,
                bodies.twist,
                bodies.moving,
                islands.method,
                self._rank,
                work.first_block,
                work.start,
                work.row,
                work.weight,
                work.change,
                work.block,
                work.solution,
                self._turn,
                self.back_off,
                work.jacobian,
                work.statistics,
            )
