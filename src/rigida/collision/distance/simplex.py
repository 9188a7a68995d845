"""The point of a simplex nearest to the origin, by signed volumes.

A simplex of one to four points is reduced to the smallest face that holds the nearest point. Barycentric coordinates
come from ratios of signed lengths, areas and volumes in the coordinate plane where they are largest; where signs say
that the nearest point lies outside, every face on that side is tried and the nearest result wins, so that rounding near
a boundary changes the answer by rounding only. Montanari, Petrinic and Barbieri 2017.

The nearest point itself is taken from the segment or plane it lies on, not from the weights: on a sliver these are too
inexact to give the direction of a small distance.
"""

import math

from rigida.collision.arrays import SimplexPoint
from rigida.jit.decorators import inlined, routine
from rigida.jit.records import Rows
from rigida.math.vec3 import Vec3, cross, dot, square

#: Row whose difference is the nearest point after a reduction.
NEAREST = 7


@routine
def _segment(p: Vec3, q: Vec3) -> tuple[float, float, float]:
    """Return weights of two points and the squared distance of their nearest point."""
    d = q - p
    length = square(d)
    to_q, to_p = -dot(p, d), dot(q, d)
    if to_q <= 0.0 or length == 0.0:
        return 1.0, 0.0, square(p)
    if to_p <= 0.0:
        return 0.0, 1.0, square(q)
    total = to_p + to_q
    u, v = to_p / total, to_q / total
    return u, v, square(u * p + v * q)


@routine
def _triangle(p: Vec3, q: Vec3, r: Vec3) -> tuple[float, float, float, float]:
    """Return weights of three points and the squared distance of their nearest point."""
    n = cross(q - p, r - p)
    area = square(n)
    if area > 0.0:
        foot = dot(n, p) / area * n
        # Signed areas of the three parts around the foot point, measured along the normal.
        area_p = dot(cross(q - foot, r - foot), n) / area
        area_q = dot(cross(r - foot, p - foot), n) / area
        area_r = 1.0 - area_p - area_q
        if area_p > 0.0 and area_q > 0.0 and area_r > 0.0:
            return area_p, area_q, area_r, square(foot)
    # Outside, or without area: the nearest point lies on an edge. One call in a loop keeps the compiled code small.
    best, wp, wq, wr = math.inf, 0.0, 0.0, 0.0
    for opposite in range(3):
        u, v, far = _segment(q if opposite == 0 else p, q if opposite == 2 else r)
        if far < best:
            best = far
            wp = 0.0 if opposite == 0 else u
            wq = 0.0 if opposite == 1 else (u if opposite == 0 else v)
            wr = 0.0 if opposite == 2 else v
    return wp, wq, wr, best


@inlined
def _volume(p: Vec3, q: Vec3, r: Vec3) -> float:
    """Return six times the signed volume of the origin and three points."""
    return dot(p, cross(q, r))


@routine
def _tetrahedron(s: Rows[SimplexPoint]) -> bool:
    """Set the weights of all four points; return whether the origin lies inside."""
    p, q, r, t = s[0].difference, s[1].difference, s[2].difference, s[3].difference
    # Parts of the whole volume opposite to each point.
    s[0].weight = -_volume(q, r, t)
    s[1].weight = _volume(p, r, t)
    s[2].weight = -_volume(p, q, t)
    s[3].weight = _volume(p, q, r)
    whole = s[0].weight + s[1].weight + s[2].weight + s[3].weight
    sides = 0
    for i in range(4):
        s[i].weight = s[i].weight / whole if whole != 0.0 else -1.0
        sides += s[i].weight > 0.0
    if sides == 4:
        return True
    best, skipped, wi, wj, wk = math.inf, 0, 0.0, 0.0, 0.0
    for skip in range(4):
        if s[skip].weight > 0.0:
            continue
        i, j, k = _others(skip)
        u, v, w, far = _triangle(s[i].difference, s[j].difference, s[k].difference)
        if far < best:
            best, skipped, wi, wj, wk = far, skip, u, v, w
    i, j, k = _others(skipped)
    s[skipped].weight, s[i].weight, s[j].weight, s[k].weight = 0.0, wi, wj, wk
    return False


@inlined
def _others(skip: int) -> tuple[int, int, int]:
    """Return the three numbers of 0–3 that are not `skip`."""
    return 1 if skip == 0 else 0, 1 if skip > 1 else 2, 2 if skip > 2 else 3


@inlined
def _nearest(s: Rows[SimplexPoint], count: int) -> Vec3:
    """Return the nearest point of a reduced simplex of up to three points."""
    p = s[0].difference
    if count == 2:
        return s[0].weight * p + s[1].weight * s[1].difference
    if count == 3:
        n = cross(s[1].difference - p, s[2].difference - p)
        return dot(n, p) / square(n) * n
    return p


@routine
def reduce(s: Rows[SimplexPoint], count: int) -> int:
    """Keep the points of the smallest face that holds the point nearest to the origin, with their weights.

    Returns how many points are left; 4 means that the origin lies inside. Row NEAREST gets the nearest point.
    """
    if count == 1:
        s[0].weight = 1.0
    elif count == 2:
        s[0].weight, s[1].weight, _ = _segment(s[0].difference, s[1].difference)
    elif count == 3:
        s[0].weight, s[1].weight, s[2].weight, _ = _triangle(s[0].difference, s[1].difference, s[2].difference)
    elif _tetrahedron(s):
        return 4
    left = 0
    for i in range(count):
        if s[i].weight > 0.0:
            if left != i:
                s[left] = s[i]
            left += 1
    s[NEAREST].difference = _nearest(s, left)
    return left


@routine
def shallowest_side(s: Rows[SimplexPoint]) -> Vec3:
    """Return the outward unit normal of the side of a tetrahedron nearest to the origin inside; zero without one."""
    nearest, found = math.inf, Vec3(0.0, 0.0, 0.0)
    for side in range(4):
        p = s[(side + 1) & 3].difference
        n = cross(s[(side + 2) & 3].difference - p, s[(side + 3) & 3].difference - p)
        length = math.sqrt(square(n))
        inside = dot(n, s[side].difference - p)
        if length == 0.0 or inside == 0.0:
            continue
        length = math.copysign(length, -inside)
        height = dot(n, p) / length
        if height < nearest:
            nearest, found = height, n / length
    return found
