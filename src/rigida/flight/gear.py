"""Landing gear: wheels on sprung struts that stand on the ground plane, with tyres that stick and slip.

The strut presses along the ground's normal: N = k d + c ḋ, never pulling, stiffer beyond its travel and damped more on
the way out, so that a hard landing does not throw the aircraft up again. The tyre is a brush (Pacejka 2012, 3.2): its
bristles hold to an anchor on the ground. Along the wheel they yield at the rolling resistance plus the brake, across it
at the friction, both within μN; where they yield the anchor is dragged along. Rolling renews the bristles in one
relaxation length, which makes the side force proportional to the slip angle. Within a step the anchors stay, so the
tyre is a spring and a parked aircraft does not creep.
"""

import math

import numpy as np

from rigida.compilation import inlined, routine
from rigida.fields import FloatArray
from rigida.flight.layout import (
    BRAKE,
    BRAKED,
    DAMPING,
    FORWARD,
    FRICTION,
    GROUND,
    HIGHEST_CONTROL,
    LEFT,
    REBOUND,
    ROLLING,
    RUDDER,
    STEERING,
    STIFFNESS,
    TRAVEL,
    WHEEL_RADIUS,
)
from rigida.math.quaternion import rotate
from rigida.math.vector import cross, dot, norm

#: Sideways stiffness and damping of a tyre as multiples of those of its strut.
_SIDE_STIFFNESS = 2.0
_SIDE_DAMPING = 1.0
#: Rolled distance that renews the bristles, in wheel radii (Pacejka 2012, 7.3: about one and a half).
_RELAXATION = 1.5
#: Stiffness of a strut at its stop, as a multiple.
_STOP = 10.0


@routine
def wheel_contact(
    i: int,
    row: int,
    wheel: FloatArray,
    setting: FloatArray,
    center: FloatArray,
    attitude: FloatArray,
    point: FloatArray,
) -> float:
    """Return how far a wheel's strut is pressed in [m], negative in the air; fill `point` with arm and place (6,)."""
    nx, ny, nz = setting[GROUND], setting[GROUND + 1], setting[GROUND + 2]
    w, x, y, z = attitude[row, 0], attitude[row, 1], attitude[row, 2], attitude[row, 3]
    rx, ry, rz = rotate(w, x, y, z, wheel[i, 0], wheel[i, 1], wheel[i, 2])
    px, py, pz = center[row, 0] + rx, center[row, 1] + ry, center[row, 2] + rz
    height = dot(px, py, pz, nx, ny, nz) - setting[GROUND + 3]
    point[0], point[1], point[2] = rx - height * nx, ry - height * ny, rz - height * nz
    point[3], point[4], point[5] = px - height * nx, py - height * ny, pz - height * nz
    return wheel[i, WHEEL_RADIUS] - height


@routine
def wheel_axes(
    i: int, row: int, wheel: FloatArray, setting: FloatArray, memory: FloatArray, attitude: FloatArray, axis: FloatArray
) -> None:
    """Fill `axis` (6,) with the rolling direction and the direction to its left, both in the ground plane, world."""
    nx, ny, nz = setting[GROUND], setting[GROUND + 1], setting[GROUND + 2]
    w, x, y, z = attitude[row, 0], attitude[row, 1], attitude[row, 2], attitude[row, 3]
    # A positive yaw command steers to the right, away from the left axis.
    angle = -wheel[i, STEERING] * memory[RUDDER] / setting[HIGHEST_CONTROL + RUDDER]
    c, s = math.cos(angle), math.sin(angle)
    fx, fy, fz = rotate(
        w,
        x,
        y,
        z,
        c * setting[FORWARD] + s * setting[LEFT],
        c * setting[FORWARD + 1] + s * setting[LEFT + 1],
        c * setting[FORWARD + 2] + s * setting[LEFT + 2],
    )
    lx, ly, lz = cross(nx, ny, nz, fx, fy, fz)
    length = norm(lx, ly, lz)
    if length < 1e-9:  # standing on its nose: any direction will do, none is favoured by friction
        lx, ly, lz = cross(nx, ny, nz, ny, nz, nx)
        length = norm(lx, ly, lz)
    axis[3], axis[4], axis[5] = lx / length, ly / length, lz / length
    axis[0], axis[1], axis[2] = cross(axis[3], axis[4], axis[5], nx, ny, nz)


@inlined
def strut_force(i: int, wheel: FloatArray, depth: float, rate: float) -> float:
    """Return the force [N] of a strut pressed in by `depth` [m] at `rate` [m/s]."""
    damping = wheel[i, DAMPING] if rate > 0.0 else wheel[i, DAMPING] * wheel[i, REBOUND]
    stop = max(depth - wheel[i, TRAVEL], 0.0)
    return max(wheel[i, STIFFNESS] * (depth + (_STOP - 1.0) * stop) + damping * rate, 0.0)


