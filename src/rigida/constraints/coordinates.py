"""Coordinates of joints: their values, and the efforts of springs, servos and constant motors along them.

    effort = −k (x − x0) − c ẋ + motor,     motor = τ  or  clamp(k_s (x_t − x) − c_s ẋ, ±max)

A speed motor and the stops are not forces but inequalities; each engine solves them in its own way from the same rows.
"""

from collections.abc import Sequence

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.constraints.actuators import MOTORS as MOTORS
from rigida.constraints.actuators import Actuators, Driven
from rigida.constraints.frames import Frames
from rigida.constraints.masses import add_part_wrenches
from rigida.constraints.part_table import PartTable, PlacedPart
from rigida.jit.decorators import kernel
from rigida.scene.joint import Coordinate

_EFFORT, _POSITION = MOTORS.index("effort"), MOTORS.index("position")


@kernel
def add_efforts(
    frame: IntArray,
    jacobian: FloatArray,
    value: FloatArray,
    rate: FloatArray,
    spring: FloatArray,
    motor: IntArray,
    drive: FloatArray,
    effort: FloatArray,
    wrench: FloatArray,
) -> None:
    """Fill the efforts (m, 3; first column used) along the coordinates and add their wrenches (n, 6).

    spring (m, 3): stiffness, damping, slack value; drive (m, 4): motor's target, largest effort, two gains.
    """
    for p in range(frame.shape[0]):
        x, v = value[p], rate[p, 0]
        push = -spring[p, 0] * (x - spring[p, 2]) - spring[p, 1] * v
        limit = drive[p, 1]
        if motor[p] == _EFFORT:
            push += min(max(drive[p, 0], -limit), limit)
        elif motor[p] == _POSITION:
            push += min(max(drive[p, 2] * (drive[p, 0] - x) - drive[p, 3] * v, -limit), limit)
        effort[p, 0] = push
    add_part_wrenches(frame, jacobian, effort, wrench)


class Coordinates:
    """All coordinates of a set of joints.

    value (m,): unwrapped, so that angles count whole turns; drive (m, 4) may be changed while running; armature (m,):
    inertia along each.
    """

    def __init__(
        self, coordinates: Sequence[Coordinate], placed: Sequence[PlacedPart], driven: Sequence[Driven] = ()
    ) -> None:
        self.coordinates = tuple(coordinates)
        self.parts = PartTable(placed)
        count = len(placed)
        self.value = np.zeros(count)
        self.rate = np.zeros((count, 3))
        self.spring = np.array([c.spring for c in coordinates]).reshape(count, 3)
        self.motor = np.array([MOTORS.index(c.motor) for c in coordinates], dtype=np.int32)
        self.drive = np.array([(c.motor_target, c.motor_max, *c.motor_gains) for c in coordinates]).reshape(count, 4)
        self.bounds = np.array([(c.lower, c.upper) for c in coordinates]).reshape(count, 2)
        self.restitution = np.array([c.restitution for c in coordinates])
        self.armature = np.array([c.armature for c in coordinates])
        # Angles are those nearest to what they read as described.
        self.parts.target[:, 0] = [c.reference for c in coordinates]
        self.effort = np.zeros((count, 3))
        self.actuators = Actuators(driven, self.motor, self.drive, self.spring)
        smooth = (self.motor == _EFFORT) | (self.motor == _POSITION)
        self.acting = bool((self.spring[:, :2] != 0.0).any() or smooth.any() or self.actuators.count)

    def own_rows(self, joint: int) -> IntArray:
        """Return the rows of a joint's coordinates, without those that only carry dry friction."""
        own = np.flatnonzero(self.parts.joint == joint)
        return np.array([row for row in own if not self.coordinates[row].dry], dtype=np.int32)

    def evaluate(self, frames: Frames) -> None:
        """Fill values and rates; each angle is the one nearest to the last that was kept."""
        self.parts.evaluate(frames)
        self.value = self.parts.error[:, 0] + self.parts.target[:, 0]
        self.rate = self.parts.rates(frames)

    def keep(self) -> None:
        """Take the present values as those that the next ones lie near (call once per step)."""
        self.parts.target[:, 0] = self.value

    def add_efforts(self, wrench: FloatArray) -> None:
        """Add what springs, servos and constant motors do to the wrenches (n, 6) of the bodies."""
        add_efforts(
            self.parts.frame,
            self.parts.jacobian,
            self.value,
            self.rate,
            self.spring,
            self.motor,
            self.drive,
            self.effort,
            wrench,
        )
        self.add_actuators(wrench)

    def add_actuators(self, wrench: FloatArray) -> None:
        """Add what the actuators do that are not motors of single coordinates."""
        if self.actuators.count:
            self.effort[:, 0] = self.actuators.efforts(self.value, self.rate[:, 0])
            add_part_wrenches(self.parts.frame, self.parts.jacobian, self.effort, wrench)

    def potential_energy(self) -> float:
        """Return what the springs hold at the evaluated instant [J]."""
        return float(0.5 * np.sum(self.spring[:, 0] * (self.value - self.spring[:, 2]) ** 2))
