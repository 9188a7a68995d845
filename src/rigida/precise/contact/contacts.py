"""Contacts and limits of a running scene: their changes, and the resulting impacts and modes.

A step is taken as if nothing changed. Then the step is searched for the first instant at which something does: a gap or
a limit closes, a held contact would have to pull, a sticking one cannot hold, a sliding one comes to rest. The step is
taken again up to that instant, the impact is applied, and the modes are determined again.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FlagArray, FloatArray, IntArray
from rigida.constraints.actuators import SPEED_MOTOR
from rigida.constraints.joint_set import JointSet
from rigida.dynamics.contact_event import ContactEvent
from rigida.dynamics.contact_table import CONTACT
from rigida.dynamics.model import Model
from rigida.dynamics.state import State
from rigida.errors import SceneError
from rigida.math.brent import find_root
from rigida.precise.contact.detection import FAR, Detection
from rigida.precise.contact.feature import FeatureSet, Key, make_features
from rigida.precise.contact.first_root import first_root
from rigida.precise.contact.holding import Holding
from rigida.precise.contact.impact import APPROACHING, Impact, apply_impacts
from rigida.precise.contact.one_sided import OneSided, rows_again, tangents

#: Contacts and limits with a gap below this are closed [m or rad]: above what locating an instant leaves open.
TOUCH = 1e-9
#: Deeper overlaps at the start are refused [m].
_START_OVERLAP = 1e-3
#: Loads may exceed what contacts can hold by this part, and contacts the end of their face by this part of the shape,
#: before modes end; the modes that follow are decided where they are beyond by the second part.
_BARELY, _WELL_BEYOND = 1e-7, 1e-5
#: Reserves are found exactly up to this, near enough to zero for secants.
_NEAR = 1e-2
#: Polytopes that touch may overlap by this before a further contact of theirs is closed [m].
_CLOSED_MARGIN = 0.1 * TOUCH
#: Where in a step the end of modes is looked for, as parts of it: uneven, as where contacts meet often is not.
_PROBES = np.array([0.0, 0.17, 0.36, 0.57, 0.79, 1.0])
#: Modes that end where they begin, decided alike this often, are kept for a step.
_MOST_REPEATS = 3
#: Points of a round shape nearer to a closed one than this part of its bounding radius are the same.
_WANDERED = 1e-2
#: Changes this near the start of a step, relative to the time, lie at it; and the first way past one that recurs [s].
_AT_ONCE, _NUDGE = 1e-12, 1e-9

Probe = Callable[[float], State]
Wrenches = Callable[[float, State], FloatArray]


class Contacts:
    """Finds and resolves the changes of contacts and limits of a model."""

    def __init__(self, model: Model, joints: JointSet, rest_speed: float, slip_error: float) -> None:
        self.model, self.joints, self.rest_speed, self._slip_error = model, joints, rest_speed, slip_error
        self.detection = Detection(model)
        self.list_coordinates()
        self.possible = self.detection.possible or bool(self._limits) or bool(self._motors)
        self.holding: Holding | None = None
        self._closed_limits: set[tuple[int, float]] = set()
        self._active: set[Key] = set()
        self._return = np.inf
        #: A state a moment after modes have ended because a load reached its limit.
        self._beyond: State | None = None
        self._stuck = self._again = 0

    def snapshot(self) -> Any:
        """Return what decides how contacts go on."""
        holding = None if self.holding is None else (self.holding.rows.snapshot(), self.holding.snapshot())
        return holding, set(self._active), set(self._closed_limits), self._return, self._stuck, self._again

    def restore(self, snapshot: Any) -> None:
        """Go back to a snapshot."""
        holding, active, limits, self._return, self._stuck, self._again = snapshot
        self._active, self._closed_limits = set(active), set(limits)
        self.holding = None
        if holding is not None:
            self.holding = Holding(
                self.model,
                self.joints,
                rows_again(self.model, self.joints, self.detection, holding[0]),
                self._slip_error,
            )
            self.holding.restore(holding[1])

    def table(self, state: State, dt: float) -> NDArray[Any]:
        """Return the contacts held now, as `Simulation.contacts` promises; impulses are those of a time dt."""
        holding = self.holding
        if holding is None:
            return np.zeros(0, dtype=CONTACT)
        points = len(holding.rows.features.features)
        return contact_table(holding.rows.features, state, holding.active[:points], holding.force[:points] * dt)

    def resolve(self, time: float, state: State, wrenches: Wrenches) -> ContactEvent | None:
        """Apply impacts, then determine the closed contacts; return the impact if there was one."""
        joints = self.joints
        self.list_coordinates()  # a joint may have broken
        joints.evaluate(time, state)
        joints.factor()
        beyond, self._beyond = self._beyond, None
        one = self.touching(state if beyond is None else beyond)
        impact: Impact | None = None
        rows = one.evaluate(state)
        if (rows.rate[: one.unilateral] < -APPROACHING * self.rest_speed).any():
            impact, _ = apply_impacts(state, joints, one, self.rest_speed)
            joints.evaluate(time, state)
            rows = one.evaluate(state)
        settled = rows.rate[: one.unilateral] <= self.rest_speed
        holding = Holding(self.model, joints, one, self._slip_error)
        if beyond is not None and impact is None:
            joints.evaluate(beyond.time, beyond)
            joints.factor()
            ahead = wrenches(beyond.time, beyond).copy()
            joints.add_efforts(ahead)
            holding.decide(beyond, ahead, settled, rows.rate)
            joints.evaluate(time, state)
            joints.factor()
        wrench = wrenches(time, state).copy()
        joints.add_efforts(wrench)
        if beyond is None or impact is not None:
            holding.decide(state, wrench, settled, rows.rate)
        holding.close(time, state)
        self._return = self._first_return(state, holding, wrench, rows.rate[: one.unilateral], settled)
        self._active = {f.key for k, f in enumerate(one.features.features) if holding.active[k]}
        points = len(one.features.features)
        self._closed_limits = {limit for k, limit in enumerate(one.limits, points) if holding.active[k]}
        self.holding = holding if holding.active.any() or self._motors else None
        return None if impact is None else self._event(time, one, impact, holding)

    def start_of_touch(self, time: float) -> ContactEvent | None:
        """Return the event that bodies touch without an impact, as at the start; None if none do."""
        if self.holding is None:
            return None
        names, features = self.model.names, self.holding.rows.features.features
        bodies = sorted({(names[f.a], names[f.b]) for k, f in enumerate(features) if self.holding.active[k]})
        return ContactEvent(time, "begin", tuple(bodies)) if bodies else None

    @property
    def unresolved(self) -> bool:
        """Return whether modes are kept although they end at once, because no others were found."""
        return self._stuck > _MOST_REPEATS

    def release(self) -> None:
        """Hold nothing, until the next `resolve`."""
        self.holding, self._beyond, self._return = None, None, np.inf
        self._active, self._closed_limits = set(), set()
        self._stuck = self._again = 0

    def horizon(self, time: float, until: float) -> float:
        """Return how far the next step may go: bodies that have just parted may meet again soon."""
        return min(until, time + self._return)

    def first_change(self, before: State, after: State, probe: Probe) -> float | None:
        """Return the first time in a step at which a gap or limit closes; `probe` gives the state at any time in it."""
        still = np.array_equal(before.center, after.center) and np.array_equal(before.attitude, after.attitude)
        if still and not after.velocity.any() and not self.model.paths and not self._limits:
            return None
        pairs = self._pairs(before, after)
        if not len(pairs) and not self._limits:
            return None
        speed = self._approach(pairs, before, after)

        def gaps(time: float) -> FloatArray:
            state = before if time == before.time else (after if time == after.time else probe(time))
            return np.concatenate([self._open_gaps(pairs, state), self._open_limits(time, state)])

        return first_root(gaps, before.time, after.time, speed)

    def first_event(
        self, before: State, after: State, sample: Callable[[State, float], State], wrenches: Wrenches
    ) -> float | None:
        """Return the first time within a step at which a contact or limit closes, opens, sticks or slips."""
        holding, end = self.holding, after
        if holding is not None and not holding.is_at(after):
            wrenches(after.time, after)

        def probe(time: float) -> State:
            return sample(after, time)

        self._beyond = None
        beyond = None if holding is None else self._find_beyond(holding, before, after, probe, wrenches)
        if holding is not None and beyond is not None:
            # The modes end within the step; find when, then look for contacts that close before.
            time = self._end_of_modes(holding, before, beyond, probe, wrenches)
            self._stuck = self._stuck + 1 if time <= before.time else 0
            if self._stuck <= _MOST_REPEATS:
                end = before if time <= before.time else probe(time)
        change = self.first_change(before, end, probe) if end is not before else None
        if holding is not None and change is None and end is after:
            holding.turn_directions(holding.rows.evaluate(after))
        self._return *= 4.0  # a mode that has not recurred by now does not recur
        if change is not None:
            self._beyond = None
            change = self._leave(before.time, change, after.time)
        return end.time if change is None and end is not after else change

    def _leave(self, start: float, change: float, end: float) -> float:
        """Return a change that is found again and again where a step begins a little later each time.

        A gap can jump where another pair of features takes over, though nothing approaches in the points of before;
        a little later the new ones do.
        """
        self._again = self._again + 1 if change - start <= _AT_ONCE * max(1.0, abs(start)) else 0
        if self._again <= _MOST_REPEATS:
            return change
        return min(end, start + _NUDGE * 4.0 ** (self._again - _MOST_REPEATS))

    def _find_beyond(
        self, holding: Holding, before: State, after: State, probe: Probe, wrenches: Wrenches
    ) -> State | None:
        """Return a state of a step at which the modes have ended: its end, or the stage with the least margin.

        Loads that rise and fall again within a step, as those of a body at rest, show at its stages only.
        """
        if self._slack(holding, after) < 0.0:
            return after
        least, time = holding.lowest
        if least < -_BARELY and before.time < time < after.time:
            between = probe(time)
            wrenches(time, between)
            if self._slack(holding, between) < 0.0:
                return between
            wrenches(after.time, after)
        return None

    def _slack(self, holding: Holding, state: State) -> float:
        """Return how far the modes are from ending; negative beyond it by more than rounding."""
        rows = holding.rows.evaluate(state)
        return min(self._hold(holding, state, -_BARELY) + _BARELY, holding.onward(rows))

    def _hold(self, holding: Holding, state: State, sufficient: float) -> float:
        """Return how far loads are from their limits and contacts from the ends of faces and edges.

        Any load reserve above `sufficient` will do.
        """
        margin = holding.rows.features.margins(state.center, state.attitude)
        inside = float(margin[holding.active[: len(margin)]].min(initial=1.0))
        return min(holding.reserve(sufficient), inside)

    def _end_of_modes(self, holding: Holding, start: State, after: State, probe: Probe, wrenches: Wrenches) -> float:
        """Return when within a step the modes end; keep a state beyond it where loads or contacts pass their limits."""
        # A slide that turns back is located where it stops; one that dies away, turning, at its least speed.
        rest = 0.0 if holding.onward(holding.rows.evaluate(after), 0.0) < 0.0 else 1.0

        @cache
        def hold_and_onward(time: float, sufficient: float = _NEAR) -> tuple[float, float]:
            state = start if time == start.time else probe(time)
            wrenches(time, state)  # leaves the forces of this instant in `holding`
            return self._hold(holding, state, sufficient), holding.onward(holding.rows.evaluate(state), rest)

        # What starts at its limit, like contacts that bear nothing, may pass it by rounding.
        spare = 0.0 if hold_and_onward(start.time, 0.0)[0] > 0.0 else _BARELY

        def slack(time: float, sufficient: float = _NEAR) -> float:
            hold, onward = hold_and_onward(time, sufficient)
            return min(hold + spare, onward)

        end = start.time
        if slack(start.time, -spare) > 0.0:
            if slack(after.time) > 0.0:  # where it is probed the step ends a little before the modes do
                return after.time
            # The first of the probes that lies beyond, so that it is not a later end that is found.
            times = start.time + (after.time - start.time) * _PROBES
            times[-1] = after.time
            last = next((k for k in range(1, len(times)) if slack(times[k], -spare) <= 0.0), len(times) - 1)
            end = float(times[last - 1])
            if slack(end) > 0.0:  # else it ends there, by rounding
                end = float(times[last])
                if slack(end) < 0.0:
                    end = find_root(slack, float(times[last - 1]), float(times[last]), xtol=1e-14)
        # What has just reached its limit moves nothing yet: what gives way shows a moment later.
        hold, left = hold_and_onward(after.time)[0], after.time - end
        if hold_and_onward(end)[1] > 0.0 and hold < 0.0:
            later = left * min(1.0, _WELL_BEYOND / -hold)
            while hold_and_onward(end + later)[0] > -0.5 * _WELL_BEYOND and later < left:
                later = min(2.0 * later, left)
            self._beyond = probe(end + later).copy()
        return end

    def _event(self, time: float, one: OneSided, impact: Impact, holding: Holding) -> ContactEvent:
        names = self.model.names
        bodies = sorted({(names[f.a], names[f.b]) for f in one.features.features})
        kind, elastic, pull = "impact", one.restitution[impact.fastest], holding.pull[impact.fastest]
        if elastic * impact.speed <= self.rest_speed and 0.0 < elastic < 1.0 and pull > 0.0:
            # The bounces left out would have followed each other in a geometric series of times.
            kind, time = "rest", time + 2.0 * impact.speed * elastic / (pull * (1.0 - elastic))
        return ContactEvent(time, kind, tuple(bodies), impact.lost)

    def list_coordinates(self) -> None:
        """List the limits and speed motors of the joints that are not broken."""
        coordinates = self.joints.coordinates
        self._limits = [(int(c), 1.0) for c in np.flatnonzero(np.isfinite(coordinates.bounds[:, 0]))]
        self._limits += [(int(c), -1.0) for c in np.flatnonzero(np.isfinite(coordinates.bounds[:, 1]))]
        self._motors = [int(c) for c in np.flatnonzero(coordinates.motor == SPEED_MOTOR)]

    def touching(self, state: State, touch: float = TOUCH) -> OneSided:
        """Return the rows of everything that is closed at a state, up to a gap of `touch` [m or rad]."""
        detection = self.detection
        features = []
        if detection.possible:
            detection.place(state.center, state.attitude)
            low, high = detection.boxes()
            pairs = detection.pairs(low - touch, high + touch)
            if len(pairs):
                features = make_features(detection, state, pairs, touch)
        limits = []
        if self._limits:
            self.joints.coordinates.evaluate(self.joints.frames)
            value, bounds = self.joints.coordinates.value, self.joints.coordinates.bounds
            limits = [
                (c, sign) for c, sign in self._limits if sign * (value[c] - bounds[c, 0 if sign > 0.0 else 1]) <= touch
            ]
        found = FeatureSet(detection, features)
        return OneSided(self.model, self.joints, found, limits, self._motors, tangents(found, state))

    def check_start(self, state: State) -> None:
        """Refuse a scene whose bodies overlap at the start."""
        if not self.detection.possible:
            return
        self.detection.place(state.center, state.attitude)
        pairs = self.detection.pairs(*self.detection.boxes())
        gap = self.detection.gaps(pairs)
        if len(gap) and gap.min() < -_START_OVERLAP:
            i, j = pairs[int(np.argmin(gap))]
            names = [self.model.names[self.detection.shapes.body[s]] for s in (i, j)]
            raise SceneError(
                f"Bodies '{names[0]}' and '{names[1]}' overlap by {-gap.min():.3g} m at the start. "
                "Move them apart, or let them pass through each other by collision groups."
            )

    def _pairs(self, before: State, after: State) -> IntArray:
        """Return the pairs of shapes whose boxes, swept over the step, meet."""
        if not self.detection.possible:
            return np.zeros((0, 2), dtype=np.int32)
        self.detection.place(before.center, before.attitude)
        low, high = self.detection.boxes()
        self.detection.place(after.center, after.attitude)
        low, high = np.minimum(low, self.detection.shapes.low), np.maximum(high, self.detection.shapes.high)
        # In between a body leaves the boxes of both ends by at most half the way it can go.
        displacement = 0.6 * self._speeds(before, after) * (after.time - before.time)
        margin = displacement[self.detection.shapes.body, None] + TOUCH
        return self.detection.pairs(low - margin, high + margin)

    def _speeds(self, before: State, after: State) -> FloatArray:
        """Return a bound on how fast any shape of each body moves during the step (n,)."""
        bounding_radius = np.zeros(self.model.body_count)
        np.maximum.at(bounding_radius, self.detection.shapes.body, self.detection.bounding_radius)
        linear = np.maximum(np.linalg.norm(before.velocity, axis=1), np.linalg.norm(after.velocity, axis=1))
        turning = np.maximum(
            np.linalg.norm(before.angular_velocity, axis=1), np.linalg.norm(after.angular_velocity, axis=1)
        )
        return np.asarray(1.2 * (linear + turning * bounding_radius) + 1e-12)

    def _approach(self, pairs: IntArray, before: State, after: State) -> FloatArray:
        """Return a bound on how fast each gap closes; limits have none and are looked at in small steps."""
        speeds = self._speeds(before, after)
        body = self.detection.shapes.body
        bound = speeds[body[pairs[:, 0]]] + speeds[body[pairs[:, 1]]] if len(pairs) else np.zeros(0)
        known = self.detection.both_flat(pairs) | (self.detection.solid_side(pairs) >= 0)
        bound[self._are_closed(pairs) & known] = 0.0
        return np.concatenate([bound, np.full(len(self._limits), np.inf)])

    def _open_gaps(self, pairs: IntArray, state: State) -> FloatArray:
        """Return the gaps (m,) of the pairs without the closed points."""
        if not len(pairs):
            return np.zeros(0)
        self.detection.place(state.center, state.attitude)
        gap, both = np.full(len(pairs), FAR), self.detection.both_flat(pairs)
        if both.any():
            gap[both] = self.detection.flat_gaps(pairs[both])[0] - self._least_closed_gap(pairs[both], state)
        gap[~both] = self._round_gaps(np.ascontiguousarray(pairs[~both]), state)
        return gap

    def _least_closed_gap(self, pairs: IntArray, state: State) -> FloatArray:
        """Return the gaps (m,) below which pairs have another contact than the closed ones.

        Held contacts keep their shapes at gap zero, but for rounding: what goes below them is another one.
        """
        closed = self._closed_gaps(state)
        return np.array([closed.get((i, j), 0.0) - _CLOSED_MARGIN * ((i, j) in closed) for i, j in pairs.tolist()])

    def _closed_gaps(self, state: State) -> dict[tuple[int, int], float]:
        """Return the least gap of the contacts of each closed pair of shapes, 0 at most [m]."""
        if self.holding is None:
            return {}
        features, least = self.holding.rows.features, dict[tuple[int, int], float]()
        gap = features.evaluate(state.center, state.attitude)[2]
        for k, feature in enumerate(features.features):
            if self.holding.active[k]:
                pair = feature.key[:2]
                least[pair] = min(least.get(pair, 0.0), float(gap[k]))
        return least

    def _are_closed(self, pairs: IntArray) -> FlagArray:
        """Return which of the pairs of shapes (m, 2) have a closed contact."""
        closed = {key[:2] for key in self._active}
        return np.array([(i, j) in closed for i, j in pairs.tolist()], dtype=bool)

    def _round_gaps(self, pairs: IntArray, state: State) -> FloatArray:
        """Return the gaps (m,) of pairs that are not both polytopes, without the closed points."""
        gap = np.full(len(pairs), FAR)
        if not len(pairs):
            return gap
        points = self.detection.points(pairs)
        closed: dict[tuple[int, int], FloatArray] = {}
        exact = self.detection.solid_side(pairs) >= 0
        if exact.any():
            about = np.full(len(pairs), FAR)
            np.minimum.at(about, points.pair, points.gap)
            gap[exact] = self.detection.cylinder_gaps(pairs[exact], about[exact])
            gap[exact] -= self._least_closed_gap(pairs[exact], state)
        for k, pair in enumerate(points.pair):
            if exact[pair]:
                continue
            i, j = (int(s) for s in pairs[pair])
            if (i, j, int(points.feature[k])) in self._active:
                continue
            if self._rolls(i, j):
                if (i, j) not in closed:
                    closed[i, j] = self._closed_points(i, j, state)
                if np.linalg.norm(closed[i, j] - points.point[k], axis=1).min() < self._same_place(i, j):
                    continue
            gap[pair] = min(gap[pair], points.gap[k])
        return gap

    def _closed_points(self, i: int, j: int, state: State) -> FloatArray:
        """Return the closed points of a pair at a state (c, 3)."""
        assert self.holding is not None
        features = self.holding.rows.features
        own = [k for k, f in enumerate(features.features) if f.key[:2] == (i, j) and self.holding.active[k]]
        return features.evaluate(state.center, state.attitude)[1][own]

    def _same_place(self, i: int, j: int) -> float:
        """Return how near a point of a pair that rolls must be to a held one to be that one, which has wandered [m].

        Concave shapes meet in many places, which take over from each other.
        """
        shapes = self.detection.shapes
        if shapes.concave[i] or shapes.concave[j]:
            return np.inf
        bounding_radius = self.detection.bounding_radius[[i, j]]
        return _WANDERED * float(bounding_radius[bounding_radius > 0.0].min(initial=np.inf))

    def _rolls(self, i: int, j: int) -> bool:
        """Return whether a pair with a round shape is closed: its points move over both surfaces."""
        if self.detection.flat(i) and self.detection.flat(j):
            return False
        return any(key[0] == i and key[1] == j for key in self._active)

    def _open_limits(self, time: float, state: State) -> FloatArray:
        """Return the gap of each unilateral row, without the closed ones."""
        if not self._limits:
            return np.zeros(0)
        self.joints.evaluate(time, state)
        coordinates = self.joints.coordinates
        coordinates.evaluate(self.joints.frames)
        return np.array(
            [
                FAR
                if (c, sign) in self._closed_limits
                else sign * (coordinates.value[c] - coordinates.bounds[c, 0 if sign > 0.0 else 1])
                for c, sign in self._limits
            ]
        )

    def _first_return(
        self, state: State, holding: Holding, wrench: FloatArray, rate: FloatArray, settled: FlagArray
    ) -> float:
        """Return a time within which no parting contact can open and close again unseen [s]."""
        leaving = ~settled & (rate > 0.0)
        if not leaving.any():
            return np.inf
        total = wrench.copy()
        holding.add_forces(state, total)
        self.joints.add_reactions(state, total)
        rows = holding.rows.evaluate(state)
        acceleration = self.joints.accelerations(state, total)[: self.model.body_count]
        pull = -(np.einsum("kij,ij->k", rows.matrix, acceleration) + rows.bias)[: holding.rows.unilateral]
        back = [2.0 * rate[k] / pull[k] for k in np.flatnonzero(leaving) if pull[k] > 0.0]
        return 1.5 * min(back, default=np.inf)


def contact_table(features: FeatureSet, state: State, chosen: FlagArray, impulse: FloatArray) -> NDArray[Any]:
    """Return the chosen (c,) of some contacts with their normal impulses (c,) as `Simulation.contacts` promises."""
    normal, point, gap = features.evaluate(state.center, state.attitude)
    kept = np.flatnonzero(chosen)
    table = np.zeros(len(kept), dtype=CONTACT)
    table["body_a"], table["body_b"] = features.a[kept], features.b[kept]
    table["point"], table["normal"], table["separation"] = point[kept], normal[kept], gap[kept]
    table["impulse"] = impulse[kept]
    return table
