"""An edge piece in the distance of another solid: where along it the distance is smallest.

With slope s = n·u, the gradient n along the unit direction u of the edge: where s changes sign the minimum lies between,
at the crossing of the two tangents. There two edges cross; the mean λ n₁ + (1 − λ) n₂ of the gradients beside it, with
λ = s₂/(s₂ − s₁), is perpendicular to u, which makes it the direction edge × edge. Where a run of the edge is flat
(|s| small) both its ends are told, so that an edge that lies on a face is held at both (Popovski 2008, 3 and 6).
"""

import math

from rigida.compilation import inlined, routine
from rigida.concave.solid_distance import lower_bound, solid_distance
from rigida.concave.solids import SCALE, SPACING
from rigida.distance_field.grid import SingleGrid
from rigida.fields import FloatArray, IntArray

#: Slopes below this are flat.
FLAT = 3e-3
#: Columns of a place on an edge: distance, way along the edge, gradient.
PLACE_WIDTH = 5

# What happens between two points of an edge.
_NOTHING, _MINIMUM, _FLAT_BEGINS, _FLAT_ENDS = 0, 1, 2, 3
#: Parts of the other solid's extent down to which the near span is halved, when listed and when looked at.
LISTED_SPAN, LOOKED_SPAN = 0.015, 0.0075


@routine
def near_span(
    s: int,
    ax: float,
    ay: float,
    az: float,
    ux: float,
    uy: float,
    uz: float,
    middle: float,
    half: float,
    margin: float,
    smallest: float,
    info: IntArray,
    size: FloatArray,
    lower: SingleGrid,
    triangle: FloatArray,
    normal: FloatArray,
    box: FloatArray,
    child: IntArray,
    stack: IntArray,
    halves: FloatArray,
) -> tuple[float, float, float]:
    """Return begin and end of the part of a segment that may be within margin of solid s, and a bound of the rest.

    The segment is a + t u with t within `half` of `middle`. Begin lies beyond end where no part is near.
    """
    begin, end, bound = math.inf, -math.inf, math.inf
    halves[0, 0], halves[0, 1] = middle, half
    waiting = 1
    while waiting > 0:
        waiting -= 1
        t, r = halves[waiting, 0], halves[waiting, 1]
        if t - r >= begin and t + r <= end:
            continue
        value = lower_bound(
            s, ax + t * ux, ay + t * uy, az + t * uz, margin + r, info, size, lower, triangle, normal, box, child, stack
        )
        value -= r
        if value > margin:
            bound = min(bound, value)
        elif r <= smallest * size[s, SCALE]:
            begin, end = min(begin, t - r), max(end, t + r)
        else:
            halves[waiting, 0], halves[waiting, 1] = t - 0.5 * r, 0.5 * r
            halves[waiting + 1, 0], halves[waiting + 1, 1] = t + 0.5 * r, 0.5 * r
            waiting += 2
    return begin, end, bound


@inlined
def _between(s0: float, s1: float, d0: float, d1: float, step: float, margin: float) -> int:
    """Tell what happens between two points with slopes s0, s1 and distances d0, d1, `step` apart."""
    if 0.5 * (d0 + d1 - step) >= margin:
        return _NOTHING
    if s0 < -FLAT and s1 > FLAT:
        return _MINIMUM
    if s0 < -FLAT and s1 >= -FLAT and d1 < margin:
        return _FLAT_BEGINS
    if -FLAT <= s0 <= FLAT and s1 > FLAT and d0 < margin:
        return _FLAT_ENDS
    return _NOTHING


