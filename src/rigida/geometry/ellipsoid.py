"""The ellipsoid, a smooth body with three half axes."""

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from rigida.arrays import FloatArray
from rigida.fields import Rule, Vec3
from rigida.geometry.core import ELLIPSOID, Core
from rigida.geometry.mass_properties import MassProperties
from rigida.geometry.round_primitives import Sphere
from rigida.geometry.shape import SHAPES, Shape, Surface


@SHAPES.register
@dataclass(frozen=True, eq=False)
class Ellipsoid(Shape):
    """Solid ellipsoid centered on the origin, given by its half axes along x, y, z."""

    radii: Annotated[Vec3, Rule("m", above=0.0, text="Half axes along x, y and z.")]

    def unit_mass_properties(self) -> MassProperties:
        a, b, c = self.radii
        ball = Sphere(1.0).unit_mass_properties().mass
        mass = ball * a * b * c
        moments = np.array([b * b + c * c, a * a + c * c, a * a + b * b]) * (mass / 5.0)
        return MassProperties(mass, np.zeros(3), np.diag(moments))

    def bounds(self) -> FloatArray:
        half = np.array(self.radii)
        return np.array([-half, half])

    def support(self, direction: FloatArray) -> FloatArray:
        # The ball's support along the direction as the ball sees it, stretched.
        half, largest = np.array(self.radii), float(np.abs(direction).max())
        return half * Sphere(1.0).support(half * (direction / largest) if largest > 0.0 else direction)

    def core(self) -> Core:
        return Core(ELLIPSOID, self.radii)

    def surface(self, segments: int = 24) -> Surface:
        vertices, triangles = Sphere(1.0).surface(segments)
        return vertices * np.array(self.radii), triangles
