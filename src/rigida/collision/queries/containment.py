"""Point containment: planes for polytopes, closed forms for round shapes, winding numbers for meshes.

Called by `contains`. The surface belongs to the shape, up to a tolerance for rounding.
"""

import math

from rigida.collision.arrays import ConvexTable, Core, Meshes, Parts, PointsAsked
from rigida.collision.shapes.triangles import solid_angle, square_distance
from rigida.geometry.core import BOX, CONE, CYLINDER, ELLIPSOID, HALF_SPACE
from rigida.jit.decorators import kernel, routine
from rigida.math.quat import rotated_back
from rigida.math.vec3 import Vec3, cross, dot, norm, square


@routine
def side_plane(f: int, corner: int, shapes: ConvexTable) -> tuple[Vec3, float]:
    """Return the plane n · x = offset through one edge of a flat polygon, across it and facing outwards."""
    outline = shapes.outline[f]
    p = shapes.vertex[shapes.loop[outline.first + corner]]
    q = shapes.vertex[shapes.loop[outline.first + (corner + 1) % (outline.end - outline.first)]]
    n = cross(q - p, shapes.face[f].normal)
    n = n / norm(n)
    return n, dot(n, p)


@routine
def _polytope_holds(core: Core, p: Vec3, tolerance: float, shapes: ConvexTable) -> bool:
    for f in range(core.face, core.face_end):
        if dot(shapes.face[f].normal, p) - shapes.face[f].offset > tolerance:
            return False
    if core.face_end - core.face == 2:  # a flat polygon and its back: its edges bound it too
        outline = shapes.outline[core.face]
        for corner in range(outline.end - outline.first):
            n, offset = side_plane(core.face, corner, shapes)
            if dot(n, p) - offset > tolerance:
                return False
    return True


@routine
def holds_point(core: Core, p: Vec3, tolerance: float, shapes: ConvexTable) -> bool:
    """Return whether a point, in the frame of the shape, is inside it."""
    kind, size = core.kind, core.size
    if kind == HALF_SPACE:
        return dot(size, p) <= tolerance
    if kind == BOX:
        return abs(p.x) <= size.x + tolerance and abs(p.y) <= size.y + tolerance and abs(p.z) <= size.z + tolerance
    across = math.sqrt(p.x * p.x + p.y * p.y)
    if kind == CYLINDER:
        return abs(p.z) <= size.y + tolerance and across <= size.x + tolerance
    if kind == CONE:
        radius, half = size.x, size.y
        # Distance from the mantle's line in the half-plane through the axis.
        beyond = (across * 2.0 * half - radius * (half - p.z)) / math.sqrt(4.0 * half**2 + radius**2)
        return p.z >= -half - tolerance and beyond <= tolerance
    if kind == ELLIPSOID:
        stretched = Vec3(p.x / size.x, p.y / size.y, p.z / size.z)
        slope = norm(Vec3(stretched.x / size.x, stretched.y / size.y, stretched.z / size.z))
        return norm(stretched) * (norm(stretched) - 1.0) <= tolerance * slope  # to first order in the distance
    if core.face_end > core.face:
        return _polytope_holds(core, p, tolerance, shapes)
    # A point or a segment, with the radius of a sphere or capsule around it.
    first = shapes.vertex[core.vertex]
    u, gap = shapes.vertex[core.vertex_end - 1] - first, p - first
    length = square(u)
    s = min(max(dot(gap, u) / length, 0.0), 1.0) if length > 0.0 else 0.0
    return norm(gap - s * u) <= core.radius + tolerance


@routine
def mesh_holds_point(mesh: int, p: Vec3, tolerance: float, meshes: Meshes) -> bool:
    """Return whether a point lies inside or on the closed surface of a mesh."""
    angle = 0.0
    for t in range(meshes.range[mesh].first, meshes.range[mesh].end):
        triangle = meshes.triangle[t]
        a, b, c = meshes.corner[triangle.i] - p, meshes.corner[triangle.j] - p, meshes.corner[triangle.k] - p
        if square_distance(a, b, c) <= tolerance * tolerance:
            return True
        angle += solid_angle(a, b, c)
    # Inside, the surface fills the whole sphere of directions once (or more often where shells overlap).
    return abs(angle) > 2.0 * math.pi


@kernel
def contained_rows(on_surface: float, parts: Parts, shapes: ConvexTable, meshes: Meshes, asked: PointsAsked) -> None:
    """Return for each point whether it is inside any of the parts, which have world poses."""
    for i in range(len(asked.point)):
        point = asked.point[i]
        for j in range(len(parts.row)):
            local, bounding_radius = point - parts.position[j], parts.bounding_radius[j]
            # A half-space has no size; its points are as exact as their coordinates.
            extent = bounding_radius if bounding_radius < math.inf else norm(local)
            tolerance = on_surface * extent + 1e-15 * norm(point)
            if norm(local) > bounding_radius + tolerance:
                continue
            local = rotated_back(parts.attitude[j], local)
            g = parts.row[j]
            if g < 0:
                asked.inside[i] = mesh_holds_point(-1 - g, local, tolerance, meshes)
            else:
                asked.inside[i] = holds_point(shapes.core[g], local, tolerance, shapes)
            if asked.inside[i]:
                break
