"""Primitives with flat faces: box, pyramid, half-space. All in closed form.

Of the corners that tie for a support direction (across a face or an edge) always the same one is chosen.
"""

import numbers
from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np

from rigida.arrays import FloatArray
from rigida.errors import ModelError
from rigida.fields import Rule, Vec3, label, unit_vector, vector
from rigida.geometry.core import BOX, HALF_SPACE, Core
from rigida.geometry.mass_properties import MassProperties
from rigida.geometry.polyhedron import furthest_vertex
from rigida.geometry.shape import SHAPES, Shape, Surface
from rigida.math.dense import euclidean_norm, product

_BASE_RULE = Rule("m", above=0.0, text="Edge lengths of the base along x and y; one number makes a square.")
#: Half the edge of the square that stands for a half-space in pictures [m].
_PATCH_HALF_WIDTH = 10.0


@SHAPES.register
@dataclass(frozen=True, eq=False)
class Box(Shape):
    """Cuboid centered on the origin, given by its full edge lengths along x, y, z."""

    size: Annotated[Vec3, Rule("m", above=0.0, text="Full edge lengths along x, y and z.")]

    def unit_mass_properties(self) -> MassProperties:
        x, y, z = self.size
        mass = x * y * z
        moments = np.array([y * y + z * z, x * x + z * z, x * x + y * y]) * (mass / 12.0)
        return MassProperties(mass, np.zeros(3), np.diag(moments))

    def bounds(self) -> FloatArray:
        half = 0.5 * np.array(self.size)
        return np.array([-half, half])

    def support(self, direction: FloatArray) -> FloatArray:
        half = 0.5 * np.array(self.size)
        return np.where(np.asarray(direction) >= 0.0, half, -half)

    def core(self) -> Core:
        x, y, z = self.size
        vertices, triangles = self.surface()
        return Core(BOX, (0.5 * x, 0.5 * y, 0.5 * z), vertices=vertices, triangles=triangles)

    def surface(self, segments: int = 24) -> Surface:
        # Corner number = 4 (x > 0) + 2 (y > 0) + (z > 0).
        corners = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])
        quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
        triangles = [triangle for a, b, c, d in quads for triangle in ((a, b, c), (a, c, d))]
        return corners * np.array(self.size), np.array(triangles, dtype=np.int32)


@SHAPES.register
@dataclass(frozen=True, eq=False)
class Pyramid(Shape):
    """Right pyramid on a rectangle: base at z = −height/2, apex at z = +height/2 on the z axis.

    The origin is the middle of the axis, so the center of mass lies at z = −height/4.
    """

    base: Annotated[float | tuple[float, float], _BASE_RULE]
    height: Annotated[float, Rule("m", above=0.0, text="Distance from the base to the apex.")]

    def __post_init__(self) -> None:
        given = (self.base, self.base) if isinstance(self.base, numbers.Real) else self.base
        object.__setattr__(self, "base", vector(label(self), "base", given, _BASE_RULE, size=2))
        super().__post_init__()

    @property
    def edges(self) -> tuple[float, float]:
        """Edge lengths of the base along x and y [m]."""
        return self.base if isinstance(self.base, tuple) else (self.base, self.base)

    def unit_mass_properties(self) -> MassProperties:
        (x, y), h = self.edges, self.height
        mass = x * y * h / 3.0
        axial = 0.75 * h * h
        moments = np.array([y * y + axial, x * x + axial, x * x + y * y]) * (mass / 20.0)
        return MassProperties(mass, np.array([0.0, 0.0, -0.25 * h]), np.diag(moments))

    def bounds(self) -> FloatArray:
        half = 0.5 * np.array([*self.edges, self.height])
        return np.array([-half, half])

    def support(self, direction: FloatArray) -> FloatArray:
        return furthest_vertex(self._corners(), direction)

    def surface(self, segments: int = 24) -> Surface:
        triangles = [(0, 1, 2), (0, 2, 3), (0, 3, 4), (0, 4, 1), (1, 4, 3), (1, 3, 2)]
        return self._corners(), np.array(triangles, dtype=np.int32)

    def _corners(self) -> FloatArray:
        """Return the apex, then the base anticlockwise as seen from above, the corner (+, +) first."""
        x, y, z = 0.5 * self.edges[0], 0.5 * self.edges[1], 0.5 * self.height
        return np.array([[0.0, 0.0, z], [x, y, -z], [-x, y, -z], [-x, -y, -z], [x, -y, -z]])


@SHAPES.register
@dataclass(frozen=True, eq=False)
class HalfSpace(Shape):
    """Everything on and below the plane through the origin with the given outward normal: normal · x ≤ 0.

    It has no mass and no finite bounds, and its surface is only a picture of it: an open square patch of 20 × 20 m
    around the origin that faces the normal.
    """

    bounded: ClassVar[bool] = False

    normal: Annotated[Vec3, Rule(nonzero=True, text="Give the direction that points out of the half-space.")] = (
        0.0,
        0.0,
        1.0,
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "normal", unit_vector(self.normal))

    def unit_mass_properties(self) -> MassProperties:
        raise ModelError(f"{label(self)}: an unbounded shape has no mass. Use it on a fixed body.")

    def bounds(self) -> FloatArray:
        return np.array([[-np.inf] * 3, [np.inf] * 3])

    def support(self, direction: FloatArray) -> FloatArray:
        """Return the origin if `direction` is the normal; else a point at infinity, by its signs."""
        direction, normal = np.asarray(direction, dtype=np.float64), np.array(self.normal)
        along = float(product(direction, normal))
        free = direction - max(along, 0.0) * normal
        # Of a direction along the normal only rounding remains, a few ulp.
        free[np.abs(free) <= 1e-15 * np.abs(direction).max()] = 0.0
        return np.where(free == 0.0, 0.0, np.copysign(np.inf, free))

    def core(self) -> Core:
        return Core(HALF_SPACE, self.normal)

    def surface(self, segments: int = 24) -> Surface:
        normal = np.array(self.normal)
        # The frame axis that is least along the normal gives a well-conditioned tangent.
        tangent = np.cross(np.eye(3)[int(np.argmin(np.abs(normal)))], normal)
        tangent *= _PATCH_HALF_WIDTH / euclidean_norm(tangent)
        other = np.cross(normal, tangent)
        vertices = np.array([tangent + other, other - tangent, -tangent - other, tangent - other])
        return vertices, np.array([[0, 1, 2], [0, 2, 3]], dtype=np.int32)
