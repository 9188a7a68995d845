"""Which points lie inside a shape: planes for polytopes, closed forms for round ones, winding numbers for meshes.

Called by `contains`. The surface belongs to the shape, up to a tolerance for rounding.
"""

import math

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray, IntArray
from rigida.collision.shapes.convex import FACE, FACE_END, KIND, ROUND, VERTEX, VERTEX_END
from rigida.collision.shapes.shape_set import IndexArray
from rigida.collision.shapes.triangles import solid_angle, square_distance
from rigida.geometry.core import BOX, CONE, CYLINDER, ELLIPSOID, HALF_SPACE
from rigida.jit.decorators import kernel, routine
from rigida.math.quaternion import rotate_back
from rigida.math.vector import cross, dot, norm


@routine
def side_plane(
    f: int, corner: int, vertex: FloatArray, face: FloatArray, face_loop: IntArray, loop: IntArray
) -> tuple[float, float, float, float]:
    """Return the plane (n, d) through one edge of a flat polygon, across it and facing outwards."""
    start, end = face_loop[f, 0], face_loop[f, 1]
    p = loop[start + corner]
    q = loop[start + (corner + 1) % (end - start)]
    x, y, z = cross(
        vertex[q, 0] - vertex[p, 0],
        vertex[q, 1] - vertex[p, 1],
        vertex[q, 2] - vertex[p, 2],
        face[f, 0],
        face[f, 1],
        face[f, 2],
    )
    length = norm(x, y, z)
    x, y, z = x / length, y / length, z / length
    return x, y, z, dot(x, y, z, vertex[p, 0], vertex[p, 1], vertex[p, 2])


@routine
def _polytope_holds(
    g: int,
    header: IntArray,
    vertex: FloatArray,
    face: FloatArray,
    face_loop: IntArray,
    loop: IntArray,
    x: float,
    y: float,
    z: float,
    tolerance: float,
) -> bool:
    first, last = header[g, FACE], header[g, FACE_END]
    for f in range(first, last):
        if dot(face[f, 0], face[f, 1], face[f, 2], x, y, z) - face[f, 3] > tolerance:
            return False
    if last - first == 2:  # a flat polygon and its back: its edges bound it too
        for corner in range(face_loop[first, 1] - face_loop[first, 0]):
            nx, ny, nz, d = side_plane(first, corner, vertex, face, face_loop, loop)
            if dot(nx, ny, nz, x, y, z) - d > tolerance:
                return False
    return True


@routine
def holds_point(
    g: int,
    header: IntArray,
    size: FloatArray,
    vertex: FloatArray,
    face: FloatArray,
    face_loop: IntArray,
    loop: IntArray,
    x: float,
    y: float,
    z: float,
    tolerance: float,
) -> bool:
    """Tell whether a point of its own frame lies in shape g."""
    kind = header[g, KIND]
    if kind == HALF_SPACE:
        return dot(size[g, 0], size[g, 1], size[g, 2], x, y, z) <= tolerance
    if kind == BOX:
        return (
            abs(x) <= size[g, 0] + tolerance and abs(y) <= size[g, 1] + tolerance and abs(z) <= size[g, 2] + tolerance
        )
    if kind == CYLINDER:
        return abs(z) <= size[g, 1] + tolerance and math.sqrt(x * x + y * y) <= size[g, 0] + tolerance
    if kind == CONE:
        radius, half = size[g, 0], size[g, 1]
        # Distance from the mantle's line in the half-plane through the axis.
        beyond = (math.sqrt(x * x + y * y) * 2.0 * half - radius * (half - z)) / math.sqrt(4.0 * half**2 + radius**2)
        return z >= -half - tolerance and beyond <= tolerance
    if kind == ELLIPSOID:
        sx, sy, sz = x / size[g, 0], y / size[g, 1], z / size[g, 2]
        stretched, slope = norm(sx, sy, sz), norm(sx / size[g, 0], sy / size[g, 1], sz / size[g, 2])
        return stretched * (stretched - 1.0) <= tolerance * slope  # to first order in the distance
    if header[g, FACE_END] > header[g, FACE]:
        return _polytope_holds(g, header, vertex, face, face_loop, loop, x, y, z, tolerance)
    # A point or a segment, with the radius of a sphere or capsule around it.
    p, q = header[g, VERTEX], header[g, VERTEX_END] - 1
    ux, uy, uz = vertex[q, 0] - vertex[p, 0], vertex[q, 1] - vertex[p, 1], vertex[q, 2] - vertex[p, 2]
    px, py, pz = x - vertex[p, 0], y - vertex[p, 1], z - vertex[p, 2]
    length = dot(ux, uy, uz, ux, uy, uz)
    s = min(max(dot(px, py, pz, ux, uy, uz) / length, 0.0), 1.0) if length > 0.0 else 0.0
    return norm(px - s * ux, py - s * uy, pz - s * uz) <= size[g, ROUND] + tolerance


@routine
def mesh_holds_point(
    first: int, last: int, corner: FloatArray, triangle: IntArray, x: float, y: float, z: float, tolerance: float
) -> bool:
    """Tell whether a point lies inside or on the closed surface of triangles first..last."""
    angle = 0.0
    for t in range(first, last):
        i, j, k = triangle[t, 0], triangle[t, 1], triangle[t, 2]
        if square_distance(corner, i, j, k, x, y, z) <= tolerance * tolerance:
            return True
        angle += solid_angle(corner, i, j, k, x, y, z)
    # Inside, the surface fills the whole sphere of directions once (or more often where shells overlap).
    return abs(angle) > 2.0 * math.pi


@kernel
def contained_rows(
    row: IndexArray,
    position: FloatArray,
    attitude: FloatArray,
    reach: FloatArray,
    header: IntArray,
    size: FloatArray,
    vertex: FloatArray,
    face: FloatArray,
    face_loop: IntArray,
    loop: IntArray,
    corner: FloatArray,
    triangle: IntArray,
    triangles_of: IndexArray,
    points: FloatArray,
    on_surface: float,
    inside: NDArray[np.bool_],
) -> None:
    """Fill inside (n,): whether points (n, 3) lie in any of the parts with poses position (p, 3), attitude (p, 4)."""
    for i in range(points.shape[0]):
        far = norm(points[i, 0], points[i, 1], points[i, 2])
        for j in range(row.shape[0]):
            x, y, z = points[i, 0] - position[j, 0], points[i, 1] - position[j, 1], points[i, 2] - position[j, 2]
            # A half-space has no size; its points are as exact as their coordinates.
            extent = reach[j] if reach[j] < math.inf else norm(x, y, z)
            tolerance = on_surface * extent + 1e-15 * far
            if norm(x, y, z) > reach[j] + tolerance:
                continue
            x, y, z = rotate_back(attitude[j, 0], attitude[j, 1], attitude[j, 2], attitude[j, 3], x, y, z)
            g = row[j]
            if g < 0:
                first, last = triangles_of[-1 - g, 0], triangles_of[-1 - g, 1]
                inside[i] = mesh_holds_point(first, last, corner, triangle, x, y, z, tolerance)
            else:
                inside[i] = holds_point(g, header, size, vertex, face, face_loop, loop, x, y, z, tolerance)
            if inside[i]:
                break
