"""The contact normal of two shapes, settled on a face where one separates them as well as the closest direction.

Second step of `contact_manifold`, after `separation`. Resting bodies then keep the normal of a face while jitter tilts
the direction between their closest points; this is the plane of Bacin's algorithm 7.1 (1999, 7.4).
"""

import math

from rigida.arrays import FloatArray, IntArray
from rigida.collision.distance.curved_axes import core_separation_along
from rigida.collision.distance.polytope_axes import furthest
from rigida.collision.distance.separation import is_polytope
from rigida.collision.narrow.contact_face import UNKNOWN, face_along
from rigida.collision.shapes.convex import FACE, ROUND
from rigida.collision.shapes.frames import to_a, to_b
from rigida.jit.decorators import routine
from rigida.math.vector import dot


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
    scratch: FloatArray,
) -> tuple[int, float, int, float]:
    """Turn separation and normal of a result to the face of either shape that separates them as well, if one does.

    Cores with a radius around them keep their normal: theirs is the direction between core points a radius apart,
    well defined wherever they touch. Returns the face of a along the normal and the cosine of its lean, and those of b;
    UNKNOWN where they were not looked up.
    """
    if size[a, ROUND] + size[b, ROUND] > 0.0:
        return UNKNOWN, 0.0, UNKNOWN, 0.0
    x, y, z = result[1], result[2], result[3]
    # Apart by s, a turn that costs slack²/s moves the foot of the closest point by about the slack, not more.
    best = result[0] - slack * min(1.0, slack / max(result[0], slack))
    face_a, lean_a, face_b, lean_b, turned = UNKNOWN, 0.0, UNKNOWN, 0.0, False
    for side in range(2):
        g, other = (a, b) if side == 0 else (b, a)
        dx, dy, dz = (x, y, z) if side == 0 else to_b(frame, -x, -y, -z)
        which, ox, oy, oz, lean = face_along(g, header, size, vertex, face, face_loop, loop, dx, dy, dz, scratch)
        fx, fy, fz = ox, oy, oz
        if side == 1:
            fx, fy, fz = to_a(frame, -ox, -oy, -oz)
        gap = -math.inf
        if which >= 0 and is_polytope(a, header) and is_polytope(b, header):
            # The face's plane is known, and the first vertex too far behind it ends the search.
            lx, ly, lz = to_b(frame, -fx, -fy, -fz) if side == 0 else (fx, fy, fz)
            gap = dot(fx, fy, fz, frame[9], frame[10], frame[11]) - face[header[g, FACE] + which, 3]
            gap -= furthest(other, header, vertex, lx, ly, lz, gap - best)
        elif which >= 0:
            gap = core_separation_along(a, b, header, size, vertex, frame, fx, fy, fz)
        if gap >= best:
            best = gap
            result[0], result[1], result[2], result[3] = gap, fx, fy, fz
            # Along its own normal a face does not lean; that of the other shape has to be looked up again.
            face_a, lean_a, face_b, lean_b = UNKNOWN, 1.0, UNKNOWN, 1.0
            if side == 0:
                face_a, turned = which, True
            else:
                face_b = which
        elif side == 0:
            face_a, lean_a = which, lean
        elif not turned:
            face_b, lean_b = which, lean
    return face_a, lean_a, face_b, lean_b
