"""The point of a simplex nearest to the origin, by signed volumes.

A simplex of one to four points is reduced to the smallest face that holds the nearest point. Barycentric coordinates
come from ratios of signed lengths, areas and volumes in the coordinate plane where they are largest; where signs say
that the nearest point lies outside, every face on that side is tried and the nearest result wins, so that rounding near
a boundary changes the answer by rounding only. Montanari, Petrinic and Barbieri 2017.

Rows of a simplex: difference w = a − b (0–2), point of a (3–5), point of b (6–8), vertices of a and b (9, 10), and
after the reduction the barycentric weight (11). The nearest point itself is taken from the segment or plane it lies on,
not from the weights: on a sliver these are too inexact to tell the direction of a small distance.
"""

import math

from rigida.arrays import FloatArray
from rigida.jit.decorators import inlined, routine
from rigida.math.vector import cross, dot

WIDTH = 12
WEIGHT = 11
#: Row that holds the nearest point after a reduction.
NEAREST = 7


@routine
def _segment(s: FloatArray, i: int, j: int) -> tuple[float, float, float]:
    """Return weights of points i and j and the squared distance of their nearest point."""
    dx, dy, dz = s[j, 0] - s[i, 0], s[j, 1] - s[i, 1], s[j, 2] - s[i, 2]
    length = dx * dx + dy * dy + dz * dz
    to_j = -(s[i, 0] * dx + s[i, 1] * dy + s[i, 2] * dz)
    to_i = s[j, 0] * dx + s[j, 1] * dy + s[j, 2] * dz
    if to_j <= 0.0 or length == 0.0:
        return 1.0, 0.0, s[i, 0] ** 2 + s[i, 1] ** 2 + s[i, 2] ** 2
    if to_i <= 0.0:
        return 0.0, 1.0, s[j, 0] ** 2 + s[j, 1] ** 2 + s[j, 2] ** 2
    total = to_i + to_j
    u, v = to_i / total, to_j / total
    x, y, z = u * s[i, 0] + v * s[j, 0], u * s[i, 1] + v * s[j, 1], u * s[i, 2] + v * s[j, 2]
    return u, v, x * x + y * y + z * z


@routine
def _triangle(s: FloatArray, i: int, j: int, k: int) -> tuple[float, float, float, float]:
    """Return weights of points i, j, k and the squared distance of their nearest point."""
    ax, ay, az = s[i, 0], s[i, 1], s[i, 2]
    nx, ny, nz = cross(s[j, 0] - ax, s[j, 1] - ay, s[j, 2] - az, s[k, 0] - ax, s[k, 1] - ay, s[k, 2] - az)
    square = dot(nx, ny, nz, nx, ny, nz)
    if square > 0.0:
        height = dot(nx, ny, nz, ax, ay, az) / square
        px, py, pz = height * nx, height * ny, height * nz
        # Signed areas of the three parts around the foot point, measured along the normal.
        ux, uy, uz = cross(s[j, 0] - px, s[j, 1] - py, s[j, 2] - pz, s[k, 0] - px, s[k, 1] - py, s[k, 2] - pz)
        vx, vy, vz = cross(s[k, 0] - px, s[k, 1] - py, s[k, 2] - pz, ax - px, ay - py, az - pz)
        area_i = dot(ux, uy, uz, nx, ny, nz) / square
        area_j = dot(vx, vy, vz, nx, ny, nz) / square
        area_k = 1.0 - area_i - area_j
        if area_i > 0.0 and area_j > 0.0 and area_k > 0.0:
            return area_i, area_j, area_k, dot(px, py, pz, px, py, pz)
    # Outside, or without area: the nearest point lies on an edge. One call in a loop keeps the compiled code small.
    best, wi, wj, wk = math.inf, 0.0, 0.0, 0.0
    for opposite in range(3):
        p = j if opposite == 0 else i
        q = j if opposite == 2 else k
        u, v, square = _segment(s, p, q)
        if square < best:
            best = square
            wi = 0.0 if opposite == 0 else u
            wj = 0.0 if opposite == 1 else (u if opposite == 0 else v)
            wk = 0.0 if opposite == 2 else v
    return wi, wj, wk, best


@inlined
def _volume(s: FloatArray, i: int, j: int, k: int) -> float:
    """Return six times the signed volume of the origin and points i, j, k."""
    x, y, z = cross(s[j, 0], s[j, 1], s[j, 2], s[k, 0], s[k, 1], s[k, 2])
    return dot(s[i, 0], s[i, 1], s[i, 2], x, y, z)


