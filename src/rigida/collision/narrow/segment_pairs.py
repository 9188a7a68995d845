"""Contacts of a box or cylinder with a capsule, and of a cylinder with a sphere, in closed form.

Entries of the pair table in `narrow_phase`. The square of the distance from a convex solid to a point that goes along a
segment is convex, its slope is known in closed form and is straight in pieces (box) or nearly so (cylinder): Newton's
method finds the nearest point in a few steps. A capsule that lies along a face, an edge or the mantle touches it with
both ends of the common stretch. Arguments and results are those of `contact_manifold`.
"""

import math

from rigida.arrays import FloatArray, IntArray
from rigida.collision.narrow.contact_face import FLAT
from rigida.collision.narrow.reduce_points import EQUAL_DEPTH
from rigida.collision.narrow.round_pairs import PARALLEL, SAME, TOUCHING
from rigida.collision.shapes.convex import KIND, ROUND, SCALE, VERTEX, VERTEX_END
from rigida.collision.shapes.frames import to_a
from rigida.geometry.core import BOX
from rigida.jit.decorators import inlined, routine
from rigida.math.vector import dot, norm

#: Result of `solid_segment_manifold` where the segment itself enters the solid: the general method is asked.
INSIDE = -1
#: Newton steps at most, and the part of the segment that ends them: what is left of it is its square.
_MOST_STEPS = 40
_CONVERGED = 1e-9
#: Sine of the lean up to which a segment lies along a face.
_LEVEL = math.sqrt(1.0 - FLAT * FLAT)

# Parts of the solid in a feature id: 1–6 faces of a box, 7–9 its edges by direction; 1–2 ends of a cylinder, 3 mantle.
_EDGES = 7
_MANTLE = 3


@inlined
def _offset(
    box: bool, hx: float, hy: float, hz: float, x: float, y: float, z: float, ux: float, uy: float, uz: float
) -> tuple[float, float, float, float]:
    """Return the way to a point from the nearest point of the solid, and how half its square bends along u.

    The solid has half extents h, or is a cylinder about z of radius hx and half height hy. With ρ the distance from the
    axis, R the radius: d²/dt² ½(ρ − R)² = ρ̇² + (ρ − R) ρ̈ and ρ ρ̈ = u_x² + u_y² − ρ̇².
    """
    if box:
        ox, oy, oz = x - min(max(x, -hx), hx), y - min(max(y, -hy), hy), z - min(max(z, -hz), hz)
        bend = (ux * ux if ox != 0.0 else 0.0) + (uy * uy if oy != 0.0 else 0.0) + (uz * uz if oz != 0.0 else 0.0)
        return ox, oy, oz, bend
    oz = z - min(max(z, -hy), hy)
    bend = uz * uz if oz != 0.0 else 0.0
    across = math.sqrt(x * x + y * y)
    if across <= hx:
        return 0.0, 0.0, oz, bend
    out, rate = 1.0 - hx / across, (x * ux + y * uy) / across
    return out * x, out * y, oz, bend + rate * rate + out * (ux * ux + uy * uy - rate * rate)


@inlined
def _nearest_place(
    box: bool,
    hx: float,
    hy: float,
    hz: float,
    px: float,
    py: float,
    pz: float,
    ux: float,
    uy: float,
    uz: float,
) -> float:
    """Return where on the segment p + t u, 0 ≤ t ≤ 1, the solid is nearest."""
    ox, oy, oz, _ = _offset(box, hx, hy, hz, px, py, pz, ux, uy, uz)
    if dot(ox, oy, oz, ux, uy, uz) >= 0.0:
        return 0.0
    ox, oy, oz, _ = _offset(box, hx, hy, hz, px + ux, py + uy, pz + uz, ux, uy, uz)
    if dot(ox, oy, oz, ux, uy, uz) <= 0.0:
        return 1.0
    low, high, t = 0.0, 1.0, 0.5
    for _ in range(_MOST_STEPS):
        ox, oy, oz, bend = _offset(box, hx, hy, hz, px + t * ux, py + t * uy, pz + t * uz, ux, uy, uz)
        slope = dot(ox, oy, oz, ux, uy, uz)
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
    """Return the part of low ≤ t ≤ high where |p + t u| ≤ half; it is empty where the first exceeds the second."""
    if abs(u) * (high - low) <= 1e-12 * half:
        return (low, high) if abs(p + low * u) <= half else (1.0, 0.0)
    first, last = (-half - p) / u, (half - p) / u
    return max(low, min(first, last)), min(high, max(first, last))


@inlined
def _within_disk(px: float, py: float, ux: float, uy: float, radius: float) -> tuple[float, float]:
    """Return the part of 0 ≤ t ≤ 1 where p + t u lies in a disk about the origin, as `_within` does."""
    square, half_b, c = ux * ux + uy * uy, px * ux + py * uy, px * px + py * py - radius * radius
    root = half_b * half_b - square * c
    if root < 0.0 or square == 0.0:
        return 1.0, 0.0
    root = math.sqrt(root)
    return max(0.0, (-half_b - root) / square), min(1.0, (-half_b + root) / square)


@inlined
def _along(box: bool, ux: float, uy: float, uz: float, nx: float, ny: float, nz: float) -> int:
    """Return the part of the solid along which a segment with direction u lies, seen along the normal; 0 for none."""
    length = norm(ux, uy, uz)
    ax, ay, az = abs(nx), abs(ny), abs(nz)
    if abs(dot(ux, uy, uz, nx, ny, nz)) <= _LEVEL * length:
        if az >= FLAT:
            return (6 if nz > 0.0 else 5) if box else (2 if nz > 0.0 else 1)
        if box and ax >= FLAT:
            return 2 if nx > 0.0 else 1
        if box and ay >= FLAT:
            return 4 if ny > 0.0 else 3
    sine = PARALLEL * length
    if az <= PARALLEL and math.sqrt(ux * ux + uy * uy) <= sine:
        return _EDGES + 2 if box else _MANTLE
    if box and ax <= PARALLEL and math.sqrt(uy * uy + uz * uz) <= sine:
        return _EDGES
    if box and ay <= PARALLEL and math.sqrt(ux * ux + uz * uz) <= sine:
        return _EDGES + 1
    return 0


