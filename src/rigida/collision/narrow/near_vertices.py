"""Vertices of a polytope above a face that it meets with an edge or a corner.

A body that moves far in a step also turns far: what touches next need not belong to the contact face. So where bodies
are looked for at a distance, all vertices that may reach the other's face within it are candidates, as they are above
a half-space (`half_space_pairs`).
"""

from rigida.collision.arrays import ConvexTable, CorePair, NarrowWork
from rigida.collision.narrow.clip import facet
from rigida.collision.narrow.contact_face import FACE_A, section
from rigida.collision.narrow.reduce_points import put_candidate
from rigida.jit.decorators import routine
from rigida.math.vec3 import Vec3


@routine
def _is_over(u: float, v: float, side: int, area: float, work: NarrowWork) -> bool:
    """Tell whether a point of the (u, v) plane is inside a contact face of a signed area."""
    corners, count = section(side, work), work.face[side].count
    before = corners[count - 1].place
    for k in range(count):
        corner = corners[k].place
        if area * ((corner.x - before.x) * (v - before.y) - (corner.y - before.y) * (u - before.x)) < 0.0:
            return False
        before = corner
    return True


@routine
def near_vertices(
    side: int, name: int, margin: float, target: int, count: int, pair: CorePair, shapes: ConvexTable, work: NarrowWork
) -> int:
    """Add the vertices of the other core over the contact face of one (side FACE_A or FACE_B) to `count` candidates.

    name: feature id of the first vertex; target: section of the candidates. Returns their number.
    """
    a, b, basis = shapes.core[pair.a], shapes.core[pair.b], work.basis[0]
    other, sign = (b, 1.0) if side == FACE_A else (a, -1.0)
    area, slope_u, slope_v = facet(section(side, work), work.face[side].count)
    origin, candidates = section(side, work)[0].place, section(target, work)
    for i in range(other.vertex, other.vertex_end):
        place = shapes.vertex[i]
        if side == FACE_A:
            place = pair.rotation @ place + pair.position
        place = basis @ place
        foot = origin.z + slope_u * (place.x - origin.x) + slope_v * (place.y - origin.y)
        gap = sign * (place.z - foot) - a.radius - b.radius
        if gap <= margin and _is_over(place.x, place.y, side, area, work):
            middle = 0.5 * (place.z + foot + a.radius - b.radius)
            count = put_candidate(candidates, count, Vec3(place.x, place.y, middle), gap, name + i - other.vertex)
    return count
