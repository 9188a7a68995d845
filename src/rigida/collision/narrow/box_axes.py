"""Separating axes of two boxes: which of the 6 face normals and 9 edge pairs holds them furthest apart.

First half of `box_box_manifold`; everything is in the frame of a, where t is the centre of b and C turns b's axes
(columns) into a's. Gottschalk, Lin and Manocha 1996; the edge axes are compared by signed squares, so that no root and
no division is spent on the usual outcome, a face.
"""

from rigida.collision.arrays import BoxPair, ConvexTable, PlacedShapes
from rigida.jit.decorators import inlined
from rigida.math.quat import conjugate, product, rotated_back, rotation_matrix
from rigida.math.vec3 import Mat3, Vec3

#: A face is preferred to an edge pair, and an earlier face to a later one, unless the other separates by more than
#: this fraction of the thinnest half extent plus this fraction of the separation. The depth found differs
#: from the least depth by at most three times that (one slack each for the face, for the edge pair, and between
#: both); below it rounding and jitter would choose, and a stack would flicker.
SLACK_OF_SIZE = 1e-3
SLACK_OF_SEPARATION = 1e-2
#: Squared sine below which two edges count as parallel (one microradian). Their axis would carry an error of
#: 1e-16/1e-6 of the size; leaving it out costs less than the slack, because the facet it stands for is so narrow.
PARALLEL_EDGES = 1e-12

#: Outcome of `separating_axis`: further apart than the margin. Others: 0–2 faces of a, 3–5 faces of b.
FAR_APART = -1

#: Ternary code 13 (1 + 3 + 9) stands for the middle of a box; 27 codes a box. See `box_box_manifold`.
CODES = 27.0
MIDDLE = 13.0 * (1.0 + CODES)


@inlined
def greater(x: float, y: float) -> float:
    """Return the greater of two numbers; the second if they are equal or NaN."""
    return x if x > y else y


@inlined
def lesser(x: float, y: float) -> float:
    """Return the lesser of two numbers in one instruction."""
    return x if x < y else y


@inlined
def relative_pose(a: int, b: int, placed: PlacedShapes) -> tuple[Vec3, Mat3]:
    """Return the centre of b and its rotation matrix, both seen from a."""
    back = conjugate(placed.attitude[a])
    center = rotated_back(placed.attitude[a], placed.position[b] - placed.position[a])
    return center, rotation_matrix(product(back, placed.attitude[b]))


@inlined
def edge_axis(
    t1: float, t2: float, c1: float, c2: float, a1: float, a2: float, b1: float, d1: float, b2: float, d2: float
) -> tuple[float, float]:
    """Return separation times length, and squared length, of the axis A_p × B_q = (0, −c2, c1) in a's axes p, 1, 2.

    1, 2 are the axes after p (for a) and after q (for b), d1 = |C_p2| and d2 = |C_p1| what b's half extents project by.
    """
    gap = abs(t2 * c1 - t1 * c2) - (a1 * abs(c2) + a2 * abs(c1) + b1 * d1 + b2 * d2)
    return gap, c1 * c1 + c2 * c2


@inlined
def exceeds(gap: float, square: float, bound: float) -> bool:
    """Return whether gap/√square > the bound whose signed square is given; never for nearly parallel edges."""
    return (gap * abs(gap) > bound * square) & (square > PARALLEL_EDGES)


@inlined
def half_extents(i: int, placed: PlacedShapes, shapes: ConvexTable) -> Vec3:
    """Return the half extents of a box."""
    return shapes.core[placed.geometry[i]].size


