"""Internal state of an aircraft between steps, as one page: controls, engines, fuel, distance flown, tires."""

import math

from rigida.flight.arrays import CONTROL_COUNT, Craft, MovingBodies
from rigida.flight.autopilot import steer
from rigida.flight.forces.gear import drag_anchors
from rigida.flight.forces.thrust import burn
from rigida.flight.sensors import read_sensors
from rigida.jit.decorators import kernel, routine
from rigida.math.elementary import expm1


@kernel
def settle_flight(time: float, bodies: MovingBodies, craft: Craft) -> float:
    """Advance the memory of an aircraft to `time`; return the remaining fuel [kg].

    The script's controls go before the pilot's stick where they are not NaN, the autopilot before both; the craft's
    command is filled with what results.
    """
    memory, sensor, dt = craft.memory, craft.sensor, time - craft.memory.time
    if dt <= 0.0:
        return memory.fuel
    read_sensors(time, sensor, bodies, craft)
    choose_command(craft)
    steer(dt, craft)
    move_controls(dt, craft)
    run_engines(dt, craft)
    burn(dt, sensor.density, craft)
    sensor.wheel_load = drag_anchors(dt, bodies, craft)
    memory.flown += sensor.airspeed * dt
    memory.time = time
    return memory.fuel


@routine
def choose_command(craft: Craft) -> None:
    """Set each control from the script, or from the pilot's stick."""
    stick, script, command = craft.stick.all, craft.script.all, craft.command.all
    for k in range(CONTROL_COUNT):
        command[k] = stick[k] if math.isnan(script[k]) else script[k]


@routine
def move_controls(dt: float, craft: Craft) -> None:
    """Turn every control towards its command, within its range and no faster than it can."""
    setting, control = craft.setting, craft.memory.control.all
    for k in range(CONTROL_COUNT):
        target = min(max(craft.command.all[k], setting.lowest.all[k]), setting.highest.all[k])
        most = setting.rate.all[k] * dt
        control[k] += min(max(target - control[k], -most), most)


@routine
def run_engines(dt: float, craft: Craft) -> None:
    """Advance the engines towards the throttle; those that burn fuel stop without it."""
    for i in range(len(craft.engine)):
        engine, target = craft.engine[i], craft.memory.control.throttle
        if engine.consumption > 0.0 and craft.memory.fuel <= 0.0:
            target = 0.0
        craft.power[i] += (target - craft.power[i]) * -expm1(-dt / engine.spool)
