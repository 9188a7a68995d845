"""Separation of two shapes for contacts: the best direction near that of the last step.

The separation along n is s(n) = min n·b − max n·a, and contacts need the n where it is largest. From a direction near
it, b is thought moved along that direction until the cores are a little apart; the direction between their nearest
points, by `gjk`, separates at least as well: with b moved by t n₀ the cores are s(n₀) + t apart along n₀ and no less
along n₁, so s(n₁) = s'(n₁) − t n₀·n₁ ≥ s(n₀). Flat features are found as they are; a core that is smooth with radius R
leaves t / (R + t) of an error in the direction, so that one search mostly does. It starts from the points of the last
one, which move with their bodies, and the cores being apart there are no degenerate cases.
At first sight a few directions are tried. If none shows that the shapes are apart, polytopes are measured by
`separation`; curved cores start from the best, search as long as it helps, and where they overlap all directions are
searched, which takes a thousand times as long.
"""

import math

from rigida.collision.arrays import ConvexTable, Core, CorePair, DistanceWork, KeptDirection, Separation
from rigida.collision.distance.curved_axes import (
    core_separation_along,
    curved_axis,
    is_curved,
    set_direction,
    try_direction,
)
from rigida.collision.distance.gjk import core_distance
from rigida.collision.distance.separation import are_polytopes, separation
from rigida.geometry.core import CYLINDER
from rigida.jit.decorators import inlined, routine
from rigida.math.vec3 import Vec3, dot, norm

#: How far apart cores are thought to be moved, as a part of the smaller one's size.
_FAR_APART = 0.05
#: Part of that distance to which it is found, at first sight and from then on.
_FIRST_GAP = 1e-13
_NEAR_GAP = 3e-5
#: After a search, the nearest points of the cores where they are miss each other across the direction by the shift
#: times the turn. More than this part of the size asks for another search. From then on, the separation errs by R/2
#: times the square of miss/R, a millionth of the size.
_FIRST_MISS = 1e-8
_MISS = 1e-3
_SEARCHES = 12
#: Cores that overlap at first sight by more than this part of the size may have a better way out than the nearest one:
#: all directions are searched.
_DEEP = 1e-3
#: Cores that overlap by more than this part of the size, other than at first sight, may have turned too far since the
#: last step: it is seen whether they are apart after all, and a few directions are tried as at first sight.
_LOST = 0.01
#: Sine of the angle from which on mantles of cylinders cross.
_CROSSED = 0.05


@inlined
def _mantle_normal(core: Core, towards: Vec3) -> Vec3:
    """Return the normal of the curved side of a cylinder or cone towards a point of its own frame."""
    radial, slope = (1.0, 0.0) if core.kind == CYLINDER else (2.0 * core.size.y, core.size.x)
    slant = math.sqrt(radial * radial + slope * slope)
    across = math.sqrt(towards.x * towards.x + towards.y * towards.y)
    ux, uy = (towards.x / across, towards.y / across) if across > 0.0 else (1.0, 0.0)
    return Vec3(radial * ux / slant, radial * uy / slant, slope / slant)


@routine
def _first_direction(pair: CorePair, shapes: ConvexTable, best: Separation) -> None:
    """Write the best of several directions: between the centers, along axes, normal to curved sides and faces."""
    length = norm(pair.position)
    # Two polytopes have too many faces to try; they are measured by `separation`.
    flat = are_polytopes(pair, shapes)
    set_direction(best, -math.inf, Vec3(0.0, 0.0, 1.0))
    if length > 0.0:
        try_direction(pair, pair.position / length, shapes, best)
    for side in range(2):
        core = shapes.core[pair.a] if side == 0 else shapes.core[pair.b]
        # Where the other core is, in the core's own frame.
        other = pair.position if side == 0 else -pair.position @ pair.rotation
        count, curved = core.face_end - core.face, is_curved(core)
        if curved:
            count = 3
        elif flat:
            count = 0
        for i in range(count):
            if not curved:
                face = shapes.face[core.face + i]
                n = face.normal
                # The other core reaches at least to its origin.
                if dot(n, other) - face.offset <= best.distance:
                    continue
            elif i < 2:
                n = Vec3(0.0, 0.0, 2.0 * i - 1.0)
            else:
                n = _mantle_normal(core, other)
            if side == 1:
                n = pair.rotation @ -n
            try_direction(pair, n, shapes, best)


