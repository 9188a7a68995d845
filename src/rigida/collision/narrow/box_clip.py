"""Face against box: where the projected incident face overlaps the reference face, and which four points to keep.

The usual half of `box_box_manifold`. The corners of the overlap are found without order and without branches: corners
of the incident face inside the rectangle, crossings of its edges with the sides (Liang and Barsky 1984), corners of the
rectangle inside the incident face; Sutherland–Hodgman gives the same points but branches at every plane.
"""

import math

from rigida.arrays import FloatArray
from rigida.collision.narrow.box_axes import HALF, MIDDLE, NORMAL, OFFSET, POINT, TURN, greater, lesser
from rigida.collision.narrow.box_edges import clamped, power_of_three
from rigida.jit.decorators import inlined

#: The rectangle is taken larger by this fraction when features are told apart, so that boxes stacked flush, with
#: corners on the side planes, keep their four corners under jitter. Reported points may lie that far outside.
FLUSH = 1e-4
#: Differences of depth and relative differences of distance and area that do not change which points are kept.
EQUAL_DEPTH = 1e-5
EQUAL_SPREAD = 1e-3

# A point in the scratch row: u, v, a free place, w, feature. Rounding may report a corner twice, hence 16, not 8.
STRIDE = 5
SCRATCH_SIZE = POINT + STRIDE * 17

#: Incident face seen from the reference face: 16 numbers that `facing_faces` explains.
Frame = tuple[
    float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float
]

#: Stands for 1/0 where an edge runs along a side: large, but its products stay finite.
_NEVER = 1e150


@inlined
def inverse(x: float) -> float:
    """Return 1/x, or a large number if x is zero or nearly."""
    return 1.0 / x if abs(x) > 1.0 / _NEVER else _NEVER


@inlined
def add_point(u: float, v: float, w: float, code: float, wanted: bool, count: int, scratch: FloatArray) -> int:
    """Write a point behind the others and count it if it is wanted: no branch to mispredict."""
    k = POINT + STRIDE * count
    scratch[k], scratch[k + 1], scratch[k + 3], scratch[k + 4] = u, v, w, code
    return count + (1 if wanted else 0)


@inlined
def add_crossings(
    mu: float,
    mv: float,
    edge: tuple[float, float, float, float, float, float],
    plane: tuple[float, float, float],
    code: float,
    sides: tuple[float, float],
    margin: float,
    count: int,
    scratch: FloatArray,
) -> int:
    """Add the points where the edge m + τ e, −1 < τ < 1, enters and leaves the rectangle; return the new count.

    `edge` is e, 1/e and the half sides divided by |e|, `sides` what the sides +u and +v add to the feature.
    """
    eu, ev, iu, iv, su, sv = edge
    w0, ku, kv = plane
    ju = sides[0] if iu > 0.0 else -sides[0]
    jv = sides[1] if iv > 0.0 else -sides[1]
    tu, tv = -mu * iu, -mv * iv
    xu, xv = (1.0 + FLUSH) * su, (1.0 + FLUSH) * sv
    first = greater(tu - xu, tv - xv)
    last = lesser(tu + xu, tv + xv)
    crosses = first <= last

    by_u = tu - xu > tv - xv
    tau = clamped(tu - su if by_u else tv - sv, 1.0)
    u, v = mu + tau * eu, mv + tau * ev
    w = w0 + ku * u + kv * v
    wanted = crosses & (first > -1.0) & (first <= 1.0) & (w <= margin)
    count = add_point(u, v, w, code - (ju if by_u else jv), wanted, count, scratch)

    by_u = tu + xu < tv + xv
    tau = clamped(tu + su if by_u else tv + sv, 1.0)
    u, v = mu + tau * eu, mv + tau * ev
    w = w0 + ku * u + kv * v
    wanted = crosses & (last < 1.0) & (last >= -1.0) & (w <= margin)
    return add_point(u, v, w, code + (ju if by_u else jv), wanted, count, scratch)


