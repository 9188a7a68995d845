"""Triangles of a mesh against points and rays: nearest distance, solid angle, and a ray test without gaps.

The ray test shears space so that the ray runs along one axis and compares signed areas there; the area that belongs to
an edge is the same number, with opposite sign, in both triangles that share it, so no ray slips between them (Woop,
Benthin, Wald 2013, where Möller–Trumbore's own edge tests may disagree). Solid angle: van Oosterom and Strackee 1983.
"""

import math

from rigida.arrays import FloatArray, IntArray
from rigida.jit.decorators import inlined, routine
from rigida.math.vector import cross, dot, norm


@routine
def solid_angle(corner: FloatArray, i: int, j: int, k: int, x: float, y: float, z: float) -> float:
    """Return the signed solid angle [sr] under which a point sees a triangle, positive from behind it."""
    ax, ay, az = corner[i, 0] - x, corner[i, 1] - y, corner[i, 2] - z
    bx, by, bz = corner[j, 0] - x, corner[j, 1] - y, corner[j, 2] - z
    cx, cy, cz = corner[k, 0] - x, corner[k, 1] - y, corner[k, 2] - z
    a, b, c = norm(ax, ay, az), norm(bx, by, bz), norm(cx, cy, cz)
    nx, ny, nz = cross(bx, by, bz, cx, cy, cz)
    below = (
        a * b * c + dot(ax, ay, az, bx, by, bz) * c + dot(bx, by, bz, cx, cy, cz) * a + dot(cx, cy, cz, ax, ay, az) * b
    )
    return 2.0 * math.atan2(dot(ax, ay, az, nx, ny, nz), below)


@inlined
def _square_to_segment(ax: float, ay: float, az: float, ux: float, uy: float, uz: float) -> float:
    """Return the squared distance from the origin to the segment from a to a + u."""
    length = dot(ux, uy, uz, ux, uy, uz)
    s = -dot(ax, ay, az, ux, uy, uz) / length if length > 0.0 else 0.0
    s = min(max(s, 0.0), 1.0)
    x, y, z = ax + s * ux, ay + s * uy, az + s * uz
    return dot(x, y, z, x, y, z)


@routine
def square_distance(corner: FloatArray, i: int, j: int, k: int, x: float, y: float, z: float) -> float:
    """Return the squared distance from a point to a triangle."""
    ax, ay, az = corner[i, 0] - x, corner[i, 1] - y, corner[i, 2] - z
    bx, by, bz = corner[j, 0] - x, corner[j, 1] - y, corner[j, 2] - z
    cx, cy, cz = corner[k, 0] - x, corner[k, 1] - y, corner[k, 2] - z
    nx, ny, nz = cross(bx - ax, by - ay, bz - az, cx - ax, cy - ay, cz - az)
    square = dot(nx, ny, nz, nx, ny, nz)
    if square > 0.0:
        # Signed areas around the foot of the perpendicular, seen along the normal.
        ux, uy, uz = cross(ax, ay, az, bx, by, bz)
        vx, vy, vz = cross(bx, by, bz, cx, cy, cz)
        wx, wy, wz = cross(cx, cy, cz, ax, ay, az)
        if (
            dot(ux, uy, uz, nx, ny, nz) >= 0.0
            and dot(vx, vy, vz, nx, ny, nz) >= 0.0
            and dot(wx, wy, wz, nx, ny, nz) >= 0.0
        ):
            return dot(ax, ay, az, nx, ny, nz) ** 2 / square
    return min(
        _square_to_segment(ax, ay, az, bx - ax, by - ay, bz - az),
        _square_to_segment(bx, by, bz, cx - bx, cy - by, cz - bz),
        _square_to_segment(cx, cy, cz, ax - cx, ay - cy, az - cz),
    )


@inlined
def _axis(v: tuple[float, float, float], axis: int) -> float:
    """Return one component; a chain of comparisons compiles to less than indexing a tuple."""
    return v[0] if axis == 0 else (v[1] if axis == 1 else v[2])


@routine
def ray_mesh(
    first: int,
    last: int,
    corner: FloatArray,
    triangle: IntArray,
    ox: float,
    oy: float,
    oz: float,
    dx: float,
    dy: float,
    dz: float,
    tolerance: float,
) -> tuple[float, float, float, float]:
    """Return where a ray meets triangles first..last of a closed surface (infinity: nowhere) and the normal there.

    A ray that starts inside meets the solid at 0, with the normal against it; one that leaves from the surface does
    not meet it there.
    """
    # The ray's largest component becomes the axis of the sheared space; the swap keeps triangles anticlockwise.
    along = 0 if abs(dx) >= abs(dy) and abs(dx) >= abs(dz) else (1 if abs(dy) >= abs(dz) else 2)
    right, up = (along + 1) % 3, (along + 2) % 3
    d, o = (dx, dy, dz), (ox, oy, oz)
    depth = _axis(d, along)
    if depth < 0.0:
        right, up = up, right
    shear_x, shear_y = _axis(d, right) / depth, _axis(d, up) / depth
    start_x, start_y, start_z = _axis(o, right), _axis(o, up), _axis(o, along)
    best, best_entering, hit = math.inf, False, -1
    for t in range(first, last):
        i, j, k = triangle[t, 0], triangle[t, 1], triangle[t, 2]
        az, bz, cz = corner[i, along] - start_z, corner[j, along] - start_z, corner[k, along] - start_z
        ax, ay = corner[i, right] - start_x - shear_x * az, corner[i, up] - start_y - shear_y * az
        bx, by = corner[j, right] - start_x - shear_x * bz, corner[j, up] - start_y - shear_y * bz
        cx, cy = corner[k, right] - start_x - shear_x * cz, corner[k, up] - start_y - shear_y * cz
        u, v, w = cx * by - cy * bx, ax * cy - ay * cx, bx * ay - by * ax
        if (u < 0.0 or v < 0.0 or w < 0.0) and (u > 0.0 or v > 0.0 or w > 0.0):
            continue
        whole = u + v + w
        if whole == 0.0:  # the ray runs in the triangle's plane: its neighbours are met
            continue
        distance = (u * az + v * bz + w * cz) / (whole * depth)
        # In the sheared space a triangle that faces the ray is clockwise.
        entering = whole > 0.0
        if distance < -tolerance or (distance <= tolerance and not entering):
            continue
        if distance < best - tolerance or (distance < best + tolerance and entering and not best_entering):
            best, best_entering, hit = distance, entering, t
    if hit < 0:
        return math.inf, 0.0, 0.0, 0.0
    if not best_entering:
        return 0.0, -dx, -dy, -dz
    i, j, k = triangle[hit, 0], triangle[hit, 1], triangle[hit, 2]
    nx, ny, nz = cross(
        corner[j, 0] - corner[i, 0],
        corner[j, 1] - corner[i, 1],
        corner[j, 2] - corner[i, 2],
        corner[k, 0] - corner[i, 0],
        corner[k, 1] - corner[i, 1],
        corner[k, 2] - corner[i, 2],
    )
    length = norm(nx, ny, nz)
    return max(best, 0.0), nx / length, ny / length, nz / length
