"""An edge piece in the distance of another solid: where along it the distance is smallest.

With slope s = n·u, the gradient n along the unit direction u of the edge: where s changes sign, the minimum lies
between,
at the crossing of the two tangents. There two edges cross; the mean λ n₁ + (1 − λ) n₂ of the gradients beside it, with
λ = s₂/(s₂ − s₁), is perpendicular to u, which makes it the direction edge × edge. Where a run of the edge is flat
(|s| small) both its ends are told, so that an edge that lies on a face is held at both (Popovski 2008, 3 and 6).
"""

import math

from rigida.arrays import FloatArray, IntArray
from rigida.concave.solid_distance import lower_bound, solid_distance
from rigida.concave.solids import KIND, MESH, SCALE, SPACING
from rigida.distance_field.grid import SingleGrid
from rigida.jit.decorators import inlined, routine

#: Slopes below this are flat.
FLAT = 3e-3
#: Columns of a place on an edge: distance, way along the edge, gradient.
PLACE_WIDTH = 5

# What happens between two points of an edge.
_NOTHING, _MINIMUM, _FLAT_BEGINS, _FLAT_ENDS, _STARTING = 0, 1, 2, 3, 4
#: Part of the other solid's extent down to which the near span of an edge is halved.
_FINEST_SPAN = 0.012
#: A minimum is narrowed down to this part of the extent, or to this slope, in so many tries.
_FINEST_PLACE = 3e-4
_LEVEL = 0.04
_MOST_TRIES = 6


@routine
def near_span(
    s: int,
    ax: float,
    ay: float,
    az: float,
    ux: float,
    uy: float,
    uz: float,
    half: float,
    margin: float,
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
    """Return begin and end of the part of a segment a + t u, t from 0 to 2 half, that may be within margin of solid s.

    Begin lies beyond end where no part is near. The third number is a bound of the distance of the whole segment.
    """
    begin, end, bound = math.inf, -math.inf, math.inf
    halves[0, 0], halves[0, 1] = half, half
    finest = _FINEST_SPAN * size[s, SCALE]
    waiting = 1
    while waiting > 0:
        waiting -= 1
        t, r = halves[waiting, 0], halves[waiting, 1]
        value = lower_bound(
            s, ax + t * ux, ay + t * uy, az + t * uz, margin + r, info, size, lower, triangle, normal, box, child, stack
        )
        value -= r
        if value > margin or r <= finest:
            bound = min(bound, value)
            if value <= margin:
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


@inlined
def _next_place(what: int, tries: int, t0: float, t1: float, d0: float, d1: float, s0: float, s1: float) -> float:
    """Return where to look next between two places with distances d and slopes s."""
    if what != _MINIMUM or tries >= 3:
        return 0.5 * (t0 + t1)
    # Where the tangents at both ends cross.
    crossing, room = (d1 - d0 + s0 * t0 - s1 * t1) / (s0 - s1), 0.02 * (t1 - t0)
    return crossing if t0 + room < crossing < t1 - room else t0 + (t1 - t0) * (s0 / (s0 - s1))


@inlined
def _put_place(found: int, d: float, t: float, x: float, y: float, z: float, margin: float, place: FloatArray) -> int:
    """Add a place if it is within margin, of more than two the deepest; return how many there are."""
    if not d < margin:
        return found
    here = found
    if found == 2:
        here = 0 if place[0, 0] > place[1, 0] else 1
        if place[here, 0] <= d:
            return found
    place[here, 0], place[here, 1], place[here, 2], place[here, 3], place[here, 4] = d, t, x, y, z
    return min(found + 1, 2)


@inlined
def _crossing_normal(
    s0: float, s1: float, x0: float, y0: float, z0: float, x1: float, y1: float, z1: float
) -> tuple[float, float, float, float]:
    """Return the mean of two gradients that is perpendicular to the edge, and its length before it was made one."""
    part = s1 / (s1 - s0)
    x, y, z = part * x0 + (1.0 - part) * x1, part * y0 + (1.0 - part) * y1, part * z0 + (1.0 - part) * z1
    length = math.sqrt(x * x + y * y + z * z)
    return x / length, y / length, z / length, length


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
) -> tuple[int, float]:
    """Fill the places (2, 5) between begin and end where the distance is least and below margin.

    Returns how many there are, of more than two the deepest, and a bound of the distance of all that lies between.
    The edge is walked from 0 to e; where something happens between two places 0 and 1, it is narrowed down first.
    """
    found, bound, what, tries = 0, math.inf, _STARTING, 0
    t0, d0, s0, x0, y0, z0 = begin, 0.0, 0.0, 0.0, 0.0, 0.0
    t1, d1, s1, x1, y1, z1 = begin, 0.0, 0.0, 0.0, 0.0, 0.0
    te, de, se, xe, ye, ze = begin, 0.0, 0.0, 0.0, 0.0, 0.0
    fine = _FINEST_PLACE * size[s, SCALE]
    t = begin
    while True:
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
        if what == _NOTHING:
            t1, d1, s1, x1, y1, z1 = t, d, slope, x, y, z
            te, de, se, xe, ye, ze = t, d, slope, x, y, z
            bound = min(bound, 0.5 * (d0 + d1 - (t1 - t0)))
            what, tries = _between(s0, s1, d0, d1, t1 - t0, margin), 0
        elif what != _STARTING:
            threshold = -FLAT if what == _FLAT_BEGINS else (FLAT if what == _FLAT_ENDS else 0.0)
            if slope < threshold:
                t0, d0, s0, x0, y0, z0 = t, d, slope, x, y, z
            else:
                t1, d1, s1, x1, y1, z1 = t, d, slope, x, y, z
            tries += 1
            level = what == _MINIMUM and (abs(slope) < _LEVEL or 0.5 * (d0 + d1 - t1 + t0) > margin)
            if tries == _MOST_TRIES or t1 - t0 < fine or level:
                if what == _FLAT_BEGINS:
                    found = _put_place(found, d1, t1, x1, y1, z1, margin, place)
                elif what == _FLAT_ENDS:
                    found = _put_place(found, d0, t0, x0, y0, z0, margin, place)
                else:
                    nx, ny, nz, length = _crossing_normal(s0, s1, x0, y0, z0, x1, y1, z1)
                    # Opposed gradients: the middle of a thin part, where no direction leads out.
                    if length > 0.5:
                        found = _put_place(found, d if d > 0.0 else d / length, t, nx, ny, nz, margin, place)
                what = _NOTHING
        else:
            te, de, se, xe, ye, ze = t, d, slope, x, y, z
            what = _NOTHING
        if what != _NOTHING:
            t = _next_place(what, tries, t0, t1, d0, d1, s0, s1)
            continue
        if te >= end:
            return found, bound
        t0, d0, s0, x0, y0, z0 = te, de, se, xe, ye, ze
        # The distance to a convex solid is convex along a line: its ends tell all. Else nothing is nearer within d0.
        step = end - begin if info[s, KIND] != MESH else max(size[s, SPACING], d0 - margin)
        t = t0 + step if t0 + 1.2 * step < end else end
