"""A ball against a triangle surface: all local minima of the distance from its center.

A triangle's nearest point counts where no neighbor has a nearer one: on a face always, on an edge where it is nearest
to both faces, on a corner where it is nearest to all faces that meet there. Inner edges and corners of a flat floor are
nearest to no center, so nothing is hit there.
"""

import math

from rigida.concave.arrays import ConcaveWork
from rigida.distance_field.arrays import PseudoNormals, Surface, Triangle
from rigida.distance_field.surface import signed, square_to_box
from rigida.distance_field.triangle import CORNER, EDGE, FACE, nearest_on_triangle
from rigida.jit.decorators import inlined, routine
from rigida.math.vec3 import Vec3, cross, dot, norm

#: Most places found for one ball.
MOST_HITS = 64
#: Slack of the comparisons between neighbors, as a sine.
_SLACK = 1e-9


@inlined
def beside_neighbor(offset: Vec3, k: int, triangle: Triangle, normal: PseudoNormals) -> bool:
    """Return whether a direction from edge k of a triangle leads away from the neighbor's face as well.

    The neighbor's normal is this one's mirrored in the edge's pseudo-normal.
    """
    edge = triangle.corner[(k + 1) % 3] - triangle.corner[k]
    mirror, face = normal.region[EDGE + k], normal.region[FACE]
    beside = 2.0 * dot(face, mirror) * mirror - face
    # Into the neighbor's face: its normal × its edge, which runs the other way.
    into = cross(edge, beside)
    return dot(into, offset) <= _SLACK * norm(into)


@routine
def ball_hits(point: Vec3, radius: float, root: int, surface: Surface, work: ConcaveWork) -> int:
    """Fill the nearest places within `radius` of a point as hits; return their number.

    Of a point inside the solid only the nearest point is reported.
    """
    stack, hit, count, waiting = work.walk.stack, work.hit, 0, 1
    best, inside = math.inf, -1
    stack[0] = root
    while waiting > 0:
        waiting -= 1
        n = stack[waiting]
        if square_to_box(point, surface.box[n]) > radius * radius:
            continue
        first, items = surface.child[n].first, surface.child[n].count
        if items == 0:
            stack[waiting], stack[waiting + 1] = first, first + 1
            waiting += 2
            continue
        for t in range(first, first + items):
            square, q, region = nearest_on_triangle(point, surface.triangle[t])
            if square > radius * radius or count == len(hit):
                continue
            normal, needed, h = surface.normal[t], 1.0, count
            d, gradient = signed(point, square, q, normal.region[region])
            if region >= CORNER:
                needed = normal.valence[region - CORNER]
                for i in range(count):
                    if hit[i].place.x == q.x and hit[i].place.y == q.y and hit[i].place.z == q.z:
                        h = i
            elif region >= EDGE and not beside_neighbor(point - q, region - EDGE, surface.triangle[t], normal):
                continue
            if h == count:
                count += 1
                hit[h].distance, hit[h].gradient, hit[h].place = d, gradient, q
                hit[h].missing, hit[h].name = needed, t * 7 + region
            if square < best:
                best = square
                inside = h if d < 0.0 else -1
            hit[h].missing -= 1.0
    if inside >= 0:
        hit[0] = hit[inside]
        return 1
    kept = 0
    for i in range(count):
        if hit[i].missing <= 0.0 and hit[i].distance > 0.0:
            hit[kept] = hit[i]
            kept += 1
    return kept
