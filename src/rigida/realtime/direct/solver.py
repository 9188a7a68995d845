"""The direct solver: small, resting islands are solved exactly, each by a factorization of its own."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import IntArray
from rigida.dynamics.model import Model
from rigida.jit.bind import bind
from rigida.jit.tables import dtype_of
from rigida.math.dense import euclidean_norm
from rigida.realtime.arrays import ContactShift, Manifold
from rigida.realtime.bodies.body_rows import BodyRows
from rigida.realtime.contacts.contact_set import ContactSet
from rigida.realtime.direct.constraint import MULTIPLIERS, Constraint
from rigida.realtime.direct.joint_rows import JointRowSet, sweep_forces
from rigida.realtime.direct.solve import solve_directly
from rigida.realtime.direct.work import Load, Work
from rigida.realtime.islands.island_set import IslandSet
from rigida.realtime.settings import Realtime
from rigida.realtime.threads import Workers
from rigida.realtime.tuning import SHORT_PARTS

#: Most blocks that the factor of one island may take (288 bytes each).
_MOST_BLOCKS = 20_000
#: IslandSet with fewer bodies than this are not worth another thread.
_FEWEST_BODIES = 20


class DirectWork:
    """What one thread solves islands with.

    table: its room, see `work`; solve: the kernel that holds it.
    """

    def __init__(self, table: Work) -> None:
        self.table = table
        self.solve: Callable[..., tuple[float, int]]

    def reserve(self, contacts: int) -> None:
        """Make room for islands of so many contacts."""
        self.table.constraint = np.empty(contacts, dtype=dtype_of(Constraint))
        self.table.load = np.zeros(contacts, dtype=dtype_of(Load))
        self.table.weight, self.table.change = np.empty((contacts, MULTIPLIERS)), np.empty((contacts, MULTIPLIERS))
        self.table.search, self.table.best = np.empty((contacts, MULTIPLIERS)), np.empty((contacts, MULTIPLIERS))
        self.table.kept = np.empty((contacts, MULTIPLIERS))


class DirectSolver:
    """Solves islands directly, and says which are left for the sub-steps.

    unsolved: speed that it left wrong [m/s]; left: whether islands are left; back_off (n, 2): which islands wait for
    another attempt, see `back_off`.
    """

    def __init__(
        self, model: Model, bodies: BodyRows, contacts: ContactSet, islands: IslandSet, settings: Realtime
    ) -> None:
        n = model.body_count
        self._bodies, self._contacts, self._islands = bodies, contacts, islands
        self.back_off: IntArray = np.zeros((n, 2), dtype=np.int32)
        rank, turn = np.full(n + 1, -1, dtype=np.int32), np.zeros((n + 1, 6))
        mean = np.ones(n + 1, dtype=np.int32)
        blocks = min(_MOST_BLOCKS, n * (n + 1) // 2)  # a full factor of all bodies has no more
        self.predicted, self.middle = np.zeros((n + 1, 6)), np.zeros((n + 1, 6))
        shift = np.zeros(0, dtype=dtype_of(ContactShift))
        self._workers = Workers(settings.threads)
        self._work = [
            DirectWork(
                Work(
                    limit=settings.direct_limit,
                    limit_in_motion=settings.direct_limit_in_motion,
                    accuracy_limit=0,
                    corrects=0,
                    shift=shift,
                    predicted=self.predicted,
                    middle=self.middle,
                    shortest=settings.dt / SHORT_PARTS,
                    fall_rate=2.0 * euclidean_norm(model.gravity),
                    back_off=self.back_off,
                    rank=rank,
                    turn=turn,
                    mean=mean,
                    left=np.zeros(n + 1, dtype=np.int32),
                    start=np.zeros(n + 2, dtype=np.int32),
                    block=np.empty((blocks, 6, 6)),
                    filled=np.zeros(blocks, dtype=np.int32),
                    x=np.zeros((n, 6)),
                    jacobian=np.empty(12),
                    shifted=np.zeros(1, dtype=dtype_of(Manifold)),
                    factored=np.zeros(1, dtype=np.int32),
                    solves=np.zeros(1, dtype=np.int32),
                )
            )
            for _ in range(self._workers.ranges)
        ]
        self._joint_rows: JointRowSet | None = None
        self._capacity = 0
        self.unsolved, self.left = 0.0, False

    @property
    def work(self) -> Work:
        """The room of the first thread."""
        return self._work[0].table

    def reserve(self, contacts: int) -> None:
        """Make room for islands of so many contacts."""
        if self._capacity < contacts:
            self._capacity = contacts
            for work in self._work:
                work.reserve(contacts)

    def solve(self, h: float, joint_rows: JointRowSet, only: IntArray | None = None) -> None:
        """Find the impulses of contacts, and of joints by their rows, of all islands that are cheap to solve.

        only (k,): Islands to solve, in place of all.
        """
        self.unsolved, self.left = 0.0, False
        islands = self._islands
        if islands.kept == 0 and joint_rows.count == 0:
            return
        if self._joint_rows is not joint_rows:
            self._bind(joint_rows)
        self.reserve(islands.capacity)
        if only is not None:
            found = [self._work[0].solve(int(k), int(k) + 1, h) for k in only]
            self.unsolved = max((wrong for wrong, _ in found), default=0.0)
            self.left = any(left for _, left in found)
        else:

            def solve(worker: int, first: int, last: int) -> tuple[Any, ...]:
                return self._work[worker].solve, first, last, h

            found = self._workers.share_by_cost(islands.body_start[: islands.count + 1], _FEWEST_BODIES, solve)
            self.unsolved, self.left = max(wrong for wrong, _ in found), any(left for _, left in found)

    def control_errors(self, accuracy_limit: int) -> None:
        """Control the errors of islands of up to so many bodies and contacts; 0: take plain steps."""
        for work in self._work:
            work.table.accuracy_limit = accuracy_limit

    def take_shifts(self, shift: NDArray[np.void] | None) -> None:
        """Solve islands again, with contacts at the midpoint by `shift` (entries,); None: all, as they were found."""
        for work in self._work:
            work.table.corrects = int(shift is not None)
            if shift is not None:
                work.table.shift = shift

    def sweep_forces(self, joint_rows: JointRowSet) -> None:
        """Let stiff forces act in islands that are left to the sub-steps."""
        if joint_rows.count:
            self._sweep_forces(self._islands.count)

    def _bind(self, joint_rows: JointRowSet) -> None:
        """Bind the kernels of all threads to the joint rows."""
        self._joint_rows = joint_rows
        # Where there cannot be any, the kernel is one without them, which takes half the time to compile.
        joints = joint_rows.table if len(joint_rows.order) else None
        tables = self._bodies.table, self._contacts.table, self._islands.table, joints
        self._sweep_forces = bind(sweep_forces, self._bodies.table, self._islands.table, joint_rows.table)
        for work in self._work:
            work.solve = bind(solve_directly, *tables, work.table)
