"""Time stepping of second order for contacts that change too often to be located one by one.

A step of length h is solved twice. The predictor takes forces and contact geometry at the start, the corrector those of
the middle. Both solve one complementarity problem on the velocities at the end of the step,

    v₁ = v₀ + h a + Σ p_k r_k        r_k: response of all bodies and joints to a unit impulse in row k of G
    G v₁ + θ h Ġ v ≥ −gap/h  ⊥  p_n ≥ 0,        |p_t| ≤ μ p_n against the slip,        x₁ = x₀ + h (v₀ + v₁)/2

with θ = 1 for the predictor and ½ for the corrector, so that velocities satisfy the contacts where the step ends.
Friction acts against the slip at the end of the step, or, where a contact slides all through, against its mean. The two
solutions differ by O(h³) in position, which controls h. A step ends where a body meets another, and the impact is
resolved as elsewhere; only bounces lower than the accuracy are left out. Stewart and Trinkle 1996; Popovski 2008, 7.1.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FlagArray, FloatArray
from rigida.dynamics.compile import place_kinematic
from rigida.dynamics.contact_table import CONTACT
from rigida.dynamics.model import DYNAMIC
from rigida.dynamics.state import State
from rigida.math.dense import product
from rigida.math.quaternion import conjugate_array, rotate_array
from rigida.precise.contact.contacts import Contacts, contact_table
from rigida.precise.contact.feature import Feature, FeatureSet
from rigida.precise.contact.holding import change_motion, displace_bodies, smallest_motion
from rigida.precise.contact.impact import apply_impacts
from rigida.precise.contact.one_sided import OneSided, Rows, tangents
from rigida.precise.contact.yielding_rows import make_problem, response_root, row_factor, solve_by_multipliers

#: Bounds on the change of h from one step to the next, and the part of it that is used.
_SHRINK, _GROW, _SAFETY = 0.2, 2.0, 0.9
#: Joints are closed to this after each step [m, rad].
_CLOSED = 1e-13
#: Gaps and speeds are put right where they are beyond this part of what the accuracy allows.
_LEFT = 0.1
#: Friction within this part of its limit is at it.
_RIM = 1e-9
#: How often a step is cut at a touch, which secants find, before it is taken as it is.
_CUTS = 8


@dataclass(frozen=True, eq=False)
class Instant:
    """Accelerations (n, 6) without contacts, rows, root of the response (n, 6, r) and factor (k, r), at one state."""

    acceleration: FloatArray
    torque: FloatArray
    rows: Rows
    root: FloatArray
    factor: FloatArray


@dataclass(frozen=True, eq=False)
class Solution:
    """Velocities at the end of a step (n, 6), impulses (k,), end rates (k,) and coefficients (b,) of friction.

    missed (n, 6): by how much the velocities may miss the solution.
    """

    motion: FloatArray
    impulse: FloatArray
    rate: FloatArray
    coefficient: FloatArray
    missed: FloatArray


class TimeStepping:
    """Steps a state with its contacts, limits and joints; accuracy: error of one step as a part of a body's size."""

    def __init__(
        self, contacts: Contacts, wrenches: Callable[[float, State], FloatArray], accuracy: float, rest_speed: float
    ) -> None:
        self.contacts, self.joints, self.wrenches = contacts, contacts.joints, wrenches
        self.model, self.rest_speed = contacts.model, rest_speed
        shapes, bounding_radius = contacts.detection.shapes, contacts.detection.bounding_radius
        self._bounding_radius = np.zeros(self.model.body_count)
        np.maximum.at(self._bounding_radius, shapes.body, bounding_radius)
        self._dynamic = self.model.motion == DYNAMIC
        sizes = self._bounding_radius[self._dynamic & (self._bounding_radius > 0.0)]
        self._smallest = float(sizes.min()) if len(sizes) else 1.0
        self._bounding_radius[self._bounding_radius == 0.0] = self._smallest
        self.accuracy = accuracy
        #: Kinetic energy lost in impacts of the last step [J]; the largest error accepted.
        self.lost, self.worst = 0.0, 0.0
        #: Solutions so far, and freedoms of the bodies of the last one.
        self.solutions = self.freedoms = 0
        #: Which unilateral rows press and which blocks slide after the last step.
        self.modes: frozenset[tuple[object, int, bool]] = frozenset()
        self._pull = 0.0
        #: Contacts that were near in the last step with their mean forces, and those at its end.
        self._pressing: tuple[OneSided | None, FloatArray] = None, np.zeros(0)
        self._found: tuple[str, OneSided | None] = "", None
        #: Forces of the last step by the names of their rows, from which solutions start.
        self._forces: dict[object, FloatArray] = {}

    @property
    def touch(self) -> float:
        """Gaps below this count as closed [m]: the accuracy of the smallest body."""
        return self.accuracy * self._smallest

    def snapshot(self) -> Any:
        """Return what decides how it goes on."""
        return self.modes, self._pull, self.worst, self.accuracy, self._forces

    def restore(self, snapshot: Any) -> None:
        """Go back to a snapshot."""
        self._found, self._pressing = ("", None), (None, np.zeros(0))
        self.modes, self._pull, self.worst, self.accuracy, self._forces = snapshot
        self.solutions = 0  # of a step that ended with an error

    def forget(self) -> None:
        """Find contacts and limits again: joints may have changed."""
        self._found = "", None
        self.contacts.list_coordinates()

    def step(self, state: State, h: float, least: float) -> tuple[float, float]:
        """Move the state by at most h, at least `least` [s]; return the time taken and the h to try next."""
        at, found = self._found
        self.joints.evaluate(state.time, state)
        one = found if found is not None and at == state.hash() else self.contacts.touching(state, self.touch)
        one = self._apply_impacts(state, one, h)
        start, cuts = state.copy(), 0
        begin = self._evaluate(start, one)
        while True:
            error = self._attempt(start, begin, state, one, h)
            if not error <= self.accuracy and h > least:
                factor = _SAFETY * (self.accuracy / error) ** (1.0 / 3.0) if np.isfinite(error) else _SHRINK
                h = max(least, h * max(_SHRINK, factor))
                continue
            entered, part = self._entered(one, start, state)
            if not entered or cuts == _CUTS:
                break
            cuts += 1
            if 0.0 < part < 1.0 and h * part >= least:
                h *= part
            else:  # they are closed at the start, but lay beside each other
                one = self._joined(one, entered, start)
                begin = self._evaluate(start, one)
        self.worst = max(self.worst, error)
        grow = _SAFETY * (self.accuracy / error) ** (1.0 / 3.0) if error > 0.0 else _GROW
        return h, max(least, h * min(_GROW, grow))

    def table(self, state: State, dt: float) -> NDArray[Any]:
        """Return the contacts that press, with the impulses of a time dt (see `Simulation.contacts`)."""
        one, force = self._pressing
        points = len(one.features.features) if one is not None else 0
        if one is None:
            return np.zeros(0, dtype=CONTACT)
        return contact_table(one.features, state, force[:points] > 0.0, force[:points] * dt)

    @property
    def rows(self) -> int:
        """How many rows took part in the last step."""
        return 0 if self._pressing[0] is None else self._pressing[0].rows

    def at_rest(self, state: State) -> bool:
        """Return whether no body moves further in a second than the allowed error."""
        speed = (
            np.linalg.norm(state.velocity, axis=1)
            + np.linalg.norm(state.angular_velocity, axis=1) * self._bounding_radius
        )
        return bool(speed[self._dynamic].max(initial=0.0) <= self.touch)

    def pairs(self) -> list[tuple[str, str]]:
        """Return the names of the bodies that touched each other in the last step."""
        one, names = self._pressing[0], self.model.names
        return [] if one is None else sorted({(names[f.a], names[f.b]) for f in one.features.features})

    def _apply_impacts(self, state: State, one: OneSided, h: float) -> OneSided:
        """Apply impacts that a step of h does not resolve, with all bounces that rise above the accuracy."""
        self.lost = 0.0
        if not one.unilateral:
            return one
        self.joints.evaluate(state.time, state)
        self.joints.factor()
        rate = one.evaluate(state).rate[: one.unilateral]
        if -0.5 * h * rate.min() > self.touch:
            lowest = max(self.rest_speed, math.sqrt(2.0 * self._pull * self.touch))
            self.lost = apply_impacts(state, self.joints, one, lowest)[0].lost
        return one

    def _evaluate(self, state: State, one: OneSided) -> Instant:
        """Return what moves the bodies and what holds them at a state."""
        joints, count = self.joints, self.model.body_count
        wrench = self.wrenches(state.time, state).copy()
        joints.evaluate(state.time, state)
        joints.factor()
        joints.add_efforts(wrench)
        joints.add_reactions(state, wrench)
        acceleration = joints.accelerations(state, wrench)[:count]
        # The torque follows from the acceleration, in which rotors of the joints take part, too.
        local = self.model.inertia * rotate_array(conjugate_array(state.attitude), acceleration[:, 3:])
        torque = rotate_array(state.attitude, local) + np.cross(state.angular_velocity, state.angular_momentum)
        rows = one.evaluate(state)
        root = response_root(joints, self.model)
        return Instant(acceleration, torque, rows, root, row_factor(rows.matrix, root))

    def _attempt(self, start: State, begin: Instant, state: State, one: OneSided, h: float) -> float:
        """Fill the state a time h after `start`; return the error as a part of the bodies' sizes."""
        bound, one.bound = one.bound, one.bound * h
        blocks = len(one.block_row)
        free, aim = np.zeros(blocks, dtype=bool), np.zeros((blocks, 2))
        least = _LEFT * self.touch / h
        slips = self._slips(one, begin.rows.rate, least)
        first = self._solve(start, begin, begin, one, h, 1.0, (free, aim, h * self._known_forces(one), slips))
        middle = self._moved(start, first.motion, h, 0.5)
        sliding = self._slides_through(one, begin.rows.rate, first, least, aim)
        slips |= self._slips(one, first.rate, least)
        between = self._evaluate(middle, one)
        second = self._solve(start, begin, between, one, h, 0.5, (sliding, aim, first.impulse, slips))
        one.bound = bound
        self._pressing = one, second.impulse / h
        self._forces = {name: second.impulse[span] / h for name, span in self._spans(one)}
        state.assign(self._moved(start, second.motion, h, 1.0))
        self._close(state, one, second, h)
        change = (np.abs(second.motion - first.motion) + np.abs(second.missed))[self._dynamic]
        bounding_radius = self._bounding_radius[self._dynamic]
        error = np.linalg.norm(change[:, :3], axis=1) / bounding_radius + np.linalg.norm(change[:, 3:], axis=1)
        unilateral = one.unilateral
        self._pull = float(
            np.max(-(np.einsum("kij,ij->k", begin.rows.matrix[:unilateral], begin.acceleration)), initial=0.0)
        )
        self.solutions, self.freedoms = self.solutions + 2, begin.factor.shape[1] if one.rows else 0
        return 0.5 * h * float(error.max(initial=0.0))

    def _solve(
        self,
        start: State,
        begin: Instant,
        at: Instant,
        one: OneSided,
        h: float,
        part: float,
        guess: tuple[FlagArray, FloatArray, FloatArray, FlagArray],
    ) -> Solution:
        """Return the velocities at the end of a step, with forces and rows of one instant; part: of h, from it on."""
        end = self._moved(start, np.hstack([start.velocity, start.angular_velocity]), h, 1.0)
        moving = self._dynamic
        end.velocity[moving] = start.velocity[moving] + h * at.acceleration[moving, :3]
        end.angular_momentum[moving] = start.angular_momentum[moving] + h * at.torque[moving]
        end.refresh()
        motion = np.hstack([end.velocity, end.angular_velocity])
        if not one.rows:
            return Solution(motion, np.zeros(0), np.zeros(0), np.zeros(0), np.zeros_like(motion))
        free = np.einsum("kij,ij->k", at.rows.matrix, motion) + one.offset + part * h * at.rows.bias
        free[: one.unilateral] += np.maximum(begin.rows.gap, 0.0) / h
        sliding, aim, impulse, slips = guess
        every = np.ones(one.unilateral, dtype=bool), np.ones(len(one.block_row), dtype=bool)
        problem = make_problem(one, at.factor, free, *every, sliding, aim, slips)
        # How far a body moves at most for a change of the motion in coordinates of unit mass.
        farthest = h * math.sqrt(float(np.einsum("nij,nij->n", at.root, at.root).max(initial=0.0)))
        impulse = impulse.copy()
        change, missed = solve_by_multipliers(
            problem, impulse, _LEFT * self.touch / max(farthest, np.finfo(float).tiny)
        )
        motion[moving] += product(at.root, change)[moving]
        rate = product(at.factor, change) + free
        return Solution(motion, impulse, rate, one.coefficients(slips), product(at.root, missed))

    def _slips(self, one: OneSided, rate: FloatArray, least: float) -> FlagArray:
        """Return which blocks (b,) slip faster than `least` [m/s] at rates (k,)."""
        return np.asarray(np.linalg.norm(one.of_blocks(rate), axis=1) > least)

    def _slides_through(
        self, one: OneSided, before: FloatArray, first: Solution, least: float, aim: FloatArray
    ) -> FlagArray:
        """Return which blocks (b,) slide from start to end, and fill the direction of their mean slip (b, 2).

        Below `least` [m/s] they creep as contacts yield.
        """
        old, new = one.of_blocks(before), one.of_blocks(first.rate)
        along, squares = (old * new).sum(axis=1), np.maximum((old * old).sum(axis=1), (new * new).sum(axis=1))
        sliding = np.asarray(along > np.maximum(0.5 * squares, least * least))
        mean = (old + new)[sliding]
        aim[sliding] = mean / np.linalg.norm(mean, axis=1)[:, None]
        return sliding

    def _moved(self, start: State, motion: FloatArray, h: float, part: float) -> State:
        """Return the state after a part of a step at whose end the bodies have velocities `motion` (n, 6)."""
        state, moving = start.copy(), self._dynamic
        before = np.hstack([start.velocity, start.angular_velocity])
        mean = np.where(moving[:, None], 0.5 * (before + motion), 0.0)
        state.displace(part * h * mean)
        now = before + part * (motion - before)
        state.velocity[moving] = now[moving, :3]
        state.spin(np.flatnonzero(moving).astype(np.int32), now[moving, 3:])
        state.time = start.time + part * h
        place_kinematic(self.model, state, state.time)
        return state

    def _close(self, state: State, one: OneSided, solved: Solution, h: float) -> None:
        """Bring joints and pressed rows back to zero, and velocities to what they and sticking blocks allow."""
        joints, time = self.joints, state.time
        pressed = np.flatnonzero(solved.impulse[: one.unilateral] > 0.0)
        joints.close_positions(time, state, _CLOSED)
        state.refresh()
        joints.close_velocities(time, state)
        rows = one.evaluate(state)
        if np.abs(rows.gap[pressed]).max(initial=0.0) > _LEFT * self.touch:
            displace_bodies(state, smallest_motion(joints, rows.matrix[pressed], -rows.gap[pressed]))
            joints.evaluate(time, state)
            joints.factor()
            rows = one.evaluate(state)
        still, modes = [pressed], {(self._name(one, k), 0, False) for k in pressed.tolist()}
        for b, (row, size) in enumerate(zip(one.block_row, one.block_size, strict=True)):
            normal = one.block_normal[b]
            limit = one.bound[b] * h + (solved.coefficient[b] * solved.impulse[normal] if normal >= 0 else 0.0)
            if limit > 0.0:
                slides = bool(np.linalg.norm(solved.impulse[row : row + size]) > (1.0 - _RIM) * limit)
                modes.add((self._name(one, normal), int(one.block_kind[b]), slides))
                if not slides:
                    still.append(np.arange(row, row + size))
        chosen = np.concatenate(still)
        if np.abs(rows.rate[chosen]).max(initial=0.0) * h > _LEFT * self.touch:
            change_motion(state, smallest_motion(joints, rows.matrix[chosen], -rows.rate[chosen]))
        self.modes = frozenset(modes)

    def _name(self, one: OneSided, row: int) -> object:
        points = len(one.features.features)
        return one.features.features[row].key if 0 <= row < points else one.limits[row - points] if row > 0 else row

    def _spans(self, one: OneSided) -> list[tuple[object, slice]]:
        """Return the names of unilateral rows and blocks, which they keep while they touch, and the rows of each."""
        spans: list[tuple[object, slice]] = [(self._name(one, k), slice(k, k + 1)) for k in range(one.unilateral)]
        for b, (row, size) in enumerate(zip(one.block_row, one.block_size, strict=True)):
            normal = int(one.block_normal[b])
            owner = b if normal < 0 else self._name(one, normal)
            spans.append(((owner, int(one.block_kind[b])), slice(row, row + size)))
        return spans

    def _known_forces(self, one: OneSided) -> FloatArray:
        """Return the forces (k,) of the last step, 0 of new rows."""
        force = np.zeros(one.rows)
        for name, span in self._spans(one):
            if name in self._forces:
                force[span] = self._forces[name]
        return force

    def _entered(self, one: OneSided, start: State, state: State) -> tuple[list[Feature], float]:
        """Return the contacts that were entered within a step, and the part of it after which the first one touched."""
        self.joints.evaluate(state.time, state)
        found = self.contacts.touching(state, self.touch)
        self._found = state.hash(), found
        known = {f.key for f in one.features.features}
        points = len(found.features.features)
        after = found.features.evaluate(state.center, state.attitude)[2]
        new = [k for k in range(points) if found.features.features[k].key not in known and after[k] < -self.touch]
        if not new:
            return [], 1.0
        before = found.features.evaluate(start.center, start.attitude)[2]
        part = min(float(before[k] / (before[k] - after[k])) for k in new)
        return [found.features.features[k] for k in new], part

    def _joined(self, one: OneSided, more: list[Feature], start: State) -> OneSided:
        """Return rows with further contacts."""
        features = FeatureSet(self.contacts.detection, [*one.features.features, *more])
        return OneSided(self.model, self.joints, features, one.limits, one.motors, tangents(features, start))
