"""Coordinates of joints: their values, and the efforts of springs, servos and constant motors along them.

    effort = −k (x − x0) − c ẋ + motor,     motor = τ  or  clamp(k_s (x_t − x) − c_s ẋ, ±max)

A speed motor and the limits are not forces but inequalities; each engine solves them in its own way from the same rows.
"""

import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray, IntArray
from rigida.constraints.actuators import EFFORT_MOTOR, MOTORS, POSITION_MOTOR, Actuators, Driven, take_laws
from rigida.constraints.arrays import Coordinates, Frames
from rigida.constraints.frames import FrameSet
from rigida.constraints.multipliers import add_part_wrenches
from rigida.constraints.parts.evaluate import evaluate_parts, find_rates
from rigida.constraints.parts.part_set import PartSet, PlacedPart
from rigida.errors import RigidaWarning
from rigida.jit.bind import bind
from rigida.jit.decorators import kernel, routine
from rigida.jit.records import as_array
from rigida.scene.joint import Coordinate


@routine
def find_efforts(coordinates: Coordinates) -> None:
    """Fill the efforts along the coordinates, but for those that joint rows hold."""
    for c in range(len(coordinates.value)):
        x, v = coordinates.value[c], coordinates.rate[c].all[0]
        spring, drive, motor = coordinates.spring[c], coordinates.drive[c], coordinates.motor[c]
        soft = not coordinates.stiff[c]
        stiffness, damping, rest = spring.stiffness if soft else 0.0, spring.damping if soft else 0.0, spring.rest
        push = -stiffness * (x - (rest if soft else 0.0)) - damping * v
        if motor == EFFORT_MOTOR:
            push += min(max(drive.target, -drive.most), drive.most)
        elif motor == POSITION_MOTOR and not coordinates.servo[c]:
            demand = drive.stiffness * (drive.target - x) - drive.damping * v
            push += min(max(demand, -drive.most), drive.most)
        coordinates.effort[c].all[0] = push
    add_actuators(False, coordinates)


@routine
def add_actuators(with_rows: bool, coordinates: Coordinates) -> None:
    """Add the efforts of actuators other than motors; with_rows: including those that are joint rows."""
    actuators = coordinates.actuators
    take_laws(actuators)
    for i in range(len(actuators.number)):
        if actuators.in_rows[i] and not with_rows:
            continue
        length = rate = 0.0
        for t in range(actuators.start[i], actuators.start[i + 1]):
            term = actuators.term[t]
            length += term.gear * coordinates.value[term.coordinate]
            rate += term.gear * coordinates.rate[term.coordinate].all[0]
        law = actuators.law[i]
        force = min(max(law.constant - law.stiffness * length - law.damping * rate, law.low), law.high)
        for t in range(actuators.start[i], actuators.start[i + 1]):
            coordinates.effort[actuators.term[t].coordinate].all[0] += actuators.term[t].gear * force


@kernel
def add_efforts(coordinates: Coordinates) -> None:
    """Fill the efforts along the coordinates and add their wrenches."""
    find_efforts(coordinates)
    add_part_wrenches(0, len(coordinates.value), coordinates.parts, coordinates.effort, coordinates.wrench)


@kernel
def find_actuator_efforts(coordinates: Coordinates) -> None:
    """Fill the efforts of all actuators that are no motors."""
    for c in range(len(coordinates.value)):
        coordinates.effort[c].all[0] = 0.0
    add_actuators(True, coordinates)


@routine
def measure(coordinates: Coordinates, frames: Frames) -> None:
    """Fill values and rates."""
    parts = coordinates.parts
    evaluate_parts(0, len(parts.code), parts, frames, parts.jacobian)
    find_rates(parts, frames)
    for c in range(len(parts.code)):
        coordinates.value[c] = parts.error[c].all[0] + parts.target[c].value


@kernel
def measure_all(coordinates: Coordinates, frames: Frames) -> None:
    """Fill values and rates."""
    measure(coordinates, frames)


