"""Triangles of a mesh against points and rays: nearest distance, solid angle, and a ray test without gaps.

The ray test shears space so that the ray runs along one axis and compares signed areas there; the area that belongs to
an edge is the same number, with opposite sign, in both triangles that share it, so no ray slips between them (Woop,
Benthin, Wald 2013, where Möller–Trumbore's own edge tests may disagree). Solid angle: van Oosterom and Strackee 1983.
"""

import math

from rigida.collision.arrays import Meshes
from rigida.jit.decorators import inlined, routine
from rigida.math.elementary import atan2
from rigida.math.vec3 import Vec3, cross, dot, norm, square


@routine
def solid_angle(a: Vec3, b: Vec3, c: Vec3) -> float:
    """Return the signed solid angle [sr] under which the origin sees a triangle, positive from behind it."""
    far_a, far_b, far_c = norm(a), norm(b), norm(c)
    below = far_a * far_b * far_c + dot(a, b) * far_c + dot(b, c) * far_a + dot(c, a) * far_b
    return 2.0 * atan2(dot(a, cross(b, c)), below)


@inlined
def _square_to_segment(a: Vec3, u: Vec3) -> float:
    """Return the squared distance from the origin to the segment from a to a + u."""
    length = square(u)
    s = -dot(a, u) / length if length > 0.0 else 0.0
    s = min(max(s, 0.0), 1.0)
    return square(a + s * u)


@routine
def square_distance(a: Vec3, b: Vec3, c: Vec3) -> float:
    """Return the squared distance from the origin to a triangle."""
    n = cross(b - a, c - a)
    area = square(n)
    # Signed areas around the foot of the perpendicular, seen along the normal.
    inside = dot(cross(a, b), n) >= 0.0 and dot(cross(b, c), n) >= 0.0 and dot(cross(c, a), n) >= 0.0
    if area > 0.0 and inside:
        return dot(a, n) * dot(a, n) / area
    return min(_square_to_segment(a, b - a), _square_to_segment(b, c - b), _square_to_segment(c, a - c))


@inlined
def _axis(v: Vec3, axis: int) -> float:
    """Return one component."""
    return v.x if axis == 0 else (v.y if axis == 1 else v.z)


@routine
def ray_mesh(mesh: int, o: Vec3, d: Vec3, tolerance: float, meshes: Meshes) -> tuple[float, Vec3]:
    """Return the distance at which a ray hits the closed surface of a mesh (infinity: miss) and the normal there.

    A ray that starts inside meets the solid at 0, with the normal against it; one that leaves from the surface does
    not meet it there.
    """
    # The ray's largest component becomes the axis of the sheared space; the swap keeps triangles anticlockwise.
    along = 0 if abs(d.x) >= abs(d.y) and abs(d.x) >= abs(d.z) else (1 if abs(d.y) >= abs(d.z) else 2)
    right, up = (along + 1) % 3, (along + 2) % 3
    depth = _axis(d, along)
    if depth < 0.0:
        right, up = up, right
    shear_x, shear_y = _axis(d, right) / depth, _axis(d, up) / depth
    start_x, start_y, start_z = _axis(o, right), _axis(o, up), _axis(o, along)
    best, best_entering, hit = math.inf, False, -1
    for t in range(meshes.range[mesh].first, meshes.range[mesh].end):
        triangle = meshes.triangle[t]
        a, b, c = meshes.corner[triangle.i], meshes.corner[triangle.j], meshes.corner[triangle.k]
        az, bz, cz = _axis(a, along) - start_z, _axis(b, along) - start_z, _axis(c, along) - start_z
        ax, ay = _axis(a, right) - start_x - shear_x * az, _axis(a, up) - start_y - shear_y * az
        bx, by = _axis(b, right) - start_x - shear_x * bz, _axis(b, up) - start_y - shear_y * bz
        cx, cy = _axis(c, right) - start_x - shear_x * cz, _axis(c, up) - start_y - shear_y * cz
        u, v, w = cx * by - cy * bx, ax * cy - ay * cx, bx * ay - by * ax
        if (u < 0.0 or v < 0.0 or w < 0.0) and (u > 0.0 or v > 0.0 or w > 0.0):
            continue
        whole = u + v + w
        if whole == 0.0:  # the ray runs in the triangle's plane: its neighbors are met
            continue
        distance = (u * az + v * bz + w * cz) / (whole * depth)
        # In the sheared space a triangle that faces the ray is clockwise.
        entering = whole > 0.0
        if distance < -tolerance or (distance <= tolerance and not entering):
            continue
        if distance < best - tolerance or (distance < best + tolerance and entering and not best_entering):
            best, best_entering, hit = distance, entering, t
    if hit < 0:
        return math.inf, Vec3(0.0, 0.0, 0.0)
    if not best_entering:
        return 0.0, -d
    triangle = meshes.triangle[hit]
    a = meshes.corner[triangle.i]
    n = cross(meshes.corner[triangle.j] - a, meshes.corner[triangle.k] - a)
    return max(best, 0.0), n / norm(n)
