"""Signed separation of two convex shapes: distance when apart, minus the penetration when they overlap.

Apart: nearest points of the cores by `gjk`, less the radii around them. Cores that overlap or touch: separating axes
for polytopes and for curved cores. A half-space is measured by one support point. There is no case
without an answer: each method ends with a valid axis.
"""

import math

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.collision.distance.curved_axes import core_separation_along, curved_axis, polish, set_direction
from rigida.collision.distance.gjk import EXACT, core_distance, restart
from rigida.collision.distance.polytope_axes import EDGE_PAIR, FACE_OF_B, NOTHING, polytope_axis
from rigida.collision.distance.simplex import WEIGHT, shallowest_side
from rigida.collision.shapes.convex import EDGE, EDGE_END, KIND, ROUND, SCALE
from rigida.collision.shapes.frames import relative_frame, to_a, to_b
from rigida.collision.shapes.support import support
from rigida.geometry.core import BOX, HALF_SPACE, POLYTOPE
from rigida.jit.decorators import inlined, kernel, routine
from rigida.math.vector import cross, dot, norm

# Columns of the result row: separation, unit normal from a to b, nearest point of a, nearest point of b (frame of a).
RESULT_WIDTH = 10


@inlined
def _put(
    out: FloatArray,
    separation: float,
    nx: float,
    ny: float,
    nz: float,
    ax: float,
    ay: float,
    az: float,
    bx: float,
    by: float,
    bz: float,
) -> None:
    out[0] = separation
    out[1], out[2], out[3] = nx, ny, nz
    out[4], out[5], out[6] = ax, ay, az
    out[7], out[8], out[9] = bx, by, bz


@routine
def _surface_points(
    a: int,
    b: int,
    size: FloatArray,
    core_separation: float,
    nx: float,
    ny: float,
    nz: float,
    ax: float,
    ay: float,
    az: float,
    bx: float,
    by: float,
    bz: float,
    out: FloatArray,
) -> None:
    """Write the result for core points a and b, moved out along the normal by the radii around the cores."""
    ra, rb = size[a, ROUND], size[b, ROUND]
    _put(
        out,
        core_separation - ra - rb,
        nx,
        ny,
        nz,
        ax + ra * nx,
        ay + ra * ny,
        az + ra * nz,
        bx - rb * nx,
        by - rb * ny,
        bz - rb * nz,
    )


@inlined
def is_polytope(g: int, header: IntArray) -> bool:
    """Tell whether core g has vertices, and maybe faces."""
    return header[g, KIND] == BOX or header[g, KIND] == POLYTOPE


@routine
def half_space_separation(
    plane: int,
    g: int,
    header: IntArray,
    size: FloatArray,
    vertex: FloatArray,
    frame: FloatArray,
    out: FloatArray,
) -> None:
    """Write the separation of a half-space (as a) and another shape (as b), in the half-space's frame."""
    nx, ny, nz = size[plane, 0], size[plane, 1], size[plane, 2]
    lx, ly, lz = to_b(frame, nx, ny, nz)
    qx, qy, qz, _ = support(g, header, size, vertex, -lx, -ly, -lz)
    bx, by, bz = to_a(frame, qx, qy, qz)
    bx, by, bz = bx + frame[9], by + frame[10], bz + frame[11]
    height = dot(nx, ny, nz, bx, by, bz)
    _surface_points(
        plane, g, size, height, nx, ny, nz, bx - height * nx, by - height * ny, bz - height * nz, bx, by, bz, out
    )


