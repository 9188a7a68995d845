"""The precise engine: holds model, state and integrator, and advances them by the page in `step`."""

import contextlib
import time as clock
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray
from rigida.constraints.coordinates import make_limits_rigid, warn_of_speed_limits
from rigida.constraints.couplings import warn_of_ranges
from rigida.constraints.joint_readings import motor_efforts
from rigida.constraints.joint_set import JointSet
from rigida.constraints.projection import settling
from rigida.constraints.start import catch_in_motion
from rigida.dynamics.compile import compile_scene
from rigida.dynamics.contact_event import ContactEvent
from rigida.dynamics.contact_table import CONTACT
from rigida.dynamics.edits import Edits
from rigida.dynamics.energy import kinetic_energy
from rigida.dynamics.model import VACANT, Model
from rigida.dynamics.population import columns_of, enlarged, occupy, vacate, with_forces, with_joints
from rigida.dynamics.report import StepReport
from rigida.dynamics.state import State
from rigida.errors import ModelError, RigidaError, RigidaWarning
from rigida.forces.evaluate import ForceField
from rigida.forces.impulse import apply_impulse
from rigida.math.quaternion import conjugate_array, cross_rows, rotate_array
from rigida.precise.audit import Audit
from rigida.precise.chattering import Chattering
from rigida.precise.contact.contacts import Contacts
from rigida.precise.contact.penalty import Penalty
from rigida.precise.formulation import Formulation
from rigida.precise.integrators import AdaptiveRungeKutta, FixedRungeKutta, FreeTop, Integrator
from rigida.precise.lagrange import Lagrange
from rigida.precise.newton_euler import NewtonEuler
from rigida.precise.radau import RADAU
from rigida.precise.settings import Precise
from rigida.precise.step import advance
from rigida.precise.stiff_switch import StiffSwitch
from rigida.precise.system import System
from rigida.precise.tableau import TABLEAUS, Tableau
from rigida.precise.tuning import SLIP_SHARE
from rigida.scene.body import Body
from rigida.scene.force import Force, ForceRows, ImpulseRow
from rigida.scene.joint import Joint, JointRows
from rigida.scene.scene import Scene

FORMULATIONS: dict[str, type[Formulation]] = {"newton_euler": NewtonEuler, "lagrange": Lagrange}


#: Time between two reports of a long step [s].
_REPORT_INTERVAL = 0.2