@inlined
def separating_axis(
    a: int, b: int, margin: float, placed: PlacedShapes, shapes: ConvexTable, work: BoxPair
) -> tuple[int, float, float, bool]:
    """Return the best face axis (or FAR_APART), its separation, the slack, and whether an edge pair is better by more.

    Fills where the boxes are unless they are apart.
    """
    # Half extents, the centre of b and its axes seen from a, and their absolute values.
    half_a, half_b = half_extents(a, placed, shapes), half_extents(b, placed, shapes)
    a0, a1, a2 = half_a.x, half_a.y, half_a.z
    b0, b1, b2 = half_b.x, half_b.y, half_b.z
    t, c = relative_pose(a, b, placed)
    t0, t1, t2 = t.x, t.y, t.z
    c00, c01, c02 = c.xx, c.xy, c.xz
    c10, c11, c12 = c.yx, c.yy, c.yz
    c20, c21, c22 = c.zx, c.zy, c.zz
    d00, d01, d02 = abs(c00), abs(c01), abs(c02)
    d10, d11, d12 = abs(c10), abs(c11), abs(c12)
    d20, d21, d22 = abs(c20), abs(c21), abs(c22)

    # Faces of a, then of b: separations s along their normals.
    s0 = abs(t0) - (a0 + b0 * d00 + b1 * d01 + b2 * d02)
    s1 = abs(t1) - (a1 + b0 * d10 + b1 * d11 + b2 * d12)
    s2 = abs(t2) - (a2 + b0 * d20 + b1 * d21 + b2 * d22)
    best = greater(greater(s0, s1), s2)
    if best > margin:
        return FAR_APART, best, 0.0, False
    u0 = t0 * c00 + t1 * c10 + t2 * c20
    u1 = t0 * c01 + t1 * c11 + t2 * c21
    u2 = t0 * c02 + t1 * c12 + t2 * c22
    s3 = abs(u0) - (b0 + a0 * d00 + a1 * d10 + a2 * d20)
    s4 = abs(u1) - (b1 + a0 * d01 + a1 * d11 + a2 * d21)
    s5 = abs(u2) - (b2 + a0 * d02 + a1 * d12 + a2 * d22)
    best = greater(best, greater(greater(s3, s4), s5))
    if best > margin:
        return FAR_APART, best, 0.0, False

    # Pairs of edges: separation times length g and squared length l, compared by signed squares, without roots.
    thinnest = lesser(lesser(lesser(a0, a1), lesser(a2, b0)), lesser(b1, b2))
    slack = SLACK_OF_SIZE * thinnest + SLACK_OF_SEPARATION * abs(best)
    bound = best + slack
    bound *= abs(bound)
    limit = margin * margin
    g0, l0 = edge_axis(t1, t2, c10, c20, a1, a2, b1, d02, b2, d01)
    g1, l1 = edge_axis(t1, t2, c11, c21, a1, a2, b2, d00, b0, d02)
    g2, l2 = edge_axis(t1, t2, c12, c22, a1, a2, b0, d01, b1, d00)
    g3, l3 = edge_axis(t2, t0, c20, c00, a2, a0, b1, d12, b2, d11)
    g4, l4 = edge_axis(t2, t0, c21, c01, a2, a0, b2, d10, b0, d12)
    g5, l5 = edge_axis(t2, t0, c22, c02, a2, a0, b0, d11, b1, d10)
    g6, l6 = edge_axis(t0, t1, c00, c10, a0, a1, b1, d22, b2, d21)
    g7, l7 = edge_axis(t0, t1, c01, c11, a0, a1, b2, d20, b0, d22)
    g8, l8 = edge_axis(t0, t1, c02, c12, a0, a1, b0, d21, b1, d20)
    if (
        exceeds(g0, l0, limit)
        | exceeds(g1, l1, limit)
        | exceeds(g2, l2, limit)
        | exceeds(g3, l3, limit)
        | exceeds(g4, l4, limit)
        | exceeds(g5, l5, limit)
        | exceeds(g6, l6, limit)
        | exceeds(g7, l7, limit)
        | exceeds(g8, l8, limit)
    ):
        return FAR_APART, best, 0.0, False
    edge = (
        exceeds(g0, l0, bound)
        | exceeds(g1, l1, bound)
        | exceeds(g2, l2, bound)
        | exceeds(g3, l3, bound)
        | exceeds(g4, l4, bound)
        | exceeds(g5, l5, bound)
        | exceeds(g6, l6, bound)
        | exceeds(g7, l7, bound)
        | exceeds(g8, l8, bound)
    )

    # The first face within the slack of the best, so that jitter does not change the choice between equal ones.
    threshold = best - slack
    axis, separation = 5, s5
    axis, separation = (4, s4) if s4 >= threshold else (axis, separation)
    axis, separation = (3, s3) if s3 >= threshold else (axis, separation)
    axis, separation = (2, s2) if s2 >= threshold else (axis, separation)
    axis, separation = (1, s1) if s1 >= threshold else (axis, separation)
    axis, separation = (0, s0) if s0 >= threshold else (axis, separation)

    # Where the boxes are, for the manifold that is built from them.
    turn, offset, half = work.turn, work.offset, work.half
    turn[0], turn[1], turn[2] = c00, c01, c02
    turn[3], turn[4], turn[5] = c10, c11, c12
    turn[6], turn[7], turn[8] = c20, c21, c22
    offset[0], offset[1], offset[2] = t0, t1, t2
    offset[3], offset[4], offset[5] = -u0, -u1, -u2
    half[0], half[1], half[2] = a0, a1, a2
    half[3], half[4], half[5] = b0, b1, b2
    return axis, separation, slack, edge
