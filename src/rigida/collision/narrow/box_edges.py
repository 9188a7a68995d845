"""Edge against edge: the pair of box edges that separates most, and the closest points of the two edges.

The rarer half of `box_box_manifold`, entered when an edge pair separates better than every face. Everything is in the
frame of a and is read from what `separating_axis` filled.
"""

import math

from rigida.collision.arrays import BoxPair
from rigida.collision.narrow.box_axes import MIDDLE, PARALLEL_EDGES, SLACK_OF_SEPARATION, edge_axis
from rigida.jit.decorators import inlined

#: Cosine of 0.05 rad: an edge pair whose normal is that near to a face's leaves the contact to the face if the face's
#: deepest point is as deep. A box that overhangs and tilts by a milliradian else rests on one point instead of four.
NEARLY_ALONG = 0.99875


@inlined
def best_edge_pair(slack_of_size: float, work: BoxPair) -> tuple[int, float]:
    """Return 3 p + q and the separation of the first edge pair within the slack of the best; −1 if all are parallel.

    The slack counts the edge pair's own separation: that of the faces, which may overlap far more, would let a much
    deeper pair pass.
    """
    turn, offset, half = work.turn, work.offset, work.half
    best, pair = -math.inf, -1
    for p in range(3):
        p1, p2 = (p + 1) % 3, (p + 2) % 3
        for q in range(3):
            q1, q2 = (q + 1) % 3, (q + 2) % 3
            gap, square = edge_axis(
                offset[p1],
                offset[p2],
                turn[3 * p1 + q],
                turn[3 * p2 + q],
                half[p1],
                half[p2],
                half[3 + q1],
                abs(turn[3 * p + q2]),
                half[3 + q2],
                abs(turn[3 * p + q1]),
            )
            if square > PARALLEL_EDGES:
                separation = gap / math.sqrt(square)
                if separation > best + slack_of_size + SLACK_OF_SEPARATION * abs(separation):
                    best, pair = separation, 3 * p + q
    return pair, best


@inlined
def edge_along_face(pair: int, axis: int, work: BoxPair) -> float:
    """Return the cosine between the normals of an edge pair and of a face axis (0–2 of a, 3–5 of b)."""
    turn, p, q = work.turn, pair // 3, pair % 3
    p1, p2 = (p + 1) % 3, (p + 2) % 3
    c1, c2 = turn[3 * p1 + q], turn[3 * p2 + q]
    if axis < 3:
        along = c1 if axis == p2 else (-c2 if axis == p1 else 0.0)
    else:
        along = c1 * turn[3 * p2 + axis - 3] - c2 * turn[3 * p1 + axis - 3]
    return abs(along) / math.sqrt(c1 * c1 + c2 * c2)


@inlined
def from_cyclic(p: int, v0: float, v1: float, v2: float) -> tuple[float, float, float]:
    """Return (x, y, z) of a vector given by its components on the axes p, p + 1, p + 2."""
    if p == 0:
        return v0, v1, v2
    if p == 1:
        return v2, v0, v1
    return v1, v2, v0


@inlined
def power_of_three(axis: int) -> float:
    """Return 3**axis, the place of an axis in a ternary feature code."""
    return 1.0 if axis == 0 else (3.0 if axis == 1 else 9.0)


@inlined
def clamped(x: float, limit: float) -> float:
    """Return x brought into ±limit."""
    return -limit if x < -limit else (limit if x > limit else x)


@inlined
def edge_contact(pair: int, separation: float, from_a: float, from_b: float, work: BoxPair) -> float:
    """Write the middle of the closest points and the normal ; return their squared distance."""
    turn, offset, half = work.turn, work.offset, work.half
    p, q = pair // 3, pair % 3
    p1, p2, q1, q2 = (p + 1) % 3, (p + 2) % 3, (q + 1) % 3, (q + 2) % 3
    # B_q and the centre of b by their components on a's axes p, p1, p2
    c0, c1, c2 = turn[3 * p + q], turn[3 * p1 + q], turn[3 * p2 + q]
    t0, t1, t2 = offset[p], offset[p1], offset[p2]
    square = c1 * c1 + c2 * c2
    scale = 1.0 / math.sqrt(square)
    if t2 * c1 - t1 * c2 < 0.0:
        scale = -scale
    n1, n2 = -c2 * scale, c1 * scale

    i1 = 1.0 if n1 >= 0.0 else -1.0
    i2 = 1.0 if n2 >= 0.0 else -1.0
    e1, e2 = turn[3 * p1 + q1], turn[3 * p2 + q1]
    f1, f2 = turn[3 * p1 + q2], turn[3 * p2 + q2]
    j1 = -1.0 if n1 * e1 + n2 * e2 >= 0.0 else 1.0
    j2 = -1.0 if n1 * f1 + n2 * f2 >= 0.0 else 1.0

    # From the middle of a's edge to the middle of b's edge
    a1, a2 = i1 * half[p1], i2 * half[p2]
    b1, b2 = j1 * half[3 + q1], j2 * half[3 + q2]
    d0 = t0 + b1 * turn[3 * p + q1] + b2 * turn[3 * p + q2]
    d1 = t1 + b1 * e1 + b2 * f1 - a1
    d2 = t2 + b1 * e2 + b2 * f2 - a2

    # Closest points at s along a's edge and r along b's edge: each is best for the other, or at an end.
    along = d0 * c0 + d1 * c1 + d2 * c2
    end_a, end_b = half[p], half[3 + q]
    s = clamped((d0 - c0 * along) / square, end_a)
    r = clamped(c0 * s - along, end_b)
    s = clamped(d0 + c0 * r, end_a)
    g0, g1, g2 = d0 + r * c0 - s, d1 + r * c1, d2 + r * c2
    x, y, z = from_cyclic(p, s + 0.5 * g0, a1 + 0.5 * g1, a2 + 0.5 * g2)
    point = work.point[0]
    point.place[0], point.place[1], point.place[2], point.separation = x, y, z, separation
    work.normal[0], work.normal[1], work.normal[2] = from_cyclic(p, 0.0, n1, n2)
    code_a = i1 * power_of_three(p1) + i2 * power_of_three(p2)
    code_b = j1 * power_of_three(q1) + j2 * power_of_three(q2)
    point.feature = MIDDLE + from_a * code_a + from_b * code_b
    return g0 * g0 + g1 * g1 + g2 * g2