class CoordinateSet:
    """All coordinates of a set of joints.

    value (m,): unwrapped, so that angles count whole turns; rate (m, 3), its first column; drive (m, 4), spring (m, 3)
    and bounds (m, 2) may be changed while running; stiff, servo (m,): springs and position motors that are no forces,
    because rows of an engine hold them; armature (m,): inertia along each. table: the same as kernels take it.
    """

    def __init__(
        self, coordinates: Sequence[Coordinate], placed: Sequence[PlacedPart], driven: Sequence[Driven] = ()
    ) -> None:
        self.coordinates = tuple(coordinates)
        self.parts = PartSet(placed)
        count = len(placed)
        self.value = np.zeros(count)
        self.rate = self.parts.rate
        self.spring = np.array([c.spring for c in coordinates], dtype=float).reshape(count, 3)
        self.motor = np.array([MOTORS.index(c.motor) for c in coordinates], dtype=np.int32)
        drive = [(c.motor_target, c.motor_max, *c.motor_gains) for c in coordinates]
        self.drive = np.array(drive, dtype=float).reshape(count, 4)
        self.bounds = np.array([(c.lower, c.upper) for c in coordinates], dtype=float).reshape(count, 2)
        self.restitution = np.array([c.restitution for c in coordinates], dtype=float)
        self.soft_limit = np.array([c.soft_limit for c in coordinates], dtype=float).reshape(count, 8)
        self.speed_limit = np.array([c.speed_limit for c in coordinates], dtype=float)
        self.armature = np.array([c.armature for c in coordinates], dtype=float)
        # Angles are those nearest to what they read as described.
        self.parts.target[:, 0] = [c.reference for c in coordinates]
        self.actuators = Actuators(driven, self.motor, self.drive, self.spring)
        self.stiff, self.servo = np.zeros(count, dtype=np.bool_), np.zeros(count, dtype=np.bool_)
        self.ease = np.zeros(count)
        smooth = (self.motor == EFFORT_MOTOR) | (self.motor == POSITION_MOTOR)
        self.acting = bool((self.spring[:, :2] != 0.0).any() or smooth.any() or self.actuators.count)
        self.table = Coordinates(
            parts=self.parts.table,
            value=self.value,
            rate=self.rate,
            spring=self.spring,
            motor=self.motor,
            drive=self.drive,
            bounds=self.bounds,
            restitution=self.restitution,
            soft_limit=self.soft_limit,
            speed_limit=self.speed_limit,
            armature=self.armature,
            dry=np.array([c.dry for c in coordinates], dtype=np.bool_),
            stiff=self.stiff,
            servo=self.servo,
            ease=self.ease,
            effort=np.zeros((count, 3)),
            actuators=self.actuators.table,
        )
        self._frames: Frames | None = None
        self._add_efforts, self._find_actuators = bind(add_efforts, self.table), bind(find_actuator_efforts, self.table)

    def own_rows(self, joint: int) -> IntArray:
        """Return the rows of a joint's coordinates, without those that only carry dry friction."""
        own = np.flatnonzero(self.parts.joint == joint)
        return np.array([row for row in own if not self.coordinates[row].dry], dtype=np.int32)

    def constants(self) -> FloatArray:
        """Return a copy of the parameters that can change during a run (m, 9): drive, spring, bounds."""
        return np.concatenate((self.drive, self.spring, self.bounds), axis=1)

    def set_constants(self, rows: NDArray[np.integer[Any]], constants: FloatArray) -> None:
        """Set drive, spring and bounds of some rows (k,) to `constants` (k, 9)."""
        self.drive[rows], self.spring[rows], self.bounds[rows] = np.split(constants, (4, 7), axis=1)
        self.acting = self.acting or bool(self.spring[:, :2].any())

    def rigid_bounds(self) -> FloatArray:
        """Return the limits (m, 2) that coordinates cannot pass: infinite where they yield."""
        yields = self.soft_limit[:, 3:4] > 0.0
        return np.where(yields, (-np.inf, np.inf), self.bounds)

    def evaluate(self, frames: FrameSet) -> None:
        """Fill values and rates; each angle is the one nearest to the last that was kept."""
        if frames.table is not self._frames:
            self._frames = frames.table
            self._measure = bind(measure_all, self.table, frames.table)
        self._measure()

    def keep(self) -> None:
        """Store the present values, near which the next ones are unwrapped (call once per step)."""
        self.parts.target[:, 0] = self.value

    def add_efforts(self, wrench: FloatArray) -> None:
        """Add the wrenches of springs, servos and constant motors to those of the bodies (n, 6)."""
        self.table.wrench = wrench
        self._add_efforts()

    def actuator_efforts(self) -> FloatArray:
        """Return the efforts (m,) of actuators that are no motors, at the evaluated instant."""
        self._find_actuators()
        return as_array(self.table.effort)[:, 0].copy()

    def potential_energy(self) -> float:
        """Return the potential energy of the springs at the evaluated instant [J]."""
        return float(0.5 * np.sum(self.spring[:, 0] * (self.value - self.spring[:, 2]) ** 2))


def make_limits_rigid(coordinates: CoordinateSet) -> None:
    """Take all limits as rigid, as the precise engine does."""
    coordinates.soft_limit[:] = 0.0


def warn_of_speed_limits(coordinates: CoordinateSet) -> None:
    """Warn of speed limits, which the precise engine does not keep."""
    limited = int(np.isfinite(coordinates.speed_limit).sum())
    if limited:
        warnings.warn(
            f"The precise engine does not keep the speed limits of {limited} coordinates. Use rg.Realtime().",
            RigidaWarning,
            stacklevel=2,
        )
