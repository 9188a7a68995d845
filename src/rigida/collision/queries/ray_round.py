"""Where a line enters and leaves cylinders, spheres, capsules, cones and ellipsoids: quadratics, in its own frame.

Part of `ray_convex`. Differences of large squares are avoided, so that a line that passes closely by is told from one
that grazes.
"""

import math

from rigida.arrays import FloatArray
from rigida.jit.decorators import inlined, routine
from rigida.math.vector import cross, dot, norm

#: Entry, exit, and the outward normal at the entry; entry above exit: the line misses.
Interval = tuple[float, float, float, float, float]
MISS: Interval = (math.inf, -math.inf, 0.0, 0.0, 0.0)

#: A unit direction with less than this component across a plane is parallel to it.
PARALLEL = 1e-15


@inlined
def cut(interval: Interval, nx: float, ny: float, nz: float, height: float, rate: float, tolerance: float) -> Interval:
    """Keep what lies behind a plane; height: of the line's origin above it, rate: its growth along the line."""
    if abs(rate) <= PARALLEL:
        return interval if height <= tolerance else MISS
    t = -height / rate
    if rate > 0.0:
        return interval[0], min(interval[1], t), interval[2], interval[3], interval[4]
    return (t, interval[1], nx, ny, nz) if t > interval[0] else interval


@routine
def _line_tube(
    radius: float,
    ox: float,
    oy: float,
    oz: float,
    dx: float,
    dy: float,
    dz: float,
    tolerance: float,
) -> tuple[float, float]:
    """Return entry and exit of an endless cylinder around the origin; o and d are taken across its axis."""
    a = dot(dx, dy, dz, dx, dy, dz)
    far = norm(ox, oy, oz)
    if a <= PARALLEL * PARALLEL:
        return (-math.inf, math.inf) if far <= radius + tolerance else (math.inf, -math.inf)
    cx, cy, cz = cross(ox, oy, oz, dx, dy, dz)
    # a r² − |o × d|² instead of b² − a c: no cancellation of large squares.
    square = a * radius * radius - dot(cx, cy, cz, cx, cy, cz)
    if square < 0.0:
        return math.inf, -math.inf
    b = dot(ox, oy, oz, dx, dy, dz)
    c = (far - radius) * (far + radius)
    q = -b - math.copysign(math.sqrt(square), b)
    if q == 0.0:
        return 0.0, 0.0
    return (q / a, c / q) if b >= 0.0 else (c / q, q / a)


@routine
def line_cylinder(
    radius: float,
    half: float,
    ox: float,
    oy: float,
    oz: float,
    dx: float,
    dy: float,
    dz: float,
    tolerance: float,
) -> Interval:
    """Cylinder along z, cut by its two ends."""
    start, end = _line_tube(radius, ox, oy, 0.0, dx, dy, 0.0, tolerance)
    if start > end:
        return MISS
    interval = (start, end, 0.0, 0.0, 0.0)
    if start > -math.inf:
        interval = (start, end, (ox + start * dx) / radius, (oy + start * dy) / radius, 0.0)
    interval = cut(interval, 0.0, 0.0, 1.0, oz - half, dz, tolerance)
    return cut(interval, 0.0, 0.0, -1.0, -oz - half, -dz, tolerance)


@routine
def _line_ball(radius: float, ox: float, oy: float, oz: float, dx: float, dy: float, dz: float) -> tuple[float, float]:
    """Return entry and exit of a ball around the origin."""
    cx, cy, cz = cross(ox, oy, oz, dx, dy, dz)
    square = radius * radius - dot(cx, cy, cz, cx, cy, cz)
    if square < 0.0:
        return math.inf, -math.inf
    middle, half = -dot(ox, oy, oz, dx, dy, dz), math.sqrt(square)
    return middle - half, middle + half


