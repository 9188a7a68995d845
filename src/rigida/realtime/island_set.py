"""The islands of a step and the solvers they are handed to."""

from typing import Protocol

import numpy as np

from rigida.dynamics.model import Model
from rigida.dynamics.state import State
from rigida.fields import FloatArray, IntArray
from rigida.realtime.body_rows import BodyRows
from rigida.realtime.collisions import collide
from rigida.realtime.contact_memory import LANDED, SLOT
from rigida.realtime.contact_rows import MULTIPLIERS, ROW_WIDTH
from rigida.realtime.contact_set import ContactSet
from rigida.realtime.direct import solve_directly
from rigida.realtime.document import push_contacts, shock_contacts
from rigida.realtime.islands import find_islands
from rigida.realtime.lane_solver import GroupLines, LaneSolver
from rigida.realtime.line_set import LineSet
from rigida.realtime.settings import Realtime
from rigida.realtime.workers import Workers

#: Most blocks that the factor of one island may take (288 bytes each).
_MOST_BLOCKS = 20_000
#: Islands with fewer bodies than this are not worth another thread.
_FEWEST_BODIES = 20


class DirectWork:
    """Arrays in which one thread solves islands directly; row (contacts, ROW_WIDTH) serves others as well."""

    def __init__(self, bodies: int, contacts: int) -> None:
        self.left, self.start = np.zeros(bodies + 1, dtype=np.int32), np.zeros(bodies + 2, dtype=np.int32)
        self.row = np.empty((contacts, ROW_WIDTH))
        self.weight, self.change = np.empty((contacts, MULTIPLIERS)), np.empty((contacts, MULTIPLIERS))
        self.block, self.solution = np.empty((_MOST_BLOCKS, 6, 6)), np.zeros((bodies, 6))
        self.statistics = np.zeros(4, dtype=np.int32)
        self.wrong = 0.0


class Joints(Protocol):
    """Articulated groups, as islands know them."""

    def in_islands(self, method: IntArray, island: IntArray) -> GroupLines | None:
        """Return the joints to be solved with the islands whose method is 0; none if there are none."""


