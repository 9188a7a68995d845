"""Actuators along coordinates: those that are a plain motor become the coordinate's own, the others are evaluated here.

    force = clamp(gain · control + b0 + b1 Σ gear q + b2 Σ gear q̇),     effort on q = gear · force

A motor or position servo that is the only one on its coordinate is what engines already solve (and, if stiff, hold
without a force); tendons over several joints, second actuators and limits to one side are forces.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.errors import UsageError
from rigida.scene.actuator import Actuator

MOTORS = ("none", "effort", "speed", "position")
_NONE, _EFFORT, _POSITION = MOTORS.index("none"), MOTORS.index("effort"), MOTORS.index("position")


@dataclass(frozen=True, eq=False)
class Driven:
    """An actuator, its number in the model, and the rows of the coordinates that it drives."""

    number: int
    actuator: Actuator
    rows: tuple[int, ...]


class Actuators:
    """The actuators of a set of coordinates.

    control (k,): what each actuator of the model is told; motor (m,), drive (m, 4), spring (m, 3): of the
    coordinates, into which plain motors are written.
    """

    def __init__(self, driven: Sequence[Driven], motor: IntArray, drive: FloatArray, spring: FloatArray) -> None:
        self._driven = {item.number: item for item in driven}
        self.control = np.zeros(max(self._driven, default=-1) + 1)
        self._drive = drive
        self._motor_of: dict[int, int] = {}
        for item in driven:
            row = item.rows[0]
            plain = len(item.rows) == 1 and motor[row] == _NONE and self._is_plain(item)
            self.control[item.number] = item.actuator.control
            if plain:
                self._motor_of[item.number] = row
                self._become_motor(item, motor, spring)
        self._free = [item.number for item in driven if item.number not in self._motor_of]
        #: How many are evaluated as forces.
        self.count = len(self._free)
        self._gear = np.zeros((self.count, len(motor)))
        for i, k in enumerate(self._free):
            for row, gear in zip(self._driven[k].rows, self._driven[k].actuator.gear, strict=True):
                self._gear[i, row] += gear
        chosen = [self._driven[k].actuator for k in self._free]
        self._gain = np.array([actuator.gain for actuator in chosen])
        self._bias = np.array([actuator.bias for actuator in chosen]).reshape(-1, 3)
        self._range = np.array([actuator.force_range or (-np.inf, np.inf) for actuator in chosen]).reshape(-1, 2)

    @staticmethod
    def _is_plain(item: Driven) -> bool:
        """Tell whether an actuator does what a motor or a servo of one coordinate can do."""
        actuator = item.actuator
        lower, upper = actuator.force_range or (-np.inf, np.inf)
        _, b1, b2 = actuator.bias
        servo = b1 < 0.0 and b2 <= 0.0
        constant = b1 == 0.0 and (b2 == 0.0 or (b2 < 0.0 and actuator.force_range is None))
        return lower == -upper and actuator.gear[0] != 0.0 and (servo or constant)

    def _become_motor(self, item: Driven, motor: IntArray, spring: FloatArray) -> None:
        actuator, row = item.actuator, item.rows[0]
        gear, (_, b1, b2) = actuator.gear[0], actuator.bias
        stiffness, damping = -b1 * gear * gear, -b2 * gear * gear
        upper = np.inf if actuator.force_range is None else abs(gear) * actuator.force_range[1]
        if stiffness > 0.0:
            motor[row] = _POSITION
            self._drive[row] = 0.0, upper, stiffness, damping
        else:
            motor[row] = _EFFORT
            self._drive[row] = 0.0, upper, 0.0, 0.0
            spring[row, 1] += damping
        self._drive[row, 0] = self._target(item, actuator.control)

    def _target(self, item: Driven, control: float) -> float:
        """Return what the motor of a coordinate is to reach for a control."""
        actuator, row = item.actuator, item.rows[0]
        effort = actuator.gear[0] * (actuator.gain * control + actuator.bias[0])
        return effort / self._drive[row, 2] if self._drive[row, 2] > 0.0 else effort

    def set_control(self, number: int, value: float) -> None:
        """Tell an actuator a control, which is brought within its range."""
        item = self._item(number)
        self.control[number] = item.actuator.limited_control(value)
        if number in self._motor_of:
            self._drive[self._motor_of[number], 0] = self._target(item, float(self.control[number]))

    def _item(self, number: int) -> Driven:
        if number not in self._driven:
            raise UsageError(f"Actuator number {number}: a joint that it drives is broken.")
        return self._driven[number]

    def efforts(self, value: FloatArray, rate: FloatArray) -> FloatArray:
        """Return the efforts (m,) of those that are not motors."""
        return np.asarray(self._gear.T @ self._forces(value, rate))

    def _forces(self, value: FloatArray, rate: FloatArray) -> FloatArray:
        force = self._gain * self.control[self._free] + self._bias[:, 0]
        force += self._bias[:, 1] * (self._gear @ value) + self._bias[:, 2] * (self._gear @ rate)
        return np.clip(force, self._range[:, 0], self._range[:, 1])

    def force(self, number: int, value: FloatArray, rate: FloatArray) -> float:
        """Return the force of one actuator at coordinates (m,) and rates (m,)."""
        item = self._item(number)
        actuator, rows = item.actuator, list(item.rows)
        gear = np.array(actuator.gear)
        b0, b1, b2 = actuator.bias
        force = actuator.gain * self.control[number] + b0 + b1 * (gear @ value[rows]) + b2 * (gear @ rate[rows])
        lower, upper = actuator.force_range or (-np.inf, np.inf)
        return float(min(max(force, lower), upper))
