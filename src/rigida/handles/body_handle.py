"""A handle on one body of a running simulation: read its motion, or set it."""

from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.dynamics.edits import ANGULAR_VELOCITY, ORIENTATION, POSITION, VELOCITY
from rigida.dynamics.model import DYNAMIC
from rigida.dynamics.state import State
from rigida.errors import UsageError
from rigida.fields import Rule, real_number, unit_quaternion, vector
from rigida.handles.handle import Handle


class BodyHandle(Handle):
    """Motion of one body, world frame; assigning to an attribute changes the simulation.

    Poses and velocities that joints do not allow are replaced, when the next step begins, by the nearest that they do:
    of values that were set what can be kept is kept, with a warning for what cannot, and other bodies follow.
    """

    _engine: Any
    row: int
    _name: str

    def __init__(self, engine: Any, row: int) -> None:
        object.__setattr__(self, "_engine", engine)
        object.__setattr__(self, "row", row)
        object.__setattr__(self, "_name", engine.model.names[row])

    @property
    def _state(self) -> State:
        state: State = self._engine.state
        if state.model.names[self.row] != self._name:
            raise UsageError(f"Body '{self._name}' has been removed from the simulation. Ask for another handle.")
        return state

    @property
    def name(self) -> str:
        """The body's name."""
        return self._state.model.names[self.row]

    @property
    def mass(self) -> float:
        """Mass [kg]; 0 for a body that forces do not move. Setting it scales the moments of inertia with it."""
        return float(self._state.model.mass[self.row])

    @mass.setter
    def mass(self, value: float) -> None:
        # Moments of inertia change in proportion; the velocities stay.
        self._require_dynamic()
        mass = real_number(self._label(), "mass", value, Rule("kg", above=0.0))
        model = self._state.model
        self._state.change_mass(self.row, mass, model.inertia[self.row] * (mass / self.mass))
        self._engine.constants_changed()

    @property
    def friction(self) -> float:
        """Coefficient of friction of the body's surface."""
        return float(self._state.model.surface[self.row, 0])

    @friction.setter
    def friction(self, value: float) -> None:
        given = real_number(self._label(), "friction", value, Rule(at_least=0.0))
        self._state.model.surface[self.row, 0] = given
        self._engine.constants_changed()

    @property
    def position(self) -> FloatArray:
        """Position (3,) of the body frame's origin [m]."""
        return self._state.position[self.row]

    @position.setter
    def position(self, value: Any) -> None:
        given = np.array(vector(self._label(), "position", value))
        self._note(POSITION)
        self._place(given, self.orientation)

    @property
    def orientation(self) -> FloatArray:
        """Orientation (4,) of the body frame, (w, x, y, z)."""
        return self._state.orientation[self.row]

    @orientation.setter
    def orientation(self, value: Any) -> None:
        # The angular velocity is kept, so the angular momentum turns with the body.
        spin, given = self.angular_velocity, np.array(unit_quaternion(self._label(), "orientation", value))
        self._note(ORIENTATION)
        self._place(self.position, given)
        self._state.spin(self.row, spin)

    @property
    def center(self) -> FloatArray:
        """Position (3,) of the centre of mass [m]."""
        return self._state.center[self.row].copy()

    @property
    def velocity(self) -> FloatArray:
        """Velocity (3,) of the centre of mass [m/s]."""
        return self._state.velocity[self.row].copy()

    @velocity.setter
    def velocity(self, value: Any) -> None:
        self._require_dynamic()
        given = vector(self._label(), "velocity", value)
        self._note(VELOCITY)
        self._state.velocity[self.row] = given
        self._engine.restart()

    @property
    def angular_velocity(self) -> FloatArray:
        """Angular velocity (3,) [rad/s]."""
        return self._state.angular_velocity[self.row].copy()

    @angular_velocity.setter
    def angular_velocity(self, value: Any) -> None:
        self._require_dynamic()
        given = np.array(vector(self._label(), "angular_velocity", value))
        self._note(ANGULAR_VELOCITY)
        self._state.spin(self.row, given)
        self._engine.restart()

    def _label(self) -> str:
        return f"Body '{self.name}'"

    def _require_dynamic(self) -> None:
        if self._state.model.motion[self.row] != DYNAMIC:
            raise UsageError(f"{self._label()}: it is fixed or on a path, so its velocity cannot be set.")

    def _note(self, quantity: str) -> None:
        self._engine.edits.note(self._state, self.row, quantity)

    def _place(self, position: FloatArray, orientation: FloatArray) -> None:
        self._state.place(self.row, position, orientation)
        self._engine.restart()
