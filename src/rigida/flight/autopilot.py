"""A simple autopilot: holds pitch, bank, altitude, climb rate, heading and speed, in the usual cascade.

Altitude asks for a climb rate, that for a pitch (path plus the present angle of attack, slowly followed), that for
elevator; heading asks for bank, that for aileron; speed asks for throttle; the rudder takes out sideslip, and steers on
the ground. Gains shrink with the dynamic pressure and times go with V/g, which suits a model as well as an airliner.
"""

import math
from dataclasses import dataclass
from typing import Annotated

from rigida.fields import Rule, check_fields
from rigida.flight.air.atmosphere import G0
from rigida.flight.arrays import AIMS, Craft
from rigida.jit.decorators import inlined, routine
from rigida.math.elementary import cos, tan
from rigida.shown import FieldTable

_STEEPEST = math.radians(15.0)  # of a commanded flight path
_BANK_LIMIT = math.radians(25.0)  # of a turn to a heading


@dataclass(frozen=True)
class Hold(FieldTable):
    """Targets of the autopilot; controls without a target are left to the pilot."""

    pitch: Annotated[float, Rule("rad", at_least=-1.6, at_most=1.6, text="Nose above the horizon.")] | None = None
    bank: Annotated[float, Rule("rad", at_least=-1.4, at_most=1.4, text="To the right.")] | None = None
    altitude: Annotated[float, Rule("m", text="Over the world's z = 0.")] | None = None
    climb: Annotated[float, Rule("m/s", text="Upwards.")] | None = None
    heading: Annotated[float, Rule("rad", text="From the world's x axis to the right.")] | None = None
    speed: Annotated[float, Rule("m/s", above=0.0, text="Through the air, by the throttle.")] | None = None

    def __post_init__(self) -> None:
        check_fields(self)

    def aims(self) -> list[float]:
        """Return the targets in the order of `arrays.AIMS`, NaN for none."""
        target = (getattr(self, name) for name in AIMS)
        return [math.nan if value is None else value for value in target]


@inlined
def clip(value: float, limit: float) -> float:
    """Return `value` within ±limit."""
    return min(max(value, -limit), limit)


@routine
def steer(dt: float, craft: Craft) -> None:
    """Overwrite those of the craft's commands that the autopilot gives."""
    aim, sensor, setting, memory, command = craft.aim, craft.sensor, craft.setting, craft.memory, craft.command
    speed = max(sensor.airspeed, 0.2 * setting.flying_speed)
    period = speed / G0  # what the aircraft's slow motions take
    ratio = setting.flying_speed / speed
    gain = min(ratio * ratio, 2.0)
    if math.isnan(memory.slow_alpha):
        memory.slow_alpha = sensor.alpha
    memory.slow_alpha += (sensor.alpha - memory.slow_alpha) * min(dt / (0.5 * period), 1.0)

    target_pitch = aim.pitch
    climb = aim.climb
    if not math.isnan(aim.altitude):
        climb = clip((aim.altitude - sensor.altitude) / period, speed * _STEEPEST)
        if not math.isnan(aim.climb):  # given together: the climb rate to go there with
            climb = clip(climb, abs(aim.climb))
    if not math.isnan(climb):
        path = clip(climb / speed, _STEEPEST)
        # The bank turns part of the angle of attack sideways.
        target_pitch = path + memory.slow_alpha * cos(sensor.bank) + 1.5 * (path - sensor.climb / speed)
    if math.isnan(target_pitch):
        memory.pitch_sum = command.elevator
    else:
        error = target_pitch - sensor.pitch
        memory.pitch_sum += gain * error * dt / (0.5 * period)
        memory.pitch_sum = min(max(memory.pitch_sum, setting.lowest.elevator), setting.highest.elevator)
        # In a turn the nose must be pulled round: q = r tan φ.
        turning = sensor.yaw_rate * tan(clip(sensor.bank, 1.2))
        command.elevator = memory.pitch_sum + gain * (1.2 * error - 0.08 * period * (sensor.pitch_rate - turning))

    bank = aim.bank
    turn = 0.0
    if not math.isnan(aim.heading):
        turn = aim.heading - sensor.heading
        turn -= 2.0 * math.pi * math.floor(turn / (2.0 * math.pi) + 0.5)  # the shorter way round
        bank = clip(1.2 * turn, _BANK_LIMIT)
    on_ground = sensor.wheel_load > 0.0
    if not math.isnan(bank):
        error = (0.0 if on_ground else bank) - sensor.bank
        command.aileron = gain * (0.5 * error - 0.03 * period * sensor.roll_rate)
        command.rudder = gain * 0.5 * sensor.beta
        if on_ground:
            command.rudder = 1.5 * turn - 0.15 * period * sensor.yaw_rate

    if math.isnan(aim.speed):
        memory.speed_sum = command.throttle
    else:
        error = (aim.speed - sensor.airspeed) / setting.flying_speed
        command.throttle = memory.speed_sum + 4.0 * error
        if 0.0 < command.throttle < 1.0:  # anti-windup: a throttle at its limit must not increase the integral
            memory.speed_sum = min(max(memory.speed_sum + error * dt / period, 0.0), 1.0)
