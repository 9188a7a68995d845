"""From candidate pairs to contact manifolds: one table that says which routine serves which pair of shapes.

Second stage of collision detection, after the broad phase. Every pair of convex shapes works without an entry in the
table: `contact_manifold` asks a shape only for support points and, if it has them, faces and edges.
Results are in world coordinates; the normal points from the first shape of a pair to the second.
"""

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.collision.arrays import (
    ConvexTable,
    Core,
    FoundManifold,
    KeptDirection,
    ManifoldUpdates,
    NarrowWork,
    PlacedShapes,
)
from rigida.collision.narrow.box_box import box_box_manifold
from rigida.collision.narrow.half_space_pairs import half_space_manifold
from rigida.collision.narrow.manifold import contact_manifold
from rigida.collision.narrow.round_pairs import box_sphere_manifold, segment_manifold
from rigida.collision.narrow.segment_pairs import INSIDE, solid_segment_manifold
from rigida.collision.narrow.work import narrow_work
from rigida.collision.shapes.frames import set_pair
from rigida.geometry.core import BOX, CYLINDER, HALF_SPACE, POLYTOPE
from rigida.jit.bind import bind
from rigida.jit.decorators import inlined, kernel
from rigida.jit.tables import dtype_of
from rigida.math.quat import Quat, rotated
from rigida.math.vec3 import Vec3

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


@inlined
def _family(core: Core) -> int:
    """Return the row of the pair table for a geometry."""
    if core.kind == HALF_SPACE:
        return _PLANE
    if core.kind == BOX:
        return _BOX
    if core.kind == CYLINDER:
        return _CYLINDER
    vertices = core.vertex_end - core.vertex
    if core.kind == POLYTOPE and vertices <= 2:
        return _SPHERE if vertices == 1 else _CAPSULE
    return _OTHER


@inlined
def _ordered(ga: int, gb: int, shapes: ConvexTable) -> tuple[int, int, bool]:
    """Return the families of two geometries in the order of the table, and whether the pair is exchanged for it.

    Within a family the rows of the table decide, so that a pair gives the same contact whichever way it is named.
    """
    first, second = _family(shapes.core[ga]), _family(shapes.core[gb])
    if first > second:
        return second, first, True
    return first, second, first == second and first != _BOX and ga > gb


@kernel
def narrow_phase(
    first: int,
    last: int,
    limit: int,
    placed: PlacedShapes,
    shapes: ConvexTable,
    updates: ManifoldUpdates,
    work: NarrowWork,
) -> None:
    """Fill the manifolds of the pairs from `first` to `last`, of at most `limit` (4 or 8) points."""
    for m in range(first, last):
        a, b, margin = updates.shapes[m].i, updates.shapes[m].j, updates.margin[m]
        family, other, exchanged = _ordered(placed.geometry[a], placed.geometry[b], shapes)
        if exchanged:
            a, b = b, a
        routine, out = PAIR_TABLE[family, other], updates.manifold[m]
        if routine == _BOX_BOX:
            updates.count[m] = box_box_manifold(a, b, margin, limit, placed, shapes, work.box[0], out)
            continue
        pair, found, entry = work.distance.pair[0], 0, updates.entry[m]
        set_pair(a, b, placed, pair)
        if routine == _HALF_SPACE:
            found = half_space_manifold(pair, margin, limit, shapes, work, out)
        elif routine == _SEGMENTS:
            found = segment_manifold(pair, margin, shapes, out)
        elif routine == _BOX_SPHERE:
            found = box_sphere_manifold(pair, margin, shapes, out)
        elif routine == _SOLID_SEGMENT:
            found = solid_segment_manifold(pair, margin, shapes, out)
        if routine == _GENERAL or found == INSIDE:
            known, kept = updates.known[entry], updates.kept[entry]
            found, updates.known[entry] = contact_manifold(pair, margin, limit, known, shapes, kept, work, out)
        updates.count[m] = found
        _to_world(found, -1.0 if exchanged else 1.0, placed.position[a], placed.attitude[a], out)


@inlined
def _to_world(count: int, sign: float, position: Vec3, attitude: Quat, out: FoundManifold) -> None:
    """Turn a contact from the frame of its first shape to the world; without points its normal is zero."""
    if count == 0:
        out.normal = Vec3(0.0, 0.0, 0.0)
    out.normal = sign * rotated(attitude, out.normal)
    for i in range(count):
        out.point[i] = position + rotated(attitude, out.point[i])


class Manifolds:
    """Contacts of m pairs, and data that warm-starts the next search for the same pairs."""

    def __init__(self, pairs: int) -> None:
        self.count = np.zeros(pairs, dtype=np.int32)
        self.found = np.zeros(pairs, dtype=dtype_of(FoundManifold))
        self.kept = np.zeros(pairs, dtype=dtype_of(KeptDirection))
        self.known = np.zeros(pairs, dtype=np.int32)

    def first(self, pairs: int) -> "Manifolds":
        """Return the first `pairs` of them, in the same memory."""
        part = Manifolds(0)
        part.count, part.found = self.count[:pairs], self.found[:pairs]
        part.kept, part.known = self.kept[:pairs], self.known[:pairs]
        return part

    def clear(self, pairs: int) -> None:
        """Forget the first `pairs` of them."""
        for array in (self.count, self.found, self.kept, self.known):
            array[:pairs] = np.zeros((), dtype=array.dtype)

    @property
    def normal(self) -> FloatArray:
        """Unit normals (m, 3) from the first shape to the second."""
        return self.found["normal"]

    @property
    def point(self) -> FloatArray:
        """Points (m, 8, 3) halfway between both surfaces [m]."""
        return self.found["point"]

    @property
    def separation(self) -> FloatArray:
        """Separations (m, 8) [m]."""
        return self.found["separation"]

    @property
    def feature(self) -> IntArray:
        """Feature ids (m, 8), as `contact_manifold` explains."""
        return self.found["feature"]


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
    """Return the manifolds of pairs (m, 2) of shape instances, written into those of the last step if given.

    geometry (s,), position (s, 3) [m], attitude (s, 4): which geometries the instances are and where in the world.
    """
    out = out if out is not None else Manifolds(len(pairs))
    updates = ManifoldUpdates(
        shapes=pairs,
        entry=np.arange(len(pairs), dtype=np.int32),
        margin=np.full(len(pairs), margin),
        kept=out.kept,
        known=out.known,
        count=out.count,
        manifold=out.found,
    )
    placed = PlacedShapes(geometry=geometry, position=position, attitude=attitude)
    bind(narrow_phase, placed, table, updates, narrow_work(table))(0, len(pairs), limit)
    return out
