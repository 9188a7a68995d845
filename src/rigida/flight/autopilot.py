"""A simple autopilot: holds pitch, bank, altitude, climb rate, heading and speed, in the usual cascade.

Altitude asks for a climb rate, that for a pitch (path plus the present angle of attack, slowly followed), that for
elevator; heading asks for bank, that for aileron; speed asks for throttle; the rudder takes out sideslip, and steers on
the ground. Gains shrink with the dynamic pressure and times go with V/g, which suits a model as well as an airliner.
"""

import math
from dataclasses import dataclass
from typing import Annotated

from rigida.arrays import FloatArray
from rigida.fields import Rule, check_fields
from rigida.flight.air.atmosphere import G0
from rigida.flight.layout import (
    AILERON,
    AIM_ALTITUDE,
    AIM_BANK,
    AIM_CLIMB,
    AIM_HEADING,
    AIM_PITCH,
    AIM_SPEED,
    AIRSPEED,
    ALPHA,
    ALTITUDE,
    BANK,
    BETA,
    CLIMB,
    ELEVATOR,
    FLYING_SPEED,
    HEADING,
    HIGHEST_CONTROL,
    LOWEST_CONTROL,
    PITCH,
    PITCH_RATE,
    PITCH_SUM,
    ROLL_RATE,
    RUDDER,
    SLOW_ALPHA,
    SPEED_SUM,
    THROTTLE,
    WHEEL_LOAD,
    YAW_RATE,
)
from rigida.jit.decorators import inlined, routine

_STEEPEST = math.radians(15.0)  # of a commanded flight path
_BANK_LIMIT = math.radians(25.0)  # of a turn to a heading


@dataclass(frozen=True)
class Hold:
    """What the autopilot holds; what is left out it leaves to the pilot."""

    pitch: Annotated[float, Rule("rad", at_least=-1.6, at_most=1.6, text="Nose above the horizon.")] | None = None
    bank: Annotated[float, Rule("rad", at_least=-1.4, at_most=1.4, text="To the right.")] | None = None
    altitude: Annotated[float, Rule("m", text="Over the world's z = 0.")] | None = None
    climb: Annotated[float, Rule("m/s", text="Upwards.")] | None = None
    heading: Annotated[float, Rule("rad", text="From the world's x axis to the right.")] | None = None
    speed: Annotated[float, Rule("m/s", above=0.0, text="Through the air, by the throttle.")] | None = None

    def __post_init__(self) -> None:
        check_fields(self)

    def aims(self) -> list[float]:
        """Return the aims in the order of `layout`, NaN for what is not held."""
        wanted = (self.pitch, self.bank, self.altitude, self.climb, self.heading, self.speed)
        return [math.nan if value is None else value for value in wanted]


@inlined
def clip(value: float, limit: float) -> float:
    """Return `value` within ±limit."""
    return min(max(value, -limit), limit)


@routine
def steer(
    aim: FloatArray, sensor: FloatArray, setting: FloatArray, memory: FloatArray, command: FloatArray, dt: float
) -> None:
    """Overwrite those of the commands (6,) that the autopilot gives."""
    speed = max(sensor[AIRSPEED], 0.2 * setting[FLYING_SPEED])
    period = speed / G0  # what the aircraft's slow motions take
    ratio = setting[FLYING_SPEED] / speed
    gain = min(ratio * ratio, 2.0)
    if math.isnan(memory[SLOW_ALPHA]):
        memory[SLOW_ALPHA] = sensor[ALPHA]
    memory[SLOW_ALPHA] += (sensor[ALPHA] - memory[SLOW_ALPHA]) * min(dt / (0.5 * period), 1.0)

    wanted_pitch = aim[AIM_PITCH]
    climb = aim[AIM_CLIMB]
    if not math.isnan(aim[AIM_ALTITUDE]):
        climb = clip((aim[AIM_ALTITUDE] - sensor[ALTITUDE]) / period, speed * _STEEPEST)
        if not math.isnan(aim[AIM_CLIMB]):  # given together: the climb rate to go there with
            climb = clip(climb, abs(aim[AIM_CLIMB]))
    if not math.isnan(climb):
        path = clip(climb / speed, _STEEPEST)
        # The bank turns part of the angle of attack sideways.
        wanted_pitch = path + memory[SLOW_ALPHA] * math.cos(sensor[BANK]) + 1.5 * (path - sensor[CLIMB] / speed)
    if math.isnan(wanted_pitch):
        memory[PITCH_SUM] = command[ELEVATOR]
    else:
        error = wanted_pitch - sensor[PITCH]
        memory[PITCH_SUM] += gain * error * dt / (0.5 * period)
        memory[PITCH_SUM] = min(
            max(memory[PITCH_SUM], setting[LOWEST_CONTROL + ELEVATOR]), setting[HIGHEST_CONTROL + ELEVATOR]
        )
        # In a turn the nose must be pulled round: q = r tan φ.
        turning = sensor[YAW_RATE] * math.tan(clip(sensor[BANK], 1.2))
        command[ELEVATOR] = memory[PITCH_SUM] + gain * (1.2 * error - 0.08 * period * (sensor[PITCH_RATE] - turning))

    bank = aim[AIM_BANK]
    turn = 0.0
    if not math.isnan(aim[AIM_HEADING]):
        turn = aim[AIM_HEADING] - sensor[HEADING]
        turn -= 2.0 * math.pi * math.floor(turn / (2.0 * math.pi) + 0.5)  # the shorter way round
        bank = clip(1.2 * turn, _BANK_LIMIT)
    on_ground = sensor[WHEEL_LOAD] > 0.0
    if not math.isnan(bank):
        error = (0.0 if on_ground else bank) - sensor[BANK]
        command[AILERON] = gain * (0.5 * error - 0.03 * period * sensor[ROLL_RATE])
        command[RUDDER] = gain * 0.5 * sensor[BETA]
        if on_ground:
            command[RUDDER] = 1.5 * turn - 0.15 * period * sensor[YAW_RATE]

    if math.isnan(aim[AIM_SPEED]):
        memory[SPEED_SUM] = command[THROTTLE]
    else:
        error = (aim[AIM_SPEED] - sensor[AIRSPEED]) / setting[FLYING_SPEED]
        command[THROTTLE] = memory[SPEED_SUM] + 4.0 * error
        if 0.0 < command[THROTTLE] < 1.0:  # a lever at its stop must not wind the sum up
            memory[SPEED_SUM] = min(max(memory[SPEED_SUM] + error * dt / period, 0.0), 1.0)
