"""Entry and exit of a line through cylinders, spheres, capsules, cones and ellipsoids: quadratics, in shape frames.

Part of `ray_convex`. Differences of large squares are avoided, so that a line that passes closely by is distinguished
from one that grazes.
"""

import math

from rigida.jit.decorators import inlined, routine
from rigida.math.vec3 import Vec3, cross, dot, norm, square

#: Entry, exit, and the outward normal at the entry; entry above exit: the line misses.
Interval = tuple[float, float, Vec3]
MISS: Interval = (math.inf, -math.inf, Vec3(0.0, 0.0, 0.0))
#: All of a line.
WHOLE: Interval = (-math.inf, math.inf, Vec3(0.0, 0.0, 0.0))

#: A unit direction with less than this component across a plane is parallel to it.
PARALLEL = 1e-15


@inlined
def cut(interval: Interval, n: Vec3, height: float, rate: float, tolerance: float) -> Interval:
    """Clip the interval to the part behind a plane; height, rate: of the line above the plane."""
    if abs(rate) <= PARALLEL:
        return interval if height <= tolerance else MISS
    t = -height / rate
    if rate > 0.0:
        return interval[0], min(interval[1], t), interval[2]
    return (t, interval[1], n) if t > interval[0] else interval


@routine
def _line_tube(radius: float, o: Vec3, d: Vec3, tolerance: float) -> tuple[float, float]:
    """Return entry and exit of an endless cylinder around the origin; o and d are taken across its axis."""
    a = square(d)
    far = norm(o)
    if a <= PARALLEL * PARALLEL:
        return (-math.inf, math.inf) if far <= radius + tolerance else (math.inf, -math.inf)
    # a r² − |o × d|² instead of b² − a c: no cancellation of large squares.
    root = a * radius * radius - square(cross(o, d))
    if root < 0.0:
        return math.inf, -math.inf
    b = dot(o, d)
    c = (far - radius) * (far + radius)
    q = -b - math.copysign(math.sqrt(root), b)
    if q == 0.0:
        return 0.0, 0.0
    return (q / a, c / q) if b >= 0.0 else (c / q, q / a)


@routine
def line_cylinder(radius: float, half: float, o: Vec3, d: Vec3, tolerance: float) -> Interval:
    """Cylinder along z, cut by its two ends."""
    start, end = _line_tube(radius, Vec3(o.x, o.y, 0.0), Vec3(d.x, d.y, 0.0), tolerance)
    if start > end:
        return MISS
    interval = (start, end, Vec3(0.0, 0.0, 0.0))
    if start > -math.inf:
        interval = (start, end, Vec3((o.x + start * d.x) / radius, (o.y + start * d.y) / radius, 0.0))
    interval = cut(interval, Vec3(0.0, 0.0, 1.0), o.z - half, d.z, tolerance)
    return cut(interval, Vec3(0.0, 0.0, -1.0), -o.z - half, -d.z, tolerance)


@routine
def _line_ball(radius: float, o: Vec3, d: Vec3) -> tuple[float, float]:
    """Return entry and exit of a ball around the origin."""
    root = radius * radius - square(cross(o, d))
    if root < 0.0:
        return math.inf, -math.inf
    middle, half = -dot(o, d), math.sqrt(root)
    return middle - half, middle + half


@routine
def line_capsule(p: Vec3, q: Vec3, radius: float, o: Vec3, d: Vec3, tolerance: float) -> Interval:
    """Sphere (p = q) or capsule: the union of two balls and the tube between them."""
    if radius == 0.0:  # a bare point or segment, too thin for any ray
        return MISS
    u, r = q - p, o - p
    start, end = _line_ball(radius, r, d)
    length = norm(u)
    if length > 0.0:
        other_start, other_end = _line_ball(radius, r - u, d)
        start, end = min(start, other_start), max(end, other_end)
        u = u / length
        height, rate = dot(r, u), dot(d, u)
        tube_start, tube_end = _line_tube(radius, r - height * u, d - rate * u, tolerance)
        nowhere = Vec3(0.0, 0.0, 0.0)
        tube = (tube_start, tube_end, nowhere)
        tube = cut(tube, nowhere, height - length, rate, tolerance)
        tube = cut(tube, nowhere, -height, -rate, tolerance)
        if tube[0] <= tube[1]:
            start, end = min(start, tube[0]), max(end, tube[1])
    if start > end:
        return MISS
    # Normal: from the nearest point of the axis.
    hit = r + start * d
    s = min(max(dot(hit, u), 0.0), length)
    return start, end, (hit - s * u) / radius


@routine
def line_cone(radius: float, half: float, o: Vec3, d: Vec3, tolerance: float) -> Interval:
    """Cone: x² + y² ≤ (k w)² on the side of the base, w = half − z ≥ 0, cut by the base."""
    k = radius / (2.0 * half)
    w = half - o.z
    a = d.x * d.x + d.y * d.y - k * k * d.z * d.z
    b = o.x * d.x + o.y * d.y + k * k * w * d.z
    c = o.x * o.x + o.y * o.y - k * k * w * w
    root = b * b - a * c
    start, end = math.inf, -math.inf
    if root < 0.0 and a > 0.0:
        return MISS
    q = -b - math.copysign(math.sqrt(max(root, 0.0)), b)
    # Roots q / a and c / q: for a line along the mantle (a = 0) the first lies at infinity.
    near = c / q if q != 0.0 else 0.0
    far = q / a if a != 0.0 else math.copysign(math.inf, q)
    low, high = min(near, far), max(near, far)
    if a > 0.0:
        # Between the roots, all on one side of the apex.
        middle = low + 0.5 * (high - low) if high < math.inf else low + half
        if w - middle * d.z >= -tolerance:
            start, end = low, high
    elif a < 0.0:
        # Before the first and after the second root, on different sides of the apex.
        start, end = (high, math.inf) if d.z < 0.0 else (-math.inf, low)
    elif b < 0.0 and d.z < 0.0:
        start, end = near, math.inf
    elif b > 0.0 and d.z > 0.0:
        start, end = -math.inf, near
    if start > end:
        return MISS
    interval = (start, end, Vec3(0.0, 0.0, 1.0))
    if start > -math.inf:
        out = Vec3(o.x + start * d.x, o.y + start * d.y, k * k * (w - start * d.z))
        length = norm(out)
        if length > 0.0:
            interval = (start, end, out / length)
    return cut(interval, Vec3(0.0, 0.0, -1.0), -o.z - half, -d.z, tolerance)


@routine
def line_ellipsoid(radii: Vec3, o: Vec3, d: Vec3) -> Interval:
    """Return the distances at which a line enters and leaves an ellipsoid of these half axes, a scaled unit ball."""
    p = Vec3(o.x / radii.x, o.y / radii.y, o.z / radii.z)
    u = Vec3(d.x / radii.x, d.y / radii.y, d.z / radii.z)
    a, b = square(u), dot(p, u)
    inside = a - square(cross(p, u))
    if inside < 0.0:
        return MISS
    root = math.sqrt(inside)
    start, end = (-b - root) / a, (-b + root) / a
    out = p + start * u
    normal = Vec3(out.x / radii.x, out.y / radii.y, out.z / radii.z)
    return start, end, normal / norm(normal)
