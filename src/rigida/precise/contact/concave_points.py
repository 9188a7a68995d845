"""Contact points of concave bodies for the precise engine: exact distances to triangles, nothing remembered."""

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.collision.shapes.instances import ShapeInstances
from rigida.concave.candidates import NORMAL, POINT, SEPARATION
from rigida.concave.pairs import LIST_MARGIN, PairMemory, pair_memory, seek_points
from rigida.concave.solids import REACH, SCALE, solid_table

#: Gaps are looked at up to this part of the smaller body's extent; pairs further apart count as exactly so far.
_LOOK = 0.02
#: Most samples of a pair that can be near at once.
_MOST_SAMPLES = 8192


class ConcavePoints:
    """Finds contact points of pairs with a concave shape, at the place of the last `place_shapes`."""

    def __init__(self, shapes: ShapeInstances) -> None:
        self.shapes = shapes
        self.table = solid_table(shapes.shapes)
        self._memory: PairMemory = pair_memory(0)

    def furthest(self, pairs: IntArray) -> FloatArray:
        """Return up to which gap pairs (m, 2) are looked at (m,) [m]."""
        scale = self.table.size[self.shapes.geometry, SCALE]
        return np.asarray(_LOOK * scale[pairs].min(axis=1))

    def find(self, pairs: IntArray, margin: float) -> tuple[IntArray, IntArray, FloatArray, FloatArray, FloatArray]:
        """Return pair, feature, normal a→b, point and gap of all contact points of pairs up to a gap of margin."""
        count = len(pairs)
        if len(self._memory.count) < count:
            self._memory = pair_memory(2 * count, room=min(len(self.table.element), _MOST_SAMPLES))
        memory = self._memory
        memory.state[:, LIST_MARGIN] = -1.0
        memory.count[:] = 0
        # The smaller of the two comes first.
        reach = self.table.size[self.shapes.geometry, REACH]
        swapped = reach[pairs[:, 0]] > reach[pairs[:, 1]]
        ordered = np.ascontiguousarray(np.where(swapped[:, None], pairs[:, ::-1], pairs))
        seek_points(
            self.table,
            ordered,
            np.arange(count, dtype=np.int32),
            np.minimum(margin, self.furthest(pairs)),
            np.zeros(count),
            self.shapes.geometry,
            self.shapes.position,
            self.shapes.attitude,
            memory,
        )
        kept = np.arange(memory.point.shape[1])[None, :] < memory.count[:count, None]
        pair = np.nonzero(kept)[0].astype(np.int32)
        found = memory.point[:count][kept]
        sign = np.where(swapped, -1.0, 1.0)[pair, None]
        return (
            pair,
            memory.name[:count][kept],
            sign * found[:, NORMAL : NORMAL + 3],
            found[:, POINT : POINT + 3],
            found[:, SEPARATION],
        )
