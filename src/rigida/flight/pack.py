"""Airplane → arrays for the kernels, in the frame of its principal axes and from its center of mass."""

import math
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray
from rigida.flight.air.airfoil import PLATE, Airfoil
from rigida.flight.air.atmosphere import G0, SEA_LEVEL_DENSITY
from rigida.flight.air.wind import Wind
from rigida.flight.airplane import Airplane
from rigida.flight.arrays import ANGLES, Blunt, Engine, Setting, Strip, Wheel, one, several
from rigida.flight.parts import Jet, Propeller
from rigida.flight.surface import Hinge, Surface
from rigida.math.dense import euclidean_norm, product
from rigida.math.elementary import acos, cos, float_power, log, sin, tan
from rigida.math.rotation import matrix_from_quaternion_array

#: Pieces that the fuselage's drag acts on.
_PIECES = 6
_DEGREES = np.radians(np.arange(ANGLES) - 182.0)


class Frame(NamedTuple):
    """Pose of the kernels' frame in body axes: center of mass (3,), principal axes as rows (3, 3)."""

    center: FloatArray
    axes: FloatArray

    @classmethod
    def of(cls, center: FloatArray, principal: FloatArray) -> "Frame":
        """Return the frame of a body's center of mass and the quaternion of its principal axes."""
        return cls(center, matrix_from_quaternion_array(principal).T)

    def point(self, place: object) -> FloatArray:
        """Return a point of body axes in this frame."""
        return np.asarray(product(self.axes, np.asarray(place, dtype=np.float64) - self.center))

    def direction(self, vector: object) -> FloatArray:
        """Return a direction of body axes in this frame."""
        return np.asarray(product(self.axes, np.asarray(vector, dtype=np.float64)))


@dataclass(frozen=True, eq=False)
class Packed:
    """Constants of an aircraft, by the records of `arrays`."""

    setting: NDArray[np.void]
    strip: NDArray[np.void]
    polar: FloatArray
    blunt: NDArray[np.void]
    engine: NDArray[np.void]
    wheel: NDArray[np.void]
    gust: FloatArray


def pack(airplane: Airplane, frame: Frame, wind: Wind) -> Packed:
    """Return the arrays of an aircraft in a wind; the ground is entered when it is known."""
    strip, polar = _strips(airplane, frame)
    return Packed(
        setting=_setting(airplane, frame, wind),
        strip=strip,
        polar=polar,
        blunt=_fuselage(airplane, frame),
        engine=_engines(airplane, frame),
        wheel=_wheels(airplane, frame),
        gust=wind.samples(),
    )


def finite_wing(airfoil: Airfoil, surface: Surface) -> Airfoil:
    """Return the section as part of a wing of finite span: α grows by the induced angle c_l/(π e AR)."""
    slope, zero = airfoil.lift_angle()
    stretch = 1.0 + slope * surface.induced
    if airfoil.table is None:
        return replace(airfoil, lift_slope=slope / stretch)
    table = np.array(airfoil.table)
    table[:, 0] += surface.induced * table[:, 1]
    if not (np.diff(table[:, 0]) > 0.0).all():
        # A stall so sharp that the induced angle runs back: stretch the whole curve instead.
        table[:, 0] = zero + (np.array(airfoil.table)[:, 0] - zero) * stretch
    inside = np.abs(table[:, 0]) <= math.pi
    return replace(airfoil, table=table[inside])


def polar_table(airfoil: Airfoil, surface: Surface) -> FloatArray:
    """Return lift, drag, moment and attached part (365, 4) of a wing's section, every degree from −182 to 182."""
    across = min(PLATE, 1.11 + 0.018 * surface.aspect_ratio)  # Viterna and Corrigan 1982
    circle = np.remainder(_DEGREES + math.pi, 2.0 * math.pi) - math.pi
    return finite_wing(airfoil, surface).curves(circle, across)


class FlapKind(NamedTuple):
    """Effectiveness of a hinged trailing edge."""

    half_effect: float  # angle at which it has lost half of its effect [rad] (fit to Hoak 1960, 6.1.1.1)
    stall_share: float  # part of its lift that brings the stall nearer (fit to Hoak 1960, 6.1.1.3)
    drag: float  # of c_d = drag E^1.38 sin² δ (Young 1953)


#: A slot feeds air from below to the flap's upper side: its flow stays attached longer.
PLAIN, SLOTTED = FlapKind(1.2, 0.5, 1.7), FlapKind(2.4, 0.35, 0.9)


