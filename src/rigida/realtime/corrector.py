"""The second solution of a step: contacts and joints at the midpoint, forces as the mean of both ends.

A first solution, with the geometry of the start, predicts where bodies are at the end. Contacts are detected and joint
rows written there; the step is then taken again with their mean (`direct.midpoint`). The difference of both solutions
estimates the error of the first, an upper bound of that of the second, which is kept.
"""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray, IntArray
from rigida.dynamics.compile import place_kinematic
from rigida.dynamics.state import State
from rigida.jit.bind import bind
from rigida.jit.records import as_array
from rigida.jit.tables import dtype_of
from rigida.realtime.arrays import ContactShift
from rigida.realtime.direct.joint_rows import JointRowSet
from rigida.realtime.direct.shifts import StepStart, find_shifts

if TYPE_CHECKING:
    from rigida.realtime.world import World

#: Where no body turned further in a step, nor moved by more of its size, nothing is left to correct [rad].
UNTURNED = 1e-4
#: Columns of a joint row: both sides of its Jacobian, and its bias.
_JACOBIAN, _BIAS = slice(0, 12), 14


class Corrector:
    """Keeps the start of a step, and takes what the first solution found to the second one.

    wrench (n, 6): mean of the forces at both ends; islands (k,): which are solved a second time.
    """

    def __init__(self, world: "World") -> None:
        self._w, n = world, world.model.body_count
        self._start, self._first = world.state.copy(), world.state.copy()
        self._table = StepStart(center=self._start.center, at_end=np.zeros(0, dtype=np.int32))
        self._table.shift = np.zeros(0, dtype=dtype_of(ContactShift))
        self._find = bind(find_shifts, self._table, world.bodies.table, world.contacts.table)
        self._corrected = np.zeros(n, dtype=bool)
        self._rows: FloatArray = np.zeros((0, 12))
        self.wrench: FloatArray = np.zeros((n, 6))
        self.islands: IntArray = np.zeros(0, dtype=np.int64)

    def keep(self) -> None:
        """Keep everything that a solution of the step changes."""
        w, contacts = self._w, self._w.contacts
        self._start.assign(w.state)
        pair, manifold = contacts.pairs_and_manifolds()
        self._pair, self._manifold, self._count = pair.copy(), manifold.copy(), contacts.count
        self._contacts, self._events = contacts.snapshot(), contacts._ended_events
        self._back_off = w.direct.back_off.copy()
        self._joints = None if w.articulated is None else w.articulated.snapshot()

    def restore(self, h: float) -> None:
        """Go back to the start of the step."""
        w, contacts = self._w, self._w.contacts
        w.state.assign(self._start)
        contacts.restore(self._contacts)
        contacts._ended_events, contacts.count = self._events, self._count
        pair, manifold = contacts.pairs_and_manifolds()
        pair[:], manifold[:] = self._pair, self._manifold
        w.direct.back_off[:] = self._back_off
        if w.articulated is not None:
            w.articulated.restore(self._joints)
        w.bodies.refresh()
        if w.model.paths:
            w.paths.carry(h)

    def needed(self) -> bool:
        """Tell whether a body of an island that was solved directly turned, or moved, enough for a second solution."""
        w = self._w
        island = w.islands.island
        direct = (island >= 0) & (w.bodies.active != 0)
        direct[direct] = w.islands.method[island[direct]] == 1
        if w.articulated is not None:
            members = w.articulated.members
            direct[members.row] &= w.articulated.solved[members.group] != 0
        self._corrected, self.islands = direct, np.unique(island[direct])
        if not direct.any():
            return False
        turn, moved = self._differences(self._start, w.state, direct)
        return bool(max(turn, moved) > UNTURNED)

    def _differences(self, one: State, two: State, rows: NDArray[np.bool_]) -> tuple[float, float]:
        """Return by how much poses differ at most: angle [rad], and distance as a part of a body's size."""
        p, q = one.attitude[rows], two.attitude[rows]
        apart = np.minimum(((p - q) ** 2).sum(axis=1), ((p + q) ** 2).sum(axis=1))
        away = ((one.center[rows] - two.center[rows]) ** 2).sum(axis=1)
        reach = self._w.contacts.body_reach[rows]
        size = np.where(reach > 0.0, reach, 1.0)
        return 2.0 * float(np.sqrt(apart.max())), float(np.sqrt((away / size**2).max()))

    def look_ahead(self, h: float) -> None:
        """Find contacts, joint rows and forces at the end of the step, by the first solution; go back to its start.
        """
        w, contacts, direct = self._w, self._w.contacts, self._w.direct
        state, table = w.state, self._table
        self._first.assign(state)
        impulse = contacts.cache.impulse.copy()
        feature = as_array(contacts.cache.table.feature).copy()
        rows = w.joint_rows
        before = rows.row[: rows.count, _JACOBIAN].copy()
        of, self._rows = rows.of[: rows.count].copy(), before[:0]
        direct.predicted[:-1, :3], direct.predicted[:-1, 3:] = state.velocity, state.angular_velocity
        start = np.hstack([self._start.velocity, self._start.angular_velocity])
        direct.middle[:-1] = 0.5 * (direct.predicted[:-1] + start)
        time = state.time
        if w.model.paths:
            place_kinematic(w.model, state, time + h)
        now = w.wrenches.now.copy()
        self.wrench = 0.5 * (now + w.wrenches.at(time + h))
        w.bodies.refresh()
        contacts.find(h, may_reorder=False)
        if len(table.shift) < contacts.cache.capacity:
            table.shift = np.zeros(contacts.cache.capacity, dtype=dtype_of(ContactShift))
            table.at_end = np.zeros(contacts.cache.capacity, dtype=np.int32)
        table.count, table.pair, table.manifold = self._count, self._pair, self._manifold
        table.feature, table.impulse = feature, impulse
        self._find(contacts.count)
        if w.articulated is not None:
            w.islands.join(w.held_pairs)
            w.islands.build(h)
            w.articulated.write_rows(h)
            if rows.count == len(of) and (rows.of[: rows.count] == of).all():
                self._rows = 0.5 * (rows.row[: rows.count, _JACOBIAN] - before)
        self.restore(h)
        contacts.cache.impulse[: len(impulse)] = impulse
        w.wrenches.now[:] = now
        direct.take_shifts(as_array(table.shift))

    def shift_joint_rows(self, rows: JointRowSet) -> None:
        """Put joint rows to the midpoint: velocities hold at the end, impulses act at the midpoint."""
        if len(self._rows) == rows.count and rows.count:
            half, of = self._rows, rows.of[: rows.count]
            predicted = self._w.direct.predicted
            rise = (half[:, :6] * predicted[of[:, 0]]).sum(axis=1) + (half[:, 6:] * predicted[of[:, 1]]).sum(axis=1)
            rows.row[: rows.count, _JACOBIAN] += half
            rows.row[: rows.count, _BIAS] += rise

    def finish(self) -> float:
        """Keep the second solution of what was solved directly, the first of all others; return the error estimate."""
        w, first, others = self._w, self._first, ~self._corrected
        w.direct.take_shifts(None)
        state = w.state
        for name in ("center", "attitude", "velocity", "angular_momentum", "angular_velocity"):
            getattr(state, name)[others] = getattr(first, name)[others]
        turn, moved = self._differences(first, state, self._corrected)
        return turn + moved
