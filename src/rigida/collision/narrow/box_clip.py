"""Face against box: overlap of the projected incident face with the reference face, and selection of four points.

The usual half of `box_box_manifold`. The corners of the overlap are found without order and without branches: corners
of the incident face inside the rectangle, crossings of its edges with the sides (Liang and Barsky 1984), corners of the
rectangle inside the incident face; Sutherland–Hodgman gives the same points but branches at every plane.
"""

import math
from typing import NamedTuple

from rigida.collision.arrays import BoxPair
from rigida.collision.narrow.box_axes import MIDDLE, greater, lesser
from rigida.collision.narrow.box_edges import clamped, power_of_three
from rigida.jit.decorators import inlined

#: The rectangle is taken larger by this fraction when features are determined, so that boxes stacked flush, with
#: corners on the side planes, keep their four corners under jitter. Reported points may lie that far outside.
FLUSH_OF_SIDE = 1e-4
#: Differences of depth and relative differences of distance and area that do not change which points are kept.
EQUAL_DEPTH_OF_BOXES = 1e-5
EQUAL_SPREAD = 1e-3

#: Stands for 1/0 where an edge runs along a side: large, but its products stay finite.
_NEVER = 1e150


class FacingFaces(NamedTuple):
    """The incident face seen from the reference face, on whose axes are u and v, and above which is w [m]."""

    cu: float  # centre of the incident face
    cv: float
    e1u: float  # its half edges
    e1v: float
    e2u: float
    e2v: float
    w0: float  # its plane w = w0 + ku u + kv v
    ku: float
    kv: float
    side_u: float  # half sides of the reference face
    side_v: float
    code: float  # feature of a point on both faces, and what a step along u, v, e1, e2 to an edge of the face adds
    ju: float
    jv: float
    i1: float
    i2: float


@inlined
def inverse(x: float) -> float:
    """Return 1/x, or a large number if x is zero or nearly."""
    return 1.0 / x if abs(x) > 1.0 / _NEVER else _NEVER


@inlined
def add_point(u: float, v: float, w: float, code: float, keep: bool, count: int, work: BoxPair) -> int:
    """Write a point behind the others and count it if it is wanted: no branch to mispredict."""
    point = work.point[count]
    point.place[0], point.place[1], point.separation, point.feature = u, v, w, code
    return count + (1 if keep else 0)


@inlined
def add_crossings(
    mu: float,
    mv: float,
    edge: tuple[float, float, float, float, float, float],
    code: float,
    face: FacingFaces,
    margin: float,
    count: int,
    work: BoxPair,
) -> int:
    """Add the points where the edge m + τ e, −1 < τ < 1, enters and leaves the rectangle; return the new count.

    `edge` is e, 1/e and the half sides divided by |e|.
    """
    eu, ev, iu, iv, su, sv = edge
    w0, ku, kv = face.w0, face.ku, face.kv
    ju = face.ju if iu > 0.0 else -face.ju
    jv = face.jv if iv > 0.0 else -face.jv
    tu, tv = -mu * iu, -mv * iv
    xu, xv = (1.0 + FLUSH_OF_SIDE) * su, (1.0 + FLUSH_OF_SIDE) * sv
    first = greater(tu - xu, tv - xv)
    last = lesser(tu + xu, tv + xv)
    crosses = first <= last

    by_u = tu - xu > tv - xv
    tau = clamped(tu - su if by_u else tv - sv, 1.0)
    u, v = mu + tau * eu, mv + tau * ev
    w = w0 + ku * u + kv * v
    keep = crosses & (first > -1.0) & (first <= 1.0) & (w <= margin)
    count = add_point(u, v, w, code - (ju if by_u else jv), keep, count, work)

    by_u = tu + xu < tv + xv
    tau = clamped(tu + su if by_u else tv + sv, 1.0)
    u, v = mu + tau * eu, mv + tau * ev
    w = w0 + ku * u + kv * v
    keep = crosses & (last < 1.0) & (last >= -1.0) & (w <= margin)
    return add_point(u, v, w, code + (ju if by_u else jv), keep, count, work)


