"""Closed contacts: forces of resting, sliding and rolling contact while nothing changes its mode.

Between two events the active unilateral rows stay closed (a_n = 0), sticking blocks do not move (a_t = 0), sliding
ones push against their motion with all they have. That makes the forces the solution of a linear system, smooth in
time, so the integrator keeps its order. Which of them are active and which blocks slide is decided by the
complementarity problem on accelerations (Renhe 2006, 3.2.3) at each event.
"""

from dataclasses import replace
from typing import Any

import numpy as np

from rigida.arrays import FlagArray, FloatArray, IndexArray
from rigida.constraints.joint_set import JointSet
from rigida.dynamics.model import DYNAMIC, Model
from rigida.dynamics.state import State, first_non_finite
from rigida.math.dense import euclidean_norm, product
from rigida.math.quaternion import multiply_array, normalize_array
from rigida.precise.contact.closed_system import ClosedSystem
from rigida.precise.contact.contact_rows import MOTOR, SLIDING
from rigida.precise.contact.load_reserve import Limits, load_reserve, without_pulling
from rigida.precise.contact.modes import Modes, fill_mixing, make_modes
from rigida.precise.contact.one_sided import OneSided, Rows
from rigida.precise.contact.sparse import multiply_sparse
from rigida.precise.contact.yielding_rows import response_factor, solve_yielding_rows

#: Sliding that starts from rest keeps its direction until it is this many times its least speed. Friction turns against
#: a slow motion at a rate of μ g / speed, which explicit steps would have to follow. What it changes is the turn of the
#: direction within a step, times the least speed.
_STARTED = 10.0
#: Cosine of the angle by which it may have turned meanwhile.
_TURNED = 0.995
#: Blocks stand still below this part of their least speed.
STILL = 1e-4
#: Bodies on held contacts are at rest below this part of the least speed of slides, and of the acceleration at hand.
_AT_REST, _BALANCED = 1e-8, 1e-11
#: Gaps of closed contacts are rounding below this part of where bodies are.
_ROUNDING = 1e-15
#: What of a `Holding` decides how it goes on.
_KEPT = (
    "active",
    "sliding",
    "direction",
    "fast",
    "least_speed",
    "steadying",
    "force",
    "pull",
    "_shares",
    "_resting",
    "_bounding_radius",
    "_acceleration",
)
#: Accelerations below this part of the largest one count as zero; blocks at rest slip above the second part.
_ZERO, _YIELDS = 1e-9, 1e-7
#: Least acceleration that margins are measured in, as a part of that of the loads at hand: where loads and joints
#: balance without contacts, 1e-7 of it (what loads may exceed limits by) is above what rounding leaves of the loads.
_BALANCED_LOADS = 1e-7


