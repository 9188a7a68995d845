"""Thrust of propellers and jets.

A propeller is an actuator disc: P η = T (V + w) and T = 2 ρ A w (V + w), so its induced velocity w solves
2 ρ A w (V + w)² = P η, which gives the static thrust and its decline with speed alike (McCormick 1995, 6.2). A piston
engine breathes: P / P₀ = σ − (1 − σ)/7.55 (Gagg and Ferrar 1934). A jet's thrust goes with a power of the density.
"""

import math

from rigida.arrays import FloatArray
from rigida.flight.air.atmosphere import SEA_LEVEL_DENSITY
from rigida.flight.forces.loads import note_load
from rigida.flight.layout import (
    CONSUMPTION,
    DISC,
    EFFICIENCY,
    ELEVATOR,
    ENGINE_KIND,
    EXPONENT,
    FUEL,
    GIMBAL,
    HIGHEST_CONTROL,
    LEFT,
    MEMORY,
    RATING,
    RUDDER,
    UP,
)
from rigida.jit.decorators import routine
from rigida.math.vector import cross, dot, norm


@routine
def output(engine: FloatArray, i: int, memory: FloatArray, density: float) -> float:
    """Return the power [W] of a propeller's engine or the thrust [N] of a jet now."""
    sigma = density / SEA_LEVEL_DENSITY
    exponent = engine[i, EXPONENT]
    available = max(sigma - (1.0 - sigma) / 7.55, 0.0) if exponent < 0.0 else math.pow(sigma, exponent)
    return engine[i, RATING] * available * memory[MEMORY + i]


@routine
def disc_thrust(power: float, disc: float, speed: float, density: float) -> float:
    """Return the thrust [N] of an ideal propeller of `disc` area [m²] that spends `power` [W] at an air speed."""
    if power <= 0.0 or density <= 0.0:
        return 0.0
    v = max(speed, 0.0)
    wanted = power / (2.0 * density * disc)
    w = math.pow(wanted, 1.0 / 3.0)  # exact at rest, too large in flight: Newton falls onto the root from there
    for _ in range(30):
        f = w * (v + w) * (v + w) - wanted
        step = f / ((v + w) * (v + 3.0 * w))
        w -= step
        if abs(step) <= 1e-13 * w:
            break
    return 2.0 * density * disc * w * (v + w)


@routine
def add_engines(
    engine: FloatArray,
    setting: FloatArray,
    memory: FloatArray,
    air: FloatArray,
    first: int,
    load: FloatArray,
    total: FloatArray,
) -> float:
    """Add the thrust of all engines to `total` (6,) and to `load` from row `first` on; return its sum [N].

    `air` as in `add_surfaces`.
    """
    sum_of_thrust = 0.0
    for i in range(engine.shape[0]):
        power = output(engine, i, memory, air[0])
        if power == 0.0:
            continue
        dx, dy, dz = engine[i, 4], engine[i, 5], engine[i, 6]
        thrust = power
        if engine[i, ENGINE_KIND] == 0.0:
            speed = dot(air[2], air[3], air[4], dx, dy, dz)
            thrust = disc_thrust(power * engine[i, EFFICIENCY], engine[i, DISC], speed, air[0])
        elif engine[i, GIMBAL] != 0.0:
            # Nose up: the nozzle pushes the tail down; nose right: it pushes the tail left.
            pitch = engine[i, GIMBAL] * memory[ELEVATOR] / setting[HIGHEST_CONTROL + ELEVATOR]
            yaw = engine[i, GIMBAL] * memory[RUDDER] / setting[HIGHEST_CONTROL + RUDDER]
            dx += -pitch * setting[UP] + yaw * setting[LEFT]
            dy += -pitch * setting[UP + 1] + yaw * setting[LEFT + 1]
            dz += -pitch * setting[UP + 2] + yaw * setting[LEFT + 2]
            length = norm(dx, dy, dz)
            dx, dy, dz = dx / length, dy / length, dz / length
        fx, fy, fz = thrust * dx, thrust * dy, thrust * dz
        tx, ty, tz = cross(engine[i, 1], engine[i, 2], engine[i, 3], fx, fy, fz)
        total[0] += fx
        total[1] += fy
        total[2] += fz
        total[3] += tx
        total[4] += ty
        total[5] += tz
        note_load(load, first + i, fx, fy, fz, engine[i, 1], engine[i, 2], engine[i, 3], 1.0)
        sum_of_thrust += thrust
    return sum_of_thrust


@routine
def burn(engine: FloatArray, memory: FloatArray, density: float, dt: float) -> None:
    """Take the fuel of a time `dt` [s] out of the tank; an empty tank stops the engines that burn any."""
    flow = 0.0
    for i in range(engine.shape[0]):
        flow += engine[i, CONSUMPTION] * output(engine, i, memory, density)
    if flow == 0.0:
        return
    memory[FUEL] = max(memory[FUEL] - flow * dt, 0.0)
    if memory[FUEL] == 0.0:
        for i in range(engine.shape[0]):
            if engine[i, CONSUMPTION] > 0.0:
                memory[MEMORY + i] = 0.0
