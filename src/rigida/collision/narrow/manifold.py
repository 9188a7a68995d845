"""Contact manifold of any two convex shapes: a normal and up to four (or eight) points with steady feature ids.

`near_separation` gives normal and depth; the contact faces of both shapes along the normal are clipped against each
other and a few well-spread points of their overlap are kept. Works in the frame of a; `narrow_phase` calls it for every
pair that has no closed form of its own.

*Degenerate closest pairs* (Bacin 1999, 7.4, algorithm 7.1: vertex–vertex, vertex–edge, edge–face and face–face pairs
are replaced by a vertex–face or edge–edge pair whose plane separates the bodies) need no treatment of their own. A
corner of the overlap of two faces is a vertex of one over the other face or a crossing of two edges, so every point
comes from a non-degenerate pair. The plane is normalised too: `settle_normal` turns the normal to that of a face of
either shape whenever its plane separates them as well within SLACK, and where cores touch, `separation` itself only
knows axes of faces and edge pairs.

*Feature ids*, 31 bits: (a's part 8)(b's part 8)(b was the reference 1)(line before 7)(line after 7). A part is the
face, edge or vertex in contact. The two lines that meet in a corner of the overlap are edges of the incident face
(0–63, from its first corner) or sides of the reference face (64–127); a line bounds the convex overlap once, so ids are
unique in a manifold, and they change only when other features touch. 127, 127 is the deepest point where no corner
represents it.
"""

from rigida.arrays import FloatArray, IntArray
from rigida.collision.distance.near_separation import near_separation
from rigida.collision.narrow.clip import CLIP_ROWS, LINE, clip, crossing, facet
from rigida.collision.narrow.contact_face import (
    FACE_A,
    FACE_B,
    FLAT,
    OTHER_POLYGON,
    POLYGON,
    UNKNOWN,
    contact_face,
)
from rigida.collision.narrow.reduce_points import EQUAL_DEPTH, put_candidate, set_basis, write_points
from rigida.collision.narrow.round_sides import ALONG, is_round, side_ends
from rigida.collision.narrow.settle_normal import settle_normal
from rigida.collision.shapes.convex import ROUND, SCALE, VERTEX, VERTEX_END
from rigida.jit.decorators import inlined, routine

#: A face whose plane separates the shapes less well than the best plane by up to this fraction of the smaller one's
#: size lends its normal: resting bodies then keep the normal of the face while jitter tilts the closest direction.
SLACK = 1e-4
#: Corners this fraction of the smaller size outside a side count as inside, see `clip.cut`.
FLUSH = 1e-4
#: Edges that cross at a smaller sine lie along each other and touch in two points; for round sides see `round_sides`.
_PARALLEL = 1e-3
#: Part of the smaller size by which points as deep as the contact may lie beside each other and still be it.
_BESIDE = 1e-2
#: Areas must differ by this fraction for the face of b to become the reference.
_LARGER = 1.001
#: Cosine of the lean up to which a face or edge is level; far above the error of a normal, about 1e-6.
_EXACTLY_FLAT = 1.0 - 1e-6
_LINES = 128.0
_PARTS = 256.0

# What is tried in turn: the settled normal, the closest direction, the deepest point alone.
_SETTLED = 0
_CLOSEST = 1
_DEEPEST = 2


@routine
def scratch_rows(header: IntArray) -> int:
    """Return how many rows a section of the scratch (SECTIONS, rows, COLUMNS) needs for the shapes of a table."""
    rows = CLIP_ROWS
    for g in range(header.shape[0]):
        rows = max(rows, header[g, VERTEX_END] - header[g, VERTEX] + 1)
    return rows


@inlined
def feature_id(part_a: int, part_b: int, reference: int, before: float, after: float) -> float:
    """Return a feature id as a whole number; see the module's head."""
    return (((part_a * _PARTS + part_b) * 2.0 + reference) * _LINES + before) * _LINES + after


@routine
def _overlap(
    count_a: int,
    count_b: int,
    part_a: int,
    part_b: int,
    radius_a: float,
    radius_b: float,
    margin: float,
    flush: float,
    scratch: FloatArray,
) -> tuple[int, int, float]:
    """Write the corners of two contact faces' overlap as candidates; return section, count and lowest separation."""
    area_a, slope_ua, slope_va = facet(FACE_A, count_a, scratch)
    area_b, slope_ub, slope_vb = facet(FACE_B, count_b, scratch)
    # The larger face is the reference; a segment or a point has no area.
    reference = 1 if abs(area_b) > _LARGER * abs(area_a) or (count_b > count_a and count_a <= 2) else 0
    if reference == 0:
        source, count = clip(FACE_A, count_a, area_a, FACE_B, count_b, flush, scratch)
        sign, slope_u, slope_v = 1.0, slope_ua, slope_va
    else:
        source, count = clip(FACE_B, count_b, area_b, FACE_A, count_a, flush, scratch)
        sign, slope_u, slope_v = -1.0, slope_ub, slope_vb
    target = POLYGON + OTHER_POLYGON - source
    kept, lowest = 0, margin
    for i in range(count):
        u, v, w = scratch[source, i, 0], scratch[source, i, 1], scratch[source, i, 2]
        foot = scratch[reference, 0, 2]
        foot += slope_u * (u - scratch[reference, 0, 0]) + slope_v * (v - scratch[reference, 0, 1])
        gap = sign * (w - foot) - radius_a - radius_b
        if gap <= margin:
            before = scratch[source, i - 1 if i > 0 else count - 1, LINE]
            name = feature_id(part_a, part_b, reference, before, scratch[source, i, LINE])
            middle = 0.5 * (w + foot + radius_a - radius_b)
            kept = put_candidate(target, kept, u, v, middle, gap, name, scratch)
            lowest = min(lowest, gap)
    return target, kept, lowest


