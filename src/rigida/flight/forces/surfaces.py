"""Forces of the lifting surfaces, strip by strip, and of the fuselage.

Each strip sees its own air: u = v + ω × r − wind, of which the part in the plane of its section counts.

    α = atan2(−u·n, u·c),   L = q A c_l  across the flow,   D = q A (c_d + c_l²/(π e AR))  along it,   M = q A c c_m

A turned trailing edge adds lift like an angle τ η δ (thin-airfoil theory with losses), half of which brings the stall
nearer. Near the ground the induced part shrinks by φ = (16h/b)² / (1 + (16h/b)²) (McCormick 1995, 7.2). Surfaces behind
the wing meet its downwash 2 C_L/(π e AR). Renhe 2006, 5.1.2; Abbott and von Doenhoff 1959, 4.3, 7.2.
"""

import math

from rigida.arrays import FloatArray
from rigida.flight.air.interpolation import cubic_weights
from rigida.flight.forces.loads import note_load
from rigida.flight.layout import (
    AILERON,
    AILERON_RATIO,
    AREA,
    CHORD,
    DOWNWASH,
    DRAG_EFFECT,
    ELEVATOR,
    FLAP_ANGLE,
    FLAPS,
    FORWARD,
    GAIN,
    INDUCED,
    LEFT,
    LIFT_EFFECT,
    MOMENT_EFFECT,
    POLAR,
    REYNOLDS,
    RUDDER,
    SIDE,
    SLOPE,
    SPAN,
    UP,
    WING_AREA,
    WING_INDUCED,
    WING_STRIPS,
)
from rigida.jit.decorators import inlined, routine
from rigida.math.vector import cross, dot, norm

#: Part of a control's angle that brings the stall nearer; the rest raises the largest lift.
_STALL_SHARE = 0.5
#: Angle at which a plain flap has lost half of its effect [rad] (fit to Hoak 1960, 6.1.1.1).
_HALF_EFFECT = 1.2
_DEGREE = 180.0 / math.pi
#: 16 h/b from which on the ground takes less than a millionth off the downwash.
_NO_GROUND = 1000.0


@routine
def polar_at(polar: FloatArray, table: int, alpha: float) -> tuple[float, float, float, float]:
    """Return lift, drag, moment and attached part at an angle of attack within ±π."""
    place = alpha * _DEGREE + 182.0
    i = min(max(int(place), 1), 362)
    a, b, c, d = cubic_weights(place - i)
    j, k, m = i - 1, i + 1, i + 2
    return (
        a * polar[table, j, 0] + b * polar[table, i, 0] + c * polar[table, k, 0] + d * polar[table, m, 0],
        a * polar[table, j, 1] + b * polar[table, i, 1] + c * polar[table, k, 1] + d * polar[table, m, 1],
        a * polar[table, j, 2] + b * polar[table, i, 2] + c * polar[table, k, 2] + d * polar[table, m, 2],
        a * polar[table, j, 3] + b * polar[table, i, 3] + c * polar[table, k, 3] + d * polar[table, m, 3],
    )


@inlined
def deflection(strip: FloatArray, i: int, memory: FloatArray, setting: FloatArray) -> float:
    """Return the angle of the trailing edge, down positive [rad]; ailerons go up further than down."""
    aileron = strip[i, GAIN + 1] * memory[AILERON]
    if aileron > 0.0:
        aileron *= setting[AILERON_RATIO]
    return (
        strip[i, GAIN] * memory[ELEVATOR]
        + aileron
        + strip[i, GAIN + 2] * memory[RUDDER]
        + strip[i, GAIN + 3] * memory[FLAPS] * setting[FLAP_ANGLE]
    )


@inlined
def within_circle(angle: float) -> float:
    """Return an angle that left ±π by less than a turn, brought back."""
    if angle > math.pi:
        return angle - 2.0 * math.pi
    if angle < -math.pi:
        return angle + 2.0 * math.pi
    return angle


