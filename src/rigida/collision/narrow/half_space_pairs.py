"""Contact of a half-space with any convex shape, in closed form.

The normal is known, so there is nothing to search: every vertex below the margin is a candidate, for curved shapes
every point of their contact face and the lowest point. Entry of the pair table in `narrow_phase`.
"""

from rigida.collision.arrays import ConvexTable, CorePair, FoundManifold, NarrowWork
from rigida.collision.narrow.contact_face import FACE_B, FLAT, POLYGON, UNKNOWN, contact_face, section, to_basis
from rigida.collision.narrow.reduce_points import EQUAL_DEPTH, put_candidate, set_basis, write_points
from rigida.collision.shapes.support import support
from rigida.jit.decorators import routine
from rigida.math.vec3 import Vec3, dot

#: Numbers of points in one contact face of a curved shape; the last stands for the lowest point.
_POINT_NUMBERS = 128


@routine
def half_space_manifold(
    pair: CorePair, margin: float, limit: int, shapes: ConvexTable, work: NarrowWork, out: FoundManifold
) -> int:
    """Write the contact of half-space a and shape b: vertices of a polytope, points of the contact face of others.

    Arguments as in `contact_manifold`. A feature is the number of the vertex or point in its shape.
    """
    n, core = shapes.core[pair.a].size, shapes.core[pair.b]
    local = -n @ pair.rotation
    lowest_point, _ = support(core, local, shapes)
    depth = dot(n, pair.position) - dot(local, lowest_point) - core.radius
    if depth > margin:
        return 0
    set_basis(n, work, out)
    corners, face = section(FACE_B, work), work.face[FACE_B]
    count, part, extra = core.vertex_end - core.vertex, 0, 0
    if count > 0:
        for i in range(count):
            corners[i].place = shapes.vertex[core.vertex + i]
    else:
        face.which = UNKNOWN
        contact_face(FACE_B, FLAT, pair, shapes, work)
        # A disk's points only come near the lowest one: it follows them.
        count, part, extra = face.count, face.part, 1
        corners[count].place = lowest_point
    to_basis(FACE_B, count if extra else 0, count + extra, pair, work)
    candidates, kept, tolerance = section(POLYGON, work), 0, EQUAL_DEPTH * core.scale
    lowest = margin
    for i in range(count + extra):
        place = corners[i].place
        w = place.z - core.radius
        if w <= margin and (i < count or kept == 0 or lowest > w + tolerance):
            lowest = min(lowest, w)
            name = _POINT_NUMBERS * part + (i if i < count else _POINT_NUMBERS - 1)
            kept = put_candidate(candidates, kept, Vec3(place.x, place.y, 0.5 * w), w, name)
    return write_points(candidates, kept, limit, tolerance, work, out)
