"""A handle on one actuator of a running simulation: its control, its law and its force."""

from typing import TYPE_CHECKING, Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.errors import UsageError
from rigida.fields import Vec3, label, real_number, vector
from rigida.handles.handle import Handle
from rigida.handles.thrust_controls import ThrustControls

if TYPE_CHECKING:
    from rigida.constraints.joint_set import JointSet


class ActuatorHandle(Handle):
    """One actuator, number `number` of the scene."""

    _engine: Any
    _thrusts: ThrustControls
    number: int

    def __init__(self, engine: Any, number: int) -> None:
        object.__setattr__(self, "_engine", engine)
        object.__setattr__(self, "_thrusts", ThrustControls(engine))
        object.__setattr__(self, "number", number)

    @property
    def control(self) -> float:
        """Control of the actuator; a value outside `control_range` is clipped to it."""
        control: FloatArray = self._joints.coordinates.actuators.control if self._engine.joints else np.zeros(0)
        return float(self._thrusts.fill(control)[self.number])

    @control.setter
    def control(self, value: float) -> None:
        number = real_number(self._label(), "control", value)
        if self.number in self._thrusts:
            self._thrusts.set(self.number, number)
        else:
            self._joints.coordinates.actuators.set_control(self.number, number)
        self._engine.targets_changed()

    @property
    def gain(self) -> float:
        """Force of a control of 1 [N or N m]."""
        return self._law()[0]

    @gain.setter
    def gain(self, value: float) -> None:
        bias = self._law()[1]
        self._change(real_number(self._label(), "gain", value), bias)

    @property
    def bias(self) -> tuple[float, float, float]:
        """Force without control: constant, per length, per rate."""
        return self._law()[1]

    @bias.setter
    def bias(self, value: Any) -> None:
        x, y, z = vector(self._label(), "bias", value)
        self._change(self.gain, (x, y, z))

    def _law(self) -> tuple[float, Vec3]:
        if self.number in self._thrusts:
            actuator = self._engine.model.actuators[self.number]
            return actuator.gain, actuator.bias
        return self._joints.coordinates.actuators.law(self.number)

    def _change(self, gain: float, bias: tuple[float, float, float]) -> None:
        """Replace the law of the actuator."""
        if self.number in self._thrusts:
            raise UsageError(f"{self._label()}: the law of an actuator of a thrust stays. Change its control.")
        self._joints.coordinates.actuators.change(self.number, gain, bias, self._label())
        self._engine.constants_changed()

    def _label(self) -> str:
        return label(self._engine.model.actuators[self.number])

    @property
    def force(self) -> float:
        """Present force of the actuator [N or N m], before its gear."""
        if self.number in self._thrusts:
            return self._thrusts.force(self.number)
        joints, state = self._joints, self._engine.state
        joints.measure(state.time, state)
        return joints.coordinates.actuators.force(self.number, joints.coordinates.value, joints.coordinates.rate[:, 0])

    @property
    def _joints(self) -> "JointSet":
        joints: JointSet = self._engine.joints
        return joints
