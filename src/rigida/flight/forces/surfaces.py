"""Forces of the lifting surfaces, strip by strip, and of the fuselage.

Each strip sees its own air: u = v + ω × r − wind, of which the part in the plane of its section counts.

    α = atan2(−u·n, u·c),   L = q A c_l  across the flow,   D = q A (c_d + c_l²/(π e AR))  along it,   M = q A c c_m

A turned trailing edge adds lift like an angle Δ = τ η δ (thin-airfoil theory with losses). Of the section's lift a Δ
the part s comes from a shift of the lift curve, which brings the stall nearer; the rest raises the whole curve and with
it the largest lift:

    c_l(α_e) = c_l0(α_e + s Δ) + (1 − s) a Δ,    α_e = α − k c_l,    k = 1/(π e AR)

so the polar of the finite wing, which already holds the induced angle k c_l0, is read at α + s Δ − k (1 − s) a Δ.
Near the ground the induced part shrinks by φ = (16h/b)² / (1 + (16h/b)²) (McCormick 1995, 7.2). Surfaces behind the
wing meet its downwash 2 C_L/(π e AR). Renhe 2006, 5.1.2; Abbott and von Doenhoff 1959, 4.3, 7.2.
"""

import math

from rigida.flight.air.coefficients import Coefficients
from rigida.flight.air.interpolation import cubic_weights
from rigida.flight.arrays import Controls, Craft, Setting, Strip
from rigida.flight.forces.loads import record_load
from rigida.jit.decorators import inlined, routine
from rigida.math.elementary import atan2, float_power, sin
from rigida.math.vec3 import Vec3, cross, dot, norm

_DEGREE = 180.0 / math.pi
#: 16 h/b from which on the ground takes less than a millionth off the downwash.
_NO_GROUND = 1000.0


@routine
def polar_at(table: int, alpha: float, craft: Craft) -> Coefficients:
    """Return the coefficients of a polar at an angle of attack within ±π."""
    polar, place = craft.polar[table], alpha * _DEGREE + 182.0
    i = min(max(int(place), 1), 362)
    a, b, c, d = cubic_weights(place - i)
    return a * polar[i - 1] + b * polar[i] + c * polar[i + 1] + d * polar[i + 2]


@inlined
def deflection(strip: Strip, control: Controls, setting: Setting) -> float:
    """Return the angle of the trailing edge, down positive [rad]; ailerons go up further than down."""
    aileron = strip.aileron * control.aileron
    if aileron > 0.0:
        aileron *= setting.aileron_ratio
    return (
        strip.elevator * control.elevator
        + aileron
        + strip.rudder * control.rudder
        + strip.flap * control.flaps * setting.flap_angle
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
def add_surfaces(craft: Craft) -> None:
    """Add the wrench of all strips to the craft's total, and the force of each side of each surface to its loads."""
    setting, air, total = craft.setting, craft.air, craft.total
    density, airspeed = air.density, norm(air.velocity)
    # Turbulent skin friction goes with Re^(−1/5); the strips know their own chords' part of it.
    friction = float_power(max(density * airspeed / air.viscosity, 1.0), -0.2)
    wing_lift, wash = 0.0, Vec3(0.0, 0.0, 0.0)
    for i in range(len(craft.strip)):
        if i == setting.wing_strips:
            # The wing is done: what follows flies in its downwash.
            wash = 2.0 * setting.wing_induced * wing_lift / setting.wing_area * airspeed * setting.up
        strip = craft.strip[i]
        flow = air.velocity + cross(air.spin, strip.place) + strip.downwash * wash
        forward, sink = dot(flow, strip.forward), -dot(flow, strip.normal)
        speed = math.sqrt(forward * forward + sink * sink)
        if speed == 0.0:
            continue
        height = max(air.height + dot(strip.place, air.normal), 0.0)
        ratio = 16.0 * height / strip.span
        induced = strip.induced * ratio * ratio / (1.0 + ratio * ratio)

        delta = deflection(strip, craft.memory.control, setting)
        bend = delta / (1.0 + strip.effect_loss * abs(delta))
        alpha = within_circle(atan2(sink, forward) + strip.stall_effect * bend)
        found = polar_at(strip.polar, alpha, craft)
        if ratio < _NO_GROUND:
            # Less downwash at the wing is more angle of attack.
            alpha = within_circle(alpha + (strip.induced - induced) * found.lift)
            found = polar_at(strip.polar, alpha, craft)
        lift, drag, moment, attached = found.lift, found.drag, found.moment, found.attached
        if strip.reynolds > 0.0:
            drag *= 1.0 + attached * (min(max(strip.reynolds * friction, 0.5), 2.0) - 1.0)
        if delta != 0.0:
            lift += strip.lift_effect * bend * attached
            moment += strip.moment_effect * bend * attached
            edge = sin(delta)
            drag += strip.drag_effect * edge * edge
        drag += induced * lift * lift

        # Along c and n: lift stands across the flow, drag along it.
        q = 0.5 * density * speed * strip.area
        along = q * (lift * sink - drag * forward)
        upward = q * (lift * forward + drag * sink)
        force = along * strip.forward + upward * strip.normal
        # The moment turns the chord line towards the normal: about c × n.
        twist = q * speed * strip.chord * moment
        total.force += force
        total.torque += cross(strip.place, force) + twist * cross(strip.forward, strip.normal)
        record_load(craft.load[strip.side], force, strip.place, abs(upward))
        if i < setting.wing_strips:
            wing_lift += lift * strip.area * induced / strip.induced


@routine
def add_fuselage(craft: Craft) -> None:
    """Add the forces of the fuselage to the craft's total.

    Drag acts along the axis by the whole speed, across it by the speed across alone (cross-flow principle, Allen and
    Perkins 1951). The potential flow about the slender body adds Munk's moment −v × (A v) with the added masses
    A = ρ Vol diag(k₁, k₂, k₂), which turns the body across the flow (Munk 1924): `setting.munk` is Vol (k₂ − k₁).
    """
    setting, air, total = craft.setting, craft.air, craft.total
    ahead = dot(air.velocity, setting.forward)
    total.torque += air.density * setting.munk * ahead * cross(air.velocity, setting.forward)
    for i in range(len(craft.blunt)):
        blunt = craft.blunt[i]
        flow = air.velocity + cross(air.spin, blunt.place)
        along, left, up = dot(flow, setting.forward), dot(flow, setting.left), dot(flow, setting.up)
        across = math.sqrt(left * left + up * up)
        force = (
            -0.5
            * air.density
            * (
                norm(flow) * along * blunt.area[0] * setting.forward
                + across * left * blunt.area[1] * setting.left
                + across * up * blunt.area[2] * setting.up
            )
        )
        total.force += force
        total.torque += cross(blunt.place, force)
