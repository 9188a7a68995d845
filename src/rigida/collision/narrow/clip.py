"""The overlap of two contact faces, seen along the contact normal.

Second stage of a manifold, between `contact_face` and `reduce_points`. Points are (u, v) across the normal and w along
it. The smaller face is cut by the sides of the larger one (Sutherland and Hodgman 1974); a segment is a polygon with
two corners and its sides as a reference are its ends, so that one routine serves face–face, edge–face and edge–edge.
"""

import math

from rigida.arrays import FloatArray
from rigida.collision.narrow.contact_face import FACE_A, FACE_B, MAX_CORNERS, OTHER_POLYGON, POLYGON
from rigida.jit.decorators import inlined, routine

# Columns after u, v, w of a polygon's corner: the line that follows it.
LINE = 3
#: Rows that a section needs: each side of the reference adds at most one corner, and the deepest point may come after.
CLIP_ROWS = 2 * MAX_CORNERS + 8


@routine
def facet(section: int, count: int, scratch: FloatArray) -> tuple[float, float, float]:
    """Return the signed area of a face in the (u, v) plane and the slopes dw/du and dw/dv of its plane."""
    u0, v0, w0 = scratch[section, 0, 0], scratch[section, 0, 1], scratch[section, 0, 2]
    if count == 2:
        # The plane that holds the segment and its perpendicular across w.
        du, dv, dw = scratch[section, 1, 0] - u0, scratch[section, 1, 1] - v0, scratch[section, 1, 2] - w0
        square = du * du + dv * dv
        slope = dw / square if square > 0.0 else 0.0
        return 0.0, slope * du, slope * dv
    nu, nv, nw = 0.0, 0.0, 0.0
    for i in range(2, count):
        pu, pv, pw = scratch[section, i - 1, 0] - u0, scratch[section, i - 1, 1] - v0, scratch[section, i - 1, 2] - w0
        qu, qv, qw = scratch[section, i, 0] - u0, scratch[section, i, 1] - v0, scratch[section, i, 2] - w0
        nu += pv * qw - pw * qv
        nv += pw * qu - pu * qw
        nw += pu * qv - pv * qu
    if nw == 0.0:
        return 0.0, 0.0, 0.0
    return 0.5 * nw, -nu / nw, -nv / nw


@inlined
def _beyond(u: float, v: float, side: tuple[float, float, float, float]) -> float:
    """Return how far a point lies outside a side (a point of it and its outward unit normal)."""
    return (u - side[0]) * side[2] + (v - side[1]) * side[3]


@inlined
def _add(u: float, v: float, w: float, line: float, section: int, count: int, scratch: FloatArray) -> int:
    scratch[section, count, 0], scratch[section, count, 1] = u, v
    scratch[section, count, 2], scratch[section, count, LINE] = w, line
    return count + 1


@routine
def cut(
    source: int,
    count: int,
    side: tuple[float, float, float, float],
    line: float,
    flush: float,
    target: int,
    scratch: FloatArray,
) -> int:
    """Write the part of polygon `source` inside a side into `target` and return its corners.

    Corners up to `flush` outside stay as they are: bodies stacked flush keep their corners under jitter. Crossings lie
    on the side itself.
    """
    kept = 0
    for i in range(count):
        j = i + 1 if i + 1 < count else 0
        u, v, w = scratch[source, i, 0], scratch[source, i, 1], scratch[source, i, 2]
        du, dv, dw = scratch[source, j, 0] - u, scratch[source, j, 1] - v, scratch[source, j, 2] - w
        here = _beyond(u, v, side)
        there = _beyond(u + du, v + dv, side)
        if here <= flush:
            kept = _add(u, v, w, scratch[source, i, LINE], target, kept, scratch)
        if (here <= flush) != (there <= flush):
            t = min(max(here / (here - there), 0.0), 1.0)
            follows = line if here <= flush else scratch[source, i, LINE]
            kept = _add(u + t * du, v + t * dv, w + t * dw, follows, target, kept, scratch)
    return kept


@routine
def clip(
    reference: int, corners: int, area: float, incident: int, count: int, flush: float, scratch: FloatArray
) -> tuple[int, int]:
    """Return the section and the number of corners of the incident face's part over the reference face.

    Each corner carries the line that follows it around the part: 0 … for edges of the incident face, MAX_CORNERS … for
    sides of the reference. A line bounds a convex part once, so the lines before and after a corner name it.
    """
    source = POLYGON
    for i in range(count):
        for c in range(3):
            scratch[source, i, c] = scratch[incident, i, c]
        scratch[source, i, LINE] = i
    for k in range(corners):
        if count == 0:
            break
        j = k + 1 if k + 1 < corners else 0
        u, v = scratch[reference, k, 0], scratch[reference, k, 1]
        du, dv = scratch[reference, j, 0] - u, scratch[reference, j, 1] - v
        length = math.sqrt(du * du + dv * dv)
        if length == 0.0:
            continue
        du, dv = du / length, dv / length
        if corners == 2:
            side = (u, v, -du, -dv)
        elif area > 0.0:
            side = (u, v, dv, -du)
        else:
            side = (u, v, -dv, du)
        target = POLYGON + OTHER_POLYGON - source
        count = cut(source, count, side, float(MAX_CORNERS + k), flush, target, scratch)
        source = target
    return source, count


@routine
def crossing(scratch: FloatArray) -> tuple[float, float, float, float, float, float]:
    """Return where two contact edges or points cross in the (u, v) plane: the middle of their nearest points.

    Returns:
        u, v, w, how far apart the nearest points are across w and along it, and the sine between the edges (1 with a
        point).
    """
    pu, pv = scratch[FACE_A, 0, 0], scratch[FACE_A, 0, 1]
    du, dv = scratch[FACE_A, 1, 0] - pu, scratch[FACE_A, 1, 1] - pv
    eu, ev = scratch[FACE_B, 1, 0] - scratch[FACE_B, 0, 0], scratch[FACE_B, 1, 1] - scratch[FACE_B, 0, 1]
    wu, wv = scratch[FACE_B, 0, 0] - pu, scratch[FACE_B, 0, 1] - pv
    dd, ee, de = du * du + dv * dv, eu * eu + ev * ev, du * eu + dv * ev
    area = du * ev - dv * eu
    # Each point is best for the other one, or at an end (Ericson 2005, 5.1.9).
    s = _within((wu * ev - wv * eu), area)
    t = _within(s * de - wu * eu - wv * ev, ee)
    s = _within(t * de + wu * du + wv * dv, dd)
    gu, gv = wu + t * eu - s * du, wv + t * ev - s * dv
    sine = abs(area) / math.sqrt(dd * ee) if dd * ee > 0.0 else 1.0
    height_a = (1.0 - s) * scratch[FACE_A, 0, 2] + s * scratch[FACE_A, 1, 2]
    height_b = (1.0 - t) * scratch[FACE_B, 0, 2] + t * scratch[FACE_B, 1, 2]
    apart = math.sqrt(gu * gu + gv * gv)
    return pu + s * du + 0.5 * gu, pv + s * dv + 0.5 * gv, 0.5 * (height_a + height_b), apart, height_b - height_a, sine


@inlined
def _within(part: float, whole: float) -> float:
    """Return part / whole brought into 0–1; 0 of nothing."""
    return min(max(part / whole, 0.0), 1.0) if whole != 0.0 else 0.0
