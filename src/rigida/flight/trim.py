"""Trim: the controls and attitude of a steady flight, straight or turning, level, climbing or gliding.

Six accelerations vanish for six unknowns: angle of attack, elevator, aileron, rudder; throttle, or the path angle when
the throttle is given; and the bank of straight flight, or the turn rate when the bank is given. There is no sideslip.
"""

import math
from dataclasses import dataclass, replace

import numpy as np

from rigida.arrays import FloatArray
from rigida.errors import RigidaError
from rigida.fields import Rule, instance, real_number
from rigida.flight.airplane import Airplane
from rigida.flight.arrays import CONTROLS
from rigida.flight.bench import Bench, Reading, polars, turn_x, turn_y
from rigida.math.dense import euclidean_norm, product
from rigida.math.elementary import asin, cos, sin, tan
from rigida.math.gauss_newton import minimize_residual
from rigida.math.rotation import quaternion_from_matrix_array
from rigida.shown import FieldTable

#: Accelerations below this, in units of gravity, count as none.
_TOLERANCE = 1e-9
_STEEPEST = 1.5


class TrimError(RigidaError, ValueError):
    """The requested steady flight does not exist."""


@dataclass(frozen=True, eq=False)
class Trim(FieldTable):
    """A steady flight. Angles in rad: elevator lifts the nose, aileron banks right, rudder turns right.

    Args:
        speed: True airspeed [m/s].
        altitude: [m].
        alpha: Angle of attack [rad].
        throttle: 0 to 1.
        elevator: Deflection [rad].
        aileron: Deflection [rad].
        rudder: Deflection [rad].
        flaps: 0 to 1.
        bank: Bank angle [rad].
        climb_angle: [rad].
        turn_rate: [rad/s].
        gravity: [m/s²].
        mass: [kg].
        lift: [N].
        drag: [N].
        thrust: [N].
        residual: Largest remaining acceleration [g].
        converged: Whether the flight is steady.
    """

    speed: float
    altitude: float
    alpha: float
    throttle: float
    elevator: float
    aileron: float
    rudder: float
    flaps: float
    bank: float
    climb_angle: float
    turn_rate: float
    gravity: float
    mass: float
    lift: float = math.nan
    drag: float = math.nan
    thrust: float = math.nan
    residual: float = math.inf
    converged: bool = False

    @property
    def attitude(self) -> FloatArray:
        """Attitude (3, 3) at heading 0: path, then bank about it, then angle of attack."""
        return np.asarray(product(product(turn_y(self.climb_angle), turn_x(self.bank)), turn_y(self.alpha)))

    @property
    def orientation(self) -> FloatArray:
        """Attitude at heading 0 as a quaternion (4,)."""
        return quaternion_from_matrix_array(self.attitude)

    @property
    def velocity(self) -> FloatArray:
        """Velocity (3,) at heading 0 [m/s]."""
        return self.speed * np.array([cos(self.climb_angle), 0.0, sin(self.climb_angle)])

    @property
    def angular_velocity(self) -> FloatArray:
        """Angular velocity (3,), world [rad/s]; a turn to the right is about −z."""
        return np.array([0.0, 0.0, -self.turn_rate])

    @property
    def load_factor(self) -> float:
        """Lift over weight."""
        return self.lift / (self.mass * self.gravity)

    def controls(self) -> dict[int, float]:
        """Return the controls that it sets by their place in the pilot's stick."""
        return {k: getattr(self, name) for k, name in enumerate(CONTROLS) if name != "brake"}


def trim(
    airplane: Airplane,
    speed: float,
    altitude: float = 0.0,
    *,
    climb: float = 0.0,
    bank: float = 0.0,
    flaps: float = 0.0,
    throttle: float | None = None,
    gravity: float = 9.81,
) -> Trim:
    """Return the steady flight of an aircraft at an air speed [m/s] and altitude [m], with full tank, in still air.

    Args:
        airplane: The aircraft.
        speed: Air speed [m/s].
        altitude: Geometric altitude [m].
        climb: Rate of climb [m/s]; not with a given throttle.
        bank: Bank of a steady turn to the right [rad]; 0 for straight flight.
        flaps: 0 (up) to 1.
        throttle: Given: the path angle is found instead. An aircraft without engine glides.
        gravity: [m/s²].

    Raises:
        TrimError: There is no such flight; the message says what is missing.
    """
    who = f"trim of '{instance('trim', 'airplane', airplane, Airplane).title}'"
    speed = real_number(who, "speed", speed, Rule("m/s", above=0.0))
    altitude = real_number(who, "altitude", altitude, Rule("m", at_least=-5000.0, at_most=86000.0))
    climb = real_number(who, "climb", climb, Rule("m/s", at_least=-speed, at_most=speed))
    bank = real_number(who, "bank", bank, Rule("rad", at_least=-1.4, at_most=1.4))
    flaps = real_number(who, "flaps", flaps, Rule(at_least=0.0, at_most=1.0))
    if airplane.engine_count == 0:
        throttle = 0.0
    problem = _Problem(airplane, speed, altitude, climb, bank, flaps, throttle, gravity)
    found = problem.solve()
    if not found.converged:
        raise TrimError(problem.reason(found))
    return found


