"""A handle on one body of a running simulation: read its motion, or set it."""

from types import MappingProxyType
from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.dynamics.edits import ANGULAR_VELOCITY, ORIENTATION, POSITION, VELOCITY
from rigida.dynamics.model import DYNAMIC
from rigida.dynamics.population import with_mass_properties
from rigida.dynamics.state import State
from rigida.errors import UsageError
from rigida.fields import Rule, real_number, unit_quaternion, vector
from rigida.handles.handle import Handle
from rigida.math.quaternion import conjugate_array, rotate_array
from rigida.math.rotation import matrix_from_quaternion_array
from rigida.scene.body import inertia_matrix
from rigida.scene.force import ImpulseRow

#: Columns of `Model.surface`.
_SURFACE = {"friction": 0, "restitution": 1, "rolling_friction": 2, "spinning_friction": 3, "static_friction": 7}

_DAMPED = " A force damps a body: sim.add_force(rg.Drag(body, linear=…, angular=…)), until sim.remove(force)."


class BodyHandle(Handle):
    """Motion of one body, world frame; assigning to an attribute changes the simulation.

    Poses and velocities that joints do not allow are replaced, when the next step begins, by the nearest that they do:
    of values that were set what can be kept is kept, with a warning for what cannot, and other bodies follow.
    """

    elsewhere = MappingProxyType(dict.fromkeys(("damping", "linear_damping", "angular_damping", "drag"), _DAMPED))

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
    def inertia(self) -> FloatArray:
        """Inertia (3, 3) about the center of mass, in the body frame [kg m²]; set it by 3 moments or a matrix."""
        model = self._state.model
        axes = matrix_from_quaternion_array(model.principal_B[self.row])
        return np.asarray(axes @ np.diag(model.inertia[self.row]) @ axes.T)

    @inertia.setter
    def inertia(self, value: Any) -> None:
        self._set_mass_properties("inertia", self.center_of_mass, inertia_matrix(self._label(), value))

    @property
    def center_of_mass(self) -> FloatArray:
        """Center of mass (3,) in the body frame [m]; setting it does not move the body."""
        return self._state.model.center_B[self.row].copy()

    @center_of_mass.setter
    def center_of_mass(self, value: Any) -> None:
        center = np.array(vector(self._label(), "center_of_mass", value, Rule("m")))
        self._set_mass_properties("center_of_mass", center, self.inertia)

    def _set_mass_properties(self, what: str, center: FloatArray, inertia: FloatArray) -> None:
        self._require_dynamic()
        changed = with_mass_properties(self._state, self.row, center, inertia)
        old, new = self._state.model, changed.model
        same = (old.center_B == new.center_B).all() and (old.principal_B == new.principal_B).all()
        if not same and self._is_fastened():
            raise UsageError(
                f"{self._label()}: joints or forces are fastened to it, and its {what} would move their anchors. "
                "Remove them with sim.remove(...), set it, and add them again."
            )
        self._engine.remodel(changed)

    def _is_fastened(self) -> bool:
        model = self._state.model
        return (
            any(self.row in rows.rows for rows in model.joint_rows)
            or bool((model.force_table.body == self.row).any())
            or any(body.name == self._name for force in model.forces for body in force.bodies())
        )

    @property
    def friction(self) -> float:
        """Coefficient of friction of the body's surface; setting it sets `static_friction`, too."""
        return self._surface("friction")

    @friction.setter
    def friction(self, value: float) -> None:
        self._set_surface("friction", value, Rule(at_least=0.0))
        self._set_surface("static_friction", value, Rule(at_least=0.0))

    @property
    def static_friction(self) -> float:
        """Coefficient of static friction, at least `friction`."""
        return self._surface("static_friction")

    @static_friction.setter
    def static_friction(self, value: float) -> None:
        self._set_surface("static_friction", value, Rule(at_least=self.friction))

    @property
    def restitution(self) -> float:
        """Coefficient of restitution of the body's surface, 0 to 1."""
        return self._surface("restitution")

    @restitution.setter
    def restitution(self, value: float) -> None:
        self._set_surface("restitution", value, Rule(at_least=0.0, at_most=1.0))

    @property
    def rolling_friction(self) -> float:
        """Arm of the rolling resistance of the body's surface [m]."""
        return self._surface("rolling_friction")

    @rolling_friction.setter
    def rolling_friction(self, value: float) -> None:
        self._set_surface("rolling_friction", value, Rule("m", at_least=0.0))

    @property
    def spinning_friction(self) -> float:
        """Arm of the resistance to spinning of the body's surface [m]."""
        return self._surface("spinning_friction")

    @spinning_friction.setter
    def spinning_friction(self, value: float) -> None:
        self._set_surface("spinning_friction", value, Rule("m", at_least=0.0))

    def _surface(self, name: str) -> float:
        return float(self._state.model.surface[self.row, _SURFACE[name]])

    def _set_surface(self, name: str, value: float, rule: Rule) -> None:
        given = real_number(self._label(), name, value, rule)
        self._state.model.surface[self.row, _SURFACE[name]] = given
        self._engine.constants_changed()

    def apply_force(self, force: Any, at: Any = None, duration: float | None = None) -> None:
        """Push with a force for one step, or for a duration; its impulse is force × time however long steps are.

        Args:
            force: (3,), world [N].
            at: Point of the body (3,), world, at this moment [m]; it moves with the body. Default the center of mass.
            duration: How long [s]; default one dt.
        """
        push = np.array([*vector(self._label(), "force", force, Rule("N")), 0.0, 0.0, 0.0])
        self._push(push, self._point(at), duration)

    def apply_torque(self, torque: Any, duration: float | None = None) -> None:
        """Turn with a torque (3,), world [N m], for one step, or for a duration [s]."""
        push = np.array([0.0, 0.0, 0.0, *vector(self._label(), "torque", torque, Rule("N m"))])
        self._push(push, self.center, duration)

    def apply_impulse(self, impulse: Any, at: Any = None, angular_impulse: Any = (0.0, 0.0, 0.0)) -> None:
        """Change the momentum now.

        Args:
            impulse: Change of the momentum (3,), world [N s].
            at: Point of the body (3,), world [m]; default the center of mass.
            angular_impulse: Change of the angular momentum besides (3,), world [N m s].
        """
        self._require_dynamic()
        given = np.array(vector(self._label(), "impulse", impulse, Rule("N s")))
        turned = np.array(vector(self._label(), "angular_impulse", angular_impulse, Rule("N m s")))
        state = self._state
        arm = rotate_array(conjugate_array(state.attitude[self.row]), self._point(at) - state.center[self.row])
        self._engine.apply_impulse(ImpulseRow(state.time, self.row, given, arm, turned))

    def _point(self, at: Any) -> FloatArray:
        return self.center if at is None else np.array(vector(self._label(), "at", at, Rule("m")))

    def _push(self, push: FloatArray, point: FloatArray, duration: float | None) -> None:
        self._require_dynamic()
        step = self._engine.settings.dt
        time = step if duration is None else real_number(self._label(), "duration", duration, Rule("s", above=0.0))
        self._engine.push(self.row, push, point, time)

    @property
    def position(self) -> FloatArray:
        """Position (3,) of the body frame's origin [m]."""
        return self._state.position[self.row]

    @position.setter
    def position(self, value: Any) -> None:
        given = np.array(vector(self._label(), "position", value))
        self._record_edit(POSITION)
        self._place(given, self.orientation)

    @property
    def orientation(self) -> FloatArray:
        """Orientation (4,) of the body frame, (w, x, y, z)."""
        return self._state.orientation[self.row]

    @orientation.setter
    def orientation(self, value: Any) -> None:
        # The angular velocity is kept, so the angular momentum turns with the body.
        spin, given = self.angular_velocity, np.array(unit_quaternion(self._label(), "orientation", value))
        self._record_edit(ORIENTATION)
        self._place(self.position, given)
        self._state.spin(self.row, spin)

    @property
    def center(self) -> FloatArray:
        """Position (3,) of the center of mass [m]."""
        return self._state.center[self.row].copy()

    @property
    def velocity(self) -> FloatArray:
        """Velocity (3,) of the center of mass [m/s]."""
        return self._state.velocity[self.row].copy()

    @velocity.setter
    def velocity(self, value: Any) -> None:
        self._require_dynamic()
        given = vector(self._label(), "velocity", value)
        self._record_edit(VELOCITY)
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
        self._record_edit(ANGULAR_VELOCITY)
        self._state.spin(self.row, given)
        self._engine.restart()

    def _label(self) -> str:
        return f"Body '{self.name}'"

    def _require_dynamic(self) -> None:
        if self._state.model.motion[self.row] != DYNAMIC:
            raise UsageError(f"{self._label()}: it is fixed or on a path, so forces do not move it.")

    def _record_edit(self, quantity: str) -> None:
        self._engine.edits.record(self._state, self.row, quantity)

    def _place(self, position: FloatArray, orientation: FloatArray) -> None:
        self._state.place(self.row, position, orientation)
        self._engine.restart()
