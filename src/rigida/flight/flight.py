"""The force element that makes a body fly: air, engines and gear act on it.

The body carries shape and mass (both come from the same Airplane, see `Scene.add_aircraft`); this element holds the
controls it starts with, the wind, and what the autopilot does.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated

import numpy as np

from rigida.arrays import FloatArray
from rigida.dynamics.model import Model
from rigida.errors import ModelError
from rigida.fields import Rule, label, shown
from rigida.flight.air.wind import Wind
from rigida.flight.airplane import Airplane
from rigida.flight.arrays import AIMS, CONTROLS
from rigida.flight.autopilot import Hold
from rigida.flight.program import Leg
from rigida.forces.acting import Acting
from rigida.scene.body import Body, BodyOrWorld
from rigida.scene.force import FORCES, Force


@FORCES.register
@dataclass(frozen=True, eq=False)
class Flight(Force):
    """Lift, drag, thrust and landing gear of an aircraft, with its controls at the start."""

    body: Annotated[Body, Rule(text="The body that flies.")]
    airplane: Annotated[Airplane, Rule(text="Its parts, as in an aircraft file.")]
    throttle: Annotated[float, Rule(at_least=0.0, at_most=1.0, text="0: none, 1: full.")] = 0.0
    elevator: Annotated[float, Rule("rad", text="Nose up.")] = 0.0
    aileron: Annotated[float, Rule("rad", text="Right wing down.")] = 0.0
    rudder: Annotated[float, Rule("rad", text="Nose right.")] = 0.0
    flaps: Annotated[float, Rule(at_least=0.0, at_most=1.0, text="0: none, 1: full.")] = 0.0
    brake: Annotated[float, Rule(at_least=0.0, at_most=1.0, text="0: none, 1: full.")] = 0.0
    wind: Annotated[Wind, Rule(text="What the air does.")] = field(default_factory=Wind)
    hold: Annotated[Hold, Rule(text="What the autopilot holds.")] = field(default_factory=Hold)
    program: Annotated[tuple[Leg, ...], Rule(text="Legs flown one after the other.")] = ()
    #: What the pilot commands (6,), shared by all simulations of the scene and changed by the `Aircraft` handle.
    stick: FloatArray = field(init=False, repr=False)
    aims: FloatArray = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if not isinstance(self.program, Sequence) or not all(isinstance(leg, Leg) for leg in self.program):
            raise ModelError(f"{label(self)}: program must be legs (rg.Leg), got {shown(self.program)}.")
        object.__setattr__(self, "program", tuple(self.program))
        super().__post_init__()
        if not isinstance(self.airplane, Airplane):
            raise ModelError(
                f"{label(self)}: airplane must be an rg.Airplane. Load one with rg.Airplane.load('trainer')."
            )
        if not self.body.dynamic:
            raise ModelError(
                f"{label(self)}: its body '{self.body.name}' is fixed or on a path. Only a free body flies."
            )
        object.__setattr__(self, "stick", np.zeros(len(CONTROLS)))
        object.__setattr__(self, "aims", np.zeros(len(AIMS)))
        self.reset()

    def reset(self) -> None:
        """Reset the pilot's controls and the autopilot to those of the start, for later simulations."""
        self.stick[:] = [getattr(self, name) for name in CONTROLS]
        self.aims[:] = self.hold.aims()

    def bodies(self) -> list[BodyOrWorld]:
        return [self.body]

    def metered(self) -> bool:
        return False  # drag and thrust come as one wrench

    def acting(self, model: Model) -> Acting:
        from rigida.flight.flying import Flying

        return Flying(self, model)
