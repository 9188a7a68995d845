"""Contact manifold of two boxes: normal, up to four (or eight) points, and features that tell them apart over time.

Entry of the pair table for box–box: separating axes (`box_axes`), then a clipped face (`box_clip`) or two edges
(`box_edges`). Kernels take whole arrays and row numbers, so that no caller has to make views.
"""

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.collision.narrow.box_axes import APART, CODES, NORMAL, POINT, SLACK_OF_SEPARATION, separating_axis
from rigida.collision.narrow.box_clip import (
    SCRATCH_SIZE,
    STRIDE,
    Frame,
    clip_face,
    deepest_point,
    facing_faces,
    nearest_corner,
    spread_four,
    to_body_axes,
)
from rigida.collision.narrow.box_edges import NEARLY_ALONG, best_edge_pair, edge_along_face, edge_contact
from rigida.jit.decorators import inlined, kernel
from rigida.math.rotation import matrix_from_quaternion


@inlined
def edge_or_corner(
    pair: int,
    separation: float,
    margin: float,
    from_a: float,
    from_b: float,
    frame: Frame,
    scratch: FloatArray,
) -> int:
    """Write the point of an edge pair, or of a lone corner above the face (pair −1); return how many, 1 or 0."""
    square = edge_contact(pair, separation, from_a, from_b, scratch) if pair >= 0 else nearest_corner(frame, scratch)
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
    scratch: FloatArray,
) -> tuple[int, int]:
    """Write the points and the normal into the scratch row, in the frame of the reference box (0: a, 1: b).

    Returns the count and the reference box.
    """
    sign, frame = facing_faces(axis, from_a, from_b, scratch)
    count, pair, best = 0, -1, 0.0
    clipped = True
    slack_of_size = slack - SLACK_OF_SEPARATION * abs(separation)
    if edge:
        pair, best = best_edge_pair(slack_of_size, scratch)
        slack = slack_of_size + SLACK_OF_SEPARATION * abs(best)
        clipped = edge_along_face(pair, axis, scratch) > NEARLY_ALONG
    if clipped:
        count = clip_face(margin, frame, scratch)
        if edge and abs(deepest_point(count, scratch) - best) <= slack:
            pair = -1
    if count == 0 and not edge:  # beside each other; or rounding in a contact without area
        pair, best = best_edge_pair(slack_of_size, scratch)
        if best < separation - slack:
            pair, best = -1, separation
    if count == 0 or pair >= 0:
        count = edge_or_corner(pair, best, margin, from_a, from_b, frame, scratch)
    if count > most:
        spread_four(count, frame[9] + frame[10], scratch)
        count = most
    reference = 0
    if pair < 0:
        reference = 0 if axis < 3 else 1
        to_body_axes(count, axis, sign, scratch)
    return count, reference