@inlined
def _height(
    box: bool, part: int, hx: float, hy: float, hz: float, x: float, y: float, z: float, nx: float, ny: float, nz: float
) -> float:
    """Return how far a point is above a box's face or a cylinder's end, along the normal."""
    if not box:
        return (math.copysign(1.0, nz) * z - hy) / abs(nz)
    if part <= 2:
        return (math.copysign(1.0, nx) * x - hx) / abs(nx)
    if part <= 4:
        return (math.copysign(1.0, ny) * y - hy) / abs(ny)
    return (math.copysign(1.0, nz) * z - hz) / abs(nz)


@inlined
def _common_stretch(
    box: bool,
    part: int,
    hx: float,
    hy: float,
    hz: float,
    px: float,
    py: float,
    pz: float,
    ux: float,
    uy: float,
    uz: float,
) -> tuple[float, float]:
    """Return the stretch of 0 ≤ t ≤ 1 over which p + t u, in a part's plane or on its line, lies on the solid."""
    low, high = 0.0, 1.0
    if not box:
        return _within_disk(px, py, ux, uy, hx) if part != _MANTLE else _within(low, high, pz, uz, hy)
    if part > 2 and part != _EDGES + 1 and part != _EDGES + 2:
        low, high = _within(low, high, px, ux, hx)
    if part != 3 and part != 4 and part != _EDGES and part != _EDGES + 2:
        low, high = _within(low, high, py, uy, hy)
    if part < 5 or part == _EDGES + 2:
        low, high = _within(low, high, pz, uz, hz)
    return low, high


@routine
def solid_segment_manifold(
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
    """Write the contact of box or cylinder a and sphere or capsule b; INSIDE where b's segment enters a.

    Ends of a common stretch have features 1 and 2, the nearest point 0, each plus four times the part of a.
    """
    p, q = header[b, VERTEX], header[b, VERTEX_END] - 1
    box, radius = header[a, KIND] == BOX, size[b, ROUND]
    hx, hy, hz = size[a, 0], size[a, 1], size[a, 2]
    px, py, pz = to_a(frame, vertex[p, 0], vertex[p, 1], vertex[p, 2])
    px, py, pz = px + frame[9], py + frame[10], pz + frame[11]
    ux, uy, uz = to_a(frame, vertex[q, 0] - vertex[p, 0], vertex[q, 1] - vertex[p, 1], vertex[q, 2] - vertex[p, 2])
    t = _nearest_place(box, hx, hy, hz, px, py, pz, ux, uy, uz)
    x, y, z = px + t * ux, py + t * uy, pz + t * uz
    nx, ny, nz, _ = _offset(box, hx, hy, hz, x, y, z, ux, uy, uz)
    distance, scale = norm(nx, ny, nz), min(size[a, SCALE], size[b, SCALE])
    if distance - radius > margin:
        return 0
    if distance <= TOUCHING * (size[a, SCALE] + size[b, SCALE]):
        return INSIDE
    nx, ny, nz = nx / distance, ny / distance, nz / distance
    normal[0], normal[1], normal[2] = nx, ny, nz
    part, count, lowest = 0, 0, margin
    if p != q:
        part = _along(box, ux, uy, uz, nx, ny, nz)
    if part > 0:
        # How far the begin of the segment is above the part, how that grows along it, and the segment's foot there. Of
        # an edge or the mantle, what lies along it counts neither in the normal nor in the segment.
        x, y, z = (0.0 if part == _EDGES else nx), (0.0 if part == _EDGES + 1 else ny), nz
        if part == (_EDGES + 2 if box else _MANTLE):
            z = 0.0
        growth = dot(x, y, z, ux, uy, uz) / dot(x, y, z, x, y, z)
        rise = distance - t * growth
        if part < (_EDGES if box else _MANTLE):
            rise = _height(box, part, hx, hy, hz, px, py, pz, nx, ny, nz)
            growth = _height(box, part, hx, hy, hz, px + ux, py + uy, pz + uz, nx, ny, nz) - rise
        low, high = _common_stretch(
            box,
            part,
            hx,
            hy,
            hz,
            px - rise * nx,
            py - rise * ny,
            pz - rise * nz,
            ux - growth * nx,
            uy - growth * ny,
            uz - growth * nz,
        )
        if (high - low) * norm(ux, uy, uz) > SAME * scale:
            for i in range(2):
                k = low if i == 0 else high
                gap = rise + k * growth - radius
                if gap <= margin:
                    back = radius + 0.5 * gap
                    point[count, 0] = px + k * ux - back * nx
                    point[count, 1] = py + k * uy - back * ny
                    point[count, 2] = pz + k * uz - back * nz
                    separation[count], feature[count] = gap, 4 * part + i + 1
                    lowest = min(lowest, gap)
                    count += 1
    gap = distance - radius
    if count == 0 or lowest > gap + EQUAL_DEPTH * scale:
        back = radius + 0.5 * gap
        point[count, 0] = px + t * ux - back * nx
        point[count, 1] = py + t * uy - back * ny
        point[count, 2] = pz + t * uz - back * nz
        separation[count], feature[count] = gap, 4 * part
        count += 1
    return count
