"""Contacts of spheres and capsules in closed form: among each other, and of a sphere with a box.

Entries of the pair table in `narrow_phase`. A sphere is a segment of length zero with a radius, so one routine serves
sphere–sphere, sphere–capsule and capsule–capsule. Arguments and results are those of `contact_manifold`.
"""

import math

from rigida.arrays import FloatArray, IntArray
from rigida.collision.shapes.convex import ROUND, SCALE, VERTEX, VERTEX_END
from rigida.collision.shapes.frames import to_a
from rigida.jit.decorators import inlined, routine
from rigida.math.vector import cross, dot, norm

#: Capsules that cross at a smaller sine lie along each other and touch in two points.
PARALLEL = 0.02
#: Segments nearer than this fraction of their size have no direction between them.
TOUCHING = 1e-12
#: Two points must be apart by this fraction of the smaller size.
SAME = 3e-4


@inlined
def _across(x: float, y: float, z: float) -> tuple[float, float, float]:
    """Return a unit vector across a non-zero one: its product with the axis that lies least along it."""
    if abs(x) <= abs(y) and abs(x) <= abs(z):
        x, y, z = 0.0, z, -y
    elif abs(y) <= abs(z):
        x, y, z = -z, 0.0, x
    else:
        x, y, z = y, -x, 0.0
    length = norm(x, y, z)
    return x / length, y / length, z / length


@inlined
def _direction(
    gx: float,
    gy: float,
    gz: float,
    ux: float,
    uy: float,
    uz: float,
    vx: float,
    vy: float,
    vz: float,
    frame: FloatArray,
    scale: float,
) -> tuple[float, float, float]:
    """Return the unit normal for nearest points g apart, or across both segments u and v where they touch."""
    length = norm(gx, gy, gz)
    if length > TOUCHING * scale:
        return gx / length, gy / length, gz / length
    x, y, z = cross(ux, uy, uz, vx, vy, vz)
    length = norm(x, y, z)
    if length > TOUCHING * scale * scale:
        x, y, z = x / length, y / length, z / length
    elif dot(ux, uy, uz, ux, uy, uz) > 0.0:
        x, y, z = _across(ux, uy, uz)
    elif dot(vx, vy, vz, vx, vy, vz) > 0.0:
        x, y, z = _across(vx, vy, vz)
    else:
        x, y, z = 0.0, 0.0, 1.0
    # Towards the other shape, so that exchanged shapes are pushed the same way.
    return (x, y, z) if dot(x, y, z, frame[9], frame[10], frame[11]) >= 0.0 else (-x, -y, -z)


@inlined
def _nearest(along: float, square: float) -> float:
    """Return the place on a segment of squared length `square` for a product `along`, within its ends."""
    return min(max(along / square, 0.0), 1.0) if square > 0.0 else 0.0