class Holding:
    """The one-sided rows at hand and their modes.

    active (s,): unilateral rows that are closed. sliding (b,): blocks that move, along direction (b, 2); least_speed
    (b,): below it they come to rest; fast (b,): those of them that have been well above it; steadying (b,): the speed
    below which they keep their direction. slip_error: by which part of a body's size its place may miss for it.

    Towards zero the direction of a slide turns ever faster, and following it there would take ever smaller steps. From
    a speed v what is left is a way v²/2a, a being the acceleration at hand, and the impulse to rest is the one that
    friction would have given. The least speed is the one at which that way is slip_error · size.

    After `add_forces`: force (k,) of each row. After `decide`: pull (s,), how each unilateral row would close
    without its force [m/s²].
    """

    def __init__(self, model: Model, joints: JointSet, rows: OneSided, slip_error: float) -> None:
        self.model, self.joints, self.rows, self._slip_error = model, joints, rows, slip_error
        self.active = np.zeros(rows.unilateral, dtype=bool)
        self.sliding = np.zeros(len(rows.block_row), dtype=bool)
        self.direction = np.zeros((len(rows.block_row), 2))
        self.fast = np.zeros(len(rows.block_row), dtype=bool)
        self.least_speed = np.zeros(len(rows.block_row))
        self.steadying = np.zeros(len(rows.block_row))
        self._setting_out: list[int] = []
        self.force = np.zeros(rows.rows)
        self.pull = np.zeros(rows.unilateral)
        #: Rows at the last forces, and their factor (k, r).
        self._last: tuple[Rows, FloatArray] | None = None
        #: How often forces were found; which bodies (n,) contacts hold, and the size of what they touch.
        self.solved = 0
        self._resting, self._bounding_radius = np.zeros(model.body_count, dtype=bool), np.zeros(model.body_count)
        self._unit, self._at = np.ones(0), np.zeros((0, 3))
        self._known_modes: tuple[bytes, Modes] | None = None
        #: What the last forces belong to, the wrenches they give (n, 6), and the reserves found for them.
        self._known_forces: tuple[bytes, FloatArray] | None = None
        self._reserves: dict[float, float] = {}
        #: Forces of all rows that were found when modes were decided, and the system of those that are still.
        self._shares = np.zeros(rows.rows)
        self._system = ClosedSystem(np.zeros((0, 0)), np.zeros((0, 0)))
        self._acceleration = np.float64(0.0)
        #: The least margin of the forces since `restart_watch`, in units, and when it was.
        self.lowest: tuple[float, float] = (np.inf, 0.0)

    @property
    def modes(self) -> Modes:
        """The present modes as index arrays."""
        now = self.active.tobytes() + self.sliding.tobytes() + self.rows.bound.tobytes()
        if self._known_modes is None or self._known_modes[0] != now:
            self._known_modes = now, make_modes(self.rows, self.active, self.sliding)
        return self._known_modes[1]

    def restart_watch(self) -> None:
        """Forget the least margin so far."""
        self.lowest = np.inf, 0.0

    def watch(self, time: float) -> None:
        """Take note of the least margin of the last forces, which are those of `time`."""
        modes = self.modes
        least = replace(modes.limits, unit=self._unit[modes.limits.owner]).least(self.force[modes.still])
        if least < self.lowest[0]:
            self.lowest = least, time

    def snapshot(self) -> tuple[Any, ...]:
        """Return copies of the modes and of the last forces."""
        return tuple(getattr(self, name).copy() for name in _KEPT)

    def restore(self, snapshot: tuple[Any, ...]) -> None:
        """Go back to a snapshot."""
        for name, value in zip(_KEPT, snapshot, strict=True):
            setattr(self, name, value.copy())

    def decide(self, state: State, wrench: FloatArray, settled: FlagArray, rate: FloatArray) -> None:
        """Choose the modes from the accelerations that the wrenches (n, 6), joints included, would cause.

        settled (s,): which unilateral rows are closed and at rest along their normal; only these can become active.
        rate (k,): the rows' rates, which say what slides already. Where modes end because a load has grown to its
        limit, state and wrenches are those of a moment later, when it is beyond.
        """
        rows, one = replace(self.rows.evaluate(state), rate=rate), self.rows
        closed = self._closed(settled)
        self.sliding[:], self.fast[:] = False, False
        self.direction[:] = 0.0
        self._setting_out = []
        free = self._free(state, wrench, rows)
        self.least_speed = self._least_speeds(free)
        for moving in np.flatnonzero(closed):
            self._slide_if_moving(int(moving), rows)
        self.pull = -free[: one.unilateral]
        factor = response_factor(self.joints, self.model, rows.matrix)
        scale = _ZERO * max(1.0, float(np.abs(free).max(initial=0.0)))
        slipping = True
        while slipping:
            z, motion, compliance = solve_yielding_rows(
                one, factor, free, settled, closed, self.sliding, self.direction
            )
            # Contacts that share a load yield a little, alike; what yields stands still.
            acceleration = product(factor, motion) + free + compliance * z
            self._shares = z
            self.active = settled & ((z[: one.unilateral] > 0.0) | (acceleration[: one.unilateral] <= scale))
            slipping = False
            for b in self._sticking():
                span = self._span(b)
                if euclidean_norm(acceleration[span]) > _YIELDS / _ZERO * scale:
                    self._setting_out.append(b)
                    self._set_out(b, acceleration[span], 0.0, True)
                    # A block that slips resists less than one that sticks: others may have to bear its load.
                    slipping |= bool(one.static[b] > one.coefficient[b])
        self._record_resting(free)

    def add_forces(self, state: State, wrench: FloatArray) -> None:
        """Add the forces of the held contacts to the wrenches (n, 6); joints must be evaluated and factored.

        Where a stage of the integration has gone beyond all numbers there are none, and it is taken again.
        """
        if first_non_finite(state.center, state.attitude, state.angular_momentum) >= 0:
            self.force, wrench[:] = np.full(self.rows.rows, np.nan), np.nan
            self._known_forces = None
            return
        # While a body moves no two evaluations are the same.
        moves = bool(state.velocity.any() or state.angular_velocity.any())
        key = b"" if moves else self._identify(state, wrench)
        if moves or self._known_forces is None or self._known_forces[0] != key:
            rows = self.rows.evaluate(state)
            self._at = state.center.copy()
            self.force = self._solve(state, wrench, rows)
            self._reserves = {}
            self._known_forces = key, np.einsum("k,kij->ij", self.force, rows.matrix)
            self.solved += 1
        wrench += self._known_forces[1]

    def _identify(self, state: State, wrench: FloatArray) -> bytes:
        """Return what the forces follow from, to the bit: they are those of before where nothing has changed."""
        parts = [state.center, state.attitude, state.velocity, state.angular_velocity, wrench, self.direction]
        moved = state.time if self.model.joints or self.model.paths else 0.0
        modes = (self.active, self.sliding, self.steadying, self.rows.bound, np.array(moved))
        return b"".join(part.tobytes() for part in (*parts, *modes))

    def balance(self, state: State, wrench: FloatArray) -> None:
        """Take away what rounding leaves of the wrenches (n, 6), all forces included, on bodies that rest on contacts.

        Where nothing moves no bit changes then, and forces need not be found again.
        """
        at_rest = self._resting & ~state.velocity.any(axis=1) & ~state.angular_velocity.any(axis=1)
        if at_rest.any():
            model = self.model
            force = np.abs(wrench[:, :3]).max(axis=1) * model.inv_mass
            torque = np.abs(wrench[:, 3:]).max(axis=1) * model.inv_inertia.max(axis=1) * self._bounding_radius
            wrench[at_rest & (np.maximum(force, torque) <= _BALANCED * self._acceleration)] = 0.0

    def add_limit_reactions(self, reactions: FloatArray) -> None:
        """Add what limits that are closed do to body a of their joints, about its anchor, to reactions (joints, 6)."""
        coordinates, first = self.joints.coordinates.parts, self.rows.unilateral - len(self.rows.limits)
        for k, (c, sign) in enumerate(self.rows.limits, first):
            if self.active[k]:
                push = sign * self.force[k] * coordinates.jacobian[c, 0, 0]
                self.joints.add_reaction(int(coordinates.joint[c]), push, reactions)

    def is_at(self, state: State) -> bool:
        """Return whether the last forces are those of a state: the last evaluation of a step may lie elsewhere."""
        return np.array_equal(self._at, state.center)

    def reserve(self, sufficient: float) -> float:
        """Return how far the forces are from their limits at best; negative where a contact must open or slip.

        Call after `add_forces` at the same instant; 1 is a force that gives a row the largest free acceleration. Any
        value above `sufficient` stands for all of them.
        """
        if not np.isfinite(self.force).all():
            return -1.0
        modes = self.modes
        if not len(modes.still):
            return 1.0
        limits = replace(modes.limits, unit=self._unit[modes.limits.owner])
        force = self.force[modes.still]
        if limits.least(force) >= sufficient:
            return 1.0
        if sufficient not in self._reserves:
            self._reserves[sufficient] = self._find_reserve(limits, force, sufficient)
        return self._reserves[sufficient]

    def _find_reserve(self, limits: Limits, force: FloatArray, sufficient: float) -> float:
        """Return the reserve of the unknown forces, or that of the first distribution that leaves enough."""
        still = self.modes.still
        # The shares that were found before, put right to balance the present loads.
        shared = force + self._system.without_effect(self._shares[still])
        least = limits.least(shared)
        if least >= sufficient:
            return least
        # Groups of forces that can be redistributed only together have reserves of their own; the least one counts.
        group = self._system.groups(self.modes.together)
        before, now = limits.margins(force), limits.margins(shared)
        known = [
            (max(float(before[margins].min()), float(now[margins].min())), margins, np.flatnonzero(group == g))
            for g in np.unique(group[limits.owner])
            if len(margins := np.flatnonzero(group[limits.owner] == g))
        ]
        least = 1.0
        for lowest, margins, rows in sorted(known, key=lambda one: one[0]):
            if lowest >= min(least, sufficient):
                break
            start = shared if now[margins].min() >= lowest else force
            found, shared[rows] = load_reserve(
                limits.of(margins, rows), start[rows], self._system.free_forces(rows), min(least, sufficient)
            )
            least = min(least, found)
        self._shares[still] = shared
        return least

    def onward(self, rows: Rows, rest: float = 1.0) -> float:
        """Return the least speed of the sliding blocks along their direction, beyond that of rest; negative below it.

        rest: the part of its least speed at which what was fast comes to rest.
        """
        least = np.inf
        for b in self._sliding():
            speed = float(product(rows.rate[self._span(b)], self.direction[b, : self.rows.block_size[b]]))
            least = min(least, speed + self.least_speed[b] * (-rest if self.fast[b] else STILL))
        return least

    def turn_directions(self, rows: Rows) -> None:
        """Let sliding blocks set out again along their motion (call once per step).

        A slide that starts keeps its direction while it turns little: to renew it at each step would let friction jump
        at each, and settle within the next.
        """
        for b in self._sliding():
            rate = rows.rate[self._span(b)]
            speed, starting = euclidean_norm(rate), self.steadying[b] == self.least_speed[b]
            direction = self.direction[b, : len(rate)]
            if starting and speed < _STARTED * self.least_speed[b]:
                slow = speed < self.least_speed[b]
                if slow or float(product(rate, direction)) > _TURNED * speed:
                    self.fast[b] |= speed > 2.0 * self.least_speed[b]
                    continue
                self._set_out(b, rate, speed, True)
            else:
                self._set_out(b, rate + self.steadying[b] * direction, speed, False)

    def close(self, time: float, state: State) -> None:
        """Bring closed unilateral rows back to gap zero, and still rows to rate zero, in the metric of the masses."""
        one = self.rows
        unilateral = np.flatnonzero(self.active)
        if not len(unilateral) and not (~self.sliding & (one.block_normal < 0)).any():
            return
        rows = one.evaluate(state)
        if np.abs(rows.gap[unilateral]).max(initial=0.0) > _ROUNDING * float(np.abs(state.center).max(initial=0.0)):
            displace_bodies(state, smallest_motion(self.joints, rows.matrix[unilateral], -rows.gap[unilateral]))
            self.joints.evaluate(time, state)
            self.joints.factor()
            rows = one.evaluate(state)
        # Blocks that stood and now give way start from rest, too.
        still = np.unique(np.concatenate([self._still_rows(), *map(self._rows_of, self._setting_out)]))
        self._setting_out = []
        if rows.rate[still].any():
            change_motion(state, smallest_motion(self.joints, rows.matrix[still], -rows.rate[still]))
            self._stop(state)

    def _stop(self, state: State) -> None:
        """Remove rounding errors from the motion of bodies at rest on contacts."""
        speed = np.abs(state.velocity).max(axis=1) + np.abs(state.angular_velocity).max(axis=1) * self._bounding_radius
        least = _AT_REST * np.sqrt(2.0 * self._slip_error * self._bounding_radius * self._acceleration)
        for i in np.flatnonzero(self._resting & (speed <= least)):
            state.velocity[i] = 0.0
            state.spin(int(i), np.zeros(3))
        state.refresh()

    def _solve(self, state: State, wrench: FloatArray, rows: Rows) -> FloatArray:
        """Return the force (k,) of every row in the present modes."""
        still = self._still_rows()
        constant, mixing = self._mixing(rows, still)
        load = wrench + np.einsum("k,kij->ij", constant, rows.matrix) if constant.any() else wrench
        right = self._free(state, load, rows)[still]
        factor = response_factor(self.joints, self.model, rows.matrix)
        own, pushed = factor[still], float(np.abs(load[:, :3] * self.model.inv_mass[:, None]).max(initial=0.0))
        self._unit = _units(np.einsum("kj,kj->k", own, own), right, _BALANCED_LOADS * pushed)
        driven = own
        if self.modes.sliding:
            driven = np.zeros_like(own)
            multiply_sparse(np.ascontiguousarray(mixing.T), factor, factor.shape[1], driven)
        # Loads that could be shared out in many ways are borne as by equal springs under all contacts.
        self._system = ClosedSystem(own, driven)
        solution = self._system.solve(right)
        unilateral = int(self.active.sum())
        # Without sliding the distribution among the contacts changes no motion.
        if self.sliding.any() and (solution[:unilateral] < 0.0).any():
            solution = without_pulling(solution, self._system.free_forces(), unilateral)
        force = constant + product(mixing, solution)
        self._last = rows, factor
        return force

    @property
    def stiffness(self) -> float:
        """How fast friction turns slides that start from rest against their motion, at the last forces [1/s]."""
        if self._last is None:
            return 0.0
        (rows, factor), force, rate = self._last, self.force, np.zeros(self.model.body_count)
        for b in self._sliding():
            if self.rows.block_size[b] == 2 and self.steadying[b] == self.least_speed[b]:
                span = self._span(b)
                compliance = np.einsum("kj,kj->", factor[span], factor[span])
                speed = euclidean_norm(rows.rate[span]) + self.steadying[b]
                rate[self.rows.features.b[self.rows.block_normal[b]]] += (
                    euclidean_norm(force[span]) * compliance / speed
                )
        return float(rate.max(initial=0.0))

    def _mixing(self, rows: Rows, still: IndexArray) -> tuple[FloatArray, FloatArray]:
        """Return the force of every row as constant (k,) + mixing (k, u) times the unknown forces of the still rows."""
        one, modes = self.rows, self.modes
        constant = np.zeros(one.rows)  # what does not depend on a normal force: saturated motors
        mixing = np.zeros((one.rows, len(still)))
        mixing[still, np.arange(len(still))] = 1.0
        if modes.sliding:
            fill_mixing(
                modes.moving,
                modes.normal_column,
                one.block_row,
                one.block_size,
                one.coefficient,
                one.bound,
                self.direction,
                self.steadying,
                rows.rate,
                constant,
                mixing,
            )
        return constant, mixing

    def _free(self, state: State, wrench: FloatArray, rows: Rows) -> FloatArray:
        """Return the rows' accelerations (k,) without their own forces."""
        total = wrench.copy()
        self.joints.add_reactions(state, total)
        acceleration = self.joints.accelerations(state, total)[: self.model.body_count]
        return np.asarray(np.einsum("kij,ij->k", rows.matrix, acceleration) + rows.bias)

    def _closed(self, active: FlagArray) -> FlagArray:
        """Return which blocks (b,) press on something: their unilateral row is active, or they are motors."""
        normal = self.rows.block_normal
        return np.where(normal >= 0, np.append(active, True)[normal], True)

    def _sliding(self) -> tuple[int, ...]:
        return self.modes.sliding

    def _sticking(self) -> tuple[int, ...]:
        return self.modes.sticking

    def _still_rows(self) -> IndexArray:
        """Return the rows whose acceleration is zero: active unilateral rows first, then sticking blocks."""
        return self.modes.still

    def _rows_of(self, b: int) -> IndexArray:
        return np.arange(*self._span(b).indices(self.rows.rows), dtype=np.intp)

    def _span(self, b: int) -> slice:
        start = int(self.rows.block_row[b])
        return slice(start, start + int(self.rows.block_size[b]))

    def _least_speeds(self, free: FloatArray) -> FloatArray:
        """Return the speed at which each block (b,) comes to rest; free (k,): rates of change without forces."""
        one, points = self.rows, len(self.rows.features.features)
        size = np.append(one.features.size, 1.0)[np.where(one.block_normal >= 0, one.block_normal, points)]
        # Contacts and what turns about them have the acceleration of the contact that is pressed on most.
        pressed = float(np.abs(free[:points]).max(initial=0.0))
        of_contact = np.where(one.block_kind == SLIDING, pressed, pressed / size)
        acceleration = np.where(one.block_kind == MOTOR, np.abs(free[one.block_row]), of_contact)
        allowed_slip = self._slip_error * np.where(one.block_kind == SLIDING, size, 1.0)
        return np.asarray(np.sqrt(2.0 * allowed_slip * np.maximum(acceleration, np.finfo(float).tiny)))

    def _record_resting(self, free: FloatArray) -> None:
        """Take note of the bodies that contacts hold, of their reach, and of the acceleration at hand."""
        features = self.rows.features
        points = len(features.features)
        self._acceleration = np.abs(free[:points]).max(initial=0.0)
        self._resting[:], self._bounding_radius[:] = False, 0.0
        for body in (features.a, features.b):
            np.maximum.at(self._bounding_radius, body, features.size)
            self._resting[body[self.active[:points]]] = True
        self._resting &= self.model.motion == DYNAMIC

    def _slide_if_moving(self, b: int, rows: Rows) -> None:
        """Let block b slide along its present motion if it is well above its least speed."""
        rate = rows.rate[self._span(b)]
        speed = euclidean_norm(rate)
        if speed > 2.0 * self.least_speed[b]:
            self._set_out(b, rate, speed, False)

    def _set_out(self, b: int, along: FloatArray, speed: float, starting: bool) -> None:
        """Let block b slide along a direction, at a speed; `starting` from rest."""
        self.sliding[b] = True
        self.fast[b] |= speed > 2.0 * self.least_speed[b]
        self.steadying[b] = self.least_speed[b] * (1.0 if starting else STILL)
        self.direction[b] = 0.0
        self.direction[b, : len(along)] = along / euclidean_norm(along)


