"""The realtime engine: holds model, state, contacts and islands, and advances them by the page in `step`."""

import math
from typing import Any

import numpy as np

from rigida.dynamics.compile import compile_scene, place_kinematic
from rigida.dynamics.report import StepReport
from rigida.dynamics.state import State, first_non_finite, interpolated
from rigida.errors import DivergedError, SceneError
from rigida.fields import FloatArray
from rigida.forces.evaluate import ForceField
from rigida.forces.impulse import strike
from rigida.math.axis_angle import rotation_vector_from_quaternion_array
from rigida.math.quaternion import conjugate_array, multiply_array
from rigida.realtime.body_rows import BodyRows
from rigida.realtime.contact_set import ContactSet
from rigida.realtime.island_set import IslandSet
from rigida.realtime.settings import Realtime
from rigida.realtime.step import take_step
from rigida.scene.scene import Scene


class RealtimeEngine:
    """Runs one scene with fixed steps."""

    def __init__(self, scene: Scene, settings: Realtime) -> None:
        if scene.joints:
            names = ", ".join(str(joint.name) for joint in scene.joints)
            raise SceneError(f"The realtime engine moves bodies without joints only; the scene has joints: {names}.")
        self.settings = settings
        self.model, self.state = compile_scene(scene)
        self.forces = ForceField(self.model)
        self.bodies = BodyRows(self.model)
        self.contacts_found = ContactSet(self.model, settings.margin)
        self.islands = IslandSet(self.model, settings)
        self.blows_done = 0
        self._steps = 0
        self._origin = 0.0
        self._before: State | None = None

    @property
    def contacts(self) -> ContactSet:
        return self.contacts_found

    def advance(self, until: float, land: bool = True) -> StepReport:
        """Take whole steps until `until` is reached or passed by less than a step."""
        state, report, dt = self.state, StepReport(self.state.time), self.settings.dt
        while state.time < until and not math.isclose(state.time, until, rel_tol=1e-12):
            end = self._origin + (self._steps + 1) * dt
            # The earlier end is only needed where a frame falls inside the step.
            self._before = state.copy() if end > until * (1.0 + 1e-12) else None
            self._apply_due_blows(end)
            take_step(self)
            report.steps += 1
        report.time = state.time
        return report

    def sample(self, time: float) -> State:
        """Return the state at a time within the last step."""
        return self.state.copy() if self._before is None else interpolated(self._before, self.state, time)

    def wrenches(self) -> FloatArray:
        return self.forces.wrenches(self.state.time, self.state)

    def drive_kinematic(self) -> None:
        """Give bodies on a path the velocity that carries them to their place at the end of the step."""
        if not self.model.paths:
            return
        dt = self.settings.dt
        ahead = self.state.copy()
        place_kinematic(self.model, ahead, self.state.time + dt)
        for row, _ in self.model.paths:
            turn = multiply_array(ahead.attitude[row], conjugate_array(self.state.attitude[row]))
            self.bodies.twist[row, :3] = (ahead.center[row] - self.state.center[row]) / dt
            self.bodies.twist[row, 3:] = rotation_vector_from_quaternion_array(turn) / dt

    def finish_step(self) -> None:
        """Let the time pass and see that all is well."""
        state = self.state
        self._steps += 1
        state.time = self._origin + self._steps * self.settings.dt
        if self.model.paths:
            place_kinematic(self.model, state, state.time)
        row = first_non_finite(state.center, state.attitude, state.angular_momentum)
        if row >= 0:
            raise DivergedError(f"Body '{self.model.names[row]}' turned non-finite at t = {state.time:.6g} s. Use a smaller dt.")

    def restart(self) -> None:
        """Take note that somebody has changed the state by hand."""
        self.state.refresh()
        self._origin, self._steps = self.state.time, 0
        self.contacts.forget()

    def snapshot(self) -> dict[str, Any]:
        return {"state": self.state.copy(), "contacts": self.contacts.snapshot(), "blows_done": self.blows_done, "clock": (self._origin, self._steps)}

    def restore(self, snapshot: dict[str, Any]) -> None:
        self.state.assign(snapshot["state"])
        self.contacts.restore(snapshot["contacts"])
        self.blows_done = snapshot["blows_done"]
        self._origin, self._steps = snapshot["clock"]

    def _apply_due_blows(self, end: float) -> None:
        """Apply the blows whose time comes within the step."""
        blows, horizon = self.model.blows, end - 1e-9 * self.settings.dt
        while self.blows_done < len(blows) and blows[self.blows_done].time < horizon:
            strike(self.state, blows[self.blows_done])
            self.blows_done += 1
