"""Convex shapes as tables, read by the kernels of distance, penetration and manifolds.

Every distinct convex shape is one row. Spheres and capsules are a point or a segment with a radius around it, so that
their distances are exact; boxes, pyramids and hulls are polytopes with vertices, faces and edges; cylinders, cones and
ellipsoids are known by their support function. Coplanar hull triangles are merged into polygons, so that a face is
a face.
"""

import functools
import math
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.collision.arrays import ConvexTable, Core
from rigida.errors import ModelError
from rigida.geometry import Box, ConvexHull
from rigida.geometry.core import BOX, ELLIPSOID, POLYTOPE
from rigida.geometry.polyhedron import cross_rows, triangle_normals
from rigida.geometry.shape import Shape
from rigida.jit.decorators import inlined
from rigida.jit.tables import dtype_of
from rigida.math.dense import product, range_basis

#: Triangles whose corners leave a face's plane by less than this fraction of the extent belong to the face.
_COPLANAR = 1e-12


@inlined
def corner_mark(i: int) -> tuple[int, int]:
    """Return the bit of vertex i of a core in two words of 31 bits; from the 63rd vertex on, vertices share bits."""
    place = i % 62
    return (1 << place, 0) if place < 31 else (0, 1 << (place - 31))


@dataclass(frozen=True, eq=False)
class _Solid:
    """One geometry before it enters the table; indices count from its own first vertex and face."""

    kind: int
    size: tuple[float, float, float]
    radius: float
    vertices: FloatArray
    faces: list[list[int]]


def convex_table(shapes: Iterable[Shape | FloatArray]) -> ConvexTable:
    """Return the table of convex shapes; an array of points (n, 3) is their hull, which may be flat."""
    solids = [_core(shape) for shape in shapes]
    rows = np.zeros(len(solids), dtype=dtype_of(Core))
    vertices, planes, outlines = [], [], []
    loop: list[int] = []
    edges: list[tuple[int, ...]] = []
    vertex_count = face_count = 0
    for row, solid in zip(rows, solids, strict=True):
        solid_edges = _edges(solid)
        row["kind"], row["size"], row["radius"] = solid.kind, solid.size, solid.radius
        row["vertex"], row["vertex_end"] = vertex_count, vertex_count + len(solid.vertices)
        row["face"], row["face_end"] = face_count, face_count + len(solid.faces)
        row["edge"], row["edge_end"] = len(edges), len(edges) + len(solid_edges)
        extent = np.abs(solid.vertices).max(initial=0.0) if solid.kind in (BOX, POLYTOPE) else max(solid.size[:2])
        extent = max(solid.size) if solid.kind == ELLIPSOID else extent
        row["scale"] = max(float(extent), solid.radius)
        marks = [corner_mark(i) for i in range(len(solid.vertices))]
        for face in solid.faces:
            low = high = 0
            for i in face:
                low, high = low | marks[i][0], high | marks[i][1]
            outlines.append((len(loop), len(loop) + len(face), low, high))
            loop.extend(vertex_count + i for i in face)
        edges.extend(
            (vertex_count + i, vertex_count + j, face_count + f if f >= 0 else -1, face_count + g if g >= 0 else -1)
            for i, j, f, g in solid_edges
        )
        vertices.append(solid.vertices)
        planes.extend(_planes(solid))
        vertex_count += len(solid.vertices)
        face_count += len(solid.faces)
    return ConvexTable(
        core=rows,
        vertex=np.ascontiguousarray(np.concatenate([np.zeros((0, 3)), *vertices])),
        face=np.array(planes, dtype=np.float64).reshape(-1, 4),
        outline=np.array(outlines, dtype=np.int32).reshape(-1, 4),
        loop=np.array(loop, dtype=np.int32),
        edge=np.array(edges, dtype=np.int32).reshape(-1, 4),
    )


def _core(shape: Shape | FloatArray) -> _Solid:
    """Return the core of one shape with its faces."""
    if isinstance(shape, np.ndarray):
        return _Solid(POLYTOPE, (0.0, 0.0, 0.0), 0.0, *_hull_of_points(shape))
    core = shape.core()
    if core.kind == BOX:
        return _Solid(BOX, core.size, 0.0, core.vertices, _box_faces())
    vertices, faces = _polytope(core.vertices, core.triangles) if len(core.triangles) else (core.vertices, [])
    return _Solid(core.kind, core.size, core.radius, vertices, faces)


