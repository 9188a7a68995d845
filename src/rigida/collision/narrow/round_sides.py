"""Contact points of two nearly parallel curved sides of cylinders, cones and capsules.

Part of a manifold, in the place of `clip`. Seen along the normal both sides are segments. Two bodies that lie side by
side touch near where these cross, but would rock about that one point: the ends of their common stretch are added with
the gap there. Lines y apart, on sides that bend with radii R_a and R_b, are further apart by y² / (2 (R_a + R_b)), and
the surfaces are nearest where y is divided as the radii are.
"""

import math

from rigida.collision.arrays import ConvexTable, Core, CorePair, NarrowWork
from rigida.collision.distance.curved_axes import is_curved
from rigida.collision.narrow.contact_face import FACE_A, FACE_B, MANTLE, POLYGON, section
from rigida.collision.narrow.reduce_points import put_candidate
from rigida.geometry.core import CONE
from rigida.jit.decorators import inlined, routine
from rigida.math.vec3 import Vec3

#: Sides that cross at a larger sine touch in one point only.
ALONG = 0.25


@inlined
def is_round(core: Core, part: int) -> bool:
    """Return whether a part of a core, as `contact_face` names it, is a round side."""
    return core.radius > 0.0 or (part == MANTLE and is_curved(core))


@inlined
def _bend(core: Core, place: float) -> float:
    """Return the radius with which a round side bends, at a place (0–1) from its bottom to its top."""
    if core.kind == CONE:
        # The section across the mantle line is that of a cylinder with the normal's way to the axis as its radius.
        radius, height = core.size.x, 2.0 * core.size.y
        return (1.0 - place) * radius * math.sqrt(radius * radius + height * height) / height
    return core.size.x + core.radius


@routine
def side_ends(pair: CorePair, name: int, margin: float, shapes: ConvexTable, work: NarrowWork) -> tuple[int, float]:
    """Write the ends of the common stretch of two round sides as candidates; return their count and lowest separation.

    name: feature id to which the number of an end, 0–3, is added.
    """
    core_a, core_b = shapes.core[pair.a], shapes.core[pair.b]
    side_a, side_b, candidates = section(FACE_A, work), section(FACE_B, work), section(POLYGON, work)
    a, b = side_a[0].place, side_b[0].place
    d, e = side_a[1].place - a, side_b[1].place - b
    dd, ee = d.x * d.x + d.y * d.y, e.x * e.x + e.y * e.y
    kept, lowest = 0, margin
    if dd == 0.0 or ee == 0.0:
        return kept, lowest
    for end in range(4):
        # An end of either side, and its foot on the other.
        s = t = float(end & 1)
        if end < 2:
            t = ((a.x + s * d.x - b.x) * e.x + (a.y + s * d.y - b.y) * e.y) / ee
        else:
            s = ((b.x + t * e.x - a.x) * d.x + (b.y + t * e.y - a.y) * d.y) / dd
        if s < 0.0 or s > 1.0 or t < 0.0 or t > 1.0:
            continue
        gu, gv = b.x + t * e.x - a.x - s * d.x, b.y + t * e.y - a.y - s * d.y
        bend_a, bend_b = _bend(core_a, s), _bend(core_b, t)
        bend = bend_a + bend_b
        if bend <= 0.0:
            continue
        square = gu * gu + gv * gv
        height = a.z + s * d.z + core_a.radius
        gap = b.z + t * e.z - core_b.radius - height + 0.5 * square / bend
        if gap <= margin:
            share = bend_a / bend
            height -= 0.5 * share * square / bend
            place = Vec3(a.x + s * d.x + share * gu, a.y + s * d.y + share * gv, height + 0.5 * gap)
            kept = put_candidate(candidates, kept, place, gap, name + end)
            lowest = min(lowest, gap)
    return kept, lowest
