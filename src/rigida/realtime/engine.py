"""The realtime engine: holds the world of a scene, and advances it step by step by the page in `step`."""

import contextlib
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray, IntArray
from rigida.dynamics.compile import compile_scene
from rigida.dynamics.contact_event import ContactEvent
from rigida.dynamics.edits import Edits
from rigida.dynamics.energy import kinetic_energy
from rigida.dynamics.model import Model
from rigida.dynamics.population import with_forces
from rigida.dynamics.report import StepReport
from rigida.dynamics.state import State, interpolated
from rigida.errors import RigidaError
from rigida.forces.evaluate import ForceField
from rigida.forces.impulse import apply_impulse
from rigida.realtime import population
from rigida.realtime.contacts.contact_table import contact_events, contact_table
from rigida.realtime.settings import Realtime
from rigida.realtime.step import find_contacts, finish_step, try_step
from rigida.realtime.stiff_forces import turning_parts
from rigida.realtime.sub_intervals import interval_count
from rigida.realtime.tuning import (
    APPROACH,
    GROWTH,
    MOST_PARTS,
    SAFETY,
    SHORTEST_APPROACH,
    SHORTEST_STEP,
    SHRINKS,
    STEADY_STEPS,
)
from rigida.realtime.world import World
from rigida.scene.body import Body
from rigida.scene.force import Force, ForceRows, ImpulseRow
from rigida.scene.joint import Joint, JointRows
from rigida.scene.scene import Scene

if TYPE_CHECKING:
    from rigida.constraints.joint_set import JointSet


