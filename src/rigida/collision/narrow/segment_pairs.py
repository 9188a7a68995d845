"""Contacts of a box or cylinder with a capsule, and of a cylinder with a sphere, in closed form.

Entries of the pair table in `narrow_phase`. The square of the distance from a convex solid to a point that goes along a
segment is convex, its slope is known in closed form and is straight in pieces (box) or nearly so (cylinder): Newton's
method finds the nearest point in a few steps. A capsule that lies along a face, an edge or the mantle touches it with
both ends of the common stretch. Arguments and results are those of `contact_manifold`.
"""

import math

from rigida.collision.arrays import ConvexTable, CorePair, FoundManifold
from rigida.collision.distance.gjk import COINCIDENT
from rigida.collision.narrow.contact_face import FLAT
from rigida.collision.narrow.reduce_points import EQUAL_DEPTH
from rigida.collision.narrow.round_pairs import LIES_ALONG, SAME
from rigida.geometry.core import BOX
from rigida.jit.decorators import inlined, routine
from rigida.math.vec3 import Vec3, dot, norm, square

#: Result of `solid_segment_manifold` where the segment itself enters the solid: the general method is asked.
INSIDE = -1
#: Newton steps at most, and the part of the segment that ends them: what is left of it is its square.
_MOST_STEPS = 40
_CONVERGED = 1e-9
#: Sine of the lean up to which a segment lies along a face.
_LEVEL = math.sqrt(1.0 - FLAT * FLAT)

# Parts of the solid in a feature id: 1–6 faces of a box, 7–9 its edges by direction; 1–2 ends of a cylinder, 3 mantle.
_SIDE_EDGES = 7
_MANTLE = 3


@inlined
def _offset(box: bool, h: Vec3, p: Vec3, u: Vec3) -> tuple[Vec3, float]:
    """Return the vector from the nearest point of the solid to a point, and the curvature of half its square along u.

    The solid has half extents h, or is a cylinder about z of radius h.x and half height h.y. With ρ the distance from
    the axis, R the radius: d²/dt² ½(ρ − R)² = ρ̇² + (ρ − R) ρ̈ and ρ ρ̈ = u_x² + u_y² − ρ̇².
    """
    if box:
        ox, oy, oz = p.x - min(max(p.x, -h.x), h.x), p.y - min(max(p.y, -h.y), h.y), p.z - min(max(p.z, -h.z), h.z)
        bend = (u.x * u.x if ox != 0.0 else 0.0) + (u.y * u.y if oy != 0.0 else 0.0) + (u.z * u.z if oz != 0.0 else 0.0)
        return Vec3(ox, oy, oz), bend
    oz = p.z - min(max(p.z, -h.y), h.y)
    bend = u.z * u.z if oz != 0.0 else 0.0
    across = math.sqrt(p.x * p.x + p.y * p.y)
    if across <= h.x:
        return Vec3(0.0, 0.0, oz), bend
    out, rate = 1.0 - h.x / across, (p.x * u.x + p.y * u.y) / across
    return Vec3(out * p.x, out * p.y, oz), bend + rate * rate + out * (u.x * u.x + u.y * u.y - rate * rate)


@inlined
def _nearest_place(box: bool, h: Vec3, p: Vec3, u: Vec3) -> float:
    """Return the t of the point on the segment p + t u, 0 ≤ t ≤ 1, that is nearest to the solid."""
    offset, _ = _offset(box, h, p, u)
    if dot(offset, u) >= 0.0:
        return 0.0
    offset, _ = _offset(box, h, p + u, u)
    if dot(offset, u) <= 0.0:
        return 1.0
    low, high, t = 0.0, 1.0, 0.5
    for _step in range(_MOST_STEPS):
        offset, bend = _offset(box, h, p + t * u, u)
        slope = dot(offset, u)
        if slope > 0.0:
            high = t
        else:
            low = t
        step = slope / bend if bend > 0.0 else 0.0
        # A step out of what is left comes from another piece of the slope: then half of it is tried.
        if low < t - step < high:
            t -= step
        elif slope != 0.0:
            step, t = high - low, 0.5 * (low + high)
        if abs(step) < _CONVERGED:
            break
    return t


@inlined
def _within(low: float, high: float, p: float, u: float, half: float) -> tuple[float, float]:
    """Return the interval of low ≤ t ≤ high with |p + t u| ≤ half; it is empty if the first end exceeds the second."""
    if abs(u) * (high - low) <= 1e-12 * half:
        return (low, high) if abs(p + low * u) <= half else (1.0, 0.0)
    first, last = (-half - p) / u, (half - p) / u
    return max(low, min(first, last)), min(high, max(first, last))


@inlined
def _within_disk(p: Vec3, u: Vec3, radius: float) -> tuple[float, float]:
    """Return the interval of 0 ≤ t ≤ 1 with p + t u in a disk about the z axis, like `_within`."""
    length, half_b = u.x * u.x + u.y * u.y, p.x * u.x + p.y * u.y
    c = p.x * p.x + p.y * p.y - radius * radius
    root = half_b * half_b - length * c
    if root < 0.0 or length == 0.0:
        return 1.0, 0.0
    root = math.sqrt(root)
    return max(0.0, (-half_b - root) / length), min(1.0, (-half_b + root) / length)


