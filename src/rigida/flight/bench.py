"""An aircraft on the test bench: forces and accelerations in any state, without a simulation.

What trim, linearization and the polars of a whole aircraft are computed from. Rates and angles have the senses of the
instruments: roll right, nose up, nose right.
"""

from dataclasses import dataclass

import numpy as np

from rigida.arrays import FloatArray
from rigida.fields import instance
from rigida.flight.air.atmosphere import atmosphere
from rigida.flight.air.wind import Wind
from rigida.flight.airplane import Airplane
from rigida.flight.arrays import (
    Air,
    Anchor,
    Craft,
    Deck,
    Load,
    Memory,
    MovingBodies,
    Spot,
    Total,
    one,
    several,
)
from rigida.flight.forces.loads import part_names
from rigida.flight.forces.wrench import flight_wrench
from rigida.flight.pack import Frame, pack
from rigida.geometry.mass_properties import principal_axes
from rigida.jit.bind import bind
from rigida.math.dense import product
from rigida.math.elementary import cos, sin
from rigida.math.rotation import matrix_from_quaternion_array, quaternion_from_matrix_array

#: Instrument senses (forward, right, down) in body axes (forward, left, up).
FRD = np.array([1.0, -1.0, -1.0])


def turn_x(angle: float) -> FloatArray:
    """Return the rotation matrix of a bank to the right by `angle` [rad]."""
    c, s = cos(angle), sin(angle)
    return np.array([[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]])


def turn_y(angle: float) -> FloatArray:
    """Return the rotation matrix of lifting the nose by `angle` [rad]."""
    c, s = cos(angle), sin(angle)
    return np.array([[c, 0.0, -s], [0.0, 1.0, 0.0], [s, 0.0, c]])


@dataclass(frozen=True, eq=False)
class Reading:
    """Forces without gravity (3,) [N], torque about the center of mass (3,) [N m], both world; thrust [N]."""

    force: FloatArray
    torque: FloatArray
    thrust: float


class Bench:
    """Holds one aircraft in still air at an altitude [m]."""

    def __init__(self, airplane: Airplane, altitude: float = 0.0) -> None:
        self.airplane = airplane
        self.mass = airplane.properties.mass
        _, principal = principal_axes(airplane.properties.inertia)
        self.principal = matrix_from_quaternion_array(principal)
        self.inertia = np.asarray(airplane.properties.inertia)
        self.packed = pack(airplane, Frame.of(airplane.properties.center, principal), Wind())
        self.density = atmosphere(altitude).density
        self._memory, self._power = one(Memory), np.zeros(len(self.packed.engine))
        self._total = one(Total)
        self._attitude, self._velocity, self._spin = np.zeros((1, 4)), np.zeros((1, 3)), np.zeros((1, 3))
        self._wrench = np.zeros((1, 6))
        bodies = MovingBodies(
            center=np.array([[0.0, 0.0, altitude]]),
            attitude=self._attitude,
            velocity=self._velocity,
            spin=self._spin,
            wrench=self._wrench,
        )
        craft = Craft(
            **vars(self.packed),
            row=0,
            deck=several(0, Deck),
            memory=self._memory,
            power=self._power,
            anchor=several(len(self.packed.wheel), Anchor),
            air=one(Air),
            spot=one(Spot),
            load=several(len(part_names(airplane)), Load),
            total=self._total,
        )
        self._flight_wrench = bind(flight_wrench, bodies, craft)

    def set_controls(self, elevator: float, aileron: float, rudder: float, flaps: float, throttle: float) -> None:
        """Set the controls, engines included, without delay."""
        self._memory["control"] = (elevator, aileron, rudder, flaps, throttle, 0.0)
        self._power[:] = throttle

    def stop_engines(self) -> None:
        """Stop the engines at any throttle."""
        self._power[:] = 0.0

    def read(self, attitude: FloatArray, velocity: FloatArray, spin: FloatArray) -> Reading:
        """Return the forces at an attitude (3, 3), a velocity (3,) and an angular velocity (3,), world."""
        self._attitude[0] = quaternion_from_matrix_array(product(attitude, self.principal))
        self._velocity[0], self._spin[0] = velocity, spin
        self._wrench[:] = 0.0
        self._flight_wrench(0.0)
        wrench = self._wrench[0].copy()
        return Reading(wrench[:3], wrench[3:], float(self._total["thrust"]))

    def accelerations(
        self, attitude: FloatArray, velocity: FloatArray, spin: FloatArray, gravity: float
    ) -> tuple[FloatArray, FloatArray]:
        """Return linear and angular acceleration (3,) each, world."""
        reading = self.read(attitude, velocity, spin)
        linear = reading.force / self.mass - np.array([0.0, 0.0, gravity])
        inertia = product(product(attitude, self.inertia), attitude.T)
        angular = np.linalg.solve(inertia, reading.torque - np.cross(spin, product(inertia, spin)))
        return np.asarray(linear), np.asarray(angular)


@dataclass(frozen=True, eq=False)
class Polars:
    """Coefficients of a whole aircraft on its wing area, over angles of attack (n,) [rad]."""

    alpha: FloatArray
    lift: FloatArray
    drag: FloatArray
    moment: FloatArray


def polars(
    airplane: Airplane,
    alpha: FloatArray,
    speed: float = 50.0,
    altitude: float = 0.0,
    elevator: float = 0.0,
    flaps: float = 0.0,
) -> Polars:
    """Return lift, drag and pitching-moment coefficients of an aircraft without engine, flying straight.

    The moment is about the center of mass, nose up positive, on the wing's mean chord.

    Args:
        airplane: The aircraft.
        alpha: Angles of attack (n,) [rad].
        speed: Airspeed [m/s].
        altitude: [m].
        elevator: Deflection command.
        flaps: 0 to 1.
    """
    bench = Bench(instance("polars", "airplane", airplane, Airplane), altitude)
    bench.set_controls(elevator, 0.0, 0.0, flaps, 0.0)
    wing = airplane.wing
    rows = []
    for angle in np.atleast_1d(alpha):
        reading = bench.read(turn_y(float(angle)), np.array([speed, 0.0, 0.0]), np.zeros(3))
        q = 0.5 * bench.density * speed * speed * wing.area
        rows.append((reading.force[2] / q, -reading.force[0] / q, -reading.torque[1] / (q * wing.mean_chord)))
    lift, drag, moment = np.array(rows).T
    return Polars(np.atleast_1d(alpha), lift, drag, moment)