@inlined
def facing_faces(axis: int, from_a: float, from_b: float, work: BoxPair) -> tuple[float, FacingFaces]:
    """Return on which side of a face axis f its box, the reference, is touched, and the incident face seen from there.

    The reference axes are u = f + 1 and v = f + 2.
    """
    reference, f = (0, axis) if axis < 3 else (1, axis - 3)
    row, column = (3, 1) if reference == 0 else (1, 3)
    turn, half, offset = work.turn, work.half, work.offset
    near, far = 3 * reference, 3 - 3 * reference
    f1 = f + 1 if f < 2 else 0
    f2 = f1 + 1 if f1 < 2 else 0
    wf, w1, w2 = row * f, row * f1, row * f2
    t0 = offset[near + f]
    sign = 1.0 if t0 >= 0.0 else -1.0

    # The incident face is the one that looks most against the normal, so |gw| > 0.57.
    m0, m1, m2 = abs(turn[wf]), abs(turn[wf + column]), abs(turn[wf + 2 * column])
    g = 0 if (m0 >= m1) & (m0 >= m2) else (1 if m1 >= m2 else 2)
    g1 = g + 1 if g < 2 else 0
    g2 = g1 + 1 if g1 < 2 else 0
    q, q1, q2 = column * g, column * g1, column * g2
    gu, gv, gw = turn[w1 + q], turn[w2 + q], sign * turn[wf + q]
    side = -1.0 if gw > 0.0 else 1.0
    depth = side * half[far + g]
    cu, cv = offset[near + f1] + depth * gu, offset[near + f2] + depth * gv
    slope = -1.0 / gw
    ku, kv = gu * slope, gv * slope
    w0 = sign * t0 + depth * gw - half[near + f] - ku * cu - kv * cv
    h1, h2 = half[far + g1], half[far + g2]

    of_reference, of_incident = (from_a, from_b) if reference == 0 else (from_b, from_a)
    code = MIDDLE + of_reference * sign * power_of_three(f) + of_incident * side * power_of_three(g)
    return sign, FacingFaces(
        cu,
        cv,
        h1 * turn[w1 + q1],
        h1 * turn[w2 + q1],
        h2 * turn[w1 + q2],
        h2 * turn[w2 + q2],
        w0,
        ku,
        kv,
        half[near + f1],
        half[near + f2],
        code,
        of_reference * power_of_three(f1),
        of_reference * power_of_three(f2),
        of_incident * power_of_three(g1),
        of_incident * power_of_three(g2),
    )


@inlined
def add_incident_corner(r1: float, r2: float, margin: float, face: FacingFaces, count: int, work: BoxPair) -> int:
    """Add the corner (r1, r2) of the incident face if it lies inside the rectangle; return the new count."""
    cu, cv, e1u, e1v, e2u, e2v, w0, ku, kv, side_u, side_v, code, _, _, i1, i2 = face
    u, v = cu + r1 * e1u + r2 * e2u, cv + r1 * e1v + r2 * e2v
    w = w0 + ku * u + kv * v
    inside = (abs(u) <= (1.0 + FLUSH_OF_SIDE) * side_u) & (abs(v) <= (1.0 + FLUSH_OF_SIDE) * side_v) & (w <= margin)
    return add_point(u, v, w, code + r1 * i1 + r2 * i2, inside, count, work)


@inlined
def add_reference_corner(r1: float, r2: float, margin: float, face: FacingFaces, count: int, work: BoxPair) -> int:
    """Add the corner (r1, r2) of the rectangle if it lies under the incident face; return the new count."""
    cu, cv, e1u, e1v, e2u, e2v, w0, ku, kv, side_u, side_v, code, ju, jv, _, _ = face
    u, v = r1 * side_u, r2 * side_v
    du, dv = (1.0 + FLUSH_OF_SIDE) * u - cu, (1.0 + FLUSH_OF_SIDE) * v - cv
    w = w0 + ku * u + kv * v
    area = abs(e1u * e2v - e1v * e2u)
    inside = (abs(du * e2v - dv * e2u) <= area) & (abs(e1u * dv - e1v * du) <= area) & (w <= margin)
    return add_point(u, v, w, code + r1 * ju + r2 * jv, inside, count, work)


@inlined
def clip_face(margin: float, face: FacingFaces, work: BoxPair) -> int:
    """Write the corners of the overlap of the two faces that are no higher than the margin; return their number."""
    cu, cv, e1u, e1v, e2u, e2v = face.cu, face.cv, face.e1u, face.e1v, face.e2u, face.e2v
    side_u, side_v, code, i1, i2 = face.side_u, face.side_v, face.code, face.i1, face.i2
    count = 0
    count = add_incident_corner(1.0, 1.0, margin, face, count, work)
    count = add_incident_corner(-1.0, 1.0, margin, face, count, work)
    count = add_incident_corner(1.0, -1.0, margin, face, count, work)
    count = add_incident_corner(-1.0, -1.0, margin, face, count, work)
    if count == 4:  # all of the incident face: a box on a floor
        return count
    iu, iv = inverse(e1u), inverse(e1v)
    edge = (e1u, e1v, iu, iv, side_u * abs(iu), side_v * abs(iv))
    count = add_crossings(cu + e2u, cv + e2v, edge, code + i2, face, margin, count, work)
    count = add_crossings(cu - e2u, cv - e2v, edge, code - i2, face, margin, count, work)
    iu, iv = inverse(e2u), inverse(e2v)
    edge = (e2u, e2v, iu, iv, side_u * abs(iu), side_v * abs(iv))
    count = add_crossings(cu + e1u, cv + e1v, edge, code + i1, face, margin, count, work)
    count = add_crossings(cu - e1u, cv - e1v, edge, code - i1, face, margin, count, work)
    count = add_reference_corner(1.0, 1.0, margin, face, count, work)
    count = add_reference_corner(-1.0, 1.0, margin, face, count, work)
    count = add_reference_corner(1.0, -1.0, margin, face, count, work)
    return add_reference_corner(-1.0, -1.0, margin, face, count, work)


