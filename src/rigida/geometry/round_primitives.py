"""Round primitives: sphere, cylinder, capsule, cone. All in closed form, with the axis of revolution along z.

Of the points that tie for a support direction (straight out of a flat end) the end's middle is chosen.
"""

import math
from dataclasses import dataclass
from typing import Annotated

import numpy as np

from rigida.arrays import FloatArray
from rigida.fields import Rule
from rigida.geometry.core import CONE, CYLINDER, POLYTOPE, Core
from rigida.geometry.mass_properties import MassProperties
from rigida.geometry.revolution import revolved
from rigida.geometry.shape import SHAPES, Shape, Surface
from rigida.math.dense import euclidean_norm


def _unit(direction: FloatArray) -> FloatArray:
    """Return `direction` at length 1, however small or large it is; +z for a zero vector."""
    direction = np.asarray(direction, dtype=np.float64)
    largest = np.abs(direction).max()
    if largest == 0.0:
        return np.array([0.0, 0.0, 1.0])
    scaled = direction / largest
    return np.asarray(scaled / euclidean_norm(scaled))


def _on_rim(radius: float, unit: FloatArray, z: float) -> FloatArray:
    """Return the point of a horizontal disk furthest along `unit`; its middle when all are equally far."""
    radial = math.hypot(unit[0], unit[1])
    scale = radius / radial if radial > 0.0 else 0.0
    return np.array([scale * unit[0], scale * unit[1], z])


def _round_bounds(radius: float, half_height: float) -> FloatArray:
    high = np.array([radius, radius, half_height])
    return np.array([-high, high])


def _axial_inertia(across: float, along: float) -> FloatArray:
    return np.diag([across, across, along])


@SHAPES.register
@dataclass(frozen=True, eq=False)
class Sphere(Shape):
    """Ball centered on the origin."""

    radius: Annotated[float, Rule("m", above=0.0, text="Distance from the center to the surface.")]

    def unit_mass_properties(self) -> MassProperties:
        r = self.radius
        mass = 4.0 / 3.0 * math.pi * r * r * r
        moment = 0.4 * mass * r * r
        return MassProperties(mass, np.zeros(3), _axial_inertia(moment, moment))

    def bounds(self) -> FloatArray:
        return _round_bounds(self.radius, self.radius)

    def support(self, direction: FloatArray) -> FloatArray:
        return self.radius * _unit(direction)

    def core(self) -> Core:
        return Core(POLYTOPE, radius=self.radius, vertices=np.zeros((1, 3)))

    def surface(self, segments: int = 24) -> Surface:
        latitude = np.linspace(-0.5 * np.pi, 0.5 * np.pi, max(segments // 2, 2) + 1)
        return revolved(self.radius * np.cos(latitude), self.radius * np.sin(latitude), segments)


@SHAPES.register
@dataclass(frozen=True, eq=False)
class Cylinder(Shape):
    """Solid cylinder along z, centered on the origin."""

    radius: Annotated[float, Rule("m", above=0.0, text="Distance from the axis to the mantle.")]
    height: Annotated[float, Rule("m", above=0.0, text="Distance between the two flat ends.")]

    def unit_mass_properties(self) -> MassProperties:
        r, h = self.radius, self.height
        mass = math.pi * r * r * h
        return MassProperties(mass, np.zeros(3), _axial_inertia(mass * (3 * r * r + h * h) / 12.0, 0.5 * mass * r * r))

    def bounds(self) -> FloatArray:
        return _round_bounds(self.radius, 0.5 * self.height)

    def support(self, direction: FloatArray) -> FloatArray:
        unit = _unit(direction)
        return _on_rim(self.radius, unit, math.copysign(0.5 * self.height, 1.0 if unit[2] >= 0.0 else -1.0))

    def core(self) -> Core:
        return Core(CYLINDER, (self.radius, 0.5 * self.height, 0.0))

    def surface(self, segments: int = 24) -> Surface:
        r, z = self.radius, 0.5 * self.height
        return revolved([0.0, r, r, 0.0], [-z, -z, z, z], segments)


@SHAPES.register
@dataclass(frozen=True, eq=False)
class Capsule(Shape):
    """Cylinder along z with a hemisphere on each end, centered on the origin.

    `height` is the length of the cylindrical part, between the centers of the two hemispheres; from tip to tip the
    capsule measures height + 2 radius.
    """

    radius: Annotated[float, Rule("m", above=0.0, text="Radius of the cylindrical part and of both ends.")]
    height: Annotated[float, Rule("m", above=0.0, text="Length of the cylindrical part, without the round ends.")]

    def unit_mass_properties(self) -> MassProperties:
        r, h = self.radius, self.height
        middle = math.pi * r * r * h
        ends = 4.0 / 3.0 * math.pi * r * r * r
        # Each hemisphere: 2/5 m r² about its flat face's center, moved by h/2 with its own center at 3/8 r.
        across = middle * (3 * r * r + h * h) / 12.0 + ends * (0.4 * r * r + 0.25 * h * h + 0.375 * h * r)
        return MassProperties(middle + ends, np.zeros(3), _axial_inertia(across, (0.5 * middle + 0.4 * ends) * r * r))

    def bounds(self) -> FloatArray:
        return _round_bounds(self.radius, 0.5 * self.height + self.radius)

    def support(self, direction: FloatArray) -> FloatArray:
        point = self.radius * _unit(direction)
        point[2] += 0.5 * self.height if point[2] >= 0.0 else -0.5 * self.height
        return point

    def core(self) -> Core:
        ends = np.array([[0.0, 0.0, -0.5 * self.height], [0.0, 0.0, 0.5 * self.height]])
        return Core(POLYTOPE, radius=self.radius, vertices=ends)

    def surface(self, segments: int = 24) -> Surface:
        angle = np.linspace(0.0, 0.5 * np.pi, max(segments // 4, 1) + 1)
        out, up = self.radius * np.cos(angle), 0.5 * self.height + self.radius * np.sin(angle)
        return revolved(np.concatenate([out[::-1], out]), np.concatenate([-up[::-1], up]), segments)


@SHAPES.register
@dataclass(frozen=True, eq=False)
class Cone(Shape):
    """Right circular cone along z: base at z = −height/2, apex at z = +height/2.

    The origin is the middle of the axis, so the center of mass lies at z = −height/4.
    """

    radius: Annotated[float, Rule("m", above=0.0, text="Radius of the base.")]
    height: Annotated[float, Rule("m", above=0.0, text="Distance from the base to the apex.")]

    def unit_mass_properties(self) -> MassProperties:
        r, h = self.radius, self.height
        mass = math.pi * r * r * h / 3.0
        inertia = _axial_inertia(mass * (12.0 * r * r + 3.0 * h * h) / 80.0, 0.3 * mass * r * r)
        return MassProperties(mass, np.array([0.0, 0.0, -0.25 * h]), inertia)

    def bounds(self) -> FloatArray:
        return _round_bounds(self.radius, 0.5 * self.height)

    def support(self, direction: FloatArray) -> FloatArray:
        unit = _unit(direction)
        # The apex wins where the direction is steeper than the mantle's normal.
        if unit[2] * self.height >= self.radius * math.hypot(unit[0], unit[1]):
            return np.array([0.0, 0.0, 0.5 * self.height])
        return _on_rim(self.radius, unit, -0.5 * self.height)

    def core(self) -> Core:
        return Core(CONE, (self.radius, 0.5 * self.height, 0.0))

    def surface(self, segments: int = 24) -> Surface:
        z = 0.5 * self.height
        return revolved([0.0, self.radius, 0.0], [-z, -z, z], segments)