@inlined
def facing_faces(axis: int, from_a: float, from_b: float, scratch: FloatArray) -> tuple[float, Frame]:
    """Return on which side of a face axis f its box, the reference, is touched, and the incident face seen from there.

    The frame holds the incident face's centre c and half edges e1, e2 on the reference axes u = f + 1, v = f + 2, its
    plane w = w0 + ku u + kv v above the reference face, the rectangle's half sides, and the features: of a point on
    both faces, and what a step along u, v, e1, e2 to an edge of the face adds to it.
    """
    reference, f = (0, axis) if axis < 3 else (1, axis - 3)
    row, column = (3, 1) if reference == 0 else (1, 3)
    near, far, offset = HALF + 3 * reference, HALF + 3 - 3 * reference, OFFSET + 3 * reference
    f1 = f + 1 if f < 2 else 0
    f2 = f1 + 1 if f1 < 2 else 0
    wf, w1, w2 = TURN + row * f, TURN + row * f1, TURN + row * f2
    t0 = scratch[offset + f]
    sign = 1.0 if t0 >= 0.0 else -1.0

    # The incident face is the one that looks most against the normal, so |gw| > 0.57.
    m0, m1, m2 = abs(scratch[wf]), abs(scratch[wf + column]), abs(scratch[wf + 2 * column])
    g = 0 if (m0 >= m1) & (m0 >= m2) else (1 if m1 >= m2 else 2)
    g1 = g + 1 if g < 2 else 0
    g2 = g1 + 1 if g1 < 2 else 0
    q, q1, q2 = column * g, column * g1, column * g2
    gu, gv, gw = scratch[w1 + q], scratch[w2 + q], sign * scratch[wf + q]
    side = -1.0 if gw > 0.0 else 1.0
    depth = side * scratch[far + g]
    cu, cv = scratch[offset + f1] + depth * gu, scratch[offset + f2] + depth * gv
    slope = -1.0 / gw
    ku, kv = gu * slope, gv * slope
    w0 = sign * t0 + depth * gw - scratch[near + f] - ku * cu - kv * cv
    h1, h2 = scratch[far + g1], scratch[far + g2]

    of_reference, of_incident = (from_a, from_b) if reference == 0 else (from_b, from_a)
    code = MIDDLE + of_reference * sign * power_of_three(f) + of_incident * side * power_of_three(g)
    return sign, (
        cu,
        cv,
        h1 * scratch[w1 + q1],
        h1 * scratch[w2 + q1],
        h2 * scratch[w1 + q2],
        h2 * scratch[w2 + q2],
        w0,
        ku,
        kv,
        scratch[near + f1],
        scratch[near + f2],
        code,
        of_reference * power_of_three(f1),
        of_reference * power_of_three(f2),
        of_incident * power_of_three(g1),
        of_incident * power_of_three(g2),
    )


@inlined
def add_incident_corner(r1: float, r2: float, margin: float, frame: Frame, count: int, scratch: FloatArray) -> int:
    """Add the corner (r1, r2) of the incident face if it lies inside the rectangle; return the new count."""
    cu, cv, e1u, e1v, e2u, e2v, w0, ku, kv, side_u, side_v, code, _, _, i1, i2 = frame
    u, v = cu + r1 * e1u + r2 * e2u, cv + r1 * e1v + r2 * e2v
    w = w0 + ku * u + kv * v
    inside = (abs(u) <= (1.0 + FLUSH) * side_u) & (abs(v) <= (1.0 + FLUSH) * side_v) & (w <= margin)
    return add_point(u, v, w, code + r1 * i1 + r2 * i2, inside, count, scratch)


@inlined
def add_reference_corner(r1: float, r2: float, margin: float, frame: Frame, count: int, scratch: FloatArray) -> int:
    """Add the corner (r1, r2) of the rectangle if it lies under the incident face; return the new count."""
    cu, cv, e1u, e1v, e2u, e2v, w0, ku, kv, side_u, side_v, code, ju, jv, _, _ = frame
    u, v = r1 * side_u, r2 * side_v
    du, dv = (1.0 + FLUSH) * u - cu, (1.0 + FLUSH) * v - cv
    w = w0 + ku * u + kv * v
    area = abs(e1u * e2v - e1v * e2u)
    inside = (abs(du * e2v - dv * e2u) <= area) & (abs(e1u * dv - e1v * du) <= area) & (w <= margin)
    return add_point(u, v, w, code + r1 * ju + r2 * jv, inside, count, scratch)


