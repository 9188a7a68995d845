"""Landing gear: wheels on sprung struts that stand on the ground plane or on decks, with tyres that stick and slip.

The strut presses along the normal of what it stands on: N = k d + c ḋ, never pulling, stiffer beyond its travel and
damped more on the way out, so that a hard landing does not throw the aircraft up again. The tyre is a brush (Pacejka
2012, 3.2): its bristles hold to an anchor on what it stands on. Along the wheel they yield at the rolling resistance
plus the brake, across it at the friction, both within μN; where they yield the anchor is dragged along. Rolling renews
the bristles in one relaxation length, which makes the side force proportional to the slip angle. Within a step the
anchors stay, so the tyre is a spring and a parked aircraft does not creep.
"""

import math

import numpy as np

from rigida.arrays import FloatArray
from rigida.flight.forces.deck import add_reaction, deck_contact
from rigida.flight.forces.loads import note_load
from rigida.flight.layout import (
    BRAKE,
    BRAKED,
    DAMPING,
    FORWARD,
    FRICTION,
    GROUND,
    GROUND_FRICTION,
    HIGHEST_CONTROL,
    LEFT,
    ON_GROUND,
    REBOUND,
    ROLLING,
    RUDDER,
    SPOT_FRICTION,
    SPOT_NORMAL,
    SPOT_PLACE,
    SPOT_SUPPORT,
    SPOT_VELOCITY,
    SPOT_WIDTH,
    STEERING,
    STIFFNESS,
    TRAVEL,
    UP,
    WHEEL_RADIUS,
)
from rigida.jit.decorators import inlined, routine, whole
from rigida.math.quaternion import rotate, rotate_back
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
    deck: FloatArray,
    setting: FloatArray,
    center: FloatArray,
    attitude: FloatArray,
    velocity: FloatArray,
    spin: FloatArray,
    spot: FloatArray,
) -> float:
    """Return how far a wheel's strut is pressed in [m], not positive in the air; fill `spot` (see `layout`)."""
    w, x, y, z = attitude[row, 0], attitude[row, 1], attitude[row, 2], attitude[row, 3]
    rx, ry, rz = rotate(w, x, y, z, wheel[i, 0], wheel[i, 1], wheel[i, 2])
    px, py, pz = center[row, 0] + rx, center[row, 1] + ry, center[row, 2] + rz
    nx, ny, nz = setting[GROUND], setting[GROUND + 1], setting[GROUND + 2]
    height = dot(px, py, pz, nx, ny, nz) - setting[GROUND + 3]
    depth = wheel[i, WHEEL_RADIUS] - height if setting[GROUND + 4] != 0.0 else -math.inf
    spot[SPOT_PLACE], spot[SPOT_PLACE + 1], spot[SPOT_PLACE + 2] = px - height * nx, py - height * ny, pz - height * nz
    spot[SPOT_NORMAL], spot[SPOT_NORMAL + 1], spot[SPOT_NORMAL + 2] = nx, ny, nz
    spot[SPOT_VELOCITY], spot[SPOT_VELOCITY + 1], spot[SPOT_VELOCITY + 2] = 0.0, 0.0, 0.0
    spot[SPOT_FRICTION], spot[SPOT_SUPPORT] = setting[GROUND_FRICTION], ON_GROUND
    if deck.shape[0] > 0:
        up = rotate(w, x, y, z, setting[UP], setting[UP + 1], setting[UP + 2])
        for k in range(deck.shape[0]):
            depth = deck_contact(
                k, deck, px, py, pz, wheel[i, WHEEL_RADIUS], up, depth, center, attitude, velocity, spin, spot
            )
    spot[0] = spot[SPOT_PLACE] - center[row, 0]
    spot[1] = spot[SPOT_PLACE + 1] - center[row, 1]
    spot[2] = spot[SPOT_PLACE + 2] - center[row, 2]
    return depth