@routine
def nearest_places(
    s: int,
    ax: float,
    ay: float,
    az: float,
    ux: float,
    uy: float,
    uz: float,
    begin: float,
    end: float,
    margin: float,
    info: IntArray,
    size: FloatArray,
    lower: SingleGrid,
    start: IntArray,
    listed: IntArray,
    triangle: FloatArray,
    normal: FloatArray,
    box: FloatArray,
    child: IntArray,
    stack: IntArray,
    place: FloatArray,
) -> int:
    """Fill the places (2, 5) between begin and end where the distance is least and below margin; return how many.

    Of more than two the deepest are told.
    """
    steps = int(math.ceil((end - begin) / size[s, SPACING]))
    step = (end - begin) / steps
    d0, x0, y0, z0 = solid_distance(
        s,
        ax + begin * ux,
        ay + begin * uy,
        az + begin * uz,
        info,
        size,
        lower,
        start,
        listed,
        triangle,
        normal,
        box,
        child,
        stack,
    )
    s0, found = x0 * ux + y0 * uy + z0 * uz, 0
    for k in range(1, steps + 1):
        t1 = begin + k * step
        d1, x1, y1, z1 = solid_distance(
            s,
            ax + t1 * ux,
            ay + t1 * uy,
            az + t1 * uz,
            info,
            size,
            lower,
            start,
            listed,
            triangle,
            normal,
            box,
            child,
            stack,
        )
        s1 = x1 * ux + y1 * uy + z1 * uz
        what = _between(s0, s1, d0, d1, step, margin)
        if what != _NOTHING:
            d, t, nx, ny, nz = _refined(
                s,
                what,
                ax,
                ay,
                az,
                ux,
                uy,
                uz,
                t1 - step,
                t1,
                d0,
                d1,
                x0,
                y0,
                z0,
                x1,
                y1,
                z1,
                margin,
                info,
                size,
                lower,
                start,
                listed,
                triangle,
                normal,
                box,
                child,
                stack,
            )
            if d < margin:
                here = found
                if found == 2:
                    here = 0 if place[0, 0] > place[1, 0] else 1
                else:
                    found += 1
                if here == found - 1 or place[here, 0] > d:
                    place[here, 0], place[here, 1] = d, t
                    place[here, 2], place[here, 3], place[here, 4] = nx, ny, nz
        d0, s0, x0, y0, z0 = d1, s1, x1, y1, z1
    return found


@routine
def _refined(
    s: int,
    what: int,
    ax: float,
    ay: float,
    az: float,
    ux: float,
    uy: float,
    uz: float,
    t0: float,
    t1: float,
    d0: float,
    d1: float,
    x0: float,
    y0: float,
    z0: float,
    x1: float,
    y1: float,
    z1: float,
    margin: float,
    info: IntArray,
    size: FloatArray,
    lower: SingleGrid,
    start: IntArray,
    listed: IntArray,
    triangle: FloatArray,
    normal: FloatArray,
    box: FloatArray,
    child: IntArray,
    stack: IntArray,
) -> tuple[float, float, float, float, float]:
    """Return distance, way and gradient of the minimum, or of the end of a flat run, between two points of an edge."""
    s0, s1 = x0 * ux + y0 * uy + z0 * uz, x1 * ux + y1 * uy + z1 * uz
    threshold = -FLAT if what == _FLAT_BEGINS else (FLAT if what == _FLAT_ENDS else 0.0)
    d, t = d0, t0
    fine = 1.5e-4 * size[s, SCALE]
    for i in range(6):
        t = 0.5 * (t0 + t1)
        if what == _MINIMUM and i < 3:
            # Where the tangents at both ends cross.
            crossing = (d1 - d0 + s0 * t0 - s1 * t1) / (s0 - s1)
            room = 0.02 * (t1 - t0)
            t = crossing if t0 + room < crossing < t1 - room else t0 + (t1 - t0) * (s0 / (s0 - s1))
        d, x, y, z = solid_distance(
            s,
            ax + t * ux,
            ay + t * uy,
            az + t * uz,
            info,
            size,
            lower,
            start,
            listed,
            triangle,
            normal,
            box,
            child,
            stack,
        )
        slope = x * ux + y * uy + z * uz
        if slope < threshold:
            t0, s0, d0, x0, y0, z0 = t, slope, d, x, y, z
        else:
            t1, s1, d1, x1, y1, z1 = t, slope, d, x, y, z
        if t1 - t0 < fine or (what == _MINIMUM and (abs(slope) < 0.02 or 0.5 * (d0 + d1 - t1 + t0) > margin)):
            break
    if what == _FLAT_BEGINS:
        return d1, t1, x1, y1, z1
    if what == _FLAT_ENDS:
        return d0, t0, x0, y0, z0
    part = s1 / (s1 - s0)
    x, y, z = part * x0 + (1.0 - part) * x1, part * y0 + (1.0 - part) * y1, part * z0 + (1.0 - part) * z1
    length = math.sqrt(x * x + y * y + z * z)
    if length < 0.5:
        # The gradients oppose each other: the middle of a thin part, where no direction leads out.
        return math.inf, t, 0.0, 0.0, 1.0
    return (d if d > 0.0 else d / length), t, x / length, y / length, z / length
