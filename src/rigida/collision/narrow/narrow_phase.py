"""From candidate pairs to contact manifolds: one table that says which routine serves which pair of shapes.

Second stage of collision detection, after the broad phase. Every pair of convex shapes works without an entry in the
table: `contact_manifold` asks a shape only for support points and, if it has them, faces and edges.
Results are in world coordinates; the normal points from the first shape of a pair to the second.
"""

from dataclasses import dataclass

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.collision.distance.near_separation import KEPT
from rigida.collision.distance.separation import RESULT_WIDTH
from rigida.collision.distance.simplex import WIDTH
from rigida.collision.narrow.box_box import box_box_manifold
from rigida.collision.narrow.box_clip import SCRATCH_SIZE
from rigida.collision.narrow.contact_face import COLUMNS, SECTIONS
from rigida.collision.narrow.half_space_pairs import half_space_manifold
from rigida.collision.narrow.manifold import contact_manifold, scratch_rows
from rigida.collision.narrow.round_pairs import box_sphere_manifold, segment_manifold
from rigida.collision.narrow.segment_pairs import INSIDE, solid_segment_manifold
from rigida.collision.shapes.convex import KIND, VERTEX, VERTEX_END, ConvexTable
from rigida.collision.shapes.frames import relative_frame
from rigida.geometry.core import BOX, CYLINDER, HALF_SPACE, POLYTOPE
from rigida.jit.decorators import inlined, kernel
from rigida.math.quaternion import rotate

# Families of shapes, in the order in which a pair is put.
_PLANE, _BOX, _CYLINDER, _SPHERE, _CAPSULE, _OTHER = 0, 1, 2, 3, 4, 5

# Routines.
_NONE, _HALF_SPACE, _BOX_BOX, _BOX_SPHERE, _SOLID_SEGMENT, _SEGMENTS, _GENERAL = 0, 1, 2, 3, 4, 5, 6

#: The pair table. `other` is pyramid, hull, cone and whatever convex shape comes later. Pairs are put in the order of
#: families first, so only the upper half is read.
# fmt: off
PAIR_TABLE = np.array([
    # plane  box          cylinder     sphere          capsule         other
    [_NONE,  _HALF_SPACE, _HALF_SPACE, _HALF_SPACE,    _HALF_SPACE,    _HALF_SPACE],  # plane
    [_NONE,  _BOX_BOX,    _GENERAL,    _BOX_SPHERE,    _SOLID_SEGMENT, _GENERAL],     # box
    [_NONE,  _NONE,       _GENERAL,    _SOLID_SEGMENT, _SOLID_SEGMENT, _GENERAL],     # cylinder
    [_NONE,  _NONE,       _NONE,       _SEGMENTS,      _SEGMENTS,      _GENERAL],     # sphere
    [_NONE,  _NONE,       _NONE,       _NONE,          _SEGMENTS,      _GENERAL],     # capsule
    [_NONE,  _NONE,       _NONE,       _NONE,          _NONE,          _GENERAL],     # other
], dtype=np.int64)
# fmt: on

#: Most points of a manifold, and width of the output arrays.
MOST_POINTS = 8


@inlined
def _family(g: int, header: IntArray) -> int:
    """Return the row of the pair table for a geometry."""
    kind = header[g, KIND]
    if kind == HALF_SPACE:
        return _PLANE
    if kind == BOX:
        return _BOX
    if kind == CYLINDER:
        return _CYLINDER
    vertices = header[g, VERTEX_END] - header[g, VERTEX]
    if kind == POLYTOPE and vertices <= 2:
        return _SPHERE if vertices == 1 else _CAPSULE
    return _OTHER


@inlined
def _ordered(ga: int, gb: int, header: IntArray) -> tuple[int, int, bool]:
    """Return the families of two geometries in the order of the table, and whether the pair is exchanged for it.

    Within a family the rows of the table decide, so that a pair gives the same contact whichever way it is named.
    """
    first, second = _family(ga, header), _family(gb, header)
    if first > second:
        return second, first, True
    return first, second, first == second and first != _BOX and ga > gb