@routine
def stretch(
    i: int, anchor: FloatArray, center: FloatArray, attitude: FloatArray, spot: FloatArray
) -> tuple[float, float, float]:
    """Return how far the bristles of a wheel are drawn from their anchor [m], world; none on a support just met."""
    if anchor[i, 3] != spot[SPOT_SUPPORT]:
        return 0.0, 0.0, 0.0
    ax, ay, az = anchor[i, 0], anchor[i, 1], anchor[i, 2]
    if anchor[i, 3] != ON_GROUND:
        body = whole(anchor[i, 3])
        w, x, y, z = attitude[body, 0], attitude[body, 1], attitude[body, 2], attitude[body, 3]
        ax, ay, az = rotate(w, x, y, z, ax, ay, az)
        ax, ay, az = ax + center[body, 0], ay + center[body, 1], az + center[body, 2]
    return spot[SPOT_PLACE] - ax, spot[SPOT_PLACE + 1] - ay, spot[SPOT_PLACE + 2] - az


@routine
def set_anchor(
    i: int,
    ax: float,
    ay: float,
    az: float,
    anchor: FloatArray,
    center: FloatArray,
    attitude: FloatArray,
    spot: FloatArray,
) -> None:
    """Hold the bristles of a wheel to a place (world) on what it stands on, and to that as it moves."""
    anchor[i, 3] = spot[SPOT_SUPPORT]
    if anchor[i, 3] != ON_GROUND:
        body = whole(anchor[i, 3])
        w, x, y, z = attitude[body, 0], attitude[body, 1], attitude[body, 2], attitude[body, 3]
        ax, ay, az = rotate_back(w, x, y, z, ax - center[body, 0], ay - center[body, 1], az - center[body, 2])
    anchor[i, 0], anchor[i, 1], anchor[i, 2] = ax, ay, az


@routine
def wheel_axes(
    i: int,
    row: int,
    wheel: FloatArray,
    setting: FloatArray,
    memory: FloatArray,
    attitude: FloatArray,
    spot: FloatArray,
    axis: FloatArray,
) -> None:
    """Fill `axis` (6,) with the rolling direction and the direction to its left, both along what it rolls on, world."""
    nx, ny, nz = spot[SPOT_NORMAL], spot[SPOT_NORMAL + 1], spot[SPOT_NORMAL + 2]
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
def grip(i: int, wheel: FloatArray, memory: FloatArray, friction: float, load: float) -> tuple[float, float]:
    """Return the largest force along the wheel and the largest of all, on a surface under a `load` [N]."""
    total = math.sqrt(wheel[i, FRICTION] * friction) * load
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
    deck: FloatArray,
    anchor: FloatArray,
    setting: FloatArray,
    memory: FloatArray,
    center: FloatArray,
    attitude: FloatArray,
    velocity: FloatArray,
    spin: FloatArray,
    load: FloatArray,
    wrench: FloatArray,
) -> float:
    """Add the forces of all wheels to the wrench rows (world) of the aircraft and of what they stand on.

    Returns the sum of their loads [N]; the last rows of `load` are theirs.
    """
    if setting[GROUND + 4] == 0.0 and deck.shape[0] == 0:
        return 0.0
    sum_of_loads = 0.0
    spot, axis = np.empty(SPOT_WIDTH), np.empty(6)
    for i in range(wheel.shape[0]):
        depth = wheel_contact(i, row, wheel, deck, setting, center, attitude, velocity, spin, spot)
        if depth <= 0.0:
            continue
        nx, ny, nz = spot[SPOT_NORMAL], spot[SPOT_NORMAL + 1], spot[SPOT_NORMAL + 2]
        sx, sy, sz = cross(spin[row, 0], spin[row, 1], spin[row, 2], spot[0], spot[1], spot[2])
        vx = velocity[row, 0] + sx - spot[SPOT_VELOCITY]
        vy = velocity[row, 1] + sy - spot[SPOT_VELOCITY + 1]
        vz = velocity[row, 2] + sz - spot[SPOT_VELOCITY + 2]
        pressed = strut_force(i, wheel, depth, -dot(vx, vy, vz, nx, ny, nz))
        sum_of_loads += pressed
        wheel_axes(i, row, wheel, setting, memory, attitude, spot, axis)
        stiffness, damping = _SIDE_STIFFNESS * wheel[i, STIFFNESS], _SIDE_DAMPING * wheel[i, DAMPING]
        ex, ey, ez = stretch(i, anchor, center, attitude, spot)
        gx, gy, gz = stiffness * ex + damping * vx, stiffness * ey + damping * vy, stiffness * ez + damping * vz
        along = -dot(gx, gy, gz, axis[0], axis[1], axis[2])
        across = -dot(gx, gy, gz, axis[3], axis[4], axis[5])
        most_along, most = grip(i, wheel, memory, spot[SPOT_FRICTION], pressed)
        along, across = limited(along, across, most_along, most)
        fx = pressed * nx + along * axis[0] + across * axis[3]
        fy = pressed * ny + along * axis[1] + across * axis[4]
        fz = pressed * nz + along * axis[2] + across * axis[5]
        tx, ty, tz = cross(spot[0], spot[1], spot[2], fx, fy, fz)
        wrench[row, 0] += fx
        wrench[row, 1] += fy
        wrench[row, 2] += fz
        wrench[row, 3] += tx
        wrench[row, 4] += ty
        wrench[row, 5] += tz
        if spot[SPOT_SUPPORT] != ON_GROUND:
            add_reaction(whole(spot[SPOT_SUPPORT]), spot, fx, fy, fz, center, wrench)
        w, x, y, z = attitude[row, 0], attitude[row, 1], attitude[row, 2], attitude[row, 3]
        fx, fy, fz = rotate_back(w, x, y, z, fx, fy, fz)
        rx, ry, rz = rotate_back(w, x, y, z, spot[0], spot[1], spot[2])
        note_load(load, load.shape[0] - wheel.shape[0] + i, fx, fy, fz, rx, ry, rz, 1.0)
    return sum_of_loads