@inlined
def nearest_corner(face: FacingFaces, work: BoxPair) -> float:
    """Write the incident corner nearest to the reference face as the first point; return its squared distance."""
    cu, cv, e1u, e1v, e2u, e2v, w0, ku, kv, side_u, side_v, code, _, _, i1, i2 = face
    best = math.inf
    for k in range(4):
        r1, r2 = -1.0 if k & 1 else 1.0, -1.0 if k & 2 else 1.0
        u, v = cu + r1 * e1u + r2 * e2u, cv + r1 * e1v + r2 * e2v
        w = w0 + ku * u + kv * v
        u1, v1, w1 = clamped(u, side_u), clamped(v, side_v), greater(w, 0.0)
        square = (u - u1) * (u - u1) + (v - v1) * (v - v1) + w1 * w1
        if square < best:
            best = square
            add_point(0.5 * (u + u1), 0.5 * (v + v1), w, code + r1 * i1 + r2 * i2, True, 0, work)
    return best


@inlined
def deepest_point(count: int, work: BoxPair) -> float:
    """Return the smallest separation of the points; infinite if there is none."""
    best = math.inf
    for k in range(count):
        best = lesser(best, work.point[k].separation)
    return best


@inlined
def spread_four(count: int, size: float, work: BoxPair) -> None:
    """Bring four of more points to the front: the deepest, the farthest from it, and two that add the most area.

    Differences that jitter could make do not count: the earlier point then stays.
    """
    u0 = v0 = u1 = v1 = u2 = v2 = 0.0
    for place in range(4):
        best, threshold, chosen = -math.inf, -math.inf, place
        for k in range(place, count):
            point = work.point[k]
            du, dv = point.place[0] - u0, point.place[1] - v0
            if place == 0:
                score = -point.separation
            elif place == 1:
                score = du * du + dv * dv
            elif place == 2:
                score = abs(u1 * dv - v1 * du)
            else:  # what the point sees beyond one of the triangle's three sides
                whole = u1 * v2 - v1 * u2
                turn = 1.0 if whole >= 0.0 else -1.0
                beyond_1 = turn * (v1 * du - u1 * dv)
                beyond_2 = turn * (u2 * dv - v2 * du)
                score = greater(greater(beyond_1, beyond_2), -(abs(whole) + beyond_1 + beyond_2))
            if score > threshold:
                best, chosen = score, k
                threshold = best + (EQUAL_DEPTH_OF_BOXES * size if place == 0 else EQUAL_SPREAD * abs(best))
        kept, taken = work.point[place], work.point[chosen]
        u, v, w, code = kept.place[0], kept.place[1], kept.separation, kept.feature
        work.point[place] = taken
        taken.place[0], taken.place[1], taken.separation, taken.feature = u, v, w, code
        if place == 0:
            u0, v0 = kept.place[0], kept.place[1]
        elif place == 1:
            u1, v1 = kept.place[0] - u0, kept.place[1] - v0
        else:
            u2, v2 = kept.place[0] - u0, kept.place[1] - v0


@inlined
def to_body_axes(count: int, axis: int, sign: float, work: BoxPair) -> None:
    """Turn (u, v) into coordinates of the reference box, halfway to the incident face; write the normal from a to b."""
    f = axis if axis < 3 else axis - 3
    f1 = f + 1 if f < 2 else 0
    f2 = f1 + 1 if f1 < 2 else 0
    height, normal = work.half[axis], work.normal
    normal[f] = sign if axis < 3 else -sign
    normal[f1] = 0.0
    normal[f2] = 0.0
    for k in range(count):
        point = work.point[k]
        u, v = point.place[0], point.place[1]
        point.place[f] = sign * (height + 0.5 * point.separation)
        point.place[f1] = u
        point.place[f2] = v
