"""The overlap of two contact faces, seen along the contact normal.

Second stage of a manifold, between `contact_face` and `reduce_points`. Points are (u, v) across the normal and w along
it. The smaller face is cut by the sides of the larger one (Sutherland and Hodgman 1974); a segment is a polygon with
two corners and its sides as a reference are its ends, so that one routine serves face–face, edge–face and edge–edge.
"""

import math

from rigida.collision.arrays import Corner, NarrowWork
from rigida.collision.narrow.contact_face import FACE_A, FACE_B, MAX_CORNERS, OTHER_POLYGON, POLYGON, section
from rigida.jit.decorators import inlined, routine
from rigida.jit.records import Rows
from rigida.math.vec3 import Vec3, cross

#: Rows that a section needs: each side of the reference adds at most one corner, and the deepest point may come after.
CLIP_ROWS = 2 * MAX_CORNERS + 8


@routine
def facet(corners: Rows[Corner], count: int) -> tuple[float, float, float]:
    """Return the signed area of a face in the (u, v) plane and the slopes dw/du and dw/dv of its plane."""
    first = corners[0].place
    if count == 2:
        # The plane that holds the segment and its perpendicular across w.
        d = corners[1].place - first
        square = d.x * d.x + d.y * d.y
        slope = d.z / square if square > 0.0 else 0.0
        return 0.0, slope * d.x, slope * d.y
    n = Vec3(0.0, 0.0, 0.0)
    for i in range(2, count):
        n = n + cross(corners[i - 1].place - first, corners[i].place - first)
    if n.z == 0.0:
        return 0.0, 0.0, 0.0
    return 0.5 * n.z, -n.x / n.z, -n.y / n.z


@inlined
def _beyond(u: float, v: float, side: tuple[float, float, float, float]) -> float:
    """Return the distance of a point outside a side, which is given by a point and its outward unit normal."""
    return (u - side[0]) * side[2] + (v - side[1]) * side[3]


@inlined
def _add(place: Vec3, line: int, count: int, corners: Rows[Corner]) -> int:
    corners[count].place, corners[count].line = place, line
    return count + 1


@routine
def cut(
    source: Rows[Corner],
    count: int,
    side: tuple[float, float, float, float],
    line: int,
    flush: float,
    target: Rows[Corner],
) -> int:
    """Write the part of polygon `source` inside a side into `target` and return its corners.

    Corners up to `flush` outside stay as they are: bodies stacked flush keep their corners under jitter. Crossings lie
    on the side itself.
    """
    kept = 0
    for i in range(count):
        p = source[i].place
        d = source[i + 1 if i + 1 < count else 0].place - p
        here = _beyond(p.x, p.y, side)
        there = _beyond(p.x + d.x, p.y + d.y, side)
        if here <= flush:
            kept = _add(p, source[i].line, kept, target)
        if (here <= flush) != (there <= flush):
            t = min(max(here / (here - there), 0.0), 1.0)
            kept = _add(p + t * d, line if here <= flush else source[i].line, kept, target)
    return kept


@routine
def clip(
    reference: int, corners: int, area: float, incident: int, count: int, flush: float, work: NarrowWork
) -> tuple[int, int]:
    """Return the section and the number of corners of the incident face's part over the reference face.

    Each corner carries the line that follows it around the part: 0 … for edges of the incident face, MAX_CORNERS … for
    sides of the reference. A line bounds a convex part once, so the lines before and after a corner name it.
    """
    source, sides, face = POLYGON, section(reference, work), section(incident, work)
    polygon = section(source, work)
    for i in range(count):
        polygon[i].place, polygon[i].line = face[i].place, i
    for k in range(corners):
        if count == 0:
            break
        p = sides[k].place
        d = sides[k + 1 if k + 1 < corners else 0].place - p
        length = math.sqrt(d.x * d.x + d.y * d.y)
        if length == 0.0:
            continue
        du, dv = d.x / length, d.y / length
        if corners == 2:
            side = (p.x, p.y, -du, -dv)
        elif area > 0.0:
            side = (p.x, p.y, dv, -du)
        else:
            side = (p.x, p.y, -dv, du)
        target = POLYGON + OTHER_POLYGON - source
        count = cut(section(source, work), count, side, MAX_CORNERS + k, flush, section(target, work))
        source = target
    return source, count


@routine
def crossing(work: NarrowWork) -> tuple[Vec3, float, float, float]:
    """Return where two contact edges or points cross in the (u, v) plane: the middle of their nearest points.

    Returns:
        (u, v, w), how far apart the nearest points are across w and along it, and the sine between the edges (1 with a
        point).
    """
    a, b = section(FACE_A, work), section(FACE_B, work)
    p, q = a[0].place, b[0].place
    du, dv = a[1].place.x - p.x, a[1].place.y - p.y
    eu, ev = b[1].place.x - q.x, b[1].place.y - q.y
    wu, wv = q.x - p.x, q.y - p.y
    dd, ee, de = du * du + dv * dv, eu * eu + ev * ev, du * eu + dv * ev
    area = du * ev - dv * eu
    # Each point is best for the other one, or at an end (Ericson 2005, 5.1.9).
    s = _within((wu * ev - wv * eu), area)
    t = _within(s * de - wu * eu - wv * ev, ee)
    s = _within(t * de + wu * du + wv * dv, dd)
    gu, gv = wu + t * eu - s * du, wv + t * ev - s * dv
    sine = abs(area) / math.sqrt(dd * ee) if dd * ee > 0.0 else 1.0
    height_a = (1.0 - s) * p.z + s * a[1].place.z
    height_b = (1.0 - t) * q.z + t * b[1].place.z
    apart = math.sqrt(gu * gu + gv * gv)
    place = Vec3(p.x + s * du + 0.5 * gu, p.y + s * dv + 0.5 * gv, 0.5 * (height_a + height_b))
    return place, apart, height_b - height_a, sine


@inlined
def _within(part: float, whole: float) -> float:
    """Return part / whole clamped to 0–1; 0 if `whole` is zero."""
    return min(max(part / whole, 0.0), 1.0) if whole != 0.0 else 0.0