@inlined
def grip(i: int, wheel: FloatArray, memory: FloatArray, load: float) -> tuple[float, float]:
    """Return the largest force along the wheel and the largest of all, under a `load` [N]."""
    total = wheel[i, FRICTION] * load
    along = min(wheel[i, ROLLING] * load + wheel[i, BRAKED] * memory[BRAKE] * total, total)
    return along, total


@inlined
def limited(along: float, across: float, most_along: float, most: float) -> tuple[float, float]:
    """Return a tyre force (or deflection) cut to what the ground can bear."""
    a = min(max(along, -most_along), most_along)
    room = math.sqrt(max(most * most - a * a, 0.0))
    return a, min(max(across, -room), room)


@routine
def add_wheels(
    row: int,
    wheel: FloatArray,
    anchor: FloatArray,
    setting: FloatArray,
    memory: FloatArray,
    center: FloatArray,
    attitude: FloatArray,
    velocity: FloatArray,
    spin: FloatArray,
    wrench: FloatArray,
) -> float:
    """Add the forces of all wheels on the ground to the wrench row (world) and return the sum of their loads [N]."""
    if setting[GROUND + 4] == 0.0:
        return 0.0
    nx, ny, nz = setting[GROUND], setting[GROUND + 1], setting[GROUND + 2]
    sum_of_loads = 0.0
    point, axis = np.empty(6), np.empty(6)
    for i in range(wheel.shape[0]):
        depth = wheel_contact(i, row, wheel, setting, center, attitude, point)
        if depth <= 0.0:
            continue
        sx, sy, sz = cross(spin[row, 0], spin[row, 1], spin[row, 2], point[0], point[1], point[2])
        vx, vy, vz = velocity[row, 0] + sx, velocity[row, 1] + sy, velocity[row, 2] + sz
        load = strut_force(i, wheel, depth, -dot(vx, vy, vz, nx, ny, nz))
        sum_of_loads += load
        wheel_axes(i, row, wheel, setting, memory, attitude, axis)
        stiffness, damping = _SIDE_STIFFNESS * wheel[i, STIFFNESS], _SIDE_DAMPING * wheel[i, DAMPING]
        ex, ey, ez = point[3] - anchor[i, 0], point[4] - anchor[i, 1], point[5] - anchor[i, 2]
        gx, gy, gz = stiffness * ex + damping * vx, stiffness * ey + damping * vy, stiffness * ez + damping * vz
        along = -dot(gx, gy, gz, axis[0], axis[1], axis[2])
        across = -dot(gx, gy, gz, axis[3], axis[4], axis[5])
        most_along, most = grip(i, wheel, memory, load)
        along, across = limited(along, across, most_along, most)
        fx = load * nx + along * axis[0] + across * axis[3]
        fy = load * ny + along * axis[1] + across * axis[4]
        fz = load * nz + along * axis[2] + across * axis[5]
        tx, ty, tz = cross(point[0], point[1], point[2], fx, fy, fz)
        wrench[row, 0] += fx
        wrench[row, 1] += fy
        wrench[row, 2] += fz
        wrench[row, 3] += tx
        wrench[row, 4] += ty
        wrench[row, 5] += tz
    return sum_of_loads


@routine
def drag_anchors(
    row: int,
    wheel: FloatArray,
    anchor: FloatArray,
    setting: FloatArray,
    memory: FloatArray,
    center: FloatArray,
    attitude: FloatArray,
    velocity: FloatArray,
    dt: float,
) -> float:
    """Move the anchors of the bristles to where they hold after a time `dt` [s]; return the load of all struts [N]."""
    if setting[GROUND + 4] == 0.0:
        return 0.0
    sum_of_loads = 0.0
    point, axis = np.empty(6), np.empty(6)
    for i in range(wheel.shape[0]):
        depth = wheel_contact(i, row, wheel, setting, center, attitude, point)
        along, across = 0.0, 0.0
        wheel_axes(i, row, wheel, setting, memory, attitude, axis)
        if depth > 0.0:
            stiffness = _SIDE_STIFFNESS * wheel[i, STIFFNESS]
            ex, ey, ez = point[3] - anchor[i, 0], point[4] - anchor[i, 1], point[5] - anchor[i, 2]
            rolled = abs(dot(velocity[row, 0], velocity[row, 1], velocity[row, 2], axis[0], axis[1], axis[2])) * dt
            along = dot(ex, ey, ez, axis[0], axis[1], axis[2])
            across = dot(ex, ey, ez, axis[3], axis[4], axis[5])
            load = strut_force(i, wheel, depth, 0.0)
            sum_of_loads += load
            most_along, most = grip(i, wheel, memory, load)
            if abs(along) * stiffness > most_along:
                # Only a wheel that turns renews its bristles; one held by its brake or its own resistance does not.
                across *= math.exp(-rolled / (_RELAXATION * wheel[i, WHEEL_RADIUS]))
            along, across = limited(along, across, most_along / stiffness, most / stiffness)
        for k in range(3):
            anchor[i, k] = point[3 + k] - along * axis[k] - across * axis[3 + k]
    return sum_of_loads