@functools.cache
def _box_faces() -> list[list[int]]:
    """Return the faces of every box."""
    return _polytope(*Box((1.0, 1.0, 1.0)).surface())[1]


def _hull_of_points(points: FloatArray) -> tuple[FloatArray, list[list[int]]]:
    """Return vertices and faces of the hull of points, which may be coplanar, collinear or coincident."""
    points = np.unique(np.asarray(points, dtype=np.float64).reshape(-1, 3), axis=0)
    try:
        return _polytope(*ConvexHull(points).surface())
    except ModelError:
        return _flat_hull(points)


def _flat_hull(points: FloatArray) -> tuple[FloatArray, list[list[int]]]:
    """Return the corners of a flat polygon with its two faces, of a segment, or of a point."""
    middle = points.mean(axis=0)
    axes = range_basis((points - middle).T, 1e-12).T
    if not len(axes):
        return points[:1], []
    along = product(points - middle, axes[0])
    if len(points) == 2 or len(axes) == 1:
        return points[[int(np.argmin(along)), int(np.argmax(along))]], []
    from scipy.spatial import ConvexHull as Qhull

    loop = [int(i) for i in Qhull(product(points - middle, axes[:2].T)).vertices]
    corners = points[loop]
    ring = list(range(len(corners)))
    return corners, [ring, ring[::-1]]


def _planes(solid: _Solid) -> list[tuple[float, float, float, float]]:
    """Return the plane (n, d) of every face; those of triangles are found together, to the same bits."""
    if not solid.faces or max(len(face) for face in solid.faces) > 3:
        return [_plane(solid.vertices[face]) for face in solid.faces]
    corners = solid.vertices[np.array(solid.faces)]  # (f, 3, 3)
    b, c = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    normals = cross_rows(b, c)
    normals /= np.array([[math.hypot(*n)] for n in normals.tolist()])
    x, y, z = (corners[:, :, i] * normals[:, None, i] for i in range(3))
    offsets = (x + y + z).max(axis=1)
    return [(*n, d) for n, d in zip(normals.tolist(), offsets.tolist(), strict=True)]


def _plane(corners: FloatArray) -> tuple[float, float, float, float]:
    """Return the plane (n, d) of a polygon with anticlockwise corners, by Newell's sums."""
    points = corners.tolist()
    ox, oy, oz = points[0]  # seen from one corner: no digits are lost far from the origin
    local = [(x - ox, y - oy, z - oz) for x, y, z in points]
    nx = ny = nz = 0.0
    for (ax, ay, az), (bx, by, bz) in zip(local, [*local[1:], local[0]], strict=True):
        nx += ay * bz - az * by
        ny += az * bx - ax * bz
        nz += ax * by - ay * bx
    length = math.hypot(nx, ny, nz)
    nx, ny, nz = nx / length, ny / length, nz / length
    # The outermost corner: every vertex of the shape then lies behind the plane.
    return nx, ny, nz, max(x * nx + y * ny + z * nz for x, y, z in points)


def _polytope(vertices: FloatArray, triangles: IntArray) -> tuple[FloatArray, list[list[int]]]:
    """Return vertices and polygon faces of a closed convex triangle surface, coplanar triangles merged."""
    normals = triangle_normals(vertices, triangles)
    areas = np.linalg.norm(normals, axis=1)
    corners: list[list[int]] = triangles.tolist()
    owner = {edge: i for i, (a, b, c) in enumerate(corners) for edge in ((a, b), (b, c), (c, a))}
    isolated = _isolated(vertices, triangles, normals, areas, owner)
    group = np.full(len(triangles), -1)
    faces: list[list[int]] = []
    # Large triangles first: their normals are the exact ones, slivers join them.
    for seed in np.argsort(-areas, kind="stable").tolist():
        if isolated[seed]:
            a, b, c = corners[seed]
            faces.append([a, b, c] if a < b and a < c else [b, c, a] if b < c else [c, a, b])
            group[seed] = len(faces) - 1
        elif group[seed] < 0:
            members = _coplanar_patch(seed, vertices, triangles, normals, areas, owner, group)
            group[members] = len(faces)
            faces.append(_outline(members, triangles, owner, group, len(faces)))
    return np.array(vertices), faces


