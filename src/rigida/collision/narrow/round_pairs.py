"""Contacts of spheres and capsules in closed form: among each other, and of a sphere with a box.

Entries of the pair table in `narrow_phase`. A sphere is a segment of length zero with a radius, so one routine serves
sphere–sphere, sphere–capsule and capsule–capsule. Arguments and results are those of `contact_manifold`.
"""

import math

from rigida.collision.arrays import ConvexTable, CorePair, FoundManifold
from rigida.collision.distance.gjk import COINCIDENT
from rigida.jit.decorators import inlined, routine
from rigida.math.vec3 import Vec3, cross, dot, norm, square

#: Capsules that cross at a smaller sine lie along each other and touch in two points.
LIES_ALONG = 0.02
#: Two points must be apart by this fraction of the smaller size.
SAME = 3e-4


@inlined
def _across(v: Vec3) -> Vec3:
    """Return a unit vector across a non-zero one: its product with the axis that lies least along it."""
    if abs(v.x) <= abs(v.y) and abs(v.x) <= abs(v.z):
        found = Vec3(0.0, v.z, -v.y)
    elif abs(v.y) <= abs(v.z):
        found = Vec3(-v.z, 0.0, v.x)
    else:
        found = Vec3(v.y, -v.x, 0.0)
    return found / norm(found)


@inlined
def _direction(gap: Vec3, u: Vec3, v: Vec3, towards: Vec3, scale: float) -> Vec3:
    """Return the unit normal for nearest points a gap apart, or across both segments u and v where they touch."""
    length = norm(gap)
    if length > COINCIDENT * scale:
        return gap / length
    n = cross(u, v)
    length = norm(n)
    if length > COINCIDENT * scale * scale:
        n = n / length
    elif square(u) > 0.0:
        n = _across(u)
    elif square(v) > 0.0:
        n = _across(v)
    else:
        n = Vec3(0.0, 0.0, 1.0)
    # Towards the other shape, so that exchanged shapes are pushed the same way.
    return n if dot(n, towards) >= 0.0 else -n


@inlined
def _nearest(along: float, length: float) -> float:
    """Return the place on a segment of squared length `length` for a product `along`, within its ends."""
    return min(max(along / length, 0.0), 1.0) if length > 0.0 else 0.0


@routine
def segment_manifold(pair: CorePair, margin: float, shapes: ConvexTable, out: FoundManifold) -> int:
    """Write the contact of two spheres or capsules: one point, or two where capsules lie along each other.

    A single point has feature 0, the ends of a common stretch have 1 and 2 along a.
    """
    a, b = shapes.core[pair.a], shapes.core[pair.b]
    p, r = shapes.vertex[a.vertex], shapes.vertex[b.vertex]
    u = shapes.vertex[a.vertex_end - 1] - p
    v = pair.rotation @ (shapes.vertex[b.vertex_end - 1] - r)
    w = pair.rotation @ r + pair.position - p
    uu, vv, uv, uw, vw = square(u), square(v), dot(u, v), dot(u, w), dot(v, w)
    n = cross(u, v)
    area = square(n)
    # Where b begins and ends on a's segment, and their common stretch.
    start, end = (uw / uu, (uw + uv) / uu) if uu > 0.0 else (0.0, 0.0)
    low, high = max(min(start, end), 0.0), min(max(start, end), 1.0)
    along = area <= LIES_ALONG * LIES_ALONG * uu * vv and high > low
    if area > 1e-24 * uu * vv:
        s = min(max(dot(cross(w, v), n) / area, 0.0), 1.0)
    else:
        s = min(max(0.5 * (low + high), 0.0), 1.0)
    # Each point is best for the other one, or at an end (Ericson 2005, 5.1.9).
    k = _nearest(s * uv - vw, vv)
    s = _nearest(k * uv + uw, uu)
    between = w + k * v - s * u
    n = _direction(between, u, v, pair.position, a.scale + b.scale)
    if dot(n, between) - a.radius - b.radius > margin:
        return 0
    out.normal = n
    # Capsules that meet end to end have a normal along them, and no stretch in contact.
    near = SAME * min(a.scale, b.scale)
    two = along and (high - low) * math.sqrt(uu) > near and abs(dot(n, u)) <= 0.2 * math.sqrt(uu)
    count = 0
    for i in range(3):
        if i < 2 and two:
            place = low if i == 0 else high
            other = min(max((place - start) / (end - start), 0.0), 1.0)
        elif i == 2 and count == 0:
            place, other = s, k
        else:
            continue
        between = w + other * v - place * u
        slide = dot(n, between)
        gap = slide - a.radius - b.radius
        if gap <= margin:
            # From a's segment to the middle along the normal, and half of what the two points differ across it.
            height = a.radius + 0.5 * gap - 0.5 * slide
            out.point[count] = p + place * u + height * n + 0.5 * between
            out.separation[count], out.feature[count] = gap, (i + 1) % 3
            count += 1
    return count


@routine
def box_sphere_manifold(pair: CorePair, margin: float, shapes: ConvexTable, out: FoundManifold) -> int:
    """Write the contact of box a and sphere b: one point, feature 0."""
    a, b = shapes.core[pair.a], shapes.core[pair.b]
    center = pair.rotation @ shapes.vertex[b.vertex] + pair.position
    h = a.size
    d = Vec3(
        center.x - min(max(center.x, -h.x), h.x),
        center.y - min(max(center.y, -h.y), h.y),
        center.z - min(max(center.z, -h.z), h.z),
    )
    distance = norm(d)
    if distance - b.radius > margin:
        return 0
    if distance > COINCIDENT * (a.scale + b.scale):
        n = d / distance
    else:
        # The centre is inside: out through the nearest face.
        gx, gy, gz = abs(center.x) - h.x, abs(center.y) - h.y, abs(center.z) - h.z
        distance = max(gx, gy, gz)
        if distance == gz:
            n = Vec3(0.0, 0.0, math.copysign(1.0, center.z))
        elif distance == gy:
            n = Vec3(0.0, math.copysign(1.0, center.y), 0.0)
        else:
            n = Vec3(math.copysign(1.0, center.x), 0.0, 0.0)
    gap = distance - b.radius
    out.normal = n
    out.point[0] = center - (b.radius + 0.5 * gap) * n
    out.separation[0], out.feature[0] = gap, 0
    return 1
