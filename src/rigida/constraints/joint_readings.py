"""Joint data of a frame: coordinates, their rates and motor efforts, in a table by joint.

The tables have three columns for each joint; those that it has not, and all of a broken joint, are NaN. Of a serial
joint of more than three axes the first three are kept.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray, IntArray
from rigida.constraints.actuators import EFFORT_MOTOR, POSITION_MOTOR
from rigida.constraints.coordinates import CoordinateSet
from rigida.constraints.joint_set import JointSet
from rigida.jit.decorators import kernel

MOST_COORDINATES = 3


@dataclass(frozen=True, eq=False)
class JointReadings:
    """Coordinates (joints, 3) [m or rad], rates (joints, 3) and efforts of motors (joints, 3) [N or N m]."""

    position: FloatArray
    velocity: FloatArray
    effort: FloatArray


def joint_readings(joints: JointSet, motor_effort: FloatArray) -> JointReadings:
    """Return the readings of joints whose coordinates are evaluated; motor_effort (m,) is of the coordinates."""
    coordinates = joints.coordinates
    table = np.empty((3, len(joints.rows), MOST_COORDINATES))
    own = np.array([not coordinate.dry for coordinate in coordinates.coordinates], dtype=np.bool_)
    fill_readings(own, coordinates.parts.joint, coordinates.value, coordinates.rate, motor_effort, table)
    return JointReadings(table[0], table[1], table[2])


@kernel
def fill_readings(
    own: NDArray[np.bool_],
    joint: IntArray,
    value: FloatArray,
    rate: FloatArray,
    effort: FloatArray,
    table: FloatArray,
) -> None:
    """Sort values, rates and efforts (m,) of coordinates, which lie side by side for each joint, into the table.

    own (m,): false for those that only carry dry friction.
    """
    table[:] = np.nan
    slot = 0
    for c in range(joint.shape[0]):
        slot = slot + 1 if c > 0 and joint[c] == joint[c - 1] else 0
        if not own[c] or slot >= table.shape[2]:
            continue
        table[0, joint[c], slot] = value[c]
        table[1, joint[c], slot] = rate[c, 0]
        table[2, joint[c], slot] = effort[c]


def motor_efforts(coordinates: CoordinateSet) -> FloatArray:
    """Return the efforts (m,) [N or N m] of constant motors and servos at the evaluated coordinates.

    Speed motors are solved for with the motion; their engine knows what they did.
    """
    x, v = coordinates.value, coordinates.rate[:, 0]
    target, limit, stiffness, damping = coordinates.drive.T
    demand = np.where(coordinates.motor == EFFORT_MOTOR, target, stiffness * (target - x) - damping * v)
    acts = (coordinates.motor == EFFORT_MOTOR) | (coordinates.motor == POSITION_MOTOR)
    return np.where(acts, np.clip(demand, -limit, limit), 0.0)
