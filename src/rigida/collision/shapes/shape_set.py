"""One or several shapes as parts of one table, the input of all queries.

A convex shape is one part, a compound one part for each of its shapes; convex meshes count as their hulls, concave ones
stay triangles. What a shape needs is found once and kept as long as the shape lives, so that a second query starts at
once.
"""

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from weakref import WeakKeyDictionary, ref

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray, IntArray
from rigida.collision.arrays import ConvexTable, Meshes, Parts, PlacedShapes
from rigida.collision.shapes.convex import convex_table
from rigida.collision.shapes.triangle_parts import triangle_table
from rigida.errors import ModelError
from rigida.fields import rows, shown
from rigida.geometry import Compound, Mesh, Shape
from rigida.geometry.core import BOX, ELLIPSOID, HALF_SPACE, POLYTOPE
from rigida.jit.records import as_array
from rigida.math.quaternion import multiply_array, rotate_array

#: Rows of tables in the type that kernels count with: another one would compile them a second time.
IndexArray = NDArray[np.int64]
#: What queries accept: a shape, or points (n, 3) that stand for their hull, however flat.
Solid = Shape | FloatArray


@dataclass(frozen=True, eq=False)
class ShapeSet:
    """Parts of one or several shapes, those of the first shape first.

    owner (p,): the shape that a part belongs to; row (p,): its row in `table`, or −1 − m for mesh m (none in sets made
    by `with_triangles`, where `concave` says that there were meshes);
    position (p, 3) and attitude (p, 4): its pose in the shape's frame; bounding_radius (p,): the radius around the
    part's own origin that holds it [m]. corner (c, 3), triangle (t, 3) and triangles_of (m, 2), first and last+1
    triangle: meshes. of_thread: what queries keep for the next one (`queries.asked`).
    """

    table: ConvexTable
    owner: IndexArray
    row: IndexArray
    position: FloatArray
    attitude: FloatArray
    bounding_radius: FloatArray
    corner: FloatArray
    triangle: IntArray
    triangles_of: IndexArray
    concave: bool = False
    of_thread: threading.local = field(default_factory=threading.local)

    @property
    def has_meshes(self) -> bool:
        """Whether a part is a concave mesh."""
        return bool((self.row < 0).any())

    @cached_property
    def first_part(self) -> IndexArray:
        """First part (s + 1,) of every shape, and the number of parts."""
        count = int(self.owner.max(initial=-1)) + 1
        return np.searchsorted(self.owner, np.arange(count + 1))

    @cached_property
    def parts(self) -> Parts:
        """The parts in the frames of their shapes, as kernels take them."""
        return Parts(row=self.row, position=self.position, attitude=self.attitude, bounding_radius=self.bounding_radius)

    @cached_property
    def meshes(self) -> Meshes:
        """The concave meshes, as kernels take them."""
        return Meshes(corner=self.corner, triangle=self.triangle, range=self.triangles_of)

    def poses(self, positions: FloatArray, orientations: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return world positions (p, 3) and quaternions (p, 4) of all parts from the poses of the s shapes."""
        turn = orientations[self.owner]
        return positions[self.owner] + rotate_array(turn, self.position), multiply_array(turn, self.attitude)

    def to_place(self) -> PlacedShapes:
        """Return rows for the convex parts, whose poses a kernel writes."""
        count = len(self.row)
        return PlacedShapes(
            geometry=self.row.astype(np.int32), position=np.zeros((count, 3)), attitude=np.zeros((count, 4))
        )


_single: "WeakKeyDictionary[Shape, ShapeSet]" = WeakKeyDictionary()
_pairs: "WeakKeyDictionary[Shape, WeakKeyDictionary[Shape, ShapeSet]]" = WeakKeyDictionary()
_several: "WeakKeyDictionary[Shape, tuple[tuple[ref[Shape], ...], ShapeSet]]" = WeakKeyDictionary()


def single_set(who: str, shape: Solid) -> ShapeSet:
    """Return the parts of one shape."""
    if not isinstance(shape, Shape):
        return _parts([(_points(who, shape), (0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0))])
    found = _single.get(shape)
    if found is None:
        found = _parts(
            shape.flattened if isinstance(shape, Compound) else [(shape, (0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0))]
        )
        _single[shape] = found
    return found


def pair_set(who: str, shape_a: Solid, shape_b: Solid) -> ShapeSet:
    """Return the parts of two shapes, concave meshes as triangles."""
    if not (isinstance(shape_a, Shape) and isinstance(shape_b, Shape)):
        return with_triangles(shape_set(who, (shape_a, shape_b)))
    partners = _pairs.setdefault(shape_a, WeakKeyDictionary())
    if shape_b not in partners:
        partners[shape_b] = with_triangles(shape_set(who, (shape_a, shape_b)))
    return partners[shape_b]


def shape_set(who: str, shapes: Sequence[Solid]) -> ShapeSet:
    """Return the parts of several shapes; equal shape objects share their rows of the table.

    That of the last question is kept with its first shape: rays are asked for in the same scene again and again.
    """
    given = [shape for shape in shapes if isinstance(shape, Shape)]
    if not given or len(given) < len(shapes):
        return _joined_set(who, shapes)  # the caller may change arrays of points later
    known, found = _several.get(given[0], ((), None))
    if (
        found is None
        or len(known) != len(given)
        or not all(kept() is shape for kept, shape in zip(known, given, strict=True))
    ):
        found = _joined_set(who, shapes)
        _several[given[0]] = tuple(map(ref, given)), found
    return found


def _joined_set(who: str, shapes: Sequence[Solid]) -> ShapeSet:
    place = {id(shape): number for number, shape in reversed(list(enumerate(shapes)))}
    distinct = sorted(place.values())
    singles = {number: single_set(who, shapes[number]) for number in distinct}
    row_start, mesh_start, row_count, mesh_count = {}, {}, 0, 0
    corner_count = triangle_count = 0
    triangle, triangles_of = [], []
    for number in distinct:
        one = singles[number]
        row_start[number], mesh_start[number] = row_count, mesh_count
        triangle.append(one.triangle + np.int32(corner_count))
        triangles_of.append(one.triangles_of + triangle_count)
        row_count += one.table.count
        mesh_count += len(one.triangles_of)
        corner_count += len(one.corner)
        triangle_count += len(one.triangle)
    sources = [place[id(shape)] for shape in shapes]
    parts = [singles[number] for number in sources]
    moved = [
        np.where(one.row >= 0, one.row + row_start[number], one.row - mesh_start[number])
        for one, number in zip(parts, sources, strict=True)
    ]
    owner = [np.full(len(one.row), i) for i, one in enumerate(parts)]
    return ShapeSet(
        table=joined([singles[number].table for number in distinct]),
        owner=np.concatenate([np.zeros(0), *owner]).astype(np.int64),
        row=np.concatenate([np.zeros(0), *moved]).astype(np.int64),
        position=np.concatenate([np.zeros((0, 3)), *(one.position for one in parts)]),
        attitude=np.concatenate([np.zeros((0, 4)), *(one.attitude for one in parts)]),
        bounding_radius=np.concatenate([np.zeros(0), *(one.bounding_radius for one in parts)]),
        corner=np.concatenate([np.zeros((0, 3)), *(singles[number].corner for number in distinct)]),
        triangle=np.concatenate([np.zeros((0, 3), dtype=np.int32), *triangle]),
        triangles_of=np.concatenate([np.zeros((0, 2), dtype=np.int64), *triangles_of]),
    )


def with_triangles(shapes: ShapeSet) -> ShapeSet:
    """Return the set with each triangle of a concave mesh as a part of its own, placed at its middle."""
    if not shapes.has_meshes:
        return shapes
    tables, rows, owners, positions, attitudes, radii = [shapes.table], [], [], [], [], []
    count = shapes.table.count
    for part, row in enumerate(shapes.row):
        if row >= 0:
            middle, bounding_radius, made = np.zeros((1, 3)), shapes.bounding_radius[part : part + 1], np.array([row])
        else:
            first, last = shapes.triangles_of[-1 - row]
            corners = shapes.corner[shapes.triangle[first:last]]
            middle = 0.5 * (corners.min(axis=1) + corners.max(axis=1))
            corners = corners - middle[:, None]
            bounding_radius, made = np.linalg.norm(corners, axis=2).max(axis=1), count + np.arange(last - first)
            tables.append(triangle_table(corners))
            count += int(last - first)
        turn = np.repeat(shapes.attitude[part : part + 1], len(made), axis=0)
        rows.append(made)
        owners.append(np.full(len(made), shapes.owner[part]))
        positions.append(shapes.position[part] + rotate_array(turn, middle))
        attitudes.append(turn)
        radii.append(bounding_radius)
    return ShapeSet(
        table=joined(tables),
        owner=np.concatenate(owners).astype(np.int64),
        row=np.concatenate(rows).astype(np.int64),
        position=np.concatenate(positions),
        attitude=np.concatenate(attitudes),
        bounding_radius=np.concatenate(radii),
        corner=shapes.corner,
        triangle=shapes.triangle,
        triangles_of=shapes.triangles_of,
        concave=True,
    )


def joined(tables: Sequence[ConvexTable]) -> ConvexTable:
    """Return one table of all rows of several."""
    cores, outlines, loops, edges = [], [], [], []
    vertex_count = face_count = edge_count = loop_count = 0
    for table in tables:
        core, edge = as_array(table.core).copy(), as_array(table.edge)
        for name, shift in (("vertex", vertex_count), ("face", face_count), ("edge", edge_count)):
            core[name] += shift
            core[f"{name}_end"] += shift
        cores.append(core)
        outlines.append(as_array(table.outline) + np.array([loop_count, loop_count, 0, 0], dtype=np.int32))
        loops.append(as_array(table.loop) + np.int32(vertex_count))
        sides = np.where(edge[:, 2:] >= 0, edge[:, 2:] + np.int32(face_count), np.int32(-1))
        edges.append(np.hstack([edge[:, :2] + np.int32(vertex_count), sides]))
        vertex_count += len(as_array(table.vertex))
        face_count += len(as_array(table.face))
        edge_count += len(edge)
        loop_count += len(as_array(table.loop))
    empty = convex_table([])
    return ConvexTable(
        core=np.concatenate([as_array(empty.core), *cores]),
        vertex=np.concatenate([as_array(empty.vertex), *(as_array(table.vertex) for table in tables)]),
        face=np.concatenate([as_array(empty.face), *(as_array(table.face) for table in tables)]),
        outline=np.concatenate([as_array(empty.outline), *outlines]),
        loop=np.concatenate([as_array(empty.loop), *loops]),
        edge=np.concatenate([as_array(empty.edge), *edges]),
    )


def _points(who: str, value: object) -> FloatArray:
    """Return points (n, 3) of a hull, or raise."""
    if not isinstance(value, np.ndarray | list | tuple):
        raise ModelError(f"{who}: a shape or points (n, 3) are needed, got {shown(value)}.")
    points = np.array(rows(who, "points", value, 3))
    if len(points) == 0:
        raise ModelError(f"{who}: points must hold at least one point, got none.")
    return points


def _parts(placed: Sequence[tuple[Solid, tuple[float, ...], tuple[float, ...]]]) -> ShapeSet:
    """Return a shape set in which all shapes have the same owner."""
    solids: list[Solid] = []
    meshes: list[Mesh] = []
    row = []
    for shape, _, _ in placed:
        solid = shape.solid if isinstance(shape, Mesh) else shape
        if isinstance(solid, Mesh):
            meshes.append(solid)
            row.append(-len(meshes))
        else:
            solids.append(solid)
            row.append(len(solids) - 1)
    table = convex_table(solids)
    bounding_radius = bounding_radii(table)
    corner, triangle, triangles_of, mesh_radii = _mesh_arrays(meshes)
    return ShapeSet(
        table=table,
        owner=np.zeros(len(placed), dtype=np.int64),
        row=np.array(row, dtype=np.int64),
        position=np.array([position for _, position, _ in placed], dtype=np.float64).reshape(-1, 3),
        attitude=np.array([attitude for _, _, attitude in placed], dtype=np.float64).reshape(-1, 4),
        bounding_radius=np.array([bounding_radius[i] if i >= 0 else mesh_radii[-1 - i] for i in row]),
        corner=corner,
        triangle=triangle,
        triangles_of=triangles_of,
    )


def _mesh_arrays(meshes: Sequence[Mesh]) -> tuple[FloatArray, IntArray, IndexArray, list[float]]:
    """Return vertices, triangles, the range of triangles and the bounding radius of each mesh."""
    corners, triangles, ranges, bounding_radius = [np.zeros((0, 3))], [np.zeros((0, 3), dtype=np.int32)], [], []
    corner_count = triangle_count = 0
    for mesh in meshes:
        own_corners, own_triangles = mesh.surface()
        corners.append(own_corners)
        triangles.append(own_triangles + np.int32(corner_count))
        ranges.append((triangle_count, triangle_count + len(own_triangles)))
        bounding_radius.append(float(np.linalg.norm(own_corners, axis=1).max()))
        corner_count += len(own_corners)
        triangle_count += len(own_triangles)
    return (
        np.concatenate(corners),
        np.concatenate(triangles),
        np.array(ranges, dtype=np.int64).reshape(-1, 2),
        bounding_radius,
    )


def bounding_radii(table: ConvexTable) -> FloatArray:
    """Return the distance (g,) from each geometry's origin to its furthest point."""
    far = np.linalg.norm(as_array(table.vertex), axis=1)
    bounding_radius = np.empty(table.count)
    for g, core in enumerate(as_array(table.core)):
        if core["kind"] in (BOX, POLYTOPE):
            bounding_radius[g] = far[core["vertex"] : core["vertex_end"]].max() + core["radius"]
        elif core["kind"] == ELLIPSOID:
            bounding_radius[g] = core["size"].max()
        else:
            bounding_radius[g] = np.inf if core["kind"] == HALF_SPACE else np.hypot(core["size"][0], core["size"][1])
    return bounding_radius


def is_flat(table: ConvexTable) -> NDArray[np.bool_]:
    """Return which geometries (g,) have flat faces and sharp edges only."""
    core = as_array(table.core)
    flat = np.isin(core["kind"], (BOX, POLYTOPE, HALF_SPACE))
    return flat & ((core["radius"] == 0.0) | (core["kind"] == HALF_SPACE))
