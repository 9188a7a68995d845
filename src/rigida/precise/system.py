"""The differential equation of a compiled scene: dy/dt at a time, from forces and formulation."""

import math

import numpy as np

from rigida.dynamics.compile import place_kinematic
from rigida.dynamics.state import State
from rigida.fields import FloatArray
from rigida.forces.evaluate import ForceField
from rigida.precise.formulation import Formulation


class System:
    """Evaluates the derivative of y (n, width) and counts how often."""

    def __init__(self, formulation: Formulation, forces: ForceField) -> None:
        self.formulation = formulation
        self.forces = forces
        self.model = formulation.model
        self.evaluations = 0
        self._stage = State.at_rest(self.model)
        self._window = (-math.inf, math.inf)

    def enter(self, start: float, end: float) -> None:
        """Announce a step: forces that jump at either end are taken from inside it."""
        self._window = (float(np.nextafter(start, end)), float(np.nextafter(end, start)))

    def derivative(self, time: float, y: FloatArray, dy: FloatArray) -> None:
        """Fill dy/dt at `time`."""
        time = min(max(time, self._window[0]), self._window[1])
        self.formulation.unpack(y, self._stage)
        place_kinematic(self.model, self._stage, time)
        self.formulation.derivative(y, self.forces.wrenches(time, self._stage), dy)
        self.evaluations += 1