@routine
def line_capsule(
    p: int,
    q: int,
    vertex: FloatArray,
    radius: float,
    ox: float,
    oy: float,
    oz: float,
    dx: float,
    dy: float,
    dz: float,
    tolerance: float,
) -> Interval:
    """Sphere (p = q) or capsule: the union of two balls and the tube between them."""
    if radius == 0.0:  # a bare point or segment, too thin for any ray
        return MISS
    px, py, pz = vertex[p, 0], vertex[p, 1], vertex[p, 2]
    ux, uy, uz = vertex[q, 0] - px, vertex[q, 1] - py, vertex[q, 2] - pz
    rx, ry, rz = ox - px, oy - py, oz - pz
    start, end = _line_ball(radius, rx, ry, rz, dx, dy, dz)
    length = norm(ux, uy, uz)
    if length > 0.0:
        other_start, other_end = _line_ball(radius, rx - ux, ry - uy, rz - uz, dx, dy, dz)
        start, end = min(start, other_start), max(end, other_end)
        ux, uy, uz = ux / length, uy / length, uz / length
        height, rate = dot(rx, ry, rz, ux, uy, uz), dot(dx, dy, dz, ux, uy, uz)
        tube_start, tube_end = _line_tube(
            radius,
            rx - height * ux,
            ry - height * uy,
            rz - height * uz,
            dx - rate * ux,
            dy - rate * uy,
            dz - rate * uz,
            tolerance,
        )
        tube = (tube_start, tube_end, 0.0, 0.0, 0.0)
        tube = cut(tube, 0.0, 0.0, 0.0, height - length, rate, tolerance)
        tube = cut(tube, 0.0, 0.0, 0.0, -height, -rate, tolerance)
        if tube[0] <= tube[1]:
            start, end = min(start, tube[0]), max(end, tube[1])
    if start > end:
        return MISS
    # Normal: from the nearest point of the axis.
    x, y, z = rx + start * dx, ry + start * dy, rz + start * dz
    s = min(max(dot(x, y, z, ux, uy, uz), 0.0), length)
    return start, end, (x - s * ux) / radius, (y - s * uy) / radius, (z - s * uz) / radius


@routine
def line_cone(
    radius: float,
    half: float,
    ox: float,
    oy: float,
    oz: float,
    dx: float,
    dy: float,
    dz: float,
    tolerance: float,
) -> Interval:
    """Cone: what of x² + y² ≤ (k w)² lies on the side of the base, w = half − z ≥ 0, cut by the base."""
    k = radius / (2.0 * half)
    w = half - oz
    a = dx * dx + dy * dy - k * k * dz * dz
    b = ox * dx + oy * dy + k * k * w * dz
    c = ox * ox + oy * oy - k * k * w * w
    square = b * b - a * c
    start, end = math.inf, -math.inf
    if square < 0.0 and a > 0.0:
        return MISS
    q = -b - math.copysign(math.sqrt(max(square, 0.0)), b)
    # Roots q / a and c / q: for a line along the mantle (a = 0) the first lies at infinity.
    near = c / q if q != 0.0 else 0.0
    far = q / a if a != 0.0 else math.copysign(math.inf, q)
    low, high = min(near, far), max(near, far)
    if a > 0.0:
        # Between the roots, all on one side of the apex.
        middle = low + 0.5 * (high - low) if high < math.inf else low + half
        if w - middle * dz >= -tolerance:
            start, end = low, high
    elif a < 0.0:
        # Before the first and after the second root, on different sides of the apex.
        start, end = (high, math.inf) if dz < 0.0 else (-math.inf, low)
    elif b < 0.0 and dz < 0.0:
        start, end = near, math.inf
    elif b > 0.0 and dz > 0.0:
        start, end = -math.inf, near
    if start > end:
        return MISS
    interval = (start, end, 0.0, 0.0, 1.0)
    if start > -math.inf:
        x, y, z = ox + start * dx, oy + start * dy, k * k * (w - start * dz)
        length = norm(x, y, z)
        if length > 0.0:
            interval = (start, end, x / length, y / length, z / length)
    return cut(interval, 0.0, 0.0, -1.0, -oz - half, -dz, tolerance)


@routine
def line_ellipsoid(
    rx: float, ry: float, rz: float, ox: float, oy: float, oz: float, dx: float, dy: float, dz: float
) -> Interval:
    """Return where a line enters and leaves an ellipsoid of these half axes, as a unit ball that is stretched."""
    px, py, pz, ux, uy, uz = ox / rx, oy / ry, oz / rz, dx / rx, dy / ry, dz / rz
    a, b = dot(ux, uy, uz, ux, uy, uz), dot(px, py, pz, ux, uy, uz)
    cx, cy, cz = cross(px, py, pz, ux, uy, uz)
    square = a - dot(cx, cy, cz, cx, cy, cz)
    if square < 0.0:
        return MISS
    root = math.sqrt(square)
    start, end = (-b - root) / a, (-b + root) / a
    nx, ny, nz = (px + start * ux) / rx, (py + start * uy) / ry, (pz + start * uz) / rz
    length = norm(nx, ny, nz)
    return start, end, nx / length, ny / length, nz / length
