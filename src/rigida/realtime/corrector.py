"""The second solution of a step: contacts and joints at the midpoint, forces as the mean of both ends.

A first solution, with the geometry of the start, predicts where bodies are at the end. Contacts are detected and joint
rows written there; the step is then taken again with their mean (`direct.midpoint`). The difference of both solutions
estimates the error of the first, an upper bound of that of the second, which is kept.
"""

import math
from typing import TYPE_CHECKING

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.dynamics.compile import place_kinematic
from rigida.dynamics.state import State
from rigida.jit.bind import bind
from rigida.jit.decorators import inlined, kernel
from rigida.jit.records import Int32, Rows
from rigida.jit.tables import Table
from rigida.math.quat import Quat
from rigida.math.vec3 import Vec3, norm, square
from rigida.realtime.arrays import BackOff, Bodies, Islands
from rigida.realtime.contacts.ahead import ContactsAhead
from rigida.realtime.direct.joint_rows import JointRowSet
from rigida.realtime.direct.rows_ahead import JointRowsAhead
from rigida.realtime.tuning import SMALL_ISLAND, UNTURNED

if TYPE_CHECKING:
    from rigida.realtime.world import World

_NO_ROWS: IntArray = np.zeros(0, dtype=np.int32)


class Motion(Table):
    """A state of all bodies, to compare with or go back to."""

    center: Rows[Vec3]  # (n) [m]
    attitude: Rows[Quat]  # (n)
    velocity: Rows[Vec3]  # (n) [m/s]
    angular_momentum: Rows[Vec3]  # (n) [kg m²/s]
    angular_velocity: Rows[Vec3]  # (n) [rad/s]


class Corrected(Table):
    """Bodies whose motion is solved for a second time."""

    bounding_radius: Rows[float]  # (n) [m]
    ballistic: Rows[Int32]  # (n) 1 for bodies that move by forces alone: single ones, and groups of joints
    chosen: Rows[Int32]  # (n) 1 for those that are corrected; written by choose_corrected
    back_off: Rows[BackOff]  # (n) which islands wait for another attempt, now and at the start of the step
    back_off_before: Rows[BackOff]


@inlined
def pose_difference(i: int, motion: Motion, bodies: Bodies, bounding_radius: float) -> float:
    """Return the angle [rad] by which the attitude of body i differs, and how far it is away as a part of its size."""
    p, q = motion.attitude[i], bodies.attitude[i]
    same = (p.w - q.w) ** 2 + (p.x - q.x) ** 2 + (p.y - q.y) ** 2 + (p.z - q.z) ** 2
    other = (p.w + q.w) ** 2 + (p.x + q.x) ** 2 + (p.y + q.y) ** 2 + (p.z + q.z) ** 2
    away = math.sqrt(square(motion.center[i] - bodies.center[i]))
    return 2.0 * math.sqrt(min(same, other)) + away / (bounding_radius if bounding_radius > 0.0 else 1.0)


@inlined
def change_within(i: int, h: float, motion: Motion, bodies: Bodies, bounding_radius: float) -> float:
    """Return what the change of the velocity of body i over h [s] moves it by, as an angle and a part of its size."""
    turned = norm(bodies.angular_velocity[i] - motion.angular_velocity[i])
    return (
        0.5
        * h
        * (turned + norm(bodies.velocity[i] - motion.velocity[i]) / (bounding_radius if bounding_radius > 0.0 else 1.0))
    )


@kernel
def keep_start(start: Motion, corrected: Corrected, bodies: Bodies) -> None:
    """Copy the state of all bodies, and which islands wait, to what is kept of the start of the step."""
    for i in range(len(start.center)):
        start.center[i], start.attitude[i] = bodies.center[i], bodies.attitude[i]
        start.velocity[i], start.angular_momentum[i] = bodies.velocity[i], bodies.angular_momentum[i]
        start.angular_velocity[i] = bodies.angular_velocity[i]
        corrected.back_off_before[i] = corrected.back_off[i]


@kernel
def choose_corrected(
    count: int, most: int, h: float, start: Motion, corrected: Corrected, bodies: Bodies, islands: Islands
) -> int:
    """Choose the islands, of `count`, that were solved directly and have moved over h [s]; return their number.

    most: bodies and contacts together of those that are cheap enough.
    """
    for k in range(count):
        islands.again[k] = 0
    for i in range(len(corrected.chosen)):
        k = islands.of_body[i]
        if not bodies.jointed[i]:
            corrected.ballistic[i] = k < 0 and bodies.active[i] != 0
        corrected.chosen[i] = k >= 0 and bodies.active[i] != 0 and islands.method[k] == 1 and not corrected.ballistic[i]
        if corrected.chosen[i]:
            cost = islands.body_start[k + 1] - islands.body_start[k]
            cost += islands.contact_start[k + 1] - islands.contact_start[k]
            corrected.chosen[i] = cost <= most
        if corrected.chosen[i] and not islands.again[k]:
            moved = pose_difference(i, start, bodies, corrected.bounding_radius[i])
            islands.again[k] = max(moved, change_within(i, h, start, bodies, corrected.bounding_radius[i])) > UNTURNED
    found = 0
    for k in range(count):
        found += islands.again[k]
    for i in range(len(corrected.chosen)):
        if corrected.chosen[i]:
            corrected.chosen[i] = islands.again[islands.of_body[i]]
    return found


