"""Entry and exit of a line through a convex shape, in closed form, in the shape's own frame.

Each kind gives the interval of the line that lies in the shape and the outward normal where it enters: slabs for boxes,
plane clipping for polytopes, quadratics for round shapes. The line is first measured from its point nearest to the
shape's origin, so that an origin far away costs no digits. Called by `ray`.
"""

import math

from rigida.collision.arrays import ConvexTable, Core
from rigida.collision.queries.containment import side_plane
from rigida.collision.queries.ray_round import (
    MISS,
    PARALLEL,
    WHOLE,
    Interval,
    cut,
    line_capsule,
    line_cone,
    line_cylinder,
    line_ellipsoid,
)
from rigida.geometry.core import BOX, CONE, CYLINDER, ELLIPSOID, HALF_SPACE
from rigida.jit.decorators import routine
from rigida.math.vec3 import Vec3, dot


@routine
def _line_box(h: Vec3, o: Vec3, d: Vec3, tolerance: float) -> Interval:
    interval = WHOLE
    for sign in (-1.0, 1.0):
        interval = cut(interval, Vec3(sign, 0.0, 0.0), sign * o.x - h.x, sign * d.x, tolerance)
        interval = cut(interval, Vec3(0.0, sign, 0.0), sign * o.y - h.y, sign * d.y, tolerance)
        interval = cut(interval, Vec3(0.0, 0.0, sign), sign * o.z - h.z, sign * d.z, tolerance)
    return interval


@routine
def _line_polytope(core: Core, o: Vec3, d: Vec3, tolerance: float, shapes: ConvexTable) -> Interval:
    interval = WHOLE
    if core.face_end - core.face > 2:
        for f in range(core.face, core.face_end):
            face = shapes.face[f]
            interval = cut(interval, face.normal, dot(face.normal, o) - face.offset, dot(face.normal, d), tolerance)
        return interval
    # A flat polygon: one point of the line, or a part of it if it runs within the plane, bounded by the edges.
    face, outline = shapes.face[core.face], shapes.outline[core.face]
    height, rate = dot(face.normal, o) - face.offset, dot(face.normal, d)
    crosses = abs(rate) > PARALLEL
    t = 0.0
    if crosses:
        t = -height / rate
        interval = (t, t, -math.copysign(1.0, rate) * face.normal)
    elif abs(height) > tolerance:
        return MISS
    for corner in range(outline.end - outline.first):
        n, offset = side_plane(core.face, corner, shapes)
        if crosses:
            if dot(n, o + t * d) - offset > tolerance:
                return MISS
        else:
            interval = cut(interval, n, dot(n, o) - offset, dot(n, d), tolerance)
    return interval


@routine
def ray_convex(core: Core, o: Vec3, d: Vec3, tolerance: float, shapes: ConvexTable) -> tuple[float, Vec3]:
    """Return the distance at which a ray, in the frame of the shape, hits it (infinity: miss) and the outward normal.

    d is a unit vector. A ray that starts inside meets the shape at 0, with the normal against it; one that leaves from
    the surface, within the tolerance, does not meet it.
    """
    kind, size = core.kind, core.size
    shift = 0.0 if kind == HALF_SPACE else -dot(o, d)
    near = o + shift * d
    if kind == HALF_SPACE:
        interval = cut(WHOLE, size, dot(size, near), dot(size, d), tolerance)
    elif kind == BOX:
        interval = _line_box(size, near, d, tolerance)
    elif kind == CYLINDER:
        interval = line_cylinder(size.x, size.y, near, d, tolerance)
    elif kind == CONE:
        interval = line_cone(size.x, size.y, near, d, tolerance)
    elif kind == ELLIPSOID:
        interval = line_ellipsoid(size, near, d)
    elif core.face_end > core.face:
        interval = _line_polytope(core, near, d, tolerance, shapes)
    else:
        p, q = shapes.vertex[core.vertex], shapes.vertex[core.vertex_end - 1]
        interval = line_capsule(p, q, core.radius, near, d, tolerance)
    start, end = interval[0] + shift, interval[1] + shift
    if start > end or end <= tolerance or start == math.inf:
        return math.inf, Vec3(0.0, 0.0, 0.0)
    if start < -tolerance:
        return 0.0, -d
    return max(start, 0.0), interval[2]
