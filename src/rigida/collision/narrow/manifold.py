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

from rigida.collision.arrays import ConvexTable, CorePair, FoundManifold, KeptDirection, NarrowWork
from rigida.collision.distance.near_separation import near_separation
from rigida.collision.narrow.clip import clip, crossing, facet
from rigida.collision.narrow.contact_face import (
    FACE_A,
    FACE_B,
    FLAT,
    OTHER_POLYGON,
    POLYGON,
    UNKNOWN,
    contact_face,
    section,
)
from rigida.collision.narrow.reduce_points import EQUAL_DEPTH, put_candidate, set_basis, write_points
from rigida.collision.narrow.round_sides import ALONG, is_round, side_ends
from rigida.collision.narrow.settle_normal import settle_normal
from rigida.jit.decorators import inlined, routine
from rigida.math.vec3 import Vec3

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
_LINES = 128
_PART_NUMBERS = 256

# What is tried in turn: the settled normal, the closest direction, the deepest point alone.
_SETTLED = 0
_CLOSEST = 1
_DEEPEST = 2


@inlined
def feature_id(part_a: int, part_b: int, reference: int, before: int, after: int) -> int:
    """Return a feature id; see the module's head."""
    return (((part_a * _PART_NUMBERS + part_b) * 2 + reference) * _LINES + before) * _LINES + after


@routine
def _overlap(radius_a: float, radius_b: float, margin: float, flush: float, work: NarrowWork) -> tuple[int, int, float]:
    """Write the corners of two contact faces' overlap as candidates; return section, count and lowest separation."""
    a, b = work.face[FACE_A], work.face[FACE_B]
    area_a, slope_ua, slope_va = facet(section(FACE_A, work), a.count)
    area_b, slope_ub, slope_vb = facet(section(FACE_B, work), b.count)
    # The larger face is the reference; a segment or a point has no area.
    reference = FACE_B if abs(area_b) > _LARGER * abs(area_a) or (b.count > a.count and a.count <= 2) else FACE_A
    if reference == FACE_A:
        source, count = clip(FACE_A, a.count, area_a, FACE_B, b.count, flush, work)
        sign, slope_u, slope_v = 1.0, slope_ua, slope_va
    else:
        source, count = clip(FACE_B, b.count, area_b, FACE_A, a.count, flush, work)
        sign, slope_u, slope_v = -1.0, slope_ub, slope_vb
    target = POLYGON + OTHER_POLYGON - source
    corners, candidates, origin = section(source, work), section(target, work), section(reference, work)[0].place
    kept, lowest = 0, margin
    for i in range(count):
        place = corners[i].place
        foot = origin.z
        foot += slope_u * (place.x - origin.x) + slope_v * (place.y - origin.y)
        gap = sign * (place.z - foot) - radius_a - radius_b
        if gap <= margin:
            before = corners[i - 1 if i > 0 else count - 1].line
            name = feature_id(a.part, b.part, reference, before, corners[i].line)
            middle = 0.5 * (place.z + foot + radius_a - radius_b)
            kept = put_candidate(candidates, kept, Vec3(place.x, place.y, middle), gap, name)
            lowest = min(lowest, gap)
    return target, kept, lowest


@routine
def contact_manifold(
    pair: CorePair,
    margin: float,
    limit: int,
    known: int,
    shapes: ConvexTable,
    kept: KeptDirection,
    work: NarrowWork,
    out: FoundManifold,
) -> tuple[int, int]:
    """Write the contact of two convex shapes in the frame of the first.

    Args:
        pair: The shapes, neither of them a half-space, and where they are.
        margin: Points up to this separation are written; not negative [m].
        limit: How many points at most, 4 or 8.
        known: What the last call for the same shapes returned, or 0.
        shapes: All geometries.
        kept: What that call left, see `distance.near_separation`.
        work: Working rows.
        out: The manifold, for feature ids see the module's head.

    Returns:
        How many points (0 if the shapes are further apart than the margin), and what is known the next time.
    """
    result, a, b = work.distance.found[0], shapes.core[pair.a], shapes.core[pair.b]
    known = near_separation(pair, margin, known, shapes, kept, work.distance, result)
    if result.distance > margin:
        return 0, known
    scale = min(a.scale, b.scale)
    tolerance, flush = EQUAL_DEPTH * scale, FLUSH * scale
    closest, closest_normal = result.distance, result.normal
    face_a, face_b = work.face[FACE_A], work.face[FACE_B]
    settle_normal(pair, SLACK * scale, shapes, work, result)
    set_basis(result.normal, work, out)
    target, count, name, attempt = POLYGON, 0, 0, _SETTLED
    while True:
        for side in range(2):
            contact_face(side, _EXACTLY_FLAT if attempt == _DEEPEST else FLAT, pair, shapes, work)
        found = attempt == _DEEPEST
        if not found:
            name = feature_id(face_a.part, face_b.part, 0, _LINES - 1, _LINES - 1)
        pointed = face_a.count <= 2 and face_b.count <= 2
        single, place, apart, gap, sine = found, Vec3(0.0, 0.0, 0.0), 0.0, 0.0, 0.0
        if pointed:
            place, apart, gap, sine = crossing(work)
            place = Vec3(place.x, place.y, place.z + 0.5 * (a.radius - b.radius))
        along = face_a.count == 2 and face_b.count == 2 and sine <= ALONG and not found
        if along and is_round(a, face_a.part) and is_round(b, face_b.part):
            count, lowest = side_ends(pair, feature_id(face_a.part, face_b.part, 0, 0, 0), margin, shapes, work)
            single = True
            if count > 0 and lowest <= result.distance + tolerance:
                break
        if pointed:
            single = single or sine > _PARALLEL
            # A normal remembered and found again leaves points of round parts a little beside each other.
            as_deep = abs(gap - a.radius - b.radius - result.distance) <= tolerance
            found = found or (single and (apart <= flush or (as_deep and apart <= _BESIDE * scale)))
        elif single:
            # A level face; the other shape reaches to it.
            sign, tip = (1.0, FACE_A) if face_a.count < face_b.count else (-1.0, FACE_B)
            place = section(tip, work)[0].place
            w = sign * 0.5 * result.distance + (a.radius if tip == FACE_A else -b.radius)
            place = Vec3(place.x, place.y, place.z + w)
        if found:
            count = put_candidate(section(target, work), count, place, result.distance, name)
        elif not single:
            target, count, lowest = _overlap(a.radius, b.radius, margin, flush, work)
            found = count > 0 and lowest <= result.distance + tolerance
        if found:
            break
        # A face that separates nearly as well may not be touched where it should be: then the closest direction is
        # taken. The deepest point is added where the corners of the overlap do not represent it.
        attempt = _CLOSEST if attempt == _SETTLED and result.distance != closest else _DEEPEST
        if attempt == _CLOSEST:
            count, face_a.which, face_b.which = 0, UNKNOWN, UNKNOWN
            result.distance, result.normal = closest, closest_normal
            set_basis(closest_normal, work, out)
    return write_points(section(target, work), count, limit, tolerance, work, out), known
