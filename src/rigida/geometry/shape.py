"""Interface of the shapes: mass properties, bounds, support point and surface, all in the shape's own frame.

A shape is an immutable description. It registers under its kind where it is defined (`@SHAPES.register`); the scene
loader, the documentation and the contract tests find it there. Conventions: meters, z up, axis of revolution along z.
"""

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.errors import ModelError, UsageError
from rigida.fields import Rule, check_fields, label, real_number, shown
from rigida.geometry.core import POLYTOPE, Core
from rigida.geometry.mass_properties import MassProperties
from rigida.registry import Registry
from rigida.shown import FieldTable

Surface = tuple[FloatArray, IntArray]


@dataclass(frozen=True, eq=False)
class Shape(FieldTable, ABC):
    """Base of all shapes; concrete ones are frozen dataclasses with declared fields."""

    kind: ClassVar[str] = "shape"
    #: An unbounded shape (half-space) has no mass and can only belong to a fixed or kinematic body.
    bounded: ClassVar[bool] = True
    #: A convex shape is fully described by its support function.
    convex: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_fields(self)

    @abstractmethod
    def unit_mass_properties(self) -> MassProperties:
        """Return mass, center and inertia at density 1 kg/m³, in the shape's frame."""

    @abstractmethod
    def bounds(self) -> FloatArray:
        """Return the axis-aligned box (2, 3): lowest and highest corner [m]."""

    @abstractmethod
    def support(self, direction: FloatArray) -> FloatArray:
        """Return the point (3,) of the shape farthest along `direction` (of its hull, if concave)."""

    @abstractmethod
    def surface(self, segments: int = 24) -> Surface:
        """Return vertices (v, 3) and outward triangles (t, 3); round shapes use `segments` around.

        Args:
            segments: Flat pieces around a round shape.
        """

    def core(self) -> Core:
        """Return the core for collision detection; by default the polytope of the surface."""
        vertices, triangles = self.surface()
        return Core(POLYTOPE, vertices=vertices, triangles=triangles)

    @cached_property
    def sizes(self) -> tuple[Any, ...] | None:
        """Class and all fields, equal for equal shapes; None if there are arrays."""
        sizes = type(self), *(getattr(self, field.name) for field in fields(self))
        try:
            hash(sizes)
        except TypeError:
            return None
        return sizes

    @cached_property
    def _unit_properties(self) -> MassProperties:
        # A size whose fifth power overflows is reported here, not by numpy.
        with np.errstate(over="ignore", invalid="ignore"):
            unit = self.unit_mass_properties()
        (xx, xy, xz), (_, yy, yz), (_, _, zz) = unit.inertia.tolist()
        finite = all(map(math.isfinite, (xx, yy, zz, xy, xz, yz)))
        if not (finite and unit.mass > 0.0 and min(xx, yy, zz) > 0.0):
            raise ModelError(f"{label(self)}: its mass is too small or too large to compute. Give sizes in meters.")
        return unit

    @property
    def massless(self) -> str:
        """Reason why the shape has no mass, such as "is unbounded"; empty if it has mass."""
        return "" if self.bounded else "is unbounded"

    def mass_properties(self, density: float) -> MassProperties:
        """Return mass [kg], center [m] and inertia about it [kg m²] at uniform `density` [kg/m³]."""
        if self.massless:
            raise ModelError(f"{label(self)}: it {self.massless} and has no mass. Use it on a fixed body.")
        return self._unit_properties.scaled(density)


SHAPES: Registry[Shape] = Registry("shape", "rigida.geometry")


def mass_properties(shape: Shape, density: float) -> MassProperties:
    """Return mass, center of mass and inertia tensor of `shape` at uniform `density` [kg/m³]."""
    if not isinstance(shape, Shape):
        raise UsageError(f"mass_properties: shape must be an rg.Shape such as rg.Box((1, 1, 1)), got {shown(shape)}.")
    return shape.mass_properties(real_number("mass_properties", "density", density, Rule("kg/m³", at_least=0.0)))
