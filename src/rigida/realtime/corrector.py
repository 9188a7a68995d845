"""The second solution of a step: contacts and joints at the midpoint, forces as the mean of both ends.

A first solution, with the geometry of the start, predicts where bodies are at the end. Contacts are detected and joint
rows written there; the step is then taken again with their mean (`direct.midpoint`). The difference of both solutions
estimates the error of the first, an upper bound of that of the second, which is kept.
"""

import math
from typing import TYPE_CHECKING

import numpy as np

from rigida.arrays import FloatArray
from rigida.dynamics.compile import place_kinematic
from rigida.dynamics.state import State
from rigida.jit.bind import bind
from rigida.jit.decorators import inlined, kernel
from rigida.jit.records import Int32, Rows
from rigida.jit.tables import Table
from rigida.math.quat import Quat
from rigida.math.vec3 import Vec3, square
from rigida.realtime.arrays import Bodies, Islands
from rigida.realtime.contacts.ahead import ContactsAhead
from rigida.realtime.direct.joint_rows import JointRowSet
from rigida.realtime.islands.island_set import SMALL_ISLAND

if TYPE_CHECKING:
    from rigida.realtime.world import World

#: Where no body turned further in a step, nor moved by more of its size, nothing is left to correct [rad].
UNTURNED = 1e-4
#: Columns of a joint row: both sides of its Jacobian, and its bias.
_JACOBIAN, _BIAS = slice(0, 12), 14


class Motion(Table):
    """A state of all bodies, to compare with or go back to."""

    center: Rows[Vec3]  # (n) [m]
    attitude: Rows[Quat]  # (n)
    velocity: Rows[Vec3]  # (n) [m/s]
    angular_momentum: Rows[Vec3]  # (n) [kg m²/s]
    angular_velocity: Rows[Vec3]  # (n) [rad/s]


class Corrected(Table):
    """Bodies whose motion is solved for a second time."""

    reach: Rows[float]  # (n) [m]
    flies: Rows[Int32]  # (n) 1 for bodies that move by forces alone: single ones, and groups of joints
    chosen: Rows[Int32]  # (n) 1 for those that are corrected; written by choose_corrected


@inlined
def pose_difference(i: int, motion: Motion, bodies: Bodies, reach: float) -> float:
    """Return the angle [rad] by which the attitude of body i differs, and how far it is away as a part of its size."""
    p, q = motion.attitude[i], bodies.attitude[i]
    same = (p.w - q.w) ** 2 + (p.x - q.x) ** 2 + (p.y - q.y) ** 2 + (p.z - q.z) ** 2
    other = (p.w + q.w) ** 2 + (p.x + q.x) ** 2 + (p.y + q.y) ** 2 + (p.z + q.z) ** 2
    away = math.sqrt(square(motion.center[i] - bodies.center[i]))
    return 2.0 * math.sqrt(min(same, other)) + away / (reach if reach > 0.0 else 1.0)


@kernel
def choose_corrected(
    count: int, most: int, start: Motion, corrected: Corrected, bodies: Bodies, islands: Islands
) -> int:
    """Choose the islands, of `count`, that were solved directly and have moved since `start`; return their number.

    most: bodies and contacts together of those that are cheap enough.
    """
    for k in range(count):
        islands.again[k] = 0
    for i in range(len(corrected.chosen)):
        k = islands.of_body[i]
        corrected.chosen[i] = k >= 0 and bodies.active[i] != 0 and islands.method[k] == 1 and not corrected.flies[i]
        if corrected.chosen[i]:
            cost = islands.body_start[k + 1] - islands.body_start[k]
            cost += islands.contact_start[k + 1] - islands.contact_start[k]
            corrected.chosen[i] = cost <= most
        if corrected.chosen[i] and not islands.again[k]:
            islands.again[k] = pose_difference(i, start, bodies, corrected.reach[i]) > UNTURNED
    found = 0
    for k in range(count):
        found += islands.again[k]
    for i in range(len(corrected.chosen)):
        if corrected.chosen[i]:
            corrected.chosen[i] = islands.again[islands.of_body[i]]
    return found


@kernel
def take_corrected(first: Motion, corrected: Corrected, bodies: Bodies, islands: Islands) -> float:
    """Leave the second solution where there is one, else the first; return by how much poses differ at most."""
    error = 0.0
    for i in range(len(corrected.chosen)):
        if corrected.chosen[i] and islands.method[islands.of_body[i]] == 1:
            error = max(error, pose_difference(i, first, bodies, corrected.reach[i]))
        elif not corrected.flies[i]:
            bodies.center[i], bodies.attitude[i] = first.center[i], first.attitude[i]
            bodies.velocity[i], bodies.angular_momentum[i] = first.velocity[i], first.angular_momentum[i]
            bodies.angular_velocity[i] = first.angular_velocity[i]
    return error


