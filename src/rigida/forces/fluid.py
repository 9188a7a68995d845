"""A fluid around a body that is taken for a box of sizes b: viscous drag of a sphere, and drag of the box's sides.

With u and ω the velocities relative to the fluid in the box's axes, d the mean of its sizes, ρ and β density and
viscosity, for each axis i and the two others j, k:

    f_i = −3 π d β u_i − ½ ρ b_j b_k |u_i| u_i
    τ_i = −π d³ β ω_i − ρ b_i (b_j⁴ + b_k⁴) |ω_i| ω_i / 64

MuJoCo documentation, Computation: Fluid forces, inertia model. There the box is the one that has the inertia of the
body: b_i = √(6 (I_j + I_k − I_i) / m).
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

import numpy as np

from rigida.arrays import FloatArray
from rigida.fields import Quat, Rule, Vec3
from rigida.forces.kinds import Bodies, Element, force_kind
from rigida.forces.wrench import add_force, add_torque, arm_of
from rigida.jit.decorators import inlined
from rigida.math.quaternion import multiply, rotate
from rigida.math.rotation import matrix_from_quaternion_array, quaternion_from_matrix_array
from rigida.math.vector import cross
from rigida.scene.body import Body, BodyOrWorld
from rigida.scene.force import FORCES, BodyPlaces, Force, ForceRow


@FORCES.register
@dataclass(frozen=True, eq=False)
class Fluid(Force):
    """Resistance of a fluid to one body, which is taken for a box."""

    body: Annotated[Body, Rule(text="What moves through the fluid.")]
    size: Annotated[Vec3, Rule("m", at_least=0.0, text="Of the box, along its axes.")]
    density: Annotated[float, Rule("kg/m³", at_least=0.0, text="1.2 for air, 1000 for water.")] = 0.0
    viscosity: Annotated[float, Rule("Pa s", at_least=0.0, text="1.8e-5 for air, 9e-4 for water.")] = 0.0
    velocity: Annotated[Vec3, Rule("m/s", text="Of the fluid, world: wind or current.")] = (0.0, 0.0, 0.0)
    position: Annotated[Vec3, Rule("m", text="Middle of the box, in the body frame.")] = (0.0, 0.0, 0.0)
    orientation: Annotated[Quat, Rule(text="Of the box, in the body frame.")] = (1.0, 0.0, 0.0, 0.0)

    def bodies(self) -> list[BodyOrWorld]:
        return [self.body]

    def rows(self, places: BodyPlaces) -> Iterator[ForceRow]:
        axes = matrix_from_quaternion_array(np.array(self.orientation)).T
        own = np.column_stack([places.body_direction(self.body, tuple(axis)) for axis in axes.tolist()])
        turn = quaternion_from_matrix_array(own)
        point = places.body_point(self.body, self.position)
        numbers = (self.density, self.viscosity, *self.velocity, *self.size, *point, *turn)
        yield ForceRow(FLUID, (places.row(self.body), -1), numbers)


@inlined
def fluid_wrench(element: Element, bodies: Bodies, wrench: FloatArray) -> None:
    """Add the resistance of one row (ρ, β, velocity 2–4, size 5–7, point 8–10, orientation 11–14)."""
    a, number, attitude = element.a, element.number, bodies.attitude
    rx, ry, rz = arm_of(attitude, a, number[8], number[9], number[10])
    wx, wy, wz = bodies.spin[a, 0], bodies.spin[a, 1], bodies.spin[a, 2]
    ax, ay, az = cross(wx, wy, wz, rx, ry, rz)
    ux = bodies.velocity[a, 0] + ax - number[2]
    uy = bodies.velocity[a, 1] + ay - number[3]
    uz = bodies.velocity[a, 2] + az - number[4]
    q0, q1, q2, q3 = multiply(
        attitude[a, 0],
        attitude[a, 1],
        attitude[a, 2],
        attitude[a, 3],
        number[11],
        number[12],
        number[13],
        number[14],
    )
    ux, uy, uz = rotate(q0, -q1, -q2, -q3, ux, uy, uz)
    wx, wy, wz = rotate(q0, -q1, -q2, -q3, wx, wy, wz)
    density, viscosity = number[0], number[1]
    bx, by, bz = number[5], number[6], number[7]
    mean = (bx + by + bz) / 3.0
    linear, angular = 3.0 * math.pi * mean * viscosity, math.pi * mean * mean * mean * viscosity
    fx = -(linear + 0.5 * density * by * bz * abs(ux)) * ux
    fy = -(linear + 0.5 * density * bx * bz * abs(uy)) * uy
    fz = -(linear + 0.5 * density * bx * by * abs(uz)) * uz
    x4, y4, z4 = bx * bx * bx * bx, by * by * by * by, bz * bz * bz * bz
    tx = -(angular + density * bx * (y4 + z4) * abs(wx) / 64.0) * wx
    ty = -(angular + density * by * (x4 + z4) * abs(wy) / 64.0) * wy
    tz = -(angular + density * bz * (x4 + y4) * abs(wz) / 64.0) * wz
    fx, fy, fz = rotate(q0, q1, q2, q3, fx, fy, fz)
    tx, ty, tz = rotate(q0, q1, q2, q3, tx, ty, tz)
    add_force(wrench, a, rx, ry, rz, fx, fy, fz)
    add_torque(wrench, a, tx, ty, tz)


FLUID = force_kind(fluid_wrench)