@routine
def segment_manifold(
    a: int,
    b: int,
    header: IntArray,
    size: FloatArray,
    vertex: FloatArray,
    frame: FloatArray,
    margin: float,
    normal: FloatArray,
    point: FloatArray,
    separation: FloatArray,
    feature: IntArray,
) -> int:
    """Write the contact of two spheres or capsules: one point, or two where capsules lie along each other.

    A single point has feature 0, the ends of a common stretch have 1 and 2 along a.
    """
    p, r = header[a, VERTEX], header[b, VERTEX]
    q, t = header[a, VERTEX_END] - 1, header[b, VERTEX_END] - 1
    radius_a, radius_b = size[a, ROUND], size[b, ROUND]
    scale = size[a, SCALE] + size[b, SCALE]
    px, py, pz = vertex[p, 0], vertex[p, 1], vertex[p, 2]
    ux, uy, uz = vertex[q, 0] - px, vertex[q, 1] - py, vertex[q, 2] - pz
    rx, ry, rz = to_a(frame, vertex[r, 0], vertex[r, 1], vertex[r, 2])
    vx, vy, vz = to_a(frame, vertex[t, 0] - vertex[r, 0], vertex[t, 1] - vertex[r, 1], vertex[t, 2] - vertex[r, 2])
    wx, wy, wz = rx + frame[9] - px, ry + frame[10] - py, rz + frame[11] - pz
    uu, vv, uv = dot(ux, uy, uz, ux, uy, uz), dot(vx, vy, vz, vx, vy, vz), dot(ux, uy, uz, vx, vy, vz)
    uw, vw = dot(ux, uy, uz, wx, wy, wz), dot(vx, vy, vz, wx, wy, wz)
    nx, ny, nz = cross(ux, uy, uz, vx, vy, vz)
    square = dot(nx, ny, nz, nx, ny, nz)
    # Where b begins and ends on a's segment, and their common stretch.
    start, end = (uw / uu, (uw + uv) / uu) if uu > 0.0 else (0.0, 0.0)
    low, high = max(min(start, end), 0.0), min(max(start, end), 1.0)
    along = square <= PARALLEL * PARALLEL * uu * vv and high > low
    if square > 1e-24 * uu * vv:
        cx, cy, cz = cross(wx, wy, wz, vx, vy, vz)
        s = min(max(dot(cx, cy, cz, nx, ny, nz) / square, 0.0), 1.0)
    else:
        s = min(max(0.5 * (low + high), 0.0), 1.0)
    # Each point is best for the other one, or at an end (Ericson 2005, 5.1.9).
    k = _nearest(s * uv - vw, vv)
    s = _nearest(k * uv + uw, uu)
    gx, gy, gz = wx + k * vx - s * ux, wy + k * vy - s * uy, wz + k * vz - s * uz
    nx, ny, nz = _direction(gx, gy, gz, ux, uy, uz, vx, vy, vz, frame, scale)
    if dot(nx, ny, nz, gx, gy, gz) - radius_a - radius_b > margin:
        return 0
    normal[0], normal[1], normal[2] = nx, ny, nz
    # Capsules that meet end to end have a normal along them, and no stretch in contact.
    near = SAME * min(size[a, SCALE], size[b, SCALE])
    two = along and (high - low) * math.sqrt(uu) > near and abs(dot(nx, ny, nz, ux, uy, uz)) <= 0.2 * math.sqrt(uu)
    count = 0
    for i in range(3):
        if i < 2 and two:
            place = low if i == 0 else high
            other = min(max((place - start) / (end - start), 0.0), 1.0)
        elif i == 2 and count == 0:
            place, other = s, k
        else:
            continue
        gx, gy, gz = wx + other * vx - place * ux, wy + other * vy - place * uy, wz + other * vz - place * uz
        slide = dot(nx, ny, nz, gx, gy, gz)
        gap = slide - radius_a - radius_b
        if gap <= margin:
            # From a's segment to the middle along the normal, and half of what the two points differ across it.
            rise = radius_a + 0.5 * gap - 0.5 * slide
            point[count, 0] = px + place * ux + rise * nx + 0.5 * gx
            point[count, 1] = py + place * uy + rise * ny + 0.5 * gy
            point[count, 2] = pz + place * uz + rise * nz + 0.5 * gz
            separation[count], feature[count] = gap, (i + 1) % 3
            count += 1
    return count


@routine
def box_sphere_manifold(
    a: int,
    b: int,
    header: IntArray,
    size: FloatArray,
    vertex: FloatArray,
    frame: FloatArray,
    margin: float,
    normal: FloatArray,
    point: FloatArray,
    separation: FloatArray,
    feature: IntArray,
) -> int:
    """Write the contact of box a and sphere b: one point, feature 0."""
    i = header[b, VERTEX]
    x, y, z = to_a(frame, vertex[i, 0], vertex[i, 1], vertex[i, 2])
    x, y, z = x + frame[9], y + frame[10], z + frame[11]
    hx, hy, hz = size[a, 0], size[a, 1], size[a, 2]
    dx, dy, dz = x - min(max(x, -hx), hx), y - min(max(y, -hy), hy), z - min(max(z, -hz), hz)
    distance = norm(dx, dy, dz)
    if distance - size[b, ROUND] > margin:
        return 0
    if distance > TOUCHING * (size[a, SCALE] + size[b, SCALE]):
        nx, ny, nz = dx / distance, dy / distance, dz / distance
    else:
        # The centre is inside: out through the nearest face.
        nx, ny, nz = 0.0, 0.0, 0.0
        gx, gy, gz = abs(x) - hx, abs(y) - hy, abs(z) - hz
        distance = max(gx, gy, gz)
        if distance == gz:
            nz = math.copysign(1.0, z)
        elif distance == gy:
            ny = math.copysign(1.0, y)
        else:
            nx = math.copysign(1.0, x)
    gap = distance - size[b, ROUND]
    back = size[b, ROUND] + 0.5 * gap
    normal[0], normal[1], normal[2] = nx, ny, nz
    point[0, 0], point[0, 1], point[0, 2] = x - back * nx, y - back * ny, z - back * nz
    separation[0], feature[0] = gap, 0
    return 1