@routine
def drag_anchors(
    row: int,
    wheel: FloatArray,
    deck: FloatArray,
    anchor: FloatArray,
    setting: FloatArray,
    memory: FloatArray,
    center: FloatArray,
    attitude: FloatArray,
    velocity: FloatArray,
    spin: FloatArray,
    dt: float,
) -> float:
    """Move the anchors of the bristles to where they hold after a time `dt` [s]; return the load of all struts [N]."""
    if setting[GROUND + 4] == 0.0 and deck.shape[0] == 0:
        return 0.0
    sum_of_loads = 0.0
    spot, axis = np.empty(SPOT_WIDTH), np.empty(6)
    for i in range(wheel.shape[0]):
        depth = wheel_contact(i, row, wheel, deck, setting, center, attitude, velocity, spin, spot)
        ax, ay, az = spot[SPOT_PLACE], spot[SPOT_PLACE + 1], spot[SPOT_PLACE + 2]
        if depth > 0.0:
            wheel_axes(i, row, wheel, setting, memory, attitude, spot, axis)
            stiffness = _SIDE_STIFFNESS * wheel[i, STIFFNESS]
            ex, ey, ez = stretch(i, anchor, center, attitude, spot)
            vx = velocity[row, 0] - spot[SPOT_VELOCITY]
            vy = velocity[row, 1] - spot[SPOT_VELOCITY + 1]
            vz = velocity[row, 2] - spot[SPOT_VELOCITY + 2]
            rolled = abs(dot(vx, vy, vz, axis[0], axis[1], axis[2])) * dt
            along = dot(ex, ey, ez, axis[0], axis[1], axis[2])
            across = dot(ex, ey, ez, axis[3], axis[4], axis[5])
            pressed = strut_force(i, wheel, depth, 0.0)
            sum_of_loads += pressed
            most_along, most = grip(i, wheel, memory, spot[SPOT_FRICTION], pressed)
            if abs(along) * stiffness > most_along:
                # Only a wheel that turns renews its bristles; one held by its brake or its own resistance does not.
                across *= math.exp(-rolled / (_RELAXATION * wheel[i, WHEEL_RADIUS]))
            along, across = limited(along, across, most_along / stiffness, most / stiffness)
            ax -= along * axis[0] + across * axis[3]
            ay -= along * axis[1] + across * axis[4]
            az -= along * axis[2] + across * axis[5]
        set_anchor(i, ax, ay, az, anchor, center, attitude, spot)
    return sum_of_loads
