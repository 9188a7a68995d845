"""The arrays of shapes in the world, by concept: every field once, with its unit and who writes it."""

from rigida.jit.records import Int32, Record, Rows
from rigida.jit.tables import Table
from rigida.math.quat import Quat
from rigida.math.vec3 import Vec3


class ShapePair(Record):
    """Two shapes near each other."""

    i: Int32
    j: Int32


class PlacedShapes(Table):
    """Shapes of bodies where they are, a row each; written by shapes.instances."""

    geometry: Rows[Int32]  # which of the different shapes it is
    position: Rows[Vec3]  # [m]
    attitude: Rows[Quat]
