"""A textbook case: an experiment with a known outcome that any engine can be asked to repeat."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from rigida.scene.engine import EngineSettings
from rigida.scene.scene import Scene
from rigida.simulation import Simulation

#: Gravity of all cases [m/s²].
G = 9.81


class Outcome(NamedTuple):
    """Result of theory and of an engine for one experiment; errors are relative to `scale`."""

    expected: float
    measured: float
    scale: float

    @property
    def error(self) -> float:
        """Error of the engine relative to the scale."""
        return abs(self.measured - self.expected) / self.scale


Experiment = Callable[[EngineSettings], Outcome]


@dataclass(frozen=True)
class TextbookCase:
    """An experiment with its theory.

    `tolerance` bounds the error of the realtime engine at its default step, as a part of the outcome's scale.
    """

    name: str
    quantity: str
    unit: str
    source: str
    tolerance: float
    run: Experiment


#: All cases by name, in the order in which they are shown.
TEXTBOOK: dict[str, TextbookCase] = {}


def textbook(quantity: str, unit: str, source: str, tolerance: float = 0.01) -> Callable[[Experiment], Experiment]:
    """Enter an experiment as the case of its own name."""

    def enter(run: Experiment) -> Experiment:
        name = run.__name__
        TEXTBOOK[name] = TextbookCase(name, quantity, unit, source, tolerance, run)
        return run

    return enter


def outcome(expected: float, measured: float, scale: float | None = None) -> Outcome:
    """Return an outcome with errors relative to the expected value, or to a scale if that is zero."""
    return Outcome(float(expected), float(measured), abs(expected) if scale is None else scale)


def after(scene: Scene, engine: EngineSettings, seconds: float) -> Simulation:
    """Return a scene as it is after some seconds."""
    simulation = Simulation(scene, engine)
    simulation.run(seconds, fps=1.0 / seconds)
    return simulation
