"""A ball against a triangle surface: every place where the distance from its centre is smallest nearby.

A triangle's nearest point counts where no neighbour has a nearer one: on a face always, on an edge where it is nearest
to both faces, on a corner where it is nearest to all faces that meet there. Inner edges and corners of a flat floor are
nearest to no centre, so nothing is hit there.
"""

import math

from rigida.arrays import FloatArray, IntArray
from rigida.distance_field.surface import signed, square_to_box
from rigida.distance_field.topology import VALENCE
from rigida.distance_field.triangle import CORNER, EDGE, nearest_on_triangle
from rigida.jit.decorators import inlined, routine, whole

#: Columns of a hit: signed distance, gradient, then the corner and how many triangles named it.
HIT_WIDTH = 8
#: Most places found for one ball.
MOST_HITS = 64
#: Slack of the comparisons between neighbours, as a sine.
_SLACK = 1e-9


@inlined
def beside_neighbour(x: float, y: float, z: float, t: int, k: int, triangle: FloatArray, normal: FloatArray) -> bool:
    """Tell whether a direction from edge k of triangle t leads away from the neighbour's face as well.

    The neighbour's normal is this one's mirrored in the edge's pseudo-normal.
    """
    i, j = 3 * k, 3 * ((k + 1) % 3)
    ex, ey, ez = (
        triangle[t, j] - triangle[t, i],
        triangle[t, j + 1] - triangle[t, i + 1],
        triangle[t, j + 2] - triangle[t, i + 2],
    )
    m = 3 * (EDGE + k)
    mx, my, mz = normal[t, m], normal[t, m + 1], normal[t, m + 2]
    twice = 2.0 * (normal[t, 0] * mx + normal[t, 1] * my + normal[t, 2] * mz)
    nx, ny, nz = twice * mx - normal[t, 0], twice * my - normal[t, 1], twice * mz - normal[t, 2]
    # Into the neighbour's face: its normal × its edge, which runs the other way.
    ix, iy, iz = nz * ey - ny * ez, nx * ez - nz * ex, ny * ex - nx * ey
    length = math.sqrt(ix * ix + iy * iy + iz * iz)
    return ix * x + iy * y + iz * z <= _SLACK * length


@routine
def ball_hits(
    x: float,
    y: float,
    z: float,
    radius: float,
    root: int,
    triangle: FloatArray,
    normal: FloatArray,
    box: FloatArray,
    child: IntArray,
    stack: IntArray,
    hit: FloatArray,
    of: IntArray,
) -> int:
    """Fill the nearest places within `radius` of a point: hit (m, 8) distance and gradient, of (m,) a name.

    Returns their number. Of a point inside the solid only the nearest place is told.
    """
    count, waiting = 0, 1
    best, inside = math.inf, -1
    stack[0] = root
    while waiting > 0:
        waiting -= 1
        n = whole(stack[waiting])
        if square_to_box(x, y, z, box, n) > radius * radius:
            continue
        first, items = whole(child[n, 0]), whole(child[n, 1])
        if items == 0:
            stack[waiting], stack[waiting + 1] = first, first + 1
            waiting += 2
            continue
        for t in range(first, first + items):
            square, qx, qy, qz, region = nearest_on_triangle(x, y, z, triangle, t)
            if square > radius * radius or count == hit.shape[0]:
                continue
            d, gx, gy, gz = signed(x, y, z, square, qx, qy, qz, region, t, normal)
            place, needed = count, 1.0
            if region >= CORNER:
                needed = normal[t, VALENCE + region - CORNER]
                for i in range(count):
                    if hit[i, 4] == qx and hit[i, 5] == qy and hit[i, 6] == qz:
                        place = i
            elif region >= EDGE and not beside_neighbour(x - qx, y - qy, z - qz, t, region - EDGE, triangle, normal):
                continue
            if place == count:
                count += 1
                hit[place, 0], hit[place, 1], hit[place, 2], hit[place, 3] = d, gx, gy, gz
                hit[place, 4], hit[place, 5], hit[place, 6] = qx, qy, qz
                hit[place, 7], of[place] = needed, t * 7 + region
            if square < best:
                best = square
                inside = place if d < 0.0 else -1
            hit[place, 7] -= 1.0
    if inside >= 0:
        for c in range(4):
            hit[0, c] = hit[inside, c]
        of[0] = of[inside]
        return 1
    kept = 0
    for i in range(count):
        if hit[i, 7] <= 0.0 and hit[i, 0] > 0.0:
            for c in range(4):
                hit[kept, c] = hit[i, c]
            of[kept] = of[i]
            kept += 1
    return kept
