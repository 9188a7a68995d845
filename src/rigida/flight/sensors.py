"""What the instruments show: speeds, angles and rates, from the motion and the air.

Heading is measured from the world's x axis to the right (clockwise from above), bank to the right, pitch upwards;
sideslip is positive with the wind from the right.
"""

import math

import numpy as np

from rigida.arrays import FloatArray
from rigida.flight.forces.wrench import meet_air
from rigida.flight.layout import (
    AIRSPEED,
    ALPHA,
    ALTITUDE,
    BANK,
    BETA,
    CLIMB,
    DENSITY,
    FORWARD,
    HEADING,
    HEIGHT,
    LEFT,
    PITCH,
    PITCH_RATE,
    ROLL_RATE,
    SPEED,
    UP,
    YAW_RATE,
)
from rigida.jit.decorators import kernel
from rigida.math.quaternion import rotate
from rigida.math.vector import dot, norm


@kernel
def read_sensors(
    row: int,
    time: float,
    center: FloatArray,
    attitude: FloatArray,
    velocity: FloatArray,
    spin: FloatArray,
    setting: FloatArray,
    memory: FloatArray,
    gust: FloatArray,
    sensor: FloatArray,
) -> None:
    """Fill `sensor` but for the load of the wheels."""
    air = np.empty(12)
    meet_air(row, time, center, attitude, velocity, spin, setting, memory, gust, air)
    w, x, y, z = attitude[row, 0], attitude[row, 1], attitude[row, 2], attitude[row, 3]
    fx, fy, fz = rotate(w, x, y, z, setting[FORWARD], setting[FORWARD + 1], setting[FORWARD + 2])
    _, _, lz = rotate(w, x, y, z, setting[LEFT], setting[LEFT + 1], setting[LEFT + 2])
    _, _, uz = rotate(w, x, y, z, setting[UP], setting[UP + 1], setting[UP + 2])
    forward = dot(air[2], air[3], air[4], setting[FORWARD], setting[FORWARD + 1], setting[FORWARD + 2])
    left = dot(air[2], air[3], air[4], setting[LEFT], setting[LEFT + 1], setting[LEFT + 2])
    up = dot(air[2], air[3], air[4], setting[UP], setting[UP + 1], setting[UP + 2])
    airspeed = norm(forward, left, up)
    sensor[AIRSPEED] = airspeed
    sensor[ALPHA] = math.atan2(-up, forward)
    sensor[BETA] = math.asin(min(max(-left / airspeed, -1.0), 1.0)) if airspeed > 0.0 else 0.0
    sensor[PITCH] = math.asin(min(max(fz, -1.0), 1.0))
    sensor[BANK] = math.atan2(lz, uz)
    sensor[HEADING] = math.atan2(-fy, fx)
    sensor[ALTITUDE] = center[row, 2]
    sensor[CLIMB] = velocity[row, 2]
    sensor[ROLL_RATE] = dot(air[5], air[6], air[7], setting[FORWARD], setting[FORWARD + 1], setting[FORWARD + 2])
    sensor[PITCH_RATE] = -dot(air[5], air[6], air[7], setting[LEFT], setting[LEFT + 1], setting[LEFT + 2])
    sensor[YAW_RATE] = -dot(air[5], air[6], air[7], setting[UP], setting[UP + 1], setting[UP + 2])
    sensor[HEIGHT] = air[8]
    sensor[DENSITY] = air[0]
    sensor[SPEED] = norm(velocity[row, 0], velocity[row, 1], velocity[row, 2])