class PreciseEngine:
    """Runs one scene (fulfils `dynamics.engine.Engine`)."""

    locates_impacts = True

    def __init__(self, scene: Scene, settings: Precise) -> None:
        self.settings = settings
        self._log: list[ContactEvent] = []
        self._before = 0
        self.audit: Audit | None = None
        self.impulses_done, self.edits = 0, Edits()
        #: Called with the simulated time now and then within a long step.
        self.watch: Callable[[float], None] | None = None
        self._reported, self._warned = 0.0, False
        #: Stands for who takes part: None for those of the scene.
        self._layout: object | None = None
        self._build(*compile_scene(scene))
        self._start()
        kinetic = kinetic_energy(self.model, self.state)
        self.audit = Audit(kinetic, kinetic) if settings.audit else None

    def _build(self, model: Model, state: State) -> None:
        """Set up everything that knows the bodies and joints of a model."""
        settings = self.settings
        self.model, self.state, self.forces = model, state, ForceField(model)
        self.joints = None
        if model.joints:
            self.joints = JointSet(model, model.joint_rows, model.joint_sequence, rotors=True, with_couplings=True)
            warn_of_ranges(self.joints.couplings)
            make_limits_rigid(self.joints.coordinates)
            warn_of_speed_limits(self.joints.coordinates)
        joints = self.joints or JointSet(model, (), ())
        contacts = Contacts(model, joints, settings.rest_speed, SLIP_SHARE * settings.tolerance)
        self.contacts = contacts if contacts.possible and settings.contact == "events" else None
        if self.contacts is not None:
            self.joints = joints
        self.chattering: Chattering | None = None
        if self.contacts is not None:
            self.chattering = Chattering(
                self.contacts,
                self.forces.wrenches,
                tolerance=settings.tolerance,
                rest_speed=settings.rest_speed,
                dt=settings.dt,
            )
        formulation = FORMULATIONS[settings.formulation](model)
        self.system = System(formulation, self.forces, self.joints, settings.stabilization)
        self.integrator = _make_integrator(self.system, settings)
        if settings.contact == "penalty" and contacts.detection.possible:
            interaction_range = settings.penalty_range if settings.penalty_law == "inverse" else 0.0
            self.system.penalty = Penalty(model, contacts.detection, settings.penalty_stiffness, interaction_range)

    def _start(self) -> None:
        """See what touches in a state that was described, and put it on the joints."""
        self.touched = True
        if self.contacts is not None:
            self.contacts.check_start(self.state)
        self.settle()

    def admit(self, body: Body) -> int:
        """Let a body in and return its row."""
        vacant = [row for row, name in enumerate(self.model.names) if name == VACANT]
        if not vacant or body.path is not None:
            self._change(enlarged(self.state, [body]))
            return self.model.body_count - 1
        state = enlarged(self.state)
        occupy(state, vacant[:1], [body])
        self._change(state)
        return vacant[0]

    def dismiss(self, leaving: Mapping[int, Body]) -> None:
        """Take bodies, on which no joint or force acts, away from their rows."""
        state = enlarged(self.state)
        self.forces.loads.drop(leaving)
        vacate(state, leaving)
        paths = tuple((row, path) for row, path in state.model.paths if row not in leaving)
        self._change(State(replace(state.model, paths=paths), state.time, *state.arrays()))

    def rejoin(self, joints: Mapping[Joint, JointRows]) -> None:
        """Let these joints take the place of those there are; those that stay keep motors and turns."""
        self._change(with_joints(self.state, joints))

    def reforce(self, forces: Mapping[Force, ForceRows]) -> None:
        """Let these forces take the place of those there are; those that stay keep what they remember."""
        self._change(with_forces(self.state, forces, self.impulses_done))
        self.impulses_done = 0

    def remodel(self, state: State) -> None:
        """Go on with a state whose model has other constants."""
        self._change(state)

    def apply_impulse(self, impulse: ImpulseRow) -> None:
        """Change the motion of a body now by an impulse, and that of all bodies that hang together with it."""
        before = kinetic_energy(self.model, self.state)
        apply_impulse(self.state, impulse)
        if self.joints is not None:
            # Projected in the metric of the masses, the impulse reaches all of them.
            self.joints.close_velocities(self.state.time, self.state)
        work = kinetic_energy(self.model, self.state) - before
        self.forces.meter.total += work
        if self.audit is not None:
            self.audit.add_impulse(work)
        self.resolve_contacts()
        self.integrator.restart()

    def push(self, row: int, push: FloatArray, point: FloatArray, duration: float) -> None:
        """Let force and torque (6,) act at a point (3,), world [m], of a body for a time [s]."""
        self.forces.apply(self.state, row, push, point, duration)
        self.constants_changed()

    def _change(self, state: State) -> None:
        """Go on with other bodies or joints, or, where they do not fit, as before."""
        parts, kept = dict(self.__dict__), self.snapshot()
        before, forces, energy = self.joints, self.forces, kinetic_energy(self.model, self.state)
        try:
            self._layout = object()
            self._build(state.model, state)
            self.forces.take_over(forces)
            if self.joints is not None and before is not None:
                self.joints.take_over(before)
            if self.joints is not None:
                catch_in_motion(self.joints, self.state, self.settings.start_tolerance)
            self._start()
        except RigidaError:
            self.__dict__.update(parts)
            self.restore(kept)
            raise
        if self.audit is not None:  # what came or went is no work
            came = kinetic_energy(self.model, self.state) - energy
            self.audit.start, self.audit.now = self.audit.start + came, self.audit.now + came

    def advance(self, until: float, land: bool = True) -> StepReport:
        """Move to `until`, or past it by less than a step where the step cannot be cut or need not be."""
        self._before = len(self._log)
        return advance(self, until, land or not self.settings.dense_frames)

    @property
    def events(self) -> Sequence[ContactEvent]:
        """The impacts of the last `advance`."""
        return self._log[self._before :]

    def sample(self, time: float) -> State:
        """Return the state at a time within the last step."""
        if self.chattering is not None and self.chattering.acts and time >= self.state.time:
            return self.state.copy()
        return self.integrator.sample(self.state, time)

    def settle(self) -> StepReport:
        """Put a state that was described or changed by hand on the joints, and see what touches."""
        report = StepReport(self.state.time)
        if self.touched and self.joints is not None:
            settling(self.edits, self.settings.start_tolerance, report)(self.joints, self.state)
            self.resolve_contacts()
        self.touched, self.edits = False, Edits()
        return report

    def restart(self) -> None:
        """Record that the user has changed the state."""
        self.touched = True
        self.state.refresh()
        self.integrator.restart()

    def resolve_contacts(self) -> None:
        """Apply impacts where bodies approach now, and determine the closed contacts."""
        if self.contacts is None:
            return
        if self.chattering is not None and self.chattering.acts:
            return self.chattering.stepping.forget()
        event = self.contacts.resolve(self.state.time, self.state, self.forces.wrenches)
        if event is None and not self._log:  # with impacts none is needed to know that bodies touch
            event = self.contacts.start_of_touch(self.state.time)
        if event is not None:
            self._log.append(event)
            if self.audit is not None:
                self.audit.add_impact(event.lost or 0.0)
        self.system.holding = self.contacts.holding

    def potential_energy(self, state: State) -> float:
        """Return the potential energy of all forces and joint springs that have one [J]."""
        energy = self.forces.potential_energy(state.time, state)
        if self.joints is not None and self.joints.coordinates.acting:
            self.joints.measure(state.time, state)
            energy += self.joints.coordinates.potential_energy()
        return energy

    def targets_changed(self) -> None:
        """Record that a motor's target has changed, so the last derivative and the closed contacts are outdated."""
        holding = self.system.holding
        if holding is not None and holding.rows.motors:
            self.resolve_contacts()
        self.integrator.restart()

    def constants_changed(self) -> None:
        """Record that masses, frictions, springs or gains have changed while the state stays."""
        self.resolve_contacts()
        self.integrator.restart()

    def report_progress(self, time: float) -> None:
        """Report the progress to the user's function, at most a few times a second."""
        if self.watch is not None and clock.monotonic() - self._reported > _REPORT_INTERVAL:
            self._reported = clock.monotonic()
            self.watch(time)

    def begin_chattering(self) -> None:
        """Let time stepping act from now on."""
        if self.chattering is not None:
            self.chattering.begin(self.state.time)
            self.system.holding = None

    def warn_of_chattering(self, chattering: Chattering, report: StepReport) -> None:
        """Note that contacts or limits chattered in this step; where bodies touch, the first time is a warning too."""
        pairs = chattering.stepping.pairs()
        listed = "; ".join(f"'{a}' and '{b}'" for a, b in pairs[:3]) or "all bodies"
        more = f" and {len(pairs) - 3} more pairs" if len(pairs) > 3 else ""
        note = (
            f"Contact chattering from t = {chattering.since:.6g} s to {self.state.time:.6g} s: the contacts of {listed}"
            f"{more} change faster than they can be located. Time stepping of second order went on, with an error of "
            f"at most {chattering.stepping.worst:.1g} of a body's size in a step. A lower `tolerance` lowers it."
        )
        report.notes.append(note)
        if pairs and not self._warned:
            self._warned = True
            warnings.warn(note, RigidaWarning, stacklevel=5)

    def reactions(self, state: State) -> FloatArray:
        """Return force, and torque about the anchor, of each joint on its body a (joints, 6), world frame."""
        if self.joints is None:
            return np.zeros((0, 6))
        self.system.wrenches(state.time, state)
        total = self.joints.reactions()
        if self.system.holding is not None:
            self.system.holding.add_limit_reactions(total)
        return total

    def accelerations(self) -> FloatArray:
        """Return acceleration of the centre of mass and angular acceleration of each body (n, 6), world, now."""
        model, state = self.model, self.state
        wrench = self.system.wrenches(state.time, state)
        torque = wrench[:, 3:] - cross_rows(state.angular_velocity, state.angular_momentum)
        turned = model.inv_inertia * rotate_array(conjugate_array(state.attitude), torque)
        return np.hstack([model.inv_mass[:, None] * wrench[:, :3], rotate_array(state.attitude, turned)])

    def motor_efforts(self) -> FloatArray:
        """Return the efforts of motors (coordinates,) [N or N m]; reactions and coordinates must be evaluated."""
        if self.joints is None:
            return np.zeros(0)
        efforts = motor_efforts(self.joints.coordinates)
        holding = self.system.holding
        if holding is not None and holding.rows.motors:
            efforts[holding.rows.motors] = holding.force[-len(holding.rows.motors) :]
        return efforts

    def snapshot(self) -> dict[str, Any]:
        """Return everything that decides how the run goes on."""
        return {
            "layout": self._layout,
            "state": self.state.copy(),
            "integrator": self.integrator.snapshot(),
            "joints": None if self.joints is None else self.joints.snapshot(),
            "contacts": None if self.contacts is None else self.contacts.snapshot(),
            "chattering": None if self.chattering is None else self.chattering.snapshot(),
            "events": len(self._log),
            "audit": replace(self.audit) if self.audit is not None else None,
            "impulses_done": self.impulses_done,
            "touched": self.touched,
            "edits": self.edits.copy(),
            "forces": self.forces.snapshot(),
            "columns": columns_of(self.model),
        }

    def restore(self, snapshot: dict[str, Any]) -> None:
        """Go back to a snapshot of this engine."""
        if snapshot["layout"] is not self._layout:
            again = enlarged(snapshot["state"])
            self._layout = snapshot["layout"]
            self._build(again.model, again)
        for name, column in snapshot["columns"].items():
            getattr(self.model, name)[:] = column
        self.forces.restore(snapshot["forces"])
        self.state.assign(snapshot["state"])
        self.integrator.restore(snapshot["integrator"])
        if self.joints is not None:
            self.joints.restore(snapshot["joints"])
        self.impulses_done = int(snapshot["impulses_done"])
        self.touched, self.edits = bool(snapshot["touched"]), snapshot["edits"].copy()
        self.audit = replace(snapshot["audit"]) if snapshot["audit"] is not None else None
        del self._log[snapshot["events"] :]
        if self.contacts is not None:
            self.contacts.restore(snapshot["contacts"])
            if self.chattering is not None:
                self.chattering.restore(snapshot["chattering"])
            self.system.holding = self.contacts.holding

    def recorded_events(self, start: int = 0) -> Sequence[ContactEvent]:
        """Return the impacts so far, from number `start` on."""
        return self._log[start:]

    def listening(self) -> contextlib.AbstractContextManager[None]:
        """Return a context in which events are kept: they always are."""
        return contextlib.nullcontext()

    def contact_table(self) -> NDArray[Any]:
        """Return the contacts of this moment (see `Simulation.contacts`)."""
        if self.contacts is None:
            return np.zeros(0, dtype=CONTACT)
        if self.chattering is not None and self.chattering.acts:
            return self.chattering.stepping.table(self.state, self.settings.dt)
        return self.contacts.table(self.state, self.settings.dt)


def _make_integrator(system: System, settings: Precise) -> Integrator:
    if settings.integrator == "moser_veselov":
        if system.joints is not None:
            raise ModelError("Precise: integrator 'moser_veselov' moves free bodies only. Take 'dop853' for joints.")
        return FreeTop(system.forces, settings.dt)
    tableau = RADAU if settings.integrator == "radau" else TABLEAUS[settings.integrator]
    if not tableau.adaptive:
        return FixedRungeKutta(tableau, system, settings.dt)
    integrator = _adaptive(tableau, system, settings)
    if settings.integrator == "dop853" and settings.switch_when_stiff:
        return StiffSwitch(integrator, _adaptive(RADAU, system, settings))
    return integrator


def _adaptive(tableau: Tableau, system: System, settings: Precise) -> AdaptiveRungeKutta:
    return AdaptiveRungeKutta(
        tableau,
        system,
        tolerance=settings.tolerance,
        first=settings.dt,
        smallest=settings.min_step,
        largest=min(settings.max_step, system.forces.max_step),
    )