def hinge_effects(hinge: Hinge) -> tuple[float, float]:
    """Return the change of zero-lift angle and moment per radian of a deflected trailing edge.

    Thin-airfoil theory (Abbott and von Doenhoff 1959, 7.2).
    """
    theta = acos(2.0 * hinge.chord - 1.0)
    return 1.0 - (theta - sin(theta)) / math.pi, -0.5 * sin(theta) * (1.0 - cos(theta))


def _strips(airplane: Airplane, frame: Frame) -> tuple[NDArray[np.void], FloatArray]:
    rows: list[NDArray[np.void]] = []
    tables: list[FloatArray] = []
    side = 0
    for surface in airplane.surfaces:
        for sign in (1.0, -1.0) if surface.mirrored else (1.0,):
            for j in range(surface.strips):
                row = _strip(surface, sign, j, frame)
                row["polar"], row["side"] = len(tables), side
                rows.append(row)
            side += 1
        tables.append(polar_table(surface.airfoil, surface))
    strip = np.array(rows) if rows else several(0, Strip)
    return strip, np.array(tables) if tables else np.zeros((1, ANGLES, 4))


def _strip(surface: Surface, sign: float, j: int, frame: Frame) -> NDArray[np.void]:
    """Return strip j of one side (sign +1: left)."""
    count, half = surface.strips, surface.half_span
    eta = (j + 0.5) / count
    chord = surface.root_chord + (surface.tip_chord - surface.root_chord) * eta
    gamma = surface.dihedral
    outward = np.array([-tan(surface.sweep), sign * cos(gamma), sin(gamma)])
    place = np.array(surface.position) + half * eta * outward
    upright = np.array([0.0, -sign * sin(gamma), cos(gamma)])
    angle = surface.incidence + surface.twist * eta
    forward = cos(angle) * np.array([1.0, 0.0, 0.0]) + sin(angle) * upright
    normal = cos(angle) * upright - sin(angle) * np.array([1.0, 0.0, 0.0])
    row = one(Strip)
    row["place"], row["forward"], row["normal"] = frame.point(place), frame.direction(forward), frame.direction(normal)
    row["area"], row["chord"] = chord * half / count, chord
    row["induced"], row["downwash"], row["span"] = surface.induced, surface.downwash, surface.span
    # (c / Re)^(−1/5), to be multiplied by (ρ V / μ)^(−1/5).
    reynolds = surface.airfoil.reynolds
    row["reynolds"] = 0.0 if reynolds is None else float_power(chord / reynolds, -0.2)
    turning = np.cross(place - frame.center, normal)
    # A positive command lifts the nose (about −y), lowers the right wing (about x), turns right (about −z).
    senses = {"elevator": -turning[1], "aileron": turning[0], "rudder": -turning[2], "flap": 1.0}
    for hinge in surface.hinges:
        covered = max(min((j + 1) / count, hinge.end) - max(j / count, hinge.start), 0.0) * count
        if covered > 0.0:
            row[hinge.control] = covered * math.copysign(1.0, senses[hinge.control])
            _set_hinge(row, surface, hinge)
    return row


def _set_hinge(row: NDArray[np.void], surface: Surface, hinge: Hinge) -> None:
    """Set the effects of a hinge on a strip; `forces/surfaces.py` has the derivation."""
    kind = SLOTTED if hinge.slotted else PLAIN
    angle, moment = hinge_effects(hinge)
    raised = (1.0 - kind.stall_share) * surface.airfoil.lift_angle()[0]
    row["effect_loss"] = 1.0 / kind.half_effect
    row["stall_effect"] = angle * (kind.stall_share - surface.induced * raised)
    row["lift_effect"], row["moment_effect"] = angle * raised, moment
    row["drag_effect"] = kind.drag * float_power(hinge.chord, 1.38)


def _fuselage(airplane: Airplane, frame: Frame) -> NDArray[np.void]:
    body = airplane.fuselage
    if body is None:
        return several(0, Blunt)
    areas = np.array(
        [
            body.drag * body.width * body.height,
            body.side_drag * body.length * body.height,
            body.side_drag * body.length * body.width,
        ]
    )
    back = np.array([1.0, 0.0, 0.0]) * body.length / _PIECES
    rows = several(_PIECES, Blunt)
    rows["place"] = [frame.point(np.array(body.nose) - (i + 0.5) * back) for i in range(_PIECES)]
    rows["area"] = areas / _PIECES
    return rows