@inlined
def _along(box: bool, u: Vec3, n: Vec3) -> int:
    """Return the feature of the solid that is parallel to a segment of direction u, along the normal; 0 for none."""
    length = norm(u)
    ax, ay, az = abs(n.x), abs(n.y), abs(n.z)
    if abs(dot(u, n)) <= _LEVEL * length:
        if az >= FLAT:
            return (6 if n.z > 0.0 else 5) if box else (2 if n.z > 0.0 else 1)
        if box and ax >= FLAT:
            return 2 if n.x > 0.0 else 1
        if box and ay >= FLAT:
            return 4 if n.y > 0.0 else 3
    sine = LIES_ALONG * length
    if az <= LIES_ALONG and math.sqrt(u.x * u.x + u.y * u.y) <= sine:
        return _SIDE_EDGES + 2 if box else _MANTLE
    if box and ax <= LIES_ALONG and math.sqrt(u.y * u.y + u.z * u.z) <= sine:
        return _SIDE_EDGES
    if box and ay <= LIES_ALONG and math.sqrt(u.x * u.x + u.z * u.z) <= sine:
        return _SIDE_EDGES + 1
    return 0


@inlined
def _height(box: bool, part: int, h: Vec3, p: Vec3, n: Vec3) -> float:
    """Return the height of a point above a box's face or a cylinder's end, along the normal."""
    if not box:
        return (math.copysign(1.0, n.z) * p.z - h.y) / abs(n.z)
    if part <= 2:
        return (math.copysign(1.0, n.x) * p.x - h.x) / abs(n.x)
    if part <= 4:
        return (math.copysign(1.0, n.y) * p.y - h.y) / abs(n.y)
    return (math.copysign(1.0, n.z) * p.z - h.z) / abs(n.z)


@inlined
def _common_stretch(box: bool, part: int, h: Vec3, p: Vec3, u: Vec3) -> tuple[float, float]:
    """Return the interval of 0 ≤ t ≤ 1 in which p + t u, in the plane or line of a feature, is on the solid."""
    low, high = 0.0, 1.0
    if not box:
        return _within_disk(p, u, h.x) if part != _MANTLE else _within(low, high, p.z, u.z, h.y)
    if part > 2 and part != _SIDE_EDGES + 1 and part != _SIDE_EDGES + 2:
        low, high = _within(low, high, p.x, u.x, h.x)
    if part != 3 and part != 4 and part != _SIDE_EDGES and part != _SIDE_EDGES + 2:
        low, high = _within(low, high, p.y, u.y, h.y)
    if part < 5 or part == _SIDE_EDGES + 2:
        low, high = _within(low, high, p.z, u.z, h.z)
    return low, high


@inlined
def _height_along(
    box: bool, part: int, t: float, distance: float, h: Vec3, p: Vec3, u: Vec3, n: Vec3
) -> tuple[float, float]:
    """Return the height of the start of a segment above a feature, and its rate along the segment."""
    if part < (_SIDE_EDGES if box else _MANTLE):
        height = _height(box, part, h, p, n)
        return height, _height(box, part, h, p + u, n) - height
    # Of an edge or the mantle, what lies along it counts neither in the normal nor in the segment.
    along_z = part == (_SIDE_EDGES + 2 if box else _MANTLE)
    m = Vec3(0.0 if part == _SIDE_EDGES else n.x, 0.0 if part == _SIDE_EDGES + 1 else n.y, 0.0 if along_z else n.z)
    growth = dot(m, u) / square(m)
    return distance - t * growth, growth


@inlined
def _put_point(count: int, on_segment: Vec3, n: Vec3, radius: float, gap: float, out: FoundManifold) -> None:
    """Write a contact point a radius and half the gap behind a point of the segment."""
    out.point[count] = on_segment - (radius + 0.5 * gap) * n
    out.separation[count] = gap


@routine
def solid_segment_manifold(pair: CorePair, margin: float, shapes: ConvexTable, out: FoundManifold) -> int:
    """Write the contact of box or cylinder a and sphere or capsule b; INSIDE where b's segment enters a.

    Ends of a common stretch have features 1 and 2, the nearest point 0, each plus four times the part of a.
    """
    a, b = shapes.core[pair.a], shapes.core[pair.b]
    box, radius, h = a.kind == BOX, b.radius, a.size
    first, last = shapes.vertex[b.vertex], shapes.vertex[b.vertex_end - 1]
    p = pair.rotation @ first + pair.position
    u = pair.rotation @ (last - first)
    t = _nearest_place(box, h, p, u)
    n, _ = _offset(box, h, p + t * u, u)
    distance, scale = norm(n), min(a.scale, b.scale)
    if distance - radius > margin:
        return 0
    if distance <= COINCIDENT * (a.scale + b.scale):
        return INSIDE
    n = n / distance
    out.normal = n
    part, count, lowest = 0, 0, margin
    if b.vertex_end - b.vertex > 1:
        part = _along(box, u, n)
    if part > 0:
        height, growth = _height_along(box, part, t, distance, h, p, u, n)
        # The segment's foot on the part.
        low, high = _common_stretch(box, part, h, p - height * n, u - growth * n)
        if (high - low) * norm(u) > SAME * scale:
            for i in range(2):
                k = low if i == 0 else high
                gap = height + k * growth - radius
                if gap <= margin:
                    _put_point(count, p + k * u, n, radius, gap, out)
                    out.feature[count] = 4 * part + i + 1
                    lowest = min(lowest, gap)
                    count += 1
    gap = distance - radius
    if count == 0 or lowest > gap + EQUAL_DEPTH * scale:
        _put_point(count, p + t * u, n, radius, gap, out)
        out.feature[count] = 4 * part
        count += 1
    return count