def _units(compliance: FloatArray, acceleration: FloatArray, least: float) -> FloatArray:
    """Return the force that gives each row, of this compliance (k,), the largest of the accelerations (k,).

    least: below it accelerations are what rounding leaves where loads and joints balance.
    """
    scale = max(float(np.abs(acceleration).max(initial=0.0)), least, np.finfo(float).tiny)
    return np.asarray(scale / np.maximum(compliance, _ZERO * compliance.max(initial=1.0)))


def smallest_motion(joints: JointSet, matrix: FloatArray, target: FloatArray) -> FloatArray:
    """Return the smallest motion (n, 6), joints included, that changes rows (k, n, 6) as wanted (k,)."""
    if not len(target):
        return np.zeros(matrix.shape[1:])
    factor = response_factor(joints, joints.model, matrix)
    impulse = ClosedSystem(factor, factor).solve(-target)
    return joints.respond(np.einsum("k,kij->ij", impulse, matrix)[None])[0]


def change_motion(state: State, change: FloatArray) -> None:
    """Change the velocities and angular velocities of the bodies that forces move by (n, 6)."""
    moved = np.flatnonzero((state.model.motion == DYNAMIC) & change.any(axis=1))
    state.velocity[moved] += change[moved, :3]
    for i in moved:
        state.spin(int(i), state.angular_velocity[i] + change[i, 3:])
    state.refresh()


def displace_bodies(state: State, move: FloatArray) -> None:
    """Move the bodies by small displacements and turns (n, 6); their angular velocities stay."""
    moved = np.flatnonzero((state.model.motion == DYNAMIC) & move.any(axis=1))
    state.center[moved] += move[moved, :3]
    turn = np.hstack([np.ones((len(moved), 1)), 0.5 * move[moved, 3:]])
    state.attitude[moved] = normalize_array(multiply_array(turn, state.attitude[moved]))
    for i in moved:
        state.spin(int(i), state.angular_velocity[i].copy())
