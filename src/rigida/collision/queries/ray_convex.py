"""Where a line enters and leaves a convex shape, in closed form, in the shape's own frame.

Each kind gives the interval of the line that lies in the shape and the outward normal where it enters: slabs for boxes,
plane clipping for polytopes, quadratics for round shapes. The line is first measured from its point nearest to the
shape's origin, so that an origin far away costs no digits. Called by `ray`.
"""

import math

from rigida.arrays import FloatArray, IntArray
from rigida.collision.queries.containment import side_plane
from rigida.collision.queries.ray_round import (
    MISS,
    PARALLEL,
    Interval,
    cut,
    line_capsule,
    line_cone,
    line_cylinder,
    line_ellipsoid,
)
from rigida.collision.shapes.convex import FACE, FACE_END, KIND, ROUND, VERTEX, VERTEX_END
from rigida.geometry.core import BOX, CONE, CYLINDER, ELLIPSOID, HALF_SPACE
from rigida.jit.decorators import routine
from rigida.math.vector import dot


@routine
def _line_box(
    hx: float, hy: float, hz: float, ox: float, oy: float, oz: float, dx: float, dy: float, dz: float, tolerance: float
) -> Interval:
    interval = (-math.inf, math.inf, 0.0, 0.0, 0.0)
    for sign in (-1.0, 1.0):
        interval = cut(interval, sign, 0.0, 0.0, sign * ox - hx, sign * dx, tolerance)
        interval = cut(interval, 0.0, sign, 0.0, sign * oy - hy, sign * dy, tolerance)
        interval = cut(interval, 0.0, 0.0, sign, sign * oz - hz, sign * dz, tolerance)
    return interval


@routine
def _line_polytope(
    g: int,
    header: IntArray,
    vertex: FloatArray,
    face: FloatArray,
    face_loop: IntArray,
    loop: IntArray,
    ox: float,
    oy: float,
    oz: float,
    dx: float,
    dy: float,
    dz: float,
    tolerance: float,
) -> Interval:
    interval = (-math.inf, math.inf, 0.0, 0.0, 0.0)
    first, last = header[g, FACE], header[g, FACE_END]
    if last - first > 2:
        for f in range(first, last):
            x, y, z = face[f, 0], face[f, 1], face[f, 2]
            height = dot(x, y, z, ox, oy, oz) - face[f, 3]
            interval = cut(interval, x, y, z, height, dot(x, y, z, dx, dy, dz), tolerance)
        return interval
    # A flat polygon: one point of the line, or a part of it if it runs within the plane, bounded by the edges.
    x, y, z = face[first, 0], face[first, 1], face[first, 2]
    height, rate = dot(x, y, z, ox, oy, oz) - face[first, 3], dot(x, y, z, dx, dy, dz)
    crosses = abs(rate) > PARALLEL
    t = 0.0
    if crosses:
        t = -height / rate
        sign = -math.copysign(1.0, rate)
        interval = (t, t, sign * x, sign * y, sign * z)
    elif abs(height) > tolerance:
        return MISS
    for corner in range(face_loop[first, 1] - face_loop[first, 0]):
        nx, ny, nz, d = side_plane(first, corner, vertex, face, face_loop, loop)
        if crosses:
            if dot(nx, ny, nz, ox + t * dx, oy + t * dy, oz + t * dz) - d > tolerance:
                return MISS
        else:
            height = dot(nx, ny, nz, ox, oy, oz) - d
            interval = cut(interval, nx, ny, nz, height, dot(nx, ny, nz, dx, dy, dz), tolerance)
    return interval


@routine
def ray_convex(
    g: int,
    header: IntArray,
    size: FloatArray,
    vertex: FloatArray,
    face: FloatArray,
    face_loop: IntArray,
    loop: IntArray,
    ox: float,
    oy: float,
    oz: float,
    dx: float,
    dy: float,
    dz: float,
    tolerance: float,
) -> tuple[float, float, float, float]:
    """Return the distance at which a ray of the shape's frame meets it (infinity: nowhere) and the outward normal.

    d is a unit vector. A ray that starts inside meets the shape at 0, with the normal against it; one that leaves from
    the surface, within the tolerance, does not meet it.
    """
    kind = header[g, KIND]
    shift = 0.0 if kind == HALF_SPACE else -dot(ox, oy, oz, dx, dy, dz)
    x, y, z = ox + shift * dx, oy + shift * dy, oz + shift * dz
    if kind == HALF_SPACE:
        nx, ny, nz = size[g, 0], size[g, 1], size[g, 2]
        interval = cut(
            (-math.inf, math.inf, 0.0, 0.0, 0.0),
            nx,
            ny,
            nz,
            dot(nx, ny, nz, x, y, z),
            dot(nx, ny, nz, dx, dy, dz),
            tolerance,
        )
    elif kind == BOX:
        interval = _line_box(size[g, 0], size[g, 1], size[g, 2], x, y, z, dx, dy, dz, tolerance)
    elif kind == CYLINDER:
        interval = line_cylinder(size[g, 0], size[g, 1], x, y, z, dx, dy, dz, tolerance)
    elif kind == CONE:
        interval = line_cone(size[g, 0], size[g, 1], x, y, z, dx, dy, dz, tolerance)
    elif kind == ELLIPSOID:
        interval = line_ellipsoid(size[g, 0], size[g, 1], size[g, 2], x, y, z, dx, dy, dz)
    elif header[g, FACE_END] > header[g, FACE]:
        interval = _line_polytope(g, header, vertex, face, face_loop, loop, x, y, z, dx, dy, dz, tolerance)
    else:
        p, q = header[g, VERTEX], header[g, VERTEX_END] - 1
        interval = line_capsule(p, q, vertex, size[g, ROUND], x, y, z, dx, dy, dz, tolerance)
    start, end = interval[0] + shift, interval[1] + shift
    if start > end or end <= tolerance or start == math.inf:
        return math.inf, 0.0, 0.0, 0.0
    if start < -tolerance:
        return 0.0, -dx, -dy, -dz
    return max(start, 0.0), interval[2], interval[3], interval[4]