class _Problem:
    def __init__(
        self,
        airplane: Airplane,
        speed: float,
        altitude: float,
        climb: float,
        bank: float,
        flaps: float,
        throttle: float | None,
        gravity: float,
    ) -> None:
        self.airplane, self.speed, self.altitude, self.flaps = airplane, speed, altitude, flaps
        self.path, self.bank, self.throttle, self.gravity = asin(climb / speed), bank, throttle, gravity
        self.bench = Bench(airplane, altitude)
        low, high = self.bench.packed.setting["lowest"], self.bench.packed.setting["highest"]
        travels = [(float(low[name]), float(high[name])) for name in ("elevator", "aileron", "rudder")]
        engine = (0.0, 1.0) if throttle is None else (-_STEEPEST, _STEEPEST)
        last = (-1.0, 1.0) if bank == 0.0 else (-5.0, 5.0)
        bounds = [(-0.5, 0.8), *travels, engine, last]
        self.low, self.high = np.array(bounds).T
        # A control that no surface has cannot be an unknown; what it would balance must balance itself.
        used = {hinge.control for surface in airplane.surfaces for hinge in surface.hinges}
        missing = [k for k, name in ((1, "elevator"), (2, "aileron"), (3, "rudder")) if name not in used]
        self.free = [k for k in range(6) if k not in missing]

    def flight(self, x: FloatArray) -> Trim:
        """Return the flight that the unknowns x (6,) describe, not yet examined."""
        alpha, elevator, aileron, rudder, power, last = (float(value) for value in x)
        throttle, path = (power, self.path) if self.throttle is None else (self.throttle, power)
        bank, rate = (last, 0.0) if self.bank == 0.0 else (self.bank, last)
        return Trim(
            speed=self.speed,
            altitude=self.altitude,
            alpha=alpha,
            throttle=throttle,
            elevator=elevator,
            aileron=aileron,
            rudder=rudder,
            flaps=self.flaps,
            bank=bank,
            climb_angle=path,
            turn_rate=rate,
            gravity=self.gravity,
            mass=self.bench.mass,
        )

    def examined(self, flight: Trim) -> Trim:
        """Return the flight with its forces and the residual accelerations."""
        reading, short = self._balance(flight)
        residual = float(np.abs(short).max())
        path = flight.velocity / self.speed
        # Lift and drag are what the air does without the engine, along and across the path.
        air = reading.force - self._pull(flight, reading)
        along = float(product(air, path))
        return replace(
            flight,
            lift=euclidean_norm(air - along * path),
            drag=-along,
            thrust=reading.thrust,
            residual=residual,
            converged=residual < _TOLERANCE,
        )

    def _pull(self, flight: Trim, powered: Reading) -> FloatArray:
        """Return the force of the engines: the difference to the force with stopped engines."""
        self.bench.stop_engines()
        idle = self.bench.read(flight.attitude, flight.velocity, flight.angular_velocity)
        return np.asarray(powered.force - idle.force)

    def _balance(self, flight: Trim) -> tuple[Reading, FloatArray]:
        """Return the forces and the six imbalances in units of the weight (times the mean chord)."""
        bench = self.bench
        bench.set_controls(flight.elevator, flight.aileron, flight.rudder, flight.flaps, flight.throttle)
        attitude, velocity, spin = flight.attitude, flight.velocity, flight.angular_velocity
        reading = bench.read(attitude, velocity, spin)
        weight = bench.mass * self.gravity
        needed = bench.mass * np.cross(spin, velocity) + np.array([0.0, 0.0, weight])
        inertia = product(product(attitude, bench.inertia), attitude.T)
        torque = product(attitude.T, reading.torque - np.cross(spin, product(inertia, spin)))
        arm = self.airplane.wing.mean_chord
        return reading, np.concatenate([(reading.force - needed) / weight, torque / (weight * arm)])

    def solve(self) -> Trim:
        """Return the best flight found; `converged` is true if it is steady."""

        rate = 0.0 if self.bank == 0.0 else self.gravity * tan(self.bank) / self.speed
        best: Trim | None = None
        for alpha in (0.05, 0.2, 0.0):
            engine = 0.5 if self.throttle is None else -0.08
            start = np.clip([alpha, 0.0, 0.0, 0.0, engine, rate], self.low + 1e-6, self.high - 1e-6)

            def residual(free: FloatArray, start: FloatArray = start) -> FloatArray:
                x = start.copy()
                x[self.free] = free
                return self._balance(self.flight(x))[1]

            low, high = self.low[self.free], self.high[self.free]
            start[self.free] = minimize_residual(residual, start[self.free], low, high, 0.1)
            flight = self.examined(self.flight(start))
            if best is None or flight.residual < best.residual:
                best = flight
            if best.converged:
                break
        assert best is not None
        return best

    def reason(self, flight: Trim) -> str:
        """Return the reason why there is no trim, and a remedy."""
        where = f"'{self.airplane.title}' cannot fly steadily at {self.speed:g} m/s and {self.altitude:g} m"
        wing = self.airplane.wing
        alpha = np.radians(np.linspace(0.0, 30.0, 61))
        bench = polars(self.airplane, alpha, self.speed, self.altitude, flaps=self.flaps)
        q = 0.5 * self.bench.density * self.speed * self.speed * wing.area
        needed = self.bench.mass * self.gravity / max(cos(self.bank), 0.1) / q
        most = float(bench.lift.max())
        if needed > most:
            return f"{where}: it needs C_L = {needed:.3g} and stalls at {most:.3g}. Fly faster or use flaps."
        if self.throttle is None and flight.throttle > 0.999:
            return f"{where}: full throttle is not enough. Fly slower, lower, or climb less."
        if self.throttle is None and flight.throttle < 0.001:
            return f"{where}: it has too much thrust even at idle. Fly faster or descend less."
        names = ("alpha", "elevator", "aileron", "rudder")
        x = (flight.alpha, flight.elevator, flight.aileron, flight.rudder)
        limits = [n for n, v, a, b in zip(names, x, self.low, self.high, strict=False) if min(v - a, b - v) < 1e-3]
        at_stop = f" {' and '.join(limits)} at the limit." if limits else ""
        return f"{where}: {flight.residual:.2g} g are left over.{at_stop} Move the center of mass or change the speed."
