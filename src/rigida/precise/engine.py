"""The precise engine: holds model, state and integrator, and advances them by the page in `step`."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rigida.constraints.joint_set import JointSet
from rigida.dynamics.compile import compile_scene
from rigida.dynamics.contact_table import CONTACT
from rigida.dynamics.energy import kinetic_energy
from rigida.dynamics.report import StepReport
from rigida.dynamics.state import State
from rigida.forces.evaluate import ForceField
from rigida.precise.audit import Audit
from rigida.precise.contact.contacts import ContactEvent, Contacts
from rigida.precise.contact.penalty import Penalty
from rigida.precise.formulation import Formulation
from rigida.precise.integrators import AdaptiveRungeKutta, FixedRungeKutta, FreeTop, Integrator
from rigida.precise.lagrange import Lagrange
from rigida.precise.newton_euler import NewtonEuler
from rigida.precise.settings import Precise
from rigida.precise.step import advance
from rigida.precise.tableau import TABLEAUS
from rigida.scene.scene import Scene

FORMULATIONS: dict[str, type[Formulation]] = {"newton_euler": NewtonEuler, "lagrange": Lagrange}


class PreciseEngine:
    """Runs one scene."""

    def __init__(self, scene: Scene, settings: Precise) -> None:
        self.settings = settings
        self.model, self.state = compile_scene(scene)
        self.forces = ForceField(self.model)
        self.joints = JointSet(self.model, self.model.joint_rows, range(len(scene.joints))) if scene.joints else None
        joints = self.joints or JointSet(self.model, (), ())
        contacts = Contacts(self.model, joints, settings.rest_speed)
        self.contacts = contacts if contacts.possible and settings.contact == "events" else None
        if self.contacts is not None:
            self.joints = joints
        self.events: list[ContactEvent] = []
        self.integrator = _make_integrator(self, settings)
        self.blows_done = 0
        kinetic = kinetic_energy(self.model, self.state)
        self.audit = Audit(kinetic, kinetic) if settings.audit else None
        if self.contacts is not None:
            self.contacts.check_start(self.state)
            self.resolve_contacts()
        if settings.contact == "penalty" and contacts.detection.possible:
            self.integrator.penalize(Penalty(self.model, contacts.detection, settings.penalty_stiffness))

    def advance(self, until: float, land: bool = True) -> StepReport:
        """Move to `until`, or past it by less than a step where the step cannot be cut or need not be."""
        return advance(self, until, land or not self.settings.dense_frames)

    def sample(self, time: float) -> State:
        """Return the state at a time within the last step."""
        return self.integrator.sample(self.state, time)

    def restart(self) -> None:
        """Take note that somebody has changed the state by hand."""
        self.state.refresh()
        self.resolve_contacts()
        self.integrator.restart()

    def resolve_contacts(self) -> None:
        """Strike what approaches now, and decide which contacts hold."""
        if self.contacts is None:
            return
        event = self.contacts.resolve(self.state.time, self.state, self.forces.wrenches)
        if event is not None:
            self.events.append(event)
            if self.audit is not None:
                self.audit.add_impact(event.lost)
        self.integrator.hold(self.contacts.holding)

    def snapshot(self) -> dict[str, Any]:
        """Return everything that decides how the run goes on."""
        return {
            "state": self.state.copy(),
            "memory": self.integrator.memory(),
            "blows_done": self.blows_done,
            "contacts": None if self.contacts is None else self.contacts.memory(),
            "events": len(self.events),
        }

    def restore(self, snapshot: dict[str, Any]) -> None:
        """Go back to a snapshot of this engine."""
        self.state.assign(snapshot["state"])
        self.integrator.recall(snapshot["memory"])
        self.blows_done = snapshot["blows_done"]
        del self.events[snapshot["events"] :]
        if self.contacts is not None:
            self.contacts.recall(snapshot["contacts"])
            self.integrator.hold(self.contacts.holding)

    def contact_table(self) -> NDArray[Any]:
        """Return the contacts of this moment (see `Simulation.contacts`)."""
        if self.contacts is None:
            return np.zeros(0, dtype=CONTACT)
        return self.contacts.table(self.state, self.settings.dt)


def _make_integrator(engine: PreciseEngine, settings: Precise) -> Integrator:
    if settings.integrator == "moser_veselov":
        return FreeTop(engine.forces, settings.dt)
    tableau = TABLEAUS[settings.integrator]
    formulation = FORMULATIONS[settings.formulation](engine.model)
    if not tableau.adaptive:
        return FixedRungeKutta(tableau, formulation, engine.forces, engine.joints, settings.dt)
    return AdaptiveRungeKutta(
        tableau,
        formulation,
        engine.forces,
        engine.joints,
        tolerance=settings.tolerance,
        first=settings.dt,
        smallest=settings.min_step,
        largest=settings.max_step,
    )
