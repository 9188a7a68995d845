"""The contact normal of two shapes, set to a face normal if that separates them as well as the closest direction.

Second step of `contact_manifold`, after `separation`. Resting bodies then keep the normal of a face while jitter tilts
the direction between their closest points; this is the plane of Bacin's algorithm 7.1 (1999, 7.4).
"""

import math

from rigida.collision.arrays import ConvexTable, CorePair, NarrowWork, Separation
from rigida.collision.distance.curved_axes import core_separation_along
from rigida.collision.distance.polytope_axes import furthest
from rigida.collision.distance.separation import are_polytopes
from rigida.collision.narrow.contact_face import UNKNOWN, face_along
from rigida.jit.decorators import inlined, routine
from rigida.math.vec3 import Vec3, dot


@inlined
def _gap_at_face(side: int, which: int, n: Vec3, best: float, pair: CorePair, shapes: ConvexTable) -> float:
    """Return the separation of two polytopes along the normal n (frame a) of a face, or a smaller value."""
    core, other = (
        (shapes.core[pair.a], shapes.core[pair.b]) if side == 0 else (shapes.core[pair.b], shapes.core[pair.a])
    )
    # The face's plane is known, and the first vertex too far behind it ends the search.
    local = -n @ pair.rotation if side == 0 else n
    gap = dot(n, pair.position) - shapes.face[core.face + which].offset
    return gap - furthest(other, local, gap - best, shapes)


@routine
def settle_normal(pair: CorePair, slack: float, shapes: ConvexTable, work: NarrowWork, result: Separation) -> None:
    """Turn separation and normal of a result to the face of either shape that separates them as well, if one does.

    Cores with a radius around them keep their normal: theirs is the direction between core points a radius apart,
    well defined wherever they touch. Sets the faces along the normal and the cosines of their lean, UNKNOWN where they
    were not looked up.
    """
    face_a, face_b = work.face[0], work.face[1]
    face_a.which, face_a.lean, face_b.which, face_b.lean = UNKNOWN, 0.0, UNKNOWN, 0.0
    if shapes.core[pair.a].radius + shapes.core[pair.b].radius > 0.0:
        return
    closest = result.normal
    # Apart by s, a turn that costs slack²/s moves the foot of the closest point by about the slack, not more.
    best = result.distance - slack * min(1.0, slack / max(result.distance, slack))
    turned = False
    for side in range(2):
        d = closest if side == 0 else -closest @ pair.rotation
        which, n, lean = face_along(shapes.core[pair.a if side == 0 else pair.b], d, shapes, work)
        if side == 1:
            n = pair.rotation @ -n
        gap = -math.inf
        if which >= 0 and are_polytopes(pair, shapes):
            gap = _gap_at_face(side, which, n, best, pair, shapes)
        elif which >= 0:
            gap = core_separation_along(pair, n, shapes)
        if gap >= best:
            best = gap
            result.distance, result.normal = gap, n
            # Along its own normal a face does not lean; that of the other shape has to be looked up again.
            face_a.which, face_a.lean, face_b.which, face_b.lean = UNKNOWN, 1.0, UNKNOWN, 1.0
            if side == 0:
                face_a.which, turned = which, True
            else:
                face_b.which = which
        elif side == 0:
            face_a.which, face_a.lean = which, lean
        elif not turned:
            face_b.which, face_b.lean = which, lean
