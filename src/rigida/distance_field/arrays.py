"""The arrays of surfaces and their samples, by concept. An array can contain several surfaces in sequence."""

from typing import Annotated

from rigida.jit.records import Int32, Items, Record, Rows
from rigida.jit.tables import Table
from rigida.math.vec3 import Vec3


class Triangle(Record):
    """The corners of a triangle [m]."""

    corner: Annotated[Items[Vec3], 3]


class PseudoNormals(Record):
    """Unit pseudo-normals of a triangle's seven regions (`topology`), and how many faces meet in each corner."""

    region: Annotated[Items[Vec3], 7]
    valence: Annotated[Items[float], 3]


class Box(Record):
    """A box around all that a node of a hierarchy holds [m]."""

    low: Vec3
    high: Vec3


class Children(Record):
    """Content of a node of a hierarchy: `count` items from `first` on, or if zero the nodes `first` and `first` + 1."""

    first: Int32
    count: Int32


class Surface(Table):
    """Triangles in the order of their hierarchy, a row each; written when a surface is made."""

    triangle: Rows[Triangle]
    normal: Rows[PseudoNormals]
    box: Rows[Box]  # a row per node of the hierarchy
    child: Rows[Children]


class Element(Record):
    """A sample of a surface: a point, a ball or a piece of an edge."""

    start: Vec3  # [m]
    direction: Vec3  # unit
    half: float  # length [m], 0 for a point
    radius: float  # of a ball [m], 0 for others


class Sphere(Record):
    """A sphere around all that a node of a hierarchy holds [m]."""

    center: Vec3
    radius: float


class LastFound(Record):
    """Result of the last search in a surface, where the next one starts."""

    root: int  # of the surface's hierarchy, −1 at first
    triangle: int


class Walk(Table):
    """Work arrays of a walk through a hierarchy."""

    stack: Rows[Int32]  # nodes that wait
    last: Rows[LastFound]  # (1) written by surface