class IslandSet:
    """Groups of bodies that touch.

    island (n,) of each body, −1 for a body alone; order: contacts by island, contact_start (k + 1,): where each begins;
    method (k,): 1 where it was solved directly. unsolved, unspent: speeds that the direct solver left wrong, and with
    which blows were still handed on in the last pass [m/s]. wait (n, 3): who waits for a direct solve, see `waiting`.
    dt: time of the step, or of the part of it, that is being taken.
    """

    def __init__(self, model: Model, settings: Realtime) -> None:
        n = model.body_count
        self.model, self.settings = model, settings
        self.count = 0
        self.joined: IntArray = np.zeros((0, 2), dtype=np.int32)
        self.lines = LineSet(n)
        self.joints: Joints | None = None
        self.island: IntArray = np.full(n, -1, dtype=np.int32)
        self.method = np.zeros(n, dtype=np.int32)
        self.contact_start = np.zeros(n + 1, dtype=np.int32)
        self.body_start = np.zeros(n + 1, dtype=np.int32)
        self.body_order = np.zeros(n, dtype=np.int32)
        self._parent, self._fast = np.zeros(n, dtype=np.int32), np.zeros(n, dtype=np.int32)
        self.wait: IntArray = np.zeros((n, 3), dtype=np.int32)
        self._rank = np.full(n + 1, -1, dtype=np.int32)
        self._turn = np.zeros((n + 1, 6))
        self._workers = Workers(settings.threads)
        self._elastic = bool((model.surface[:, 1] > 0.0).any())
        self.dt = settings.dt
        self._fall_rate = 2.0 * float(np.linalg.norm(model.gravity))
        self.lanes = LaneSolver(model)
        self._blows, self.unsolved, self.unspent = 0, 0.0, 0.0
        self._reserve(0)

    @property
    def kept(self) -> int:
        """Number of contacts that may act in this step."""
        return int(self.contact_start[self.count])

    def find(self, contacts: ContactSet, state: State, bodies: BodyRows) -> None:
        """Sort bodies and contacts into islands."""
        if len(self.row) < contacts.count:
            self._reserve(contacts.count)
        self.count = find_islands(
            contacts.count,
            contacts.contact,
            contacts.contact_of,
            self.joined,
            bodies.inverse,
            state.center,
            bodies.twist,
            contacts.memory,
            self.model.gravity,
            self.dt,
            self._parent,
            self._fast,
            self.island,
            self.order,
            self.contact_start,
            self.body_order,
            self.body_start,
        )

    def collide(self, contacts: ContactSet, state: State, bodies: BodyRows) -> None:
        """Let elastic bodies that are about to overlap rebound."""
        self._blows, self.unspent = 0, 0.0
        if self._elastic and self.kept:
            self._blows, self.unspent = collide(
                self.kept,
                self.settings.collision_passes,
                self.dt,
                self.order,
                contacts.contact,
                contacts.contact_of,
                state.center,
                bodies.inverse,
                self.model.surface,
                contacts.memory,
                self.row,
                bodies.twist,
                self._struck,
                self._blow,
            )

    def remember_blows(self, contacts: ContactSet) -> None:
        """Let contacts that rebounded tell their impulses; they do not go on in the next step."""
        if self._blows:
            slot = contacts.contact_of[self._struck[: self._blows], SLOT]
            contacts.memory[slot, LANDED : LANDED + 4] += self._blow[: self._blows]

    def solve(self, contacts: ContactSet, state: State, bodies: BodyRows, wrench: FloatArray) -> None:
        """Find the impulses of all contacts: small islands directly, large ones in sub-steps."""
        self.unsolved = 0.0
        if self.kept == 0 and self.lines.count == 0:
            return
        model, settings, lines = self.model, self.settings, self.lines
        if settings.method == "document":
            solve_by_levels(self, contacts, state, bodies)
            return

        def solve_range(worker: int, first: int, last: int) -> None:
            work = self._work[worker]
            work.wrong = solve_directly(
                last - first,
                settings.direct_limit,
                settings.direct_limit_in_motion,
                self.dt,
                self._fall_rate * self.dt,
                self.order,
                self.contact_start[first : last + 1],
                self.body_order,
                self.body_start[first : last + 1],
                contacts.contact,
                contacts.contact_of,
                state.center,
                bodies.matrix,
                model.mass,
                model.inertia,
                bodies.inverse,
                model.surface,
                contacts.memory,
                bodies.before,
                bodies.twist,
                bodies.moving,
                self.method[first:last],
                self._rank,
                work.left,
                work.start,
                work.row,
                lines.start[first : last + 1],
                lines.order,
                lines.line_of,
                lines.line,
                work.weight,
                work.change,
                work.block,
                work.solution,
                self._turn,
                self.wait,
                work.statistics,
            )

        for work in self._work:
            work.wrong = 0.0
        self._workers.share_by_cost(self.body_start[: self.count + 1], _FEWEST_BODIES, solve_range)
        self.unsolved = max(work.wrong for work in self._work)
        if not self.method[: self.count].all():
            self.lanes.solve(
                self.count,
                self.method,
                self.contact_start,
                self.order,
                self.body_start,
                self.body_order,
                contacts,
                state,
                bodies,
                wrench,
                settings.substeps,
                self.dt,
                None if self.joints is None else self.joints.in_islands(self.method, self.island),
            )

    def _reserve(self, contacts: int) -> None:
        capacity = max(64, 2 * contacts)
        self.order = np.zeros(2 * capacity, dtype=np.int32)
        self._work = [DirectWork(self.model.body_count, capacity) for _ in range(self.settings.threads)]
        self.row = self._work[0].row
        self._struck, self._blow = np.zeros(capacity, dtype=np.int32), np.zeros((capacity, 4))


def solve_by_levels(islands: IslandSet, contacts: ContactSet, state: State, bodies: BodyRows) -> None:
    """Solve all contacts by the scheme of Popovski 2008, 8: iterations over the contact graph, shock propagation."""
    from rigida.realtime.graph import contact_levels  # loads scipy's graphs, which nothing else needs

    model, settings = islands.model, islands.settings
    kept = islands.order[: islands.kept]
    level, order = contact_levels(model, contacts, kept)
    push_contacts(
        settings.contact_iterations,
        islands.dt,
        order,
        contacts.contact,
        contacts.contact_of,
        state.center,
        bodies.inverse,
        model.surface,
        contacts.memory,
        islands.row,
        bodies.twist,
    )
    if settings.shock_propagation:
        shock_contacts(
            islands.dt,
            order,
            level,
            contacts.contact,
            contacts.contact_of,
            state.center,
            bodies.inverse.copy(),
            model.surface,
            contacts.memory,
            islands.row,
            bodies.twist,
        )
    islands.method[: islands.count] = 1
    bodies.moving[:] = bodies.twist