def munk_volume(length: float, width: float, height: float) -> float:
    """Return the volume of an ellipsoid by the difference of its added masses across and along [m³].

    k₁ and k₂ are those of the spheroid with the same section (Lamb 1932, 114 and 373).
    """
    flat = width * height / (length * length)
    if flat >= 1.0:
        return 0.0
    e = math.sqrt(1.0 - flat)
    ratio = log((1.0 + e) / (1.0 - e))
    along = 2.0 * flat / (e * e * e) * (0.5 * ratio - e)
    across = 1.0 / (e * e) - 0.5 * flat / (e * e * e) * ratio
    return math.pi / 6.0 * length * width * height * (across / (2.0 - across) - along / (2.0 - along))


def _engines(airplane: Airplane, frame: Frame) -> NDArray[np.void]:
    rows = several(airplane.engine_count, Engine)
    engines: list[Propeller | Jet] = [*airplane.propellers, *airplane.jets]
    for row, engine in zip(rows, engines, strict=True):
        row["place"] = frame.point(engine.position)
        row["direction"] = frame.direction(np.array(engine.direction) / euclidean_norm(engine.direction))
        row["spool"], row["consumption"] = engine.spool, engine.consumption
    for row, propeller in zip(rows, airplane.propellers, strict=False):
        row["rating"], row["disc"] = propeller.power, 0.25 * math.pi * propeller.diameter * propeller.diameter
        row["efficiency"], row["exponent"] = propeller.efficiency, 0.0 if propeller.supercharged else -1.0
    for row, jet in zip(rows[len(airplane.propellers) :], airplane.jets, strict=True):
        row["jet"], row["rating"] = 1, jet.thrust
        row["exponent"], row["gimbal"] = jet.density_exponent, jet.gimbal
    return rows


def _wheels(airplane: Airplane, frame: Frame) -> NDArray[np.void]:
    rows = several(len(airplane.wheels), Wheel)
    for row, wheel in zip(rows, airplane.wheels, strict=True):
        row["hub"], row["radius"] = frame.point(wheel.position), wheel.radius
        row["stiffness"], row["damping"], row["rebound"] = wheel.stiffness, wheel.damping, wheel.rebound
        row["travel"], row["friction"], row["rolling"] = wheel.travel, wheel.friction, wheel.rolling
        row["braked"], row["steering"] = float(wheel.braked), wheel.steering
    return rows


def _setting(airplane: Airplane, frame: Frame, wind: Wind) -> NDArray[np.void]:
    setting = one(Setting)
    setting["ground"]["normal"] = 0.0, 0.0, 1.0
    setting["wind"], setting["shear"], setting["shear_top"] = wind.velocity, wind.shear, wind.shear_top
    setting["gust"], setting["gust_start"], setting["gust_length"] = wind.gust, wind.gust_start, wind.gust_length
    for name, axis in zip(("forward", "left", "up"), np.eye(3), strict=True):
        setting[name] = frame.direction(axis)
    limits = airplane.controls
    setting["aileron_ratio"] = limits.aileron_down / limits.aileron_up
    setting["flap_angle"] = limits.flap
    setting["lowest"] = (-limits.elevator_down, -limits.aileron_up, -limits.rudder, 0.0, 0.0, 0.0)
    setting["highest"] = (limits.elevator_up, limits.aileron_up, limits.rudder, 1.0, 1.0, 1.0)
    surfaces = (limits.rate, limits.rate, limits.rate)
    setting["rate"] = (*surfaces, 1.0 / limits.flap_time, 1.0 / limits.throttle_time, 2.0)
    setting["flying_speed"] = 50.0
    setting["wing_area"] = 1.0
    body = airplane.fuselage
    if body is not None:
        setting["munk"] = munk_volume(body.length, body.width, body.height)
    if airplane.surfaces:
        wing = airplane.wing
        setting["wing_area"], setting["wing_induced"] = wing.area, wing.induced
        setting["wing_strips"] = wing.strips * (2 if wing.mirrored else 1)
        # The speed at a lift coefficient of a half, a usual cruise.
        setting["flying_speed"] = math.sqrt(airplane.mass * G0 / (0.25 * SEA_LEVEL_DENSITY * wing.area))
    return setting
