"""Signed separation of any two geometries at given poses, half-spaces on either side.

Stands between `separation`, which works in the frame of its first shape and expects a half-space there, and the queries
and the time of contact, which know world poses.
"""

import math

from rigida.collision.arrays import ConvexTable, CorePair, DistanceWork, Parts, PlacedShapes, Separation
from rigida.collision.distance.separation import separation
from rigida.collision.shapes.support import support
from rigida.geometry.core import HALF_SPACE
from rigida.jit.decorators import inlined, routine
from rigida.math.quat import Quat, product, rotated
from rigida.math.vec3 import Vec3, dot, norm

#: Planes whose normals differ from opposite ones by less than this are parallel; turning a normal leaves about 1e-15.
_OPPOSITE = 1e-12
#: Cores further apart than this fraction of their size have had their points found by their distance.
_CLEAR = 1e-9
#: By which fraction of their size overlapping cores are moved apart to find their deepest points.
_ASIDE = 1e-5
#: How often that is repeated while it finds a better axis, and by which fraction of their size it must be better.
_SETTLINGS = 6
_BETTER = 1e-12
#: Cosine above which the moved cores are apart in the same direction, as they must be.
_SAME_DIRECTION = 0.9
#: Rows of `DistanceWork`: the pair moved apart, and its separation.
_MOVED, _APART = 1, 1


@routine
def place_part(part: int, place: Vec3, turn: Quat, parts: Parts, placed: PlacedShapes) -> None:
    """Fill the world pose of a part of a shape that is at `place` and turned by `turn`."""
    placed.position[part] = place + rotated(turn, parts.position[part])
    placed.attitude[part] = product(turn, parts.attitude[part])


@routine
def to_world(position: Vec3, attitude: Quat, local: Separation, out: Separation) -> None:
    """Turn a result in a frame at a world pose into world coordinates."""
    out.distance, out.normal = local.distance, rotated(attitude, local.normal)
    out.on_a = position + rotated(attitude, local.on_a)
    out.on_b = position + rotated(attitude, local.on_b)


@routine
def _against_half_space(pair: CorePair, shapes: ConvexTable, out: Separation) -> None:
    """Write the separation of a shape (as a) and a half-space (as b), in the shape's frame."""
    core = shapes.core[pair.a]
    n = pair.rotation @ shapes.core[pair.b].size
    q, _ = support(core, -n, shapes)
    height = dot(n, q - pair.position)
    out.distance, out.normal = height - core.radius, -n
    out.on_a, out.on_b = q - core.radius * n, q - height * n


@inlined
def _two_half_spaces(pair: CorePair, shapes: ConvexTable, out: Separation) -> None:
    """Write the width of the gap or overlap of two opposite half-spaces; minus infinity for others, which overlap."""
    n, p = shapes.core[pair.a].size, pair.position
    height = dot(n, p)
    opposite = norm(n + pair.rotation @ shapes.core[pair.b].size) <= _OPPOSITE
    out.distance, out.normal = height if opposite else -math.inf, n
    out.on_a, out.on_b = p - height * n, p


@routine
def pair_separation(pair: CorePair, count: int, shapes: ConvexTable, work: DistanceWork, out: Separation) -> int:
    """Do as `separation` does with the simplex of `work`, with half-spaces on either side or both."""
    if shapes.core[pair.b].kind != HALF_SPACE:
        return separation(pair, count, shapes, work.simplex, work, out)
    if shapes.core[pair.a].kind == HALF_SPACE:
        _two_half_spaces(pair, shapes, out)
    else:
        _against_half_space(pair, shapes, out)
    return 0


@routine
def settle_points(pair: CorePair, shapes: ConvexTable, work: DistanceWork, out: Separation) -> None:
    """Set points on both surfaces, opposite along the normal, for overlapping or touching shapes in `out`.

    The separating axis alone knows one support point, which for a flat face may be any of its corners. Moved apart
    along the normal by a little more than the penetration, the shapes have nearest points; these are the deepest ones.
    Their own normal is an axis too, and where it separates more, as it may on curved shapes, it is the better one.
    """
    a, b = shapes.core[pair.a], shapes.core[pair.b]
    scale = a.scale + b.scale
    if a.kind == HALF_SPACE or b.kind == HALF_SPACE:
        return
    moved, apart = work.pair[_MOVED], work.found[_APART]
    for _ in range(_SETTLINGS):
        depth = -(out.distance + a.radius + b.radius)
        if depth < -_CLEAR * scale:
            return
        shift = depth + _ASIDE * scale
        moved.a, moved.b, moved.rotation = pair.a, pair.b, pair.rotation
        moved.position = pair.position + shift * out.normal
        separation(moved, 0, shapes, work.simplex, work, apart)
        cosine = dot(apart.normal, out.normal)
        if cosine < _SAME_DIRECTION:
            return
        gap = apart.distance - shift * cosine
        better = gap > out.distance + _BETTER * scale
        if better:
            out.distance, out.normal = gap, apart.normal
        out.on_a, out.on_b = apart.on_a, apart.on_a + out.distance * out.normal
        if not better:
            return