@routine
def _nearest_on_edges(
    first: int,
    second: int,
    vertex: FloatArray,
    edge: IntArray,
    frame: FloatArray,
) -> tuple[float, float, float, float, float, float]:
    """Return the nearest points of the lines through an edge of a and one of b, kept within both edges."""
    p, q = edge[first, 0], edge[first, 1]
    r, t = edge[second, 0], edge[second, 1]
    px, py, pz = vertex[p, 0], vertex[p, 1], vertex[p, 2]
    ux, uy, uz = vertex[q, 0] - px, vertex[q, 1] - py, vertex[q, 2] - pz
    rx, ry, rz = to_a(frame, vertex[r, 0], vertex[r, 1], vertex[r, 2])
    rx, ry, rz = rx + frame[9], ry + frame[10], rz + frame[11]
    vx, vy, vz = to_a(frame, vertex[t, 0] - vertex[r, 0], vertex[t, 1] - vertex[r, 1], vertex[t, 2] - vertex[r, 2])
    wx, wy, wz = rx - px, ry - py, rz - pz
    nx, ny, nz = cross(ux, uy, uz, vx, vy, vz)
    square = dot(nx, ny, nz, nx, ny, nz)
    cx, cy, cz = cross(wx, wy, wz, vx, vy, vz)
    s = min(max(dot(cx, cy, cz, nx, ny, nz) / square, 0.0), 1.0)
    cx, cy, cz = cross(wx, wy, wz, ux, uy, uz)
    k = min(max(dot(cx, cy, cz, nx, ny, nz) / square, 0.0), 1.0)
    return px + s * ux, py + s * uy, pz + s * uz, rx + k * vx, ry + k * vy, rz + k * vz


@routine
def overlap_separation(
    a: int,
    b: int,
    header: IntArray,
    size: FloatArray,
    vertex: FloatArray,
    face: FloatArray,
    edge: IntArray,
    frame: FloatArray,
    x: float,
    y: float,
    z: float,
    out: FloatArray,
) -> None:
    """Write the separation of two shapes whose cores overlap or touch; (x, y, z): about where the best axis is."""
    scale = size[a, SCALE] + size[b, SCALE]
    on_face_of_b = False
    if is_polytope(a, header) and is_polytope(b, header):
        kind, first, second, s, nx, ny, nz = polytope_axis(a, b, header, vertex, face, edge, frame, x, y, z, scale)
        if kind == EDGE_PAIR:
            ax, ay, az, bx, by, bz = _nearest_on_edges(first, second, vertex, edge, frame)
            _surface_points(a, b, size, s, nx, ny, nz, ax, ay, az, bx, by, bz, out)
            return
        on_face_of_b = kind == FACE_OF_B
        if kind == NOTHING:
            s = 0.0
            nx, ny, nz = _free_axis(a, b, header, vertex, edge, frame)
    else:
        s, nx, ny, nz = curved_axis(a, b, header, size, vertex, face, edge, frame)
    if on_face_of_b:
        # The deepest point of a along the axis, and its foot on the face of b.
        ax, ay, az, _ = support(a, header, size, vertex, nx, ny, nz)
        _surface_points(a, b, size, s, nx, ny, nz, ax, ay, az, ax + s * nx, ay + s * ny, az + s * nz, out)
        return
    # The deepest point of b along the axis, and its foot on the plane of a.
    lx, ly, lz = to_b(frame, nx, ny, nz)
    qx, qy, qz, _ = support(b, header, size, vertex, -lx, -ly, -lz)
    bx, by, bz = to_a(frame, qx, qy, qz)
    bx, by, bz = bx + frame[9], by + frame[10], bz + frame[11]
    _surface_points(a, b, size, s, nx, ny, nz, bx - s * nx, by - s * ny, bz - s * nz, bx, by, bz, out)


@inlined
def _free_axis(
    a: int, b: int, header: IntArray, vertex: FloatArray, edge: IntArray, frame: FloatArray
) -> tuple[float, float, float]:
    """Return an axis for touching points and segments, which have neither faces nor edges that cross."""
    x, y, z = 0.0, 0.0, 0.0
    if header[a, EDGE_END] > header[a, EDGE]:
        p, q = edge[header[a, EDGE], 0], edge[header[a, EDGE], 1]
        x, y, z = vertex[q, 0] - vertex[p, 0], vertex[q, 1] - vertex[p, 1], vertex[q, 2] - vertex[p, 2]
    elif header[b, EDGE_END] > header[b, EDGE]:
        p, q = edge[header[b, EDGE], 0], edge[header[b, EDGE], 1]
        x, y, z = to_a(frame, vertex[q, 0] - vertex[p, 0], vertex[q, 1] - vertex[p, 1], vertex[q, 2] - vertex[p, 2])
    else:
        # Two points in one place: from one origin to the other, or up.
        x, y, z = frame[9], frame[10], frame[11]
        length = norm(x, y, z)
        return (x / length, y / length, z / length) if length > 0.0 else (0.0, 0.0, 1.0)
    # Across the segment, along the frame axis that is least along it.
    if abs(x) <= abs(y) and abs(x) <= abs(z):
        nx, ny, nz = cross(x, y, z, 1.0, 0.0, 0.0)
    elif abs(y) <= abs(z):
        nx, ny, nz = cross(x, y, z, 0.0, 1.0, 0.0)
    else:
        nx, ny, nz = cross(x, y, z, 0.0, 0.0, 1.0)
    length = norm(nx, ny, nz)
    return nx / length, ny / length, nz / length


