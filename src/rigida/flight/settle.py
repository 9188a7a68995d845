"""What an aircraft remembers from step to step, as one page: controls, engines, fuel, distance flown, tyres."""

import math

from rigida.arrays import FloatArray
from rigida.flight.autopilot import steer
from rigida.flight.forces.gear import drag_anchors
from rigida.flight.forces.thrust import burn
from rigida.flight.layout import (
    AIRSPEED,
    CONSUMPTION,
    CONTROL_RATE,
    CONTROLS,
    DENSITY,
    FLOWN,
    FUEL,
    HIGHEST_CONTROL,
    LOWEST_CONTROL,
    MEMORY,
    SPOOL,
    THROTTLE,
    TIME,
    WHEEL_LOAD,
)
from rigida.flight.sensors import read_sensors
from rigida.jit.decorators import kernel, routine


@kernel
def settle_flight(
    row: int,
    time: float,
    center: FloatArray,
    attitude: FloatArray,
    velocity: FloatArray,
    spin: FloatArray,
    setting: FloatArray,
    memory: FloatArray,
    engine: FloatArray,
    wheel: FloatArray,
    deck: FloatArray,
    anchor: FloatArray,
    gust: FloatArray,
    sensor: FloatArray,
    aim: FloatArray,
    stick: FloatArray,
    script: FloatArray,
    command: FloatArray,
) -> None:
    """Bring the memory of an aircraft to `time`.

    The script's controls (6,) go before the pilot's stick (6,) where they are not NaN, the autopilot before both;
    `command` (6,) is filled with what results.
    """
    dt = time - memory[TIME]
    if dt <= 0.0:
        return
    read_sensors(row, time, center, attitude, velocity, spin, setting, memory, gust, sensor)
    for k in range(CONTROLS):
        command[k] = stick[k] if math.isnan(script[k]) else script[k]
    steer(aim, sensor, setting, memory, command, dt)
    move_controls(setting, memory, command, dt)
    run_engines(engine, memory, dt)
    burn(engine, memory, sensor[DENSITY], dt)
    sensor[WHEEL_LOAD] = drag_anchors(row, wheel, deck, anchor, setting, memory, center, attitude, velocity, spin, dt)
    memory[FLOWN] += sensor[AIRSPEED] * dt
    memory[TIME] = time


@routine
def move_controls(setting: FloatArray, memory: FloatArray, command: FloatArray, dt: float) -> None:
    """Turn every control towards its command, within its range and no faster than it can."""
    for k in range(CONTROLS):
        wanted = min(max(command[k], setting[LOWEST_CONTROL + k]), setting[HIGHEST_CONTROL + k])
        most = setting[CONTROL_RATE + k] * dt
        memory[k] += min(max(wanted - memory[k], -most), most)


@routine
def run_engines(engine: FloatArray, memory: FloatArray, dt: float) -> None:
    """Let the engines follow the throttle; those that burn fuel stop without it."""
    for i in range(engine.shape[0]):
        wanted = memory[THROTTLE]
        if engine[i, CONSUMPTION] > 0.0 and memory[FUEL] <= 0.0:
            wanted = 0.0
        memory[MEMORY + i] += (wanted - memory[MEMORY + i]) * -math.expm1(-dt / engine[i, SPOOL])