@routine
def contact_manifold(
    a: int,
    b: int,
    header: IntArray,
    size: FloatArray,
    vertex: FloatArray,
    face: FloatArray,
    face_loop: IntArray,
    loop: IntArray,
    edge: IntArray,
    frame: FloatArray,
    margin: float,
    limit: int,
    scratch: FloatArray,
    result: FloatArray,
    simplex: FloatArray,
    kept: FloatArray,
    known: int,
    normal: FloatArray,
    point: FloatArray,
    separation: FloatArray,
    feature: IntArray,
) -> tuple[int, int]:
    """Write the contact of convex shapes a and b, rows of a table, in the frame of a.

    Args:
        a: Row of the first shape; neither is a half-space.
        b: Row of the second shape.
        header: The table's arrays, and so on to `edge`; see `ConvexTable`.
        size: …
        vertex: …
        face: …
        face_loop: …
        loop: …
        edge: …
        frame: (12,) rotation R_AB by rows and position p_AB.
        margin: Points up to this separation are written; not negative [m].
        limit: How many points at most, 4 or 8.
        scratch: (SECTIONS, rows, COLUMNS) with `scratch_rows`.
        result: (10,) as `separation` fills it; after the call its normal and separation are those of the contact.
        simplex: (8, 12), scratch.
        kept: (KEPT,) of an earlier call for the same shapes, see `distance.near_separation`.
        known: What that call returned, or 0.
        normal: (3,) unit, from a to b.
        point: (8, 3) halfway between both surfaces along the normal.
        separation: (8,) along the normal, negative in overlap.
        feature: (8,) ids; see the module's head.

    Returns:
        How many points (0 if the shapes are further apart than the margin), and what is known the next time.
    """
    known = near_separation(a, b, header, size, vertex, face, edge, frame, margin, simplex, kept, known, result)
    if result[0] > margin:
        return 0, known
    radius_a, radius_b = size[a, ROUND], size[b, ROUND]
    scale = min(size[a, SCALE], size[b, SCALE])
    tolerance, flush = EQUAL_DEPTH * scale, FLUSH * scale
    closest = result[0], result[1], result[2], result[3]
    face_a, lean_a, face_b, lean_b = settle_normal(
        a, b, header, size, vertex, face, face_loop, loop, frame, SLACK * scale, result, scratch
    )
    set_basis(result[1], result[2], result[3], normal, scratch)
    target, count, name, attempt = POLYGON, 0, 0.0, _SETTLED
    while True:
        count_a, part_a, count_b, part_b = 0, 0, 0, 0
        for side in range(2):
            corners, part = contact_face(
                side,
                a if side == FACE_A else b,
                _EXACTLY_FLAT if attempt == _DEEPEST else FLAT,
                face_a if side == FACE_A else face_b,
                lean_a if side == FACE_A else lean_b,
                header,
                size,
                vertex,
                face,
                face_loop,
                loop,
                edge,
                frame,
                scratch,
            )
            if side == FACE_A:
                count_a, part_a = corners, part
            else:
                count_b, part_b = corners, part
        found = attempt == _DEEPEST
        if not found:
            name = feature_id(part_a, part_b, 0, _LINES - 1.0, _LINES - 1.0)
        single, u, v, w, apart, gap, sine = found, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
        if count_a <= 2 and count_b <= 2:
            u, v, w, apart, gap, sine = crossing(scratch)
            w += 0.5 * (radius_a - radius_b)
        along = count_a == 2 and count_b == 2 and sine <= ALONG and not found
        if along and is_round(a, part_a, header, size) and is_round(b, part_b, header, size):
            ends = feature_id(part_a, part_b, 0, 0.0, 0.0)
            count, lowest = side_ends(a, b, header, size, ends, margin, scratch)
            single = True
            if count > 0 and lowest <= result[0] + tolerance:
                break
        if count_a <= 2 and count_b <= 2:
            single = single or sine > _PARALLEL
            # A normal remembered and found again leaves points of round parts a little beside each other.
            as_deep = abs(gap - radius_a - radius_b - result[0]) <= tolerance
            found = found or (single and (apart <= flush or (as_deep and apart <= _BESIDE * scale)))
        elif single:
            # A level face; the other shape reaches to it.
            sign, pointed = (1.0, FACE_A) if count_a < count_b else (-1.0, FACE_B)
            u, v, w = scratch[pointed, 0, 0], scratch[pointed, 0, 1], scratch[pointed, 0, 2]
            w += sign * 0.5 * result[0] + (radius_a if pointed == FACE_A else -radius_b)
        if found:
            count = put_candidate(target, count, u, v, w, result[0], name, scratch)
        elif not single:
            target, count, lowest = _overlap(
                count_a, count_b, part_a, part_b, radius_a, radius_b, margin, flush, scratch
            )
            found = count > 0 and lowest <= result[0] + tolerance
        if found:
            break
        # A face that separates nearly as well may not be touched where it should be: then the closest direction is
        # taken. The deepest point is added where the corners of the overlap do not represent it.
        attempt = _CLOSEST if attempt == _SETTLED and result[0] != closest[0] else _DEEPEST
        if attempt == _CLOSEST:
            count, face_a, face_b = 0, UNKNOWN, UNKNOWN
            result[0], result[1], result[2], result[3] = closest
            set_basis(result[1], result[2], result[3], normal, scratch)
    return write_points(target, count, limit, tolerance, scratch, point, separation, feature), known