@kernel
def separation(
    a: int,
    b: int,
    header: IntArray,
    size: FloatArray,
    vertex: FloatArray,
    face: FloatArray,
    edge: IntArray,
    frame: FloatArray,
    simplex: FloatArray,
    count: int,
    out: FloatArray,
) -> int:
    """Write the separation of convex shapes a and b (a may be a half-space) into out (10,), in the frame of a.

    frame (12,): rotation R_AB by rows and position p_AB; simplex (8, 12) with `count` rows from an earlier query of the
    same two shapes, or 0. Returns the rows of the simplex to start from next time.
    """
    if header[a, KIND] == HALF_SPACE:
        half_space_separation(a, b, header, size, vertex, frame, out)
        return 0
    count = restart(count, vertex, frame, simplex)
    count, square, x, y, z = core_distance(
        a, b, header, size, vertex, frame, simplex, count, frame[9], frame[10], frame[11], EXACT
    )
    distance = math.sqrt(square)
    if count == 4 or distance <= 1e-10 * (size[a, SCALE] + size[b, SCALE]):
        nx, ny, nz = shallowest_side(simplex) if count == 4 else (frame[9], frame[10], frame[11])
        overlap_separation(a, b, header, size, vertex, face, edge, frame, nx, ny, nz, out)
        return 0 if count == 4 else count
    nx, ny, nz = -x / distance, -y / distance, -z / distance
    polished = False
    if not (is_polytope(a, header) and is_polytope(b, header)):
        # On curved cores the search can stop short of the nearest points; the axis tells how far.
        s = core_separation_along(a, b, header, size, vertex, frame, nx, ny, nz)
        if distance - s > 1e-11 * (size[a, SCALE] + size[b, SCALE]):
            best = np.empty(4)
            set_direction(best, s, nx, ny, nz)
            polish(a, b, header, size, vertex, frame, 0.1, best)
            distance, nx, ny, nz = best[0], best[1], best[2], best[3]
            polished = True
    ax, ay, az, bx, by, bz = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for i in range(count):
        w = simplex[i, WEIGHT]
        ax, ay, az = ax + w * simplex[i, 3], ay + w * simplex[i, 4], az + w * simplex[i, 5]
        bx, by, bz = bx + w * simplex[i, 6], by + w * simplex[i, 7], bz + w * simplex[i, 8]
    if polished:
        bx, by, bz = ax + distance * nx, ay + distance * ny, az + distance * nz
    _surface_points(a, b, size, distance, nx, ny, nz, ax, ay, az, bx, by, bz, out)
    return count


@kernel
def separations(
    pairs: IntArray,
    geometry: IntArray,
    position: FloatArray,
    attitude: FloatArray,
    header: IntArray,
    size: FloatArray,
    vertex: FloatArray,
    face: FloatArray,
    edge: IntArray,
    simplex: FloatArray,
    simplex_count: IntArray,
    out: FloatArray,
) -> None:
    """Fill out (m, 10) with the separations of pairs (m, 2) of shape instances, in the frame of the first of each.

    simplex (m, 8, 12), simplex_count (m,): kept by the caller between calls, zeros at first. A half-space must be the
    first of its pair.
    """
    frame = np.empty(12)
    for i in range(pairs.shape[0]):
        a, b = pairs[i, 0], pairs[i, 1]
        relative_frame(position[a], attitude[a], position[b], attitude[b], frame)
        simplex_count[i] = separation(
            geometry[a], geometry[b], header, size, vertex, face, edge, frame, simplex[i], simplex_count[i], out[i]
        )