@kernel
def take_corrected(gravity: float, first: Motion, corrected: Corrected, bodies: Bodies, islands: Islands) -> float:
    """Leave the second solution where there is one, else the first; return the estimated error of poses.

    It is their difference e. In what goes round at a rate ω the second solution is off by e ω h/6 in each part h; these
    errors add up: over the period of a pendulum of the body's size, or over one turn without gravity [m/s²].
    """
    error = 0.0
    for i in range(len(corrected.chosen)):
        if corrected.chosen[i] and islands.method[islands.of_body[i]] == 1:
            bounding_radius, turns = corrected.bounding_radius[i], 1.0
            if gravity > 0.0:
                turns = math.sqrt(bounding_radius / gravity) * norm(bodies.angular_velocity[i])
            error = max(error, (1.0 + math.pi / 3.0 * turns) * pose_difference(i, first, bodies, bounding_radius))
        elif not corrected.ballistic[i]:
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
        self._ballistic, self._chosen = np.zeros(n, dtype=np.int32), np.zeros(n, dtype=np.int32)
        corrected = Corrected(
            bounding_radius=world.contacts.body_radius, ballistic=self._ballistic, chosen=self._chosen
        )
        corrected.back_off, corrected.back_off_before = world.direct.back_off, self._back_off
        self._ahead = ContactsAhead(world.contacts, world.bodies, self._chosen, self._start.center)
        own = corrected, world.bodies.table, world.islands.table
        self._keep = bind(keep_start, motion_of(self._start), corrected, world.bodies.table)
        self._choose = bind(choose_corrected, motion_of(self._start), *own)
        self._take = bind(take_corrected, motion_of(self._first), *own)
        self._rows: JointRowsAhead | None = None
        self._matrix, self._inverse = world.bodies.matrix.copy(), world.bodies.inverse.copy()  # at the end
        self.wrench: FloatArray = np.zeros((n, 6))

    def keep(self) -> None:
        """Keep the start of the step."""
        self._keep()
        self._start.time = self._w.state.time

    def restore(self, h: float) -> None:
        """Go back to the start of the step; impulses stay, as the start of the next solution."""
        w = self._w
        w.state.assign(self._start)
        w.direct.back_off[:] = self._back_off
        w.bodies.refresh()
        if w.model.paths:
            w.paths.carry(h)

    def needed(self, h: float) -> bool:
        """Choose the islands that are solved again over h [s]; return whether there are any."""
        w = self._w
        if w.islands.count == 0:
            return False
        if w.articulated is not None:
            self._ballistic[:] = w.articulated.ballistic(w.islands.island)
        return bool(self._choose(w.islands.count, SMALL_ISLAND, h) > 0)

    def predict(self, h: float) -> None:
        """Find contacts, joint rows and forces at the end of the step, by the first solution; go back to its start."""
        w, direct, state, rows = self._w, self._w.direct, self._w.state, self._w.joint_rows
        self._first.assign(state)
        if w.articulated is not None:
            w.articulated.acted.keep_first()
        direct.predicted[:-1, :3], direct.predicted[:-1, 3:] = state.velocity, state.angular_velocity
        middle = direct.middle[:-1]
        middle[:, :3], middle[:, 3:] = self._start.velocity, self._start.angular_velocity
        middle += direct.predicted[:-1]
        middle *= 0.5
        if w.model.paths:
            place_kinematic(w.model, state, state.time + h)
        self.wrench = w.wrenches.mean(state.time + h, h, (self._ballistic | self._chosen) != 0)
        w.bodies.refresh()
        self._matrix[:], self._inverse[:] = w.bodies.matrix, w.bodies.inverse
        shifts = self._ahead.shifts()
        if rows.count:
            w.write_joint_rows(h, ahead=True)
            self._joint_rows_ahead(rows).take(_NO_ROWS if w.articulated is None else w.articulated.given_rows())
        self.restore(h)
        direct.take_shifts(shifts)
        w.write_joint_rows(h, mean=0.5)
        if rows.count:
            self._joint_rows_ahead(rows).shift()

    def turn_inertia(self) -> None:
        """Give bodies the inertias of the end of the step, where velocities hold; impacts act before, at its start."""
        bodies, chosen = self._w.bodies, np.flatnonzero(self._chosen)
        bodies.matrix[chosen], bodies.inverse[chosen] = self._matrix[chosen], self._inverse[chosen]
        bodies.at_end[:] = self._chosen

    def _joint_rows_ahead(self, rows: JointRowSet) -> JointRowsAhead:
        """Return the rows at the end that belong to these; joints that come or go bring others."""
        w = self._w
        if self._rows is None or self._rows.of is not rows:
            self._rows = JointRowsAhead(rows, w.bodies.table, w.direct.predicted, w.contacts.body_radius)
        return self._rows

    def finish(self, h: float) -> float:
        """Keep the second solution of what was solved again, the first of all others; return the error estimate."""
        w, rows = self._w, self._w.joint_rows
        w.direct.take_shifts(None)
        w.bodies.at_end[:] = 0
        if w.articulated is not None:
            solved = (self._chosen != 0) & (w.islands.method[w.islands.island] == 1)
            w.articulated.acted.take_first(~solved & (self._ballistic == 0))
        error = float(self._take(math.hypot(*w.model.gravity)))
        return max(error, self._joint_rows_ahead(rows).error_of_limits(h)) if rows.count else error
