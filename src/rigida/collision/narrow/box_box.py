"""Contact manifold of two boxes: normal, up to four (or eight) points, and features that identify them over time.

Entry of the pair table for box–box: separating axes (`box_axes`), then a clipped face (`box_clip`) or two edges
(`box_edges`).
"""

from rigida.collision.arrays import BoxPair, ConvexTable, FoundManifold, PlacedShapes
from rigida.collision.narrow.box_axes import CODES, FAR_APART, SLACK_OF_SEPARATION, half_extents, separating_axis
from rigida.collision.narrow.box_clip import (
    FacingFaces,
    clip_face,
    deepest_point,
    facing_faces,
    nearest_corner,
    spread_four,
    to_body_axes,
)
from rigida.collision.narrow.box_edges import NEARLY_ALONG, best_edge_pair, edge_along_face, edge_contact
from rigida.jit.decorators import inlined
from rigida.math.quat import rotation_matrix
from rigida.math.vec3 import Vec3


@inlined
def edge_or_corner(
    pair: int, separation: float, margin: float, from_a: float, from_b: float, face: FacingFaces, work: BoxPair
) -> int:
    """Write the point of an edge pair, or of a lone corner above the face (pair −1); return how many, 1 or 0."""
    square = edge_contact(pair, separation, from_a, from_b, work) if pair >= 0 else nearest_corner(face, work)
    return 0 if (separation > 0.0) & (square > margin * margin) else 1


@inlined
def local_contact(
    axis: int,
    separation: float,
    slack: float,
    edge: bool,
    margin: float,
    most: int,
    from_a: float,
    from_b: float,
    work: BoxPair,
) -> tuple[int, int]:
    """Write the points and the normal in the frame of the reference box (0: a, 1: b).

    Returns the count and the reference box.
    """
    sign, face = facing_faces(axis, from_a, from_b, work)
    count, pair, best = 0, -1, 0.0
    clipped = True
    slack_of_size = slack - SLACK_OF_SEPARATION * abs(separation)
    if edge:
        pair, best = best_edge_pair(slack_of_size, work)
        slack = slack_of_size + SLACK_OF_SEPARATION * abs(best)
        clipped = edge_along_face(pair, axis, work) > NEARLY_ALONG
    if clipped:
        count = clip_face(margin, face, work)
        if edge and abs(deepest_point(count, work) - best) <= slack:
            pair = -1
    if count == 0 and not edge:  # beside each other; or rounding in a contact without area
        pair, best = best_edge_pair(slack_of_size, work)
        if best < separation - slack:
            pair, best = -1, separation
    if count == 0 or pair >= 0:
        count = edge_or_corner(pair, best, margin, from_a, from_b, face, work)
    if count > most:
        spread_four(count, face.side_u + face.side_v, work)
        count = most
    reference = 0
    if pair < 0:
        reference = 0 if axis < 3 else 1
        to_body_axes(count, axis, sign, work)
    return count, reference


@inlined
def box_box_manifold(
    a: int,
    b: int,
    margin: float,
    most: int,
    placed: PlacedShapes,
    shapes: ConvexTable,
    work: BoxPair,
    out: FoundManifold,
) -> int:
    """Write the contact of boxes a and b in world coordinates; return the number of its points.

    Args:
        a: Row of the first box in `placed`.
        b: Row of the second box.
        margin: Points with a separation up to this are written; not negative [m].
        most: 4 or 8, how many points may be written. Of more, four well spread ones are kept: the deepest (within
            1e-5 of the size), the farthest from it, and two that add the most area.
        placed: Where shapes are.
        shapes: What they are; half extents are positive.
        work: Working row, one for each thread.
        out: Points halfway between the two surfaces along the normal, their separations along it, their features.

    Returns:
        Count. 0: further apart than the margin; the normal is then zero. Overlapping boxes have at least one point.
        Points beyond the count are left as they were.

    The normal is the axis of largest separation among face normals and edge pairs, but a face is preferred within a
    slack (`box_axes`), and to an edge pair within 0.05 rad of it if its deepest point is as deep (`box_edges`). Where
    the closest features of *separated* boxes are two vertices, or a vertex and an edge, the true distance is not along
    such an axis; the normal is then still that axis, the separation is measured along it, and one point is written if
    the features found are within the margin of each other.

    A feature is 27 code_a + code_b. A code is 13 + s_x + 3 s_y + 9 s_z with s = ±1 where the feature lies on a face of
    that axis, 0 if it runs along the axis: one sign for a face, two for an edge, three for a vertex. A point is a
    vertex against a face or an edge across an edge, so its feature depends neither on which box lent the reference face
    nor on the order of points, is unique in its manifold, and exchanging a and b exchanges the codes.
    """
    # The larger box is the first: it lends the reference face where both could, and its face wins by more, not less,
    # when the smaller box tilts on it. This also makes the result independent of the order of two unequal boxes.
    half_a, half_b = half_extents(a, placed, shapes), half_extents(b, placed, shapes)
    larger_b = half_b.x + half_b.y + half_b.z > half_a.x + half_a.y + half_a.z
    first, second = (b, a) if larger_b else (a, b)
    from_first, from_second = (1.0, CODES) if larger_b else (CODES, 1.0)
    outward = -1.0 if larger_b else 1.0

    axis, separation, slack, edge = separating_axis(first, second, margin, placed, shapes, work)
    if axis == FAR_APART:
        out.normal = Vec3(0.0, 0.0, 0.0)
        return 0
    count, reference = local_contact(axis, separation, slack, edge, margin, most, from_first, from_second, work)
    body = second if reference else first
    center, r = placed.position[body], rotation_matrix(placed.attitude[body])
    for k in range(count):
        point = work.point[k]
        x, y, z = point.place[0], point.place[1], point.place[2]
        out.point[k] = Vec3(
            center.x + r.xx * x + r.xy * y + r.xz * z,
            center.y + r.yx * x + r.yy * y + r.yz * z,
            center.z + r.zx * x + r.zy * y + r.zz * z,
        )
        out.separation[k], out.feature[k] = point.separation, int(point.feature)
    out.normal = r @ Vec3(outward * work.normal[0], outward * work.normal[1], outward * work.normal[2])
    return count
