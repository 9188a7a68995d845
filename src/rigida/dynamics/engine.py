"""Interface of the engines, used by `Simulation`, handles and metrics."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray
from rigida.dynamics.contact_event import ContactEvent
from rigida.dynamics.edits import Edits
from rigida.dynamics.model import Model
from rigida.dynamics.report import StepReport
from rigida.dynamics.state import State
from rigida.scene.body import Body
from rigida.scene.force import Force, ForceRows, ImpulseRow
from rigida.scene.joint import Joint, JointRows


class Engine(Protocol):
    """Advances the state of one scene.

    model: what does not change; state: what moves; forces and joints: those of the scene (`ForceField`, `JointSet`,
    which lie above this page), joints None where it has none; audit: what did work on the bodies, None if it is not
    kept; locates_impacts: whether the times of events are exact, not those of steps; edits: what was set by hand since
    the last step.
    """

    model: Model
    state: State
    forces: Any
    locates_impacts: bool
    edits: Edits

    @property
    def settings(self) -> Any:
        """The engine's settings."""

    @property
    def joints(self) -> Any:
        """The joints of the scene."""

    @property
    def audit(self) -> Any:
        """The energy audit."""

    @property
    def events(self) -> Sequence[ContactEvent]:
        """Contact events of the last call of `advance`, or of its last step for fixed steps."""

    def advance(self, until: float, land: bool = True) -> StepReport:
        """Advance to `until` [s], or beyond it by less than a step if the step is not cut."""

    def sample(self, time: float) -> State:
        """Return the state at a time within the last step [s]."""

    def restart(self) -> None:
        """Record that the user has changed the state."""

    def settle(self) -> StepReport:
        """Project an edited state onto the joints; return a report of values that could not be kept."""

    def targets_changed(self) -> None:
        """Record that a motor's target has changed."""

    def constants_changed(self) -> None:
        """Record that masses, frictions, springs or gains have changed while the state stays."""

    def admit(self, body: Body) -> int:
        """Add a described body and return its row."""

    def dismiss(self, leaving: Mapping[int, Body]) -> None:
        """Remove bodies, on which no joint or force acts, from their rows."""

    def rejoin(self, joints: Mapping[Joint, JointRows]) -> None:
        """Replace the joints; joints in both sets keep their motors and counted turns."""

    def reforce(self, forces: Mapping[Force, ForceRows]) -> None:
        """Replace the forces; forces in both sets keep their memory."""

    def remodel(self, state: State) -> None:
        """Continue with a state whose model has other constants but the same rows, joints and forces."""

    def apply_impulse(self, impulse: ImpulseRow) -> None:
        """Change the motion of a body now by an impulse; its time does not matter."""

    def push(self, row: int, push: FloatArray, point: FloatArray, duration: float) -> None:
        """Apply force and torque (6,), world [N, N m], at a point (3,), world [m], of a body for a time [s]."""

    def snapshot(self) -> dict[str, Any]:
        """Return a snapshot: everything that determines the rest of the run."""

    def restore(self, snapshot: dict[str, Any]) -> None:
        """Restore a snapshot of this engine."""

    def potential_energy(self, state: State) -> float:
        """Return the potential energy of all forces and joint springs that have one [J]."""

    def reactions(self, state: State) -> FloatArray:
        """Return force, and torque about the anchor, of each joint on its body a (joints, 6), world [N, N m]."""

    def accelerations(self) -> FloatArray:
        """Return acceleration of the center of mass and angular acceleration of each body (n, 6), world.

        Means over the last step where steps are fixed, otherwise of this moment.
        """

    def motor_efforts(self) -> FloatArray:
        """Return the efforts of motors (coordinates,) over the last step [N or N m]; coordinates must be evaluated."""

    def contact_table(self) -> NDArray[np.void]:
        """Return the contact points of this moment (see `dynamics.contact_table`)."""

    def recorded_events(self, start: int = 0) -> Sequence[ContactEvent]:
        """Return the changes of contact, from number `start` on, that were kept (see `listening`)."""

    def listening(self) -> AbstractContextManager[None]:
        """Return a context in which changes of contact are kept."""
