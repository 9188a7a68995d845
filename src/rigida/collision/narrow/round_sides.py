"""Contact points of two round sides that lie nearly along each other: mantles of cylinders and cones, and capsules.

Part of a manifold, in the place of `clip`. Seen along the normal both sides are segments. Two bodies that lie side by
side touch near where these cross, but would rock about that one point: the ends of their common stretch are added with
the gap there. Lines y apart, on sides that bend with radii R_a and R_b, are further apart by y² / (2 (R_a + R_b)), and
the surfaces are nearest where y is divided as the radii are.
"""

import math

from rigida.arrays import FloatArray, IntArray
from rigida.collision.narrow.contact_face import FACE_A, FACE_B, MANTLE, POLYGON
from rigida.collision.narrow.reduce_points import put_candidate
from rigida.collision.shapes.convex import KIND, ROUND
from rigida.geometry.core import CONE, CYLINDER
from rigida.jit.decorators import inlined, routine

#: Sides that cross at a larger sine touch in one point only.
ALONG = 0.25


@inlined
def is_round(g: int, part: int, header: IntArray, size: FloatArray) -> bool:
    """Tell whether a part of core g, as `contact_face` names it, is a round side."""
    kind = header[g, KIND]
    return size[g, ROUND] > 0.0 or (part == MANTLE and kind in (CYLINDER, CONE))


@inlined
def _bend(g: int, place: float, header: IntArray, size: FloatArray) -> float:
    """Return the radius with which a round side bends, at a place (0–1) from its bottom to its top."""
    if header[g, KIND] == CONE:
        # The section across the mantle line is that of a cylinder with the normal's way to the axis as its radius.
        radius, height = size[g, 0], 2.0 * size[g, 1]
        return (1.0 - place) * radius * math.sqrt(radius * radius + height * height) / height
    return size[g, 0] + size[g, ROUND]


@routine
def side_ends(
    a: int,
    b: int,
    header: IntArray,
    size: FloatArray,
    name: float,
    margin: float,
    scratch: FloatArray,
) -> tuple[int, float]:
    """Write the ends of the common stretch of two round sides as candidates; return their count and lowest separation.

    name: feature id to which the number of an end, 0–3, is added.
    """
    au, av, aw = scratch[FACE_A, 0, 0], scratch[FACE_A, 0, 1], scratch[FACE_A, 0, 2]
    du, dv, dw = scratch[FACE_A, 1, 0] - au, scratch[FACE_A, 1, 1] - av, scratch[FACE_A, 1, 2] - aw
    bu, bv, bw = scratch[FACE_B, 0, 0], scratch[FACE_B, 0, 1], scratch[FACE_B, 0, 2]
    eu, ev, ew = scratch[FACE_B, 1, 0] - bu, scratch[FACE_B, 1, 1] - bv, scratch[FACE_B, 1, 2] - bw
    dd, ee = du * du + dv * dv, eu * eu + ev * ev
    kept, lowest = 0, margin
    if dd == 0.0 or ee == 0.0:
        return kept, lowest
    radius_a, radius_b = size[a, ROUND], size[b, ROUND]
    for end in range(4):
        # An end of either side, and its foot on the other.
        s = t = float(end & 1)
        if end < 2:
            t = ((au + s * du - bu) * eu + (av + s * dv - bv) * ev) / ee
        else:
            s = ((bu + t * eu - au) * du + (bv + t * ev - av) * dv) / dd
        if s < 0.0 or s > 1.0 or t < 0.0 or t > 1.0:
            continue
        gu, gv = bu + t * eu - au - s * du, bv + t * ev - av - s * dv
        bend_a, bend_b = _bend(a, s, header, size), _bend(b, t, header, size)
        bend = bend_a + bend_b
        if bend <= 0.0:
            continue
        square = gu * gu + gv * gv
        height = aw + s * dw + radius_a
        gap = bw + t * ew - radius_b - height + 0.5 * square / bend
        if gap <= margin:
            share = bend_a / bend
            height -= 0.5 * share * square / bend
            kept = put_candidate(
                POLYGON,
                kept,
                au + s * du + share * gu,
                av + s * dv + share * gv,
                height + 0.5 * gap,
                gap,
                name + end,
                scratch,
            )
            lowest = min(lowest, gap)
    return kept, lowest
