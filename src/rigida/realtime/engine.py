"""The realtime engine: holds model, state, contacts and islands, and advances them by the page in `step`."""

import contextlib
import math
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray
from rigida.constraints.joint_set import JointSet
from rigida.dynamics.compile import compile_scene, place_kinematic
from rigida.dynamics.model import DYNAMIC
from rigida.dynamics.report import StepReport
from rigida.dynamics.state import State, first_non_finite, interpolated
from rigida.errors import DivergedError
from rigida.forces.evaluate import ForceField
from rigida.forces.impulse import strike
from rigida.jit.bind import bind
from rigida.realtime.articulated.articulated import Articulated
from rigida.realtime.bodies.body_rows import BodyRows
from rigida.realtime.bodies.kinematic import carrying_twist
from rigida.realtime.bodies.sleepers import Sleepers
from rigida.realtime.contacts.contact_set import ContactSet
from rigida.realtime.contacts.contact_table import contact_table, told_events
from rigida.realtime.diagnostics import step_notes, went_well
from rigida.realtime.islands.island_set import IslandSet
from rigida.realtime.settings import Realtime
from rigida.realtime.step import take_step
from rigida.realtime.sub_intervals import hardest_hit, parts_for
from rigida.scene.scene import Scene


class RealtimeEngine:
    """Runs one scene with fixed steps; sleeps: whether islands may fall asleep."""

    def __init__(self, scene: Scene, settings: Realtime) -> None:
        self.settings = settings
        self.model, self.state = compile_scene(scene)
        self.forces = ForceField(self.model)
        self.bodies = BodyRows(self.model, self.state)
        self.touch = ContactSet(
            self.model, self.state, self.bodies, settings.margin, settings.field == "exact", settings.threads
        )
        self.islands = IslandSet(self.model, self.state, self.bodies, self.touch, settings)
        self.sleeps = settings.sleeping
        self.articulated: Articulated | None = None
        if scene.joints:
            self.articulated = Articulated(
                self.model, self.state, self.bodies, self.islands, settings.dt, settings.threads
            )
            self.islands.joints = self.articulated
            self.bodies.jointed[self.articulated.members.row] = 1
            self.articulated.settle(self.state, settings.mend)
        self.sleepers = Sleepers(self.model, self.bodies, self.articulated, self.touch.body_reach)
        self._unsettled = False
        self.blows_done = 0
        self.quarantined: list[str] = []
        self._only_weight = not self.model.force_table.code.size and not self.forces.acting
        self._origin, self._steps = 0.0, 0
        self._parts, self._parts_done = 1, 0
        self._before: State | None = None
        self._last_good = self.state.copy()
        self._listens, self._log = False, list[dict[str, Any]]()
        self._first_non_finite = bind(
            first_non_finite, self.state.center, self.state.attitude, self.state.angular_momentum
        )

    @property
    def dt(self) -> float:
        """Time of the step, or of the part of it, that is being taken [s]."""
        return self.islands.dt

    @property
    def events(self) -> NDArray[np.void]:
        """What began and ceased to touch in the last step: began (bool), body_a, body_b."""
        return self.touch.events

    def contact_table(self) -> NDArray[np.void]:
        """Return the contact points of the last step (see `dynamics.contact_table`)."""
        return contact_table(self.touch, self.state, self.bodies)

    def recorded_events(self, start: int = 0) -> list[dict[str, Any]]:
        """Return what began and ceased to touch, from number `start` on, since somebody listens."""
        return self._log[start:]

    @contextlib.contextmanager
    def listening(self) -> Iterator[None]:
        """Keep what begins and ceases to touch while this lasts; other steps take no memory for it."""
        self._listens = True
        try:
            yield
        finally:
            self._listens, self._log = False, []

    def potential_energy(self, state: State) -> float:
        """Return the potential energy of all forces and joint springs that have one [J]."""
        energy = self.forces.potential_energy(state.time, state)
        return energy if self.articulated is None else energy + self.articulated.efforts.potential_energy(state)

    def reactions(self, state: State) -> FloatArray:
        """Return force, and torque about the anchor, of each joint on its body a (joints, 6) over the last step."""
        return np.zeros((0, 6)) if self.articulated is None else self.articulated.reactions(state)

    def motor_efforts(self) -> FloatArray:
        """Return the efforts of motors (coordinates,) over the last step [N or N m]; coordinates must be evaluated."""
        return np.zeros(0) if self.articulated is None else self.articulated.motor_efforts()

    @property
    def joints(self) -> JointSet | None:
        """The joints of the scene; None if it has none."""
        return None if self.articulated is None else self.articulated.joints

    def note_drive(self) -> None:
        """Take note that a motor's target has changed: what it drives wakes, and the next step reads it."""
        if self.articulated is not None:
            self.sleepers.wake(self.articulated.changed_members())

    def advance(self, until: float, land: bool = True) -> StepReport:
        """Take whole steps until `until` is reached or passed by less than a step."""
        state, report, dt = self.state, StepReport(self.state.time), self.settings.dt
        if self._unsettled and self.articulated is not None:
            self.articulated.settle(state, self.settings.mend)
            self._unsettled = False
        while state.time < until and not math.isclose(state.time, until, rel_tol=1e-12):
            end = self._origin + (self._steps + 1) * dt
            # The earlier end is only needed where a frame falls inside the step.
            self._before = state.copy() if end > until * (1.0 + 1e-12) else None
            self._apply_due_blows(end)
            take_step(self, report)
            if self._listens:
                self._log += told_events(self.touch.event_rows, state.time, self.model.names)
            report.steps += 1
        report.time = state.time
        return report

    def sample(self, time: float) -> State:
        """Return the state at a time within the last step."""
        return self.state.copy() if self._before is None else interpolated(self._before, self.state, time)

    def wrenches(self, report: StepReport) -> FloatArray:
        """Return the forces at the begin of the step; a body with a force that is not finite is dealt with first."""
        wrench = self._wrench = self._acting(self.state.time)
        if not self._only_weight:
            for row in np.flatnonzero(~np.isfinite(wrench).all(axis=1)):
                if self.bodies.active[row]:
                    self._stop_body(int(row), "is pulled by a force that is not finite", report)
                wrench[row] = 0.0
        return wrench

    def _acting(self, time: float) -> FloatArray:
        """Return the wrenches (n, 6) of forces and of springs and motors in joints at a time."""
        wrench = self.forces.wrenches(time, self.state)
        pulls = self.articulated is not None and self.articulated.pulls
        if pulls or not self._only_weight:
            wrench = wrench.copy()  # the field writes the next ones into the same place
        if self.articulated is not None and pulls:
            self.articulated.efforts.add(time, self.state, wrench)
        return wrench

    def drive_kinematic(self) -> None:
        """Give bodies on a path the velocity that carries them to their place at the end of the step."""
        if not self.model.paths:
            return
        dt, bodies = self.dt, self.bodies
        bodies.awake[:] = bodies.active
        ahead = self.state.copy()
        place_kinematic(self.model, ahead, self.state.time + dt)
        for row, _ in self.model.paths:
            bodies.twist[row] = carrying_twist(
                self.state.center[row], self.state.attitude[row], ahead.center[row], ahead.attitude[row], dt
            )
            bodies.awake[row] = bool(bodies.twist[row].any())

    def parts(self) -> int:
        """Return in how many parts the step that begins must be taken (see `sub_intervals`); a part is one."""
        touch = self.touch
        if touch.concave is None or self._parts > 1:
            return 1
        way = hardest_hit(
            touch.count,
            touch.contact,
            touch.contact_of,
            touch.slots.impulse,
            self.state.center,
            self.bodies.twist,
            self.dt,
        )
        return parts_for(way, touch.concave.thinnest)

    def divide(self, parts: int) -> None:
        """Take the next steps in so many parts each; impulses that go on from step to step are for a part then."""
        self.touch.slots.scale_impulses(self._parts / parts)
        self._parts, self._parts_done, self.islands.dt = parts, 0, self.settings.dt / parts
        if self.articulated is not None:
            self.articulated.dt = self.islands.dt

    def find_islands(self) -> None:
        """Sort bodies, contacts and joints into islands."""
        articulated = self.articulated
        if articulated is not None:
            self.islands.join(articulated.pairs, articulated.lines, self.touch)
        self.islands.find(self.touch)
        if articulated is not None:
            articulated.hold()

    def move_articulated(self, wrench: FloatArray) -> None:
        """Move articulated groups along their joints: by forces, or by what contacts have made of their velocities."""
        if self.articulated is not None:
            self.articulated.move(wrench)

    def pass_time(self) -> None:
        """Let the time pass, and bodies on a path with it."""
        self._parts_done += 1
        self.state.time = self._origin + (self._steps + self._parts_done / self._parts) * self.settings.dt
        if self._parts_done == self._parts:
            self._steps, self._parts_done = self._steps + 1, 0
        if self.model.paths:
            place_kinematic(self.model, self.state, self.state.time)

    def kick_again(self) -> None:
        """Let forces that have changed over the step correct the second half of their kick on bodies that fly."""
        if self._only_weight and (self.articulated is None or not self.articulated.pulls):
            return
        state, model, half = self.state, self.model, 0.5 * self.dt
        free = (self.islands.island < 0) & (self.bodies.active != 0)
        if self.articulated is not None:
            free[self.articulated.flying()] = True
        before = self._wrench[free]
        after = self._acting(state.time)[free]
        before[~np.isfinite(before)] = 0.0
        after = np.where(np.isfinite(after), after, before)
        state.velocity[free] += half * model.inv_mass[free, None] * (after[:, :3] - before[:, :3])
        state.angular_momentum[free] += half * (after[:, 3:] - before[:, 3:])
        state.refresh()
        if self.articulated is not None:
            self.articulated.joints.close_velocities(state.time, state)
        self.forces.finish_step(state)

    def check(self, report: StepReport) -> None:
        """See that all bodies are finite and say what went badly."""
        state = self.state
        if self.articulated is not None:
            report.notes.extend(self.articulated.finish(state.time, state))
        while (row := self._first_non_finite()) >= 0:
            self._stop_body(row, "turned non-finite", report)
        if self.settings.on_divergence == "quarantine":
            self._last_good.assign(state)
        if not went_well(self):
            report.notes.extend(step_notes(self))

    def restart(self) -> None:
        """Take note that somebody has changed the state by hand: everything wakes and nothing is remembered."""
        self.state.refresh()
        self._unsettled = self.articulated is not None
        self._origin, self._steps = self.state.time, 0
        self.sleepers.wake_all()
        self.islands.wait[:] = 0
        self.touch.forget()

    def snapshot(self) -> dict[str, Any]:
        """Return everything that decides how the run goes on."""
        return {
            "forces": self.forces.snapshot(),
            "state": self.state.copy(),
            "touch": self.touch.snapshot(),
            "active": self.bodies.active.copy(),
            "wait": self.islands.wait.copy(),
            "sleepers": self.sleepers.snapshot(),
            "blows_done": self.blows_done,
            "clock": (self._origin, self._steps),
            "quarantined": list(self.quarantined),
            "joints": None if self.articulated is None else self.articulated.memory(),
        }

    def restore(self, snapshot: dict[str, Any]) -> None:
        """Go back to a snapshot of this engine."""
        self.forces.restore(snapshot["forces"])
        self.state.assign(snapshot["state"])
        self.touch.restore(snapshot["touch"])
        self.bodies.active[:] = snapshot["active"]
        self.islands.wait[:] = snapshot["wait"]
        self.sleepers.restore(snapshot["sleepers"])
        self.blows_done = snapshot["blows_done"]
        self._origin, self._steps = snapshot["clock"]
        self.quarantined = list(snapshot["quarantined"])
        if self.articulated is not None:
            self.articulated.recall(snapshot["joints"])

    def _stop_body(self, row: int, what: str, report: StepReport) -> None:
        """Quarantine a body, or end the run, as the settings say."""
        name, time = self.model.names[row], self.state.time
        message = f"Body '{name}' {what} at t = {time:.6g} s. Use a smaller dt and check its forces."
        if self.settings.on_divergence == "raise" or self.model.motion[row] != DYNAMIC:
            raise DivergedError(message + " on_divergence='quarantine' would stop it and go on.")
        for mine, good in zip(self.state.arrays(), self._last_good.arrays(), strict=True):
            mine[row] = good[row]
        for array in (self.state.velocity, self.state.angular_momentum, self.state.angular_velocity):
            array[row] = 0.0
        self.bodies.active[row] = 0
        self.quarantined.append(name)
        report.notes.append(message + " It was stopped where it was.")

    def _apply_due_blows(self, end: float) -> None:
        """Apply the blows whose time comes within the step."""
        blows, horizon = self.model.blows, end - 1e-9 * self.settings.dt
        while self.blows_done < len(blows) and blows[self.blows_done].time < horizon:
            blow = blows[self.blows_done]
            self.sleepers.wake(np.array([blow.row], dtype=np.int32))
            strike(self.state, blow)
            self.blows_done += 1
