"""The islands of a step and the solvers they are handed to."""

from collections.abc import Callable
from typing import Protocol

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.dynamics.model import Model
from rigida.dynamics.state import State
from rigida.jit.bind import bind
from rigida.realtime.bodies.body_rows import BodyRows
from rigida.realtime.contacts.contact_set import ContactSet
from rigida.realtime.contacts.manifold_cache import LANDED, SLOT
from rigida.realtime.direct.joint_row_set import LineSet
from rigida.realtime.direct.rows import MULTIPLIERS, ROW_WIDTH
from rigida.realtime.direct.solve import solve_directly
from rigida.realtime.document.solve import push_contacts, shock_contacts
from rigida.realtime.islands.build import find_islands
from rigida.realtime.islands.restitution import collide
from rigida.realtime.settings import Realtime
from rigida.realtime.substeps.solver import GroupLines, LaneSolver
from rigida.realtime.threads import Workers

#: Most blocks that the factor of one island may take (288 bytes each).
_MOST_BLOCKS = 20_000
#: Islands with fewer bodies than this are not worth another thread.
_FEWEST_BODIES = 20


class DirectWork:
    """Arrays in which one thread solves islands directly, the solver that holds them, and how it went.

    row (contacts, ROW_WIDTH) serves others as well; wrong [m/s] and left: see `solve_directly`.
    """

    def __init__(self, bodies: int, contacts: int) -> None:
        self.first_block, self.start = np.zeros(bodies + 1, dtype=np.int32), np.zeros(bodies + 2, dtype=np.int32)
        self.row = np.empty((contacts, ROW_WIDTH))
        self.weight, self.change = np.empty((contacts, MULTIPLIERS)), np.empty((contacts, MULTIPLIERS))
        self.block, self.solution = np.empty((_MOST_BLOCKS, 6, 6)), np.zeros((bodies, 6))
        self.jacobian, self.statistics = np.empty(12), np.zeros(4, dtype=np.int32)
        self.wrong, self.left = 0.0, 0
        self.solve: Callable[..., tuple[float, int]]


class Joints(Protocol):
    """Articulated groups, as islands know them."""

    def in_large_islands(self) -> GroupLines | None:
        """Return the joints to be solved with the islands whose method is 0; none if there are none."""


class IslandSet:
    """Groups of bodies that touch.

    island (n,) of each body, −1 for a body alone; order: contacts by island, contact_start (k + 1,): where each begins;
    method (k,): 1 where it was solved directly. unsolved, unspent: speeds that the direct solver left wrong, and with
    which blows were still handed on in the last pass [m/s]. kept: number of contacts that may act in this step.
    wait (n, 3): who waits for a direct solve, see `back_off`. dt: time of the step, or of the part of it, that is being
    taken.
    """

    def __init__(self, model: Model, state: State, bodies: BodyRows, contacts: ContactSet, settings: Realtime) -> None:
        n = model.body_count
        self.model, self.settings = model, settings
        self._state, self._bodies = state, bodies
        self.count = self.kept = 0
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
        self.lanes = LaneSolver(model, bodies)
        self._blows, self.unsolved, self.unspent = 0, 0.0, 0.0
        self._reserve(contacts)

    def join(self, pairs: IntArray, lines: LineSet, contacts: ContactSet) -> None:
        """Let joints hold pairs of bodies (m, 2) together, by these lines."""
        if lines is not self.lines:
            self.joined, self.lines = pairs, lines
            self._reserve(contacts)

    def find(self, contacts: ContactSet) -> None:
        """Sort bodies and contacts into islands."""
        if contacts.contact is not self._contact or len(self.row) < contacts.count:
            self._reserve(contacts)
        self.count, self.kept = self._find(contacts.count, self.dt)

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
                contacts.slots.impulse,
                self.row,
                bodies.twist,
                self._struck,
                self._blow,
            )

    def remember_blows(self, contacts: ContactSet) -> None:
        """Let contacts that rebounded tell their impulses; they do not go on in the next step."""
        if self._blows:
            slot = contacts.contact_of[self._struck[: self._blows], SLOT]
            contacts.slots.impulse[slot, LANDED : LANDED + 4] += self._blow[: self._blows]

    def solve(self, contacts: ContactSet, state: State, bodies: BodyRows, wrench: FloatArray) -> None:
        """Find the impulses of all contacts: small islands directly, large ones in sub-steps."""
        self.unsolved = 0.0
        if self.kept == 0 and self.lines.count == 0:
            return
        settings = self.settings
        if settings.method == "document":
            solve_by_levels(self, contacts, state, bodies)
            return

        for work in self._work:
            work.wrong, work.left = 0.0, 0
        self._workers.share_by_cost(self.body_start[: self.count + 1], _FEWEST_BODIES, self._solve_range)
        self.unsolved = max(work.wrong for work in self._work)
        if any(work.left for work in self._work):
            # Hard contacts of concave bodies do not build columns.
            substeps = (settings.substeps + 1) // 2 if contacts.patches_only else settings.substeps
            self.lanes.solve(
                self.count,
                self.kept,
                substeps,
                self.dt,
                wrench,
                None if self.joints is None else self.joints.in_large_islands(),
            )

    def _solve_range(self, worker: int, first: int, last: int) -> None:
        """Solve the islands from `first` to `last` directly, but for those that are left to the sub-steps."""
        work = self._work[worker]
        work.wrong, work.left = work.solve(first, last, self.dt)

    def _reserve(self, contacts: ContactSet) -> None:
        """Make room for twice the contacts there are, and let the kernels take hold of it."""
        model, state, bodies = self.model, self._state, self._bodies
        capacity = max(64, 2 * contacts.count)
        self._contact = contacts.contact
        self.order = np.zeros(2 * capacity, dtype=np.int32)
        self._struck, self._blow = np.zeros(capacity, dtype=np.int32), np.zeros((capacity, 4))
        self._work = [DirectWork(model.body_count, capacity) for _ in range(self.settings.threads)]
        self.row = self._work[0].row
        self._find = bind(
            find_islands,
            self.joined,
            contacts.contact,
            contacts.contact_of,
            bodies.inverse,
            state.center,
            bodies.twist,
            contacts.slots.impulse,
            model.gravity,
            self._parent,
            self._fast,
            self.island,
            self.order,
            self.contact_start,
            self.body_order,
            self.body_start,
        )
        for work in self._work:
            work.solve = bind(
                solve_directly,
                self.lines.start,
                self.lines.order,
                self.lines.line_of,
                self.lines.line,
                self.settings.direct_limit,
                self.settings.direct_limit_in_motion,
                self._fall_rate,
                self.order,
                self.contact_start,
                self.body_order,
                self.body_start,
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
                self.method,
                self._rank,
                work.first_block,
                work.start,
                work.row,
                work.weight,
                work.change,
                work.block,
                work.solution,
                self._turn,
                self.wait,
                work.jacobian,
                work.statistics,
            )
        self.lanes.reserve(capacity, self, contacts)


def solve_by_levels(islands: IslandSet, contacts: ContactSet, state: State, bodies: BodyRows) -> None:
    """Solve all contacts by the scheme of Popovski 2008, 8: iterations over the contact graph, shock propagation."""
    from rigida.realtime.document.graph import contact_levels  # loads scipy's graphs, which nothing else needs

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
        contacts.slots.impulse,
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
            contacts.slots.impulse,
            islands.row,
            bodies.twist,
        )
    islands.method[: islands.count] = 1
    bodies.moving[:] = bodies.twist
