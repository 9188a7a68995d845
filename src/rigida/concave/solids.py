"""Solids as one table: all shapes that can collide with a concave body, for the kernels of concave contacts.

A mesh or hull brings its distance field, hierarchy and samples. A box brings its corners; a ball or capsule is one or
two points with a radius; cylinders and cones bring points of their rims. Distances to primitives are closed.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray, IntArray
from rigida.concave.arrays import Solid, Solids
from rigida.distance_field.arrays import Surface
from rigida.distance_field.field import CELLS, DistanceField, distance_field
from rigida.distance_field.samples import ELEMENT_WIDTH, Samples, samples_of
from rigida.distance_field.topology import NORMAL_WIDTH
from rigida.geometry import core as core_kinds
from rigida.geometry.shape import Shape
from rigida.jit.records import as_array
from rigida.jit.tables import dtype_of

# Kinds of distance.
MESH, PLANE, SEGMENT, BOX, CYLINDER, CONE = 0, 1, 2, 3, 4, 5

#: Points on the rim of a cylinder or cone.
_AROUND = 48
#: Samples of edges are looked at in steps of this part of the body's extent.
_SPACING = 0.015
_NO_SAMPLES = Samples(
    np.zeros((0, ELEMENT_WIDTH)), np.zeros(0, dtype=np.int32), np.zeros((0, 4)), np.zeros((0, 2), dtype=np.int32)
)


class SolidTable(Solids):
    """Table of solids, with its queries from Python; solid (g,) has the fields of `Solid`."""

    def solids(self) -> NDArray[np.void]:
        """Return the rows of `Solid`."""
        return as_array(self.solid)

    @property
    def memory(self) -> int:
        """Bytes of all arrays."""
        tables = (vars(self), vars(self.surface))
        return sum(array.nbytes for table in tables for array in table.values() if isinstance(array, np.ndarray))

    def thinnest(self) -> float:
        """Return the largest depth inside the thinnest solid, to within a cell of its grid [m]."""
        solid, lower = self.solids(), as_array(self.lower)
        depth = 0.5 * (solid["high"] - solid["low"]).min(axis=1)
        for row in np.flatnonzero(solid["count"][:, 0]):
            first = int(solid["lower"][row])
            lowest = lower[first : first + int(np.prod(solid["count"][row]))].min()
            depth[row] = min(depth[row], max(-float(lowest), 0.0))
        return float(depth.min(initial=np.inf))


@dataclass(frozen=True, eq=False)
class _Solid:
    """One solid before it enters the table."""

    kind: int
    parameter: tuple[float, float, float]
    bounds: FloatArray
    samples: Samples
    field: DistanceField | None = None


def solid_table(shapes: Sequence[Shape], exact: bool = True, cells: int = CELLS) -> SolidTable:
    """Return the table of shapes; exact=False takes the document's sampled fields for meshes."""
    solids = [_solid(shape, exact, cells) for shape in shapes]
    rows = np.zeros(len(solids), dtype=dtype_of(Solid))
    fields = [solid.field for solid in solids if solid.field is not None]
    lower_count = start_count = listed_count = triangle_count = box_count = element_count = node_count = 0
    starts, listeds, children, nodes_of = [], [], [], []
    for row, solid in zip(rows, solids, strict=True):
        low, high = solid.bounds
        extent = float(np.max(high - low))
        corner = np.maximum(np.abs(low), np.abs(high))[None] if solid.field is None else solid.field.surface.vertices
        row["kind"], row["node"] = solid.kind, node_count if len(solid.samples.node) else -1
        row["low"], row["high"], row["bounding_radius"] = low, high, np.linalg.norm(corner, axis=1).max()
        row["spacing"], row["scale"], row["parameter"] = _SPACING * extent, extent, solid.parameter
        nodes_of.append(_moved(solid.samples.node_of, node_count, element_count))
        node_count += len(solid.samples.node)
        element_count += len(solid.samples.element)
        if solid.field is not None:
            grid, surface = solid.field.grid, solid.field.surface
            row["root"], row["lower"], row["cell"] = box_count, lower_count, start_count
            row["count"], row["exact"] = grid.lower.shape, len(grid.start) > 0
            row["origin"], row["inv_side"] = grid.origin, 1.0 / grid.h
            starts.append(grid.start + np.int32(listed_count))
            listeds.append(grid.listed + np.int32(triangle_count))
            children.append(_moved(surface.child, box_count, triangle_count))
            lower_count += grid.lower.size
            start_count += len(grid.start)
            listed_count += len(grid.listed)
            triangle_count += len(surface.triangle)
            box_count += len(surface.box)
    none, pair = np.zeros(0, dtype=np.int32), np.zeros((0, 2), dtype=np.int32)
    surfaces = [field.surface for field in fields]
    return SolidTable(
        solid=rows,
        lower=np.concatenate([np.zeros(0, dtype=np.float32), *(field.grid.lower.ravel() for field in fields)]),
        start=np.concatenate([none, *starts]),
        listed=np.concatenate([none, *listeds]),
        surface=Surface(
            triangle=np.concatenate([np.zeros((0, 9)), *(surface.triangle for surface in surfaces)]),
            normal=np.concatenate([np.zeros((0, NORMAL_WIDTH)), *(surface.normal for surface in surfaces)]),
            box=np.concatenate([np.zeros((0, 6)), *(surface.box for surface in surfaces)]),
            child=np.concatenate([pair, *children]),
        ),
        element=np.concatenate([np.zeros((0, ELEMENT_WIDTH)), *(solid.samples.element for solid in solids)]),
        name=np.concatenate([none, *(solid.samples.name for solid in solids)]),
        node=np.concatenate([np.zeros((0, 4)), *(solid.samples.node for solid in solids)]),
        node_of=np.concatenate([pair, *nodes_of]),
    )


