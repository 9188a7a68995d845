"""Contact points of concave bodies for the precise engine: exact distances to triangles, nothing remembered."""

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.collision.shapes.instances import ShapeInstances
from rigida.concave.arrays import ConcavePoint, PairMemory
from rigida.concave.memory import forget, pair_memory
from rigida.concave.pairs import all_within, find_once
from rigida.concave.solids import solid_table
from rigida.jit.records import as_array
from rigida.jit.tables import dtype_of

#: Gaps are looked at up to this part of the smaller body's extent; pairs further apart count as exactly so far.
_DETECTION_RANGE = 0.02
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
        scale = self.table.solids()["scale"][self.shapes.geometry]
        return np.asarray(_DETECTION_RANGE * scale[pairs].min(axis=1))

    def find(self, pairs: IntArray, margin: float) -> tuple[IntArray, IntArray, FloatArray, FloatArray, FloatArray]:
        """Return pair, feature, normal a→b, point and gap of all contact points of pairs up to a gap of margin."""
        count = len(pairs)
        if len(as_array(self._memory.count)) < count:
            self._memory = pair_memory(2 * count, room=min(len(as_array(self.table.element)), _MOST_SAMPLES))
        memory = self._memory
        forget(memory, slice(None))
        # The smaller of the two comes first.
        bounding_radius = self.table.solids()["bounding_radius"][self.shapes.geometry]
        swapped = bounding_radius[pairs[:, 0]] > bounding_radius[pairs[:, 1]]
        ordered = np.ascontiguousarray(np.where(swapped[:, None], pairs[:, ::-1], pairs))
        margins = np.minimum(margin, self.furthest(pairs))
        find_once(all_within(ordered, margins), self.shapes.placed, self.table, memory)
        points = as_array(memory.point).view(dtype_of(ConcavePoint))[:count, :, 0]
        kept = np.arange(points.shape[1])[None, :] < as_array(memory.count)[:count, None]
        pair, found = np.nonzero(kept)[0].astype(np.int32), points[kept]
        sign = np.where(swapped, -1.0, 1.0)[pair, None]
        name = as_array(memory.name)[:count][kept]
        return pair, name, sign * found["normal"], found["place"], found["separation"]
