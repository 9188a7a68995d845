"""The forces on an aircraft, as one page: what the air is, what each part makes of it, what the ground does.

The order matters: the air first, because every part flies in it; the wing before the tail, which meets its downwash;
the ground last, because its forces stand in the world frame.
"""

import numpy as np

from rigida.arrays import FloatArray
from rigida.flight.air.atmosphere import air_at, viscosity_at
from rigida.flight.air.wind import gust_factor, shear_factor, turbulence_at
from rigida.flight.forces.gear import add_wheels
from rigida.flight.forces.surfaces import add_fuselage, add_surfaces
from rigida.flight.forces.thrust import add_engines
from rigida.flight.layout import (
    FLOWN,
    FORWARD,
    GROUND,
    GUST,
    GUST_LENGTH,
    GUST_START,
    LEFT,
    LOAD,
    LOAD_WIDTH,
    SHEAR,
    SHEAR_TOP,
    THRUST,
    TIME,
    WIND,
)
from rigida.jit.decorators import kernel, routine
from rigida.math.quaternion import rotate, rotate_back
from rigida.math.vector import dot, norm

#: Height that stands for "no ground" [m].
_FAR = 1e9


@kernel
def flight_wrench(
    row: int,
    time: float,
    center: FloatArray,
    attitude: FloatArray,
    velocity: FloatArray,
    spin: FloatArray,
    setting: FloatArray,
    memory: FloatArray,
    strip: FloatArray,
    polar: FloatArray,
    blunt: FloatArray,
    engine: FloatArray,
    wheel: FloatArray,
    deck: FloatArray,
    anchor: FloatArray,
    gust: FloatArray,
    load: FloatArray,
    total: FloatArray,
    wrench: FloatArray,
) -> None:
    """Add an aircraft's wrench (world) to its row of `wrench` (n, 6).

    The bodies that its wheels stand on get the reactions. Also filled, in the principal frame: `load` (force and place
    of each part) and `total` (wrench of air and engines).
    """
    air = np.empty(12)
    for k in range(6):
        total[k] = 0.0
    for k in range(load.shape[0]):
        for j in range(LOAD_WIDTH):
            load[k, j] = 0.0
    # what the air is
    meet_air(row, time, center, attitude, velocity, spin, setting, memory, gust, air)
    # what the parts make of it
    add_surfaces(strip, polar, setting, memory, air, load, total)
    add_fuselage(blunt, setting, air, total)
    first = load.shape[0] - wheel.shape[0] - engine.shape[0]
    total[THRUST] = add_engines(engine, setting, memory, air, first, load, total)
    add_turned(row, attitude, total, wrench)
    # what the ground does
    total[LOAD] = add_wheels(row, wheel, deck, anchor, setting, memory, center, attitude, velocity, spin, load, wrench)


@routine
def meet_air(
    row: int,
    time: float,
    center: FloatArray,
    attitude: FloatArray,
    velocity: FloatArray,
    spin: FloatArray,
    setting: FloatArray,
    memory: FloatArray,
    gust: FloatArray,
    air: FloatArray,
) -> None:
    """Fill `air` (12,): density, viscosity, velocity and angular velocity against the air, height, ground normal."""
    nx, ny, nz = setting[GROUND], setting[GROUND + 1], setting[GROUND + 2]
    x, y, z = center[row, 0], center[row, 1], center[row, 2]
    height = dot(x, y, z, nx, ny, nz) - setting[GROUND + 3] if setting[GROUND + 4] != 0.0 else _FAR
    temperature, _, air[0] = air_at(z)
    air[1] = viscosity_at(temperature)
    factor = shear_factor(height, setting[SHEAR], setting[SHEAR_TOP])
    # Gusts lie still in the air: where the aircraft is in them follows from the distance flown.
    speed = norm(velocity[row, 0], velocity[row, 1], velocity[row, 2])
    flown = memory[FLOWN] + max(time - memory[TIME], 0.0) * speed
    pulse = gust_factor(flown - setting[GUST_START], setting[GUST_LENGTH])
    qw, qx, qy, qz = attitude[row, 0], attitude[row, 1], attitude[row, 2], attitude[row, 3]
    air[2], air[3], air[4] = rotate_back(
        qw,
        qx,
        qy,
        qz,
        velocity[row, 0] - factor * setting[WIND] - pulse * setting[GUST],
        velocity[row, 1] - factor * setting[WIND + 1] - pulse * setting[GUST + 1],
        velocity[row, 2] - factor * setting[WIND + 2] - pulse * setting[GUST + 2],
    )
    if gust.shape[0] > 1:
        for k in range(3):
            wave = turbulence_at(gust, k, flown)
            at = FORWARD + k * (LEFT - FORWARD)
            air[2] -= wave * setting[at]
            air[3] -= wave * setting[at + 1]
            air[4] -= wave * setting[at + 2]
    air[5], air[6], air[7] = rotate_back(qw, qx, qy, qz, spin[row, 0], spin[row, 1], spin[row, 2])
    air[8] = height
    air[9], air[10], air[11] = rotate_back(qw, qx, qy, qz, nx, ny, nz)


@routine
def add_turned(row: int, attitude: FloatArray, total: FloatArray, wrench: FloatArray) -> None:
    """Add a wrench of the principal frame to a row of the world's."""
    w, x, y, z = attitude[row, 0], attitude[row, 1], attitude[row, 2], attitude[row, 3]
    for k in range(0, 6, 3):
        fx, fy, fz = rotate(w, x, y, z, total[k], total[k + 1], total[k + 2])
        wrench[row, k] += fx
        wrench[row, k + 1] += fy
        wrench[row, k + 2] += fz