@routine
def add_surfaces(
    strip: FloatArray,
    polar: FloatArray,
    setting: FloatArray,
    memory: FloatArray,
    air: FloatArray,
    load: FloatArray,
    total: FloatArray,
) -> None:
    """Add the wrench of all strips to `total` (6,), and the force of each side of each surface to `load`.

    air: density, viscosity, relative velocity (2–4), angular velocity (5–7), height of the centre of mass over the
    ground (8), the ground's normal (9–11); principal frame.
    """
    density, airspeed = air[0], norm(air[2], air[3], air[4])
    # Turbulent skin friction goes with Re^(−1/5); the strips know their own chords' part of it.
    friction = math.pow(max(density * airspeed / air[1], 1.0), -0.2)
    wing_strips, wing_lift = int(setting[WING_STRIPS]), 0.0
    wash_x, wash_y, wash_z = 0.0, 0.0, 0.0
    for i in range(strip.shape[0]):
        if i == wing_strips:
            # The wing is done: what follows flies in its downwash.
            turn = 2.0 * setting[WING_INDUCED] * wing_lift / setting[WING_AREA] * airspeed
            wash_x, wash_y, wash_z = turn * setting[UP], turn * setting[UP + 1], turn * setting[UP + 2]
        rx, ry, rz = strip[i, 0], strip[i, 1], strip[i, 2]
        sx, sy, sz = cross(air[5], air[6], air[7], rx, ry, rz)
        met = strip[i, DOWNWASH]
        ux = air[2] + sx + met * wash_x
        uy = air[3] + sy + met * wash_y
        uz = air[4] + sz + met * wash_z
        forward = dot(ux, uy, uz, strip[i, 3], strip[i, 4], strip[i, 5])
        sink = -dot(ux, uy, uz, strip[i, 6], strip[i, 7], strip[i, 8])
        speed = math.sqrt(forward * forward + sink * sink)
        if speed == 0.0:
            continue
        height = max(air[8] + dot(rx, ry, rz, air[9], air[10], air[11]), 0.0)
        ratio = 16.0 * height / strip[i, SPAN]
        induced = strip[i, INDUCED] * ratio * ratio / (1.0 + ratio * ratio)

        table = int(strip[i, POLAR])
        delta = deflection(strip, i, memory, setting)
        bend = delta / (1.0 + abs(delta) / _HALF_EFFECT)
        shift = strip[i, LIFT_EFFECT] * bend
        alpha = within_circle(math.atan2(sink, forward) + _STALL_SHARE * shift)
        lift, drag, moment, attached = polar_at(polar, table, alpha)
        if ratio < _NO_GROUND:
            # Less downwash at the wing is more angle of attack.
            alpha = within_circle(alpha + (strip[i, INDUCED] - induced) * lift)
            lift, drag, moment, attached = polar_at(polar, table, alpha)
        if strip[i, REYNOLDS] > 0.0:
            drag *= 1.0 + attached * (min(max(strip[i, REYNOLDS] * friction, 0.5), 2.0) - 1.0)
        if delta != 0.0:
            lift += (1.0 - _STALL_SHARE) * strip[i, SLOPE] * shift * attached
            moment += strip[i, MOMENT_EFFECT] * bend * attached
            edge = math.sin(delta)
            drag += strip[i, DRAG_EFFECT] * edge * edge
        drag += induced * lift * lift

        # Along c and n: lift stands across the flow, drag along it.
        q = 0.5 * density * speed * strip[i, AREA]
        along = q * (lift * sink - drag * forward)
        upward = q * (lift * forward + drag * sink)
        fx = along * strip[i, 3] + upward * strip[i, 6]
        fy = along * strip[i, 4] + upward * strip[i, 7]
        fz = along * strip[i, 5] + upward * strip[i, 8]
        tx, ty, tz = cross(rx, ry, rz, fx, fy, fz)
        # The moment turns the chord line towards the normal: about c × n.
        ax, ay, az = cross(strip[i, 3], strip[i, 4], strip[i, 5], strip[i, 6], strip[i, 7], strip[i, 8])
        twist = q * speed * strip[i, CHORD] * moment
        total[0] += fx
        total[1] += fy
        total[2] += fz
        total[3] += tx + twist * ax
        total[4] += ty + twist * ay
        total[5] += tz + twist * az
        note_load(load, int(strip[i, SIDE]), fx, fy, fz, rx, ry, rz, abs(upward))
        if i < wing_strips:
            wing_lift += lift * strip[i, AREA] * induced / strip[i, INDUCED]


@routine
def add_fuselage(blunt: FloatArray, setting: FloatArray, air: FloatArray, total: FloatArray) -> None:
    """Add the drag of the fuselage's pieces, along and across it, to `total` (6,)."""
    for i in range(blunt.shape[0]):
        rx, ry, rz = blunt[i, 0], blunt[i, 1], blunt[i, 2]
        sx, sy, sz = cross(air[5], air[6], air[7], rx, ry, rz)
        ux, uy, uz = air[2] + sx, air[3] + sy, air[4] + sz
        q = -0.5 * air[0] * norm(ux, uy, uz)
        fx, fy, fz = 0.0, 0.0, 0.0
        for axis in range(3):
            at = FORWARD + axis * (LEFT - FORWARD)
            force = q * blunt[i, 3 + axis] * dot(ux, uy, uz, setting[at], setting[at + 1], setting[at + 2])
            fx += force * setting[at]
            fy += force * setting[at + 1]
            fz += force * setting[at + 2]
        tx, ty, tz = cross(rx, ry, rz, fx, fy, fz)
        total[0] += fx
        total[1] += fy
        total[2] += fz
        total[3] += tx
        total[4] += ty
        total[5] += tz