@inlined
def box_box_manifold(
    a: int,
    b: int,
    half: FloatArray,
    center: FloatArray,
    attitude: FloatArray,
    margin: float,
    most: int,
    scratch: FloatArray,
    row: int,
    out_point: FloatArray,
    out_separation: FloatArray,
    out_feature: IntArray,
) -> tuple[int, float, float, float]:
    """Write the contact points of boxes a and b; return their number and the unit normal from a to b.

    Args:
        a: Row of the first box in `half`, `center` and `attitude`.
        b: Row of the second box.
        half: Half extents (n, 3) [m], all positive.
        center: Centres (n, 3) [m].
        attitude: Unit quaternions (n, 4).
        margin: Points with a separation up to this are written; not negative [m].
        most: 4 or 8, how many points may be written. Of more, four well spread ones are kept: the deepest (within
            1e-5 of the size), the farthest from it, and two that add the most area.
        scratch: Working row (SCRATCH_SIZE,); one for each thread.
        row: Row of the three output arrays.
        out_point: World points (m, most, 3), halfway between the two surfaces along the normal [m].
        out_separation: Their separations (m, most) along the normal, negative in overlap [m].
        out_feature: Their features (m, most).

    Returns:
        Count and normal. Count 0: further apart than the margin; the normal then means nothing. Overlapping boxes have
        at least one point. Rows of the output beyond the count are left as they were.

    The normal is the axis of largest separation among face normals and edge pairs, but a face is preferred within a
    slack (`box_axes`), and to an edge pair within 0.05 rad of it if its deepest point is as deep (`box_edges`). Where
    the closest features of *separated* boxes are two vertices, or a vertex and an edge, the true distance is not along
    such an axis; the normal is then still that axis, the separation is measured along it, and one point is written if
    the features found are within the margin of each other.

    A feature is 27 code_a + code_b. A code is 13 + s_x + 3 s_y + 9 s_z with s = ±1 where the feature lies on a face of
    that axis, 0 where it runs along the axis: one sign for a face, two for an edge, three for a vertex. A point is a
    vertex against a face or an edge across an edge, so its feature depends neither on which box lent the reference face
    nor on the order of points, is unique in its manifold, and exchanging a and b exchanges the codes.
    """
    # The larger box is the first: it lends the reference face where both could, and its face wins by more, not less,
    # when the smaller box tilts on it. This also makes the result independent of the order of two unequal boxes.
    larger_b = half[b, 0] + half[b, 1] + half[b, 2] > half[a, 0] + half[a, 1] + half[a, 2]
    first, second = (b, a) if larger_b else (a, b)
    from_first, from_second = (1.0, CODES) if larger_b else (CODES, 1.0)
    outward = -1.0 if larger_b else 1.0

    axis, separation, slack, edge = separating_axis(first, second, half, center, attitude, margin, scratch)
    if axis == APART:
        return 0, 0.0, 0.0, 0.0
    count, reference = local_contact(axis, separation, slack, edge, margin, most, from_first, from_second, scratch)
    body = second if reference else first
    r00, r01, r02, r10, r11, r12, r20, r21, r22 = matrix_from_quaternion(
        attitude[body, 0], attitude[body, 1], attitude[body, 2], attitude[body, 3]
    )
    cx, cy, cz = center[body, 0], center[body, 1], center[body, 2]
    for k in range(count):
        i = POINT + STRIDE * k
        x, y, z = scratch[i], scratch[i + 1], scratch[i + 2]
        out_point[row, k, 0] = cx + r00 * x + r01 * y + r02 * z
        out_point[row, k, 1] = cy + r10 * x + r11 * y + r12 * z
        out_point[row, k, 2] = cz + r20 * x + r21 * y + r22 * z
        out_separation[row, k] = scratch[i + 3]
        out_feature[row, k] = np.int32(scratch[i + 4])
    x, y, z = outward * scratch[NORMAL], outward * scratch[NORMAL + 1], outward * scratch[NORMAL + 2]
    return count, r00 * x + r01 * y + r02 * z, r10 * x + r11 * y + r12 * z, r20 * x + r21 * y + r22 * z


@kernel
def box_box_manifolds(
    pairs: IntArray,
    half: FloatArray,
    center: FloatArray,
    attitude: FloatArray,
    margin: float,
    out_count: IntArray,
    out_normal: FloatArray,
    out_point: FloatArray,
    out_separation: FloatArray,
    out_feature: IntArray,
    most: int = 4,
) -> None:
    """Fill one row of the output arrays with the manifold of each pair (m, 2) of boxes; see `box_box_manifold`."""
    scratch = np.empty(SCRATCH_SIZE)
    for i in range(pairs.shape[0]):
        n, nx, ny, nz = box_box_manifold(
            pairs[i, 0],
            pairs[i, 1],
            half,
            center,
            attitude,
            margin,
            most,
            scratch,
            i,
            out_point,
            out_separation,
            out_feature,
        )
        out_count[i] = n
        out_normal[i, 0], out_normal[i, 1], out_normal[i, 2] = nx, ny, nz
