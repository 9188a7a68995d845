"""Contact of a half-space with any convex shape, in closed form.

The normal is known, so there is nothing to search: every vertex below the margin is a candidate, for curved shapes
every point of their contact face and the lowest point. Entry of the pair table in `narrow_phase`.
"""

from rigida.arrays import FloatArray, IntArray
from rigida.collision.narrow.contact_face import FACE_B, FLAT, POLYGON, UNKNOWN, contact_face, to_basis
from rigida.collision.narrow.reduce_points import EQUAL_DEPTH, put_candidate, set_basis, write_points
from rigida.collision.shapes.convex import ROUND, SCALE, VERTEX, VERTEX_END
from rigida.collision.shapes.frames import to_b
from rigida.collision.shapes.support import support
from rigida.jit.decorators import routine
from rigida.math.vector import dot

#: Numbers of points in one contact face of a curved shape; the last stands for the lowest point.
_POINTS = 128


@routine
def half_space_manifold(
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
    normal: FloatArray,
    point: FloatArray,
    separation: FloatArray,
    feature: IntArray,
) -> int:
    """Write the contact of half-space a and shape b: vertices of a polytope, points of the contact face of others.

    Arguments as in `contact_manifold`. A feature is the number of the vertex or point in its shape.
    """
    x, y, z = size[a, 0], size[a, 1], size[a, 2]
    lx, ly, lz = to_b(frame, -x, -y, -z)
    px, py, pz, _ = support(b, header, size, vertex, lx, ly, lz)
    radius = size[b, ROUND]
    depth = dot(x, y, z, frame[9], frame[10], frame[11]) - dot(lx, ly, lz, px, py, pz) - radius
    if depth > margin:
        return 0
    set_basis(x, y, z, normal, scratch)
    count, part = header[b, VERTEX_END] - header[b, VERTEX], 0
    extra = 0
    if count > 0:
        for i in range(count):
            for c in range(3):
                scratch[FACE_B, i, c] = vertex[header[b, VERTEX] + i, c]
    else:
        # A disk's points only come near the lowest one: it follows them.
        count, part = contact_face(
            FACE_B, b, FLAT, UNKNOWN, 0.0, header, size, vertex, face, face_loop, loop, edge, frame, scratch
        )
        scratch[FACE_B, count, 0], scratch[FACE_B, count, 1], scratch[FACE_B, count, 2] = px, py, pz
        extra = 1
    to_basis(FACE_B, count if extra else 0, count + extra, frame, scratch)
    kept, tolerance = 0, EQUAL_DEPTH * size[b, SCALE]
    lowest = margin
    for i in range(count + extra):
        w = scratch[FACE_B, i, 2] - radius
        if w <= margin and (i < count or kept == 0 or lowest > w + tolerance):
            lowest = min(lowest, w)
            name = float(_POINTS * part + (i if i < count else _POINTS - 1))
            kept = put_candidate(POLYGON, kept, scratch[FACE_B, i, 0], scratch[FACE_B, i, 1], 0.5 * w, w, name, scratch)
    return write_points(POLYGON, kept, limit, tolerance, scratch, point, separation, feature)
