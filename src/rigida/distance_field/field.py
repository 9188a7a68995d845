"""Distance fields of meshes: the exact one that contacts use, and the document's sampled grid.

`DistanceField(mesh)` is made once per shape and kept on disk. Its grid only says what is far; distances near the
surface come from triangles and are exact whatever the cells' size. `GridField` is the field of Popovski 2008, 2: values
at nodes, trilinear between them.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.attributes import KnownAttributes
from rigida.distance_field.cache import Arrays, field_file, keep_field, kept_field
from rigida.distance_field.grid import SingleGrid, cell_lists, lower_bound_grid, sample_grid
from rigida.distance_field.samples import Samples, surface_samples
from rigida.distance_field.surface import TriangleSurface, new_walk, triangle_surface
from rigida.errors import ModelError
from rigida.fields import Rule, rows, shown, whole_number
from rigida.geometry.shape import Shape, Surface
from rigida.jit.bind import bind
from rigida.math.dense import product

#: Cells along the longest side of a body.
CELLS = 48
#: Larger surfaces get no grid: their hierarchy of triangles is asked instead.
MOST_TRIANGLES = 20_000
#: Lists of triangles reach this many cells away from the surface.
_BAND = 1.2


@dataclass(frozen=True, eq=False)
class CullingGrid:
    """Grid of cells that lists which triangles of a surface can be nearest to a point; empty arrays stand for none.

    origin (3,) and cell side h [m]; lower (nx, ny, nz): see `grid.lower_grid`; start (cells + 1,), listed (l,): the
    triangles, in the order of the surface's hierarchy, that can be nearest in a cell.
    """

    origin: FloatArray
    h: float
    lower: SingleGrid
    start: IntArray
    listed: IntArray


@dataclass(frozen=True, eq=False)
class DistanceField:
    """The exact distance to a closed surface with its acceleration structures and samples."""

    surface: TriangleSurface
    grid: CullingGrid
    samples: Samples

    @property
    def memory(self) -> int:
        """Bytes of all arrays that contacts read."""
        s, g, e = self.surface, self.grid, self.samples
        arrays = (
            s.triangle,
            s.normal,
            s.box,
            s.child,
            g.lower,
            g.start,
            g.listed,
            e.element,
            e.name,
            e.node,
            e.node_of,
        )
        return sum(array.nbytes for array in arrays)

    def distance(self, points: FloatArray) -> FloatArray:
        """Return the exact signed distances (n,) [m] of points (n, 3), negative inside."""
        return self.surface.distance(points)


def distance_field(mesh: Surface, cells: int = CELLS, exact: bool = True, keep: bool = True) -> DistanceField:
    """Return the field of a closed mesh (vertices, triangles), from the cache if possible.

    exact=False gives the document's field: the grid holds plain node values and no lists, and contacts interpolate.
    """
    vertices, triangles = mesh
    surface = triangle_surface(vertices, triangles)
    samples = surface_samples(vertices, surface.topology)
    # A sheet has no inside that a grid could sample.
    if surface.topology.open or (exact and len(triangles) > MOST_TRIANGLES):
        nothing = np.zeros(0, dtype=np.int32)
        grid = CullingGrid(np.zeros(3), 1.0, np.zeros((0, 0, 0), dtype=np.float32), nothing, nothing)
        return DistanceField(surface, grid, samples)
    file = field_file(vertices, triangles, "contact", cells, exact)
    arrays = kept_field(file) if keep else None
    if arrays is None:
        arrays = _grid_arrays(surface, cells, exact)
        if keep:
            keep_field(file, arrays)
    grid = CullingGrid(arrays["origin"], float(arrays["h"]), arrays["lower"], arrays["start"], arrays["listed"])
    return DistanceField(surface, grid, samples)


def _frame(surface: TriangleSurface, cells: int) -> tuple[FloatArray, float, tuple[int, int, int]]:
    """Return origin, cell side and node counts of a grid around a surface, with two cells to spare on each side."""
    low, high = surface.vertices.min(axis=0), surface.vertices.max(axis=0)
    h = float((high - low).max()) / cells
    count = np.ceil((high - low) / h).astype(np.int64) + 5
    nx, ny, nz = (int(n) for n in count)
    return 0.5 * (low + high) - 0.5 * (count - 1) * h, h, (nx, ny, nz)


def _sampled(surface: TriangleSurface, cells: int) -> tuple[FloatArray, float, FloatArray, IntArray]:
    """Return origin, cell side, node values and nearest triangles of a grid around a surface."""
    origin, h, shape = _frame(surface, cells)
    value, near = np.empty(shape), np.empty(shape, dtype=np.int32)
    bind(sample_grid, surface.table, new_walk(), origin, value, near)(h)
    return origin, h, value, near


def _grid_arrays(surface: TriangleSurface, cells: int, exact: bool) -> Arrays:
    origin, h, value, near = _sampled(surface, cells)
    if not exact:
        nothing = np.zeros(0, dtype=np.int32)
        lower, start, listed = value.astype(np.float32), nothing, nothing
    else:
        lower = lower_bound_grid(surface.table, origin, h, value, near)
        start, listed = cell_lists(surface.table, origin, h, _BAND * h, near)
    return {"origin": origin, "h": np.array(h), "lower": lower, "start": start, "listed": listed}


class GridField(KnownAttributes):
    """The document's field: signed distances at the nodes of a grid, trilinear between them.

    Args:
        mesh: A mesh, or its closed surface: vertices (v, 3) and triangles (t, 3).
        cells: Cells along its longest side.
    """

    own = "surface", "origin", "h", "value"

    def __repr__(self) -> str:
        return f"<GridField: {' × '.join(map(str, self.value.shape))} nodes, spacing {float(self.h):.3g} m>"

    def __init__(self, mesh: Shape | Surface, cells: int = 64) -> None:
        cells = whole_number("GridField", "cells", cells, Rule(at_least=2))
        if not isinstance(mesh, Shape) and not (isinstance(mesh, tuple | list) and len(mesh) == 2):
            raise ModelError(f"GridField: mesh must be a shape, or vertices and triangles, got {shown(mesh)}.")
        self.surface = triangle_surface(*(mesh.surface() if isinstance(mesh, Shape) else mesh))
        self.origin, self.h, self.value, _ = _sampled(self.surface, cells)

    @property
    def memory(self) -> int:
        """Bytes of the grid."""
        return int(self.value.nbytes)

    def _parts(self, points: FloatArray) -> tuple[tuple[IntArray, IntArray, IntArray], FloatArray]:
        """Return the cells of points and their places (n, 3) within them, 0 to 1."""
        place = (rows("GridField", "points", points, 3) - self.origin) / self.h
        cell = np.clip(place.astype(np.int64), 0, np.array(self.value.shape) - 2)
        i, j, k = cell.T
        return (i, j, k), np.clip(place - cell, 0.0, 1.0)

    def _corners(self, points: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return the eight node values (2, 2, 2, n) around each point, and its place in the cell (n, 3)."""
        (i, j, k), place = self._parts(points)
        corner = np.array([[[self.value[i + a, j + b, k + c] for c in (0, 1)] for b in (0, 1)] for a in (0, 1)])
        return corner, place

    def distance(self, points: FloatArray) -> FloatArray:
        """Return the interpolated distances (n,) [m] (Popovski 2008, 2.1); outside the grid, of its nearest point.

        Of a single point (3,) it is one number.

        Args:
            points: (n, 3) [m].
        """
        if np.ndim(points) == 1:
            return np.asarray(self.distance(np.asarray(points)[np.newaxis])[0])
        corner, place = self._corners(points)
        for axis in range(3):
            corner = corner[0] + place[:, axis] * (corner[1] - corner[0])
        return np.asarray(corner)

    def gradient(self, points: FloatArray) -> FloatArray:
        """Return the gradients (n, 3) of the interpolated distances (Popovski 2008, 2.5).

        Of a single point (3,) it is one vector.

        Args:
            points: (n, 3) [m].
        """
        if np.ndim(points) == 1:
            return np.asarray(self.gradient(np.asarray(points)[np.newaxis])[0])
        corner, place = self._corners(points)
        out = np.empty((len(place), 3))
        for axis in range(3):
            rest = np.moveaxis(corner, axis, 0)
            slope = (rest[1] - rest[0]) / self.h
            for other in (c for c in range(3) if c != axis):
                slope = slope[0] + place[:, other] * (slope[1] - slope[0])
            out[:, axis] = slope
        return out

    @cached_property
    def _inside(self) -> tuple[FloatArray, FloatArray]:
        """Volumes (m,) [m³] of the cells' parts inside and the cells' middles (m, 3)."""
        corner = self.value
        middle = 0.125 * sum(
            corner[a : corner.shape[0] - 1 + a, b : corner.shape[1] - 1 + b, c : corner.shape[2] - 1 + c]
            for a in (0, 1)
            for b in (0, 1)
            for c in (0, 1)
        )
        part = np.clip(0.5 - middle / self.h, 0.0, 1.0)
        i, j, k = np.nonzero(part)
        return part[i, j, k] * self.h**3, self.origin + (np.stack([i, j, k], axis=1) + 0.5) * self.h

    def mass_properties(self, density: float) -> tuple[float, FloatArray, FloatArray]:
        """Return mass, center (3,) and inertia (3, 3) about it, summed over cells (Popovski 2008, 4.12–4.17).

        Args:
            density: [kg/m³].
        """
        volume, place = self._inside
        center = product(volume, place) / volume.sum()
        arm = place - center
        second = product((arm * volume[:, None]).T, arm)
        return density * float(volume.sum()), center, density * (np.trace(second) * np.eye(3) - second)