@inlined
def clip_face(margin: float, frame: Frame, scratch: FloatArray) -> int:
    """Write the corners of the overlap of the two faces that are no higher than the margin; return their number."""
    cu, cv, e1u, e1v, e2u, e2v, w0, ku, kv, side_u, side_v, code, ju, jv, i1, i2 = frame
    plane, sides = (w0, ku, kv), (ju, jv)
    count = 0
    count = add_incident_corner(1.0, 1.0, margin, frame, count, scratch)
    count = add_incident_corner(-1.0, 1.0, margin, frame, count, scratch)
    count = add_incident_corner(1.0, -1.0, margin, frame, count, scratch)
    count = add_incident_corner(-1.0, -1.0, margin, frame, count, scratch)
    if count == 4:  # all of the incident face: a box on a floor
        return count
    iu, iv = inverse(e1u), inverse(e1v)
    edge = (e1u, e1v, iu, iv, side_u * abs(iu), side_v * abs(iv))
    count = add_crossings(cu + e2u, cv + e2v, edge, plane, code + i2, sides, margin, count, scratch)
    count = add_crossings(cu - e2u, cv - e2v, edge, plane, code - i2, sides, margin, count, scratch)
    iu, iv = inverse(e2u), inverse(e2v)
    edge = (e2u, e2v, iu, iv, side_u * abs(iu), side_v * abs(iv))
    count = add_crossings(cu + e1u, cv + e1v, edge, plane, code + i1, sides, margin, count, scratch)
    count = add_crossings(cu - e1u, cv - e1v, edge, plane, code - i1, sides, margin, count, scratch)
    count = add_reference_corner(1.0, 1.0, margin, frame, count, scratch)
    count = add_reference_corner(-1.0, 1.0, margin, frame, count, scratch)
    count = add_reference_corner(1.0, -1.0, margin, frame, count, scratch)
    return add_reference_corner(-1.0, -1.0, margin, frame, count, scratch)


@inlined
def nearest_corner(frame: Frame, scratch: FloatArray) -> float:
    """Write the incident corner nearest to the reference face as the first point; return its squared distance."""
    cu, cv, e1u, e1v, e2u, e2v, w0, ku, kv, side_u, side_v, code, _, _, i1, i2 = frame
    best = math.inf
    for k in range(4):
        r1, r2 = -1.0 if k & 1 else 1.0, -1.0 if k & 2 else 1.0
        u, v = cu + r1 * e1u + r2 * e2u, cv + r1 * e1v + r2 * e2v
        w = w0 + ku * u + kv * v
        u1, v1, w1 = clamped(u, side_u), clamped(v, side_v), greater(w, 0.0)
        square = (u - u1) * (u - u1) + (v - v1) * (v - v1) + w1 * w1
        if square < best:
            best = square
            add_point(0.5 * (u + u1), 0.5 * (v + v1), w, code + r1 * i1 + r2 * i2, True, 0, scratch)
    return best


@inlined
def deepest_point(count: int, scratch: FloatArray) -> float:
    """Return the smallest separation of the points; infinite if there is none."""
    best = math.inf
    for k in range(count):
        best = lesser(best, scratch[POINT + STRIDE * k + 3])
    return best


@inlined
def spread_four(count: int, size: float, scratch: FloatArray) -> None:
    """Bring four of more points to the front: the deepest, the farthest from it, and two that add the most area.

    Differences that jitter could make do not count: the earlier point then stays.
    """
    u0 = v0 = u1 = v1 = u2 = v2 = 0.0
    for place in range(4):
        best, enough, chosen = -math.inf, -math.inf, place
        for k in range(place, count):
            i = POINT + STRIDE * k
            du, dv = scratch[i] - u0, scratch[i + 1] - v0
            if place == 0:
                score = -scratch[i + 3]
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
            if score > enough:
                best, chosen = score, k
                enough = best + (EQUAL_DEPTH * size if place == 0 else EQUAL_SPREAD * abs(best))
        i, j = POINT + STRIDE * place, POINT + STRIDE * chosen
        for c in range(STRIDE):
            scratch[i + c], scratch[j + c] = scratch[j + c], scratch[i + c]
        if place == 0:
            u0, v0 = scratch[i], scratch[i + 1]
        elif place == 1:
            u1, v1 = scratch[i] - u0, scratch[i + 1] - v0
        else:
            u2, v2 = scratch[i] - u0, scratch[i + 1] - v0


@inlined
def to_body_axes(count: int, axis: int, sign: float, scratch: FloatArray) -> None:
    """Turn (u, v) into coordinates of the reference box, halfway to the incident face; write the normal from a to b."""
    f = axis if axis < 3 else axis - 3
    f1 = f + 1 if f < 2 else 0
    f2 = f1 + 1 if f1 < 2 else 0
    height = scratch[HALF + axis]
    scratch[NORMAL + f] = sign if axis < 3 else -sign
    scratch[NORMAL + f1] = 0.0
    scratch[NORMAL + f2] = 0.0
    for k in range(count):
        i = POINT + STRIDE * k
        u, v = scratch[i], scratch[i + 1]
        scratch[i + f] = sign * (height + 0.5 * scratch[i + 3])
        scratch[i + f1] = u
        scratch[i + f2] = v
