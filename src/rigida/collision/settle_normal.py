"""The contact normal of two shapes, settled on a face where one separates them as well as the closest direction.

Second step of `contact_manifold`, after `separation`. Resting bodies then keep the normal of a face while jitter tilts
the direction between their closest points; this is the plane of Bacin's algorithm 7.1 (1999, 7.4).
"""

from rigida.collision.contact_face import face_along
from rigida.collision.convex import ROUND
from rigida.collision.curved_axes import core_separation_along
from rigida.collision.frames import to_a, to_b
from rigida.compilation import routine
from rigida.fields import FloatArray, IntArray


@routine
def settle_normal(
    a: int,
    b: int,
    header: IntArray,
    size: FloatArray,
    vertex: FloatArray,
    face: FloatArray,
    face_loop: IntArray,
    loop: IntArray,
    frame: FloatArray,
    slack: float,
    result: FloatArray,
) -> None:
    """Turn separation and normal of a result to the face of either shape that separates them as well, if one does.

    Cores with a radius around them keep their normal: theirs is the direction between core points a radius apart,
    well defined wherever they touch.
    """
    if size[a, ROUND] + size[b, ROUND] > 0.0:
        return
    x, y, z = result[1], result[2], result[3]
    # Apart by s, a turn that costs slack²/s moves the foot of the closest point by about the slack, not more.
    best = result[0] - slack * min(1.0, slack / max(result[0], slack))
    for side in range(2):
        g = a if side == 0 else b
        dx, dy, dz = (x, y, z) if side == 0 else to_b(frame, -x, -y, -z)
        which, fx, fy, fz, _ = face_along(g, header, size, vertex, face, face_loop, loop, dx, dy, dz)
        if side == 1:
            fx, fy, fz = to_a(frame, -fx, -fy, -fz)
        if which >= 0:
            gap = core_separation_along(a, b, header, size, vertex, frame, fx, fy, fz)
            if gap >= best:
                best = gap
                result[0], result[1], result[2], result[3] = gap, fx, fy, fz
