"""A handle on one actuator of a running simulation: its control and its force."""

from typing import TYPE_CHECKING, Any

from rigida.fields import label, real_number

if TYPE_CHECKING:
    from rigida.constraints.joint_set import JointSet


class ActuatorHandle:
    """One actuator, number `number` of the scene."""

    def __init__(self, engine: Any, number: int) -> None:
        self._engine = engine
        self.number = number

    @property
    def control(self) -> float:
        """What the actuator is told; a value outside `control_range` is brought within it."""
        return float(self._joints.coordinates.actuators.control[self.number])

    @control.setter
    def control(self, value: float) -> None:
        who = label(self._engine.model.actuators[self.number])
        self._joints.coordinates.actuators.set_control(self.number, real_number(who, "control", value))
        self._engine.targets_changed()

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
