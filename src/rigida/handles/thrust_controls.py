"""Controls of actuators that drive thrusts, stored with the strengths of the thrusts in the force table."""

from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.dynamics.model import Model


class ThrustControls:
    """Actuators of a model that drive thrusts, with the rows of these in the force table."""

    def __init__(self, engine: Any) -> None:
        self._engine = engine
        model: Model = engine.model
        driven = {number: actuator.thrust for number, actuator in enumerate(model.actuators) if actuator.thrust}
        self._rows = _thrust_rows(model, driven) if driven else {}

    def __contains__(self, number: int) -> bool:
        return number in self._rows

    def start(self) -> None:
        """Set the controls that the actuators start with."""
        for number in self._rows:
            self.set(number, self._engine.model.actuators[number].control)

    def fill(self, control: FloatArray) -> FloatArray:
        """Return the controls of all actuators (k,): those of joints as given, those of thrusts at present."""
        controls = np.zeros(len(self._engine.model.actuators))
        controls[: len(control)] = control
        for number, row in self._rows.items():
            controls[number] = self._engine.model.force_table.number[row, 1]
        return controls

    def set_all(self, control: FloatArray) -> None:
        """Set the controls of thrusts from the controls (k,) of all actuators."""
        for number in self._rows:
            self.set(number, float(control[number]))

    def set(self, number: int, control: float) -> None:
        """Set the control of an actuator, clipped to its range."""
        model: Model = self._engine.model
        actuator, row = model.actuators[number], self._rows[number]
        limited = actuator.limited_control(control)
        model.force_table.number[row, :2] = actuator.static_force(limited), limited

    def force(self, number: int) -> float:
        """Return the force of an actuator: the strength of its thrust."""
        return float(self._engine.model.force_table.number[self._rows[number], 0])


def _thrust_rows(model: Model, driven: dict[int, str]) -> dict[int, int]:
    """Return the rows of the thrusts that actuators drive, by the actuators' numbers."""
    from rigida.forces.thrust import Thrust, thrust_row

    named = {force.name: force for force in model.forces if isinstance(force, Thrust)}
    return {number: thrust_row(model, named[thrust]) for number, thrust in driven.items()}