class RealtimeEngine:
    """Runs one scene with fixed steps (fulfils `dynamics.engine.Engine`)."""

    audit = None
    locates_impacts = False
    #: Whether a step is divided where bodies collide, tumble or roll in it. Copies of a world step together, so that
    #: one of them must not divide the steps of the others.
    divides_steps = True

    def __init__(self, scene: Scene, settings: Realtime) -> None:
        self.settings = settings
        self._before: State | None = None
        self._listens, self._log = False, list[ContactEvent]()
        self._names_then: tuple[str, ...] | None = None
        self._unsettled, self._impulses_done, self._part = True, 0, settings.dt
        self._flight_part, self._steady = settings.dt, 0.0
        self.edits = Edits()
        #: Bodies added to rows, None for removed ones, until they are processed (see `population.seat`).
        self.changes: dict[int, Body | None] = {}
        self.leaving: dict[int, Body] = {}
        self.enter(World(*compile_scene(scene), settings))
        self.settle()

    def enter(self, world: World) -> None:
        """Go on in a world."""
        self.world = world
        self.forces: ForceField = world.field

    def _present(self) -> World:
        """Return the world, with those in it who have come, and without those who have gone."""
        if self.changes:
            population.seat(self)
        return self.world

    @property
    def model(self) -> Model:
        """The constant arrays of all bodies."""
        return self._present().model

    @property
    def state(self) -> State:
        """The moving arrays of all bodies."""
        return self._present().state

    def admit(self, body: Body) -> int:
        """Let a body in and return its row."""
        self._names_then = self._names_then or self.world.model.names
        return population.admit(self, body)

    def dismiss(self, leaving: Mapping[int, Body]) -> None:
        """Take bodies, on which no joint or force acts, away from their rows."""
        self._names_then = self._names_then or self.world.model.names
        population.dismiss(self, leaving)

    def rejoin(self, joints: Mapping[Joint, JointRows]) -> None:
        """Let these joints take the place of those there are."""
        with self._changing():
            population.rejoin(self, joints)

    def reforce(self, forces: Mapping[Force, ForceRows]) -> None:
        """Let these forces take the place of those there are; those that stay keep what they remember."""
        self.remodel(with_forces(self.state, forces, self._impulses_done))
        self._impulses_done = 0

    def remodel(self, state: State) -> None:
        """Go on with a state whose model has other constants."""
        with self._changing():
            population.remodel(self, state)

    @contextlib.contextmanager
    def _changing(self) -> Iterator[None]:
        """Return to the present world where a change of it fails."""
        kept, world = self.snapshot(), self.world
        self._names_then = self._names_then or world.model.names
        try:
            yield
        except RigidaError:
            self.enter(world)
            self.restore(kept)
            raise

    @property
    def joints(self) -> "JointSet | None":
        """The joints of the scene; None if it has none."""
        return None if self.world.articulated is None else self.world.articulated.joints

    @property
    def quarantined(self) -> list[str]:
        """Names of the bodies that diverged and were stopped."""
        return self._present().quarantine.names

    @property
    def events(self) -> Sequence[ContactEvent]:
        """What began and ceased to touch in the last step."""
        return contact_events(self.world.contacts.event_rows, self.state.time, self._names_then or self.model.names)

    def recorded_events(self, start: int = 0) -> Sequence[ContactEvent]:
        """Return what began and ceased to touch, from number `start` on."""
        return self._log[start:]

    @contextlib.contextmanager
    def listening(self) -> Iterator[None]:
        """Keep what begins and ceases to touch while this lasts; other steps take no memory for it."""
        self._listens = True
        try:
            yield
        finally:
            self._listens, self._log = False, []

    def contact_table(self) -> NDArray[np.void]:
        """Return the contact points of the last step (see `dynamics.contact_table`)."""
        world = self._present()
        return contact_table(world.contacts, world.bodies)

    def potential_energy(self, state: State) -> float:
        """Return the potential energy of all forces and joint springs that have one [J]."""
        return self.world.potential_energy(state)

    def reactions(self, state: State) -> FloatArray:
        """Return force, and torque about the anchor, of each joint on its body a (joints, 6) over the last step."""
        articulated = self.world.articulated
        return np.zeros((0, 6)) if articulated is None else articulated.reactions(state)

    def accelerations(self) -> FloatArray:
        """Return the mean accelerations (n, 6), linear and angular, of all bodies over the last step, world."""
        return self._present().quarantine.accelerations()

    def motor_efforts(self) -> FloatArray:
        """Return the efforts of motors (coordinates,) over the last step [N or N m]; coordinates must be evaluated."""
        return np.zeros(0) if self.world.articulated is None else self.world.articulated.motor_efforts()

    def targets_changed(self) -> None:
        """Take note that a motor's target has changed: what it drives wakes, and the next step reads it."""
        if self.settings.sleeping and self.world.articulated is not None:
            self.world.sleepers.wake(self.world.articulated.changed_members())
        articulated = self.world.articulated
        if articulated is not None and articulated.joints.coordinates.actuators.sloped:
            articulated.constants_changed()

    def constants_changed(self) -> None:
        """Take note that masses, frictions, springs or gains have changed while the state stays."""
        self.world.sleepers.wake_all()
        self.world.measure()
        self.world.kept_population, self.world.as_described = None, False
        if self.world.articulated is not None:
            self.world.articulated.constants_changed()

    def advance(self, until: float, land: bool = True) -> StepReport:
        """Take whole steps until `until` is reached or passed by less than a step."""
        state, world = self.state, self.world
        clock, impulses = world.clock, world.model.impulses
        report = self.settle()
        world.renew()
        while state.time < until and not math.isclose(state.time, until, rel_tol=1e-12):
            self._names_then = None
            # The earlier end is only needed where a frame falls inside the step.
            end = clock.step_end
            self._before = state.copy() if end > until * (1.0 + 1e-12) else None
            if impulses:
                self._apply_due_impulses(end)
            self._step(report)
            if self._listens and self.world.contacts.event_count:
                self._log += self.events
            report.steps += 1
        report.time = state.time
        return report

    def _step(self, report: StepReport) -> None:
        """Advance by one dt, in parts where bodies collide in it, paths are curved, or the error would be too large."""
        w, dt = self.world, self.settings.dt
        w.contacts.log.clear()
        if w.articulated is not None:
            w.articulated.acted.begin_step()
        if self.divides_steps:
            w.begin_step()
        find_contacts(w, dt, report)
        if self.divides_steps:
            w.allow_parts()
            longest = self._longest_part()
            if min(longest, self._part, self._time_to_limit(dt)) < dt or w.collisions.time_to_touch() < math.inf:
                self._step_in_parts(longest, report)
                return
        if not self._take(dt, self._shortest_part(), report):
            self._step_in_parts(dt, report)

    def _longest_part(self) -> float:
        """Return the longest part of dt for walls, fast joints, stiff forces and paths [s]; no estimate covers it."""
        w, dt = self.world, self.settings.dt
        longest = dt
        if w.articulated is not None or w.contacts.concave is not None or w.stiff.most or len(w.stiff.turned):
            longest = dt / max(interval_count(w, dt), turning_parts(w.stiff, dt))
        if w.model.paths and w.contacts.concave is None:  # a press would push thin walls through in short parts
            longest = min(longest, dt / min(w.paths.parts, max(w.collisions.most_parts, 1)))
        if w.document is not None and w.document.joints is not None:
            longest = min(longest, dt / w.document.joints.parts(dt))
        return longest

    def _shortest_part(self) -> float:
        """Return the part of dt that is not taken again, whatever its error: longer, the more a part costs [s]."""
        w, dt = self.world, self.settings.dt
        return dt / (1 + w.parts)

    def _approaches(self) -> int:
        """Return how often in a step joints may be brought to where they rebound; the document's method does so too."""
        return MOST_PARTS if self.world.document is not None else self.world.parts

    def _time_to_limit(self, left: float) -> float:
        """Return the part of the time left in this step after which a joint is nearer to where it rebounds [s]."""
        articulated = self.world.articulated
        if articulated is None or self._approaches() == 0:
            return left
        time, shortest = articulated.time_to_limit(), SHORTEST_APPROACH * self.settings.dt
        if time <= shortest and self.world.document is not None:  # no error control: it rebounds before forces act
            return min(2.0 * shortest, left)
        return APPROACH * time if shortest < time < left else left

    def _step_in_parts(self, longest: float, report: StepReport) -> None:
        """Advance by one dt whose contacts have been found, by at most `longest` [s] at once and up to each collision.

        A part whose error is too large is taken again, shorter. Impulses that warm-start a part are those of a part as
        long as it is.
        """
        w, dt = self.world, self.settings.dt
        events, left, last = list[IntArray](), dt, dt
        approaches = self._approaches()
        impacts, shortest = w.collisions.most_parts if w.collisions.may_happen else 0, self._shortest_part()
        w.contacts.cache.keep_loads()
        if w.articulated is not None:
            w.articulated.begin_parts()
        while left > 0.0:
            h = min(self._part, longest, left)
            h = left if left - h < SHORTEST_STEP * dt else (0.5 * left if left - h < 0.5 * h else h)
            if approaches > 0:
                ahead = self._time_to_limit(left)
                approaches, h = approaches - (ahead < h), min(h, ahead)
            if impacts > 0:
                impacts, h = impacts - 1, min(h, w.collisions.time_to_touch())
            if h == 0.0:
                if w.collisions.apply_impacts():
                    find_contacts(w, left, report)
                    continue
                h = SHORTEST_STEP * dt  # what does not rebound is stopped by all contacts at once, before forces act
            h = left if left - h < 0.5 * SHORTEST_STEP * dt else h
            w.contacts.cache.scale_impulses(h / last, h / dt)
            last = h
            if w.articulated is not None:
                w.articulated.fit_part(h)
            with w.collisions.spared() if impacts > 0 else contextlib.nullcontext():
                if not self._take(h, shortest, report):
                    continue
            events.append(w.contacts.event_rows)
            w.contacts.log.add_part(w.contacts)
            left -= h
            if left > 0.0:
                find_contacts(w, left, report)
        w.contacts.cache.scale_impulses(dt / last, 1.0)
        if w.articulated is not None:
            w.articulated.end_parts()
        w.contacts.gather_events(events[:-1])

    def _take(self, h: float, shortest: float, report: StepReport) -> bool:
        """Take a step of h [s] whose contacts have been found; return whether its error is small enough.

        If not, the state is that before it, and `_part` is the length for which the error, of second order, would be.
        The error of what flies under forces, of third order, is known afterwards; it decides the next part's length.
        """
        w, accuracy = self.world, self.settings.accuracy
        before = w.state.copy() if w.field.meter.acts else None
        w.clock.take(h)
        error = try_step(w, h)
        factor = SAFETY * math.sqrt(accuracy / error) if error > 0.0 else GROWTH
        if error > accuracy and h > 1.0001 * shortest and w.corrector is not None:
            w.corrector.restore(h)
            self._part = max(h * max(factor, SHRINKS), shortest)
            return False
        flown = finish_step(w, h, before, report)
        if w.corrector is not None and (flown > 0.0 or self._flight_part < self.settings.dt):
            self._fit_flight(h, h * SAFETY * (accuracy / flown) ** (1.0 / 3.0) if flown > 0.0 else self.settings.dt)
            error = max(error, flown)
        if error > 5.0 * accuracy:
            report.accuracy_missed = max(report.accuracy_missed, error)
        cut = self._part if h < self._part and factor > 1.0 else shortest  # at a collision, not by the error
        self._part = min(max(h * min(factor, GROWTH), cut), max(self._flight_part, shortest))
        return True

    def _fit_flight(self, h: float, accurate: float) -> None:
        """Choose the length of parts in flight after one of h [s]; accurate: the length that suited its forces [s]."""
        dt = self.settings.dt
        self._steady += h / dt
        if accurate < self._flight_part or self._steady > STEADY_STEPS:
            self._flight_part = dt / max(math.ceil(dt / accurate), 1)
        if accurate < 2.0 * self._flight_part:
            self._steady = 0.0

    def sample(self, time: float) -> State:
        """Return the state at a time within the last step."""
        return self.state.copy() if self._before is None else interpolated(self._before, self.state, time)

    def restart(self) -> None:
        """Wake all bodies and clear the memory after the user has changed the state."""
        w = self._present()
        w.state.refresh()
        self._unsettled, self._part = True, self.settings.dt
        self._flight_part, self._steady = self.settings.dt, 0.0
        w.clock.restart(self.state.time)
        w.sleepers.wake_all()
        w.direct.back_off[:] = 0
        w.contacts.forget()
        w.overlaps.start()
        w.quarantine.forget()
        if w.articulated is not None:
            w.articulated.forget()

    def snapshot(self) -> dict[str, Any]:
        """Return everything that decides how the run goes on."""
        state, w = self.state.copy(), self.world
        w.renew()
        return {
            "population": population.population(w),
            "unsettled": self._unsettled,
            "edits": self.edits.copy(),
            "forces": self.forces.snapshot(),
            "state": state,
            "contacts": w.contacts.snapshot(),
            "overlaps": w.overlaps.snapshot(),
            "active": w.bodies.active.copy(),
            "before": w.bodies.before.copy(),
            "back_off": w.direct.back_off.copy(),
            "sleepers": w.sleepers.snapshot(),
            "impulses_done": self._impulses_done,
            "clock": w.clock.snapshot(),
            "part": (self._part, self._flight_part, self._steady),
            "stiff": w.stiff.snapshot(),
            "quarantine": w.quarantine.snapshot(),
            "joints": None if w.articulated is None else w.articulated.snapshot(),
        }

    def restore(self, snapshot: dict[str, Any]) -> None:
        """Go back to a snapshot of this engine."""
        self.changes.clear()
        self.leaving.clear()
        population.bring_back(self, snapshot["population"])
        w, self._names_then = self.world, None
        self._unsettled, self.edits = bool(snapshot["unsettled"]), snapshot["edits"].copy()
        self.forces.restore(snapshot["forces"])
        self.state.assign(snapshot["state"])
        w.contacts.restore(snapshot["contacts"])
        w.overlaps.restore(snapshot["overlaps"])
        w.bodies.active[:], w.bodies.before[:] = snapshot["active"], snapshot["before"]
        w.direct.back_off[:] = snapshot["back_off"]
        w.sleepers.restore(snapshot["sleepers"])
        self._impulses_done = snapshot["impulses_done"]
        w.clock.restore(snapshot["clock"])
        self._part, self._flight_part, self._steady = snapshot["part"]
        w.stiff.restore(snapshot["stiff"])
        w.quarantine.restore(snapshot["quarantine"])
        if w.articulated is not None:
            w.articulated.restore(snapshot["joints"])

    def settle(self) -> StepReport:
        """Put a state that was described or changed by hand on the joints; the report says what was not kept."""
        report = StepReport(self.state.time)
        if self._unsettled or self.edits.given:
            if self._unsettled and self.world.articulated is not None:
                from rigida.constraints.projection import settling  # only where there are joints

                close = settling(self.edits, self.settings.start_tolerance, report)
                self.world.articulated.settle(self.state, close)
            self._unsettled, self.edits = False, Edits()
        return report

    def _apply_due_impulses(self, end: float) -> None:
        """Apply the impulses of the scene whose time comes within the step."""
        due, horizon = self.model.impulses, end - 1e-9 * self.settings.dt
        while self._impulses_done < len(due) and due[self._impulses_done].time < horizon:
            self.apply_impulse(due[self._impulses_done])
            self._impulses_done += 1

    def apply_impulse(self, impulse: ImpulseRow) -> None:
        """Change the motion of a body now by an impulse."""
        w, rows = self._present(), np.array([impulse.row], dtype=np.int32)
        w.sleepers.wake(rows)
        before = kinetic_energy(w.model, w.state)
        apply_impulse(w.state, impulse)
        work = kinetic_energy(w.model, w.state) - before
        w.field.meter.total += work
        w.quarantine.add_work(work)
        w.quarantine.renew(rows)

    def push(self, row: int, push: FloatArray, point: FloatArray, duration: float) -> None:
        """Let force and torque (6,) act at a point (3,), world [m], of a body for a time [s]."""
        self._present().sleepers.wake(np.array([row], dtype=np.int32))
        self.forces.apply(self.state, row, push, point, duration)
