"""Triangle mesh, concave or not: given as arrays or read from a file.

A concave mesh stays concave: collision detection samples its distance field instead of taking its hull.
"""

import warnings
from dataclasses import dataclass
from functools import cached_property
from os import PathLike, fspath
from typing import Annotated, ClassVar

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.errors import ModelError, RigidaWarning
from rigida.fields import Points, Rule, Triangles, check_fields, label
from rigida.geometry.convex_hull import ConvexHull
from rigida.geometry.core import POLYTOPE, Core
from rigida.geometry.mass_properties import MassProperties
from rigida.geometry.polyhedron import furthest_vertex, polyhedron_properties, signed_volume
from rigida.geometry.shape import SHAPES, Shape, Surface
from rigida.shown import counted

#: A mesh that fills all but this fraction of its hull is convex.
_FILLED = 1e-9


@SHAPES.register
@dataclass(frozen=True, eq=False)
class Mesh(Shape):
    """Solid inside a closed triangle surface, given by arrays or by a file (STL, OBJ, PLY, GLB, OFF, ...).

    Triangles are anticlockwise as seen from outside. After construction `vertices` and `triangles` hold the mesh in
    meters, checked and mended (see `mesh_check`), also when it came from a file. `scale` is the factor from the
    given units to meters; given arrays take it up at once, so their `scale` reads 1 afterwards. With both arrays
    and a file, the arrays count (in meters) and the file only says where they came from.

    An `open` mesh is a sheet such as ground, touched from the side that its triangles face; bodies that overlap it
    by less than a hundredth of its extent are pushed out there, what lies deeper is below it.
    """

    convex: ClassVar[bool] = False

    vertices: Annotated[Points, Rule("m", text="Corners of the triangles.")] | None = None
    triangles: (
        Annotated[Triangles, Rule(text="Three vertices each, counted from 0, anticlockwise from outside.")] | None
    ) = None
    file: Annotated[str, Rule(text="In place of arrays; relative to the scene file.")] | None = None
    scale: Annotated[float, Rule(above=0.0, text="Factor from the units of the file or arrays to meters.")] = 1.0
    open: Annotated[bool, Rule(text="A sheet that need not be closed, for fixed bodies: ground, for example.")] = False
    as_hull: Annotated[
        bool, Rule(text="Where a mesh fills its hull, take the hull, which is faster; else always its triangles.")
    ] = True

    def __post_init__(self) -> None:
        check_fields(self)
        who = f"{label(self)} '{self.file}'" if self.file is not None else label(self)
        from rigida.geometry.mesh_check import mended_mesh  # scenes of other shapes do not need it

        mended = mended_mesh(who, *self._given(who), closed=not self.open)
        for note in mended.notes:
            warnings.warn(note, RigidaWarning, stacklevel=3)
        mended.vertices.flags.writeable = False
        mended.triangles.flags.writeable = False
        object.__setattr__(self, "vertices", mended.vertices)
        object.__setattr__(self, "triangles", mended.triangles)

    def __repr__(self) -> str:
        vertices, triangles = self.surface()
        size = f"{counted(len(vertices), 'vertex', 'vertices')}, {counted(len(triangles), 'triangle')}"
        return f"<Mesh{f' {self.file!r}' if self.file else ''}: {size}>"

    @classmethod
    def from_file(cls, path: str | PathLike[str], scale: float = 1.0) -> "Mesh":
        """Return the mesh in a file; `scale` turns its units into meters (0.001 for millimeters).

        Args:
            path: STL, OBJ, PLY, OFF, GLB or DAE file.
        """
        return cls(file=fspath(path), scale=scale)

    def _given(self, who: str) -> Surface:
        """Return vertices [m] and triangles as the user gave them."""
        if self.vertices is not None and self.triangles is not None:
            if self.file is not None:
                return self.vertices, self.triangles
            vertices = self.vertices * self.scale
            object.__setattr__(self, "scale", 1.0)
            return vertices, self.triangles
        if self.vertices is not None or self.triangles is not None:
            missing = "triangles" if self.triangles is None else "vertices"
            raise ModelError(f"{who}: vertices and triangles belong together, but {missing} are missing. Give both.")
        if self.file is None:
            raise ModelError(f"{who}: needs vertices and triangles, or a file. Give Mesh(vertices, triangles).")
        vertices, triangles = read_mesh(who, self.file)
        return vertices * self.scale, triangles

    @cached_property
    def solid(self) -> Shape:
        """The hull of a mesh that fills it, unless `as_hull` is false; otherwise the mesh itself."""
        if self.open or not self.as_hull:
            return self
        hull = ConvexHull(self.surface()[0])
        whole = signed_volume(*hull.surface())
        return hull if signed_volume(*self.surface()) >= (1.0 - _FILLED) * whole else self

    @property
    def massless(self) -> str:
        return "is open: it encloses no solid" if self.open else ""

    def unit_mass_properties(self) -> MassProperties:
        return polyhedron_properties(*self.surface())

    def bounds(self) -> FloatArray:
        vertices, _ = self.surface()
        return np.array([vertices.min(axis=0), vertices.max(axis=0)])

    def support(self, direction: FloatArray) -> FloatArray:
        return furthest_vertex(self.surface()[0], direction)

    def core(self) -> Core:
        """Return the hull of the mesh, used for its world box only; contacts of meshes have their own tables."""
        vertices = _box_corners(self.bounds()) if self.open else ConvexHull(self.surface()[0]).surface()[0]
        return Core(POLYTOPE, vertices=vertices)

    def surface(self, segments: int = 24) -> Surface:
        """Return the mesh itself (read-only arrays), for any `segments`."""
        assert self.vertices is not None  # set by __post_init__
        assert self.triangles is not None
        return self.vertices, self.triangles


def _box_corners(bounds: FloatArray) -> FloatArray:
    """Return the eight corners of a box (2, 3); a sheet may be flat and have no hull."""
    return np.array([[bounds[i, 0], bounds[j, 1], bounds[k, 2]] for i in (0, 1) for j in (0, 1) for k in (0, 1)])


def read_mesh(who: str, file: str) -> tuple[FloatArray, IntArray]:
    """Return vertices and triangles of a mesh file in its own units; several objects in it become one mesh."""
    from rigida.geometry.mesh_file import read_triangles

    found = read_triangles(who, file)
    return found.vertices, found.triangles
