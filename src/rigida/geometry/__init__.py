"""Shapes, their mass properties and their surfaces. Importing this package registers every shape."""

from rigida.geometry.compound import Compound
from rigida.geometry.convex_hull import ConvexHull
from rigida.geometry.ellipsoid import Ellipsoid
from rigida.geometry.flat_primitives import Box, HalfSpace, Pyramid
from rigida.geometry.mass_properties import MassProperties
from rigida.geometry.mesh import Mesh
from rigida.geometry.polyhedron import polyhedron_properties
from rigida.geometry.round_primitives import Capsule, Cone, Cylinder, Sphere
from rigida.geometry.shape import SHAPES, Shape

__all__ = [
    "SHAPES",
    "Box",
    "Capsule",
    "Compound",
    "Cone",
    "ConvexHull",
    "Cylinder",
    "Ellipsoid",
    "HalfSpace",
    "MassProperties",
    "Mesh",
    "Pyramid",
    "Shape",
    "Sphere",
    "polyhedron_properties",
]
