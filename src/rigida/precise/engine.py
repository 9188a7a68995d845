"""The precise engine: holds model, state and integrator, and advances them by the page in `step`."""

from typing import Any

import numpy as np

from rigida.constraints.joint_set import JointSet
from rigida.constraints.start import close_at_start
from rigida.dynamics.compile import compile_scene
from rigida.dynamics.report import StepReport
from rigida.dynamics.state import State
from rigida.errors import ModelError
from rigida.fields import FloatArray
from rigida.forces.evaluate import ForceField
from rigida.precise.formulation import Formulation
from rigida.precise.integrators import AdaptiveRungeKutta, FixedRungeKutta, FreeTop, Integrator
from rigida.precise.lagrange import Lagrange
from rigida.precise.newton_euler import NewtonEuler
from rigida.precise.radau import RADAU
from rigida.precise.settings import Precise
from rigida.precise.step import advance
from rigida.precise.stiff_switch import StiffSwitch
from rigida.precise.tableau import TABLEAUS, Tableau
from rigida.scene.scene import Scene

FORMULATIONS: dict[str, type[Formulation]] = {"newton_euler": NewtonEuler, "lagrange": Lagrange}


class PreciseEngine:
    """Runs one scene."""

    def __init__(self, scene: Scene, settings: Precise) -> None:
        self.settings = settings
        self.model, self.state = compile_scene(scene)
        self.forces = ForceField(self.model)
        self.joints = JointSet(self.model, self.model.joint_rows, range(len(scene.joints))) if scene.joints else None
        self.integrator = _make_integrator(self, settings)
        self.blows_done = 0
        self.touched = True
        self.settle()

    def advance(self, until: float, land: bool = True) -> StepReport:
        """Move to `until`, or past it by less than a step where the step cannot be cut or need not be."""
        return advance(self, until, land or not self.settings.dense_frames)

    def sample(self, time: float) -> State:
        """Return the state at a time within the last step."""
        return self.integrator.sample(self.state, time)

    def settle(self) -> None:
        """Put a state that was described or changed by hand on the joints."""
        if self.touched and self.joints is not None:
            close_at_start(self.joints, self.state, self.settings.mend)
        self.touched = False

    def restart(self) -> None:
        """Take note that somebody has changed the state by hand."""
        self.touched = True
        self.state.refresh()
        self.integrator.restart()

    def potential_energy(self, state: State) -> float:
        """Return the potential energy of all forces and joint springs that have one [J]."""
        energy = self.forces.potential_energy(state.time, state)
        if self.joints is not None and self.joints.coordinates.acting:
            self.joints.measure(state.time, state)
            energy += self.joints.coordinates.potential_energy()
        return energy

    def reactions(self, state: State) -> FloatArray:
        """Return force, and torque about the anchor, of each joint on its body a (joints, 6), world frame."""
        if self.joints is None:
            return np.zeros((0, 6))
        self.joints.react(state.time, state, self.forces.wrenches(state.time, state))
        return self.joints.reactions()

    def snapshot(self) -> dict[str, Any]:
        """Return everything that decides how the run goes on."""
        return {
            "state": self.state.copy(),
            "memory": self.integrator.memory(),
            "joints": None if self.joints is None else self.joints.memory(),
            "blows_done": self.blows_done,
            "touched": self.touched,
        }

    def restore(self, snapshot: dict[str, Any]) -> None:
        """Go back to a snapshot of this engine."""
        self.state.assign(snapshot["state"])
        self.integrator.recall(snapshot["memory"])
        if self.joints is not None:
            self.joints.recall(snapshot["joints"])
        self.blows_done = snapshot["blows_done"]
        self.touched = snapshot["touched"]


def _make_integrator(engine: PreciseEngine, settings: Precise) -> Integrator:
    if settings.integrator == "moser_veselov":
        if engine.joints is not None:
            raise ModelError("Precise: integrator 'moser_veselov' moves free bodies only. Take 'dop853' for joints.")
        return FreeTop(engine.forces, settings.dt)
    tableau = RADAU if settings.integrator == "radau" else TABLEAUS[settings.integrator]
    if not tableau.adaptive:
        formulation = FORMULATIONS[settings.formulation](engine.model)
        return FixedRungeKutta(tableau, formulation, engine.forces, engine.joints, settings.dt)
    integrator = _adaptive(tableau, engine, settings)
    if settings.integrator == "dop853" and settings.switch_when_stiff:
        return StiffSwitch(integrator, _adaptive(RADAU, engine, settings))
    return integrator


def _adaptive(tableau: Tableau, engine: PreciseEngine, settings: Precise) -> AdaptiveRungeKutta:
    return AdaptiveRungeKutta(
        tableau,
        FORMULATIONS[settings.formulation](engine.model),
        engine.forces,
        engine.joints,
        tolerance=settings.tolerance,
        first=settings.dt,
        smallest=settings.min_step,
        largest=settings.max_step,
    )