@kernel
def narrow_phase(
    pairs: IntArray,
    geometry: IntArray,
    position: FloatArray,
    attitude: FloatArray,
    header: IntArray,
    size: FloatArray,
    vertex: FloatArray,
    face: FloatArray,
    face_loop: IntArray,
    loop: IntArray,
    edge: IntArray,
    margin: FloatArray,
    limit: int,
    memory: IntArray,
    kept: FloatArray,
    known: IntArray,
    count: IntArray,
    normal: FloatArray,
    point: FloatArray,
    separation: FloatArray,
    feature: IntArray,
) -> None:
    """Fill the contact manifold of each pair (m, 2) of shape instances.

    geometry (s,), position (s, 3), attitude (s, 4): the instances' rows in the table and world poses; then the arrays
    of the `ConvexTable`. margin (m,) [m], limit (4 or 8): which points are kept, and how many. memory (m,): the rows of
    kept (k, KEPT) and known (k,) that the caller keeps between calls for a pair, zeros at first. Results: count (m,),
    normal (m, 3) unit from the first to the second, point (m, 8, 3) halfway between both surfaces, separation (m, 8),
    feature (m, 8) as `contact_manifold` explains.
    """
    frame, result, simplex = np.empty(12), np.empty(RESULT_WIDTH), np.empty((8, WIDTH))
    scratch = np.empty((SECTIONS, scratch_rows(header), COLUMNS))
    half, center, turn, box_scratch = np.empty((2, 3)), np.empty((2, 3)), np.empty((2, 4)), np.empty(SCRATCH_SIZE)
    for m in range(pairs.shape[0]):
        a, b = pairs[m, 0], pairs[m, 1]
        first, second, exchanged = _ordered(geometry[a], geometry[b], header)
        if exchanged:
            a, b = b, a
        ga, gb, routine = geometry[a], geometry[b], PAIR_TABLE[first, second]
        if routine == _BOX_BOX:
            for side in range(2):
                i = a if side == 0 else b
                for c in range(3):
                    half[side, c], center[side, c] = size[geometry[i], c], position[i, c]
                for c in range(4):
                    turn[side, c] = attitude[i, c]
            count[m], normal[m, 0], normal[m, 1], normal[m, 2] = box_box_manifold(
                0, 1, half, center, turn, margin[m], limit, box_scratch, m, point, separation, feature
            )
            continue
        relative_frame(position[a], attitude[a], position[b], attitude[b], frame)
        found, row = 0, memory[m]
        n, p, gap, name = normal[m], point[m], separation[m], feature[m]
        if routine == _HALF_SPACE:
            found = half_space_manifold(
                ga,
                gb,
                header,
                size,
                vertex,
                face,
                face_loop,
                loop,
                edge,
                frame,
                margin[m],
                limit,
                scratch,
                n,
                p,
                gap,
                name,
            )
        elif routine == _SEGMENTS:
            found = segment_manifold(ga, gb, header, size, vertex, frame, margin[m], n, p, gap, name)
        elif routine == _BOX_SPHERE:
            found = box_sphere_manifold(ga, gb, header, size, vertex, frame, margin[m], n, p, gap, name)
        elif routine == _SOLID_SEGMENT:
            found = solid_segment_manifold(ga, gb, header, size, vertex, frame, margin[m], n, p, gap, name)
        if routine == _GENERAL or found == INSIDE:
            found, known[row] = contact_manifold(
                ga,
                gb,
                header,
                size,
                vertex,
                face,
                face_loop,
                loop,
                edge,
                frame,
                margin[m],
                limit,
                scratch,
                result,
                simplex,
                kept[row],
                known[row],
                n,
                p,
                gap,
                name,
            )
        count[m] = found
        _to_world(found, -1.0 if exchanged else 1.0, position[a], attitude[a], n, p)


@inlined
def _to_world(
    count: int, sign: float, position: FloatArray, attitude: FloatArray, normal: FloatArray, point: FloatArray
) -> None:
    """Turn a contact from the frame of its first shape to the world; without points its normal is zero."""
    w, x, y, z = attitude[0], attitude[1], attitude[2], attitude[3]
    if count == 0:
        normal[:] = 0.0
    nx, ny, nz = rotate(w, x, y, z, normal[0], normal[1], normal[2])
    normal[0], normal[1], normal[2] = sign * nx, sign * ny, sign * nz
    for i in range(count):
        px, py, pz = rotate(w, x, y, z, point[i, 0], point[i, 1], point[i, 2])
        point[i, 0], point[i, 1], point[i, 2] = position[0] + px, position[1] + py, position[2] + pz


@dataclass(frozen=True, eq=False)
class Manifolds:
    """Contacts of m pairs: count (m,), normal (m, 3), point (m, 8, 3), separation (m, 8), feature (m, 8).

    kept (m, KEPT) and known (m,) start the next search for the same pairs.
    """

    count: IntArray
    normal: FloatArray
    point: FloatArray
    separation: FloatArray
    feature: IntArray
    kept: FloatArray
    known: IntArray


def empty_manifolds(pairs: int, remembered: int | None = None) -> Manifolds:
    """Return manifolds without contact, to be filled by `find_manifolds`; as many are remembered, unless said."""
    remembered = pairs if remembered is None else remembered
    return Manifolds(
        count=np.zeros(pairs, dtype=np.int32),
        normal=np.zeros((pairs, 3)),
        point=np.zeros((pairs, MOST_POINTS, 3)),
        separation=np.zeros((pairs, MOST_POINTS)),
        feature=np.zeros((pairs, MOST_POINTS), dtype=np.int32),
        kept=np.zeros((remembered, KEPT)),
        known=np.zeros(remembered, dtype=np.int32),
    )


def find_manifolds(
    table: ConvexTable,
    geometry: IntArray,
    position: FloatArray,
    attitude: FloatArray,
    pairs: IntArray,
    margin: float,
    limit: int = 4,
    out: Manifolds | None = None,
) -> Manifolds:
    """Return the manifolds of pairs (m, 2) of shape instances, written into those of the last step if given."""
    out = out if out is not None else empty_manifolds(len(pairs))
    narrow_phase(
        pairs,
        geometry,
        position,
        attitude,
        table.header,
        table.size,
        table.vertex,
        table.face,
        table.face_loop,
        table.loop,
        table.edge,
        np.full(len(pairs), margin),
        limit,
        np.arange(len(pairs), dtype=np.int32),
        out.kept,
        out.known,
        out.count,
        out.normal,
        out.point,
        out.separation,
        out.feature,
    )
    return out