@routine
def _tetrahedron(s: FloatArray) -> bool:
    """Set the weights of all four points; tell whether the origin lies inside."""
    # Parts of the whole volume opposite to each point.
    s[0, WEIGHT] = -_volume(s, 1, 2, 3)
    s[1, WEIGHT] = _volume(s, 0, 2, 3)
    s[2, WEIGHT] = -_volume(s, 0, 1, 3)
    s[3, WEIGHT] = _volume(s, 0, 1, 2)
    whole = s[0, WEIGHT] + s[1, WEIGHT] + s[2, WEIGHT] + s[3, WEIGHT]
    sides = 0
    for i in range(4):
        s[i, WEIGHT] = s[i, WEIGHT] / whole if whole != 0.0 else -1.0
        sides += s[i, WEIGHT] > 0.0
    if sides == 4:
        return True
    best, skipped, wi, wj, wk = math.inf, 0, 0.0, 0.0, 0.0
    for skip in range(4):
        if s[skip, WEIGHT] > 0.0:
            continue
        i, j, k = _others(skip)
        u, v, w, square = _triangle(s, i, j, k)
        if square < best:
            best, skipped, wi, wj, wk = square, skip, u, v, w
    i, j, k = _others(skipped)
    s[skipped, WEIGHT], s[i, WEIGHT], s[j, WEIGHT], s[k, WEIGHT] = 0.0, wi, wj, wk
    return False


@inlined
def _others(skip: int) -> tuple[int, int, int]:
    """Return the three numbers of 0–3 that are not `skip`."""
    return 1 if skip == 0 else 0, 1 if skip > 1 else 2, 2 if skip > 2 else 3


@routine
def _set_nearest(s: FloatArray, count: int) -> None:
    """Put the nearest point of a reduced simplex of up to three points into row NEAREST."""
    x, y, z = s[0, 0], s[0, 1], s[0, 2]
    if count == 2:
        for c in range(3):
            s[NEAREST, c] = s[0, WEIGHT] * s[0, c] + s[1, WEIGHT] * s[1, c]
        return
    if count == 3:
        nx, ny, nz = cross(s[1, 0] - x, s[1, 1] - y, s[1, 2] - z, s[2, 0] - x, s[2, 1] - y, s[2, 2] - z)
        height = dot(nx, ny, nz, x, y, z) / dot(nx, ny, nz, nx, ny, nz)
        x, y, z = height * nx, height * ny, height * nz
    s[NEAREST, 0], s[NEAREST, 1], s[NEAREST, 2] = x, y, z


@routine
def reduce(s: FloatArray, count: int) -> int:
    """Keep the points of the smallest face that holds the point nearest to the origin, with their weights.

    Returns how many points are left; 4 means that the origin lies inside. Row NEAREST gets the nearest point.
    """
    if count == 1:
        s[0, WEIGHT] = 1.0
    elif count == 2:
        s[0, WEIGHT], s[1, WEIGHT], _ = _segment(s, 0, 1)
    elif count == 3:
        s[0, WEIGHT], s[1, WEIGHT], s[2, WEIGHT], _ = _triangle(s, 0, 1, 2)
    elif _tetrahedron(s):
        return 4
    left = 0
    for i in range(count):
        if s[i, WEIGHT] > 0.0:
            if left != i:
                for c in range(WIDTH):
                    s[left, c] = s[i, c]
            left += 1
    _set_nearest(s, left)
    return left


@routine
def shallowest_side(s: FloatArray) -> tuple[float, float, float]:
    """Return the outward unit normal of the side of a tetrahedron nearest to the origin inside; zero without one."""
    nearest, x, y, z = math.inf, 0.0, 0.0, 0.0
    for n in range(4):
        i, j, k = (n + 1) & 3, (n + 2) & 3, (n + 3) & 3
        ax, ay, az = s[i, 0], s[i, 1], s[i, 2]
        nx, ny, nz = cross(s[j, 0] - ax, s[j, 1] - ay, s[j, 2] - az, s[k, 0] - ax, s[k, 1] - ay, s[k, 2] - az)
        length = math.sqrt(dot(nx, ny, nz, nx, ny, nz))
        inside = dot(nx, ny, nz, s[n, 0] - ax, s[n, 1] - ay, s[n, 2] - az)
        if length == 0.0 or inside == 0.0:
            continue
        length = math.copysign(length, -inside)
        height = dot(nx, ny, nz, ax, ay, az) / length
        if height < nearest:
            nearest, x, y, z = height, nx / length, ny / length, nz / length
    return x, y, z