@routine
def _ascend(
    pair: CorePair,
    sufficient: float,
    exact: bool,
    count: int,
    shapes: ConvexTable,
    kept: KeptDirection,
    work: DistanceWork,
    best: Separation,
) -> int:
    """Improve the best direction until it separates most near there, or by `sufficient`.

    exact: as at first sight. Starts from `count` points of either core in `kept`, and returns how many it leaves there.
    """
    # Nearest points are found to a part of the distance, and may miss each other by a part of the size.
    gap, nearly = (_FIRST_GAP, _FIRST_MISS) if exact else (_NEAR_GAP, _MISS)
    position, simplex = pair.position, work.simplex
    scale = min(shapes.core[pair.a].scale, shapes.core[pair.b].scale)
    for _ in range(_SEARCHES):
        before, n = best.distance, best.normal
        shift = max(_FAR_APART * scale - before, 0.0)
        pair.position = position + shift * n
        for i in range(count):
            point = simplex[i]
            on_a, on_b = kept.point[i].on_a, pair.rotation @ kept.point[i].on_b + pair.position
            point.difference, point.on_a, point.on_b = on_a - on_b, on_a, on_b
            point.vertex_a, point.vertex_b = -1, -1
        count, far, v = core_distance(pair, count, n, gap, shapes, simplex)
        if count > 3 or far == 0.0:
            count = 0
        for i in range(count):
            kept.point[i].on_a = simplex[i].on_a
            kept.point[i].on_b = (simplex[i].on_b - pair.position) @ pair.rotation
        pair.position = position
        if count > 0:
            try_direction(pair, v / -math.sqrt(far), shapes, best)
        miss = shift * norm(best.normal - n)
        if miss <= nearly * scale or best.distance > sufficient:
            break
    return count


@routine
def _search_again(
    pair: CorePair,
    sufficient: float,
    count: int,
    shapes: ConvexTable,
    kept: KeptDirection,
    work: DistanceWork,
    best: Separation,
) -> int:
    """Search for a better direction than the present one, which may be a local minimum; return the points kept."""
    s, n = best.distance, best.normal
    left, far, v = core_distance(pair, 0, n, _NEAR_GAP, shapes, work.simplex)
    if left < 4 and far > 0.0:
        try_direction(pair, v / -math.sqrt(far), shapes, best)
        return 0
    _first_direction(pair, shapes, best)
    if best.distance > s:
        return _ascend(pair, sufficient, False, 0, shapes, kept, work, best)
    set_direction(best, s, n)
    return count


@inlined
def _crossed_cylinders(pair: CorePair, shapes: ConvexTable, best: Separation) -> bool:
    """Return whether mantles cross near the best direction; store the common normal of the axes if so."""
    a, b, p = shapes.core[pair.a].size, shapes.core[pair.b].size, pair.position
    u = Vec3(pair.rotation.xz, pair.rotation.yz, pair.rotation.zz)
    square = u.x * u.x + u.y * u.y
    if square < _CROSSED * _CROSSED:
        return False
    # Feet of the common normal, on both axes.
    along = dot(u, p)
    if abs(p.z - u.z * along) > square * a.y or abs(u.z * p.z - along) > square * b.y:
        return False
    sine = math.copysign(math.sqrt(square), u.y * p.x - u.x * p.y)
    nx, ny = u.y / sine, -u.x / sine
    s = nx * p.x + ny * p.y - a.x - b.x
    if s < best.distance or nx * best.normal.x + ny * best.normal.y <= 0.0:
        return False
    set_direction(best, s, Vec3(nx, ny, 0.0))
    return True


@routine
def near_separation(
    pair: CorePair,
    margin: float,
    known: int,
    shapes: ConvexTable,
    kept: KeptDirection,
    work: DistanceWork,
    out: Separation,
) -> int:
    """Write separation and normal of the shapes of a pair, without their nearest points, in the frame of a.

    kept: from the last call for the same pair; known: what that returned, 0 at first sight. Beyond the margin the
    separation is some value beyond it.
    """
    a, b = shapes.core[pair.a], shapes.core[pair.b]
    around, scale = a.radius + b.radius, min(a.scale, b.scale)
    sufficient, count = margin + around, max(known - 1, 0)
    if known > 0:
        set_direction(out, core_separation_along(pair, kept.direction, shapes), kept.direction)
    else:
        _first_direction(pair, shapes, out)
    cylinders = a.kind == CYLINDER and b.kind == CYLINDER
    if out.distance <= sufficient and not (known > 0 and cylinders and _crossed_cylinders(pair, shapes, out)):
        if known == 0 and are_polytopes(pair, shapes):
            separation(pair, 0, shapes, work.simplex, work, out)
            out.distance += around
        else:
            count = _ascend(pair, sufficient, False, count, shapes, kept, work, out)
            if known > 0 and out.distance < -_LOST * scale:
                count = _search_again(pair, sufficient, count, shapes, kept, work, out)
            if known == 0 and out.distance <= sufficient:
                count = _ascend(pair, sufficient, True, count, shapes, kept, work, out)
                if out.distance < -_DEEP * scale:
                    s, n = curved_axis(pair, shapes, work)
                    if s > out.distance:
                        set_direction(out, s, n)
                        count = 0
    kept.direction = out.normal
    out.distance -= around
    return count + 1
