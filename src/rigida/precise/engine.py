"""The precise engine: holds model, state and integrator, and advances them by the page in `step`."""

from typing import Any

from rigida.dynamics.compile import compile_scene
from rigida.dynamics.report import StepReport
from rigida.dynamics.state import State
from rigida.errors import SceneError
from rigida.forces.evaluate import ForceField
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
        if scene.joints:
            names = ", ".join(str(joint.name) for joint in scene.joints)
            raise SceneError(f"The precise engine moves free bodies only; the scene has joints: {names}.")
        self.settings = settings
        self.model, self.state = compile_scene(scene)
        self.forces = ForceField(self.model)
        self.integrator = _make_integrator(self, settings)
        self.blows_done = 0

    def advance(self, until: float, land: bool = True) -> StepReport:
        """Move to `until`, or past it by less than a step where the step cannot be cut or need not be."""
        return advance(self, until, land or not self.settings.dense_frames)

    def sample(self, time: float) -> State:
        """Return the state at a time within the last step."""
        return self.integrator.sample(self.state, time)

    def restart(self) -> None:
        """Take note that somebody has changed the state by hand."""
        self.state.refresh()
        self.integrator.restart()

    def snapshot(self) -> dict[str, Any]:
        """Return everything that decides how the run goes on."""
        return {
            "state": self.state.copy(),
            "memory": self.integrator.memory(),
            "forces": self.forces.snapshot(),
            "blows_done": self.blows_done,
        }

    def restore(self, snapshot: dict[str, Any]) -> None:
        """Go back to a snapshot of this engine."""
        self.forces.restore(snapshot["forces"])
        self.state.assign(snapshot["state"])
        self.integrator.recall(snapshot["memory"])
        self.blows_done = snapshot["blows_done"]


def _make_integrator(engine: PreciseEngine, settings: Precise) -> Integrator:
    if settings.integrator == "moser_veselov":
        return FreeTop(engine.forces, settings.dt)
    tableau = TABLEAUS[settings.integrator]
    formulation = FORMULATIONS[settings.formulation](engine.model)
    if not tableau.adaptive:
        return FixedRungeKutta(tableau, formulation, engine.forces, settings.dt)
    return AdaptiveRungeKutta(
        tableau,
        formulation,
        engine.forces,
        tolerance=settings.tolerance,
        first=settings.dt,
        smallest=settings.min_step,
        largest=min(settings.max_step, engine.forces.max_step),
    )
