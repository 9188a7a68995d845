"""A handle on one actuator of a running simulation: its control, its law and its force."""

from typing import TYPE_CHECKING, Any

from rigida.fields import label, real_number, vector
from rigida.handles.handle import Handle

if TYPE_CHECKING:
    from rigida.constraints.joint_set import JointSet


class ActuatorHandle(Handle):
    """One actuator, number `number` of the scene."""

    _engine: Any
    number: int

    def __init__(self, engine: Any, number: int) -> None:
        object.__setattr__(self, "_engine", engine)
        object.__setattr__(self, "number", number)

    @property
    def control(self) -> float:
        """What the actuator is told; a value outside `control_range` is brought within it."""
        return float(self._joints.coordinates.actuators.control[self.number])

    @control.setter
    def control(self, value: float) -> None:
        number = real_number(self._label(), "control", value)
        self._joints.coordinates.actuators.set_control(self.number, number)
        self._engine.targets_changed()

    @property
    def gain(self) -> float:
        """Force of a control of 1 [N or N m]."""
        return self._joints.coordinates.actuators.law(self.number)[0]

    @gain.setter
    def gain(self, value: float) -> None:
        bias = self._joints.coordinates.actuators.law(self.number)[1]
        self._change(real_number(self._label(), "gain", value), bias)

    @property
    def bias(self) -> tuple[float, float, float]:
        """Force without control: constant, per length, per rate."""
        return self._joints.coordinates.actuators.law(self.number)[1]

    @bias.setter
    def bias(self, value: Any) -> None:
        x, y, z = vector(self._label(), "bias", value)
        self._change(self.gain, (x, y, z))

    def _change(self, gain: float, bias: tuple[float, float, float]) -> None:
        """Give the actuator another law."""
        self._joints.coordinates.actuators.change(self.number, gain, bias, self._label())
        self._engine.constants_changed()

    def _label(self) -> str:
        return label(self._engine.model.actuators[self.number])

    @property
    def force(self) -> float:
        """What the actuator does now [N or N m], before its gear."""
        joints, state = self._joints, self._engine.state
        joints.measure(state.time, state)
        return joints.coordinates.actuators.force(self.number, joints.coordinates.value, joints.coordinates.rate[:, 0])

    @property
    def _joints(self) -> "JointSet":
        joints: JointSet = self._engine.joints
        return joints