def motion_of(state: State) -> Motion:
    """Return the arrays of a state as kernels take them."""
    return Motion(
        center=state.center,
        attitude=state.attitude,
        velocity=state.velocity,
        angular_momentum=state.angular_momentum,
        angular_velocity=state.angular_velocity,
    )


class Corrector:
    """Keeps the start of a step, and takes what the first solution found to the second one.

    wrench (n, 6): mean of the forces at both ends.
    """

    def __init__(self, world: "World") -> None:
        self._w, n = world, world.model.body_count
        self._start, self._first = world.state.copy(), world.state.copy()
        self._back_off = world.direct.back_off.copy()
        self._flies, self._chosen = np.zeros(n, dtype=np.int32), np.zeros(n, dtype=np.int32)
        corrected = Corrected(reach=world.contacts.body_reach, flies=self._flies, chosen=self._chosen)
        self._ahead = ContactsAhead(world.contacts, world.bodies, self._chosen, self._start.center)
        own = corrected, world.bodies.table, world.islands.table
        self._choose = bind(choose_corrected, motion_of(self._start), *own)
        self._take = bind(take_corrected, motion_of(self._first), *own)
        self._rows: FloatArray = np.zeros((0, 12))
        self._matrix, self._inverse = world.bodies.matrix.copy(), world.bodies.inverse.copy()  # at the end
        self._given: FloatArray = np.zeros(0)  # change of the bias of rows that Python functions give
        self.wrench: FloatArray = np.zeros((n, 6))

    def keep(self) -> None:
        """Keep the start of the step."""
        self._start.assign(self._w.state)
        self._back_off[:] = self._w.direct.back_off

    def restore(self, h: float) -> None:
        """Go back to the start of the step; impulses stay, as the start of the next solution."""
        w = self._w
        w.state.assign(self._start)
        w.direct.back_off[:] = self._back_off
        w.bodies.refresh()
        if w.model.paths:
            w.paths.carry(h)

    def needed(self) -> bool:
        """Choose the islands that are solved again; tell whether there are any."""
        w = self._w
        if w.islands.count == 0:
            return False
        self._flies[:] = w.wrenches.flying(w.islands)
        return bool(self._choose(w.islands.count, SMALL_ISLAND) > 0)

    def look_ahead(self, h: float) -> None:
        """Find contacts, joint rows and forces at the end of the step, by the first solution; go back to its start."""
        w, direct, state, rows = self._w, self._w.direct, self._w.state, self._w.joint_rows
        self._first.assign(state)
        direct.predicted[:-1, :3], direct.predicted[:-1, 3:] = state.velocity, state.angular_velocity
        middle = direct.middle[:-1]
        middle[:, :3], middle[:, 3:] = self._start.velocity, self._start.angular_velocity
        middle += direct.predicted[:-1]
        middle *= 0.5
        if w.model.paths:
            place_kinematic(w.model, state, state.time + h)
        self.wrench = w.wrenches.mean(state.time + h, (self._flies | self._chosen) != 0)
        w.bodies.refresh()
        self._matrix[:], self._inverse[:] = w.bodies.matrix, w.bodies.inverse
        shifts = self._ahead.shifts()
        self._rows = self._rows[:0]
        if rows.count:
            before, of = rows.row[: rows.count].copy(), rows.of[: rows.count].copy()
            w.write_joint_rows(h, ahead=True)
            if rows.count == len(of) and (rows.of[: rows.count] == of).all():
                self._rows = 0.5 * (rows.row[: rows.count, _JACOBIAN] - before[:, _JACOBIAN])
                self._given = np.zeros(rows.count)
                given = slice(0) if w.articulated is None else w.articulated.given_rows()
                self._given[given] = rows.row[given, _BIAS] - before[given, _BIAS]
        self.restore(h)
        direct.take_shifts(shifts)
        w.write_joint_rows(h)
        self._shift_joint_rows(rows)

    def turn_inertia(self) -> None:
        """Give bodies the inertias of the end of the step, where velocities hold; impacts act before, at its start."""
        bodies, chosen = self._w.bodies, np.flatnonzero(self._chosen)
        bodies.matrix[chosen], bodies.inverse[chosen] = self._matrix[chosen], self._inverse[chosen]
        bodies.at_end[:] = self._chosen

    def _shift_joint_rows(self, rows: JointRowSet) -> None:
        """Put joint rows to the midpoint: velocities hold at the end, impulses act at the midpoint."""
        if len(self._rows) == rows.count and rows.count:
            half, of = self._rows, rows.of[: rows.count]
            predicted = self._w.direct.predicted
            rise = (half[:, :6] * predicted[of[:, 0]]).sum(axis=1) + (half[:, 6:] * predicted[of[:, 1]]).sum(axis=1)
            rows.row[: rows.count, _JACOBIAN] += half
            rows.row[: rows.count, _BIAS] += rise + self._given

    def finish(self) -> float:
        """Keep the second solution of what was solved again, the first of all others; return the error estimate."""
        self._w.direct.take_shifts(None)
        self._w.bodies.at_end[:] = 0
        return float(self._take())