def _isolated(
    vertices: FloatArray,
    triangles: IntArray,
    normals: FloatArray,
    areas: FloatArray,
    owner: dict[tuple[int, int], int],
) -> list[bool]:
    """Return for each triangle whether it is coplanar with none of its neighbors."""
    beside = np.array([[owner[b, a], owner[c, b], owner[a, c]] for a, b, c in triangles.tolist()])  # (t, 3)
    planes = normals / np.where(areas > 0.0, areas, 1.0)[:, None]
    offsets = np.einsum("ti,ti->t", vertices[triangles[:, 0]], planes)
    heights = np.einsum("tkvi,ti->tkv", vertices[triangles[beside]], planes) - offsets[:, None, None]
    # Twice the thickness: sums in another order may not leave a triangle alone that the patches would take in.
    joined = np.abs(heights).max(axis=2) <= 2.0 * _COPLANAR * float(np.ptp(vertices, axis=0).max())
    lies_beside = np.zeros(len(triangles), dtype=bool)
    lies_beside[beside[joined]] = True
    return (~(joined.any(axis=1) | lies_beside)).tolist()


def _coplanar_patch(
    seed: int,
    vertices: FloatArray,
    triangles: IntArray,
    normals: FloatArray,
    areas: FloatArray,
    owner: dict[tuple[int, int], int],
    group: IntArray,
) -> list[int]:
    """Return the triangles connected to `seed` that lie in its plane."""
    normal = normals[seed] / areas[seed] if areas[seed] > 0.0 else normals[seed]
    offset = float(product(vertices[triangles[seed, 0]], normal))
    thickness = _COPLANAR * float(np.ptp(vertices, axis=0).max())
    members, open_triangles = [seed], [seed]
    while open_triangles:
        t = triangles[open_triangles.pop()]
        for k in range(3):
            other = owner[int(t[(k + 1) % 3]), int(t[k])]
            if group[other] >= 0 or other in members:
                continue
            if np.abs(product(vertices[triangles[other]], normal) - offset).max() <= thickness:
                members.append(other)
                open_triangles.append(other)
    return members


def _outline(
    members: list[int], triangles: IntArray, owner: dict[tuple[int, int], int], group: IntArray, number: int
) -> list[int]:
    """Return the vertices around a patch of triangles, anticlockwise."""
    following = {
        int(triangles[i][k]): int(triangles[i][(k + 1) % 3])
        for i in members
        for k in range(3)
        if group[owner[int(triangles[i][(k + 1) % 3]), int(triangles[i][k])]] != number
    }
    start = min(following)
    loop = [start]
    while following[loop[-1]] != start:
        loop.append(following[loop[-1]])
    return loop


def _edges(solid: _Solid) -> list[tuple[int, int, int, int]]:
    """Return (vertex, vertex, face, face) of every edge; a segment has one edge without faces."""
    if len(solid.vertices) == 2:
        return [(0, 1, -1, -1)]
    sides: dict[tuple[int, int], int] = {}
    for number, face in enumerate(solid.faces):
        for i, j in zip(face, [*face[1:], face[0]], strict=True):
            sides[i, j] = number
    return [(i, j, number, sides.get((j, i), -1)) for (i, j), number in sides.items() if i < j]


def distinct(shapes: Sequence[Shape]) -> tuple[list[Shape], list[int]]:
    """Return the different shapes among `shapes` and, for each given one, its row among them."""
    keys = [shape_key(shape) for shape in shapes]
    rows: dict[Hashable, int] = {}
    found: list[Shape] = []
    for shape, key in zip(shapes, keys, strict=True):
        if key not in rows:
            rows[key] = len(found)
            found.append(shape)
    return found, [rows[key] for key in keys]


def shape_key(shape: Shape) -> Hashable:
    """Return a key that equal shapes share: their sizes, or the identity of shapes with many."""
    return shape.sizes or shape