def _moved(child: IntArray, nodes: int, items: int) -> IntArray:
    """Return the children of a hierarchy appended after `nodes` nodes and `items` items."""
    moved = child.copy()
    moved[:, 0] += np.where(child[:, 1] > 0, items, nodes).astype(np.int32)
    return moved


def _solid(shape: Shape, exact: bool, cells: int) -> _Solid:
    """Return one shape as a solid, by its core."""
    if not shape.convex:
        return _with_field(shape, exact, cells)
    core = shape.core()
    x, y, _ = core.size
    if core.kind == core_kinds.HALF_SPACE:
        far = np.full(3, np.inf)
        return _Solid(PLANE, core.size, np.array([-far, far]), _NO_SAMPLES)
    bounds = shape.bounds()
    if core.kind == core_kinds.CYLINDER:
        return _Solid(CYLINDER, core.size, bounds, _rims([(x, -y), (x, y)], []))
    if core.kind == core_kinds.CONE:
        return _Solid(CONE, core.size, bounds, _rims([(x, -y)], [y]))
    if core.kind == core_kinds.BOX:
        return _Solid(BOX, core.size, bounds, samples_of(core.vertices, core.vertices, np.zeros(len(core.vertices))))
    heights = core.vertices[:, 2]
    if core.radius > 0.0 and not core.vertices[:, :2].any() and not heights.sum():
        return _Solid(SEGMENT, (core.radius, float(heights[-1]), 0.0), bounds, _balls(heights.tolist(), core.radius))
    return _with_field(shape, exact, cells)


def _with_field(shape: Shape, exact: bool, cells: int) -> _Solid:
    """Return any shape by the distances from its surface."""
    field = distance_field(shape.surface(), cells, exact)
    return _Solid(MESH, (0.0, 0.0, 0.0), shape.bounds(), field.samples, field)


def _balls(heights: Sequence[float], radius: float) -> Samples:
    """Return balls of one radius at heights on the z axis."""
    middle = np.array([[0.0, 0.0, z] for z in heights])
    return samples_of(middle, middle, np.full(len(middle), radius))


def _rims(rims: Sequence[tuple[float, float]], tips: Sequence[float]) -> Samples:
    """Return points of circles (radius, height) about z, and points at heights on the axis."""
    angle = np.arange(_AROUND) * (2.0 * np.pi / _AROUND)
    circles = [
        np.stack([radius * np.cos(angle), radius * np.sin(angle), np.full(_AROUND, z)], axis=1) for radius, z in rims
    ]
    points = np.concatenate([np.array([[0.0, 0.0, z] for z in tips]).reshape(-1, 3), *circles])
    return samples_of(points, points, np.zeros(len(points)))
