"""Actuators along coordinates: those that are a plain motor become the coordinate's own, the others are evaluated here.

    force = clamp((gain + s1 l + s2 l̇) · control + b0 + b1 l + b2 l̇),  l = Σ gear q,  effort on q = gear · force

A motor or position servo that is the only one on its coordinate is what engines already solve (and, if stiff, hold
without a force); tendons over several joints, second actuators and limits to one side are forces.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.constraints.arrays import ActuatorForces, ActuatorTerm
from rigida.constraints.couplings import FORCE, CouplingSpec
from rigida.errors import UsageError
from rigida.fields import Vec3
from rigida.jit.bind import bind
from rigida.jit.decorators import kernel, routine
from rigida.jit.tables import dtype_of
from rigida.math.dense import product
from rigida.scene.actuator import Actuator

MOTORS = ("none", "effort", "speed", "position")
#: Their numbers, as `coordinates.motor` holds them.
NO_MOTOR, EFFORT_MOTOR, SPEED_MOTOR, POSITION_MOTOR = range(len(MOTORS))


@routine
def take_laws(actuators: ActuatorForces) -> None:
    """Fill how the force of each actuator follows from its length and rate, for the present controls."""
    for i in range(len(actuators.number)):
        control, bias, slopes, law = (
            actuators.control[actuators.number[i]],
            actuators.bias[i],
            actuators.slopes[i],
            actuators.law[i],
        )
        law.constant = actuators.gain[i] * control + bias.constant
        law.stiffness = -(bias.per_length + control * slopes.per_length)
        law.damping = -(bias.per_rate + control * slopes.per_rate)
        law.low, law.high = actuators.range[i].lower, actuators.range[i].upper


@kernel
def find_laws(actuators: ActuatorForces) -> None:
    """Fill the laws of all actuators."""
    take_laws(actuators)


@dataclass(frozen=True, eq=False)
class Driven:
    """An actuator, its number in the model, and the rows of the coordinates that it drives."""

    number: int
    actuator: Actuator
    rows: tuple[int, ...]


class Actuators:
    """The actuators of a set of coordinates.

    control (k,): of each actuator of the model; motor (m,), drive (m, 4), spring (m, 3): of the
    coordinates, into which plain motors are written.
    """

    def __init__(self, driven: Sequence[Driven], motor: IntArray, drive: FloatArray, spring: FloatArray) -> None:
        self._driven = {item.number: item for item in driven}
        self.control = np.zeros(max(self._driven, default=-1) + 1)
        self._drive, self._spring = drive, spring
        self._motor_of: dict[int, int] = {}
        for item in driven:
            row = item.rows[0]
            plain = len(item.rows) == 1 and motor[row] == NO_MOTOR and self._is_plain(item)
            self.control[item.number] = item.actuator.control
            if plain:
                self._motor_of[item.number] = row
                self._become_motor(item, motor, spring)
        self.control_range = np.full((len(self.control), 2), (-np.inf, np.inf))
        for item in driven:
            self.control_range[item.number] = item.actuator.control_range or (-np.inf, np.inf)
        self._find_plain_motors()
        self._free = [item.number for item in driven if item.number not in self._motor_of]
        #: How many are evaluated as forces.
        self.count = len(self._free)
        chosen = [self._driven[k].actuator for k in self._free]
        terms = [tuple(zip(self._driven[k].rows, self._driven[k].actuator.gear, strict=True)) for k in self._free]
        term = np.array([each for of in terms for each in of], dtype=dtype_of(ActuatorTerm))
        self._gain = np.array([actuator.gain for actuator in chosen], dtype=float)
        self._bias = np.array([actuator.bias for actuator in chosen], dtype=float).reshape(-1, 3)
        self._slopes = np.array([actuator.gain_slopes for actuator in chosen], dtype=float).reshape(-1, 2)
        #: Whether controls change how stiff actuators are.
        self.sloped = bool(self._slopes.any())
        #: Those (free,) that an engine holds as rows of its equations and that are no forces then.
        self.in_rows = np.zeros(self.count, dtype=np.bool_)
        self._range = np.array([actuator.force_range or (-np.inf, np.inf) for actuator in chosen]).reshape(-1, 2)
        self.table = ActuatorForces(
            number=np.array(self._free, dtype=np.int64),
            control=self.control,
            gain=self._gain,
            bias=self._bias,
            slopes=self._slopes,
            range=self._range,
            start=np.cumsum([0, *map(len, terms)]),
            term=term,
            in_rows=self.in_rows,
            law=np.zeros((self.count, 5)),
        )
        self.find_laws = bind(find_laws, self.table)

    def _find_plain_motors(self) -> None:
        """Store how targets of the coordinates' motors follow from controls: gain · control + offset."""
        self._plain_number = np.array(list(self._motor_of), dtype=np.int64)
        self._plain_row = np.array(list(self._motor_of.values()), dtype=np.int64)
        items = [self._driven[number] for number in self._motor_of]
        self._plain_offset = np.array([self._target(item, 0.0) for item in items])
        self._plain_gain = np.array([self._target(item, 1.0) for item in items]) - self._plain_offset

    @staticmethod
    def _is_plain(item: Driven) -> bool:
        """Return whether a motor or servo of one coordinate can take the place of an actuator."""
        actuator = item.actuator
        lower, upper = actuator.force_range or (-np.inf, np.inf)
        _, b1, b2 = actuator.bias
        servo = b1 < 0.0 and b2 <= 0.0
        constant = b1 == 0.0 and (b2 == 0.0 or (b2 < 0.0 and actuator.force_range is None))
        sloped = any(actuator.gain_slopes)
        return lower == -upper and actuator.gear[0] != 0.0 and (servo or constant) and not sloped

    def _become_motor(self, item: Driven, motor: IntArray, spring: FloatArray) -> None:
        actuator, row = item.actuator, item.rows[0]
        gear, (_, b1, b2) = actuator.gear[0], actuator.bias
        stiffness, damping = -b1 * gear * gear, -b2 * gear * gear
        upper = np.inf if actuator.force_range is None else abs(gear) * actuator.force_range[1]
        if stiffness > 0.0:
            motor[row] = POSITION_MOTOR
            self._drive[row] = 0.0, upper, stiffness, damping
        else:
            motor[row] = EFFORT_MOTOR
            self._drive[row] = 0.0, upper, 0.0, 0.0
            spring[row, 1] += damping
        self._drive[row, 0] = self._target(item, actuator.control)

    def _target(self, item: Driven, control: float) -> float:
        """Return the target of the motor of a coordinate for a control."""
        actuator, row = item.actuator, item.rows[0]
        effort = actuator.gear[0] * (actuator.gain * control + actuator.bias[0])
        return effort / self._drive[row, 2] if self._drive[row, 2] > 0.0 else effort

    def set_control(self, number: int, value: float) -> None:
        """Set the control of an actuator, clipped to its range."""
        item = self._item(number)
        self.control[number] = item.actuator.limited_control(value)
        if number in self._motor_of:
            self._drive[self._motor_of[number], 0] = self._target(item, float(self.control[number]))

    def set_controls(self, values: FloatArray) -> None:
        """Set the controls of all actuators (k,), each clipped to its range."""
        self.control[:] = np.clip(values, self.control_range[:, 0], self.control_range[:, 1])
        plain = self._plain_number
        effort = self._plain_gain * self.control[plain] + self._plain_offset
        self._drive[self._plain_row, 0] = effort

    def parameters(self) -> tuple[FloatArray, ...]:
        """Return the arrays of gains, biases and ranges of forces, those of one kind of actuator after another."""
        return self._gain, self._bias, self._slopes, self._range, self._plain_gain, self._plain_offset

    def law(self, number: int) -> tuple[float, Vec3]:
        """Return gain and bias of an actuator."""
        actuator = self._item(number).actuator
        return actuator.gain, actuator.bias

    def change(self, number: int, gain: float, bias: Vec3, who: str) -> None:
        """Set gain and bias of an actuator; one that is a coordinate's motor must keep its kind."""
        item = self._item(number)
        new = Driven(number, replace(item.actuator, gain=gain, bias=bias), item.rows)
        if number in self._motor_of:
            row, square = self._motor_of[number], item.actuator.gear[0] ** 2
            if not self._is_plain(new) or (bias[1] < 0.0) != (self._drive[row, 2] > 0.0):
                raise UsageError(f"{who}: while it runs it stays the motor or servo that it is. Build another scene.")
            if bias[1] < 0.0:
                self._drive[row, 2:] = -bias[1] * square, -bias[2] * square
            else:
                self._spring[row, 1] += (item.actuator.bias[2] - bias[2]) * square
        else:
            free = self._free.index(number)
            self._gain[free], self._bias[free] = gain, bias
        self._driven[number] = new
        self._find_plain_motors()
        self.set_control(number, float(self.control[number]))

    def _item(self, number: int) -> Driven:
        if number not in self._driven:
            raise UsageError(f"Actuator number {number}: a joint that it drives is broken.")
        return self._driven[number]

    def coupling_specs(self) -> list[CouplingSpec]:
        """Return those that are not motors as couplings along which forces act."""
        found = []
        for i, number in enumerate(self._free):
            factors: dict[int, float] = {}
            for row, gear in zip(self._driven[number].rows, self._driven[number].actuator.gear, strict=True):
                factors[row] = factors.get(row, 0.0) + gear
            terms = tuple((row, gear, 0) for row, gear in sorted(factors.items()) if gear != 0.0)
            found.append(CouplingSpec(str(self._driven[number].actuator.name), FORCE, terms, actuator=i))
        return found

    def force(self, number: int, value: FloatArray, rate: FloatArray) -> float:
        """Return the force of one actuator at coordinates (m,) and rates (m,)."""
        item = self._item(number)
        actuator, rows = item.actuator, list(item.rows)
        gear = np.array(actuator.gear)
        (b0, b1, b2), (s1, s2), control = actuator.bias, actuator.gain_slopes, float(self.control[number])
        length, speed = float(product(gear, value[rows])), float(product(gear, rate[rows]))
        force = (actuator.gain + s1 * length + s2 * speed) * control + b0 + b1 * length + b2 * speed
        lower, upper = actuator.force_range or (-np.inf, np.inf)
        return float(min(max(force, lower), upper))
