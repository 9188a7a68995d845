"""A handle on one joint of a running simulation: its reaction, its coordinates, its motor."""

from typing import TYPE_CHECKING, Any

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.constraints.actuators import NO_MOTOR
from rigida.errors import UsageError
from rigida.fields import Rule, label, real_number
from rigida.handles.handle import Handle

if TYPE_CHECKING:
    from rigida.constraints.joint_set import JointSet
    from rigida.dynamics.model import Model
    from rigida.scene.joint import Joint


class JointHandle(Handle):
    """One joint, number `number` of the scene, or only the coordinate `which` of it; world frame."""

    _engine: Any
    _joint: "Joint"
    _found: "tuple[Model, int]"
    _which: int | None

    def __init__(self, engine: Any, number: int, which: int | None = None) -> None:
        object.__setattr__(self, "_engine", engine)
        object.__setattr__(self, "_joint", engine.model.joints[number])
        object.__setattr__(self, "_found", (engine.model, number))
        object.__setattr__(self, "_which", which)

    @property
    def number(self) -> int:
        """The joint's number, which changes when others are removed."""
        model = self._engine.model
        if self._found[0] is not model:
            if self._joint not in model.joints:
                raise UsageError(f"{label(self._joint)} has been removed from the simulation. Ask for another handle.")
            object.__setattr__(self, "_found", (model, model.joints.index(self._joint)))
        return self._found[1]

    @property
    def name(self) -> str:
        """The joint's name."""
        return str(self._engine.model.joints[self.number].name)

    @property
    def broken(self) -> bool:
        """Return whether the joint has given way to more than its `break_force` or `break_torque`."""
        return self.number not in self._joints.alive

    @property
    def force(self) -> FloatArray:
        """Reaction (3,) on body a [N], without springs and motors; zero once the joint is broken."""
        return self._engine.reactions(self._engine.state)[self.number, :3]

    @property
    def torque(self) -> FloatArray:
        """Reaction torque (3,) on body a about the anchor [N m], without springs and motors."""
        return self._engine.reactions(self._engine.state)[self.number, 3:]

    @property
    def error(self) -> float:
        """Joint error: the largest of its equations [m or rad]."""
        joints, state = self._joints, self._engine.state
        joints.evaluate(state.time, state)
        own = joints.parts.error[joints.parts.joint == self.number]
        return float(np.abs(own).max(initial=0.0))

    @property
    def position(self) -> float | FloatArray:
        """Coordinate of the joint [m or rad], with whole revolutions; (k,) if there are several."""
        own = self._own_coordinates()
        return self._plain(self._joints.coordinates.value[own])

    @property
    def velocity(self) -> float | FloatArray:
        """Rate of the coordinate [m/s or rad/s]; (k,) if there are several."""
        own = self._own_coordinates()
        return self._plain(self._joints.coordinates.rate[own, 0])

    @property
    def stiffness(self) -> float:
        """Stiffness of the spring along the (first) coordinate [N m/rad or N/m]."""
        return float(self._joints.coordinates.spring[self._own_coordinates()[0], 0])

    @stiffness.setter
    def stiffness(self, value: float) -> None:
        self._set_spring(0, "stiffness", value)

    @property
    def damping(self) -> float:
        """Damping along the (first) coordinate [N m s/rad or N s/m]."""
        return float(self._joints.coordinates.spring[self._own_coordinates()[0], 1])

    @damping.setter
    def damping(self, value: float) -> None:
        self._set_spring(1, "damping", value)

    @property
    def lower(self) -> float:
        """Lower limit of the (first) coordinate [m or rad]; -inf if it has none. An existing limit can be set."""
        return float(self._joints.coordinates.bounds[self._own_coordinates()[0], 0])

    @lower.setter
    def lower(self, value: float) -> None:
        self._set_limit(0, "lower", value)

    @property
    def upper(self) -> float:
        """Upper limit of the (first) coordinate [m or rad]; inf if it has none. An existing limit can be set."""
        return float(self._joints.coordinates.bounds[self._own_coordinates()[0], 1])

    @upper.setter
    def upper(self, value: float) -> None:
        self._set_limit(1, "upper", value)

    @property
    def motor_target(self) -> float:
        """Target of the motor: effort [N or N m], speed [m/s or rad/s] or position [m or rad]."""
        return float(self._joints.coordinates.drive[self._motor(), 0])

    @motor_target.setter
    def motor_target(self, value: float) -> None:
        self._joints.coordinates.drive[self._motor(), 0] = real_number(self._label(), "motor_target", value)
        self._engine.targets_changed()

    @property
    def motor_effort(self) -> float:
        """Present effort of the motor [N or N m]; over the last step for speed control."""
        row = self._motor()
        self._engine.reactions(self._engine.state)  # a speed motor of the precise engine is solved for with them
        self._joints.coordinates.evaluate(self._joints.frames)
        return float(self._engine.motor_efforts()[row])

    @property
    def _joints(self) -> "JointSet":
        joints: JointSet = self._engine.joints
        return joints

    def _set_spring(self, column: int, what: str, value: float) -> None:
        row = self._own_coordinates()[0]
        coordinates = self._joints.coordinates
        coordinates.spring[row, column] = real_number(self._label(), what, value, Rule(at_least=0.0))
        coordinates.acting = True
        self._engine.constants_changed()

    def _set_limit(self, side: int, what: str, value: float) -> None:
        row = self._own_coordinates()[0]
        coordinates = self._joints.coordinates
        given, now = real_number(self._label(), what, value), float(coordinates.value[row])
        if not np.isfinite(coordinates.bounds[row, side]):
            raise UsageError(f"{self._label()}: it has no {what} limit to move. Give it one in the scene: {what}=...")
        if now < given if side == 0 else now > given:
            raise UsageError(
                f"{self._label()}: {what} = {given:g} would leave the joint, which is at {now:.4g}, outside its "
                "limits. Move the joint first, or give a limit beyond it."
            )
        coordinates.bounds[row, side] = given
        self._engine.constants_changed()

    def _label(self) -> str:
        return label(self._engine.model.joints[self.number])

    def _own_coordinates(self) -> IntArray:
        """Return the rows of the joint's coordinates, evaluated now, or raise."""
        joints, state = self._joints, self._engine.state
        rows = joints.coordinates.own_rows(self.number)
        rows = rows if self._which is None else rows[self._which : self._which + 1]
        if not len(rows):
            why = "it is broken" if self.broken else "this kind leaves none that can be measured"
            raise UsageError(f"{self._label()}: it has no coordinate, because {why}.")
        joints.measure(state.time, state)
        return rows

    def _motor(self) -> int:
        """Return the row of the coordinate with a motor, or raise."""
        for row in self._own_coordinates():
            if self._joints.coordinates.motor[row] != NO_MOTOR:
                return int(row)
        raise UsageError(f"{self._label()}: it has no motor. Give it one with motor='speed', 'position' or 'effort'.")

    @staticmethod
    def _plain(values: FloatArray) -> float | FloatArray:
        return float(values[0]) if len(values) == 1 else values.copy()
